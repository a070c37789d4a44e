//! The facts of a claim about words, for lookups by key.
//!
//! A key is a number of 64-bit words. Bits 56 and up of the first one are 0 in keys, and hold the
//! state in entries: 0 where there is no entry, else the fact and 1. Entries lie in buckets of
//! four, which are filled in order; a key whose bucket is full goes to the next one. All entries of
//! a bucket are compared at once. Before lookups of many keys their buckets are loaded, one load
//! after another without waiting for it: most of the time of a lookup is that of the memory.
//!
//! The buckets of a region of keys are next to each other, as many as it has keys. Facts are
//! verified region by region, and most options of a word are in its region: it is mostly the cache
//! that answers.

use std::{
    ops::Range,
    sync::atomic::{AtomicBool, Ordering},
};

use crate::poll::{Enough, Poll};

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

/// How many bits the number of a region has.
pub(super) const REGION_BITS: usize = 12;

const REGIONS: usize = 1 << REGION_BITS;

/// The regions of keys. It is best if most options of a word are in its region.
pub(super) trait Regions<const N: usize> {
    /// The region of a key. Bits from [`REGION_BITS`] on are ignored.
    fn of(&self, key: &[u64; N]) -> usize;
}

/// How many keys each region has.
pub(super) struct RegionCounts<R> {
    regions: R,
    counts: Box<[u64; REGIONS]>,
}

impl<R> RegionCounts<R> {
    /// No keys yet.
    pub(super) fn new(regions: R) -> RegionCounts<R> {
        RegionCounts { regions, counts: Box::new([0; REGIONS]) }
    }

    /// Adds a key.
    pub(super) fn add<const N: usize>(&mut self, key: &[u64; N])
    where
        R: Regions<N>,
    {
        self.counts[self.regions.of(key) % REGIONS] += 1;
    }
}

/// Entries by their keys.
pub(super) struct WordTable<const N: usize, R> {
    regions: R,
    /// The first bucket of each region, and the number of those of all.
    starts: Box<[u32; REGIONS + 1]>,
    entries: Vec<[u64; N]>,
    /// The first entry of the first bucket, which begins with a line of the cache.
    base: usize,
    buckets: usize,
    left: u64,
    /// The greatest fact.
    pub(super) most: u64,
    /// By the index of an entry, whether it was looked up, if an account is kept.
    met: Vec<AtomicBool>,
}

/// A claim has two facts about one key.
pub(super) struct Conflict;

impl<const N: usize, R: Regions<N>> WordTable<N, R> {
    /// A table for at most this many facts, which have been counted by regions; `None` if it takes
    /// over this many bytes, or if more have been counted.
    pub(super) fn new(
        RegionCounts { regions, counts }: RegionCounts<R>,
        facts: u64,
        keeps_account: bool,
        most_bytes: u64,
    ) -> Option<WordTable<N, R>> {
        let mut starts = Box::new([0; REGIONS + 1]);
        let (mut all, mut buckets) = (0u64, 0u64);
        for (count, end) in counts.iter().zip(&mut starts[1..]) {
            all = all.checked_add(*count)?;
            buckets = buckets.checked_add(count.checked_mul(10)?.div_ceil(PART * WAYS as u64))?;
            *end = u32::try_from(buckets).ok()?;
        }
        // A free one follows the last region.
        let buckets = buckets.checked_add(1)?;
        let each = (8 * N + usize::from(keeps_account)) as u64;
        let entries = buckets.checked_mul(WAYS as u64)?.checked_add(8)?;
        if all > facts || entries.checked_mul(each)? > most_bytes {
            return None;
        }
        let entries: Vec<[u64; N]> = vec![[0; N]; usize::try_from(entries).ok()?];
        let base = Some(entries.as_ptr().align_offset(64)).filter(|&base| base < 8).unwrap_or(0);
        let met = (0..if keeps_account { entries.len() } else { 0 }).map(|_| AtomicBool::new(false)).collect();
        Some(WordTable { regions, starts, entries, base, buckets: buckets as usize, left: all, most: 0, met })
    }

    /// The first entry of the bucket of a key.
    #[inline(always)]
    fn bucket(&self, key: &[u64; N]) -> usize {
        let mut mixed = 0u64;
        for word in key {
            mixed = (mixed.rotate_left(29) ^ word ^ word >> 31).wrapping_mul(ODD);
        }
        let region = self.regions.of(key) % REGIONS;
        let (start, end) = (self.starts[region], self.starts[region + 1]);
        self.base + WAYS * (start as usize + (((mixed >> 32) * u64::from(end - start)) >> 32) as usize)
    }

    /// The bucket after this one.
    #[inline(always)]
    fn next(&self, at: usize) -> usize {
        if at + WAYS < self.base + WAYS * self.buckets { at + WAYS } else { self.base }
    }

    /// The index of the entry of a key that is not 0, and its fact; `None` if there is none.
    #[inline(always)]
    pub(super) fn find(&self, key: &[u64; N]) -> Option<(usize, u64)> {
        self.find_from(self.bucket(key), key)
    }

    /// The same where the bucket of the key begins at this entry.
    #[inline(always)]
    pub(super) fn find_from(&self, start: usize, key: &[u64; N]) -> Option<(usize, u64)> {
        let mut at = start;
        // Some place is always free.
        loop {
            let bucket = self.entries.get(at..).and_then(<[_]>::first_chunk::<WAYS>)?;
            let mut same = 0u32;
            for (way, entry) in bucket.iter().enumerate() {
                let differ = (1..N).fold(entry[0] & KEY ^ key[0], |differ, word| differ | (entry[word] ^ key[word]));
                same |= u32::from(differ == 0) << way;
            }
            if same > 0 {
                let way = same.trailing_zeros() as usize;
                return Some((at + way, (bucket[way % WAYS][0] >> STATE) - 1));
            }
            if bucket[WAYS - 1][0] == 0 {
                return None;
            }
            at = self.next(at);
        }
    }

    /// Sets a list to the first entries of the buckets of these keys, and loads their memory, all
    /// of it together.
    #[inline]
    pub(super) fn load<'k>(&self, keys: impl Iterator<Item = &'k [u64; N]>, starts: &mut Vec<usize>) {
        starts.clear();
        let mut loaded = 0;
        starts.extend(keys.map(|key| {
            let start = self.bucket(key);
            loaded ^= self.entries.get(start).map_or(0, |entry| entry[0]);
            start
        }));
        std::hint::black_box(loaded);
    }

    /// Records a fact about a key that is not 0. Returns false if there are more facts than were
    /// announced, or one is too large.
    pub(super) fn record(&mut self, key: [u64; N], fact: u64) -> Result<bool, Conflict> {
        self.record_from(self.bucket(&key), key, fact)
    }

    /// The same where the bucket of the key begins at this entry.
    #[inline(always)]
    pub(super) fn record_from(&mut self, start: usize, key: [u64; N], fact: u64) -> Result<bool, Conflict> {
        if fact > MOST_FACT || key == [0; N] {
            return Ok(false);
        }
        if let Some((_, known)) = self.find_from(start, &key) {
            return if known == fact { Ok(true) } else { Err(Conflict) };
        }
        if self.left == 0 {
            return Ok(false);
        }
        self.left -= 1;
        self.most = self.most.max(fact);
        let mut at = start;
        loop {
            if let Some(free) = self.entries[at..at + WAYS].iter_mut().find(|entry| entry[0] == 0) {
                *free = key;
                free[0] |= (fact + 1) << STATE;
                return Ok(true);
            }
            at = self.next(at);
        }
    }

    /// The places for entries. They begin where the memory lets them begin; equal facts that are
    /// recorded in one order have equal entries at the same distances from there.
    pub(super) fn places(&self) -> Range<usize> {
        self.base..self.base + WAYS * self.buckets
    }

    /// The first entry that is at least so far from the first place, or else the first one of all;
    /// `None` if there is none.
    pub(super) fn entry_from(&self, distance: usize) -> Option<usize> {
        let Range { start, end } = self.places();
        (start + distance..end).chain(start..start + distance).find(|&place| self.at(place).is_some())
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
    pub(super) fn meet(&self, place: usize) {
        if let Some(met) = self.met.get(place) {
            met.store(true, Ordering::Relaxed);
        }
    }

    /// Calls `visit` with the keys of all entries that were looked up.
    pub(super) fn each_met(&self, poll: &mut Poll<'_>, mut visit: impl FnMut([u64; N])) -> Result<(), Enough> {
        for (place, _) in self.met.iter().enumerate().filter(|(_, met)| met.load(Ordering::Relaxed)) {
            poll.step()?;
            if let Some((key, _)) = self.at(place) {
                visit(key);
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::{Conflict, REGION_BITS, RegionCounts, Regions, WordTable};

    /// Keys with the same lowest bits are in a region.
    struct Lowest;

    impl Regions<2> for Lowest {
        fn of(&self, &[_, low]: &[u64; 2]) -> usize {
            low as usize
        }
    }

    /// Keys of which half are in one region, and the others alone in theirs or in none.
    fn keys(count: u64) -> impl Iterator<Item = [u64; 2]> {
        (1..=count).map(|at| if at % 2 == 0 { [at, 5] } else { [at, at << (at % 3 * REGION_BITS as u64)] })
    }

    fn table(count: u64, facts: u64) -> Option<WordTable<2, Lowest>> {
        let mut counts = RegionCounts::new(Lowest);
        keys(count).for_each(|key| counts.add(&key));
        WordTable::new(counts, facts, false, 1 << 20)
    }

    #[test]
    fn every_fact_is_found_whatever_its_region() {
        for count in [0, 1, 2, 9, 1_000, 5_000] {
            let mut table = table(count, count).expect("few bytes");
            for key in keys(count) {
                assert!(matches!(table.record(key, key[0] % 255), Ok(true)), "{key:?} of {count}");
            }
            assert!(matches!(table.record([count + 1, 5], 0), Ok(false)), "more than were announced");
            for key in keys(count) {
                let (place, fact) = table.find(&key).expect("it was recorded");
                assert_eq!((table.at(place), fact), (Some((key, fact)), key[0] % 255));
                assert!(matches!(table.record(key, 1 + key[0] % 255), Err(Conflict) | Ok(false)));
            }
            assert_eq!(table.places().filter_map(|place| table.at(place)).count() as u64, count);
            assert_eq!(table.find(&[count + 1, 5]), None);
            assert_eq!(table.find(&[count + 1, 6]), None, "a region without keys");
        }
    }

    #[test]
    fn more_keys_than_facts_are_refused() {
        assert!(table(10, 9).is_none() && table(10, 11).is_some());
    }
}
