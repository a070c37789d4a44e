//! Wythoff's game: who wins, by the golden section.
//!
//! `W(a, b) -> W(a-k, b) for k in 1..a, W(a, b) -> W(a, b-k) for k in 1..b, W(a, b) -> W(a-k, b-k)
//! for k in 1..min(a, b)`: with a <= b and d = b - a, the heap is lost exactly if a is the floor of
//! d times the golden section φ (Wythoff 1907). No formula is known for the values.
//!
//! φ is the positive root of x² = x + 1, so a <= dφ exactly if a² <= d (a + d): all numbers are
//! exact.
//!
//! *Example.* (4, 7): d = 3 and the floor of 3 φ = 4.85 is 4, so it is lost. (5, 7): d = 2 and the
//! floor is 3, so it is won; a move leads to (4, 7). *Cost:* a few multiplications of 128 bits and
//! more.

use grundy_games::{
    Clause, Component, Convention, Ruleset, Typed,
    heaps::{
        clause::{ClauseStep, NewHeap},
        expr::{Expr, Function},
    },
};

use super::{
    ClosedForm,
    pattern::{is_difference, is_number, is_one_less, range},
};
use grundy_core::{Nimber, Outcome};

/// Wythoff's game: who wins, by the golden section.
#[derive(Debug)]
pub struct Wythoff;

impl ClosedForm for Wythoff {
    fn name(&self) -> &'static str {
        "wythoff"
    }

    fn statement(&self) -> &'static str {
        "the mover loses exactly if the smaller size is the floor of the golden section times the difference of both"
    }

    fn sources(&self) -> &'static [(&'static str, &'static str)] {
        &[("wythoff1907", "the lost positions of Wythoff's game")]
    }

    fn is_about(&self, ruleset: &Ruleset, play: Convention) -> bool {
        play == Convention::Normal && is_about(ruleset)
    }

    fn is_outcome(&self) -> bool {
        true
    }

    fn outcome(&self, _ruleset: &Ruleset, component: &Component) -> Option<Outcome> {
        let Component::Typed(heap) = component else { return None };
        Some(if is_lost(&sizes(heap)?) { Outcome::P } else { Outcome::N })
    }

    fn option(&self, _ruleset: &Ruleset, component: &Component, value: Nimber) -> Option<Component> {
        let Component::Typed(heap) = component else { return None };
        option(heap).filter(|_| value == Nimber::ZERO).map(Component::Typed)
    }
}

/// The slot of the amount, after the two sizes.
const AMOUNT: usize = 2;

/// Whether the rules are those of Wythoff's game.
fn is_about(ruleset: &Ruleset) -> bool {
    let Ruleset::Typed(rules) = ruleset else { return false };
    let ([_, _, _], [_]) = (&rules.clauses[..], &rules.kinds[..]) else { return false };
    [takes_first, takes_second, takes_both]
        .into_iter()
        .all(|is| rules.clauses.iter().filter(|one| is(one)).count() == 1)
}

/// The sizes that a clause with one range leaves, and the range.
fn parts(clause: &Clause) -> Option<([&Expr; 2], &Expr, &Expr)> {
    let ([term], [ClauseStep::In(AMOUNT, values)], 2) = (&clause.terms[..], &clause.steps[..], clause.arity) else {
        return None;
    };
    let (low, high) = range(values)?;
    let NewHeap { count: None, sizes, .. } = term.heap()? else { return None };
    let [first, second] = &sizes[..] else { return None };
    Some(([first, second], low, high))
}

/// Whether a clause lowers the size in this slot to any smaller one, and keeps the other.
fn takes(clause: &Clause, slot: usize) -> bool {
    let Some((sizes, low, high)) = parts(clause) else { return false };
    let amount = is_difference(sizes[slot], slot, AMOUNT) && is_number(low, 1) && *high == Expr::Name(slot);
    let rest = *sizes[slot] == Expr::Name(AMOUNT) && is_number(low, 0) && is_one_less(high, slot);
    *sizes[1 - slot] == Expr::Name(1 - slot) && (amount || rest)
}

/// Returns whether a clause lowers the first size alone.
fn takes_first(clause: &Clause) -> bool {
    takes(clause, 0)
}

/// Returns whether a clause lowers the second size alone.
fn takes_second(clause: &Clause) -> bool {
    takes(clause, 1)
}

/// Whether a clause takes the same amount from both sizes. An option with a negative size does not
/// exist, so either size bounds the amount.
fn takes_both(clause: &Clause) -> bool {
    let Some((sizes, low, high)) = parts(clause) else { return false };
    let bounds = match high {
        Expr::Call(Function::Min, of) => {
            matches!(of[..], [Expr::Name(0), Expr::Name(1)] | [Expr::Name(1), Expr::Name(0)])
        }
        high => matches!(high, Expr::Name(0 | 1)),
    };
    is_number(low, 1) && bounds && (0..2).all(|slot| is_difference(sizes[slot], slot, AMOUNT))
}

/// The floor of d φ, for a d below 2^64; it may exceed 64 bits. By halves: about 64 steps.
fn golden(d: u64) -> u128 {
    let (mut low, mut high) = (u128::from(d), 2 * u128::from(d));
    // a <= dφ exactly if a (a - d) <= d²; here a is below 2^65, and a - d at most d.
    let d = u128::from(d);
    while low < high {
        let middle = low + (high - low).div_ceil(2);
        let within = middle.checked_mul(middle - d).is_some_and(|product| product <= d * d);
        if within { low = middle } else { high = middle - 1 }
    }
    low
}

/// Whether the player to move loses.
fn is_lost(&[a, b]: &[u64; 2]) -> bool {
    golden(a.abs_diff(b)) == u128::from(a.min(b))
}

/// The sizes of a heap of two.
fn sizes(heap: &Typed) -> Option<[u64; 2]> {
    heap.sizes[..].try_into().ok()
}

/// What a winning move leaves; `None` for a lost heap.
///
/// A lost pair of the same difference is reached by taking the same amount from both; otherwise the
/// lost pair with the smaller size in it is reached by lowering the larger one.
fn option(heap: &Typed) -> Option<Typed> {
    let sizes = sizes(heap)?;
    let (small, large) = (sizes[0].min(sizes[1]), sizes[0].max(sizes[1]));
    let left = to(small, large)?;
    // The smaller number of what is left takes the place of the smaller one, except that equal
    // numbers may change places.
    let mut options = [left, [left[1], left[0]]].into_iter().map(|[low, high]| match sizes[0] <= sizes[1] {
        true => [low, high],
        false => [high, low],
    });
    let found = options.find(|option| is_move(sizes, *option))?;
    Some(Typed { kind: heap.kind.clone(), sizes: found.to_vec() })
}

/// Whether one move leads from these sizes to others.
fn is_move(from: [u64; 2], to: [u64; 2]) -> bool {
    let (Some(first), Some(second)) = (from[0].checked_sub(to[0]), from[1].checked_sub(to[1])) else { return false };
    (first, second) != (0, 0) && (first == 0 || second == 0 || first == second)
}

/// The lost pair, smaller number first, that a move from small <= large reaches.
///
/// Each number is in exactly one lost pair (Beatty's theorem), with a smaller or a larger partner;
/// both are found by halves, since the two members of the pairs grow with their difference.
fn to(small: u64, large: u64) -> Option<[u64; 2]> {
    if is_lost(&[small, large]) {
        return None;
    }
    // The same difference, if its lost pair is below.
    let difference = large - small;
    if let Ok(low) = u64::try_from(golden(difference))
        && low < small
    {
        return Some([low, low + difference]);
    }
    // Else the lost pair with `small` in it: as the smaller number, or as the larger one.
    let first = |from: u64, until: &dyn Fn(u64) -> bool| {
        let (mut low, mut high) = (0, from);
        while low < high {
            let middle = low + (high - low) / 2;
            if until(middle) { high = middle } else { low = middle + 1 }
        }
        low
    };
    let d = first(small, &|d| golden(d) >= u128::from(small));
    if golden(d) == u128::from(small) {
        return Some([small, small.checked_add(d)?]);
    }
    let d = first(small, &|d| golden(d) + u128::from(d) >= u128::from(small));
    Some([small - d, small])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The lost pairs by definition: the least number that is in no earlier pair, and that number
    /// plus the number of the pair.
    #[test]
    fn lost_pairs_are_the_complementary_sequences() {
        let mut used = std::collections::HashSet::new();
        for d in 0..3000u64 {
            let a = (0..).find(|a| !used.contains(a)).unwrap();
            used.extend([a, a + d]);
            assert_eq!(golden(d), a.into(), "{d}");
        }
        for d in [u64::MAX, u64::MAX - 1, 1 << 63, (1 << 63) + 1, 11_400_714_819_323_198_485] {
            let (a, square) = (golden(d), u128::from(d).pow(2));
            let beyond = |a: u128| a.checked_mul(a - u128::from(d)).is_none_or(|product| product > square);
            assert!(!beyond(a) && beyond(a + 1), "{d}");
        }
    }
}
