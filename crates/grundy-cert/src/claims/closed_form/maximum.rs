//! Maximum Nim: from n counters, take at least one and at most f(n).
//!
//! If f grows by at most one from each heap to the next, the f(n) + 1 heaps from n - f(n) to n have
//! the values from 0 to f(n), each once. So the value of n is f(n) if f(n) = f(n-1) + 1; else it is
//! the value of the heap n - f(n) - 1, which has left the window. (Lionel Levine, Fractal sequences
//! and restricted Nim, Ars Combinatoria 80, 2006.)

use grundy_games::{HeapMove, Ruleset, clause::Step};

use super::pattern::{is_number, is_rest, range, single};
use crate::claims::growing::Growing;

/// Heaps up to this one have a value, whatever f is.
pub(super) const SURE: u64 = 1 << 9;

/// The most windows from a heap down to one whose value is f(n). Below a heap whose f is at most
/// [`SURE`] there are at most so many stretches of equal f, of each of which at most three windows
/// are looked at. Where f is at least one part in [`PARTS`] of the heap, half of it is left after
/// at most twice that many windows, and a heap is halved at most 64 times.
const MOST_STEPS: u64 = 3 * (SURE + 1) + 64 * 2 * PARTS;

/// See [`MOST_STEPS`].
const PARTS: u64 = 1 << 4;

/// The function f of `n -> n-k for k in 1..f(n)`.
fn bound(ruleset: &Ruleset) -> Option<Growing> {
    let Ruleset::Heap(rules) = ruleset else { return None };
    let [HeapMove::General(clause)] = &rules.moves[..] else { return None };
    let (size, [Step::In(1, values)]) = single(clause)? else { return None };
    let (low, high) = range(values)?;
    if is_rest(size) && is_number(low, 1) { Growing::of(high, 0).filter(Growing::is_slow) } else { None }
}

/// Whether the rules are those of Maximum Nim, for a function f whose text shows how it grows.
pub(super) fn is_about(ruleset: &Ruleset) -> bool {
    bound(ruleset).is_some()
}

/// The value of a heap; `None` if it may take too many steps. Where a heap has a value, all smaller
/// ones have one.
pub(super) fn value(ruleset: &Ruleset, mut n: u64) -> Option<u64> {
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
            let (mut low, mut high) = (0, n);
            while low < high {
                let middle = low + (high - low) / 2;
                if f(middle)? < most { low = middle + 1 } else { high = middle }
            }
            n -= (n - low) / window * window;
        }
    }
    None
}
