//! Options with all heaps of a range of sizes: the exclusive or of their values is that of two
//! prefixes.
//!
//! The order of what is looked at differs from the plain meaning where an option is left out, so
//! everything odd ends the work, also in options that a negative heap would leave out.

use grundy_games::compiled::{interval::Interval, program::Program, term::SizeTerm};

use super::{Bail, ProgramWalk};
use crate::heaps::dense::{sink::IndexSink, table::DenseCell};

/// More heaps of a range than this are a fault of the plain meaning.
const MOST_HEAPS: i64 = 1 << 20;

/// A term with the number in one slot left open: `constant + slope * number`.
type OpenTerm = (i64, i64);

impl ProgramWalk<'_> {
    /// Adds the values of the heaps before the one that was entered last to the prefixes.
    #[inline]
    pub fn sum_up_to_here<T: DenseCell>(&mut self, table: &[T]) {
        let Some(prefixes) = &mut self.prefixes else { return };
        let here = self.slots[0] as usize;
        while prefixes.len() <= here {
            let last = prefixes.len() - 1;
            let value = u32::try_from(table[last].wide()).expect("entries have at most 32 bits");
            prefixes.push(prefixes[last] ^ value);
        }
    }

    /// The exclusive or of the values of the heaps of a range; `None` if the first is negative, so
    /// that the option does not exist.
    #[inline]
    pub(super) fn range(&self, (low, high): Interval) -> Result<Option<usize>, Bail> {
        if low > high {
            return Ok(Some(0));
        }
        if low < 0 {
            return Ok(None);
        }
        let prefixes = self.prefixes.as_deref().ok_or(Bail::Odd)?;
        // Every heap is smaller than the one that is run, the values before which are summed up.
        if high >= self.slots[0] || high - low >= MOST_HEAPS {
            return Err(Bail::Odd);
        }
        Ok(Some((prefixes[high as usize + 1] ^ prefixes[low as usize]) as usize))
    }

    /// Shows the options for all numbers in the slot of the innermost loop, after which there is no
    /// guard.
    pub(super) fn ranged(
        &mut self,
        program: &Program,
        slot: usize,
        (low, high): Interval,
        sink: &mut impl IndexSink,
    ) -> Result<(), Bail> {
        self.slots[slot] = 0;
        let line = |term: &SizeTerm| match term {
            SizeTerm::Affine(own) => Some((own.value(&self.slots), own.factor(slot))),
            _ => None,
        };
        let lines: Option<Vec<(OpenTerm, OpenTerm)>> =
            program.ranges.iter().map(|(low, high)| Some((line(low)?, line(high)?))).collect();
        let (true, Some(lines)) = (program.heaps.is_empty(), lines) else {
            for number in low..=high {
                self.slots[slot] = number;
                self.option(program, sink)?;
            }
            return Ok(());
        };
        for number in low..=high {
            self.step(1)?;
            let at = |(constant, slope): OpenTerm| constant + slope * number;
            let mut ranges = Some(0);
            for &(low, high) in &lines {
                ranges = match (ranges, self.range((at(low), at(high)))?) {
                    (Some(sum), Some(own)) => Some(sum ^ own),
                    _ => None,
                };
            }
            if let Some(sum) = ranges {
                sink.ranged(&[], sum);
            }
        }
        Ok(())
    }
}
