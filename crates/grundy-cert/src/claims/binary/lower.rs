//! Expressions and conditions of rules as linear forms and tests.
//!
//! A quotient by a constant is a fresh variable; a least or greatest number, and the sign of a
//! quotient, make cases. Exactly one of the cases of an expression holds for any numbers, and the
//! fresh variables of that case are determined, so that "some case holds and the condition is true"
//! means that the condition is true, negated or not.
//!
//! *Example.* `a/2 > b` becomes a fresh variable q with 2q <= a <= 2q + 1 and q > b. `min(a, b) =
//! c` has the cases a <= b and a = c, or b < a and b = c.

use grundy_games::heaps::expr::{Comparison, Condition, Expr, Function, Operator};

use super::{
    linear::{LARGEST_COEFFICIENT, Sign},
    linear_form::{Linear, Test},
};

/// A case of an expression: the tests of the case, and the value.
pub(super) type Case = (Vec<Test>, Linear);

/// Why rules have no translation.
pub(super) type Refusal = &'static str;

/// The most cases of an expression or condition.
const MOST_CASES: usize = 64;

/// The largest number that may come up: far below the 128 bits at which the rules break down.
const LARGEST: u128 = 1 << 120;

/// The values of the names, and the variables that are in use.
pub(super) struct NameScope<'a> {
    /// The value of each name.
    pub(super) names: &'a [Linear],
    /// The greatest absolute value of each name.
    pub(super) bounds: &'a [u128],
    /// The number of variables so far.
    pub(super) variables: &'a mut usize,
}

impl NameScope<'_> {
    /// Returns a variable that is not in use.
    fn fresh(&mut self) -> usize {
        *self.variables += 1;
        *self.variables - 1
    }

    /// Returns the cases of an expression.
    pub(super) fn expr(&mut self, expr: &Expr) -> Result<Vec<Case>, Refusal> {
        let one = |form| Ok(vec![(Vec::new(), form)]);
        match expr {
            Expr::Number(number) => one(Linear::number(i128::from(*number))),
            Expr::Name(slot) => one(self.names.get(*slot).ok_or("a name has no value")?.clone()),
            Expr::Minus(inner) => {
                let cases = self.expr(inner)?;
                combine(&[(Vec::new(), Linear::default())], &cases, |zero, value| zero.plus(value, -1))
            }
            Expr::Binary(operator, left, right) => {
                let (left, right) = (self.expr(left)?, self.expr(right)?);
                match operator {
                    Operator::Add => combine(&left, &right, |a, b| a.plus(b, 1)),
                    Operator::Subtract => combine(&left, &right, |a, b| a.plus(b, -1)),
                    Operator::Multiply => combine(&left, &right, |a, b| match (a.terms.len(), b.terms.len()) {
                        (_, 0) => Linear::default().plus(a, b.constant),
                        (0, _) => Linear::default().plus(b, a.constant),
                        _ => None,
                    }),
                    Operator::Divide => self.divided(left, &right, false),
                    Operator::Remainder => self.divided(left, &right, true),
                    Operator::Power => Err("it has powers"),
                }
            }
            Expr::Call(function @ (Function::Min | Function::Max), arguments) => {
                let values = arguments.iter().map(|argument| self.expr(argument)).collect::<Result<Vec<_>, _>>()?;
                extreme(&values, *function == Function::Max)
            }
            Expr::Call(..) => Err("it has functions other than min and max"),
            Expr::Sum(..) => Err("it has sums over ranges"),
        }
    }

    /// The quotients, or the remainders, by a positive constant.
    ///
    /// A negative number is divided as the rules do it, rounded down; its quotient is less than 0,
    /// so the variable has its absolute value.
    fn divided(&mut self, cases: Vec<Case>, divisor: &[Case], remainder: bool) -> Result<Vec<Case>, Refusal> {
        const BY: Refusal = "it divides by what is not a small positive constant";
        let [(tests, by)] = divisor else { return Err(BY) };
        let by = by.terms.is_empty().then_some(by.constant).filter(|by| (1..=LARGEST_COEFFICIENT).contains(by));
        let by = by.filter(|_| tests.is_empty()).ok_or(BY)?;
        let mut all = Vec::new();
        for (tests, value) in cases {
            let signs: &[i128] = if value.is_never_negative() { &[1] } else { &[1, -1] };
            for &sign in signs {
                // The quotient is the variable, or less than 0 and minus the variable.
                let quotient = Linear::variable(self.fresh());
                let rest = value.plus(&quotient, -sign * by).ok_or(TOO_LARGE)?;
                let mut tests = tests.clone();
                tests.push(at_most(&Linear::default(), &rest)?);
                tests.push(at_most(&rest, &Linear::number(by - 1))?);
                if sign < 0 {
                    tests.push(at_most(&Linear::number(1), &quotient)?);
                }
                let quotient = Linear::default().plus(&quotient, sign).ok_or(TOO_LARGE)?;
                all.push((tests, if remainder { rest } else { quotient }));
            }
        }
        few(all)
    }

    /// Returns the cases in which a condition holds, or does not hold if `negated`.
    ///
    /// A negation is pushed down to the comparisons, so that the result has no negations: "and" and
    /// "or" change places on the way.
    pub(super) fn condition(&mut self, condition: &Condition, negated: bool) -> Result<Vec<Vec<Test>>, Refusal> {
        let (left, comparison, right) = match condition {
            Condition::Compare(left, comparison, right) => (self.expr(left)?, *comparison, self.expr(right)?),
            Condition::Holds(expr) => (self.expr(expr)?, Comparison::NotEqual, vec![(Vec::new(), Linear::default())]),
            Condition::Not(inner) => return self.condition(inner, !negated),
            Condition::And(one, two) | Condition::Or(one, two) => {
                let (one, two) = (self.condition(one, negated)?, self.condition(two, negated)?);
                let either = matches!(condition, Condition::Or(..)) != negated;
                return few(if either { [one, two].concat() } else { both(&one, &two) });
            }
        };
        let mut all = Vec::new();
        for (tests, left) in &left {
            for (more, right) in &right {
                let difference = left.plus(right, -1).ok_or(TOO_LARGE)?;
                let test = match (comparison, negated) {
                    (Comparison::Equal, false) | (Comparison::NotEqual, true) => {
                        Test { form: difference, sign: Sign::Zero }
                    }
                    (Comparison::NotEqual, false) | (Comparison::Equal, true) => {
                        Test { form: difference, sign: Sign::NonZero }
                    }
                    (Comparison::LessOrEqual, false) | (Comparison::Greater, true) => at_most(left, right)?,
                    (Comparison::GreaterOrEqual, false) | (Comparison::Less, true) => at_most(right, left)?,
                    (Comparison::Less, false) | (Comparison::GreaterOrEqual, true) => below(left, right)?,
                    (Comparison::Greater, false) | (Comparison::LessOrEqual, true) => below(right, left)?,
                };
                all.push([&tests[..], &more[..], &[test]].concat());
            }
        }
        few(all)
    }

    /// Returns a bound on the absolute value of an expression and of all numbers on the way, so
    /// that none of them comes near 128 bits.
    pub(super) fn bound(&self, expr: &Expr) -> Result<u128, Refusal> {
        let bound = match expr {
            Expr::Number(number) => Some(u128::from(*number)),
            Expr::Name(slot) => self.bounds.get(*slot).copied(),
            Expr::Minus(inner) => Some(self.bound(inner)?),
            Expr::Binary(operator, left, right) => {
                let (left, right) = (self.bound(left)?, self.bound(right)?);
                match operator {
                    Operator::Multiply => left.checked_mul(right),
                    Operator::Power => None,
                    _ => left.checked_add(right),
                }
            }
            Expr::Call(_, arguments) => {
                let bounds = arguments.iter().map(|argument| self.bound(argument)).collect::<Result<Vec<_>, _>>()?;
                bounds.into_iter().max()
            }
            Expr::Sum(..) => None,
        };
        bound.filter(|&bound| bound <= LARGEST).ok_or(TOO_LARGE)
    }

    /// As [`NameScope::bound`], for all expressions of a condition.
    pub(super) fn bounded(&self, condition: &Condition) -> Result<(), Refusal> {
        match condition {
            Condition::Compare(left, _, right) => self.bound(left).and(self.bound(right)).map(drop),
            Condition::Holds(expr) => self.bound(expr).map(drop),
            Condition::Not(inner) => self.bounded(inner),
            Condition::And(one, two) | Condition::Or(one, two) => self.bounded(one).and(self.bounded(two)),
        }
    }
}

/// The refusal of numbers that may exceed 128 bits, and of products of names, which no automaton
/// recognises.
pub(super) const TOO_LARGE: Refusal = "its numbers may get too large, or it multiplies names";

/// The test that one form is at most another.
pub(super) fn at_most(left: &Linear, right: &Linear) -> Result<Test, Refusal> {
    Ok(Test { form: left.plus(right, -1).ok_or(TOO_LARGE)?, sign: Sign::AtMostZero })
}

/// The test that one form is less than another.
pub(super) fn below(left: &Linear, right: &Linear) -> Result<Test, Refusal> {
    at_most(&left.plus(&Linear::number(1), 1).ok_or(TOO_LARGE)?, right)
}

/// All pairs of cases.
fn combine(
    left: &[Case],
    right: &[Case],
    with: impl Fn(&Linear, &Linear) -> Option<Linear>,
) -> Result<Vec<Case>, Refusal> {
    let mut all = Vec::new();
    for (tests, one) in left {
        for (more, two) in right {
            all.push(([&tests[..], &more[..]].concat(), with(one, two).ok_or(TOO_LARGE)?));
        }
    }
    few(all)
}

/// The least or the greatest of some values: the first of them that is.
///
/// A later value counts only if it is strictly better than the earlier ones, so exactly one case
/// holds.
fn extreme(values: &[Vec<Case>], greatest: bool) -> Result<Vec<Case>, Refusal> {
    let mut tuples: Vec<(Vec<Test>, Vec<Linear>)> = vec![(Vec::new(), Vec::new())];
    for cases in values {
        let longer = tuples.iter().flat_map(|(tests, forms)| {
            cases.iter().map(|(more, form)| {
                ([&tests[..], &more[..]].concat(), [&forms[..], std::slice::from_ref(form)].concat())
            })
        });
        tuples = few(longer.collect())?;
    }
    let mut all = Vec::new();
    for (tests, forms) in tuples {
        for (at, form) in forms.iter().enumerate() {
            let mut tests = tests.clone();
            for (other, than) in forms.iter().enumerate().filter(|(other, _)| *other != at) {
                let (low, high) = if greatest { (than, form) } else { (form, than) };
                tests.push(if other < at { below(low, high)? } else { at_most(low, high)? });
            }
            all.push((tests, form.clone()));
        }
    }
    few(all)
}

/// All pairs of cases of two conditions.
pub(super) fn both(one: &[Vec<Test>], two: &[Vec<Test>]) -> Vec<Vec<Test>> {
    one.iter().flat_map(|tests| two.iter().map(|more| [&tests[..], &more[..]].concat())).collect()
}

/// Refuses too many cases.
pub(super) fn few<T>(all: Vec<T>) -> Result<Vec<T>, Refusal> {
    if all.len() <= MOST_CASES { Ok(all) } else { Err("its conditions have too many cases") }
}
