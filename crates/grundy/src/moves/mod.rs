//! The moves of a position, each with what it leaves and who wins then: read off a solution's
//! claims.
//!
//! A move is a distinct pair of component and result, on every board: moves that leave the same
//! sum count once, and [`Moves`] notes it. Results are sums, so their order does not distinguish
//! moves; the names of vertices and elements and the places on a board of squares do.
//!
//! Some claims give the moves more directly than the values of all options do; each of these ways
//! is a file, and `WAYS` is their order. If none of them applies, every option is looked up
//! (`list.rs`).
//!
//! ```
//! use grundy::{Budget, Question, games, moves, moves::Moves, plan};
//!
//! let query = games::query("kayles", "5 + 7 + 9", Question::ValueAndMoves)?;
//! let mut budget = Budget::new();
//! let solution = plan(&query)?.run(&mut budget)?;
//! let winning = moves(&query, &solution, false, &mut budget)?;
//! let Moves::Listed { moves, count, .. } = winning else { panic!("the moves are few") };
//! assert_eq!((moves.len(), count), (3, 21));
//! # Ok::<(), grundy::Error>(())
//! ```

mod actions;
mod by_automaton;
mod by_binary;
mod by_closed_form;
mod by_fusion;
mod by_leaves;
mod by_matching;
mod by_outcome;
mod by_pairs;
mod by_period;
mod by_product;
mod by_quotient;
mod by_reduction;
mod by_staircase;
mod large;
mod legal;
mod list;
mod listing;
mod lookup;
mod nim_field;
mod words;

pub use actions::ways;
pub(crate) use actions::{Sides, fill_in};
pub use by_automaton::option_labels;
pub use by_period::{is_behind, listed};
pub use legal::{LegalMove, legal};
pub use listing::{MAX_LISTED_MOVES, Move, Moves};
pub(crate) use words::TakenWords;

use grundy_cert::Solution;
use grundy_games::Query;
use grundy_solvers::{Budget, Stopped};

use listing::MoveRequest;

/// A way to find moves. Returns `None` if it does not apply to the claims.
type MoveFinder = fn(&MoveRequest<'_>, &mut Budget) -> Result<Option<Moves>, Stopped>;

/// The ways in their order: the first one that applies answers.
const WAYS: [MoveFinder; 11] = [
    by_closed_form::moves,
    by_fusion::moves,
    by_leaves::moves,
    by_staircase::moves,
    by_matching::moves,
    by_automaton::moves,
    by_binary::moves,
    by_pairs::moves,
    by_product::moves,
    by_reduction::moves,
    by_outcome::moves,
];

/// The moves of the position of `query`: the winning ones, and the others too if `all`.
///
/// `solution` must be a solution of the query: the values of the options are looked up in its
/// claims.
///
/// # Errors
/// A limit is reached, or the claims do not hold the value of an option.
///
/// # Cost
/// One expansion of each component, unless a way above gives the moves directly.
pub fn moves(query: &Query, solution: &Solution, all: bool, budget: &mut Budget) -> Result<Moves, Stopped> {
    found(MoveRequest { query, solution, all, grouped: false }, budget)
}

/// As [`moves`](moves()), where the moves of the first of a group of equal neighbours
/// ([`Query::groups`]) stand for those of all of them. Numbers of moves count each component.
///
/// # Errors
/// As those of [`moves`](moves()).
pub fn moves_by_group(query: &Query, solution: &Solution, all: bool, budget: &mut Budget) -> Result<Moves, Stopped> {
    found(MoveRequest { query, solution, all, grouped: true }, budget)
}

/// The moves that are requested.
fn found(request: MoveRequest<'_>, budget: &mut Budget) -> Result<Moves, Stopped> {
    let query = request.query;
    let mut found = looked_up(request, budget)?;
    actions::fill(query, &mut found, budget)?;
    Ok(found)
}

/// The moves without their actions. A window of values is replaced by a list of them first, where
/// the heaps are small.
fn looked_up(request: MoveRequest<'_>, budget: &mut Budget) -> Result<Moves, Stopped> {
    for way in WAYS {
        if let Some(found) = way(&request, budget)? {
            return Ok(found);
        }
    }
    let listed = listed(request.query, request.solution, budget)?;
    let request = MoveRequest { solution: listed.as_ref().unwrap_or(request.solution), ..request };
    let rests = lookup::rests(&request, budget)?;
    match large::moves(&request, &rests, budget)? {
        Some(found) => Ok(found),
        None => list::moves(&request, &rests, budget),
    }
}
