//! `grundy serve`: the page and the HTTP interface, until a signal ends the program.

use std::{
    fmt::Write as _,
    process::{Command, Stdio},
    time::Duration,
};

use grundy_serve::{Options, Server};
use grundy_show::json_line;
use serde_json::json;

use crate::{
    cli::Serve,
    output::{CliError, Reply},
    session::Session,
    streams::{narrate, write_out},
};

/// The time for an answer if --time sets none.
const TIME: Duration = Duration::from_secs(2);

pub fn run(session: &Session, words: Serve) -> Result<Reply, CliError> {
    // Nothing is read from outside as the program's input, and a signal ends it at once.
    session.done();
    let time = session.common.time.map_or(TIME, Duration::from_secs_f64);
    let memory = session.run.most_bytes();
    let options = Options { address: words.listen, port: words.port, time, memory, ..Options::default() };
    let server = Server::bind(&options).map_err(|error| {
        let message = format!("cannot listen on {} port {}: {error}", words.listen, words.port);
        CliError::usage(message, "--port 0 takes a port that is free")
    })?;
    let place = format!("http://{}", server.address());
    if !words.listen.is_loopback() {
        narrate("warning: other machines can reach this server");
    }
    let line = match session.common.json {
        true => json_line(json!({"listening": place})),
        false => format!("listening on {place}\n"),
    };
    write_out(&line);
    let address = format!("{place}/{}", fragment(&words));
    if words.game.is_some() && !words.open {
        narrate(&format!("open {address}"));
    }
    if words.open && !opened(&address) {
        narrate(&format!("note: no browser could be opened; open {address}"));
    }
    match server.run() {
        Ok(never) => match never {},
        Err(error) => Err(CliError::usage(format!("cannot serve: {error}"), "close other programs")),
    }
}

/// The part of the page's address that is the question: `#kayles:5+7+9`.
fn fragment(words: &Serve) -> String {
    let Some(game) = &words.game else { return String::new() };
    format!("#{}:{}", escaped(game), escaped(&words.rest.join("+")))
}

/// Text as a part of an address; the signs that the page leaves as they are stay.
fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for byte in text.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' => escaped.push(byte.into()),
            byte if b"-_.!~*'()+,=/>@".contains(&byte) => escaped.push(byte.into()),
            byte => write!(escaped, "%{byte:02X}").expect("a text takes what is written"),
        }
    }
    escaped
}

/// Opens an address in the browser of the user. Returns whether there is a program for that.
fn opened(address: &str) -> bool {
    let (program, before): (&str, &[&str]) = match std::env::consts::OS {
        "macos" => ("open", &[]),
        "windows" => ("rundll32", &["url.dll,FileProtocolHandler"]),
        _ => ("xdg-open", &[]),
    };
    let mut command = Command::new(program);
    command.args(before).arg(address).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.spawn().is_ok()
}
