//! `grundy table build`, `query` and `verify`: tables of all positions on disk.

use std::path::Path;

use grundy::{Outcome, Query};
use grundy_show::{
    built_json, built_text, looked_up_json, looked_up_text, solve_json, solve_text, verified_json, verified_text,
};

use crate::{
    cli::{Build, Look, Solve, Stored, Verify},
    game,
    output::{CliError, Reply},
    session::Session,
    verbs::answering::{answer, question},
};

pub fn run(session: &Session, words: Stored) -> Result<Reply, CliError> {
    match words {
        Stored::Build(words) => build(session, &words),
        Stored::Query(words) => query(session, &words),
        Stored::Verify(words) => verify(session, &words),
    }
}

/// The error of a line that names neither a game nor a verb about tables.
pub fn nothing() -> CliError {
    CliError::usage("the game is missing", "write it after the verb: grundy table kayles 24")
}

fn build(session: &Session, words: &Build) -> Result<Reply, CliError> {
    let query = game::query(session, &words.position.words()).map_err(|error| game::offering("table build", error))?;
    let run = session.run.on_threads(words.threads);
    let summary = run.build_table(&query, &words.output)?;
    let start = run.stored(&words.output)?.start(&run).ok().filter(|_| query.position.len() == 1);
    let reply = session.pick(|| built_text(&query, &summary, start), || built_json(&query, &summary, start));
    Ok(reply.into())
}

fn query(session: &Session, words: &Look) -> Result<Reply, CliError> {
    let stored = session.run.stored(&words.folder)?;
    let mut found = Vec::with_capacity(words.positions.len());
    for word in &words.positions {
        found.push((word.clone(), stored.look_up(&session.run, word)?));
    }
    Ok(session.pick(|| looked_up_text(&found), || looked_up_json(stored.query(), &found)).into())
}

fn verify(session: &Session, words: &Verify) -> Result<Reply, CliError> {
    let stored = session.run.stored(&words.folder)?;
    let check = stored.verify(&session.run, words.sample, words.seed)?;
    Ok(session.pick(|| verified_text(stored.query(), &check), || verified_json(stored.query(), &check)).into())
}

/// The answer to `solve --from DIR`. It has no moves: a table of values proves none.
pub fn solve(session: &Session, words: &Solve, folder: &Path, mut query: Query) -> Result<Reply, CliError> {
    query.question = question(words).unwrap_or(query.question);
    let solved = session.run.stored(folder)?.answer(&session.run, query)?;
    if words.quiet {
        return Ok(Reply { out: String::new(), code: u8::from(solved.outcome() == Some(Outcome::P)) });
    }
    let text = session.pick(|| solve_text(&solved, None, session.colour()), || solve_json(&solved, None));
    answer(words.output.as_deref(), text)
}
