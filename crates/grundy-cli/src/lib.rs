//! The command `grundy`, except for its `main` function, as a library that tests can call.
//!
//! The feature `entries` adds the functions that fuzz targets and the test `mutations` call with
//! arbitrary bytes, and the feature `schema` the schema of all answers. The released program does
//! not contain them, and nothing may build on them.

mod cli;
#[cfg(feature = "entries")]
pub mod entries;
mod finish;
mod game;
mod game_file;
mod input;
mod judge;
mod memory;
mod output;
mod progress;
mod records;
#[cfg(feature = "schema")]
pub mod schema;
mod session;
mod signals;
mod sources;
mod spelling;
mod streams;
mod verbs;

use std::{ffi::OsString, path::Path, process::ExitCode};

pub use memory::{half as half_of_memory, resident as resident_memory};

/// Runs the command line.
pub fn main() -> ExitCode {
    ExitCode::from(run(std::env::args_os().map(unmarked).collect()))
}

/// The argument without a byte order mark at its start, as `$(cat FILE)` may bring one.
fn unmarked(argument: OsString) -> OsString {
    argument.to_str().map(|text| grundy::games::encoding::unmarked(text).into()).unwrap_or(argument)
}

/// Does what these arguments say, the first of which is the name of the program. Returns the exit
/// code. Signals are caught from here on.
pub fn run(arguments: Vec<OsString>) -> u8 {
    let parsed = match cli::parse(arguments.clone()) {
        Ok(parsed) => parsed,
        Err(code) => return code,
    };
    let session = session::Session::new(parsed.common).of_line(&arguments);
    let reply = verbs::run(&session, parsed.verb).map_err(|error| cli::respelled::offered(error, &arguments));
    // Input that was not read to its end is the reason for whatever went wrong then.
    finish::finish(&session, input::stopped().map_or(reply, Err))
}

/// The game of a game file, with these values of parameters.
///
/// # Errors
/// As those of reading a game; a file that cannot be read.
pub fn read_game_file(path: &Path, set: &[(String, String)]) -> Result<grundy::games::ReadGame, grundy::Error> {
    Ok(game_file::read(path, set)?.game)
}
