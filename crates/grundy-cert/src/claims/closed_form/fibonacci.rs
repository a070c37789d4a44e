//! Fibonacci Nim: who wins, by Zeckendorf's representation.
//!
//! `F(n, q) -> F(n-k, 2k) for k in 1..min(n, q)`: the player to move loses exactly if n is 0 or q
//! is less than the least part of n as a sum of Fibonacci numbers no two of which are neighbours
//! (Whinihan 1963). No formula is known for the values.
//!
//! *Example.* 11 = 8 + 3, so from 11 counters the player to move takes 3 and leaves 8 with the
//! quota 6: the least part of 8 is 8, more than 6, so the opponent loses. With 8 counters at the
//! start the quota is 7, and the player to move loses.
//!
//! *Cost.* One step for each Fibonacci number up to the heap, of which 64 bits have fewer than a
//! hundred. *Limits:* a heap from which play may reach a quota of 2^64 has no outcome.

use grundy_games::{
    Component, Convention, Ruleset, Typed,
    heaps::{
        clause::{ClauseStep, NewHeap},
        expr::{Expr, Function, Operator},
    },
};

use super::{
    ClosedForm,
    pattern::{is_difference, is_number, range},
};
use grundy_core::{Nimber, Outcome};

/// Fibonacci Nim: who wins, by Zeckendorf's representation.
#[derive(Debug)]
pub struct FibonacciNim;

impl ClosedForm for FibonacciNim {
    fn name(&self) -> &'static str {
        "fibonacci-nim"
    }

    fn statement(&self) -> &'static str {
        "the mover loses exactly if the heap is empty, or the quota is less than the least part of the heap as a sum of Fibonacci numbers no two of which are neighbours"
    }

    fn sources(&self) -> &'static [(&'static str, &'static str)] {
        &[("whinihan1963", "the lost positions of Fibonacci Nim")]
    }

    fn is_about(&self, ruleset: &Ruleset, play: Convention) -> bool {
        play == Convention::Normal && is_about(ruleset)
    }

    fn is_outcome(&self) -> bool {
        true
    }

    fn outcome(&self, ruleset: &Ruleset, component: &Component) -> Option<Outcome> {
        let Component::Typed(heap) = component else { return None };
        Some(if is_lost(ruleset, heap)? { Outcome::P } else { Outcome::N })
    }

    fn option(&self, ruleset: &Ruleset, component: &Component, value: Nimber) -> Option<Component> {
        let Component::Typed(heap) = component else { return None };
        option(ruleset, heap).filter(|_| value == Nimber::ZERO).map(Component::Typed)
    }
}

/// The slot of the heap.
const HEAP: usize = 0;
/// The slot of the quota.
const QUOTA: usize = 1;
/// The slot of the amount.
const AMOUNT: usize = 2;

/// Whether the rules are those of Fibonacci Nim. Only amounts up to the heap exist, so a quota may
/// be replaced by the least of it and the heap.
fn is_about(ruleset: &Ruleset) -> bool {
    let Ruleset::Typed(rules) = ruleset else { return false };
    let ([clause], [_]) = (&rules.clauses[..], &rules.kinds[..]) else { return false };
    let ([term], [ClauseStep::In(AMOUNT, values)], 2) = (&clause.terms[..], &clause.steps[..], clause.arity) else {
        return false;
    };
    let Some(NewHeap { count: None, sizes, .. }) = term.heap() else { return false };
    let ([rest, quota], Some((low, high))) = (&sizes[..], range(values)) else { return false };
    let is_rest = |expr: &Expr| is_difference(expr, HEAP, AMOUNT);
    let both = |of: &[Expr], is: &dyn Fn(&Expr, &Expr) -> bool| match of {
        [one, two] => is(one, two) || is(two, one),
        _ => false,
    };
    let bounds = match high {
        Expr::Call(Function::Min, of) => both(of, &|one, two| *one == Expr::Name(HEAP) && *two == Expr::Name(QUOTA)),
        high => *high == Expr::Name(QUOTA),
    };
    let doubles = match quota {
        Expr::Call(Function::Min, of) => both(of, &|one, two| is_double(one) && is_rest(two)),
        quota => is_double(quota),
    };
    is_rest(rest) && is_number(low, 1) && bounds && doubles
}

/// Whether the expression is twice the amount.
fn is_double(expr: &Expr) -> bool {
    let Expr::Binary(operator, left, right) = expr else { return false };
    let amount = Expr::Name(AMOUNT);
    match operator {
        Operator::Multiply => **left == amount && is_number(right, 2) || **right == amount && is_number(left, 2),
        Operator::Add => **left == amount && **right == amount,
        _ => false,
    }
}

/// The least part of n > 0 in Zeckendorf's representation; 0 for n = 0.
///
/// The greedy choice of the largest Fibonacci number that fits never takes two neighbours.
fn least_part(n: u64) -> u64 {
    // The Fibonacci numbers 1, 2, 3, 5, .. up to n.
    let mut numbers: Vec<u64> = Vec::new();
    let mut next = Some(1u64);
    while let Some(number) = next.filter(|&number| number <= n) {
        next = numbers.last().copied().unwrap_or(1).checked_add(number);
        numbers.push(number);
    }
    let (mut rest, mut part) = (n, 0);
    for &number in numbers.iter().rev() {
        if number <= rest {
            (rest, part) = (rest - number, number);
        }
    }
    part
}

/// Whether the rules write the new quota as the least of twice the amount and the heap.
fn is_capped(ruleset: &Ruleset) -> Option<bool> {
    let Ruleset::Typed(rules) = ruleset else { return None };
    Some(matches!(rules.clauses.first()?.terms.first()?.heap()?.sizes.get(QUOTA)?, Expr::Call(..)))
}

/// Whether play reaches a heap with a quota from which 2^63 counters may be taken: twice that is no
/// size. The least that play takes until then are the powers of two from the largest one in the
/// quota up to 2^62.
fn exceeds(n: u64, quota: u64) -> bool {
    /// The least amount whose double is no size.
    const HALF: u64 = 1 << 63;
    let taken = match quota.checked_ilog2() {
        None => return false,
        Some(63) => 0,
        Some(first) => HALF - (1 << first),
    };
    n.checked_sub(taken).is_some_and(|rest| rest >= HALF)
}

/// Whether the player to move loses; `None` if the rules break down at a heap that play reaches,
/// because a quota is no size.
fn is_lost(ruleset: &Ruleset, heap: &Typed) -> Option<bool> {
    let &[n, quota] = &heap.sizes[..] else { return None };
    let fits = is_capped(ruleset)? || !exceeds(n, quota);
    fits.then(|| n == 0 || quota < least_part(n))
}

/// What a winning move leaves, with the new quota as the rules write it; `None` for a lost heap, or
/// as [`is_lost`].
fn option(ruleset: &Ruleset, heap: &Typed) -> Option<Typed> {
    let &[n, _] = &heap.sizes[..] else { return None };
    if is_lost(ruleset, heap)? {
        return None;
    }
    let taken = least_part(n);
    let quota = u128::from(taken) * 2;
    let quota = if is_capped(ruleset)? { quota.min((n - taken).into()) } else { quota };
    Some(Typed { kind: heap.kind.clone(), sizes: vec![n - taken, u64::try_from(quota).ok()?] })
}
