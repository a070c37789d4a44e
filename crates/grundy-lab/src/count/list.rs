//! Every position of a size, listed and solved: all together in normal play, where equal parts are
//! solved once; one by one in misère play, where heaps share what is known of them, and where
//! winning moves are counted.

use grundy::{Component, Convention, Error, Known, Outcome, Query, Question, Refused, Run};
use num_bigint::BigUint;

use super::{Count, CountQuery, Method, Tally, UNCHECKED, WinningMoves, both, counted, sizes};
use crate::positions::Positions;

/// More positions of a size are not listed.
pub(crate) const MOST_LISTED: u64 = 1 << 22;

/// The bytes of a position in a list, besides its components.
const ENTRY: u64 = 64;

/// Counts by listing; `why` is the reason why no automaton counts.
///
/// In normal play without moves, all positions of all sizes are solved together, so that components
/// that come up in several are solved once.
pub(super) fn count(
    run: &Run,
    positions: &Positions<'_>,
    query: &CountQuery,
    why: Option<&str>,
) -> Result<Count, Error> {
    if !positions.are_few(query.size, MOST_LISTED) {
        let known = why.map(|why| format!("no automaton counts them: {why}"));
        return Err(unlisted(positions, query.size, known.as_deref()));
    }
    let _shown = run.begin(None);
    let mut budget = run.watched();
    let mut listed: Vec<(u64, Vec<Vec<Component>>)> = Vec::new();
    for size in sizes(query) {
        let mut all = Vec::new();
        for sum in positions.of_size(size)? {
            let bytes: u64 = sum.iter().map(Component::bytes).sum();
            // To make a position takes longer, the larger it is.
            budget.charge(1 + u32::try_from(bytes / 32).unwrap_or(u32::MAX - 1))?;
            budget.hold(ENTRY + bytes)?;
            all.push(sum);
        }
        listed.push((size, all));
    }
    let rules = positions.rules();
    let one = BigUint::from(1u8);
    if rules.convention == Convention::Normal && !query.moves {
        let mut sums: Vec<Vec<Component>> = Vec::new();
        let mut sizes = Vec::with_capacity(listed.len());
        for (size, all) in listed {
            sizes.push((size, all.len()));
            sums.extend(all);
        }
        let (values, status) = run.checked_values_of(rules, sums)?;
        let mut values = values.into_iter();
        let mut tallies = Vec::with_capacity(sizes.len());
        for (size, count) in sizes {
            let mut tally = Tally::default();
            for value in values.by_ref().take(count) {
                budget.tick()?;
                tally.add(value.0, &one);
            }
            tallies.push((size, tally));
        }
        return Ok(counted(tallies, Method::List, status, &mut budget)?);
    }
    let (mut status, mut known) = (None, Known::default());
    let mut tallies = Vec::with_capacity(listed.len());
    for (size, sums) in listed {
        let mut tally = Tally { moves: query.moves.then(WinningMoves::default), ..Tally::default() };
        for sum in sums {
            budget.poll()?;
            let facts = facts(run, &mut known, positions, &sum, query.moves)?;
            match facts.value {
                Some(value) => tally.add(value, &one),
                None => tally.add_outcome(facts.outcome == Outcome::P, &one),
            }
            if let (Some(moves), Some((winning, _))) = (&mut tally.moves, facts.moves) {
                moves.add(winning, &sum);
            }
            status = Some(status.map_or(facts.status, |before| both(before, facts.status)));
        }
        tallies.push((size, tally));
    }
    Ok(counted(tallies, Method::List, status.unwrap_or(UNCHECKED), &mut budget)?)
}

/// What is known of one position.
#[derive(Clone, Debug)]
pub(crate) struct PositionFacts {
    /// Its value, in normal play.
    pub value: Option<u64>,
    /// Who wins it.
    pub outcome: Outcome,
    /// The numbers of winning moves and of all moves, if they were requested.
    pub moves: Option<(u128, u128)>,
    /// Whether this is verified.
    pub status: grundy::Status,
}

/// Solves one position, with the numbers of its moves if `moves`; `known` is what earlier ones have
/// proved.
pub(crate) fn facts(
    run: &Run,
    known: &mut Known,
    positions: &Positions<'_>,
    sum: &[Component],
    moves: bool,
) -> Result<PositionFacts, Error> {
    let rules = positions.rules();
    let question = match (rules.convention, moves) {
        (_, true) => Question::ValueAndMoves,
        (Convention::Normal, false) => Question::Value,
        (Convention::Misere, false) => Question::Outcome,
    };
    let mut found = run.find_next(known, Query::new(rules, sum.to_vec(), question))?;
    let counted = match moves {
        false => None,
        true => match found.moves(false)? {
            grundy::moves::Moves::Listed { moves, count, .. } => {
                Some((moves.iter().filter(|made| made.wins()).count() as u128, count))
            }
            grundy::moves::Moves::TooMany { .. } | grundy::moves::Moves::One(_) => {
                let place = found.solved().query.position_text();
                let message = format!("the moves of {place} are too many to count one by one");
                return Err(Error::usage(&place, message, "ask for smaller positions"));
            }
        },
    };
    let solved = run.settle(found)?;
    let outcome = solved.outcome().unwrap_or(Outcome::P);
    Ok(PositionFacts { value: solved.value().map(|value| value.0), outcome, moves: counted, status: solved.status })
}

/// The refusal to list the positions of a size. `known` is what was found out without them.
pub(crate) fn unlisted(positions: &Positions<'_>, size: u64, known: Option<&str>) -> Error {
    let what = positions.describe(&size.to_string());
    let known = known.map_or(String::new(), |known| format!("; {known}"));
    let message = format!("there are more than {MOST_LISTED} {what}: they are not listed{known}");
    let help = "ask for a smaller size".to_owned();
    Error::Refused(Box::new(Refused { code: Error::UNDECIDED, message, help: help.into(), line: None, argument: None }))
}
