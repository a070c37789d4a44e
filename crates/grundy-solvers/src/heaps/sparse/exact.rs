//! The exact value of one heap: the common value from the rare heaps, then all splits until each
//! smaller value of the rare kind has a witness.
//!
//! Marks have the number of the search, so that nothing is cleared. Splits are marked in batches,
//! and the values without a witness are tested between batches: a mark without a branch costs a
//! nanosecond.

use std::ops::RangeInclusive;

use super::{SplitMoves, split::ParitySplit};

/// Splits that are marked between two tests.
const BATCH: usize = 32;

/// The state of the search: marks that are never cleared.
#[derive(Clone, Debug)]
pub(super) struct ExactSearch {
    /// For each value, the last search that has marked it.
    marks: Vec<u32>,
    /// The number of this search.
    turn: u32,
    /// The values of the rare kind that have no witness yet, ascending.
    open: Vec<u32>,
}

/// The value of a heap, and how it was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ExactValue {
    pub(super) value: u32,
    /// The distance within which all witnesses lie: the amount that a move takes, or that plus the
    /// smaller of two heaps.
    pub(super) offset: usize,
}

/// A value that is needed is not stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Gone;

/// The values of smaller heaps.
pub(super) trait SmallerValues {
    /// Returns the value of a heap.
    fn at(&self, heap: usize) -> Result<u32, Gone>;

    /// Passes the exclusive or of the values of `one` and `rest - one` for each `one` of a range.
    #[inline(always)]
    fn sums(&self, ones: RangeInclusive<usize>, rest: usize, mut each: impl FnMut(u32)) -> Result<(), Gone> {
        for one in ones {
            each(self.at(one)? ^ self.at(rest - one)?);
        }
        Ok(())
    }
}

impl SmallerValues for &[u16] {
    #[inline(always)]
    fn at(&self, heap: usize) -> Result<u32, Gone> {
        self.get(heap).map(|&value| value.into()).ok_or(Gone)
    }

    #[inline(always)]
    fn sums(&self, ones: RangeInclusive<usize>, rest: usize, mut each: impl FnMut(u32)) -> Result<(), Gone> {
        if ones.is_empty() {
            return Ok(());
        }
        let near = self.get(ones.clone()).ok_or(Gone)?;
        let far = self.get(rest - ones.end()..=rest - ones.start()).ok_or(Gone)?;
        near.iter().zip(far.iter().rev()).for_each(|(near, far)| each(u32::from(near ^ far)));
        Ok(())
    }
}

impl<F: Fn(usize) -> Option<u32>> SmallerValues for F {
    fn at(&self, heap: usize) -> Result<u32, Gone> {
        self(heap).ok_or(Gone)
    }
}

impl ExactSearch {
    pub(super) fn new() -> ExactSearch {
        ExactSearch { marks: Vec::new(), turn: 0, open: Vec::new() }
    }

    /// Returns the value of `heap`; `known` has the values of smaller heaps, `rare` lists all rare
    /// ones in ascending order.
    ///
    /// `Gone` if a value that it needs is not stored; then nothing is found. The value is exact
    /// whatever the split: the least value of the common kind that is no option follows from moves
    /// without a split and from splits with a rare heap (two common heaps give the rare kind), and
    /// each smaller value of the rare kind either has a witness or is the value.
    pub(super) fn find(
        &mut self,
        moves: &SplitMoves,
        split: ParitySplit,
        rare: &[usize],
        heap: usize,
        known: &impl SmallerValues,
    ) -> Result<ExactValue, Gone> {
        self.begin();
        if moves.whole.contains(&heap) {
            self.mark(0);
        }
        for &taken in moves.take.iter().filter(|&&taken| taken < heap) {
            self.mark(known.at(heap - taken)?);
        }
        for &taken in moves.split.iter().filter(|&&taken| taken < heap) {
            let rest = heap - taken;
            let first = rare.partition_point(|&one| one == 0);
            let end = rare.partition_point(|&one| one < rest);
            for &one in rare.get(first..end).unwrap_or_default() {
                if !(moves.distinct && 2 * one == rest) {
                    self.mark(known.at(one)? ^ known.at(rest - one)?);
                }
            }
        }
        let common = (0..).find(|&value| split.common(heap, value) && !self.marked(value)).unwrap_or(u32::MAX);
        let offset = self.witnesses(moves, split, heap, common, known)?;
        let value = self.open.first().copied().unwrap_or(common);
        Ok(ExactValue { value, offset })
    }

    /// Marks splits until each value of the rare kind below `common` has a witness, or no split is
    /// left; the values without one are in `open` then. Returns the distance within which the
    /// witnesses lie.
    fn witnesses(
        &mut self,
        moves: &SplitMoves,
        split: ParitySplit,
        heap: usize,
        common: u32,
        known: &impl SmallerValues,
    ) -> Result<usize, Gone> {
        let ExactSearch { marks, turn, open } = self;
        let marked = |marks: &[u32], value: u32| marks.get(value as usize) == Some(turn);
        open.clear();
        open.extend((0..common).filter(|&value| !split.common(heap, value) && !marked(marks, value)));
        let (mut small, mut offset) = (0, 0);
        let last = moves.split.iter().map(|&taken| moves.most(heap, taken)).max().unwrap_or(0);
        while !open.is_empty() && small < last {
            let before = open.len();
            for &taken in &moves.split {
                let ones = small + 1..=(small + BATCH).min(moves.most(heap, taken));
                known.sums(ones, heap.saturating_sub(taken), |sum| mark(marks, *turn, sum))?;
            }
            small += BATCH;
            open.retain(|&value| !marked(marks, value));
            if open.len() < before {
                offset = small.min(last) + moves.split.iter().max().unwrap_or(&0);
            }
        }
        Ok(offset)
    }

    /// Starts a search with no value marked.
    fn begin(&mut self) {
        self.turn = self.turn.wrapping_add(1);
        if self.turn == 0 {
            self.marks.fill(0);
            self.turn = 1;
        }
    }

    /// Marks a value as that of an option.
    #[inline(always)]
    fn mark(&mut self, value: u32) {
        mark(&mut self.marks, self.turn, value);
    }

    fn marked(&self, value: u32) -> bool {
        self.marks.get(value as usize) == Some(&self.turn)
    }
}

/// Marks a value; the table grows where it is too short.
#[inline(always)]
fn mark(marks: &mut Vec<u32>, turn: u32, value: u32) {
    match marks.get_mut(value as usize) {
        Some(mark) => *mark = turn,
        None => grow(marks, turn, value),
    }
}

/// Enlarges the table for a mark.
#[cold]
fn grow(marks: &mut Vec<u32>, turn: u32, value: u32) {
    marks.resize((value as usize + 1).next_power_of_two(), 0);
    marks[value as usize] = turn;
}
