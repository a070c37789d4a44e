//! How many moves are left if both play well: the winner hurries, and the loser delays.
//!
//! The number depends on the whole sum and not on the values of its components, so every sum that
//! can be reached is looked at, by the plain rules alone. That is done for small positions only.
//! Method: all sums with their options, then backwards from the sums without options. Source: the
//! *remoteness* of C. A. B. Smith, Graphs and composite games, 1966.
//!
//! ```
//! use grundy::{Budget, Question, games, left::moves_left};
//!
//! let nim = games::query("nim", "3 + 4 + 5", Question::Value).unwrap();
//! let left = moves_left(&nim, &mut Budget::new()).unwrap().unwrap();
//! assert_eq!((left.moves, left.wins), (11, true));
//! ```
//!
//! The rule for a sum: if an option is lost for the opponent, the winner takes the shortest of
//! those and adds one; if none is, the loser takes the longest option and adds one; without options
//! nothing is left.

use std::collections::HashMap;

use grundy_games::{Convention, Query, Term};
use grundy_solvers::{Budget, Halt, Stopped};

use crate::reach::{Reach, ReachLimits};

/// The most sums that are looked at.
///
/// With more, nothing is returned: the number of moves is shown next to an answer, and must not
/// cost more than the answer.
pub const MOST_SUMS: usize = 1 << 13;

/// How much is looked at.
const SMALL: ReachLimits = ReachLimits {
    sums: MOST_SUMS as u64,
    moves: 1 << 8,
    options: 1 << 15,
    bytes: 3 << 22,
    work: 1 << 20,
    counted: false,
};

/// The most bytes of the position: an option of a longer word may have as many parts as letters.
const MOST_START: u64 = 1 << 13;

/// The moves that are left in a position.
///
/// ```text
/// nim 3 + 4 + 5   11 moves, won: the winner takes 2 first, and the loser delays
/// nim 1 + 1        2 moves, lost
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MovesLeft {
    /// The number of moves, of both players together, until none is left.
    pub moves: u64,
    /// Whether the player to move wins.
    pub wins: bool,
}

/// Returns the moves that are left in the position of a query if the winner makes the game as short
/// as possible and the loser as long as possible. `None` if the position has over 256 moves, or if
/// more than [`MOST_SUMS`] sums would have to be looked at.
///
/// # Errors
/// A limit is reached, or the rules break down at a sum.
pub fn moves_left(query: &Query, budget: &mut Budget) -> Result<Option<MovesLeft>, Stopped> {
    Ok(settled(query, budget)?.map(|(_, left)| left[0]))
}

/// Returns the moves that are left in the position of a query, as [`moves_left`], and those that
/// are left in each option of it; the terms of an option are in ascending order. `None` as
/// [`moves_left`].
///
/// # Errors
/// As [`moves_left`].
///
/// # Cost
/// That of [`moves_left`].
///
/// ```
/// use grundy::{Budget, Question, games, left::moves_left_after};
///
/// let nim = games::query("nim", "2", Question::Value).unwrap();
/// let (now, after) = moves_left_after(&nim, &mut Budget::new()).unwrap().unwrap();
/// assert_eq!((now.moves, after[&vec![]].moves, after.len()), (1, 0, 2));
/// ```
pub fn moves_left_after(query: &Query, budget: &mut Budget) -> Result<Option<(MovesLeft, MovesLeftAfter)>, Stopped> {
    let Some((reach, left)) = settled(query, budget)? else { return Ok(None) };
    let options = reach.options[0].iter();
    Ok(Some((left[0], options.map(|&at| (reach.sum(at), left[at as usize])).collect())))
}

/// The moves that are left in each option of a position.
///
/// The keys are sums with their terms ascending, so that the order of components does not matter.
pub type MovesLeftAfter = HashMap<Vec<Term>, MovesLeft>;

/// All sums that can be reached, and the moves that are left in each. `None` if they are too many,
/// or the position is too long to look at. The memory of the sums is given back.
fn settled(query: &Query, budget: &mut Budget) -> Result<Option<(Reach, Vec<MovesLeft>)>, Stopped> {
    if query.position.iter().map(|term| term.component.bytes()).sum::<u64>() > MOST_START {
        return Ok(None);
    }
    match Reach::of(query, query.position.clone(), SMALL, budget) {
        Ok(reach) => {
            let left = settle(&reach, query.convention, budget);
            budget.release(reach.bytes);
            Ok(Some((reach, left?)))
        }
        Err(Halt::Enough) => Ok(None),
        Err(Halt::Stopped(stopped)) => Err(stopped),
    }
}

/// The moves that are left in each sum.
fn settle(reach: &Reach, convention: Convention, budget: &mut Budget) -> Result<Vec<MovesLeft>, Stopped> {
    let ended = MovesLeft { moves: 0, wins: convention == Convention::Misere };
    let mut left = vec![ended; reach.options.len()];
    for at in reach.backwards(budget)? {
        let options = || reach.options[at as usize].iter().map(|&option| left[option as usize]);
        // The opponent is to move in an option.
        let won = options().filter(|option| !option.wins).map(|option| option.moves).min();
        let lost = options().map(|option| option.moves).max();
        let known = match (won, lost) {
            (Some(moves), _) => MovesLeft { moves: moves + 1, wins: true },
            (None, Some(moves)) => MovesLeft { moves: moves + 1, wins: false },
            (None, None) => ended,
        };
        left[at as usize] = known;
    }
    Ok(left)
}
