//! Kinds of heaps that grow where play does not come back: every solver that takes such a game,
//! against the definition.

use std::collections::HashMap;

use fastrand::Rng;
use grundy_cert::{Answer, Verdict, check};
use grundy_core::{Fault, Game, MexSet, Nimber};
use grundy_games::{Component, Measure, Query, Question, Ruleset};

use crate::{SOLVERS, support::budget::Budget};

/// The value by the definition.
fn plain(ruleset: &Ruleset, component: &Component, known: &mut HashMap<Component, Nimber>) -> Nimber {
    if let Some(&value) = known.get(component) {
        return value;
    }
    let mut options = Vec::new();
    let walked = ruleset.options(component, |parts| {
        options.push(parts.to_vec());
        Ok::<(), Fault>(())
    });
    walked.unwrap_or_else(|fault| panic!("{component}: {fault:?}"));
    let mut seen = MexSet::new();
    for option in options {
        seen.insert(option.iter().map(|part| plain(ruleset, part, known)).sum());
    }
    known.insert(component.clone(), seen.mex());
    seen.mex()
}

/// Rules about three kinds of one size, or two of two sizes: A leads to B, and B to C.
fn game(random: &mut Rng) -> (String, String) {
    let mut any = |texts: &[&str], most: usize| {
        let some: Vec<String> =
            (0..=random.usize(..most)).map(|_| random.choice(texts).unwrap_or(&"").to_string()).collect();
        some.join(", ")
    };
    if any(&["1", "2", "3"], 1) == "1" {
        let own = any(&["A(a, b) -> A(a-1, b)", "A(a, b) -> A(a-1, b+2) where b < 9", "A(a, b) -> A(a, b-2)"], 2);
        let grows =
            any(&["A(a, b) -> B(b+1, a+2)", "A(a, b) -> B(2a, b) + B(b, b)", "A(a, b) -> A(a-1, b) + B(b+3, a)"], 2);
        let last = any(&["B(a, b) -> B(a-k, b) for k in 1..2", "B(a, b) -> B(a-1, b-1)", "B(a, b) -> B(b-1, a)"], 2);
        return (format!("{own}, {grows}, {last}"), any(&["A(3, 4)", "A(2, 5) + B(3, 3)", "A(4, 1)"], 1));
    }
    let own = any(&["A(n) -> A(n-1)", "A(n) -> A(n-3)", "A(n) -> D(n) where n > 2, D(n) -> A(n-1)"], 2);
    let grows = any(&["A(n) -> B(n+3)", "A(n) -> B(2n) + A(n-1)", "A(n) -> B(n*n) where n < 5", "A(n) -> C(n+9)"], 2);
    let last = any(&["B(n) -> B(n-1)", "B(n) -> B(n-2)", "B(n) -> B(n/2) where n > 1", "B(n) -> C(n+2)"], 3);
    let end = any(&["C(n) -> C(n-k) for k in 1..3", "C(n) -> C(n-2)", "C(n) -> C(n-4) + C(n/2) where n > 3"], 2);
    (format!("{own}, {grows}, B(n) -> B(n-5), {last}, {end}"), any(&["A(7)", "A(9) + B(4)", "A(12)", "A(5) + C(8)"], 1))
}

/// Compares every solver that takes a game with the definition, and returns how many answers there
/// are.
fn compare(text: &str, position: &str) -> usize {
    let rules = grundy_games::game(text).unwrap_or_else(|fault| panic!("{text}: {fault}"));
    let start = grundy_games::position(&rules, position).unwrap_or_else(|fault| panic!("{text}: {fault}"));
    let mut answers = 0;
    let mut known = HashMap::new();
    let value: Nimber = start.iter().map(|heap| plain(&rules.ruleset, heap, &mut known)).sum();
    for question in [Question::ValueAndMoves, Question::Value, Question::Outcome] {
        let query = Query::new(&rules, start.clone(), question);
        for solver in SOLVERS {
            let scope = solver.scope();
            if !scope.questions.contains(&question) || !scope.conventions.contains(&query.convention) {
                continue;
            }
            if solver.assess(&query).is_err() {
                continue;
            }
            let Ok(solution) = solver.solve(&query, &mut Budget::new()) else {
                assert!(solver.is_attempt(), "{text} at {position}: {} fails", solver.name());
                continue;
            };
            let expected = match question {
                Question::Outcome => Answer::Outcome(value.outcome()),
                _ => Answer::Value(value),
            };
            assert_eq!(solution.answer, expected, "{text} at {position} by {}", solver.name());
            let verdict = check(&query, &solution, &mut || true);
            assert_eq!(verdict, Ok(Verdict::Verified), "{text} at {position} by {}", solver.name());
            answers += 1;
        }
    }
    answers
}

/// The measure of rules about kinds.
fn measure(text: &str) -> Measure {
    let rules = grundy_games::game(text).unwrap_or_else(|fault| panic!("{text}: {fault}"));
    let Ruleset::Typed(typed) = rules.ruleset else { panic!("{text} has kinds") };
    typed.measure
}

#[test]
fn kinds_that_grow_once_have_the_values_of_the_definition() {
    let mut random = Rng::with_seed(0x5749_6e67);
    let (mut games, mut staged, mut answers) = (0, 0, 0);
    for _ in 0..400 {
        let (text, position) = game(&mut random);
        // An order of A's sizes and another one of B's prove nothing.
        if grundy_games::game(&text).is_err() {
            continue;
        }
        games += 1;
        staged += usize::from(!measure(&text).is_of_sizes());
        answers += compare(&text, &position);
    }
    assert!(games > 200 && staged * 3 > games && answers >= games, "{staged} of {games} grow, {answers} answers");
}
