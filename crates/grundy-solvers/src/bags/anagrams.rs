//! Dictionaries indexed by the letters of words: for so many small boards that reading the
//! dictionary for each would take longer than looking up every part of each board.
//!
//! A key is a mixed radix number, whose digits are the counts of the letters, times an odd number
//! modulo 2^64. So the keys of parts add, different parts have different keys, and the leading bits
//! of a key are as good as those of a hash. A bit filter comes before the table; few parts pass it.
//!
//! Cost: to enter a word some ten steps for each letter and a slot; to look up a board one addition
//! and one look into the filter for each part, the product of its counts plus one. Memory: 16 bytes
//! per word that may fit, and the filter. Exact: keys are equal only if the letters are, since the
//! odd factor is invertible modulo 2^64 and the mixed radix number fits into 64 bits.

use std::num::NonZeroU64;

use grundy_simd::{Filter, Level, prefetch, words_of};

use super::{blocks::blocks, rack::Rack};
use crate::support::budget::{Budget, Stopped};

/// The most letters of a board that is looked up.
pub(super) const MOST_LETTERS: usize = 15;

/// The factor of a key (2^64 over the golden ratio).
const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;

/// The words of a dictionary by their letters.
pub(super) struct Anagrams {
    /// What one of each letter adds to a key; zero for letters of no board. The product of the
    /// radices of the letters before, times `SPREAD`, modulo 2^64.
    units: [u64; 256],
    /// The most copies of each ASCII letter on a board, which is the largest digit. Words with more
    /// of it fit on no board.
    most: [u8; 128],
    /// The number of letters of the largest board.
    longest: usize,
    /// The letters that occur twice on a board, a bit for each modulo 64. A bit is set only if all
    /// letters with that bit do.
    often: u64,
    /// Says for most keys of no word that they are of none; never so for a key of a word.
    filter: Filter,
    /// The vector instructions of the machine.
    level: Level,
    /// Open addressing; at most half of the slots are full. The empty word, whose key is 0, is in
    /// it never.
    table: Vec<Option<NonZeroU64>>,
}

/// The parts of a board; the memory is reused for each board.
#[derive(Default)]
pub(super) struct BoardParts {
    /// The key of each part, in mixed radix order of its counts, the first letter of the board as
    /// the last digit.
    keys: Vec<u64>,
    /// What each part takes, in the packing of the board.
    taken: Vec<u64>,
    /// The indices of the parts that pass the filter.
    likely: Vec<u32>,
}

impl Anagrams {
    /// Returns the words of `text`, of which there are `count`, that may fit on a board: `most` has
    /// the most copies of each letter on a board, and no board has more than `longest` letters.
    /// Returns `None` if the keys do not fit into 64 bits. Anagrams are one entry. A key of a word
    /// with more copies of a letter than its radix allows could be that of another word, so such
    /// words are left out first.
    pub(super) fn new(
        text: &[u8],
        count: usize,
        most: [u8; 128],
        longest: usize,
        budget: &mut Budget,
    ) -> Result<Option<Anagrams>, Stopped> {
        let mut units = [0; 256];
        let mut unit = 1u64;
        for (entry, &most) in units.iter_mut().zip(&most).filter(|(_, most)| **most > 0) {
            *entry = unit.wrapping_mul(SPREAD);
            let Some(next) = unit.checked_mul(u64::from(most) + 1) else { return Ok(None) };
            unit = next;
        }
        let rare = (0..128u8).filter(|&letter| most[usize::from(letter)] == 1);
        let often = !rare.fold(0u64, |all, letter| all | 1 << (letter & 63));
        let (level, filter) = (Level::best(), Filter::new(1));
        let mut anagrams = Anagrams { units, most, longest, often, filter, level, table: Vec::new() };
        budget.hold(8 * count as u64)?;
        let keys = anagrams.keys(text, count);
        let slots = 2 * keys.len() + 2;
        let words = (keys.len() / 4).next_power_of_two().clamp(1 << 6, 1 << 25);
        budget.hold(8 * (slots + words) as u64)?;
        anagrams.filter = Filter::new(words);
        // Zeroed memory would be brought into the cache twice, once for reading and once for
        // writing.
        anagrams.table.reserve_exact(slots);
        anagrams.table.resize(slots, None);
        keys.into_iter().for_each(|key| anagrams.enter(key));
        budget.release(8 * count as u64);
        budget.poll()?;
        Ok(Some(anagrams))
    }

    /// Returns the keys of the words of a text that may fit; there are `count` words. `words_of`
    /// finds the ends of words all of whose letters are known, many bytes at once; only those are
    /// read letter by letter.
    fn keys(&self, text: &[u8], count: usize) -> Vec<NonZeroU64> {
        let known = (0..128u8).filter(|&letter| self.most[usize::from(letter)] > 0);
        let letters = known.fold(0u128, |all, letter| all | 1 << letter);
        let (mut ends, mut keys) = (Vec::new(), Vec::with_capacity(count));
        for block in blocks(text) {
            ends.clear();
            words_of(self.level, block, letters, &mut ends);
            keys.extend(ends.iter().filter_map(|&end| self.word(&block[..end])));
        }
        keys
    }

    /// Returns the key of the last word of a text, all of whose letters are known, if it may fit.
    /// Reads backwards from the end, at most one letter more than the longest board has. Most words
    /// have no letter three times, and twice only letters that some board has twice; that is known
    /// from three sets of bits, and only the others are counted.
    fn word(&self, text: &[u8]) -> Option<NonZeroU64> {
        let start = text.len().saturating_sub(self.longest + 1);
        let (mut key, mut length) = (0u64, 0);
        // The letters seen once, twice, and three times, a bit for each; letters whose numbers
        // differ by 64 share a bit.
        let (mut once, mut twice, mut thrice) = (0u64, 0, 0);
        for &letter in text[start..].iter().rev() {
            let unit = self.units[usize::from(letter)];
            if unit == 0 {
                break;
            }
            key = key.wrapping_add(unit);
            length += 1;
            let bit = 1 << (letter & 63);
            (once, twice, thrice) = (once | bit, twice | once & bit, thrice | twice & bit);
        }
        let fits = length <= self.longest
            && (twice & !self.often == 0 && thrice == 0 || self.fits(&text[text.len() - length..]));
        NonZeroU64::new(key).filter(|_| fits)
    }

    /// Whether some board has enough of each letter of a word.
    fn fits(&self, word: &[u8]) -> bool {
        let mut left = self.most;
        word.iter().all(|&letter| {
            let left = &mut left[usize::from(letter)];
            let more = left.checked_sub(1);
            *left = more.unwrap_or(0);
            more.is_some()
        })
    }

    /// Linear probing; the table is never full.
    fn enter(&mut self, key: NonZeroU64) {
        self.filter.enter(key.get());
        let mut at = self.slot(key.get());
        while self.table[at].is_some_and(|entry| entry != key) {
            at = self.next(at);
        }
        self.table[at] = Some(key);
    }

    /// Appends what the words on this board take, roughly longer words first. Requires that the
    /// board has at most [`MOST_LETTERS`] letters, and no more copies of a letter than `most`.
    pub(super) fn words_on(&self, rack: &Rack, parts: &mut BoardParts, found: &mut Vec<u64>) {
        parts.fill(self, rack);
        let room = parts.keys.len() + Filter::SPARE;
        if parts.likely.len() < room {
            parts.likely.resize(room, 0);
        }
        let many = self.filter.likely(self.level, &parts.keys, &mut parts.likely);
        let likely = || parts.likely[..many].iter().rev().map(|&at| at as usize);
        likely().for_each(|at| prefetch(&self.table, self.slot(parts.keys[at])));
        found.extend(likely().filter(|&at| self.contains(parts.keys[at])).map(|at| parts.taken[at]));
    }

    /// Whether a key is that of a word.
    fn contains(&self, key: u64) -> bool {
        let mut at = self.slot(key);
        while let Some(entry) = self.table[at] {
            if entry.get() == key {
                return true;
            }
            at = self.next(at);
        }
        false
    }

    /// The first slot of a key: its leading bits, scaled to the size of the table, which need not
    /// be a power of two.
    fn slot(&self, key: u64) -> usize {
        ((u128::from(key) * self.table.len() as u128) >> 64) as usize
    }

    /// The slot after this one, the first one after the last.
    fn next(&self, slot: usize) -> usize {
        if slot + 1 < self.table.len() { slot + 1 } else { 0 }
    }
}

impl BoardParts {
    /// Computes every part of a board; the empty one comes first.
    ///
    /// The parts with k copies of a letter are those with k - 1, with one more each, so every entry
    /// is one addition.
    fn fill(&mut self, words: &Anagrams, rack: &Rack) {
        let all = rack.counts.iter().map(|&(_, count)| count as usize + 1).product();
        self.keys.resize(all, 0);
        self.taken.resize(all, 0);
        (self.keys[0], self.taken[0]) = (0, 0);
        let mut before = 1;
        for &(letter, count) in &rack.counts {
            let (key, taken) = (words.units[usize::from(letter)], rack.unit(letter));
            let after = before * (count as usize + 1);
            more(&mut self.keys[..after], before, |value| value.wrapping_add(key));
            more(&mut self.taken[..after], before, |value| value + taken);
            before = after;
        }
    }
}

/// Fills all entries after the first ones, each from the entry that is this many before it.
/// Requires that `first` divides the length.
fn more(all: &mut [u64], first: usize, change: impl Fn(u64) -> u64) {
    for start in (first..all.len()).step_by(first) {
        let (before, after) = all.split_at_mut(start);
        after.iter_mut().zip(&before[start - first..]).for_each(|(entry, before)| *entry = change(*before));
    }
}
