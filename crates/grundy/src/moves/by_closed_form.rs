//! Winning moves that a closed form gives, for heaps of any size. In Nim in normal play there is
//! one in each heap that its exclusive or with the total lowers. A form that gives only who wins
//! has a winning move of its own.

use grundy_cert::{Answer, Claim, ClosedForm};
use grundy_core::{Nimber, Outcome};
use grundy_games::{Component, Convention, Question};
use grundy_solvers::{Budget, Stopped};

use super::{
    listing::{Move, Moves, Request},
    lookup::total,
};

pub(super) fn moves(request: &Request<'_>, _: &mut Budget) -> Result<Option<Moves>, Stopped> {
    let Request { query, solution, all } = *request;
    if let ([Claim::ClosedForm(form)], [term]) = (&solution.claims[..], &query.position[..])
        && form.is_outcome()
        && query.question == Question::Outcome
        && !all
    {
        let left = form.winning_option(&query.rulesets[term.ruleset], &term.component);
        return Ok(match (left, &solution.answer) {
            (Some(to), _) => Some(Moves::One(Some(winning(term.component.clone(), to)))),
            (None, Answer::Outcome(Outcome::P)) => Some(Moves::One(None)),
            // A size of what is left is 2^64 or more.
            (None, _) => None,
        });
    }
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
            moves.push(Move {
                component: at,
                from,
                to,
                value,
                outcome: Outcome::P,
                words: Vec::new(),
                deeds: Vec::new(),
            });
        }
    }
    Ok(Some(Moves::Listed { moves, count, merged: false, unknown: 0 }))
}

/// A winning move in the only component.
fn winning(from: Component, to: Component) -> Move {
    Move { component: 0, from, to: vec![to], value: None, outcome: Outcome::P, words: Vec::new(), deeds: Vec::new() }
}
