//! The end of long walks: at a flaw, or when the caller has no more time.
//!
//! Every loop of the checker whose length depends on the input polls the caller ([`Poll`]), so that
//! a check ends soon after its time is up, whatever the claim is.

use std::{num::NonZero, thread};

use grundy_core::Fault;
use grundy_evaluator::Enough;
pub(crate) use grundy_evaluator::Poll;

use crate::error::Flaw;

/// How many threads may work at the same time: those that are wanted, or else all cores; one on a
/// target without threads, and where the number of cores is not known.
pub(crate) fn available(wanted: Option<NonZero<usize>>) -> NonZero<usize> {
    let threads = cfg!(not(target_family = "wasm")).then_some(wanted);
    threads.and_then(|wanted| wanted.or_else(|| thread::available_parallelism().ok())).unwrap_or(NonZero::<usize>::MIN)
}

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

impl From<Enough> for Halt {
    fn from(Enough: Enough) -> Halt {
        Halt::Enough
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
