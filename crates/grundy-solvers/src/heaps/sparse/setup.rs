//! What lanes of every width are made of: the values so far, the heaps that are rare, and the pairs to try.

use grundy_simd::{Level, onehot::STRETCH};

use super::{Moves, plan::Witness, split::Split};

/// The most heaps that are computed before their witnesses are looked for.
pub(super) const CHUNK: usize = 4096;

/// Runs of witnesses go as far as this, if nothing asks for more.
pub(super) const SEARCHED: usize = 6400;

/// What a lane is made of.
#[derive(Clone, Copy)]
pub(super) struct Setup<'a> {
    pub(super) level: Level,
    pub(super) moves: &'a Moves,
    pub(super) split: Split,
    pub(super) rare: &'a [usize],
    /// The values of the heaps from 0 on.
    pub(super) values: &'a [u16],
    /// Witnesses are sought as far as this at least.
    pub(super) wanted: usize,
    /// The witnesses to try first, if they are chosen already.
    pub(super) plan: &'a [Witness],
    /// Whether there is time to choose them well.
    pub(super) go_on: &'a dyn Fn() -> bool,
    /// The lane has room for so many numbers at least.
    pub(super) numbers: usize,
}

impl Setup<'_> {
    /// The number of a common heap.
    pub(super) fn number(&self, heap: usize) -> Option<u16> {
        let value = u32::from(*self.values.get(heap).filter(|_| heap > 0)?);
        self.split.common(heap, value).then(|| self.split.index(value) as u16)
    }

    /// One more than the largest number of any value so far, or the room that is asked for.
    pub(super) fn numbers(&self) -> usize {
        let kept = self.values.iter().max().map_or(0, |&value| self.split.index(u32::from(value))) + 1;
        kept.max(self.numbers)
    }

    /// No window is longer, if no pair or witness of the plan lies farther than what was needed so far.
    pub(super) fn longest(&self) -> usize {
        let rare = self.rare.last().copied().unwrap_or(0);
        self.wanted.max(SEARCHED).max(rare) + 64 + self.moves.largest()
    }

    /// Small heaps stay below this, half of any heap to come, so that no split is into equal heaps.
    pub(super) fn half(&self) -> Option<usize> {
        (self.values.len() / 2).checked_sub(self.moves.largest() + 2 * STRETCH)
    }

    /// What tells the next numbers: taking without a split, and splitting off a rare heap; and the takes that lead to the
    /// rare kind.
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

    /// The window that tells all that follows.
    pub(super) fn reach(&self, pairs: &[Witness], witnesses: &[Witness], runs: impl Iterator<Item = u32>) -> usize {
        let own = pairs.iter().chain(witnesses).map(|own| own.offset).chain(runs).max().unwrap_or(0);
        (own as usize).max(self.moves.largest()).max(self.wanted)
    }
}

/// Heaps that are kept before the window, for witnesses that lie farther than any before.
const HISTORY: usize = 1 << 14;

/// Places that are kept for a window of that length.
pub(super) fn window(reach: usize) -> usize {
    (reach + HISTORY + 2 * STRETCH).next_multiple_of(STRETCH)
}

/// Places for the window and for the heaps that are computed before it is moved back.
pub(super) fn length(reach: usize) -> usize {
    window(reach) + 16 * CHUNK + STRETCH
}
