//! A set of values that knows the least one it lacks.
//!
//! Dense below a limit, sparse above: a single huge value must not allocate a huge set, and every value counts.

use std::collections::BTreeSet;

use crate::Nimber;

const DENSE: u64 = 1 << 16;

/// A set of values that knows the least one it lacks (the *mex*, minimum excluded value).
///
/// Clearing costs as much as the largest value inserted since the last clearing, so one set can serve a whole
/// sequence of positions. Any number of values of any size is exact.
#[derive(Clone, Debug, Default)]
pub struct MexSet {
    words: Vec<u64>,
    large: BTreeSet<u64>,
}

impl MexSet {
    /// The empty set.
    pub fn new() -> MexSet {
        MexSet::default()
    }

    /// Empties the set and keeps its memory.
    pub fn clear(&mut self) {
        self.words.clear();
        self.large.clear();
    }

    /// Adds one value.
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

    /// The least value that is not in the set.
    pub fn mex(&self) -> Nimber {
        let full = self.words.iter().take_while(|&&word| word == u64::MAX).count();
        let ones = self.words.get(full).map_or(0, |word| word.trailing_ones());
        let dense = full as u64 * 64 + u64::from(ones);
        let beyond = self.large.iter().zip(dense..).take_while(|&(&value, next)| value == next).count();
        Nimber(dense + beyond as u64)
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
