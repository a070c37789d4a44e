//! Ruler: the value of a heap is the largest power of two that divides it.
//!
//! `n -> heaps(b for b in c..n-1) for c in 1..n`: a move turns the coin at place n from heads to
//! tails, and all coins from place c on before it (*Winning Ways*, chapter 14). The manual's page
//! "Theorems" has the proof.
//!
//! *Example.* The values from 1 on are 1 2 1 4 1 2 1 8. *Cost:* one instruction.

use grundy_games::{
    Clause, Component, Convention, HeapMove, Ruleset,
    heaps::{
        clause::{ClauseStep, Each, NewHeap, Summand},
        expr::{Expr, Operator},
    },
};

use super::{
    ClosedForm,
    pattern::{is_difference, is_number, is_one_less, range},
};
use grundy_core::Nimber;

/// `n -> heaps(b for b in c..n-1) for c in 1..n`: the largest power of two that divides the heap.
#[derive(Debug)]
pub struct Ruler;

impl ClosedForm for Ruler {
    fn name(&self) -> &'static str {
        "ruler"
    }

    fn statement(&self) -> &'static str {
        "the value is the largest power of two that divides the heap; of the empty heap 0"
    }

    fn sources(&self) -> &'static [(&'static str, &'static str)] {
        &[("winningways", "the values of the game")]
    }

    fn is_about(&self, ruleset: &Ruleset, play: Convention) -> bool {
        play == Convention::Normal && is_about(ruleset)
    }

    fn has_parameters(&self) -> bool {
        false
    }

    fn value(&self, _ruleset: &Ruleset, component: &Component) -> Option<Nimber> {
        let Component::Heap(size) = component else { return None };
        Some(Nimber(value(*size)))
    }
}

/// Whether the rules are those of Ruler, with the first coin or the number of coins as a name.
fn is_about(ruleset: &Ruleset) -> bool {
    let Ruleset::Heap(rules) = ruleset else { return false };
    matches!(&rules.moves[..], [HeapMove::General(clause)] if is_ruler(clause))
}

/// Returns whether a clause turns coins from some place up to the one before the heap's.
fn is_ruler(clause: &Clause) -> bool {
    let (None, 1, [ClauseStep::In(slot, values)], [Summand::Each(each)]) =
        (&clause.kind, clause.arity, &clause.steps[..], &clause.terms[..])
    else {
        return false;
    };
    let Each { heaps, slot: coin, values: coins, condition: None, any: false } = each else { return false };
    let [NewHeap { count: None, kind: None, sizes }] = &heaps[..] else { return false };
    let (Some((low, high)), Some((first, last))) = (range(values), range(coins)) else { return false };
    // The first coin of a range that ends with n - 1: every number from 1 to n, n for no coin.
    let starts = if *first == Expr::Name(*slot) {
        is_number(low, 1) && *high == Expr::Name(0)
    } else if is_difference(first, 0, *slot) {
        is_number(low, 0) && is_one_less(high, 0)
    } else {
        is_one_more(first, *slot) && is_number(low, 1) && *high == Expr::Name(0)
    };
    sizes[..] == [Expr::Name(*coin)] && is_one_less(last, 0) && starts
}

/// Whether the expression is the first name less that in a slot, plus 1.
fn is_one_more(expr: &Expr, slot: usize) -> bool {
    matches!(expr, Expr::Binary(Operator::Add, left, right) if is_difference(left, 0, slot) && is_number(right, 1))
}

/// The value of a heap.
fn value(size: u64) -> u64 {
    // The lowest digit that is 1.
    size & !size.saturating_sub(1)
}
