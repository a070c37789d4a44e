//! Whether an expression can have a fault, found from the ranges of its names.
//!
//! A condition is evaluated before the steps that it does not depend on only if none of these can
//! have a fault: else the fault would be hidden where the condition does not hold. Ranges are
//! bounds, so that an expression without a fault may be taken for one with a fault, never the other
//! way round.
//!
//! *Method.* Interval arithmetic over 128 bits: each expression gets the least and the greatest
//! value that it may have, and `None` where an operation might overflow or divide by 0.
//!
//! *Example.* `for d in 1..a for e in 1..b where a % d = 0` at a = 6, b = 9: d is at least 1, so
//! the remainder has no fault and may be taken before the loop over e. With `for d in 0..a` it may
//! not, and the fault is found where it stands.

use crate::heaps::{
    clause::ClauseStep,
    expr::{Condition, Expr, Function, Operator, Values},
};

/// The least and the greatest value.
type Range = (i128, i128);

impl Expr {
    /// The range of the values where the names have these ranges; `None` if there may be a fault.
    fn range(&self, names: &[Range]) -> Option<Range> {
        match self {
            Expr::Number(number) => Some((i128::from(*number), i128::from(*number))),
            Expr::Name(slot) => names.get(*slot).copied(),
            Expr::Minus(inner) => {
                let (low, high) = inner.range(names)?;
                Some((high.checked_neg()?, low.checked_neg()?))
            }
            Expr::Binary(operator, left, right) => operator.range(left.range(names)?, right.range(names)?),
            Expr::Call(function, arguments) => {
                let all: Vec<Range> = arguments.iter().map(|argument| argument.range(names)).collect::<Option<_>>()?;
                function.range(&all)
            }
            // Its terms are trials, which are limited.
            Expr::Sum(..) => None,
        }
    }
}

impl Operator {
    /// The range of the result; `None` if it may be a fault. A power is bounded by its ends. For
    /// sums, products and quotients the ends are among the results at the four corners, since each
    /// of them is monotone in each argument where the divisor does not change its sign.
    fn range(self, (a, b): Range, (c, d): Range) -> Option<Range> {
        let corners = || {
            let all = [self.apply(a, c)?, self.apply(a, d)?, self.apply(b, c)?, self.apply(b, d)?];
            Some((*all.iter().min()?, *all.iter().max()?))
        };
        match self {
            Operator::Add | Operator::Subtract | Operator::Multiply => corners(),
            Operator::Divide => (c > 0 || d < 0).then(corners)?,
            // The sign is that of the divisor.
            Operator::Remainder if c > 0 => Some((0, d - 1)),
            Operator::Remainder => (d < 0 && a > i128::MIN).then_some((c + 1, 0)),
            Operator::Power => {
                let base = i128::try_from(a.unsigned_abs().max(b.unsigned_abs())).ok()?;
                let most = self.apply(base.max(1), d)?;
                (c >= 0).then_some((if a < 0 { -most } else { 0 }, most))
            }
        }
    }
}

impl Function {
    /// The range of the function on numbers of these ranges; `None` if it may be a fault.
    fn range(self, arguments: &[Range]) -> Option<Range> {
        let lows = arguments.iter().map(|range| range.0);
        let highs = arguments.iter().map(|range| range.1);
        let &(low, high) = arguments.first()?;
        match self {
            Function::Gcd => {
                let most = lows.chain(highs).map(i128::unsigned_abs).max()?;
                Some((0, i128::try_from(most).ok()?))
            }
            Function::Min => Some((lows.min()?, highs.min()?)),
            Function::Max => Some((lows.max()?, highs.max()?)),
            Function::Sqrt => (low >= 0).then(|| (low.isqrt(), high.isqrt())),
            Function::Prime => u64::try_from(high.max(0)).is_ok().then_some((0, 1)),
            // Every result lies between the negative and the positive number of as many ones as the
            // longest argument has digits.
            Function::Xor | Function::BitAnd | Function::BitOr => {
                let digits = |end: i128| if end < 0 { !end } else { end };
                let widest = lows.clone().chain(highs).map(digits).max()?;
                // The widest number is not negative: it has 1 to 128 zeros in front.
                let ones = i128::MAX >> (widest.leading_zeros() - 1);
                let negative = lows.min()? < 0;
                Some((if negative { !ones } else { 0 }, ones))
            }
        }
    }
}

impl Condition {
    /// Whether every expression of the condition is without a fault.
    fn is_faultless(&self, names: &[Range]) -> bool {
        match self {
            Condition::Compare(left, _, right) => left.range(names).is_some() && right.range(names).is_some(),
            Condition::Holds(expr) => expr.range(names).is_some(),
            Condition::Not(inner) => inner.is_faultless(names),
            Condition::And(left, right) | Condition::Or(left, right) => {
                left.is_faultless(names) && right.is_faultless(names)
            }
        }
    }
}

impl Values {
    /// The range of a name that runs through these; `Some(None)` if there are none.
    fn range(&self, names: &[Range]) -> Option<Option<Range>> {
        self.0.iter().try_fold(None, |all: Option<Range>, (low, high)| {
            let low = low.range(names)?;
            let high = high.as_ref().map_or(Some(low), |high| high.range(names))?;
            if low.0 > high.1 {
                return Some(all);
            }
            Some(Some(all.map_or((low.0, high.1), |(least, most)| (least.min(low.0), most.max(high.1)))))
        })
    }
}

/// Whether these steps can have no fault at a heap with these sizes, for each step up to the first
/// loop whose range is not known.
pub(super) fn steps(steps: &[ClauseStep], names: usize, sizes: &[u64]) -> Vec<bool> {
    let mut ranges: Vec<Range> = sizes.iter().map(|&size| (i128::from(size), i128::from(size))).collect();
    ranges.resize(names, (0, 0));
    let mut all = Vec::with_capacity(steps.len());
    // After a loop over no values nothing is evaluated.
    let mut never = false;
    for step in steps {
        let own = never
            || match step {
                ClauseStep::Where(condition) => condition.is_faultless(&ranges),
                ClauseStep::In(slot, values) => match values.range(&ranges) {
                    Some(Some(range)) => {
                        ranges[*slot] = range;
                        true
                    }
                    Some(None) => {
                        never = true;
                        true
                    }
                    // The name has unknown values.
                    None => return all,
                },
                ClauseStep::Parts(slots, total) => match total.range(&ranges) {
                    Some((_, most)) if most >= 0 => {
                        slots.iter().for_each(|&slot| ranges[slot] = (0, most));
                        true
                    }
                    Some(_) => {
                        never = true;
                        true
                    }
                    None => return all,
                },
            };
        all.push(own);
    }
    all
}

#[cfg(test)]
mod tests {
    use fastrand::Rng;

    use super::*;
    use crate::heaps::meter::{Halt, Meter, Report};

    struct Silent;

    impl Report for Silent {
        fn work(&mut self, _: u32) -> Result<(), Halt> {
            Ok(())
        }
    }

    fn expr(random: &mut Rng, depth: u32) -> Expr {
        let operators = [
            Operator::Add,
            Operator::Subtract,
            Operator::Multiply,
            Operator::Divide,
            Operator::Remainder,
            Operator::Power,
        ];
        let inner = |random: &mut Rng| Box::new(expr(random, depth.saturating_sub(1)));
        match if depth == 0 { random.u64(..2) } else { random.u64(..10) } {
            0 => Expr::Number([0, 1, 2, 3, 7, u64::MAX][random.u64(..6) as usize]),
            1 => Expr::Name(random.u64(..2) as usize),
            2 => Expr::Minus(inner(random)),
            3 => {
                let function = Function::ALL[random.u64(..Function::ALL.len() as u64) as usize].1;
                let many = if function.takes_one() { 1 } else { 2 };
                Expr::Call(function, (0..many).map(|_| *inner(random)).collect())
            }
            _ => Expr::Binary(operators[random.u64(..6) as usize], inner(random), inner(random)),
        }
    }

    #[test]
    fn ranges_hold_every_value_and_no_fault() {
        let mut random = Rng::with_seed(3);
        let ends = [-(1i128 << 70), -9, -1, 0, 1, 4, i128::from(u64::MAX), 1 << 126];
        let (mut known, mut faults) = (0, 0);
        for _ in 0..60_000 {
            let tried = expr(&mut random, 3);
            let mut end = || ends[random.u64(..ends.len() as u64) as usize];
            let names: Vec<Range> = (0..2)
                .map(|_| {
                    let (one, other) = (end(), end());
                    (one.min(other), one.max(other))
                })
                .collect();
            let range = tried.range(&names);
            for _ in 0..6 {
                let slots: Vec<i128> = names
                    .iter()
                    .map(|&(low, high)| match random.u64(..4) {
                        0 => low,
                        1 => high,
                        _ => (low + i128::from(random.u64(..5))).min(high),
                    })
                    .collect();
                match (range, tried.value(&slots, &mut Meter::new(1 << 20, Silent))) {
                    (Some((low, high)), Ok(value)) => {
                        known += 1;
                        assert!((low..=high).contains(&value), "{tried:?} at {slots:?} is {value}, not in {range:?}");
                    }
                    (Some(_), Err(_)) => panic!("{tried:?} has a fault at {slots:?}"),
                    (None, Err(_)) => faults += 1,
                    (None, Ok(_)) => {}
                }
            }
        }
        assert!(known > 100_000 && faults > 10_000, "{known} values, {faults} faults");
    }
}
