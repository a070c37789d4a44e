//! `--checkpoint FILE`: what is known so far, kept soon, then more and more seldom, at least every half minute, and when the
//! work ends; and read by the next run of the same command.
//!
//! What is here is shared by all verbs that keep something: how often, what is said, and how a file is refused. The rest is
//! about searches for one position. A file that is not taken up is never written over.

use std::{
    fs::{self, OpenOptions},
    path::Path,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use grundy::{Ask, Board, Budget, Keeper, Origin, Pace, Plan, Play, Progress, Query, Reason, Stopped, shelf};

use crate::output::{Trouble, narrate};

/// The longest time between two checkpoints, unless one takes over three seconds.
const EVERY: Duration = Duration::from_secs(30);

/// How often a checkpoint is written.
pub fn pace() -> Pace {
    Pace::new(EVERY)
}

/// Why a file is not taken up.
pub fn refused(path: &Path, why: impl std::fmt::Display) -> Trouble {
    Trouble::Input {
        code: "checkpoint",
        message: format!("{} is not taken up: {why}", path.display()),
        help: "name another file with --checkpoint, or remove this one to begin anew".into(),
        line: None,
    }
}

/// Says that a file was taken up.
pub fn taken_up(path: &Path, how: impl std::fmt::Display) {
    narrate(&format!("{}: taken up {how}", path.display()));
}

/// Says what a file holds at the end of the work.
pub fn holds(path: &Path, reason: Option<&Reason>, what: impl std::fmt::Display) {
    let why = if reason == Some(&Reason::Interrupted) { "interrupted; " } else { "" };
    narrate(&format!("{why}{} holds {what}", path.display()));
}

/// Whether a file can be written at this place: better to know before the work than after it. What is there stays.
pub fn writable(path: &Path) -> Result<(), Trouble> {
    let fresh = path.symlink_metadata().is_err();
    let tried = OpenOptions::new().append(true).create(true).open(path).map(drop);
    let left = if fresh && tried.is_ok() { fs::remove_file(path) } else { Ok(()) };
    tried.and(left).map_err(|error| Trouble::file("write", path, &error))
}

/// A checkpoint of a search for one position.
pub struct Kept<'p> {
    path: &'p Path,
    /// What was written last, or why nothing could be.
    last: Arc<Mutex<Option<Result<u64, String>>>>,
}

/// Prepares a search that goes on with a file, if it is there, and keeps what it finds in it.
pub fn begin<'p>(
    path: &'p Path,
    plan: &Plan<'_>,
    query: &Query,
    budget: Budget,
) -> Result<(Kept<'p>, Budget), Trouble> {
    let [step] = plan.steps() else {
        let help = "solve each game of the sum by itself: in normal play the values add";
        return Err(Trouble::usage("a checkpoint is about one game", help));
    };
    let Some(method) = step.keeper() else {
        let why = format!("the method `{}` keeps nothing that could be gone on with", step.kernel());
        return Err(Trouble::usage(why, "leave --checkpoint out"));
    };
    let about = about(query, method);
    let known = if path.exists() { Some(read(path, &about.game, &budget)?) } else { None };
    writable(path)?;
    let last = Arc::new(Mutex::new(None));
    let (own, told) = (path.to_path_buf(), last.clone());
    let keeper = Keeper::new(known, pace(), move |facts| {
        let written = shelf::search::save(&own, &about, facts.count, facts.bytes);
        let written = written.map(|()| facts.count).map_err(|error| error.to_string());
        if let Err(error) = &written {
            narrate(&format!("warning: cannot write {}: {error}", own.display()));
        }
        *told.lock().unwrap_or_else(PoisonError::into_inner) = Some(written);
    });
    Ok((Kept { path, last }, budget.keep(keeper)))
}

fn read(path: &Path, game: &[String], budget: &Budget) -> Result<Vec<u8>, Trouble> {
    let bytes = fs::metadata(path).map_err(|error| Trouble::file("read", path, &error))?.len();
    if bytes > budget.most_bytes() {
        let progress = Progress { bytes, ..budget.progress() };
        return Err(Stopped { reason: Reason::Memory(budget.most_bytes()), progress, known: Vec::new() }.into());
    }
    let known = shelf::search::load(path, game).map_err(|damage| refused(path, damage))?;
    taken_up(path, format!("with {} values, found for {}", known.count, known.question));
    Ok(known.facts)
}

impl Kept<'_> {
    /// What is to be said at the end of the search: trouble where the file was not what it seemed.
    pub fn end(&self, stopped: Option<&Stopped>) -> Result<(), Trouble> {
        if let Some(Stopped { reason: Reason::Unreadable(why), .. }) = stopped {
            return Err(refused(self.path, why));
        }
        match &*self.last.lock().unwrap_or_else(PoisonError::into_inner) {
            Some(Ok(count)) => holds(self.path, stopped.map(|stopped| &stopped.reason), format!("{count} values")),
            Some(Err(_)) => narrate(&format!("{} holds what could be written last", self.path.display())),
            None => {}
        }
        Ok(())
    }
}

/// What must be the same for a search to go on. Values are facts of the rules, whatever was asked; but where a bag narrows
/// a list to the words that fit, what is known of another bag is no part of its claim.
fn about(query: &Query, method: &str) -> shelf::search::About {
    let mut game = vec![format!("game {}", query.game_text())];
    let lists = query.boards.iter().flat_map(Board::lists);
    game.extend(lists.filter_map(|list| match list.origin() {
        Origin::Named(name) => Some(format!("list {:016x} {} {name}", list.fingerprint(), list.len())),
        _ => None,
    }));
    game.push(format!("convention {}", query.play));
    game.push(format!("method {method}"));
    let narrow = query.boards.iter().any(|board| matches!(board, Board::Bag(_)));
    let position = query.position_text();
    if narrow {
        game.push(format!("position {position}"));
    }
    let asked = match (query.ask, query.play) {
        (Ask::Outcome, _) | (_, Play::Misere) => "the outcome",
        (Ask::Nimber, _) => "the value",
        (Ask::Value | Ask::Table, _) => "the value and the moves",
    };
    let shown: String = position.chars().take(200).collect();
    let dots = if shown.len() < position.len() { ".." } else { "" };
    shelf::search::About { game, question: format!("{asked} of {shown}{dots}") }
}
