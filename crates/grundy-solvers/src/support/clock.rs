//! The only clock of the library: limits depend on the time, answers must not.
//!
//! It is the clock of the system. A target without one (`wasm32-unknown-unknown`) has a clock that
//! the program supplies with `set`; until then it stands still, and a limit on time never ends
//! anything.

use std::time::Duration;

#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
pub use std::time::Instant;

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub use supplied::{Instant, set};

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

/// The clock of a program on a target without one.
#[cfg(any(test, all(target_family = "wasm", target_os = "unknown")))]
mod supplied {
    use std::{sync::OnceLock, time::Duration};

    static CLOCK: OnceLock<fn() -> Duration> = OnceLock::new();

    /// Sets the clock, which returns the time since some fixed moment and never goes back. Later
    /// calls change nothing.
    pub fn set(clock: fn() -> Duration) {
        // A second clock would make times of the first one meaningless.
        let _ = CLOCK.set(clock);
    }

    /// A moment by the clock of the program: what the library uses of [`std::time::Instant`].
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub struct Instant(Duration);

    impl Instant {
        /// Returns the current time.
        pub fn now() -> Instant {
            Instant(CLOCK.get().map_or(Duration::ZERO, |clock| clock()))
        }

        /// Returns the time since this moment.
        pub fn elapsed(&self) -> Duration {
            Instant::now().saturating_duration_since(*self)
        }

        /// Returns the moment so much later; `None` beyond the range of [`Duration`].
        pub fn checked_add(self, time: Duration) -> Option<Instant> {
            self.0.checked_add(time).map(Instant)
        }

        /// Returns the time from an earlier moment to this one; zero if that one is later.
        pub fn saturating_duration_since(&self, earlier: Instant) -> Duration {
            self.0.saturating_sub(earlier.0)
        }
    }
}

#[cfg(test)]
mod tests {
    use std::{
        sync::atomic::{AtomicU64, Ordering},
        time::Duration,
    };

    use super::supplied::{Instant, set};

    #[test]
    fn a_supplied_clock_measures_and_the_first_one_stays() {
        static SECONDS: AtomicU64 = AtomicU64::new(0);
        let before = Instant::now();
        assert_eq!(before.elapsed(), Duration::ZERO);
        set(|| Duration::from_secs(SECONDS.load(Ordering::Relaxed)));
        set(|| Duration::MAX);
        let end = before.checked_add(Duration::from_secs(5)).expect("a moment");
        SECONDS.store(3, Ordering::Relaxed);
        assert_eq!(end.saturating_duration_since(Instant::now()), Duration::from_secs(2));
        SECONDS.store(7, Ordering::Relaxed);
        assert_eq!(end.saturating_duration_since(Instant::now()), Duration::ZERO);
        assert_eq!(before.elapsed(), Duration::from_secs(7));
        assert_eq!(
            before.checked_add(Duration::MAX),
            Some(Instant::now()).and_then(|now| now.checked_add(Duration::MAX - Duration::from_secs(7)))
        );
    }
}
