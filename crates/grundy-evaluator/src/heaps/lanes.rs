//! Expressions and conditions of rules, for up to [`WIDTH`] values of a name at once.
//!
//! A *lane* is one combination of the names. An expression that changes by the same amount from
//! lane to lane is kept as a line, since most sizes are; every other one as a list. Numbers have 64
//! bits and each step is checked. Where a number does not fit, or an operation has no result, the
//! evaluation ends with `None`, and the plain meaning finds out what is the matter. A lane that a
//! condition has excluded is never the reason that a division or a root has no result, as in the
//! plain meaning.

use std::rc::Rc;

use grundy_games::{
    AmountSet,
    heaps::expr::{Comparison, Condition, Expr, Function, Operator},
};
use num_integer::gcd;

/// The most lanes of a block.
pub(super) const WIDTH: usize = 512;

/// A number for each lane.
#[derive(Clone)]
pub(super) enum Lanes {
    /// `first + step * lane`; it fits into 64 bits in all lanes.
    Line { first: i64, step: i64 },
    /// One number for each lane; all of them are within the ends.
    Each { all: Rc<[i64]>, ends: (i64, i64) },
}

/// The lanes that are not excluded.
#[derive(Clone)]
pub(super) enum Mask {
    /// All lanes.
    All,
    /// No lane.
    Nobody,
    /// Those with `true`: some, and not all.
    Some(Rc<[bool]>),
}

/// The values of the names in each lane.
pub(super) struct LaneBlock {
    /// One entry for each name of the clause.
    pub(super) slots: Vec<Lanes>,
    /// The number of lanes, at least 1.
    pub(super) count: usize,
}

impl Lanes {
    /// The same number in every lane.
    pub(super) fn same(number: i64) -> Lanes {
        Lanes::Line { first: number, step: 0 }
    }

    /// The line with these numbers, if it fits into 64 bits in this many lanes. One lane has no
    /// step.
    pub(super) fn line(first: i64, step: i64, count: usize) -> Option<Lanes> {
        let step = if count > 1 { step } else { 0 };
        first.checked_add(step.checked_mul(count as i64 - 1)?)?;
        Some(Lanes::Line { first, step })
    }

    /// The number of every lane, if they are equal because no lane has a part in it.
    pub(super) fn uniform(&self) -> Option<i64> {
        if let Lanes::Line { first, step: 0 } = *self { Some(first) } else { None }
    }

    /// The number in a lane.
    pub(super) fn at(&self, lane: usize) -> i64 {
        match self {
            Lanes::Line { first, step } => first + step * lane as i64,
            Lanes::Each { all, .. } => all[lane],
        }
    }

    /// The least and the greatest number of all lanes, excluded ones too.
    pub(super) fn ends(&self, count: usize) -> (i64, i64) {
        match self {
            Lanes::Line { first, .. } => {
                let last = self.at(count - 1);
                (*first.min(&last), *first.max(&last))
            }
            Lanes::Each { ends, .. } => *ends,
        }
    }

    /// These numbers, one for each lane.
    pub(super) fn each(all: Rc<[i64]>) -> Lanes {
        let ends = all.iter().fold((i64::MAX, i64::MIN), |(low, high), &next| (low.min(next), high.max(next)));
        Lanes::Each { all, ends }
    }

    /// The numbers as a list.
    fn list(&self, count: usize) -> Rc<[i64]> {
        match self {
            Lanes::Line { first, step } => (0..count).map(|lane| first + step * lane as i64).collect(),
            Lanes::Each { all, .. } => all.clone(),
        }
    }
}

impl Mask {
    /// The lanes of this mask for which `holds`.
    pub(super) fn and(&self, count: usize, holds: impl Fn(usize) -> bool) -> Mask {
        let kept: Rc<[bool]> = match self {
            Mask::All => (0..count).map(holds).collect(),
            Mask::Nobody => return Mask::Nobody,
            Mask::Some(all) => all.iter().enumerate().map(|(lane, &there)| there && holds(lane)).collect(),
        };
        match kept.iter().filter(|&&there| there).count() {
            0 => Mask::Nobody,
            many if many == count => Mask::All,
            _ => Mask::Some(kept),
        }
    }

    /// Whether a lane is not excluded.
    pub(super) fn has(&self, lane: usize) -> bool {
        match self {
            Mask::All => true,
            Mask::Nobody => false,
            Mask::Some(all) => all[lane],
        }
    }
}

impl LaneBlock {
    /// The value of an expression in the lanes of a mask, of which there is at least one; other
    /// lanes may have any number.
    pub(super) fn value(&self, expr: &Expr, mask: &Mask) -> Option<Lanes> {
        match expr {
            Expr::Number(number) => Some(Lanes::same(i64::try_from(*number).ok()?)),
            Expr::Name(slot) => Some(self.slots[*slot].clone()),
            Expr::Minus(inner) => self.binary(Operator::Subtract, &Lanes::same(0), &self.value(inner, mask)?, mask),
            Expr::Binary(operator, left, right) => {
                self.binary(*operator, &self.value(left, mask)?, &self.value(right, mask)?, mask)
            }
            Expr::Call(function, arguments) => {
                let (first, rest) = arguments.split_first()?;
                let first = self.value(first, mask)?;
                let start = match function {
                    Function::Gcd => self.each(&first, &first, mask, |a, _| a.checked_abs())?,
                    Function::Min | Function::Max | Function::Xor | Function::BitAnd | Function::BitOr => first,
                    Function::Sqrt => self.each(&first, &first, mask, |a, _| a.checked_isqrt())?,
                    Function::Prime => self.each(&first, &first, mask, |a, _| Some(i64::from(is_prime(a))))?,
                };
                rest.iter().try_fold(start, |before, next| {
                    let next = self.value(next, mask)?;
                    match function {
                        Function::Gcd => self.gcd(&before, &next, mask),
                        Function::Min => Some(self.extreme(before, next, i64::min)),
                        Function::Max => Some(self.extreme(before, next, i64::max)),
                        Function::Xor => self.each(&before, &next, mask, |a, b| Some(a ^ b)),
                        Function::BitAnd => self.each(&before, &next, mask, |a, b| Some(a & b)),
                        Function::BitOr => self.each(&before, &next, mask, |a, b| Some(a | b)),
                        Function::Sqrt | Function::Prime => None,
                    }
                })
            }
            // Sums are left to the plain meaning.
            Expr::Sum(..) => None,
        }
    }

    fn binary(&self, operator: Operator, left: &Lanes, right: &Lanes, mask: &Mask) -> Option<Lanes> {
        if let (&Lanes::Line { first: a, step: s }, &Lanes::Line { first: b, step: t }) = (left, right) {
            match operator {
                Operator::Add => return Lanes::line(a.checked_add(b)?, s.checked_add(t)?, self.count),
                Operator::Subtract => return Lanes::line(a.checked_sub(b)?, s.checked_sub(t)?, self.count),
                Operator::Multiply if s == 0 => return Lanes::line(a.checked_mul(b)?, a.checked_mul(t)?, self.count),
                Operator::Multiply if t == 0 => return Lanes::line(a.checked_mul(b)?, s.checked_mul(b)?, self.count),
                _ => {}
            }
        }
        match operator {
            Operator::Add => self.each(left, right, mask, i64::checked_add),
            Operator::Subtract => self.each(left, right, mask, i64::checked_sub),
            Operator::Multiply => self.each(left, right, mask, i64::checked_mul),
            Operator::Divide => self.each(left, right, mask, |a, b| {
                let quotient = a.checked_div(b)?;
                if a % b != 0 && (a < 0) != (b < 0) { quotient.checked_sub(1) } else { Some(quotient) }
            }),
            Operator::Remainder => self.each(left, right, mask, |a, b| {
                let rest = a.checked_rem(b)?;
                if rest != 0 && (rest < 0) != (b < 0) { rest.checked_add(b) } else { Some(rest) }
            }),
            Operator::Power => self.each(left, right, mask, |a, b| a.checked_pow(u32::try_from(b).ok()?)),
        }
    }

    /// The results of an operation in the lanes of a mask, 0 in the others; `None` if it has no
    /// result in one of them.
    fn each(&self, left: &Lanes, right: &Lanes, mask: &Mask, apply: impl Fn(i64, i64) -> Option<i64>) -> Option<Lanes> {
        if let (Some(left), Some(right)) = (left.uniform(), right.uniform()) {
            return apply(left, right).map(Lanes::same);
        }
        match (left, right) {
            (&Lanes::Line { first: a, step: s }, &Lanes::Line { first: b, step: t }) => {
                self.results(mask, |lane| apply(a + s * lane as i64, b + t * lane as i64))
            }
            (&Lanes::Line { first, step }, Lanes::Each { all, .. }) => {
                self.results(mask, |lane| apply(first + step * lane as i64, all[lane]))
            }
            (Lanes::Each { all, .. }, &Lanes::Line { first, step }) => {
                self.results(mask, |lane| apply(all[lane], first + step * lane as i64))
            }
            (Lanes::Each { all, .. }, Lanes::Each { all: others, .. }) => {
                self.results(mask, |lane| apply(all[lane], others[lane]))
            }
        }
    }

    /// The results in the lanes of a mask, 0 in the others; `None` if one is missing.
    fn results(&self, mask: &Mask, result: impl Fn(usize) -> Option<i64>) -> Option<Lanes> {
        let mut all_fit = true;
        let mut fitting = |lane: usize| {
            let result = result(lane);
            all_fit &= result.is_some();
            result.unwrap_or(0)
        };
        let results = match mask {
            Mask::All => (0..self.count).map(fitting).collect(),
            _ => (0..self.count).map(|lane| if mask.has(lane) { fitting(lane) } else { 0 }).collect(),
        };
        all_fit.then(|| Lanes::each(results))
    }

    /// The least or the greatest of two numbers, by the function that selects it.
    fn extreme(&self, left: Lanes, right: Lanes, select: impl Fn(i64, i64) -> i64) -> Lanes {
        let (a, b) = (left.ends(self.count), right.ends(self.count));
        let ends = (select(a.0, b.0), select(a.1, b.1));
        if a.1 <= b.0 || b.1 <= a.0 {
            return if ends == a { left } else { right };
        }
        let all = match (&left, &right) {
            (&Lanes::Line { first: a, step: s }, &Lanes::Line { first: b, step: t }) => {
                (0..self.count as i64).map(|lane| select(a + s * lane, b + t * lane)).collect()
            }
            _ => (0..self.count).map(|lane| select(left.at(lane), right.at(lane))).collect(),
        };
        Lanes::Each { all, ends }
    }

    /// The greatest common divisors. Of one number and consecutive ones, each divisor of the number
    /// is written at its multiples, in ascending order, so that the greatest one stays.
    fn gcd(&self, left: &Lanes, right: &Lanes, mask: &Mask) -> Option<Lanes> {
        let (number, line) = if left.uniform().is_some() { (left, right) } else { (right, left) };
        let (Some(number @ 1..MOST_DIVIDED), &Lanes::Line { first: first @ 0.., step: 1 }) = (number.uniform(), line)
        else {
            return self.each(left, right, mask, |a, b| i64::try_from(gcd(a.unsigned_abs(), b.unsigned_abs())).ok());
        };
        let mut divisors = vec![1; self.count];
        let roots = (1..).take_while(|root| root * root <= number).filter(|root| number % root == 0);
        let (low, high): (Vec<i64>, Vec<i64>) = roots.map(|root| (root, number / root)).unzip();
        for divisor in low.into_iter().chain(high.into_iter().rev()) {
            let to_multiple = (divisor - first % divisor) % divisor;
            divisors.iter_mut().skip(to_multiple as usize).step_by(divisor as usize).for_each(|lane| *lane = divisor);
        }
        Some(Lanes::each(divisors.into()))
    }

    /// The lanes of a mask in which a condition holds. `None` if it cannot be evaluated.
    pub(super) fn holds(&self, condition: &Condition, mask: &Mask) -> Option<Mask> {
        if matches!(mask, Mask::Nobody) {
            return Some(Mask::Nobody);
        }
        match condition {
            Condition::Compare(left, comparison, right) => {
                let (left, right) = (self.value(left, mask)?, self.value(right, mask)?);
                Some(match comparison {
                    Comparison::Equal => self.compare(&left, &right, mask, |a, b| a == b),
                    Comparison::NotEqual => self.compare(&left, &right, mask, |a, b| a != b),
                    Comparison::Less => self.compare(&left, &right, mask, |a, b| a < b),
                    Comparison::LessOrEqual => self.compare(&left, &right, mask, |a, b| a <= b),
                    Comparison::Greater => self.compare(&left, &right, mask, |a, b| a > b),
                    Comparison::GreaterOrEqual => self.compare(&left, &right, mask, |a, b| a >= b),
                })
            }
            Condition::Holds(expr) => {
                Some(self.compare(&self.value(expr, mask)?, &Lanes::same(0), mask, |a, b| a != b))
            }
            Condition::Not(inner) => Some(self.without(mask, &self.holds(inner, mask)?)),
            Condition::And(left, right) => self.holds(right, &self.holds(left, mask)?),
            Condition::Or(left, right) => {
                let first = self.holds(left, mask)?;
                let second = self.holds(right, &self.without(mask, &first))?;
                Some(mask.and(self.count, |lane| first.has(lane) || second.has(lane)))
            }
        }
    }

    /// The lanes of a mask in which a comparison holds.
    pub(super) fn compare(&self, left: &Lanes, right: &Lanes, mask: &Mask, holds: impl Fn(i64, i64) -> bool) -> Mask {
        if let (Some(left), Some(right)) = (left.uniform(), right.uniform()) {
            return if holds(left, right) { mask.clone() } else { Mask::Nobody };
        }
        let (left, right) = (left.list(self.count), right.list(self.count));
        mask.and(self.count, |lane| holds(left[lane], right[lane]))
    }

    /// The lanes of a mask that another one does not have.
    fn without(&self, mask: &Mask, other: &Mask) -> Mask {
        match other {
            Mask::Nobody => mask.clone(),
            _ => mask.and(self.count, |lane| !other.has(lane)),
        }
    }
}

/// Numbers up to this one are divided by all numbers up to their root.
const MOST_DIVIDED: i64 = 1 << 32;

/// Whether a number is prime; no negative one is.
pub(super) fn is_prime(number: i64) -> bool {
    u64::try_from(number).is_ok_and(|number| AmountSet::Prime.contains(number))
}
