//! The only clock of the crates that solve: limits depend on the time, answers must not.

use std::time::{Duration, Instant};

/// Returns the current time.
pub(crate) fn now() -> Instant {
    Instant::now()
}

/// Measures a duration.
#[derive(Debug)]
pub(crate) struct Stopwatch(Instant);

impl Stopwatch {
    /// Starts now.
    pub(crate) fn new() -> Stopwatch {
        Stopwatch(now())
    }

    /// Returns the time since the start.
    pub(crate) fn passed(&self) -> Duration {
        self.0.elapsed()
    }
}
