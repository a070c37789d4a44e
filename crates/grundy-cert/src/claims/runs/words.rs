//! The values of games that take one of a few amounts, on runs of heaps that repeat a word.
//!
//! The value of heap n is the mex of those of n - s, over the amounts s up to n. On heaps for which
//! each n - s stays in one run, all of these repeat a word each, and so does the claimed value of
//! n.
//! Let L be a multiple of the lengths of these words. The equation of heap n + L is that of heap n
//! letter by letter, so L heaps are enough. The check cuts the heaps where some n - s changes its
//! run, or s becomes an amount that can be taken.
//!
//! *Example.* `take {1, 2, 999999999}`: heaps repeat 0 1 2 up to 999999998. From 3 on three heaps
//! verify the first run. At 999999999 the value is 3, and the run begins that repeats 3 0 1 2 ...
//!
//! Cost of the check: for each run and each amount as many heaps as L, or all where L is more.

use grundy_core::Nimber;
use grundy_games::{AmountSet, Component, Ruleset, Span};
use num_integer::Integer;

use super::Runs;
use crate::{
    error::Flaw,
    poll::{Halt, Poll},
};

/// The most amounts: so many values are a set of bits.
const MOST_AMOUNTS: u64 = 64;

/// The amounts of a game that takes one of a few, ascending; `None` if it is of another form.
pub fn few_amounts(ruleset: &Ruleset) -> Option<Vec<u64>> {
    let Ruleset::Heap(rules) = ruleset else { return None };
    let sets = rules.subtraction().filter(|sets| !sets.is_empty())?;
    let mut amounts = Vec::new();
    for set in sets {
        // Each amount is looked for among all spans, which may overlap.
        let spans = set.kinds.len().max(set.except.len()) as u64;
        if spans > MOST_AMOUNTS || amounts.len() as u64 > MOST_AMOUNTS * MOST_AMOUNTS {
            return None;
        }
        for kind in &set.kinds {
            let AmountSet::Span(Span { from, to: Some(to) }) = *kind else { return None };
            if to.checked_sub(from)? >= MOST_AMOUNTS {
                return None;
            }
            amounts.extend((from..=to).filter(|&amount| set.contains(amount)));
        }
    }
    amounts.sort_unstable();
    amounts.dedup();
    (amounts.first() > Some(&0) && amounts.len() as u64 <= MOST_AMOUNTS).then_some(amounts)
}

/// The word of a run from some heap on.
#[derive(Clone, Copy)]
struct Turning<'r> {
    word: &'r [Nimber],
    at: usize,
}

impl<'r> Turning<'r> {
    fn new(runs: &'r Runs, run: usize, heap: u64) -> Turning<'r> {
        let word = runs.word(run);
        Turning { word, at: ((heap - runs.firsts[run].0) % word.len() as u64) as usize }
    }

    fn next(&mut self) -> Nimber {
        let value = self.word[self.at];
        self.at = if self.at + 1 < self.word.len() { self.at + 1 } else { 0 };
        value
    }
}

impl Runs {
    /// Verifies the values of a game that takes one of these amounts: at most 64, which ascend.
    pub(super) fn verify_words(&self, amounts: &[u64], poll: &mut Poll<'_>) -> Result<(), Halt> {
        let (mut heap, mut own) = (0, 0);
        // The runs of what the amounts leave.
        let mut places = vec![0; amounts.len()];
        let mut left = Vec::new();
        while heap < self.end {
            poll.position()?;
            own += usize::from(self.end_of(own) <= heap);
            let (mut end, mut length) = (self.end_of(own), self.word(own).len() as u64);
            left.clear();
            for (&amount, run) in amounts.iter().zip(&mut places) {
                let Some(rest) = heap.checked_sub(amount) else {
                    // The heap of so many counters is the first one that can be taken whole.
                    end = end.min(amount);
                    break;
                };
                while self.end_of(*run) <= rest {
                    *run += 1;
                }
                if *run < own {
                    end = end.min(self.end_of(*run).saturating_add(amount));
                }
                let turning = Turning::new(self, *run, rest);
                let many = turning.word.len() as u64;
                length = (length / length.gcd(&many)).saturating_mul(many);
                left.push(turning);
            }
            let mut claims = Turning::new(self, own, heap);
            for heap in heap..end.min(heap.saturating_add(length)) {
                poll.steps(1 + left.len() as u32)?;
                let mut seen = 0u64;
                for turning in &mut left {
                    let Nimber(value) = turning.next();
                    seen |= if value < 64 { 1 << value } else { 0 };
                }
                // As many options have no greater mex.
                let (claimed, mex) = (claims.next(), Nimber(seen.trailing_ones().into()));
                if claimed != mex {
                    return Err(Flaw::WrongValue { component: Component::Heap(heap), claimed, mex }.into());
                }
            }
            heap = end;
        }
        Ok(())
    }
}
