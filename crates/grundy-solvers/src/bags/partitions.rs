//! Bags whose letters no rule tells apart: *take letter until no letter more than q times*, and other endings that look
//! at counts only.
//!
//! Only the counts matter, in descending order: a position is a partition, each part at most the count of the same place
//! in the start. There are far fewer of them than bags: n letters a times each have C(n + a, n) partitions and
//! (a + 1)^n bags.
//!
//! Partitions are numbered in lexicographic order. The number of one is a sum over its parts: how many there are with
//! the same parts before and a smaller one here. Of equal parts the last may fall, and the number then falls by how many
//! there are with that smaller part and any behind it; so no partition is ever looked up. Cost: some nanoseconds for
//! each part of each partition; memory: a byte each. Source: ranking of combinatorial objects (Knuth 7.2.1.4).

use grundy_core::{MexSet, Nimber};
use grundy_games::{Bag, Ending};

use super::lattice::is_over;
use crate::{
    solver::Estimate,
    support::budget::{Budget, Stopped},
};

/// The values of a bag and of all that can come of it, up to the names of letters.
pub(super) struct Partitions {
    ranks: Ranks,
    values: Vec<u8>,
}

/// How partitions are numbered.
struct Ranks {
    /// The greatest parts, descending.
    most: Vec<u32>,
    /// For each place and each part how many partitions have a smaller one there and any behind it.
    smaller: Vec<Vec<u64>>,
}

/// Tables of numbers are not made beyond that many entries.
const MOST_ENTRIES: u64 = 1 << 22;

/// Values are at most the number of different parts, and are kept in a byte.
const MOST_PARTS: usize = 255;

impl Ranks {
    /// The numbers of the partitions below the counts of a bag; nothing if they are too many for 64 bits or for a table.
    fn new(bag: &Bag) -> Option<Ranks> {
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
            let mut own = Vec::with_capacity(most[place] as usize + 2);
            own.push(0u64);
            for part in 0..=most[place] {
                own.push(own[part as usize].checked_add(behind(part))?);
            }
            smaller.push(own);
        }
        smaller.reverse();
        Some(Ranks { most, smaller })
    }

    /// How many partitions there are.
    fn count(&self) -> u64 {
        self.smaller.first().and_then(|own| own.last()).copied().unwrap_or(1)
    }

    /// The number of a partition with parts that are not above the greatest.
    fn of(&self, parts: &[u32]) -> u64 {
        self.smaller.iter().zip(parts).map(|(smaller, &part)| smaller[part as usize]).sum()
    }

    /// By how much the number falls when the part at this place, the last of its size, falls by one.
    fn fall(&self, place: usize, part: u32) -> u64 {
        self.smaller[place][part as usize] - self.smaller[place][part as usize - 1]
    }

    /// Goes on to the next partition; false behind the last.
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

/// What the partitions of a bag cost; nothing if they are too many.
pub(super) fn price(bag: &Bag) -> Option<Estimate> {
    let ranks = Ranks::new(bag)?;
    let positions = ranks.count() as f64;
    let entries: usize = ranks.smaller.iter().map(Vec::len).sum();
    let each = 10.0 + 3.0 * ranks.most.len() as f64;
    Some(Estimate { positions, bytes: positions + 8.0 * entries as f64, nanoseconds: positions * each })
}

impl Partitions {
    /// Finds the values of a bag for which [`price`] tells a price.
    pub(super) fn new(bag: &Bag, until: &Ending, budget: &mut Budget) -> Result<Partitions, Stopped> {
        let ranks = Ranks::new(bag).expect("the bag has a price");
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

    /// How many positions are told.
    pub(super) fn count(&self) -> u64 {
        self.values.len() as u64
    }

    /// The value of a bag with counts below those of the start.
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

    /// Each partition with its value.
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
