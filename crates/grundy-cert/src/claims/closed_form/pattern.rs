//! Patterns of clauses that several closed forms look for.
//!
//! Names are slots in a clause, so the patterns do not depend on how the names are spelled.

use grundy_games::{
    Clause,
    heaps::{
        clause::{ClauseStep, NewHeap, Summand},
        expr::{Expr, Operator, Values},
    },
};

/// The ends of a range; `None` for anything else than one range.
pub(super) fn range(values: &Values) -> Option<(&Expr, &Expr)> {
    match &values.0[..] {
        [(low, Some(high))] => Some((low, high)),
        _ => None,
    }
}

/// Whether the expression is this number.
pub(super) fn is_number(expr: &Expr, number: u64) -> bool {
    *expr == Expr::Number(number)
}

/// Whether the expression is the name in this slot less 1.
pub(super) fn is_one_less(expr: &Expr, slot: usize) -> bool {
    matches!(expr, Expr::Binary(Operator::Subtract, left, right) if **left == Expr::Name(slot) && is_number(right, 1))
}

/// The steps of a clause `n -> SIZE STEPS` about a heap of one size and no kind.
pub(super) fn single(clause: &Clause) -> Option<(&Expr, &[ClauseStep])> {
    match (&clause.kind, &clause.terms[..]) {
        (None, [Summand::Heaps(NewHeap { count: None, sizes, .. })]) if clause.arity == 1 => {
            Some((&sizes[0], &clause.steps))
        }
        _ => None,
    }
}

/// Whether the expression is the first name less the second one, `n - k`.
pub(super) fn is_rest(expr: &Expr) -> bool {
    is_difference(expr, 0, 1)
}

/// Whether the expression is the name in one slot less that in another.
pub(super) fn is_difference(expr: &Expr, from: usize, less: usize) -> bool {
    let (from, less) = (Expr::Name(from), Expr::Name(less));
    matches!(expr, Expr::Binary(Operator::Subtract, left, right) if **left == from && **right == less)
}
