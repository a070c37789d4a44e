//! What must hold of every game: shown on random small ones, and on sizes where a representation
//! changes.
//!
//! The naive evaluations follow the meaning of the rules with plain recursion and use no solver.

use std::{collections::HashMap, sync::Arc, time::Duration};

use grundy::{
    Answer, Budget, Component, Convention, Declaration, Game, Nimber, Outcome, Query, Question, Solution, Verdict,
    cert::Claim,
    check,
    games::{Ruleset, Term},
    moves,
    moves::Moves,
    plan::{PlanOptions, plan_with},
    solvers::{Reason, SOLVERS, Solver},
};
use proptest::prelude::*;

use crate::games::{Sample, any_game, small_game};

pub fn naive(ruleset: &Ruleset, component: &Component, known: &mut HashMap<Component, u64>) -> u64 {
    if let Some(&value) = known.get(component) {
        return value;
    }
    let mut options = Vec::new();
    let visit = |parts: &[Component]| {
        options.push(parts.to_vec());
        Ok::<(), grundy::Fault>(())
    };
    ruleset.options(component, visit).expect("the rules hold");
    let values: Vec<u64> =
        options.iter().map(|parts| parts.iter().fold(0, |total, part| total ^ naive(ruleset, part, known))).collect();
    let mex = (0..).find(|value| !values.contains(value)).expect("some value is missing");
    known.insert(component.clone(), mex);
    mex
}

/// Misère play, for the whole sum at once.
pub fn naive_outcome(query: &Query, sum: &[Term], known: &mut HashMap<Vec<Term>, Outcome>) -> Outcome {
    let mut sum = sum.to_vec();
    sum.sort();
    if let Some(&outcome) = known.get(&sum) {
        return outcome;
    }
    let mut options = Vec::new();
    for (at, term) in sum.iter().enumerate() {
        let ruleset = &query.rulesets[term.ruleset];
        let visit = |parts: &[Component]| {
            let others = sum.iter().enumerate().filter(|(own, _)| *own != at).map(|(_, term)| term.clone());
            let parts = parts.iter().map(|part| Term { ruleset: term.ruleset, component: part.clone() });
            options.push(others.chain(parts).collect::<Vec<_>>());
            Ok::<(), grundy::Fault>(())
        };
        ruleset.options(&term.component, visit).expect("the rules hold");
    }
    let wins = options.is_empty() || options.iter().any(|option| naive_outcome(query, option, known) == Outcome::P);
    let outcome = if wins { Outcome::N } else { Outcome::P };
    known.insert(sum, outcome);
    outcome
}

pub fn read(Sample { game, position }: &Sample) -> (Declaration, Vec<Component>) {
    let rules = grundy::games::game(game).unwrap_or_else(|fault| panic!("{game}: {fault}"));
    let start =
        grundy::games::position(&rules, position).unwrap_or_else(|fault| panic!("{game} at {position}: {fault}"));
    (rules, start)
}

fn solve(query: &Query) -> Vec<(&'static str, Solution)> {
    let all = SOLVERS.iter().filter_map(|&kernel| Some((kernel, plan_with(query, PlanOptions::only(&[kernel])).ok()?)));
    let run = |(kernel, plan): (&dyn Solver, grundy::plan::Plan<'_>)| match kernel.is_attempt() {
        true => Some((kernel.name(), plan.run(&mut Budget::new().time(Duration::from_millis(200))).ok()?)),
        false => Some((kernel.name(), plan.run(&mut Budget::new()).expect("small games are solved"))),
    };
    all.filter_map(run).collect()
}

fn verdict(query: &Query, solution: &Solution) -> Result<Verdict, grundy::cert::Flaw> {
    check(query, solution, &mut || true)
}

/// Whether the checker verifies the solution; a claim that is marked as unchecked need not be.
fn stands(query: &Query, solution: &Solution) -> bool {
    let unchecked = solution.claims.iter().any(|claim| matches!(claim, Claim::Unchecked(..)));
    match verdict(query, solution) {
        Ok(Verdict::Verified) => true,
        Ok(Verdict::Unverified) => unchecked,
        // Every other verdict is a failure of the test: nothing bounds the memory here.
        Ok(_) | Err(_) => false,
    }
}

/// Every solution that differs from this one in a single value of a claim or in the answer.
fn lies(solution: &Solution) -> Vec<(String, Solution)> {
    let mut lies = Vec::new();
    let answers: Vec<Answer> = match &solution.answer {
        Answer::Value(value) => vec![Answer::Value(Nimber(value.0 + 1)), Answer::Value(Nimber(value.0 ^ 2))],
        Answer::Outcome(outcome) => vec![Answer::Outcome(other(*outcome))],
        Answer::Values(values) => {
            let altered = |at: usize| Answer::Values(with(values, at, |value| value.0 += 1));
            let short = Answer::Values(values[..values.len() - 1].to_vec());
            (0..values.len()).map(altered).chain([short]).collect()
        }
        Answer::Outcomes(outcomes) => {
            (0..outcomes.len()).map(|at| Answer::Outcomes(with(outcomes, at, |own| *own = other(*own)))).collect()
        }
    };
    for answer in answers {
        lies.push((format!("the answer {answer:?}"), Solution { answer, claims: solution.claims.clone() }));
    }
    for (place, claim) in solution.claims.iter().enumerate() {
        for (what, claim) in altered(claim) {
            let mut claims = solution.claims.clone();
            claims[place] = claim;
            lies.push((what, Solution { answer: solution.answer.clone(), claims }));
        }
    }
    lies
}

fn with<T: Clone>(all: &[T], at: usize, change: impl FnOnce(&mut T)) -> Vec<T> {
    let mut all = all.to_vec();
    change(&mut all[at]);
    all
}

fn other(outcome: Outcome) -> Outcome {
    if outcome == Outcome::N { Outcome::P } else { Outcome::N }
}

/// The claim with one value changed, in every way that matters: to each smaller value, and to the
/// next one.
fn altered(claim: &Claim) -> Vec<(String, Claim)> {
    let wrong = |value: Nimber| (0..=value.0 + 1).filter(move |&wrong| wrong != value.0).map(Nimber);
    match claim {
        Claim::Values(values) => (0..values.len())
            .flat_map(|at| wrong(values[at]).map(move |lie| (at, lie)))
            .map(|(at, lie)| (format!("heap {at} worth {}", lie.0), Claim::Values(with(values, at, |own| *own = lie))))
            .collect(),
        Claim::Positions(book) | Claim::ProofSearch(book) => {
            let couples = matches!(claim, Claim::ProofSearch(_));
            let mut honest: HashMap<Component, Nimber> = HashMap::new();
            book.each(&mut |component, value| {
                honest.insert(component.clone(), value);
                std::ops::ControlFlow::Continue(())
            });
            assert!(honest.len() as u64 <= book.count(), "a book counts all that it shows");
            let mut lies = Vec::new();
            for (component, &value) in &honest {
                for lie in wrong(value) {
                    let mut book = honest.clone();
                    book.insert(component.clone(), lie);
                    let claim =
                        if couples { Claim::ProofSearch(Arc::new(book)) } else { Claim::Positions(Arc::new(book)) };
                    lies.push((format!("{component} worth {}", lie.0), claim));
                }
            }
            lies
        }
        Claim::Outcomes(sums) => sums
            .iter()
            .map(|(sum, &outcome)| {
                let mut lie = sums.clone();
                lie.insert(sum.clone(), other(outcome));
                (format!("{sum:?} is {}", other(outcome)), Claim::Outcomes(lie))
            })
            .collect(),
        Claim::OutcomeMap(winners) => {
            let mut honest: HashMap<Component, Outcome> = HashMap::new();
            winners.each(&mut |component, outcome| {
                honest.insert(component.clone(), outcome);
                std::ops::ControlFlow::Continue(())
            });
            assert_eq!(honest.len() as u64, winners.count(), "a claim counts what it shows");
            let lie = |(component, &outcome): (&Component, &Outcome)| {
                let mut lie = honest.clone();
                lie.insert(component.clone(), other(outcome));
                (format!("{component} is {}", other(outcome)), Claim::OutcomeMap(Arc::new(lie)))
            };
            honest.iter().map(lie).collect()
        }
        _ => Vec::new(),
    }
}

fn assert_lies_are_refused(query: &Query, name: &str, solution: &Solution) {
    assert!(stands(query, solution), "{name} on {query}");
    for (what, lie) in lies(solution) {
        assert!(verdict(query, &lie).is_err(), "{name} on {query}: the checker believes {what}");
    }
}

/// That many random games, or as many as `PROPTEST_CASES` says.
fn cases(usual: u32) -> ProptestConfig {
    let default = ProptestConfig { failure_persistence: None, ..ProptestConfig::default() };
    if std::env::var_os("PROPTEST_CASES").is_some() { default } else { ProptestConfig { cases: usual, ..default } }
}

proptest! {
    #![proptest_config(cases(400))]

    #[test]
    fn a_printed_game_reads_back_to_itself(sample in any_game()) {
        let (rules, start) = read(&sample);
        let text = rules.to_string();
        let again = grundy::games::game(&text).unwrap_or_else(|fault| panic!("{text}: {fault}"));
        prop_assert_eq!(&again, &rules, "{}", text);
        prop_assert_eq!(again.to_string(), text);
        let query = Query::new(&rules, start.clone(), Question::ValueAndMoves);
        let position = query.position_text();
        let read_back = grundy::games::position(&rules, &position).unwrap_or_else(|fault| panic!("{position}: {fault}"));
        prop_assert_eq!(read_back, start);
    }

    #[test]
    fn every_kernel_follows_the_meaning(sample in any_game()) {
        let (rules, start) = read(&sample);
        let mut known = HashMap::new();
        let value = start.iter().fold(0, |total, component| total ^ naive(&rules.ruleset, component, &mut known));
        let query = Query::new(&rules, start, Question::ValueAndMoves);
        let solutions = solve(&query);
        prop_assert!(!solutions.is_empty());
        for (name, solution) in solutions {
            prop_assert_eq!(&solution.answer, &Answer::Value(Nimber(value)), "{}", name);
            prop_assert!(stands(&query, &solution), "{}", name);
        }
    }

    #[test]
    fn outcomes_alone_follow_the_meaning(sample in any_game()) {
        let (rules, start) = read(&sample);
        let mut known = HashMap::new();
        let value = start.iter().fold(0, |total, component| total ^ naive(&rules.ruleset, component, &mut known));
        let expected = Nimber(value).outcome();
        let query = Query::new(&rules, start, Question::Outcome);
        for (name, solution) in solve(&query) {
            prop_assert_eq!(&solution.answer, &Answer::Outcome(expected), "{}", name);
            prop_assert!(stands(&query, &solution), "{}", name);
            let found = moves(&query, &solution, false, &mut Budget::new()).expect("few moves");
            let wins = match found {
                Moves::One(made) => made.is_some(),
                Moves::Listed { moves, .. } => moves.iter().any(grundy::moves::Move::wins),
                Moves::TooMany { .. } => panic!("few moves"),
            };
            prop_assert_eq!(wins, expected == Outcome::N, "{}", name);
        }
    }

    #[test]
    fn canonical_components_have_the_same_value(sample in any_game()) {
        let (rules, start) = read(&sample);
        let mut known = HashMap::new();
        for component in start {
            let canonical = rules.ruleset.canonical(&component);
            let values = [&component, &canonical].map(|component| naive(&rules.ruleset, component, &mut known));
            prop_assert_eq!(values[0], values[1], "{} and {}", component, canonical);
        }
    }
}

proptest! {
    #![proptest_config(cases(150))]

    #[test]
    fn tables_follow_the_meaning(sample in any_game(), end in 0..16u64) {
        let (rules, _) = read(&sample);
        if let Ruleset::Heap(_) = rules.ruleset {
            let mut known = HashMap::new();
            let values: Vec<Nimber> =
                (0..=end).map(|heap| Nimber(naive(&rules.ruleset, &Component::Heap(heap), &mut known))).collect();
            let query = Query::new(&rules, vec![Component::Heap(end)], Question::Table);
            for (name, solution) in solve(&query) {
                prop_assert_eq!(&solution.answer, &Answer::Values(values.clone()), "{}", name);
                assert_lies_are_refused(&query, name, &solution);
            }
        }
    }

    #[test]
    fn misere_sums_follow_the_meaning(sample in small_game()) {
        let (mut rules, start) = read(&sample);
        rules.convention = Convention::Misere;
        let query = Query::new(&rules, start, Question::ValueAndMoves);
        let expected = naive_outcome(&query, &query.position, &mut HashMap::new());
        for (name, solution) in solve(&query) {
            prop_assert_eq!(&solution.answer, &Answer::Outcome(expected), "{}", name);
            assert_lies_are_refused(&query, name, &solution);
        }
        let query = Query { question: Question::Outcome, ..query };
        for (name, solution) in solve(&query) {
            prop_assert_eq!(&solution.answer, &Answer::Outcome(expected), "{}", name);
            prop_assert!(stands(&query, &solution), "{}", name);
        }
    }

    #[test]
    fn every_lie_is_refused(sample in small_game()) {
        let (rules, start) = read(&sample);
        let query = Query::new(&rules, start, Question::ValueAndMoves);
        for (name, solution) in solve(&query) {
            assert_lies_are_refused(&query, name, &solution);
        }
        let query = Query { question: Question::Outcome, ..query };
        for (name, solution) in solve(&query) {
            assert_lies_are_refused(&query, name, &solution);
        }
    }
}

fn search() -> &'static dyn Solver {
    *SOLVERS.iter().find(|kernel| kernel.name() == "search").expect("search is always there")
}

fn by_search(game: &str, position: &str, budget: &mut Budget) -> Result<Solution, grundy::Stopped> {
    let query =
        grundy::games::query(game, position, Question::ValueAndMoves).unwrap_or_else(|fault| panic!("{game}: {fault}"));
    plan_with(&query, PlanOptions::only(&[search()])).expect("search takes every game").run(budget)
}

#[test]
fn many_options_and_large_values_are_exact() {
    for width in [31, 32, 33, 63, 64, 65, 255, 256, 257, 300] {
        for (game, heap, value) in [
            ("nim".to_owned(), width, width),
            (format!("take 1..{width}"), 2 * width + 1, width),
            (format!("a -> (b) for b in 0..a-1 where b + {width} >= a"), width + 3, 2),
        ] {
            let query = grundy::games::query(&game, &heap.to_string(), Question::ValueAndMoves).unwrap();
            for (name, solution) in solve(&query) {
                assert_eq!(solution.answer, Answer::Value(Nimber(value)), "{game} {heap} by {name}");
                assert_eq!(verdict(&query, &solution), Ok(Verdict::Verified), "{game} {heap} by {name}");
            }
        }
    }
    let sum = by_search("nim", "300 + 255 + 256", &mut Budget::new()).unwrap();
    assert_eq!(sum.answer, Answer::Value(Nimber(300 ^ 255 ^ 256)));
}

#[test]
fn a_million_moves_deep() {
    let solution = by_search("take 1", "1000000", &mut Budget::new()).unwrap();
    assert_eq!(solution.answer, Answer::Value(Nimber(0)));
    let solution = by_search("T(n) -> T(n - 1)", "T(1000001)", &mut Budget::new()).unwrap();
    assert_eq!(solution.answer, Answer::Value(Nimber(1)));
}

/// A million letters end in an answer or in `Stopped`, soon, and never in an overflow or an abort.
#[test]
fn a_million_letters_stop_within_their_budget() {
    let word: String = "abcab".repeat(200_000);
    for game in [
        "row: cut every copy of a letter",
        "row: cut \"ca\"",
        "row: take letter",
        "\"ab\" -> \"\"",
        "xyx -> x|y|x for letters x, y",
        "row: take part of run",
        "row: take square",
        "row: take letter within \"ab\"",
        "row: split into 2 parts",
        "ring: cut \"abc\"",
        "ring: take letter",
        "bag: take letter",
        "tape: append letter of a..c avoiding square",
        "tape: append letter of a..c until it ends with \"abca\"",
    ] {
        let position = match game.split(':').next() {
            Some("ring") => format!("({word})"),
            Some("bag") => format!("{{{word}}}"),
            Some("tape") => format!("{word}/1000000"),
            _ => word.clone(),
        };
        let start = std::time::Instant::now();
        let mut budget = Budget::new().bytes(64 << 20).time(Duration::from_secs(2));
        match by_search(game, &position, &mut budget) {
            Ok(_) => {}
            Err(stopped) => assert!(
                matches!(stopped.reason, Reason::Memory(_) | Reason::Time | Reason::Fault(_)),
                "{game}: {stopped}"
            ),
        }
        let took = start.elapsed();
        assert!(took < Duration::from_secs(10), "{game} took {took:?}");
    }
}

#[test]
fn nothing_is_worth_nothing() {
    for (game, position) in [
        ("nim", "0"),
        ("octal 0.77", "0 + 0"),
        ("wythoff", "W(0, 0)"),
        ("row: cut letter", "\"\""),
        ("row: cut every copy of a letter", "\"\""),
        ("\"a\" -> \"\"", "\"\" + \"\""),
        ("row: take part of run until distinct", "\"\""),
        ("ring: take letter", "()"),
        ("ring: cut square", "()"),
        ("bag: take letter", "{}"),
        ("bag: take letter until distinct", "{} + {}"),
        ("tape: append letter of a..b avoiding square", "\"\"/0"),
    ] {
        let query = grundy::games::query(game, position, Question::ValueAndMoves)
            .unwrap_or_else(|fault| panic!("{game}: {fault}"));
        for (name, solution) in solve(&query) {
            assert_eq!(solution.answer, Answer::Value(Nimber::ZERO), "{game} {position} by {name}");
            assert!(stands(&query, &solution), "{game} {position} by {name}");
        }
        let query = Query { convention: Convention::Misere, ..query };
        for (name, solution) in solve(&query) {
            assert_eq!(solution.answer, Answer::Outcome(Outcome::N), "misère {game} {position} by {name}");
        }
    }
}
