//! Dictionaries looked up by the letters of a word: for so many tiny boards that reading the dictionary for each would
//! take longer than asking for every part of each board.
//!
//! A key has four bits for the count of each letter, so that keys of parts add. A filter of bits stands before the
//! table; its places add too, and few parts come past it.

use std::num::NonZeroU128;

use crate::{Budget, Stopped};

use super::rack::Rack;

/// Boards of at most that many letters can be looked up: their counts fit into four bits.
pub(super) const MOST_LETTERS: usize = 15;

/// At most that many letters can occur on all boards together.
const MOST_KINDS: u32 = 32;

/// The words of a dictionary by their letters.
pub(super) struct Anagrams {
    /// What one of each letter adds to a key; nothing for letters of no board.
    units: [u128; 256],
    /// What one of each letter adds to a place in the filter.
    marks: [u32; 256],
    filter: Vec<u64>,
    /// Open addressing; at most three quarters of it are full.
    table: Vec<Option<NonZeroU128>>,
}

/// The parts of a board, used for board after board.
#[derive(Default)]
pub(super) struct Parts {
    keys: Vec<u128>,
    marks: Vec<u32>,
    taken: Vec<u64>,
    /// The places of those that come past the filter.
    likely: Vec<u32>,
}

impl Anagrams {
    /// The words of `text`, of which there are `count`, that are written with `letters`; nothing if there are too many
    /// letters.
    pub(super) fn new(
        text: &[u8],
        count: usize,
        letters: u128,
        budget: &mut Budget,
    ) -> Result<Option<Anagrams>, Stopped> {
        if letters.count_ones() > MOST_KINDS {
            return Ok(None);
        }
        let slots = (count + count / 3 + 2).next_power_of_two();
        let bits = (16 * count).next_power_of_two().clamp(1 << 12, 1 << 31);
        budget.hold(16 * slots as u64 + bits as u64 / 8)?;
        let mut own =
            Anagrams { units: [0; 256], marks: [0; 256], filter: vec![0; bits / 64], table: vec![None; slots] };
        for (rank, letter) in (0..128usize).filter(|letter| letters >> letter & 1 == 1).enumerate() {
            own.units[letter] = 1 << (4 * rank);
            own.marks[letter] = (mixed(rank as u64 + 1) >> 32) as u32;
        }
        own.read(text);
        budget.look()?;
        Ok(Some(own))
    }

    /// Enters the words of a text: a run of known letters is a word if white space, or an end of the text, is on both
    /// sides of it.
    fn read(&mut self, text: &[u8]) {
        let mut rest = text;
        while !rest.is_empty() {
            let (mut key, mut mark, mut length) = (0u128, 0u32, 0);
            for &byte in rest {
                let unit = self.units[usize::from(byte)];
                if unit == 0 {
                    break;
                }
                // Of words too long for a key nothing is entered.
                key = key.wrapping_add(unit);
                mark = mark.wrapping_add(self.marks[usize::from(byte)]);
                length += 1;
            }
            rest = &rest[length..];
            let ends = rest.first().is_none_or(u8::is_ascii_whitespace);
            if let (true, Some(key)) = (ends && length <= MOST_LETTERS, NonZeroU128::new(key)) {
                self.enter(key, mark);
            }
            let next = if ends { 0 } else { rest.iter().position(u8::is_ascii_whitespace).unwrap_or(rest.len()) };
            rest = rest.get(next + 1..).unwrap_or_default();
        }
    }

    fn enter(&mut self, key: NonZeroU128, mark: u32) {
        let (place, bits) = self.bits(mark);
        self.filter[place] |= bits;
        let mut at = self.slot(key.get());
        while self.table[at].is_some_and(|own| own != key) {
            at = (at + 1) & (self.table.len() - 1);
        }
        self.table[at] = Some(key);
    }

    /// Appends what the words on this board take, longer words first by and by. The board has at most
    /// [`MOST_LETTERS`] letters, all of them known here.
    pub(super) fn words_on(&self, rack: &Rack, parts: &mut Parts, found: &mut Vec<u64>) {
        parts.fill(self, rack);
        parts.likely.clear();
        parts.likely.resize(parts.marks.len(), 0);
        let mut many = 0;
        for (at, &mark) in parts.marks.iter().enumerate() {
            // Written in any case: a branch that nobody can foresee costs more.
            parts.likely[many] = at as u32;
            let (place, bits) = self.bits(mark);
            many += usize::from(self.filter[place] & bits == bits);
        }
        let likely = parts.likely[..many].iter().rev().map(|&at| at as usize);
        found.extend(likely.filter(|&at| self.contains(parts.keys[at])).map(|at| parts.taken[at]));
    }

    fn contains(&self, key: u128) -> bool {
        let mut at = self.slot(key);
        while let Some(own) = self.table[at] {
            if own.get() == key {
                return true;
            }
            at = (at + 1) & (self.table.len() - 1);
        }
        false
    }

    /// Where a mark stands in the filter: two bits of one entry.
    fn bits(&self, mark: u32) -> (usize, u64) {
        let mixed = mark ^ mark >> 15;
        let place = (mixed >> 12 ^ mixed << 5) as usize & (self.filter.len() - 1);
        (place, 1 << (mixed & 63) | 1 << (mixed >> 6 & 63))
    }

    fn slot(&self, key: u128) -> usize {
        mixed(key as u64 ^ mixed((key >> 64) as u64)) as usize & (self.table.len() - 1)
    }
}

impl Parts {
    /// Every part of a board; the empty one comes first.
    fn fill(&mut self, words: &Anagrams, rack: &Rack) {
        self.keys.clear();
        self.marks.clear();
        self.taken.clear();
        self.keys.push(0);
        self.marks.push(0);
        self.taken.push(0);
        for &(letter, count) in &rack.counts {
            let (key, mark) = (words.units[usize::from(letter)], words.marks[usize::from(letter)]);
            let before = self.keys.len();
            for _ in 0..count {
                // What came last, with one more of the letter.
                let last = self.keys.len() - before;
                more(&mut self.keys, last, |own| own + key);
                more(&mut self.marks, last, |own| own.wrapping_add(mark));
                more(&mut self.taken, last, |own| own + rack.unit(letter));
            }
        }
    }
}

/// Appends what stands from `start` on, changed.
fn more<T: Copy>(all: &mut Vec<T>, start: usize, change: impl Fn(T) -> T) {
    let end = all.len();
    all.extend_from_within(start..);
    all[end..].iter_mut().for_each(|own| *own = change(*own));
}

/// Spreads bits (the last step of SplitMix64).
fn mixed(number: u64) -> u64 {
    let mut mixed = number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed ^ (mixed >> 29)
}
