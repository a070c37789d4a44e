//! The values of words, a few bytes each: open addressing that loses nothing.
//!
//! The lowest word of a key is permuted ([`Key::mix`]), so that its highest bits are as good as
//! random. They choose one of 256 segments, which store all other bits. In a segment the entries
//! are in the order of their lowest words, each at the first free place from the one that its bits
//! point to. So a search for a key that is not there ends at a greater one, and a segment grows by
//! one walk over its entries.
//!
//! Segments of equal size lie in one of 8 blocks, which are large enough for huge pages: a lookup
//! is one miss of the cache, and should not be one in the tables of pages as well. Blocks grow one
//! by one, by a quarter where they are large, so that growth holds little more memory.
//!
//! An entry is a byte of state, then the rest of the key. The state is 0 where there is no entry, a
//! value and 1, or 255: then the value is in a map aside.

use std::thread;

use rustc_hash::FxHashMap;

use super::key::{Bits, Key};
use crate::support::budget::{Budget, Stopped};

/// The state of an entry whose value is aside.
const ASIDE: u64 = 255;

/// The bytes of a value aside, with those of the map.
const ASIDE_BYTES: u64 = 96;

/// How many bits of a mixed key choose the segment.
const SEGMENT_BITS: usize = 8;

/// How many of these bits choose the segment of a block.
const BLOCK_BITS: usize = 5;

/// Blocks of more bytes are filled up to seven eighths, others up to three quarters.
const LARGE_BLOCK: usize = 1 << 21;

/// How many places a search looks at together; a segment has more after the last one that keys
/// point to.
const AHEAD: usize = 4;

/// A search that begins near the end of a line of the cache goes on to a place this many bytes on.
const NEAR: usize = 40;

/// A table of values by keys, of which none is 0.
pub(super) struct Table<K> {
    form: Form<K>,
    blocks: Vec<Block>,
    /// Values by mixed keys.
    aside: FxHashMap<K, u64>,
    /// Whether some of what was found together is not here: a limit ended [`Table::absorb`].
    partial: bool,
}

/// How entries are made from keys.
#[derive(Clone, Copy)]
struct Form<K> {
    /// How many segments a block has.
    segments: usize,
    /// How far the number of the segment is from the lowest bit of the lowest word of a key, if
    /// there is more than one segment.
    numbered: usize,
    /// The bits of keys.
    width: usize,
    /// How far the lowest word of an entry, with the state, is from the highest bit.
    shift: usize,
    /// The bytes of an entry.
    entry: usize,
    /// All bits of an entry, and those of its lowest word without the state.
    mask: K,
    kept: u64,
}

/// Segments of equal size, one after another.
#[derive(Default)]
struct Block {
    bytes: Vec<u8>,
    /// How many places of a segment keys point to.
    homes: u64,
    /// How many places a segment has: a few more, for entries that are moved on.
    places: usize,
    /// How many entries each segment has.
    counts: Vec<usize>,
    /// How many it may have before the block grows.
    most: usize,
}

/// Where a search for a key has ended.
enum Found {
    /// It is there with this state.
    With(u64),
    /// It is not there, and belongs here.
    Before(usize),
}

impl<K: Key> Form<K> {
    /// The form for keys of this many bits.
    fn new(bits: usize) -> Form<K> {
        let width = bits.max(8);
        let first = width.min(64);
        let single = width < 24;
        let shift = if single { 56 - first } else { 64 - first };
        let lowest = (64 - shift).div_ceil(8);
        let entry = lowest + (width - first).div_ceil(8);
        Form {
            segments: if single { 1 } else { 1 << BLOCK_BITS },
            numbered: first.saturating_sub(SEGMENT_BITS),
            width,
            shift,
            entry,
            mask: K::low(8 * entry),
            kept: u64::low(64 - shift) & !255,
        }
    }

    /// How many blocks there are.
    fn blocks(&self) -> usize {
        if self.segments == 1 { 1 } else { 1 << (SEGMENT_BITS - BLOCK_BITS) }
    }

    /// The block of a mixed key, and its segment there.
    #[inline(always)]
    fn segment(&self, mixed: K) -> (usize, usize) {
        if self.segments == 1 {
            return (0, 0);
        }
        let number = (mixed.word(0) >> self.numbered) as usize;
        (number >> BLOCK_BITS, number & ((1 << BLOCK_BITS) - 1))
    }

    /// The mixed key of an entry in a segment of a block.
    fn mixed(&self, entry: K, (block, segment): (usize, usize)) -> K {
        let number = if self.segments == 1 { 0 } else { (block * self.segments + segment) as u64 };
        entry.with_first(number << self.numbered | entry.word(0) >> 8)
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

    /// The entry at a place; 0 if there is none.
    #[inline(always)]
    fn entry(&self, block: &Block, at: usize) -> K {
        K::load(&block.bytes[at * self.entry..]) & self.mask
    }

    #[inline(always)]
    fn find(&self, block: &Block, segment: usize, mixed: K) -> Found {
        let lowest = self.lowest(mixed);
        let mut at = self.home(lowest, block.homes);
        let mut start = (segment * block.places + at) * self.entry;
        // How many of the next entries are lesser, without a branch that cannot be foreseen. None
        // of them follows a free place.
        let less = (0..AHEAD).fold(0, |less, ahead| {
            let first = u64::load(block.bytes.get(start + ahead * self.entry..).unwrap_or(&[])) & self.mask.word(0);
            less + usize::from((first > 0) & (first & !255 < lowest))
        });
        at += less;
        start += less * self.entry;
        while at < block.places {
            let first = u64::load(block.bytes.get(start..).unwrap_or(&[])) & self.mask.word(0);
            let there = first & !255;
            if there >= lowest || first & 255 == 0 {
                if first & 255 == 0 || there > lowest {
                    return Found::Before(at);
                }
                let others = (K::load(&block.bytes[start..]) & self.mask) ^ mixed;
                if others.with_first(0).is_none() {
                    return Found::With(first & 255);
                }
            }
            at += 1;
            start += self.entry;
        }
        Found::Before(at)
    }

    /// Sets the state of a mixed key in its segment, unless it has one. Returns whether it had
    /// none.
    fn insert(
        &self,
        block: &mut Block,
        segment: usize,
        mixed: K,
        state: u64,
        budget: &mut Budget,
    ) -> Result<bool, Stopped> {
        let new = mixed.with_first(self.lowest(mixed) | state);
        loop {
            if block.counts[segment] < block.most {
                let Found::Before(at) = self.find(block, segment, mixed) else { return Ok(false) };
                let begin = segment * block.places;
                let mut places = begin + at..begin + block.places;
                if let Some(free) = places.find(|&at| block.bytes[at * self.entry] == 0) {
                    let at = begin + at;
                    block.bytes.copy_within(at * self.entry..free * self.entry, (at + 1) * self.entry);
                    put(&mut block.bytes[at * self.entry..], new, self.mask);
                    block.counts[segment] += 1;
                    return Ok(true);
                }
            }
            self.grow(block, budget)?;
        }
    }

    fn grow(&self, block: &mut Block, budget: &mut Budget) -> Result<(), Stopped> {
        let large = block.bytes.len() > LARGE_BLOCK;
        let fullest = block.counts.iter().copied().max().unwrap_or(0);
        let mut homes = block.homes;
        let new = loop {
            homes += homes / if large { 4 } else { 3 } + 8;
            let places = homes as usize + 24 + homes as usize / 32;
            let most = if large { homes / 8 * 7 } else { homes / 4 * 3 };
            let bytes = self.segments * places * self.entry + K::BITS / 8;
            budget.hold(bytes as u64)?;
            let most = (most as usize).max(fullest + 1);
            let counts = block.counts.clone();
            let mut new = Block { bytes: vec![0; bytes], homes, places, counts, most };
            if self.copy(block, &mut new) {
                break new;
            }
            budget.release(bytes as u64);
        };
        let released = block.bytes.len() as u64;
        *block = new;
        budget.release(released);
        Ok(())
    }

    /// Copies all entries; returns whether they have found places.
    fn copy(&self, old: &Block, new: &mut Block) -> bool {
        for segment in 0..self.segments {
            let mut free = 0;
            for at in segment * old.places..(segment + 1) * old.places {
                let entry = self.entry(old, at);
                let lowest = entry.word(0);
                if lowest & 255 == 0 {
                    continue;
                }
                let place = self.home(lowest & !255, new.homes).max(free);
                if place >= new.places {
                    return false;
                }
                put(&mut new.bytes[(segment * new.places + place) * self.entry..], entry, self.mask);
                free = place + 1;
            }
        }
        true
    }

    /// Loads the memory in which [`Form::find`] begins.
    #[inline(always)]
    fn prefetch(&self, block: &Block, segment: usize, mixed: K) {
        let home = self.home(self.lowest(mixed), block.homes);
        let start = (segment * block.places + home) * self.entry;
        grundy_simd::prefetch(&block.bytes, start);
        grundy_simd::prefetch(&block.bytes, start + NEAR);
    }

    /// Calls `visit` with the mixed key and the state of each entry of a segment, in order, until
    /// it returns `false`; returns whether it never did.
    fn each(&self, (number, segment): (usize, usize), block: &Block, mut visit: impl FnMut(K, u64) -> bool) -> bool {
        (segment * block.places..(segment + 1) * block.places).all(|at| {
            let entry = self.entry(block, at);
            let state = entry.word(0) & 255;
            state == 0 || visit(self.mixed(entry, (number, segment)), state)
        })
    }

    /// Adds the entries of other blocks of this number, and counts those that are new as solved.
    fn fill<'b>(
        &self,
        number: usize,
        block: &mut Block,
        others: impl Iterator<Item = &'b Block> + Clone,
        budget: &mut Budget,
    ) -> Result<(), Stopped> {
        let mut found = Vec::new();
        for segment in 0..self.segments {
            found.clear();
            for other in others.clone() {
                self.each((number, segment), other, |mixed, state| {
                    self.prefetch(block, segment, mixed);
                    found.push((mixed, state));
                    true
                });
            }
            for &(mixed, state) in &found {
                if self.insert(block, segment, mixed, state, budget)? {
                    budget.solved(1)?;
                }
            }
        }
        Ok(())
    }
}

impl<K: Key> Table<K> {
    /// A table for keys of this many bits.
    pub fn new(bits: usize) -> Table<K> {
        let form: Form<K> = Form::new(bits);
        let block = || Block { counts: vec![0; form.segments], ..Block::default() };
        Table {
            form,
            blocks: (0..form.blocks()).map(|_| block()).collect(),
            aside: FxHashMap::default(),
            partial: false,
        }
    }

    /// An empty table for the same keys.
    pub fn another(&self) -> Table<K> {
        Table::new(self.form.width)
    }

    /// Whether values are missing that values here depend on.
    pub fn is_partial(&self) -> bool {
        self.partial
    }

    pub fn count(&self) -> u64 {
        self.blocks.iter().flat_map(|block| &block.counts).map(|&count| count as u64).sum()
    }

    /// The bytes of all blocks.
    pub fn bytes(&self) -> usize {
        self.blocks.iter().map(|block| block.bytes.len()).sum()
    }

    /// The mixed form of a key, by which its value is found.
    #[inline(always)]
    pub fn mix(&self, key: K) -> K {
        key.mix(self.form.width)
    }

    /// The key of a mixed form.
    #[inline(always)]
    pub fn unmix(&self, mixed: K) -> K {
        mixed.unmix(self.form.width)
    }

    /// The value of a mixed key.
    #[inline(always)]
    pub fn get(&self, mixed: K) -> Option<u64> {
        let (block, segment) = self.form.segment(mixed);
        match self.form.find(&self.blocks[block], segment, mixed) {
            Found::With(ASIDE) => self.aside.get(&mixed).copied(),
            Found::With(state) => Some(state - 1),
            Found::Before(_) => None,
        }
    }

    /// Loads the memory that [`Table::get`] reads.
    #[inline(always)]
    pub fn prefetch(&self, mixed: K) {
        let (block, segment) = self.form.segment(mixed);
        self.form.prefetch(&self.blocks[block], segment, mixed);
    }

    /// Sets the value of a mixed key, which has none yet.
    pub fn insert(&mut self, mixed: K, value: u64, budget: &mut Budget) -> Result<(), Stopped> {
        let mut state = value.saturating_add(1);
        if state >= ASIDE {
            budget.hold(ASIDE_BYTES)?;
            self.aside.insert(mixed, value);
            state = ASIDE;
        }
        let (block, segment) = self.form.segment(mixed);
        self.form.insert(&mut self.blocks[block], segment, mixed, state, budget).map(|_| ())
    }

    /// Moves all entries of tables for the same keys here, which become empty. Equal keys have
    /// equal values. Each of so many threads fills some blocks, and counts the new entries as
    /// solved.
    pub fn absorb<'t>(
        &mut self,
        others: impl Iterator<Item = &'t mut Table<K>>,
        threads: usize,
        budget: &mut Budget,
    ) -> Result<(), Stopped> {
        let mut others: Vec<&mut Table<K>> = others.collect();
        self.partial = true;
        for other in &mut others {
            self.aside.extend(other.aside.drain());
        }
        let form = self.form;
        let fill = |first: usize, blocks: &mut [Block], others: &[&mut Table<K>], budget: &mut Budget| {
            (first..)
                .zip(blocks)
                .try_for_each(|(at, block)| form.fill(at, block, others.iter().map(|other| &other.blocks[at]), budget))
        };
        let share = self.blocks.len().div_ceil(threads.max(1));
        let mut lent = budget.split(self.blocks.len().div_ceil(share) - 1);
        let share = if lent.is_empty() { self.blocks.len() } else { share };
        let ends: Vec<Result<(), Stopped>> = {
            let others = &others;
            let mut parts = self.blocks.chunks_mut(share);
            let first = parts.next().unwrap_or_default();
            thread::scope(|scope| {
                let fill = &fill;
                let run: Vec<_> = (1..)
                    .zip(parts.zip(&mut lent))
                    .map(|(at, (blocks, budget))| scope.spawn(move || fill(at * share, blocks, others, budget)))
                    .collect();
                let first = fill(0, first, others, budget);
                let join = |thread: thread::ScopedJoinHandle<'_, _>| {
                    thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
                };
                std::iter::once(first).chain(run.into_iter().map(join)).collect()
            })
        };
        budget.merge(lent);
        for end in ends {
            end.map_err(|stopped| budget.stopped(stopped.reason))?;
        }
        others.into_iter().for_each(Table::clear);
        self.partial = false;
        Ok(())
    }

    /// Removes all entries, and keeps the memory.
    fn clear(&mut self) {
        for block in &mut self.blocks {
            block.bytes.fill(0);
            block.counts.fill(0);
        }
    }

    /// Calls `visit` with each key and its value, until it returns `false`.
    pub fn each(&self, mut visit: impl FnMut(K, u64) -> bool) {
        for (number, block) in self.blocks.iter().enumerate() {
            for segment in 0..self.form.segments {
                let all = self.form.each((number, segment), block, |mixed, state| {
                    let value = if state == ASIDE { self.aside.get(&mixed).copied() } else { Some(state - 1) };
                    value.is_none_or(|value| visit(self.unmix(mixed), value))
                });
                if !all {
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
