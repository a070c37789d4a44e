//! `grundy atlas 'octal 0.???'`: a family of games on all cores, one record a game.
//!
//! With `-o FILE` each record is appended to the file when it is there, and a run that was
//! interrupted resumes after the last whole one. The file names the family and the limit; one about
//! something else is refused, and so is one with a line that was altered.

use std::{
    collections::HashSet,
    num::NonZero,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
    time::Duration,
};

use grundy::{Declaration, Event, Progress, Reason, Stopped};
use grundy_lab::atlas::{Entry, family, survey};
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
    let _lock = words.output.as_deref().map(|path| session.lock(path)).transpose()?;
    let (mut entries, kept) = match &words.output {
        Some(path) => {
            let (lines, file) = Records::open(path, atlas_heading(&words.pattern, words.to).trim_end())?;
            let read = lines.iter().zip(2..).map(|(line, at)| entry_from_json(line).ok_or_else(|| altered(path, at)));
            (read.collect::<Result<_, _>>()?, Some(file))
        }
        None => (Vec::new(), None),
    };
    let known: HashSet<&str> = entries.iter().map(|entry| entry.game.as_str()).collect();
    let texts: Vec<String> = games.iter().map(Declaration::to_string).collect();
    let left: Vec<&Declaration> =
        games.iter().zip(&texts).filter(|(_, text)| !known.contains(text.as_str())).map(|(game, _)| game).collect();
    entries.extend(all(session, &words, &left, kept)?);
    entries.sort_by_key(|entry| texts.iter().position(|text| *text == entry.game));
    Ok(if words.csv { atlas_csv(&entries) } else { atlas_ndjson(&entries) }.into())
}

/// Surveys the games on several threads.
fn all(
    session: &Session,
    words: &Atlas,
    games: &[&Declaration],
    file: Option<Records>,
) -> Result<Vec<Entry>, CliError> {
    let cores = thread::available_parallelism().map_or(1, NonZero::get);
    // The time is that of each game.
    let each = session.common.time.map(Duration::from_secs_f64);
    let next = AtomicUsize::new(0);
    let done = Mutex::new((Vec::new(), file, None));
    let shown = session.run.begin(None);
    thread::scope(|scope| {
        for _ in 0..words.jobs.map_or(cores, usize::from).min(games.len()) {
            scope.spawn(|| {
                while let Some(game) = games.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let entry = survey(game, words.to, &mut session.run.within(each).budget());
                    let mut done = done.lock().unwrap_or_else(PoisonError::into_inner);
                    if session.interrupted() || done.2.is_some() {
                        return;
                    }
                    match entry {
                        Ok(entry) => {
                            let written = done.1.as_mut().map_or(Ok(()), |file| file.append(&entry_json(&entry)));
                            if let (Err(error), Some(path)) = (written, &words.output) {
                                done.2 = Some(CliError::file("write", path, &error));
                            }
                            done.0.push(entry);
                        }
                        Err(why) => {
                            done.2 = Some(CliError::usage(format!("{game}: {why}"), "leave it out of the family"))
                        }
                    }
                    let positions = done.0.len() as u64;
                    let progress = Progress { positions, ..Progress::default() };
                    session.run.event(Event::Progress { doing: "surveying games", progress });
                }
            });
        }
    });
    drop(shown);
    let (entries, _, trouble) = done.into_inner().unwrap_or_else(PoisonError::into_inner);
    match trouble {
        Some(trouble) => Err(trouble),
        None if session.interrupted() => {
            Err(Stopped { reason: Reason::Interrupted, progress: Progress::default(), known: Vec::new() }.into())
        }
        None => Ok(entries),
    }
}
