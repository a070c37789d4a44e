//! Options whose sizes are not linear in the slot of the innermost loop: computed in blocks, and
//! gathered.

use grundy_games::compiled::{
    interval::{Interval, never},
    program::{HeapCount, Program, ProgramHeap},
    shape::ProgramShape,
};

use grundy_simd::lanes::{self, Relation};

use super::{Bail, ProgramWalk, guard};
use crate::heaps::dense::{
    lanes::{SizeLanes, SlotBlock, WIDTH},
    layout::HeapPlace,
    sink::IndexSink,
};

/// Room for the sizes and the indices of the options of a block.
#[derive(Default)]
pub(super) struct BlockIndices {
    /// The sizes of all heaps of an option, one after another.
    sizes: Vec<[i32; WIDTH]>,
    odd: Vec<[i32; WIDTH]>,
    even: Vec<[i32; WIDTH]>,
    /// The keys and the totals of heaps of several sizes.
    sums: [Vec<i64>; 2],
}

/// At most so many numbers are skipped at once, by their bounds.
const MOST_SKIPPED: usize = 16 * WIDTH;

/// The most blocks that are computed between two looks at bounds.
const MOST_GAP: u32 = 31;

/// When bounds are looked at.
#[derive(Default)]
pub(super) struct Skips {
    /// The blocks until the next look.
    wait: u32,
    /// The blocks after the last look that found nothing.
    gap: u32,
    /// Room for the intervals of the slots.
    slots: Vec<Interval>,
}

/// The last number before the next multiple of `width`, so that the first digits of all numbers are
/// the same.
fn end_of(first: i64, width: usize) -> i64 {
    let width = width as i64;
    first.div_euclid(width) * width + (width - 1)
}

impl ProgramWalk<'_> {
    /// Options whose sizes are not linear, in blocks.
    pub(super) fn gather(
        &mut self,
        program: &Program,
        shape: &ProgramShape,
        (at, slot): (usize, usize),
        (low, high): Interval,
        sink: &mut impl IndexSink,
    ) -> Result<(), Bail> {
        let mut indices = std::mem::take(&mut self.indices);
        let mut mask = [0; WIDTH];
        let mut first = low;
        while first <= high {
            if let Some(after) = self.skipped((program, shape), slot, (first, high)) {
                self.step(1)?;
                first = after;
                continue;
            }
            let last = end_of(first, WIDTH).min(high);
            let count = (last - first + 1) as usize;
            let mask = &mut mask[..count];
            let block = (slot, first);
            let holds = if self.sizes(program, block, count, &mut indices)? {
                self.mask((SizeLanes { program, sizes: &indices.sizes }, shape), block, mask)?
            } else {
                None
            };
            if holds != Some(false) && (holds.is_none() || !self.shown(program, mask, &mut indices, sink)) {
                self.singly((program, shape), (at, slot), (first, last), sink)?;
            }
            self.step(count as u64)?;
            first = last + 1;
        }
        self.indices = indices;
        Ok(())
    }

    /// Computes the sizes of the heaps of a block of options; `false` if one has no value.
    fn sizes(
        &mut self,
        program: &Program,
        block: SlotBlock,
        count: usize,
        indices: &mut BlockIndices,
    ) -> Result<bool, Bail> {
        let mut made = 0;
        for size in program.heaps.iter().flat_map(|heap| &heap.sizes) {
            let lanes = &mut next(&mut indices.sizes, &mut made)[..count];
            if !self.lanes.term(size, block, &self.slots, lanes, self.budget)? {
                return Ok(false);
            }
        }
        // A program with more heaps may have left some.
        indices.sizes.truncate(made);
        Ok(true)
    }

    /// The number after a run from `first` on for which a guard certainly does not hold, if one is
    /// found: bounds are looked at, of many numbers first. Looks that find none are made more and
    /// more rarely.
    fn skipped(
        &mut self,
        (program, shape): (&Program, &ProgramShape),
        slot: usize,
        (first, high): Interval,
    ) -> Option<i64> {
        let skips = &mut self.skips;
        if shape.strict || skips.wait > 0 {
            skips.wait = skips.wait.saturating_sub(1);
            return None;
        }
        skips.slots.clear();
        skips.slots.extend(self.slots.iter().map(|&number| (number, number)));
        for width in [MOST_SKIPPED, WIDTH] {
            let last = end_of(first, width).min(high);
            skips.slots[slot] = (first, last);
            let mut guards =
                shape.masks.iter().filter(|mask| !mask.alone).filter_map(|mask| guard(&program.steps[mask.place]));
            if guards.any(|guard| never(guard, &skips.slots)) {
                skips.gap = 0;
                return Some(last + 1);
            }
        }
        skips.gap = (2 * skips.gap + 1).min(MOST_GAP);
        skips.wait = skips.gap;
        None
    }

    /// Shows the options of a block whose sizes are known; `false` if they have to be looked at one
    /// by one.
    fn shown(&self, program: &Program, mask: &mut [u8], indices: &mut BlockIndices, sink: &mut impl IndexSink) -> bool {
        if let ([heap], [sizes]) = (&program.heaps[..], &indices.sizes[..])
            && heap.count == HeapCount::Odd
        {
            let mut room = [0; WIDTH + lanes::SPARE];
            let (most, base) = self.lower(heap);
            let kept = lanes::kept(self.lanes.level, &sizes[..mask.len()], most, base, mask, &mut room);
            kept.iter().for_each(|&many| sink.single(&room[..many]));
            return kept.is_some();
        }
        let good = self.indices(program, mask, indices);
        if good {
            sink.gathered(&indices.odd, &indices.even, mask);
        }
        good
    }

    /// Finds the indices of the heaps of a block of options, and takes those with a negative size
    /// off the mask; `false` if the options have to be looked at one by one.
    fn indices(&self, program: &Program, mask: &mut [u8], indices: &mut BlockIndices) -> bool {
        let BlockIndices { sizes, odd, even, sums } = indices;
        let (mut odds, mut evens) = (0, 0);
        let mut rest = &sizes[..];
        let mut spare = [0; WIDTH];
        for heap in &program.heaps {
            let (own, later) = rest.split_at(heap.sizes.len());
            rest = later;
            let index = match heap.count {
                HeapCount::Zero => &mut spare,
                HeapCount::Odd => next(odd, &mut odds),
                _ => next(even, &mut evens),
            };
            let good = match own {
                [own] => {
                    let (most, base) = self.lower(heap);
                    lanes::places(self.lanes.level, own, most, base, mask, index)
                }
                _ => self.of_sizes((heap, own), mask, index, sums),
            };
            if !good {
                return false;
            }
        }
        // A program with more heaps may have left some.
        odd.truncate(odds);
        even.truncate(evens);
        if program.heaps.len() > 1 {
            for index in odd.iter_mut().chain(even) {
                index.iter_mut().zip(&*mask).for_each(|(index, &on)| *index = if on == 1 { *index } else { 0 });
            }
        }
        true
    }

    /// The largest size of a heap of one size that is lower than the heap that is run, and where
    /// the heaps of its kind begin in the table.
    fn lower(&self, heap: &ProgramHeap) -> (i32, i32) {
        let most = match heap.count {
            HeapCount::Zero => i32::MAX,
            _ => self.layout.most(self.from, heap.kind).clamp(-1, i32::MAX.into()) as i32,
        };
        // Indices fit in 32 bits, since the table has at most 2^30 entries.
        (most, self.layout.boxes[heap.kind].base as i32)
    }

    /// The indices of heaps of several sizes, 0 where an option is left out.
    fn of_sizes(
        &self,
        (heap, sizes): (&ProgramHeap, &[[i32; WIDTH]]),
        mask: &mut [u8],
        index: &mut [i32],
        [keys, totals]: &mut [Vec<i64>; 2],
    ) -> bool {
        let area = &self.layout.boxes[heap.kind];
        for sums in [&mut *keys, totals] {
            sums.clear();
            sums.resize(mask.len(), 0);
        }
        let index = &mut index[..mask.len()];
        index.fill(0);
        let mut within = true;
        let level = self.lanes.level;
        for sizes in sizes {
            lanes::compare_with(level, sizes, Relation::GreaterOrEqual, 0, mask);
        }
        for (at, sizes) in sizes.iter().enumerate() {
            // Within the box the index fits in 32 bits, since the table has at most 2^30 entries.
            let strides = (area.strides[at] as i32, area.keys[at]);
            let end = area.ends[at].clamp(-1, i32::MAX.into()) as i32;
            within &= lanes::add_places(level, sizes, end, strides, mask, index, (keys, totals));
        }
        let base = area.base as i32;
        index.iter_mut().zip(&*mask).for_each(|(index, &on)| *index = if on == 1 { *index + base } else { 0 });
        let most = HeapPlace { index: 0, key: lanes::greatest(level, keys), total: lanes::greatest(level, totals) };
        heap.count == HeapCount::Zero || within && self.layout.is_lower(self.from, (heap.kind, most))
    }
}

/// The room for the next block of a list, what is in it is unspecified.
fn next<'b>(blocks: &'b mut Vec<[i32; WIDTH]>, used: &mut usize) -> &'b mut [i32; WIDTH] {
    if *used == blocks.len() {
        blocks.push([0; WIDTH]);
    }
    *used += 1;
    &mut blocks[*used - 1]
}
