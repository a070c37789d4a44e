//! A lock-free hash table of exact values, one word per position, shared by all workers.
//!
//! A key of 64 bits is hashed by a bijection. The top bits of the hash select a line of eight
//! words; the other bits are in the word next to the value, so no two keys are ever confused. If
//! the line is full, a key goes to a second line, whose index differs by bits of the key; if that
//! is full too, and for values that do not fit into a byte, there is an ordinary map. A word is
//! written once, by compare-and-exchange, and a reader sees all of it or none of it: in every
//! interleaving of the workers, a value that is found is the value that was stored.
//!
//! With `most_lines` the table stops growing. A full line then replaces one of its words by a new
//! one, which costs time but no exactness, and [`ValueTable::is_whole`] reports that a value was
//! forgotten.

use std::cell::Cell;

use crossbeam_utils::CachePadded;
use rustc_hash::FxHashMap;

use crate::support::sync::{AtomicBool, AtomicU64, AtomicUsize, Mutex, Ordering, PoisonError, RwLock, RwLockReadGuard};

#[cfg(all(test, loom))]
mod interleavings;

/// Words in a line: a cache line of 64 bytes.
const LINE: usize = 8;

/// The fewest bits of a line's index, so that the rest of a key fits next to its value.
const FEWEST: u32 = 9;

/// The bits of a word next to the rest of the key: the value plus one, and whether the word is in
/// its second line.
const LOW_BITS: u32 = 9;

/// The value byte of a value that is in the map.
const IN_MAP: u64 = 255;

/// The number of words that a reader stores before it adds them to the count of all: a shared
/// counter that changed with each word would be in every core's way.
const UNCOUNTED: usize = 32;

/// A bound on the bytes of an entry of the map: while it grows, a key and its value have three to
/// four slots.
const MAP_ENTRY: u64 = 64;

/// The values that were found.
pub(super) struct ValueTable {
    /// The words. Only growing locks out the readers; a word is read and written atomically.
    lines: RwLock<EntryLines>,
    /// Held by the worker that grows the table.
    growing: Mutex<()>,
    /// The values that fit into no word, or into neither line. Each has the mark of its first line.
    others: CachePadded<Mutex<FxHashMap<u64, u64>>>,
    /// The bytes that were allocated for the map since the last call of `taken`.
    taken: CachePadded<AtomicU64>,
    /// Whether a value was replaced, now or in an earlier run: then the checker does not verify the
    /// claim.
    forgot: AtomicBool,
    /// The table does not grow beyond this number of lines.
    most_lines: usize,
}

/// The words, in lines.
pub(super) struct EntryLines {
    /// Eight for each line; 0 is empty, since a value byte is never 0.
    words: Vec<AtomicU64>,
    /// The number of lines is 2 to this power.
    bits: u32,
    /// A bit per line: whether the map has a value whose first line it is, so that other lookups
    /// need no lock of the map.
    marks: Vec<AtomicU64>,
    /// The number of words stored, without those that readers have not yet counted.
    count: CachePadded<AtomicUsize>,
}

/// Read access. A worker holds it for a while, and drops it when the table has to grow.
pub(super) struct TableReader<'e> {
    /// The table.
    table: &'e ValueTable,
    /// The lock, which keeps the words from being moved.
    lines: RwLockReadGuard<'e, EntryLines>,
    /// The number of words that it has stored and not yet counted.
    uncounted: Cell<usize>,
}

impl Drop for TableReader<'_> {
    fn drop(&mut self) {
        self.add_to_count();
    }
}

/// Returns the value byte of a value.
fn byte_of(value: u64) -> u64 {
    if value < IN_MAP - 1 { value + 1 } else { IN_MAP }
}

/// A bijection whose top bits depend on the whole key.
pub(super) fn mix(key: u64) -> u64 {
    let key = (key ^ key >> 32).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (key ^ key >> 29).wrapping_mul(0xd6e8_feb8_6659_fd93)
}

/// The inverse of [`mix`].
fn unmix(mixed: u64) -> u64 {
    let key = mixed.wrapping_mul(inverse(0xd6e8_feb8_6659_fd93));
    let key = (key ^ key >> 29 ^ key >> 58).wrapping_mul(inverse(0x9e37_79b9_7f4a_7c15));
    key ^ key >> 32
}

/// Returns the inverse of an odd number modulo 2^64, by Newton's method.
const fn inverse(odd: u64) -> u64 {
    let mut found = odd;
    let mut step = 0;
    while step < 5 {
        found = found.wrapping_mul(2u64.wrapping_sub(odd.wrapping_mul(found)));
        step += 1;
    }
    found
}

impl EntryLines {
    fn new(bits: u32) -> EntryLines {
        let zeros = |count: usize| (0..count).map(|_| AtomicU64::new(0)).collect();
        let count = CachePadded::new(AtomicUsize::new(0));
        EntryLines { words: zeros(LINE << bits), bits, marks: zeros((1 << bits) / 64), count }
    }

    /// Returns the line of a hashed key, and the word for it in that line, without its value.
    fn first(&self, mixed: u64) -> (usize, u64) {
        ((mixed >> (64 - self.bits)) as usize, mixed << self.bits >> self.bits << LOW_BITS)
    }

    /// Returns the other line of a word.
    fn other(&self, line: usize, word: u64) -> usize {
        let step = (word >> LOW_BITS).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - self.bits);
        line ^ (step as usize | 1)
    }

    /// Returns the value byte of a word with these upper bits in this line; or that it is absent,
    /// or that it is absent and the line is full.
    #[inline]
    fn look(&self, line: usize, word: u64) -> Lookup {
        let words = &self.words[line * LINE..][..LINE];
        let start = (word >> LOW_BITS) as usize;
        let mut at = 0;
        loop {
            let stored = words[(start + at) % LINE].load(Ordering::Relaxed);
            if stored == 0 {
                return Lookup::Absent;
            }
            if (stored ^ word) >> 8 == 0 {
                return Lookup::Found(stored & 255);
            }
            at += 1;
            if at == LINE {
                return Lookup::Full;
            }
        }
    }

    /// Stores a word in a line.
    fn put(&self, line: usize, word: u64) -> Placed {
        let words = &self.words[line * LINE..][..LINE];
        let start = (word >> LOW_BITS) as usize;
        for at in 0..LINE {
            let put = words[(start + at) % LINE].compare_exchange(0, word, Ordering::Relaxed, Ordering::Relaxed);
            match put {
                Ok(_) => return Placed::New,
                Err(stored) if stored == word => return Placed::Old,
                Err(_) => {}
            }
        }
        Placed::Nowhere
    }

    /// Returns the index of the word of marks with the mark of a hashed key, and its bit.
    fn mark(&self, mixed: u64) -> (usize, u64) {
        let line = self.first(mixed).0;
        (line / 64, 1 << (line % 64))
    }

    /// Records that the map has a hashed key.
    fn set_mark(&self, mixed: u64) {
        let (at, bit) = self.mark(mixed);
        self.marks[at].fetch_or(bit, Ordering::Relaxed);
    }

    /// Returns the hashed key and the value byte of each word.
    fn each(&self) -> impl Iterator<Item = (u64, u64)> + '_ {
        self.words.iter().enumerate().filter_map(|(at, word)| {
            let word = word.load(Ordering::Relaxed);
            let line = if word >> 8 & 1 == 1 { self.other(at / LINE, word) } else { at / LINE };
            (word != 0).then(|| ((line as u64) << (64 - self.bits) | word >> LOW_BITS, word & 255))
        })
    }
}

/// The result of a lookup in a line.
enum Lookup {
    /// The value byte of the key.
    Found(u64),
    /// The key is not in the line, and the line has room.
    Absent,
    /// The key is not in the line, and the line has no room: a second line may have it.
    Full,
}

/// Where a word was stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Placed {
    /// In a place that was empty.
    New,
    /// It was there already.
    Old,
    /// Every place is taken.
    Nowhere,
}

impl ValueTable {
    /// Returns an empty table that grows up to that many bytes, but is never smaller than 32 KiB.
    pub(super) fn new(most_bytes: u64) -> ValueTable {
        let most_lines = usize::try_from(most_bytes / (8 * LINE as u64)).unwrap_or(usize::MAX).max(1 << FEWEST);
        ValueTable {
            lines: RwLock::new(EntryLines::new(FEWEST)),
            growing: Mutex::default(),
            others: CachePadded::default(),
            taken: CachePadded::new(AtomicU64::new(0)),
            forgot: AtomicBool::new(false),
            most_lines,
        }
    }

    pub(super) fn read(&self) -> TableReader<'_> {
        let lines = self.lines.read().unwrap_or_else(PoisonError::into_inner);
        TableReader { table: self, lines, uncounted: Cell::new(0) }
    }

    /// Whether no value was forgotten.
    pub(super) fn is_whole(&self) -> bool {
        !self.forgot.load(Ordering::Relaxed)
    }

    /// Records that a value was forgotten before this table was made.
    pub(super) fn note_forgotten(&self) {
        self.forgot.store(true, Ordering::Relaxed);
    }

    /// Returns the bytes that the lines hold.
    pub(super) fn bytes(&self) -> u64 {
        self.read().bytes()
    }

    /// Doubles the table if it is crowded; returns whether it did. Requires that the caller has
    /// dropped its reader.
    ///
    /// Only one worker at a time grows the table: if two waited for write access, one would grow
    /// it, and the other would wait for as long as the first one reads.
    pub(super) fn grow(&self) -> bool {
        let _turn = self.growing.lock().unwrap_or_else(PoisonError::into_inner);
        if !self.read().wants_room() {
            return false;
        }
        let mut lines = self.lines.write().unwrap_or_else(PoisonError::into_inner);
        let new = EntryLines::new(lines.bits + 1);
        let mut count = 0;
        for (mixed, byte) in lines.each() {
            match new.keep(mixed, byte) {
                Placed::Nowhere if byte != IN_MAP => self.put_in_map(&new, unmix(mixed), byte - 1),
                placed => count += usize::from(placed == Placed::New),
            }
        }
        for (&key, &value) in &*self.others.lock().unwrap_or_else(PoisonError::into_inner) {
            // A value of the map may now fit into a line; it stays in the map, where readers look
            // for it if it does not.
            new.set_mark(mix(key));
            count += usize::from(new.keep(mix(key), byte_of(value)) == Placed::New);
        }
        new.count.store(count, Ordering::Relaxed);
        *lines = new;
        true
    }

    /// Returns the bytes that were allocated outside the lines since the last call.
    pub(super) fn taken(&self) -> u64 {
        if self.taken.load(Ordering::Relaxed) == 0 { 0 } else { self.taken.swap(0, Ordering::Relaxed) }
    }

    /// Protects a stored value from being forgotten.
    pub(super) fn keep(&self, key: u64, value: u64) {
        self.put_in_map(&self.read().lines, key, value);
    }

    /// Stores a value outside the lines, which get its mark.
    fn put_in_map(&self, lines: &EntryLines, key: u64, value: u64) {
        if self.others.lock().unwrap_or_else(PoisonError::into_inner).insert(key, value).is_none() {
            self.taken.fetch_add(MAP_ENTRY, Ordering::Relaxed);
        }
        lines.set_mark(mix(key));
    }

    /// Returns a value that is stored outside the lines.
    fn get_from_map(&self, key: u64) -> Option<u64> {
        self.others.lock().unwrap_or_else(PoisonError::into_inner).get(&key).copied()
    }
}

impl EntryLines {
    /// Whether the table should grow. It should at 13 of 16 words.
    fn is_crowded(&self) -> bool {
        self.count.load(Ordering::Relaxed) * 16 >= self.words.len() * 13
    }

    /// Returns the value byte of a hashed key.
    #[inline]
    fn find(&self, mixed: u64) -> Lookup {
        let (line, word) = self.first(mixed);
        match self.look(line, word) {
            Lookup::Full => self.look(self.other(line, word), word | 1 << 8),
            found => found,
        }
    }

    /// Stores a key with its value byte in one of its two lines, unless both are full.
    fn keep(&self, mixed: u64, byte: u64) -> Placed {
        let (line, word) = self.first(mixed);
        match self.put(line, word | byte) {
            Placed::Nowhere => self.put(self.other(line, word), word | 1 << 8 | byte),
            placed => placed,
        }
    }

    /// Whether the map may have a hashed key.
    fn is_marked(&self, mixed: u64) -> bool {
        let (at, bit) = self.mark(mixed);
        self.marks[at].load(Ordering::Relaxed) & bit != 0
    }
}

impl TableReader<'_> {
    /// Returns the value of a key, if it is known.
    #[inline]
    pub(super) fn get(&self, key: u64) -> Option<u64> {
        let mixed = mix(key);
        match self.lines.find(mixed) {
            Lookup::Found(byte) if byte != IN_MAP => Some(byte - 1),
            Lookup::Absent if self.table.is_whole() => None,
            // A protected value may have been replaced in its line.
            Lookup::Absent | Lookup::Full if !self.lines.is_marked(mixed) => None,
            _ => self.table.get_from_map(key),
        }
    }

    /// Adds the words that were stored to the count of all.
    fn add_to_count(&self) {
        self.lines.count.fetch_add(self.uncounted.take(), Ordering::Relaxed);
    }

    /// Stores the value of a key. The value of a key never changes.
    pub(super) fn put(&self, key: u64, value: u64) {
        let byte = byte_of(value);
        if byte == IN_MAP {
            self.table.put_in_map(&self.lines, key, value);
        }
        let mixed = mix(key);
        match self.lines.keep(mixed, byte) {
            Placed::New => {
                self.uncounted.set(self.uncounted.get() + 1);
                if self.uncounted.get() == UNCOUNTED {
                    self.add_to_count();
                }
                return;
            }
            Placed::Old => return,
            // The table may be more crowded than was counted.
            Placed::Nowhere => self.add_to_count(),
        }
        if self.lines.words.len() / LINE * 2 <= self.table.most_lines {
            self.table.put_in_map(&self.lines, key, value);
            return;
        }
        // The table is full: the key replaces another one, which its own bits select.
        let (line, word) = self.lines.first(mixed);
        let place = line * LINE + (word >> (LOW_BITS + 3)) as usize % LINE;
        self.lines.words[place].store(word | byte, Ordering::Relaxed);
        self.table.forgot.store(true, Ordering::Relaxed);
    }

    /// Returns the bytes that the lines hold.
    pub(super) fn bytes(&self) -> u64 {
        8 * self.lines.words.len() as u64
    }

    /// Whether the table should grow and may grow.
    pub(super) fn wants_room(&self) -> bool {
        self.lines.is_crowded() && self.lines.words.len() / LINE * 2 <= self.table.most_lines
    }

    /// Returns the number of words stored, without those that other readers have not yet counted.
    pub(super) fn count(&self) -> u64 {
        (self.lines.count.load(Ordering::Relaxed) + self.uncounted.get()) as u64
    }

    /// Returns every key with its value.
    pub(super) fn each(&self) -> impl Iterator<Item = (u64, u64)> + '_ {
        let words = self.lines.each().filter_map(|(mixed, byte)| {
            let key = unmix(mixed);
            Some((key, if byte == IN_MAP { self.table.get_from_map(key)? } else { byte - 1 }))
        });
        let others: Vec<(u64, u64)> = {
            let others = self.table.others.lock().unwrap_or_else(PoisonError::into_inner);
            let alone = |key: u64| !matches!(self.lines.find(mix(key)), Lookup::Found(_));
            others.iter().map(|(&key, &value)| (key, value)).filter(|&(key, _)| alone(key)).collect()
        };
        words.chain(others)
    }
}

#[cfg(test)]
mod tests {
    use std::{sync::mpsc, thread, time::Duration};

    use super::*;
    use fastrand::Rng;

    fn value(key: u64) -> u64 {
        if key.is_multiple_of(97) { key % 1000 } else { key % 7 }
    }

    #[test]
    fn mixing_can_be_undone() {
        for key in (0..1000).chain((0..64).map(|bit| 1 << bit)).chain([u64::MAX, u64::MAX - 1]) {
            assert_eq!(unmix(mix(key)), key);
        }
    }

    #[test]
    fn every_value_stays_while_the_table_may_grow() {
        let table = ValueTable::new(1 << 30);
        for key in 0..50_000u64 {
            // Consecutive keys, and keys that differ in their upper bits alone.
            let key = if key % 2 == 0 { key } else { key << 40 };
            table.read().put(key, value(key));
            if table.read().wants_room() {
                table.grow();
            }
            assert_eq!(table.read().get(key), Some(value(key)));
        }
        let reader = table.read();
        let mut all: Vec<(u64, u64)> = reader.each().collect();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), 50_000);
        assert!(all.iter().all(|&(key, stored)| stored == value(key) && reader.get(key) == Some(stored)));
        assert_eq!(reader.get(1), None);
        assert!(table.is_whole());
    }

    #[test]
    fn values_in_the_map_are_counted_once() {
        let table = ValueTable::new(1 << 20);
        for (key, value) in [(7, 253), (8, 254), (9, 255), (8, 254), (10, u64::MAX)] {
            table.read().put(key, value);
            assert_eq!(table.read().get(key), Some(value));
        }
        assert_eq!(table.taken(), 3 * MAP_ENTRY);
        assert_eq!(table.taken(), 0);
    }

    #[test]
    fn a_full_table_has_only_true_values() {
        let table = ValueTable::new(0);
        let words = table.bytes() / 8;
        for key in 0..100_000u64 {
            table.read().put(key, value(key));
            assert_eq!(table.read().get(key), Some(value(key)), "{key} was stored last");
            assert!(!table.read().wants_room());
        }
        assert!(!table.is_whole());
        let reader = table.read();
        assert!(reader.count() <= words);
        assert!(reader.each().filter(|(key, _)| *key % 97 != 0).count() as u64 <= words);
        assert!((0..100_000).all(|key| reader.get(key).is_none_or(|stored| stored == value(key))));
    }

    #[test]
    fn a_worker_that_waits_to_grow_the_table_continues_when_it_has_grown() {
        for _ in 0..100 {
            let table = ValueTable::new(1 << 20);
            (0..).find(|&key| {
                table.read().put(key, value(key));
                table.read().wants_room()
            });
            let (sender, receiver) = mpsc::channel();
            thread::scope(|scope| {
                let reader = table.read();
                scope.spawn(|| {
                    table.grow();
                    sender.send(()).is_ok()
                });
                thread::sleep(Duration::from_micros(100));
                drop(reader);
                table.grow();
                let reader = table.read();
                let ended = receiver.recv_timeout(Duration::from_secs(30));
                drop(reader);
                assert!(ended.is_ok(), "one worker reads, and the other waits for it");
            });
        }
    }

    #[test]
    fn any_interleaving_of_workers_finds_what_was_stored() {
        for seed in 1..5u64 {
            let table = ValueTable::new(1 << 24);
            thread::scope(|scope| {
                for worker in 0..4u64 {
                    let table = &table;
                    scope.spawn(move || {
                        let mut random = Rng::with_seed(seed * 4 + worker + 1);
                        for _ in 0..20_000 {
                            let state = random.u64(..);
                            let key = state % 30_000;
                            match table.read().get(key) {
                                Some(stored) => assert_eq!(stored, value(key)),
                                None => table.read().put(key, value(key)),
                            }
                            if state.is_multiple_of(5) {
                                thread::yield_now();
                            }
                            if table.read().wants_room() {
                                table.grow();
                            }
                        }
                    });
                }
            });
            let reader = table.read();
            let mut keys: Vec<u64> =
                reader.each().map(|(key, stored)| (stored == value(key)).then_some(key).expect("true")).collect();
            let many = keys.len();
            keys.sort_unstable();
            keys.dedup();
            assert_eq!(keys.len(), many, "no key occurs twice");
        }
    }
}
