//! Functions of the size of a heap that never decrease, as their text shows.
//!
//! Two kinds matter: functions that never decrease, and among them *slow* ones, which grow by at
//! most one from each size to the next.
//!
//! *Example.* `n/2`, `sqrt(n)` and `min(n, 7)` are slow; `2*n` never decreases and is not slow; `n
//! % 3` is neither. *Cost:* one pass over the text of the expression.

use grundy_games::heaps::expr::{Expr, Function, Operator};

/// A function of n that never decreases.
#[derive(Clone, Debug)]
pub(super) enum Growing {
    /// n
    Size,
    /// A constant.
    Number(u64),
    /// `f + g`
    Sum(Box<[Growing; 2]>),
    /// `f * g`, neither of them negative
    Product(Box<[Growing; 2]>),
    /// `f ^ c`, f not negative
    Power(Box<Growing>, u32),
    /// `f / c` for a constant c of at least 1
    Over(Box<Growing>, u64),
    /// `sqrt(f)`, f not negative
    Root(Box<Growing>),
    /// `min(f, ..)`
    Least(Vec<Growing>),
    /// `max(f, ..)`
    Greatest(Vec<Growing>),
    /// `n - f` for a slow f
    Rest(Box<Growing>),
}

impl Growing {
    /// The function of an expression in the name of this slot; `None` if the text does not show
    /// that it never decreases.
    pub(super) fn of(expr: &Expr, slot: usize) -> Option<Growing> {
        let of = |expr: &Expr| Growing::of(expr, slot);
        let natural = |expr: &Expr| of(expr).filter(Growing::is_natural);
        let all = |arguments: &[Expr]| arguments.iter().map(of).collect::<Option<Vec<_>>>();
        Some(match expr {
            Expr::Name(name) if *name == slot => Growing::Size,
            Expr::Number(number) => Growing::Number(*number),
            Expr::Binary(Operator::Add, left, right) => Growing::Sum(Box::new([of(left)?, of(right)?])),
            Expr::Binary(Operator::Multiply, left, right) => {
                Growing::Product(Box::new([natural(left)?, natural(right)?]))
            }
            Expr::Binary(operator, left, right) => match (operator, &**left, &**right) {
                (Operator::Power, f, Expr::Number(number)) => {
                    Growing::Power(Box::new(natural(f)?), u32::try_from(*number).ok()?)
                }
                (Operator::Divide, f, Expr::Number(number @ 1..)) => Growing::Over(Box::new(of(f)?), *number),
                (Operator::Subtract, Expr::Name(name), f) if *name == slot => {
                    Growing::Rest(Box::new(of(f).filter(Growing::is_slow)?))
                }
                _ => return None,
            },
            Expr::Call(Function::Sqrt, arguments) => Growing::Root(Box::new(natural(arguments.first()?)?)),
            Expr::Call(Function::Min, arguments) => Growing::Least(all(arguments)?),
            Expr::Call(Function::Max, arguments) => Growing::Greatest(all(arguments)?),
            _ => return None,
        })
    }

    /// Whether it is negative nowhere, as the text shows.
    fn is_natural(&self) -> bool {
        match self {
            Growing::Size | Growing::Number(_) => true,
            Growing::Sum(both) | Growing::Product(both) => both.iter().all(Growing::is_natural),
            Growing::Power(f, _) | Growing::Over(f, _) | Growing::Root(f) => f.is_natural(),
            Growing::Least(all) | Growing::Greatest(all) => all.iter().all(Growing::is_natural),
            Growing::Rest(_) => false,
        }
    }

    /// Whether it grows by at most one from each n to the next, and is not negative.
    pub(super) fn is_slow(&self) -> bool {
        match self {
            Growing::Size | Growing::Number(_) => true,
            Growing::Sum(both) => match &**both {
                [Growing::Number(_), f] | [f, Growing::Number(_)] => f.is_slow(),
                _ => false,
            },
            Growing::Over(f, _) | Growing::Root(f) => f.is_slow(),
            Growing::Least(all) | Growing::Greatest(all) => all.iter().all(Growing::is_slow),
            Growing::Product(_) | Growing::Power(..) | Growing::Rest(_) => false,
        }
    }

    /// Its value at n; `None` over 128 bits.
    pub(super) fn at(&self, n: u64) -> Option<i128> {
        Some(match self {
            Growing::Size => n.into(),
            Growing::Number(number) => (*number).into(),
            Growing::Sum(both) => both[0].at(n)?.checked_add(both[1].at(n)?)?,
            Growing::Product(both) => both[0].at(n)?.checked_mul(both[1].at(n)?)?,
            Growing::Power(f, by) => f.at(n)?.checked_pow(*by)?,
            Growing::Over(f, by) => f.at(n)?.div_euclid((*by).into()),
            Growing::Root(f) => f.at(n)?.isqrt(),
            Growing::Least(all) => all.iter().map(|f| f.at(n)).collect::<Option<Vec<_>>>()?.into_iter().min()?,
            Growing::Greatest(all) => all.iter().map(|f| f.at(n)).collect::<Option<Vec<_>>>()?.into_iter().max()?,
            Growing::Rest(f) => i128::from(n).checked_sub(f.at(n)?)?,
        })
    }
}
