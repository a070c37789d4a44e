//! Why a question has no answer: one type for every reason, with a stable code for each kind.
//!
//! The codes are part of the interface: a program may match on [`Error::code`], a front end turns
//! it into an exit code or a status of HTTP, and no code ever changes its meaning. What a person
//! reads is the `Display` text, which may change.
//!
//! ```
//! use grundy::{Error, Limits, Question, Run, games};
//!
//! let mistake = grundy::solve("octal 0.79", "5").unwrap_err();
//! assert!(mistake.span().is_some());
//!
//! let none = Run::new(Limits { positions: Some(1), ..Limits::default() });
//! let words = games::query("row: cut \"ab\", cut \"ba\"", "abbaabba", Question::Value)?;
//! let stopped = none.solve(words).unwrap_err();
//! assert!(matches!(stopped, Error::Stopped(_)));
//! assert_eq!(stopped.code(), "positions");
//! # Ok::<(), Error>(())
//! ```

use std::{error, fmt, io, path::Path};

use grundy_cert::Flaw;
use grundy_core::{
    Fault,
    help::{Argument, Help},
};
use grundy_games::Diagnostic;
use grundy_solvers::{Reason, Stopped};

use crate::plan::NoSolver;

/// Why a question has no answer.
///
/// Every operation of [`Run`](crate::Run) returns it; the operations of solvers return a
/// [`Stopped`] and those of the language a [`Diagnostic`], and both convert into it.
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// A mistake in the text of a game or of a position.
    ///
    /// The diagnostic has the place in bytes, the reason, a way out and a stable code such as
    /// `G031`. The same text is refused again under any limits.
    Text(Box<Diagnostic>),
    /// No solver answers the question.
    ///
    /// It holds the reason of every solver. The question may be too large for all of them, or
    /// combine what none of them combines, such as a table in a sum of unlike games.
    NoSolver(NoSolver),
    /// A limit was reached, the work was cancelled, or the rules break down at a position.
    ///
    /// A limit and a cancellation depend on the run: the same question may be answered with more
    /// time or memory. A fault of the rules, such as a number of over 64 bits, does not.
    Stopped(Stopped),
    /// The checker refuses claims.
    ///
    /// Where nothing was read from a file, this is a fault of the program, and the message says so.
    /// For a certificate or a checkpoint it means that the file states something false.
    Check {
        /// What it found.
        flaw: Flaw,
        /// Whose claims they are, as the object of a sentence.
        subject: String,
    },
    /// What was requested cannot be done.
    ///
    /// Its [`Refused::help`] states the way out, if there is one.
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
///
/// A front end prints the message after `error: `, and the help, if there is one, after `help: `.
/// The fields may be compared, which tests do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    /// The kind: `usage`, `certificate`, `checkpoint`, `no-proof` or `file`. Tables on disk have
    /// `table`, and [`Error::UNDECIDED`] where a task waits for others; surveys have `time`.
    pub code: &'static str,
    /// What is wrong.
    pub message: String,
    /// The way out; may be empty.
    pub help: Help,
    /// The line of the file that is wrong, from 1. `None` if the request is not a file.
    pub line: Option<usize>,
    /// The part of the request that is wrong. Front ends point at it; `None` if no single part is
    /// at fault.
    pub argument: Option<Argument>,
}

impl Error {
    /// The code of a request that was not decided, though no limit of the run ended it: it may be
    /// decided when it is made again with other limits.
    pub const UNDECIDED: &str = "undecided";

    /// A request that cannot be done as it stands, with its kind, what is wrong, and the way out.
    pub(crate) fn refused(code: &'static str, message: impl Into<String>, help: impl Into<Help>) -> Error {
        Error::Refused(Box::new(Refused {
            code,
            message: message.into(),
            help: help.into(),
            line: None,
            argument: None,
        }))
    }

    /// A request with a word that is wrong.
    ///
    /// `argument` is that word as it was written; an empty `help` means that there is no way out to
    /// state. The code is `usage`.
    pub fn usage(argument: &str, message: impl Into<String>, help: impl Into<Help>) -> Error {
        Error::at(Argument::Word(argument.into()), message.into(), help.into())
    }

    /// A request with a field that is wrong, or that it should not have.
    ///
    /// The message does not spell the field; an empty `help` means that there is no way out to
    /// state. The code is `usage`.
    pub fn field(name: &'static str, message: impl Into<String>, help: impl Into<Help>) -> Error {
        Error::at(Argument::Field(name), message.into(), help.into())
    }

    fn at(argument: Argument, message: String, help: Help) -> Error {
        Error::Refused(Box::new(Refused { code: "usage", message, help, line: None, argument: Some(argument) }))
    }

    /// A file that cannot be read or written.
    ///
    /// The action reads `cannot read values.cert`, with the verb given.
    pub(crate) fn file(verb: &str, path: &Path, source: io::Error) -> Error {
        Error::File { action: format!("cannot {verb} {}", path.display()), source }
    }

    /// The stable code of this kind of error: that of the diagnostic for a text, else a word.
    ///
    /// The words are `no-solver`, `check`, `file`, `time`, `memory`, `positions`, `interrupted`,
    /// `fault`, `checkpoint`, and those of [`Refused::code`].
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
    ///
    /// For the text of a game and that of a position alike; which of them it is stands in the
    /// diagnostic.
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
