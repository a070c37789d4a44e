//! `grundy tables build`, `query`, `verify`, `export` and `compress`: tables of all positions on
//! disk.

#[cfg(feature = "cluster")]
use std::env;
use std::{io, path::Path, time::Duration};

use grundy::{Outcome, Query, Question, Run, layers::Summary, storage, stored};
use grundy_show::{
    Rows, Unwritten, built_json, built_text, compressed_json, compressed_text, export, exported_json, exported_text,
    looked_up_json, looked_up_text, solve_json, solve_text, verified_json, verified_text,
};
use grundy_verbs::Verb;

use crate::{
    cli::{Build, Compress, Export, Look, Solve, Stored, Verify},
    game,
    output::{CliError, VerbOutput, stream},
    session::Session,
    streams::is_closed,
    verbs::answering::{answer, written},
};

pub fn run(session: &Session, words: Stored) -> Result<VerbOutput, CliError> {
    match words {
        Stored::Build(words) => build(session, &words),
        Stored::Query(words) => query(session, &words),
        Stored::Verify(words) => verify(session, &words),
        Stored::Export(words) => export_rows(session, &words),
        Stored::Compress(words) => compress(session, &words),
    }
}

fn build(session: &Session, words: &Build) -> Result<VerbOutput, CliError> {
    let query = game::query(session, &words.position.words()).map_err(|error| game::offering("tables build", error))?;
    let run = &session.run;
    let (summary, first) = built(run, &query, words)?;
    // Another machine may see the folder as it was a moment ago.
    let stored = if first { Some(run.stored(&words.output)?) } else { None };
    let start = stored.and_then(|stored| stored.start(run).ok()).filter(|_| query.position.len() == 1);
    let reply = session.pick(|| built_text(&query, &summary, start), || built_json(&query, &summary, start));
    Ok(reply.into())
}

/// Builds a table. Returns whether this process is the first one.
fn built(run: &Run, query: &Query, words: &Build) -> Result<(Summary, bool), CliError> {
    let patience = Duration::try_from_secs_f64(words.together.patience).unwrap_or(Duration::MAX);
    if let Some(shard) = words.together.shard {
        let task = stored::task(shard.number(), shard.count(), patience)?;
        return Ok((run.build_table_part(query, &words.output, &task)?, true));
    }
    #[cfg(feature = "cluster")]
    if let Some((file, process)) = &words.together.hosts {
        let text = crate::input::text(file).map_err(|error| CliError::file("read", file, &error))?;
        let variable = |name: &str| env::var(name).ok();
        let hosts = stored::hosts(&text, &file.display().to_string(), *process, patience, &variable)?;
        return Ok((run.build_table_together(query, &words.output, &hosts)?, hosts.process == 0));
    }
    Ok((run.build_table(query, &words.output)?, true))
}

fn query(session: &Session, words: &Look) -> Result<VerbOutput, CliError> {
    let stored = session.run.stored(&words.table)?;
    let mut found = Vec::with_capacity(words.positions.len());
    for word in &words.positions {
        found.push((word.clone(), stored.look_up(&session.run, word)?));
    }
    Ok(session.pick(|| looked_up_text(&found), || looked_up_json(stored.query(), &found)).into())
}

fn verify(session: &Session, words: &Verify) -> Result<VerbOutput, CliError> {
    let stored = session.run.stored(&words.folder)?;
    let check = stored.verify(&session.run, words.count, words.seed)?;
    Ok(session.pick(|| verified_text(stored.query(), &check), || verified_json(stored.query(), &check)).into())
}

fn export_rows(session: &Session, words: &Export) -> Result<VerbOutput, CliError> {
    let json = ("the answer, which --json requests,", "name a file, or leave --json out");
    let piped = stream(&[("--output", Some(&words.output))], Some(json).filter(|_| session.common.json))?;
    let rows = match words.output.extension().and_then(|ending| ending.to_str()) {
        _ if piped => Rows::Csv,
        Some("csv") => Rows::Csv,
        Some("parquet") => Rows::Parquet,
        _ => {
            let name = words.output.display().to_string();
            let message = format!("{name} is neither a .parquet nor a .csv file");
            return Err(CliError::about(&name, message, "let the name of the file end with .parquet or .csv"));
        }
    };
    let stored = session.run.stored(&words.folder)?;
    let (mut positions, mut ended) = (0, None);
    let to = if piped { Path::new("/dev/stdout") } else { &words.output };
    // The old file stays if this one is not written to its end.
    let written = storage::file::replace(to, |out| match export(&stored, &session.run, rows, out) {
        Ok(count) => {
            positions = count;
            Ok(())
        }
        Err(Unwritten::File(error)) => Err(error),
        Err(Unwritten::Table(error)) => {
            ended = Some(error);
            Err(io::Error::other("the table was not read to its end"))
        }
    });
    match (ended, written) {
        (Some(error), _) => Err(error.into()),
        (None, Err(error)) if piped && is_closed(&error) => Ok(String::new().into()),
        (None, Err(error)) => Err(CliError::file("write", &words.output, &error)),
        (None, Ok(())) if piped => Ok(String::new().into()),
        (None, Ok(())) => {
            let (query, name) = (stored.query(), words.output.display().to_string());
            let text = || exported_text(query, positions, &name);
            Ok(session.pick(text, || exported_json(query, positions, &name)).into())
        }
    }
}

fn compress(session: &Session, words: &Compress) -> Result<VerbOutput, CliError> {
    let written = session.run.compress_table(&words.folder, &words.output)?;
    let name = words.output.display().to_string();
    Ok(session.pick(|| compressed_text(&written, &name), || compressed_json(&written, &name)).into())
}

/// The answer to `solve --from DIR`. It has no moves: a table of values proves none.
pub fn solve(session: &Session, words: &Solve, folder: &Path) -> Result<VerbOutput, CliError> {
    let mut query = game::query(session, &words.verb.line())?;
    query.question = words.verb.question.map_or(query.question, Question::from);
    let solved = session.run.stored(folder)?.answer(&session.run, query)?;
    if words.quiet {
        return Ok(VerbOutput { out: String::new(), code: u8::from(solved.outcome() == Some(Outcome::P)) });
    }
    let text = written(
        session,
        |sheet| solve_text(&solved, None, session.colour(), sheet),
        |sheet| solve_json(&solved, None, None, sheet),
    )?;
    answer(words.output.as_deref(), text)
}
