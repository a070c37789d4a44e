//! The facts of a claim about words, for lookups by key.
//!
//! A key is a number of 64-bit words. Bits 56 and up of the first one are 0 in keys, and hold the
//! state in entries: 0 where there is no entry, else the fact and 1. Entries lie in buckets of
//! four, which are filled in order; a key whose bucket is full goes to the next one. All entries of
//! a bucket are compared at once. Before lookups of many keys their buckets are loaded, one load
//! after another without waiting for it: most of the time of a lookup is that of the memory.

use crate::poll::{Halt, Poll};

/// Entries of a bucket.
const WAYS: usize = 4;

/// Where the state of an entry begins.
pub(super) const STATE: u32 = 56;

/// The bits of the first word of a key.
const KEY: u64 = (1 << STATE) - 1;

/// The greatest fact.
pub(super) const MOST_FACT: u64 = 254;

/// For this many entries there are places for ten.
const PART: u64 = 6;

/// The odd number nearest to 2^64 divided by the golden ratio.
const ODD: u64 = 0x9e37_79b9_7f4a_7c15;

/// Entries by their keys.
pub(super) struct Table<const N: usize> {
    entries: Vec<[u64; N]>,
    /// The first entry of the first bucket, which begins with a line of the cache.
    base: usize,
    buckets: usize,
    left: u64,
    /// The greatest fact.
    pub(super) most: u64,
    /// By the index of an entry, whether it was looked up, if an account is kept.
    met: Vec<bool>,
}

/// A claim has two facts about one key.
pub(super) struct Conflict;

impl<const N: usize> Table<N> {
    /// A table for this many facts; `None` if it takes over this many bytes.
    pub(super) fn new(facts: u64, keeps_account: bool, most_bytes: u64) -> Option<Table<N>> {
        let buckets = facts.checked_mul(10)?.div_ceil(PART * WAYS as u64).checked_add(1)?;
        let each = (8 * N + usize::from(keeps_account)) as u64;
        let entries = buckets.checked_mul(WAYS as u64)?.checked_add(8)?;
        if buckets >= 1 << 32 || entries.checked_mul(each)? > most_bytes {
            return None;
        }
        let entries: Vec<[u64; N]> = vec![[0; N]; usize::try_from(entries).ok()?];
        let base = Some(entries.as_ptr().align_offset(64)).filter(|&base| base < 8).unwrap_or(0);
        let met = vec![false; if keeps_account { entries.len() } else { 0 }];
        Some(Table { entries, base, buckets: buckets as usize, left: facts, most: 0, met })
    }

    /// The first entry of the bucket of a key.
    #[inline(always)]
    fn bucket(&self, key: &[u64; N]) -> usize {
        let mut mixed = 0u64;
        for word in key {
            mixed = (mixed.rotate_left(29) ^ word ^ word >> 31).wrapping_mul(ODD);
        }
        self.base + WAYS * (((mixed >> 32) * self.buckets as u64) >> 32) as usize
    }

    /// The bucket after this one.
    #[inline(always)]
    fn next(&self, at: usize) -> usize {
        if at + WAYS < self.base + WAYS * self.buckets { at + WAYS } else { self.base }
    }

    /// The index of the entry of a key that is not 0, and its fact; `None` if there is none.
    #[inline(always)]
    pub(super) fn find(&self, key: &[u64; N]) -> Option<(usize, u64)> {
        let mut at = self.bucket(key);
        // Some place is always free.
        loop {
            let bucket = self.entries.get(at..).and_then(<[_]>::first_chunk::<WAYS>)?;
            let (mut state, mut found) = (0, 0);
            for (way, entry) in bucket.iter().enumerate() {
                let others = (1..N).fold(0, |differ, word| differ | (entry[word] ^ key[word]));
                let same = (entry[0] & KEY ^ key[0]) | others == 0;
                state |= if same { entry[0] >> STATE } else { 0 };
                found |= if same { way } else { 0 };
            }
            if state > 0 {
                return Some((at + found, state - 1));
            }
            if bucket[WAYS - 1][0] == 0 {
                return None;
            }
            at = self.next(at);
        }
    }

    /// Loads the memory in which lookups of these keys begin, all of it together.
    #[inline]
    pub(super) fn load<'k>(&self, keys: impl Iterator<Item = &'k [u64; N]>) {
        let first = |key| self.entries.get(self.bucket(key)).map_or(0, |entry| entry[0]);
        std::hint::black_box(keys.map(first).fold(0, |all, word| all ^ word));
    }

    /// Records a fact about a key that is not 0. Returns false if there are more facts than were
    /// announced, or one is too large.
    pub(super) fn record(&mut self, key: [u64; N], fact: u64) -> Result<bool, Conflict> {
        if fact > MOST_FACT || key == [0; N] {
            return Ok(false);
        }
        if let Some((_, known)) = self.find(&key) {
            return if known == fact { Ok(true) } else { Err(Conflict) };
        }
        if self.left == 0 {
            return Ok(false);
        }
        self.left -= 1;
        self.most = self.most.max(fact);
        let mut at = self.bucket(&key);
        loop {
            if let Some(free) = self.entries[at..at + WAYS].iter_mut().find(|entry| entry[0] == 0) {
                *free = key;
                free[0] |= (fact + 1) << STATE;
                return Ok(true);
            }
            at = self.next(at);
        }
    }

    /// The number of places for entries.
    pub(super) fn len(&self) -> usize {
        self.entries.len()
    }

    /// The key and the fact at a place, if there is an entry.
    #[inline(always)]
    pub(super) fn at(&self, place: usize) -> Option<([u64; N], u64)> {
        let mut entry = *self.entries.get(place)?;
        let state = entry[0] >> STATE;
        entry[0] &= KEY;
        (state > 0).then(|| (entry, state - 1))
    }

    /// Notes that an entry was looked up.
    #[inline(always)]
    pub(super) fn meet(&mut self, place: usize) {
        if let Some(met) = self.met.get_mut(place) {
            *met = true;
        }
    }

    /// Calls `visit` with the keys of all entries that were looked up.
    pub(super) fn each_met(&self, poll: &mut Poll<'_>, mut visit: impl FnMut([u64; N])) -> Result<(), Halt> {
        for (place, _) in self.met.iter().enumerate().filter(|(_, met)| **met) {
            poll.step()?;
            if let Some((key, _)) = self.at(place) {
                visit(key);
            }
        }
        Ok(())
    }
}
