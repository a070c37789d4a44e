//! What values two heaps with a given sum have, for rules that split into three heaps in all ways.
//!
//! A heap n has about n^2 / 12 such options. Whichever size s one of the three heaps has, the other
//! two are a pair with the sum n - s, and the values of all pairs with a sum are found once, as
//! bits, in n / 2 steps. The values of the options are then, over all s, these bits moved by the
//! exclusive or with the value of the heap s. Whether s is the least size of the three does not
//! matter: other pairs give options too, which are found once more.
//!
//! Of three unequal heaps the pair must not have the heap s itself. With a second set of bits, for
//! the values that at least two pairs of a sum have, its value is left out where it has no other
//! pair.
//!
//! Example, `split into 3 heaps` at 5: with the value 0 for 1 and 2 and 1 for 3 (which leaves 1, 1
//! and 1), the pairs of 4 are 1 + 3 and 2 + 2, with the values {0, 1}; those of 3 are 1 + 2, with
//! {0}. A first heap of 1 counter, of value 0, leaves {0, 1}; the value of 5 is 2.
//!
//! Cost for heaps up to n: n^2 / 4 steps for the pairs, and n^2 / 6 for the triples, each with a
//! word for every 64 values, in place of n^3 / 36.

use std::ops::Range;

use grundy_games::compiled::triples::Triples;

use super::{
    planes::{BLOCK, swapped},
    table::DenseCell,
};

/// Sums of pairs up to this are kept.
pub(super) const MOST_SUMS: i64 = 1 << 18;

/// The most words of a set: with more values, options are looked at one by one.
const MOST_WIDTH: usize = 64;

/// The most bytes of all sets of one kind.
const MOST_BYTES: usize = 32 << 20;

/// The values of the pairs of heaps, for each sum from 0 on.
pub(super) struct Pairs {
    /// The least size of a heap.
    least: usize,
    /// The least difference of the two sizes: 0 or 1.
    step: usize,
    /// Words of a set, a power of two.
    width: usize,
    /// The sums that there is room for.
    sums: usize,
    /// How many sums are known.
    known: usize,
    /// For each sum that is known the values that pairs have, and, for unequal heaps, those that
    /// two pairs have.
    once: Vec<u64>,
    twice: Vec<u64>,
    /// For the last six bits of a first heap's value the values of the options, turned by these
    /// bits; empty between two heaps.
    by_first: Vec<u64>,
}

impl Pairs {
    /// None yet, for triples of this form.
    pub fn new(form: &Triples, sums: usize) -> Pairs {
        let least = usize::try_from(form.least).expect("sizes are not negative");
        let step = usize::try_from(form.step).expect("sizes ascend");
        let empty = |sums| vec![0; sums];
        Pairs {
            least,
            step,
            width: 1,
            sums,
            known: 0,
            once: empty(sums),
            twice: empty(sums * step),
            by_first: empty(BLOCK),
        }
    }

    /// The most bytes that it takes: the widest sets, and those of half the width that they are
    /// made from.
    pub fn most_bytes(&self) -> u64 {
        let widest = (8 * MOST_WIDTH * self.sums).min(MOST_BYTES);
        (3 * widest * (1 + self.step) / 2 + 8 * BLOCK * MOST_WIDTH) as u64
    }

    /// Whether these are the pairs for triples of this form.
    pub fn fit(&self, form: &Triples) -> bool {
        (self.least as i64, self.step as i64) == (form.least, form.step)
    }

    /// How many sums are known, from 0 on.
    pub fn known(&self) -> usize {
        self.known
    }

    /// The same for values below this bound, which is a power of two; `None` if they are too many.
    pub fn widened(self, bound: usize) -> Option<Pairs> {
        let width = bound.div_ceil(BLOCK);
        if width == self.width {
            return Some(self);
        }
        if width > MOST_WIDTH || 8 * width * self.sums > MOST_BYTES {
            return None;
        }
        let wide = |sets: &[u64]| {
            let mut all = vec![0; sets.len() / self.width * width];
            let pairs = all.chunks_mut(width).zip(sets.chunks(self.width));
            pairs.for_each(|(wide, own)| wide[..own.len()].copy_from_slice(own));
            all
        };
        let (once, twice) = (wide(&self.once), wide(&self.twice));
        Some(Pairs { once, twice, by_first: vec![0; BLOCK * width], width, ..self })
    }

    /// Adds the pairs with the next sum. All its heaps are in the table, with values below the
    /// bound.
    pub fn add<T: DenseCell>(&mut self, table: &[T]) {
        let sum = self.known;
        self.known += 1;
        let Some(left) = sum.checked_sub(2 * self.least + self.step) else { return };
        let last = self.least + left / 2;
        let (low, high) = (&table[self.least..=last], &table[sum - last..=sum - self.least]);
        let values = low.iter().zip(high.iter().rev()).map(|(low, high)| low.wide() ^ high.wide());
        let own = sum * self.width..(sum + 1) * self.width;
        let once = &mut self.once[own.clone()];
        if self.step == 0 {
            values.for_each(|value| once[value / BLOCK] |= 1 << (value % BLOCK));
            return;
        }
        let twice = &mut self.twice[own];
        for value in values {
            let (word, bit) = (value / BLOCK, 1 << (value % BLOCK));
            twice[word] |= once[word] & bit;
            once[word] |= bit;
        }
    }

    /// Shows the values of all triples with the sum `rest` that have a heap with a size in this
    /// range. The pairs with the sums that these leave are known.
    pub fn triples<T: DenseCell>(
        &mut self,
        table: &[T],
        rest: usize,
        firsts: Range<usize>,
        mut show: impl FnMut(usize),
    ) {
        let width = self.width;
        for first in firsts {
            let value = table[first].wide();
            let at = (rest - first) * width;
            let set = &self.once[at..at + width];
            let (block, turn) = (value / BLOCK, value % BLOCK);
            let all = &mut self.by_first[turn * width..(turn + 1) * width];
            // The pair with the first heap itself is no pair of unequal heaps, if it is a pair.
            let own =
                rest.checked_sub(2 * first).filter(|&other| self.step > 0 && other >= self.least && other != first);
            let Some(other) = own else {
                set.iter().enumerate().for_each(|(word, own)| all[word ^ block] |= own);
                continue;
            };
            let pair = value ^ table[other].wide();
            let (skipped, bit) = (pair / BLOCK, 1 << (pair % BLOCK));
            let left = set[skipped] & (self.twice[at + skipped] | !bit);
            for (word, own) in set.iter().enumerate() {
                all[word ^ block] |= if word == skipped { left } else { *own };
            }
        }
        // The sets are turned by one bit after another, and merged with those that have it not.
        for digit in (0..BLOCK.ilog2()).rev() {
            let half = width << digit;
            let (without, with) = self.by_first[..2 * half].split_at_mut(half);
            without.iter_mut().zip(&mut *with).for_each(|(all, own)| *all |= swapped(*own, digit));
            with.fill(0);
        }
        for (word, own) in self.by_first[..width].iter_mut().enumerate() {
            while *own != 0 {
                show(BLOCK * word + own.trailing_zeros() as usize);
                *own &= *own - 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use grundy_games::compiled::term::SizeTerm;

    use super::*;

    /// With one more bit than the widest sets have, rules are run in another way.
    #[test]
    fn sets_end_at_their_limits() {
        let form = Triples { at: 0, rest: SizeTerm::slot(0), least: 1, step: 1 };
        let pairs = |sums: usize, bound: usize| Pairs::new(&form, sums).widened(bound);
        let most = BLOCK * MOST_WIDTH;
        assert_eq!(pairs(100, most).map(|pairs| pairs.width), Some(MOST_WIDTH));
        assert!(pairs(100, 2 * most).is_none());
        let sums = MOST_BYTES / 16;
        assert_eq!(pairs(sums, 2 * BLOCK).map(|pairs| pairs.twice.len()), Some(2 * sums));
        assert!(pairs(sums + 1, 2 * BLOCK).is_none());
    }
}
