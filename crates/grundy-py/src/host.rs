//! A run of the library on behalf of Python: its limits, word lists, progress, and Ctrl-C.
//!
//! The work has no interpreter lock. Python handles signals on its main thread only, and only with
//! that lock, so the thread that called takes it every [`EVERY`] when the library polls its host,
//! and there a progress callback is called too. An exception of either ends the work and is the
//! one that the caller sees.

use std::{
    collections::HashMap,
    num::NonZero,
    path::Path,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    thread::{self, ThreadId},
    time::{Duration, Instant},
};

use grundy::{Error, Event, Host, Run, lang::ReadGame, solvers::Progress};
use pyo3::{exceptions::PyValueError, prelude::*, types::PyBytes};

use crate::errors;

/// The time between two looks at signals.
const EVERY: Duration = Duration::from_millis(50);

/// The word lists that a game names, by name.
pub type Lists = HashMap<String, Arc<[u8]>>;

/// What work may take, and who watches it.
#[pyclass(frozen, module = "grundy._grundy")]
pub struct Limits {
    limits: grundy::Limits,
    checks: bool,
    progress: Option<Py<PyAny>>,
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
        let threads = threads
            .map(|threads| NonZero::new(threads).ok_or_else(|| PyValueError::new_err("threads must be 1 or more")));
        let (time, threads) = (time.transpose()?, threads.transpose()?);
        Ok(Limits { limits: grundy::Limits { time, memory, positions, threads }, checks: check, progress })
    }
}

/// What the library's work needs of Python.
pub struct Surroundings {
    caller: ThreadId,
    cancel: Arc<AtomicBool>,
    lists: Lists,
    progress: Option<Py<PyAny>>,
    state: Mutex<State>,
}

struct State {
    looked: Instant,
    begun: Instant,
    /// What is done, and how far it is.
    latest: Option<(String, Progress)>,
    /// The word lists that the work has read.
    served: Lists,
    /// What ended the work: `KeyboardInterrupt`, or an exception of the callback.
    raised: Option<PyErr>,
}

impl Surroundings {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Looks at signals and reports progress, if it is time for it.
    fn look(&self) {
        if thread::current().id() != self.caller {
            return;
        }
        let mut state = self.state();
        if state.looked.elapsed() < EVERY || state.raised.is_some() {
            return;
        }
        state.looked = Instant::now();
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
            self.state().raised = Some(raised);
            self.cancel.store(true, Ordering::Relaxed);
        }
    }

    /// The word lists that the work has read.
    pub fn served(&self) -> Lists {
        self.state().served.clone()
    }
}

impl Host for Surroundings {
    fn event(&self, event: Event<'_>) {
        if let (Event::Progress { doing, progress }, Some(_)) = (event, &self.progress)
            && thread::current().id() == self.caller
        {
            self.state().latest = Some((doing.to_owned(), progress));
        }
        self.look();
    }

    fn word_list(&self, name: &str) -> Result<Vec<u8>, String> {
        let bytes = match self.lists.get(name) {
            Some(bytes) => bytes.clone(),
            None => read(Path::new(name))?.into(),
        };
        self.state().served.insert(name.to_owned(), bytes.clone());
        Ok(bytes.to_vec())
    }

    fn game_file(&self, name: &str, parameters: &[(String, String)]) -> Result<ReadGame, Error> {
        grundy_cli::read_game_file(Path::new(name), parameters)
    }

    fn overrun(&self) -> Option<(u64, u64)> {
        self.look();
        None
    }
}

/// The bytes of a plain file: a pipe may never end.
fn read(path: &Path) -> Result<Vec<u8>, String> {
    match std::fs::metadata(path) {
        Ok(about) if about.is_file() => std::fs::read(path).map_err(|error| error.to_string()),
        Ok(_) => Err("it is not a plain file".to_owned()),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Err("there is no such file".to_owned()),
        Err(error) => Err(error.to_string()),
    }
}

/// The word lists of a dictionary of names and bytes.
pub fn lists(given: Option<HashMap<String, Bound<'_, PyBytes>>>) -> Lists {
    given.into_iter().flatten().map(|(name, bytes)| (name, bytes.as_bytes().into())).collect()
}

/// A run with its surroundings.
pub fn begin(py: Python<'_>, limits: Option<&Limits>, lists: &Lists) -> (Run, Arc<Surroundings>) {
    let run = Run::new(limits.map_or_else(Default::default, |limits| limits.limits));
    let now = Instant::now();
    let surroundings = Arc::new(Surroundings {
        caller: thread::current().id(),
        cancel: run.cancel_flag(),
        lists: lists.clone(),
        progress: limits.and_then(|limits| limits.progress.as_ref()).map(|progress| progress.clone_ref(py)),
        state: Mutex::new(State { looked: now, begun: now, latest: None, served: Lists::new(), raised: None }),
    });
    let run = run.host(surroundings.clone());
    (if limits.is_none_or(|limits| limits.checks) { run } else { run.unchecked() }, surroundings)
}

/// Does work without the interpreter lock.
///
/// # Errors
/// The exception of a signal or of the progress callback; else the error of the work.
pub fn work<T: Send>(
    py: Python<'_>,
    limits: Option<&Limits>,
    lists: &Lists,
    work: impl FnOnce(&Run) -> Result<T, Error> + Send,
) -> PyResult<T> {
    let (run, surroundings) = begin(py, limits, lists);
    let done = py.detach(|| work(&run));
    end(py, &surroundings, done)
}

/// The end of the work: its result, unless something was raised.
pub fn end<T>(py: Python<'_>, surroundings: &Surroundings, done: Result<T, Error>) -> PyResult<T> {
    match surroundings.state().raised.take() {
        Some(raised) => Err(raised),
        None => done.map_err(|error| errors::raised(py, &error)),
    }
}
