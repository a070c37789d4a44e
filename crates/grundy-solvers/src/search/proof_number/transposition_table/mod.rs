//! A transposition table: what is known of positions without a value. Newer entries replace older
//! ones. It grows with the number of values, up to a limit: in a table that is small for them,
//! workers overwrite what the others need, and expand positions again.
//!
//! An entry is three words. The first is exact: the values below 16 that an option of the position
//! is known to have, with the rest of the hashed key, so that it belongs to one position only. The
//! others guide the search: for up to four values, the proof and disproof numbers of the couple.
//! Words are replaced atomically, so that workers see old or new facts, but never a mixture of two
//! positions in the first word; in the others a mixture does no harm.
//!
//! An entry takes 24 bytes; two entries form a pair, the newer of which comes first. A position is
//! looked up in both, and a new one replaces the older. Numbers above 2^14 - 1 are stored as that.

use super::value_table::mix;
use crate::support::sync::{AtomicU64, Ordering};

#[cfg(all(test, loom))]
mod interleavings;

/// The proof and disproof numbers of a couple.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ProofNumbers {
    /// The effort left to show that the position has another value; 0 if that is shown.
    pub disproof: u32,
    /// The effort left to show that the position has this value; 0 if that is shown.
    pub proof: u32,
}

/// More than any search has left.
pub(super) const ENDLESS: u32 = 1 << 30;

/// The position has another value.
pub(super) const REFUTED: ProofNumbers = ProofNumbers { disproof: 0, proof: ENDLESS };

/// The largest number that an entry stores.
const LARGEST: u32 = (1 << 14) - 1;

/// The table grows up to this many times the bytes of the values.
const BYTES_PER_VALUE_BYTE: u64 = 4;

/// Words of an entry: one of facts, and two of numbers for two values each.
const ENTRY: usize = 3;

/// The table.
pub(super) struct TranspositionTable {
    /// Pairs of entries: facts, numbers, numbers, twice.
    words: Vec<AtomicU64>,
    /// The binary logarithm of the number of pairs.
    bits: u32,
    /// That of the largest number of pairs.
    most_bits: u32,
    /// [`TranspositionTable::width`].
    width: u32,
}

impl TranspositionTable {
    /// Returns an empty table of at most `bytes`, and at least 12 KiB, that grows while it and the
    /// table that it grows from fit into `most_bytes`.
    pub(super) fn new(bytes: u64, most_bytes: u64) -> TranspositionTable {
        let bits = |bytes: u64| (bytes / (16 * ENTRY as u64)).max(1).ilog2().clamp(8, 26);
        let first = bits(bytes);
        TranspositionTable::of_bits(first, bits(most_bytes / 3 * 2), first.min(16))
    }

    fn of_bits(bits: u32, most_bits: u32, width: u32) -> TranspositionTable {
        let words = (0..(2 * ENTRY) << bits).map(|_| AtomicU64::new(0)).collect();
        TranspositionTable { words, bits, most_bits, width }
    }

    /// Whether the table is small for values of so many bytes, and may grow.
    pub(super) fn wants_room(&self, value_bytes: u64) -> bool {
        self.bits < self.most_bits && self.bytes() / BYTES_PER_VALUE_BYTE < value_bytes
    }

    /// Doubles the table.
    pub(super) fn grow(&mut self) {
        let mut new = TranspositionTable::of_bits(self.bits + 1, self.most_bits, self.width);
        // The newer entry of a pair goes last, so that it is the first one again.
        for (at, entry) in self.words.chunks(ENTRY).enumerate().rev() {
            let word = entry[0].load(Ordering::Relaxed);
            if word == 0 {
                continue;
            }
            let rest = word >> self.width();
            let mixed = ((at / 2) as u64) << (64 - self.bits) | rest;
            let (pair, tag) = new.place_of(mixed);
            let facts = word & ((1 << self.width()) - 1);
            for word in pair..pair + ENTRY {
                new.words[word + ENTRY] = AtomicU64::new(new.words[word].load(Ordering::Relaxed));
            }
            new.words[pair] = AtomicU64::new(tag | facts);
            for (word, old) in new.words[pair + 1..pair + ENTRY].iter_mut().zip(&entry[1..]) {
                *word = AtomicU64::new(old.load(Ordering::Relaxed));
            }
        }
        *self = new;
    }

    /// Lets the table not grow any more.
    pub(super) fn stay(&mut self) {
        self.most_bits = self.bits;
    }

    /// Returns the bytes that it holds.
    pub(super) fn bytes(&self) -> u64 {
        8 * self.words.len() as u64
    }

    /// Returns the number of values that an entry has facts about: as many as there were bits left
    /// next to the key in the first table, up to 16. It never changes: a search that is under way
    /// has listed the values below it.
    pub(super) fn width(&self) -> u64 {
        self.width.into()
    }

    /// Returns the index of the pair of a key, and the rest of its hash in the place of a fact
    /// word.
    fn place(&self, key: u64) -> (usize, u64) {
        self.place_of(mix(key))
    }

    /// As [`TranspositionTable::place`], of a hashed key.
    fn place_of(&self, mixed: u64) -> (usize, u64) {
        let rest = mixed << self.bits >> self.bits;
        ((mixed >> (64 - self.bits)) as usize * 2 * ENTRY, rest << self.width())
    }

    /// Returns the entry of a key: its index and its facts.
    fn find(&self, key: u64) -> Option<(usize, u64)> {
        let (pair, tag) = self.place(key);
        [pair, pair + ENTRY].into_iter().find_map(|at| {
            let word = self.words[at].load(Ordering::Relaxed);
            // A zero word counts as no entry: at worst an entry without facts is missed, which
            // costs time only.
            (word != 0 && (word ^ tag) >> self.width() == 0).then(|| (at, word & ((1 << self.width()) - 1)))
        })
    }

    /// Prefetches the entry of a key.
    pub(super) fn prefetch(&self, key: u64) {
        grundy_simd::prefetch(&self.words, self.place(key).0);
    }

    /// Returns the values that an option of the position is known to have, one bit each.
    pub(super) fn attained(&self, key: u64) -> u64 {
        self.find(key).map_or(0, |(_, facts)| facts)
    }

    /// Returns what is known of a position and a value.
    ///
    /// `None` if nothing is known, or the value is not below the width of the entry. A value that
    /// an option has is refuted for the position, since an option of value k gives the mover the
    /// sum with *k.
    pub(super) fn get(&self, key: u64, value: u64) -> Option<ProofNumbers> {
        let (at, facts) = self.find(key)?;
        if value >= self.width() {
            return None;
        }
        if facts >> value & 1 == 1 {
            return Some(REFUTED);
        }
        let numbers =
            self.words[at + 1 + (value >> 1 & 1) as usize].load(Ordering::Relaxed) >> (32 * (value & 1)) & 0xffff_ffff;
        let (disproof, proof) = ((numbers >> 14) as u32 & LARGEST, numbers as u32 & LARGEST);
        (numbers >> 28 == value && disproof > 0 && proof > 0).then_some(ProofNumbers { disproof, proof })
    }

    /// Returns the index of the entry of a key, and makes one if there is none.
    ///
    /// Not atomic as a whole: two workers may move the same pair at once, and an entry is lost, or
    /// its numbers go to another key. Numbers only direct the search; facts are tied to the key
    /// within their own word.
    fn entry(&self, key: u64, facts: u64) -> usize {
        let (pair, tag) = self.place(key);
        if let Some((at, _)) = self.find(key) {
            // Another worker may replace the entry at any time: facts are added only while it
            // belongs to this key.
            let add = |word: u64| ((word ^ tag) >> self.width() == 0).then_some(word | facts);
            if facts == 0 || self.words[at].fetch_update(Ordering::Relaxed, Ordering::Relaxed, add).is_ok() {
                if at > pair {
                    // An entry that is used again is replaced later.
                    for word in pair..pair + ENTRY {
                        let other =
                            self.words[word + ENTRY].swap(self.words[word].load(Ordering::Relaxed), Ordering::Relaxed);
                        self.words[word].store(other, Ordering::Relaxed);
                    }
                }
                return pair;
            }
        }
        let old = |at: usize| self.words[at].load(Ordering::Relaxed);
        (0..ENTRY).for_each(|at| self.words[pair + ENTRY + at].store(old(pair + at), Ordering::Relaxed));
        self.words[pair].store(tag | facts, Ordering::Relaxed);
        (1..ENTRY).for_each(|at| self.words[pair + at].store(0, Ordering::Relaxed));
        pair
    }

    /// Records that options of the position have these values, one bit each.
    pub(super) fn attain(&self, key: u64, values: u64) {
        self.entry(key, values & ((1 << self.width()) - 1));
    }

    /// Stores the proof numbers of a position and a value. Numbers of 0 are not stored: a couple
    /// that is decided has its value in the value table, or its fact in the first word.
    pub(super) fn put(&self, key: u64, value: u64, left: ProofNumbers) {
        if value >= self.width() || left.disproof == 0 || left.proof == 0 {
            return;
        }
        let at = self.entry(key, 0) + 1 + (value >> 1 & 1) as usize;
        let numbers = value << 28 | u64::from(left.disproof.min(LARGEST)) << 14 | u64::from(left.proof.min(LARGEST));
        let shift = 32 * (value & 1);
        let old = self.words[at].load(Ordering::Relaxed) & !(0xffff_ffff << shift);
        self.words[at].store(old | numbers << shift, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fastrand::Rng;

    fn facts(key: u64) -> u64 {
        mix(key) >> 40 & 0xffff
    }

    #[test]
    fn facts_belong_to_their_position() {
        for bytes in [0, 1 << 13, 1 << 17, 1 << 23] {
            let bounds = TranspositionTable::new(bytes, 0);
            for key in 1..100_000u64 {
                let key = if key % 2 == 0 { key } else { key << 44 };
                bounds.attain(key, facts(key));
                bounds.put(key, key % 20, ProofNumbers { disproof: 3, proof: 70_000 });
                let mask = (1 << bounds.width()) - 1;
                assert_eq!(bounds.attained(key), facts(key) & mask);
                let found = bounds.get(key, key % 20);
                let known = key % 20 < bounds.width();
                let refuted = known && facts(key) >> (key % 20) & 1 == 1;
                let left = ProofNumbers { disproof: 3, proof: LARGEST };
                assert_eq!(found, if refuted { Some(REFUTED) } else { known.then_some(left) });
            }
            assert!((0..200_000).all(|key| bounds.attained(key) & !facts(key) == 0));
        }
    }

    #[test]
    fn a_table_that_grows_keeps_what_it_has() {
        let mut bounds = TranspositionTable::new(0, 1 << 25);
        let mut random = Rng::with_seed(5);
        let keys: Vec<u64> = (0..3000).map(|at| if at % 2 == 0 { at } else { random.u64(..) }).collect();
        let mut doublings = 0;
        while bounds.wants_room(1 << 30) {
            for &key in &keys {
                bounds.attain(key, facts(key));
                bounds.put(key, key % 7, ProofNumbers { disproof: 1 + (key % 100) as u32, proof: 5 });
            }
            let known = |bounds: &TranspositionTable, key: u64| {
                (bounds.attained(key), (0..bounds.width()).map(|value| bounds.get(key, value)).collect::<Vec<_>>())
            };
            let before: Vec<_> = keys.iter().map(|&key| known(&bounds, key)).collect();
            let (width, bits) = (bounds.width() as usize, bounds.bits);
            bounds.grow();
            assert_eq!((bounds.bits, bounds.width() as usize), (bits + 1, width), "an open search relies on it");
            for (&key, (attained, numbers)) in keys.iter().zip(before) {
                let (now, after) = known(&bounds, key);
                assert_eq!((now, &after[..width]), (attained, &numbers[..]), "{key}");
            }
            doublings += 1;
        }
        assert!(doublings >= 8 && bounds.bytes() <= 1 << 24, "{doublings}: {}", bounds.bytes());
        let mut bounds = TranspositionTable::new(0, 1 << 25);
        bounds.stay();
        assert!(!bounds.wants_room(1 << 30));
    }

    #[test]
    fn workers_never_mix_the_facts_of_two_positions() {
        let bounds = TranspositionTable::new(1 << 13, 0);
        std::thread::scope(|scope| {
            for worker in 1..5u64 {
                let bounds = &bounds;
                scope.spawn(move || {
                    let mut random = Rng::with_seed(worker);
                    for _ in 0..50_000 {
                        let state = random.u64(..);
                        let key = state % 2000;
                        assert_eq!(bounds.attained(key) & !facts(key), 0);
                        bounds.attain(key, facts(key) & state >> 20);
                        bounds.put(key, state >> 50 & 15, ProofNumbers { disproof: 1, proof: 2 });
                    }
                });
            }
        });
    }
}
