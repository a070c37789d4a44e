//! Options whose sizes are not linear in the slot of the innermost loop: computed in blocks, and
//! gathered.

use grundy_games::compiled::{
    interval::Interval,
    program::{Count, NewHeap, Program},
    shape::Shape,
};

use super::{Bail, Walk};
use crate::heaps::dense::{
    lanes::{Block, Known},
    layout::Place,
    sink::{BLOCK, Sink},
};

/// Room for the sizes and the indices of the options of a block.
#[derive(Default)]
pub(super) struct Indices {
    /// The sizes of all heaps of an option, one after another.
    sizes: Vec<[i32; BLOCK]>,
    odd: Vec<[i32; BLOCK]>,
    even: Vec<[i32; BLOCK]>,
}

impl Walk<'_> {
    /// Options whose sizes are not linear, in blocks.
    pub(super) fn gather(
        &mut self,
        program: &Program,
        shape: &Shape,
        (at, slot): (usize, usize),
        (low, high): Interval,
        sink: &mut impl Sink,
    ) -> Result<(), Bail> {
        let mut indices = std::mem::take(&mut self.indices);
        let mut mask = [0; BLOCK];
        let mut first = low;
        while first <= high {
            let last = high.min(first + BLOCK as i64 - 1);
            let count = (last - first + 1) as usize;
            let mask = &mut mask[..count];
            let known = self.sizes(program, (slot, first), count, &mut indices)?
                && self.mask((Known { program, sizes: &indices.sizes }, shape), (at, slot), first, mask)?;
            let none = known && !mask.contains(&1);
            if known && !none && self.indices(program, mask, &mut indices) {
                sink.gathered(&indices.odd, &indices.even, mask);
            } else if !none {
                self.singly(program, (at, slot), (first, last), sink)?;
            }
            self.step(count as u64)?;
            first = last + 1;
        }
        self.indices = indices;
        Ok(())
    }

    /// Computes the sizes of the heaps of a block of options; `false` if one has no value.
    fn sizes(&mut self, program: &Program, block: Block, count: usize, indices: &mut Indices) -> Result<bool, Bail> {
        let all = program.heaps.iter().flat_map(|heap| &heap.sizes);
        let mut made = 0;
        for size in all {
            if made == indices.sizes.len() {
                indices.sizes.push([0; BLOCK]);
            }
            let lanes = &mut indices.sizes[made][..count];
            if !self.lanes.term(size, block, &self.slots, lanes, self.budget)? {
                return Ok(false);
            }
            made += 1;
        }
        // A program with more heaps may have left some.
        indices.sizes.truncate(made);
        Ok(true)
    }

    /// Finds the indices of the heaps of a block of options, and takes those with a negative size
    /// off the mask; `false` if the options have to be looked at one by one.
    fn indices(&self, program: &Program, mask: &mut [u8], indices: &mut Indices) -> bool {
        let Indices { sizes, odd, even } = indices;
        odd.clear();
        even.clear();
        let mut rest = &sizes[..];
        for heap in &program.heaps {
            let (own, later) = rest.split_at(heap.sizes.len());
            rest = later;
            let mut index = [0; BLOCK];
            let good = match own {
                [own] => self.of_one_size(heap, &own[..mask.len()], mask, &mut index),
                _ => self.of_sizes(heap, own, mask, &mut index),
            };
            if !good {
                return false;
            }
            match heap.count {
                Count::Zero => {}
                Count::Odd => odd.push(index),
                _ => even.push(index),
            }
        }
        if program.heaps.len() > 1 {
            for index in odd.iter_mut().chain(even) {
                index.iter_mut().zip(&*mask).for_each(|(index, &on)| *index = if on == 1 { *index } else { 0 });
            }
        }
        true
    }

    /// The indices of heaps of one size, 0 where an option is left out. Such a heap is lower up to
    /// some size.
    fn of_one_size(&self, heap: &NewHeap, sizes: &[i32], mask: &mut [u8], index: &mut [i32; BLOCK]) -> bool {
        let most = match heap.count {
            Count::Zero => i32::MAX,
            _ => self.layout.most(self.from, heap.kind).clamp(-1, i32::MAX.into()) as i32,
        };
        // Indices fit in 32 bits, since the table has at most 2^30 entries.
        let base = self.layout.boxes[heap.kind].base as i32;
        let mut bad = 0;
        for ((&size, on), index) in sizes.iter().zip(mask).zip(index) {
            // All bits are ones where the option exists.
            let all = -i32::from(*on) & !(size >> 31);
            bad |= all & (most.wrapping_sub(size) >> 31);
            *on = (all & 1) as u8;
            *index = base.wrapping_add(size) & all;
        }
        bad == 0
    }

    /// The indices of heaps of several sizes, 0 where an option is left out.
    fn of_sizes(&self, heap: &NewHeap, sizes: &[[i32; BLOCK]], mask: &mut [u8], index: &mut [i32; BLOCK]) -> bool {
        let area = &self.layout.boxes[heap.kind];
        let (mut key, mut total) = ([0i64; BLOCK], [0i64; BLOCK]);
        let mut outside = [0u8; BLOCK];
        for (at, sizes) in sizes.iter().enumerate() {
            let (stride, key_stride, end) = (area.strides[at], area.keys[at], area.ends[at]);
            for lane in 0..mask.len() {
                mask[lane] &= u8::from(sizes[lane] >= 0);
                outside[lane] |= u8::from(i64::from(sizes[lane]) > end);
                let size = i64::from(sizes[lane]).clamp(0, end.max(0));
                // Within the box the index fits in 32 bits, since the table has at most 2^30
                // entries.
                index[lane] = index[lane].wrapping_add((size * stride) as i32);
                key[lane] += size * key_stride;
                total[lane] += size;
            }
        }
        if heap.count == Count::Zero {
            return true;
        }
        for (lane, &on) in mask.iter().enumerate() {
            let place = Place { index: 0, key: key[lane], total: total[lane] };
            let good = outside[lane] == 0 && self.layout.is_lower(self.from, (heap.kind, place));
            if on == 1 && !good {
                return false;
            }
            index[lane] = if on == 1 { index[lane] + area.base as i32 } else { 0 };
        }
        true
    }
}
