//! Winning moves of stones on a staircase, for any number of stones: the closed form gives for each
//! arc the amounts that win, so no option is made but those that are listed.
//!
//! *Example.* A staircase with 3 stones on the first stair and 5 on the third is Nim `3 + 5`; the
//! winning move carries two stones from the third stair to the second. *Cost:* the steps of the
//! staircase for each arc.

use grundy_cert::{
    Claim,
    closed_form::{Progression, Staircase, StonesOnStairs},
};
use grundy_core::{Nimber, Outcome};
use grundy_games::{Component, Convention, Query};
use grundy_solvers::{Budget, Stopped};

use super::{
    listing::{Move, MoveRequest, Moves, over, room},
    lookup::total,
};

/// Winning moves along an arc of a component.
struct Ways {
    /// The place of the component in the sum.
    component: usize,
    arc: (u32, u32),
    /// The numbers of stones that win.
    amounts: Progression,
}

/// The winning moves, arc by arc. `None` for other claims and in misère play.
pub(super) fn moves(request: &MoveRequest<'_>, budget: &mut Budget) -> Result<Option<Moves>, Stopped> {
    let MoveRequest { query, solution, all, .. } = *request;
    let ([Claim::ClosedForm(form)], Convention::Normal) = (&solution.claims[..], query.convention) else {
        return Ok(None);
    };
    if !form.is(&StonesOnStairs) {
        return Ok(None);
    }
    let Some(total) = total(query, solution) else { return Ok(None) };
    let (mut count, mut winning, mut heaviest) = (0u128, 0u128, 1);
    let mut ways = Vec::new();
    for places in request.groups() {
        let (at, term) = (places.start, &query.position[places.start]);
        let Some(stairs) = Staircase::of(&query.rulesets[term.ruleset], &term.component) else { return Ok(None) };
        heaviest = heaviest.max(size_of::<Move>() as u64 + 2 * term.component.bytes());
        let steps = u32::try_from(stairs.steps()).unwrap_or(u32::MAX);
        for arc in stairs.arcs() {
            budget.charge(steps)?;
            count += u128::from(stairs.moves(arc)) * places.len() as u128;
            if total == Nimber::ZERO {
                continue;
            }
            for amounts in stairs.winning(arc, total.0) {
                winning += amounts.count();
                if ways.is_empty() || winning <= room(heaviest).into() {
                    ways.push(Ways { component: at, arc, amounts });
                }
            }
        }
    }
    let most = room(heaviest);
    let first = |ways: &[Ways]| ways.first().and_then(|ways| made(query, ways, ways.amounts.first));
    if all {
        // Few moves are listed as those of any other game.
        return Ok((count > most.into()).then(|| Moves::TooMany { most: over(count), winning: first(&ways) }));
    }
    if winning > most.into() {
        return Ok(Some(Moves::TooMany { most: over(count), winning: first(&ways) }));
    }
    let mut moves = Vec::new();
    for ways in &ways {
        for amount in ways.amounts.numbers() {
            budget.poll()?;
            budget.hold(heaviest)?;
            moves.extend(made(query, ways, amount));
        }
    }
    Ok(Some(Moves::Listed { moves, count, merged: false, unknown: 0 }))
}

/// The move of this many stones.
fn made(query: &Query, ways: &Ways, amount: u64) -> Option<Move> {
    let from = &query.position[ways.component].component;
    let Component::Stones(stones) = from else { return None };
    let to = vec![Component::Stones(stones.carried(amount, ways.arc)?)];
    let (from, value, component) = (from.clone(), Some(Nimber::ZERO), ways.component);
    Some(Move { component, from, to, value, outcome: Outcome::P, words: Vec::new(), actions: Vec::new() })
}
