//! One option: its heaps are found, and shown.

use grundy_games::compiled::program::{HeapCount, MOST_EQUAL, Program, ProgramHeap};

use super::{Bail, ProgramWalk};
use crate::heaps::dense::{
    layout::HeapPlace,
    sink::{IndexRun, IndexSink},
};

impl ProgramWalk<'_> {
    /// Shows the one option for the numbers in the slots.
    pub(super) fn option(&mut self, program: &Program, sink: &mut impl IndexSink) -> Result<(), Bail> {
        self.step(1)?;
        self.runs.clear();
        let mut all_lower = true;
        for heap in &program.heaps {
            let count = match &heap.count {
                HeapCount::Term(count) => match self.value(count)? {
                    ..0 => return Ok(()),
                    count if count > MOST_EQUAL => return Err(Bail::Odd),
                    count => &HeapCount::of(count),
                },
                count => count,
            };
            let Some((index, lower)) = self.index(heap)? else { return Ok(()) };
            all_lower &= lower || *count == HeapCount::Zero;
            self.runs.push(count, IndexRun { start: index, step: 0 });
        }
        let mut ranges = 0;
        for range in &program.ranges {
            match self.range((self.value(&range.0)?, self.value(&range.1)?))? {
                Some(sum) => ranges ^= sum,
                None => return Ok(()),
            }
        }
        if !all_lower {
            return Err(Bail::Odd);
        }
        if program.ranges.is_empty() {
            sink.run(&self.runs.odd, &self.runs.even, 1);
        } else {
            sink.ranged(&self.runs.odd, ranges);
        }
        Ok(())
    }

    /// The index of a heap of an option, and whether it is in its box and lower; `None` if one of
    /// its sizes is negative.
    fn index(&self, heap: &ProgramHeap) -> Result<Option<(i64, bool)>, Bail> {
        let area = &self.layout.boxes[heap.kind];
        let mut place = HeapPlace { index: area.base, key: 0, total: 0 };
        let mut outside = false;
        for (at, size) in heap.sizes.iter().enumerate() {
            let size = self.value(size)?;
            if size < 0 {
                return Ok(None);
            }
            outside |= size > area.ends[at];
            if !outside {
                place.index += size * area.strides[at];
                place.key += size * area.keys[at];
                place.total += size;
            }
        }
        Ok(Some((place.index, !outside && self.layout.is_lower(self.from, (heap.kind, place)))))
    }
}
