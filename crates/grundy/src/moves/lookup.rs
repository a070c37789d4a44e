//! The outcome after a move, looked up in the claims of a solution.
//!
//! Where the values of the other components are known, the outcome after a move follows from the
//! value that it leaves; else the claims are asked about the whole sum.

use grundy_cert::{Answer, Claim, Mode, Solution};
use grundy_core::{Fault, Nimber, Outcome, cancel_pairs};
use grundy_games::{Component, Convention, Query, Term};
use grundy_solvers::{Budget, Stopped};

use super::listing::{Move, MoveRequest};

/// The fault of a solution that does not hold the value of a component.
pub(super) fn missing(component: &Component) -> Stopped {
    Fault(format!("the solution does not hold the value of {component}")).into()
}

/// What an option of a component costs to copy and to look up, in cheap steps of the budget: a long
/// word takes long.
pub(super) fn look(component: &Component) -> u32 {
    u32::try_from(1 + component.bytes() / 16).unwrap_or(u32::MAX)
}

/// The move in the component at `at` that leaves `parts`; `rest` is the value of the other
/// components.
///
/// # Errors
/// A fault if the claims do not give the outcome.
pub(super) fn after(
    query: &Query,
    solution: &Solution,
    at: usize,
    parts: &[Component],
    rest: Option<Nimber>,
) -> Result<Move, Stopped> {
    known(query, solution, at, parts, rest)?.ok_or_else(|| missing(&query.position[at].component))
}

/// As [`after`]. `None` if the claims do not give the outcome after the move.
pub(super) fn known(
    query: &Query,
    solution: &Solution,
    at: usize,
    parts: &[Component],
    rest: Option<Nimber>,
) -> Result<Option<Move>, Stopped> {
    let Term { ruleset, component } = &query.position[at];
    let made = |value: Option<Nimber>, outcome| {
        let (from, to) = (component.clone(), parts.to_vec());
        Move { component: at, from, to, value, outcome, words: Vec::new(), actions: Vec::new() }
    };
    if let Some(rest) = rest {
        // Parts that differ in names or places only are equal.
        let mut parts: Vec<Component> = parts.iter().map(Component::bare).collect();
        cancel_pairs(&mut parts);
        let sum: Option<Nimber> = parts.iter().map(|part| solution.value(query, *ruleset, part)).sum();
        if let Some(sum) = sum {
            return Ok(Some(made(Some(rest + sum), (rest + sum).outcome())));
        }
        if let Some(wins) = solution.is(query, *ruleset, &parts, rest)? {
            return Ok(Some(made(None, if wins { Outcome::P } else { Outcome::N })));
        }
    }
    let others = query.position.iter().enumerate().filter(|(place, _)| *place != at).map(|(_, term)| term.clone());
    let sum: Vec<Term> =
        others.chain(parts.iter().map(|part| Term { ruleset: *ruleset, component: part.clone() })).collect();
    Ok(solution.outcome(query, &sum).map(|outcome| made(None, outcome)))
}

/// The value of the other components together, for each component. `None` if it is not known, and
/// if values do not decide who wins.
///
/// # Errors
/// A limit is reached; a fault if the winning moves are requested and a value is missing.
pub(super) fn rests(request: &MoveRequest<'_>, budget: &mut Budget) -> Result<Vec<Option<Nimber>>, Stopped> {
    let MoveRequest { query, solution, all, .. } = *request;
    budget.hold((2 * query.position.len() * size_of::<Option<Nimber>>()) as u64)?;
    if query.convention == Convention::Misere || is_capped(solution) {
        return Ok(vec![None; query.position.len()]);
    }
    let mut values: Vec<Option<Nimber>> = Vec::with_capacity(query.position.len());
    for places in query.groups() {
        let term = &query.position[places.start];
        budget.charge(look(&term.component))?;
        values.resize(places.end, solution.value(query, term.ruleset, &term.component));
    }
    let unknown = values.iter().filter(|value| value.is_none()).count();
    if let (false, Some(at)) = (all, values.iter().position(Option::is_none)) {
        return Err(missing(&query.position[at].component));
    }
    let known: Nimber = values.iter().flatten().copied().sum();
    Ok(values
        .iter()
        .map(|value| (unknown == usize::from(value.is_none())).then(|| known + value.unwrap_or_default()))
        .collect())
}

/// The value of the whole sum, in normal play.
pub(super) fn total(query: &Query, solution: &Solution) -> Option<Nimber> {
    match solution.answer {
        Answer::Value(value) => Some(value),
        Answer::Outcome(_) if query.convention == Convention::Normal => {
            query.position.iter().map(|term| solution.value(query, term.ruleset, &term.component)).sum()
        }
        _ => None,
    }
}

/// Whether the claim is about values up to a cap, so that only outcomes of single components are
/// certain.
fn is_capped(solution: &Solution) -> bool {
    matches!(&solution.claims[..], [Claim::Automaton(claim)] if matches!(claim.mode, Mode::Capped(_)))
}
