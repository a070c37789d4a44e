//! The values of three heaps with a given sum, where all sums of three heaps are options.
//!
//! Every option consists of a first heap and two others, the pair, whose sum is what the first one
//! leaves. What values the pairs with a sum have is found once, as a set of bits, and serves all
//! heaps. For unequal heaps a pair with the first heap in it does not count: a second set has the
//! values that at least two pairs have, which stay if one of them is left out.
//!
//! The claimed values of all heaps of a pair are used, whether they are right or not: each is
//! confirmed as the value of its own heap.

use super::{Bail, Pace, seen::SeenValues, values::SmallValue};

/// Heaps whose sums of pairs take more words than this are split one by one.
const MOST_WORDS: usize = 1 << 22;

/// The sets for the pairs with each sum, as far as they are needed.
#[derive(Default)]
pub(super) struct Pairs {
    /// Words of a set; 0 before the first one.
    words: usize,
    /// The values that some pair has, by its sum.
    some: Vec<Vec<u64>>,
    /// The values that two pairs have; unequal heaps only.
    more: Vec<Vec<u64>>,
    /// For each last six bits of the value of a first heap the values of pairs, in blocks that are
    /// already exchanged by its other bits.
    merged: Vec<u64>,
}

impl Pairs {
    /// Adds the values of all triples with the sum `rest`, of unequal heaps if `step` is 1.
    /// `false`, and none is added, if the sets would be too large.
    pub(super) fn triples<T: SmallValue>(
        &mut self,
        (values, rest): (&[T], usize),
        step: usize,
        seen: &mut SeenValues,
        pace: &mut Pace<'_, '_>,
    ) -> Result<bool, Bail> {
        let words = seen.bound().div_ceil(64).next_power_of_two();
        if (values.len() + 64).saturating_mul(words) > MOST_WORDS || rest > values.len() {
            return Ok(false);
        }
        if self.words == 0 {
            self.words = words;
            self.merged = vec![0; 64 * words];
        }
        // The first heap may have any of the three sizes, so the least one is enough.
        let Some(most) = rest.checked_sub(3 * step).map(|rest| rest / 3).filter(|&most| most > 0) else {
            return Ok(true);
        };
        for sum in self.some.len()..rest {
            pace.block(sum / 2)?;
            self.add_pairs(values, sum, step);
        }
        for first in 1..=most {
            pace.block(words)?;
            let value = values[first].wide() as usize;
            let (blocks, row) = (value / 64, value % 64 * words);
            let pairs = &self.some[rest - first];
            // The third heap, if the first one is in the pair.
            let third = rest - 2 * first;
            let left_out = if step == 1 && third != first && third > 0 {
                let own = value ^ values[third].wide() as usize;
                let bit = 1 << (own % 64);
                Some((own / 64, bit & !self.more[rest - first][own / 64]))
            } else {
                None
            };
            for (at, word) in pairs.iter().enumerate() {
                let bits = left_out.filter(|(own, _)| *own == at).map_or(0, |(_, bit)| bit);
                self.merged[row + (at ^ blocks)] |= word & !bits;
            }
        }
        for row in 0..64 {
            pace.block(words)?;
            for at in 0..words {
                let mut bits = std::mem::take(&mut self.merged[row * words + at]);
                while bits != 0 {
                    let value = 64 * at + (bits.trailing_zeros() as usize ^ row);
                    seen.insert(value as u32);
                    bits &= bits - 1;
                }
            }
        }
        Ok(true)
    }

    fn add_pairs<T: SmallValue>(&mut self, values: &[T], sum: usize, step: usize) {
        let (mut some, mut more) = (vec![0; self.words], vec![0; self.words * step]);
        for low in (1..sum).take_while(|low| 2 * low + step <= sum) {
            let value = (values[low].wide() ^ values[sum - low].wide()) as usize;
            let bit = 1u64 << (value % 64);
            if let Some(more) = more.get_mut(value / 64) {
                *more |= some[value / 64] & bit;
            }
            some[value / 64] |= bit;
        }
        self.some.push(some);
        self.more.push(more);
    }
}
