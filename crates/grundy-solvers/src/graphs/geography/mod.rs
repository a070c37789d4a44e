//! Geography on an undirected graph, each vertex once: who wins, by a maximum matching.
//!
//! The mover wins exactly if every maximum matching covers the vertex of the token. So the solver finds a maximum matching
//! of the graph without that vertex, with the forest that shows it (`forest`): going to a vertex that some such matching
//! leaves alone wins, and if there is none beside the token, the mover has lost. The claim holds the matching, the barrier
//! that shows that no other is larger, and for each winning move a path to exchange the matching along.
//!
//! Cost: nearly linear in vertices and edges for each round of the matching, and the length of the paths. Source: A. S.
//! Fraenkel, E. R. Scheinerman, D. Ullman, Undirected edge geography, Theor. Comput. Sci. 112 (1993).

mod forest;

use std::sync::Arc;

use grundy_cert::{Answer, Claim, Matching, Solution};
use grundy_games::{Component, Convention, Query, Question, Token};

use crate::{
    solver::{Estimate, Refusal, Scope, Solver},
    support::budget::{Budget, Stopped},
};
use forest::{Beside, Forest};

/// Finds a maximum matching.
pub struct Geography;

/// Paths may be so many times as long in all as the graph is large; where they are longer, only the first winning moves
/// are shown.
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

fn token(query: &Query) -> Result<&Token, Refusal> {
    match (&query.rulesets[..], &query.position[..]) {
        ([ruleset], [term]) if Matching::is_about(ruleset) => match &term.component {
            Component::Token(token) => Ok(token),
            _ => Err("only for a token".into()),
        },
        ([ruleset], _) if Matching::is_about(ruleset) => {
            Err("only for one token: matchings tell who wins, not values".into())
        }
        _ => Err("only for a token that goes along edges to new vertices".into()),
    }
}

fn size(token: &Token) -> (u64, u64) {
    let graph = token.map().graph();
    (u64::from(graph.vertices()), graph.edges().len() as u64)
}

/// Who wins, and why.
fn claim(token: &Token, budget: &mut Budget) -> Result<Matching, Stopped> {
    let graph = token.map().graph();
    let beside = Beside::new(graph.vertices(), graph.edges(), token.at());
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
