//! A winning move of a heap with many moves whose value automata give: the claim finds the sizes of
//! what is left digit by digit.

use grundy_cert::{Binary, Claim};
use grundy_core::{Game, Nimber, Outcome};
use grundy_games::{Question, Term};
use grundy_solvers::{Budget, Halt, Stopped};

use super::{
    listing::{Move, Moves, Request},
    lookup::rests,
};

/// Heaps with more moves than this are not expanded to the end.
const MANY: u64 = 20_000;

/// A winning move, if a heap has many moves, or if one winning move is enough.
pub(super) fn moves(request: &Request<'_>, budget: &mut Budget) -> Result<Option<Moves>, Stopped> {
    let Request { query, solution, all } = *request;
    let claim = |term: &Term| match solution.claims.get(term.ruleset) {
        Some(Claim::Binary(claim)) => Some(claim),
        _ => None,
    };
    let enough = !all && query.question != Question::ValueAndMoves;
    let mut most = None;
    for term in query.position.iter().filter(|term| claim(term).is_some()) {
        most = most.max(shown(request, term, budget)?);
    }
    if most.is_none() && !(enough && query.position.iter().all(|term| claim(term).is_some())) {
        return Ok(None);
    }
    let alone = query.position.len() == 1;
    let rests = if alone { vec![Some(Nimber::ZERO)] } else { rests(request)? };
    let mut winning = None;
    for (at, term) in query.position.iter().enumerate() {
        let Some(claim) = claim(term) else { continue };
        let Some(to) = rests[at].map(|wanted| left(claim, request, term, wanted, budget)).transpose()?.flatten() else {
            continue;
        };
        let from = term.component.clone();
        winning =
            Some(Move { component: at, from, to, value: Some(Nimber::ZERO), outcome: Outcome::P, words: Vec::new() });
        break;
    }
    Ok(match (most, winning) {
        (Some(most), winning) => Some(Moves::TooMany { most, winning }),
        // It may have been too hard to find.
        (None, None) => None,
        (None, winning) => Some(Moves::One(winning)),
    })
}

/// What a move leaves of a component so that it has the wanted value.
fn left(
    claim: &Binary,
    request: &Request<'_>,
    term: &Term,
    wanted: Nimber,
    budget: &mut Budget,
) -> Result<Option<Vec<grundy_games::Component>>, Stopped> {
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

/// How many moves of a component were shown if it has many; `None` if it has few.
fn shown(request: &Request<'_>, term: &Term, budget: &mut Budget) -> Result<Option<u64>, Stopped> {
    let mut count = 0;
    let walked = request.query.rulesets[term.ruleset].options(&term.component, |_| {
        budget.tick()?;
        count += 1;
        if count > MANY { Err(Halt::Enough) } else { Ok(()) }
    });
    match walked {
        Ok(()) => Ok(None),
        Err(Halt::Enough) => Ok(Some(MANY)),
        Err(Halt::Stopped(stopped)) if stopped.is_limit() => Err(stopped),
        // A fault: there are too many combinations to try.
        Err(Halt::Stopped(_)) => Ok(Some(count)),
    }
}
