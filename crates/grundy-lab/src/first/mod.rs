//! The first position of a game with a property: the smallest one, and of those of its size the
//! first in the order of [`Positions`].
//!
//! A property is a condition on facts of the position, in the language of the `where` of a rule:
//! `value = 7`, `outcome = P and moves > 20`, `value >= 2*n`. Values are found for many positions
//! at once, in batches that double; the moves of a position, and misère play, need a solution each.
//! Words and rings that are too many to list are searched by their automaton, if one is proved; the
//! search for a value among heaps ends where a proved period has repeated once.
//!
//! *Example.* `value = 7` for Kayles: the values of the heaps are found in batches, and the first
//! heap with value 7 is returned with its moves. A value that a proved period never reaches is
//! reported as absent, for all heaps.

mod words;

use std::time::Duration;

use grundy::{
    Component, Convention, Declaration, Error, Outcome, Run, Status, Stopped,
    games::{self, Diagnostic, Filter},
    help::{Fix, Help},
    solvers::Reason,
};

use crate::{
    count::list::{MOST_LISTED, PositionFacts, facts, unlisted},
    machines::{LabelMachine, known},
    positions::{LONGEST, Positions},
};

/// The facts that a condition may name, in normal play. In misère play there is no value.
///
/// | name | what it is |
/// |---|---|
/// | `value` | the value |
/// | `outcome` | who wins: `N` or `P` |
/// | `winning` | the number of winning moves |
/// | `moves` | the number of moves |
/// | `n`, `size` | the size |
pub const NAMES: [&str; 8] = ["value", "outcome", "winning", "moves", "n", "size", "N", "P"];

/// The largest batch.
const MOST_TOGETHER: usize = 1 << 14;

/// Where more words of a size than this are to be examined, an automaton is searched for.
const FEW_WORDS: u64 = 1 << 10;

/// After this many heaps a period is searched for.
const FEW_HEAPS: u64 = 1 << 14;

/// The most time that this takes where there is no limit on time; else it takes half of it.
const MOST_TIME: Duration = Duration::from_secs(10);

/// The most time for a period, where no heap that was asked for has the property.
const SOON: Duration = Duration::from_secs(1);

/// What is searched for.
///
/// Sizes are searched in ascending order, from the smallest one that the board has.
#[derive(Clone, Debug)]
pub struct FirstQuery {
    /// The letters of words or bags; those of the rules if there are none.
    pub letters: Vec<char>,
    /// The number of heaps of a sum, for games on heaps; 1 if absent.
    pub heaps: Option<u32>,
    /// The largest size that is searched.
    pub up_to: u64,
    /// The property, as [`condition`] has read it.
    pub filter: Filter,
}

/// The result of a search.
///
/// If nothing was found, the answer is about all sizes up to the limit, or about all sizes where a
/// period or a machine proves it.
#[derive(Clone, Debug)]
pub struct First {
    /// The first position with the property. `None` if no position of these sizes has it.
    pub found: Option<Hit>,
    /// The number of positions that were looked at one by one.
    pub examined: u64,
    /// Why no more than these were looked at, if larger ones were searched.
    pub beyond: Option<Beyond>,
    /// Whether the facts of all of them are verified.
    pub status: Status,
}

/// How positions are searched that are not looked at one by one.
///
/// Larger positions are covered by it, though none of them was looked at alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Beyond {
    /// By an automaton with this many states.
    Automaton(usize),
    /// The values repeat with this period, and those of all heaps are known.
    Period(u64),
}

/// A position with a property.
///
/// The facts are those that a condition may name.
#[derive(Clone, Debug)]
pub struct Hit {
    /// Its size.
    pub size: u64,
    /// The position.
    pub position: Vec<Component>,
    /// Its value, in normal play.
    pub value: Option<u64>,
    /// Who wins it.
    pub outcome: Outcome,
    /// The numbers of its winning moves and of all its moves. `None` if they are too many to count
    /// one by one.
    pub moves: Option<(u128, u128)>,
}

/// Reads a property.
///
/// ```
/// use grundy::Convention;
/// use grundy_lab::first::condition;
///
/// assert!(condition("value = 7 and n % 2 = 1", Convention::Normal).is_ok());
/// let mistake = condition("value = 7", Convention::Misere).unwrap_err();
/// assert_eq!(mistake.message, "unbound name `value`");
/// ```
///
/// # Errors
/// The mistake, with its place.
pub fn condition(text: &str, convention: Convention) -> Result<Filter, Diagnostic> {
    match convention {
        Convention::Normal => games::filter(text, &NAMES, ""),
        Convention::Misere => games::filter(text, &NAMES[1..], "; in misère play positions have no values"),
    }
}

/// Searches for the first position with a property.
///
/// ```
/// use grundy::{Convention, Limits, Run, games};
/// use grundy_lab::first::{FirstQuery, condition, first};
///
/// let kayles = games::game("kayles").unwrap();
/// let filter = condition("value = 7", Convention::Normal).unwrap();
/// let query = FirstQuery { letters: vec![], heaps: None, up_to: 100, filter };
/// let found = first(&Run::new(Limits::default()), &kayles, &query)?;
/// assert_eq!(found.found.map(|hit| hit.size), Some(15));
/// # Ok::<(), grundy::Error>(())
/// ```
///
/// # Errors
/// [`Error::Refused`] if positions of this board have no size, or are too many to list before one
/// is found; [`Error::Stopped`] if a limit is reached, or the condition cannot be evaluated.
///
/// Cost: the positions up to the first one with the property, in batches that double, so at most
/// about twice as many are solved as are needed.
pub fn first(run: &Run, rules: &Declaration, query: &FirstQuery) -> Result<First, Error> {
    let positions = Positions::of(rules, &query.letters, query.heaps)?;
    let known = grundy::Known::default();
    let mut search = FirstSearch { run, known, positions: &positions, query, status: None, examined: 0, beyond: None };
    let mut last = query.up_to;
    let mut sought = false;
    let mut open: Vec<SizedPosition> = Vec::new();
    let mut together = 16;
    // There may be no position of many sizes.
    let mut budget = run.budget();
    for size in 0..=query.up_to {
        budget.tick()?;
        if size == FEW_HEAPS
            && let Some(end) = search.repeats()?
        {
            last = last.min(end);
        }
        if size > last {
            break;
        }
        if !sought && !positions.are_few(size, FEW_WORDS) {
            sought = true;
            if let Some(hit) = search.within(&mut open)? {
                return search.end(Some(hit));
            }
            if let Some(hit) = search.by_automaton(size)? {
                return search.end(hit);
            }
        }
        if !positions.are_few(size, MOST_LISTED) {
            if let Some(hit) = search.within(&mut open)? {
                return search.end(Some(hit));
            }
            return Err(unlisted(&positions, size, Some(&search.so_far(size))));
        }
        for sum in positions.of_size(size)? {
            open.push((size, sum));
            if open.len() >= together {
                if let Some(hit) = search.within(&mut open)? {
                    return search.end(Some(hit));
                }
                together = MOST_TOGETHER.min(2 * together);
            }
        }
    }
    let hit = search.within(&mut open)?;
    if hit.is_none() {
        search.seek_no_farther()?;
    }
    search.end(hit)
}

/// A position with its size.
type SizedPosition = (u64, Vec<Component>);

/// A search in progress.
struct FirstSearch<'s> {
    /// The limits, and who receives progress.
    run: &'s Run,
    /// What earlier positions have proved.
    known: grundy::Known,
    /// The positions by size.
    positions: &'s Positions<'s>,
    /// What is searched for.
    query: &'s FirstQuery,
    /// Whether all facts so far are verified; `None` before the first.
    status: Option<Status>,
    /// The positions that were looked at one by one.
    examined: u64,
    /// How the others are covered.
    beyond: Option<Beyond>,
}

impl FirstSearch<'_> {
    /// The first of these positions with the property. The list is empty after that.
    fn within(&mut self, open: &mut Vec<SizedPosition>) -> Result<Option<SizedPosition>, Error> {
        let all = std::mem::take(open);
        let filter = &self.query.filter;
        let counts_moves = filter.uses("moves") || filter.uses("winning");
        let rules = self.positions.rules();
        let together = rules.convention == Convention::Normal && !counts_moves;
        let mut budget = self.run.budget();
        let mut values = Vec::new();
        if together && !all.is_empty() {
            let (found, status) =
                self.run.checked_values_of(rules, all.iter().map(|(_, sum)| sum.clone()).collect())?;
            self.add(status);
            values = found;
        }
        for (at, (size, sum)) in all.into_iter().enumerate() {
            budget.poll()?;
            self.examined += 1;
            let known = match values.get(at) {
                Some(value) => (Some(value.0), value.outcome(), None),
                None => {
                    let facts = facts(self.run, &mut self.known, self.positions, &sum, counts_moves)?;
                    let PositionFacts { value, outcome, moves, status } = facts;
                    self.add(status);
                    (value, outcome, moves)
                }
            };
            let holds = self
                .query
                .filter
                .holds(&numbers(rules.convention, size, known), &mut |steps| budget.charge(steps).map_err(Error::from));
            if holds.map_err(|error| self.faulty(error, &self.text(&sum)))? {
                return Ok(Some((size, sum)));
            }
        }
        Ok(None)
    }

    /// Whether the property is about the value and the outcome only.
    fn is_about_values(&self) -> bool {
        !["winning", "moves", "n", "size"].iter().any(|name| self.query.filter.uses(name))
    }

    /// The heap after which values repeat that were all met before. `None` if no period is proved.
    fn repeats(&mut self) -> Result<Option<u64>, Error> {
        let rules = self.positions.rules();
        if self.positions.heaps() != Some(1)
            || !self.is_about_values()
            || !Run::is_long_table(rules, self.query.up_to, false)
        {
            return Ok(None);
        }
        let time = self.run.left().map_or(MOST_TIME, |left| left / 2);
        let table = match self.run.within(Some(time)).long_table(rules, self.query.up_to, None) {
            Ok(table) => table,
            Err(Error::Stopped(stopped)) if stopped.reason == Reason::Interrupted => return Err(stopped.into()),
            // What is not proved soon is searched heap by heap.
            Err(Error::Stopped(_) | Error::Refused(_)) => return Ok(None),
            Err(error) => return Err(error),
        };
        let Some(period) = table.period().filter(|period| period.saltus == 0 && period.period > 0) else {
            return Ok(None);
        };
        let Some(end) = period.preperiod.checked_add(period.period).filter(|&end| end <= self.query.up_to) else {
            return Ok(None);
        };
        self.add(table.status);
        self.beyond = Some(Beyond::Period(period.period));
        Ok(Some(end))
    }

    /// Where no heap up to the last size has the property: whether a period that is proved soon
    /// shows that no heap at all has it.
    fn seek_no_farther(&mut self) -> Result<(), Error> {
        let (rules, to) = (self.positions.rules(), self.query.up_to);
        let is_sought = self.beyond.is_none() && self.positions.heaps() == Some(1) && self.is_about_values();
        if !is_sought || to >= FEW_HEAPS || !Run::is_long_table(rules, FEW_HEAPS, false) {
            return Ok(());
        }
        let time = self.run.left().map_or(SOON, |left| SOON.min(left / 2));
        let table = match self.run.within(Some(time)).long_table(rules, FEW_HEAPS, None) {
            Ok(table) => table,
            Err(Error::Stopped(stopped)) if stopped.reason == Reason::Interrupted => return Err(stopped.into()),
            Err(Error::Stopped(_) | Error::Refused(_)) => return Ok(()),
            Err(error) => return Err(error),
        };
        let Some(period) = table.period().filter(|period| period.saltus == 0 && table.status.is_proved()) else {
            return Ok(());
        };
        let mut budget = self.run.budget();
        for (heap, value) in (0..).zip(table.values()).skip(to as usize + 1) {
            let known = (Some(value), grundy::Nimber(value).outcome(), None);
            let holds = self
                .query
                .filter
                .holds(&numbers(rules.convention, heap, known), &mut |steps| budget.charge(steps).map_err(Error::from));
            if holds.map_err(|error| self.faulty(error, &heap.to_string()))? {
                return Ok(());
            }
        }
        if period.preperiod.checked_add(period.period).is_some_and(|end| end <= FEW_HEAPS) {
            let period = period.period;
            self.add(table.status);
            self.beyond = Some(Beyond::Period(period));
        }
        Ok(())
    }

    /// The result for the words from this size on. `None` if no automaton reads them.
    fn by_automaton(&mut self, from: u64) -> Result<Option<Option<SizedPosition>>, Error> {
        let query = self.query;
        let filter = &query.filter;
        let of_words = self.positions.are_rows() || self.positions.are_rings();
        if !of_words || filter.uses("moves") || filter.uses("winning") {
            return Ok(None);
        }
        let Ok(LabelMachine { machine, status, .. }) = known(self.run, self.positions, self.query.up_to)? else {
            return Ok(None);
        };
        let convention = self.positions.rules().convention;
        let mut charged = self.run.budget();
        let wanted = |length: u64, label: u32| {
            let value = (convention == Convention::Normal).then_some(u64::from(label));
            let outcome = if label == 0 { Outcome::P } else { Outcome::N };
            let numbers = numbers(convention, length, (value, outcome, None));
            let holds = filter.holds(&numbers, &mut |steps| charged.charge(steps).map_err(Error::from));
            holds.map_err(|error| self.faulty(error, &format!("words of {length} letters with the value {label}")))
        };
        let alike = self.is_about_values();
        let lengths = words::Lengths { from, to: self.query.up_to, longest: LONGEST as u64, alike };
        let found = words::first(&machine, lengths, &mut self.run.budget(), wanted)?;
        self.add(status);
        self.beyond = Some(Beyond::Automaton(machine.states()));
        Ok(Some(match found {
            words::Word::None => None,
            words::Word::Found(word) => Some((word.len() as u64, self.positions.word(&word))),
            words::Word::Long(length) => {
                let message = format!("the first position with `{filter}` has {length} letters: it is not spelled");
                return Err(Error::usage(
                    &filter.to_string(),
                    message,
                    Help::from("give a smaller ") + Fix::Choose("up_to", ""),
                ));
            }
        }))
    }

    /// Joins the status of a batch: all are proved, or the whole is not.
    fn add(&mut self, status: Status) {
        let verified = self.status.is_none_or(Status::is_proved);
        if verified {
            self.status = Some(status);
        }
    }

    /// A position in the language.
    fn text(&self, sum: &[Component]) -> String {
        let parts = sum.iter().map(|part| self.positions.rules().ruleset.text(part));
        parts.collect::<Vec<_>>().join(" + ")
    }

    /// What a fault in the condition is about.
    fn faulty(&self, error: Error, place: &str) -> Error {
        let Error::Stopped(Stopped { reason: Reason::Fault(fault), .. }) = error else { return error };
        let filter = self.query.filter.to_string();
        let message = format!("`{filter}` at {place}: {}", fault.0.replace("the rule", "it"));
        Error::usage(&filter, message, "exclude the position first: `value > 0 and ..`, `n > 0 and ..`")
    }

    /// What was found out before this size.
    fn so_far(&self, size: u64) -> String {
        match size {
            0 => format!("no position has `{}` so far", self.query.filter),
            _ => format!("no position up to size {} has `{}`", size - 1, self.query.filter),
        }
    }

    /// The result of the search.
    fn end(&mut self, hit: Option<SizedPosition>) -> Result<First, Error> {
        let found = match hit {
            None => None,
            Some((size, position)) => {
                let known = match facts(self.run, &mut self.known, self.positions, &position, true) {
                    Err(Error::Refused(_)) => facts(self.run, &mut self.known, self.positions, &position, false)?,
                    known => known?,
                };
                self.add(known.status);
                let PositionFacts { value, outcome, moves, .. } = known;
                Some(Hit { size, position, value, outcome, moves })
            }
        };
        let status = self.status.unwrap_or(crate::count::UNCHECKED);
        Ok(First { found, examined: self.examined, beyond: self.beyond, status })
    }
}

/// The values of the names, in their order. What a condition does not name may be missing.
fn numbers(
    convention: Convention,
    size: u64,
    (value, outcome, moves): (Option<u64>, Outcome, Option<(u128, u128)>),
) -> Vec<i128> {
    let (wins, loses) = (1, 0);
    let count = |count: u128| i128::try_from(count).unwrap_or(i128::MAX);
    let (winning, moves) = moves.map_or((0, 0), |(winning, moves)| (count(winning), count(moves)));
    let outcome = if outcome == Outcome::N { wins } else { loses };
    let value = i128::from(value.unwrap_or(0));
    let all = [value, outcome, winning, moves, i128::from(size), i128::from(size), wins, loses];
    match convention {
        Convention::Normal => all.to_vec(),
        Convention::Misere => all[1..].to_vec(),
    }
}

#[cfg(test)]
mod tests {
    use grundy::Limits;

    use super::*;

    fn run() -> Run {
        Run::new(Limits::default())
    }

    /// The first position by a walk over all of them, one by one.
    fn plain(
        rules: &Declaration,
        query: &FirstQuery,
        holds: impl Fn(u64, &PositionFacts) -> bool,
    ) -> Option<(u64, String)> {
        let positions = Positions::of(rules, &query.letters, query.heaps).expect("it has sizes");
        for size in 0..=query.up_to {
            for sum in positions.of_size(size).expect("it is small") {
                let facts = facts(&run(), &mut grundy::Known::default(), &positions, &sum, true).expect("it is small");
                if holds(size, &facts) {
                    return Some((size, format!("{sum:?}")));
                }
            }
        }
        None
    }

    fn assert_first(
        game: &str,
        letters: &str,
        heaps: Option<u32>,
        text: &str,
        holds: impl Fn(u64, &PositionFacts) -> bool,
    ) {
        let rules = games::game(game).expect("it is a game");
        let filter = condition(text, rules.convention).expect("it is a condition");
        let query = FirstQuery { letters: letters.chars().collect(), heaps, up_to: 6, filter };
        let found = first(&run(), &rules, &query).expect("it is small");
        assert!(found.status.is_proved(), "{game}: {text}");
        let found = found.found.map(|hit| (hit.size, format!("{:?}", hit.position)));
        assert_eq!(found, plain(&rules, &query, holds), "{game}: {text}");
    }

    #[test]
    fn the_first_position_is_the_first_of_a_plain_walk() {
        let value = |value: u64| move |_: u64, facts: &PositionFacts| facts.value == Some(value);
        assert_first("kayles", "", None, "value = 3", value(3));
        assert_first("kayles", "", None, "value = 9", value(9));
        assert_first("nim", "", Some(3), "outcome = P", |_, facts| facts.outcome == Outcome::P);
        assert_first("row: \"aa\" -> \"\", \"b\" -> \"\"", "", None, "value = 2", value(2));
        assert_first("ring: \"aa\" -> \"\", \"b\" -> \"\"", "", None, "not value = 0 and size % 2 = 0", |n, facts| {
            facts.value != Some(0) && n % 2 == 0
        });
        assert_first("kayles", "", None, "winning > 1 and moves >= 3*winning", |_, facts| {
            facts.moves.is_some_and(|(winning, moves)| winning > 1 && moves >= 3 * winning)
        });
        assert_first("misère kayles", "", None, "outcome = P and n > 1", |n, facts| {
            facts.outcome == Outcome::P && n > 1
        });
        assert_first("cram", "", None, "outcome = P and n > 2", |n, facts| facts.outcome == Outcome::P && n > 2);
    }

    #[test]
    fn a_search_in_batches_counts_what_it_has_seen() {
        let kayles = games::game("kayles").expect("it is a game");
        let filter = condition("value > 9 or n = 3000", Convention::Normal).expect("it is a condition");
        let query = FirstQuery { letters: Vec::new(), heaps: None, up_to: 5000, filter };
        let found = first(&run(), &kayles, &query).expect("it is small");
        assert_eq!((found.examined, found.found.map(|hit| hit.size)), (3001, Some(3000)));
        let none = FirstQuery { filter: condition("value > 9", Convention::Normal).expect("it is one"), ..query };
        let found = first(&run(), &kayles, &none).expect("it is small");
        assert_eq!((found.examined, found.found.is_none(), found.status.is_proved()), (5001, true, true));
    }

    #[test]
    fn what_cannot_be_evaluated_or_listed_says_where() {
        let kayles = games::game("kayles").expect("it is a game");
        let search = |rules: &Declaration, text: &str| {
            let filter = condition(text, Convention::Normal).expect("it is a condition");
            let query = FirstQuery { letters: Vec::new(), heaps: None, up_to: 200, filter };
            first(&run(), rules, &query).expect_err("it has no answer").to_string()
        };
        assert!(search(&kayles, "n / value = 1").starts_with("`n/value = 1` at 0: it divides 0 by 0"));
        let rings = games::game("ring: \"ab\" -> \"a\"").expect("it is a game");
        let positions = Positions::of(&rings, &[], None).expect("it has sizes");
        let error = unlisted(&positions, 60, Some("no position up to size 3 has `value > 50`")).to_string();
        let right = "there are more than 4194304 rings of 60 letters over ab: they are not listed; no position up to \
                     size 3 has `value > 50`";
        assert_eq!(error, right);
    }
}
