//! The numbers of a loop that its conditions let through: an end of the range where a condition
//! grows with the number, the divisors where the number divides something.
//!
//! *Method.* The two sides of a comparison are functions of the number in the slot, all other slots
//! fixed. If their difference never falls along the range (or never rises), which their text and
//! the intervals of their parts show, the comparison holds from some number on, or up to one, and
//! bisection finds it. In `x % d = 0` the number d runs through the divisors of x.
//!
//! ```text
//! for k in 1..n where k*k*k <= n      k is at most 3 at n = 60
//! for k in 1..n where n = 3k + 1      k is n/3 at most and at least
//! for d in 2..n-1 where n % d = 0     d is 2, 4, 8, 16 or 32 at n = 64
//! ```
//!
//! All arithmetic is that of the plain meaning, with 128 bits and every step checked: `k^6` at a
//! million is one. What is left out gives no option and no fault: a condition counts only if it and
//! all conditions between it and the loop have a value whatever is in the slots. Those who run a
//! program count the combinations of the whole range, as the plain meaning does.

use std::{iter::Chain, ops::RangeInclusive, vec};

use num_integer::gcd;

use crate::{
    compiled::{
        interval::Interval,
        program::{HeapCount, Program, Step},
        term::{Guard, SizeTerm},
    },
    heaps::{
        expr::{Comparison, Function, Operator},
        numbers::is_prime,
    },
};

/// Numbers up to this are factored.
const MOST_DIVIDED: u64 = 1 << 40;

/// A condition on the number in the slot of a loop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LoopCondition {
    /// `left - right` is at least this; where it is, it is so for all greater numbers too.
    From(SizeTerm, SizeTerm, i128),
    /// `left - right` is at most this; where it is, it is so for all smaller numbers too.
    UpTo(SizeTerm, SizeTerm, i128),
    /// The number is positive and divides this term, in which the slot does not occur.
    Divides(SizeTerm),
}

/// How a term changes while the number in a slot grows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Trend {
    /// It stays.
    Constant,
    /// It never falls.
    Rises,
    /// It never rises.
    Falls,
}

impl Trend {
    /// The trend of what changes against this.
    fn turned(self) -> Trend {
        match self {
            Trend::Constant => Trend::Constant,
            Trend::Rises => Trend::Falls,
            Trend::Falls => Trend::Rises,
        }
    }

    /// The trend of a sum.
    fn with(self, other: Trend) -> Option<Trend> {
        match (self, other) {
            (Trend::Constant, own) | (own, Trend::Constant) => Some(own),
            (own, other) => (own == other).then_some(own),
        }
    }
}

/// The numbers that are left of a range.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LoopNumbers {
    /// All from the first to the last; none if the first is greater.
    Range(i64, i64),
    /// These, ascending.
    Listed(Vec<i64>),
}

impl IntoIterator for LoopNumbers {
    type Item = i64;
    type IntoIter = Chain<RangeInclusive<i64>, vec::IntoIter<i64>>;

    fn into_iter(self) -> Self::IntoIter {
        match self {
            LoopNumbers::Range(low, high) => (low..=high).chain(Vec::new()),
            LoopNumbers::Listed(all) => RangeInclusive::new(1, 0).chain(all),
        }
    }
}

/// The conditions that bound the loop at this place of a program, whose slots lie in these
/// intervals.
pub fn conditions(program: &Program, at: usize, slots: &[Interval]) -> Vec<LoopCondition> {
    let Some(Step::Each { slot, .. }) = program.steps.get(at) else { return Vec::new() };
    let (mut found, covered) = of_guards(program, at, slots);
    if at + 1 + covered.len() < program.steps.len() {
        return found;
    }
    // An option with a negative size does not exist.
    let sizes = || program.heaps.iter().flat_map(|heap| &heap.sizes);
    if program.ranges.is_empty()
        && program.heaps.iter().all(|heap| !matches!(heap.count, HeapCount::Term(_)))
        && sizes().all(|size| ends(size, &within(slots)).is_some())
    {
        let zero = SizeTerm::number(0);
        sizes().for_each(|size| compared((size, Comparison::GreaterOrEqual, &zero), *slot, slots, &mut found));
    }
    found
}

/// The conditions that the guards after the loop are; and for each of these guards, up to one that
/// may have no value, whether the conditions say all of it.
fn of_guards(program: &Program, at: usize, slots: &[Interval]) -> (Vec<LoopCondition>, Vec<bool>) {
    let (mut found, mut covered) = (Vec::new(), Vec::new());
    let Some(Step::Each { slot, .. }) = program.steps.get(at) else { return (found, covered) };
    for step in &program.steps[at + 1..] {
        let Step::Where(guard) = step else { break };
        if !guard.terms().iter().all(|term| ends(term, &within(slots)).is_some()) {
            break;
        }
        let before = found.len();
        if let Guard::Compare(left, comparison, right) = guard {
            compared((left, *comparison, right), *slot, slots, &mut found);
        }
        let is_end = |own: &LoopCondition| !matches!(own, LoopCondition::Divides(_));
        covered.push(found.len() > before && found[before..].iter().all(is_end));
    }
    (found, covered)
}

/// The places of the guards after the loop that hold for a number exactly if it lies within the
/// ends that [`numbers`] finds, where [`Bounder::exact`] says that it has found them all.
pub fn covered(program: &Program, at: usize, slots: &[Interval]) -> Vec<usize> {
    let guards = (at + 1..).zip(of_guards(program, at, slots).1);
    guards.filter(|(_, covered)| *covered).map(|(place, _)| place).collect()
}

/// Adds what a comparison says of the number in a slot.
fn compared(
    (left, comparison, right): (&SizeTerm, Comparison, &SizeTerm),
    slot: usize,
    slots: &[Interval],
    found: &mut Vec<LoopCondition>,
) {
    if !left.uses(slot) && !right.uses(slot) {
        return;
    }
    if comparison == Comparison::Equal
        && let Some(divided) = divided(left, right, slot).or_else(|| divided(right, left, slot))
    {
        found.push(LoopCondition::Divides(divided));
        return;
    }
    let of = |term| trend(term, slot, slots);
    let (Some(a), Some(b)) = (of(left), of(right)) else { return };
    let (rising, falling, turned) = match a.with(b.turned()) {
        None => return,
        Some(Trend::Constant | Trend::Rises) => (left, right, false),
        Some(Trend::Falls) => (right, left, true),
    };
    let (least, most) = match (comparison, turned) {
        (Comparison::NotEqual, _) => (None, None),
        (Comparison::Equal, _) => (Some(0), Some(0)),
        (Comparison::Less, false) | (Comparison::Greater, true) => (None, Some(-1)),
        (Comparison::LessOrEqual, false) | (Comparison::GreaterOrEqual, true) => (None, Some(0)),
        (Comparison::Greater, false) | (Comparison::Less, true) => (Some(1), None),
        (Comparison::GreaterOrEqual, false) | (Comparison::LessOrEqual, true) => (Some(0), None),
    };
    let pair = || (rising.clone(), falling.clone());
    found.extend(least.map(|least| LoopCondition::From(pair().0, pair().1, least)));
    found.extend(most.map(|most| LoopCondition::UpTo(pair().0, pair().1, most)));
}

/// The term that the number in the slot divides if `left = right`; the condition has a value, so
/// that the number is positive.
fn divided(left: &SizeTerm, right: &SizeTerm, slot: usize) -> Option<SizeTerm> {
    let SizeTerm::Binary(Operator::Remainder, dividend, divisor) = left else { return None };
    let whole = **divisor == SizeTerm::slot(slot) && *right == SizeTerm::number(0);
    match &**dividend {
        // A multiple of the number makes no difference.
        SizeTerm::Affine(own) if whole => {
            let mut rest = own.clone();
            rest.factors.retain(|&(other, _)| other != slot);
            Some(SizeTerm::Affine(rest))
        }
        other => (whole && !other.uses(slot)).then(|| other.clone()),
    }
}

/// How a term that has a value changes while the number in a slot grows; `None` if that is not
/// known. Recursion is as deep as the text nests.
fn trend(term: &SizeTerm, slot: usize, slots: &[Interval]) -> Option<Trend> {
    if !term.uses(slot) {
        return Some(Trend::Constant);
    }
    let of = |term: &SizeTerm| trend(term, slot, slots);
    let ends = |term: &SizeTerm| ends(term, &within(slots));
    // The trend of a term times one that is never negative, or never positive.
    let signed = |own: Trend, by: &SizeTerm| match ends(by)? {
        (0.., _) => Some(own),
        (_, ..=0) => Some(own.turned()),
        _ => None,
    };
    match term {
        SizeTerm::Affine(own) => Some(if own.factor(slot) > 0 { Trend::Rises } else { Trend::Falls }),
        SizeTerm::Least(all) | SizeTerm::Greatest(all) => {
            all.iter().try_fold(Trend::Constant, |joined, own| joined.with(of(own)?))
        }
        SizeTerm::Call(Function::Sqrt, all) => of(all.first()?),
        SizeTerm::Binary(operator, left, right) => {
            let (a, b) = (of(left)?, of(right)?);
            match operator {
                Operator::Add => a.with(b),
                Operator::Subtract => a.with(b.turned()),
                Operator::Multiply => match (a, b) {
                    (Trend::Constant, b) => signed(b, left),
                    (a, Trend::Constant) => signed(a, right),
                    (a, b) => signed(a, right)?.with(signed(b, left)?),
                },
                // The divisor is positive, and rounding keeps the order.
                Operator::Divide if b == Trend::Constant => Some(a),
                Operator::Divide => a.with(signed(b.turned(), left)?),
                Operator::Power => match (a, b, ends(left)?.0) {
                    (a, Trend::Constant, 0..) => Some(a),
                    (a, b, 1..) => a.with(b),
                    _ => None,
                },
                Operator::Remainder => None,
            }
        }
        SizeTerm::Call(..) => None,
    }
}

/// The numbers from `low` to `high` that the conditions of a loop let through, and perhaps others.
///
/// The number in the slot is changed.
pub fn numbers(
    conditions: &[LoopCondition],
    slot: usize,
    (mut low, mut high): Interval,
    slots: &mut [i64],
    bounder: &mut Bounder,
) -> LoopNumbers {
    bounder.exact = !conditions.is_empty() && high.saturating_sub(low) >= bounder.shortest;
    if !bounder.exact {
        return LoopNumbers::Range(low, high);
    }
    for condition in conditions {
        let (left, right, least) = match condition {
            LoopCondition::From(left, right, least) => (left, right, *least),
            LoopCondition::UpTo(left, right, most) => (left, right, most + 1),
            LoopCondition::Divides(_) => continue,
        };
        let near = bounder.near(condition);
        let is_so = |slots: &[i64]| Some(exact(left, slots)? - exact(right, slots)? >= least);
        let found = first((low, high), slot, slots, *near, is_so);
        *near = found.unwrap_or(*near);
        match (found, condition) {
            (Some(first), LoopCondition::From(..)) => low = first,
            (Some(first), _) => high = first - 1,
            (None, _) => bounder.exact = false,
        }
        if low > high {
            return LoopNumbers::Range(low, high);
        }
    }
    let divided = conditions.iter().find_map(|condition| match condition {
        LoopCondition::Divides(term) => exact(term, slots).filter(|&value| value != 0),
        _ => None,
    });
    match divided.and_then(|value| u64::try_from(value.unsigned_abs()).ok()) {
        Some(value) if value <= MOST_DIVIDED && low > 0 && high - low > bounder.most_tried => {
            let all = bounder.divisors(value);
            LoopNumbers::Listed(all.iter().copied().filter(|own| (low..=high).contains(own)).collect())
        }
        _ => LoopNumbers::Range(low, high),
    }
}

/// The intervals of slots.
fn within(slots: &[Interval]) -> impl Fn(usize) -> (i128, i128) + '_ {
    |slot| (i128::from(slots[slot].0), i128::from(slots[slot].1))
}

/// The value of a term, if it has one.
fn exact(term: &SizeTerm, slots: &[i64]) -> Option<i128> {
    let point = |slot: usize| (i128::from(slots[slot]), i128::from(slots[slot]));
    ends(term, &point).filter(|(low, high)| low == high).map(|(low, _)| low)
}

/// The least and the greatest value of a term, or less and more, where the slots lie within their
/// ends; its value if all of these are numbers. `None` if it may have no value there: a divisor
/// that is not positive, a negative power or root, over 127 bits. Recursion is as deep as the text
/// nests.
fn ends(term: &SizeTerm, slots: &impl Fn(usize) -> (i128, i128)) -> Option<(i128, i128)> {
    let each = |all: &[SizeTerm]| all.iter().map(|term| ends(term, slots)).collect::<Option<Vec<_>>>();
    let found = match term {
        SizeTerm::Affine(own) => {
            let start = i128::from(own.constant);
            own.factors.iter().try_fold((start, start), |(low, high), &(slot, factor)| {
                let (a, b) = slots(slot);
                let (a, b) = (a.checked_mul(factor.into())?, b.checked_mul(factor.into())?);
                Some((low.checked_add(a.min(b))?, high.checked_add(a.max(b))?))
            })?
        }
        SizeTerm::Least(all) => {
            let all = each(all)?;
            (all.iter().map(|own| own.0).min()?, all.iter().map(|own| own.1).min()?)
        }
        SizeTerm::Greatest(all) => {
            let all = each(all)?;
            (all.iter().map(|own| own.0).max()?, all.iter().map(|own| own.1).max()?)
        }
        SizeTerm::Binary(operator, left, right) => of_operator(*operator, ends(left, slots)?, ends(right, slots)?)?,
        SizeTerm::Call(function, all) => of_function(*function, &each(all)?)?,
    };
    // The difference of two of them has a value.
    let fits = |number: i128| number.unsigned_abs() < 1 << 126;
    (fits(found.0) && fits(found.1)).then_some(found)
}

/// As [`ends`], of two numbers and an operator.
fn of_operator(operator: Operator, (a, b): (i128, i128), (c, d): (i128, i128)) -> Option<(i128, i128)> {
    let corners = |of: fn(i128, i128) -> Option<i128>| {
        let all = [of(a, c)?, of(a, d)?, of(b, c)?, of(b, d)?];
        Some((*all.iter().min()?, *all.iter().max()?))
    };
    match operator {
        Operator::Add => Some((a.checked_add(c)?, b.checked_add(d)?)),
        Operator::Subtract => Some((a.checked_sub(d)?, b.checked_sub(c)?)),
        Operator::Multiply => corners(i128::checked_mul),
        Operator::Divide if c > 0 => corners(|x, y| Some(x.div_euclid(y))),
        Operator::Remainder if c > 0 && (a, c) == (b, d) => Some((a.rem_euclid(c), a.rem_euclid(c))),
        Operator::Remainder if c > 0 => Some((0, d - 1)),
        Operator::Divide | Operator::Remainder => None,
        Operator::Power => {
            let power = |base: i128, exponent: i128| base.checked_pow(u32::try_from(exponent).ok()?);
            let most = power(a.checked_abs()?.max(b.checked_abs()?), d)?.max(1);
            match (a, c) {
                _ if (a, c) == (b, d) => Some((power(a, c)?, power(a, c)?)),
                (1.., 0..) => Some((power(a, c)?, power(b, d)?)),
                (0, 0..) => Some((0, most)),
                (_, 0..) => Some((-most, most)),
                _ => None,
            }
        }
    }
}

/// As [`ends`], of a function of some numbers.
fn of_function(function: Function, all: &[(i128, i128)]) -> Option<(i128, i128)> {
    let &(low, high) = all.first()?;
    let points = all.iter().all(|(low, high)| low == high);
    let most = all.iter().map(|(low, high)| low.unsigned_abs().max(high.unsigned_abs())).max()?;
    let same = |number: i128| Some((number, number));
    let fold = |of: fn(i128, i128) -> i128| same(all[1..].iter().fold(low, |joined, own| of(joined, own.0)));
    match function {
        Function::Min => Some((all.iter().map(|own| own.0).min()?, all.iter().map(|own| own.1).min()?)),
        Function::Max => Some((all.iter().map(|own| own.0).max()?, all.iter().map(|own| own.1).max()?)),
        Function::Sqrt if low >= 0 => Some((low.isqrt(), high.isqrt())),
        Function::Sqrt => None,
        Function::Prime if high > u64::MAX.into() => None,
        Function::Prime if points => same(u64::try_from(low).map_or(0, |number| i128::from(is_prime(number)))),
        Function::Prime => Some((0, 1)),
        Function::Gcd if points => {
            i128::try_from(all.iter().fold(0, |a, own| gcd(a, own.0.unsigned_abs()))).ok().and_then(same)
        }
        Function::Gcd => Some((0, i128::try_from(most).ok()?)),
        Function::Xor if points => fold(|a, b| a ^ b),
        Function::BitAnd if points => fold(|a, b| a & b),
        Function::BitOr if points => fold(|a, b| a | b),
        Function::Xor | Function::BitAnd | Function::BitOr => {
            let ones = i128::try_from(most.checked_add(1)?.checked_next_power_of_two()?).ok()?;
            Some((if all.iter().any(|own| own.0 < 0) { -ones } else { 0 }, ones - 1))
        }
    }
}

/// The first number of a range from which on something is so, and `high + 1` if it is so nowhere.
/// `None` if a number has no value, which the analysis excludes. It is soon found `near` a number:
/// the steps away from it double.
fn first(
    (low, high): Interval,
    slot: usize,
    slots: &mut [i64],
    near: i64,
    is_so: impl Fn(&[i64]) -> Option<bool>,
) -> Option<i64> {
    let (mut low, mut end) = (low, high.checked_add(1)?);
    let (mut next, mut step, mut turned) = (near, 1, [false; 2]);
    while low < end {
        // It lies between two numbers that were looked at, once there are some on both sides.
        let middle = if turned == [true; 2] { low + (end - low) / 2 } else { next.clamp(low, end - 1) };
        slots[slot] = middle;
        let so = is_so(slots)?;
        turned[usize::from(so)] = true;
        if so {
            end = middle
        } else {
            low = middle + 1
        }
        next = if so { middle.saturating_sub(step) } else { middle.saturating_add(step) };
        step = step.saturating_mul(2);
    }
    Some(low)
}

/// Which loops are bounded; and the primes, by which numbers are factored.
#[derive(Clone, Debug)]
pub struct Bounder {
    /// Shorter ranges are run as they are.
    pub shortest: i64,
    /// Divisors are listed instead of a range that is longer than this.
    pub most_tried: i64,
    /// Whether the ends of the loop that was bounded last are those of all of its conditions.
    pub exact: bool,
    /// What was found last for each condition, by its address: a guess for the next heap.
    near: Vec<(usize, i64)>,
    primes: Vec<u64>,
    found: Vec<i64>,
}

impl Default for Bounder {
    fn default() -> Bounder {
        Bounder { shortest: 32, most_tried: 256, exact: false, near: Vec::new(), primes: Vec::new(), found: Vec::new() }
    }
}

impl Bounder {
    /// Bounds every loop that conditions bound, however short it is.
    pub fn eager() -> Bounder {
        Bounder { shortest: 0, most_tried: 0, ..Bounder::default() }
    }

    /// The guess for a condition.
    fn near(&mut self, condition: &LoopCondition) -> &mut i64 {
        let address = std::ptr::from_ref(condition).addr();
        let at = self.near.iter().position(|(own, _)| *own == address);
        let at = at.unwrap_or_else(|| {
            self.near.push((address, 0));
            self.near.len() - 1
        });
        &mut self.near[at].1
    }

    /// The divisors of a number that is at least 1 and at most [`MOST_DIVIDED`], ascending.
    fn divisors(&mut self, number: u64) -> &[i64] {
        self.found.clear();
        self.found.push(1);
        let (mut rest, mut at) = (number, 0);
        loop {
            if at == self.primes.len() {
                self.next_prime();
            }
            let prime = self.primes[at];
            at += 1;
            if prime * prime > rest {
                break;
            }
            let mut power = 0;
            while rest % prime == 0 {
                rest /= prime;
                power += 1;
            }
            self.multiply(prime, power);
        }
        self.multiply(rest, u32::from(rest > 1));
        self.found.sort_unstable();
        &self.found
    }

    /// Adds the products of the divisors so far with the powers of a new prime.
    fn multiply(&mut self, prime: u64, power: u32) {
        let before = self.found.len();
        for at in 0..before * power as usize {
            self.found.push(self.found[at] * prime as i64);
        }
    }

    /// Finds one more prime, by division by those before it.
    fn next_prime(&mut self) {
        let mut next = self.primes.last().map_or(2, |last| last + 1 + u64::from(*last > 2));
        let divides = |next: u64, primes: &[u64]| {
            primes.iter().take_while(|&&prime| prime * prime <= next).any(|&prime| next.is_multiple_of(prime))
        };
        while divides(next, &self.primes) {
            next += 2;
        }
        self.primes.push(next);
    }
}
