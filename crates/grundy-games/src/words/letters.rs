//! Sets of letters, stored as ranges. A letter is any Unicode scalar value.
//!
//! A set that is one range of letters or digits prints as `a..j`, any other as a quoted text.
//!
//! ```
//! use grundy_games::Letters;
//!
//! assert_eq!(Letters::of("cab".chars()).to_string(), "a..c");
//! assert_eq!(Letters::of("ax".chars()).to_string(), "\"ax\"");
//! assert!(Letters::range('a', 'j').is_some_and(|letters| letters.contains('e')));
//! ```
//!
//! *Cost.* A look-up passes over the ranges, of which a set of the language rarely has more than a
//! few.

use std::fmt;

/// A set of letters.
///
/// Two sets are equal if they have the same letters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Letters {
    /// Disjoint ranges in ascending order, both ends included.
    ranges: Vec<(char, char)>,
}

impl Letters {
    /// Returns the letters from `first` to `last`, both included; `None` if `first` is greater.
    ///
    /// Letters between them are those of Unicode: `a..j` are ten.
    pub fn range(first: char, last: char) -> Option<Letters> {
        (first <= last).then(|| Letters { ranges: vec![(first, last)] })
    }

    /// Returns the set of these letters.
    ///
    /// Order and repeats do not matter.
    pub fn of(letters: impl IntoIterator<Item = char>) -> Letters {
        let mut all: Vec<char> = letters.into_iter().collect();
        all.sort_unstable();
        all.dedup();
        let mut ranges: Vec<(char, char)> = Vec::new();
        for letter in all {
            match ranges.last_mut() {
                Some((_, last)) if (*last..=char::MAX).nth(1) == Some(letter) => *last = letter,
                _ => ranges.push((letter, letter)),
            }
        }
        Letters { ranges }
    }

    /// Returns whether the set contains `letter`; costs O(ranges).
    pub fn contains(&self, letter: char) -> bool {
        self.ranges.iter().any(|&(first, last)| (first..=last).contains(&letter))
    }

    /// Returns the letters in ascending order.
    ///
    /// They ascend by their code points.
    pub fn iter(&self) -> impl Iterator<Item = char> + '_ {
        self.ranges.iter().flat_map(|&(first, last)| first..=last)
    }

    /// Returns the number of letters.
    ///
    /// It passes over the letters.
    pub fn count(&self) -> usize {
        self.iter().count()
    }
}

impl fmt::Display for Letters {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let [(first, last)] = self.ranges[..]
            && first != last
            && [first, last].iter().all(|end| end.is_ascii_digit() || end.is_alphabetic())
        {
            return write!(f, "{first}..{last}");
        }
        crate::text::quote::quote(f, &self.iter().collect::<String>())
    }
}
