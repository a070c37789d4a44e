//! Words as keys: their planes one above the other, and a bit that distinguishes a row from a ring.

use grundy_games::{Component, least_rotation};

use super::{
    key::{Key, KeyBits},
    program::Program,
};

/// Where the letters of a word are in its key.
pub(super) struct KeyLayout<K> {
    /// The letters by number, from 1 on.
    letters: Vec<char>,
    /// The width of a plane: the length of the longest word.
    pub longest: usize,
    /// How many planes there are.
    pub planes: usize,
    ring: bool,
    /// By a length: all bits of as many letters from the first place on.
    low: Vec<K>,
    /// The bit of rows, where words are read in a circle; else nothing.
    row: K,
}

impl<K: Key> KeyLayout<K> {
    pub fn new(program: &Program) -> KeyLayout<K> {
        let (longest, planes) = (program.longest, program.planes());
        let low = (0..=longest)
            .map(|length| (0..planes).fold(K::default(), |all, plane| all | K::low(length).up(plane * longest)));
        let row = if program.ring && program.rows { K::low(1).up(longest * planes) } else { K::default() };
        KeyLayout { letters: program.letters.clone(), longest, planes, ring: program.ring, low: low.collect(), row }
    }

    /// The key of the letter of this number alone.
    pub fn letter(&self, code: u8) -> K {
        (0..self.planes)
            .filter(|plane| code >> plane & 1 == 1)
            .fold(K::default(), |all, plane| all | K::low(1).up(plane * self.longest))
    }

    /// The letters from `start` to before `end`.
    #[inline(always)]
    pub fn part(&self, word: K, start: usize, end: usize) -> K {
        word.down(start) & self.low[end - start]
    }

    /// The first letters, this many.
    #[inline(always)]
    pub fn head(&self, word: K, length: usize) -> K {
        word & self.low[length]
    }

    /// The word with the letter at each place that is this many places later.
    #[inline(always)]
    pub fn later(&self, word: K, many: usize) -> K {
        word.down(many) & self.low[self.longest - many]
    }

    /// The word with its letters from some place on, as if as many of them as the first number were
    /// as many as the second. Those up to the end of these letters are unspecified.
    #[inline(always)]
    pub fn moved(&self, word: K, many: usize, length: usize) -> K {
        if length > many { word.up(length - many) } else { self.later(word, many - length) }
    }

    /// The word whose first letters, up to `start`, are those of one word, and the others those of
    /// another one.
    #[inline(always)]
    pub fn joined(&self, first: K, second: K, start: usize) -> K {
        second ^ (first ^ second) & self.low[start]
    }

    /// The word of `length` letters, read in a circle from `start` on.
    #[inline(always)]
    pub fn turned(&self, word: K, length: usize, start: usize) -> K {
        word.down(start) & self.low[length - start]
            | word.up(length - start) & self.low[length] & !self.low[length - start]
    }

    /// Whether a key is that of a word read in a circle.
    #[inline(always)]
    pub fn is_ring(&self, key: K) -> bool {
        self.ring && (key & self.row).is_none()
    }

    /// The key of a row.
    #[inline(always)]
    pub fn row(&self, word: K) -> K {
        if word.is_none() { word } else { self.some_row(word) }
    }

    /// The key of a row with letters.
    #[inline(always)]
    pub fn some_row(&self, word: K) -> K {
        word | self.row
    }

    /// A key without the bit of rows.
    #[inline(always)]
    pub fn plain(&self, key: K) -> K {
        key & !self.row
    }

    /// The number of the letter at a place of a word.
    pub fn code(&self, word: K, at: usize) -> u8 {
        (0..self.planes)
            .fold(0, |code, plane| code | ((word.down(plane * self.longest + at).word(0) & 1) as u8) << plane)
    }

    /// The letters by number, from 1 on.
    pub fn letters(&self) -> &[char] {
        &self.letters
    }

    /// The planes of a key over words of at most 64 letters; those after the last one are 0.
    #[inline(always)]
    pub fn split(&self, key: K) -> [u64; 8] {
        let low = u64::low(self.longest);
        std::array::from_fn(|at| if at < self.planes { key.down(at * self.longest).word(0) & low } else { 0 })
    }

    pub fn length(&self, word: K) -> usize {
        (0..self.longest).rev().find(|&at| self.code(word, at) > 0).map_or(0, |at| at + 1)
    }

    /// The word of a component, and whether it is a ring; `None` if it has other letters, or too
    /// many.
    pub fn pack(&self, component: &Component) -> Option<(K, bool)> {
        let (word, ring) = match component {
            Component::Row(word) if !self.ring || !self.row.is_none() || word.is_empty() => (word, false),
            Component::Ring(word) if self.ring => (word, true),
            _ => return None,
        };
        let mut key = K::default();
        for (at, letter) in word.chars().enumerate() {
            if at >= self.longest {
                return None;
            }
            key = key | self.letter((self.letters.binary_search(&letter).ok()? + 1) as u8).up(at);
        }
        Some((key, ring))
    }

    /// The component of a key.
    pub fn unpack(&self, key: K) -> Component {
        let word = self.plain(key);
        let letters = (0..self.length(word)).map(|at| self.letters[usize::from(self.code(word, at)) - 1]);
        let text: String = letters.collect();
        if self.is_ring(key) { least_rotation(&text) } else { Component::Row(text) }
    }
}
