//! Options that are all triples of heaps with a sum, by the values of pairs.

use grundy_games::compiled::{
    program::{Program, Step},
    triples::Triples,
};

use super::{Bail, ProgramWalk, STRIDE};
use crate::heaps::dense::sink::IndexSink;

impl ProgramWalk<'_> {
    /// Shows the options of the two last loops of a program for the numbers in the slots before
    /// them; `false`, and none is shown, if the sink takes no such pairs, or a heap is not lower.
    pub(super) fn triples(
        &mut self,
        program: &Program,
        form: &Triples,
        sink: &mut impl IndexSink,
    ) -> Result<bool, Bail> {
        if !sink.pairs().is_some_and(|pairs| pairs.fit(form)) {
            return Ok(false);
        }
        let Some(Step::Each { slot, ranges, .. }) = program.steps.get(form.at) else { return Ok(false) };
        let [(_, most)] = &ranges[..] else { return Ok(false) };
        let (rest, end) = (self.value(&form.rest)?, self.value(most)?);
        // The least size of three is at most a third of their sum.
        let most = end.min((rest - 3 * form.step).div_euclid(3));
        // Every heap must be lower, and there is room for the sums of pairs below the table's end.
        if rest - 2 * form.least >= self.slots[0] || rest - form.least >= self.layout.entries {
            return Ok(false);
        }
        // What the plain meaning counts: every first heap, and every pair for it.
        if form.least <= end {
            self.count(program, end.abs_diff(form.least) + 1)?;
        }
        if most < form.least {
            return Ok(true);
        }
        if program.limited {
            for first in form.least..=most {
                self.slots[*slot] = first;
                let pairs = (rest - first - form.step).div_euclid(2) - (first + form.step) + 1;
                self.count(program, pairs.max(0) as u64)?;
            }
        }
        let (rest, least, most) = (rest as usize, form.least as usize, most as usize);
        while let Some(sum) = sink.pairs().map(|pairs| pairs.known()).filter(|sum| sum + least <= rest) {
            sink.add_pairs();
            self.step(sum as u64 / 2 + 1)?;
        }
        for first in (least..=most).step_by(STRIDE as usize) {
            let end = (most + 1).min(first + STRIDE as usize);
            sink.triples(rest, first..end);
            self.step((end - first) as u64)?;
        }
        Ok(true)
    }
}
