//! The expressions of clauses: integers, ranges of names, conditions.
//!
//! Arithmetic is exact: 128-bit signed integers with every step checked, and an overflow is a
//! [`Fault`]. The depth of recursion is that of the text, which the parser limits. What an
//! evaluation costs is counted in a `Meter`, so that a limit on time ends a long `sum`. A printed
//! expression has only the parentheses that it requires.
//!
//! *Example.* `a % 3 = 0 and a/2 > 1` at a = 6 holds. Division rounds towards minus infinity:
//! (-7)/2 is -4, and (-7)%2 is 1.
//!
//! *Faults.* An overflow of 128 bits, a division by 0, a negative power, the square root of a
//! negative number, `prime` above 2^64 - 1, and a `sum` of over ten million terms.

use std::fmt;

use grundy_core::Fault;
use num_integer::gcd;

use crate::heaps::{
    meter::{Halt, Meter, Report},
    numbers,
};

/// The most combinations of names that a clause may try at one heap.
///
/// More are a fault of the rules at that heap: without this limit a condition that never holds
/// would take for ever on a large heap.
pub const MOST_TRIALS: u64 = 10_000_000;

/// An integer expression over the names of a clause.
///
/// The parser limits its depth, so that recursion over it is safe.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expr {
    /// A number.
    Number(u64),
    /// The name in this slot of [`Clause::names`](crate::heaps::clause::Clause::names).
    Name(usize),
    /// `-e`.
    Minus(Box<Expr>),
    /// An operator between two expressions.
    Binary(Operator, Box<Expr>, Box<Expr>),
    /// A function of expressions, such as `gcd(a, b)`.
    Call(Function, Vec<Expr>),
    /// `sum(body for name in values)`. The name has a slot of its own, which is bound in the body
    /// only.
    Sum(Box<Expr>, usize, Values),
}

/// A binary operator.
///
/// ```text
/// 7/2 = 3    (-7)/2 = -4    7%3 = 1    (-7)%3 = 2    2^10 = 1024
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operator {
    /// `+`
    Add,
    /// `-`
    Subtract,
    /// `*`
    Multiply,
    /// `/`, rounded towards minus infinity.
    Divide,
    /// `%`, with the sign of the divisor.
    Remainder,
    /// `^`
    Power,
}

/// A named function of integers.
///
/// ```text
/// gcd(12, 18) = 6      min(3, 1, 2) = 1      sqrt(17) = 4
/// prime(7) = 1         xor(5, 3) = 6         bitand(6, 3) = 2
/// max(3, 1, 2) = 3     prime(8) = 0          bitor(6, 3) = 7
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Function {
    /// The greatest common divisor.
    Gcd,
    /// The least argument.
    Min,
    /// The greatest argument.
    Max,
    /// The integer square root, rounded down.
    Sqrt,
    /// 1 if the number is prime, else 0.
    Prime,
    /// The exclusive or of the binary digits. A negative number has infinitely many ones in front
    /// (two's complement), here and for the next two.
    Xor,
    /// The binary digits that all arguments have.
    BitAnd,
    /// The binary digits that an argument has.
    BitOr,
}

/// The numbers that a name runs through: single numbers and ranges, both ends included.
///
/// Without a second expression, an entry is a single number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Values(pub Vec<(Expr, Option<Expr>)>);

/// A condition on the names of a clause.
///
/// ```text
/// a > b                    Compare
/// prime(a)                 Holds: not 0
/// not a % 2 = 0            Not
/// a > 1 and a < 9 or a = 12    Or of an And and a comparison
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Condition {
    /// A comparison of two expressions.
    Compare(Expr, Comparison, Expr),
    /// The expression is not 0.
    Holds(Expr),
    /// The condition does not hold.
    Not(Box<Condition>),
    /// Both conditions hold.
    And(Box<Condition>, Box<Condition>),
    /// At least one condition holds.
    Or(Box<Condition>, Box<Condition>),
}

/// A comparison of two numbers.
///
/// Both sides are whole numbers; there are no chains such as `1 < a < 5`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparison {
    /// `=`
    Equal,
    /// `!=`
    NotEqual,
    /// `<`
    Less,
    /// `<=`
    LessOrEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterOrEqual,
}

impl Expr {
    /// Returns the value for these values of the names; a `sum` counts its terms as trials.
    ///
    /// A fault has the reason as a clause.
    pub(crate) fn value<R: Report>(&self, slots: &[i128], meter: &mut Meter<R>) -> Result<i128, Halt> {
        let overflow = || Fault(OVERFLOW.into());
        Ok(match self {
            Expr::Number(number) => i128::from(*number),
            Expr::Name(slot) => slots[*slot],
            Expr::Minus(inner) => inner.value(slots, meter)?.checked_neg().ok_or_else(overflow)?,
            Expr::Binary(operator, left, right) => {
                let (left, right) = (left.value(slots, meter)?, right.value(slots, meter)?);
                if right == 0 && matches!(operator, Operator::Divide | Operator::Remainder) {
                    return Err(Fault(format!("the rule divides {left} by 0")).into());
                }
                if right < 0 && *operator == Operator::Power {
                    return Err(
                        Fault(format!("the rule raises {left} to the power of {right}, which is negative")).into()
                    );
                }
                operator.apply(left, right).ok_or_else(overflow)?
            }
            Expr::Call(function, arguments) => {
                meter.work(function.cost())?;
                let values: Vec<i128> =
                    arguments.iter().map(|argument| argument.value(slots, meter)).collect::<Result<_, _>>()?;
                function.apply(&values)?
            }
            Expr::Sum(body, slot, values) => {
                let mut slots = slots.to_vec();
                let mut total = 0i128;
                for (low, high) in &values.0 {
                    let low = low.value(&slots, meter)?;
                    let high = high.as_ref().map_or(Ok(low), |high| high.value(&slots, meter))?;
                    for value in low..=high {
                        if !meter.trial()? {
                            let why = format!("a rule adds more than {MOST_TRIALS} numbers at one heap");
                            return Err(Fault(why).into());
                        }
                        slots[*slot] = value;
                        total = total.checked_add(body.value(&slots, meter)?).ok_or_else(overflow)?;
                    }
                }
                total
            }
        })
    }
}

impl Expr {
    /// Whether it has a sum over ranges.
    pub(crate) fn has_sum(&self) -> bool {
        let mut found = false;
        self.each(&mut |expr| found |= matches!(expr, Expr::Sum(..)));
        found
    }

    /// Calls `visit` with each expression inside of this one, and with itself.
    fn each(&self, visit: &mut dyn FnMut(&Expr)) {
        visit(self);
        match self {
            Expr::Number(_) | Expr::Name(_) => {}
            Expr::Minus(inner) => inner.each(visit),
            Expr::Binary(_, left, right) => {
                left.each(visit);
                right.each(visit);
            }
            Expr::Call(_, arguments) => arguments.iter().for_each(|argument| argument.each(visit)),
            Expr::Sum(body, _, values) => {
                body.each(visit);
                for (low, high) in &values.0 {
                    low.each(visit);
                    high.iter().for_each(|high| high.each(visit));
                }
            }
        }
    }
}

/// The reason for numbers that do not fit.
const OVERFLOW: &str = "a number in the rule exceeds 128 bits";

impl Operator {
    /// The result of the operator; `None` if it does not fit into 128 bits. The divisor is not 0.
    pub(crate) fn apply(self, left: i128, right: i128) -> Option<i128> {
        match self {
            Operator::Add => left.checked_add(right),
            Operator::Subtract => left.checked_sub(right),
            Operator::Multiply => left.checked_mul(right),
            Operator::Divide => {
                let quotient = left.checked_div(right)?;
                let inexact = quotient * right != left;
                Some(if inexact && (left < 0) != (right < 0) { quotient - 1 } else { quotient })
            }
            Operator::Remainder => {
                let rest = left.checked_rem(right)?;
                Some(if rest != 0 && (rest < 0) != (right < 0) { rest + right } else { rest })
            }
            Operator::Power => left.checked_pow(u32::try_from(right).ok()?),
        }
    }

    /// The operator as it is written.
    fn sign(self) -> &'static str {
        match self {
            Operator::Add => "+",
            Operator::Subtract => "-",
            Operator::Multiply => "*",
            Operator::Divide => "/",
            Operator::Remainder => "%",
            Operator::Power => "^",
        }
    }

    /// Returns the precedence; a higher one binds more tightly.
    fn strength(self) -> u8 {
        match self {
            Operator::Add | Operator::Subtract => 1,
            Operator::Multiply | Operator::Divide | Operator::Remainder => 2,
            Operator::Power => 4,
        }
    }
}

impl Function {
    /// Every function with its name.
    ///
    /// The names are words of the language, and no name of a clause may be one of them.
    pub const ALL: [(&'static str, Function); 8] = [
        ("gcd", Function::Gcd),
        ("min", Function::Min),
        ("max", Function::Max),
        ("sqrt", Function::Sqrt),
        ("prime", Function::Prime),
        ("xor", Function::Xor),
        ("bitand", Function::BitAnd),
        ("bitor", Function::BitOr),
    ];

    /// Returns the cost of a call, in cheap steps.
    fn cost(self) -> u32 {
        match self {
            Function::Gcd => 8,
            Function::Prime => 32,
            Function::Min | Function::Max | Function::Sqrt | Function::Xor | Function::BitAnd | Function::BitOr => 1,
        }
    }

    /// The value of the function.
    fn apply(self, values: &[i128]) -> Result<i128, Fault> {
        let all = values.iter().copied();
        Ok(match self {
            Function::Gcd => {
                i128::try_from(all.fold(0u128, |a, b| gcd(a, b.unsigned_abs()))).map_err(|_| Fault(OVERFLOW.into()))?
            }
            Function::Min => all.min().unwrap_or(0),
            Function::Max => all.max().unwrap_or(0),
            Function::Xor => all.fold(0, |a, b| a ^ b),
            Function::BitAnd => all.fold(-1, |a, b| a & b),
            Function::BitOr => all.fold(0, |a, b| a | b),
            Function::Sqrt if values[0] < 0 => {
                return Err(Fault(format!("the rule takes the square root of {}", values[0])));
            }
            Function::Sqrt => values[0].isqrt(),
            Function::Prime => match u64::try_from(values[0]) {
                Ok(number) => i128::from(numbers::is_prime(number)),
                Err(_) if values[0] < 0 => 0,
                Err(_) => return Err(Fault(format!("`prime` is limited to 2^64 - 1, and {} is larger", values[0]))),
            },
        })
    }

    /// Returns whether the function takes exactly one argument; the others take one or more.
    ///
    /// The parser refuses another number of arguments.
    pub fn takes_one(self) -> bool {
        matches!(self, Function::Sqrt | Function::Prime)
    }
}

impl Condition {
    /// Returns whether the name in this slot occurs.
    pub(crate) fn uses(&self, slot: usize) -> bool {
        self.has(&|expr| *expr == Expr::Name(slot))
    }

    /// Returns whether a sum over a range occurs.
    pub(crate) fn sums(&self) -> bool {
        self.has(&|expr| matches!(expr, Expr::Sum(..)))
    }

    /// Returns whether an expression of this kind occurs.
    fn has(&self, kind: &dyn Fn(&Expr) -> bool) -> bool {
        let of = |expr: &Expr| {
            let mut found = false;
            expr.each(&mut |inner| found |= kind(inner));
            found
        };
        match self {
            Condition::Compare(left, _, right) => of(left) || of(right),
            Condition::Holds(expr) => of(expr),
            Condition::Not(inner) => inner.has(kind),
            Condition::And(left, right) | Condition::Or(left, right) => left.has(kind) || right.has(kind),
        }
    }

    /// Returns whether the condition holds for these values of the names.
    ///
    /// Of `and` and `or` the second condition is evaluated only if the first does not decide, so
    /// that it may rely on it.
    pub(crate) fn holds<R: Report>(&self, slots: &[i128], meter: &mut Meter<R>) -> Result<bool, Halt> {
        Ok(match self {
            Condition::Compare(left, comparison, right) => {
                let (left, right) = (left.value(slots, meter)?, right.value(slots, meter)?);
                match comparison {
                    Comparison::Equal => left == right,
                    Comparison::NotEqual => left != right,
                    Comparison::Less => left < right,
                    Comparison::LessOrEqual => left <= right,
                    Comparison::Greater => left > right,
                    Comparison::GreaterOrEqual => left >= right,
                }
            }
            Condition::Holds(expr) => expr.value(slots, meter)? != 0,
            Condition::Not(inner) => !inner.holds(slots, meter)?,
            Condition::And(left, right) => left.holds(slots, meter)? && right.holds(slots, meter)?,
            Condition::Or(left, right) => left.holds(slots, meter)? || right.holds(slots, meter)?,
        })
    }
}

/// Writes an expression, in parentheses if its precedence is below that of its surroundings.
pub(crate) fn write_expr(f: &mut fmt::Formatter<'_>, names: &[String], expr: &Expr, around: u8) -> fmt::Result {
    match expr {
        Expr::Number(number) => write!(f, "{number}"),
        Expr::Name(slot) => f.write_str(&names[*slot]),
        Expr::Minus(inner) => {
            f.write_str("(-")?;
            write_expr(f, names, inner, 3)?;
            f.write_str(")")
        }
        Expr::Binary(operator, left, right) => {
            let strength = operator.strength();
            let open = strength < around;
            f.write_str(if open { "(" } else { "" })?;
            let left_needs = if *operator == Operator::Power { strength + 1 } else { strength };
            write_expr(f, names, left, left_needs)?;
            f.write_str(operator.sign())?;
            write_expr(f, names, right, strength + 1)?;
            f.write_str(if open { ")" } else { "" })
        }
        Expr::Call(function, arguments) => {
            let (name, _) =
                Function::ALL.iter().find(|(_, known)| known == function).expect("every function is listed");
            write!(f, "{name}(")?;
            for (at, argument) in arguments.iter().enumerate() {
                f.write_str(if at == 0 { "" } else { ", " })?;
                write_expr(f, names, argument, 0)?;
            }
            f.write_str(")")
        }
        Expr::Sum(body, slot, values) => {
            f.write_str("sum(")?;
            write_expr(f, names, body, 0)?;
            write!(f, " for {} in ", names[*slot])?;
            write_values(f, names, values)?;
            f.write_str(")")
        }
    }
}

/// Writes the ranges, joined by `or`.
pub(crate) fn write_values(f: &mut fmt::Formatter<'_>, names: &[String], values: &Values) -> fmt::Result {
    for (at, (low, high)) in values.0.iter().enumerate() {
        f.write_str(if at == 0 { "" } else { " or " })?;
        write_expr(f, names, low, 0)?;
        if let Some(high) = high {
            f.write_str("..")?;
            write_expr(f, names, high, 0)?;
        }
    }
    Ok(())
}

/// Writes a condition, in parentheses if its precedence is below that of its surroundings.
pub(crate) fn write_condition(
    f: &mut fmt::Formatter<'_>,
    names: &[String],
    condition: &Condition,
    around: u8,
) -> fmt::Result {
    let pair = |f: &mut fmt::Formatter<'_>, left, word, right, strength: u8| {
        f.write_str(if strength < around { "(" } else { "" })?;
        write_condition(f, names, left, strength)?;
        f.write_str(word)?;
        write_condition(f, names, right, strength + 1)?;
        f.write_str(if strength < around { ")" } else { "" })
    };
    match condition {
        Condition::Compare(left, comparison, right) => {
            write_expr(f, names, left, 0)?;
            f.write_str(match comparison {
                Comparison::Equal => " = ",
                Comparison::NotEqual => " != ",
                Comparison::Less => " < ",
                Comparison::LessOrEqual => " <= ",
                Comparison::Greater => " > ",
                Comparison::GreaterOrEqual => " >= ",
            })?;
            write_expr(f, names, right, 0)
        }
        Condition::Holds(expr) => write_expr(f, names, expr, 0),
        Condition::Not(inner) => {
            f.write_str("not ")?;
            write_condition(f, names, inner, 3)
        }
        Condition::And(left, right) => pair(f, left, " and ", right, 2),
        Condition::Or(left, right) => pair(f, left, " or ", right, 1),
    }
}
