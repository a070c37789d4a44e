//! A token that takes a stone from its vertex and goes along an edge: who wins.
//!
//! The mover wins exactly if a neighbour with fewer stones loses, by the same rule (the manual's
//! page "Theorems" has the proof, for undirected graphs without loops). So the vertices are decided
//! in the order of their stones. No formula is known for the values.
//!
//! Cost: one pass over the edges, and the sorting of the vertices.
//!
//! *Example.* `{a-b b-c} with a:1 b:2 c:3 from b`: a has fewer stones than b, and no neighbour with
//! fewer than itself, so it is lost; going there wins.

use grundy_core::{Nimber, Outcome};
use grundy_games::{Amounts, Component, Convention, Ruleset, Stones, StonesRules};

use super::ClosedForm;

/// `stones: take 1 at the token, then move it along an edge`: who wins, vertex by vertex.
#[derive(Debug)]
pub struct StoneWalk;

impl ClosedForm for StoneWalk {
    fn name(&self) -> &'static str {
        "stone-walk"
    }

    fn statement(&self) -> &'static str {
        "the mover wins exactly if a neighbour with fewer stones loses, by the same rule"
    }

    fn is_about(&self, ruleset: &Ruleset, play: Convention) -> bool {
        play == Convention::Normal && is_about(ruleset)
    }

    fn is_outcome(&self) -> bool {
        true
    }

    fn outcome(&self, _ruleset: &Ruleset, component: &Component) -> Option<Outcome> {
        let Component::Stones(stones) = component else { return None };
        Some(if is_lost(stones)? { Outcome::P } else { Outcome::N })
    }

    fn option(&self, _ruleset: &Ruleset, component: &Component, value: Nimber) -> Option<Component> {
        let Component::Stones(stones) = component else { return None };
        option(stones).filter(|_| value == Nimber::ZERO).map(Component::Stones)
    }
}

/// Whether the rules are those of the theorem.
fn is_about(ruleset: &Ruleset) -> bool {
    let Ruleset::Stones(StonesRules::Walk { amounts, one_way: false }) = ruleset else { return false };
    *amounts == Amounts::of([1])
}

/// Whether the mover loses at each vertex with these numbers of stones; `None` if the graph is
/// directed or has a loop. Equal numbers of stones do not decide each other, so their order does
/// not matter.
fn lost(stones: &Stones) -> Option<Vec<bool>> {
    let (graph, counts) = (stones.map().graph(), stones.counts());
    if stones.map().is_one_way() || graph.edges().iter().any(|(a, b)| a == b) {
        return None;
    }
    let around = graph.neighbours();
    let mut order: Vec<usize> = (0..counts.len()).collect();
    order.sort_by_key(|&vertex| counts[vertex]);
    let mut lost = vec![true; counts.len()];
    for vertex in order {
        let mut fewer = around[vertex].iter().map(|&next| next as usize).filter(|&next| counts[next] < counts[vertex]);
        lost[vertex] = !fewer.any(|next| lost[next]);
    }
    Some(lost)
}

/// Whether the mover loses; `None` if the theorem does not cover the position.
fn is_lost(stones: &Stones) -> Option<bool> {
    let at = stones.token()?;
    lost(stones)?.get(at as usize).copied()
}

/// What a winning move leaves: the token goes to a lost neighbour with fewer stones.
fn option(stones: &Stones) -> Option<Stones> {
    let (at, counts, lost) = (stones.token()?, stones.counts(), lost(stones)?);
    let neighbour = |&(a, b): &(u32, u32)| if a == at { Some(b) } else { (b == at).then_some(a) };
    let wins = |next: &u32| counts[*next as usize] < counts[at as usize] && lost[*next as usize];
    stones.walked(1, stones.map().graph().edges().iter().filter_map(neighbour).find(wins)?)
}
