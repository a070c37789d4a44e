//! The values of words, a few bytes each: open addressing that loses nothing.
//!
//! The lowest word of a key is permuted ([`Key::mix`]), so that its highest bits are as good as
//! random. They choose one of 256 segments, which store all other bits. In a segment the entries
//! are in the order of their lowest words, each at the first free place from the one that its bits
//! point to. So a search for a key that is not there ends at a greater one, and a segment grows by
//! one walk over its entries. Segments grow one by one, by a quarter where they are large, so that
//! growth holds little more memory.
//!
//! An entry is a byte of state, then the rest of the key. The state is 0 where there is no entry, a
//! value and 1, or 255: then the value is in a map aside.

use rustc_hash::FxHashMap;

use super::key::{Bits, Key};
use crate::support::budget::{Budget, Stopped};

/// The state of an entry whose value is aside.
const ASIDE: u64 = 255;

/// The bytes of a value aside, with those of the map.
const ASIDE_BYTES: u64 = 96;

/// How many bits of a mixed key choose the segment.
const SEGMENT_BITS: usize = 8;

/// Segments of more bytes are filled up to seven eighths, others up to three quarters.
const LARGE_SEGMENT: usize = 1 << 16;

/// A table of values by keys, of which none is 0.
pub(super) struct Table<K> {
    segments: Vec<Segment>,
    /// The bits of keys, and those of them in the lowest word.
    width: usize,
    first: usize,
    /// How far the lowest word of an entry, with the state, is from the highest bit.
    shift: usize,
    /// The bytes of an entry.
    entry: usize,
    /// All bits of an entry, and those of its lowest word without the state.
    mask: K,
    kept: u64,
    /// Values by mixed keys.
    aside: FxHashMap<K, u64>,
}

/// A part of the table.
#[derive(Default)]
struct Segment {
    bytes: Vec<u8>,
    /// How many places keys point to.
    homes: u64,
    /// How many places there are: a few more, for entries that are moved on.
    places: usize,
    count: usize,
    /// How many entries there may be before it grows.
    most: usize,
}

/// Where a search for a key has ended.
enum Found {
    /// It is there with this state.
    With(u64),
    /// It is not there, and belongs here.
    Before(usize),
}

impl<K: Key> Table<K> {
    /// A table for keys of this many bits.
    pub fn new(bits: usize) -> Table<K> {
        let width = bits.max(8);
        let first = width.min(64);
        let (segments, shift) = if width < 24 { (1, 56 - first) } else { (1 << SEGMENT_BITS, 64 - first) };
        let lowest = (64 - shift).div_ceil(8);
        let entry = lowest + (width - first).div_ceil(8);
        Table {
            segments: (0..segments).map(|_| Segment::default()).collect(),
            width,
            first,
            shift,
            entry,
            mask: K::low(8 * entry),
            kept: u64::low(64 - shift) & !255,
            aside: FxHashMap::default(),
        }
    }

    pub fn count(&self) -> u64 {
        self.segments.iter().map(|segment| segment.count as u64).sum()
    }

    /// The bytes of all segments.
    #[cfg(test)]
    pub fn bytes(&self) -> usize {
        self.segments.iter().map(|segment| segment.bytes.len()).sum()
    }

    /// The mixed form of a key, by which its value is found.
    #[inline(always)]
    pub fn mix(&self, key: K) -> K {
        key.mix(self.width)
    }

    /// The key of a mixed form.
    #[inline(always)]
    pub fn unmix(&self, mixed: K) -> K {
        mixed.unmix(self.width)
    }

    /// The segment of a mixed key.
    #[inline(always)]
    fn segment(&self, mixed: K) -> usize {
        if self.segments.len() == 1 { 0 } else { (mixed.word(0) >> (self.first - SEGMENT_BITS)) as usize }
    }

    /// The lowest word of the entry of a mixed key, without the state.
    #[inline(always)]
    fn lowest(&self, mixed: K) -> u64 {
        mixed.word(0) << 8 & self.kept
    }

    /// The place that an entry with this lowest word belongs to.
    #[inline(always)]
    fn home(&self, lowest: u64, homes: u64) -> usize {
        (((lowest << self.shift >> 32) * homes) >> 32) as usize
    }

    #[inline(always)]
    fn find(&self, segment: &Segment, mixed: K) -> Found {
        let lowest = self.lowest(mixed);
        let mut at = self.home(lowest, segment.homes);
        while at < segment.places {
            let start = at * self.entry;
            let first = u64::load(segment.bytes.get(start..).unwrap_or(&[])) & self.mask.word(0);
            let there = first & !255;
            if there >= lowest || first & 255 == 0 {
                if first & 255 == 0 || there > lowest {
                    return Found::Before(at);
                }
                let others = (K::load(&segment.bytes[start..]) & self.mask) ^ mixed;
                if others.with_first(0).is_none() {
                    return Found::With(first & 255);
                }
            }
            at += 1;
        }
        Found::Before(at)
    }

    /// The value of a mixed key.
    #[inline(always)]
    pub fn get(&self, mixed: K) -> Option<u64> {
        match self.find(&self.segments[self.segment(mixed)], mixed) {
            Found::With(ASIDE) => self.aside.get(&mixed).copied(),
            Found::With(state) => Some(state - 1),
            Found::Before(_) => None,
        }
    }

    /// Loads the memory that [`Table::get`] reads.
    #[inline(always)]
    pub fn prefetch(&self, mixed: K) {
        let segment = &self.segments[self.segment(mixed)];
        grundy_simd::prefetch(&segment.bytes, self.home(self.lowest(mixed), segment.homes) * self.entry);
    }

    /// Sets the value of a mixed key, which has none yet.
    pub fn insert(&mut self, mixed: K, value: u64, budget: &mut Budget) -> Result<(), Stopped> {
        let mut state = value.saturating_add(1);
        if state >= ASIDE {
            budget.hold(ASIDE_BYTES)?;
            self.aside.insert(mixed, value);
            state = ASIDE;
        }
        let (number, entry) = (self.segment(mixed), self.entry);
        let new = mixed.with_first(self.lowest(mixed) | state);
        loop {
            let segment = &self.segments[number];
            if segment.count < segment.most {
                let Found::Before(at) = self.find(segment, mixed) else { return Ok(()) };
                let free = (at..segment.places).find(|&at| segment.bytes[at * entry] == 0);
                if let Some(free) = free {
                    let mask = self.mask;
                    let segment = &mut self.segments[number];
                    segment.bytes.copy_within(at * entry..free * entry, (at + 1) * entry);
                    put(&mut segment.bytes[at * entry..], new, mask);
                    segment.count += 1;
                    return Ok(());
                }
            }
            self.grow(number, budget)?;
        }
    }

    fn grow(&mut self, number: usize, budget: &mut Budget) -> Result<(), Stopped> {
        let old = &self.segments[number];
        let large = old.bytes.len() > LARGE_SEGMENT;
        let homes = old.homes + old.homes / if large { 4 } else { 3 } + 8;
        let places = homes as usize + 24 + homes as usize / 32;
        let most = if large { homes / 8 * 7 } else { homes / 4 * 3 };
        let bytes = places * self.entry + K::BITS / 8;
        budget.hold(bytes as u64)?;
        let most = (most as usize).max(old.count + 1);
        let mut new = Segment { bytes: vec![0; bytes], homes, places, count: old.count, most };
        let mut free = 0;
        for at in 0..old.places {
            let entry = K::load(&old.bytes[at * self.entry..]) & self.mask;
            let lowest = entry.word(0);
            if lowest & 255 == 0 {
                continue;
            }
            let place = self.home(lowest & !255, homes).max(free);
            if place >= new.places {
                new.places = place + 1;
                new.bytes.resize(new.places * self.entry + K::BITS / 8, 0);
            }
            put(&mut new.bytes[place * self.entry..], entry, self.mask);
            free = place + 1;
        }
        let released = old.bytes.len() as u64;
        self.segments[number] = new;
        budget.release(released);
        Ok(())
    }

    /// Calls `visit` with each key and its value, until it returns `false`.
    pub fn each(&self, mut visit: impl FnMut(K, u64) -> bool) {
        for (number, segment) in self.segments.iter().enumerate() {
            for at in 0..segment.places {
                let entry = K::load(&segment.bytes[at * self.entry..]) & self.mask;
                let (lowest, state) = (entry.word(0) & !255, entry.word(0) & 255);
                if state == 0 {
                    continue;
                }
                let high = if self.segments.len() == 1 { 0 } else { (number as u64) << (self.first - SEGMENT_BITS) };
                let mixed = entry.with_first(high | lowest >> 8);
                let value = if state == ASIDE { self.aside.get(&mixed).copied() } else { Some(state - 1) };
                if value.is_some_and(|value| !visit(self.unmix(mixed), value)) {
                    return;
                }
            }
        }
    }
}

/// Writes an entry, and keeps the bytes after it.
#[inline(always)]
fn put<K: Key>(bytes: &mut [u8], entry: K, mask: K) {
    (K::load(bytes) & !mask | entry).store(bytes);
}
