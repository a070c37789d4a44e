//! Errors of the library as exceptions of the package: `grundy/_errors.py` has their classes.

use grundy::{
    Error, Stopped,
    games::{Family, Parameter, ParameterKind},
    help::{Fix, Spelling},
    solvers::Reason,
};
use grundy_show::{Colour, diagnostic_text, error_help, error_message};
use pyo3::prelude::*;

/// The exception for an error.
pub fn raised(py: Python<'_>, error: &Error) -> PyErr {
    exception(py, error).map_or_else(|broken| broken, PyErr::from_value)
}

fn exception<'py>(py: Python<'py>, error: &Error) -> PyResult<Bound<'py, PyAny>> {
    let module = py.import("grundy._errors")?;
    let (code, message, help) = (error.code(), error_message(error), error_help(error, &Spelled));
    match error {
        Error::Text(mistake) => {
            let at = |byte: usize| mistake.source.get(..byte).map_or(0, |before| before.chars().count());
            let span = (at(mistake.span.start), at(mistake.span.end));
            let place = (&mistake.origin, &mistake.source, mistake.line, span, &mistake.label);
            let text = diagnostic_text(mistake, &Spelled, Colour::Off);
            module.getattr("GameSyntaxError")?.call_method1("_of", (code, message, help, place, text))
        }
        Error::NoSolver(_) => module.getattr("NoSolverError")?.call1((code, message, help)),
        Error::Stopped(Stopped { reason: Reason::Fault(_), .. }) => {
            module.getattr("RulesError")?.call1((code, message, help))
        }
        Error::Stopped(stopped) => {
            let class = module.getattr("LimitError")?;
            class.call1((code, message, help, stopped.progress.positions))
        }
        Error::Refused(refused) if refused.code == "time" => module.getattr("LimitError")?.call1((code, message, help)),
        Error::Check { .. } => module.getattr("CheckError")?.call1((code, message, help)),
        Error::File { .. } => module.getattr("FileError")?.call1((code, message, help)),
        _ => module.getattr("RequestError")?.call1((code, message, help)),
    }
}

/// The spelling of Python: `heaps=3`.
pub struct Spelled;

/// The fields that have another name here.
const NAMES: [(&str, &str); 2] = [("time", "seconds"), ("max_positions", "positions")];

/// The verbs that are functions here.
const FUNCTIONS: [(&str, &str); 7] = [
    ("games", "grundy.games()"),
    ("plan", "Game.plan()"),
    ("solve", "Game.solve()"),
    ("table", "Game.values()"),
    ("prove", "Game.prove()"),
    ("find", "grundy.find()"),
    ("equal", "grundy.equal()"),
];

/// What the program writes to a file, and a method returns here.
const METHODS: [(&str, &str); 2] = [("solve", "Answer.certificate()"), ("prove", "Proof.certificate()")];

impl Spelling for Spelled {
    fn field(&self, name: &str) -> String {
        let known = NAMES.iter().find(|(field, _)| *field == name);
        format!("{}=", known.map_or(name, |(_, argument)| argument))
    }

    fn fix(&self, fix: &Fix) -> String {
        match fix {
            Fix::Set(field, value) if value == "true" => format!("{}True", self.field(field)),
            Fix::Set(field, value) if value.parse::<u64>().is_ok() => format!("{}{value}", self.field(field)),
            Fix::Set(field, value) => format!("{}{value:?}", self.field(field)),
            Fix::Choose(field, _) => self.field(field),
            Fix::LeaveOut(field) => format!("leave {} out", self.field(field)),
            Fix::Parameter(name, value) => format!("{name}={value}"),
            Fix::Use(verb, words) => match FUNCTIONS.iter().find(|(known, _)| known == verb) {
                Some((_, function)) => (*function).to_owned(),
                None => format!("the verb `{verb}` of the program{}", if words.is_empty() { "" } else { ": " }) + words,
            },
            Fix::Write(words) => format!("`{words}`"),
            Fix::Program(words) => match METHODS.iter().find(|(known, _)| known == words) {
                Some((_, method)) => (*method).to_owned(),
                None => format!("`{words}` of the program"),
            },
        }
    }

    fn more(&self, _: &str) -> String {
        String::new()
    }
}

/// The error for a named game without its parameters.
pub fn without_parameters(family: &Family, missing: &Parameter) -> Error {
    let value = match missing.kind {
        ParameterKind::List => "grundy.words(\"list.txt\")",
        ParameterKind::Numbers => "{1, 3, 4}",
        ParameterKind::Count => "k=2",
    };
    let help = format!("write grundy.game(\"{}\", {value})", family.name);
    Error::usage(family.name, format!("{} needs {}", family.name, missing.about), help)
}

/// A refusal that is decided here: a mistake in how the package is called.
pub fn refused(py: Python<'_>, message: impl Into<String>, help: &str) -> PyErr {
    raised(py, &Error::usage("", message, help))
}
