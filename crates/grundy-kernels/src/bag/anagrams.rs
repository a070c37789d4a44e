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
    units: [u128; 128],
    /// What one of each letter adds to a place in the filter.
    marks: [u32; 128],
    filter: Vec<u64>,
    /// Open addressing; at most half of it is full.
    table: Vec<Option<NonZeroU128>>,
}

/// The parts of a board, used for board after board.
#[derive(Default)]
pub(super) struct Parts {
    keys: Vec<u128>,
    marks: Vec<u32>,
    taken: Vec<u64>,
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
        let slots = (2 * count + 2).next_power_of_two();
        let bits = (16 * count).next_power_of_two().clamp(1 << 12, 1 << 31);
        budget.hold(16 * slots as u64 + bits as u64 / 8)?;
        let mut own =
            Anagrams { units: [0; 128], marks: [0; 128], filter: vec![0; bits / 64], table: vec![None; slots] };
        for (rank, letter) in (0..128usize).filter(|letter| letters >> letter & 1 == 1).enumerate() {
            own.units[letter] = 1 << (4 * rank);
            own.marks[letter] = (mixed(rank as u64 + 1) >> 32) as u32;
        }
        for word in text.split(u8::is_ascii_whitespace) {
            if (1..=MOST_LETTERS).contains(&word.len()) {
                own.add(word);
            }
        }
        budget.look()?;
        Ok(Some(own))
    }

    fn add(&mut self, word: &[u8]) {
        let mut key = 0;
        let mut mark = 0u32;
        for &letter in word {
            let Some(&unit) = self.units.get(usize::from(letter)).filter(|&&unit| unit > 0) else { return };
            key += unit;
            mark = mark.wrapping_add(self.marks[usize::from(letter)]);
        }
        let Some(key) = NonZeroU128::new(key) else { return };
        let bit = self.bit(mark);
        self.filter[bit / 64] |= 1 << (bit % 64);
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
        for at in (1..parts.keys.len()).rev() {
            let bit = self.bit(parts.marks[at]);
            if self.filter[bit / 64] >> (bit % 64) & 1 == 1 && self.contains(parts.keys[at]) {
                found.push(parts.taken[at]);
            }
        }
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

    fn bit(&self, mark: u32) -> usize {
        (mark ^ mark >> 15) as usize & (64 * self.filter.len() - 1)
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
            let letter_at = usize::from(letter);
            let (key, mark, taken) = (words.units[letter_at], words.marks[letter_at], rack.unit(letter));
            let before = self.keys.len();
            // What came last, once more with one more of the letter.
            for at in 0..before * count as usize {
                self.keys.push(self.keys[at] + key);
                self.marks.push(self.marks[at].wrapping_add(mark));
                self.taken.push(self.taken[at] + taken);
            }
        }
    }
}

/// Spreads bits (the last step of SplitMix64).
fn mixed(number: u64) -> u64 {
    let mut mixed = number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed ^ (mixed >> 29)
}
