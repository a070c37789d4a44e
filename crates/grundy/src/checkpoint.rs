//! Checkpoints: what long work knows, kept in a file by one run and read back by the next one.
//!
//! A file is written soon, then more and more seldom, at least every half minute, and at the end
//! of the work. A file that does not belong to the work is refused and never replaced. Here is what
//! all checkpoints share, and the checkpoint of a search for one position; heap games are in
//! `heaps.rs`, words keep a certificate (`proof/words.rs`).
//!
//! *What agrees.* The head of a file has lines about the game with the fingerprints of its word
//! lists, the convention, the solver and, for bags, the position. Work resumes only if all of them
//! are the same, whatever version of the program wrote the file.
//!
//! *What it proves.* Nothing by itself: values that were resumed become part of the claim, so the
//! check covers them. A file that was altered is found out by its checksum, and one that was wrong
//! from the start by the check. Only the segments of a check itself are believed
//! (`certificate/segments.rs`).
//!
//! The head of a file, as [`grundy_table`] writes it:
//!
//! ```text
//! grundy-checkpoint 1
//! kind facts
//! about game graph: take edge with its ends
//! about convention normal
//! about method proof-number
//! for the value of 4x5
//! count 253
//! ```

use std::{
    fs,
    io::ErrorKind,
    path::Path,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use grundy_cert::Solution;
use grundy_games::{Convention, Origin, Query, Question, Ruleset};
use grundy_solvers::{Budget, Checkpointer, Progress, Reason, Schedule, Stopped};
pub use grundy_table::file::Lock;
use grundy_table::{
    checkpoint::{self, About, Kind},
    file,
};

use crate::{
    error::Error,
    plan::{Plan, Step},
    run::Run,
};

pub use crate::run::CheckpointNews;

/// The longest time between two checkpoints, unless one takes over three seconds.
const EVERY: Duration = Duration::from_secs(30);

/// How often a checkpoint is written.
///
/// The solvers ask it when a checkpoint is due.
pub(crate) fn schedule() -> Schedule {
    Schedule::new(EVERY)
}

/// A checkpoint that the work cannot resume from.
pub(crate) fn refused(path: &Path, why: impl std::fmt::Display) -> Error {
    Error::refused(
        "checkpoint",
        format!("cannot resume from {}: {why}", path.display()),
        "name another checkpoint, or remove this one to begin anew",
    )
}

/// Returns an error if no file can be written at this place. What is there stays.
///
/// It does not wait for a pipe, and leaves no file where none was.
///
/// # Errors
/// [`Error::File`] with the reason of the system.
pub fn writable(path: &Path) -> Result<(), Error> {
    file::writable(path).map_err(|error| Error::file("write", path, error))
}

/// Takes the right to resume from a file and to write it, which one run at a time has. It is given
/// back when the lock is dropped.
///
/// The lock also ends with the process, so a run that was killed leaves none.
///
/// # Errors
/// [`Error::Refused`] if another run has it, [`Error::File`] if the file cannot be written.
pub fn lock(path: &Path) -> Result<Lock, Error> {
    let lock = Lock::take(path).map_err(|error| match error.kind() {
        ErrorKind::WouldBlock => Error::refused(
            "checkpoint",
            format!("{} is in use by another run of grundy", path.display()),
            "wait until that run ends, or name another file",
        ),
        _ => Error::file("write", path, error),
    })?;
    writable(path)?;
    Ok(lock)
}

/// A checkpoint of a search for one position.
///
/// It holds the lock of the file as long as the search runs.
pub(crate) struct OpenCheckpoint<'p> {
    path: &'p Path,
    _lock: Lock,
    /// The solver that keeps what it finds.
    solver: &'static str,
    written: Arc<Mutex<CheckpointWrite>>,
}

/// What writing a checkpoint has resulted in.
#[derive(Default)]
struct CheckpointWrite {
    /// The number of values in the file, if this run wrote it.
    count: Option<u64>,
    /// Whether the last attempt to write failed.
    failed: bool,
}

impl<'p> OpenCheckpoint<'p> {
    /// Prepares a search that resumes from a file, if it exists, and saves what it finds to it.
    ///
    /// Refused are a sum of several games, whose facts would mix, and a plan without a solver that
    /// saves anything.
    pub(crate) fn begin(
        run: &Run,
        path: &'p Path,
        plan: &Plan<'_>,
        query: &Query,
        budget: Budget,
    ) -> Result<(OpenCheckpoint<'p>, Budget), Error> {
        let [step] = plan.steps() else {
            let help = "solve each game of the sum by itself: in normal play the values add";
            return Err(Error::refused("usage", "a checkpoint is about one game", help));
        };
        let Some(solver) = Step::checkpointing_solver(step) else {
            let why = format!("the solver `{}` saves nothing to resume from", step.solver());
            return Err(Error::refused("usage", why, "leave the checkpoint out"));
        };
        let about = about(query, solver);
        let lock = lock(path)?;
        let known = if path.exists() { Some(read(run, path, &about.lines, &budget)?) } else { None };
        let written = Arc::new(Mutex::new(CheckpointWrite::default()));
        let (place, state, run) = (path.to_path_buf(), written.clone(), run.clone());
        let checkpointer = Checkpointer::new(known, schedule(), move |facts| {
            let saved = checkpoint::save(&place, Kind::Facts, &about, facts.count, facts.bytes);
            let mut state = state.lock().unwrap_or_else(PoisonError::into_inner);
            state.failed = saved.is_err();
            match saved {
                Ok(()) => state.count = Some(facts.count),
                Err(error) => run.checkpoint_news(&place, CheckpointNews::Unwritten(&error.to_string())),
            }
        });
        Ok((OpenCheckpoint { path, _lock: lock, solver, written }, budget.keep(checkpointer)))
    }

    /// Informs the host about the file at the end of the search.
    ///
    /// It reports what the file holds, or why it was not written.
    pub(crate) fn end(&self, run: &Run, solved: &Result<(Solution, String), Stopped>) -> Result<(), Error> {
        let stopped = solved.as_ref().err();
        if let Some(Stopped { reason: Reason::Unreadable(why), .. }) = stopped {
            return Err(refused(self.path, why));
        }
        let interrupted = stopped.is_some_and(|stopped| stopped.reason == Reason::Interrupted);
        let written = self.written.lock().unwrap_or_else(PoisonError::into_inner);
        let holds = |what: &str| run.checkpoint_news(self.path, CheckpointNews::Holds { what, interrupted });
        let unused = |why: &str| run.checkpoint_news(self.path, CheckpointNews::Unused(why));
        match (written.count, written.failed, solved) {
            (Some(count), false, _) => holds(&format!("{count} values")),
            (Some(count), true, _) => holds(&format!("{count} values, from the last time that it was written")),
            (None, true, _) => unused("what was found could not be written"),
            (None, false, Ok((_, solver))) => {
                unused(&format!(
                    "the solver `{solver}`, which answered, saves nothing; a certificate keeps its answer"
                ));
            }
            (None, false, Err(_)) => {
                unused(&format!("the solver `{}`, which saves what it finds, had not begun", self.solver));
            }
        }
        Ok(())
    }
}

/// The facts in a file that belongs to these lines. A file that is larger than the memory of the
/// budget ends the work with that limit, before it is read.
fn read(run: &Run, path: &Path, lines: &[String], budget: &Budget) -> Result<Vec<u8>, Error> {
    let bytes = fs::metadata(path).map_err(|error| Error::file("read", path, error))?.len();
    if bytes > budget.most_bytes() {
        let progress = Progress { bytes, ..budget.progress() };
        return Err(Stopped { reason: Reason::Memory(budget.most_bytes()), progress, known: Vec::new() }.into());
    }
    let known = checkpoint::load(path, &[Kind::Facts], lines).map_err(|damage| refused(path, damage))?;
    let what = format!("{} values, found for {}", known.count, known.about.purpose);
    run.checkpoint_news(path, CheckpointNews::Resumed(&what));
    Ok(known.contents)
}

/// What must be the same for a search to resume. Values are facts of the rules, whatever the
/// query; but where a bag narrows a list to the words that fit, what is known of another bag is no
/// part of its claim.
fn about(query: &Query, solver: &str) -> About {
    let mut lines = vec![format!("game {}", query.game_text())];
    let lists = query.rulesets.iter().flat_map(Ruleset::lists);
    lines.extend(lists.filter_map(|list| match list.origin() {
        Origin::Named(name) => Some(format!("list {:016x} {} {name}", list.fingerprint(), list.len())),
        _ => None,
    }));
    lines.push(format!("convention {}", query.convention));
    lines.push(format!("method {solver}"));
    let narrow = query.rulesets.iter().any(|ruleset| matches!(ruleset, Ruleset::Bag(_)));
    let position = query.position_text();
    if narrow {
        lines.push(format!("position {position}"));
    }
    let sought = match (query.question, query.convention) {
        (Question::Outcome, _) | (_, Convention::Misere) => "the outcome",
        (Question::Value, _) => "the value",
        (Question::ValueAndMoves | Question::Table, _) => "the value and the moves",
    };
    let shown: String = position.chars().take(200).collect();
    let dots = if shown.len() < position.len() { ".." } else { "" };
    About { lines, purpose: format!("{sought} of {shown}{dots}") }
}
