//! The results and the errors of verbs: how an error reads, and which exit code it has.

use std::{
    io::{self, IsTerminal, Write},
    path::Path,
};

use grundy::{Error, Reason, Stopped, storage::file};
use grundy_show::{diagnostic_json, diagnostic_text, error_json};

use crate::{
    cli::{Common, When},
    signals::Signals,
    streams::write_out,
};

/// A verb's result.
pub struct Reply {
    /// What goes to stdout.
    pub out: String,
    /// The exit code.
    pub code: u8,
}

impl From<String> for Reply {
    fn from(out: String) -> Reply {
        Reply { out, code: 0 }
    }
}

/// Why there is no result.
pub enum CliError {
    /// The library returns no answer.
    Library(Error),
    /// A mistake in what the user gave: a code, what is wrong, the way out, and the line of the input.
    Input { code: &'static str, message: String, help: String, line: Option<usize> },
    /// Not decided within the limits.
    Undecided { code: &'static str, message: String, help: String },
}

impl CliError {
    /// A mistake in the request.
    pub fn usage(message: impl Into<String>, help: impl Into<String>) -> CliError {
        CliError::Input { code: "usage", message: message.into(), help: help.into(), line: None }
    }

    /// A file that cannot be read or written.
    pub fn file(doing: &str, path: &Path, error: &io::Error) -> CliError {
        CliError::Input {
            code: "file",
            message: format!("cannot {doing} {}: {error}", path.display()),
            help: String::new(),
            line: None,
        }
    }

    /// An error that does not end the run.
    pub fn beside(error: &Error) -> CliError {
        CliError::Input { code: error.code(), message: error.to_string(), help: String::new(), line: None }
    }

    /// Whether the user gave something wrong, a file that cannot be written included.
    pub fn is_input(&self) -> bool {
        matches!(
            self,
            CliError::Input { .. } | CliError::Library(Error::Text(_) | Error::Refused(_) | Error::File { .. })
        )
    }

    pub fn code(&self, signals: &Signals) -> u8 {
        match self {
            CliError::Library(Error::Stopped(stopped)) => match stopped.reason {
                Reason::Interrupted => signals.code(),
                Reason::Fault(_) | Reason::Unreadable(_) => 2,
                _ => 3,
            },
            CliError::Library(Error::NoSolver(_)) | CliError::Undecided { .. } => 3,
            CliError::Library(Error::Check { .. }) => 1,
            CliError::Library(_) | CliError::Input { .. } => 2,
        }
    }

    /// Code, message, help.
    fn parts(&self) -> (&'static str, String, String) {
        match self {
            CliError::Input { code, message, help, .. } => (code, message.clone(), help.clone()),
            CliError::Undecided { code, message, help } => (code, message.clone(), help.clone()),
            CliError::Library(error) => {
                let (message, help) = match error {
                    Error::Text(mistake) => (mistake.message.clone(), mistake.help.clone()),
                    Error::Refused(refused) => (refused.message.clone(), refused.help.clone()),
                    Error::Stopped(stopped) => (stopped_text(stopped), more(stopped)),
                    Error::NoSolver(none) => (none.to_string(), "`grundy plan` shows what each solver says".to_owned()),
                    other => (other.to_string(), String::new()),
                };
                (error.code(), message, help)
            }
        }
    }

    fn line(&self) -> Option<usize> {
        match self {
            CliError::Input { line, .. } => *line,
            CliError::Library(Error::Refused(refused)) => refused.line,
            _ => None,
        }
    }
}

fn stopped_text(stopped: &Stopped) -> String {
    match stopped.reason {
        Reason::Fault(_) | Reason::Unreadable(_) | Reason::Interrupted => stopped.to_string(),
        _ => format!("not decided: {stopped}"),
    }
}

/// The flag that allows more of what has run out.
fn more(stopped: &Stopped) -> String {
    match stopped.reason {
        Reason::Time => "allow more with --time SECONDS".into(),
        Reason::Memory(most) => more_memory(stopped.progress.bytes.max(most)),
        Reason::Positions(_) => "allow more with --positions N".into(),
        Reason::Interrupted | Reason::Unreadable(_) => String::new(),
        Reason::Fault(_) => "the rules break down at a position that can be reached".into(),
    }
}

impl<E: Into<Error>> From<E> for CliError {
    fn from(error: E) -> CliError {
        CliError::Library(error.into())
    }
}

/// What to allow if this many bytes, or a few more, are needed.
fn more_memory(wanted: u64) -> String {
    match wanted.div_ceil(1 << 20).checked_add(1).and_then(u64::checked_next_power_of_two) {
        Some(size @ ..1024) => format!("allow more with --memory SIZE, such as --memory {size}MiB"),
        Some(size) if size < 1 << 24 => format!("allow more with --memory SIZE, such as --memory {}GiB", size >> 10),
        _ => "no machine has so much memory: ask for less".into(),
    }
}

/// Whether a stream takes colours.
pub fn colour(when: When, terminal: bool) -> grundy_show::Colour {
    let set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    let dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
    let on = match when {
        When::Always => true,
        When::Never => false,
        When::Auto => !set("NO_COLOR") && (terminal && !dumb || set("CLICOLOR_FORCE")),
    };
    if on { grundy_show::Colour::On } else { grundy_show::Colour::Off }
}

/// Writes a file that the user named, as a whole or not at all.
pub fn write_file(path: &Path, text: &str) -> Result<(), CliError> {
    let written = file::replace(path, |file| file.write_all(text.as_bytes()));
    written.map_err(|error| CliError::file("write", path, &error))
}

/// Ends the program: the time was up before all was read.
pub fn exit_late(common: &Common) -> ! {
    let trouble = CliError::Undecided {
        code: "time",
        message: "not decided: the time was up before the game was read".into(),
        help: "allow more with --time SECONDS".into(),
    };
    report(common, &trouble);
    std::process::exit(3)
}

/// Reports the trouble: on stderr, or as JSON on stdout.
pub fn report(common: &Common, trouble: &CliError) {
    let (code, message, help) = trouble.parts();
    if common.json {
        let json = match trouble {
            CliError::Library(Error::Text(mistake)) => diagnostic_json(mistake),
            _ => error_json(code, &message, &help, trouble.line()),
        };
        write_out(&json);
        return;
    }
    complain(common, trouble);
}

/// Says on stderr what the trouble is.
pub fn complain(common: &Common, trouble: &CliError) {
    let (_, message, help) = trouble.parts();
    let colour = colour(common.color, io::stderr().is_terminal());
    let text = match trouble {
        CliError::Library(Error::Text(mistake)) => diagnostic_text(mistake, colour),
        _ => {
            let help = if help.is_empty() { help } else { format!("  help: {help}\n") };
            format!("error: {message}\n{help}")
        }
    };
    let _ = io::stderr().write_all(text.as_bytes());
}
