//! `coin-gaps FIRST`: coins on a strip that move down, past no other coin, are Nim on the gaps.
//!
//! *Theorem.* Coins stand on different squares of a strip, of which FIRST is the lowest. A move
//! puts one coin on a lower square, past no other coin and on none. Pair the coins from the highest
//! one down. The value is that of Nim: a heap for each pair, of the squares between the two, and if
//! a coin is left over, one of the squares below it.
//!
//! *Conditions.* `S(a, b, ..) -> S(.., k, ..)` for each coin, with `k in b+1..c-1` for a coin c
//! above the coin b, and `k in FIRST..a-1` for the lowest one. Sizes ascend; those of coins that
//! are not there are 0 and come first. Without that: at S(2, 2) a move leaves S(1, 2), which has no
//! moves, so its value is not that of the gap 0.
//!
//! *Proof.* Let N be the value of the heaps. By induction on the squares, each option q has the
//! value N(q). A move of the higher coin of a pair, or of the coin left over, lowers its heap to
//! any smaller number; one of the lower coin makes its heap larger. So one heap changes at each
//! move, and N(q) is never N(p), and all moves of Nim are there: the mex is N(p). Plays are longer
//! than in Nim, since the lower coins move too.
//!
//! *Example.* Coins on 2, 5, 9 and 14 are the heaps 2 and 4. *Source:* Silver Dollar without the
//! dollar, Winning Ways, chapter 14.

use std::sync::Arc;

use super::{Image, Keeps, Mapping, ReductionKind, SharedMapping};
use crate::{
    Clause, Component, Measure, Ruleset, Typed, TypedRules,
    heaps::{
        clause::{ClauseStep, NewHeap},
        expr::{Expr, Operator},
    },
};

pub(super) const KIND: ReductionKind = ReductionKind {
    read: |name| {
        let first = name.strip_prefix(NAME)?.strip_prefix(' ')?.parse().ok()?;
        Some(Arc::new(CoinGaps { first }) as SharedMapping)
    },
    about: |rules, positions| {
        let found = CoinGaps { first: first_square(rules)? };
        let is_about = |position: &&Component| coins(position).is_some();
        positions.iter().all(is_about).then(|| Arc::new(found) as SharedMapping)
    },
};

const NAME: &str = "coin-gaps";

struct CoinGaps {
    /// The lowest square.
    first: u64,
}

/// The lowest square of the strip, if each rule moves another coin down, past no other one.
fn first_square(rules: &Ruleset) -> Option<u64> {
    let Ruleset::Typed(TypedRules { clauses, kinds, measure, .. }) = rules else { return None };
    // A move that does not lower a measure that the rules give is a fault.
    if *measure == Measure::Given {
        return None;
    }
    let ([_], [clause, ..]) = (&kinds[..], &clauses[..]) else { return None };
    let mut lowest: Vec<Option<&Expr>> = vec![None; clause.arity];
    for clause in clauses {
        let (coin, low) = moved(clause)?;
        if lowest.get_mut(coin)?.replace(low).is_some() {
            return None;
        }
    }
    let (first, others) = lowest.split_first()?;
    let is_next = |(below, low): (usize, &Option<&Expr>)| low.is_some_and(|low| is_above(low, below));
    match first {
        Some(Expr::Number(first)) if others.iter().enumerate().all(is_next) => Some(*first),
        _ => None,
    }
}

/// The coin that a rule moves to each square from one up to that below it, and that square.
fn moved(clause: &Clause) -> Option<(usize, &Expr)> {
    let ([term], [ClauseStep::In(square, values)]) = (&clause.terms[..], &clause.steps[..]) else { return None };
    let (NewHeap { count: None, sizes, .. }, [(low, Some(high))]) = (term.heap()?, &values.0[..]) else { return None };
    let Expr::Binary(Operator::Subtract, coin, one) = high else { return None };
    let (Expr::Name(coin), Expr::Number(1)) = (&**coin, &**one) else { return None };
    let is_whole = *square == clause.arity && *coin < clause.arity && sizes.len() == clause.arity;
    let is_kept = |(at, size): (usize, &Expr)| *size == Expr::Name(if at == *coin { *square } else { at });
    (is_whole && sizes.iter().enumerate().all(is_kept)).then_some((*coin, low))
}

/// Whether the expression is the square above a coin.
fn is_above(low: &Expr, coin: usize) -> bool {
    let is = |one: &Expr, other: &Expr| *one == Expr::Name(coin) && *other == Expr::Number(1);
    matches!(low, Expr::Binary(Operator::Add, one, other) if is(one, other) || is(other, one))
}

/// The heap, if its sizes are squares of coins: zeros, then numbers that ascend.
fn coins(component: &Component) -> Option<&Typed> {
    let Component::Typed(heap) = component else { return None };
    let is_next = |one: &u64, other: &u64| one < other || (*one, *other) == (0, 0);
    heap.sizes.is_sorted_by(is_next).then_some(heap)
}

/// A heap of the image.
struct CoinHeap {
    size: u64,
    /// The coin whose moves make it smaller.
    upper: usize,
    /// The coin whose moves make it larger, if it is a pair.
    lower: Option<usize>,
}

impl CoinGaps {
    /// The lowest square that a coin may move to.
    fn lowest(&self, squares: &[u64], coin: usize) -> u64 {
        let below = coin.checked_sub(1).and_then(|below| squares.get(below));
        below.map_or(self.first, |below| below.saturating_add(1))
    }

    /// The heaps of squares of coins.
    fn heaps(&self, squares: &[u64]) -> impl Iterator<Item = CoinHeap> {
        let uppers = (0..squares.len()).rev().step_by(2);
        uppers.map(|upper| CoinHeap {
            size: squares[upper].saturating_sub(self.lowest(squares, upper)),
            upper,
            lower: upper.checked_sub(1),
        })
    }
}

impl Mapping for CoinGaps {
    fn name(&self) -> String {
        format!("{NAME} {}", self.first)
    }

    fn keeps(&self) -> Keeps {
        Keeps::Value
    }

    fn statement(&self) -> &'static str {
        "coins on different squares, paired from the highest one down, have the value of the gaps inside the pairs as heaps of Nim; a coin left over is paired with the end"
    }

    fn target(&self, rules: &Ruleset) -> Option<Ruleset> {
        (first_square(rules)? == self.first).then(|| crate::game("take any"))?.ok().map(|nim| nim.ruleset)
    }

    fn image(&self, _rules: &Ruleset, component: &Component) -> Image {
        let Some(heap) = coins(component) else { return Image::Outside };
        let mut sizes: Vec<u64> = self.heaps(&heap.sizes).map(|heap| heap.size).filter(|&size| size > 0).collect();
        sizes.reverse();
        Image::Sum(sizes.into_iter().map(Component::Heap).collect())
    }

    fn moves(&self, component: &Component) -> Option<u128> {
        let squares = &coins(component)?.sizes;
        let down = |coin: usize| u128::from(squares[coin].saturating_sub(self.lowest(squares, coin)));
        Some((0..squares.len()).map(down).sum())
    }

    fn changed(&self, from: &Component, change: u64) -> Option<Vec<Component>> {
        let heap = coins(from)?;
        let squares = &heap.sizes;
        let moved = |CoinHeap { size, upper, lower }: CoinHeap| {
            let wanted = size ^ change;
            let coin = if wanted < size { upper } else { lower? };
            let square = squares[coin].checked_sub(wanted.abs_diff(size))?;
            let mut sizes = squares.clone();
            sizes[coin] = square;
            let is_move = wanted != size && square >= self.lowest(squares, coin);
            is_move.then(|| Component::Typed(Typed { kind: heap.kind.clone(), sizes }))
        };
        Some(self.heaps(squares).filter_map(moved).collect())
    }
}
