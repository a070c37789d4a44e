//! A clause as a program: nested loops over slots, guards between them, and the heaps of an option.
//!
//! ```text
//! F(a, b) -> F(a-k*b, b) for k in 1..a/b where k % 2 = 1
//! slots   0: a, 1: b, 2: k
//! steps   each slot 2 in 1..a/b; where k % 2 = 1
//! heaps   F with the sizes a - k*b and b
//! ```
//!
//! *Limits.* No sums over a range inside expressions, and ranges of heaps on plain heaps only.

use crate::{
    compiled::term::{Guard, SizeTerm},
    heaps::{
        clause::{self, Clause, Each, Summand},
        expr::{Condition, Expr},
    },
};

/// One rule about one kind of heap.
///
/// It is run by a walk over its steps; each shows the options that the clause shows, in the same
/// order.
#[derive(Clone, Debug)]
pub struct Program {
    /// The place of the kind that it is about.
    pub kind: usize,
    /// How many slots it has. The sizes of the heap come first.
    pub slots: usize,
    /// Loops and guards, the outermost first.
    pub steps: Vec<Step>,
    /// The heaps of an option.
    pub heaps: Vec<ProgramHeap>,
    /// Of plain heaps: an option also has all heaps from the first size of each range to the last.
    pub ranges: Vec<(SizeTerm, SizeTerm)>,
    /// Whether the plain meaning limits how many combinations it tries. Whoever runs it counts the
    /// same combinations, and stops where the plain meaning has a fault.
    pub limited: bool,
}

/// A loop or a guard.
///
/// The steps are run from the outermost on; a guard that does not hold skips what follows.
#[derive(Clone, Debug)]
pub enum Step {
    /// The slot runs through these ranges, both ends included.
    Each {
        /// The slot.
        slot: usize,
        /// The ranges.
        ranges: Vec<(SizeTerm, SizeTerm)>,
        /// How many combinations the plain meaning counts for each number.
        trials: u64,
    },
    /// What follows is run if the guard holds.
    Where(Guard),
}

/// A heap of an option, or several equal ones.
///
/// Its sizes are terms over the slots that are bound by then.
#[derive(Clone, Debug)]
pub struct ProgramHeap {
    /// The place of its kind.
    pub kind: usize,
    /// Its sizes. If one is negative, there is no option.
    pub sizes: Vec<SizeTerm>,
    /// How many of them there are.
    pub count: HeapCount,
}

/// How many equal heaps there are.
///
/// In normal play only its parity matters, since equal heaps cancel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HeapCount {
    /// None: the sizes are only compared with 0.
    Zero,
    /// An odd number.
    Odd,
    /// An even number that is not 0: their values cancel.
    Even,
    /// As many as the term's value.
    Term(SizeTerm),
}

impl HeapCount {
    /// That many.
    pub fn of(count: i64) -> HeapCount {
        match count {
            0 => HeapCount::Zero,
            count if count % 2 == 0 => HeapCount::Even,
            _ => HeapCount::Odd,
        }
    }
}

/// The most programs of one game.
pub const MOST_PROGRAMS: usize = 64;

/// More equal heaps than this are a fault of the plain meaning.
pub const MOST_EQUAL: i64 = 1 << 20;

/// The program of a clause. `kind_of` returns the place of a kind; without a kind it is `own`.
/// `None` for a clause that programs do not cover, which is left to the plain meaning.
///
/// In `for a + b = total` the last name has no loop: it is replaced by what the others leave,
/// wherever it occurs later.
pub fn of_clause(clause: &Clause, own: usize, kind_of: &dyn Fn(&str) -> Option<usize>) -> Option<Program> {
    let mut replaced: Vec<(usize, SizeTerm)> = Vec::new();
    let mut steps = Vec::new();
    for step in &clause.steps {
        match step {
            clause::ClauseStep::Where(condition) => guards(condition, &replaced, &mut steps)?,
            clause::ClauseStep::In(slot, values) => {
                let range = |(low, high): &(Expr, Option<Expr>)| {
                    let low = SizeTerm::of(low, &replaced)?;
                    let high = high.as_ref().map_or(Some(low.clone()), |high| SizeTerm::of(high, &replaced))?;
                    Some((low, high))
                };
                let ranges = values.0.iter().map(range).collect::<Option<_>>()?;
                steps.push(Step::Each { slot: *slot, ranges, trials: 1 });
            }
            clause::ClauseStep::Parts(slots, total) => {
                let mut rest = SizeTerm::of(total, &replaced)?;
                let (&last, first) = slots.split_last()?;
                steps.push(Step::Where(Guard::at_most(SizeTerm::number(0), rest.clone())));
                for (at, &slot) in first.iter().enumerate() {
                    let ranges = vec![(SizeTerm::number(0), rest.clone())];
                    steps.push(Step::Each { slot, ranges, trials: 1 + u64::from(at + 1 == first.len()) });
                    rest = rest.plus(SizeTerm::slot(slot).times(-1)?)?;
                }
                replaced.push((last, rest));
            }
        }
    }
    let (mut heaps, mut ranges) = (Vec::new(), Vec::new());
    for summand in &clause.terms {
        let heap = match summand {
            Summand::Heaps(heap) => heap,
            Summand::Each(each) => {
                let (low, high) = range(clause, each)?;
                ranges.push((SizeTerm::of(low, &replaced)?, SizeTerm::of(high, &replaced)?));
                continue;
            }
        };
        let kind = heap.kind.as_deref().map_or(Some(own), kind_of)?;
        let sizes = heap.sizes.iter().map(|size| SizeTerm::of(size, &replaced)).collect::<Option<_>>()?;
        let count = match heap.count.as_ref().map(|count| SizeTerm::of(count, &replaced)) {
            None => HeapCount::Odd,
            Some(Some(SizeTerm::Affine(count))) if count.factors.is_empty() => {
                // A count that the plain meaning refuses is left to it.
                if !(0..=MOST_EQUAL).contains(&count.constant) {
                    return None;
                }
                HeapCount::of(count.constant)
            }
            Some(count) => HeapCount::Term(count?),
        };
        heaps.push(ProgramHeap { kind, sizes, count });
    }
    Some(Program { kind: own, slots: clause.names.len(), steps, heaps, ranges, limited: true })
}

/// The ends of `heaps(b for b in low..high)` on plain heaps; `None` for any other form.
fn range<'a>(clause: &Clause, each: &'a Each) -> Option<(&'a Expr, &'a Expr)> {
    let [clause::NewHeap { count: None, kind: None, sizes }] = &each.heaps[..] else { return None };
    let [(low, Some(high))] = &each.values.0[..] else { return None };
    let plain = clause.kind.is_none() && each.condition.is_none() && !each.any && sizes[..] == [Expr::Name(each.slot)];
    plain.then_some((low, high))
}

/// The guards of a condition: the parts of a conjunction one by one, in their order. So each part
/// is tested as early as the steps allow.
fn guards(condition: &Condition, replaced: &[(usize, SizeTerm)], steps: &mut Vec<Step>) -> Option<()> {
    if let Condition::And(left, right) = condition {
        guards(left, replaced, steps)?;
        return guards(right, replaced, steps);
    }
    steps.push(Step::Where(Guard::of(condition, replaced)?));
    Some(())
}
