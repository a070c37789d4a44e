//! The table of sums in misère play.
//!
//! It consists of many small maps: while one of them grows, no limit is looked at, and that must
//! not take long. For the same reason a table that is not needed any more is freed by a thread of
//! its own.

use std::{hash::BuildHasher, ops::ControlFlow, thread};

use grundy_cert::SumMap;
use grundy_core::Outcome;
use grundy_games::Term;
use rustc_hash::{FxBuildHasher, FxHashMap};

/// The number of maps.
const MAPS: usize = 64;

/// Tables of more sums are freed by a thread.
const MANY: usize = 1 << 14;

/// The outcomes of sums, or `None` for a sum on the path.
pub(super) struct Sums(Vec<FxHashMap<Vec<Term>, Option<Outcome>>>);

impl Default for Sums {
    fn default() -> Sums {
        Sums((0..MAPS).map(|_| FxHashMap::default()).collect())
    }
}

/// The map of a sum: not the bits of the hash that the map uses. A hash is as wide as an address.
fn place(sum: &[Term]) -> usize {
    (FxBuildHasher.hash_one(sum) >> (usize::BITS / 8 * 5)) as usize % MAPS
}

impl Sums {
    /// The outcome of a sum, if it is recorded; `Some(None)` for a sum on the path.
    pub(super) fn get(&self, sum: &[Term]) -> Option<Option<Outcome>> {
        self.0[place(sum)].get(sum).copied()
    }

    /// Whether a sum is on the path.
    pub(super) fn is_open(&self, sum: &[Term]) -> bool {
        self.get(sum) == Some(None)
    }

    /// Records a sum. Returns what was recorded before.
    pub(super) fn insert(&mut self, sum: Vec<Term>, outcome: Option<Outcome>) -> Option<Option<Outcome>> {
        self.0[place(&sum)].insert(sum, outcome)
    }

    /// The sums with an outcome.
    pub(super) fn settled(&self) -> impl Iterator<Item = (&Vec<Term>, Outcome)> {
        self.0.iter().flatten().filter_map(|(sum, outcome)| Some((sum, (*outcome)?)))
    }

    /// Frees the table, which takes as long as a part of the search, without a delay of the caller.
    ///
    /// A table of few sums is freed at once.
    pub(super) fn forget(self) {
        if self.0.iter().map(FxHashMap::len).sum::<usize>() > MANY {
            // If there is no thread, the closure is dropped, and the table with it.
            drop(thread::Builder::new().spawn(move || drop(self)));
        }
    }
}

impl SumMap for Sums {
    fn outcome(&self, sum: &[Term]) -> Option<Outcome> {
        self.get(sum).flatten()
    }

    fn count(&self) -> u64 {
        self.settled().count() as u64
    }

    fn each(&self, visit: &mut dyn FnMut(&Vec<Term>, Outcome) -> ControlFlow<()>) {
        let _ = self.settled().try_for_each(|(sum, outcome)| visit(sum, outcome));
    }
}

/// Returns the bytes that a sum holds.
pub(super) fn bytes(sum: &[Term]) -> u64 {
    sum.iter().map(|term| 8 + term.component.bytes()).sum::<u64>() + size_of::<Vec<Term>>() as u64
}
