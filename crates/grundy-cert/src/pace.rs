//! When long walks end: at a flaw, or when whoever asked for them has no more time.

use grundy_core::Fault;

use crate::error::Flaw;

/// Why a walk through options, or through a book, ends early.
pub(crate) enum Halt {
    Flaw(Flaw),
    /// There is no more time.
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

/// Whether a walk came to its end.
pub(crate) fn ended(walked: Result<(), Halt>) -> Result<bool, Flaw> {
    match walked {
        Ok(()) => Ok(true),
        Err(Halt::Enough) => Ok(false),
        Err(Halt::Flaw(flaw)) => Err(flaw),
    }
}

/// Asks whether to go on: at each position, and among many small steps now and then.
pub(crate) struct Poll<'g> {
    go_on: &'g mut dyn FnMut() -> bool,
    steps: u32,
}

/// So many small steps pass between two questions.
const STRIDE: u32 = 1 << 10;

impl<'g> Poll<'g> {
    pub(crate) fn new(go_on: &'g mut dyn FnMut() -> bool) -> Poll<'g> {
        Poll { go_on, steps: 0 }
    }

    pub(crate) fn position(&mut self) -> Result<(), Halt> {
        if (self.go_on)() { Ok(()) } else { Err(Halt::Enough) }
    }

    pub(crate) fn step(&mut self) -> Result<(), Halt> {
        self.steps = (self.steps + 1) % STRIDE;
        if self.steps == 0 { self.position() } else { Ok(()) }
    }
}
