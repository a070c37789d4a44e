//! What the listed moves do, as people say it: `take 2`, `b = 3`, `remove "aa" at 2..3`.
//!
//! An action that does not follow from the two sides of a move is found by a walk through all moves
//! of the component. The walk ends where it would cost more than the list is worth: then the moves
//! are described only by what they leave.
//!
//! *Example.* In Kayles the move from 5 to 3 follows from its sides: `take 2`. In `a -> (a-2b) +
//! (a-b) for b in 1..a/2` the move has a name, `b = 3`, which only a walk with names gives.
//!
//! *Limits.* A walk goes through four million letters and parts of options, and three ways for one
//! move are kept. A move in a word for which that is too little follows from its two sides; all
//! moves of another board are walked through where they are listed, since the list has cost as
//! much. Heaps beyond the limit, and a single move on another board, are shown without what the
//! move does, which is clear from the sizes that are left; no value is affected.

use std::collections::HashMap;

use grundy_games::{Action, Component, Done, Query, Ruleset};
use grundy_solvers::{Budget, Halt, Stopped};

use super::listing::{Move, Moves};

/// More ways to make one move are not listed.
const MOST_WAYS: usize = 3;

/// The most letters and parts of the options that a walk goes through.
const MOST_WORK: u64 = 4_000_000;

/// The two sides of a move, and the place for its actions.
pub(crate) struct Sides<'m> {
    /// The place of the component in the sum.
    pub component: usize,
    /// The component.
    pub from: &'m Component,
    /// What it becomes.
    pub to: &'m [Component],
    /// What the move does, to be filled in.
    pub actions: &'m mut Vec<Action>,
}

/// Fills in the actions of the moves.
///
/// # Errors
/// A limit is reached.
pub(super) fn fill(query: &Query, moves: &mut Moves, budget: &mut Budget) -> Result<(), Stopped> {
    let (list, most): (&mut [Move], _) = match moves {
        Moves::Listed { moves, .. } => (moves, WayLimits::LISTED),
        Moves::One(made) => (made.as_mut_slice(), WayLimits { ways: 1, work: MOST_WORK, partly: false }),
        Moves::TooMany { winning, .. } => {
            (winning.as_mut_slice(), WayLimits { ways: MOST_WAYS, work: MOST_WORK, partly: false })
        }
    };
    // The words that the letters of a bag make say what is taken.
    let unsaid = list.iter_mut().filter(|made| made.words.is_empty());
    let sides = unsaid.map(|made| {
        let Move { component, from, to, actions, .. } = made;
        Sides { component: *component, from, to, actions }
    });
    filled(query, sides.collect(), most, budget)
}

/// As [`fill`], for listed moves of any type.
///
/// # Cost
/// One expansion of each component with a move.
pub(crate) fn fill_in(query: &Query, moves: Vec<Sides<'_>>, budget: &mut Budget) -> Result<(), Stopped> {
    filled(query, moves, WayLimits::LISTED, budget)
}

/// How much is looked at.
#[derive(Clone, Copy)]
struct WayLimits {
    /// The number of ways to make a move.
    ways: usize,
    /// The letters and parts of options, on boards other than heaps and words.
    work: u64,
    /// Whether some of the ways are better than none.
    partly: bool,
}

impl WayLimits {
    /// All moves are listed, which has cost as much as the walk does.
    const LISTED: WayLimits = WayLimits { ways: MOST_WAYS, work: u64::MAX, partly: false };
}

/// As [`fill`], with up to `most` ways for each move.
fn filled(query: &Query, mut moves: Vec<Sides<'_>>, most: WayLimits, budget: &mut Budget) -> Result<(), Stopped> {
    let mut open: HashMap<usize, Vec<usize>> = HashMap::new();
    for (at, made) in moves.iter_mut().enumerate().filter(|(_, made)| made.actions.is_empty()) {
        budget.tick()?;
        let ruleset = &query.rulesets[query.position[made.component].ruleset];
        match ruleset.action(made.from, made.to) {
            Some(action) => made.actions.push(action),
            None if ruleset.has_actions(made.from) => open.entry(made.component).or_default().push(at),
            None => {}
        }
    }
    for (component, places) in open {
        let ruleset = &query.rulesets[query.position[component].ruleset];
        let sides: Vec<&[Component]> = places.iter().map(|&at| moves[at].to).collect();
        let found = ways_up_to(ruleset, moves[places[0]].from, &sides, most, budget)?;
        for (at, actions) in places.into_iter().zip(found) {
            *moves[at].actions = actions;
        }
    }
    Ok(())
}

/// The most bytes of a word, or of a component of which one move is shown, that is walked through:
/// an option of a longer word may have as many parts as letters.
const MOST_START: u64 = 1 << 16;

/// Returns the ways to move from a component to each of these sums, which are all that can be
/// reached: up to three of each; none at all for heaps if the walk through the moves takes too much
/// work.
///
/// # Errors
/// A limit is reached.
pub fn ways(
    ruleset: &Ruleset,
    from: &Component,
    to: &[&[Component]],
    budget: &mut Budget,
) -> Result<Vec<Vec<Action>>, Stopped> {
    ways_up_to(ruleset, from, to, WayLimits::LISTED, budget)
}

/// As [`ways`], up to a thousand of each; where the walk ends early, those that it has found.
///
/// # Errors
/// A limit is reached.
pub(super) fn all_ways(
    ruleset: &Ruleset,
    from: &Component,
    to: &[&[Component]],
    budget: &mut Budget,
) -> Result<Vec<Vec<Action>>, Stopped> {
    let most = WayLimits { ways: 1_000, work: 16 * MOST_WORK, partly: true };
    ways_up_to(ruleset, from, to, most, budget)
}

/// As [`ways`], up to `most` of each. The walk ends once all are found.
fn ways_up_to(
    ruleset: &Ruleset,
    from: &Component,
    to: &[&[Component]],
    most: WayLimits,
    budget: &mut Budget,
) -> Result<Vec<Vec<Action>>, Stopped> {
    let is_word = matches!(from, Component::Row(_));
    let work = match from {
        Component::Heap(_) | Component::Typed(_) | Component::Row(_) => MOST_WORK,
        _ => most.work,
    };
    if from.bytes() <= MOST_START || work > MOST_WORK {
        // A sum as a key, and its copy in the order of its parts.
        let held = to.iter().map(|parts| 96 + 2 * parts.iter().map(Component::bytes).sum::<u64>()).sum();
        let found = budget.hold(held).and_then(|()| walked(ruleset, from, to, WayLimits { work, ..most }, budget));
        budget.release(held);
        if let Some(found) = found? {
            return Ok(found);
        }
    }
    if !is_word {
        return Ok(vec![Vec::new(); to.len()]);
    }
    let mut found = Vec::with_capacity(to.len());
    for parts in to {
        match ruleset.placed::<Halt>(from, parts, most.ways, |steps| Ok(budget.charge(steps)?)) {
            Ok(ways) => found.push(ways.unwrap_or_default()),
            Err(Halt::Stopped(stopped)) if stopped.is_limit() => return Err(stopped),
            Err(_) => found.push(Vec::new()),
        }
    }
    Ok(found)
}

/// The ways that a walk through all moves finds. `None` if it takes too much work, or the rules
/// have a fault.
fn walked(
    ruleset: &Ruleset,
    from: &Component,
    to: &[&[Component]],
    most: WayLimits,
    budget: &mut Budget,
) -> Result<Option<Vec<Vec<Action>>>, Stopped> {
    let key = |parts: &[Component]| {
        let mut parts = parts.to_vec();
        parts.sort_unstable();
        parts
    };
    let mut ways: HashMap<Vec<Component>, Vec<Action>> = to.iter().map(|parts| (key(parts), Vec::new())).collect();
    let mut work = 0u64;
    let mut open = ways.len();
    let walked = ruleset.actions::<Halt>(from, |done| {
        budget.poll()?;
        match done {
            Done::Work(steps) => {
                budget.charge(steps)?;
                work += u64::from(steps);
            }
            Done::Move(action, to) => {
                work += 1 + from.bytes() + to.iter().map(Component::bytes).sum::<u64>();
                if let Some(known) = ways.get_mut(&key(&to))
                    && known.len() < most.ways
                    && !known.contains(&action)
                {
                    known.push(action);
                    open -= usize::from(known.len() == most.ways);
                }
            }
        }
        if work > most.work || open == 0 { Err(Halt::Enough) } else { Ok(()) }
    });
    match walked {
        Err(Halt::Stopped(stopped)) if stopped.is_limit() => Err(stopped),
        Err(_) if open > 0 && !most.partly => Ok(None),
        _ => Ok(Some(to.iter().map(|parts| ways[&key(parts)].clone()).collect())),
    }
}
