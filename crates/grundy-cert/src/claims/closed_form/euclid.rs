//! Euclid: subtract a positive multiple of the smaller number from the larger one, down to 0.
//!
//! `E(a, b) -> E(a-k*b, b) where b > 0 for k in 1..a/b, E(a, b) -> E(a, b-k*a) where a > 0 for k in
//! 1..b/a`: g(a, 0) = 0, and with a = q b + r, q > 0, r < b, v = g(r, b), the value is q - 1 if q -
//! 1 < v, else q. For the options have the values v and those of r + b, .. , r + (q-1) b, which are
//! by induction the numbers from 0 on without v; so all options have different values.
//!
//! *Example.* g(25, 7): 25 = 3 x 7 + 4, and 7 = 1 x 4 + 3, 4 = 1 x 3 + 1, 3 = 3 x 1. g(3, 1) = 3,
//! so g(4, 3) = 0, g(7, 4) = 1 and g(25, 7) = 3. *Cost:* the steps of Euclid's algorithm, fewer
//! than a hundred.

use grundy_core::Nimber;
use grundy_games::{
    Clause, Component, Convention, Ruleset, Typed,
    heaps::{
        clause::{ClauseStep, NewHeap},
        expr::{Comparison, Condition, Expr, Operator},
    },
};

use super::{
    ClosedForm,
    pattern::{is_number, range},
};

/// `E(a, b) -> E(a-k*b, b) ..`: the value along Euclid's algorithm.
#[derive(Debug)]
pub struct Euclid;

impl ClosedForm for Euclid {
    fn name(&self) -> &'static str {
        "euclid"
    }

    fn statement(&self) -> &'static str {
        "with a = q b + r, r < b and v the value of (r, b), the value of (a, b) is q - 1 if that is less than v, else q; if a number is 0, it is 0"
    }

    fn is_about(&self, ruleset: &Ruleset, play: Convention) -> bool {
        let Ruleset::Typed(rules) = ruleset else { return false };
        let ([one, other], [_]) = (&rules.clauses[..], &rules.kinds[..]) else { return false };
        let both = lowers(one, 0) && lowers(other, 1) || lowers(one, 1) && lowers(other, 0);
        play == Convention::Normal && both
    }

    fn value(&self, _ruleset: &Ruleset, component: &Component) -> Option<Nimber> {
        let Component::Typed(heap) = component else { return None };
        let &[a, b] = &heap.sizes[..] else { return None };
        Some(Nimber(value(a.max(b), a.min(b))))
    }

    fn unique_options(&self, _ruleset: &Ruleset, component: &Component) -> Option<u64> {
        let Component::Typed(heap) = component else { return None };
        let &[a, b] = &heap.sizes[..] else { return None };
        match (a.max(b), a.min(b)) {
            (_, 0) => Some(0),
            // Either number may become 0.
            (a, b) if a == b => None,
            (a, b) => Some(a / b),
        }
    }

    fn option(&self, _ruleset: &Ruleset, component: &Component, value: Nimber) -> Option<Component> {
        let Component::Typed(heap) = component else { return None };
        let &[a, b] = &heap.sizes[..] else { return None };
        let left = option(a.max(b), a.min(b), value.0)?;
        let sizes = if a >= b { vec![left, b] } else { vec![a, left] };
        Some(Component::Typed(Typed { kind: heap.kind.clone(), sizes }))
    }
}

/// Whether a clause lowers the number in this slot by multiples of the other one.
fn lowers(clause: &Clause, slot: usize) -> bool {
    let ([term], [ClauseStep::Where(condition), ClauseStep::In(2, values)], 2) =
        (&clause.terms[..], &clause.steps[..], clause.arity)
    else {
        return false;
    };
    let (Some(NewHeap { count: None, sizes, .. }), Some((low, high))) = (term.heap(), range(values)) else {
        return false;
    };
    let [_, _] = &sizes[..] else { return false };
    let (own, other, factor) = (Expr::Name(slot), Expr::Name(1 - slot), Expr::Name(2));
    let is_multiple = |expr: &Expr| {
        matches!(expr, Expr::Binary(Operator::Multiply, left, right)
            if **left == factor && **right == other || **left == other && **right == factor)
    };
    let is_rest =
        matches!(&sizes[slot], Expr::Binary(Operator::Subtract, left, right) if **left == own && is_multiple(right));
    let is_quotient = matches!(high, Expr::Binary(Operator::Divide, left, right) if **left == own && **right == other);
    let is_there = matches!(condition, Condition::Compare(left, Comparison::Greater, right) if *left == other && is_number(right, 0));
    is_rest && sizes[1 - slot] == other && is_number(low, 1) && is_quotient && is_there
}

/// The value of a >= b.
fn value(mut a: u64, mut b: u64) -> u64 {
    let mut quotients = Vec::new();
    while b > 0 {
        quotients.push(a / b);
        (a, b) = (b, a % b);
    }
    quotients.into_iter().rev().fold(0, |v, q| if q - 1 < v { q - 1 } else { q })
}

/// What is left of a >= b by the move to this value.
fn option(a: u64, b: u64, wanted: u64) -> Option<u64> {
    let (q, r) = (a.checked_div(b)?, a.checked_rem(b)?);
    let v = value(b, r);
    // The value of r + j b is j - 1 up to j = v, and j from there on.
    let j = if wanted == v { 0 } else { wanted.checked_add(u64::from(wanted < v))? };
    (j < q).then(|| r + j * b)
}
