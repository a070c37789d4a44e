//! Intervals of terms, and the boxes of sizes that come up from the sizes of a start.
//!
//! *Method.* Abstract interpretation with intervals: the sizes of the heaps of an option are
//! bounded from those of the heap, and the boxes grow until they no longer change. *Example.* From
//! `F(10, 3)` by `F(a, b) -> F(a-b, b)` the box is a at most 10 and b at most 3. *Limits:* twelve
//! rounds; a game whose boxes still grow has none.

use crate::{
    compiled::{
        program::{HeapCount, MOST_EQUAL, Program, Step},
        term::{Affine, Guard, MOST, SizeTerm, apply},
    },
    heaps::expr::{Comparison, Function, Operator},
};

/// The least and the greatest number that something may be.
///
/// Both ends are included.
pub type Interval = (i64, i64);

/// How often the boxes may grow before the analysis gives up.
const ROUNDS: usize = 12;

/// The interval of a term whose slots lie in these intervals; `None` if a part of it may grow
/// beyond `bound`, which is at most [`MOST`]. A division by zero and the like are no part of it:
/// they are found when the term is evaluated.
pub fn of(term: &SizeTerm, slots: &[Interval], bound: i64) -> Option<Interval> {
    let within = |(low, high): Interval| (low >= -bound && high <= bound).then_some((low, high));
    let of = |term: &SizeTerm| of(term, slots, bound);
    let each = |terms: &[SizeTerm]| terms.iter().map(of).collect::<Option<Vec<Interval>>>();
    match term {
        SizeTerm::Affine(own) => affine(own, slots, bound),
        SizeTerm::Least(terms) => {
            let all = each(terms)?;
            Some((all.iter().map(|own| own.0).min()?, all.iter().map(|own| own.1).min()?))
        }
        SizeTerm::Greatest(terms) => {
            let all = each(terms)?;
            Some((all.iter().map(|own| own.0).max()?, all.iter().map(|own| own.1).max()?))
        }
        SizeTerm::Binary(operator, left, right) => within(binary(*operator, of(left)?, of(right)?)?),
        SizeTerm::Call(function @ (Function::Xor | Function::BitAnd | Function::BitOr), terms) => {
            let mut all = terms.iter().map(of);
            let first = all.next()??;
            within(all.try_fold(first, |joined, own| Some(digits(*function, joined, own?)))?)
        }
        SizeTerm::Call(function, terms) => {
            let all = each(terms)?;
            let most = all.iter().map(|&(low, high)| low.abs().max(high.abs())).max()?;
            match function {
                Function::Gcd => Some((0, most)),
                Function::Prime => Some((0, 1)),
                Function::Sqrt => Some((0, all.first()?.1.max(0).isqrt())),
                _ => None,
            }
        }
    }
}

/// Whether every affine part of a term stays within [`MOST`] where the slots lie in these
/// intervals. Then its value, which is checked from there on, is right or absent.
fn parts_fit(term: &SizeTerm, slots: &[Interval]) -> bool {
    match term {
        SizeTerm::Affine(own) => affine(own, slots, MOST).is_some(),
        SizeTerm::Binary(_, left, right) => parts_fit(left, slots) && parts_fit(right, slots),
        SizeTerm::Least(all) | SizeTerm::Greatest(all) | SizeTerm::Call(_, all) => {
            all.iter().all(|term| parts_fit(term, slots))
        }
    }
}

/// The interval of what is made of the binary digits of two numbers.
///
/// Without the digits that all numbers of both intervals have in common, the result would only be
/// known to have no more digits than the widest argument.
fn digits(function: Function, a: Interval, b: Interval) -> Interval {
    // Without their signs, the numbers have no more digits than the widest end.
    let wide = |end: i64| if end < 0 { !end } else { end };
    let widest = [a.0, a.1, b.0, b.1].into_iter().map(wide).fold(0, i64::max);
    let ones = i64::MAX >> (widest.leading_zeros() - 1);
    let least = if a.0 < 0 || b.0 < 0 { !ones } else { 0 };
    // The digits in front that both ends have are those of all numbers between: the digits that
    // every number has, and those that some may have.
    let known = |(low, high): Interval| {
        let open = match low ^ high {
            0 => 0,
            ..0 => -1,
            other => i64::MAX >> (other.leading_zeros() - 1),
        };
        (low & !open, low | open)
    };
    let ((a, may_a), (b, may_b)) = (known(a), known(b));
    let (all, may) = match function {
        Function::BitAnd => (a & b, may_a & may_b),
        Function::BitOr => (a | b, may_a | may_b),
        _ => ((a & !may_b) | (b & !may_a), (may_a & !b) | (may_b & !a)),
    };
    // The first digit is the sign.
    let high = if all < 0 { may } else { may & i64::MAX };
    ((all | (may & i64::MIN)).max(least), high.min(ones))
}

/// Whether a guard certainly does not hold where the slots lie in these intervals.
///
/// False if it is not known.
pub fn never(guard: &Guard, slots: &[Interval]) -> bool {
    let of = |term: &SizeTerm| of(term, slots, MOST);
    match guard {
        Guard::Compare(left, comparison, right) => {
            let (Some((a, b)), Some((c, d))) = (of(left), of(right)) else { return false };
            match comparison {
                Comparison::Equal => b < c || d < a,
                Comparison::NotEqual => a == b && (a, b) == (c, d),
                Comparison::Less => a >= d,
                Comparison::LessOrEqual => a > d,
                Comparison::Greater => b <= c,
                Comparison::GreaterOrEqual => b < c,
            }
        }
        Guard::Holds(term) => of(term) == Some((0, 0)),
        Guard::Not(_) => false,
        Guard::And(a, b) => never(a, slots) || never(b, slots),
        Guard::Or(a, b) => never(a, slots) && never(b, slots),
    }
}

/// The interval of an affine term. All partial sums are bounded too, in whatever order they are
/// added.
fn affine(own: &Affine, slots: &[Interval], bound: i64) -> Option<Interval> {
    let (mut low, mut high) = (i128::from(own.constant), i128::from(own.constant));
    let mut most = i128::from(own.constant.abs());
    for &(slot, factor) in &own.factors {
        let (a, b) = slots[slot];
        let (a, b) = (i128::from(a) * i128::from(factor), i128::from(b) * i128::from(factor));
        low += a.min(b);
        high += a.max(b);
        most += a.abs().max(b.abs());
    }
    (most <= i128::from(bound)).then_some(())?;
    Some((i64::try_from(low).ok()?, i64::try_from(high).ok()?))
}

/// The interval of an operation on numbers of two intervals; `None` if it may exceed 64 bits.
fn binary(operator: Operator, (a, b): Interval, (c, d): Interval) -> Option<Interval> {
    let corners = |operator: Operator| {
        let all = [apply(operator, a, c)?, apply(operator, a, d)?, apply(operator, b, c)?, apply(operator, b, d)?];
        Some((*all.iter().min()?, *all.iter().max()?))
    };
    let most = |(low, high): Interval| low.abs().max(high.abs());
    match operator {
        Operator::Add => Some((a + c, b + d)),
        Operator::Subtract => Some((a - d, b - c)),
        Operator::Multiply => corners(operator),
        Operator::Divide if c > 0 => corners(operator),
        Operator::Divide => Some((if a >= 0 && c >= 0 { 0 } else { -most((a, b)) }, most((a, b)))),
        Operator::Remainder => Some((if c < 0 { c + 1 } else { 0 }, if d > 0 { d - 1 } else { 0 })),
        Operator::Power => {
            let power = apply(operator, most((a, b)), d.max(0)).filter(|&power| power <= MOST)?.max(1);
            Some((if a < 0 { -power } else { 0 }, power))
        }
    }
}

/// Narrows the slots to where a guard may hold; `false` if it never does.
///
/// Only comparisons of affine terms narrow anything; any other guard leaves the slots as they are,
/// which is a bound too.
fn narrow(guard: &Guard, slots: &mut [Interval]) -> bool {
    let Guard::Compare(SizeTerm::Affine(left), comparison, SizeTerm::Affine(right)) = guard else { return true };
    let above = |low: &Affine, high: &Affine, by: i64| high.plus(-1, low)?.plus(-by, &Affine::number(1));
    let kept = match comparison {
        Comparison::Less => vec![above(left, right, 1)],
        Comparison::LessOrEqual => vec![above(left, right, 0)],
        Comparison::Greater => vec![above(right, left, 1)],
        Comparison::GreaterOrEqual => vec![above(right, left, 0)],
        Comparison::Equal => vec![above(left, right, 0), above(right, left, 0)],
        Comparison::NotEqual => Vec::new(),
    };
    kept.iter().flatten().all(|own| narrow_to_positive(own, slots))
}

/// Narrows the slots to where an affine term is at least 0.
///
/// Each slot is bounded by the greatest value of all others. One pass over the slots: more passes
/// could narrow further, and are not needed for a bound.
fn narrow_to_positive(own: &Affine, slots: &mut [Interval]) -> bool {
    for &(slot, factor) in &own.factors {
        let others = Affine {
            constant: own.constant,
            factors: own.factors.iter().copied().filter(|&(other, _)| other != slot).collect(),
        };
        let Some((_, most)) = affine(&others, slots, MOST) else { continue };
        // factor * slot >= -most
        if factor > 0 {
            slots[slot].0 = slots[slot].0.max((-most).div_euclid(factor) + i64::from((-most).rem_euclid(factor) != 0));
        } else {
            slots[slot].1 = slots[slot].1.min(most.div_euclid(-factor));
        }
        if slots[slot].0 > slots[slot].1 {
            return false;
        }
    }
    affine(own, slots, MOST).is_none_or(|(_, most)| most >= 0)
}

/// What a program does with a heap whose sizes lie in some intervals.
///
/// It bounds what may happen, and need not be exact.
#[derive(Debug)]
pub struct SizeReach {
    /// The sizes that its new heaps may have: empty if it has no options.
    pub heaps: Vec<Vec<Interval>>,
    /// The slots, with every number that a loop may put there, whether a later guard holds or not.
    pub slots: Vec<Interval>,
}

/// What a program does with heaps whose sizes lie in these intervals. `None` if a term may grow
/// beyond [`MOST`], also where no guard holds. Terms of guards may grow further: they are checked
/// whenever they are evaluated.
///
/// Two boxes are carried along: `slots`, narrowed by the guards, bounds the new heaps, and `wide`,
/// which no guard narrows, bounds every number that is computed. For a guard may be evaluated after
/// a term that it would exclude.
pub fn reach(program: &Program, sizes: &[Interval]) -> Option<SizeReach> {
    let mut slots = sizes.to_vec();
    slots.resize(program.slots, (0, 0));
    let mut wide = slots.clone();
    let mut dead = false;
    let bounds = |ranges: &[(SizeTerm, SizeTerm)], slots: &[Interval]| -> Option<Interval> {
        ranges.iter().try_fold((i64::MAX, i64::MIN), |(least, most), (low, high)| {
            let (low, high) = (of(low, slots, MOST)?.0, of(high, slots, MOST)?.1);
            Some(if low <= high { (least.min(low), most.max(high)) } else { (least, most) })
        })
    };
    for step in &program.steps {
        match step {
            Step::Each { slot, ranges, .. } => {
                let (narrowed, own) = (bounds(ranges, &slots)?, bounds(ranges, &wide)?);
                dead |= narrowed.0 > narrowed.1;
                if own.0 > own.1 {
                    return Some(SizeReach { heaps: Vec::new(), slots: wide });
                }
                (slots[*slot], wide[*slot]) = (if dead { own } else { narrowed }, own);
            }
            Step::Where(guard) => {
                guard.terms().iter().all(|term| parts_fit(term, &wide)).then_some(())?;
                if !dead && !narrow(guard, &mut slots) {
                    dead = true;
                    slots.clone_from(&wide);
                }
            }
        }
    }
    for (low, high) in &program.ranges {
        of(low, &wide, MOST)?;
        of(high, &wide, MOST)?;
    }
    let mut heaps = Vec::new();
    for heap in &program.heaps {
        if let HeapCount::Term(count) = &heap.count {
            of(count, &wide, MOST_EQUAL)?;
        }
        heap.sizes.iter().try_for_each(|size| of(size, &wide, MOST).map(|_| ()))?;
        let sizes: Vec<Interval> = heap.sizes.iter().map(|size| of(size, &slots, MOST)).collect::<Option<_>>()?;
        dead |= sizes.iter().any(|&(_, high)| high < 0);
        heaps.push(sizes);
    }
    if dead {
        heaps.clear();
    }
    Some(SizeReach { heaps, slots: wide })
}

/// The greatest sizes of every kind that come up from these, where no size may exceed its cap
/// (which the measure of the game implies); -1 for a kind that does not come up. `None` if they
/// still grow after a few rounds, or a term is too large.
///
/// Each round adds the new heaps of all programs to the boxes at once. A box that still grows after
/// the last round is refused, even if it would stop later.
pub fn boxes(programs: &[Program], starts: &[Vec<i64>], caps: &[Vec<i64>]) -> Option<Vec<Vec<i64>>> {
    let mut ends = starts.to_vec();
    for _ in 0..ROUNDS {
        let mut next = ends.clone();
        for program in programs {
            let own = &ends[program.kind];
            if own.iter().any(|&end| end < 0) {
                continue;
            }
            let sizes: Vec<Interval> = own.iter().map(|&end| (0, end)).collect();
            for (heap, reached) in program.heaps.iter().zip(reach(program, &sizes)?.heaps) {
                for (at, &(_, high)) in reached.iter().enumerate() {
                    next[heap.kind][at] = next[heap.kind][at].max(high.min(caps[heap.kind][at]));
                }
            }
        }
        if next == ends {
            return Some(ends);
        }
        ends = next;
    }
    None
}
