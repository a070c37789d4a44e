//! `take a..b`: the value of a heap is the quotient of r by a, with r the remainder of the heap by
//! a + b. If that sum is 2^64 or more, no heap reaches it.
//!
//! *Example.* `take 2..5`: r is the remainder by 7, and the values are 0 0 1 1 2 2 3, repeated.
//! *Source:* a theorem of subtraction games (*Winning Ways*, chapter 4); the manual has the proof.
//! *Cost:* two divisions.

use grundy_core::Nimber;
use grundy_games::{AmountSet, Amounts, Component, Convention, HeapMove, Ruleset, Span};

use super::ClosedForm;

/// `take a..b`: with r the remainder of the heap by a + b, the quotient of r by a.
#[derive(Debug)]
pub struct Range;

impl ClosedForm for Range {
    fn name(&self) -> &'static str {
        "range"
    }

    fn statement(&self) -> &'static str {
        "if a move takes a to b counters and r is the remainder of the heap by a + b, the value is the quotient of r by a"
    }

    fn sources(&self) -> &'static [(&'static str, &'static str)] {
        &[("winningways", "the values of the game")]
    }

    fn is_about(&self, ruleset: &Ruleset, play: Convention) -> bool {
        play == Convention::Normal && bounds(ruleset).is_some()
    }

    fn value(&self, ruleset: &Ruleset, component: &Component) -> Option<Nimber> {
        let Component::Heap(size) = component else { return None };
        value(ruleset, *size).map(Nimber)
    }

    fn unique_options(&self, ruleset: &Ruleset, component: &Component) -> Option<u64> {
        let Component::Heap(size) = component else { return None };
        option(ruleset, *size, 0).map(|(count, _)| count)
    }

    fn option(&self, ruleset: &Ruleset, component: &Component, value: Nimber) -> Option<Component> {
        let Component::Heap(size) = component else { return None };
        option(ruleset, *size, value.0)?.1.map(Component::Heap)
    }
}

/// The least and the largest amount; `None` for other rules.
fn bounds(ruleset: &Ruleset) -> Option<(u64, u64)> {
    let Ruleset::Heap(rules) = ruleset else { return None };
    let [HeapMove::Take(take)] = &rules.moves[..] else { return None };
    let Amounts { kinds, except } = &take.amounts;
    match kinds[..] {
        [AmountSet::Span(Span { from: from @ 1.., to: Some(to) })]
            if from <= to && except.is_empty() && take.leaving == (Span { from: 0, to: Some(1) }) =>
        {
            Some((from, to))
        }
        _ => None,
    }
}

/// The value of a heap.
fn value(ruleset: &Ruleset, size: u64) -> Option<u64> {
    let (low, high) = bounds(ruleset)?;
    Some(match low.checked_add(high) {
        Some(period) => size % period / low,
        None => size / low,
    })
}

/// For `take 1..b`, how many options a heap has, and the one of this value: the last b heaps have
/// different values.
///
/// The remainders by b + 1 of the last b heaps are all but that of the heap, and a value is its
/// remainder.
fn option(ruleset: &Ruleset, size: u64, value: u64) -> Option<(u64, Option<u64>)> {
    let (1, high) = bounds(ruleset)? else { return None };
    let period = high.checked_add(1);
    let rest = period.map_or(size, |period| size % period);
    let taken = match (rest.checked_sub(value), period) {
        (Some(taken), _) => Some(taken),
        (None, Some(period)) if value < period => Some(rest + (period - value)),
        _ => None,
    };
    let left = taken.filter(|taken| (1..=high).contains(taken)).and_then(|taken| size.checked_sub(taken));
    Some((size.min(high), left))
}
