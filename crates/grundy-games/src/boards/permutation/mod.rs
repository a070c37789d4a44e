//! The meaning of games on permutations: a move chooses a pivot, and brings the smaller numbers
//! before it and the larger ones after it, each side in its order, as Quicksort does.
//!
//! A pivot that changes nothing is not a move. Each move lowers the number of pairs in the wrong
//! order, so every play ends, with the numbers sorted.
//!
//! Where all numbers before a place are smaller than all after it, no move changes that, and the
//! two sides are independent: a position falls into the shortest blocks with this property, and
//! blocks of one number are left out.
//!
//! ```
//! use grundy_core::{Fault, Game};
//! use grundy_games::{Permutation, PermutationRules};
//!
//! let start = Permutation::of([3, 1, 2]).unwrap();
//! let mut options = Vec::new();
//! let mut push = |left: &[Permutation]| {
//!     options.push(left.iter().map(ToString::to_string).collect::<Vec<_>>());
//!     Ok::<(), Fault>(())
//! };
//! PermutationRules.options(&start, &mut push).unwrap();
//! // By the pivots 3, 1 and 2: 1 2 3, 1 3 2 and 1 2 3.
//! assert_eq!(options, [vec![], vec!["[3, 2]".to_owned()], vec![]]);
//! assert_eq!(Permutation::of([1, 1]), None);
//! ```
//!
//! What moves leave are blocks of the numbers of a range in their old order, so at most n (n - 1) /
//! 2 of them can be reached from n numbers. *Cost:* for each pivot a pass over the numbers.
//! *Faults:* none; the parser refuses positions of over 4,096 numbers.

pub(crate) mod board;
pub(crate) mod read;

use std::fmt;

use grundy_core::{Fault, Game, Visit};

use crate::boards::graph::labels::list;

/// The rules: partition around a pivot.
///
/// ```text
/// permutation: partition around a pivot, at [2, 3, 1]
///   pivot 2: 1 2 3, sorted
///   pivot 3: 2 1 3, which leaves [2, 1]
///   pivot 1: 1 2 3, sorted
/// the value is 2
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PermutationRules;

/// Different numbers in an order.
///
/// Only their order matters; the numbers are kept so that moves have names. One block
/// ([`Permutation::blocks`]) if it is a component and has a move.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Permutation {
    /// Different from each other.
    numbers: Vec<u64>,
}

/// The most numbers of a position.
///
/// The parser refuses longer ones.
pub const MOST_NUMBERS: usize = 1 << 12;

impl Permutation {
    /// Returns these numbers in this order; `None` if two are equal.
    pub fn of(numbers: impl IntoIterator<Item = u64>) -> Option<Permutation> {
        let numbers: Vec<u64> = numbers.into_iter().collect();
        let mut sorted = numbers.clone();
        sorted.sort_unstable();
        sorted.is_sorted_by(|a, b| a < b).then_some(Permutation { numbers })
    }

    /// Returns the numbers in their order.
    ///
    /// No two are equal.
    pub fn numbers(&self) -> &[u64] {
        &self.numbers
    }

    /// Returns the blocks that moves never mix, without those of one number.
    ///
    /// A block ends where all numbers so far are smaller than all that follow.
    pub fn blocks(&self) -> Vec<Permutation> {
        let mut least_after = vec![u64::MAX; self.numbers.len() + 1];
        for (at, &number) in self.numbers.iter().enumerate().rev() {
            least_after[at] = least_after[at + 1].min(number);
        }
        let (mut blocks, mut start, mut largest) = (Vec::new(), 0, 0);
        for (at, &number) in self.numbers.iter().enumerate() {
            largest = number.max(largest);
            if at + 1 == self.numbers.len() || largest < least_after[at + 1] {
                if at > start {
                    blocks.push(Permutation { numbers: self.numbers[start..=at].to_vec() });
                }
                start = at + 1;
            }
        }
        blocks
    }

    /// Returns the numbers with the smaller ones before a pivot and the larger ones after it;
    /// `None` if they stand so.
    fn partitioned(&self, pivot: u64) -> Option<Permutation> {
        let smaller = self.numbers.iter().copied().filter(|&number| number < pivot);
        let larger = self.numbers.iter().copied().filter(|&number| number > pivot);
        let numbers: Vec<u64> = smaller.chain([pivot]).chain(larger).collect();
        (numbers != self.numbers).then_some(Permutation { numbers })
    }

    /// Calls `visit` with the pivot of each move and with the blocks that it leaves, and before it
    /// with the number of steps.
    pub(crate) fn moves<E>(&self, mut visit: impl FnMut(Partition) -> Result<(), E>) -> Result<(), E> {
        for &pivot in &self.numbers {
            visit(Partition::Work(self.numbers.len() as u32))?;
            if let Some(left) = self.partitioned(pivot) {
                visit(Partition::Around(pivot, left.blocks()))?;
            }
        }
        Ok(())
    }

    /// Returns the permutation of the numbers from 1 on in the same order; of it and the one that
    /// is read backwards with small and large exchanged, the smaller one. Moves of both correspond.
    #[must_use]
    pub fn canonical(&self) -> Permutation {
        let mut sorted = self.numbers.clone();
        sorted.sort_unstable();
        let ranks: Vec<u64> =
            self.numbers.iter().map(|number| sorted.partition_point(|other| other < number) as u64 + 1).collect();
        let count = ranks.len() as u64;
        let turned = ranks.iter().rev().map(|rank| count + 1 - rank).collect();
        Permutation { numbers: ranks.min(turned) }
    }
}

/// What [`Permutation::moves`] reports.
pub(crate) enum Partition {
    /// A move: its pivot, and what it leaves.
    Around(u64, Vec<Permutation>),
    /// So many cheap steps.
    Work(u32),
}

impl Game for PermutationRules {
    type Position = Permutation;

    fn options<E: From<Fault>>(
        &self,
        from: &Permutation,
        mut visit: impl FnMut(&[Permutation]) -> Result<(), E>,
    ) -> Result<(), E> {
        self.walk(from, |seen| seen.option(|_| Ok(()))?.map_or(Ok(()), &mut visit))
    }

    fn walk<E: From<Fault>>(
        &self,
        from: &Permutation,
        mut visit: impl FnMut(Visit<'_, Permutation>) -> Result<(), E>,
    ) -> Result<(), E> {
        from.moves(|seen| match seen {
            Partition::Around(_, left) => visit(Visit::Option(&left)),
            Partition::Work(steps) => visit(Visit::Work(steps)),
        })
    }
}

impl fmt::Display for PermutationRules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("partition around a pivot")
    }
}

impl fmt::Display for Permutation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        list(f, &self.numbers, ["[", "]"])
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use grundy_core::{MexSet, Nimber};

    use super::*;

    /// The value by the sentence alone: whole sequences, without blocks and canonical forms.
    fn plain(numbers: &[u64], known: &mut HashMap<Vec<u64>, Nimber>) -> Nimber {
        if let Some(&value) = known.get(numbers) {
            return value;
        }
        let mut met = MexSet::new();
        for pivot in numbers {
            let (mut smaller, mut larger) = (Vec::new(), Vec::new());
            for number in numbers {
                match number.cmp(pivot) {
                    std::cmp::Ordering::Less => smaller.push(*number),
                    std::cmp::Ordering::Equal => {}
                    std::cmp::Ordering::Greater => larger.push(*number),
                }
            }
            let left = [smaller, vec![*pivot], larger].concat();
            if left != numbers {
                met.insert(plain(&left, known));
            }
        }
        known.insert(numbers.to_vec(), met.mex());
        met.mex()
    }

    /// The value of a sum of blocks in canonical form, by the moves of the board.
    fn of_blocks(blocks: &[Permutation], known: &mut HashMap<Permutation, Nimber>) -> Nimber {
        blocks.iter().map(|block| of_block(&block.canonical(), known)).sum()
    }

    fn of_block(block: &Permutation, known: &mut HashMap<Permutation, Nimber>) -> Nimber {
        if let Some(&value) = known.get(block) {
            return value;
        }
        let mut met = MexSet::new();
        let walked = PermutationRules.options(block, |left| {
            met.insert(of_blocks(left, known));
            Ok::<(), Fault>(())
        });
        assert_eq!(walked, Ok(()));
        known.insert(block.clone(), met.mex());
        met.mex()
    }

    /// All orders of the numbers from 1 to n.
    fn orders(n: u64) -> Vec<Vec<u64>> {
        let mut all = vec![Vec::new()];
        for number in 1..=n {
            let longer = |order: &Vec<u64>| {
                (0..=order.len()).map(|at| [&order[..at], &[number], &order[at..]].concat()).collect::<Vec<_>>()
            };
            all = all.iter().flat_map(longer).collect();
        }
        all
    }

    #[test]
    fn blocks_in_canonical_form_have_the_values_of_whole_sequences() {
        let (mut whole, mut parts) = (HashMap::new(), HashMap::new());
        for (n, lost) in [(0, 1), (1, 1), (2, 1), (3, 1), (4, 7), (5, 14), (6, 217), (7, 674)] {
            let mut count = 0;
            for order in orders(n) {
                let value = plain(&order, &mut whole);
                let blocks = Permutation::of(order.clone()).unwrap().blocks();
                assert_eq!(of_blocks(&blocks, &mut parts), value, "{order:?}");
                count += u32::from(value == Nimber::ZERO);
            }
            assert_eq!(count, lost, "orders of {n} numbers with value 0");
        }
    }

    #[test]
    fn the_largest_numbers_stay_apart() {
        let order = Permutation::of([u64::MAX, 0, 7]).unwrap();
        assert_eq!(order.blocks(), std::slice::from_ref(&order));
        assert_eq!(order.canonical().numbers(), [2, 3, 1]);
        let sorted = Permutation::of([0, 7, u64::MAX]).unwrap();
        assert!(sorted.blocks().is_empty());
    }
}
