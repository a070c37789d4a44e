//! What a verb answers: a text for people, a line of JSON for programs, and an exit code.

use grundy::{
    Error, Solved, Status,
    help::{Help, Json},
    solvers::Reason,
};
use grundy_show::{Colour, Sheet, error_json, picture::Picture};

/// The answer of a verb, which every face shows in its way.
pub trait Reply {
    /// The answer for people: text that ends with a line feed.
    ///
    /// # Errors
    /// A limit ends the writing.
    fn text(&self, colour: Colour, sheet: Sheet) -> Result<String, Error>;

    /// The answer for programs: one JSON object on a line.
    ///
    /// # Errors
    /// A limit ends the writing.
    fn json(&self, sheet: Sheet) -> Result<String, Error>;

    /// The exit code: 0 answered, 1 the answer is no, 3 not decided.
    fn code(&self) -> u8 {
        0
    }

    /// The answer as the library has it, if it is one about positions: a certificate can be
    /// written of it.
    fn solved(&self) -> Option<&Solved> {
        None
    }

    /// How sure the answer is, if it may be unproved.
    fn status(&self) -> Option<Status> {
        self.solved().map(|solved| solved.status)
    }

    /// What else is to be said of the answer, as a sentence without a full stop.
    fn note(&self) -> Option<Help> {
        None
    }

    /// The picture that the answer is, if it is one.
    fn picture(&self) -> Option<&Picture> {
        None
    }
}

impl Reply for Box<dyn Reply> {
    fn text(&self, colour: Colour, sheet: Sheet) -> Result<String, Error> {
        (**self).text(colour, sheet)
    }

    fn json(&self, sheet: Sheet) -> Result<String, Error> {
        (**self).json(sheet)
    }

    fn code(&self) -> u8 {
        (**self).code()
    }

    fn solved(&self) -> Option<&Solved> {
        (**self).solved()
    }

    fn status(&self) -> Option<Status> {
        (**self).status()
    }

    fn note(&self) -> Option<Help> {
        (**self).note()
    }

    fn picture(&self) -> Option<&Picture> {
        (**self).picture()
    }
}

/// The media type of a line of JSON.
pub const JSON: &str = "application/json";

/// A line of JSON, or a picture, with the exit code that the program would have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReplyLine {
    /// The answer or the error: one object on one line, which ends with a line feed. Of
    /// [`Request::plain`](crate::Request::plain) also a picture.
    pub line: String,
    /// 0 answered, 1 the answer is no, or a check failed, 2 a mistake in the request, 3 not
    /// decided, 130 cancelled.
    pub code: u8,
    /// The media type of `line`.
    pub media: &'static str,
}

impl ReplyLine {
    /// A line of JSON.
    pub fn json(line: String, code: u8) -> ReplyLine {
        ReplyLine { line, code, media: JSON }
    }

    /// The line for an error, as requests spell it.
    pub fn refused(error: &Error) -> ReplyLine {
        ReplyLine::json(error_json(error, &Json), exit_code(error))
    }
}

/// The exit code of the program for this error. Work that was cancelled has that of Ctrl-C.
pub(crate) fn exit_code(error: &Error) -> u8 {
    match error {
        Error::Stopped(stopped) => match stopped.reason {
            Reason::Interrupted => 130,
            Reason::Fault(_) | Reason::Unreadable(_) => 2,
            _ => 3,
        },
        Error::NoSolver(_) => 3,
        Error::Check { .. } => 1,
        Error::Refused(refused) if [Error::UNDECIDED, "size", "time"].contains(&refused.code) => 3,
        _ => 2,
    }
}
