//! The nim product, as the value of a game: Turning Corners.
//!
//! `C(x, y) -> C(a, y) + C(x, b) + C(a, b) for a in 0..x-1 for b in 0..y-1`: the value of C(x, y)
//! is the mex of the exclusive ors of C(a, y), C(x, b) and C(a, b), which is the definition of the
//! nim product of x and y (Conway, On Numbers and Games, chapter 6; *Winning Ways*, chapter 14).
//!
//! *Example.* The value of C(2, 3) is 2 ⊗ 3 = 1, that of C(2, 2) is 3. *Cost:* a nim product of 64
//! bits.

use grundy_games::{
    Clause, Component, Convention, Ruleset, Typed,
    heaps::{
        clause::{ClauseStep, Summand},
        expr::Expr,
    },
};

use super::{
    ClosedForm,
    pattern::{is_number, is_one_less, range},
};
use grundy_core::Nimber;

/// Turning Corners: the nim product of both sizes.
#[derive(Debug)]
pub struct NimProduct;

impl ClosedForm for NimProduct {
    fn name(&self) -> &'static str {
        "nim-product"
    }

    fn statement(&self) -> &'static str {
        "the value is the nim product of both sizes"
    }

    fn sources(&self) -> &'static [(&'static str, &'static str)] {
        &[("conway1976", "the nim product")]
    }

    fn is_about(&self, ruleset: &Ruleset, play: Convention) -> bool {
        play == Convention::Normal && is_about(ruleset)
    }

    fn value(&self, _ruleset: &Ruleset, component: &Component) -> Option<Nimber> {
        let Component::Typed(heap) = component else { return None };
        value(heap).map(Nimber)
    }
}

/// Whether the rules are those of Turning Corners; the names and the order of the terms and loops
/// do not matter.
fn is_about(ruleset: &Ruleset) -> bool {
    let Ruleset::Typed(rules) = ruleset else { return false };
    let ([clause], [_]) = (&rules.clauses[..], &rules.kinds[..]) else { return false };
    is_corners(clause)
}

/// Returns whether a clause has the three terms, with one name below each size.
fn is_corners(clause: &Clause) -> bool {
    let [ClauseStep::In(first, first_values), ClauseStep::In(second, second_values)] = &clause.steps[..] else {
        return false;
    };
    if clause.arity != 2 || clause.terms.len() != 3 {
        return false;
    }
    let below = |values, size| range(values).is_some_and(|(low, high)| is_number(low, 0) && is_one_less(high, size));
    let (a, b) = if below(first_values, 0) && below(second_values, 1) {
        (*first, *second)
    } else if below(first_values, 1) && below(second_values, 0) {
        (*second, *first)
    } else {
        return false;
    };
    let is_term = |wanted: [usize; 2]| {
        let mut terms = clause.terms.iter().filter_map(Summand::heap).filter(|term| term.count.is_none());
        terms.any(|term| term.sizes == wanted.map(Expr::Name))
    };
    [[a, 1], [0, b], [a, b]].into_iter().all(is_term)
}

/// The value of a heap of two sizes.
fn value(heap: &Typed) -> Option<u64> {
    let &[x, y] = &heap.sizes[..] else { return None };
    Some(product(x, y))
}

/// The nim product of two numbers.
///
/// With F = 2^h for h = 1, 2, 4, .. 32, nim multiplication has F * F = F + F/2, and F * n is the
/// usual product for n < F. So a product of numbers below F^2 takes four products of numbers below
/// F; the recursion is at most six deep.
pub(in crate::claims) fn product(a: u64, b: u64) -> u64 {
    if a < 2 || b < 2 {
        return a * b;
    }
    let bits = u64::BITS - (a | b).leading_zeros();
    let half = bits.next_power_of_two() / 2;
    let low = |number: u64| number & ((1 << half) - 1);
    let (a_high, b_high) = (a >> half, b >> half);
    let highs = product(a_high, b_high);
    let lows = product(low(a), low(b));
    let both = product(a_high ^ low(a), b_high ^ low(b));
    (both ^ lows) << half | (lows ^ product(highs, 1 << (half - 1)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn products_are_the_mex_of_the_definition() {
        const SIZE: usize = 256;
        let mut table = vec![[0u8; SIZE]; SIZE];
        for x in 0..SIZE {
            for y in 0..SIZE {
                let mut seen = [false; SIZE];
                for a in 0..x {
                    let (row, own) = (&table[a], &table[x]);
                    row[..y]
                        .iter()
                        .zip(&own[..y])
                        .for_each(|(one, other)| seen[usize::from(row[y] ^ one ^ other)] = true);
                }
                let mex = seen.iter().position(|seen| !seen).expect("numbers below 256 are a field");
                table[x][y] = mex as u8;
                assert_eq!(product(x as u64, y as u64), mex as u64, "{x} times {y}");
            }
        }
    }

    #[test]
    fn numbers_of_64_bits_are_a_field() {
        let mut random = fastrand::Rng::with_seed(1);
        let mut next = || random.u64(..);
        for _ in 0..300 {
            let (a, b, c) = (next(), next(), next() | 1);
            assert_eq!(product(a, b), product(b, a));
            assert_eq!(product(product(a, b), c), product(a, product(b, c)));
            assert_eq!(product(a ^ b, c), product(a, c) ^ product(b, c));
            assert_eq!(product(a, 1), a);
        }
    }
}
