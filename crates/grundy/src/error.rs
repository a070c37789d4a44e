//! Why a question has no answer: one type for every reason, with a stable code for each kind.

use std::{error, fmt};

use grundy_cert::Flaw;
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
    /// The checker refuses the answer. This is a fault of the program.
    Check(Flaw),
}

impl Error {
    /// The stable code of this kind of error: that of the diagnostic for a text, else a word.
    pub fn code(&self) -> &'static str {
        match self {
            Error::Text(mistake) => mistake.code,
            Error::NoSolver(_) => "no-solver",
            Error::Check(_) => "check",
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
            Error::Check(flaw) => write!(f, "the check of the answer failed: {flaw}"),
        }
    }
}

impl error::Error for Error {
    fn source(&self) -> Option<&(dyn error::Error + 'static)> {
        match self {
            Error::Check(flaw) => Some(flaw),
            _ => None,
        }
    }
}

impl From<Diagnostic> for Error {
    fn from(mistake: Diagnostic) -> Error {
        Error::Text(Box::new(mistake))
    }
}

impl From<NoSolver> for Error {
    fn from(none: NoSolver) -> Error {
        Error::NoSolver(none)
    }
}

impl From<Stopped> for Error {
    fn from(stopped: Stopped) -> Error {
        Error::Stopped(stopped)
    }
}

impl From<Flaw> for Error {
    fn from(flaw: Flaw) -> Error {
        Error::Check(flaw)
    }
}
