//! A winning move of a heap with many moves whose value automata give: the claim finds the sizes of
//! what is left digit by digit.
//!
//! *Limits.* The search for the sizes can be too hard, within the memory of the budget: then
//! nothing is returned, and the options are looked up one by one. A heap of at most 20,000 distinct
//! options is listed, unless one winning move is enough.

use std::collections::HashSet;

use grundy_cert::{Answer, Binary, Claim};
use grundy_core::{Game, Nimber, Outcome};
use grundy_games::{Component, Question, Term};
use grundy_solvers::{Budget, Halt, Stopped};

use super::{
    listing::{Move, MoveRequest, Moves},
    lookup::rests,
};

/// Heaps with more moves than this are not expanded to the end.
pub(super) const MANY: usize = 20_000;

/// A walk through the options ends after so many bytes of them.
const MOST_HELD: u64 = 1 << 26;

/// A walk through the options of a heap ends after this many, equal ones included.
const MOST_SHOWN: u64 = 200_000;

/// A winning move, if a heap has many moves, or if one winning move is enough.
pub(super) fn moves(request: &MoveRequest<'_>, budget: &mut Budget) -> Result<Option<Moves>, Stopped> {
    let MoveRequest { query, solution, all, .. } = *request;
    let claim = |term: &Term| match solution.claims.get(term.ruleset) {
        Some(Claim::Binary(claim)) => Some(claim),
        _ => None,
    };
    let enough = !all && query.question != Question::ValueAndMoves;
    let mut most = None;
    let groups = || query.groups().map(|places| (places.start, &query.position[places.start]));
    for (_, term) in groups().filter(|(_, term)| claim(term).is_some()) {
        most = most.max(shown(request, term, budget)?);
    }
    if most.is_none() && !(enough && query.position.iter().all(|term| claim(term).is_some())) {
        return Ok(None);
    }
    let alone = query.position.len() == 1;
    let rests = if alone { vec![Some(Nimber::ZERO)] } else { rests(request, budget)? };
    let mut winning = None;
    for (at, term) in groups() {
        let Some(claim) = claim(term) else { continue };
        let Some(to) = rests[at].map(|wanted| left(claim, request, term, wanted, budget)).transpose()?.flatten() else {
            continue;
        };
        let from = term.component.clone();
        winning = Some(Move {
            component: at,
            from,
            to,
            value: Some(Nimber::ZERO),
            outcome: Outcome::P,
            words: Vec::new(),
            actions: Vec::new(),
        });
        break;
    }
    let lost = matches!(solution.answer, Answer::Value(Nimber::ZERO) | Answer::Outcome(Outcome::P));
    Ok(match (most, winning) {
        (Some(most @ 1..), winning) => Some(Moves::TooMany { most, winning }),
        (_, winning @ Some(_)) => Some(Moves::One(winning)),
        (Some(0), None) if lost => Some(Moves::One(None)),
        // It may have been too hard to find.
        (_, None) => None,
    })
}

/// What a move leaves of a component so that it has the wanted value.
fn left(
    claim: &Binary,
    request: &MoveRequest<'_>,
    term: &Term,
    wanted: Nimber,
    budget: &mut Budget,
) -> Result<Option<Vec<Component>>, Stopped> {
    let ruleset = &request.query.rulesets[term.ruleset];
    // A move to a greater value can be answered by one back to it, so it is never needed.
    if claim.value_of(ruleset, &term.component).is_some_and(|value| value <= wanted) {
        return Ok(None);
    }
    let most_bytes = budget.most_bytes();
    let mut stopped = None;
    let found = claim.option(ruleset, &term.component, wanted, most_bytes, &mut || match budget.poll() {
        Ok(()) => true,
        Err(limit) => {
            stopped = Some(limit);
            false
        }
    });
    stopped.map_or(Ok(found), Err)
}

/// If a component has many moves, a number that theirs exceeds, which is 0 if no move was shown
/// before the end of the walk. `None` if it has few.
pub(super) fn shown(request: &MoveRequest<'_>, term: &Term, budget: &mut Budget) -> Result<Option<u64>, Stopped> {
    let mut distinct = HashSet::new();
    let (mut count, mut held) = (0, 0);
    let walked = request.query.rulesets[term.ruleset].options(&term.component, |parts| {
        budget.tick()?;
        count += 1;
        let mut sorted = parts.to_vec();
        sorted.sort_unstable();
        let bytes = 64 + sorted.iter().map(Component::bytes).sum::<u64>();
        if distinct.insert(sorted) {
            held += bytes;
            budget.hold(bytes)?;
        }
        let many = distinct.len() > MANY || count > MOST_SHOWN || held > MOST_HELD;
        if many { Err(Halt::Enough) } else { Ok(()) }
    });
    budget.release(held);
    match walked {
        Ok(()) => Ok(None),
        Err(Halt::Stopped(stopped)) if stopped.is_limit() => Err(stopped),
        // Also a fault: there are too many combinations to try.
        Err(_) => Ok(Some(distinct.len().saturating_sub(1) as u64)),
    }
}
