//! Machines with two counters: values that depend on two counts which are not bounded.
//!
//! The number of states of a hypothesis then grows with the square of the length. Its states are
//! pairwise different, and may show a machine whose places have two counters, in two stages. First,
//! a shift of the states by a level of one counter: the number of times that it can be undone is
//! the level. Then the lowest states of its chains are the nodes of a graph, each with the rows of
//! the first levels, and a shift of these nodes is a level of the other counter. What is left are
//! the places. Such a machine is a guess until both explorations of the claim [`Grid`] prove it;
//! they are sound and not complete, so they are tried with several distances.
//!
//! Cost: a few passes over the hypothesis, and over pairs of lowest states; for the explorations a
//! bound on the memory.

mod fold;
mod shift;
#[cfg(test)]
mod tests;

use grundy_cert::{Grid, GridMachine, Machine};

use super::Search;
use crate::support::budget::{Budget, Stopped};

/// The distances of the explorations, in turn, each with the second one strict and then not.
const DISTANCES: [u32; 3] = [4, 8, 12];

/// The most memory of an exploration: about half a million pairs.
const MOST_BYTES: u64 = 128 << 20;

/// The first hypothesis that is looked at has this many states; each later one an eighth more.
const FIRST: usize = 500;

/// The search for a machine with two counters among the hypotheses of a learner.
pub(super) struct Grids {
    /// The number of states of the next hypothesis to look at.
    next: usize,
    /// The machines that were tried, so that none is tried twice.
    tried: Vec<GridMachine>,
}

impl Grids {
    pub(super) fn new() -> Grids {
        Grids { next: FIRST, tried: Vec::new() }
    }

    /// Looks at a hypothesis if it is larger by a part than the one before; returns the claim if
    /// the machine that it shows is proved.
    pub(super) fn look(
        &mut self,
        search: &Search,
        machine: &Machine,
        budget: &mut Budget,
    ) -> Result<Option<Grid>, Stopped> {
        if machine.states() < self.next {
            return Ok(None);
        }
        self.next = machine.states() + machine.states() / 8;
        for machine in fold::shown(machine, budget)? {
            if self.tried.contains(&machine) {
                continue;
            }
            self.tried.push(machine.clone());
            if let Some(claim) = proved(search, machine, budget)? {
                return Ok(Some(claim));
            }
        }
        Ok(None)
    }
}

/// The claim with the first distance with which it is proved.
fn proved(search: &Search, machine: GridMachine, budget: &mut Budget) -> Result<Option<Grid>, Stopped> {
    let (game, ends) = (search.game.clone(), search.ends.clone());
    let mut claim = Grid { game, ends, machine, near: 0, strict: true };
    for near in DISTANCES {
        for strict in [true, false] {
            (claim.near, claim.strict) = (near, strict);
            let mut polled = Ok(());
            let most = budget.rest().most_bytes().min(MOST_BYTES);
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
