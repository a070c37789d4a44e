//! Checks by each means, by the evaluators and by the plain meaning alone: the same verdicts, and
//! the same flaws at facts that are altered.

mod heaps;
mod words;

use std::{
    collections::{HashMap, HashSet},
    num::NonZero,
    ops::ControlFlow,
    sync::{Arc, Mutex},
    thread::{self, ThreadId},
};

use grundy_core::{Fault, Game, MexSet, Nimber};
use grundy_games::{Component, Query, Question, Ruleset};

use crate::{Answer, CheckLimits, Claim, Flaw, Means, Solution, ValueMap, Verdict, check_by, check_with};

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

/// Values that note which threads look them up.
struct Watched(Known, Arc<Mutex<HashSet<ThreadId>>>);

impl ValueMap for Watched {
    fn value(&self, component: &Component) -> Option<Nimber> {
        self.1.lock().expect("no panic").insert(thread::current().id());
        self.0.get(component).copied()
    }

    fn count(&self) -> u64 {
        self.0.len() as u64
    }

    fn each(&self, visit: &mut dyn FnMut(&Component, Nimber) -> ControlFlow<()>) {
        self.0.each(visit);
    }
}

/// No more threads than these look at the facts, and one of them alone is that of the caller.
#[test]
fn a_check_keeps_to_its_threads() {
    for (game, position) in [
        ("W(a, b) -> W(a-k, b) for k in 1..a, W(a, b) -> W(a, b-k) for k in 1..b", "W(30, 29)"),
        ("row: take palindrome 2..", "\"abcabbacba\""),
    ] {
        let (query, right, known) = solution(game, position);
        for (means, threads) in [(Means::Plain, 1), (Means::Evaluator, 1), (Means::Plain, 3), (Means::Evaluator, 3)] {
            let ids: Arc<Mutex<HashSet<ThreadId>>> = Arc::default();
            let claim = Claim::Positions(Arc::new(Watched(known.clone(), ids.clone())));
            let watched = Solution { answer: right.answer.clone(), claims: vec![claim] };
            let limits = CheckLimits { means, threads: NonZero::new(threads), ..CheckLimits::default() };
            assert_eq!(check_with(limits, &query, &watched, &mut || true), Ok(Verdict::Verified), "{game}");
            let ids = ids.lock().expect("no panic");
            assert!((1..=threads).contains(&ids.len()), "{game}: {} threads of {threads}", ids.len());
            assert!(threads > 1 || ids.contains(&thread::current().id()), "{game}");
        }
    }
}
