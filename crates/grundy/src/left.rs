//! How many moves are left if both play well: the winner hurries, and the loser delays.
//!
//! The number depends on the whole sum and not on the values of its components, so every sum that
//! can be reached is looked at, by the plain rules alone. That is done for small positions only.
//! Method: all sums with their options, then backwards from the sums without options. Source: the
//! *remoteness* of C. A. B. Smith, Graphs and composite games, 1966.
//!
//! ```
//! use grundy::{Budget, Question, lang, left::moves_left};
//!
//! let nim = lang::query("nim", "3 + 4 + 5", Question::Value).unwrap();
//! let left = moves_left(&nim, &mut Budget::new()).unwrap().unwrap();
//! assert_eq!((left.moves, left.wins), (11, true));
//! ```

use std::collections::{HashMap, hash_map::Entry};

use grundy_core::Visit;
use grundy_games::{Convention, Query, Ruleset, Term};
use grundy_solvers::{Budget, Halt, Stopped};

/// The most sums that are looked at.
pub const MOST_SUMS: usize = 1 << 13;

/// The most moves of the position itself: with more, there are nearly always too many options in
/// all, such as n^2/2 for a heap of n from which any number may be taken. So large positions cost
/// little.
const MOST_MOVES: usize = 1 << 8;

/// The most options of all of them together.
const MOST_OPTIONS: usize = 1 << 15;

/// The most bytes of all sums together.
const MOST_BYTES: u64 = 1 << 22;

/// The most bytes of the position: an option of a longer word may have as many parts as letters.
const MOST_START: u64 = 1 << 13;

/// The most steps that the rules may compute for, where a listed word at a sum is a step.
const MOST_WORK: u64 = 1 << 20;

/// The moves that are left in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MovesLeft {
    /// The number of moves, of both players together, until none is left.
    pub moves: u64,
    /// Whether the player to move wins.
    pub wins: bool,
}

/// A sum with its options.
#[derive(Default)]
struct Sum {
    options: Vec<u32>,
    known: Option<MovesLeft>,
}

/// All sums that can be reached: where each of them is, the terms of a sum ascending, and what is
/// known of it. The first one is the start.
struct Reached {
    places: HashMap<Vec<Term>, u32>,
    sums: Vec<Sum>,
}

/// Returns the moves that are left in the position of a query if the winner makes the game as short
/// as possible and the loser as long as possible. `None` if the position has over 256 moves, or if
/// more than [`MOST_SUMS`] sums would have to be looked at.
///
/// # Errors
/// A limit is reached, or the rules break down at a sum.
pub fn moves_left(query: &Query, budget: &mut Budget) -> Result<Option<MovesLeft>, Stopped> {
    Ok(settled(query, budget)?.and_then(|reached| reached.sums[0].known))
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
/// use grundy::{Budget, Question, lang, left::moves_left_after};
///
/// let nim = lang::query("nim", "2", Question::Value).unwrap();
/// let (now, after) = moves_left_after(&nim, &mut Budget::new()).unwrap().unwrap();
/// assert_eq!((now.moves, after[&vec![]].moves, after.len()), (1, 0, 2));
/// ```
pub fn moves_left_after(query: &Query, budget: &mut Budget) -> Result<Option<(MovesLeft, MovesLeftAfter)>, Stopped> {
    let Some(Reached { places, sums }) = settled(query, budget)? else { return Ok(None) };
    let Some(now) = sums[0].known else { return Ok(None) };
    let is_option = |at: u32| sums[0].options.binary_search(&at).is_ok();
    let options = places.into_iter().filter(|&(_, at)| is_option(at));
    Ok(Some((now, options.filter_map(|(sum, at)| Some((sum, sums[at as usize].known?))).collect())))
}

/// The moves that are left in each option of a position.
pub type MovesLeftAfter = HashMap<Vec<Term>, MovesLeft>;

/// All sums that can be reached, with the moves that are left in each. `None` if they are too many.
fn settled(query: &Query, budget: &mut Budget) -> Result<Option<Reached>, Stopped> {
    if query.position.iter().map(|term| term.component.bytes()).sum::<u64>() > MOST_START {
        return Ok(None);
    }
    let mut start = query.position.clone();
    start.sort_unstable();
    match reached(query, start, budget) {
        Ok(mut reached) => {
            settle(&mut reached.sums, query.convention);
            Ok(Some(reached))
        }
        Err(Halt::Enough) => Ok(None),
        Err(Halt::Stopped(stopped)) => Err(stopped),
    }
}

/// Returns all sums that can be reached, the first one being the start.
fn reached(query: &Query, start: Vec<Term>, budget: &mut Budget) -> Result<Reached, Halt> {
    let mut places: HashMap<Vec<Term>, u32> = HashMap::from([(start.clone(), 0)]);
    let (mut open, mut sums) = (vec![(start, 0usize)], vec![Sum::default()]);
    let (mut options, mut bytes, mut work) = (0, 0, 0);
    // The rules may look at every listed word to find the options of one component.
    let listed: Vec<u64> = query.rulesets.iter().map(listed_words).collect();
    while let Some((sum, at)) = open.pop() {
        budget.poll()?;
        work += sum.iter().map(|term| listed[term.ruleset]).sum::<u64>();
        if work > MOST_WORK {
            return Err(Halt::Enough);
        }
        let mut found = Vec::new();
        query.sum_options::<Halt>(&sum, |seen| {
            let parts = match seen {
                Visit::Work(steps) => {
                    work += u64::from(steps);
                    budget.charge(steps)?;
                    return if work > MOST_WORK { Err(Halt::Enough) } else { Ok(()) };
                }
                Visit::Option(parts) => parts,
            };
            budget.poll()?;
            options += 1;
            bytes += parts.iter().map(|term| term.component.bytes()).sum::<u64>();
            if options > MOST_OPTIONS || bytes > MOST_BYTES || at == 0 && options > MOST_MOVES {
                return Err(Halt::Enough);
            }
            if parts.is_sorted()
                && let Some(&known) = places.get(parts)
            {
                found.push(known);
                return Ok(());
            }
            let mut option = parts.to_vec();
            option.sort_unstable();
            let next = places.len() as u32;
            match places.entry(option) {
                Entry::Occupied(known) => found.push(*known.get()),
                Entry::Vacant(free) => {
                    if sums.len() >= MOST_SUMS {
                        return Err(Halt::Enough);
                    }
                    open.push((free.key().clone(), sums.len()));
                    sums.push(Sum::default());
                    free.insert(next);
                    found.push(next);
                }
            }
            Ok(())
        })?;
        found.sort_unstable();
        found.dedup();
        sums[at].options = found;
    }
    Ok(Reached { places, sums })
}

/// The number of listed words of the rules, up to the work that is allowed.
fn listed_words(ruleset: &Ruleset) -> u64 {
    let most = MOST_WORK as usize + 1;
    ruleset.lists().iter().map(|list| list.iter().take(most).count() as u64).sum()
}

/// Fills in the sums backwards. Every play ends, so all of them are filled in.
fn settle(sums: &mut [Sum], convention: Convention) {
    let mut before: Vec<Vec<u32>> = vec![Vec::new(); sums.len()];
    let mut waits: Vec<usize> = sums.iter().map(|sum| sum.options.len()).collect();
    for (at, sum) in sums.iter().enumerate() {
        sum.options.iter().for_each(|&option| before[option as usize].push(at as u32));
    }
    let mut ready: Vec<u32> = (0..sums.len() as u32).filter(|&at| waits[at as usize] == 0).collect();
    while let Some(at) = ready.pop() {
        let options = || sums[at as usize].options.iter().filter_map(|&option| sums[option as usize].known);
        // The opponent is to move in an option.
        let won = options().filter(|option| !option.wins).map(|option| option.moves).min();
        let lost = options().map(|option| option.moves).max();
        let known = match (won, lost) {
            (Some(moves), _) => MovesLeft { moves: moves + 1, wins: true },
            (None, Some(moves)) => MovesLeft { moves: moves + 1, wins: false },
            (None, None) => MovesLeft { moves: 0, wins: convention == Convention::Misere },
        };
        sums[at as usize].known = Some(known);
        for &earlier in &before[at as usize] {
            waits[earlier as usize] -= 1;
            if waits[earlier as usize] == 0 {
                ready.push(earlier);
            }
        }
    }
}
