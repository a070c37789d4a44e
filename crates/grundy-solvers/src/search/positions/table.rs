//! The table of facts: one map for one thread, shards under locks for several, or an array by the
//! numbers of positions (`numbers.rs`).

use std::{
    borrow::Cow,
    hash::{BuildHasher, Hash},
};

use rustc_hash::{FxBuildHasher, FxHashMap};

use super::{
    fact::{FactStore, Map, Ranked, enter},
    numbers::FactsByNumber,
};
use crate::support::{
    budget::{Budget, Stopped},
    sync::{Mutex, PoisonError},
};

/// Number of shards: a power of two, large against the number of workers, so that two of them
/// seldom wait for the same lock.
const SHARDS: usize = 256;

/// Facts about positions, as a finished search leaves them.
#[derive(Clone, Debug)]
pub struct FactTable<P, F>(FactStorage<P, F>);

/// How the facts are stored.
#[derive(Clone, Debug)]
enum FactStorage<P, F> {
    /// Maps of positions; a position is in that of its hash.
    Maps(Vec<Map<P, F>>),
    /// Positions that are numbers, and facts by them.
    Numbers(FactsByNumber<P, F>),
}

impl<P: Clone + Eq + Hash, F: Copy> FactTable<P, F> {
    /// Returns the fact about a position. `None` if the search did not reach it.
    pub fn get(&self, position: &P) -> Option<Ranked<F>> {
        match &self.0 {
            FactStorage::Maps(maps) => maps[shard(position, maps.len())].get(position).copied(),
            FactStorage::Numbers(numbers) => numbers.get(position),
        }
    }

    /// Returns the number of facts.
    pub fn len(&self) -> usize {
        match &self.0 {
            FactStorage::Maps(maps) => maps.iter().map(FxHashMap::len).sum(),
            FactStorage::Numbers(numbers) => numbers.len(),
        }
    }

    /// Whether there are no facts.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns all facts in parts that may be read by different threads, in no particular order.
    /// One part for each shard of a search by several threads, else a single one.
    pub fn parts(&self) -> Vec<impl Iterator<Item = (Cow<'_, P>, Ranked<F>)>> {
        match &self.0 {
            FactStorage::Maps(maps) => maps.iter().map(|map| part(Some(map), None)).collect(),
            FactStorage::Numbers(numbers) => vec![part(None, Some(numbers))],
        }
    }
}

/// Returns the facts of a map, or of an array.
fn part<'t, P: Clone, F: Copy>(
    map: Option<&'t Map<P, F>>,
    numbers: Option<&'t FactsByNumber<P, F>>,
) -> impl Iterator<Item = (Cow<'t, P>, Ranked<F>)> {
    let stored = map.into_iter().flatten().map(|(position, fact)| (Cow::Borrowed(position), *fact));
    let numbered = numbers.into_iter().flat_map(FactsByNumber::iter);
    stored.chain(numbered.map(|(position, fact)| (Cow::Owned(position), fact)))
}

impl<P, F> From<FactsByNumber<P, F>> for FactTable<P, F> {
    fn from(numbers: FactsByNumber<P, F>) -> FactTable<P, F> {
        FactTable(FactStorage::Numbers(numbers))
    }
}

impl<P: Eq + Hash, F> FromIterator<(P, Ranked<F>)> for FactTable<P, F> {
    fn from_iter<I: IntoIterator<Item = (P, Ranked<F>)>>(facts: I) -> FactTable<P, F> {
        FactTable(FactStorage::Maps(vec![facts.into_iter().collect()]))
    }
}

/// Returns the shard of a position. The maps use the lowest and the highest bits of the same hash.
/// A table of one map needs no hash.
fn shard<P: Hash>(position: &P, shards: usize) -> usize {
    if shards == 1 { 0 } else { (FxBuildHasher.hash_one(position) >> 40) as usize % shards }
}

/// The table of one thread.
pub(crate) struct OwnTable<P, F>(Map<P, F>);

impl<P: Eq + Hash, F: Copy> OwnTable<P, F> {
    pub(crate) fn new() -> OwnTable<P, F> {
        OwnTable(Map::default())
    }

    pub(crate) fn finish(self) -> FactTable<P, F> {
        FactTable(FactStorage::Maps(vec![self.0]))
    }
}

impl<P: Eq + Hash, F: Copy> FactStore<P, F> for OwnTable<P, F> {
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

/// The table of several threads. A poisoned lock is used all the same: the panic of the worker is
/// passed on when it is joined.
pub(crate) struct Shared<P, F>(Vec<Mutex<Map<P, F>>>);

impl<P: Eq + Hash, F: Copy> Shared<P, F> {
    pub(crate) fn new() -> Shared<P, F> {
        Shared((0..SHARDS).map(|_| Mutex::new(Map::default())).collect())
    }

    pub(crate) fn finish(self) -> FactTable<P, F> {
        let open = |shard: Mutex<Map<P, F>>| shard.into_inner().unwrap_or_else(PoisonError::into_inner);
        FactTable(FactStorage::Maps(self.0.into_iter().map(open).collect()))
    }
}

impl<P: Eq + Hash, F: Copy> FactStore<P, F> for &Shared<P, F> {
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
