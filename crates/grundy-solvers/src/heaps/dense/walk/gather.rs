//! Options whose sizes are not linear in the slot of the innermost loop: computed in blocks, and
//! gathered.

use grundy_games::compiled::{
    interval::Interval,
    program::{Count, Program},
    shape::Shape,
};

use super::{Bail, Walk};
use crate::heaps::dense::{
    layout::Place,
    sink::{BLOCK, Sink},
};

/// Room for the indices of the options of a block.
#[derive(Default)]
pub(super) struct Indices {
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
        let mut mask = [0; BLOCK];
        let mut first = low;
        while first <= high {
            let last = high.min(first + BLOCK as i64 - 1);
            let count = (last - first + 1) as usize;
            let mask = &mut mask[..count];
            if self.mask(program, shape, (at, slot), first, mask)? && self.indices(program, (slot, first), mask)? {
                sink.gathered(&self.indices.odd, &self.indices.even, mask);
            } else {
                self.singly(program, (at, slot), (first, last), sink)?;
            }
            self.step(count as u64)?;
            first = last + 1;
        }
        Ok(())
    }

    /// Finds the indices of the heaps of a block of options, and takes those with a negative size
    /// off the mask; `false` if the options have to be looked at one by one.
    fn indices(&mut self, program: &Program, (slot, first): (usize, i64), mask: &mut [u8]) -> Result<bool, Bail> {
        let count = mask.len();
        self.indices.odd.clear();
        self.indices.even.clear();
        let mut sizes = [0; BLOCK];
        for heap in &program.heaps {
            let area = &self.layout.boxes[heap.kind];
            let (mut index, mut key, mut total) = ([0i32; BLOCK], [0i64; BLOCK], [0i64; BLOCK]);
            let mut outside = [0u8; BLOCK];
            for (at, size) in heap.sizes.iter().enumerate() {
                if !self.lanes.term(size, (slot, first), &self.slots, &mut sizes[..count], self.budget)? {
                    return Ok(false);
                }
                let (stride, key_stride, end) = (area.strides[at], area.keys[at], area.ends[at]);
                for lane in 0..count {
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
                continue;
            }
            for lane in 0..count {
                let place = Place { index: 0, key: key[lane], total: total[lane] };
                let good = outside[lane] == 0 && self.layout.is_lower(self.from, (heap.kind, place));
                if mask[lane] == 1 && !good {
                    return Ok(false);
                }
                index[lane] += area.base as i32;
            }
            match heap.count {
                Count::Odd => self.indices.odd.push(index),
                _ => self.indices.even.push(index),
            }
        }
        for index in self.indices.odd.iter_mut().chain(&mut self.indices.even) {
            index.iter_mut().zip(&*mask).for_each(|(index, &on)| *index = if on == 1 { *index } else { 0 });
        }
        Ok(true)
    }
}
