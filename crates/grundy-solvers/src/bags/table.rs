//! The values of all positions of one bag: a byte or more each ([`super::lattice`]), or planes of
//! bits ([`super::planes`]), whichever costs less.
//!
//! If no word has letters of two groups, and nothing but the lack of words ends the game, each
//! group is a separate game, and values add; the book's page on theorems has the proof. Then only
//! the positions of each group are stored.

use std::ops::ControlFlow;

use grundy_core::Nimber;
use grundy_games::{Bag, Ending};
use grundy_simd::Level;

use super::{
    lattice::{BagMoves, Lattice},
    layout::DigitLayout,
    partitions::Partitions,
    planes::{self, BagPlanes},
};
use crate::{
    solver::Estimate,
    support::budget::{Budget, Stopped},
};

/// The values of a bag and of all bags that are reachable from it.
pub(super) struct BagTables {
    /// The whole bag.
    bag: Bag,
    /// One table for each group of letters; a single one, with the letters that no move takes, if
    /// there are no groups.
    groups: Vec<BagTable>,
    /// Whether values of groups add; then the letters that no move takes are in no group.
    split: bool,
}

/// The values of the positions of some letters.
struct BagTable {
    /// The letters, with their counts in the whole bag.
    bag: Bag,
    /// The value of each bag of these letters, by its number.
    values: BagValues,
}

/// The values of a table, in one of several forms.
enum BagValues {
    /// A byte for each position.
    Bytes(Lattice),
    /// Planes of bits, one for each binary digit of the values.
    Bits(BagPlanes),
    /// One entry for all positions that differ in the names of letters only.
    Parts(Partitions),
}

/// Bags with fewer positions are not split into groups: all of their positions are stored, and can
/// be checked one by one.
pub(super) const WHOLE: f64 = (1u32 << 16) as f64;

/// The fewest positions for planes, because these need sorted words.
const MANY: f64 = 512.0;

/// The largest value that planes compute, one pass for each.
const MOST_VALUES: u64 = 64;

impl BagTables {
    /// Computes the values. Returns [`Stopped`] over a limit.
    pub(super) fn new(bag: &Bag, moves: &BagMoves<'_>, budget: &mut Budget) -> Result<BagTables, Stopped> {
        let counts = counts(bag);
        if states(&counts, &moves.takes) > WHOLE && moves.until.is_none() {
            let groups = groups(counts.len(), &moves.takes);
            if groups.len() > 1 {
                let each = groups.iter().map(|group| BagTable::of_group(bag, group, moves, budget));
                return Ok(BagTables { bag: bag.clone(), groups: each.collect::<Result<_, _>>()?, split: true });
            }
        }
        Ok(BagTables { bag: bag.clone(), groups: vec![BagTable::new(bag, moves, budget)?], split: false })
    }

    /// Computes the values of a bag in canonical form by partitions. Requires that no rule
    /// distinguishes letters, and that [`super::partitions::price`] is not `None`.
    pub(super) fn of_partitions(bag: &Bag, until: &Ending, budget: &mut Budget) -> Result<BagTables, Stopped> {
        let values = BagValues::Parts(Partitions::new(bag, until, budget)?);
        Ok(BagTables { bag: bag.clone(), groups: vec![BagTable { bag: bag.clone(), values }], split: false })
    }

    /// Returns the number of positions stored.
    pub(super) fn count(&self) -> u64 {
        self.groups.iter().map(BagTable::count).sum()
    }

    /// Returns the value of this bag, if it is reachable from the one that the tables are for.
    ///
    /// Letters of no group do not matter to the value, but their counts may not exceed those of the
    /// start.
    pub(super) fn value(&self, bag: &Bag) -> Option<Nimber> {
        if !self.split {
            return self.groups[0].value(bag);
        }
        bag.counts().iter().all(|&(letter, count)| count <= self.bag.count(letter)).then_some(())?;
        let part = |table: &BagTable| {
            Bag::counted(bag.counts().iter().copied().filter(|&(letter, _)| table.bag.count(letter) > 0))
        };
        self.groups.iter().map(|table| table.value(&part(table))).sum()
    }

    /// Passes every position stored to `visit`, until it breaks.
    pub(super) fn each(&self, visit: &mut dyn FnMut(Bag, Nimber) -> ControlFlow<()>) -> ControlFlow<()> {
        self.groups.iter().try_for_each(|table| table.each(visit))
    }
}

impl BagTable {
    fn new(bag: &Bag, moves: &BagMoves<'_>, budget: &mut Budget) -> Result<BagTable, Stopped> {
        let counts = counts(bag);
        let layout = match plan(&counts, &moves.takes, moves.until.is_none()) {
            ValueStorage::Bits(_) => DigitLayout::new(&counts, &moves.takes),
            ValueStorage::Bytes => None,
        };
        let values = match layout {
            Some(layout) => {
                BagValues::Bits(BagPlanes::new(layout, &counts, &moves.takes, true, Level::best(), budget)?)
            }
            None => BagValues::Bytes(Lattice::new(bag, moves, budget)?),
        };
        Ok(BagTable { bag: bag.clone(), values })
    }

    /// Returns the table of one group of letters. The moves are those of the group, with entries
    /// for its letters only.
    fn of_group(bag: &Bag, group: &[usize], moves: &BagMoves<'_>, budget: &mut Budget) -> Result<BagTable, Stopped> {
        let part = Bag::counted(group.iter().map(|&letter| bag.counts()[letter]));
        let takes = moves.takes.iter().map(|take| group.iter().map(|&letter| take[letter]).collect::<Vec<u32>>());
        let takes: Vec<Vec<u32>> = takes.filter(|take| take.iter().any(|&count| count > 0)).collect();
        budget.hold(super::weight(&part).saturating_mul(takes.len() as u64))?;
        let held = super::weight(&part).saturating_mul(takes.len() as u64);
        let table = BagTable::new(&part, &BagMoves { takes, until: None, ends: Vec::new() }, budget);
        budget.release(held);
        table
    }

    fn count(&self) -> u64 {
        match &self.values {
            BagValues::Bytes(lattice) => lattice.count(),
            BagValues::Bits(planes) => planes.count(),
            BagValues::Parts(partitions) => partitions.count(),
        }
    }

    fn value(&self, bag: &Bag) -> Option<Nimber> {
        match &self.values {
            BagValues::Bytes(lattice) => lattice.value(bag),
            BagValues::Bits(planes) => planes.value(aligned(&self.bag, bag)?.into_iter()),
            BagValues::Parts(partitions) => partitions.value(bag),
        }
    }

    fn each(&self, visit: &mut dyn FnMut(Bag, Nimber) -> ControlFlow<()>) -> ControlFlow<()> {
        match &self.values {
            BagValues::Bytes(lattice) => lattice.each().try_for_each(|(bag, value)| visit(bag, value)),
            BagValues::Bits(planes) => planes.each().try_for_each(|counts| {
                let value = planes.value(counts.iter().copied()).expect("every position has a value");
                visit(bag_of(&self.bag, &counts), value)
            }),
            BagValues::Parts(partitions) => {
                partitions.each().try_for_each(|(parts, value)| visit(bag_of(&self.bag, &parts), value))
            }
        }
    }
}

/// Returns the count of each letter of a bag.
pub(super) fn counts(bag: &Bag) -> Vec<u32> {
    bag.counts().iter().map(|&(_, count)| count).collect()
}

/// Returns the count of each letter of `whole` in `bag`; `None` if `bag` has other letters.
pub(super) fn aligned(whole: &Bag, bag: &Bag) -> Option<Vec<u32>> {
    let mut entries = bag.counts().iter().peekable();
    let all = whole
        .counts()
        .iter()
        .map(|&(letter, _)| entries.next_if(|(known, _)| *known == letter).map_or(0, |entry| entry.1));
    let all = all.collect();
    entries.next().is_none().then_some(all)
}

/// Returns the bag with these counts of the letters of `whole`.
pub(super) fn bag_of(whole: &Bag, counts: &[u32]) -> Bag {
    Bag::counted(whole.counts().iter().zip(counts).map(|(&(letter, _), &count)| (letter, count)))
}

/// Returns the number of positions: letters that no move takes do not change. A float, since it may
/// be over 2^64.
pub(super) fn states(counts: &[u32], takes: &[Vec<u32>]) -> f64 {
    let used = counts.iter().enumerate().filter(|&(letter, _)| takes.iter().any(|take| take[letter] > 0));
    used.map(|(_, &count)| f64::from(count) + 1.0).product()
}

/// Returns the groups of letters that moves join; letters that no move takes are in none.
///
/// Cost: letters times moves. Each group is in ascending order.
pub(super) fn groups(letters: usize, takes: &[Vec<u32>]) -> Vec<Vec<usize>> {
    let mut heads: Vec<Option<usize>> = vec![None; letters];
    for take in takes {
        let joined: Vec<usize> = (0..letters).filter(|&letter| take[letter] > 0).collect();
        let Some(&first) = joined.first() else { continue };
        let old: Vec<usize> = joined.iter().filter_map(|&letter| heads[letter]).collect();
        let head = old.iter().copied().min().unwrap_or(first);
        heads.iter_mut().flatten().filter(|other| old.contains(other)).for_each(|other| *other = head);
        joined.into_iter().for_each(|letter| heads[letter] = Some(head));
    }
    let all = (0..letters).map(|head| (0..letters).filter(|&letter| heads[letter] == Some(head)).collect::<Vec<_>>());
    all.filter(|group| !group.is_empty()).collect()
}

/// How the values of some letters are stored.
pub(super) enum ValueStorage {
    /// In bytes.
    Bytes,
    /// In planes, for values up to this.
    Bits(u64),
}

/// Returns the cheaper way for a bag with these counts; `free` is set if only the lack of moves
/// ends the game.
///
/// A play takes at most (letters that moves take) / (letters of the shortest word) moves, and a
/// value is at most the number of moves of a play: that is the bound. Planes take one pass for each
/// value, so a large bound, few positions and endings are for bytes.
pub(super) fn plan(counts: &[u32], takes: &[Vec<u32>], free: bool) -> ValueStorage {
    let shortest = takes.iter().map(|take| take.iter().copied().map(u64::from).sum::<u64>()).min().unwrap_or(1);
    let taken = counts.iter().enumerate().filter(|&(letter, _)| takes.iter().any(|take| take[letter] > 0));
    let bound = taken.map(|(_, &count)| u64::from(count)).sum::<u64>() / shortest.max(1);
    if !free || bound > MOST_VALUES || states(counts, takes) < MANY {
        ValueStorage::Bytes
    } else {
        ValueStorage::Bits(bound)
    }
}

/// Returns the estimate of planes for the outcome alone, or for values up to a bound, with this
/// many words; each word that the layout was chosen for represents `scale` of them.
pub(super) fn price(layout: &DigitLayout, words: f64, scale: f64, bound: Option<u64>) -> Estimate {
    let passes = bound.map_or(1.0, |bound| bound as f64 + 1.0);
    Estimate {
        positions: layout.states(),
        bytes: (planes::bytes(layout, bound) + planes::lists(layout, words as u64)) as f64,
        nanoseconds: passes * (1.3 * scale * layout.pairs + 60.0 * layout.blocks as f64),
    }
}
