//! Where in a table values are: for each block of 64 entries and each value, a bit for each entry.
//!
//! Options whose heaps lie in one block are 64 bits, in whatever order a rule lists them: which
//! values they have takes one operation for each value that comes up, instead of one for each
//! option. So this is kept for few values only, and the bits of a block are made when it is first
//! read.

/// The most values: with more of them, options are looked up faster one by one.
pub(super) const MOST_VALUES: usize = 32;

/// The entries of a block.
pub(super) const BLOCK: usize = 64;

/// The bits of the blocks that were read.
pub(super) struct BlockPlanes {
    /// One word for each value below the bound, block after block.
    words: Vec<u64>,
    /// Which blocks have their words.
    known: Vec<bool>,
    bound: usize,
}

impl BlockPlanes {
    /// For a table of so many entries.
    pub fn new(entries: usize) -> BlockPlanes {
        let blocks = entries / BLOCK + 1;
        BlockPlanes { words: vec![0; blocks], known: vec![false; blocks], bound: 1 }
    }

    /// The most bytes for a table of so many entries.
    pub fn bytes(entries: u64) -> u64 {
        (entries / BLOCK as u64 + 1) * (size_of::<u64>() * MOST_VALUES + 1) as u64
    }

    /// Forgets all blocks: from now on values are below this bound.
    pub fn restart(&mut self, bound: usize) {
        self.bound = bound;
        self.known.fill(false);
        self.words.clear();
        self.words.resize(self.known.len() * bound, 0);
    }

    /// For each value below the bound the entries that have it, of the 64 entries that begin with
    /// the entry `start`. The values of these entries are final. Two blocks that are read have no
    /// entry in common, so that their starts lie in different parts of the table.
    #[inline]
    pub fn of(&mut self, start: usize, entries: impl IntoIterator<Item = usize>) -> &[u64] {
        let at = start / BLOCK;
        let words = &mut self.words[at * self.bound..(at + 1) * self.bound];
        if !self.known[at] {
            self.known[at] = true;
            entries.into_iter().take(BLOCK).enumerate().for_each(|(bit, value)| words[value] |= 1 << bit);
        }
        words
    }
}

/// The entries of the block that begins with the entry `start` whose bits are 1. Entries fit in 32
/// bits, since a table has at most 2^30 of them.
pub(super) fn entries(start: usize, bits: u64) -> impl Iterator<Item = i32> {
    let ones = std::iter::successors(Some(bits), |rest| Some(rest & rest.wrapping_sub(1)));
    ones.take_while(|&rest| rest != 0).map(move |rest| start as i32 + rest.trailing_zeros() as i32)
}

/// The bits in another order: the bit `at` becomes the bit `at ^ by`, of which the last six digits
/// count.
pub(super) fn turned(bits: u64, by: i64) -> u64 {
    (0..BLOCK.ilog2()).filter(|digit| by >> digit & 1 == 1).fold(bits, swapped)
}

/// The bits in another order: the bit `at` becomes the bit `at ^ 2^digit`, for a digit below 6.
#[inline(always)]
pub(super) fn swapped(bits: u64, digit: u32) -> u64 {
    const HALVES: [u64; 6] = [
        0x5555_5555_5555_5555,
        0x3333_3333_3333_3333,
        0x0f0f_0f0f_0f0f_0f0f,
        0x00ff_00ff_00ff_00ff,
        0x0000_ffff_0000_ffff,
        0x0000_0000_ffff_ffff,
    ];
    let half = HALVES[digit as usize];
    (bits & half) << (1 << digit) | bits >> (1 << digit) & half
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turned_bits_are_where_the_exclusive_or_is() {
        let bits = 0x8000_1234_5678_9abd_u64;
        for by in (0..64).chain([64, 70, 1 << 40 | 5]) {
            let plain = (0..64).filter(|at| bits >> at & 1 == 1).fold(0, |all, at| all | 1u64 << (at ^ (by & 63)));
            assert_eq!(turned(bits, by), plain, "{by}");
        }
    }

    #[test]
    fn the_entries_of_bits_ascend() {
        assert_eq!(entries(64, 0).count(), 0);
        assert_eq!(entries(64, 1 << 63 | 0b1001).collect::<Vec<_>>(), [64, 67, 127]);
        assert!(entries(7, u64::MAX).eq(7..71));
    }

    #[test]
    fn every_entry_is_in_the_plane_of_its_value() {
        let table: Vec<usize> = (0..200).map(|at| at * at % 7).collect();
        let mut planes = BlockPlanes::new(table.len());
        planes.restart(8);
        for start in [0, 64, 128, 64] {
            let words = planes.of(start, table[start..].iter().copied()).to_vec();
            for (value, word) in words.iter().enumerate() {
                let plain = (0..64).filter(|at| table[start + at] == value).fold(0, |all, at| all | 1u64 << at);
                assert_eq!(*word, plain, "{start} {value}");
            }
        }
        planes.restart(16);
        assert_eq!(planes.of(64, [15; 64]), [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, u64::MAX]);
    }
}
