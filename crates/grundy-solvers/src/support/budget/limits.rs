//! What a solver may spend: time, positions, memory and threads.

use std::{
    num::NonZero,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use super::stopped::Reason;
use crate::support::clock::{self, Instant};

/// Returns the bytes that the whole process holds and the bytes that it may hold, if these are
/// fewer.
pub type Overrun = Arc<dyn Fn() -> Option<(u64, u64)> + Send + Sync>;

/// The limits of a budget.
#[derive(Clone)]
pub(super) struct BudgetLimits {
    /// When the time is up; `None` without a limit.
    pub(super) deadline: Option<Instant>,
    /// Whether the work goes on after an interrupt, which is then the reason of its end.
    pub(super) interrupted: bool,
    /// The time for the work after the search, which ends that much before the deadline.
    pub(super) reserved: Duration,
    /// The most positions to solve.
    pub(super) positions: Option<u64>,
    /// The positions on one line of play.
    pub(super) line: Option<u64>,
    /// The most memory to hold, in bytes.
    pub(super) bytes: u64,
    /// The most threads; the number of cores if it is `None`.
    pub(super) threads: Option<NonZero<usize>>,
    /// Ends the work once it is true.
    pub(super) interrupt: Option<Arc<AtomicBool>>,
    /// Reports when the whole process holds too much.
    pub(super) overrun: Option<Overrun>,
}

impl Default for BudgetLimits {
    fn default() -> BudgetLimits {
        BudgetLimits {
            deadline: None,
            interrupted: false,
            reserved: Duration::ZERO,
            positions: None,
            line: None,
            bytes: if usize::BITS < 64 { 1 << 30 } else { 8 << 30 },
            threads: None,
            interrupt: None,
            overrun: None,
        }
    }
}

impl BudgetLimits {
    /// Returns the time until the deadline. Zero after it; `None` without one.
    pub(super) fn left(&self) -> Option<Duration> {
        self.deadline.map(|deadline| deadline.saturating_duration_since(clock::now()))
    }

    /// Returns the reason why the work ends now, if the user or the time ends it.
    pub(super) fn end(&self) -> Option<Reason> {
        if self.interrupt.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed)) {
            return Some(Reason::Interrupted);
        }
        let reason = if self.interrupted { Reason::Interrupted } else { Reason::Time };
        self.left().is_some_and(|left| left <= self.reserved).then_some(reason)
    }

    /// Returns what the process holds and what it may hold, if it holds more.
    pub(super) fn overrun(&self) -> Option<(u64, u64)> {
        self.overrun.as_ref().and_then(|overrun| overrun())
    }
}
