//! The splits of a heap and their values: one list of values from its beginning on, another one
//! from its end on, so that an entry of one belongs to the entry of the other that is as far from
//! its end.
//!
//! The loops are plain, and the compiler makes vector code of them, three times. *Cost:* a mark
//! takes about one cycle for each split; a search for one value two or three cycles for 32 of them
//! with AVX-512, for it reads four bytes a split and ends at the first one that has the value.

use crate::{
    lanes::thrice,
    level::{InstructionSet, Level},
};

/// The splits that are tested between two looks at the result.
const BLOCK: usize = 256;

thrice! {
    /// Returns an index after the first `at` where `near[at] ^ far[far.len() - 1 - at]` is
    /// `value`, by less than 256; `None` if there is none. Entries beyond the shorter list are
    /// left out.
    ///
    /// ```
    /// use grundy_simd::{Level, splits};
    ///
    /// // The splits 0 + 6, 1 + 5 and 2 + 4.
    /// let near = [0, 1, 2];
    /// let far = [4, 5, 7];
    /// assert_eq!(splits::first(Level::best(), &near, &far, 1 ^ 5), Some(3));
    /// assert_eq!(splits::first(Level::best(), &near, &far, 1), None);
    /// ```
    pub fn first(near: &[u16], far: &[u16], value: u16) -> Option<usize> {
        let blocks = near.chunks(BLOCK).zip(far.rchunks(BLOCK));
        for (at, (near, far)) in blocks.enumerate() {
            let have = |(near, far): (&u16, &u16)| u16::from(near ^ far == value);
            if near.iter().zip(far.iter().rev()).map(have).fold(0, |met, has| met | has) == 1 {
                return Some(at * BLOCK + near.len().min(far.len()));
            }
        }
        None
    }
}

/// A table with an entry for each value of 16 bits.
pub type Marks = [u8; 1 << 16];

thrice! {
    /// Marks the values of all splits, `near[at] ^ far[far.len() - 1 - at]`, with 1. Entries beyond
    /// the shorter list are left out.
    ///
    /// The values of a block are computed first: that is vector code, and the marks are not.
    pub fn mark(near: &[u16], far: &[u16], marks: &mut Marks) {
        let mut values = [0; BLOCK];
        for (near, far) in near.chunks(BLOCK).zip(far.rchunks(BLOCK)) {
            let pairs = near.iter().zip(far.iter().rev());
            values.iter_mut().zip(pairs).for_each(|(value, (near, far))| *value = near ^ far);
            values.iter().take(near.len().min(far.len())).for_each(|&value| marks[usize::from(value)] = 1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fastrand::Rng;

    #[test]
    fn every_level_agrees_with_the_plain_meaning() {
        let mut random = Rng::with_seed(5);
        for bound in [2, 200, 300, 600, 65536] {
            for length in [0, 1, 31, 32, 33, 255, 256, 257, 1000] {
                let list = |random: &mut Rng| (0..length).map(|_| random.usize(..bound) as u16).collect::<Vec<_>>();
                let (near, far) = (list(&mut random), list(&mut random));
                for value in (0..40).map(|_| random.usize(..bound) as u16) {
                    let meant = (0..length).find(|&at| near[at] ^ far[length - 1 - at] == value);
                    for level in Level::all() {
                        let found = first(level, &near, &far, value);
                        assert_eq!(found.is_some(), meant.is_some(), "{level:?} {length} {value}");
                        let is_after =
                            found.zip(meant).is_none_or(|(found, at)| (at + 1..=at + BLOCK).contains(&found));
                        assert!(is_after && found.is_none_or(|found| found <= length), "{level:?} {length} {value}");
                    }
                }
            }
        }
    }

    #[test]
    fn all_values_are_marked_and_no_other() {
        let mut random = Rng::with_seed(6);
        for bound in [1, 128, 256, 512, 1000, 65536] {
            for (near, far) in [(0, 0), (1, 1), (255, 255), (256, 256), (257, 257), (700, 600), (600, 700)] {
                let list = |random: &mut Rng, length| (0..length).map(|_| random.usize(..bound) as u16).collect();
                let (near, far): (Vec<u16>, Vec<u16>) = (list(&mut random, near), list(&mut random, far));
                let mut meant = vec![0; 1 << 16];
                near.iter().zip(far.iter().rev()).for_each(|(near, far)| meant[usize::from(near ^ far)] = 1);
                for level in Level::all() {
                    let mut marks = [0; 1 << 16];
                    mark(level, &near, &far, &mut marks);
                    assert!(marks[..] == meant[..], "{level:?} {bound} {} {}", near.len(), far.len());
                }
            }
        }
    }

    #[test]
    fn only_what_both_lists_have_counts() {
        for level in Level::all() {
            assert_eq!(first(level, &[1, 2, 3], &[9, 1], 2 ^ 9), Some(2), "{level:?}");
            assert_eq!(first(level, &[1, 2, 3], &[9, 1], 3 ^ 9), None, "{level:?}");
            assert_eq!(first(level, &[1], &[4, 9, 1], 0), Some(1), "{level:?}");
            assert_eq!(first(level, &[], &[4], 4), None, "{level:?}");
        }
    }
}
