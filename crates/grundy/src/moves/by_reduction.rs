//! Moves of a position that was solved as a position of another game: where they are many, one
//! winning move is found there and carried back, or else looked for among the first ones. A theorem
//! that keeps values alone may tell the winning moves itself.
//!
//! *Example.* `piles: take any from 1 pile, take equal 1 from 2 piles` at [10^9, 3] is P(3, 10^9),
//! whose automata find the sizes of a lost option digit by digit. Long rings are walked by
//! rotations that differ. Coins on 2, 5 and 10^9 are Nim on the gaps, and each gap has the one size
//! that wins: a move of the coin above it or of the one below.

use grundy_cert::{Answer, Claim, Reduced, Solution, reduced_query};
use grundy_core::{Nimber, Outcome};
use grundy_games::{Component, Query, Question, Term, reductions::Image};
use grundy_solvers::{Budget, Halt, Stopped};
use rustc_hash::FxHashSet;

use super::{
    by_binary::{MANY, shown},
    found,
    large::any_winning,
    listing::{Move, MoveRequest, Moves},
    lookup::{known, missing, rests, total},
};

/// Rings of fewer letters are walked by every rotation, which tells whether moves leave the same.
const LONG_RING: u128 = 1_000;

/// More bytes of options are not listed.
const MOST_BYTES: u64 = 1 << 26;

/// The moves of a long ring; elsewhere that the moves are many, with a winning one.
pub(super) fn moves(request: &MoveRequest<'_>, budget: &mut Budget) -> Result<Option<Moves>, Stopped> {
    let MoveRequest { query, solution, .. } = *request;
    let reduced = |term: &Term| match solution.claims.get(term.ruleset) {
        Some(Claim::Reduced(reduced)) => Some(reduced),
        _ => None,
    };
    if let [term] = &query.position[..]
        && let Some(reduced) = reduced(term)
        && term.component.size() >= LONG_RING
        && reduced.reduction.image(&query.rulesets[term.ruleset], &term.component) == Image::OfOptions
    {
        return of_options(request, reduced, budget).map(Some);
    }
    let mut most = None;
    for places in query.groups() {
        let term = &query.position[places.start];
        let images =
            reduced(term).map(|reduced| reduced.reduction.image(&query.rulesets[term.ruleset], &term.component));
        if matches!(images, Some(Image::Sum(_))) {
            most = most.max(shown(request, term, budget)?);
        }
    }
    let Some(most) = most else { return Ok(None) };
    if let Some(told) = told(request, most, budget)? {
        return Ok(Some(told));
    }
    let lost = matches!(solution.answer, Answer::Value(Nimber::ZERO) | Answer::Outcome(Outcome::P));
    if lost {
        return Ok(Some(Moves::TooMany { most, winning: None }));
    }
    let winning = match (&query.position[..], &solution.claims[..]) {
        ([_], [Claim::Reduced(reduced)]) => match carried_back(request, reduced, budget)? {
            None => match any_winning(request, &rests(request, budget)?, budget) {
                // The moves of a member of a family with many vertices cannot be listed.
                Err(stopped) if !stopped.is_limit() => None,
                found => found?,
            },
            found => found,
        },
        // Of a sum too many would be looked up.
        _ => None,
    };
    Ok(Some(Moves::TooMany { most, winning }))
}

/// The winning moves where the theorem of a reduction tells the options of each value: all of them
/// if it does in each component, else one. `None` if there is none then.
fn told(request: &MoveRequest<'_>, most: u64, budget: &mut Budget) -> Result<Option<Moves>, Stopped> {
    let MoveRequest { query, solution, all, .. } = *request;
    let Some(total) = total(query, solution) else { return Ok(None) };
    let (mut count, mut whole, mut moves) = (0, !all, Vec::new());
    for places in request.groups() {
        budget.tick()?;
        let term = &query.position[places.start];
        let told = match solution.claims.get(term.ruleset) {
            Some(Claim::Reduced(reduced)) => {
                let reduction = &reduced.reduction;
                reduction.moves(&term.component).zip(reduction.changed(&term.component, total.0))
            }
            _ => None,
        };
        let Some((own, options)) = told else {
            whole = false;
            continue;
        };
        count += own * places.len() as u128;
        for to in options {
            budget.hold((size_of::<Move>() as u64).saturating_add(4 * term.component.bytes()))?;
            let (component, from, value) = (places.start, term.component.clone(), Some(Nimber::ZERO));
            let (to, outcome) = (vec![to], Outcome::P);
            moves.push(Move { component, from, to, value, outcome, words: Vec::new(), actions: Vec::new() });
        }
    }
    if whole {
        return Ok(Some(Moves::Listed { moves, count, merged: false, unknown: 0 }));
    }
    let winning = moves.into_iter().next();
    Ok(winning.map(|winning| Moves::TooMany { most, winning: Some(winning) }))
}

/// Every option that the reduction shows, looked up in the claims.
fn of_options(request: &MoveRequest<'_>, reduced: &Reduced, budget: &mut Budget) -> Result<Moves, Stopped> {
    let MoveRequest { query, solution, all, .. } = *request;
    let Term { ruleset, component } = &query.position[0];
    let (mut seen, mut found, mut held) = (FxHashSet::default(), Vec::new(), 0);
    let walked = reduced.reduction.walk(&query.rulesets[*ruleset], component, |step| {
        let Some(parts) = step.option(|steps| budget.charge(steps))? else { return Ok(()) };
        budget.poll()?;
        let mut sorted = parts.to_vec();
        sorted.sort_unstable();
        let bytes = 64 + 2 * sorted.iter().map(Component::bytes).sum::<u64>();
        if !seen.insert(sorted) {
            return Ok(());
        }
        budget.hold(bytes)?;
        held += bytes;
        if seen.len() > MANY || held > MOST_BYTES {
            return Err(Halt::Enough);
        }
        let made = known(query, solution, 0, parts, Some(Nimber::ZERO))?.ok_or_else(|| missing(component))?;
        found.extend((all || made.wins()).then_some(made));
        Ok(())
    });
    let count = seen.len() as u64;
    match walked {
        Ok(()) => {}
        Err(Halt::Enough) => {
            let winning = found.into_iter().find(Move::wins);
            return Ok(Moves::TooMany { most: count.saturating_sub(1), winning });
        }
        Err(Halt::Stopped(stopped)) => return Err(stopped),
    }
    found.sort_by_key(|made| !made.wins());
    Ok(Moves::Listed { moves: found, count: count.into(), merged: true, unknown: 0 })
}

/// A winning move of the image, as a move of the position.
fn carried_back(request: &MoveRequest<'_>, reduced: &Reduced, budget: &mut Budget) -> Result<Option<Move>, Stopped> {
    let MoveRequest { query, solution, grouped, .. } = *request;
    let mut go_on = || true;
    let Some(other) = reduced_query(query, 0, &reduced.reduction, u64::MAX, &mut go_on) else { return Ok(None) };
    let other = Query { question: Question::Value, ..other };
    let claims = vec![reduced.claim.clone()];
    let inner = Solution { answer: solution.answer.clone(), claims };
    let moves = found(MoveRequest { query: &other, solution: &inner, all: false, grouped }, budget)?;
    let winning = match moves {
        Moves::Listed { moves, .. } => moves.into_iter().find(Move::wins),
        Moves::TooMany { winning, .. } | Moves::One(winning) => winning,
    };
    let from = query.position[0].component.clone();
    Ok(winning.and_then(|made| {
        let to = reduced.reduction.carried_back(&from, &made.to)?;
        Some(Move { from, to, words: Vec::new(), actions: Vec::new(), ..made })
    }))
}
