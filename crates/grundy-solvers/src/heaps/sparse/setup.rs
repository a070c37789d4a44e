//! The input of lanes of every width: the values so far, the heaps that are rare, and the pairs to
//! try.

use grundy_simd::{Level, onehot::STRETCH};

use super::{SplitMoves, plan::Witness, split::ParitySplit};

/// The most heaps of a block, whose witnesses are tested together.
pub(super) const CHUNK: usize = 4096;

/// The distance to which runs of witnesses reach, if nothing needs more.
pub(super) const SEARCHED: usize = 6400;

/// The input of a lane.
#[derive(Clone, Copy)]
pub(super) struct Setup<'a> {
    /// The vector instructions.
    pub(super) level: Level,
    /// The amounts that moves take.
    pub(super) moves: &'a SplitMoves,
    /// Which values are common.
    pub(super) split: ParitySplit,
    /// The rare heaps, ascending.
    pub(super) rare: &'a [usize],
    /// The values of the heaps from 0 on.
    pub(super) values: &'a [u16],
    /// The least distance to which witnesses are searched.
    pub(super) wanted: usize,
    /// The witnesses to try first, if they are already chosen.
    pub(super) plan: &'a [Witness],
    /// Whether there is time to choose them well.
    pub(super) go_on: &'a dyn Fn() -> bool,
    /// The least number of numbers that the lane must have room for.
    pub(super) numbers: usize,
}

impl Setup<'_> {
    /// Returns the number of a common heap.
    pub(super) fn number(&self, heap: usize) -> Option<u16> {
        let value = u32::from(*self.values.get(heap).filter(|_| heap > 0)?);
        self.split.common(heap, value).then(|| self.split.index(value) as u16)
    }

    /// Returns the number of numbers: one more than the largest so far, or the room that is
    /// required.
    pub(super) fn numbers(&self) -> usize {
        let stored = self.values.iter().max().map_or(0, |&value| self.split.index(u32::from(value))) + 1;
        stored.max(self.numbers)
    }

    /// Returns a bound on the length of a window, if no pair or witness of the plan is at a greater
    /// distance than needed so far.
    pub(super) fn longest(&self) -> usize {
        let rare = self.rare.last().copied().unwrap_or(0);
        self.wanted.max(SEARCHED).max(rare) + 64 + self.moves.largest()
    }

    /// Returns a bound for small heaps: less than half of any heap to come, so that no split is
    /// into equal heaps.
    pub(super) fn half(&self) -> Option<usize> {
        (self.values.len() / 2).checked_sub(self.moves.largest() + 2 * STRETCH)
    }

    /// Returns the pairs that determine the next numbers, which are amounts to take without a split
    /// and rare heaps to split off; and the amounts that lead to the rare kind.
    pub(super) fn pairs(&self) -> Option<(Vec<Witness>, Vec<Witness>)> {
        let (mut pairs, mut witnesses) = (Vec::new(), Vec::new());
        for &taken in &self.moves.take {
            let pair = Witness::new(0, taken)?;
            if self.split.turn.is_some() && taken % 2 == 1 { witnesses.push(pair) } else { pairs.push(pair) }
        }
        for &taken in &self.moves.split {
            for &one in self.rare.iter().filter(|&&one| one > 0) {
                let value = self.split.index(u32::from(self.values[one])) as u16;
                pairs.push(Witness::new(value, taken + one)?);
            }
        }
        Some((pairs, witnesses))
    }

    /// Returns the length of the window that determines all later values.
    pub(super) fn reach(&self, pairs: &[Witness], witnesses: &[Witness], runs: impl Iterator<Item = u32>) -> usize {
        let farthest = pairs.iter().chain(witnesses).map(|pair| pair.offset).chain(runs).max().unwrap_or(0);
        (farthest as usize).max(self.moves.largest()).max(self.wanted)
    }
}

/// The heaps that are stored before the window, for witnesses at a greater distance than any
/// before.
const HISTORY: usize = 1 << 14;

/// Returns the number of heaps that are stored for a window of that length.
pub(super) fn window(reach: usize) -> usize {
    (reach + HISTORY + 2 * STRETCH).next_multiple_of(STRETCH)
}

/// Returns the number of heaps of the window and of the heaps computed before it moves.
pub(super) fn length(reach: usize) -> usize {
    window(reach) + 16 * CHUNK + STRETCH
}
