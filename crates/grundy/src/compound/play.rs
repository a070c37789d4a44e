//! Who wins a compound by the numbers of its components, and a winning move.
//!
//! The rules of this file are the theorems of the book's page on compounds; a test plays all
//! compounds of small components out.
//!
//! *Example.* In a conjunctive compound of components with remoteness 2 and 3 the first one ends
//! the play after two moves, so the player to move loses in normal play. A winning move lowers the
//! remoteness of every component by one.
//!
//! *Cost:* linear in the components for the outcome, one pass over the options of each for a move.

use grundy_core::{Nimber, Outcome};
use grundy_games::Convention;

use super::{ComponentSums, Compound, Foreclosed, Part};

/// Who wins the compound of these components.
pub(super) fn outcome(parts: &[Part], compound: Compound, convention: Convention) -> Outcome {
    let misere = convention == Convention::Misere;
    let wins = |yes: bool| if yes { Outcome::N } else { Outcome::P };
    let open = parts.iter().filter(|part| !part.has_ended());
    let over = match compound.is_short() {
        true => parts.iter().any(Part::has_ended) || parts.is_empty(),
        false => open.clone().next().is_none(),
    };
    if over {
        return wins(misere);
    }
    // In normal play an odd number of moves is a win, in misère play an even one.
    let won = |moves: Option<u64>| wins(moves.is_some_and(|moves| (moves % 2 == 1) != misere));
    match compound {
        Compound::Conjunctive => won(parts.iter().map(|part| part.remoteness).min()),
        Compound::Continued => won(parts.iter().map(|part| part.suspense).max()),
        Compound::Selective => match open.clone().count() {
            1 => open.clone().next().map_or(Outcome::P, |part| part.outcome),
            _ => wins(open.clone().any(|part| part.normal == Outcome::N)),
        },
        Compound::Shortened => wins(parts.iter().any(|part| part.outcome == Outcome::N)),
        Compound::Diminished => {
            let ends = parts.iter().any(|part| part.foreclosed == Foreclosed::Ends);
            wins(ends || foreclosed(parts) != Nimber::ZERO)
        }
    }
}

/// The sum of the foreclosed values.
fn foreclosed(parts: &[Part]) -> Nimber {
    let value = |part: &Part| match part.foreclosed {
        Foreclosed::Value(value) => value,
        Foreclosed::Ended | Foreclosed::Ends => Nimber::ZERO,
    };
    parts.iter().map(value).sum()
}

/// A winning move of a compound that is won: the components that are moved in, with the places of
/// the sums that they become. `None` if the play has ended.
pub(super) fn winning(
    known: &[&ComponentSums],
    parts: &[Part],
    compound: Compound,
    convention: Convention,
) -> Option<Vec<(usize, u32)>> {
    let open: Vec<usize> = (0..parts.len()).filter(|&at| !parts[at].has_ended()).collect();
    if open.is_empty() || (compound.is_short() && open.len() < parts.len()) {
        return None;
    }
    let lost = |part: &Part| part.outcome == Outcome::P;
    match compound {
        // Each component goes on as if it were alone.
        Compound::Conjunctive => {
            let option = |at: usize| known[at].option(|part| part.remoteness + 1 == parts[at].remoteness);
            open.iter().map(|&at| Some((at, option(at)?))).collect()
        }
        Compound::Continued => {
            let option = |at: usize| known[at].option(|part| part.suspense + 1 == parts[at].suspense);
            open.iter().map(|&at| Some((at, option(at)?))).collect()
        }
        Compound::Shortened => {
            let won = open.iter().filter(|&&at| parts[at].outcome == Outcome::N);
            won.map(|&at| Some((at, known[at].option(lost)?))).collect()
        }
        Compound::Selective => selective(known, parts, &open, convention),
        Compound::Diminished => {
            if let Some(&at) = open.iter().find(|&&at| parts[at].foreclosed == Foreclosed::Ends) {
                return Some(vec![(at, known[at].option(Part::has_ended)?)]);
            }
            let total = foreclosed(parts);
            open.iter().find_map(|&at| {
                let Foreclosed::Value(value) = parts[at].foreclosed else { return None };
                let goal = Foreclosed::Value(value + total);
                Some(vec![(at, known[at].option(|part| part.foreclosed == goal)?)])
            })
        }
    }
}

/// Every component that is won alone is moved to one that is lost in normal play. In misère play at
/// most one component that is left is then made a loss under that convention.
fn selective(
    known: &[&ComponentSums],
    parts: &[Part],
    open: &[usize],
    convention: Convention,
) -> Option<Vec<(usize, u32)>> {
    let lost = |part: &Part| part.outcome == Outcome::P;
    if convention == Convention::Misere && open.len() == 1 {
        let at = open[0];
        return Some(vec![(at, known[at].option(lost)?)]);
    }
    let won = open.iter().filter(|&&at| parts[at].normal == Outcome::N);
    let mut moves: Vec<(usize, u32)> =
        won.map(|&at| Some((at, known[at].option(|part| part.normal == Outcome::P)?))).collect::<Option<_>>()?;
    if convention == Convention::Normal {
        return Some(moves);
    }
    // Moves are in the order of the components.
    let is_open = |at: usize| match moves.binary_search_by_key(&at, |(moved, _)| *moved) {
        Ok(found) => !known[at].parts[moves[found].1 as usize].has_ended(),
        Err(_) => true,
    };
    let left: Vec<usize> = open.iter().copied().filter(|&at| is_open(at)).collect();
    if left.len() > 1 {
        return Some(moves);
    }
    // All others have ended, so one component is played alone from here on.
    let last = left.first().copied().unwrap_or(open[0]);
    moves.retain(|(at, _)| *at != last);
    if parts[last].outcome == Outcome::N {
        moves.push((last, known[last].option(lost)?));
        moves.sort_unstable();
    }
    Some(moves)
}
