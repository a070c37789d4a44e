//! The values of a claim as a table, for lookups in all lanes of a block at once.
//!
//! Each kind of heap has a box from 0 to the greatest sizes that are recorded. A value takes one,
//! two or four bytes, by the greatest one; what is known of an entry besides its value has bytes of
//! its own, which are read only while a value is not recorded, or a lookup is to be noted.

use std::sync::Arc;

use grundy_core::Nimber;

use super::{
    Fact,
    lanes::{LaneBlock, Lanes, Mask},
    run::{LaneRun, insert},
    seen::SeenValues,
    values::{SmallValue, ValueArray},
};

/// The mark of an entry whose value is recorded.
const RECORDED: u8 = 1;

/// The mark of an entry whose value was looked up.
const MET: u8 = 1;

/// Values are below this.
const MOST_VALUE: u64 = 1 << 24;

/// A table has at most this many entries for each fact, and [`FREE`] more.
const SPREAD: usize = 64;

/// The entries that a table of few facts may have.
const FREE: usize = 1 << 16;

/// The box of a kind of heap.
struct Area {
    /// The index of the heap with sizes 0.
    base: usize,
    /// For each size the greatest one that is recorded, and what a size adds to the index.
    sides: Vec<(i64, usize)>,
}

/// The recorded values, the same for all who look them up.
pub(super) struct RecordedValues {
    areas: Vec<Area>,
    values: ValueArray,
    /// For each heap [`RECORDED`] or 0.
    marks: Vec<u8>,
    /// The number of heaps without a recorded value.
    lacking: usize,
    /// Every value is below this power of two, and so are their sums.
    bound: usize,
}

/// The recorded values, with an account of what was looked up.
#[derive(Clone)]
pub(super) struct HeapTable {
    recorded: Arc<RecordedValues>,
    /// For each heap [`MET`] or 0; empty if no account is kept.
    met: Vec<u8>,
    /// The number of heaps that were not looked up; 0 if that is not noted.
    unmet: usize,
}

impl RecordedValues {
    /// Room for the values of kinds with these greatest sizes, which are at most `most`; `None` if
    /// that is too large, or would be far larger than this many facts, or over this many bytes.
    pub(super) fn new(
        ends: &[Vec<u64>],
        Nimber(most): Nimber,
        facts: usize,
        most_bytes: u64,
    ) -> Option<RecordedValues> {
        let most = u32::try_from(most).ok().filter(|&most| u64::from(most) < MOST_VALUE)?;
        let mut areas = Vec::new();
        let mut entries = 0usize;
        for ends in ends {
            let mut sides = Vec::new();
            let mut volume = 1usize;
            for &end in ends.iter().rev() {
                sides.push((i64::try_from(end).ok()?, volume));
                volume = volume.checked_mul(usize::try_from(end).ok()?.checked_add(1)?)?;
            }
            sides.reverse();
            areas.push(Area { base: entries, sides });
            entries = entries.checked_add(volume)?;
        }
        if entries > facts.checked_mul(SPREAD)?.checked_add(FREE)? || entries.checked_mul(6)? as u64 > most_bytes {
            return None;
        }
        Some(RecordedValues {
            areas,
            values: ValueArray::zeros(entries, most),
            marks: vec![0; entries],
            lacking: entries,
            bound: (most as usize + 1).next_power_of_two(),
        })
    }

    /// The index of a heap; `None` if it is outside of the box of its kind.
    fn index(&self, kind: usize, sizes: impl ExactSizeIterator<Item = i64>) -> Option<usize> {
        let area = self.areas.get(kind)?;
        if sizes.len() != area.sides.len() {
            return None;
        }
        let mut index = area.base;
        for (size, &(end, stride)) in sizes.zip(&area.sides) {
            if size > end {
                return None;
            }
            index += usize::try_from(size).ok()? * stride;
        }
        Some(index)
    }

    /// The index of the heap of a fact.
    fn index_of(&self, fact: Fact<'_>) -> Option<usize> {
        self.index(fact.kind, fact.sizes.iter().copied())
    }

    /// Records a value. Returns false if it is too large or another one is recorded.
    #[must_use]
    pub(super) fn record(&mut self, fact: Fact<'_>) -> bool {
        let (Some(index), Ok(value)) = (self.index_of(fact), u32::try_from(fact.value.0)) else { return false };
        if self.marks[index] & RECORDED == RECORDED {
            return self.values.get(index) == value;
        }
        self.marks[index] |= RECORDED;
        self.lacking -= 1;
        self.values.set(index, &[value])
    }

    /// Records the values of all heaps of a kind, the last size changing first. Returns false if
    /// one is too large, or if there are others than these heaps.
    #[must_use]
    pub(super) fn record_all(&mut self, kind: usize, values: &[u32]) -> bool {
        let Some(area) = self.areas.get(kind) else { return false };
        let end = self.areas.get(kind + 1).map_or(self.marks.len(), |next| next.base);
        let marks = &mut self.marks[area.base..end];
        if marks.len() != values.len() || values.iter().any(|&value| value as usize >= self.bound) {
            return false;
        }
        self.lacking -= marks.iter().filter(|&&mark| mark & RECORDED == 0).count();
        marks.iter_mut().for_each(|mark| *mark |= RECORDED);
        self.values.set(area.base, values)
    }

    /// The value of an entry, if it is recorded.
    fn get(&self, index: usize) -> Option<u32> {
        (self.marks[index] & RECORDED == RECORDED).then(|| self.values.get(index))
    }
}

impl HeapTable {
    /// A table of these values; with `keeps_account` it notes which of them are looked up.
    pub(super) fn new(recorded: RecordedValues, keeps_account: bool) -> HeapTable {
        let unmet = if keeps_account { recorded.marks.len() } else { 0 };
        HeapTable { recorded: Arc::new(recorded), met: vec![0; unmet], unmet }
    }

    /// Another table of the same values; `None` if an account is kept.
    pub(super) fn share(&self) -> Option<HeapTable> {
        let recorded = self.recorded.clone();
        self.met.is_empty().then(|| HeapTable { recorded, met: Vec::new(), unmet: 0 })
    }

    /// The number of entries.
    pub(super) fn len(&self) -> usize {
        self.recorded.marks.len()
    }

    /// The recorded value of a heap, which is looked up from now on.
    pub(super) fn look(&mut self, kind: usize, sizes: &[u64]) -> Option<Nimber> {
        let fitting: Vec<i64> = sizes.iter().map(|&size| i64::try_from(size)).collect::<Result<_, _>>().ok()?;
        let index = self.recorded.index(kind, fitting.into_iter())?;
        let value = self.recorded.get(index)?;
        self.note(index);
        Some(Nimber(value.into()))
    }

    /// Notes that an entry is looked up, if that is noted.
    fn note(&mut self, index: usize) {
        if self.unmet > 0 && self.met[index] == 0 {
            self.met[index] = MET;
            self.unmet -= 1;
        }
    }

    /// Sets `sizes` to the sizes of the heap with this index. Returns its kind and its value if it
    /// is recorded and was looked up.
    pub(super) fn met(&self, index: usize, sizes: &mut Vec<i64>) -> Option<(usize, Nimber)> {
        let recorded = &*self.recorded;
        if self.met.get(index) != Some(&MET) || recorded.marks[index] == 0 {
            return None;
        }
        let kind = recorded.areas.partition_point(|area| area.base <= index).checked_sub(1)?;
        let area = &recorded.areas[kind];
        let mut rest = index - area.base;
        sizes.clear();
        for &(_, stride) in &area.sides {
            sizes.push((rest / stride) as i64);
            rest %= stride;
        }
        Some((kind, Nimber(recorded.values.get(index).into())))
    }

    /// The values of the first kind from the size 0 on, if it has one size and all are recorded.
    pub(super) fn heaps(&self) -> &ValueArray {
        &self.recorded.values
    }

    /// A power of two that is above every value.
    pub(super) fn bound(&self) -> usize {
        self.recorded.bound
    }

    /// Whether the value of a heap was looked up.
    pub(super) fn was_met(&self, fact: Fact<'_>) -> bool {
        self.recorded.index_of(fact).is_some_and(|index| self.met.get(index) == Some(&MET))
    }

    /// Calls `visit` with the values of heaps in the lanes of a mask. `None` if one of them is not
    /// recorded; then `visit` has been called in some lanes, and with any numbers below the bound.
    pub(super) fn each(
        &mut self,
        kind: usize,
        sizes: &[Lanes],
        block: &LaneBlock,
        mask: &Mask,
        mut visit: impl FnMut(usize, u32),
    ) -> Option<()> {
        let area = self.recorded.areas.get(kind)?;
        if sizes.len() != area.sides.len() {
            return None;
        }
        let inside = |(size, &(end, _)): (&Lanes, &(i64, usize))| {
            let (low, high) = size.ends(block.count);
            low >= 0 && high <= end
        };
        if !matches!(mask, Mask::All) || !sizes.iter().zip(&area.sides).all(inside) {
            for lane in (0..block.count).filter(|&lane| mask.has(lane)) {
                let index = self.recorded.index(kind, sizes.iter().map(|size| size.at(lane)))?;
                visit(lane, self.recorded.get(index)?);
                self.note(index);
            }
            return Some(());
        }
        // All sizes are inside of the box, so no index overflows and none is outside of the table.
        let mut first = area.base as i64;
        let mut step = 0;
        let mut bent: Option<Vec<i64>> = None;
        for (size, &(_, stride)) in sizes.iter().zip(&area.sides) {
            let stride = stride as i64;
            match size {
                Lanes::Line { first: own, step: by } => {
                    first += own * stride;
                    step += by * stride;
                }
                Lanes::Each { all, .. } => match &mut bent {
                    None => bent = Some(all.iter().map(|size| size * stride).collect()),
                    Some(bent) => bent.iter_mut().zip(all.iter()).for_each(|(index, size)| *index += size * stride),
                },
            }
        }
        let lines = (0..block.count as i64).map(|lane| first + step * lane);
        let present = match bent {
            None => self.visit(lines, visit),
            Some(bent) => self.visit(lines.zip(bent).map(|(line, bent)| line + bent), visit),
        };
        present.then_some(())
    }

    /// Calls `visit` with the values at these indices, which are looked up from now on. Returns
    /// whether all are recorded.
    #[inline(always)]
    fn visit(&mut self, indices: impl Iterator<Item = i64> + Clone, visit: impl FnMut(usize, u32)) -> bool {
        match &self.recorded.values {
            ValueArray::Bytes(all) => walk(all, indices.clone(), visit),
            ValueArray::Shorts(all) => walk(all, indices.clone(), visit),
            ValueArray::Longs(all) => walk(all, indices.clone(), visit),
        }
        if self.unmet > 0 {
            indices.clone().for_each(|index| self.unmet -= meet(&mut self.met[index as usize]));
        }
        let marks = &self.recorded.marks;
        self.recorded.lacking == 0 || indices.fold(RECORDED, |all, index| all & marks[index as usize]) == RECORDED
    }

    /// The run of the heaps of a kind whose sizes are these in the first lane, and grow by so much
    /// from lane to lane; `None` if one is outside of the box.
    #[inline]
    pub(super) fn run(
        &self,
        kind: usize,
        sizes: impl ExactSizeIterator<Item = (i64, i64)>,
        count: usize,
    ) -> Option<LaneRun> {
        let area = self.recorded.areas.get(kind)?;
        if sizes.len() != area.sides.len() {
            return None;
        }
        let (mut first, mut step) = (area.base as i64, 0);
        for ((size, by), &(end, stride)) in sizes.zip(&area.sides) {
            let last = size + by * (count as i64 - 1);
            if size.min(last) < 0 || size.max(last) > end {
                return None;
            }
            first += size * stride as i64;
            step += by * stride as i64;
        }
        let last = first + step * (count as i64 - 1);
        Some(LaneRun { low: first.min(last) as usize, high: first.max(last) as usize, step })
    }

    /// Notes that the heaps of a run are looked up, if that is noted. Returns whether all are
    /// recorded.
    #[inline]
    pub(super) fn meet(&mut self, run: LaneRun) -> bool {
        if self.unmet > 0 {
            let own = &mut self.met[run.low..=run.high];
            self.unmet -= match run.apart() {
                1 => own.iter_mut().map(meet).sum::<usize>(),
                apart => own.iter_mut().step_by(apart).map(meet).sum(),
            };
        }
        let marks = &self.recorded.marks;
        self.recorded.lacking == 0
            || match run.apart() {
                1 => marks[run.low..=run.high].iter().fold(RECORDED, |all, mark| all & mark) == RECORDED,
                apart => {
                    marks[run.low..=run.high].iter().step_by(apart).fold(RECORDED, |all, mark| all & mark) == RECORDED
                }
            }
    }

    /// Adds the values of so many options to a set; each option has a heap of each run.
    #[inline]
    pub(super) fn insert(&self, runs: &[LaneRun], count: usize, seen: &mut SeenValues) {
        match &self.recorded.values {
            ValueArray::Bytes(all) => insert(all, runs, count, seen),
            ValueArray::Shorts(all) => insert(all, runs, count, seen),
            ValueArray::Longs(all) => insert(all, runs, count, seen),
        }
    }
}

/// Notes that an entry is looked up. Returns 1 if it was not before.
#[inline(always)]
fn meet(mark: &mut u8) -> usize {
    usize::from(std::mem::replace(mark, MET) == 0)
}

/// Calls `visit` with the values at these indices.
#[inline(always)]
fn walk<T: SmallValue>(all: &[T], indices: impl Iterator<Item = i64>, mut visit: impl FnMut(usize, u32)) {
    for (lane, index) in indices.enumerate() {
        visit(lane, all[index as usize].wide());
    }
}
