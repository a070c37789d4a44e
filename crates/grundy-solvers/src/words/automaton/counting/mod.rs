//! Machines that count: values that depend on counts which are not bounded.
//!
//! If the values are not those of a finite machine, the hypotheses of the learner grow without end.
//! But their states are pairwise different, and may show a machine that counts, with one counter
//! (`layers.rs`) or with two (`fold.rs`). Such a machine is a guess until both explorations of the
//! claim [`Counting`] prove it; they are sound and not complete, so they are tried with several
//! distances.
//!
//! The two ways to look have nothing in common: with one counter the lengths of words are the
//! levels, and their layers repeat; with two, nothing is a level until the states are compared.
//!
//! Cost: a few passes over a hypothesis; for the explorations a bound on the memory.

mod fold;
mod layers;
mod shift;
#[cfg(test)]
mod tests;

use grundy_cert::{Counting, CountingMachine, Machine};

use super::AutomatonSearch;
use crate::support::budget::{Budget, Stopped};

/// How machines with a number of counters are looked for.
struct CounterSearch {
    /// The first hypothesis that is looked at has this many states; each later one an eighth more.
    first: usize,
    /// The machines that a hypothesis shows, those to be tried first before the others.
    shown: fn(&Machine, &mut Budget) -> Result<Vec<CountingMachine>, Stopped>,
    /// The distances of the explorations, in turn, each with the second one strict and then not.
    distances: &'static [u32],
    /// The most memory of an exploration: about half a million pairs.
    most_bytes: u64,
}

/// The ways for one counter and for two.
const WAYS: [CounterSearch; 2] = [
    CounterSearch {
        first: 24,
        shown: |machine, _| Ok(layers::shown(machine)),
        distances: &[4, 8, 12, 16, 24],
        most_bytes: 96 << 20,
    },
    CounterSearch { first: 500, shown: fold::shown, distances: &[4, 8, 12], most_bytes: 128 << 20 },
];

/// The search for a machine that counts among the hypotheses of a learner.
pub(super) struct Counters {
    /// For each way, the number of states of the next hypothesis to look at.
    next: [usize; 2],
    /// The machines that were tried, so that none is tried twice.
    tried: Vec<CountingMachine>,
}

impl Counters {
    pub(super) fn new() -> Counters {
        Counters { next: WAYS.map(|way| way.first), tried: Vec::new() }
    }

    /// Looks at a hypothesis if it is larger by a part than the one before; returns the claim if
    /// the machine that it shows is proved.
    pub(super) fn look(
        &mut self,
        search: &AutomatonSearch,
        machine: &Machine,
        budget: &mut Budget,
    ) -> Result<Option<Counting>, Stopped> {
        for (way, next) in WAYS.iter().zip(&mut self.next) {
            if machine.states() < *next {
                continue;
            }
            *next = machine.states() + machine.states() / 8;
            for machine in (way.shown)(machine, budget)? {
                if self.tried.contains(&machine) {
                    continue;
                }
                self.tried.push(machine.clone());
                if let Some(claim) = way.proved(search, machine, budget)? {
                    return Ok(Some(claim));
                }
            }
        }
        Ok(None)
    }
}

impl CounterSearch {
    /// The claim with the first distance with which it is proved.
    fn proved(
        &self,
        search: &AutomatonSearch,
        machine: CountingMachine,
        budget: &mut Budget,
    ) -> Result<Option<Counting>, Stopped> {
        let (game, ends) = (search.game.clone(), search.ends.clone());
        let mut claim = Counting { game, ends, machine, near: 0, strict: true };
        for &near in self.distances {
            for strict in [true, false] {
                (claim.near, claim.strict) = (near, strict);
                let mut polled = Ok(());
                let most = budget.rest().most_bytes().min(self.most_bytes);
                let holds = claim.holds(most, &mut || {
                    polled = budget.poll();
                    polled.is_ok()
                });
                polled?;
                if holds == Some(true) {
                    return Ok(Some(claim));
                }
            }
        }
        Ok(None)
    }
}
