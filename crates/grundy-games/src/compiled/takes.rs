//! The sentences `take .. leaving ..`, `split into ..` and octal codes as programs.
//!
//! *Example.* `take 1..3 leaving 0..2 heaps` becomes three programs: the whole heap if its size is
//! 1 to 3; one heap of a - t; and two heaps b and a - t - b with b from 1 to half of the rest.

use crate::{
    boards::heap::{Code, Parts, Take},
    compiled::{
        program::{HeapCount, MOST_PROGRAMS, Program, ProgramHeap, Step},
        term::{Affine, Guard, SizeTerm},
    },
    heaps::{
        expr::{Comparison, Function, Operator},
        numbers::AmountSet,
    },
};

/// More heaps than this are not left by nested loops.
const MOST_HEAPS: u64 = 6;

/// From this heap on the plain meaning may refuse to look for amounts that leave a way to part the
/// heap.
const SILENT: u64 = 10_000_000;

/// What is taken: the loop that finds it, if there is one, and the amount as a term.
struct TakenAmount {
    /// The loop and the guards that find the amount.
    steps: Vec<Step>,
    /// The number of slots so far.
    slots: usize,
    /// The amount.
    amount: SizeTerm,
}

/// Appends the programs of a sentence about heaps up to `largest`. `None` for a sentence that
/// programs do not cover; then some may be appended.
pub fn of_take(take: &Take, largest: u64, programs: &mut Vec<Program>) -> Option<()> {
    let (from, to) = (take.leaving.from, take.leaving.to?.min(largest));
    if take.amounts.contains(0) && from == 0 || largest >= SILENT || to > MOST_HEAPS {
        return None;
    }
    for (at, &kind) in take.amounts.kinds.iter().enumerate() {
        for (low, high) in take.amounts.spans(at, largest) {
            let (low, high) = (i64::try_from(low).ok()?, i64::try_from(high).ok()?);
            if to == 0 {
                programs.push(takes_all(kind, low, high)?);
            }
            for count in from.max(1)..=to {
                let count = i64::try_from(count).ok()?;
                let least = if from == 0 && count == 1 { 0 } else { least(count, take.parts) };
                if count > 1 && take.parts == Parts::Equal {
                    programs.push(equal(kind, low, high, count)?);
                } else {
                    programs.push(parted(taken(kind, low, high, least)?, count, take.parts)?);
                }
            }
            if programs.len() > MOST_PROGRAMS {
                return None;
            }
        }
    }
    Some(())
}

/// Appends the programs of an octal or hexadecimal code. `None` for a code that programs do not
/// cover; then some may be appended.
pub fn of_code(code: &Code, programs: &mut Vec<Program>) -> Option<()> {
    for (amount, &digit) in (0..).zip(&code.digits) {
        for count in (0..4).filter(|count| digit >> count & 1 == 1) {
            if count == 0 && amount == 0 || programs.len() > MOST_PROGRAMS {
                return None;
            }
            programs.push(match count {
                0 => takes_all(AmountSet::Any, amount, amount)?,
                count => {
                    let guard = Step::Where(Guard::at_most(SizeTerm::number(amount + count), heap()));
                    parted(
                        TakenAmount { steps: vec![guard], slots: 1, amount: SizeTerm::number(amount) },
                        count,
                        Parts::Any,
                    )?
                }
            });
        }
    }
    Some(())
}

/// The size of the heap.
fn heap() -> SizeTerm {
    SizeTerm::slot(0)
}

/// The counters of the smallest heaps, this many of them.
fn least(count: i64, parts: Parts) -> i64 {
    count + if parts == Parts::Unequal { count * (count - 1) / 2 } else { 0 }
}

/// The term divided by a number, rounded down.
fn divided(term: SizeTerm, by: i64) -> Option<SizeTerm> {
    SizeTerm::binary(Operator::Divide, term, SizeTerm::number(by))
}

/// The whole heap is taken, if its size is such an amount.
fn takes_all(kind: AmountSet, low: i64, high: i64) -> Option<Program> {
    let mut steps = vec![
        Step::Where(Guard::at_most(SizeTerm::number(low), heap())),
        Step::Where(Guard::at_most(heap(), SizeTerm::number(high))),
    ];
    steps.extend(is_of_kind(kind, heap())?.map(Step::Where));
    Some(Program { kind: 0, slots: 1, steps, heaps: Vec::new(), ranges: Vec::new(), limited: false })
}

/// The condition that an amount is of this kind; spans have none besides their ends.
fn is_of_kind(kind: AmountSet, amount: SizeTerm) -> Option<Option<Guard>> {
    let rest = |amount, rest| {
        let own = SizeTerm::binary(Operator::Remainder, amount, SizeTerm::number(2))?;
        Some(Guard::Compare(own, Comparison::Equal, SizeTerm::number(rest)))
    };
    Some(match kind {
        AmountSet::Span(_) | AmountSet::Any => None,
        AmountSet::Odd => Some(rest(amount, 1)?),
        AmountSet::Even => Some(rest(amount, 0)?),
        AmountSet::Prime => Some(Guard::Holds(SizeTerm::Call(Function::Prime, vec![amount]))),
        AmountSet::Square => {
            let root = SizeTerm::Call(Function::Sqrt, vec![amount.clone()]);
            let square = SizeTerm::binary(Operator::Multiply, root.clone(), root)?;
            Some(Guard::Compare(square, Comparison::Equal, amount))
        }
    })
}

/// Amounts of this kind from `low` to `high` that leave at least this many counters.
///
/// Odd and even amounts have a loop over half of the amount, and squares one over the root.
fn taken(kind: AmountSet, low: i64, high: i64, left: i64) -> Option<TakenAmount> {
    let most = SizeTerm::least(vec![SizeTerm::number(high), heap().plus(SizeTerm::number(-left))?]);
    let each =
        |low: i64, high: SizeTerm| Step::Each { slot: 1, ranges: vec![(SizeTerm::number(low), high)], trials: 1 };
    let slot = |steps, amount| Some(TakenAmount { steps, slots: 2, amount });
    match kind {
        AmountSet::Span(_) | AmountSet::Any if low == high => {
            let steps = vec![Step::Where(Guard::at_most(SizeTerm::number(low), most))];
            Some(TakenAmount { steps, slots: 1, amount: SizeTerm::number(low) })
        }
        AmountSet::Span(_) | AmountSet::Any => slot(vec![each(low, most)], SizeTerm::slot(1)),
        AmountSet::Odd => {
            let amount = Affine { constant: 1, factors: vec![(1, 2)] };
            slot(vec![each(low / 2, divided(most.plus(SizeTerm::number(-1))?, 2)?)], SizeTerm::Affine(amount))
        }
        AmountSet::Even => {
            let amount = Affine { constant: 0, factors: vec![(1, 2)] };
            slot(vec![each((low + 1) / 2, divided(most, 2)?)], SizeTerm::Affine(amount))
        }
        AmountSet::Prime => {
            let guard = Step::Where(Guard::Holds(SizeTerm::Call(Function::Prime, vec![SizeTerm::slot(1)])));
            slot(vec![each(low, most), guard], SizeTerm::slot(1))
        }
        AmountSet::Square => {
            let first = low.isqrt() + i64::from(low.isqrt().pow(2) < low);
            // The root of a negative number is a fault: there is a guard before it.
            let guard = Step::Where(Guard::at_most(SizeTerm::number(0), most.clone()));
            let last = SizeTerm::Call(Function::Sqrt, vec![SizeTerm::greatest(vec![most, SizeTerm::number(0)])]);
            let amount = SizeTerm::binary(Operator::Multiply, SizeTerm::slot(1), SizeTerm::slot(1))?;
            slot(vec![guard, each(first, last)], amount)
        }
    }
}

/// What is left is parted into this many heaps, sizes ascending.
///
/// The loop of each heap ends where as many heaps of at least its size still fit into the rest. So
/// the sizes ascend, and each way to part is found once.
fn parted(taken: TakenAmount, count: i64, parts: Parts) -> Option<Program> {
    let TakenAmount { mut steps, mut slots, amount } = taken;
    let step = i64::from(parts == Parts::Unequal);
    let mut rest = heap().plus(amount.times(-1)?)?;
    let (mut low, mut heaps) = (SizeTerm::number(1), Vec::new());
    for left in (2..=count).rev() {
        let high = divided(rest.clone().plus(SizeTerm::number(-step * left * (left - 1) / 2))?, left)?;
        steps.push(Step::Each { slot: slots, ranges: vec![(low, high)], trials: 1 });
        rest = rest.plus(SizeTerm::slot(slots).times(-1)?)?;
        low = SizeTerm::slot(slots).plus(SizeTerm::number(step))?;
        heaps.push(ProgramHeap { kind: 0, sizes: vec![SizeTerm::slot(slots)], count: HeapCount::Odd });
        slots += 1;
    }
    heaps.push(ProgramHeap { kind: 0, sizes: vec![rest], count: HeapCount::Odd });
    Some(Program { kind: 0, slots, steps, heaps, ranges: Vec::new(), limited: false })
}

/// What is left is parted into this many equal heaps: the loop is over their size.
fn equal(kind: AmountSet, low: i64, high: i64, count: i64) -> Option<Program> {
    let size = SizeTerm::slot(1);
    let fewest = divided(heap().plus(SizeTerm::number(count - 1 - high))?, count)?;
    let most = divided(heap().plus(SizeTerm::number(-low))?, count)?;
    let first = SizeTerm::greatest(vec![SizeTerm::number(1), fewest]);
    let mut steps = vec![Step::Each { slot: 1, ranges: vec![(first, most)], trials: 1 }];
    let amount = heap().plus(size.clone().times(-count)?)?;
    steps.extend(is_of_kind(kind, amount)?.map(Step::Where));
    let heaps = vec![ProgramHeap { kind: 0, sizes: vec![size], count: HeapCount::of(count) }];
    Some(Program { kind: 0, slots: 2, steps, heaps, ranges: Vec::new(), limited: false })
}
