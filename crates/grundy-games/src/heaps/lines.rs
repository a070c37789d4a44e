//! Numbers and clauses of rules as lines of a certificate, for programs that do not read the
//! language of games.
//!
//! Expressions are in prefix notation: the number of arguments of each sign is fixed or written
//! after it. The manual's page on certificates defines each line.

use std::fmt::Write;

use crate::{
    AmountSet, Amounts, Clause, Span,
    heaps::{
        clause::{ClauseStep, Each, NewHeap, Summand},
        expr::{Comparison, Condition, Expr, Function, Operator, Values},
    },
};

/// A set of numbers, each part after a space.
pub(crate) fn of_amounts(amounts: &Amounts) -> String {
    let kind = |kind: &AmountSet| match *kind {
        AmountSet::Span(span) => format!(" {}", of_span(span)),
        AmountSet::Any => " any".to_owned(),
        AmountSet::Odd => " odd".to_owned(),
        AmountSet::Even => " even".to_owned(),
        AmountSet::Prime => " prime".to_owned(),
        AmountSet::Square => " square".to_owned(),
    };
    let mut text: String = amounts.kinds.iter().map(kind).collect();
    if !amounts.except.is_empty() {
        text += " but";
        text.extend(amounts.except.iter().map(|&span| format!(" {}", of_span(span))));
    }
    text
}

/// A range of numbers, both ends included.
pub(crate) fn of_span(span: Span) -> String {
    match span.to {
        Some(to) => format!("{}..{to}", span.from),
        None => format!("{}..", span.from),
    }
}

/// A rule of the general form.
///
/// The steps come in the order in which they are tried, so a reader needs no analysis of names: `x`
/// and a number is the slot of a name.
pub(crate) fn of_clause(clause: &Clause) -> String {
    let kind = |kind: &Option<std::sync::Arc<str>>| kind.as_ref().map_or("-".to_owned(), ToString::to_string);
    let mut text = format!("move rule {} {} {}", kind(&clause.kind), clause.arity, clause.names.len());
    for step in &clause.steps {
        match step {
            ClauseStep::In(slot, values) => {
                let _ = write!(text, " in {slot}");
                of_values(&mut text, values);
            }
            ClauseStep::Parts(slots, total) => {
                let _ = write!(text, " parts {}", slots.len());
                slots.iter().for_each(|slot| text += &format!(" {slot}"));
                of_expr(&mut text, total);
            }
            ClauseStep::Where(condition) => {
                text += " where";
                of_condition(&mut text, condition);
            }
        }
    }
    for term in &clause.terms {
        if let Summand::Each(Each { heaps, slot, values, condition, any }) = term {
            let _ = write!(text, " {} {slot} {}", if *any { "any" } else { "each" }, heaps.len());
            of_values(&mut text, values);
            if let Some(condition) = condition {
                text += " where";
                of_condition(&mut text, condition);
            }
        }
        for NewHeap { count, kind: to, sizes } in term.heaps() {
            text += " leave";
            of_expr(&mut text, count.as_ref().unwrap_or(&Expr::Number(1)));
            let to = if to.is_some() { kind(to) } else { kind(&clause.kind) };
            let _ = write!(text, " {to} {}", sizes.len());
            sizes.iter().for_each(|size| of_expr(&mut text, size));
        }
    }
    text
}

/// The number of ranges, then both ends of each. A single number is a range with equal ends.
pub(crate) fn of_values(text: &mut String, Values(ranges): &Values) {
    let _ = write!(text, " {}", ranges.len());
    for (low, high) in ranges {
        of_expr(text, low);
        of_expr(text, high.as_ref().unwrap_or(low));
    }
}

/// An expression. The depth of recursion is that of the text of the game, which the parser limits.
pub(crate) fn of_expr(text: &mut String, expr: &Expr) {
    let _ = match expr {
        Expr::Number(number) => write!(text, " {number}"),
        Expr::Name(slot) => write!(text, " x{slot}"),
        Expr::Minus(inner) => {
            *text += " neg";
            of_expr(text, inner);
            Ok(())
        }
        Expr::Binary(operator, left, right) => {
            *text += match operator {
                Operator::Add => " +",
                Operator::Subtract => " -",
                Operator::Multiply => " *",
                Operator::Divide => " /",
                Operator::Remainder => " %",
                Operator::Power => " ^",
            };
            of_expr(text, left);
            of_expr(text, right);
            Ok(())
        }
        Expr::Call(function, arguments) => {
            let name = match function {
                Function::Gcd => "gcd",
                Function::Min => "min",
                Function::Max => "max",
                Function::Sqrt => "sqrt",
                Function::Prime => "prime",
                Function::Xor => "xor",
                Function::BitAnd => "bitand",
                Function::BitOr => "bitor",
            };
            let written = write!(text, " {name} {}", arguments.len());
            arguments.iter().for_each(|argument| of_expr(text, argument));
            written
        }
        Expr::Sum(body, slot, values) => {
            let written = write!(text, " sum {slot}");
            of_values(text, values);
            of_expr(text, body);
            written
        }
    };
}

/// A condition.
pub(crate) fn of_condition(text: &mut String, condition: &Condition) {
    match condition {
        Condition::Compare(left, comparison, right) => {
            *text += match comparison {
                Comparison::Equal => " =",
                Comparison::NotEqual => " !=",
                Comparison::Less => " <",
                Comparison::LessOrEqual => " <=",
                Comparison::Greater => " >",
                Comparison::GreaterOrEqual => " >=",
            };
            of_expr(text, left);
            of_expr(text, right);
        }
        Condition::Holds(expr) => {
            *text += " holds";
            of_expr(text, expr);
        }
        Condition::Not(inner) => {
            *text += " not";
            of_condition(text, inner);
        }
        Condition::And(left, right) | Condition::Or(left, right) => {
            *text += if matches!(condition, Condition::And(..)) { " and" } else { " or" };
            of_condition(text, left);
            of_condition(text, right);
        }
    }
}
