//! `--checkpoint FILE`: what is known so far, kept soon, then more and more seldom, at least every half minute, and when the
//! work ends; and read by the next run of the same command.
//!
//! What is here is shared by all verbs that keep something: how often, what is said, and how a file is refused. The rest is
//! about searches for one position. A file that is not taken up is never written over.

use std::{
    fs,
    io::ErrorKind,
    path::Path,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use grundy::{
    Budget, Checkpointer, Convention, Origin, Plan, Progress, Query, Question, Reason, Ruleset, Schedule, Solution,
    Stopped,
    shelf::{self, file::Lock},
};

use crate::{output::CliError, streams::narrate};

/// The longest time between two checkpoints, unless one takes over three seconds.
const EVERY: Duration = Duration::from_secs(30);

/// How often a checkpoint is written.
pub fn pace() -> Schedule {
    Schedule::new(EVERY)
}

/// Why a file is not taken up.
pub fn refused(path: &Path, why: impl std::fmt::Display) -> CliError {
    CliError::Input {
        code: "checkpoint",
        message: format!("{} is not taken up: {why}", path.display()),
        help: "name another file with --checkpoint, or remove this one to begin anew".into(),
        line: None,
    }
}

/// Says that a file was taken up.
pub fn resumed(path: &Path, how: impl std::fmt::Display) {
    narrate(&format!("{}: taken up {how}", path.display()));
}

/// Says what a file holds at the end of the work.
pub fn holds(path: &Path, reason: Option<&Reason>, what: impl std::fmt::Display) {
    let why = if reason == Some(&Reason::Interrupted) { "interrupted; " } else { "" };
    narrate(&format!("{why}{} holds {what}", path.display()));
}

/// Says that nothing was kept, and why.
pub fn unused(path: &Path, why: impl std::fmt::Display) {
    let what = if path.exists() { "stays as it was" } else { "is not written" };
    narrate(&format!("{} {what}: {why}", path.display()));
}

/// Says that what is known could not be kept at the moment; the work goes on.
pub fn unwritten(path: &Path, error: impl std::fmt::Display) {
    narrate(&format!("warning: cannot write {}: {error}", path.display()));
}

/// Whether a file can be written at this place: better to know before the work than after it. What is there stays.
pub fn writable(path: &Path) -> Result<(), CliError> {
    shelf::file::writable(path).map_err(|error| CliError::file("write", path, &error))
}

/// The right to go on with a file and to write it, which one run at a time has.
pub fn lock(path: &Path) -> Result<Lock, CliError> {
    let lock = Lock::take(path).map_err(|error| match error.kind() {
        ErrorKind::WouldBlock => CliError::Input {
            code: "checkpoint",
            message: format!("{} is in use by another run of grundy", path.display()),
            help: "wait until that run ends, or name another file".into(),
            line: None,
        },
        _ => CliError::file("write", path, &error),
    })?;
    writable(path)?;
    Ok(lock)
}

/// A checkpoint of a search for one position.
pub struct Kept<'p> {
    path: &'p Path,
    _lock: Lock,
    /// The method that keeps what it finds.
    method: &'static str,
    written: Arc<Mutex<Written>>,
}

/// What came of writing a checkpoint.
#[derive(Default)]
struct Written {
    /// How many values the file holds, if this run wrote it.
    count: Option<u64>,
    /// Whether it could not be written when there was more to write.
    failed: bool,
}

/// Prepares a search that goes on with a file, if it is there, and keeps what it finds in it.
pub fn begin<'p>(
    path: &'p Path,
    plan: &Plan<'_>,
    query: &Query,
    budget: Budget,
) -> Result<(Kept<'p>, Budget), CliError> {
    let [step] = plan.steps() else {
        let help = "solve each game of the sum by itself: in normal play the values add";
        return Err(CliError::usage("a checkpoint is about one game", help));
    };
    let Some(method) = step.keeper() else {
        let why = format!("the method `{}` keeps nothing that could be gone on with", step.kernel());
        return Err(CliError::usage(why, "leave --checkpoint out"));
    };
    let about = about(query, method);
    let lock = lock(path)?;
    let known = if path.exists() { Some(read(path, &about.game, &budget)?) } else { None };
    let written = Arc::new(Mutex::new(Written::default()));
    let (own, told) = (path.to_path_buf(), written.clone());
    let keeper = Checkpointer::new(known, pace(), move |facts| {
        let saved = shelf::search::save(&own, &about, facts.count, facts.bytes);
        let mut told = told.lock().unwrap_or_else(PoisonError::into_inner);
        told.failed = saved.is_err();
        match saved {
            Ok(()) => told.count = Some(facts.count),
            Err(error) => unwritten(&own, error),
        }
    });
    Ok((Kept { path, _lock: lock, method, written }, budget.keep(keeper)))
}

fn read(path: &Path, game: &[String], budget: &Budget) -> Result<Vec<u8>, CliError> {
    let bytes = fs::metadata(path).map_err(|error| CliError::file("read", path, &error))?.len();
    if bytes > budget.most_bytes() {
        let progress = Progress { bytes, ..budget.progress() };
        return Err(Stopped { reason: Reason::Memory(budget.most_bytes()), progress, known: Vec::new() }.into());
    }
    let known = shelf::search::load(path, game).map_err(|damage| refused(path, damage))?;
    resumed(path, format!("with {} values, found for {}", known.count, known.question));
    Ok(known.facts)
}

impl Kept<'_> {
    /// What is to be said at the end of the search: trouble where the file was not what it seemed.
    pub fn end(&self, solved: &Result<(Solution, String), Stopped>) -> Result<(), CliError> {
        let stopped = solved.as_ref().err();
        if let Some(Stopped { reason: Reason::Unreadable(why), .. }) = stopped {
            return Err(refused(self.path, why));
        }
        let reason = stopped.map(|stopped| &stopped.reason);
        let written = self.written.lock().unwrap_or_else(PoisonError::into_inner);
        match (written.count, written.failed, solved) {
            (Some(count), false, _) => holds(self.path, reason, format!("{count} values")),
            (Some(count), true, _) => holds(self.path, reason, format!("{count} values, which were written last")),
            (None, true, _) => unused(self.path, "what was found could not be written"),
            (None, false, Ok((_, kernel))) => unused(
                self.path,
                format!(
                    "the method `{kernel}`, which answered, keeps nothing; `solve --certificate FILE` keeps its answer"
                ),
            ),
            (None, false, Err(_)) => {
                unused(self.path, format!("the method `{}`, which keeps what it finds, had not begun", self.method));
            }
        }
        Ok(())
    }
}

/// What must be the same for a search to go on. Values are facts of the rules, whatever was asked; but where a bag narrows
/// a list to the words that fit, what is known of another bag is no part of its claim.
fn about(query: &Query, method: &str) -> shelf::search::About {
    let mut game = vec![format!("game {}", query.game_text())];
    let lists = query.rulesets.iter().flat_map(Ruleset::lists);
    game.extend(lists.filter_map(|list| match list.origin() {
        Origin::Named(name) => Some(format!("list {:016x} {} {name}", list.fingerprint(), list.len())),
        _ => None,
    }));
    game.push(format!("convention {}", query.convention));
    game.push(format!("method {method}"));
    let narrow = query.rulesets.iter().any(|ruleset| matches!(ruleset, Ruleset::Bag(_)));
    let position = query.position_text();
    if narrow {
        game.push(format!("position {position}"));
    }
    let asked = match (query.question, query.convention) {
        (Question::Outcome, _) | (_, Convention::Misere) => "the outcome",
        (Question::Value, _) => "the value",
        (Question::ValueAndMoves | Question::Table, _) => "the value and the moves",
    };
    let shown: String = position.chars().take(200).collect();
    let dots = if shown.len() < position.len() { ".." } else { "" };
    shelf::search::About { game, question: format!("{asked} of {shown}{dots}") }
}
