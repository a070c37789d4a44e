//! Which ways there are to run a program: along lines, by strides, in batches, or option by option.
//!
//! *Example.* In `a -> a-k for k in 1..3` the options of a heap are those of the heap before it,
//! each one higher, so a line of heaps is filled by a window that slides. A rule with a condition
//! on its loop is run in blocks, with a mask.

use crate::{
    compiled::{
        bounds::{self, LoopCondition},
        interval::{self, Interval},
        program::{HeapCount, Program, Step},
        term::{Affine, Guard, SizeTerm},
        triples::{Triples, triples},
    },
    heaps::expr::{Comparison, Function},
};

/// Numbers in lanes of 32 bits may grow to this.
pub const MOST_IN_LANE: i64 = 1 << 30;

/// Options of more heaps than this are not run in blocks.
pub const MOST_RUNS: usize = 8;

/// Shifts of more sizes than this are not tried.
const MOST_SHIFTED: usize = 6;

/// How a program may be run besides option by option.
///
/// Every field is a permission: a program can always be run option by option.
#[derive(Clone, Debug, Default)]
pub struct ProgramShape {
    /// Along lines of heaps.
    pub line: Option<OptionLine>,
    /// The place of the innermost loop among the steps, if it can be run in blocks.
    pub inner: Option<usize>,
    /// Whether all sizes of its options are piecewise linear in the slot of that loop.
    pub linear: bool,
    /// The guards that depend on that slot; all guards after that loop if one of them may have no
    /// value.
    pub masks: Vec<Mask>,
    /// Whether such a guard may have no value, so that it matters where and when it is evaluated.
    pub strict: bool,
    /// Whether the options are heaps whose sizes are exclusive ors with that slot.
    pub xored: Option<Xored>,
    /// Whether the options are all triples with a sum.
    pub triples: Option<Triples>,
    /// For each step the conditions that bound it, if it is a loop; empty if there are none.
    pub bounds: Vec<Vec<LoopCondition>>,
    /// The places of guards that need no look: the ends of the innermost loop say all of them.
    pub covered: Vec<usize>,
    /// The shape where the innermost loop runs between the ends that its conditions set, if these
    /// say all of some guards.
    pub bounded: Option<Box<ProgramShape>>,
}

impl ProgramShape {
    /// The conditions that bound the loop at this place among the steps.
    pub fn bounds_at(&self, at: usize) -> &[LoopCondition] {
        self.bounds.get(at).map_or(&[], Vec::as_slice)
    }
}

/// A guard that is evaluated for every number in the slot of the innermost loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mask {
    /// Its place among the steps.
    pub place: usize,
    /// Whether no other slot occurs in it: it holds for the same numbers at every heap.
    pub alone: bool,
}

/// An option is one heap of one size, the exclusive or of the number in the slot and of terms
/// without it. The guards after the loop are [`Mask::alone`] or bounds of the size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Xored {
    /// The terms without the slot.
    pub fixed: Vec<SizeTerm>,
    /// The size is not less than each of these terms without the slot, plus the number.
    pub least: Vec<(SizeTerm, i64)>,
    /// The size is not greater than each of these.
    pub most: Vec<(SizeTerm, i64)>,
}

/// The options of a heap are those of the heap one step before it on a line, and those at new ends
/// of the range of the one loop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionLine {
    /// The place of the loop among the steps.
    pub step: usize,
    /// Which sizes grow by 1 along a line.
    pub along: Vec<bool>,
    /// By how much the number in the slot grows for an option to stay the same.
    pub by: i64,
}

/// The ways to run a program, the slots of which lie in these intervals. Options with ranges of
/// heaps are run one by one.
pub fn shape(program: &Program, arity: usize, slots: &[Interval]) -> ProgramShape {
    if !program.ranges.is_empty() {
        return ProgramShape::default();
    }
    let constant = program.heaps.iter().all(|heap| !matches!(heap.count, HeapCount::Term(_)));
    let last = program.steps.iter().rposition(|step| matches!(step, Step::Each { .. }));
    let Some((at, slot)) = last.and_then(|at| match &program.steps[at] {
        Step::Each { slot, .. } => Some((at, *slot)),
        Step::Where(_) => None,
    }) else {
        return ProgramShape::default();
    };
    let sizes = || program.heaps.iter().flat_map(|heap| &heap.sizes);
    let after = || {
        program.steps.iter().enumerate().skip(at + 1).filter_map(|(place, step)| match step {
            Step::Where(guard) => Some((place, guard)),
            Step::Each { .. } => None,
        })
    };
    let linear = sizes().all(|size| size.is_linear_in(slot));
    let in_lanes = |covered: &[usize]| {
        let slots = &let_through(program, covered, slot, slots);
        let fits = |term: &SizeTerm| interval::of(term, slots, MOST_IN_LANE).is_some();
        slots[slot].0.abs().max(slots[slot].1.abs()) <= MOST_IN_LANE
            && after().filter(|(place, _)| !covered.contains(place)).flat_map(|(_, guard)| guard.terms()).all(fits)
            && (linear || sizes().all(fits))
    };
    let is_strict = |covered: &[usize]| {
        let mut own = after().filter(|(place, guard)| !covered.contains(place) && guard.uses(slot));
        own.any(|(_, guard)| !guard.terms().iter().all(|term| term.is_total_in(slots)))
    };
    let with = |covered: Vec<usize>| {
        let strict = is_strict(&covered);
        let masks = after()
            .filter(|(place, guard)| !covered.contains(place) && (strict || guard.uses(slot)))
            .map(|(place, guard)| Mask {
                place,
                alone: !strict && !(0..program.slots).any(|other| other != slot && guard.uses(other)),
            })
            .collect();
        let inner = (constant && in_lanes(&covered) && (1..=MOST_RUNS).contains(&program.heaps.len())).then_some(at);
        ProgramShape { inner, linear, masks, strict, covered, ..ProgramShape::default() }
    };
    let plain = with(Vec::new());
    let xored = if plain.strict { None } else { xored(program, slot, &plain.masks) };
    let covered = if xored.is_none() { bounds::covered(program, at, slots) } else { Vec::new() };
    ProgramShape {
        line: if constant && !plain.strict { line(program, arity, at, slot) } else { None },
        xored,
        triples: triples(program),
        bounds: (0..program.steps.len()).map(|at| bounds::conditions(program, at, slots)).collect(),
        bounded: (!covered.is_empty()).then(|| Box::new(with(covered))),
        ..plain
    }
}

/// The intervals of the slots, that of one of them cut above the last number that all of these
/// guards may let through.
fn let_through(program: &Program, guards: &[usize], slot: usize, slots: &[Interval]) -> Vec<Interval> {
    let mut slots = slots.to_vec();
    for &place in guards {
        let Step::Where(guard) = &program.steps[place] else { continue };
        let (low, high) = slots[slot];
        let mut fails_from = |first: i64| {
            slots[slot] = (first, high);
            interval::never(guard, &slots)
        };
        // The least number from which on the guard never holds; it holds nowhere above `high`.
        let (mut least, mut end) = (low, high.saturating_add(1));
        while least < end {
            let middle = least + (end - least) / 2;
            if fails_from(middle) { end = middle } else { least = middle + 1 }
        }
        slots[slot] = (low, (least - 1).min(high).max(low));
    }
    slots
}

/// The exclusive ors that the sizes of the options are, if they are.
fn xored(program: &Program, slot: usize, masks: &[Mask]) -> Option<Xored> {
    let [heap] = &program.heaps[..] else { return None };
    let ([size], HeapCount::Odd) = (&heap.sizes[..], &heap.count) else { return None };
    let fixed = others(size, slot)?;
    let is_size = |term: &SizeTerm| others(term, slot).is_some_and(|own| own == fixed);
    let (mut least, mut most) = (Vec::new(), Vec::new());
    for mask in masks.iter().filter(|mask| !mask.alone) {
        let Step::Where(Guard::Compare(a, comparison, b)) = &program.steps[mask.place] else { return None };
        let (bound, turned) = match (is_size(a), is_size(b)) {
            (true, false) if !b.uses(slot) => (b, false),
            (false, true) if !a.uses(slot) => (a, true),
            _ => return None,
        };
        let (below, above) = if turned { (&mut most, &mut least) } else { (&mut least, &mut most) };
        // What is added to the bound of a size that stands on the left; on the right it is the
        // opposite.
        let sign = if turned { -1 } else { 1 };
        match comparison {
            Comparison::Less => above.push((bound.clone(), -sign)),
            Comparison::LessOrEqual => above.push((bound.clone(), 0)),
            Comparison::Greater => below.push((bound.clone(), sign)),
            Comparison::GreaterOrEqual => below.push((bound.clone(), 0)),
            Comparison::Equal => {
                below.push((bound.clone(), 0));
                above.push((bound.clone(), 0));
            }
            Comparison::NotEqual => return None,
        }
    }
    Some(Xored { fixed: fixed.into_iter().cloned().collect(), least, most })
}

/// The terms of an exclusive or besides the slot, which occurs in it once and alone.
fn others(term: &SizeTerm, slot: usize) -> Option<Vec<&SizeTerm>> {
    let SizeTerm::Call(Function::Xor, all) = term else { return None };
    let (own, fixed): (Vec<&SizeTerm>, Vec<&SizeTerm>) = all.iter().partition(|term| term.uses(slot));
    (own == [&SizeTerm::Affine(Affine::slot(slot))]).then_some(fixed)
}

/// A shift that keeps all options of a program with one loop over one range.
///
/// Among the shifts that keep all sizes and guards, one along few sizes is preferred.
fn line(program: &Program, arity: usize, at: usize, slot: usize) -> Option<OptionLine> {
    let loops = program.steps.iter().filter(|step| matches!(step, Step::Each { .. })).count();
    let Step::Each { ranges, .. } = &program.steps[at] else { return None };
    if loops != 1 || ranges.len() != 1 || arity > MOST_SHIFTED {
        return None;
    }
    let mut shifts: Vec<Vec<bool>> =
        (1..1u32 << arity).map(|bits| (0..arity).map(|at| bits >> (arity - 1 - at) & 1 == 1).collect()).collect();
    shifts.sort_by_key(|along| along.iter().filter(|&&grows| grows).count());
    let keeps = |along: &Vec<bool>, by: i64| {
        let grown = along.iter().enumerate().filter(|(_, grows)| **grows).map(|(at, _)| (at, 1));
        let shift: Vec<(usize, i64)> = grown.chain([(slot, by)]).collect();
        let guards = program.steps.iter().filter_map(|step| match step {
            Step::Where(guard) => Some(guard),
            Step::Each { .. } => None,
        });
        program.heaps.iter().flat_map(|heap| &heap.sizes).all(|size| size.is_kept_by(&shift))
            && guards
                .filter(|guard| guard.uses(slot))
                .all(|guard| guard.terms().iter().all(|term| term.is_kept_by(&shift)))
    };
    let found = shifts.into_iter().flat_map(|along| [(along.clone(), 0), (along, 1)]);
    found.into_iter().find(|(along, by)| keeps(along, *by)).map(|(along, by)| OptionLine { step: at, along, by })
}
