//! A fact with its rank, where a search stores it, and a map that counts the memory it takes.

use std::hash::Hash;

use rustc_hash::FxHashMap;

use crate::support::budget::{Budget, Stopped};

/// Bytes that an allocation takes in addition to its contents, roughly.
const ALLOCATION: u64 = 16;

/// A fact about a position, with its rank.
///
/// The rank of a position exceeds the ranks of those that its fact follows from. Facts that follow
/// from each other in a circle have no such ranks, so the ranks prove that play from these
/// positions ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ranked<F> {
    /// The fact.
    pub fact: F,
    /// The rank, from 1.
    pub rank: u64,
}

/// A map of positions to facts.
pub(crate) type Map<P, F> = FxHashMap<P, Ranked<F>>;

/// Where a search looks facts up and stores them.
pub(crate) trait FactStore<P, F> {
    /// Returns the fact about a position, if it is known.
    fn get(&self, position: &P) -> Option<Ranked<F>>;

    /// Stores a fact, and returns the one that is stored now: the earlier one, if another worker
    /// was first. `outside` is the memory that the position holds outside its value, in bytes.
    fn insert(&mut self, position: P, fact: Ranked<F>, outside: u64, budget: &mut Budget)
    -> Result<Ranked<F>, Stopped>;
}

/// Stores a fact, unless there is one. While a map grows, both copies count as held.
///
/// A map of `FxHashMap` grows when all of its capacity is used; the number of slots follows from
/// its capacity as in the standard library (seven of eight slots may be full).
pub(crate) fn enter<P: Eq + Hash, F: Copy>(
    map: &mut Map<P, F>,
    position: P,
    fact: Ranked<F>,
    outside: u64,
    budget: &mut Budget,
) -> Result<Ranked<F>, Stopped> {
    if let Some(&known) = map.get(&position) {
        return Ok(known);
    }
    let held = |map: &Map<P, F>| {
        let capacity = map.capacity() as u64;
        let slots = if capacity < 8 { capacity + 1 } else { capacity / 7 * 8 };
        slots * (1 + size_of::<(P, Ranked<F>)>() as u64)
    };
    if map.len() == map.capacity() {
        let before = held(map);
        hold(2 * before, budget)?;
        map.reserve(1);
        budget.release(before);
    }
    hold(outside.saturating_add(if outside > 0 { ALLOCATION } else { 0 }), budget)?;
    map.insert(position, fact);
    Ok(fact)
}

/// Counts memory as held. Over the limit it is not counted, because the caller does not allocate it
/// and another search may go on.
pub(crate) fn hold(bytes: u64, budget: &mut Budget) -> Result<(), Stopped> {
    let held = budget.hold(bytes);
    if held.is_err() {
        budget.release(bytes);
    }
    held
}
