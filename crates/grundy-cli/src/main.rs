//! The command `grundy`: who wins, which moves win, and why.
//!
//! Results go to stdout, narration to stderr. Exit codes: 0 answered, 1 a check failed, 2 usage or input error, 3 not
//! decided within the limits, 130 interrupted.

mod cli;
mod game;
mod game_file;
mod judge;
mod output;
mod progress;
mod session;
mod verbs;

use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<std::ffi::OsString> = cli::with_verb(std::env::args_os().collect());
    let parsed = match cli::parse(&arguments) {
        Ok(parsed) => parsed,
        Err(code) => return code,
    };
    let session = session::Session::new(parsed.common);
    let reply = verbs::run(&session, parsed.verb);
    output::finish(&session, reply)
}
