//! The winning moves of a sum with equal components, which cancel, if the claims do not hold the
//! values of all components and of their options: one among the others.
//!
//! *Example.* In `kayles 90 + 90 + 3` the two equal rows have the value 0 together, whatever it is;
//! a winning move takes the middle pin of the row of 3.

use grundy_cert::{Claim, Solution};
use grundy_games::{Convention, Query, Question, Term};
use grundy_solvers::{Budget, Halt, Stopped};

use super::{
    list::{MoveCount, each, times},
    listing::{MAX_LISTED_MOVES, Move, MoveRequest, Moves},
    moves as moves_of,
};

/// One winning move in the components that are left, at its place in the whole position. `None` if
/// no components are equal.
pub(super) fn moves(request: &MoveRequest<'_>, budget: &mut Budget) -> Result<Option<Moves>, Stopped> {
    let MoveRequest { query, solution, all, .. } = *request;
    if all || query.convention == Convention::Misere || query.position.len() < 2 || is_whole(query, solution) {
        return Ok(None);
    }
    let left = query.unpaired(&query.position);
    if left.len() == query.position.len() {
        return Ok(None);
    }
    if left.is_empty() {
        return lost(query, budget).map(Some);
    }
    let place = |made: Move| Move { component: left[made.component], ..made };
    Ok(Some(match moves_of(&query.only(&left), solution, false, budget)? {
        Moves::Listed { moves, .. } => Moves::One(moves.into_iter().find(Move::wins).map(place)),
        Moves::One(made) => Moves::One(made.map(place)),
        Moves::TooMany { most, winning } => Moves::TooMany { most, winning: winning.map(place) },
    }))
}

/// Whether the claims hold the values of all components and of their options.
fn is_whole(query: &Query, solution: &Solution) -> bool {
    let partial = |claim: &Claim| matches!(claim, Claim::ProofSearch(_) | Claim::Unchecked(..) | Claim::OutcomeMap(_));
    let options = query.question == Question::ValueAndMoves || !solution.claims.iter().any(partial);
    let known = |term: &Term| solution.value(query, term.ruleset, &term.component).is_some();
    options && query.position.iter().all(known)
}

/// The moves of a lost sum, none of which wins: counted if all are requested.
fn lost(query: &Query, budget: &mut Budget) -> Result<Moves, Stopped> {
    if query.question != Question::ValueAndMoves {
        return Ok(Moves::One(None));
    }
    let mut count = MoveCount::default();
    for places in query.groups() {
        let before = count.moves;
        match each(query, places.start, &mut count, budget, |_| Ok(())) {
            Ok(()) => {}
            Err(Halt::Enough) => return Ok(Moves::TooMany { most: MAX_LISTED_MOVES, winning: None }),
            Err(Halt::Stopped(stopped)) => return Err(stopped),
        }
        count.moves = times(before, count.moves, places.len());
    }
    Ok(Moves::Listed { moves: Vec::new(), count: count.moves, merged: count.merged, unknown: 0 })
}
