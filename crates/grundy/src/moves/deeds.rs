//! What the listed moves do, as people say it: `take 2`, `b = 3`, `remove "aa" at 2..3`.
//!
//! A deed that does not follow from the two sides of a move is found by a walk through all moves of
//! the component. The walk ends where it would cost more than the list is worth: then the moves are
//! described only by what they leave.
//!
//! *Example.* In Kayles the move from 5 to 3 follows from its sides: `take 2`. In `a -> (a-2b) +
//! (a-b) for b in 1..a/2` the move has a name, `b = 3`, which only a walk with names gives.
//!
//! *Limits.* Four million letters and parts of options, components of at most 64 KiB, and three
//! ways for one move. Beyond that moves are shown without their deeds, and their values are not
//! affected.

use std::collections::HashMap;

use grundy_games::{Component, Deed, Done, Query, Ruleset};
use grundy_solvers::{Budget, Halt};

use super::listing::{Move, Moves};

/// More ways to make one move are not listed.
const MOST_WAYS: usize = 3;

/// The most letters and parts of the options that a walk goes through.
const MOST_WORK: u64 = 4_000_000;

/// The two sides of a move, and the place for its deeds.
pub(crate) struct Sides<'m> {
    /// The place of the component in the sum.
    pub component: usize,
    /// The component.
    pub from: &'m Component,
    /// What it becomes.
    pub to: &'m [Component],
    /// What the move does, to be filled in.
    pub deeds: &'m mut Vec<Deed>,
}

/// Fills in the deeds of the moves.
pub(super) fn fill(query: &Query, moves: &mut Moves, budget: &mut Budget) {
    let (list, most): (&mut [Move], _) = match moves {
        Moves::Listed { moves, .. } => (moves, MOST_WAYS),
        Moves::One(made) => (made.as_mut_slice(), 1),
        Moves::TooMany { winning, .. } => (winning.as_mut_slice(), MOST_WAYS),
    };
    let sides = list.iter_mut().map(|made| {
        let Move { component, from, to, deeds, .. } = made;
        Sides { component: *component, from, to, deeds }
    });
    filled(query, sides.collect(), most, budget);
}

/// As [`fill`], for moves of any type.
///
/// # Cost
/// One expansion of each component with a move, up to a fixed amount of work.
pub(crate) fn fill_in(query: &Query, moves: Vec<Sides<'_>>, budget: &mut Budget) {
    filled(query, moves, MOST_WAYS, budget);
}

/// As [`fill_in`], with up to `most` ways for each move.
fn filled(query: &Query, mut moves: Vec<Sides<'_>>, most: usize, budget: &mut Budget) {
    let mut open: HashMap<usize, Vec<usize>> = HashMap::new();
    for (at, made) in moves.iter_mut().enumerate().filter(|(_, made)| made.deeds.is_empty()) {
        let ruleset = &query.rulesets[query.position[made.component].ruleset];
        match ruleset.deed(made.from, made.to) {
            Some(deed) => made.deeds.push(deed),
            None if ruleset.has_deeds(made.from) => open.entry(made.component).or_default().push(at),
            None => {}
        }
    }
    for (component, places) in open {
        let ruleset = &query.rulesets[query.position[component].ruleset];
        let sides: Vec<&[Component]> = places.iter().map(|&at| moves[at].to).collect();
        let found = ways_up_to(ruleset, moves[places[0]].from, &sides, most, budget);
        for (at, deeds) in places.into_iter().zip(found) {
            *moves[at].deeds = deeds;
        }
    }
}

/// The most bytes of a component: an option of a longer word may have as many parts as letters.
const MOST_START: u64 = 1 << 16;

/// Returns the ways to move from a component to each of these sums, up to three of each; none at
/// all if the walk through the moves takes too much work.
pub fn ways(ruleset: &Ruleset, from: &Component, to: &[&[Component]], budget: &mut Budget) -> Vec<Vec<Deed>> {
    ways_up_to(ruleset, from, to, MOST_WAYS, budget)
}

/// As [`ways`], up to `most` of each. The walk ends once all are found.
fn ways_up_to(
    ruleset: &Ruleset,
    from: &Component,
    to: &[&[Component]],
    most: usize,
    budget: &mut Budget,
) -> Vec<Vec<Deed>> {
    if from.bytes() > MOST_START {
        return vec![Vec::new(); to.len()];
    }
    let key = |parts: &[Component]| {
        let mut parts = parts.to_vec();
        parts.sort_unstable();
        parts
    };
    let mut ways: HashMap<Vec<Component>, Vec<Deed>> = to.iter().map(|parts| (key(parts), Vec::new())).collect();
    let mut work = 0u64;
    let mut open = ways.len();
    let walked = ruleset.deeds::<Halt>(from, |done| {
        budget.poll()?;
        match done {
            Done::Work(steps) => {
                budget.charge(steps)?;
                work += u64::from(steps);
            }
            Done::Move(deed, to) => {
                work += 1 + from.bytes() + to.iter().map(Component::bytes).sum::<u64>();
                if let Some(known) = ways.get_mut(&key(&to))
                    && known.len() < most
                    && !known.contains(&deed)
                {
                    known.push(deed);
                    open -= usize::from(known.len() == most);
                }
            }
        }
        if work > MOST_WORK || open == 0 { Err(Halt::Enough) } else { Ok(()) }
    });
    let empty = || vec![Vec::new(); to.len()];
    if walked.is_err() && open > 0 { empty() } else { to.iter().map(|parts| ways[&key(parts)].clone()).collect() }
}
