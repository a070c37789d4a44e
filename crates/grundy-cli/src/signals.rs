//! Ctrl-C, and the signals by which others end the program (`kill`, `timeout`, a terminal that
//! closes). On Windows, Ctrl-C, Ctrl-Break and a console that closes, all as Ctrl-C.
//!
//! The first one during work ends the work in good order, so that what is known is kept; the next
//! one ends the program at once. Before and after the work the first one does, since to read from a
//! pipe, or to write to one, may wait for ever. On Unix everything is done in the handlers, so that
//! no thread has to be started for them.
//!
//! Windows has no signals. Its C library imitates them, and older ones forget the handler, or take
//! the question for it as a handler; so the console is asked (`ctrlc`).

use std::sync::{
    Arc,
    atomic::{AtomicBool, AtomicUsize, Ordering},
};

#[cfg(unix)]
use signal_hook::{
    consts::{SIGINT, SIGTERM},
    flag::{register, register_conditional_shutdown, register_usize},
};

use crate::streams::narrate;

/// The number of Ctrl-C, on every system.
#[cfg(not(unix))]
const SIGINT: i32 = 2;

/// The signals that ask the program to end, and what has come of them.
pub struct Signals {
    interrupted: Arc<AtomicBool>,
    at_once: Arc<AtomicBool>,
    last: Arc<AtomicUsize>,
}

impl Signals {
    /// Catches the signals from now on.
    pub fn new() -> Signals {
        let signals = Signals {
            interrupted: Arc::default(),
            at_once: Arc::new(AtomicBool::new(true)),
            last: Arc::new(AtomicUsize::new(SIGINT as usize)),
        };
        #[cfg(unix)]
        for signal in [Some(SIGINT), Some(SIGTERM), hangup()].into_iter().flatten() {
            if let Err(error) = signals.catch(signal) {
                narrate(&format!("warning: signal {signal} ends the program at once: {error}"));
            }
        }
        #[cfg(windows)]
        if let Err(error) = signals.catch() {
            narrate(&format!("warning: Ctrl-C ends the program at once: {error}"));
        }
        signals
    }

    /// As the one for Unix.
    #[cfg(windows)]
    fn catch(&self) -> Result<(), ctrlc::Error> {
        let (interrupted, at_once) = (self.interrupted.clone(), self.at_once.clone());
        ctrlc::set_handler(move || {
            if at_once.load(Ordering::SeqCst) {
                std::process::exit(128 + SIGINT);
            }
            interrupted.store(true, Ordering::SeqCst);
            at_once.store(true, Ordering::SeqCst);
        })
    }

    /// In this order: what the first signal sets is what makes the second one end the program.
    #[cfg(unix)]
    fn catch(&self, signal: i32) -> std::io::Result<()> {
        register_conditional_shutdown(signal, 128 + signal, self.at_once.clone())?;
        register_usize(signal, self.last.clone(), signal as usize)?;
        register(signal, self.interrupted.clone())?;
        register(signal, self.at_once.clone()).map(drop)
    }

    /// Work begins that looks at the flag.
    pub fn work(&self) {
        self.at_once.store(false, Ordering::SeqCst);
        // One that came before the line above has its effect all the same.
        if self.interrupted.load(Ordering::SeqCst) {
            self.at_once.store(true, Ordering::SeqCst);
        }
    }

    /// The work is done: nothing is left to be kept.
    pub fn done(&self) {
        self.at_once.store(true, Ordering::Relaxed);
    }

    /// From here on a terminal that closes ends the program at once: reading its keys may not
    /// return. On Windows the system does that.
    pub fn end_on_hangup(&self) {
        #[cfg(unix)]
        if let Some(signal) = hangup() {
            let always = Arc::new(AtomicBool::new(true));
            if let Err(error) = register_conditional_shutdown(signal, 128 + signal, always) {
                narrate(&format!("warning: a terminal that closes does not end the program: {error}"));
            }
        }
    }

    /// The flag that the first signal sets.
    pub fn flag(&self) -> Arc<AtomicBool> {
        self.interrupted.clone()
    }

    /// Whether the work is to end.
    pub fn interrupted(&self) -> bool {
        self.interrupted.load(Ordering::Relaxed)
    }

    /// The exit code of work that a signal ended: 128 and its number, as shells have it.
    pub fn code(&self) -> u8 {
        u8::try_from(128 + self.last.load(Ordering::Relaxed)).unwrap_or(u8::MAX)
    }
}

/// The signal of a terminal that closes; not under `nohup`, where it is ignored, nor where the
/// system does not say so.
#[cfg(unix)]
fn hangup() -> Option<i32> {
    use std::path::Path;

    use signal_hook::consts::SIGHUP;

    use crate::memory::small_file;

    let status = small_file(Path::new("/proc/self/status")).ok()?;
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"))?;
    let ignored = u64::from_str_radix(ignored.trim(), 16).ok()?;
    (ignored >> (SIGHUP - 1) & 1 == 0).then_some(SIGHUP)
}
