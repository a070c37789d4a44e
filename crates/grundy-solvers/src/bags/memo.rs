//! Positions that are known to be won or lost, in eight bytes each: a top-down search has more
//! lookups than insertions, and mostly waits for memory if they are many.
//!
//! Method: open addressing. An entry is the exact position with a bit for the outcome, so that
//! positions are never confused; its complement is stored, because that is never zero. Lookups can
//! be prefetched.

use std::num::NonZeroU64;

use grundy_simd::prefetch;

use crate::support::budget::{Budget, Stopped};

/// A table of packed positions below 2^63 - 1: see [`super::rack::CountPacking`].
#[derive(Default)]
pub(super) struct Memo {
    /// A power of two of slots, or none; at most three quarters of them are full.
    slots: Vec<Option<NonZeroU64>>,
    /// The number of slots that are full.
    count: usize,
    /// The number of bits of a hashed state that do not select its slot.
    shift: u32,
}

/// The slots of the first table.
const FIRST: usize = 1 << 9;

/// The bytes of a slot.
const SLOT: u64 = 8;

impl Memo {
    /// Returns the number of known positions.
    pub(super) fn len(&self) -> usize {
        self.count
    }

    /// Returns the bytes of the table.
    pub(super) fn bytes(&self) -> u64 {
        SLOT * self.slots.len() as u64
    }

    /// Returns the nanoseconds of a prefetched lookup, roughly: more if the caches do not hold the
    /// table.
    pub(super) fn price(&self) -> f64 {
        3.0 + 2.0 * (self.bytes() as f64 / f64::from(1 << 20)).log2().max(0.0)
    }

    /// Forgets everything; keeps the memory if there are at most this many slots.
    pub(super) fn clear(&mut self, kept: usize) {
        if self.slots.len() > kept {
            *self = Memo::default();
        } else if self.count > 0 {
            self.slots.fill(None);
            self.count = 0;
        }
    }

    /// Prefetches the slot of a position that will be looked up soon.
    pub(super) fn expect(&self, state: u64) {
        prefetch(&self.slots, self.slot(state));
    }

    /// Returns whether a position is won; `None` if it is not known.
    pub(super) fn get(&self, state: u64) -> Option<bool> {
        let mut at = self.slot(state);
        while let Some(entry) = self.slots.get(at).copied().flatten() {
            let (found, wins) = read(entry);
            if found == state {
                return Some(wins);
            }
            at = (at + 1) & (self.slots.len() - 1);
        }
        None
    }

    /// Inserts a position that is not known yet. Counts memory as held before it is allocated;
    /// returns [`Stopped`] over the limit.
    pub(super) fn insert(&mut self, state: u64, wins: bool, budget: &mut Budget) -> Result<(), Stopped> {
        if 4 * (self.count + 1) > 3 * self.slots.len() {
            self.grow(budget)?;
        }
        self.enter(state, wins);
        self.count += 1;
        Ok(())
    }

    /// Doubles the table and enters everything again. Both tables are held while it does.
    fn grow(&mut self, budget: &mut Budget) -> Result<(), Stopped> {
        let before = self.bytes();
        let many = (2 * self.slots.len()).max(FIRST);
        budget.hold(SLOT * many as u64)?;
        let old = std::mem::replace(&mut self.slots, vec![None; many]);
        self.shift = u64::BITS - many.trailing_zeros();
        for entry in old.into_iter().flatten() {
            let (state, wins) = read(entry);
            self.enter(state, wins);
        }
        budget.release(before);
        Ok(())
    }

    /// Writes an entry into the first free slot from its own on. Requires that there is one, and
    /// that the position is not known.
    fn enter(&mut self, state: u64, wins: bool) {
        let mut at = self.slot(state);
        while self.slots[at].is_some() {
            at = (at + 1) & (self.slots.len() - 1);
        }
        self.slots[at] = NonZeroU64::new(!(state << 1 | u64::from(wins)));
    }

    /// Returns the first slot of a position. The leading bits of the product depend on all of the
    /// state. Without a table the shift is 0 and the result may be past its end, where `get` finds
    /// nothing.
    fn slot(&self, state: u64) -> usize {
        state.wrapping_mul(0x9e37_79b9_7f4a_7c15).checked_shr(self.shift).unwrap_or(0) as usize
    }

    /// Returns every known position. In the order of the slots, which depends on the history of the
    /// table.
    pub(super) fn iter(&self) -> impl Iterator<Item = (u64, bool)> + '_ {
        self.slots.iter().copied().flatten().map(read)
    }
}

/// Returns the position of an entry, and whether it is won.
fn read(entry: NonZeroU64) -> (u64, bool) {
    let packed = !entry.get();
    (packed >> 1, packed & 1 == 1)
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, btree_map::Entry};

    use super::*;

    #[test]
    fn everything_is_found_again_at_every_size() {
        let mut memo = Memo::default();
        let mut plain: BTreeMap<u64, bool> = BTreeMap::new();
        let mut budget = Budget::new();
        assert_eq!((memo.get(0), memo.len()), (None, 0));
        // Neighbours, numbers that share their low or their high bits, and the ends of the range.
        let states = (0..700).chain((0..700).map(|at| at << 40)).chain((0..700).map(|at| (1 << 62) - 1 + at));
        for (at, state) in states.chain([(1 << 63) - 2]).enumerate() {
            if let Entry::Vacant(entry) = plain.entry(state) {
                entry.insert(at % 3 == 0);
                memo.insert(state, at % 3 == 0, &mut budget).expect("room");
            }
            assert!(4 * memo.len() <= 3 * memo.slots.len());
        }
        assert!(plain.iter().all(|(&state, &wins)| memo.get(state) == Some(wins)));
        assert_eq!(memo.get(701), None);
        assert_eq!(memo.iter().collect::<BTreeMap<u64, bool>>(), plain);
        assert_eq!((budget.progress().bytes, memo.len()), (memo.bytes(), plain.len()));
        memo.clear(1 << 20);
        assert_eq!((memo.get(5), memo.len(), memo.bytes()), (None, 0, budget.progress().bytes));
        memo.clear(1);
        assert_eq!((memo.get(5), memo.bytes()), (None, 0));
    }

    #[test]
    fn memory_is_asked_for_before_it_is_taken() {
        let mut memo = Memo::default();
        let mut budget = Budget::new().bytes(SLOT * (FIRST as u64 + 7));
        let full = (0..).find(|&state| memo.insert(state, true, &mut budget).is_err());
        assert_eq!(full, Some(3 * FIRST as u64 / 4));
    }
}
