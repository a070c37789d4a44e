//! `grundy serve`: the page and the HTTP interface, until a signal ends the program.

use std::{
    fmt::Write as _,
    iter,
    process::{Command, Stdio},
    slice, thread,
    time::Duration,
};

use grundy::Convention;
use grundy_serve::{Options, Server};
use grundy_show::{Version, json_line};
use serde_json::json;

use crate::{
    cli::Serve,
    game,
    output::{CliError, VerbOutput},
    session::Session,
    streams::{narrate, write_out},
};

/// The time for an answer if --time sets none.
const TIME: Duration = Duration::from_secs(2);

pub fn run(session: &Session, words: Serve) -> Result<VerbOutput, CliError> {
    let fragment = fragment(session, &words)?;
    // Nothing is read from outside as the program's input, and a signal ends it at once.
    session.done();
    let time = session.common.time.map_or(TIME, Duration::from_secs_f64);
    let memory = session.run.most_bytes();
    let options = Options { address: words.listen.ip(), port: words.listen.port(), time, memory, ..Options::default() };
    let server = Server::bind(&options).map_err(|error| {
        let message = format!("cannot listen on {}: {error}", words.listen);
        CliError::usage(message, "--listen 0 takes a port that is free")
    })?;
    let place = format!("http://{}", server.address());
    if !words.listen.ip().is_loopback() {
        narrate("warning: other machines can reach this server");
    }
    let line = match session.common.json {
        true => json_line(&json!({"listening": place, "schema": Version})),
        false => format!("listening on {place}\n"),
    };
    write_out(&line);
    let address = format!("{place}/{fragment}");
    if words.game.is_some() && !words.open {
        narrate(&format!("open {address}"));
    }
    if words.open {
        open(&address);
    }
    match server.run() {
        Ok(never) => match never {},
        Err(error) => Err(CliError::usage(format!("cannot serve: {error}"), "close other programs")),
    }
}

/// The part of the page's address that is the question: `#kayles:5+7+9`. A game without a position
/// has an empty one there, and a sum of unlike games stands in the place of the game.
fn fragment(session: &Session, words: &Serve) -> Result<String, CliError> {
    let Some(first) = &words.game else { return Ok(String::new()) };
    let line: Vec<String> = iter::once(first).chain(&words.rest).cloned().collect();
    let (game, position, convention) = match session.run.query(&line, false) {
        Ok(query) if query.rulesets.len() > 1 => (query.position_text(), String::new(), query.convention),
        Ok(query) => (query.rulesets[0].to_string(), query.position_text(), query.convention),
        Err(error) => match session.run.only_game(&line, false, "a page is about a game") {
            Ok(rules) => (rules.ruleset.to_string(), String::new(), rules.convention),
            Err(_) => return Err(game::hinted(error, &line)),
        },
    };
    // The name that was typed, where it alone is the game.
    let alone = session.run.only_game(slice::from_ref(first), false, "a page is about a game");
    let game = match alone {
        Ok(named) if named.ruleset.to_string() == game => first,
        _ => &game,
    };
    let misere = if convention == Convention::Misere { ";misere" } else { "" };
    Ok(format!("#{}:{}{misere}", escaped(game), escaped(&position.replace(" + ", "+"))))
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

/// Opens an address in the browser of the user; reports what the program for that cannot do. The
/// browser goes on when the server is interrupted.
fn open(address: &str) {
    let (program, before): (&str, &[&str]) = match std::env::consts::OS {
        "macos" => ("open", &[]),
        "windows" => ("rundll32", &["url.dll,FileProtocolHandler"]),
        _ => ("xdg-open", &[]),
    };
    let mut command = Command::new(program);
    command.args(before).arg(address).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    let (program, address) = (program.to_owned(), address.to_owned());
    let failed = move |why: String| narrate(&format!("note: {program} opens no browser: {why}; open {address}"));
    match command.spawn() {
        Err(error) => failed(error.to_string()),
        // It may take as long as the browser is open.
        Ok(mut child) => drop(thread::Builder::new().spawn(move || match child.wait() {
            Ok(status) if !status.success() => failed(status.to_string()),
            Ok(_) | Err(_) => {}
        })),
    }
}
