//! Geography on an undirected graph, where each vertex is visited once: finds the winner by a
//! maximum matching.
//!
//! Method: A. S. Fraenkel, E. R. Scheinerman, D. Ullman, Undirected edge geography, Theor. Comput.
//! Sci. 112 (1993). The player to move wins exactly if every maximum matching covers the vertex of
//! the token. So the solver finds a maximum matching of the graph without that vertex, with the
//! forest that proves it (`forest`): a move to a vertex that some such matching leaves unmatched
//! wins, and if the token has no such neighbour, the player to move has lost. The claim has the
//! matching, the barrier that proves it a maximum, and for each winning move an alternating path.
//!
//! Example, the path a-b-c with the token on a:
//!
//! 1. Without a, the graph has the edge b-c; it is the maximum matching.
//! 2. No vertex is unmatched, so the move to b does not win.
//! 3. The player to move has lost: after b the other player moves to c, and the game ends.
//!
//! Cost: nearly linear in vertices and edges for each round of the matching, and the length of the
//! paths. Limits: normal play, one token, and outcomes only: matchings do not give values.

mod forest;

use std::sync::Arc;

use grundy_cert::{Answer, Claim, Matching, Solution};
use grundy_games::{Component, Convention, Query, Question, Token};

use crate::{
    solver::{Estimate, Refusal, Scope, Solver},
    support::budget::{Budget, Stopped},
};
use forest::{Forest, Neighbours};

/// The solver: finds a maximum matching.
pub struct Geography;

/// The limit on the total length of the paths, as a multiple of the size of the graph. Over it,
/// only the first winning moves are in the claim. A path has at most as many vertices as the graph,
/// so a star of odd paths would otherwise need a quadratic claim.
const LONGEST: u64 = 16;

impl Solver for Geography {
    fn name(&self) -> &'static str {
        "geography"
    }

    fn scope(&self) -> Scope {
        Scope { conventions: &[Convention::Normal], questions: &[Question::Outcome] }
    }

    fn assess(&self, query: &Query) -> Result<Estimate, Refusal> {
        let token = token(query)?;
        let (vertices, edges) = size(token);
        let bytes = forest::bytes(vertices, edges) as f64;
        Ok(Estimate { positions: vertices as f64, bytes, nanoseconds: 1000.0 + 60.0 * (vertices + edges) as f64 })
    }

    fn solve(&self, query: &Query, budget: &mut Budget) -> Result<Solution, Stopped> {
        let token = token(query).expect("the query was accepted");
        let (vertices, edges) = size(token);
        budget.hold(forest::bytes(vertices, edges))?;
        let claim = claim(token, budget)?;
        budget.solved(vertices)?;
        let answer = Answer::Outcome(claim.winner());
        Ok(Solution { answer, claims: vec![Claim::Matching(Arc::new(claim))] })
    }
}

/// Returns the token of the query; refuses other rules, and sums: a sum of tokens needs values.
fn token(query: &Query) -> Result<&Token, Refusal> {
    match (&query.rulesets[..], &query.position[..]) {
        ([ruleset], [term]) if Matching::is_about(ruleset) => match &term.component {
            Component::Token(token) => Ok(token),
            _ => Err("only for a token".into()),
        },
        ([ruleset], _) if Matching::is_about(ruleset) => {
            Err("only for one token: matchings give outcomes, not values".into())
        }
        _ => Err("only for a token that moves along edges to unvisited vertices".into()),
    }
}

/// Returns the numbers of vertices and of edges of the graph.
fn size(token: &Token) -> (u64, u64) {
    let graph = token.map().graph();
    (u64::from(graph.vertices()), graph.edges().len() as u64)
}

/// Returns the claim about the token. The vertex of the token is left out of the graph, not
/// matched; `pairs` has each pair of the matching once, the smaller number first, and `barrier` the
/// inner vertices. `ways` has for each winning move an alternating path from its vertex to an
/// unmatched one, at least one if there is a winning move.
fn claim(token: &Token, budget: &mut Budget) -> Result<Matching, Stopped> {
    let graph = token.map().graph();
    let beside = Neighbours::new(graph.vertices(), graph.edges(), token.at());
    let forest = Forest::grown(&beside, budget)?;
    let mut ways = Vec::new();
    let (vertices, edges) = size(token);
    let mut room = LONGEST * (vertices + edges);
    for next in token.beside().into_iter().filter(|&next| forest.is_outer(next)) {
        let way = forest.way(next);
        budget.charge(u32::try_from(way.len()).unwrap_or(u32::MAX))?;
        let length = way.len() as u64;
        if length > room && !ways.is_empty() {
            break;
        }
        budget.hold(4 * length)?;
        room = room.saturating_sub(length);
        ways.push(way);
    }
    let pairs = (0..graph.vertices()).filter_map(|vertex| Some((vertex, forest.mate(vertex)?)));
    let pairs = pairs.filter(|(a, b)| a < b).collect();
    Ok(Matching { token: token.clone(), pairs, barrier: forest.inner(), ways })
}

#[cfg(test)]
mod tests;
