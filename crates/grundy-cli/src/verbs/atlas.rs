//! `grundy atlas 'octal 0.???'`: a family of games on all cores, one record a game.
//!
//! With `-o FILE` each record is appended to the file when it is there, and a run that was
//! interrupted resumes after the last whole one. The file names the family and the limit; one about
//! something else is refused, and so is one with a line that was altered.

use std::time::Duration;

use grundy_lab::{
    atlas::{family, survey_all},
    survey::Failure,
};
use grundy_show::{atlas_csv, atlas_heading, atlas_ndjson, entry_from_json, entry_json};

use crate::{
    cli::Atlas,
    output::{CliError, Reply, file},
    records::{Records, altered},
    session::Session,
};

pub fn run(session: &Session, mut words: Atlas) -> Result<Reply, CliError> {
    words.output = words.output.filter(|path| file(Some(path)).is_some());
    let games = family(&words.pattern).map_err(|why| CliError::usage(why, "grundy atlas 'octal 0.??' --to 10000"))?;
    let games = match words.shard {
        Some(shard) => shard.of(games),
        None => games,
    };
    let _lock = words.output.as_deref().map(|path| session.lock(path)).transpose()?;
    let (mut entries, mut kept) = match &words.output {
        Some(path) => {
            let (lines, file) = Records::open(path, atlas_heading(&words.pattern, words.to, words.shard).trim_end())?;
            let read = lines.iter().zip(2..).map(|(line, at)| entry_from_json(line).ok_or_else(|| altered(path, at)));
            (read.collect::<Result<_, _>>()?, Some((file, path)))
        }
        None => (Vec::new(), None),
    };
    // The time is that of each game.
    let each = session.common.time.map(Duration::from_secs_f64);
    let surveyed =
        survey_all(&session.run, &games, words.to, each, session.threads(), &mut entries, |entry| match &mut kept {
            Some((file, path)) => {
                file.append(&entry_json(entry)).map_err(|error| CliError::file("write", path, &error))
            }
            None => Ok(()),
        });
    surveyed.map_err(|failure| match failure {
        Failure::Study(at, why) => CliError::usage(format!("{}: {why}", games[at]), "leave it out of the family"),
        Failure::Keep(error) => error,
    })?;
    session.whole()?;
    Ok(if words.csv { atlas_csv(&entries) } else { atlas_ndjson(&entries) }.into())
}
