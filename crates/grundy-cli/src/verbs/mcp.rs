//! `grundy mcp`: the verbs as tools of a language model, until standard input ends.

use std::{
    io::{self, IsTerminal},
    time::Duration,
};

use grundy_serve::{Options, mcp};

use crate::{
    output::{CliError, VerbOutput},
    session::Session,
    streams::narrate,
};

pub fn run(session: &Session) -> Result<VerbOutput, CliError> {
    // What comes on standard input are requests, each with limits of its own; a signal ends the
    // program at once.
    session.done();
    if io::stdin().is_terminal() {
        narrate("note: this waits for a client of the Model Context Protocol, which starts `grundy mcp` itself");
    }
    let fresh = Options::default();
    let time = session.common.time.map_or(fresh.time, Duration::from_secs_f64);
    let options = Options { time, memory: session.run.most_bytes(), ..fresh };
    match mcp::serve(&options) {
        Ok(()) => Ok(String::new().into()),
        Err(error) => Err(CliError::usage(format!("cannot serve: {error}"), "start it from a client of the protocol")),
    }
}
