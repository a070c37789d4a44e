//! A winning move of a position with more moves than are listed.
//!
//! A representative of the moves is looked for first: by the quotient in misère play, by the period
//! in normal play. Else the first two million moves are looked up.
//!
//! ```text
//! octal 0.77 at 10^18            by the period: one part of at most 95
//! misère octal 0.77 at 10^18     by the quotient: a small heap that is equivalent
//! other rules                    the first two million options
//! ```

use grundy_core::{Game, Nimber};
use grundy_games::{Component, HeapMove, Query, Ruleset, Term};
use grundy_solvers::{Budget, Halt, Stopped};

use super::{
    by_period, by_quotient,
    listing::{MAX_LISTED_MOVES, Move, MoveRequest, Moves},
    lookup::{after, look},
};

/// A heap of this size or less is expanded without a look at how many moves it has.
const SMALL: u64 = 1000;

/// Returns `None` if the moves are few enough to list them. `rests` are the values of the other
/// components, for each component.
pub(super) fn moves(
    request: &MoveRequest<'_>,
    rests: &[Option<Nimber>],
    budget: &mut Budget,
) -> Result<Option<Moves>, Stopped> {
    let MoveRequest { query, solution, .. } = *request;
    let mut large = query.position.iter().any(|term| by_period::is_behind(solution, term));
    for places in query.groups() {
        large = large || is_large(query, &query.position[places.start], budget)?;
    }
    if !large {
        return Ok(None);
    }
    let winning = match by_quotient::winning(query, solution, budget)? {
        Some(winning) => winning,
        None => match by_period::winning(query, solution, &|at| rests[at], budget)? {
            None => any_winning(request, rests, budget)?,
            found => found,
        },
    };
    Ok(Some(Moves::TooMany { most: MAX_LISTED_MOVES, winning }))
}

/// Whether a plain heap, or a pair of a product, surely has more moves than are listed, without
/// holding any of them: a move of a code or of the form `take .. leaving ..` shows no option twice.
fn is_large(query: &Query, term: &Term, budget: &mut Budget) -> Result<bool, Stopped> {
    let (games, size) = match (&query.rulesets[term.ruleset], &term.component) {
        (Ruleset::Heap(rules), &Component::Heap(size)) => (std::slice::from_ref(rules), size),
        (Ruleset::Product(rules), &Component::Pair([a, b])) => (&rules.factors[..], a.saturating_mul(b)),
        _ => return Ok(false),
    };
    let mut moves = games.iter().flat_map(|rules| &rules.moves);
    if size <= SMALL || moves.any(|kind| matches!(kind, HeapMove::General(_))) {
        return Ok(false);
    }
    let kinds = games.iter().map(|rules| rules.moves.len() as u64).product::<u64>();
    let most = MAX_LISTED_MOVES.saturating_mul(kinds);
    let mut shown = 0;
    let walked = query.rulesets[term.ruleset].walk(&term.component, |step| {
        if step.option(|steps| budget.charge(steps))?.is_none() {
            return Ok(());
        }
        budget.charge(look(&term.component))?;
        shown += 1;
        if shown > most { Err(Halt::Enough) } else { Ok(()) }
    });
    match walked {
        Err(Halt::Stopped(stopped)) if stopped.is_limit() => Err(stopped),
        walked => Ok(matches!(walked, Err(Halt::Enough))),
    }
}

/// The first winning move among the first moves of each component.
pub(super) fn any_winning(
    request: &MoveRequest<'_>,
    rests: &[Option<Nimber>],
    budget: &mut Budget,
) -> Result<Option<Move>, Stopped> {
    let MoveRequest { query, solution, .. } = *request;
    let groups = query.groups().map(|places| (places.start, &query.position[places.start]));
    for (at, term) in groups.filter(|(_, term)| !by_period::is_behind(solution, term)) {
        let (mut winning, mut shown) = (None, 0);
        let walked = query.rulesets[term.ruleset].walk(&term.component, |step| {
            let Some(parts) = step.option(|steps| budget.charge(steps))? else { return Ok(()) };
            budget.charge(look(&term.component))?;
            shown += 1;
            winning = Some(after(query, solution, at, parts, rests[at])?).filter(Move::wins);
            if winning.is_some() || shown > MAX_LISTED_MOVES { Err(Halt::Enough) } else { Ok(()) }
        });
        match walked {
            Ok(()) | Err(Halt::Enough) if winning.is_some() => return Ok(winning),
            Ok(()) | Err(Halt::Enough) => {}
            Err(Halt::Stopped(stopped)) => return Err(stopped),
        }
    }
    Ok(None)
}
