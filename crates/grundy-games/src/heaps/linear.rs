//! Linear expressions: sums of names and numbers, for what is read off the text of a rule without
//! an evaluation.
//!
//! *Example.* `2*a - b + 3` is the constant 3 with the factors 2 and -1. *Limits:* products of two
//! names, quotients and functions are not linear.

use crate::heaps::expr::{Expr, Operator};

/// Returns a linear expression as a constant and one factor per name; `None` if it is not linear or
/// overflows.
///
/// A product is linear if one side has no names. The recursion is as deep as the text nests.
pub(crate) fn linear(expr: &Expr, names: usize) -> Option<(i128, Vec<i128>)> {
    let constant = |value: i128| (value, vec![0; names]);
    let scale = |(constant, factors): (i128, Vec<i128>), by: i128| {
        let factors = factors.into_iter().map(|factor: i128| factor.checked_mul(by)).collect::<Option<_>>()?;
        Some((constant.checked_mul(by)?, factors))
    };
    Some(match expr {
        Expr::Number(number) => constant(i128::from(*number)),
        Expr::Name(slot) => {
            let mut factors = vec![0; names];
            factors[*slot] = 1;
            (0, factors)
        }
        Expr::Minus(inner) => scale(linear(inner, names)?, -1)?,
        Expr::Binary(operator @ (Operator::Add | Operator::Subtract), left, right) => {
            let left = linear(left, names)?;
            let right = linear(right, names)?;
            let right = if *operator == Operator::Subtract { scale(right, -1)? } else { right };
            let sum = left.1.iter().zip(&right.1).map(|(a, b)| a.checked_add(*b)).collect::<Option<_>>()?;
            (left.0.checked_add(right.0)?, sum)
        }
        Expr::Binary(Operator::Multiply, left, right) => {
            let (left, right) = (linear(left, names)?, linear(right, names)?);
            if left.1.iter().all(|&factor| factor == 0) {
                scale(right, left.0)?
            } else if right.1.iter().all(|&factor| factor == 0) {
                scale(left, right.0)?
            } else {
                return None;
            }
        }
        _ => return None,
    })
}
