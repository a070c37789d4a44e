//! Tables compared with the definition over the plain moves, on rules put together from the
//! grammar.

use std::collections::HashMap;

use fastrand::Rng;
use grundy_cert::{Answer, Claim};
use grundy_core::{Fault, Game, MexSet, Nimber};
use grundy_games::{Component, Piles, Query, Question, Ruleset};

use super::PileTables;
use crate::{Budget, Reason, Solver};

/// The values of a position and of all that come after it, by the definition.
fn by_definition(rules: &Ruleset, start: &Piles) -> HashMap<Piles, Nimber> {
    let mut known: HashMap<Piles, Nimber> = HashMap::new();
    let mut open = vec![start.clone()];
    while let Some(next) = open.last().cloned() {
        let (mut values, mut missing) = (MexSet::default(), Vec::new());
        let walked = rules.options(&Component::Piles(next.clone()), |parts| {
            let left = match parts {
                [Component::Piles(left)] => left.clone(),
                _ => Piles::of([]),
            };
            match known.get(&left) {
                Some(&value) => values.insert(value),
                None => missing.push(left),
            }
            Ok::<(), Fault>(())
        });
        walked.unwrap();
        if missing.is_empty() {
            known.insert(next, values.mex());
            open.pop();
        } else {
            open.append(&mut missing);
        }
    }
    known
}

fn query(game: &str, starts: &[Vec<u64>]) -> Query {
    let rules = grundy_games::game(game).unwrap_or_else(|fault| panic!("{game}: {fault}"));
    let components = starts.iter().map(|sizes| Component::Piles(Piles::of(sizes.iter().copied())));
    Query::new(&rules, components.collect(), Question::ValueAndMoves)
}

/// Compares every value of a table with the definition, and returns the largest one.
fn compare(game: &str, starts: &[Vec<u64>]) -> Nimber {
    let query = query(game, starts);
    let shown = format!("{game} at {starts:?}");
    PileTables.assess(&query).unwrap_or_else(|why| panic!("{shown}: {why}"));
    let solution = PileTables.solve(&query, &mut Budget::new()).unwrap();
    let (ruleset, [Claim::Positions(values)]) = (&query.rulesets[0], &solution.claims[..]) else {
        panic!("{shown}: no positions")
    };
    let (mut sum, mut largest) = (Nimber::ZERO, Nimber::ZERO);
    for start in starts {
        let start = Piles::of(start.iter().copied());
        let known = by_definition(ruleset, &start);
        sum = sum + known[&start];
        for (piles, value) in known {
            let found = values.value(&ruleset.canonical(&Component::Piles(piles.clone())));
            assert_eq!(found, Some(value), "{piles} of {shown}");
            largest = largest.max(value);
        }
    }
    assert_eq!(solution.answer, Answer::Value(sum), "{shown}");
    largest
}

#[test]
fn random_rules_have_the_values_of_the_definition() {
    let mut random = Rng::with_seed(71);
    let mut of = |all: &[&'static str]| all[random.usize(..all.len())];
    let mut rules = Vec::new();
    for _ in 0..120 {
        let mut moves = Vec::new();
        for _ in 0..of(&["1", "12", "123"]).len() {
            let amounts = of(&[
                "any",
                "any",
                "any",
                "1",
                "1..2",
                "odd",
                "even",
                "2 or 3",
                "any but 2",
                "prime",
                "1 or square",
                "at least 2",
            ]);
            let which = of(&[
                "1 pile",
                "1 pile",
                "2 piles",
                "3 piles",
                "1..2 piles",
                "2..3 piles",
                "at least 2 piles",
                "at least 1 pile",
                "all piles",
                "the largest pile",
                "the smallest pile",
            ]);
            let one = which.starts_with("the ") || which == "1 pile";
            let equal = if one { "" } else { of(&["", "equal ", "equal "]) };
            moves.push(format!("take {equal}{amounts} from {which}"));
        }
        rules.push(format!("piles: {}", moves.join(", ")));
    }
    let mut most = Nimber::ZERO;
    for game in rules {
        for (piles, size) in [(1, 40), (2, 14), (3, 7), (4, 4), (5, 3)] {
            let starts: Vec<Vec<u64>> = (0..1 + random.usize(..2))
                .map(|_| (0..random.usize(..piles + 1)).map(|_| random.usize(..size + 1) as u64).collect())
                .collect();
            most = most.max(compare(&game, &starts));
        }
    }
    assert!(most > Nimber(15), "{most}");
}

#[test]
fn values_need_several_words_and_two_bytes() {
    let (any, pairs) =
        ("piles: take any from 1 pile", ["equal any from 2 piles", "1 from 2 piles", "any from 3 piles"]);
    for rule in pairs {
        let largest = compare(&format!("{any}, take {rule}"), &[vec![3, 300]]);
        assert!(largest > Nimber(255), "{rule}: {largest}");
    }
    let largest =
        compare("piles: take at least 1 from 1 pile, take equal at least 1 from all piles", &[vec![2, 2, 90]]);
    assert!(largest > Nimber(64), "{largest}");
    let largest = compare("piles: take any but 7 from 1 pile, take any but 5 from the largest pile", &[vec![4, 290]]);
    assert!(largest > Nimber(255), "{largest}");
}

#[test]
fn starts_share_a_table() {
    let game = "piles: take any from 1 pile, take equal odd from 2 piles";
    compare(game, &[vec![], vec![9], vec![1, 2, 3], vec![6, 2], vec![6, 2]]);
    compare(game, &[vec![]]);
}

#[test]
fn what_has_no_table_is_refused() {
    let large = (1 << 20) + 1;
    for (game, start, why) in [
        ("take any from the first pile", vec![3, 4], "order"),
        ("take any from 1..2 piles", vec![large], "a pile of over"),
        ("take any from 1..2 piles", vec![1; 17], "over 16 piles"),
        ("take any from 1 pile", vec![1 << 19; 4], "too many lists"),
        ("take any from 3 piles", vec![500; 3], "too many moves"),
    ] {
        let refused = PileTables.assess(&query(&format!("piles: {game}"), &[start])).unwrap_err();
        assert!(refused.contains(why), "{game}: {refused}");
    }
}

#[test]
fn limits_end_the_table() {
    let query = query("piles: take any from 1 pile, take equal any from 2 piles", &[vec![60, 61, 62]]);
    let stopped = |mut budget: Budget| PileTables.solve(&query, &mut budget).unwrap_err().reason;
    assert_eq!(stopped(Budget::new().positions(1000)), Reason::Positions(1000));
    assert_eq!(stopped(Budget::new().bytes(1 << 14)), Reason::Memory(1 << 14));
    assert_eq!(stopped(Budget::new().time(std::time::Duration::ZERO)), Reason::Time);
}
