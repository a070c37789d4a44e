//! Walks over the options of a position: how they end early, and boards whose positions are in canonical form.
//!
//! An option arrives in a visitor that may end the walk by an error. What ends it is either that enough was seen, or
//! whatever stops a kernel.

use grundy_core::{Fault, Game};
use grundy_rules::{Board, Component};

use crate::Stopped;

/// Why a walk over options ended early.
#[derive(Debug)]
pub enum Halt {
    /// Enough was seen.
    Enough,
    /// The budget or the rules stopped it.
    Stopped(Stopped),
}

impl From<Fault> for Halt {
    fn from(fault: Fault) -> Halt {
        Halt::Stopped(fault.into())
    }
}

impl From<Stopped> for Halt {
    fn from(stopped: Stopped) -> Halt {
        Halt::Stopped(stopped)
    }
}

/// A board whose positions are in canonical form.
pub(crate) struct Canonical<'a>(pub &'a Board);

impl Game for Canonical<'_> {
    type Position = Component;

    fn options<E: From<Fault>>(
        &self,
        component: &Component,
        mut visit: impl FnMut(&[Component]) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut canonical = Vec::new();
        self.0.options(component, |parts| {
            canonical.clear();
            canonical.extend(parts.iter().map(|part| self.0.canonical(part)));
            visit(&canonical)
        })
    }
}
