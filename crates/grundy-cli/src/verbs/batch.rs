//! `grundy solve GAME --positions FILE`: every line of the file as a position, one JSON object a
//! line, written as soon as it is found.
//!
//! The file is answered as it is read, so a pipe may go on for ever. A line with a mistake gets an
//! object with the error and its number, and the work goes on; at the end, stderr counts these
//! lines. Blank lines and lines that begin with `#` are left out.

use std::{
    io::{self, Write},
    path::Path,
};

use grundy::{
    Error, Known, Query, Question,
    games::{ReadGame, Ruleset, encoding},
    solvers::Reason,
    storage::file::replace,
};
use grundy_show::{Sheet, solve_json};
use grundy_verbs::Verb;

use crate::{
    cli::Solve,
    game,
    input::InputLines,
    output::{CliError, VerbOutput, error_line, file},
    session::Session,
    streams::{is_closed, narrate},
    verbs::answering::winning,
};

pub fn run(session: &Session, words: &Solve, path: &Path) -> Result<VerbOutput, CliError> {
    let line = words.verb.line();
    let chosen = session.run.choose(&line, session.common.misere).map_err(|error| game::hinted(error, &line))?;
    if let Some(extra) = chosen.rest.first() {
        let message = format!("unexpected `{extra}`: the positions come from {}", path.display());
        return Err(CliError::about(extra, message, "leave the position out, or --positions"));
    }
    let lines = InputLines::open(path).map_err(|error| {
        let number = path.to_str().is_some_and(|name| name.parse::<u64>().is_ok());
        match number {
            true => CliError::usage(
                format!("cannot read {}: --positions names a file of positions", path.display()),
                format!("to limit how many positions are solved, write --max-positions {}", path.display()),
            ),
            false => CliError::file("read", path, &error),
        }
    })?;
    let wanted = words.verb.question.map_or(Question::ValueAndMoves, Question::from);
    let known = Known::default();
    let mut batch =
        LineBatch { session, game: &chosen.game, wanted, known, lines: 0, errors: 0, undecided: 0, code: 0 };
    let answered = match file(words.output.as_deref()) {
        None => batch.answer(lines, path, &mut io::stdout()),
        Some(out) => {
            let mut answered = Ok(());
            let written = replace(out, |to| {
                answered = batch.answer(lines, path, to);
                Ok(())
            });
            written.map_err(|error| CliError::file("write", out, &error)).and(answered)
        }
    };
    batch.count();
    answered.map(|()| VerbOutput { out: String::new(), code: batch.code })
}

/// The answers to the lines of a file.
struct LineBatch<'b> {
    session: &'b Session,
    game: &'b ReadGame,
    wanted: Question,
    /// What earlier lines have proved.
    known: Known,
    /// The lines with a position.
    lines: u64,
    /// Those that are no position.
    errors: u64,
    /// Those that a limit left open.
    undecided: u64,
    /// The exit code.
    code: u8,
}

impl LineBatch<'_> {
    /// Answers the lines until one of them, or a reader that is gone, ends the work.
    fn answer(&mut self, mut lines: InputLines, path: &Path, to: &mut dyn Write) -> Result<(), CliError> {
        let mut number = 0;
        while let Some(line) = lines.next().map_err(|error| CliError::file("read", path, &error))? {
            number += 1;
            let text = encoding::text(&line);
            if text.as_ref().is_ok_and(|text| text.trim().is_empty() || self.is_comment(text)) {
                continue;
            }
            self.lines += 1;
            let answered = match text {
                Ok(text) => self.one(text.trim(), number),
                Err(fault) => {
                    let message = format!("the line cannot be read: {fault}");
                    Err(CliError::usage(message, fault.help(&path.display().to_string())))
                }
            };
            let (object, ends) = match answered {
                Ok(object) => (object, false),
                Err(trouble) => {
                    let code = trouble.code(self.session.signals());
                    *(if code == 2 { &mut self.errors } else { &mut self.undecided }) += 1;
                    self.code = worse(self.code, code);
                    (error_line(&trouble, number), is_the_end(&trouble))
                }
            };
            match to.write_all(object.as_bytes()).and_then(|()| to.flush()) {
                Ok(()) if ends => return Ok(()),
                Ok(()) => {}
                Err(error) if is_closed(&error) => return Ok(()),
                Err(error) => return Err(CliError::file("write", Path::new("the answers"), &error)),
            }
        }
        Ok(())
    }

    /// Whether a line is a comment. On a board of squares, a picture may begin with a hole:
    /// `#../...`.
    fn is_comment(&self, line: &str) -> bool {
        let pictures = matches!(
            self.game.rules.ruleset,
            Ruleset::Graph(_) | Ruleset::Ground(_) | Ruleset::Token(_) | Ruleset::Stones(_)
        );
        line.strip_prefix('#').is_some_and(|rest| !(pictures && rest.starts_with(['.', '#', '/'])))
    }

    /// The answer to one position, that of the line with this number, as JSON.
    fn one(&mut self, line: &str, number: usize) -> Result<String, CliError> {
        let position = self.session.run.one_position(self.game, line)?;
        let query = Query::new(&self.game.rules, position, self.wanted);
        let mut found = self.session.run.find_next(&mut self.known, query)?;
        let moves = winning(&mut found)?;
        found.moves_left()?;
        let solved = self.session.settle(found)?;
        Ok(solve_json(&solved, moves.as_ref(), Some(number), Sheet::new(self.session.run.writing()))?)
    }

    /// Says on stderr how many lines have no answer.
    fn count(&self) {
        let of = |count: u64, one: &str, many: &str| {
            let lines = if self.lines == 1 { "line" } else { "lines" };
            format!("{count} of {} {lines} {}", self.lines, if count == 1 { one } else { many })
        };
        if self.errors > 0 {
            narrate(&of(self.errors, "has an error", "have errors"));
        }
        if self.undecided > 0 {
            narrate(&of(self.undecided, "is not decided", "are not decided"));
        }
    }
}

/// Whether nothing more can be answered: the time of the whole run is up, or a signal ends it.
fn is_the_end(trouble: &CliError) -> bool {
    matches!(trouble, CliError::Library(Error::Stopped(stopped))
        if matches!(stopped.reason, Reason::Time | Reason::Interrupted))
}

/// The exit code of two lines together: a mistake of the input comes before a limit.
fn worse(one: u8, other: u8) -> u8 {
    match (one, other) {
        (128.., _) | (2, 0..=127) => one,
        (_, 128..) | (_, 2) => other,
        _ => one.max(other),
    }
}
