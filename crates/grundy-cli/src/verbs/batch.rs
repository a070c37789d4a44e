//! `grundy solve GAME --positions FILE`: every line of the file as a position, one JSON object a
//! line,
//! written as soon as it is found.
//!
//! A line with a mistake gets an object with the error and its number, and the work goes on. Blank
//! lines are left out.

use std::path::Path;

use grundy::{Error, Query, Question, Reason, Wanted};
use grundy_show::solve_json;
use serde_json::Value;

use crate::{
    cli::Solve,
    game, input,
    output::{CliError, Reply, error_line, file},
    session::Session,
    streams::write_out,
    verbs::answering::{question, winning},
};

pub fn run(session: &Session, words: &Solve, path: &Path) -> Result<Reply, CliError> {
    let line = words.position.words();
    let chosen = session.run.choose(&line, session.common.misere).map_err(|error| game::hinted(error, &line))?;
    if let Some(extra) = chosen.rest.first() {
        let message = format!("unexpected `{extra}`: the positions come from {}", path.display());
        return Err(CliError::about(extra, message, "leave the position out, or --positions"));
    }
    let text = match file(Some(path)) {
        Some(path) => input::text(path).map_err(|error| {
            let number = path.to_str().is_some_and(|name| name.parse::<u64>().is_ok());
            match number {
                true => CliError::usage(
                    format!("cannot read {}: --positions names a file of positions", path.display()),
                    format!("to limit how many positions are solved, write --max-positions {}", path.display()),
                ),
                false => CliError::file("read", path, &error),
            }
        })?,
        None => input::piped_text()?,
    };
    let wanted = question(words).unwrap_or(Question::ValueAndMoves);
    let out = file(words.output.as_deref());
    let (mut kept, mut code) = (String::new(), 0);
    for (number, line) in (1..).zip(text.lines()) {
        if line.trim().is_empty() {
            continue;
        }
        let position = session.run.one_position(&chosen.game, line.trim()).map_err(CliError::from);
        let answered = position.and_then(|position| one(session, Query::new(&chosen.game.rules, position, wanted)));
        let object = match answered {
            Ok(object) => numbered(&object, number),
            Err(trouble) => {
                code = worse(code, trouble.code(session.signals()));
                let ends = is_the_end(&trouble);
                let object = error_line(&trouble, number);
                if ends {
                    emit(out.is_none(), &object, &mut kept);
                    break;
                }
                object
            }
        };
        if !emit(out.is_none(), &object, &mut kept) {
            return Ok(Reply { out: String::new(), code: 2 });
        }
    }
    if let Some(path) = out {
        crate::output::write_file(path, &kept)?;
    }
    Ok(Reply { out: String::new(), code })
}

/// The answer to one position as JSON.
fn one(session: &Session, query: Query) -> Result<String, CliError> {
    let mut found = session.run.find(query, Wanted::default())?;
    let moves = winning(&mut found)?;
    found.moves_left()?;
    let solved = session.settle(found)?;
    Ok(solve_json(&solved, moves.as_ref()))
}

/// Writes a line, or keeps it for the file. Returns whether that worked.
fn emit(streamed: bool, line: &str, kept: &mut String) -> bool {
    if streamed {
        return write_out(line);
    }
    kept.push_str(line);
    true
}

/// The object with the number of its line first.
fn numbered(object: &str, number: usize) -> String {
    let Ok(Value::Object(map)) = serde_json::from_str(object) else { return object.to_owned() };
    let mut all = serde_json::Map::from_iter([("line".to_owned(), Value::from(number))]);
    all.extend(map);
    format!("{}\n", Value::Object(all))
}

/// Whether nothing more can be answered: the time of the whole run is up, or a signal ends it.
fn is_the_end(trouble: &CliError) -> bool {
    matches!(trouble, CliError::Library(Error::Stopped(stopped))
        if matches!(stopped.reason, Reason::Time | Reason::Interrupted))
}

/// The exit code that tells more: a mistake of the input, then a limit.
fn worse(one: u8, other: u8) -> u8 {
    match (one, other) {
        (128.., _) | (2, 0..=127) => one,
        (_, 128..) | (_, 2) => other,
        _ => one.max(other),
    }
}
