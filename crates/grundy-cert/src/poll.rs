//! The end of long walks: at a flaw, or when the caller has no more time.
//!
//! Every loop of the checker whose length depends on the input polls the caller, so that a check
//! ends soon after its time is up, whatever the claim is.
//!
//! *Example.* A check of a heap with ten million options polls about ten thousand times; one of
//! many small positions polls at each.

use grundy_core::Fault;

use crate::error::Flaw;

/// Why a walk through options or facts ends early.
#[derive(Debug)]
pub(crate) enum Halt {
    /// The claim is wrong.
    Flaw(Flaw),
    /// The caller has no more time, or the walk has found what it looks for.
    Enough,
}

impl From<Flaw> for Halt {
    fn from(flaw: Flaw) -> Halt {
        Halt::Flaw(flaw)
    }
}

impl From<Fault> for Halt {
    fn from(fault: Fault) -> Halt {
        Halt::Flaw(fault.into())
    }
}

/// Whether a walk reached its end; the error is the flaw that it found.
pub(crate) fn ended(walked: Result<(), Halt>) -> Result<bool, Flaw> {
    match walked {
        Ok(()) => Ok(true),
        Err(Halt::Enough) => Ok(false),
        Err(Halt::Flaw(flaw)) => Err(flaw),
    }
}

/// The walk without its flaws: an error only if the time is up.
pub(crate) fn unless_stopped(walked: Result<(), Halt>) -> Result<(), Halt> {
    match walked {
        Err(Halt::Enough) => Err(Halt::Enough),
        Ok(()) | Err(Halt::Flaw(_)) => Ok(()),
    }
}

/// Polls the caller: at each position, and once in many small steps.
///
/// It is passed down by reference through a whole check.
pub(crate) struct Poll<'g> {
    /// Returns whether there is time left.
    go_on: &'g mut dyn FnMut() -> bool,
    /// The small steps since the caller was last asked.
    steps: u32,
}

/// The number of small steps between two polls.
const STRIDE: u32 = 1 << 10;

impl<'g> Poll<'g> {
    /// Polls by calling `go_on`, which returns whether there is time left.
    pub(crate) fn new(go_on: &'g mut dyn FnMut() -> bool) -> Poll<'g> {
        Poll { go_on, steps: 0 }
    }

    /// Polls now.
    pub(crate) fn position(&mut self) -> Result<(), Halt> {
        if (self.go_on)() { Ok(()) } else { Err(Halt::Enough) }
    }

    /// Polls at every 1024th call.
    pub(crate) fn step(&mut self) -> Result<(), Halt> {
        self.steps(1)
    }

    /// Counts small steps, as many calls of [`Poll::step`].
    pub(crate) fn steps(&mut self, steps: u32) -> Result<(), Halt> {
        self.steps = self.steps.saturating_add(steps);
        if self.steps < STRIDE {
            return Ok(());
        }
        self.steps = 0;
        self.position()
    }
}
