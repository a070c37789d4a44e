//! The matching compared with the definition on every small graph, and with another program on
//! larger ones; and the checker given every possible claim about a small graph.

use std::sync::Arc;

use fastrand::Rng;
use grundy_cert::{Answer, Claim, Matching, Solution, Verdict, check};
use grundy_core::Outcome;
use grundy_games::{Component, Query, Question, Token};
use petgraph::{algo::maximum_matching, graph::UnGraph};

use super::{
    Geography, claim,
    forest::{Forest, Neighbours},
};
use crate::{solver::Solver, support::budget::Budget};

struct Numbers(Rng);

impl Numbers {
    fn below(&mut self, end: u64) -> u64 {
        self.0.u64(..end)
    }

    /// Returns up to `count` edges, each between two different vertices.
    fn edges(&mut self, vertices: u64, count: u64) -> Vec<(u32, u32)> {
        let pairs = (0..count).map(|_| (self.below(vertices) as u32, self.below(vertices) as u32));
        pairs.filter(|(a, b)| a != b).map(|(a, b)| (a.min(b), a.max(b))).collect()
    }
}

fn query(vertices: u32, edges: &[(u32, u32)], from: u32) -> Query {
    let edges: String = edges.iter().map(|(a, b)| format!("{a}-{b} ")).collect();
    let all: String = (0..vertices).map(|vertex| format!("{vertex} ")).collect();
    grundy_games::query("geography", &format!("{{{edges}{all}}} from {from}"), Question::Outcome).unwrap()
}

fn start(query: &Query) -> &Token {
    let Component::Token(token) = &query.position[0].component else { panic!("a token") };
    token
}

/// The definition: returns who wins on the vertices of `left` with the token on `at`, which is one
/// of them.
fn meant(around: &[u32], left: u32, at: u32) -> Outcome {
    let rest = left & !(1 << at);
    let wins = (0..around.len() as u32)
        .any(|next| around[at as usize] & rest & 1 << next != 0 && { meant(around, rest, next) == Outcome::P });
    if wins { Outcome::N } else { Outcome::P }
}

fn around(vertices: u32, edges: &[(u32, u32)]) -> Vec<u32> {
    let mut around = vec![0; vertices as usize];
    for &(a, b) in edges {
        around[a as usize] |= 1 << b;
        around[b as usize] |= 1 << a;
    }
    around
}

/// Compares the solver, the checker and each move with the definition, from every vertex.
fn compare(vertices: u32, edges: &[(u32, u32)]) {
    let around = around(vertices, edges);
    let all = (1 << vertices) - 1;
    for from in 0..vertices {
        let query = query(vertices, edges, from);
        let solution = Geography.solve(&query, &mut Budget::new()).unwrap();
        let right = meant(&around, all, from);
        assert_eq!(solution.answer, Answer::Outcome(right), "{query}");
        assert_eq!(check(&query, &solution, &mut || true), Ok(Verdict::Verified), "{query}");
        let Claim::Matching(claim) = &solution.claims[0] else { panic!("a matching") };
        let moves: Vec<(u32, Option<Outcome>)> = (0..vertices)
            .filter(|&next| around[from as usize] & 1 << next != 0)
            .map(|next| (next, Some(meant(&around, all & !(1 << from), next))))
            .collect();
        assert_eq!(claim.moves(), moves, "{query}");
    }
}

/// Returns all pairs of vertices.
fn pairs(vertices: u32) -> Vec<(u32, u32)> {
    (0..vertices).flat_map(|b| (0..b).map(move |a| (a, b))).collect()
}

fn chosen<T: Copy>(from: &[T], bits: u64) -> Vec<T> {
    from.iter().enumerate().filter(|(at, _)| bits >> at & 1 == 1).map(|(_, &one)| one).collect()
}

#[test]
fn every_graph_of_up_to_six_vertices() {
    for vertices in 1..=6 {
        let pairs = pairs(vertices);
        (0..1 << pairs.len()).for_each(|bits| compare(vertices, &chosen(&pairs, bits)));
    }
}

#[test]
fn graphs_of_up_to_nine_vertices() {
    let mut numbers = Numbers(Rng::with_seed(1));
    for vertices in 7..=9 {
        for _ in 0..300 {
            let count = numbers.below(u64::from(vertices) * 3);
            compare(vertices, &numbers.edges(vertices.into(), count));
        }
    }
}

/// A claim that is accepted is right, whatever it contains: every matching of the rest, every
/// barrier, and every path.
#[test]
fn no_claim_about_a_small_graph_deceives_the_checker() {
    let mut accepted = 0;
    for vertices in 1..=4 {
        let pairs = pairs(vertices);
        for bits in 0..1u64 << pairs.len() {
            let edges = chosen(&pairs, bits);
            let around = around(vertices, &edges);
            for from in 0..vertices {
                let query = query(vertices, &edges, from);
                let right = meant(&around, (1 << vertices) - 1, from);
                accepted += accepted_claims(&query, &edges, vertices, right);
            }
        }
    }
    assert!(accepted > 900, "{accepted}");
}

fn accepted_claims(query: &Query, edges: &[(u32, u32)], vertices: u32, right: Outcome) -> u32 {
    let mut accepted = 0;
    let mut ways: Vec<Vec<Vec<u32>>> = vec![Vec::new()];
    let longer = |way: &Vec<u32>| (0..vertices).map(|next| [&way[..], &[next]].concat()).collect::<Vec<_>>();
    let mut last: Vec<Vec<u32>> = (0..vertices).map(|vertex| vec![vertex]).collect();
    for _ in 0..3 {
        ways.extend(last.iter().map(|way| vec![way.clone()]));
        last = last.iter().flat_map(longer).collect();
    }
    for matched in 0..1u64 << edges.len() {
        let pairs = chosen(edges, matched);
        if pairs.len() > 2 {
            continue;
        }
        for barrier in 0..1u64 << vertices {
            let barrier = chosen(&(0..vertices).collect::<Vec<_>>(), barrier);
            for ways in &ways {
                let claim = Matching {
                    token: start(query).clone(),
                    pairs: pairs.clone(),
                    barrier: barrier.clone(),
                    ways: ways.clone(),
                };
                let answer = Answer::Outcome(claim.winner());
                let winner = claim.winner();
                let solution = Solution { answer, claims: vec![Claim::Matching(Arc::new(claim))] };
                if check(query, &solution, &mut || true) == Ok(Verdict::Verified) {
                    assert_eq!(winner, right, "{query}: {solution:?}");
                    accepted += 1;
                }
            }
        }
    }
    accepted
}

#[test]
fn claims_that_were_altered_are_refused() {
    let mut numbers = Numbers(Rng::with_seed(7));
    let mut refused = 0;
    for _ in 0..200 {
        let edges = numbers.edges(12, 18);
        let query = query(12, &edges, 0);
        let right = claim(start(&query), &mut Budget::new()).unwrap();
        let other = |alter: &dyn Fn(&mut Matching)| {
            let mut altered = right.clone();
            alter(&mut altered);
            let answer = Answer::Outcome(altered.winner());
            let solution = Solution { answer, claims: vec![Claim::Matching(Arc::new(altered))] };
            check(&query, &solution, &mut || true).is_err()
        };
        if right.pairs.is_empty() || right.ways.is_empty() {
            continue;
        }
        assert!(!other(&|_| {}));
        assert!(other(&|claim| claim.pairs.truncate(claim.pairs.len() - 1)), "a pair is missing");
        assert!(other(&|claim| claim.pairs.push(claim.pairs[0])), "a pair occurs twice");
        assert!(other(&|claim| claim.ways = Vec::new()), "the player to move has lost");
        assert!(other(&|claim| claim.ways[0].push(0)), "a path is too long");
        assert!(other(&|claim| claim.ways.push(Vec::new())), "a path is empty");
        assert!(other(&|claim| claim.barrier.push(99)), "a vertex is not of the graph");
        assert!(other(&|claim| claim.barrier.push(0)), "the barrier holds the token");
        refused += 1;
    }
    assert!(refused > 50, "{refused}");
}

/// As many pairs as `petgraph` finds; a barrier, tested above on small graphs, proves the same.
#[test]
fn large_matchings_are_as_large_as_those_of_another_program() {
    let mut numbers = Numbers(Rng::with_seed(3));
    for (vertices, count) in [(40, 30), (60, 90), (200, 230), (300, 500), (1000, 1500), (2000, 2600)] {
        for _ in 0..40 {
            let edges = numbers.edges(vertices, count);
            let other: UnGraph<(), ()> = UnGraph::from_edges(&edges);
            let beside = Neighbours::new(vertices as u32 + 1, &edges, vertices as u32);
            let forest = Forest::grown(&beside, &mut Budget::new()).unwrap();
            let matched = (0..vertices as u32).filter(|&vertex| forest.mate(vertex).is_some()).count();
            assert_eq!(matched, 2 * maximum_matching(&other).edges().count(), "{vertices}: {edges:?}");
            let query = query(vertices as u32, &edges, numbers.below(vertices) as u32);
            let solution = Geography.solve(&query, &mut Budget::new()).unwrap();
            assert_eq!(check(&query, &solution, &mut || true), Ok(Verdict::Verified));
        }
    }
}
