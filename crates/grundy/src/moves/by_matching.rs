//! The moves of a token whose outcome a maximum matching gives. Each leaves the same graph; if the
//! outcomes of some are not known, one that wins.
//!
//! *Theorem:* the player to move wins exactly if every maximum matching covers the vertex of the
//! token; a winning move goes to the partner of the vertex. The claim lists the moves in the order
//! of the rules, so the walk takes one outcome for each option.

use std::cmp::Reverse;

use grundy_cert::Claim;
use grundy_core::{Game, Outcome};
use grundy_games::{Component, Term};
use grundy_solvers::{Budget, Halt, Stopped};

use super::listing::{Move, MoveRequest, Moves};

/// The moves with known outcomes. `None` for other claims.
pub(super) fn moves(request: &MoveRequest<'_>, budget: &mut Budget) -> Result<Option<Moves>, Stopped> {
    let MoveRequest { query, solution, all, .. } = *request;
    let [Claim::Matching(claim)] = &solution.claims[..] else { return Ok(None) };
    let [Term { ruleset, component: component @ Component::Token(token) }] = &query.position[..] else {
        return Ok(None);
    };
    let outcomes = claim.moves();
    budget.hold((outcomes.len() * size_of::<Move>()) as u64)?;
    let mut moves = Vec::new();
    let mut next = outcomes.iter();
    let walked = query.rulesets[*ruleset].walk(component, |step| {
        let Some(parts) = step.option(|steps| budget.charge(steps))? else { return Ok(()) };
        budget.tick()?;
        let Some((_, outcome)) = next.next() else { return Err(Halt::Enough) };
        let Some(outcome) = *outcome else { return Ok(()) };
        if all || outcome == Outcome::P {
            let from = Component::Token(token.clone());
            moves.push(Move {
                component: 0,
                from,
                to: parts.to_vec(),
                value: None,
                outcome,
                words: Vec::new(),
                actions: Vec::new(),
            });
        }
        Ok(())
    });
    if let Err(Halt::Stopped(stopped)) = walked {
        return Err(stopped);
    }
    moves.sort_by_key(|made| Reverse(made.wins()));
    let unknown = outcomes.iter().filter(|(_, outcome)| outcome.is_none()).count();
    Ok(Some(match unknown > 0 && !all {
        true => Moves::One(moves.into_iter().find(Move::wins)),
        false => Moves::Listed { moves, count: outcomes.len() as u128, merged: false, unknown: unknown as u128 },
    }))
}
