//! Bags whose letters no rule distinguishes: *take letter until no letter more than q times*, and
//! other endings that depend on counts only.
//!
//! Only the counts matter, in descending order: a position is a partition, each part of which is at
//! most the count at the same index of the start. There are far fewer of them than bags: n letters
//! with a copies each have C(n + a, n) partitions and (a + 1)^n bags.
//!
//! Method: ranking of combinatorial objects (Knuth 7.2.1.4). Partitions are numbered in
//! lexicographic order. The number of a partition is a sum over its parts: how many partitions have
//! the same parts before and a smaller one here. A move reduces the last of several equal parts,
//! and the number then falls by the count of partitions with that smaller part and any parts after
//! it; so no partition is looked up. Cost: some nanoseconds for each part of each partition;
//! memory: a byte per partition.
//!
//! Example: two letters with two copies each have the partitions 00, 10, 11, 20, 21 and 22,
//! numbered from 0 to 5. From 21 the moves lead to 11, number 4 - 2, and to 20, number 4 - 1.

use grundy_core::{MexSet, Nimber};
use grundy_games::{Bag, Ending};

use super::lattice::is_over;
use crate::{
    solver::Estimate,
    support::budget::{Budget, Stopped},
};

/// The values of a bag and of all reachable bags, up to the names of letters.
pub(super) struct Partitions {
    /// The numbering.
    ranks: PartitionRanks,
    /// The value of each partition, by its number.
    values: Vec<u8>,
}

/// The numbering of partitions.
struct PartitionRanks {
    /// The greatest parts, descending.
    most: Vec<u32>,
    /// For each index and each part, the number of partitions with a smaller part there and any
    /// parts after it.
    smaller: Vec<Vec<u64>>,
}

/// The most entries of the tables of numbers.
const MOST_ENTRIES: u64 = 1 << 22;

/// The most parts: values are at most the number of different parts, and have a byte.
const MOST_PARTS: usize = 255;

impl PartitionRanks {
    /// Returns the numbering of the partitions below the counts of a bag; `None` if they are too
    /// many for 64 bits or for a table. Computed from the last part backwards: the number of ways
    /// to continue after a part is the sum over the next parts, which are at most the part and at
    /// most the count there.
    fn new(bag: &Bag) -> Option<PartitionRanks> {
        let mut most: Vec<u32> = bag.counts().iter().map(|&(_, count)| count).collect();
        most.sort_unstable_by(|a, b| b.cmp(a));
        let entries: u64 = most.iter().map(|&count| u64::from(count) + 2).sum();
        if entries > MOST_ENTRIES || most.len() > MOST_PARTS {
            return None;
        }
        let mut smaller: Vec<Vec<u64>> = Vec::with_capacity(most.len());
        for place in (0..most.len()).rev() {
            let behind = |part: u32| match smaller.last() {
                Some(next) => next[part.min(most[place + 1]) as usize + 1],
                None => 1,
            };
            let mut sums = Vec::with_capacity(most[place] as usize + 2);
            sums.push(0u64);
            for part in 0..=most[place] {
                sums.push(sums[part as usize].checked_add(behind(part))?);
            }
            smaller.push(sums);
        }
        smaller.reverse();
        Some(PartitionRanks { most, smaller })
    }

    /// Returns the number of partitions.
    fn count(&self) -> u64 {
        self.smaller.first().and_then(|sums| sums.last()).copied().unwrap_or(1)
    }

    /// Returns the number of a partition whose parts are not above the greatest.
    fn of(&self, parts: &[u32]) -> u64 {
        self.smaller.iter().zip(parts).map(|(smaller, &part)| smaller[part as usize]).sum()
    }

    /// Returns by how much the number falls if the part at this index, the last of its size, is
    /// reduced by one.
    ///
    /// Only the last of equal parts may fall: else the parts would not descend. All other terms of
    /// the sum stay, as the other parts do.
    fn fall(&self, place: usize, part: u32) -> u64 {
        self.smaller[place][part as usize] - self.smaller[place][part as usize - 1]
    }

    /// Advances to the next partition; returns `false` after the last one. In lexicographic order:
    /// the last part that may grow grows by one, and all parts after it become 0.
    fn step(&self, parts: &mut [u32]) -> bool {
        for place in (0..parts.len()).rev() {
            let room = if place == 0 { self.most[0] } else { self.most[place].min(parts[place - 1]) };
            if parts[place] < room {
                parts[place] += 1;
                return true;
            }
            parts[place] = 0;
        }
        false
    }
}

/// Returns the cost of the partitions of a bag; `None` if they are too many.
pub(super) fn price(bag: &Bag) -> Option<Estimate> {
    let ranks = PartitionRanks::new(bag)?;
    let positions = ranks.count() as f64;
    let entries: usize = ranks.smaller.iter().map(Vec::len).sum();
    let each = 10.0 + 3.0 * ranks.most.len() as f64;
    Some(Estimate { positions, bytes: positions + 8.0 * entries as f64, nanoseconds: positions * each })
}

impl Partitions {
    /// Computes the values of a bag. Requires that [`price`] is not `None` for it. In ascending
    /// order, so all options are known: a move lowers the number.
    pub(super) fn new(bag: &Bag, until: &Ending, budget: &mut Budget) -> Result<Partitions, Stopped> {
        let ranks = PartitionRanks::new(bag).expect("the bag was accepted by price");
        let count = ranks.count();
        budget.hold(count)?;
        let mut values = vec![0u8; count as usize];
        let mut parts = vec![0; ranks.most.len()];
        let mut seen = MexSet::new();
        let mut number = 0;
        loop {
            if !is_over(until, parts.iter().map(|&part| u64::from(part))) {
                seen.clear();
                for place in 0..parts.len() {
                    let behind = parts.get(place + 1).copied().unwrap_or(0);
                    if parts[place] > behind {
                        let option = number as u64 - ranks.fall(place, parts[place]);
                        seen.insert(Nimber(values[option as usize].into()));
                    }
                }
                values[number] = u8::try_from(seen.mex().0).expect("there are at most 255 different options");
            }
            budget.solved(1)?;
            number += 1;
            if !ranks.step(&mut parts) {
                return Ok(Partitions { ranks, values });
            }
        }
    }

    /// Returns the number of positions.
    pub(super) fn count(&self) -> u64 {
        self.values.len() as u64
    }

    /// Returns the value of a bag with counts at most those of the start. `None` if it has more
    /// letters or more copies, as partitions.
    pub(super) fn value(&self, bag: &Bag) -> Option<Nimber> {
        let mut parts: Vec<u32> = bag.counts().iter().map(|&(_, count)| count).collect();
        parts.sort_unstable_by(|a, b| b.cmp(a));
        let below = parts.len() <= self.ranks.most.len();
        if !below || parts.iter().zip(&self.ranks.most).any(|(part, most)| part > most) {
            return None;
        }
        let number = usize::try_from(self.ranks.of(&parts)).ok()?;
        self.values.get(number).map(|&value| Nimber(value.into()))
    }

    /// Returns each partition with its value.
    pub(super) fn each(&self) -> impl Iterator<Item = (Vec<u32>, Nimber)> + '_ {
        let mut parts = vec![0; self.ranks.most.len()];
        self.values.iter().enumerate().map(move |(number, &value)| {
            if number > 0 {
                self.ranks.step(&mut parts);
            }
            (parts.clone(), Nimber(value.into()))
        })
    }
}
