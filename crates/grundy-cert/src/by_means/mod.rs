//! Checks by each means, by the evaluators and by the plain meaning alone: the same verdicts, and
//! the same flaws at facts that are altered.

mod heaps;
mod words;

use std::{collections::HashMap, sync::Arc};

use grundy_core::{Fault, Game, MexSet, Nimber};
use grundy_games::{Component, Query, Question, Ruleset};

use crate::{Answer, Claim, Flaw, Means, Solution, Verdict, check_by};

/// Values of components.
type Known = HashMap<Component, Nimber>;

/// The mex of an option set by the plain meaning and these values; `None` if a value is missing or
/// the rules are at fault.
fn plain(ruleset: &Ruleset, component: &Component, values: &Known) -> Option<Nimber> {
    let mut seen = MexSet::new();
    let walked = ruleset.options(component, |parts| {
        let sum: Option<Nimber> = parts.iter().map(|part| values.get(part).copied()).sum();
        seen.insert(sum.ok_or(Fault("a value is missing".into()))?);
        Ok::<(), Fault>(())
    });
    walked.is_ok().then(|| seen.mex())
}

/// The values of all components that come up, by the definition.
fn solved(ruleset: &Ruleset, start: &Component, known: &mut Known) {
    if known.contains_key(start) {
        return;
    }
    let mut parts = Vec::new();
    let walked = ruleset.options(start, |option| {
        parts.extend_from_slice(option);
        Ok::<(), Fault>(())
    });
    assert_eq!(walked, Ok(()));
    parts.iter().for_each(|part| solved(ruleset, part, known));
    let mex = plain(ruleset, start, known).expect("every option is solved");
    known.insert(start.clone(), mex);
}

/// A query about a value, and its solution: a list of values for heaps, else a map.
fn solution(game: &str, position: &str) -> (Query, Solution, Known) {
    let rules = grundy_games::game(game).unwrap_or_else(|fault| panic!("{game}: {fault}"));
    let start = grundy_games::position(&rules, position).unwrap_or_else(|fault| panic!("{position}: {fault}"));
    let mut known = Known::new();
    match start[0] {
        Component::Heap(size) => (0..=size).for_each(|size| solved(&rules.ruleset, &Component::Heap(size), &mut known)),
        _ => solved(&rules.ruleset, &start[0], &mut known),
    }
    let answer = Answer::Value(known[&start[0]]);
    let query = Query::new(&rules, start, Question::Value);
    let claims = vec![claim(&known)];
    (query, Solution { answer, claims }, known)
}

fn claim(known: &Known) -> Claim {
    let listed: Option<Vec<Nimber>> =
        (0..known.len() as u64).map(|size| known.get(&Component::Heap(size)).copied()).collect();
    listed.map_or_else(|| Claim::Positions(Arc::new(known.clone())), Claim::Values)
}

fn by(means: Means, query: &Query, solution: &Solution) -> Result<Verdict, Flaw> {
    check_by(means, query, solution, u64::MAX, &mut || true)
}
