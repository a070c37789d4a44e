//! The exact value of one heap from all of its splits, without the list of the rare heaps: for
//! games in which too many heaps are rare.
//!
//! In games such as `octal 0.007` a third of all heaps is rare, and the marks for the splits with a
//! rare heap in them, whose other heaps lie anywhere, cost more than marks for all splits in their
//! order. Here some of all splits are marked, which leaves a few dozen smaller values open; for
//! each of these in turn the other splits are searched, many at a time. The first value without a
//! split is that of the heap.
//!
//! *Example.* Heap 100,000 of `octal 0.004` has 50,000 splits and the value 400. The first 20,000
//! of them leave some 20 smaller values without a mark, and the searches for these read about as
//! much as 4 passes over the other splits.
//!
//! *Cost:* for a heap n and an amount, n/5 marks and some n/2 steps of searches, of which 32 take
//! two or three cycles. All values have to be stored.

use grundy_simd::{
    Level,
    splits::{self, Marks},
};

use super::{
    SplitMoves,
    exact::{ExactValue, Gone},
    split::ParitySplit,
};

/// With more rare heaps than one in this many, this costs less than a mark for each of them.
const MANY: usize = 12;

/// The part of all heaps that is split off for marks before the searches, and the least number.
const MARKED: (usize, usize) = (5, 64);

/// The marks of the last heap.
#[derive(Clone)]
pub(super) struct DenseMarks {
    marks: Box<Marks>,
}

/// Whether a search of all splits costs less than one of those with a rare heap.
pub(super) fn pays(rare: usize, heap: usize) -> bool {
    rare > heap / MANY
}

impl DenseMarks {
    pub(super) fn new() -> DenseMarks {
        DenseMarks { marks: Box::new([0; 1 << 16]) }
    }

    /// Returns the value of `heap`, as [`ExactSearch::find`](super::exact::ExactSearch::find) does,
    /// from the values of all smaller heaps; `largest` is the largest of them.
    pub(super) fn find(
        &mut self,
        level: Level,
        moves: &SplitMoves,
        split: ParitySplit,
        heap: usize,
        values: &[u16],
        largest: u16,
    ) -> Result<ExactValue, Gone> {
        let marks = &mut *self.marks;
        // No exclusive or of values has more bits than the largest one.
        let end = (usize::from(largest) + 1).next_power_of_two();
        marks[..end].fill(0);
        if moves.whole.contains(&heap) {
            marks[0] = 1;
        }
        for &taken in moves.take.iter().filter(|&&taken| taken < heap) {
            marks[usize::from(*values.get(heap - taken).ok_or(Gone)?)] = 1;
        }
        let marked = MARKED.1.max(heap / MARKED.0);
        // For each amount, the smaller and the larger heaps of the splits that are not marked.
        let mut others = Vec::with_capacity(moves.split.len());
        for &taken in &moves.split {
            let (rest, most) = (heap.saturating_sub(taken), moves.most(heap, taken));
            let first = marked.min(most);
            let range = |from: usize, to: usize| values.get(from..to).ok_or(Gone);
            if most > 0 {
                splits::mark(level, range(1, first + 1)?, range(rest - first, rest)?, marks);
                others.push((range(first + 1, most + 1)?, range(rest - most, rest - first)?));
            }
        }
        let (mut value, mut offset) = (0, marked);
        while value < end {
            if marks[value] == 0 {
                let has = |&(near, far): &(&[u16], &[u16])| splits::first(level, near, far, value as u16);
                match others.iter().find_map(has) {
                    None => break,
                    Some(at) if !split.common(heap, value as u32) => offset = offset.max(marked + at),
                    Some(_) => {}
                }
            }
            value += 1;
        }
        Ok(ExactValue { value: value as u32, offset: offset + moves.split.iter().max().unwrap_or(&0) })
    }
}
