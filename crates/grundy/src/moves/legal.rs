//! The moves of a position by its rules alone, before anything is solved.
//!
//! A board that is played on needs the moves at once, also where values take hours.
//!
//! ```
//! use grundy::{Budget, Question, games, moves::legal};
//!
//! let query = games::query("cram", "8x8", Question::ValueAndMoves)?;
//! let moves = legal(&query, 0, 1_000, &mut Budget::new())?;
//! assert_eq!(moves.map(|moves| moves.len()), Some(112));
//! # Ok::<(), grundy::Error>(())
//! ```

use grundy_games::{Action, Component, Query, Term};
use grundy_solvers::{Budget, Halt, Stopped};

use super::{
    actions::all_ways,
    list::{MoveCount, each},
};

/// A move by the rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LegalMove {
    /// What the component becomes: a sum of components, empty if the component is gone.
    pub to: Vec<Component>,
    /// The ways to make the move, as people say it: all of them, none if only what it leaves is
    /// known.
    pub actions: Vec<Action>,
}

/// The moves in the component at this place of the sum, as [`moves`](super::moves()) lists them;
/// `None` if there are more than `most`.
///
/// # Errors
/// A limit is reached, or the rules fail.
///
/// # Cost
/// Two expansions of the component.
pub fn legal(query: &Query, at: usize, most: usize, budget: &mut Budget) -> Result<Option<Vec<LegalMove>>, Stopped> {
    let mut found: Vec<LegalMove> = Vec::new();
    let walked = each(query, at, &mut MoveCount::default(), budget, |parts| {
        found.push(LegalMove { to: parts.to_vec(), actions: Vec::new() });
        if found.len() > most { Err(Halt::Enough) } else { Ok(()) }
    });
    match walked {
        Err(Halt::Enough) => return Ok(None),
        Err(Halt::Stopped(stopped)) => return Err(stopped),
        Ok(()) => {}
    }
    let Term { ruleset, component } = &query.position[at];
    let ruleset = &query.rulesets[*ruleset];
    let mut open = Vec::new();
    for (place, made) in found.iter_mut().enumerate() {
        match ruleset.action(component, &made.to) {
            Some(action) => made.actions.push(action),
            None => open.push(place),
        }
    }
    if !open.is_empty() && ruleset.has_actions(component) {
        let sides: Vec<&[Component]> = open.iter().map(|&place| &found[place].to[..]).collect();
        let ways = all_ways(ruleset, component, &sides, budget)?;
        open.into_iter().zip(ways).for_each(|(place, ways)| found[place].actions = ways);
    }
    Ok(Some(found))
}
