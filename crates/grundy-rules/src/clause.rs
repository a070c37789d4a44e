//! The general form of a heap move: `a -> (a-2b) + (a-b) for b in 1..a/2 where ..`.
//!
//! Numbers are exact or the rule is at fault: 128-bit signed arithmetic, every step checked. An option with a negative
//! heap does not exist. A clause is run as nested loops over its steps; their number comes from the text, never from
//! the position. Trying more than [`MOST_TRIALS`] combinations at one heap is a fault too, so that a rule such as
//! `for b in 1..a where b < 0` ends at once on 10^18.

use std::{fmt, sync::Arc};

use grundy_core::Fault;

use crate::numbers;

/// How many combinations of its names a clause may try at one heap.
pub const MOST_TRIALS: u64 = 10_000_000;

/// An integer expression over the names of a clause.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expr {
    /// A number.
    Number(u64),
    /// The name in this slot of [`Clause::names`].
    Name(usize),
    /// `-e`.
    Minus(Box<Expr>),
    /// Two expressions and what is between them.
    Binary(Operator, Box<Expr>, Box<Expr>),
    /// `gcd(a, b)` and the like.
    Call(Function, Vec<Expr>),
    /// `sum(body for name in values)`.
    Sum(Box<Expr>, usize, Values),
}

/// What stands between two expressions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operator {
    /// `+`
    Add,
    /// `-`
    Subtract,
    /// `*`
    Multiply,
    /// `/`, rounds towards minus infinity.
    Divide,
    /// `%`, has the sign of the divisor.
    Remainder,
    /// `^`
    Power,
}

/// A named function of integers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Function {
    /// The greatest common divisor.
    Gcd,
    /// The least.
    Min,
    /// The greatest.
    Max,
    /// The integer square root, rounded down.
    Sqrt,
    /// 1 if the number is prime, else 0.
    Prime,
}

/// Numbers that a name runs through: single ones and ranges, both ends included.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Values(pub Vec<(Expr, Option<Expr>)>);

/// Something that holds or does not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Condition {
    /// Two expressions compared.
    Compare(Expr, Comparison, Expr),
    /// The expression is not 0.
    Holds(Expr),
    /// Not this.
    Not(Box<Condition>),
    /// Both.
    And(Box<Condition>, Box<Condition>),
    /// At least one.
    Or(Box<Condition>, Box<Condition>),
}

/// How two numbers are compared.
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

/// A part of a clause behind its right side, in the order of the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// `for name in values`.
    In(usize, Values),
    /// `for a + b = total`: the names run through all numbers from 0 on with that sum.
    Parts(Vec<usize>, Expr),
    /// `where condition`.
    Where(Condition),
}

/// A heap, or several equal ones, on the right side of a clause.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Term {
    /// How many of them: `k of (e)`; one when nothing is said.
    pub count: Option<Expr>,
    /// The kind of heap, in typed systems.
    pub kind: Option<Arc<str>>,
    /// Its sizes.
    pub sizes: Vec<Expr>,
}

/// One rule of the general form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clause {
    /// The kind of heap it is about, in typed systems.
    pub kind: Option<Arc<str>>,
    /// Every name, those of the left side first.
    pub names: Vec<String>,
    /// How many names the left side has.
    pub arity: usize,
    /// What the heap becomes.
    pub terms: Vec<Term>,
    /// What binds and restricts the names.
    pub steps: Vec<Step>,
}

/// One heap that an expansion leaves: the term it comes from and its sizes.
pub(crate) type Part<'a> = (&'a Term, Vec<u64>);

/// The names of one expansion, for messages: `b = 0`.
pub(crate) struct Instance<'a> {
    clause: &'a Clause,
    slots: &'a [i128],
}

impl Clause {
    /// Shows `visit` the heaps of each option of the heap with these sizes, trying at most so many combinations.
    pub(crate) fn expand<E: From<Fault>>(
        &self,
        sizes: &[u64],
        most_trials: u64,
        mut visit: impl FnMut(&Instance<'_>, &[Part<'_>]) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut slots = vec![0i128; self.names.len()];
        for (slot, &size) in slots.iter_mut().zip(sizes) {
            *slot = i128::from(size);
        }
        let mut trials = most_trials;
        self.run(0, &mut slots, &mut trials, &mut visit)
    }

    /// Runs the steps from `at` on. Recursion is as deep as the text has steps.
    fn run<E: From<Fault>>(
        &self,
        at: usize,
        slots: &mut [i128],
        trials: &mut u64,
        visit: &mut impl FnMut(&Instance<'_>, &[Part<'_>]) -> Result<(), E>,
    ) -> Result<(), E> {
        let Some(step) = self.steps.get(at) else { return self.option(slots, trials, visit) };
        match step {
            Step::Where(condition) => {
                if condition.holds(slots, trials)? {
                    self.run(at + 1, slots, trials, visit)?;
                }
                Ok(())
            }
            Step::In(slot, values) => {
                for (low, high) in &values.0 {
                    let low = low.value(slots, trials)?;
                    let high = high.as_ref().map_or(Ok(low), |high| high.value(slots, trials))?;
                    for value in low..=high {
                        self.count(trials, slots)?;
                        slots[*slot] = value;
                        self.run(at + 1, slots, trials, visit)?;
                    }
                }
                Ok(())
            }
            Step::Parts(names, total) => {
                let total = total.value(slots, trials)?;
                if total < 0 {
                    return Ok(());
                }
                self.parts(names, total, at, slots, trials, visit)
            }
        }
    }

    fn parts<E: From<Fault>>(
        &self,
        names: &[usize],
        total: i128,
        at: usize,
        slots: &mut [i128],
        trials: &mut u64,
        visit: &mut impl FnMut(&Instance<'_>, &[Part<'_>]) -> Result<(), E>,
    ) -> Result<(), E> {
        let [first, rest @ ..] = names else { return self.run(at + 1, slots, trials, visit) };
        let low = if rest.is_empty() { total } else { 0 };
        for value in low..=total {
            self.count(trials, slots)?;
            slots[*first] = value;
            self.parts(rest, total - value, at, slots, trials, visit)?;
        }
        Ok(())
    }

    fn count(&self, trials: &mut u64, slots: &[i128]) -> Result<(), Fault> {
        *trials = trials.saturating_sub(1);
        if *trials == 0 {
            let sizes: Vec<String> = slots[..self.arity].iter().map(i128::to_string).collect();
            return Err(Fault(format!(
                "the rule `{self}` tries too many combinations (over {MOST_TRIALS}) at a heap of {}",
                sizes.join(", ")
            )));
        }
        Ok(())
    }

    fn option<E: From<Fault>>(
        &self,
        slots: &[i128],
        trials: &mut u64,
        visit: &mut impl FnMut(&Instance<'_>, &[Part<'_>]) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut parts = Vec::new();
        for term in &self.terms {
            let count = term.count.as_ref().map_or(Ok(1), |count| count.value(slots, trials))?;
            let mut sizes = Vec::with_capacity(term.sizes.len());
            for size in &term.sizes {
                let value = size.value(slots, trials)?;
                if value < 0 {
                    return Ok(());
                }
                let size = u64::try_from(value).map_err(|_| Fault(format!("a heap of {value} is over 2^64 - 1")))?;
                sizes.push(size);
            }
            if count < 0 {
                return Ok(());
            }
            if count > 1 << 20 {
                return Err(Fault(format!("{count} heaps at once: a move may leave at most 2^20")).into());
            }
            parts.extend(std::iter::repeat_n((term, sizes), count as usize));
        }
        visit(&Instance { clause: self, slots }, &parts)
    }
}

impl Expr {
    fn value(&self, slots: &[i128], trials: &mut u64) -> Result<i128, Fault> {
        let overflow = || Fault("a number in the rule grows beyond 128 bits".into());
        Ok(match self {
            Expr::Number(number) => i128::from(*number),
            Expr::Name(slot) => slots[*slot],
            Expr::Minus(inner) => inner.value(slots, trials)?.checked_neg().ok_or_else(overflow)?,
            Expr::Binary(operator, left, right) => {
                let (left, right) = (left.value(slots, trials)?, right.value(slots, trials)?);
                if right == 0 && matches!(operator, Operator::Divide | Operator::Remainder) {
                    return Err(Fault(format!("the rule divides {left} by 0")));
                }
                operator.apply(left, right).ok_or_else(overflow)?
            }
            Expr::Call(function, arguments) => {
                let values: Vec<i128> =
                    arguments.iter().map(|argument| argument.value(slots, trials)).collect::<Result<_, _>>()?;
                function.apply(&values)?
            }
            Expr::Sum(body, slot, values) => {
                let mut slots = slots.to_vec();
                let mut total = 0i128;
                for (low, high) in &values.0 {
                    let low = low.value(&slots, trials)?;
                    let high = high.as_ref().map_or(Ok(low), |high| high.value(&slots, trials))?;
                    for value in low..=high {
                        *trials = trials.saturating_sub(1);
                        if *trials == 0 {
                            return Err(Fault(format!("a rule adds up over {MOST_TRIALS} numbers at one heap")));
                        }
                        slots[*slot] = value;
                        total = total.checked_add(body.value(&slots, trials)?).ok_or_else(overflow)?;
                    }
                }
                total
            }
        })
    }
}

impl Operator {
    fn apply(self, left: i128, right: i128) -> Option<i128> {
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

    /// Binds more tightly when higher.
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
    pub(crate) const ALL: [(&'static str, Function); 5] = [
        ("gcd", Function::Gcd),
        ("min", Function::Min),
        ("max", Function::Max),
        ("sqrt", Function::Sqrt),
        ("prime", Function::Prime),
    ];

    fn apply(self, values: &[i128]) -> Result<i128, Fault> {
        let all = values.iter().copied();
        Ok(match self {
            Function::Gcd => i128::try_from(all.fold(0u128, |a, b| gcd(a, b.unsigned_abs())))
                .map_err(|_| Fault("a number in the rule grows beyond 128 bits".into()))?,
            Function::Min => all.min().unwrap_or(0),
            Function::Max => all.max().unwrap_or(0),
            Function::Sqrt if values[0] < 0 => return Err(Fault(format!("the square root of {}", values[0]))),
            Function::Sqrt => values[0].isqrt(),
            Function::Prime => match u64::try_from(values[0]) {
                Ok(number) => i128::from(numbers::is_prime(number)),
                Err(_) if values[0] < 0 => 0,
                Err(_) => return Err(Fault(format!("whether {} is prime is told up to 2^64 - 1 only", values[0]))),
            },
        })
    }

    /// How many arguments it takes: exactly one, or at least one.
    pub(crate) fn takes_one(self) -> bool {
        matches!(self, Function::Sqrt | Function::Prime)
    }
}

fn gcd(mut a: u128, mut b: u128) -> u128 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

impl Condition {
    fn holds(&self, slots: &[i128], trials: &mut u64) -> Result<bool, Fault> {
        Ok(match self {
            Condition::Compare(left, comparison, right) => {
                let (left, right) = (left.value(slots, trials)?, right.value(slots, trials)?);
                match comparison {
                    Comparison::Equal => left == right,
                    Comparison::NotEqual => left != right,
                    Comparison::Less => left < right,
                    Comparison::LessOrEqual => left <= right,
                    Comparison::Greater => left > right,
                    Comparison::GreaterOrEqual => left >= right,
                }
            }
            Condition::Holds(expr) => expr.value(slots, trials)? != 0,
            Condition::Not(inner) => !inner.holds(slots, trials)?,
            Condition::And(left, right) => left.holds(slots, trials)? && right.holds(slots, trials)?,
            Condition::Or(left, right) => left.holds(slots, trials)? || right.holds(slots, trials)?,
        })
    }
}

impl fmt::Display for Instance<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = self.clause.names.iter().zip(self.slots).skip(self.clause.arity);
        let bound: Vec<String> = names.map(|(name, value)| format!("{name} = {value}")).collect();
        f.write_str(&bound.join(", "))
    }
}

/// Writes an expression; in parentheses when it binds more loosely than its surroundings.
fn write_expr(f: &mut fmt::Formatter<'_>, names: &[String], expr: &Expr, around: u8) -> fmt::Result {
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

fn write_values(f: &mut fmt::Formatter<'_>, names: &[String], values: &Values) -> fmt::Result {
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

fn write_condition(f: &mut fmt::Formatter<'_>, names: &[String], condition: &Condition, around: u8) -> fmt::Result {
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

impl fmt::Display for Clause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            Some(kind) => write!(f, "{kind}({}) -> ", self.names[..self.arity].join(", "))?,
            None => write!(f, "{} -> ", self.names[0])?,
        }
        for (at, term) in self.terms.iter().enumerate() {
            f.write_str(if at == 0 { "" } else { " + " })?;
            if let Some(count) = &term.count {
                write_expr(f, &self.names, count, 5)?;
                f.write_str(" of ")?;
            }
            match &term.kind {
                Some(kind) => {
                    write!(f, "{kind}(")?;
                    for (at, size) in term.sizes.iter().enumerate() {
                        f.write_str(if at == 0 { "" } else { ", " })?;
                        write_expr(f, &self.names, size, 0)?;
                    }
                    f.write_str(")")?;
                }
                None => {
                    let plain =
                        matches!(term.sizes[0], Expr::Number(_) | Expr::Name(_) | Expr::Call(..) | Expr::Sum(..));
                    f.write_str(if plain { "" } else { "(" })?;
                    write_expr(f, &self.names, &term.sizes[0], 0)?;
                    f.write_str(if plain { "" } else { ")" })?;
                }
            }
        }
        for step in &self.steps {
            match step {
                Step::In(slot, values) => {
                    write!(f, " for {} in ", self.names[*slot])?;
                    write_values(f, &self.names, values)?;
                }
                Step::Parts(slots, total) => {
                    let names: Vec<&str> = slots.iter().map(|&slot| self.names[slot].as_str()).collect();
                    write!(f, " for {} = ", names.join(" + "))?;
                    write_expr(f, &self.names, total, 0)?;
                }
                Step::Where(condition) => {
                    f.write_str(" where ")?;
                    write_condition(f, &self.names, condition, 0)?;
                }
            }
        }
        Ok(())
    }
}
