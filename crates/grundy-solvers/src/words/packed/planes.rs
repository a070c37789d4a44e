//! The planes of one word, on which factors are found at all places at once.
//!
//! A set of places is a mask. In a ring, places are counted in a circle, and shifts are rotations.

use super::{
    key::{Key, KeyBits},
    layout::KeyLayout,
    program::{GameEnd, LetterCode},
};

/// A word as planes.
pub(super) struct WordPlanes<P, const B: usize> {
    planes: [P; B],
    /// The places of the word.
    pub all: P,
    pub length: usize,
    pub ring: bool,
}

impl<P: KeyBits, const B: usize> WordPlanes<P, B> {
    /// The planes of a key.
    #[inline(always)]
    pub fn new<K: Key>(layout: &KeyLayout<K>, key: K) -> WordPlanes<P, B> {
        let low = P::low(layout.longest);
        let mut all = P::default();
        let planes = std::array::from_fn(|at| {
            if at >= layout.planes {
                return P::default();
            }
            let words = key.down(at * layout.longest);
            let plane = P::of_words(|at| words.word(at)) & low;
            all = all | plane;
            plane
        });
        let length = all.length();
        WordPlanes { planes, all: P::low(length), length, ring: layout.is_ring(key) }
    }

    /// The planes of a row of this length.
    #[inline(always)]
    pub fn of_row(planes: [P; B], length: usize) -> WordPlanes<P, B> {
        WordPlanes { planes, all: P::low(length), length, ring: false }
    }

    /// The places from which a number of steps lead to a place of the mask.
    #[inline(always)]
    pub fn ahead(&self, mask: P, steps: usize) -> P {
        if self.ring { (mask.down(steps) | mask.up(self.length - steps)) & self.all } else { mask.down(steps) }
    }

    /// The places with the same letter as the one this number of steps on.
    #[inline(always)]
    pub fn same(&self, steps: usize) -> P {
        let differs = self.planes.iter().fold(P::default(), |all, &plane| all | (plane ^ self.ahead(plane, steps)));
        !differs & if self.ring { self.all } else { self.all.down(steps) }
    }

    /// The places of a letter.
    #[inline(always)]
    pub fn of(&self, code: LetterCode) -> P {
        let fold = |all: P, (at, &plane): (usize, &P)| all & if code >> at & 1 == 1 { plane } else { !plane };
        self.planes.iter().enumerate().fold(self.all, fold)
    }

    /// The places where a factor of this length can begin.
    #[inline(always)]
    pub fn starts(&self, length: usize) -> P {
        if length > self.length {
            P::default()
        } else if self.ring {
            self.all
        } else {
            P::low(self.length + 1 - length)
        }
    }

    /// The places where this word begins.
    #[inline(always)]
    pub fn begins(&self, word: &[LetterCode]) -> P {
        let mut mask = self.starts(word.len());
        for (at, &code) in word.iter().enumerate() {
            if mask.is_none() {
                break;
            }
            mask = mask & self.ahead(self.of(code), at);
        }
        mask
    }

    /// Calls `visit` with each length, the places where a palindrome of it begins, and
    /// [`WordPlanes::same`] of the length.
    #[inline(always)]
    pub fn palindromes(&self, most: usize, mut visit: impl FnMut(usize, P, P)) {
        if self.length == 0 || most == 0 {
            return;
        }
        // The palindromes of the length before the last one, and of the last one.
        let (mut shorter, mut short) = (self.all, self.all);
        let mut same = self.same(1);
        visit(1, self.all, same);
        for length in 2..=most.min(self.length) {
            (shorter, short) = (short, self.ahead(shorter, 1) & same);
            if shorter.is_none() && short.is_none() {
                break;
            }
            same = self.same(length);
            visit(length, short, same);
        }
    }

    /// The places where a square begins, by its half.
    #[inline(always)]
    pub fn squares(&self, half: usize) -> P {
        let same = self.same(half);
        (1..half).fold(same, |mask, at| if mask.is_none() { mask } else { mask & self.ahead(same, at) })
    }

    /// Calls `visit` with each place of a mask.
    #[inline(always)]
    pub fn each(mut mask: P, mut visit: impl FnMut(usize)) {
        while !mask.is_none() {
            visit(mask.first());
            mask = mask.rest();
        }
    }

    /// Where the rotation begins that has the highest bits: the first letter and its lowest bit
    /// before the others. Of equal rotations, the first.
    #[inline(always)]
    pub fn greatest(&self) -> usize {
        if self.length > 1 && self.same(1) == self.all {
            return 0;
        }
        let mut best = self.all;
        for at in 0..self.length {
            for &plane in &self.planes {
                let higher = self.ahead(plane, at) & best;
                if !higher.is_none() {
                    best = higher;
                }
            }
            if best.rest().is_none() {
                break;
            }
        }
        best.first()
    }

    /// Whether the game is over at this word over this many letters.
    pub fn ends(&self, until: &GameEnd, letters: usize) -> bool {
        let codes = || (1..=letters).map(|code| self.of(code as LetterCode));
        match until {
            GameEnd::LengthAtMost(most) => self.length <= *most,
            GameEnd::DistinctAtMost(most) => codes().filter(|places| !places.is_none()).count() <= *most,
            GameEnd::EachAtMost(most) => codes().all(|places| places.ones() <= *most),
            GameEnd::AnagramOfPalindrome => codes().filter(|places| places.ones() % 2 == 1).count() <= 1,
            GameEnd::Increasing => {
                // Compares each number with the next one, from the highest bit on.
                let (mut less, mut equal) = (P::default(), self.all.down(1));
                for &plane in self.planes.iter().rev() {
                    let next = plane.down(1);
                    less = less | equal & !plane & next;
                    equal = equal & !(plane ^ next);
                }
                less & self.all.down(1) == self.all.down(1)
            }
            GameEnd::EndsWith(words) => words.iter().any(|word| {
                !word.is_empty()
                    && word.len() <= self.length
                    && self.begins(word).length() == self.length + 1 - word.len()
            }),
            GameEnd::Contains(words) => words.iter().any(|word| !word.is_empty() && !self.begins(word).is_none()),
        }
    }
}
