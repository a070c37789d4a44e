//! The meaning of games on sets of numbers: a move adds the difference of two members that is no
//! member yet.
//!
//! Differences are at most the largest member, so every play ends. A set of fewer than two members
//! has no moves.
//!
//! ```
//! use grundy_core::{Fault, Game};
//! use grundy_games::set::{NumberSet, SetRules};
//!
//! let start = NumberSet::of([2, 3, 5]).unwrap();
//! let mut options = Vec::new();
//! let mut push = |left: &[NumberSet]| Ok::<(), Fault>(options.push(left[0].to_string()));
//! SetRules.options(&start, &mut push).unwrap();
//! assert_eq!(options, ["{1, 2, 3, 5}"]);
//! assert_eq!(NumberSet::of([0, 1]), None);
//! ```
//!
//! *Theorem.* Every play from a set adds all multiples of the greatest common divisor up to the
//! largest member, so its length is fixed, and the winner follows from its parity. *Cost:* a step
//! for each two members. *Faults:* none; the parser refuses sets of over 2048 members.

use std::fmt;

use grundy_core::{Fault, Game, Visit};

use crate::labels::list;

/// The rules: add the difference of two members.
///
/// ```text
/// set: add the difference of two  at  {2, 3, 5}
///   3 - 2 = 1 is added: {1, 2, 3, 5}
///   5 - 3 = 2 and 5 - 2 = 3 are members
/// then 5 - 1 = 4 is added, and no move is left: two moves, so the position is lost
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SetRules;

/// A finite set of positive numbers.
///
/// Its members ascend, and none is 0.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NumberSet {
    /// Ascending.
    members: Vec<u64>,
}

/// The most members of a position that is read: all differences of two are in memory at once.
///
/// There are about two million differences then.
pub const MOST_MEMBERS: usize = 1 << 11;

impl NumberSet {
    /// Returns the set of these numbers; `None` if one is 0.
    pub fn of(members: impl IntoIterator<Item = u64>) -> Option<NumberSet> {
        let mut members: Vec<u64> = members.into_iter().collect();
        members.sort_unstable();
        members.dedup();
        (members.first() != Some(&0)).then_some(NumberSet { members })
    }

    /// Returns the members, ascending.
    ///
    /// A set of fewer than two has no move.
    pub fn members(&self) -> &[u64] {
        &self.members
    }

    /// Returns the set with one more member; `None` if it is 0 or a member.
    ///
    /// The number need not be a difference.
    pub fn with(&self, number: u64) -> Option<NumberSet> {
        let at = self.members.binary_search(&number).err().filter(|_| number > 0)?;
        let (before, after) = self.members.split_at(at);
        Some(NumberSet { members: [before, &[number], after].concat() })
    }

    /// Returns the greatest number that divides all members; 0 for the empty set.
    ///
    /// Every number that is ever added is a multiple of it.
    pub fn divisor(&self) -> u64 {
        self.members.iter().fold(0, |divisor, &member| gcd(member, divisor))
    }

    /// Returns how many multiples of the greatest common divisor up to the largest member are no
    /// members: as many moves every play has.
    pub fn room(&self) -> u64 {
        // All members are such multiples.
        self.members.last().map_or(0, |largest| largest / self.divisor() - self.members.len() as u64)
    }

    /// Returns the set of the quotients by the greatest common divisor: the same game, since
    /// differences are divided too.
    pub(crate) fn canonical(&self) -> NumberSet {
        match self.divisor() {
            0 | 1 => self.clone(),
            divisor => NumberSet { members: self.members.iter().map(|member| member / divisor).collect() },
        }
    }

    /// Returns the least number that a move adds, the first one of [`NumberSet::moves`].
    ///
    /// Cost: at most one step for each two members.
    ///
    /// For each smaller member the differences ascend, so the search stops at the first one that is
    /// not below the least so far.
    pub fn least_added(&self) -> Option<u64> {
        let mut least: Option<u64> = None;
        for (at, &low) in self.members.iter().enumerate() {
            let smaller = self.members[at + 1..].iter().map(|high| high - low);
            let mut smaller = smaller.take_while(|&number| least.is_none_or(|least| number < least));
            least = smaller.find(|number| self.members.binary_search(number).is_err()).or(least);
        }
        least
    }

    /// Calls `visit` with each number that a move adds, ascending, and with what it leaves, and
    /// from time to time with the number of steps in between.
    ///
    /// # Errors
    ///
    /// Returns the first error of `visit`.
    ///
    /// The differences of all pairs are collected and sorted first: each number is shown once.
    pub fn moves<E>(&self, mut visit: impl FnMut(Added) -> Result<(), E>) -> Result<(), E> {
        let mut added = Vec::new();
        for (at, &low) in self.members.iter().enumerate() {
            for chunk in self.members[at + 1..].chunks(STEPS) {
                visit(Added::Work(chunk.len() as u32))?;
                let differences = chunk.iter().map(|high| high - low);
                added.extend(differences.filter(|number| self.members.binary_search(number).is_err()));
            }
        }
        added.sort_unstable();
        added.dedup();
        for number in added {
            if let Some(left) = self.with(number) {
                visit(Added::Number(number, left))?;
            }
        }
        Ok(())
    }
}

/// So many differences are found between two reports of work.
const STEPS: usize = 1 << 10;

/// What [`NumberSet::moves`] reports.
///
/// As [`grundy_core::Visit`], with the number that was added.
#[derive(Debug)]
pub enum Added {
    /// The number that a move adds, and the set with it.
    Number(u64, NumberSet),
    /// So many cheap steps of computation since the last report.
    Work(u32),
}

/// Returns the greatest common divisor, by Euclid's method.
fn gcd(mut a: u64, mut b: u64) -> u64 {
    while b > 0 {
        (a, b) = (b, a % b);
    }
    a
}

impl Game for SetRules {
    type Position = NumberSet;

    fn options<E: From<Fault>>(
        &self,
        set: &NumberSet,
        mut visit: impl FnMut(&[NumberSet]) -> Result<(), E>,
    ) -> Result<(), E> {
        self.walk(set, |seen| seen.option(|_| Ok(()))?.map_or(Ok(()), &mut visit))
    }

    fn walk<E: From<Fault>>(
        &self,
        set: &NumberSet,
        mut visit: impl FnMut(Visit<'_, NumberSet>) -> Result<(), E>,
    ) -> Result<(), E> {
        set.moves(|seen| match seen {
            Added::Number(_, left) => visit(Visit::Option(&[left])),
            Added::Work(steps) => visit(Visit::Work(steps)),
        })
    }
}

impl fmt::Display for SetRules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("add the difference of two")
    }
}

/// `{2, 3, 5}`.
impl fmt::Display for NumberSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        list(f, &self.members, ["{", "}"])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_least_number_is_that_of_the_first_move() {
        let mut state = 9u64;
        let mut below = |end: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) % end
        };
        let mut without = 0;
        for round in 0..3_000 {
            let set = NumberSet::of((0..below(8)).map(|_| 1 + below(2 + round % 40))).expect("positive numbers");
            let walked = set.moves(|seen| match seen {
                Added::Number(number, _) => Err(number),
                Added::Work(_) => Ok(()),
            });
            let first = walked.err();
            assert_eq!(set.least_added(), first, "{set}");
            without += usize::from(first.is_none());
        }
        assert!((100..2_900).contains(&without), "{without}");
    }
}
