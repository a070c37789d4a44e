//! Dictionaries looked up by the letters of a word: for so many tiny boards that reading the dictionary for each would
//! take longer than asking for every part of each board.
//!
//! A key is a number of mixed radix, its digits the counts of the letters, times an odd number modulo 2^64: keys of parts
//! add, different parts have different keys, and the leading bits of a key are as good as those of a hash. A filter of
//! bits stands before the table; few parts come past it.

use std::num::NonZeroU64;

use grundy_simd::prefetch;

use crate::{Budget, Stopped};

use super::rack::Rack;

/// Boards of at most that many letters are looked up.
pub(super) const MOST_LETTERS: usize = 15;

/// The factor of a key (2^64 over the golden ratio).
const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;

/// The words of a dictionary by their letters.
pub(super) struct Anagrams {
    /// What one of each letter adds to a key; nothing for letters of no board.
    units: [u64; 256],
    /// How often each letter, which is ASCII, occurs on a board, at most: the largest digit. Words with more of it fit on
    /// none.
    most: [u8; 128],
    filter: Vec<u64>,
    /// Open addressing; at most three quarters of it are full.
    table: Vec<Option<NonZeroU64>>,
    /// The bits of a key that are not its slot.
    shift: u32,
}

/// The parts of a board, used for board after board.
#[derive(Default)]
pub(super) struct Parts {
    keys: Vec<u64>,
    taken: Vec<u64>,
    /// The places of those that come past the filter.
    likely: Vec<u32>,
}

impl Anagrams {
    /// The words of `text`, of which there are `count`, that may fit on a board: `most` tells how often each letter
    /// occurs there. Nothing if the keys do not fit into 64 bits.
    pub(super) fn new(
        text: &[u8],
        count: usize,
        most: [u8; 128],
        budget: &mut Budget,
    ) -> Result<Option<Anagrams>, Stopped> {
        let mut units = [0; 256];
        let mut unit = 1u64;
        for (own, &most) in units.iter_mut().zip(&most).filter(|(_, most)| **most > 0) {
            *own = unit.wrapping_mul(SPREAD);
            let Some(next) = unit.checked_mul(u64::from(most) + 1) else { return Ok(None) };
            unit = next;
        }
        let slots = (count + count / 3 + 2).next_power_of_two();
        let bits = (16 * count).next_power_of_two().clamp(1 << 12, 1 << 31);
        budget.hold(8 * slots as u64 + bits as u64 / 8)?;
        let shift = u64::BITS - slots.trailing_zeros();
        let mut own = Anagrams { units, most, filter: vec![0; bits / 64], table: vec![None; slots], shift };
        own.read(text);
        budget.look()?;
        Ok(Some(own))
    }

    /// Enters the words of a text: a run of known letters is a word if white space, or an end of the text, is on both
    /// sides of it.
    fn read(&mut self, text: &[u8]) {
        let mut rest = text;
        while !rest.is_empty() {
            let mut counts = [0u8; 128];
            let (mut key, mut length, mut fits) = (0u64, 0, true);
            for &byte in rest {
                let letter = usize::from(byte);
                let unit = self.units[letter];
                if unit == 0 {
                    break;
                }
                key = key.wrapping_add(unit);
                let count = &mut counts[letter % 128];
                *count = count.saturating_add(1);
                fits &= *count <= self.most[letter % 128];
                length += 1;
            }
            rest = &rest[length..];
            let ends = rest.first().is_none_or(u8::is_ascii_whitespace);
            if let (true, Some(key)) = (ends && fits, NonZeroU64::new(key)) {
                self.enter(key);
            }
            let next = if ends { 0 } else { rest.iter().position(u8::is_ascii_whitespace).unwrap_or(rest.len()) };
            rest = rest.get(next + 1..).unwrap_or_default();
        }
    }

    fn enter(&mut self, key: NonZeroU64) {
        let (place, bits) = self.bits(key.get());
        self.filter[place] |= bits;
        let mut at = self.slot(key.get());
        while self.table[at].is_some_and(|own| own != key) {
            at = (at + 1) & (self.table.len() - 1);
        }
        self.table[at] = Some(key);
    }

    /// Appends what the words on this board take, longer words first by and by. The board has at most
    /// [`MOST_LETTERS`] letters, and of each as many as are known here.
    pub(super) fn words_on(&self, rack: &Rack, parts: &mut Parts, found: &mut Vec<u64>) {
        parts.fill(self, rack);
        if parts.likely.len() < parts.keys.len() {
            parts.likely.resize(parts.keys.len(), 0);
        }
        let mut many = 0;
        for (at, &key) in parts.keys.iter().enumerate() {
            // Written in any case: a branch that nobody can foresee costs more.
            parts.likely[many] = at as u32;
            let (place, bits) = self.bits(key);
            many += usize::from(self.filter[place] & bits == bits);
        }
        let likely = || parts.likely[..many].iter().rev().map(|&at| at as usize);
        likely().for_each(|at| prefetch(&self.table, self.slot(parts.keys[at])));
        found.extend(likely().filter(|&at| self.contains(parts.keys[at])).map(|at| parts.taken[at]));
    }

    fn contains(&self, key: u64) -> bool {
        let mut at = self.slot(key);
        while let Some(own) = self.table[at] {
            if own.get() == key {
                return true;
            }
            at = (at + 1) & (self.table.len() - 1);
        }
        false
    }

    /// Where a key stands in the filter: two bits of one entry.
    fn bits(&self, key: u64) -> (usize, u64) {
        let mixed = key ^ key >> 32;
        let place = (mixed >> 12) as usize & (self.filter.len() - 1);
        (place, 1 << (mixed & 63) | 1 << (mixed >> 6 & 63))
    }

    fn slot(&self, key: u64) -> usize {
        (key >> self.shift) as usize
    }
}

impl Parts {
    /// Every part of a board; the empty one comes first.
    fn fill(&mut self, words: &Anagrams, rack: &Rack) {
        self.keys.clear();
        self.taken.clear();
        self.keys.push(0);
        self.taken.push(0);
        for &(letter, count) in &rack.counts {
            let key = words.units[usize::from(letter)];
            let before = self.keys.len();
            for _ in 0..count {
                // What came last, with one more of the letter.
                let last = self.keys.len() - before;
                more(&mut self.keys, last, |own| own.wrapping_add(key));
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
