//! The closed forms of stones on graphs, attacked by the definition.

use std::{
    collections::{BTreeSet, HashMap},
    sync::Arc,
};

use grundy_core::{Fault, Game, MexSet, Nimber, Outcome};
use grundy_games::{Convention, Declaration, Graph, Map};

use super::*;
use crate::{claims::ClosedForm, closed_form::stone_walk::StoneWalk};

fn rules(text: &str) -> Declaration {
    grundy_games::game(text).unwrap_or_else(|error| panic!("{text}: {error:?}"))
}

/// Numbers below a limit, the same everywhere.
fn numbers(seed: u64) -> impl FnMut(u64) -> u64 {
    let mut random = fastrand::Rng::with_seed(seed);
    move |end| random.u64(..end.max(1))
}

/// The value by the definition.
fn by_definition(ruleset: &Ruleset, stones: &Stones, known: &mut HashMap<Stones, Nimber>) -> Nimber {
    let mut open = vec![stones.clone()];
    while let Some(next) = open.last().cloned() {
        let (mut values, mut missing) = (MexSet::default(), Vec::new());
        let walked = ruleset.options(&Component::Stones(next.clone()), |parts| {
            let [Component::Stones(left)] = parts else { panic!("one component") };
            match known.get(left) {
                Some(&value) => values.insert(value),
                None => missing.push(left.clone()),
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
    known[stones]
}

const AMOUNTS: [&str; 12] = [
    "any",
    "odd",
    "even",
    "1",
    "1..2",
    "2..3",
    "2..",
    "{1, 3}",
    "prime",
    "any but 2",
    "{2, 5} or square",
    "1..3 but 2",
];

/// Random acyclic graphs with few stones: the value, and on each arc the winning amounts, are those
/// of the definition; where the form gives no value, the arcs join no two classes.
#[test]
fn values_and_moves_are_those_of_the_definition() {
    let mut below = numbers(5);
    let (mut graded, mut others, mut wins) = (0, 0, 0);
    for round in 0..3000 {
        let game = rules(&format!("stones: move {} along an arc", AMOUNTS[round % AMOUNTS.len()]));
        let vertices = 1 + below(5) as u32;
        // Half of the graphs have arcs between even and odd numbers only.
        let arcs: Vec<(u32, u32)> = (0..below(16))
            .map(|_| (below(vertices.into()) as u32, below(vertices.into()) as u32))
            .filter(|(a, b)| a > b && (round % 2 == 0 || (a + b) % 2 == 1))
            .collect();
        let map = Arc::new(Map::directed(Graph::directed(vertices, arcs), None));
        let counts: Vec<u64> = (0..vertices).map(|_| below(if vertices < 4 { 6 } else { 3 })).collect();
        let stones = Stones::on(map, counts).unwrap();
        let component = Component::Stones(stones.clone());
        assert!(StonesOnStairs.is_about(&game.ruleset, Convention::Normal));
        assert!(!StonesOnStairs.is_about(&game.ruleset, Convention::Misere));
        let Some(stairs) = Staircase::of(&game.ruleset, &component) else {
            assert!(paths(&stones).iter().any(|parities| parities.len() == 2), "{stones}");
            others += 1;
            continue;
        };
        graded += 1;
        let mut known = HashMap::new();
        let value = by_definition(&game.ruleset, &stones, &mut known);
        assert_eq!(stairs.value(), value.0, "{game} at {stones}");
        assert_eq!(StonesOnStairs.value(&game.ruleset, &component), Some(value));
        // The winning moves in sums with a heap of each small size.
        for rest in 0..6 {
            let total = value.0 ^ rest;
            let (mut plain, mut moves) = (BTreeSet::new(), 0u64);
            let walked = game.ruleset.options(&component, |parts| {
                let [Component::Stones(left)] = parts else { panic!("one component") };
                moves += 1;
                if by_definition(&game.ruleset, left, &mut known).0 ^ rest == 0 {
                    plain.insert(left.clone());
                }
                Ok::<(), Fault>(())
            });
            walked.unwrap();
            assert_eq!(stairs.arcs().map(|arc| stairs.moves(arc)).sum::<u64>(), moves, "{game} at {stones}");
            if total == 0 {
                assert!(plain.is_empty());
                continue;
            }
            let mut found = BTreeSet::new();
            for arc in stairs.arcs() {
                for ways in stairs.winning(arc, total) {
                    assert_eq!(ways.count(), ways.numbers().count() as u128);
                    for amount in ways.numbers() {
                        assert!(found.insert(stones.carried(amount, arc).unwrap()), "{game} at {stones}: twice");
                    }
                }
            }
            assert_eq!(found, plain, "{game} at {stones} with {rest}");
            wins += found.len();
        }
    }
    assert!(graded > 1000 && others > 100 && wins > 2000, "{graded} {others} {wins}");
}

/// The parities of the paths from each vertex that a stone reaches to an end, by the definition.
fn paths(stones: &Stones) -> Vec<BTreeSet<usize>> {
    let edges = stones.map().graph().edges();
    let mut reached: Vec<bool> = stones.counts().iter().map(|&count| count > 0).collect();
    let mut parities: Vec<BTreeSet<usize>> = vec![BTreeSet::new(); reached.len()];
    for (vertex, parities) in parities.iter_mut().enumerate() {
        if !edges.iter().any(|&(from, _)| from as usize == vertex) {
            parities.insert(0);
        }
    }
    for _ in 0..reached.len() {
        for &(from, to) in edges {
            reached[to as usize] |= reached[from as usize];
            let longer: Vec<usize> = parities[to as usize].iter().map(|parity| 1 - parity).collect();
            parities[from as usize].extend(longer);
        }
    }
    parities.into_iter().zip(reached).filter(|(_, reached)| *reached).map(|(parities, _)| parities).collect()
}

/// Without two classes there is no such formula: one stone on a of `{a>b a>c b>c}` is worth 2, more
/// than a heap of one.
#[test]
fn other_graphs_have_other_values() {
    let game = rules("stones: move any along an arc");
    let at = |text: &str| grundy_games::position(&game, text).unwrap().remove(0);
    let value = |text: &str| StonesOnStairs.value(&game.ruleset, &at(text));
    assert_eq!(value("{a>b a>c b>c} with a:1"), None);
    let Component::Stones(short) = at("{a>b a>c b>c} with a:1") else { panic!("stones") };
    assert_eq!(by_definition(&game.ruleset, &short, &mut HashMap::new()), Nimber(2));
    assert_eq!(value("{a>b a>c b>c} with b:7"), Some(Nimber(7)), "a has no stones");
    assert_eq!(value("{a>b b>c} with a:9 b:18446744073709551606"), Some(Nimber(18_446_744_073_709_551_606)));
    assert_eq!(value("{a>b b>c} with none"), Some(Nimber::ZERO));
    assert_eq!(value("{a} with a:5"), Some(Nimber::ZERO));
}

/// Heaps of 10^18 stones: formulas, and sets whose values repeat.
#[test]
fn large_heaps() {
    let huge = 1_000_000_000_000_000_000u64;
    for amounts in ["odd", "even", "1..3", "2..5", "7..", "{1, 4}", "{2, 5, 9} or 1", "5..10^17", "any"] {
        let game = rules(&format!("stones: move {amounts} along an arc"));
        let text = format!("{{a>b}} with a:{huge}");
        let position = grundy_games::position(&game, &text).unwrap();
        let Some(stairs) = Staircase::of(&game.ruleset, &position[0]) else { panic!("{amounts}") };
        let value = stairs.value();
        // Each smaller value has a move to it, the value itself none: the definition, of one heap.
        for less in (0..value.min(40)).chain(value.checked_sub(1)) {
            let ways = stairs.winning((0, 1), value ^ less);
            assert!(!ways.is_empty(), "{amounts}: {less} of {value}");
            for amount in ways.iter().flat_map(|ways| [ways.first, ways.last]) {
                let left = grundy_games::position(&game, &format!("{{a>b}} with a:{}", huge - amount)).unwrap();
                let left = Staircase::of(&game.ruleset, &left[0]).map(|stairs| stairs.value());
                assert_eq!(left, Some(less), "{amounts}: {amount}");
            }
        }
    }
    let game = rules("stones: move prime along an arc");
    let position = grundy_games::position(&game, &format!("{{a>b}} with a:{huge}")).unwrap();
    assert!(Staircase::of(&game.ruleset, &position[0]).is_none(), "no table is so large");
    // 200,000 vertices need no stack.
    let game = rules("stones: move any along an arc");
    let position = grundy_games::position(&game, &format!("path 200000 with {}", "199999:5 100000:7 1:9")).unwrap();
    assert_eq!(Staircase::of(&game.ruleset, &position[0]).map(|stairs| stairs.value()), Some(5 ^ 9));
}

/// A token that takes stones: who wins, on random graphs with and without odd cycles, and the move.
#[test]
fn a_walk_is_won_as_the_definition_has_it() {
    let game = rules("stones: take 1 at the token, then move it along an edge");
    assert!(StoneWalk.is_about(&game.ruleset, Convention::Normal));
    assert!(!StoneWalk.is_about(&game.ruleset, Convention::Misere));
    let directed = rules("stones: take 1 at the token, then move it along an arc");
    assert!(!StoneWalk.is_about(&directed.ruleset, Convention::Normal));
    let mut below = numbers(9);
    let (mut lost, mut won) = (0, 0);
    for _ in 0..2000 {
        let vertices = 1 + below(5) as u32;
        let edges: Vec<(u32, u32)> =
            (0..below(9)).map(|_| (below(vertices.into()) as u32, below(vertices.into()) as u32)).collect();
        let map = Arc::new(Map::of(Graph::of(vertices, edges), None));
        let counts: Vec<u64> = (0..vertices).map(|_| below(if vertices < 4 { 5 } else { 4 })).collect();
        let stones = Stones::with_token(map, counts, below(vertices.into()) as u32).unwrap();
        let component = Component::Stones(stones.clone());
        let mut known = HashMap::new();
        let outcome = by_definition(&game.ruleset, &stones, &mut known).outcome();
        assert_eq!(StoneWalk.outcome(&game.ruleset, &component), Some(outcome), "{stones}");
        match StoneWalk.option(&game.ruleset, &component, Nimber::ZERO) {
            Some(Component::Stones(left)) => {
                assert_eq!(outcome, Outcome::N, "{stones}");
                assert_eq!(by_definition(&game.ruleset, &left, &mut known), Nimber::ZERO, "{stones} to {left}");
                won += 1;
            }
            _ => {
                assert_eq!(outcome, Outcome::P, "{stones}");
                lost += 1;
            }
        }
    }
    assert!(lost > 300 && won > 300, "{lost} lost, {won} won");
    // With a loop, or in one direction only, the theorem is false, and the form gives nothing.
    let looped = Arc::new(Map::of(Graph::directed(1, [(0, 0)]), None));
    let looped = Stones::with_token(looped, vec![1], 0).unwrap();
    assert_eq!(by_definition(&game.ruleset, &looped, &mut HashMap::new()), Nimber(1));
    assert_eq!(StoneWalk.outcome(&game.ruleset, &Component::Stones(looped)), None);
    let arcs = grundy_games::position(&directed, "{a>b} with a:1 b:1 from a").unwrap().remove(0);
    assert_eq!(StoneWalk.outcome(&directed.ruleset, &arcs), None);
    let Component::Stones(arcs) = arcs else { panic!("stones") };
    assert_eq!(by_definition(&directed.ruleset, &arcs, &mut HashMap::new()), Nimber(1));
}
