//! The table of facts: one map for one thread, or shards under locks for several.

use std::hash::{BuildHasher, Hash};

use rustc_hash::{FxBuildHasher, FxHashMap};

use crate::support::{
    budget::{Budget, Stopped},
    sync::{Mutex, PoisonError},
};

/// Number of shards: a power of two, large against the number of workers, so that two of them
/// seldom wait for the same lock.
const SHARDS: usize = 256;

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

/// Facts about positions, as a finished search leaves them.
#[derive(Clone, Debug)]
pub struct FactTable<P, F> {
    shards: Vec<Map<P, F>>,
}

impl<P: Eq + Hash, F: Copy> FactTable<P, F> {
    /// Returns the fact about a position. `None` if the search did not reach it.
    pub fn get(&self, position: &P) -> Option<Ranked<F>> {
        self.shards[shard(position, self.shards.len())].get(position).copied()
    }

    /// Returns the number of facts.
    pub fn len(&self) -> usize {
        self.shards.iter().map(FxHashMap::len).sum()
    }

    /// Whether there are no facts.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns all facts in parts that may be read by different threads, in no particular order.
    pub fn parts(&self) -> Vec<impl Iterator<Item = (&P, Ranked<F>)>> {
        self.shards.iter().map(|shard| shard.iter().map(|(position, fact)| (position, *fact))).collect()
    }
}

impl<P: Eq + Hash, F> FromIterator<(P, Ranked<F>)> for FactTable<P, F> {
    fn from_iter<I: IntoIterator<Item = (P, Ranked<F>)>>(facts: I) -> FactTable<P, F> {
        FactTable { shards: vec![facts.into_iter().collect()] }
    }
}

/// Returns the shard of a position. The maps use the lowest and the highest bits of the same hash.
fn shard<P: Hash>(position: &P, shards: usize) -> usize {
    if shards == 1 { 0 } else { (FxBuildHasher.hash_one(position) >> 40) as usize % shards }
}

/// Where a search looks facts up and stores them.
pub(crate) trait Facts<P, F> {
    /// Returns the fact about a position, if it is known.
    fn get(&self, position: &P) -> Option<Ranked<F>>;

    /// Stores a fact, and returns the one that is stored now: the earlier one, if another worker
    /// was first. `outside` is the memory that the position holds outside its value, in bytes.
    fn insert(&mut self, position: P, fact: Ranked<F>, outside: u64, budget: &mut Budget)
    -> Result<Ranked<F>, Stopped>;
}

/// The table of one thread.
pub(crate) struct Alone<P, F>(Map<P, F>);

impl<P: Eq + Hash, F: Copy> Alone<P, F> {
    pub(crate) fn new() -> Alone<P, F> {
        Alone(Map::default())
    }

    pub(crate) fn finish(self) -> FactTable<P, F> {
        FactTable { shards: vec![self.0] }
    }
}

impl<P: Eq + Hash, F: Copy> Facts<P, F> for Alone<P, F> {
    fn get(&self, position: &P) -> Option<Ranked<F>> {
        self.0.get(position).copied()
    }

    fn insert(
        &mut self,
        position: P,
        fact: Ranked<F>,
        outside: u64,
        budget: &mut Budget,
    ) -> Result<Ranked<F>, Stopped> {
        enter(&mut self.0, position, fact, outside, budget)
    }
}

/// The table of several threads.
pub(crate) struct Shared<P, F>(Vec<Mutex<Map<P, F>>>);

impl<P: Eq + Hash, F: Copy> Shared<P, F> {
    pub(crate) fn new() -> Shared<P, F> {
        Shared((0..SHARDS).map(|_| Mutex::new(Map::default())).collect())
    }

    pub(crate) fn finish(self) -> FactTable<P, F> {
        let open = |shard: Mutex<Map<P, F>>| shard.into_inner().unwrap_or_else(PoisonError::into_inner);
        FactTable { shards: self.0.into_iter().map(open).collect() }
    }
}

impl<P: Eq + Hash, F: Copy> Facts<P, F> for &Shared<P, F> {
    fn get(&self, position: &P) -> Option<Ranked<F>> {
        let shard = &self.0[shard(position, SHARDS)];
        shard.lock().unwrap_or_else(PoisonError::into_inner).get(position).copied()
    }

    fn insert(
        &mut self,
        position: P,
        fact: Ranked<F>,
        outside: u64,
        budget: &mut Budget,
    ) -> Result<Ranked<F>, Stopped> {
        let shard = &self.0[shard(&position, SHARDS)];
        enter(&mut shard.lock().unwrap_or_else(PoisonError::into_inner), position, fact, outside, budget)
    }
}

/// Stores a fact, unless there is one. While a map grows, both copies count as held.
fn enter<P: Eq + Hash, F: Copy>(
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
