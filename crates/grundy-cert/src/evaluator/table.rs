//! The values of a claim as a table, for lookups in all lanes of a block at once.
//!
//! Each kind of heap has a box from 0 to the greatest sizes that are recorded.

use grundy_core::Nimber;

use super::{
    Fact,
    lanes::{Block, Lanes, Mask},
};

/// Values are below this.
const MOST_VALUE: u64 = 1 << 24;

/// A table has at most this many entries for each fact, and [`FREE`] more.
const SPREAD: usize = 64;

/// The entries that a table of few facts may have.
const FREE: usize = 1 << 16;

/// The bit of an entry whose value is recorded.
pub(super) const RECORDED: u32 = 1;

/// The bit of an entry whose value was looked up.
const MET: u32 = 2;

/// The value is in the bits from this one on.
pub(super) const SHIFT: u32 = 2;

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
    /// For each heap the bits [`RECORDED`] and [`MET`], and the value.
    entries: Vec<u32>,
    /// Whether it is noted which values are looked up.
    keeps_account: bool,
    /// Every value is below this power of two, and so are their sums.
    bound: usize,
}

impl Table {
    /// A table without values for kinds with these greatest sizes; `None` if it would be far larger
    /// than this many facts, or over this many bytes. With `keeps_account` it notes which values
    /// are looked up.
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
        Some(Table { areas, entries: vec![0; entries], keeps_account, bound: 1 })
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

    /// The number of entries.
    pub(super) fn len(&self) -> usize {
        self.entries.len()
    }

    /// Records a value. Returns false if it is too large or another one is recorded.
    #[must_use]
    pub(super) fn record(&mut self, fact: Fact<'_>) -> bool {
        let Some(index) = self.index_of(fact) else { return false };
        let Nimber(value) = fact.value;
        if value >= MOST_VALUE {
            return false;
        }
        let entry = (value as u32) << SHIFT | RECORDED;
        let fits = self.entries[index] == 0 || self.entries[index] == entry;
        self.entries[index] = entry;
        self.bound = self.bound.max((value as usize + 1).next_power_of_two());
        fits
    }

    /// Records the values of all heaps of a kind, the last size changing first. Returns false if
    /// one is too large, or if there are others than these heaps.
    #[must_use]
    pub(super) fn record_all(&mut self, kind: usize, values: &[u32]) -> bool {
        let Some(area) = self.areas.get(kind) else { return false };
        let end = self.areas.get(kind + 1).map_or(self.entries.len(), |next| next.base);
        let entries = &mut self.entries[area.base..end];
        let most = values.iter().copied().max().unwrap_or(0);
        if entries.len() != values.len() || u64::from(most) >= MOST_VALUE {
            return false;
        }
        entries.iter_mut().zip(values).for_each(|(entry, value)| *entry = value << SHIFT | RECORDED);
        self.bound = self.bound.max((most as usize + 1).next_power_of_two());
        true
    }

    /// The recorded value of a heap, which is looked up from now on.
    pub(super) fn look(&mut self, kind: usize, sizes: &[u64]) -> Option<Nimber> {
        let fitting: Vec<i64> = sizes.iter().map(|&size| i64::try_from(size)).collect::<Result<_, _>>().ok()?;
        let index = self.index(kind, fitting.into_iter())?;
        let value = recorded(self.entries[index])?;
        self.entries[index] |= MET;
        Some(Nimber(value.into()))
    }

    /// Sets `sizes` to the sizes of the heap with this index. Returns its kind and its value if it
    /// is recorded and was looked up.
    pub(super) fn met(&self, index: usize, sizes: &mut Vec<i64>) -> Option<(usize, Nimber)> {
        let entry = self.entries[index];
        if entry & (MET | RECORDED) != MET | RECORDED {
            return None;
        }
        let kind = self.areas.partition_point(|area| area.base <= index).checked_sub(1)?;
        let area = &self.areas[kind];
        let mut rest = index - area.base;
        sizes.clear();
        for &(_, stride) in &area.sides {
            sizes.push((rest / stride) as i64);
            rest %= stride;
        }
        Some((kind, Nimber((entry >> SHIFT).into())))
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
        self.index_of(fact).is_some_and(|index| self.entries[index] & MET == MET)
    }

    /// Calls `visit` with the values of heaps in the lanes of a mask. `None` if one of them is not
    /// recorded; then `visit` has been called in some lanes, and with any numbers below the bound.
    pub(super) fn each(
        &mut self,
        kind: usize,
        sizes: &[Lanes],
        block: &Block,
        mask: &Mask,
        mut visit: impl FnMut(usize, u32),
    ) -> Option<()> {
        let area = self.areas.get(kind)?;
        if sizes.len() != area.sides.len() {
            return None;
        }
        let inside = |(size, &(end, _)): (&Lanes, &(i64, usize))| {
            let (low, high) = size.ends(block.count);
            low >= 0 && high <= end
        };
        if !matches!(mask, Mask::All) || !sizes.iter().zip(&area.sides).all(inside) {
            for lane in (0..block.count).filter(|&lane| mask.has(lane)) {
                let index = self.index(kind, sizes.iter().map(|size| size.at(lane)))?;
                visit(lane, recorded(self.entries[index])?);
                if self.keeps_account {
                    self.entries[index] |= MET;
                }
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
        let entries = &mut self.entries[..];
        let present = match (bent, self.keeps_account) {
            (None, false) => walk::<false>(entries, lines, visit),
            (None, true) => walk::<true>(entries, lines, visit),
            (Some(bent), false) => walk::<false>(entries, lines.zip(bent).map(|(line, bent)| line + bent), visit),
            (Some(bent), true) => walk::<true>(entries, lines.zip(bent).map(|(line, bent)| line + bent), visit),
        };
        present.then_some(())
    }
}

/// Calls `visit` with the values at these indices. Returns whether all are recorded. With `ACCOUNT`
/// they are looked up from now on.
#[inline(always)]
fn walk<const ACCOUNT: bool>(
    entries: &mut [u32],
    indices: impl Iterator<Item = i64>,
    mut visit: impl FnMut(usize, u32),
) -> bool {
    let mut present = RECORDED;
    for (lane, index) in indices.enumerate() {
        let entry = entries[index as usize];
        present &= entry;
        if ACCOUNT && entry & MET == 0 {
            entries[index as usize] = entry | MET;
        }
        visit(lane, entry >> SHIFT);
    }
    present == RECORDED
}

/// The value of an entry.
pub(super) fn recorded(entry: u32) -> Option<u32> {
    (entry & RECORDED == RECORDED).then_some(entry >> SHIFT)
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
        last != self.heap && before.iter().filter(|&&stamp| stamp == self.heap).count() == before.len()
    }
}
