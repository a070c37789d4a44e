//! Sets of vertices against the definition, on random orders and graphs.

use std::{collections::HashMap, sync::Arc};

use fastrand::Rng;
use grundy_cert::{Answer, Claim, Solution, Verdict, check};
use grundy_core::Nimber;
use grundy_games::{Component, Query, Question};

use super::{super::values, *};
use crate::support::budget::Reason;

const GAMES: [(&str, char); 11] = [
    ("poset: take element with all above", '<'),
    ("graph: take vertex", '-'),
    ("graph: take vertex with its neighbours", '-'),
    ("graph: take edge with its ends", '-'),
    ("graph: take vertex, take edge with its ends", '-'),
    ("graph: take vertex where degree is odd", '-'),
    ("graph: take vertex where degree at most 2", '-'),
    ("graph: take vertex where degree = 2, take edge with its ends", '-'),
    ("graph: take vertex leaving it connected", '-'),
    ("graph: take 1..2 connected vertices leaving it connected", '-'),
    ("graph: take 2..3 connected vertices", '-'),
];

/// A query about a random order or graph; edges are likely to be equal if few vertices have them.
fn random(random: &mut Rng, (game, sign): (&str, char)) -> Query {
    let count = 1 + random.usize(..9);
    let hubs = 1 + random.usize(..count);
    let mut words: Vec<String> = (0..count).map(|vertex| vertex.to_string()).collect();
    for _ in 0..random.usize(..2 * count) {
        let (a, b) = (random.usize(..hubs), random.usize(..count));
        let word = format!("{}{sign}{}", a.min(b), a.max(b));
        if a != b && !words.contains(&word) {
            words.push(word);
        }
    }
    query(game, &format!("{{{}}}", words.join(" ")))
}

fn query(game: &str, position: &str) -> Query {
    let rules = grundy_games::game(game).unwrap_or_else(|fault| panic!("{game}: {fault}"));
    let start =
        grundy_games::position(&rules, position).unwrap_or_else(|fault| panic!("{game} at {position}: {fault}"));
    Query::new(&rules, start, Question::ValueAndMoves)
}

#[test]
fn sets_agree_with_the_definition() {
    let mut source = Rng::with_seed(41);
    for round in 0..550 {
        let query = random(&mut source, GAMES[round % GAMES.len()]);
        let ruleset = &query.rulesets[0];
        let start: Vec<Component> = query.position.iter().map(|term| term.component.clone()).collect();
        let plain: HashMap<Component, Nimber> = values(ruleset, &start, |_| 0, &mut Budget::new()).expect("play ends");
        let solved = solve(&query, &mut Budget::new()).expect("no limit").expect("it is a small board");
        let mut sum = Nimber::ZERO;
        for (at, component) in start.iter().enumerate() {
            assert_eq!(solved.of_start(at), plain[component], "{query}");
            sum = sum + plain[component];
        }
        for (component, &value) in &plain {
            assert_eq!(solved.value(&ruleset.canonical(component)), Some(value), "{query}: {component}");
        }
        let solution = Solution { answer: Answer::Value(sum), claims: vec![Claim::Positions(Arc::new(solved))] };
        assert_eq!(check(&query, &solution, &mut || true), Ok(Verdict::Verified), "{query}");
    }
}

#[test]
fn a_claim_is_whole_before_any_lookup() {
    let query = query("poset: take element with all above", "{0<1 0<2 1<3 2<3 3<4 5<4}");
    let solved = solve(&query, &mut Budget::new()).expect("no limit").expect("it is a small board");
    let solution =
        Solution { answer: Answer::Value(solved.of_start(0)), claims: vec![Claim::Positions(Arc::new(solved))] };
    assert_eq!(check(&query, &solution, &mut || true), Ok(Verdict::Verified));
}

#[test]
fn vertices_with_the_same_neighbours_are_exchanged() {
    let star: Vec<String> = (1..100).map(|leaf| format!("0-{leaf}")).collect();
    for game in ["graph: take vertex", "graph: take vertex with its neighbours"] {
        let query = query(game, &format!("{{{}}}", star.join(" ")));
        let solved = solve(&query, &mut Budget::new()).expect("no limit").expect("it is a small board");
        assert!(solved.count() < 200, "{game}: {}", solved.count());
    }
}

#[test]
fn other_boards_are_left_out_and_limits_hold() {
    let path = |count: u32| (1..count).map(|at| format!("{}-{at}", at - 1)).collect::<Vec<_>>().join(" ");
    let path = |game: &str, count: u32| query(game, &format!("{{{}}}", path(count)));
    let solved = |query: &Query| solve(query, &mut Budget::new()).expect("no limit").is_some();
    assert!(solved(&path("graph: take vertex", 128)));
    assert!(!solved(&path("graph: take vertex", 129)));
    assert!(!solved(&path("graph: take edge", 8)));
    let query = path("graph: take vertex", 60);
    let mut budget = Budget::new().positions(20);
    assert_eq!(solve(&query, &mut budget).map(|_| ()).unwrap_err().reason, Reason::Positions(20));
    let held = budget.progress().bytes;
    assert_eq!(held, 0, "what was held is released");
    let memory = solve(&query, &mut Budget::new().bytes(1000)).map(|_| ()).unwrap_err();
    assert!(matches!(memory.reason, Reason::Memory(_)), "{memory}");
}
