//! Equal components cancel in a question as they do in its options: in normal play, and in no
//! other.

use std::{collections::HashMap, sync::Arc, time::Duration};

use grundy::{
    Answer, Budget, Component, Convention, Nimber, Outcome, Query, Question, Solution, Verdict,
    cert::{Claim, Flaw, Sums, read, write},
    certificate::strategy,
    check,
    games::no_lists,
    moves,
    moves::Moves,
    plan,
    plan::{PlanOptions, plan_with},
    solvers::{SOLVERS, Solver},
};
use proptest::prelude::*;

use crate::{
    games::{any_game, small_game},
    properties::{naive, naive_outcome, read as sample},
};

fn verdict(query: &Query, solution: &Solution) -> Result<Verdict, Flaw> {
    check(query, solution, &mut || true)
}

/// The answer by each solver to the question without its pairs.
fn without_pairs(query: &Query) -> Vec<(&'static str, Solution)> {
    let rest = query.only(&query.unpaired(&query.position));
    let solve = |kernel: &'static dyn Solver| {
        let time = if kernel.is_attempt() { 200 } else { 60_000 };
        let mut budget = Budget::new().time(Duration::from_millis(time));
        let solution = plan_with(&rest, PlanOptions::only(&[kernel])).ok()?.run(&mut budget);
        match kernel.is_attempt() {
            true => Some((kernel.name(), solution.ok()?)),
            false => Some((kernel.name(), solution.expect("small games are solved"))),
        }
    };
    SOLVERS.iter().copied().filter_map(solve).collect()
}

/// What the moves of a sum that is solved without its pairs are.
fn shown(query: &Query, solution: &Solution) -> Moves {
    moves(query, solution, false, &mut Budget::new()).expect("few moves")
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn pairs_are_worth_nothing(one in any_game(), twins in 1usize..3) {
        let (rules, own) = sample(&one);
        let mut known = HashMap::new();
        let mut value = |parts: &[Component]| parts.iter().fold(0, |all, part| all ^ naive(&rules.ruleset, part, &mut known));
        let value_of_rest = value(&own);
        let pair = vec![own[0].clone(); 2 * twins];
        let start = [pair, own].concat();
        for ask in [Question::ValueAndMoves, Question::Value, Question::Outcome] {
            let query = Query::new(&rules, start.clone(), ask);
            let left = query.unpaired(&query.position);
            let rest: Vec<Component> = left.iter().map(|&at| start[at].clone()).collect();
            prop_assert_eq!(value(&rest), value_of_rest);
            let answer = match ask {
                Question::Outcome => Answer::Outcome(Nimber(value_of_rest).outcome()),
                _ => Answer::Value(Nimber(value_of_rest)),
            };
            for (name, solution) in without_pairs(&query) {
                prop_assert_eq!(&solution.answer, &answer, "{} {:?}", name, ask);
                let unchecked = solution.claims.iter().any(|claim| matches!(claim, Claim::Unchecked(..)));
                prop_assert!(unchecked || verdict(&query, &solution) == Ok(Verdict::Verified), "{} {:?}", name, ask);
                if ask == Question::ValueAndMoves && !left.is_empty() {
                    continue;
                }
                let made = match shown(&query, &solution) {
                    Moves::One(made) => made,
                    Moves::Listed { moves, unknown, .. } => {
                        prop_assert_eq!(unknown, 0);
                        moves.into_iter().find(grundy::moves::Move::wins)
                    }
                    Moves::TooMany { .. } => panic!("few moves"),
                };
                prop_assert_eq!(made.is_some(), value_of_rest != 0, "{} {:?}", name, ask);
                if let Some(made) = made {
                    prop_assert_eq!(&made.from, &start[made.component]);
                    let mut others = start.clone();
                    others.remove(made.component);
                    prop_assert_eq!(value(&[others, made.to].concat()), 0, "{} {:?}", name, ask);
                }
                if let Ok(Some(small)) = strategy(&query, &solution, &mut Budget::new()) {
                    prop_assert_eq!(verdict(&query, &small), Ok(Verdict::Verified), "{} {:?}", name, ask);
                    let wins = match shown(&query, &small) {
                        Moves::One(made) => made.is_some(),
                        Moves::Listed { moves, .. } => moves.iter().any(grundy::moves::Move::wins),
                        Moves::TooMany { .. } => panic!("few moves"),
                    };
                    prop_assert_eq!(wins, value_of_rest != 0, "{} {:?}", name, ask);
                }
            }
        }
    }

    #[test]
    fn nothing_cancels_in_misere_play(one in small_game()) {
        let (rules, own) = sample(&one);
        let start = vec![own[0].clone(); 2];
        let query = Query { convention: Convention::Misere, ..Query::new(&rules, start, Question::Outcome) };
        prop_assert_eq!(query.unpaired(&query.position), vec![0, 1]);
        let plan = plan(&query).expect("some kernel can");
        prop_assert_eq!(plan.paired(), 0);
        let expected = naive_outcome(&query, &query.position, &mut HashMap::new());
        let solution = plan.run(&mut Budget::new()).expect("small games are solved");
        prop_assert_eq!(solution.answer, Answer::Outcome(expected));
    }
}

fn query(game: &str, position: &str, ask: Question) -> Query {
    grundy::games::query(game, position, ask).unwrap_or_else(|why| panic!("{game} {position}: {why}"))
}

/// Boards that no search would end on.
#[test]
fn large_boards_cancel_at_once() {
    for (text, ask, answer) in [
        ("cram 12x13 + cram 13x12", Question::ValueAndMoves, Answer::Value(Nimber(0))),
        ("cram 12x13 + cram 12x13 + cram 3x4 + cram 3x5", Question::Value, Answer::Value(Nimber(0))),
        ("cram 12x13 + cram 12x13 + cram 3x5", Question::Outcome, Answer::Outcome(Outcome::N)),
        ("cram 12x13 + kayles 5 + cram 12x13 + kayles 5", Question::ValueAndMoves, Answer::Value(Nimber(0))),
        ("cram 12x13 + kayles 5 + cram 12x13", Question::Value, Answer::Value(Nimber(4))),
        (
            "geography grid 30x31 from 0 + geography grid 30x31 from 0",
            Question::ValueAndMoves,
            Answer::Value(Nimber(0)),
        ),
        (
            "geography grid 30x31 from 0 + geography grid 30x30 from 0 + geography grid 30x31 from 0",
            Question::Outcome,
            Answer::Outcome(Outcome::N),
        ),
    ] {
        let query = Query { question: ask, ..grundy::games::sum(text).unwrap_or_else(|why| panic!("{text}: {why}")) };
        let plan = plan(&query).expect("some kernel can");
        assert!(plan.paired() >= 2, "{text}");
        let solution = plan.run(&mut Budget::new().time(Duration::from_secs(20))).expect("it is soon done");
        assert_eq!(solution.answer, answer, "{text}");
        assert_eq!(verdict(&query, &solution), Ok(Verdict::Verified), "{text}");
        let wins = match shown(&query, &solution) {
            Moves::One(made) => made.is_some(),
            Moves::Listed { moves, count, unknown, .. } => {
                assert!(count > 0 && unknown == 0 && moves.is_empty(), "{text}");
                false
            }
            Moves::TooMany { .. } => panic!("{text}: few moves"),
        };
        let outcome = if wins { Outcome::N } else { Outcome::P };
        let reported = match answer {
            Answer::Value(value) => value.outcome(),
            Answer::Outcome(outcome) => outcome,
            _ => unreachable!("no table is asked for"),
        };
        assert_eq!(outcome, reported, "{text}");
        for own in [Some(solution.clone()), strategy(&query, &solution, &mut Budget::new()).expect("no limit")] {
            let Some(own) = own else { continue };
            let written = write(&query, &own).expect("it can be written");
            let (again, found) = read(&written, &no_lists).unwrap_or_else(|why| panic!("{text}: {why}"));
            assert_eq!(verdict(&again, &found), Ok(Verdict::Verified), "{text}");
        }
    }
    // All winning moves are asked for, and some may be in a pair.
    let query = query("cram", "7x9 + 7x9 + 3x5", Question::ValueAndMoves);
    assert_eq!(plan(&query).expect("some kernel can").paired(), 0);
}

/// Of the one that is left the claims may hold no more than its own answer needs.
#[test]
fn three_of_a_kind_are_one() {
    let graph = "graph: take vertex with its neighbours, take edge with its ends";
    for (game, position) in [(graph, "path 6 [1,3]"), ("cram", "3x5"), ("chomp", "3x4")] {
        for ask in [Question::Value, Question::Outcome] {
            let query = query(game, &[position; 3].join(" + "), ask);
            assert_eq!(query.unpaired(&query.position).len(), 1, "{game}");
            for (name, solution) in without_pairs(&query) {
                let wins = match shown(&query, &solution) {
                    Moves::One(made) => made.is_some(),
                    Moves::Listed { moves, .. } => moves.iter().any(grundy::moves::Move::wins),
                    Moves::TooMany { .. } => panic!("{game} by {name}: few moves"),
                };
                assert!(wins, "{game} by {name}");
            }
        }
    }
}

#[test]
fn small_sums_keep_the_values_of_their_components() {
    let query = query("kayles", "5 + 5", Question::ValueAndMoves);
    let solution = plan(&query).expect("some kernel can").run(&mut Budget::new()).expect("no limit");
    assert_eq!(solution.value(&query, 0, &Component::Heap(5)), Some(Nimber(4)));
}

/// Without a value only pairs are reported.
#[test]
fn other_answers_do_not_follow() {
    let book: HashMap<Component, Nimber> = HashMap::new();
    let nothing = |answer: Answer| Solution { answer, claims: vec![Claim::Positions(Arc::new(book.clone()))] };
    let rules = grundy::games::game("cram").expect("a game");
    let asked = |position: &str| {
        Query::new(&rules, grundy::games::position(&rules, position).expect("a sum"), Question::ValueAndMoves)
    };
    let zero = || nothing(Answer::Value(Nimber(0)));
    assert_eq!(verdict(&asked("4x5 + 5x4"), &zero()), Ok(Verdict::Verified));
    assert_eq!(verdict(&asked("4x5 + 5x4"), &nothing(Answer::Value(Nimber(1)))), Err(Flaw::OtherAnswer));
    for position in ["4x5", "4x5 + 4x4", "4x5 + 4x5 + 4x5"] {
        assert_eq!(verdict(&asked(position), &zero()), Err(Flaw::OtherAnswer), "{position}");
    }
    let misere = Query { convention: Convention::Misere, question: Question::Outcome, ..asked("2x2 + 2x2") };
    let lost = Answer::Outcome(Outcome::P);
    assert_eq!(verdict(&misere, &nothing(lost.clone())), Err(Flaw::OtherGame));
    let sums = Solution { answer: lost, claims: vec![Claim::Outcomes(Sums::new())] };
    assert_eq!(verdict(&misere, &sums), Err(Flaw::OtherAnswer));
}

#[test]
fn a_board_beside_another_game_shows_all_winning_moves() {
    let rulesets = grundy::games::game("cram").expect("a game");
    let heaps = grundy::games::game("kayles").expect("a game");
    for (rows, columns, heap) in [(4, 5, 1), (4, 5, 2), (3, 6, 3)] {
        let ruleset = grundy::Component::Cells(grundy::games::Cells::rectangle(rows, columns));
        let mut query = Query::new(&rulesets, vec![ruleset.clone()], Question::ValueAndMoves);
        query.rulesets.push(heaps.ruleset.clone());
        query.position.push(grundy::games::Term { ruleset: 1, component: Component::Heap(heap) });
        let mut budget = Budget::new();
        let solution = plan(&query).expect("planned").run(&mut budget).expect("solved");
        let mut known = HashMap::new();
        let own = naive(&rulesets.ruleset, &ruleset, &mut known);
        let beside = naive(&heaps.ruleset, &Component::Heap(heap), &mut HashMap::new());
        assert_eq!(solution.answer, Answer::Value(Nimber(own ^ beside)));
        let Moves::Listed { moves, unknown: 0, .. } = shown(&query, &solution) else { panic!("few moves") };
        let mut winning = std::collections::HashSet::new();
        for (ruleset, component, rest) in
            [(&rulesets.ruleset, &ruleset, beside), (&heaps.ruleset, &Component::Heap(heap), own)]
        {
            let mut known = HashMap::new();
            grundy::Game::options(ruleset, &component.labelled(), |parts| {
                let value = parts.iter().fold(rest, |all, part| all ^ naive(ruleset, part, &mut known));
                let mut parts = parts.to_vec();
                parts.sort_unstable();
                (value == 0).then(|| winning.insert((component.clone(), parts)));
                Ok::<(), grundy::Fault>(())
            })
            .expect("no faults");
        }
        let shown: std::collections::HashSet<_> = moves
            .into_iter()
            .map(|made| {
                let mut parts = made.to;
                parts.sort_unstable();
                (made.from, parts)
            })
            .collect();
        assert_eq!(shown, winning, "{rows}x{columns} beside {heap}");
    }
}
