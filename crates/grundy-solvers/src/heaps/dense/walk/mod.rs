//! Runs programs: loops over the slots of a clause, in blocks where its shape allows it.
//!
//! Whatever is odd ends the work with [`Bail::Odd`]: a division by zero, a heap that is not lower,
//! one outside of its box, too many combinations.

mod gather;
mod option;
mod ranges;
mod triples;
mod xored;

use grundy_games::compiled::{
    bounds::{self, Bounder, LoopNumbers},
    interval::Interval,
    program::{HeapCount, Program, Step},
    shape::ProgramShape,
    term::{Guard, SizeTerm},
};

use super::{
    lanes::{Lanes, SizeLanes, SlotBlock, WIDTH},
    layout::{HeapPlace, TableLayout},
    sink::{IndexRun, IndexSink},
};
use crate::support::budget::{Budget, Stopped};
use gather::{BlockIndices, Skips};

/// Why the work ended.
#[derive(Debug)]
pub(super) enum Bail {
    /// Only the plain meaning can answer.
    Odd,
    /// The budget is used up.
    Stopped(Stopped),
}

impl From<Stopped> for Bail {
    fn from(stopped: Stopped) -> Bail {
        Bail::Stopped(stopped)
    }
}

/// More combinations than this at one heap are left to the plain meaning, which refuses some more.
pub(super) const MOST_TRIALS: u64 = 9_000_000;

/// So many options are shown between two looks at the clock.
const STRIDE: u64 = 1 << 16;

/// To bound a loop, and to list divisors, costs as much as so many steps.
const BOUNDED: u64 = 64;
const LISTED: u64 = 1 << 10;

/// Runs programs at one heap after another.
pub(super) struct ProgramWalk<'a> {
    pub layout: &'a TableLayout,
    pub budget: &'a mut Budget,
    pub lanes: Lanes,
    /// The numbers in the slots of the program that is run.
    pub slots: Vec<i64>,
    /// The kind and the place of the heap.
    pub from: (usize, HeapPlace),
    /// The number of the row of the heap: heaps that follow each other and differ in their last
    /// size by 1 are in one row.
    pub row: u64,
    trials: u64,
    steps: u64,
    indices: BlockIndices,
    skips: Skips,
    runs: Runs,
    /// For each size the exclusive or of the values of all smaller plain heaps, up to the heap that
    /// is run, if a program has ranges.
    pub prefixes: Option<Vec<u32>>,
    /// Room for the pieces of the sizes of an option.
    pieces: Vec<(i64, i64)>,
    /// Bounds loops.
    pub bounder: Bounder,
}

/// The heaps of a run of options that is within the table, and the numbers in the slot at its ends.
#[derive(Default)]
struct Runs {
    odd: Vec<IndexRun>,
    even: Vec<IndexRun>,
    first: i64,
    last: i64,
}

impl<'a> ProgramWalk<'a> {
    pub fn new(layout: &'a TableLayout, budget: &'a mut Budget, slots: usize) -> ProgramWalk<'a> {
        let from = (0, HeapPlace { index: 0, key: 0, total: 0 });
        ProgramWalk {
            layout,
            budget,
            lanes: Lanes::new(),
            slots: vec![0; slots],
            from,
            row: 0,
            trials: 0,
            steps: 0,
            indices: BlockIndices::default(),
            skips: Skips::default(),
            runs: Runs::default(),
            prefixes: None,
            pieces: Vec::new(),
            bounder: Bounder::default(),
        }
    }

    /// Goes to a heap.
    #[inline]
    pub fn enter(&mut self, kind: usize, sizes: &[i64]) {
        let last = sizes.len() - 1;
        let old = &mut self.slots[..=last];
        if self.row > 0 && kind == self.from.0 && sizes[last] == old[last] + 1 && is_row(sizes, old) {
            let (area, place) = (&self.layout.boxes[kind], &mut self.from.1);
            place.index += area.strides[last];
            place.key += area.keys[last];
            place.total += 1;
            old[last] += 1;
        } else {
            self.row += 1;
            self.from = (kind, self.layout.place(kind, sizes));
            old.copy_from_slice(sizes);
        }
    }

    /// What the next heap of the row adds to a place.
    #[inline]
    pub fn stride(&self, last: usize) -> HeapPlace {
        let area = &self.layout.boxes[self.from.0];
        HeapPlace { index: area.strides[last], key: area.keys[last], total: 1 }
    }

    /// Goes to the next heap of the row.
    #[inline(always)]
    pub fn advance(&mut self, last: usize, step: HeapPlace) {
        let place = &mut self.from.1;
        place.index += step.index;
        place.key += step.key;
        place.total += step.total;
        self.slots[last] += 1;
    }

    /// Counts steps, and looks at the budget now and then.
    #[inline]
    pub fn step(&mut self, steps: u64) -> Result<(), Bail> {
        self.steps += steps;
        if self.steps >= STRIDE {
            self.steps = 0;
            self.budget.poll()?;
        }
        Ok(())
    }

    /// Shows the options of the heap by a program.
    pub fn options(
        &mut self,
        (program, shape): (&Program, &ProgramShape),
        sink: &mut impl IndexSink,
    ) -> Result<(), Bail> {
        self.trials = 0;
        self.nested(program, shape, 0, sink)
    }

    /// Begins to count the combinations of a program, with so many.
    #[inline]
    pub fn reset(&mut self, program: &Program, trials: u64) -> Result<(), Bail> {
        self.trials = 0;
        self.count(program, trials)
    }

    /// Counts combinations that the plain meaning tries.
    #[inline]
    fn count(&mut self, program: &Program, trials: u64) -> Result<(), Bail> {
        self.trials = self.trials.saturating_add(trials);
        if program.limited && self.trials > MOST_TRIALS { Err(Bail::Odd) } else { Ok(()) }
    }

    #[inline]
    pub fn value(&self, term: &SizeTerm) -> Result<i64, Bail> {
        match term {
            SizeTerm::Affine(own) => Ok(own.value(&self.slots)),
            other => other.value(&self.slots).ok_or(Bail::Odd),
        }
    }

    pub fn holds(&self, guard: &Guard) -> Result<bool, Bail> {
        guard.holds(&self.slots).ok_or(Bail::Odd)
    }

    /// Runs the steps from `at` on. Recursion is as deep as the text has steps.
    fn nested(
        &mut self,
        program: &Program,
        shape: &ProgramShape,
        at: usize,
        sink: &mut impl IndexSink,
    ) -> Result<(), Bail> {
        match program.steps.get(at) {
            None => self.option(program, sink),
            Some(Step::Where(guard)) if shape.covered.contains(&at) || self.holds(guard)? => {
                self.nested(program, shape, at + 1, sink)
            }
            Some(Step::Where(_)) => Ok(()),
            Some(Step::Each { slot, ranges, trials }) => {
                if let Some(form) = shape.triples.as_ref().filter(|form| form.at == at)
                    && self.triples(program, form, sink)?
                {
                    return Ok(());
                }
                for (low, high) in ranges {
                    let (low, high) = (self.value(low)?, self.value(high)?);
                    if low > high {
                        continue;
                    }
                    self.count(program, high.abs_diff(low).saturating_add(1).saturating_mul(*trials))?;
                    let range = (low, high);
                    let numbers =
                        bounds::numbers(shape.bounds_at(at), *slot, range, &mut self.slots, &mut self.bounder);
                    if !shape.bounds_at(at).is_empty() {
                        self.step(BOUNDED)?;
                    }
                    // Guards that the ends of the loop say are not evaluated.
                    let is_innermost = || program.steps[at + 1..].iter().all(|step| guard(step).is_some());
                    let shape = match &shape.bounded {
                        Some(bounded) if self.bounder.exact && is_innermost() => bounded,
                        _ => shape,
                    };
                    let (low, high) = match numbers {
                        LoopNumbers::Range(low, high) if low > high => continue,
                        LoopNumbers::Range(low, high) => (low, high),
                        LoopNumbers::Listed(all) => {
                            self.step(LISTED)?;
                            for number in all {
                                self.step(1)?;
                                self.slots[*slot] = number;
                                self.nested(program, shape, at + 1, sink)?;
                            }
                            continue;
                        }
                    };
                    if !program.ranges.is_empty() && at + 1 == program.steps.len() {
                        self.ranged(program, *slot, (low, high), sink)?;
                    } else if shape.inner == Some(at) {
                        self.inner(program, shape, (at, *slot), (low, high), sink)?;
                    } else {
                        for number in low..=high {
                            self.step(1)?;
                            self.slots[*slot] = number;
                            self.nested(program, shape, at + 1, sink)?;
                        }
                    }
                }
                Ok(())
            }
        }
    }

    /// Runs the innermost loop over a range, in blocks.
    fn inner(
        &mut self,
        program: &Program,
        shape: &ProgramShape,
        (at, slot): (usize, usize),
        (low, high): Interval,
        sink: &mut impl IndexSink,
    ) -> Result<(), Bail> {
        for (place, step) in program.steps.iter().enumerate().skip(at + 1) {
            if shape.masks.iter().all(|mask| mask.place != place)
                && !shape.covered.contains(&place)
                && let Some(guard) = guard(step)
                && !self.holds(guard)?
            {
                return Ok(());
            }
        }
        if let Some(xored) = &shape.xored
            && sink.takes_blocks()
            && self.xored((program, shape, xored), (at, slot), (low, high), sink)?
        {
            return Ok(());
        }
        if !shape.linear {
            return self.gather(program, shape, (at, slot), (low, high), sink);
        }
        if shape.masks.is_empty() {
            return self.block(program, slot, (low, high), sink);
        }
        let mut from = low;
        while from <= high {
            let mut until = high;
            if self.find_runs(program, slot, from, &mut until)? {
                self.masked(program, shape, (at, slot), (from, until), sink)?;
            } else {
                self.singly((program, shape), (at, slot), (from, until), sink)?;
            }
            self.step(1)?;
            from = until + 1;
        }
        Ok(())
    }

    /// Shows the options of a program without masks for the numbers in a range of its innermost
    /// loop.
    pub fn block(
        &mut self,
        program: &Program,
        slot: usize,
        (low, high): Interval,
        sink: &mut impl IndexSink,
    ) -> Result<(), Bail> {
        let mut from = low;
        while from <= high {
            let mut until = high;
            if !self.find_runs(program, slot, from, &mut until)? {
                return Err(Bail::Odd);
            }
            self.unmasked(sink)?;
            self.step(1)?;
            from = until + 1;
        }
        Ok(())
    }

    /// Finds the heaps of the options from `from` on, up to where a piece of a term ends, which
    /// lowers `until`. `false` if one is outside of its box or not lower.
    fn find_runs(&mut self, program: &Program, slot: usize, from: i64, until: &mut i64) -> Result<bool, Bail> {
        self.pieces.clear();
        for size in program.heaps.iter().flat_map(|heap| &heap.sizes) {
            self.pieces.push(size.piece(slot, from, until, &self.slots).ok_or(Bail::Odd)?);
        }
        // Options with a negative size are left out.
        let (mut first, mut last) = (from, *until);
        for &(constant, slope) in &self.pieces {
            if slope == 1 {
                first = first.max(-constant);
            } else if slope > 0 {
                first = first.max((-constant).div_euclid(slope) + i64::from((-constant).rem_euclid(slope) != 0));
            } else if slope == -1 {
                last = last.min(constant);
            } else if slope < 0 {
                last = last.min(constant.div_euclid(-slope));
            } else if constant < 0 {
                last = first - 1;
            }
        }
        self.runs.clear();
        (self.runs.first, self.runs.last) = (first, last);
        if first > last {
            return Ok(true);
        }
        let mut next = self.pieces.iter();
        for heap in &program.heaps {
            let area = &self.layout.boxes[heap.kind];
            let mut start = HeapPlace { index: area.base, key: 0, total: 0 };
            let mut end = start;
            // Both ends lie in the box, so that a step does too, if there is one.
            let mut step = 0i64;
            for (at, &(constant, slope)) in (0..heap.sizes.len()).zip(next.by_ref()) {
                let (a, b) = (constant + slope * first, constant + slope * last);
                if a.max(b) > area.ends[at] {
                    if heap.count == HeapCount::Zero {
                        continue;
                    }
                    return Ok(false);
                }
                step = step.wrapping_add(slope.wrapping_mul(area.strides[at]));
                for (place, size) in [(&mut start, a), (&mut end, b)] {
                    place.index += size * area.strides[at];
                    place.key += size * area.keys[at];
                    place.total += size;
                }
            }
            if heap.count == HeapCount::Zero {
                continue;
            }
            let most = HeapPlace { index: 0, key: start.key.max(end.key), total: start.total.max(end.total) };
            if !self.layout.is_lower(self.from, (heap.kind, most)) {
                return Ok(false);
            }
            self.runs.push(&heap.count, IndexRun { start: start.index, step: if first < last { step } else { 0 } });
        }
        Ok(true)
    }

    fn unmasked(&mut self, sink: &mut impl IndexSink) -> Result<(), Bail> {
        let mut left = self.runs.count();
        while left > 0 {
            let count = left.min(STRIDE as usize);
            sink.run(&self.runs.odd, &self.runs.even, count);
            self.runs.skip(count);
            self.step(count as u64)?;
            left -= count;
        }
        Ok(())
    }

    /// Runs of options that guards restrict.
    fn masked(
        &mut self,
        program: &Program,
        shape: &ProgramShape,
        (at, slot): (usize, usize),
        (from, until): Interval,
        sink: &mut impl IndexSink,
    ) -> Result<(), Bail> {
        let mut runs = std::mem::take(&mut self.runs);
        if shape.strict {
            // Options with a negative size do not exist, but their guards may have no value.
            let first = runs.first.min(until + 1);
            self.singly((program, shape), (at, slot), (from, first - 1), sink)?;
            self.singly((program, shape), (at, slot), (runs.last.max(first - 1) + 1, until), sink)?;
        }
        let mut mask = [0; WIDTH];
        while runs.first <= runs.last {
            let first = runs.first;
            let count = runs.count().min(WIDTH);
            let known = SizeLanes { program, sizes: &[] };
            match self.mask((known, shape), (slot, first), &mut mask[..count])? {
                Some(true) => sink.masked(&runs.odd, &runs.even, &mask[..count]),
                Some(false) => {}
                None => self.singly((program, shape), (at, slot), (first, first + count as i64 - 1), sink)?,
            }
            self.step(count as u64)?;
            runs.skip(count);
        }
        self.runs = runs;
        Ok(())
    }

    /// Sets the mask to where the guards after the innermost loop hold, and returns whether they do
    /// somewhere; `None` if a part of one of them has no value.
    fn mask(
        &mut self,
        (known, shape): (SizeLanes<'_>, &ProgramShape),
        block: SlotBlock,
        mask: &mut [u8],
    ) -> Result<Option<bool>, Bail> {
        mask.fill(1);
        for own in &shape.masks {
            let Some(guard) = guard(&known.program.steps[own.place]) else { continue };
            let found = if own.alone {
                self.lanes.guard_alone(guard, (block, known), &self.slots, mask, self.budget)?
            } else {
                self.lanes.guard(guard, (block, known), &self.slots, mask, self.budget)?
            };
            if !found {
                return Ok(None);
            }
            // A guard is not evaluated where one before it does not hold.
            if mask.iter().fold(0, |any, on| any | on) == 0 {
                return Ok(Some(false));
            }
        }
        Ok(Some(true))
    }

    /// A part of the innermost loop, option by option.
    fn singly(
        &mut self,
        (program, shape): (&Program, &ProgramShape),
        (at, slot): (usize, usize),
        (first, last): Interval,
        sink: &mut impl IndexSink,
    ) -> Result<(), Bail> {
        for number in first..=last {
            self.slots[slot] = number;
            let mut holds = true;
            for (place, step) in program.steps.iter().enumerate().skip(at + 1) {
                if let Some(guard) = guard(step).filter(|_| !shape.covered.contains(&place)) {
                    holds = holds && self.holds(guard)?;
                }
            }
            if holds {
                self.option(program, sink)?;
            } else {
                self.step(1)?;
            }
        }
        Ok(())
    }
}

impl Runs {
    fn clear(&mut self) {
        self.odd.clear();
        self.even.clear();
    }

    fn push(&mut self, count: &HeapCount, run: IndexRun) {
        match count {
            HeapCount::Odd => self.odd.push(run),
            HeapCount::Even => self.even.push(run),
            HeapCount::Zero | HeapCount::Term(_) => {}
        }
    }

    /// Goes to a later option.
    fn skip(&mut self, options: usize) {
        self.first += options as i64;
        self.odd.iter_mut().chain(&mut self.even).for_each(|run| *run = run.from(options));
    }

    fn count(&self) -> usize {
        (self.last - self.first + 1).max(0) as usize
    }
}

/// Whether all sizes but the last are equal. Rows have few sizes: a loop is faster than a call that
/// compares memory.
#[inline(always)]
fn is_row(sizes: &[i64], old: &[i64]) -> bool {
    let last = sizes.len() - 1;
    let mut pairs = sizes.iter().zip(old).take(last);
    pairs.all(|(new, old)| new == old)
}

fn guard(step: &Step) -> Option<&Guard> {
    match step {
        Step::Where(guard) => Some(guard),
        Step::Each { .. } => None,
    }
}
