//! Maximum Nim: from n counters, take at least one and at most f(n).
//!
//! If f grows by at most one from each heap to the next, the f(n) + 1 heaps from n - f(n) to n have
//! the values from 0 to f(n), each once. So the value of n is f(n) if f(n) = f(n-1) + 1; else it is
//! the value of the heap n - f(n) - 1, which has left the window. (Lionel Levine, Fractal sequences
//! and restricted Nim, Ars Combinatoria 80, 2006.)
//!
//! *Example.* f(n) = n/2: the values from 0 on are 0 0 1 0 2 1 3 0 4 2 5 1 6. f has just grown at
//! 8, so its value is 4; at 9 it has not, and its value is that of 9 - 4 - 1 = 4, which is 2.
//!
//! *Cost.* One step for each heap on the way down; of a linear f a few steps. *Limits:* a heap is
//! not reached if f lies between 2^9 and n/2^4 on the way.

use grundy_games::{Component, Convention, HeapMove, Ruleset, heaps::clause::ClauseStep};

use super::{
    ClosedForm,
    pattern::{is_number, is_rest, range, single},
};
use crate::claims::growing::Growing;
use grundy_core::Nimber;

/// `n -> n-k for k in 1..f(n)`, where f grows by at most one from each heap to the next.
#[derive(Debug)]
pub struct MaximumNim;

impl ClosedForm for MaximumNim {
    fn name(&self) -> &'static str {
        "maximum-nim"
    }

    fn statement(&self) -> &'static str {
        "if a move takes at most f(n) of n counters, the value is f(n) where f has just grown, else that of the heap n - f(n) - 1"
    }

    fn sources(&self) -> &'static [(&'static str, &'static str)] {
        &[("levine2006", "the values of Maximum Nim")]
    }

    fn is_about(&self, ruleset: &Ruleset, play: Convention) -> bool {
        play == Convention::Normal && is_about(ruleset)
    }

    fn value(&self, ruleset: &Ruleset, component: &Component) -> Option<Nimber> {
        let Component::Heap(size) = component else { return None };
        value(ruleset, *size).map(Nimber)
    }

    fn unique_options(&self, ruleset: &Ruleset, component: &Component) -> Option<u64> {
        let Component::Heap(size) = component else { return None };
        count(ruleset, *size)
    }

    fn option(&self, ruleset: &Ruleset, component: &Component, value: Nimber) -> Option<Component> {
        let Component::Heap(size) = component else { return None };
        option(ruleset, *size, value.0)?.1.map(Component::Heap)
    }

    fn end(&self) -> Option<u64> {
        Some(SURE)
    }
}

/// Heaps up to this one have a value, whatever f is.
const SURE: u64 = 1 << 9;

/// The most windows from a heap down to one whose value is f(n). Below a heap whose f is at most
/// [`SURE`] there are at most this many stretches of equal f, of each of which at most three
/// windows are looked at. Where f is at least one part in [`PARTS`] of the heap, half of it is left
/// after at most twice that many windows, and a heap is halved at most 64 times.
const MOST_STEPS: u64 = 3 * (SURE + 1) + 64 * 2 * PARTS;

/// See [`MOST_STEPS`].
const PARTS: u64 = 1 << 4;

/// The function f of `n -> n-k for k in 1..f(n)`.
fn bound(ruleset: &Ruleset) -> Option<Growing> {
    let Ruleset::Heap(rules) = ruleset else { return None };
    let [HeapMove::General(clause)] = &rules.moves[..] else { return None };
    let (size, [ClauseStep::In(1, values)]) = single(clause)? else { return None };
    let (low, high) = range(values)?;
    if is_rest(size) && is_number(low, 1) { Growing::of(high, 0).filter(Growing::is_slow) } else { None }
}

/// Whether the rules are those of Maximum Nim, for a function f whose text shows how it grows.
fn is_about(ruleset: &Ruleset) -> bool {
    bound(ruleset).is_some()
}

/// The value of a heap; `None` if it may take too many steps. Where a heap has a value, all smaller
/// ones have one.
///
/// Heaps with equal f are left in one step: their windows are equally long, so the number of
/// windows down to the first of them is a quotient.
fn value(ruleset: &Ruleset, mut n: u64) -> Option<u64> {
    let f = bound(ruleset)?;
    let f = |n: u64| Some(u64::try_from(f.at(n)?).map_or(n, |most| most.min(n)));
    for size in (0..u64::BITS).map(|bit| 1 << bit).take_while(|&size| size <= n).chain([n]) {
        let most = f(size)?;
        if most > SURE && most < size / PARTS {
            return None;
        }
    }
    for _ in 0..MOST_STEPS {
        let most = f(n)?;
        if most == 0 || f(n - 1)? < most {
            return Some(most);
        }
        // `most` is below n, for f(n-1) = f(n) is at most n - 1.
        let window = most + 1;
        n -= window;
        if n >= window && f(n)? == most {
            // Many windows of this length: the first heap with this f is at most n.
            let low = first(0, n, |heap| Some(f(heap)? >= most))?;
            n -= (n - low) / window * window;
        }
    }
    None
}

/// How many options a heap has; `None` as for [`value`].
fn count(ruleset: &Ruleset, n: u64) -> Option<u64> {
    value(ruleset, n)?;
    Some(u64::try_from(bound(ruleset)?.at(n)?).map_or(n, |most| most.min(n)))
}

/// How many options a heap has, and the only one of them with this value, if there is one; `None`
/// as for [`value`].
///
/// The heaps of one value, in ascending order: the first one is the first heap whose f is the
/// value, and the next one after m is the first heap whose window begins after m. For the windows
/// of all heaps between them hold m, so these have other values; and f has not grown at the first
/// heap whose window begins at m + 1, so it has the value of m.
fn option(ruleset: &Ruleset, n: u64, wanted: u64) -> Option<(u64, Option<u64>)> {
    let own = value(ruleset, n)?;
    let f = bound(ruleset)?;
    let f = |n: u64| Some(u64::try_from(f.at(n)?).map_or(n, |most| most.min(n)));
    let most = f(n)?;
    if wanted == own || wanted > most {
        return Some((most, None));
    }
    let mut m = first(0, n, |heap| Some(f(heap)? >= wanted))?;
    for _ in 0..MOST_STEPS {
        if m >= n - most {
            return Some((most, Some(m)));
        }
        // Since m is below the window of n, whose f is no less, this is at most n.
        let window = f(m)? + 1;
        if f(m + window)? + 1 != window {
            m = first(m + 1, n, |heap| Some(heap - f(heap)? > m))?;
            continue;
        }
        let same = first(m + window, n, |heap| Some(f(heap)? >= window))?;
        let last = if f(same)? >= window { same - 1 } else { same };
        m += (last - m) / window * window;
    }
    None
}

/// The first heap from `low` to `high` of which this holds, as it then does of all larger ones;
/// `high` if it holds of none.
fn first(mut low: u64, mut high: u64, holds: impl Fn(u64) -> Option<bool>) -> Option<u64> {
    while low < high {
        let middle = low + (high - low) / 2;
        if holds(middle)? { high = middle } else { low = middle + 1 }
    }
    Some(low)
}
