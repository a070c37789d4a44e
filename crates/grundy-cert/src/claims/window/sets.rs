//! Sets of small numbers as bits of a word, and unions of many of them for 32 heaps at once.
//!
//! The loops are plain ones over arrays, which the compiler turns into vector code; the crate has
//! no unsafe code.

use std::ops;

/// The number of heaps of a block.
pub(super) const BLOCK: usize = 32;

/// The number of heaps of a part of a block.
pub(super) const PART: usize = 8;

/// A set of numbers below [`NumberBits::WIDTH`].
pub(super) trait NumberBits:
    Copy
    + Eq
    + Send
    + Sync
    + ops::BitOr<Output = Self>
    + ops::BitOrAssign
    + ops::BitAnd<Output = Self>
    + ops::Not<Output = Self>
{
    /// The number of bits.
    const WIDTH: usize;
    /// The set without numbers.
    const EMPTY: Self;
    /// The set of all numbers below the width.
    const FULL: Self;
    /// The set of one number, which must be below the width.
    fn one(number: usize) -> Self;
    /// The set of all numbers below `end`.
    fn below(end: usize) -> Self;
    /// The least number that is not in the set; the width if all are.
    fn least_absent(self) -> usize;
    /// The set of all members xor 2^bit.
    fn flipped(self, bit: u32) -> Self;
}

macro_rules! bits {
    ($($word:ty),*) => {$(
        impl NumberBits for $word {
            const WIDTH: usize = <$word>::BITS as usize;
            const EMPTY: $word = 0;
            const FULL: $word = <$word>::MAX;

            #[inline(always)]
            fn one(number: usize) -> $word {
                1 << (number as u32 % <$word>::BITS)
            }

            fn below(end: usize) -> $word {
                if end >= Self::WIDTH { <$word>::MAX } else { (1 << end) - 1 }
            }

            #[inline(always)]
            fn least_absent(self) -> usize {
                self.trailing_ones() as usize
            }

            #[inline(always)]
            fn flipped(self, bit: u32) -> $word {
                // Ones where the number lacks the bit: 0101.., 0011.., ... A division takes as long
                // as a union of twenty sets.
                const LOWER: [$word; 7] = {
                    let mut lower = [<$word>::MAX; 7];
                    let mut bit = 0;
                    while 1 << bit < <$word>::BITS {
                        lower[bit] = <$word>::MAX / ((1 << (1 << bit)) + 1);
                        bit += 1;
                    }
                    lower
                };
                let (shift, lower) = ((1 << bit) % <$word>::BITS, LOWER[bit as usize]);
                ((self & lower) << shift) | (self >> shift & lower)
            }
        }
    )*};
}

bits!(u16, u32, u64, u128);

/// Pairs of a value and a distance, with the order in which their sets are united.
pub(super) struct Union {
    /// Distances by value.
    groups: Vec<(usize, Vec<usize>)>,
    /// Steps: this part, flipped by this bit, is added to that part. The last part is the union.
    steps: Vec<(usize, u32, usize)>,
    /// The place of the last part.
    last: usize,
}

impl Union {
    /// The union for these pairs: at a heap, the numbers of the heaps at these distances before it,
    /// each xor the value.
    ///
    /// For b bits a value is reached by at most b flips in all, because parts whose values differ
    /// in one bit are united before the next bit: a flip is shared by all pairs of a part.
    pub(super) fn new(pairs: impl Iterator<Item = (usize, usize)>) -> Union {
        let mut pairs: Vec<(usize, usize)> = pairs.collect();
        pairs.sort_unstable();
        pairs.dedup();
        let mut groups: Vec<(usize, Vec<usize>)> = Vec::new();
        for (value, distance) in pairs {
            match groups.last_mut() {
                Some((own, distances)) if *own == value => distances.push(distance),
                _ => groups.push((value, vec![distance])),
            }
        }
        // Bit by bit: if two values differ in this bit alone, one part is flipped and added to the
        // other.
        let mut open: Vec<(usize, usize)> = groups.iter().enumerate().map(|(at, group)| (group.0, at)).collect();
        let mut steps = Vec::new();
        for bit in 0..7 {
            let (upper, mut lower): (Vec<_>, Vec<_>) = open.into_iter().partition(|(value, _)| value >> bit & 1 == 1);
            for (value, at) in upper {
                let without = value ^ 1 << bit;
                match lower.iter().find(|(own, _)| *own == without) {
                    Some(&(_, to)) => steps.push((at, bit, to)),
                    None => {
                        steps.push((at, bit, at));
                        lower.push((without, at));
                    }
                }
            }
            open = lower;
        }
        Union { groups, steps, last: open.first().map_or(0, |&(_, at)| at) }
    }

    /// The largest distance.
    pub(super) fn reach(&self) -> usize {
        self.groups.iter().flat_map(|(_, distances)| distances).copied().max().unwrap_or(0)
    }

    /// The number of pairs.
    pub(super) fn pairs(&self) -> usize {
        self.groups.iter().map(|(_, distances)| distances.len()).sum()
    }

    /// The union at the `N` places from `at` on; `parts` is room to work in. Each distance is at
    /// least `N`, if later sets are to be in it.
    #[inline(always)]
    pub(super) fn at<S: NumberBits, const N: usize>(&self, sets: &[S], at: usize, parts: &mut Vec<[S; N]>) -> [S; N] {
        if parts.len() < self.groups.len() {
            parts.resize(self.groups.len(), [S::EMPTY; N]);
        }
        for ((_, distances), part) in self.groups.iter().zip(parts.iter_mut()) {
            let mut own = [S::EMPTY; N];
            for distance in distances {
                let others: &[S; N] = sets[at - distance..at - distance + N].try_into().expect("N sets");
                for (own, other) in own.iter_mut().zip(others) {
                    *own |= *other;
                }
            }
            *part = own;
        }
        for &(from, bit, to) in &self.steps {
            let mut flipped = parts[from];
            for set in &mut flipped {
                *set = set.flipped(bit);
            }
            if from != to {
                for (flipped, own) in flipped.iter_mut().zip(&parts[to]) {
                    *flipped |= *own;
                }
            }
            parts[to] = flipped;
        }
        if self.groups.is_empty() { [S::EMPTY; N] } else { parts[self.last] }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn agrees<S: NumberBits + std::fmt::Debug>(random: &mut fastrand::Rng) {
        let mut below = |bound: usize| random.usize(..bound);
        let numbers: Vec<usize> = (0..400).map(|_| below(S::WIDTH)).collect();
        let sets: Vec<S> = numbers.iter().map(|&number| S::one(number)).collect();
        let pairs: Vec<(usize, usize)> = (0..below(12)).map(|_| (below(S::WIDTH), 32 + below(200))).collect();
        let union = Union::new(pairs.iter().copied());
        let found = union.at::<S, BLOCK>(&sets, 300, &mut Vec::new());
        for (lane, found) in found.iter().enumerate() {
            let plain = pairs
                .iter()
                .fold(S::EMPTY, |set, &(value, distance)| set | S::one(numbers[300 + lane - distance] ^ value));
            assert_eq!(*found, plain);
        }
    }

    #[test]
    fn unions_agree_with_their_pairs() {
        let mut random = fastrand::Rng::with_seed(1);
        for _ in 0..50 {
            agrees::<u16>(&mut random);
            agrees::<u32>(&mut random);
            agrees::<u64>(&mut random);
            agrees::<u128>(&mut random);
        }
    }
}
