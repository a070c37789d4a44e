//! Expressions in affine normal form: `c0 + c1 x1 + ..`, minima and maxima of such, and a tree for
//! the rest.
//!
//! All arithmetic has 64 bits. A term is only evaluated after the interval analysis has shown that
//! no part of it grows beyond [`MOST`]; what can still go wrong (a division by zero, the square
//! root of a negative number) gives `None`.
//!
//! ```text
//! 2*(a-b) + 1     Affine: 1 + 2 a - 2 b
//! min(a, b) + 1   Least: 1 + a, 1 + b
//! a/2             Binary
//! gcd(a, b)       Call
//! ```

use num_integer::gcd;

use super::interval::{self, Interval};
use crate::heaps::{
    expr::{Comparison, Condition, Expr, Function, Operator},
    numbers::is_prime,
};

/// No part of a term may grow beyond this.
pub const MOST: i64 = 1 << 40;

/// Minima and maxima of more terms than this are not multiplied out.
const MOST_CASES: usize = 8;

/// `constant + factor * slot + ..`.
///
/// Equal expressions have equal forms, so that they are compared as data.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Affine {
    /// The constant.
    pub constant: i64,
    /// The slots that occur, ascending, each with a factor that is not 0.
    pub factors: Vec<(usize, i64)>,
}

/// An integer expression over the slots of a clause.
///
/// Minima and maxima are kept outermost, where their pieces are affine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SizeTerm {
    /// An affine one.
    Affine(Affine),
    /// The least of these.
    Least(Vec<SizeTerm>),
    /// The greatest of these.
    Greatest(Vec<SizeTerm>),
    /// Any other operation.
    Binary(Operator, Box<SizeTerm>, Box<SizeTerm>),
    /// Any other function.
    Call(Function, Vec<SizeTerm>),
}

/// A condition over the slots of a clause.
///
/// A condition of the rules in the same form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Guard {
    /// Two terms compared.
    Compare(SizeTerm, Comparison, SizeTerm),
    /// The term is not 0.
    Holds(SizeTerm),
    /// Not this.
    Not(Box<Guard>),
    /// Both.
    And(Box<Guard>, Box<Guard>),
    /// At least one.
    Or(Box<Guard>, Box<Guard>),
}

impl Affine {
    /// A number.
    pub fn number(constant: i64) -> Affine {
        Affine { constant, factors: Vec::new() }
    }

    /// A slot.
    pub fn slot(slot: usize) -> Affine {
        Affine { constant: 0, factors: vec![(slot, 1)] }
    }

    /// The factor of a slot.
    pub fn factor(&self, slot: usize) -> i64 {
        self.factors.iter().find(|(own, _)| *own == slot).map_or(0, |&(_, factor)| factor)
    }

    /// `self + times * other`; `None` if a number grows beyond [`MOST`].
    pub fn plus(&self, times: i64, other: &Affine) -> Option<Affine> {
        let fits = |number: i64| (-MOST..=MOST).contains(&number).then_some(number);
        let scaled = |factor: i64| factor.checked_mul(times).and_then(fits);
        let mut factors = self.factors.clone();
        for &(slot, factor) in &other.factors {
            let more = scaled(factor)?;
            match factors.binary_search_by_key(&slot, |&(own, _)| own) {
                Ok(at) => factors[at].1 = fits(factors[at].1 + more)?,
                Err(at) => factors.insert(at, (slot, more)),
            }
        }
        factors.retain(|&(_, factor)| factor != 0);
        Some(Affine { constant: fits(self.constant + scaled(other.constant)?)?, factors })
    }

    /// Its value; the caller has bounded it.
    #[inline]
    pub fn value(&self, slots: &[i64]) -> i64 {
        self.factors.iter().fold(self.constant, |sum, &(slot, factor)| sum + factor * slots[slot])
    }
}

impl SizeTerm {
    /// A number.
    pub fn number(number: i64) -> SizeTerm {
        SizeTerm::Affine(Affine::number(number))
    }

    /// A slot.
    pub fn slot(slot: usize) -> SizeTerm {
        SizeTerm::Affine(Affine::slot(slot))
    }

    /// The normal form of an expression, where `replaced` has terms for some of its slots. `None`
    /// for sums over ranges and for numbers beyond [`MOST`].
    pub fn of(expr: &Expr, replaced: &[(usize, SizeTerm)]) -> Option<SizeTerm> {
        let of = |expr: &Expr| SizeTerm::of(expr, replaced);
        Some(match expr {
            Expr::Number(number) => SizeTerm::number(i64::try_from(*number).ok().filter(|&number| number <= MOST)?),
            Expr::Name(slot) => {
                let own = replaced.iter().find(|(replaced, _)| replaced == slot);
                own.map_or_else(|| SizeTerm::slot(*slot), |(_, term)| term.clone())
            }
            Expr::Minus(inner) => of(inner)?.times(-1)?,
            Expr::Binary(operator, left, right) => SizeTerm::binary(*operator, of(left)?, of(right)?)?,
            Expr::Call(function, arguments) => {
                let arguments: Vec<SizeTerm> = arguments.iter().map(of).collect::<Option<_>>()?;
                match function {
                    Function::Min => SizeTerm::least(arguments),
                    Function::Max => SizeTerm::greatest(arguments),
                    Function::Gcd
                    | Function::Sqrt
                    | Function::Prime
                    | Function::Xor
                    | Function::BitAnd
                    | Function::BitOr => SizeTerm::Call(*function, arguments),
                }
            }
            Expr::Sum(..) => return None,
        })
    }

    /// Two terms and an operator, in normal form; `None` if no normal form covers it or a number
    /// grows beyond [`MOST`].
    pub fn binary(operator: Operator, left: SizeTerm, right: SizeTerm) -> Option<SizeTerm> {
        match (operator, left, right) {
            (Operator::Add, left, right) => left.plus(right),
            (Operator::Subtract, left, right) => left.plus(right.times(-1)?),
            (Operator::Multiply, SizeTerm::Affine(number), other)
            | (Operator::Multiply, other, SizeTerm::Affine(number))
                if number.factors.is_empty() =>
            {
                other.times(number.constant)
            }
            (operator, left, right) => Some(SizeTerm::Binary(operator, Box::new(left), Box::new(right))),
        }
    }

    /// The sum of two terms; minima and maxima of affine terms are multiplied out. `None` as
    /// [`SizeTerm::binary`].
    pub fn plus(self, other: SizeTerm) -> Option<SizeTerm> {
        let each = |all: Vec<SizeTerm>, other: &SizeTerm| -> Option<Vec<SizeTerm>> {
            all.into_iter().map(|term| term.plus(other.clone())).collect()
        };
        let small = |a: &[SizeTerm], b: &[SizeTerm]| a.len() * b.len() <= MOST_CASES;
        Some(match (self, other) {
            (SizeTerm::Affine(a), SizeTerm::Affine(b)) => SizeTerm::Affine(a.plus(1, &b)?),
            (SizeTerm::Least(all), other @ SizeTerm::Affine(_))
            | (other @ SizeTerm::Affine(_), SizeTerm::Least(all)) => SizeTerm::Least(each(all, &other)?),
            (SizeTerm::Greatest(all), other @ SizeTerm::Affine(_))
            | (other @ SizeTerm::Affine(_), SizeTerm::Greatest(all)) => SizeTerm::Greatest(each(all, &other)?),
            (SizeTerm::Least(a), SizeTerm::Least(b)) if small(&a, &b) => {
                SizeTerm::Least(b.iter().map(|term| each(a.clone(), term)).collect::<Option<Vec<_>>>()?.concat())
            }
            (SizeTerm::Greatest(a), SizeTerm::Greatest(b)) if small(&a, &b) => {
                SizeTerm::Greatest(b.iter().map(|term| each(a.clone(), term)).collect::<Option<Vec<_>>>()?.concat())
            }
            (left, right) => SizeTerm::Binary(Operator::Add, Box::new(left), Box::new(right)),
        })
    }

    /// The term that many times; `None` as [`SizeTerm::binary`].
    pub fn times(self, times: i64) -> Option<SizeTerm> {
        let each = |all: Vec<SizeTerm>| all.into_iter().map(|term| term.times(times)).collect::<Option<Vec<_>>>();
        Some(match self {
            SizeTerm::Affine(own) => SizeTerm::Affine(Affine::default().plus(times, &own)?),
            SizeTerm::Least(all) if times >= 0 => SizeTerm::Least(each(all)?),
            SizeTerm::Least(all) => SizeTerm::Greatest(each(all)?),
            SizeTerm::Greatest(all) if times >= 0 => SizeTerm::Greatest(each(all)?),
            SizeTerm::Greatest(all) => SizeTerm::Least(each(all)?),
            other => SizeTerm::Binary(Operator::Multiply, Box::new(SizeTerm::number(times)), Box::new(other)),
        })
    }

    /// The least of some terms, of which there is at least one.
    pub fn least(terms: Vec<SizeTerm>) -> SizeTerm {
        let flat = terms.into_iter().flat_map(|term| if let SizeTerm::Least(all) = term { all } else { vec![term] });
        single(flat.collect(), SizeTerm::Least)
    }

    /// The greatest of some terms, of which there is at least one.
    pub fn greatest(terms: Vec<SizeTerm>) -> SizeTerm {
        let flat = terms.into_iter().flat_map(|term| if let SizeTerm::Greatest(all) = term { all } else { vec![term] });
        single(flat.collect(), SizeTerm::Greatest)
    }

    /// Whether a slot occurs in it.
    pub fn uses(&self, slot: usize) -> bool {
        match self {
            SizeTerm::Affine(own) => own.factor(slot) != 0,
            SizeTerm::Binary(_, left, right) => left.uses(slot) || right.uses(slot),
            SizeTerm::Least(all) | SizeTerm::Greatest(all) | SizeTerm::Call(_, all) => {
                all.iter().any(|term| term.uses(slot))
            }
        }
    }

    /// Whether it has a value whatever numbers of these intervals are in the slots.
    ///
    /// Then it may be evaluated for all of them at once, whatever guards come before it.
    pub fn is_total_in(&self, slots: &[Interval]) -> bool {
        let is_total = |term: &SizeTerm| term.is_total_in(slots);
        let least = |term: &SizeTerm| interval::of(term, slots, MOST).map(|(low, _)| low);
        match self {
            SizeTerm::Affine(_) => true,
            SizeTerm::Binary(Operator::Divide | Operator::Remainder, left, right) => {
                is_total(left) && is_total(right) && least(right) > Some(0)
            }
            SizeTerm::Binary(Operator::Power, left, right) => {
                let is_number = matches!(&**right, SizeTerm::Affine(own) if own.factors.is_empty());
                is_total(left) && is_number && least(right) > Some(0)
            }
            SizeTerm::Binary(_, left, right) => is_total(left) && is_total(right),
            SizeTerm::Call(Function::Sqrt, _) => false,
            SizeTerm::Least(all) | SizeTerm::Greatest(all) | SizeTerm::Call(_, all) => all.iter().all(is_total),
        }
    }

    /// Whether it is piecewise linear in a slot.
    ///
    /// Then its values along a loop are arithmetic progressions, piece by piece.
    pub fn is_linear_in(&self, slot: usize) -> bool {
        match self {
            SizeTerm::Affine(_) => true,
            SizeTerm::Least(all) | SizeTerm::Greatest(all) => all.iter().all(|term| term.is_linear_in(slot)),
            SizeTerm::Binary(..) | SizeTerm::Call(..) => !self.uses(slot),
        }
    }

    /// Whether its value certainly stays if each of these slots grows by its number.
    pub fn is_kept_by(&self, shift: &[(usize, i64)]) -> bool {
        match self {
            SizeTerm::Affine(own) => shift.iter().map(|&(slot, by)| own.factor(slot) * by).sum::<i64>() == 0,
            SizeTerm::Binary(_, left, right) => left.is_kept_by(shift) && right.is_kept_by(shift),
            SizeTerm::Least(all) | SizeTerm::Greatest(all) | SizeTerm::Call(_, all) => {
                all.iter().all(|term| term.is_kept_by(shift))
            }
        }
    }

    /// Its value; `None` where the plain meaning is a fault. Recursion is as deep as the text
    /// nests.
    #[inline]
    pub fn value(&self, slots: &[i64]) -> Option<i64> {
        match self {
            SizeTerm::Affine(own) => Some(own.value(slots)),
            _ => self.composed(slots),
        }
    }

    /// As [`SizeTerm::value`], for any term.
    fn composed(&self, slots: &[i64]) -> Option<i64> {
        let all = |terms: &[SizeTerm]| terms.iter().map(|term| term.value(slots)).collect::<Option<Vec<i64>>>();
        match self {
            SizeTerm::Affine(own) => Some(own.value(slots)),
            SizeTerm::Least(terms) => {
                let (first, rest) = terms.split_first()?;
                rest.iter().try_fold(first.value(slots)?, |least, term| Some(least.min(term.value(slots)?)))
            }
            SizeTerm::Greatest(terms) => {
                let (first, rest) = terms.split_first()?;
                rest.iter().try_fold(first.value(slots)?, |most, term| Some(most.max(term.value(slots)?)))
            }
            SizeTerm::Binary(operator, left, right) => apply(*operator, left.value(slots)?, right.value(slots)?),
            SizeTerm::Call(function, terms) => call(*function, &all(terms)?),
        }
    }

    /// `(c0, c1)` with value `c0 + c1 * k` for the slot `k` from `from` to `until`, which is
    /// lowered to where another piece begins. Requires [`SizeTerm::is_linear_in`]; the value in the
    /// slot is not read.
    ///
    /// Of two linear pieces the less one wins from where it is less until they cross; that place
    /// lowers `until`. With a negative sign, the greatest is found in the same way.
    pub fn piece(&self, slot: usize, from: i64, until: &mut i64, slots: &[i64]) -> Option<(i64, i64)> {
        let (all, sign) = match self {
            SizeTerm::Affine(own) => {
                let free = own.factors.iter().filter(|(other, _)| *other != slot);
                let constant = free.fold(own.constant, |sum, &(other, factor)| sum + factor * slots[other]);
                return Some((constant, own.factor(slot)));
            }
            SizeTerm::Binary(..) | SizeTerm::Call(..) => return Some((self.value(slots)?, 0)),
            SizeTerm::Least(all) => (all, 1),
            SizeTerm::Greatest(all) => (all, -1),
        };
        let mut best = all.first()?.piece(slot, from, until, slots)?;
        for term in &all[1..] {
            let next = term.piece(slot, from, until, slots)?;
            let (constant, slope) = (sign * (next.0 - best.0), sign * (next.1 - best.1));
            let here = constant + slope * from;
            let wins = here < 0 || here == 0 && slope < 0;
            // How much the loser is above the winner, and how that changes.
            let (above, change) = if wins { (-here, -slope) } else { (here, slope) };
            if wins {
                best = next;
            }
            if change < 0 {
                *until = (*until).min(from + above / -change);
            }
        }
        Some(best)
    }
}

/// One term as it is; several as the least or the greatest of them.
fn single(mut all: Vec<SizeTerm>, many: impl FnOnce(Vec<SizeTerm>) -> SizeTerm) -> SizeTerm {
    match (all.pop(), all.is_empty()) {
        (Some(last), true) => last,
        (last, _) => {
            all.extend(last);
            many(all)
        }
    }
}

/// An operator on two numbers; `None` where the plain meaning is a fault or the result exceeds 64
/// bits. Division rounds towards minus infinity, and the remainder has the sign of the divisor, as
/// in the plain meaning.
pub fn apply(operator: Operator, left: i64, right: i64) -> Option<i64> {
    match operator {
        Operator::Add => left.checked_add(right),
        Operator::Subtract => left.checked_sub(right),
        Operator::Multiply => left.checked_mul(right),
        Operator::Divide => {
            let (quotient, rest) = (left.checked_div(right)?, left.checked_rem(right)?);
            Some(if rest != 0 && (rest < 0) != (right < 0) { quotient - 1 } else { quotient })
        }
        Operator::Remainder => {
            let rest = left.checked_rem(right)?;
            Some(if rest != 0 && (rest < 0) != (right < 0) { rest + right } else { rest })
        }
        Operator::Power => left.checked_pow(u32::try_from(right).ok()?),
    }
}

/// A function of numbers; `None` where the plain meaning is a fault.
pub fn call(function: Function, values: &[i64]) -> Option<i64> {
    let first = *values.first()?;
    match function {
        Function::Min => values.iter().copied().min(),
        Function::Max => values.iter().copied().max(),
        Function::Gcd => i64::try_from(values.iter().fold(0, |a, b| gcd(a, b.unsigned_abs()))).ok(),
        Function::Sqrt => (first >= 0).then(|| first.isqrt()),
        Function::Prime => Some(u64::try_from(first).map_or(0, |number| i64::from(is_prime(number)))),
        Function::Xor => Some(values.iter().fold(0, |a, b| a ^ b)),
        Function::BitAnd => Some(values.iter().fold(-1, |a, b| a & b)),
        Function::BitOr => Some(values.iter().fold(0, |a, b| a | b)),
    }
}

/// How two numbers compare.
pub fn compare(left: i64, comparison: Comparison, right: i64) -> bool {
    match comparison {
        Comparison::Equal => left == right,
        Comparison::NotEqual => left != right,
        Comparison::Less => left < right,
        Comparison::LessOrEqual => left <= right,
        Comparison::Greater => left > right,
        Comparison::GreaterOrEqual => left >= right,
    }
}

impl Guard {
    /// The normal form of a condition; `None` if no normal form covers a term of it.
    pub fn of(condition: &Condition, replaced: &[(usize, SizeTerm)]) -> Option<Guard> {
        let pair = |left, right| Some((Box::new(Guard::of(left, replaced)?), Box::new(Guard::of(right, replaced)?)));
        Some(match condition {
            Condition::Compare(left, comparison, right) => {
                Guard::Compare(SizeTerm::of(left, replaced)?, *comparison, SizeTerm::of(right, replaced)?)
            }
            Condition::Holds(expr) => Guard::Holds(SizeTerm::of(expr, replaced)?),
            Condition::Not(inner) => Guard::Not(Box::new(Guard::of(inner, replaced)?)),
            Condition::And(left, right) => pair(left, right).map(|(left, right)| Guard::And(left, right))?,
            Condition::Or(left, right) => pair(left, right).map(|(left, right)| Guard::Or(left, right))?,
        })
    }

    /// `left <= right`.
    pub fn at_most(left: SizeTerm, right: SizeTerm) -> Guard {
        Guard::Compare(left, Comparison::LessOrEqual, right)
    }

    /// Every term of it.
    pub fn terms(&self) -> Vec<&SizeTerm> {
        match self {
            Guard::Compare(left, _, right) => vec![left, right],
            Guard::Holds(term) => vec![term],
            Guard::Not(inner) => inner.terms(),
            Guard::And(left, right) | Guard::Or(left, right) => [left.terms(), right.terms()].concat(),
        }
    }

    /// Whether a slot occurs in it.
    pub fn uses(&self, slot: usize) -> bool {
        match self {
            Guard::Compare(left, _, right) => left.uses(slot) || right.uses(slot),
            Guard::Holds(term) => term.uses(slot),
            Guard::Not(inner) => inner.uses(slot),
            Guard::And(left, right) | Guard::Or(left, right) => left.uses(slot) || right.uses(slot),
        }
    }

    /// Whether it holds; `None` where the plain meaning is a fault.
    pub fn holds(&self, slots: &[i64]) -> Option<bool> {
        Some(match self {
            Guard::Compare(left, comparison, right) => compare(left.value(slots)?, *comparison, right.value(slots)?),
            Guard::Holds(term) => term.value(slots)? != 0,
            Guard::Not(inner) => !inner.holds(slots)?,
            Guard::And(left, right) => left.holds(slots)? && right.holds(slots)?,
            Guard::Or(left, right) => left.holds(slots)? || right.holds(slots)?,
        })
    }
}
