//! Options whose sizes are exclusive ors of the number in the slot of the innermost loop and of
//! what is fixed, in blocks of 64.
//!
//! Where these numbers share all but their last six digits, so do the sizes: they are one block of
//! the table in another order. So the guards of such a block of numbers, as bits, are brought into
//! the order of the table, bounds of the size cut them at the ends, and the sink finds what values
//! the rest has. Guards without other slots are evaluated once for each block of numbers.
//!
//! Example, `n -> xor(n, k) for k in 1..n where xor(n, k) < n` at n = 70 = 64 + 6: the numbers 1 to
//! 63 leave heaps of the block 64 to 127, of which 64 to 69 are less than 70; the numbers 64 to 70
//! leave the heaps 6, 7, 4, 5, 2, 3 and 0 of the block 0 to 63.

use grundy_games::compiled::{
    interval::Interval,
    program::Program,
    shape::{ProgramShape, Xored},
    term::{Guard, SizeTerm},
};

use super::{Bail, ProgramWalk, guard};
use crate::heaps::dense::{
    planes::{BLOCK, entries, turned},
    sink::IndexSink,
};

/// The digits within a block.
const DIGITS: u32 = BLOCK.ilog2();
const LAST: i64 = BLOCK as i64 - 1;

/// The bits of a block at the places from `first` to `last`, which may lie outside of it.
fn between(first: i64, last: i64) -> u64 {
    if first > LAST || last < 0 || first > last {
        return 0;
    }
    u64::MAX << first.max(0) & u64::MAX >> (LAST - last.min(LAST))
}

impl ProgramWalk<'_> {
    /// Shows the options for the numbers in a range; `false`, and none is shown, if a number is
    /// negative or has no value.
    pub(super) fn xored(
        &mut self,
        (program, shape, xored): (&Program, &ProgramShape, &Xored),
        (at, slot): (usize, usize),
        (low, high): Interval,
        sink: &mut impl IndexSink,
    ) -> Result<bool, Bail> {
        let [heap] = &program.heaps[..] else { return Ok(false) };
        let both = |sum: i64, term: &SizeTerm| Some(sum ^ term.value(&self.slots)?);
        let Some(fixed) = xored.fixed.iter().try_fold(0, both).filter(|&fixed| fixed >= 0 && low >= 0) else {
            return Ok(false);
        };
        let bound = |(term, more): &(SizeTerm, i64)| term.value(&self.slots).map(|value| value + more);
        let all = |bounds: &[(SizeTerm, i64)], end: i64, pick: fn(i64, i64) -> i64| {
            bounds.iter().try_fold(end, |end, own| Some(pick(end, bound(own)?)))
        };
        let (Some(least), Some(most)) = (all(&xored.least, 0, i64::max), all(&xored.most, i64::MAX, i64::min)) else {
            return Ok(false);
        };
        let alone: Vec<&Guard> =
            shape.masks.iter().filter(|mask| mask.alone).filter_map(|mask| guard(&program.steps[mask.place])).collect();
        let words = self.lanes.words_of(&alone, slot, low >> DIGITS);
        let (lower, base) = (self.layout.most(self.from, heap.kind), self.layout.boxes[heap.kind].base);
        for block in low >> DIGITS..=high >> DIGITS {
            let start = (block ^ fixed >> DIGITS) << DIGITS;
            if start > most || start + LAST < least {
                self.step(1)?;
                continue;
            }
            self.step(BLOCK as u64)?;
            let first = block << DIGITS;
            let Some(word) = self.lanes.word(words, block, (program, &self.slots), self.budget)? else {
                self.singly((program, shape), (at, slot), (low.max(first), high.min(first + LAST)), sink)?;
                continue;
            };
            let bits = turned(word & between(low - first, high - first), fixed) & between(least - start, most - start);
            if bits == 0 {
                continue;
            }
            if start + LAST <= lower {
                sink.block((base + start) as usize, bits);
            } else if start + LAST - i64::from(bits.leading_zeros()) <= lower {
                let mut room = [0; BLOCK];
                let many =
                    room.iter_mut().zip(entries((base + start) as usize, bits)).map(|(at, own)| *at = own).count();
                sink.single(&room[..many]);
            } else {
                self.singly((program, shape), (at, slot), (low.max(first), high.min(first + LAST)), sink)?;
            }
        }
        Ok(true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_between_two_places_are_those_in_the_block() {
        for first in -70..70i64 {
            for last in -70..70i64 {
                let plain = (0..64).filter(|at| (first..=last).contains(at)).fold(0, |all, at| all | 1u64 << at);
                assert_eq!(between(first, last), plain, "{first} {last}");
            }
        }
        assert_eq!(between(i64::MIN, i64::MAX), u64::MAX);
    }
}
