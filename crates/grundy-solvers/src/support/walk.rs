//! Walks over the options of a position: how they end early, rulesets with positions in canonical
//! form, and the table of known values.
//!
//! An option is passed to a visitor, which may end the walk with an error: because it has seen
//! enough, or because a limit is reached.

use std::hash::Hash;

use grundy_core::{Fault, Game, Nimber, Visit};
use grundy_games::{Component, Ruleset};
use rustc_hash::FxHashMap;

use crate::support::budget::{Budget, Stopped};

/// Why a walk over options ended early.
#[derive(Debug)]
pub enum Halt {
    /// The visitor has seen enough.
    Enough,
    /// A limit of the budget or a fault of the rules ended it.
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

/// A ruleset whose options are in canonical form.
///
/// Equal games then are equal positions; this is where a search merges them. Costs a canonical form
/// for each component of each option.
pub(crate) struct Canonical<'a>(pub &'a Ruleset);

impl Game for Canonical<'_> {
    type Position = Component;

    fn options<E: From<Fault>>(
        &self,
        component: &Component,
        mut visit: impl FnMut(&[Component]) -> Result<(), E>,
    ) -> Result<(), E> {
        self.walk(component, |step| step.option(|_| Ok(()))?.map_or(Ok(()), &mut visit))
    }

    fn walk<E: From<Fault>>(
        &self,
        component: &Component,
        mut visit: impl FnMut(Visit<'_, Component>) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut canonical = Vec::new();
        self.0.walk(component, |step| {
            let parts = match step {
                Visit::Option(parts) => parts,
                Visit::Work(steps) => return visit(Visit::Work(steps)),
            };
            canonical.clear();
            canonical.extend(parts.iter().map(|part| self.0.canonical(part)));
            visit(Visit::Option(&canonical))
        })
    }
}

/// Positions with their values, or `None` for a position on the path.
pub(crate) type PathTable<P> = FxHashMap<P, Option<Nimber>>;

/// Bytes that an allocation takes in addition to its contents, roughly.
const ALLOCATION: u64 = 16;

/// Stores the value of a position. While a table grows, both copies count as held. `weight` returns
/// the bytes that a position holds outside the table.
///
/// An entry that exists is overwritten without an account: its size is the same.
pub(crate) fn enter<P: Clone + Eq + Hash>(
    table: &mut PathTable<P>,
    position: &P,
    known: Option<Nimber>,
    weight: &impl Fn(&P) -> u64,
    budget: &mut Budget,
) -> Result<(), Stopped> {
    if let Some(entry) = table.get_mut(position) {
        *entry = known;
        return Ok(());
    }
    let slots = |table: &PathTable<P>| {
        let capacity = table.capacity() as u64;
        let slots = if capacity < 8 { capacity + 1 } else { capacity / 7 * 8 };
        slots * (1 + size_of::<(P, Option<Nimber>)>() as u64)
    };
    if table.len() == table.capacity() {
        let before = slots(table);
        budget.hold(2 * before)?;
        table.reserve(1);
        budget.release(before);
    }
    let outside = weight(position);
    budget.hold(outside + if outside > 0 { ALLOCATION } else { 0 })?;
    table.insert(position.clone(), known);
    Ok(())
}
