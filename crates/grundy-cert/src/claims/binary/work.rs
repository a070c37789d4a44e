//! The limits of work on automata: time, which the caller measures, memory, and the number of
//! states. An automaton that outgrows them ends the work; it never hangs.

use crate::error::Flaw;

/// Why work on automata ends early.
#[derive(Debug)]
pub(super) enum WorkStop {
    /// The claim is wrong.
    Flaw(Flaw),
    /// The caller has no more time.
    Time,
    /// An automaton has too many states, or needs too much memory.
    Large,
}

impl From<Flaw> for WorkStop {
    fn from(flaw: Flaw) -> WorkStop {
        WorkStop::Flaw(flaw)
    }
}

/// The limits.
pub(super) struct WorkLimits<'g> {
    /// Returns whether the caller has time left.
    go_on: &'g mut dyn FnMut() -> bool,
    /// The small steps since the last poll.
    steps: usize,
    /// The memory that is left, in bytes.
    left: u64,
}

/// The number of small steps between two polls.
const STRIDE: usize = 1 << 16;

/// The most states of an automaton on the way.
const MOST_STATES: usize = 1 << 17;

/// The most steps between states of an automaton on the way.
const MOST_EDGES: usize = 1 << 22;

impl<'g> WorkLimits<'g> {
    /// Limits of `most_bytes` of memory, and of time as long as `go_on` returns true.
    pub(super) fn new(most_bytes: u64, go_on: &'g mut dyn FnMut() -> bool) -> WorkLimits<'g> {
        WorkLimits { go_on, steps: 0, left: most_bytes }
    }

    /// Counts small steps, and polls the caller now and then.
    pub(super) fn steps(&mut self, steps: usize) -> Result<(), WorkStop> {
        self.steps += steps;
        if self.steps < STRIDE {
            return Ok(());
        }
        self.steps = 0;
        if (self.go_on)() { Ok(()) } else { Err(WorkStop::Time) }
    }

    /// Counts the state of this number, which has this many steps to others.
    pub(super) fn state(&mut self, number: usize, edges: usize) -> Result<(), WorkStop> {
        if number > MOST_STATES || number * edges > MOST_EDGES {
            return Err(WorkStop::Large);
        }
        self.steps(edges)
    }

    /// Counts memory that will be held.
    pub(super) fn hold(&mut self, bytes: u64) -> Result<(), WorkStop> {
        self.left = self.left.checked_sub(bytes).ok_or(WorkStop::Large)?;
        Ok(())
    }

    /// Counts memory that is no longer held.
    pub(super) fn release(&mut self, bytes: u64) {
        self.left = self.left.saturating_add(bytes);
    }
}
