//! The thread that works while its caller watches.
//!
//! Python handles signals on its main thread alone, and only when that thread asks for them. So a
//! caller does not work: it hands its work to a thread and looks, every [`EVERY`], at signals, the
//! time and the memory, whatever the work is busy with. Work that does not end when it should is
//! left: its thread ends with it, and nobody gets its result.
//!
//! To start a thread takes longer than a small question. So each caller keeps its thread. A process
//! that was forked has no other threads, and starts its own.

use std::{
    any::Any,
    cell::RefCell,
    mem,
    panic::{AssertUnwindSafe, catch_unwind, resume_unwind},
    sync::{
        Arc, Mutex, PoisonError,
        mpsc::{self, RecvTimeoutError, Sender},
    },
    thread,
    time::Duration,
};

/// The time between two looks.
pub const EVERY: Duration = Duration::from_millis(50);

/// The time to the first look.
const FIRST: Duration = Duration::from_millis(1);

/// The stack of a thread: that of a main thread.
const STACK: usize = 8 << 20;

type Job = Box<dyn FnOnce() + Send>;

/// A thread that waits for jobs.
struct Worker {
    jobs: Sender<Job>,
    process: u32,
}

thread_local! {
    /// The worker of this caller. A call inside of a call, from a progress callback, has another
    /// one.
    static IDLE: RefCell<Option<Worker>> = const { RefCell::new(None) };
}

impl Worker {
    /// The worker that is kept, or a new one; `None` if the system starts no more threads.
    fn take() -> Option<Worker> {
        let process = std::process::id();
        match IDLE.take() {
            Some(kept) if kept.process == process => return Some(kept),
            // Its thread is in another process, and may hold a lock of the channel for ever.
            Some(foreign) => mem::forget(foreign),
            None => {}
        }
        let (jobs, list) = mpsc::channel::<Job>();
        let work = move || list.into_iter().for_each(|job| job());
        thread::Builder::new().name("grundy".into()).stack_size(STACK).spawn(work).ok()?;
        Some(Worker { jobs, process })
    }
}

/// Does work on another thread, and calls `leave` again and again until it ends: `None` if `leave`
/// returns true before that. Where the system starts no thread, the caller works.
pub fn run<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static, leave: &mut dyn FnMut() -> bool) -> Option<T> {
    let place = Arc::new(Mutex::new(None));
    let result = place.clone();
    let job = move || {
        let done = work();
        *result.lock().unwrap_or_else(PoisonError::into_inner) = Some(done);
    };
    finish(Box::new(job), leave);
    place.lock().unwrap_or_else(PoisonError::into_inner).take()
}

/// Does a job: one function for the results of all kinds, of which there are many.
fn finish(job: Job, leave: &mut dyn FnMut() -> bool) {
    let Some(worker) = Worker::take() else { return job() };
    let (end, ends) = mpsc::sync_channel::<Result<(), Box<dyn Any + Send>>>(1);
    let job = move || {
        // Whoever has left does not want it.
        let _ = end.send(catch_unwind(AssertUnwindSafe(job)));
    };
    worker.jobs.send(Box::new(job)).expect("a worker waits for jobs");
    let mut pause = FIRST;
    loop {
        match ends.recv_timeout(pause) {
            Ok(done) => {
                IDLE.set(Some(worker));
                return done.unwrap_or_else(|panic| resume_unwind(panic));
            }
            Err(RecvTimeoutError::Timeout) if leave() => return,
            Err(RecvTimeoutError::Timeout) => pause = EVERY,
            Err(RecvTimeoutError::Disconnected) => unreachable!("a job sends its end"),
        }
    }
}
