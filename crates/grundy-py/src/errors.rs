//! Errors of the library as exceptions of the package: `grundy/_errors.py` has their classes.

use grundy::{Error, Refused, Stopped, solvers::Reason};
use grundy_show::{Colour, diagnostic_text, error_help, error_message};
use pyo3::prelude::*;

/// The exception for an error.
pub fn raised(py: Python<'_>, error: &Error) -> PyErr {
    exception(py, error).map_or_else(|broken| broken, PyErr::from_value)
}

fn exception<'py>(py: Python<'py>, error: &Error) -> PyResult<Bound<'py, PyAny>> {
    let module = py.import("grundy._errors")?;
    let (code, message, help) = (error.code(), error_message(error), help(error));
    match error {
        Error::Text(mistake) => {
            let at = |byte: usize| mistake.source.get(..byte).map_or(0, |before| before.chars().count());
            let span = (at(mistake.span.start), at(mistake.span.end));
            let place = (&mistake.origin, &mistake.source, mistake.line, span, &mistake.label);
            let text = diagnostic_text(mistake, Colour::Off);
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
        Error::Check { .. } => module.getattr("CheckError")?.call1((code, message, help)),
        Error::File { .. } => module.getattr("FileError")?.call1((code, message, help)),
        _ => module.getattr("RequestError")?.call1((code, message, help)),
    }
}

/// The way out, in the words of Python.
fn help(error: &Error) -> String {
    match error {
        Error::Stopped(Stopped { reason: Reason::Time, .. }) => "allow more with seconds=".into(),
        Error::Stopped(Stopped { reason: Reason::Memory(_), .. }) => {
            "allow more with memory=, in bytes, or ask for less".into()
        }
        Error::Stopped(Stopped { reason: Reason::Positions(_), .. }) => "allow more with positions=".into(),
        Error::NoSolver(_) => "Game.plan() shows what each solver says".into(),
        Error::Refused(refused) => in_python(refused),
        other => error_help(other),
    }
}

/// The help of a refusal, whose flags of the command line are arguments here.
fn in_python(refused: &Refused) -> String {
    let mut help = refused.help.clone();
    for (flag, argument) in
        [("--up-to", "to="), ("--time", "seconds="), ("--memory", "memory="), ("`grundy games`", "grundy.games()")]
    {
        help = help.replace(flag, argument);
    }
    help
}

/// A refusal that is decided here: a mistake in how the package is called.
pub fn refused(py: Python<'_>, message: impl Into<String>, help: &str) -> PyErr {
    raised(py, &Error::usage("", message, help))
}
