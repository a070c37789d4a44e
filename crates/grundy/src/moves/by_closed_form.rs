//! Winning moves that a closed form gives, for heaps of any size. In Nim, Maximum Nim, Euclid and
//! `take 1..b` in normal play no two options of a heap have equal values, so at most one move in
//! each heap wins. A form that gives only who wins, and some others, have one winning move.
//!
//! *Example.* In Nim `3 + 4 + 5` the value of the sum is 2. A winning move in a heap of size s
//! leaves s xor 2: 3 to 1 is smaller, 4 to 6 and 5 to 7 are not. So one of the 12 moves wins.
//! *Cost:* one evaluation of the form for each heap.

use grundy_cert::{
    Answer, Claim,
    closed_form::{ClosedForm, Parity},
};
use grundy_core::{Game as _, Nimber, Outcome};
use grundy_games::{Component, Convention, Query, Question, Term};
use grundy_solvers::{Budget, Halt, Stopped};

use super::{
    listing::{MAX_LISTED_MOVES, Move, MoveRequest, Moves, over},
    lookup::total,
};

/// The winning moves. `None` for other claims, in misère play, and where all moves are requested.
pub(super) fn moves(request: &MoveRequest<'_>, budget: &mut Budget) -> Result<Option<Moves>, Stopped> {
    let MoveRequest { query, solution, all, .. } = *request;
    let ([Claim::ClosedForm(form)], Convention::Normal, false) = (&solution.claims[..], query.convention, all) else {
        return Ok(None);
    };
    if let [term] = &query.position[..] {
        let (ruleset, component) = (&query.rulesets[term.ruleset], &term.component);
        if query.question == Question::Outcome && !form.has_value(ruleset, component) {
            let left = form.option(ruleset, component, Nimber::ZERO);
            return Ok(match (left, &solution.answer) {
                (Some(to), _) => Some(Moves::One(Some(after(0, component, vec![to], None)))),
                (None, Answer::Outcome(Outcome::P)) => Some(Moves::One(None)),
                // A size of what is left is 2^64 or more.
                (None, _) => None,
            });
        }
        if form.is(&Parity) && is_long(component) {
            return one_of_a_long_position(query, term, total(query, solution), budget).map(Some);
        }
    }
    let Some(total) = total(query, solution) else { return Ok(None) };
    match listed(request, *form, total, budget)? {
        Some(listed) => Ok(Some(listed)),
        None => Ok(one(request, *form, total)),
    }
}

/// The winning moves, where no two options of a heap have equal values. `None` for other forms.
fn listed(
    request: &MoveRequest<'_>,
    form: &dyn ClosedForm,
    total: Nimber,
    budget: &mut Budget,
) -> Result<Option<Moves>, Stopped> {
    let query = request.query;
    let parts = |term: &Term| form.unique_options(&query.rulesets[term.ruleset], &term.component);
    let mut counts = Vec::new();
    for places in request.groups() {
        budget.tick()?;
        let Some(options) = parts(&query.position[places.start]) else { return Ok(None) };
        counts.push((places, options));
    }
    let mut count = 0u128;
    let mut moves = Vec::new();
    for (places, options) in counts {
        budget.tick()?;
        let (at, term) = (places.start, &query.position[places.start]);
        let (from, ruleset) = (&term.component, &query.rulesets[term.ruleset]);
        let Some(own) = form.value(ruleset, from) else { return Ok(None) };
        count += u128::from(options) * places.len() as u128;
        let Some(left) = form.option(ruleset, from, total + own) else { continue };
        // A list is copied as it doubles.
        budget.hold((3 * size_of::<Move>() + 2 * size_of::<Component>()) as u64)?;
        moves.push(after(at, from, parts_of(left), Some(Nimber::ZERO)));
    }
    Ok(Some(Moves::Listed { moves, count, merged: false, unknown: 0 }))
}

/// One winning move of a sum whose moves take too long to list: one that lowers the value of a
/// component; all of them where the form tells them. `None` if they do not take too long, or the
/// form does not give it.
fn one(request: &MoveRequest<'_>, form: &dyn ClosedForm, total: Nimber) -> Option<Moves> {
    let query = request.query;
    let all = || query.position.iter().map(|term| (&query.rulesets[term.ruleset], &term.component));
    let trials: u128 = all().map(|(ruleset, component)| form.trials(ruleset, component)).sum::<Option<_>>()?;
    if trials <= MAX_LISTED_MOVES.into() {
        return None;
    }
    let count: Option<u128> = all().map(|(ruleset, component)| form.moves(ruleset, component)).sum();
    if let (Question::ValueAndMoves, Some(count), Some(moves)) = (query.question, count, told(request, form, total)) {
        return Some(Moves::Listed { moves, count, merged: false, unknown: 0 });
    }
    let lowered = |(at, term): (usize, &Term)| {
        let (from, ruleset) = (&term.component, &query.rulesets[term.ruleset]);
        let own = form.value(ruleset, from)?;
        let left = form.option(ruleset, from, own + total).filter(|_| own + total < own)?;
        Some(after(at, from, parts_of(left), Some(Nimber::ZERO)))
    };
    let winning = query.position.iter().enumerate().filter(|_| total != Nimber::ZERO).find_map(lowered);
    Some(match (query.question, count) {
        (Question::ValueAndMoves, Some(count)) => Moves::TooMany { most: over(count), winning },
        _ => Moves::One(winning),
    })
}

/// All winning moves of a sum that is won, if the form tells the options of each component that
/// have a value.
fn told(request: &MoveRequest<'_>, form: &dyn ClosedForm, total: Nimber) -> Option<Vec<Move>> {
    if total == Nimber::ZERO {
        return None;
    }
    let mut moves = Vec::new();
    for places in request.groups() {
        let (at, term) = (places.start, &request.query.position[places.start]);
        let from = &term.component;
        let options = form.changed(&request.query.rulesets[term.ruleset], from, total)?;
        moves.extend(options.into_iter().map(|left| after(at, from, vec![left], Some(Nimber::ZERO))));
    }
    Some(moves)
}

/// What a component becomes: nothing, if no counter is left of a heap.
fn parts_of(left: Component) -> Vec<Component> {
    if left == Component::Heap(0) { Vec::new() } else { vec![left] }
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
        return Ok(Moves::One(found.map(|to| after(0, from, to, Some(Nimber::ZERO)))));
    }
    let walked = query.rulesets[term.ruleset].walk(from, |step| {
        let Some(parts) = step.option(|steps| budget.charge(steps))? else { return Ok(()) };
        found = Some(parts.to_vec());
        Err(Halt::Enough)
    });
    if let Err(Halt::Stopped(stopped)) = walked {
        return Err(stopped);
    }
    Ok(Moves::One(found.map(|to| after(0, from, to, Some(Nimber::ZERO)))))
}

/// A winning move in the component of this place, which leaves a sum of this value.
fn after(component: usize, from: &Component, to: Vec<Component>, value: Option<Nimber>) -> Move {
    let from = from.clone();
    Move { component, from, to, value, outcome: Outcome::P, words: Vec::new(), actions: Vec::new() }
}
