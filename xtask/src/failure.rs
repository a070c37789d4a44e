//! Why a command of `cargo xtask` has not done its work, and the exit code of that.

use std::fmt;

/// The exit code of a check that the machine cannot run.
pub const NOT_RUN: u8 = 3;

/// What begins a line about something that did not run.
pub const LINE: &str = "NOT RUN: ";

/// Why a check has not passed.
#[derive(Debug)]
pub enum Failure {
    /// The machine lacks what it needs: what that is, and how to get it.
    NotRun(String),
    /// It has found a fault.
    Failed(String),
    /// There is no such command: the commands that there are.
    Usage(&'static str),
}

impl From<String> for Failure {
    fn from(why: String) -> Failure {
        Failure::Failed(why)
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Failure::NotRun(why) => write!(f, "{LINE}{}", why.replace('\n', "\n  ")),
            Failure::Failed(why) => f.write_str(why),
            Failure::Usage(usage) => f.write_str(usage),
        }
    }
}
