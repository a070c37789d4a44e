//! The values of words, a few bytes each: open addressing that loses nothing.
//!
//! The lowest word of a key is permuted ([`Key::mix`]), so that its bits are as good as random. The
//! lowest ones choose one of 16 blocks, and the highest ones a bucket there. Eight entries of a
//! bucket have their tags, which are eight further bits of the mixed key, in one word, then their
//! states, then the rest of their keys. So one comparison finds which of them may be the one that
//! is looked up, mostly one or none, and the bits that chose the block are not stored.
//!
//! A bucket is filled in order; what finds no place there is in the next one. So a search for a key
//! that is not there ends at the first bucket with a free place.
//!
//! A lookup is one miss of the cache. Blocks of large tables are large enough for huge pages, so
//! that it is no miss in the tables of pages as well. They grow one by one, by a quarter where they
//! are large, so that growth holds little more memory.
//!
//! A state is 0 where there is no entry, a value and 1, or 255: then the value is in a map aside.

use std::thread;

use rustc_hash::FxHashMap;

use super::key::{Key, KeyBits, KeyWidth};
use crate::support::budget::{Budget, Stopped};

/// The state of an entry whose value is aside.
const ASIDE: u64 = 255;

/// The bytes of a value aside, with those of the map.
const ASIDE_BYTES: u64 = 96;

/// How many of the lowest bits of a mixed key choose the block.
const BLOCK_BITS: usize = 4;
const BLOCKS: usize = 1 << BLOCK_BITS;

/// How many bits after these are the tag.
const TAG_BITS: usize = 8;

/// Entries of a bucket: their tags are one word, and so are their states.
const SLOTS: usize = 8;

/// The bytes of tags and states.
const HEAD: usize = 2 * SLOTS;

/// Blocks of more bytes are filled up to seven eighths, others up to three quarters.
const LARGE_BLOCK: usize = 1 << 20;

/// A bucket may reach into a second line of the cache, which is this many bytes.
const LINE: usize = 64;

/// The bytes of a page of memory, at least.
const PAGE: usize = 1 << 12;

/// How many entries of another table are looked up together.
const TOGETHER: usize = 64;

/// Times a byte: the word with this byte eight times.
const BYTES: u64 = u64::MAX / 255;

/// A table of values by keys, of which none is 0.
pub(super) struct KeyTable<K> {
    form: EntryForm<K>,
    blocks: Box<[BucketBlock; BLOCKS]>,
    /// Values by mixed keys.
    aside: FxHashMap<K, u64>,
    /// Whether some of what was found together is not here: a limit ended [`KeyTable::absorb`].
    partial: bool,
}

/// How entries are made from keys.
#[derive(Clone, Copy)]
struct EntryForm<K> {
    /// The bits of keys.
    bits: usize,
    width: KeyWidth,
    /// How far the highest bit of the lowest word of a key is from bit 63.
    shift: usize,
    /// The bytes of the rest of a key, and its bits.
    rest: usize,
    mask: K,
    /// The bytes of a bucket.
    bucket: usize,
}

/// Buckets one after another.
#[derive(Default)]
struct BucketBlock {
    bytes: Vec<u8>,
    buckets: usize,
    count: usize,
    /// How many entries there may be before the block grows.
    most: usize,
}

/// Where a search for a key has ended.
enum KeyLookup {
    /// It is there with this state.
    With(u64),
    /// It is not there, and belongs into the bucket that begins here.
    Free(usize),
}

impl<K: Key> EntryForm<K> {
    /// The form for keys of this many bits.
    fn new(bits: usize) -> EntryForm<K> {
        let rest = bits.saturating_sub(BLOCK_BITS + TAG_BITS).div_ceil(8);
        EntryForm {
            bits,
            width: KeyWidth::new(bits),
            shift: 64 - bits.clamp(1, 64),
            rest,
            mask: K::low(8 * rest),
            bucket: HEAD + SLOTS * rest,
        }
    }

    /// The block of a mixed key.
    #[inline(always)]
    fn block(&self, mixed: K) -> usize {
        (mixed.word(0) & ((1 << BLOCK_BITS) - 1)) as usize
    }

    #[inline(always)]
    fn tag(&self, mixed: K) -> u64 {
        mixed.word(0) >> BLOCK_BITS & 255
    }

    /// The mixed key of an entry of a block.
    fn mixed(&self, block: usize, tag: u64, rest: K) -> K {
        let low = tag << BLOCK_BITS | block as u64;
        rest.up(BLOCK_BITS + TAG_BITS) | K::of_words(|at| if at == 0 { low } else { 0 })
    }

    /// Where the bucket of a mixed key begins.
    #[inline(always)]
    fn home(&self, block: &BucketBlock, mixed: K) -> usize {
        let high = mixed.word(0) << self.shift >> 32;
        ((high * block.buckets as u64) >> 32) as usize * self.bucket
    }

    /// Mixes keys, and loads the memory in which the search for each begins. The list is set to
    /// where that is in its block.
    #[inline(always)]
    fn begin(self, blocks: &[BucketBlock; BLOCKS], keys: &mut [K], starts: &mut Vec<usize>) {
        starts.clear();
        starts.extend(keys.iter_mut().map(|key| {
            *key = key.mix(self.width);
            self.prefetch(&blocks[self.block(*key)], *key)
        }));
    }

    /// Where the next bucket begins.
    #[inline(always)]
    fn next(&self, block: &BucketBlock, start: usize) -> usize {
        let next = start + self.bucket;
        if next < block.buckets * self.bucket { next } else { 0 }
    }

    /// The rest of the key of an entry of the bucket that begins at this byte.
    #[inline(always)]
    fn rest(&self, bytes: &[u8], start: usize, slot: usize) -> K {
        let at = start + HEAD + slot * self.rest;
        K::load(bytes.get(at..at + K::BITS / 8).unwrap_or(&[])) & self.mask
    }

    #[inline(always)]
    fn find(&self, block: &BucketBlock, mixed: K) -> KeyLookup {
        self.find_from(block, self.home(block, mixed), mixed)
    }

    /// The same where the search begins at this byte.
    #[inline(always)]
    fn find_from(&self, block: &BucketBlock, mut start: usize, mixed: K) -> KeyLookup {
        let (tags, rest) = (self.tag(mixed) * BYTES, mixed.down(BLOCK_BITS + TAG_BITS));
        loop {
            let Some([own, states]) = head(&block.bytes, start) else { return KeyLookup::Free(start) };
            let mut same = equal(own, tags);
            while same > 0 {
                let slot = same.first() / 8;
                if self.rest(&block.bytes, start, slot) == rest {
                    let state = states >> (8 * slot) & 255;
                    if state > 0 && own >> (8 * slot) & 255 == tags & 255 {
                        return KeyLookup::With(state);
                    }
                }
                same = same.rest();
            }
            if states >> 56 == 0 {
                return KeyLookup::Free(start);
            }
            start = self.next(block, start);
        }
    }

    /// Sets the state of a mixed key, unless it has one. Returns whether it had none.
    fn insert(&self, block: &mut BucketBlock, mixed: K, state: u64, budget: &mut Budget) -> Result<bool, Stopped> {
        let KeyLookup::Free(mut start) = self.find(block, mixed) else { return Ok(false) };
        if block.count >= block.most {
            self.grow(block, self.block(mixed), budget)?;
            start = self.home(block, mixed);
        }
        self.put(block, start, mixed, state);
        block.count += 1;
        Ok(true)
    }

    /// Adds an entry to the first bucket from this one on with a free place. There is one.
    fn put(&self, block: &mut BucketBlock, mut start: usize, mixed: K, state: u64) {
        while block.bytes[start + HEAD - 1] > 0 {
            start = self.next(block, start);
        }
        let bucket = &mut block.bytes[start..];
        let slot = u64::load(&bucket[SLOTS..HEAD]).length().div_ceil(8);
        bucket[slot] = self.tag(mixed) as u8;
        bucket[SLOTS + slot] = state as u8;
        let rest = &mut bucket[HEAD + slot * self.rest..];
        (K::load(rest) & !self.mask | mixed.down(BLOCK_BITS + TAG_BITS)).store(rest);
    }

    /// Gives the block of this number more places.
    fn grow(&self, block: &mut BucketBlock, number: usize, budget: &mut Budget) -> Result<(), Stopped> {
        let large = block.bytes.len() > LARGE_BLOCK;
        let buckets = if large { block.buckets / 4 * 5 } else { block.buckets * 2 } + 1;
        let bytes = buckets * self.bucket + K::BITS / 8;
        budget.hold(bytes as u64)?;
        let most = if large { buckets * SLOTS / 8 * 7 } else { buckets * SLOTS / 4 * 3 };
        let mut new = BucketBlock { bytes: written(bytes), buckets, count: block.count, most };
        self.each(block, number, |mixed, state| {
            let home = self.home(&new, mixed);
            self.put(&mut new, home, mixed, state);
            true
        });
        let released = block.bytes.len() as u64;
        *block = new;
        budget.release(released);
        Ok(())
    }

    /// Loads the memory in which [`EntryForm::find`] begins, and returns where that is.
    #[inline(always)]
    fn prefetch(&self, block: &BucketBlock, mixed: K) -> usize {
        let start = self.home(block, mixed);
        grundy_simd::prefetch(&block.bytes, start);
        grundy_simd::prefetch(&block.bytes, start + LINE);
        start
    }

    /// Calls `visit` with the mixed key and the state of each entry of the block of this number,
    /// until it returns `false`; returns whether it never did.
    fn each(&self, block: &BucketBlock, number: usize, mut visit: impl FnMut(K, u64) -> bool) -> bool {
        (0..block.buckets).all(|at| {
            let start = at * self.bucket;
            let Some([tags, states]) = head(&block.bytes, start) else { return true };
            (0..states.length().div_ceil(8)).all(|slot| {
                let (tag, state) = (tags >> (8 * slot) & 255, states >> (8 * slot) & 255);
                visit(self.mixed(number, tag, self.rest(&block.bytes, start, slot)), state)
            })
        })
    }

    /// Adds the entries of other blocks of this number, and counts those that are new as solved.
    fn fill<'b>(
        &self,
        number: usize,
        block: &mut BucketBlock,
        others: impl Iterator<Item = &'b BucketBlock>,
        budget: &mut Budget,
    ) -> Result<(), Stopped> {
        let mut found = Vec::with_capacity(TOGETHER);
        let mut ended = Ok(());
        for other in others {
            self.each(other, number, |mixed, state| {
                self.prefetch(block, mixed);
                found.push((mixed, state));
                if found.len() == TOGETHER {
                    ended = self.fill_some(block, &mut found, budget);
                }
                ended.is_ok()
            });
            std::mem::replace(&mut ended, Ok(()))?;
        }
        self.fill_some(block, &mut found, budget)
    }

    /// Adds these entries, and counts those that are new as solved.
    fn fill_some(
        &self,
        block: &mut BucketBlock,
        found: &mut Vec<(K, u64)>,
        budget: &mut Budget,
    ) -> Result<(), Stopped> {
        for (mixed, state) in found.drain(..) {
            if self.insert(block, mixed, state, budget)? {
                budget.solved(1)?;
            }
        }
        Ok(())
    }
}

/// This many zeros, in pages that have been written to. A page that is read first is the one page
/// of zeros until it is written; the exchange then interrupts the other threads.
fn written(bytes: usize) -> Vec<u8> {
    let mut zeros = vec![0; bytes];
    zeros.iter_mut().step_by(PAGE).for_each(|byte| *byte = std::hint::black_box(0));
    zeros
}

/// The high bit of each byte that two words have in common, and of some others, which are above
/// one of these.
#[inline(always)]
fn equal(one: u64, other: u64) -> u64 {
    // A byte of 1 above one of 0 looks like 0.
    let differ = one ^ other;
    differ.wrapping_sub(BYTES) & !differ & (BYTES << 7)
}

/// The tags and the states of the bucket that begins at this byte; `None` if there is no bucket.
#[inline(always)]
fn head(bytes: &[u8], start: usize) -> Option<[u64; 2]> {
    let head = bytes.get(start..start + HEAD)?;
    Some([u64::load(&head[..SLOTS]), u64::load(&head[SLOTS..])])
}

impl<K: Key> KeyTable<K> {
    /// A table for keys of this many bits.
    pub fn new(bits: usize) -> KeyTable<K> {
        KeyTable { form: EntryForm::new(bits), blocks: Default::default(), aside: FxHashMap::default(), partial: false }
    }

    /// An empty table for the same keys.
    pub fn another(&self) -> KeyTable<K> {
        KeyTable::new(self.form.bits)
    }

    /// Whether values are missing that values here depend on.
    pub fn is_partial(&self) -> bool {
        self.partial
    }

    pub fn count(&self) -> u64 {
        self.blocks.iter().map(|block| block.count as u64).sum()
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
        self.get_from(self.form.home(&self.blocks[self.form.block(mixed)], mixed), mixed)
    }

    /// The same where the search for the key is known to begin. If that has changed since, a value
    /// may be missed.
    #[inline(always)]
    pub fn get_from(&self, start: usize, mixed: K) -> Option<u64> {
        let (form, block) = (&self.form, &self.blocks[self.form.block(mixed)]);
        // Mostly, it is the first entry with its tag.
        if let Some([own, states]) = head(&block.bytes, start) {
            let same = equal(own, form.tag(mixed) * BYTES);
            if same > 0 {
                let slot = same.first() / 8;
                let state = states >> (8 * slot) & 255;
                if form.rest(&block.bytes, start, slot) == mixed.down(BLOCK_BITS + TAG_BITS)
                    && state > 0
                    && state < ASIDE
                {
                    return Some(state - 1);
                }
            } else if states >> 56 == 0 {
                return None;
            }
        }
        self.get_slowly(start, mixed)
    }

    #[inline(never)]
    fn get_slowly(&self, start: usize, mixed: K) -> Option<u64> {
        match self.form.find_from(&self.blocks[self.form.block(mixed)], start, mixed) {
            KeyLookup::With(ASIDE) => self.aside.get(&mixed).copied(),
            KeyLookup::With(state) => Some(state - 1),
            KeyLookup::Free(_) => None,
        }
    }

    /// Mixes keys, and loads the memory that [`KeyTable::get`] reads for each. The list is set to
    /// where the searches for them begin, for [`KeyTable::get_from`].
    #[inline(always)]
    pub fn begin(&self, keys: &mut [K], starts: &mut Vec<usize>) {
        self.form.begin(&self.blocks, keys, starts);
    }

    /// Sets the value of a mixed key, unless it has one. Returns whether it had none.
    pub fn insert(&mut self, mixed: K, value: u64, budget: &mut Budget) -> Result<bool, Stopped> {
        let mut state = value.saturating_add(1);
        if state >= ASIDE {
            budget.hold(ASIDE_BYTES)?;
            self.aside.insert(mixed, value);
            state = ASIDE;
        }
        let block = &mut self.blocks[self.form.block(mixed)];
        self.form.insert(block, mixed, state, budget)
    }

    /// Moves all entries of tables for the same keys here, which become empty. Equal keys have
    /// equal values. Each of this many threads fills some blocks, and counts the new entries as
    /// solved.
    pub fn absorb<'t>(
        &mut self,
        others: impl Iterator<Item = &'t mut KeyTable<K>>,
        threads: usize,
        budget: &mut Budget,
    ) -> Result<(), Stopped> {
        let mut others: Vec<&mut KeyTable<K>> = others.collect();
        self.partial = true;
        for other in &mut others {
            self.aside.extend(other.aside.drain());
        }
        let form = self.form;
        let fill = |first: usize, blocks: &mut [BucketBlock], others: &[&mut KeyTable<K>], budget: &mut Budget| {
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
            end.map_err(|worker| budget.ended(worker))?;
        }
        others.into_iter().for_each(KeyTable::clear);
        self.partial = false;
        Ok(())
    }

    /// Removes all entries, and keeps the memory.
    fn clear(&mut self) {
        for block in self.blocks.iter_mut() {
            block.bytes.fill(0);
            block.count = 0;
        }
    }

    /// Calls `visit` with each key and its value, until it returns `false`.
    pub fn each(&self, mut visit: impl FnMut(K, u64) -> bool) {
        for (number, block) in self.blocks.iter().enumerate() {
            let all = self.form.each(block, number, |mixed, state| {
                let value = if state == ASIDE { self.aside.get(&mixed).copied() } else { Some(state - 1) };
                value.is_none_or(|value| visit(self.unmix(mixed), value))
            });
            if !all {
                return;
            }
        }
    }
}
