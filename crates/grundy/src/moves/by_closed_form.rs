//! Winning moves that a closed form gives, for heaps of any size. In Nim, Maximum Nim and
//! `take 1..b` in normal play no two options of a heap have equal values, so at most one move in
//! each heap wins. A form that gives only who wins has a winning move of its own.
//!
//! *Example.* In Nim `3 + 4 + 5` the value of the sum is 2. A winning move in a heap of size s
//! leaves s xor 2: 3 to 1 is smaller, 4 to 6 and 5 to 7 are not. So one of the 12 moves wins.
//! *Cost:* one evaluation of the form for each heap.

use grundy_cert::{Answer, Claim, ClosedForm};
use grundy_core::{Game as _, Nimber, Outcome};
use grundy_games::{Component, Convention, Query, Question, Term};
use grundy_solvers::{Budget, Halt, Stopped};

use super::{
    listing::{Move, Moves, Request},
    lookup::total,
};

/// The winning moves. `None` for other claims, in misère play, and where all moves are requested.
pub(super) fn moves(request: &Request<'_>, budget: &mut Budget) -> Result<Option<Moves>, Stopped> {
    let Request { query, solution, all, .. } = *request;
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
    if let ([Claim::ClosedForm(ClosedForm::Parity)], [term], Convention::Normal, false) =
        (&solution.claims[..], &query.position[..], query.convention, all)
        && is_long(&term.component)
    {
        return one_of_a_long_position(query, term, total(query, solution), budget).map(Some);
    }
    let (
        [Claim::ClosedForm(form @ (ClosedForm::Nim | ClosedForm::MaximumNim | ClosedForm::Range))],
        Convention::Normal,
        false,
    ) = (&solution.claims[..], query.convention, all)
    else {
        return Ok(None);
    };
    let Some(total) = total(query, solution) else { return Ok(None) };
    let mut count = 0u128;
    let mut moves = Vec::new();
    for places in request.groups() {
        budget.tick()?;
        let (at, term) = (places.start, &query.position[places.start]);
        let (&Component::Heap(size), ruleset) = (&term.component, &query.rulesets[term.ruleset]) else {
            return Ok(None);
        };
        let Some(own) = form.value(ruleset, &term.component) else { return Ok(None) };
        let Some((options, left)) = form.option(ruleset, size, total + own) else { return Ok(None) };
        count += u128::from(options) * places.len() as u128;
        let Some(rest) = left else { continue };
        let to = if rest == 0 { Vec::new() } else { vec![Component::Heap(rest)] };
        let (from, value) = (term.component.clone(), Some(Nimber::ZERO));
        let (words, deeds) = (Vec::new(), Vec::new());
        // A list is copied as it doubles.
        budget.hold((3 * size_of::<Move>() + 2 * size_of::<Component>()) as u64)?;
        moves.push(Move { component: at, from, to, value, outcome: Outcome::P, words, deeds });
    }
    Ok(Some(Moves::Listed { moves, count, merged: false, unknown: 0 }))
}

/// Words of more letters, and sets with more differences, are left out of lists: each option is as
/// long.
fn is_long(component: &Component) -> bool {
    match component {
        Component::Row(word) => word.len() > 1 << 12,
        Component::Set(set) => set.members().len() > 1 << 5,
        _ => false,
    }
}

/// Every move changes the parity of the plays that are left, so all moves win or none does.
fn one_of_a_long_position(
    query: &Query,
    term: &Term,
    total: Option<Nimber>,
    budget: &mut Budget,
) -> Result<Moves, Stopped> {
    if total == Some(Nimber::ZERO) {
        return Ok(Moves::One(None));
    }
    let (from, mut found) = (&term.component, None);
    if let Component::Set(set) = from {
        budget.charge(u32::try_from(set.members().len() / 64).unwrap_or(u32::MAX))?;
        found = set.added().and_then(|number| set.with(number)).map(|left| vec![Component::Set(left)]);
        return Ok(Moves::One(found.map(|to| after(from, to))));
    }
    let walked = query.rulesets[term.ruleset].walk(from, |step| {
        let Some(parts) = step.option(|steps| budget.charge(steps))? else { return Ok(()) };
        found = Some(parts.to_vec());
        Err(Halt::Enough)
    });
    if let Err(Halt::Stopped(stopped)) = walked {
        return Err(stopped);
    }
    Ok(Moves::One(found.map(|to| after(from, to))))
}

/// A winning move in the only component, which leaves a sum of value 0.
fn after(from: &Component, to: Vec<Component>) -> Move {
    let (from, value) = (from.clone(), Some(Nimber::ZERO));
    Move { component: 0, from, to, value, outcome: Outcome::P, words: Vec::new(), deeds: Vec::new() }
}

/// A winning move in the only component.
fn winning(from: Component, to: Component) -> Move {
    Move { component: 0, from, to: vec![to], value: None, outcome: Outcome::P, words: Vec::new(), deeds: Vec::new() }
}
