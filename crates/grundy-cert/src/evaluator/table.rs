//! The values of a claim as a table, for lookups in all lanes of a block at once.
//!
//! Each kind of heap has a box from 0 to the greatest sizes that are recorded.

use grundy_core::Nimber;

use super::{
    Fact,
    lanes::{Block, Lanes, Mask, WIDTH},
};

/// Values are below this.
const MOST_VALUE: u64 = 1 << 24;

/// A table has at most so many entries for each fact, and [`FREE`] more.
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

/// The recorded values.
pub(super) struct Table {
    areas: Vec<Area>,
    /// The value with a 1 after its last bit if it is recorded, else 0.
    entries: Vec<u32>,
    /// Whether each entry was looked up; empty if nobody asks.
    met: Vec<bool>,
    /// Every value is below this power of two, and so are their sums.
    bound: usize,
}

impl Table {
    /// A table without values for kinds with these greatest sizes; `None` if it would be far larger
    /// than this many facts, or over so many bytes. With `keeps_account` it notes which values are
    /// looked up.
    pub(super) fn new(ends: &[Vec<u64>], facts: usize, most_bytes: u64, keeps_account: bool) -> Option<Table> {
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
        if entries > facts.checked_mul(SPREAD)?.checked_add(FREE)? || entries.checked_mul(5)? as u64 > most_bytes {
            return None;
        }
        let met = if keeps_account { vec![false; entries] } else { Vec::new() };
        Some(Table { areas, entries: vec![0; entries], met, bound: 1 })
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
        // A size that does not fit is above every end.
        self.index(fact.kind, fact.sizes.iter().map(|&size| i64::try_from(size).unwrap_or(i64::MAX)))
    }

    /// Records a value. Returns false if it is too large or another one is recorded.
    #[must_use]
    pub(super) fn record(&mut self, fact: Fact<'_>) -> bool {
        let Some(index) = self.index_of(fact) else { return false };
        let Nimber(value) = fact.value;
        if value >= MOST_VALUE {
            return false;
        }
        let entry = (value as u32) << 1 | 1;
        let fits = self.entries[index] == 0 || self.entries[index] == entry;
        self.entries[index] = entry;
        self.bound = self.bound.max((value as usize + 1).next_power_of_two());
        fits
    }

    /// The recorded entries of the first kind, if it has one size.
    pub(super) fn heaps(&self) -> &[u32] {
        &self.entries
    }

    /// A power of two that is above every value.
    pub(super) fn bound(&self) -> usize {
        self.bound
    }

    /// Whether the value of a heap was looked up.
    pub(super) fn was_met(&self, fact: Fact<'_>) -> bool {
        self.index_of(fact).is_some_and(|index| self.met.get(index) == Some(&true))
    }

    /// Adds the values of heaps to the sums in the lanes of a mask, by exclusive or. `None` if one
    /// of them is not recorded.
    pub(super) fn add(
        &mut self,
        kind: usize,
        sizes: &[Lanes],
        block: &Block,
        mask: &Mask,
        sums: &mut [u32; WIDTH],
    ) -> Option<()> {
        let area = self.areas.get(kind)?;
        if sizes.len() != area.sides.len() {
            return None;
        }
        let all_inside = || {
            sizes.iter().zip(&area.sides).all(|(size, &(end, _))| {
                let (low, high) = size.ends(block.count);
                low >= 0 && high <= end
            })
        };
        if !matches!(mask, Mask::All) || !all_inside() {
            for (lane, sum) in sums[..block.count].iter_mut().enumerate().filter(|(lane, _)| mask.has(*lane)) {
                let index = self.index(kind, sizes.iter().map(|size| size.at(lane)))?;
                *sum ^= recorded(self.entries[index])?;
                if let Some(met) = self.met.get_mut(index) {
                    *met = true;
                }
            }
            return Some(());
        }
        // All sizes are inside of the box, so no index overflows and none is outside of the table.
        let mut first = area.base as i64;
        let mut step = 0;
        let mut indices: Option<Vec<i64>> = None;
        for (size, &(_, stride)) in sizes.iter().zip(&area.sides) {
            let stride = stride as i64;
            match size {
                Lanes::Line { first: own, step: by } => {
                    first += own * stride;
                    step += by * stride;
                }
                Lanes::Each(all) => {
                    let indices = indices.get_or_insert_with(|| vec![0; block.count]);
                    indices.iter_mut().zip(all.iter()).for_each(|(index, size)| *index += size * stride);
                }
            }
        }
        let mut present = 1;
        let entries = &self.entries[..];
        let mut add = |sum: &mut u32, index: i64| {
            let entry = entries[index as usize];
            present &= entry;
            *sum ^= entry >> 1;
        };
        let lines = (0..block.count as i64).map(|lane| first + step * lane);
        match &indices {
            None => lines.clone().zip(sums).for_each(|(index, sum)| add(sum, index)),
            Some(own) => lines.clone().zip(own).zip(sums).for_each(|((index, own), sum)| add(sum, index + own)),
        }
        if !self.met.is_empty() {
            for (lane, index) in lines.enumerate() {
                self.met[(index + indices.as_ref().map_or(0, |own| own[lane])) as usize] = true;
            }
        }
        (present == 1).then_some(())
    }
}

/// The value of an entry.
pub(super) fn recorded(entry: u32) -> Option<u32> {
    (entry & 1 == 1).then_some(entry >> 1)
}

/// The values of the options of one heap.
pub(super) struct Seen {
    /// For each value the heap that has seen it last.
    stamps: Vec<u32>,
    /// The number of this heap, from 1 on.
    heap: u32,
}

impl Seen {
    /// A set of values below a bound.
    pub(super) fn new(bound: usize) -> Seen {
        Seen { stamps: vec![0; bound], heap: 0 }
    }

    /// Removes all values.
    pub(super) fn clear(&mut self) {
        match self.heap.checked_add(1) {
            Some(next) => self.heap = next,
            None => {
                self.stamps.fill(0);
                self.heap = 1;
            }
        }
    }

    /// Adds a value below the bound.
    pub(super) fn insert(&mut self, value: u32) {
        self.stamps[value as usize] = self.heap;
    }

    /// Whether a number below the bound is the least one that is not in the set.
    pub(super) fn has_mex(&self, Nimber(mex): Nimber) -> bool {
        let upto = usize::try_from(mex).ok().and_then(|mex| self.stamps.get(..=mex));
        let Some((&last, before)) = upto.and_then(<[u32]>::split_last) else { return false };
        last != self.heap && before.iter().all(|&stamp| stamp == self.heap)
    }
}
