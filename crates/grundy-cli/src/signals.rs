//! Ctrl-C, and the signals by which others end the program (`kill`, `timeout`, a terminal that
//! closes, Ctrl-Break on Windows).
//!
//! The first one during work ends the work in good order, so that what is known is kept; the next
//! one ends the program at once. Before and after the work the first one does, since to read from a
//! pipe, or to write to one, may wait for ever. Everything is done in the handlers, so that no
//! thread has to be started for them.

use std::{
    io,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
};

use signal_hook::{
    consts::{SIGINT, SIGTERM},
    flag::{register, register_conditional_shutdown, register_usize},
};

use crate::streams::narrate;

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
        for signal in [Some(SIGINT), Some(SIGTERM), hangup()].into_iter().flatten() {
            if let Err(error) = signals.catch(signal) {
                narrate(&format!("warning: signal {signal} ends the program at once: {error}"));
            }
        }
        signals
    }

    /// In this order: what the first signal sets is what makes the second one end the program.
    fn catch(&self, signal: i32) -> io::Result<()> {
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
    /// return.
    pub fn end_on_hangup(&self) {
        let Some(signal) = hangup() else { return };
        let always = Arc::new(AtomicBool::new(true));
        if let Err(error) = register_conditional_shutdown(signal, 128 + signal, always) {
            narrate(&format!("warning: a terminal that closes does not end the program: {error}"));
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

/// Ctrl-Break, which programs can send too. A console that closes sends it, and ends the program
/// when the handlers return.
#[cfg(windows)]
fn hangup() -> Option<i32> {
    Some(signal_hook::consts::SIGBREAK)
}

#[cfg(not(any(unix, windows)))]
fn hangup() -> Option<i32> {
    None
}
