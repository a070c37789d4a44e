//! The numbers of a loop that the conditions after it let through, where one side of a condition
//! grows against the other, and the divisors of a number in `n % d = 0`.
//!
//! A number is left out only if it gives no option and no fault by the plain meaning: the
//! expressions of the conditions up to the one that excludes it have values in the whole range, in
//! 128 bits.

use grundy_games::{
    Clause,
    heaps::{
        clause::{ClauseStep, NewHeap, Summand},
        expr::{Comparison, Condition, Expr, Function, Operator},
    },
};
use num_integer::gcd;

use super::lanes::{LaneBlock, is_prime};

/// Shorter ranges are run as they are; none in tests.
const SHORT: i64 = if cfg!(test) { 0 } else { 64 };

/// The numbers that are left of a range.
pub(super) enum Left {
    /// From the first to the last; none if the first is greater.
    Range(i64, i64),
    /// These.
    Listed(Vec<i64>),
}

/// An expression while the number of the loop runs upwards through a range.
#[derive(Clone, Copy)]
struct Sweep {
    /// No value is less, and none is greater.
    ends: (i128, i128),
    /// Whether it certainly never falls.
    rises: bool,
    /// Whether it certainly never rises.
    falls: bool,
}

/// A loop over a range, with the numbers of the names that are bound before it.
#[derive(Clone, Copy)]
struct Sweeper<'a> {
    block: &'a LaneBlock,
    slot: usize,
    range: (i64, i64),
}

/// The numbers of a range that the steps after the loop at this place let through, and perhaps
/// others.
pub(super) fn left(clause: &Clause, at: usize, slot: usize, range: (i64, i64), block: &LaneBlock) -> Left {
    let mut sweeper = Sweeper { block, slot, range };
    if range.1.saturating_sub(range.0) < SHORT || range.0 == i64::MIN || range.1 == i64::MAX {
        return Left::Range(range.0, range.1);
    }
    let mut listed = None;
    for step in &clause.steps[at + 1..] {
        let ClauseStep::Where(condition) = step else { return sweeper.found(listed) };
        let mut conditions = vec![condition];
        while let Some(condition) = conditions.pop() {
            match condition {
                Condition::And(left, right) => conditions.extend([&**right, &**left]),
                Condition::Compare(left, comparison, right) => {
                    if !sweeper.narrow(left, *comparison, right) || sweeper.is_empty() {
                        return sweeper.found(listed);
                    }
                    listed = listed.or_else(|| sweeper.divisors(left, *comparison, right));
                }
                other if sweeper.has_value(other) => {}
                _ => return sweeper.found(listed),
            }
        }
    }
    // An option with a negative size does not exist.
    let sizes = |term: &Summand| match term {
        Summand::Heaps(NewHeap { count: None, sizes, .. }) => Some(sizes.clone()),
        _ => None,
    };
    if let Some(sizes) = clause.terms.iter().map(sizes).collect::<Option<Vec<_>>>() {
        for size in sizes.iter().flatten() {
            // A size that is too large is a fault, whatever the sizes after it are.
            let fits = sweeper.sweep(size).is_some_and(|swept| swept.ends.1 <= i128::from(i64::MAX));
            let narrowed = fits && sweeper.narrow(size, Comparison::GreaterOrEqual, &Expr::Number(0));
            if !narrowed || sweeper.is_empty() {
                break;
            }
        }
    }
    sweeper.found(listed)
}

impl Sweeper<'_> {
    /// Whether no number is left.
    fn is_empty(&self) -> bool {
        self.range.0 > self.range.1
    }

    /// What is left of the range, of these numbers if there are any.
    fn found(self, listed: Option<Vec<i64>>) -> Left {
        let (low, high) = self.range;
        match listed {
            Some(mut all) => {
                all.retain(|own| (low..=high).contains(own));
                Left::Listed(all)
            }
            None => Left::Range(low, high),
        }
    }

    /// Leaves out of the range what a comparison excludes; `false` if it may have no value.
    fn narrow(&mut self, left: &Expr, comparison: Comparison, right: &Expr) -> bool {
        let (Some(a), Some(b)) = (self.sweep(left), self.sweep(right)) else { return false };
        // Whether the left side less the right one never falls, and whether it never rises.
        let (rises, falls) = (a.rises && b.falls, a.falls && b.rises);
        let holds = |comparison: Comparison, left: i128, right: i128| match comparison {
            Comparison::Less => left < right,
            Comparison::LessOrEqual => left <= right,
            Comparison::Greater => left > right,
            _ => left >= right,
        };
        let parts = match comparison {
            Comparison::NotEqual => &[][..],
            Comparison::Equal => &[Comparison::LessOrEqual, Comparison::GreaterOrEqual],
            Comparison::Less => &[Comparison::Less],
            Comparison::LessOrEqual => &[Comparison::LessOrEqual],
            Comparison::Greater => &[Comparison::Greater],
            Comparison::GreaterOrEqual => &[Comparison::GreaterOrEqual],
        };
        for &part in parts {
            let is_upper = matches!(part, Comparison::Less | Comparison::LessOrEqual);
            // It holds from some number on, or up to one.
            let from = if is_upper { falls } else { rises };
            if !from && !(if is_upper { rises } else { falls }) {
                continue;
            }
            let (mut low, mut end) = (self.range.0, self.range.1);
            if low > end {
                return true;
            }
            // Whether it holds at numbers below `low` and from `end + 1` on is known.
            while low <= end {
                let middle = low.midpoint(end);
                let here = Sweeper { range: (middle, middle), ..*self };
                let (Some(a), Some(b)) = (here.sweep(left), here.sweep(right)) else { return false };
                if holds(part, a.ends.0, b.ends.0) == from { end = middle - 1 } else { low = middle + 1 }
            }
            if from { self.range.0 = low } else { self.range.1 = end }
        }
        true
    }

    /// The divisors that a condition `x % d = 0` lets through.
    fn divisors(&self, left: &Expr, comparison: Comparison, right: &Expr) -> Option<Vec<i64>> {
        let Expr::Binary(Operator::Remainder, dividend, divisor) = left else { return None };
        if comparison != Comparison::Equal || *right != Expr::Number(0) || **divisor != Expr::Name(self.slot) {
            return None;
        }
        let value = self.sweep(dividend).and_then(Sweep::constant)?;
        let value = u64::try_from(value).ok().filter(|&value| value > 0)?;
        let long = u64::try_from(self.range.1.saturating_sub(self.range.0)).ok()?;
        if self.range.0 < 1 || value.isqrt() >= long {
            return None;
        }
        let low = || match u32::try_from(value) {
            Ok(value) => (1..=value.isqrt()).filter(|own| value % own == 0).map(u64::from).collect::<Vec<u64>>(),
            Err(_) => (1..=value.isqrt()).filter(|own| value % own == 0).collect(),
        };
        let all = low().into_iter().flat_map(|own| [own, value / own]);
        all.map(|own| i64::try_from(own).ok()).collect()
    }

    /// Whether all expressions of a condition have values.
    fn has_value(&self, condition: &Condition) -> bool {
        match condition {
            Condition::Compare(left, _, right) => self.sweep(left).is_some() && self.sweep(right).is_some(),
            Condition::Holds(expr) => self.sweep(expr).is_some(),
            Condition::Not(inner) => self.has_value(inner),
            Condition::And(left, right) | Condition::Or(left, right) => self.has_value(left) && self.has_value(right),
        }
    }

    /// An expression in the range; `None` if it may have no value there, or too large a one.
    fn sweep(&self, expr: &Expr) -> Option<Sweep> {
        let swept = match expr {
            Expr::Number(number) => Sweep::of(i128::from(*number)),
            Expr::Name(slot) if *slot == self.slot => {
                let (low, high) = self.range;
                Sweep { ends: (low.into(), high.into()), rises: true, falls: low == high }
            }
            Expr::Name(slot) => Sweep::of(self.block.slots[*slot].uniform()?.into()),
            Expr::Minus(inner) => self.sweep(inner)?.minus(),
            Expr::Binary(operator, left, right) => self.sweep(left)?.with(*operator, self.sweep(right)?)?,
            Expr::Call(function, all) => {
                let all = all.iter().map(|own| self.sweep(own)).collect::<Option<Vec<Sweep>>>()?;
                of_function(*function, &all)?
            }
            Expr::Sum(..) => return None,
        };
        let fits = |end: i128| end.unsigned_abs() < 1 << 126;
        (fits(swept.ends.0) && fits(swept.ends.1)).then_some(swept)
    }
}

impl Sweep {
    /// A number.
    fn of(number: i128) -> Sweep {
        Sweep { ends: (number, number), rises: true, falls: true }
    }

    /// The number that it is, if it is one.
    fn constant(self) -> Option<i128> {
        (self.ends.0 == self.ends.1).then_some(self.ends.0)
    }

    /// The opposite.
    fn minus(self) -> Sweep {
        Sweep { ends: (-self.ends.1, -self.ends.0), rises: self.falls, falls: self.rises }
    }

    /// Whether a product with these grows, and whether it falls, where only this one changes.
    fn times(self, (low, high): (i128, i128)) -> (bool, bool) {
        match (self.rises, self.falls) {
            (rises, falls) if low >= 0 => (rises, falls),
            (rises, falls) if high <= 0 => (falls, rises),
            (rises, falls) => (rises && falls, rises && falls),
        }
    }

    /// The result of an operator.
    fn with(self, operator: Operator, other: Sweep) -> Option<Sweep> {
        let ((a, b), (c, d)) = (self.ends, other.ends);
        let corners = |of: fn(i128, i128) -> Option<i128>| {
            let all = [of(a, c)?, of(a, d)?, of(b, c)?, of(b, d)?];
            Some((all.into_iter().min()?, all.into_iter().max()?))
        };
        let both = |one: (bool, bool), two: (bool, bool), ends| {
            Some(Sweep { ends, rises: one.0 && two.0, falls: one.1 && two.1 })
        };
        let is_point = self.constant().is_some() && other.constant().is_some();
        match operator {
            Operator::Add => {
                let ends = (a.checked_add(c)?, b.checked_add(d)?);
                both((self.rises, self.falls), (other.rises, other.falls), ends)
            }
            Operator::Subtract => self.with(Operator::Add, other.minus()),
            Operator::Multiply => both(self.times(other.ends), other.times(self.ends), corners(i128::checked_mul)?),
            Operator::Divide | Operator::Remainder if c < 1 => None,
            // Rounding down keeps the order.
            Operator::Divide => {
                let ends = corners(|a, b| Some(a.div_euclid(b)))?;
                both((self.rises, self.falls), other.minus().times(self.ends), ends)
            }
            Operator::Remainder if is_point => Some(Sweep::of(a.rem_euclid(c))),
            Operator::Remainder => Some(Sweep { ends: (0, d - 1), rises: false, falls: false }),
            Operator::Power => {
                let power = |base: i128, exponent: i128| base.checked_pow(u32::try_from(exponent).ok()?);
                if is_point {
                    return power(a, c).map(Sweep::of);
                }
                let grows = a >= 1 || a >= 0 && other.constant().is_some();
                let ends = (power(a, c)?, power(b, d)?);
                if grows { both((self.rises, self.falls), (other.rises, other.falls), ends) } else { None }
            }
        }
    }
}

/// The result of a function.
fn of_function(function: Function, all: &[Sweep]) -> Option<Sweep> {
    let first = *all.first()?;
    let (rises, falls) = (all.iter().all(|own| own.rises), all.iter().all(|own| own.falls));
    let points = all.iter().map(|own| own.constant()).collect::<Option<Vec<i128>>>();
    let fold = |of: fn(i128, i128) -> i128| Some(Sweep::of(points.clone()?.into_iter().reduce(of)?));
    let lows = || all.iter().map(|own| own.ends.0);
    let highs = || all.iter().map(|own| own.ends.1);
    match function {
        Function::Min => Some(Sweep { ends: (lows().min()?, highs().min()?), rises, falls }),
        Function::Max => Some(Sweep { ends: (lows().max()?, highs().max()?), rises, falls }),
        Function::Sqrt if first.ends.0 < 0 => None,
        Function::Sqrt => Some(Sweep { ends: (first.ends.0.isqrt(), first.ends.1.isqrt()), rises, falls }),
        Function::Prime if first.ends.1 > i64::MAX.into() => None,
        Function::Prime => match first.constant() {
            Some(number) => Some(Sweep::of(i64::try_from(number).map_or(0, |number| i128::from(is_prime(number))))),
            None => Some(Sweep { ends: (0, 1), rises: false, falls: false }),
        },
        Function::Gcd if points.is_some() => fold(gcd).map(|own| Sweep::of(own.ends.0.abs())),
        Function::Gcd => {
            let most = all.iter().map(|own| own.ends.0.abs().max(own.ends.1.abs())).max()?;
            Some(Sweep { ends: (0, most), rises: false, falls: false })
        }
        Function::Xor => fold(|a, b| a ^ b),
        Function::BitAnd => fold(|a, b| a & b),
        Function::BitOr => fold(|a, b| a | b),
    }
}
