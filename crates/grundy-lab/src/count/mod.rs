//! How many positions of a size there are, how many of them are lost, and how many have each value.
//!
//! Four methods give the values of the positions of a game ([`Method`]):
//!
//! - *automaton*: the words or rings of a length are counted by the states of a proved automaton
//!   ([`losing`](crate::losing));
//! - *table*: sums of heaps are counted by the xor of the values of their heaps, single heaps by
//!   their values, which repeat where a period is proved;
//! - *sieve*: where only the lost heaps are counted, and rare amounts are taken;
//! - *list*: every position is listed and solved.
//!
//! All numbers are exact, or exact modulo a number. The status is that of the values that were
//! counted: `proved` if the checker has verified each of them, or the automaton. The counting after
//! that is arithmetic, which tests compare with a list of all positions.
//!
//! *Example.* Sums of two heaps of Nim with 6 counters: 1 + 5, 2 + 4 and 3 + 3. One of them is
//! lost, 3 + 3; the values 4, 6 and 0 occur once each.

mod heaps;
mod labelled;
pub(crate) mod list;
mod rings;
mod words;

use std::collections::BTreeMap;

use grundy::{Budget, Component, Convention, Declaration, Doubt, Error, Run, Status, Stopped, games::Ruleset};
use num_bigint::BigUint;
use num_traits::Zero;

use crate::positions::Positions;

/// What is to be counted.
///
/// The letters, the number of heaps and the size say which positions; the others, what is counted
/// of them.
#[derive(Clone, Debug)]
pub struct CountQuery {
    /// The letters of words or bags; those of the rules if there are none.
    pub letters: Vec<char>,
    /// The number of heaps of a sum, for games on heaps; 1 if absent.
    pub heaps: Option<u32>,
    /// The size.
    pub size: u64,
    /// Whether all sizes up to this one are counted, each on its own.
    pub up_to: bool,
    /// Whether the winning moves of each position are counted too: then all positions are listed.
    pub moves: bool,
    /// Whether only the lost positions are counted: there are no numbers of values.
    pub losing: bool,
    /// The numbers are those modulo this one, if present; it is not 0.
    pub modulo: Option<u64>,
}

/// The numbers of positions of one size, or of several sizes together.
///
/// ```text
/// nim, sums of 2 heaps with 6 counters: 1 + 5, 2 + 4, 3 + 3
///   positions 3, losing 1, values 0: 1, 4: 1, 6: 1, sum 10
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// The number of positions.
    pub positions: BigUint,
    /// The number of positions that the player to move loses. In normal play it is the number of
    /// those with value 0.
    pub losing: BigUint,
    /// The number of positions with each value that occurs, ascending. Empty in misère play, and if
    /// only lost positions are counted.
    pub values: BTreeMap<u64, BigUint>,
    /// The sum of their values; 0 where there are none.
    pub sum: BigUint,
    /// The winning moves, if they were counted.
    pub moves: Option<WinningMoves>,
}

/// The numbers of winning moves of positions.
///
/// Lost positions count as having none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WinningMoves {
    /// Of all positions together.
    pub total: BigUint,
    /// The largest number, with the first position that has it. `None` if no position is won.
    pub most: Option<(u128, Vec<Component>)>,
    /// The smallest number among the positions that are won, with the first position that has it.
    pub fewest: Option<(u128, Vec<Component>)>,
}

/// How the values were found.
///
/// The cheapest one that is exact for the game is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// By an automaton with this many states.
    Automaton {
        /// The number of states.
        states: usize,
    },
    /// By the values of single heaps.
    Table,
    /// By marking the heaps from which a lost one is reached.
    Sieve,
    /// One by one.
    List,
}

impl Method {
    /// The word for it.
    ///
    /// Reports and JSON use it.
    pub fn name(self) -> &'static str {
        match self {
            Method::Automaton { .. } => "automaton",
            Method::Table => "table",
            Method::Sieve => "sieve",
            Method::List => "list",
        }
    }
}

/// The numbers of positions of a game.
///
/// Its numbers are exact, or exact modulo a number; the status is about the values alone.
#[derive(Clone, Debug)]
pub struct Count {
    /// The numbers of each size, ascending; none for the sizes of single heaps, or of the members
    /// of a family, of which each is one position.
    pub sizes: Vec<(u64, Tally)>,
    /// The numbers of all sizes together.
    pub total: Tally,
    /// How the values were found.
    pub method: Method,
    /// Whether the values are verified.
    pub status: Status,
}

impl Tally {
    /// The greatest value. `None` in misère play, and if there are no positions. Counts modulo a
    /// number do not show it.
    ///
    /// It is the greatest key of [`Tally::values`].
    pub fn largest(&self) -> Option<u64> {
        self.values.last_key_value().map(|(value, _)| *value)
    }

    /// Adds positions with a value.
    fn add(&mut self, value: u64, count: &BigUint) {
        self.positions += count;
        self.sum += count * value;
        if value == 0 {
            self.losing += count;
        }
        if !count.is_zero() {
            *self.values.entry(value).or_default() += count;
        }
    }

    /// Adds positions with an outcome.
    fn add_outcome(&mut self, loses: bool, count: &BigUint) {
        self.positions += count;
        if loses {
            self.losing += count;
        }
    }

    /// Adds the numbers of another size.
    fn include(&mut self, other: &Tally) {
        self.positions += &other.positions;
        self.losing += &other.losing;
        self.sum += &other.sum;
        for (&value, count) in &other.values {
            *self.values.entry(value).or_default() += count;
        }
        if let Some(moves) = &other.moves {
            self.moves.get_or_insert_default().include(moves);
        }
    }

    /// Leaves out the values.
    fn forget_values(&mut self) {
        self.values.clear();
        self.sum = BigUint::ZERO;
    }

    /// The numbers modulo this one.
    fn reduce(&mut self, modulo: u64) {
        self.positions %= modulo;
        self.losing %= modulo;
        self.sum %= modulo;
        self.values.values_mut().for_each(|count| *count %= modulo);
        if let Some(moves) = &mut self.moves {
            moves.total %= modulo;
        }
    }
}

impl WinningMoves {
    /// Adds a position with this many winning moves.
    fn add(&mut self, winning: u128, position: &[Component]) {
        self.total += winning;
        if winning == 0 {
            return;
        }
        if self.most.as_ref().is_none_or(|(most, _)| *most < winning) {
            self.most = Some((winning, position.to_vec()));
        }
        if self.fewest.as_ref().is_none_or(|(fewest, _)| *fewest > winning) {
            self.fewest = Some((winning, position.to_vec()));
        }
    }

    fn include(&mut self, other: &WinningMoves) {
        self.total += &other.total;
        if let Some((most, position)) = &other.most
            && self.most.as_ref().is_none_or(|(own, _)| own < most)
        {
            self.most = Some((*most, position.clone()));
        }
        if let Some((fewest, position)) = &other.fewest
            && self.fewest.as_ref().is_none_or(|(own, _)| own > fewest)
        {
            self.fewest = Some((*fewest, position.clone()));
        }
    }
}

/// Counts the positions of a game.
///
/// ```
/// use grundy::{Limits, Run, games};
/// use grundy_lab::count::{CountQuery, count};
///
/// let nim = games::game("nim").unwrap();
/// let pairs = CountQuery {
///     letters: vec![],
///     heaps: Some(2),
///     size: 6,
///     up_to: false,
///     moves: false,
///     losing: false,
///     modulo: None,
/// };
/// let found = count(&Run::new(Limits::default()), &nim, &pairs)?;
/// // 5 + 1, 4 + 2 and 3 + 3: only the last is lost.
/// assert_eq!((found.total.positions, found.total.losing), (3u8.into(), 1u8.into()));
/// # Ok::<(), grundy::Error>(())
/// ```
///
/// # Errors
/// [`Error::Refused`] if positions of this board have no size, or are too many to list and have no
/// proved automaton; [`Error::Stopped`] if a limit is reached.
///
/// Cost: by an automaton, that of proving it and some additions for each state and length; by a
/// table, that of the table, and for sums its square times the number of heaps; by a list, a
/// solution for each position, at most 2^22 of a size.
pub fn count(run: &Run, rules: &Declaration, query: &CountQuery) -> Result<Count, Error> {
    let positions = Positions::of(rules, &query.letters, query.heaps)?;
    positions.reach(query.size, if query.up_to { "up_to" } else { "size" })?;
    if query.modulo == Some(0) {
        return Err(Error::usage("0", "there are no remainders modulo 0", "write a modulus of 1 or more"));
    }
    let is_family = matches!(&rules.ruleset, Ruleset::Graph(graphs) if graphs.on.is_some());
    let proved = is_family && query.up_to && !query.moves && query.size > LISTED_MEMBERS;
    let by_proof = match rules.convention {
        Convention::Normal if proved => heaps::members(run, rules, query)?,
        _ => None,
    };
    let mut found = match by_proof {
        Some(found) => found,
        None if query.moves => list::count(run, &positions, query, None)?,
        None if positions.heaps() == Some(1) => heaps::single(run, rules, query)?,
        None if positions.heaps().is_some() && rules.convention == Convention::Normal => {
            heaps::sums(run, &positions, query)?
        }
        None if positions.are_rows() || positions.are_rings() => match words::count(run, &positions, query)? {
            Ok(found) => found,
            Err(why) => list::count(run, &positions, query, Some(&why))?,
        },
        None => list::count(run, &positions, query, None)?,
    };
    if positions.heaps() == Some(1) || is_family {
        // A size is one position.
        found.sizes.clear();
    }
    if query.losing {
        found.total.forget_values();
        found.sizes.iter_mut().for_each(|(_, tally)| tally.forget_values());
    }
    if let Some(modulo) = query.modulo {
        found.total.reduce(modulo);
        found.sizes.iter_mut().for_each(|(_, tally)| tally.reduce(modulo));
    }
    Ok(found)
}

/// Up to this many, the members of a family are listed, each with its value.
const LISTED_MEMBERS: u64 = 1000;

/// The sizes that a query is about.
fn sizes(query: &CountQuery) -> std::ops::RangeInclusive<u64> {
    if query.up_to { 0..=query.size } else { query.size..=query.size }
}

/// The result with the numbers of each size, whose memory the budget holds already.
fn counted(sizes: Vec<(u64, Tally)>, method: Method, status: Status, budget: &mut Budget) -> Result<Count, Stopped> {
    let mut total = Tally::default();
    for (_, tally) in &sizes {
        budget.charge(steps(tally.values.len()))?;
        total.include(tally);
    }
    Ok(Count { sizes, total, method, status })
}

/// The cheap steps that work on this many large numbers costs.
fn steps(numbers: usize) -> u32 {
    u32::try_from(numbers).unwrap_or(u32::MAX).saturating_mul(8).saturating_add(1)
}

/// The status of several answers together.
fn both(first: Status, second: Status) -> Status {
    if first.is_proved() { second } else { first }
}

/// The status of what rests on no answer at all.
pub(crate) const UNCHECKED: Status = Status::Computed(Doubt::Unchecked);

#[cfg(test)]
mod tests;
