//! A set of Grundy values with a fast *mex* (minimum excluded value).
//!
//! Values below a limit are bits of a dense bit set; larger ones are kept in a tree. So a single
//! huge value does not allocate a huge bit set, and no value is dropped.
//!
//! ```
//! use grundy_core::{MexSet, Nimber};
//!
//! let mut set = MexSet::new();
//! [0, 1, 3, 1 << 40].map(|value| set.insert(Nimber(value)));
//! assert_eq!(set.mex(), Nimber(2));
//! ```

use std::collections::BTreeSet;

use crate::Nimber;

/// Values below this one are bits.
const DENSE: u64 = 1 << 16;

/// A set of values that returns the least value it does not contain, the *mex* (minimum excluded
/// value).
///
/// One set can serve many positions: [`MexSet::clear`] keeps the memory and costs time proportional
/// to the largest value inserted since the last clearing. Values of any size and number are exact.
#[derive(Clone, Debug, Default)]
pub struct MexSet {
    /// A bit for each value that is small.
    words: Vec<u64>,
    /// The other values.
    large: BTreeSet<u64>,
}

impl MexSet {
    /// The empty set.
    pub fn new() -> MexSet {
        MexSet::default()
    }

    /// Removes all values and keeps the memory.
    pub fn clear(&mut self) {
        self.words.clear();
        self.large.clear();
    }

    /// Adds a value; O(1) below 2^16, else O(log n) in the number of larger values.
    pub fn insert(&mut self, value: Nimber) {
        if value.0 >= DENSE {
            self.large.insert(value.0);
            return;
        }
        let (word, bit) = ((value.0 / 64) as usize, value.0 % 64);
        if word >= self.words.len() {
            self.words.resize(word + 1, 0);
        }
        self.words[word] |= 1 << bit;
    }

    /// Returns the least value that is not in the set.
    pub fn mex(&self) -> Nimber {
        let full = self.words.iter().take_while(|&&word| word == u64::MAX).count();
        let ones = self.words.get(full).map_or(0, |word| word.trailing_ones());
        let dense = full as u64 * 64 + u64::from(ones);
        let sparse = self.large.iter().zip(dense..).take_while(|&(&value, next)| value == next).count();
        Nimber(dense + sparse as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(values: &[u64]) -> u64 {
        (0..).find(|value| !values.contains(value)).expect("some value is missing")
    }

    #[test]
    fn mex_agrees_with_the_definition_where_widths_change() {
        for count in [0, 1, 31, 32, 33, 63, 64, 65, 255, 256, 257, 1000] {
            let values: Vec<u64> = (0..count).rev().chain([count + 1, u64::MAX]).collect();
            let mut set = MexSet::new();
            values.iter().for_each(|&value| set.insert(Nimber(value)));
            assert_eq!(set.mex(), Nimber(plain(&values)), "{count} values");
            set.insert(Nimber(count));
            assert_eq!(set.mex(), Nimber(count + 2), "{count} values and the gap filled");
            set.clear();
            assert_eq!(set.mex(), Nimber::ZERO);
        }
    }

    #[test]
    fn mex_crosses_from_dense_to_sparse() {
        let mut set = MexSet::new();
        (0..DENSE + 70).filter(|&value| value != DENSE + 3).for_each(|value| set.insert(Nimber(value)));
        assert_eq!(set.mex(), Nimber(DENSE + 3));
        set.insert(Nimber(DENSE + 3));
        assert_eq!(set.mex(), Nimber(DENSE + 70));
    }
}
