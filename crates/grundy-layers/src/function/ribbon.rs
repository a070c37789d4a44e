//! One bit for each key of a set, in little more than one bit a key: a ribbon.
//!
//! Each key denotes 64 adjacent bits of a vector, some of which it selects; the exclusive or of
//! these is its bit. That is a linear system over two elements whose rows have their entries near
//! each other, so that elimination costs little (P. C. Dillinger and S. Walzer, *Ribbon filter*,
//! 2021). A vector a few hundredths longer than the number of keys has a solution almost surely;
//! otherwise the caller tries other rows.
//!
//! Cost: some row operations a key. A look-up reads 64 adjacent bits.

/// The bits that a key selects from.
pub(super) const WIDTH: usize = 64;

/// A key: where its bits begin, which of them it selects, the first one among them, and its bit.
#[derive(Clone, Copy, Debug)]
pub(super) struct RibbonRow {
    /// The first of the 64 bits.
    pub start: u32,
    /// A mask of those that it selects; the lowest bit is set.
    pub selects: u64,
    /// The exclusive or that these bits shall have.
    pub bit: bool,
}

/// A vector of this many bits, at least [`WIDTH`], that gives each key its bit, in words with the
/// first bit lowest; `None` if there is none.
///
/// Elimination in the order of the starts: a row is reduced by the pivots that it meets until it is
/// a pivot itself, is empty and consistent, or contradicts the others. Then the bits are set from
/// the last place back; a place without a pivot gets 0.
pub(super) fn solve(rows: &mut [RibbonRow], length: usize) -> Option<Vec<u64>> {
    // From the first start on, elimination has few rows to combine.
    rows.sort_unstable_by_key(|row| row.start);
    let mut pivots: Vec<(u64, bool)> = vec![(0, false); length];
    for row in rows.iter() {
        let (mut at, mut selects, mut bit) = (row.start as usize, row.selects, row.bit);
        while selects != 0 {
            let zeros = selects.trailing_zeros();
            (at, selects) = (at + zeros as usize, selects >> zeros);
            let pivot = &mut pivots[at];
            if pivot.0 == 0 {
                *pivot = (selects, bit);
                break;
            }
            (selects, bit) = (selects ^ pivot.0, bit ^ pivot.1);
        }
        if selects == 0 && bit {
            return None;
        }
    }
    let mut words = vec![0; length.div_ceil(64)];
    // The bits from a place on, the lowest one first.
    let mut after = 0u64;
    for (at, &(selects, bit)) in pivots.iter().enumerate().rev() {
        after <<= 1;
        if selects != 0 && ((selects & after).count_ones() % 2 == 1) != bit {
            after |= 1;
            words[at / 64] |= 1 << (at % 64);
        }
    }
    Some(words)
}

/// The bit of a key whose bits begin at this one of the words.
#[inline(always)]
pub(super) fn bit(words: &[u64], at: usize, selects: u64) -> bool {
    let word = |at: usize| words.get(at).copied().unwrap_or(0);
    // The second shift is by 64 - at % 64, in two steps: by 64 it would be no shift.
    let bits = word(at / 64) >> (at % 64) | word(at / 64 + 1) << 1 << (63 - at % 64);
    (bits & selects).count_ones() % 2 == 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_vector_gives_each_key_its_bit() {
        let mut random = fastrand::Rng::with_seed(5);
        let mut found = 0;
        for (keys, length) in [(0, 64), (1, 64), (40, 64), (40, 100), (1000, 1150), (20_000, 22_000)] {
            for _ in 0..3 {
                let mut rows: Vec<RibbonRow> = (0..keys)
                    .map(|_| RibbonRow {
                        start: random.u32(..=(length - WIDTH) as u32),
                        selects: random.u64(..) | 1,
                        bit: random.bool(),
                    })
                    .collect();
                let Some(words) = solve(&mut rows, length) else { continue };
                found += 1;
                for begin in [0, 1, 63, 64, 100] {
                    let mut shifted = vec![u64::MAX; (begin + length).div_ceil(64)];
                    for at in 0..length {
                        let bit = words[at / 64] >> (at % 64) & 1;
                        let place = begin + at;
                        shifted[place / 64] = shifted[place / 64] & !(1 << (place % 64)) | bit << (place % 64);
                    }
                    for row in &rows {
                        assert_eq!(bit(&shifted, begin + row.start as usize, row.selects), row.bit);
                    }
                }
            }
        }
        assert!(found >= 12, "{found}");
    }

    #[test]
    fn equal_rows_with_different_bits_have_no_vector() {
        let row = |bit| RibbonRow { start: 3, selects: 5, bit };
        assert!(solve(&mut [row(true), row(true)], 80).is_some());
        assert!(solve(&mut [row(true), row(false)], 80).is_none());
    }
}
