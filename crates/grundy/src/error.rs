//! Why a question has no answer: one type for every reason, with a stable code for each kind.

use std::{error, fmt, io, path::Path};

use grundy_cert::Flaw;
use grundy_core::Fault;
use grundy_lang::Diagnostic;
use grundy_solvers::{Reason, Stopped};

use crate::plan::NoSolver;

/// Why a question has no answer.
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// A mistake in the text of a game or of a position.
    Text(Box<Diagnostic>),
    /// No solver answers the question.
    NoSolver(NoSolver),
    /// A limit was reached, the work was cancelled, or the rules break down at a position.
    Stopped(Stopped),
    /// The checker refuses claims.
    Check {
        /// What it found.
        flaw: Flaw,
        /// Whose claims they are, as the object of a sentence.
        subject: String,
    },
    /// What was requested cannot be done.
    Refused(Box<Refused>),
    /// A file cannot be read or written.
    File {
        /// What was to be done, such as `cannot read values.cert`.
        action: String,
        /// The error of the system.
        source: io::Error,
    },
}

/// A request that cannot be done as it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    /// The kind: `usage`, `certificate`, `checkpoint`, `no-proof` or `file`.
    pub code: &'static str,
    /// What is wrong.
    pub message: String,
    /// The way out; may be empty.
    pub help: String,
    /// The line of the file that is wrong, from 1.
    pub line: Option<usize>,
    /// The word of the request that is wrong.
    pub argument: Option<String>,
}

impl Error {
    /// A request that cannot be done as it stands.
    /// The code of a request that was not decided, though no limit of the run ended it: it may be
    /// when it is made again, or with other limits.
    pub const UNDECIDED: &str = "undecided";

    pub(crate) fn refused(code: &'static str, message: impl Into<String>, help: impl Into<String>) -> Error {
        Error::Refused(Box::new(Refused {
            code,
            message: message.into(),
            help: help.into(),
            line: None,
            argument: None,
        }))
    }

    /// A request with a word that is wrong.
    pub fn usage(argument: &str, message: impl Into<String>, help: impl Into<String>) -> Error {
        let (message, help) = (message.into(), help.into());
        Error::Refused(Box::new(Refused { code: "usage", message, help, line: None, argument: Some(argument.into()) }))
    }

    /// A file that cannot be read or written.
    pub(crate) fn file(verb: &str, path: &Path, source: io::Error) -> Error {
        Error::File { action: format!("cannot {verb} {}", path.display()), source }
    }

    /// The stable code of this kind of error: that of the diagnostic for a text, else a word.
    pub fn code(&self) -> &'static str {
        match self {
            Error::Text(mistake) => mistake.code,
            Error::NoSolver(_) => "no-solver",
            Error::Check { .. } => "check",
            Error::Refused(refused) => refused.code,
            Error::File { .. } => "file",
            Error::Stopped(stopped) => match stopped.reason {
                Reason::Time => "time",
                Reason::Memory(_) => "memory",
                Reason::Positions(_) => "positions",
                Reason::Interrupted => "interrupted",
                Reason::Fault(_) => "fault",
                Reason::Unreadable(_) => "checkpoint",
            },
        }
    }

    /// The bytes of the text that the error is about, if it is about a text.
    pub fn span(&self) -> Option<std::ops::Range<usize>> {
        match self {
            Error::Text(mistake) => Some(mistake.span.clone()),
            _ => None,
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Text(mistake) => mistake.fmt(f),
            Error::NoSolver(none) => none.fmt(f),
            Error::Stopped(stopped) => stopped.fmt(f),
            Error::Check { flaw, subject } => write!(f, "the check of {subject} failed: {flaw}"),
            Error::Refused(refused) => f.write_str(&refused.message),
            Error::File { action, source } => write!(f, "{action}: {source}"),
        }
    }
}

impl error::Error for Error {
    fn source(&self) -> Option<&(dyn error::Error + 'static)> {
        match self {
            Error::Check { flaw, .. } => Some(flaw),
            Error::File { source, .. } => Some(source),
            _ => None,
        }
    }
}

impl From<Diagnostic> for Error {
    fn from(mistake: Diagnostic) -> Error {
        Error::Text(Box::new(mistake))
    }
}

impl From<Box<Diagnostic>> for Error {
    fn from(mistake: Box<Diagnostic>) -> Error {
        Error::Text(mistake)
    }
}

impl From<NoSolver> for Error {
    fn from(none: NoSolver) -> Error {
        Error::NoSolver(none)
    }
}

impl From<Fault> for Error {
    fn from(fault: Fault) -> Error {
        Error::Stopped(fault.into())
    }
}

impl From<Stopped> for Error {
    fn from(stopped: Stopped) -> Error {
        Error::Stopped(stopped)
    }
}
