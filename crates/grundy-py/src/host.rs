//! A run of the library on behalf of Python: its limits, word lists, progress, and Ctrl-C.
//!
//! The work has no interpreter lock and a thread of its own ([`worker`]). The thread that called
//! watches it: it takes the lock every [`EVERY`], lets signals through and calls the progress
//! callback. An exception of either ends the work and is the one that the caller sees. Games whose
//! rules are functions of Python work on the thread that called, and watch themselves.
//!
//! The library looks at its limits many times a second. For what does not, such as text that is
//! read or written, the caller looks at them too, and leaves work that goes on after its end.

use std::{
    collections::HashMap,
    num::NonZero,
    path::Path,
    sync::{
        Arc, Mutex, MutexGuard, OnceLock, PoisonError,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    thread::{self, ThreadId},
    time::{Duration, Instant},
};

use grundy::{
    Error, Event, Host, Run, Stopped,
    games::ReadGame,
    solvers::{HugePages, Progress, Reason},
};
use pyo3::{exceptions::PyValueError, prelude::*, types::PyBytes};

use crate::{
    errors,
    worker::{self, EVERY},
};

/// So long after a signal the caller leaves work that has not ended.
const AFTER_A_SIGNAL: Duration = Duration::from_millis(100);

/// So long after the end of its time or memory the caller leaves work that has not ended.
const AFTER_A_LIMIT: Duration = Duration::from_secs(2);

/// What the process may take in addition to the limit while it works: stacks of threads, memory
/// that the allocator keeps, and what other threads of Python do meanwhile. What the library counts
/// is kept to the byte; this is for what it does not count.
const OTHERS: u64 = 512 << 20;

/// The most threads that work for one call.
const MOST_THREADS: usize = 1024;

/// The largest default of the memory, in bytes: half of the machine, if that is less.
const MEMORY: u64 = 8 << 30;

/// The word lists that a game names, by name.
pub type WordLists = HashMap<String, Arc<[u8]>>;

/// What work may take, and who watches it.
#[pyclass(frozen, module = "grundy._grundy")]
pub struct Limits {
    limits: grundy::Limits,
    checks: bool,
    progress: Option<Py<PyAny>>,
}

impl Limits {
    /// These limits alone.
    pub fn of(limits: grundy::Limits) -> Limits {
        Limits { limits, checks: true, progress: None }
    }

    /// The limit on the memory alone.
    pub fn memory(limits: Option<&Limits>) -> Limits {
        let memory = limits.and_then(|limits| limits.limits.memory);
        Limits::of(grundy::Limits { memory, ..grundy::Limits::default() })
    }
}

#[pymethods]
impl Limits {
    #[new]
    #[pyo3(signature = (seconds=None, memory=None, positions=None, threads=None, progress=None, check=true))]
    fn new(
        seconds: Option<f64>,
        memory: Option<u64>,
        positions: Option<u64>,
        threads: Option<usize>,
        progress: Option<Py<PyAny>>,
        check: bool,
    ) -> PyResult<Limits> {
        let time = seconds.map(|seconds| {
            Duration::try_from_secs_f64(seconds)
                .map_err(|_| PyValueError::new_err(format!("seconds must be a number from 0, not {seconds}")))
        });
        let threads = threads.map(|threads| {
            let some = NonZero::new(threads).filter(|some| some.get() <= MOST_THREADS);
            some.ok_or_else(|| {
                PyValueError::new_err(format!("threads must be from 1 to {MOST_THREADS}, not {threads}"))
            })
        });
        let (time, threads) = (time.transpose()?, threads.transpose()?);
        Ok(Limits { limits: grundy::Limits { time, memory, positions, threads }, checks: check, progress })
    }
}

/// What the library's work needs of Python.
pub struct Surroundings {
    caller: ThreadId,
    /// The thread that works, if it is not the caller.
    worker: OnceLock<ThreadId>,
    cancel: Arc<AtomicBool>,
    lists: WordLists,
    progress: Option<Py<PyAny>>,
    /// The memory that the work may take.
    most: u64,
    /// What the work holds when the process holds too much; else 0.
    over: AtomicU64,
    state: Mutex<HostState>,
}

struct HostState {
    looked: Instant,
    begun: Instant,
    /// What the process held at the first look.
    held: Option<u64>,
    /// What is done, and how far it is.
    latest: Option<(String, Progress)>,
    /// The word lists that the work has read.
    served: WordLists,
    /// What ended the work: `KeyboardInterrupt`, or an exception of the callback; and when.
    raised: Option<(PyErr, Instant)>,
    /// Why the work should have ended, and when.
    late: Option<(Reason, Instant)>,
}

impl Surroundings {
    fn state(&self) -> MutexGuard<'_, HostState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn works_here(&self) -> bool {
        thread::current().id() == *self.worker.get().unwrap_or(&self.caller)
    }

    /// Looks at signals and the memory, and reports progress, if it is time for it.
    fn look(&self) {
        if thread::current().id() != self.caller {
            return;
        }
        let mut state = self.state();
        if state.held.is_some() && state.looked.elapsed() < EVERY || state.raised.is_some() {
            return;
        }
        state.looked = Instant::now();
        self.measure(&mut state);
        let seconds = state.begun.elapsed().as_secs_f64();
        let latest = state.latest.take();
        drop(state);
        let seen = Python::attach(|py| {
            py.check_signals()?;
            match (&self.progress, latest) {
                (Some(progress), Some((doing, Progress { positions, bytes, goal, .. }))) => {
                    progress.call1(py, (doing, positions, goal, bytes, seconds)).map(drop)
                }
                _ => Ok(()),
            }
        });
        if let Err(raised) = seen {
            self.raise(raised);
        }
    }

    fn raise(&self, raised: PyErr) {
        self.state().raised = Some((raised, Instant::now()));
        self.cancel.store(true, Ordering::Relaxed);
    }

    /// Measures what the process holds more than at the first look: memory that no budget counts.
    fn measure(&self, state: &mut HostState) {
        let held = || grundy_cli::resident_memory().unwrap_or(0);
        let Some(before) = state.held else {
            state.held = Some(held());
            return;
        };
        let most = before.saturating_add(self.most).saturating_add(OTHERS);
        if held() > most {
            HugePages::trim();
            let held = held();
            self.over.store(if held > most { held - before } else { 0 }, Ordering::Relaxed);
        }
    }

    /// Watches work on another thread: true if it is to be left.
    fn leaves(&self, run: &Run) -> bool {
        self.look();
        let mut state = self.state();
        if let Some((_, since)) = state.raised {
            return since.elapsed() >= AFTER_A_SIGNAL;
        }
        let reason = match run.left() {
            Some(Duration::ZERO) => Some(Reason::Time),
            _ => (self.over.load(Ordering::Relaxed) > 0).then_some(Reason::Memory(self.most)),
        };
        let Some(reason) = reason else {
            state.late = None;
            return false;
        };
        let since = state.late.get_or_insert_with(|| (reason, Instant::now())).1;
        let is_late = since.elapsed() >= AFTER_A_LIMIT;
        if is_late {
            self.cancel.store(true, Ordering::Relaxed);
        }
        is_late
    }

    /// The error of work that was left.
    fn left(&self) -> Error {
        let bytes = self.over.load(Ordering::Relaxed);
        let reason = self.state().late.take().map_or(Reason::Interrupted, |(reason, _)| reason);
        Stopped { reason, progress: Progress { bytes, ..Progress::default() }, known: Vec::new() }.into()
    }

    /// Reports how many of many parts of the work are done.
    pub fn report(&self, doing: &str, done: usize, many: usize) {
        if self.progress.is_some() {
            let progress = Progress { positions: done as u64, goal: Some(many as u64), ..Progress::default() };
            self.state().latest = Some((doing.to_owned(), progress));
        }
    }

    /// The word lists that the work has read.
    pub fn served(&self) -> WordLists {
        self.state().served.clone()
    }
}

impl Host for Surroundings {
    fn event(&self, event: Event<'_>) {
        if let (Event::Progress { doing, progress }, Some(_)) = (event, &self.progress)
            && self.works_here()
        {
            self.state().latest = Some((doing.to_owned(), progress));
        }
        self.look();
    }

    fn word_list(&self, name: &str) -> Result<Vec<u8>, String> {
        let bytes = match self.lists.get(name) {
            Some(bytes) => bytes.clone(),
            None => read(Path::new(name), self.most)?.into(),
        };
        self.state().served.insert(name.to_owned(), bytes.clone());
        Ok(bytes.to_vec())
    }

    fn game_file(&self, name: &str, parameters: &[(String, String)]) -> Result<ReadGame, Error> {
        grundy_cli::read_game_file(Path::new(name), parameters)
    }

    fn overrun(&self) -> Option<(u64, u64)> {
        self.look();
        let held = self.over.load(Ordering::Relaxed);
        (held > 0).then_some((held, self.most))
    }
}

/// The bytes of a plain file that fits into the memory: a pipe may never end.
fn read(path: &Path, most: u64) -> Result<Vec<u8>, String> {
    match std::fs::metadata(path) {
        Ok(about) if about.is_file() && about.len() > most => {
            Err(format!("it has {} bytes, and the memory is limited to {most}", about.len()))
        }
        Ok(about) if about.is_file() => std::fs::read(path).map_err(|error| error.to_string()),
        Ok(_) => Err("it is not a plain file".to_owned()),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Err("there is no such file".to_owned()),
        Err(error) => Err(error.to_string()),
    }
}

/// The word lists of a dictionary of names and bytes.
pub fn lists(given: Option<HashMap<String, Bound<'_, PyBytes>>>) -> WordLists {
    given.into_iter().flatten().map(|(name, bytes)| (name, bytes.as_bytes().into())).collect()
}

/// Word lists as Python reads them.
pub fn named_bytes<'l, 'py>(py: Python<'py>, lists: &'l WordLists) -> HashMap<&'l str, Bound<'py, PyBytes>> {
    lists.iter().map(|(name, bytes)| (&**name, PyBytes::new(py, bytes))).collect()
}

/// The memory that work may take unless a limit is given: [`MEMORY`], or half of what there is.
fn default_memory() -> u64 {
    static HALF: OnceLock<u64> = OnceLock::new();
    *HALF.get_or_init(|| grundy_cli::half_of_memory().map_or(MEMORY, |half| half.min(MEMORY)))
}

/// A run with its surroundings.
pub fn begin(py: Python<'_>, limits: Option<&Limits>, lists: &WordLists) -> (Run, Arc<Surroundings>) {
    let mut own = limits.map_or_else(Default::default, |limits| limits.limits);
    if own.memory.is_none() && default_memory() < MEMORY {
        own.memory = Some(default_memory());
    }
    let run = Run::new(own);
    let now = Instant::now();
    let (latest, served, raised, late) = (None, WordLists::new(), None, None);
    let surroundings = Arc::new(Surroundings {
        caller: thread::current().id(),
        worker: OnceLock::new(),
        cancel: run.cancel_flag(),
        lists: lists.clone(),
        progress: limits.and_then(|limits| limits.progress.as_ref()).map(|progress| progress.clone_ref(py)),
        most: run.most_bytes(),
        over: AtomicU64::new(0),
        state: Mutex::new(HostState { looked: now, begun: now, held: None, latest, served, raised, late }),
    });
    let run = run.host(surroundings.clone());
    (if limits.is_none_or(|limits| limits.checks) { run } else { run.unchecked() }, surroundings)
}

/// Does work without the interpreter lock.
///
/// # Errors
/// The exception of a signal or of the progress callback; else the error of the work.
pub fn work<T: Send + 'static>(
    py: Python<'_>,
    limits: Option<&Limits>,
    lists: &WordLists,
    work: impl FnOnce(&Run) -> Result<T, Error> + Send + 'static,
) -> PyResult<T> {
    let (run, surroundings) = begin(py, limits, lists);
    go(py, run, &surroundings, work)
}

/// As [`work`], for a run that has begun.
pub fn go<T: Send + 'static>(
    py: Python<'_>,
    run: Run,
    surroundings: &Arc<Surroundings>,
    work: impl FnOnce(&Run) -> Result<T, Error> + Send + 'static,
) -> PyResult<T> {
    let (own, there) = (run.clone(), surroundings.clone());
    let job = move || {
        let _ = there.worker.set(thread::current().id());
        work(&own)
    };
    let done = py.detach(|| worker::run(job, &mut || surroundings.leaves(&run)));
    end(py, surroundings, done.unwrap_or_else(|| Err(surroundings.left())))
}

/// The end of the work: its result, unless something was raised.
pub fn end<T>(py: Python<'_>, surroundings: &Surroundings, done: Result<T, Error>) -> PyResult<T> {
    match surroundings.state().raised.take() {
        Some((raised, _)) => Err(raised),
        None => done.map_err(|error| errors::raised(py, &error)),
    }
}

/// Items that Python lists, read with the interpreter lock on the thread that called.
pub struct Reading<'r> {
    run: &'r Run,
    budget: grundy::solvers::Budget,
    items: u32,
}

/// Items between two looks at the limits.
const STRIDE: u32 = 1 << 10;

impl<'r> Reading<'r> {
    pub fn new(run: &'r Run) -> Reading<'r> {
        Reading { run, budget: run.budget(), items: 0 }
    }

    /// Counts what the items will hold, before they are read, if Python says how many there are.
    pub fn expect(&mut self, items: &Bound<'_, PyAny>, each: u64) -> PyResult<()> {
        // A range may have more items than its length can say.
        let many = items.len().map_or_else(
            |error| if error.is_instance_of::<pyo3::exceptions::PyOverflowError>(items.py()) { u64::MAX } else { 0 },
            |many| many as u64,
        );
        let bytes = many.saturating_mul(each);
        let fits = self.budget.hold(bytes);
        self.budget.release(bytes);
        fits.map_err(|stopped| errors::raised(items.py(), &stopped.into()))
    }

    /// Counts an item that holds these bytes, and now and then lets other threads run, and signals
    /// through.
    pub fn item(&mut self, py: Python<'_>, bytes: u64) -> PyResult<()> {
        self.items += 1;
        let held = self.budget.hold(bytes);
        if self.items == STRIDE || held.is_err() {
            self.items = 0;
            py.detach(|| ());
            py.check_signals()?;
            let stopped = match (held, self.run.left()) {
                (Err(stopped), _) => stopped,
                (_, Some(Duration::ZERO)) => self.budget.stopped(Reason::Time),
                _ => return Ok(()),
            };
            return Err(errors::raised(py, &stopped.into()));
        }
        Ok(())
    }
}
