//! One piece of work: its limits, and the surroundings that cancel, measure and watch it.
//!
//! Every operation of the library that may take long is a method of [`Run`], so that one moment
//! ends the answer, its moves and its check together, and a front end states once how it is to
//! be informed. What a run needs of the world outside, except for the clock, comes from its
//! [`Host`].

use std::{
    fmt,
    num::NonZero,
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use grundy_cert::Means;
use grundy_games::{ReadGame, Ruleset};
use grundy_solvers::{
    Budget, Progress, Reason, Stopped,
    support::{clock::Instant, threads},
};

use crate::{error::Error, help::Help, solved::Stats};

/// What a run may spend.
///
/// The default has no limit on time and positions, and the default memory and threads. Reaching a
/// limit ends the work with [`Error::Stopped`]; it never changes an answer.
///
/// ```
/// use std::time::Duration;
///
/// let limits = grundy::Limits { time: Some(Duration::from_secs(10)), ..Default::default() };
/// assert!(limits.memory.is_none());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default))]
pub struct Limits {
    /// Wall time for the answer and its check together; unlimited if absent. It counts from
    /// [`Run::new`] on.
    pub time: Option<Duration>,
    /// Memory in bytes; if absent 8 GiB, or 1 GiB where addresses have 32 bits. It counts the
    /// tables of the solvers and of the checker, not the whole process; [`Host::held`] adds the
    /// rest.
    pub memory: Option<u64>,
    /// The number of positions that may be solved; unlimited if absent. Each solver counts as
    /// positions what it stores or expands, so the same limit means different work for different
    /// solvers.
    pub positions: Option<u64>,
    /// The number of threads that search at the same time; the number of cores if absent. Some
    /// solvers use one thread whatever it is.
    pub threads: Option<NonZero<usize>>,
}

/// What a run needs of its surroundings. Every method has a default that does nothing.
///
/// The library reads no environment, no standard input and no signals. A front end implements what
/// it has: the command line all of it, a server the memory and the events, a page in a browser only
/// the events. The host is shared by all clones of a run, and is called from several threads.
pub trait Host: Send + Sync {
    /// Work that can be cancelled begins: called whenever a budget is made or a check begins.
    fn work_begins(&self) {}

    /// Receives what happens during the work. It is called from the threads that work, and must
    /// return soon.
    fn event(&self, event: Event<'_>) {
        let _ = event;
    }

    /// The bytes of the word list of this name, for a certificate that names one.
    ///
    /// # Errors
    /// Why there is no such list.
    fn word_list(&self, name: &str) -> Result<Vec<u8>, String> {
        Err(format!("there is no word list {name} here"))
    }

    /// The game of a game file, for a request that names one, with these values of parameters. A
    /// [`ReadGame`] is the declaration with its text and what the file expects.
    ///
    /// # Errors
    /// Why there is no such game.
    fn game_file(&self, name: &str, parameters: &[(String, String)]) -> Result<ReadGame, Error> {
        let _ = parameters;
        Err(Error::usage(name, format!("there is no game file {name} here"), "write the text of the game"))
    }

    /// The position that a request writes as `-`, such as the text of standard input.
    ///
    /// # Errors
    /// Why there is none.
    fn piped(&self) -> Result<String, Error> {
        Err(Error::usage("-", "there is no standard input here", "write the position"))
    }

    /// The memory in bytes that the process holds in addition to what the run counts. It is read
    /// once for each budget, and reduces the memory that the work may take.
    fn held(&self) -> u64 {
        0
    }

    /// The bytes that the process holds and the bytes that it may hold, if it holds more than it
    /// may. It is called often, and must be cheap.
    fn overrun(&self) -> Option<(u64, u64)> {
        None
    }
}

/// A host that receives no events but failures to write a checkpoint, and is otherwise as another
/// one.
struct Deaf(Arc<dyn Host>);

impl Host for Deaf {
    fn event(&self, event: Event<'_>) {
        if let Event::Checkpoint { news: CheckpointNews::Unwritten(_) | CheckpointNews::Failed(_), .. } = event {
            self.0.event(event);
        }
    }

    fn work_begins(&self) {
        self.0.work_begins();
    }

    fn word_list(&self, name: &str) -> Result<Vec<u8>, String> {
        self.0.word_list(name)
    }

    fn game_file(&self, name: &str, parameters: &[(String, String)]) -> Result<ReadGame, Error> {
        self.0.game_file(name, parameters)
    }

    fn piped(&self) -> Result<String, Error> {
        self.0.piped()
    }

    fn held(&self) -> u64 {
        self.0.held()
    }

    fn overrun(&self) -> Option<(u64, u64)> {
        self.0.overrun()
    }
}

/// A host that does nothing.
struct Quiet;

impl Host for Quiet {}

/// What happens during the work.
///
/// Every [`Event::Begin`] is followed by one [`Event::End`], also when the work fails.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Event<'e> {
    /// Work that may take long begins. `premise` is what its estimate assumes, if it need not hold.
    Begin {
        /// The assumption, as a sentence without a full stop.
        premise: Option<&'e str>,
    },
    /// The work goes on.
    ///
    /// A host that shows it chooses itself how often: it may come many times a second.
    Progress {
        /// What is done: `solving`, `checking`, ..
        doing: &'e str,
        /// How far it is.
        progress: Progress,
    },
    /// A table of all positions is built.
    Table {
        /// How far it is.
        progress: grundy_layers::Progress,
    },
    /// The work that began last has ended.
    End,
    /// The solvers have ended, with an answer or without one.
    Ran {
        /// Their names, joined by `+`.
        solvers: &'e str,
        /// What they took.
        stats: Stats,
    },
    /// The rules of a game were read. Their word lists know what is left out of their files.
    Rules(&'e Ruleset),
    /// A game was read in other words: these, in backquotes, and after a colon why.
    ReadAs(&'e str),
    /// A position may not be what was meant: a sentence without a full stop.
    Doubt(&'e Help),
    /// Something was done with a checkpoint.
    Checkpoint {
        /// The file. It is the path as it was given.
        path: &'e Path,
        /// What was done.
        news: CheckpointNews<'e>,
    },
}

/// What was done with a checkpoint.
///
/// The texts are phrases for a message, such as `125 values`.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum CheckpointNews<'e> {
    /// The work resumes from it. The text is what it holds and what that was found for.
    Resumed(&'e str),
    /// At the end of the work it holds this.
    Holds {
        /// What it holds.
        what: &'e str,
        /// Whether the work was cancelled.
        interrupted: bool,
    },
    /// It was not written, for this reason: the file is as it was.
    Unused(&'e str),
    /// It cannot be written at the moment; the work goes on.
    Unwritten(&'e str),
    /// It could not be written at the end of the work; the answer stands.
    Failed(&'e Error),
    /// The work cannot resume from it; what else there is to do goes on.
    Refused(&'e Error),
}

/// A piece of work under limits. Clones share its limits, its end and its host.
///
/// A run is made once for a request and is used for all that the request needs: the answer, its
/// moves, the reasons and the check then end at the same moment. It is cheap to clone, and a clone
/// may be sent to another thread to cancel it.
///
/// ```
/// use grundy::{Limits, Question, Run, games};
///
/// let run = Run::new(Limits::default());
/// let query = games::query("kayles", "5 + 7 + 9", Question::Value)?;
/// let solved = run.solve(query)?;
/// assert_eq!(solved.value(), Some(grundy::Nimber(2)));
/// # Ok::<(), grundy::Error>(())
/// ```
#[derive(Clone)]
pub struct Run {
    /// The limits as they were given.
    limits: Limits,
    /// When the time is up; `None` without a limit on it.
    end: Option<Instant>,
    /// Whether the run was cancelled; clones share it.
    cancel: Arc<AtomicBool>,
    /// What it needs of its surroundings, such as word lists; clones share it.
    host: Arc<dyn Host>,
    /// Whether answers are checked before they are returned.
    checks: bool,
    /// What the checker computes options with.
    means: Means,
    /// The values of the parameters of games, by their names.
    parameters: Arc<[(String, String)]>,
}

impl Run {
    /// A run whose time begins now, with a host that does nothing.
    ///
    /// The time limit of a run cannot be extended later; [`Run::within`] makes a run with a new
    /// one.
    pub fn new(limits: Limits) -> Run {
        let end = limits.time.and_then(|time| Instant::now().checked_add(time));
        let (cancel, host) = (Arc::default(), Arc::new(Quiet));
        Run { limits, end, cancel, host, checks: true, means: Means::default(), parameters: Arc::default() }
    }

    /// The run in these surroundings.
    ///
    /// Clones that were made before keep theirs.
    pub fn host(self, host: Arc<dyn Host>) -> Run {
        Run { host, ..self }
    }

    /// The run with this flag in place of its own: the work ends soon after the flag is set.
    ///
    /// A solver looks at the flag whenever it looks at its limits, many times a second; the work
    /// then ends with the code `interrupted`.
    pub fn cancelled_by(self, flag: Arc<AtomicBool>) -> Run {
        Run { cancel: flag, ..self }
    }

    /// The run without checks: every answer is computed.
    ///
    /// The status is then [`Status::Computed`](crate::Status::Computed) with the doubt `Unchecked`.
    pub fn unchecked(self) -> Run {
        Run { checks: false, ..self }
    }

    /// The run with checks by these means. A check by [`Means::Plain`] takes all the time that is
    /// left, not only the allowance that [`Run::solve`] states.
    pub fn checked_by(self, means: Means) -> Run {
        Run { means, ..self }
    }

    /// The run with these values of parameters, as names with texts, for the game of a request: see
    /// [`read_set`](crate::games::read_set).
    ///
    /// ```
    /// let run = grundy::Run::new(Default::default()).set(vec![("k".into(), "3".into())]);
    /// let game = run.only_game(&["take 1..k".into()], false, "a table is about a game")?;
    /// assert_eq!(game.to_string(), "take 1..3");
    /// # Ok::<(), grundy::Error>(())
    /// ```
    pub fn set(self, parameters: Vec<(String, String)>) -> Run {
        Run { parameters: parameters.into(), ..self }
    }

    /// The values of parameters for the game of a request.
    pub fn parameters(&self) -> &[(String, String)] {
        &self.parameters
    }

    /// The run with this limit on the time from now on, in place of its own.
    ///
    /// `None` removes the limit. The flag and the host stay shared, and this run keeps its own end.
    pub fn within(&self, time: Option<Duration>) -> Run {
        let end = time.and_then(|time| Instant::now().checked_add(time));
        Run { limits: Limits { time, ..self.limits }, end, ..self.clone() }
    }

    /// The run with a host that receives no events, for parts of a larger piece of work which has
    /// its own.
    ///
    /// All else that the host supplies stays the same.
    pub fn without_events(&self) -> Run {
        Run { host: Arc::new(Deaf(self.host.clone())), ..self.clone() }
    }

    /// Whether answers are checked.
    ///
    /// True unless [`Run::unchecked`] has made the run.
    pub fn checks(&self) -> bool {
        self.checks
    }

    /// What answers are checked with.
    ///
    /// The default is the checker's evaluators, with the plain meaning for a sample and for
    /// whatever they leave open.
    pub fn means(&self) -> Means {
        self.means
    }

    /// The flag that ends the work, to be set from another thread.
    ///
    /// Setting it also ends the work of all clones of this run.
    pub fn cancel_flag(&self) -> Arc<AtomicBool> {
        self.cancel.clone()
    }

    /// Whether the work was cancelled.
    ///
    /// It stays true: a run that was cancelled is not used again.
    pub fn is_cancelled(&self) -> bool {
        self.cancel.load(Ordering::Relaxed)
    }

    /// The time that is left, if there is a limit.
    ///
    /// Zero once the time is up.
    pub fn left(&self) -> Option<Duration> {
        self.end.map(|end| end.saturating_duration_since(Instant::now()))
    }

    /// The limits.
    ///
    /// They are those that the run was made with, not what is left of them.
    pub fn limits(&self) -> Limits {
        self.limits
    }

    /// The number of threads that may work at the same time.
    ///
    /// The limit of the run, or the number of cores; 1 on a target without threads, and where the
    /// number of cores is not known.
    pub fn threads(&self) -> usize {
        threads::available(self.limits.threads)
    }

    /// The memory that may be held, in bytes.
    ///
    /// The limit of the run, or the default that [`Limits::memory`] states.
    pub fn most_bytes(&self) -> u64 {
        self.limits.memory.unwrap_or(Budget::new().most_bytes())
    }

    /// What is left of the limits, for work that begins now.
    ///
    /// Solvers and other parts of the workspace take the [`Budget`] itself. It informs the host
    /// that work begins.
    pub fn budget(&self) -> Budget {
        self.host.work_begins();
        let host = self.host.clone();
        let mut budget = Budget::new()
            .interrupt(self.cancel.clone())
            .bytes(self.most_bytes())
            .holding(self.host.held())
            .overrun(Arc::new(move || host.overrun()));
        if let Some(time) = self.left() {
            budget = budget.time(time);
        }
        if let Some(threads) = self.limits.threads {
            budget = budget.threads(threads);
        }
        match self.limits.positions {
            Some(positions) => budget.positions(positions),
            None => budget,
        }
    }

    /// What an answer that is known may spend to be written: memory as [`Run::budget`], and the
    /// time that is left, or a tenth of a second where the time is nearly up. If the work was
    /// cancelled, what is known is written all the same, within that time.
    ///
    /// Whatever grows with the position is charged to it before it is written.
    pub fn writing(&self) -> Budget {
        const GRACE: Duration = Duration::from_millis(100);
        let host = self.host.clone();
        let budget =
            Budget::new().bytes(self.most_bytes()).holding(self.host.held()).overrun(Arc::new(move || host.overrun()));
        match (self.is_cancelled(), self.left()) {
            (true, _) => budget.time_after_interrupt(GRACE),
            (false, None) => budget.interrupt(self.cancel.clone()),
            (false, Some(left)) => budget.interrupt(self.cancel.clone()).time(left.max(GRACE)),
        }
    }

    /// As [`Run::budget`]; the host receives how far the work is.
    ///
    /// The report comes from the thread that works.
    pub fn watched(&self) -> Budget {
        let host = self.host.clone();
        self.budget().report(move |progress| host.event(Event::Progress { doing: "solving", progress }))
    }

    /// Begins work that the host is to show, until the value is dropped. `premise` is what its
    /// estimate assumes, if it need not hold.
    ///
    /// The host receives [`Event::Begin`] now and [`Event::End`] when the returned value is
    /// dropped.
    pub fn begin(&self, premise: Option<&str>) -> Shown {
        self.host.event(Event::Begin { premise });
        Shown(self.host.clone())
    }

    /// Passes an event to the host.
    ///
    /// For work that is done outside of this crate, such as a survey of many games.
    pub fn event(&self, event: Event<'_>) {
        self.host.event(event);
    }

    /// The host.
    pub(crate) fn surroundings(&self) -> &Arc<dyn Host> {
        &self.host
    }

    /// Informs the host about a checkpoint.
    pub(crate) fn checkpoint_news(&self, path: &Path, news: CheckpointNews<'_>) {
        self.host.event(Event::Checkpoint { path, news });
    }

    /// The end for this reason, of work that has no budget.
    pub(crate) fn stopped(&self, reason: Reason) -> Stopped {
        Stopped { reason, progress: Progress::default(), known: Vec::new() }
    }
}

impl fmt::Debug for Run {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Run { limits, cancel, checks, means, parameters, .. } = self;
        let mut debug = f.debug_struct("Run");
        debug.field("limits", limits).field("cancel", cancel).field("checks", checks);
        debug.field("means", means).field("parameters", parameters).finish()
    }
}

/// Work that the host shows, until this value is dropped.
///
/// [`Run::begin`] returns it.
#[must_use = "the work ends when the value is dropped"]
pub struct Shown(Arc<dyn Host>);

impl fmt::Debug for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Shown")
    }
}

impl Drop for Shown {
    fn drop(&mut self) {
        self.0.event(Event::End);
    }
}
