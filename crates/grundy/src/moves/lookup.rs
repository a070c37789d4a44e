//! Who wins after a move, looked up in the claims of a solution.

use grundy_cert::Solution;
use grundy_core::{Fault, Nimber, Outcome, cancel_pairs};
use grundy_games::{Component, Query, Term};
use grundy_solvers::Stopped;

use super::listing::Move;

/// The fault of a solution that does not hold the value of a component.
pub(super) fn missing(component: &Component) -> Stopped {
    Fault(format!("the solution does not tell what {component} is worth")).into()
}

/// The move in the component at `at` that leaves `parts`; `rest` is the value of the other components.
pub(super) fn after(
    query: &Query,
    solution: &Solution,
    at: usize,
    parts: &[Component],
    rest: Option<Nimber>,
) -> Result<Move, Stopped> {
    told(query, solution, at, parts, rest)?.ok_or_else(|| missing(&query.position[at].component))
}

/// As [`after`]; nothing where the claims do not tell who wins then.
pub(super) fn told(
    query: &Query,
    solution: &Solution,
    at: usize,
    parts: &[Component],
    rest: Option<Nimber>,
) -> Result<Option<Move>, Stopped> {
    let Term { ruleset, component } = &query.position[at];
    let made = |value: Option<Nimber>, outcome| {
        let (from, to) = (component.clone(), parts.to_vec());
        Move { component: at, from, to, value, outcome, words: Vec::new() }
    };
    if let Some(rest) = rest {
        let mut parts = parts.to_vec();
        cancel_pairs(&mut parts);
        let sum: Option<Nimber> = parts.iter().map(|part| solution.value(query, *ruleset, part)).sum();
        if let Some(sum) = sum {
            return Ok(Some(made(Some(rest + sum), (rest + sum).outcome())));
        }
        if let Some(wins) = solution.is(query, *ruleset, &parts, rest)? {
            return Ok(Some(made(None, if wins { Outcome::P } else { Outcome::N })));
        }
    }
    let others = query.position.iter().enumerate().filter(|(own, _)| *own != at).map(|(_, term)| term.clone());
    let sum: Vec<Term> =
        others.chain(parts.iter().map(|part| Term { ruleset: *ruleset, component: part.clone() })).collect();
    Ok(solution.outcome(query, &sum).map(|outcome| made(None, outcome)))
}
