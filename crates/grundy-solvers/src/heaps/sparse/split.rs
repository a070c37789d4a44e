//! Common and rare values: the half of all values that most heaps have.

use super::SplitMoves;

/// The largest value that counts in the choice of a mask.
const MOST_VALUES: usize = 1 << 12;

/// A mask, with or without the parity of the heap.
///
/// A heap n is common if the number of bits that its value and the mask share is odd; with `turn`
/// t, if that number plus n + t is odd, where t is any of the amounts that may be taken before a
/// split.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ParitySplit {
    /// The mask, not 0.
    pub(super) mask: u32,
    /// An amount whose parity counts with that of the heap; `None` if parity does not count.
    pub(super) turn: Option<usize>,
}

fn odd(bits: u32) -> bool {
    bits.count_ones() % 2 == 1
}

impl ParitySplit {
    /// Returns the split with the fewest rare heaps, and their number.
    ///
    /// A split by taking t leaves heaps of the total n - t, so the parities of two common heaps and
    /// of n + t cancel: with `turn`, splits into two common heaps still have the rare kind. One
    /// Walsh-Hadamard transform gives the numbers for all masks at once. Cost: values + width log
    /// width.
    pub(super) fn best(moves: &SplitMoves, values: &[u16]) -> (ParitySplit, usize) {
        let width =
            values.iter().max().map_or(1, |&value| usize::from(value) + 1).next_power_of_two().clamp(2, MOST_VALUES);
        let turn = moves.split[0];
        let mut sums = vec![0i64; 2 * width];
        for (heap, &value) in values.iter().enumerate().filter(|(_, value)| usize::from(**value) < width) {
            sums[usize::from(value) + if (heap + turn) % 2 == 1 { width } else { 0 }] += 1;
        }
        transform(&mut sums);
        let alike = moves.split.iter().all(|amount| amount % 2 == turn % 2);
        let end = if alike { 2 * width } else { width };
        // The sum for a mask is the number of heaps with an even number of bits minus that of heaps
        // with an odd one.
        let best = (1..end).filter(|at| at % width != 0).min_by_key(|&at| (sums[at], at)).unwrap_or(1);
        let rare = (values.len() as i64 + sums[best]).max(0) as usize / 2;
        let split = ParitySplit { mask: (best % width) as u32, turn: (best >= width).then_some(turn) };
        (split, rare)
    }

    /// Whether common values have an odd number of bits in the mask at this heap.
    pub(super) fn odd_is_common(&self, heap: usize) -> bool {
        self.turn.is_none_or(|turn| (heap + turn).is_multiple_of(2))
    }

    /// Whether a value is of the common kind at this heap.
    pub(super) fn common(&self, heap: usize, value: u32) -> bool {
        odd(value & self.mask) == self.odd_is_common(heap)
    }

    /// Returns the number of a value among those of its kind: the value without the lowest bit of
    /// the mask. This preserves exclusive or and order.
    pub(super) fn index(&self, value: u32) -> usize {
        let low = self.mask.trailing_zeros();
        ((value >> (low + 1) << low) | (value & ((1 << low) - 1))) as usize
    }

    /// Returns the common value with that number at this heap.
    pub(super) fn value(&self, heap: usize, index: usize) -> u32 {
        let low = self.mask.trailing_zeros();
        let index = index as u32;
        let base = (index >> low << (low + 1)) | (index & ((1 << low) - 1));
        if self.common(heap, base) { base } else { base | 1 << low }
    }

    /// Returns how many values of the rare kind are below the common one with that number.
    pub(super) fn smaller(&self, heap: usize, index: usize) -> usize {
        let low = self.mask.trailing_zeros();
        let upper = self.value(heap, index) >> low & 1;
        ((index >> low) + upper as usize) << low
    }
}

/// Computes the Walsh-Hadamard transform in place.
fn transform(sums: &mut [i64]) {
    let mut half = 1;
    while half < sums.len() {
        for start in (0..sums.len()).step_by(2 * half) {
            for at in start..start + half {
                (sums[at], sums[at + half]) = (sums[at] + sums[at + half], sums[at] - sums[at + half]);
            }
        }
        half *= 2;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_keep_sums_and_order() {
        for (mask, turn) in [(1, None), (0x17, Some(3)), (0x3c, None), (0x7e, Some(2)), (0x30, None)] {
            let split = ParitySplit { mask, turn };
            for heap in [10, 11] {
                let common: Vec<u32> = (0..128).filter(|&value| split.common(heap, value)).collect();
                for (index, &value) in common.iter().enumerate() {
                    assert_eq!((split.index(value), split.value(heap, index)), (index, value));
                    let smaller = (0..value).filter(|&other| !split.common(heap, other)).count();
                    assert_eq!(split.smaller(heap, index), smaller, "{mask:x} {value}");
                }
                for (a, b) in [(3, 77), (120, 5), (64, 63)] {
                    assert_eq!(split.index(a) ^ split.index(b), split.index(a ^ b));
                }
            }
        }
    }

    #[test]
    fn the_best_mask_is_the_best() {
        let moves = SplitMoves { whole: vec![], take: vec![], split: vec![1, 3], distinct: false };
        let mut random = fastrand::Rng::with_seed(7);
        for _ in 0..20 {
            let values: Vec<u16> = (0..200).map(|_| random.u16(..32) & (random.u16(..) | 5)).collect();
            let rare =
                |split: ParitySplit| (0..200).filter(|&heap| !split.common(heap, u32::from(values[heap]))).count();
            let (best, count) = ParitySplit::best(&moves, &values);
            assert_eq!(rare(best), count);
            for mask in 1..32 {
                for turn in [None, Some(1)] {
                    assert!(count <= rare(ParitySplit { mask, turn }));
                }
            }
        }
    }
}
