//! The meaning of games on sets of numbers: a move adds the difference of two members that is no
//! member yet.
//!
//! Differences are at most the largest member, so every play ends. A set of fewer than two members
//! has no moves.
//!
//! ```
//! use grundy_core::{Fault, Game};
//! use grundy_games::{NumberSet, SetRules};
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
//! for each two members. *Faults:* none; the parser refuses sets of over 2^20 members.

pub(crate) mod board;
pub(crate) mod read;

use std::{cmp::Reverse, collections::BinaryHeap, fmt};

use grundy_core::{Fault, Game, Visit};
use num_integer::gcd;

use crate::boards::graph::labels::list;

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

/// The most members of a position that is read.
///
/// Such a set takes 8 MiB, and to visit all its options takes a step for each of half a million
/// million pairs.
pub const MOST_MEMBERS: usize = 1 << 20;

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

    /// Returns a number that a move adds, if there is a move: the least difference to the least
    /// member that is no member. (Another move may add less.)
    ///
    /// If there is no such difference, then every member less the least one is a member, and so on
    /// down to the least one: all members are its multiples, none is missing, and no move is left.
    ///
    /// Cost: one step for each member.
    pub fn added(&self) -> Option<u64> {
        let (&least, more) = self.members.split_first()?;
        let mut known = self.members.iter();
        // Both ascend, so each member is looked at once.
        more.iter()
            .map(|member| member - least)
            .find(|number| known.by_ref().find(|known| *known >= number) != Some(number))
    }

    /// Calls `visit` with each number that a move adds, ascending, and with what it leaves, and
    /// from time to time with the number of steps in between.
    ///
    /// Cost: for each two members a step of a heap, and for each number a copy of the set. Memory:
    /// one entry for each member, because the differences are merged and not kept.
    ///
    /// # Errors
    ///
    /// Returns the first error of `visit`.
    pub fn moves<E>(&self, mut visit: impl FnMut(Added) -> Result<(), E>) -> Result<(), E> {
        let members = &self.members;
        // For each member its differences to those above it ascend: the next one, and to whom.
        let next = |low: usize, high: usize| Some(Reverse((members.get(high)? - members[low], low, high)));
        let mut merged: BinaryHeap<_> = (0..members.len()).filter_map(|low| next(low, low + 1)).collect();
        let (mut known, mut last, mut steps) = (members.iter().peekable(), 0, 0);
        while let Some(Reverse((number, low, high))) = merged.pop() {
            merged.extend(next(low, high + 1));
            steps += 1;
            if steps == STEPS {
                visit(Added::Work(STEPS))?;
                steps = 0;
            }
            while known.next_if(|&&known| known < number).is_some() {}
            if number > last && known.peek() != Some(&&number) {
                last = number;
                if let Some(left) = self.with(number) {
                    visit(Added::Number(number, left))?;
                }
            }
        }
        Ok(())
    }
}

/// So many differences are found between two reports of work.
const STEPS: u32 = 1 << 10;

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

    /// All numbers that are added, by pairs.
    fn plain(set: &NumberSet) -> Vec<u64> {
        let members = set.members();
        let pairs = members.iter().flat_map(|low| members.iter().map(move |high| high.abs_diff(*low)));
        let mut added: Vec<u64> = pairs.filter(|number| *number > 0 && !members.contains(number)).collect();
        added.sort_unstable();
        added.dedup();
        added
    }

    #[test]
    fn moves_are_all_differences_in_order() {
        let mut random = fastrand::Rng::with_seed(9);
        let mut below = |end: u64| random.u64(..end);
        let mut without = 0;
        for round in 0..3_000 {
            let most = if round % 100 == 0 { 100 } else { 8 };
            let set = NumberSet::of((0..below(most)).map(|_| 1 + below(2 + round % 40))).expect("positive numbers");
            let (wanted, mut found) = (plain(&set), Vec::new());
            let walked = set.moves(|seen| {
                if let Added::Number(number, left) = seen {
                    assert_eq!(set.with(number).as_ref(), Some(&left));
                    found.push(number);
                }
                Ok::<(), ()>(())
            });
            assert!(walked.is_ok());
            assert_eq!(found, wanted, "{set}");
            assert_eq!(set.added().is_some(), !wanted.is_empty(), "{set}");
            assert!(set.added().is_none_or(|number| wanted.contains(&number)), "{set}");
            without += usize::from(wanted.is_empty());
        }
        assert!((100..2_900).contains(&without), "{without}");
    }

    /// Work is reported, and nothing is kept for each pair.
    #[test]
    fn a_large_set_is_walked_in_steps() {
        let set = NumberSet::of((1..=1 << 12).filter(|&number| number != 500)).expect("positive numbers");
        assert_eq!(set.added(), Some(500));
        let (mut work, mut first) = (0u64, None);
        let walked = set.moves(|seen| match seen {
            Added::Work(steps) => {
                work += u64::from(steps);
                Ok(())
            }
            Added::Number(number, _) => {
                first = Some(number);
                Err(())
            }
        });
        // About 4,000 pairs have each of the differences before.
        assert!(walked.is_err() && first == Some(500) && work > 1_500_000, "{work}");
    }
}
