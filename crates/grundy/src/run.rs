//! One piece of work: its limits, and the surroundings that cancel, measure and watch it.
//!
//! Every operation of the library that may take long is a method of [`Run`], so that one moment
//! ends the answer, its moves and its check together, and a front end states once how it wants to
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
use grundy_lang::ReadGame;
use grundy_solvers::{Budget, Progress, Reason, Stopped, support::clock::Instant};

use crate::{error::Error, solved::Stats};

/// What a run may spend.
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
    /// Wall time for the answer and its check together; unlimited if absent.
    pub time: Option<Duration>,
    /// Memory in bytes; if absent 8 GiB, or 1 GiB where addresses have 32 bits.
    pub memory: Option<u64>,
    /// The number of positions that may be solved; unlimited if absent.
    pub positions: Option<u64>,
    /// The number of threads that search at the same time; the number of cores if absent.
    pub threads: Option<NonZero<usize>>,
}

/// What a run needs of its surroundings. Every method has a default that does nothing.
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

    /// The game of a game file, for a request that names one, with these values of parameters.
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

    /// The memory in bytes that the process holds in addition to what the run counts.
    fn held(&self) -> u64 {
        0
    }

    /// The bytes that the process holds and the bytes that it may hold, if it holds more than it
    /// may. It is called often, and must be cheap.
    fn overrun(&self) -> Option<(u64, u64)> {
        None
    }
}

/// A host that does nothing.
struct Quiet;

impl Host for Quiet {}

/// What happens during the work.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Event<'e> {
    /// Work that may take long begins. `premise` is what its estimate assumes, if it need not hold.
    Begin {
        /// The assumption, as a sentence without a full stop.
        premise: Option<&'e str>,
    },
    /// The work goes on.
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
    /// Something was done with a checkpoint.
    Checkpoint {
        /// The file.
        path: &'e Path,
        /// What was done.
        news: CheckpointNews<'e>,
    },
}

/// What was done with a checkpoint.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum CheckpointNews<'e> {
    /// The work resumes from it.
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
}

/// A piece of work under limits. Clones share its limits, its end and its host.
///
/// ```
/// use grundy::{Limits, Question, Run, lang};
///
/// let run = Run::new(Limits::default());
/// let query = lang::query("kayles", "5 + 7 + 9", Question::Value)?;
/// let solved = run.solve(query)?;
/// assert_eq!(solved.value(), Some(grundy::Nimber(2)));
/// # Ok::<(), grundy::Error>(())
/// ```
#[derive(Clone)]
pub struct Run {
    limits: Limits,
    end: Option<Instant>,
    cancel: Arc<AtomicBool>,
    host: Arc<dyn Host>,
    checks: bool,
    means: Means,
    parameters: Arc<[(String, String)]>,
}

impl Run {
    /// A run whose time begins now, with a host that does nothing.
    pub fn new(limits: Limits) -> Run {
        let end = limits.time.and_then(|time| Instant::now().checked_add(time));
        let (cancel, host) = (Arc::default(), Arc::new(Quiet));
        Run { limits, end, cancel, host, checks: true, means: Means::default(), parameters: Arc::default() }
    }

    /// The run in these surroundings.
    pub fn host(self, host: Arc<dyn Host>) -> Run {
        Run { host, ..self }
    }

    /// The run with this flag in place of its own: the work ends soon after the flag is set.
    pub fn cancelled_by(self, flag: Arc<AtomicBool>) -> Run {
        Run { cancel: flag, ..self }
    }

    /// The run without checks: every answer is computed.
    pub fn unchecked(self) -> Run {
        Run { checks: false, ..self }
    }

    /// The run with checks by these means. A check by [`Means::Plain`] takes all the time that is
    /// left, not only the allowance that [`Run::solve`] states.
    pub fn checked_by(self, means: Means) -> Run {
        Run { means, ..self }
    }

    /// The run with these values of parameters, as names with texts, for the game of a request: see
    /// [`read_set`](crate::lang::read_set).
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
    pub fn within(&self, time: Option<Duration>) -> Run {
        let end = time.and_then(|time| Instant::now().checked_add(time));
        Run { limits: Limits { time, ..self.limits }, end, ..self.clone() }
    }

    /// Whether answers are checked.
    pub fn checks(&self) -> bool {
        self.checks
    }

    /// What answers are checked with.
    pub fn means(&self) -> Means {
        self.means
    }

    /// The flag that ends the work, to be set from another thread.
    pub fn cancel_flag(&self) -> Arc<AtomicBool> {
        self.cancel.clone()
    }

    /// Whether the work was cancelled.
    pub fn is_cancelled(&self) -> bool {
        self.cancel.load(Ordering::Relaxed)
    }

    /// The time that is left, if there is a limit.
    pub fn left(&self) -> Option<Duration> {
        self.end.map(|end| end.saturating_duration_since(Instant::now()))
    }

    /// The limits.
    pub fn limits(&self) -> Limits {
        self.limits
    }

    /// The memory that may be held, in bytes.
    pub fn most_bytes(&self) -> u64 {
        self.limits.memory.unwrap_or(Budget::new().most_bytes())
    }

    /// What is left of the limits, for work that begins now.
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

    /// As [`Run::budget`]; the host receives how far the work is.
    pub fn watched(&self) -> Budget {
        let host = self.host.clone();
        self.budget().report(move |progress| host.event(Event::Progress { doing: "solving", progress }))
    }

    /// Begins work that the host is to show, until the value is dropped. `premise` is what its
    /// estimate assumes, if it need not hold.
    pub fn begin(&self, premise: Option<&str>) -> Shown {
        self.host.event(Event::Begin { premise });
        Shown(self.host.clone())
    }

    /// Passes an event to the host.
    pub fn event(&self, event: Event<'_>) {
        self.host.event(event);
    }

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
