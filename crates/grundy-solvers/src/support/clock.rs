//! The only clock of the crates that decide: answers must not depend on the time, limits must.

use std::time::{Duration, Instant};

/// The time now.
pub(crate) fn now() -> Instant {
    Instant::now()
}

/// How long something takes.
#[derive(Debug)]
pub(crate) struct Stopwatch(Instant);

impl Stopwatch {
    /// Begins now.
    pub(crate) fn new() -> Stopwatch {
        Stopwatch(now())
    }

    /// The time since it began.
    pub(crate) fn passed(&self) -> Duration {
        self.0.elapsed()
    }
}
