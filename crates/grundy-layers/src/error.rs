//! Why a table is not built, or not read.
//!
//! Each variant has the path or the place that it is about. A front end turns them into messages
//! with a way out (`grundy/src/stored`).

use std::{
    error, fmt, io,
    path::{Path, PathBuf},
    time::Duration,
};

use grundy_core::Fault;

/// Why a table is not built, or not read.
///
/// Nothing that is complete is lost by an error: the same call resumes at the last manifest.
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// The rules fail at a position.
    Fault(Fault),
    /// The watch has ended the work. What is on disk can be resumed.
    Stopped,
    /// The work needs more memory than is allowed.
    Memory {
        /// The bytes that are needed.
        needed: u64,
        /// The bytes that are allowed.
        allowed: u64,
    },
    /// A file or a folder cannot be read or written.
    File {
        /// `read` or `write`.
        action: &'static str,
        /// The file.
        path: PathBuf,
        /// The reason of the system.
        source: io::Error,
    },
    /// Another run works in the folder.
    Locked(PathBuf),
    /// A file is cut short, has changed bytes, or is not the one that the manifest names.
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        why: String,
    },
    /// The folder holds no table; or it is to hold one, and holds other files.
    NotATable(PathBuf),
    /// The table in the folder was written by a version with other files.
    Version(PathBuf),
    /// The folder holds a table of something else.
    About {
        /// The folder.
        path: PathBuf,
        /// What was expected.
        expected: String,
        /// What the table is about.
        found: String,
    },
    /// An address cannot be used: this process cannot listen there, or cannot reach it.
    Host {
        /// The process, from 0.
        process: usize,
        /// Its address.
        address: String,
        /// The reason of the system.
        source: io::Error,
    },
    /// A process has not come.
    Missing {
        /// The process, from 0.
        process: usize,
        /// Its address.
        address: String,
        /// How long this process has waited.
        patience: Duration,
    },
    /// The process at an address builds another table, has a list of hosts of another length, has
    /// another number of workers, or is another version of the program.
    Foreign {
        /// The process that was expected, from 0.
        process: usize,
        /// Where it is.
        address: String,
    },
    /// Another process has ended before the table was complete. What is on disk can be resumed.
    Peer {
        /// The process, from 0.
        process: usize,
    },
    /// No process has made progress for this long. What is on disk can be resumed.
    Stalled(Duration),
    /// The table is not complete.
    Unfinished(PathBuf),
    /// The table was begun in another way, and is not complete.
    Begun {
        /// The folder.
        path: PathBuf,
        /// How it was begun.
        way: Way,
    },
    /// The table was begun by another number of tasks, or there is no such task.
    Tasks {
        /// The folder.
        path: PathBuf,
        /// How many tasks there should be.
        expected: u32,
        /// How many began the table; `None` if the task is not one of those that are expected, or
        /// if these are none or too many.
        found: Option<u32>,
    },
    /// A task has done what it can, and needs the report of another one. It is to be called again.
    Waits {
        /// The other task, from 0.
        task: u32,
        /// How many tasks there are.
        of: u32,
        /// The layer of the report.
        layer: u32,
    },
}

/// How a table is built.
///
/// A table that was begun in one way is resumed in that way only.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Way {
    /// By the threads of one process.
    Threads,
    /// By processes with connections.
    Processes,
    /// By tasks that share a folder.
    Tasks,
}

impl fmt::Display for Way {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Way::Threads => "by one process",
            Way::Processes => "by processes with connections",
            Way::Tasks => "by tasks that share its folder",
        })
    }
}

impl Error {
    /// Returns the error of an action on a file.
    pub(crate) fn file(action: &'static str, path: &Path) -> impl FnOnce(io::Error) -> Error {
        move |source| Error::File { action, path: path.to_path_buf(), source }
    }

    /// The error of a file whose bytes are not what was written.
    pub(crate) fn damaged(path: &Path, why: impl Into<String>) -> Error {
        Error::Damaged { path: path.to_path_buf(), why: why.into() }
    }
}

impl From<Fault> for Error {
    fn from(fault: Fault) -> Error {
        Error::Fault(fault)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Fault(fault) => fault.fmt(f),
            Error::Stopped => f.write_str("the work was ended"),
            Error::Memory { needed, allowed } => {
                write!(f, "{} KiB of memory would be needed, {} KiB are allowed", needed.div_ceil(1024), allowed >> 10)
            }
            Error::File { action, path, source } => write!(f, "cannot {action} {}: {source}", path.display()),
            Error::Locked(path) => write!(f, "another run works on the table in {}", path.display()),
            Error::Damaged { path, why } => write!(f, "{} is damaged: {why}", path.display()),
            Error::NotATable(path) => write!(f, "{} holds no table", path.display()),
            Error::Version(path) => {
                write!(f, "the table in {} has the files of another version of the program", path.display())
            }
            Error::About { path, expected, found } => {
                write!(f, "{} holds a table of `{found}`, not of `{expected}`", path.display())
            }
            Error::Host { process, address, source } => {
                write!(f, "process {process} cannot use the address {address}: {source}")
            }
            Error::Missing { process, address, patience } => {
                write!(f, "process {process} at {address} has not come within {} seconds", patience.as_secs_f64())
            }
            Error::Foreign { process, address } => write!(
                f,
                "the process at {address}, where process {process} is expected, has another table, list of hosts, number of workers or version"
            ),
            Error::Peer { process } => write!(f, "process {process} has ended before the table was complete"),
            Error::Stalled(patience) => {
                write!(f, "no process has made progress for {} seconds", patience.as_secs_f64())
            }
            Error::Begun { path, way } => {
                write!(f, "the table in {} was begun {way}, and is not complete", path.display())
            }
            Error::Tasks { path, expected, found: Some(found) } => {
                write!(f, "the table in {} was begun by {found} tasks, not by {expected}", path.display())
            }
            Error::Tasks { expected, found: None, .. } => write!(f, "there is no such task among {expected}"),
            Error::Waits { task, of, layer } => {
                write!(f, "this task waits for task {} of {of}, which has not done layer {layer}", task + 1)
            }
            Error::Unfinished(path) => write!(f, "the table in {} is not complete", path.display()),
        }
    }
}

impl error::Error for Error {
    fn source(&self) -> Option<&(dyn error::Error + 'static)> {
        match self {
            Error::Fault(fault) => Some(fault),
            Error::File { source, .. } | Error::Host { source, .. } => Some(source),
            _ => None,
        }
    }
}
