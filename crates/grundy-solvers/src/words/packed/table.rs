//! The values of words, a few bytes each: open addressing that loses nothing.
//!
//! A key is permuted ([`Key::mix`]) so that its highest bits are as good as random. They choose one
//! of 256 segments, which store the other bits. In a segment the entries are in the order of their
//! mixed keys, each at the first free place from the one that its bits point to. So a search for a
//! key that is not there ends at a greater one, and a segment grows by one walk over its entries.
//! Segments grow one by one, by a quarter, so that growth holds little more memory.
//!
//! An entry is a byte of state and the rest of the key. The state is 0 where there is no entry, a
//! value and 1, or 255: then the value is in a map aside.

use rustc_hash::FxHashMap;

use super::key::Key;
use crate::support::budget::{Budget, Stopped};

/// The state of an entry whose value is aside.
const ASIDE: u64 = 255;

/// The bytes of a value aside, with those of the map.
const ASIDE_BYTES: u64 = 96;

/// How many bits of a mixed key choose the segment.
const SEGMENT_BITS: usize = 8;

/// A table of values by keys, of which none is 0.
pub(super) struct Table<K> {
    segments: Vec<Segment>,
    /// The bits of mixed keys.
    width: usize,
    /// Of these, the bits that are stored.
    rest: usize,
    /// The bytes of an entry.
    entry: usize,
    /// All bits of an entry, and those of its key.
    mask: K,
    kept: K,
    /// The values from this on are aside.
    large: u64,
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
}

/// Where a search for a key has ended.
enum Found {
    At(usize),
    /// It is not there, and belongs here.
    Before(usize),
}

impl<K: Key> Table<K> {
    /// A table for keys of this many bits.
    pub fn new(bits: usize) -> Table<K> {
        let width = K::mixed(bits);
        let segments = if width < 24 { 1 } else { 1 << SEGMENT_BITS };
        let rest = if segments == 1 { width } else { width - SEGMENT_BITS };
        let segments = (0..segments).map(|_| Segment::default()).collect();
        let entry = 1 + rest.div_ceil(8);
        Table {
            segments,
            width,
            rest,
            entry,
            mask: K::low(8 * entry),
            kept: K::low(rest + 8) & !K::low(8),
            large: ASIDE - 1,
            aside: FxHashMap::default(),
        }
    }

    pub fn count(&self) -> u64 {
        self.segments.iter().map(|segment| segment.count as u64).sum()
    }

    /// The segment of a mixed key, and the number that its home follows from.
    #[inline(always)]
    fn split(&self, mixed: K) -> (usize, u64) {
        let top = mixed.top(self.width);
        if self.segments.len() == 1 { (0, top >> 32) } else { ((top >> 56) as usize, top << SEGMENT_BITS >> 32) }
    }

    /// The bits of a mixed key that are stored, above the state.
    #[inline(always)]
    fn stored(&self, mixed: K) -> K {
        mixed.up(8) & self.kept
    }

    #[inline(always)]
    fn load(&self, segment: &Segment, at: usize) -> K {
        K::load(&segment.bytes[at * self.entry..]) & self.mask
    }

    #[inline(always)]
    fn find(&self, segment: &Segment, home: u64, stored: K) -> Found {
        let mut at = (home * segment.homes >> 32) as usize;
        while at < segment.places {
            let entry = self.load(segment, at);
            let state = entry.word(0) & 255;
            let key = entry & !K::low(8);
            if state > 0 && key == stored {
                return Found::At(at);
            }
            if state == 0 || key > stored {
                break;
            }
            at += 1;
        }
        Found::Before(at)
    }

    /// The value of a key.
    #[inline(always)]
    pub fn get(&self, key: K) -> Option<u64> {
        let mixed = key.mix(self.width);
        let (segment, home) = self.split(mixed);
        let segment = &self.segments[segment];
        let Found::At(at) = self.find(segment, home, self.stored(mixed)) else { return None };
        match self.load(segment, at).word(0) & 255 {
            ASIDE => self.aside.get(&key).copied(),
            state => Some(state - 1),
        }
    }

    /// Loads the memory that [`Table::get`] reads.
    #[inline(always)]
    pub fn prefetch(&self, key: K) {
        let (segment, home) = self.split(key.mix(self.width));
        let segment = &self.segments[segment];
        grundy_simd::prefetch(&segment.bytes, (home * segment.homes >> 32) as usize * self.entry);
    }

    /// Sets the value of a key, which has none yet.
    pub fn insert(&mut self, key: K, value: u64, budget: &mut Budget) -> Result<(), Stopped> {
        let mixed = key.mix(self.width);
        let ((number, home), stored) = (self.split(mixed), self.stored(mixed));
        let mut state = value + 1;
        if value >= self.large {
            budget.hold(ASIDE_BYTES)?;
            self.aside.insert(key, value);
            state = ASIDE;
        }
        loop {
            let segment = &self.segments[number];
            if (segment.count as u64) < segment.homes * 7 / 8 {
                let Found::Before(at) = self.find(segment, home, stored) else { return Ok(()) };
                let free = (at..segment.places).find(|&at| segment.bytes[at * self.entry] == 0);
                if let Some(free) = free {
                    let entry = self.entry;
                    let segment = &mut self.segments[number];
                    segment.bytes.copy_within(at * entry..free * entry, (at + 1) * entry);
                    (stored | K::of_words(|at| if at == 0 { state } else { 0 }))
                        .store(&mut segment.bytes[at * entry..(at + 1) * entry]);
                    segment.count += 1;
                    return Ok(());
                }
            }
            self.grow(number, budget)?;
        }
    }

    fn grow(&mut self, number: usize, budget: &mut Budget) -> Result<(), Stopped> {
        let old = &self.segments[number];
        let homes = old.homes + old.homes / 4 + 8;
        let spare = 24 + homes as usize / 32;
        let places = homes as usize + spare;
        let bytes = places * self.entry + K::BITS / 8;
        budget.hold(bytes as u64)?;
        let mut new = Segment { bytes: vec![0; bytes], homes, places, count: old.count };
        let mut free = 0;
        for at in 0..old.places {
            let entry = self.load(old, at);
            if entry.word(0) & 255 == 0 {
                continue;
            }
            let home = entry.down(8).top(self.rest) >> 32;
            let place = free.max((home * homes >> 32) as usize);
            if place >= new.places {
                new.places = place + 1;
                new.bytes.resize(new.places * self.entry + K::BITS / 8, 0);
            }
            entry.store(&mut new.bytes[place * self.entry..(place + 1) * self.entry]);
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
                let entry = self.load(segment, at);
                let state = entry.word(0) & 255;
                if state == 0 {
                    continue;
                }
                let high = K::of_words(|at| if at == 0 { number as u64 } else { 0 });
                let key = (high.up(self.rest) | entry.down(8)).unmix(self.width);
                let value = if state == ASIDE { self.aside.get(&key).copied() } else { Some(state - 1) };
                if value.is_some_and(|value| !visit(key, value)) {
                    return;
                }
            }
        }
    }
}
