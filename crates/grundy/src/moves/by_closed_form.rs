//! The winning moves of Nim in normal play, for heaps of any size: in each heap that its exclusive
//! or with the total lowers, one.

use grundy_cert::{Claim, ClosedForm};
use grundy_core::{Nimber, Outcome};
use grundy_games::{Component, Convention};
use grundy_solvers::{Budget, Stopped};

use super::{
    listing::{Move, Moves, Request},
    lookup::total,
};

pub(super) fn moves(request: &Request<'_>, _: &mut Budget) -> Result<Option<Moves>, Stopped> {
    let Request { query, solution, all } = *request;
    let ([Claim::ClosedForm(ClosedForm::Nim)], Convention::Normal, false) =
        (&solution.claims[..], query.convention, all)
    else {
        return Ok(None);
    };
    let Some(total) = total(query, solution) else { return Ok(None) };
    let mut count = 0u128;
    let mut moves = Vec::new();
    for (at, term) in query.position.iter().enumerate() {
        let Component::Heap(size) = term.component else { return Ok(None) };
        count += u128::from(size);
        let rest = size ^ total.0;
        if rest < size {
            let to = if rest == 0 { Vec::new() } else { vec![Component::Heap(rest)] };
            let from = term.component.clone();
            let value = Some(Nimber::ZERO);
            moves.push(Move { component: at, from, to, value, outcome: Outcome::P, words: Vec::new() });
        }
    }
    Ok(Some(Moves::Listed { moves, count, unknown: 0 }))
}
