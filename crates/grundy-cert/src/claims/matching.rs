//! The claim `matching`: who wins a token that moves along the edges of a graph to vertices not yet
//! visited.
//!
//! The mover wins if and only if every maximum matching of the graph covers the vertex of the token
//! (Fraenkel, Scheinerman and Ullman 1993; proved in the manual's page "Theorems"). So the mover
//! loses if a maximum matching of the whole graph leaves the vertex alone, and wins if one of the
//! rest of the graph, with an edge of the token added, is larger.
//!
//! That a matching is a maximum is shown by a *barrier*: a set B of vertices such that the graph
//! without B has |B| + d components with an odd number of vertices. Each of them either has an
//! unmatched vertex or is matched to a vertex of B, so at least d vertices are unmatched in every
//! matching (Tutte 1947, Berge 1958). A winning move goes to a vertex that some maximum matching of
//! the rest leaves alone; an alternating path from there to an unmatched vertex shows it.
//!
//! Cost of the check: linear in the graph and in the paths.
//!
//! ```text
//! claim matching
//! position {0-1 1-2 2-3} from 1
//! pair 2 3
//! way 0
//! end 3
//! ```
//!
//! The example is a path of four vertices with the token on the second one. The rest of the graph
//! has the maximum matching 2-3. Vertex 0 is a neighbour of the token that it leaves alone, so
//! moving there wins: the path of that move is the vertex 0 itself. The barrier is empty, since the
//! rest has one component with an odd number of vertices, which is 0.
//!
//! `pair` has two matched vertices, `barrier` one vertex, `way` the path of a move. Pairs, barrier
//! and ways are each sorted.

use std::sync::Arc;

use grundy_core::Outcome;
use grundy_games::{Component, Convention, Once, Query, Ruleset, Token, TokenRules};

use super::{Claim, Context, Evidence, Format, Read};
use crate::{
    certificate::section::{Expected, Section},
    error::{Flaw, Verdict},
    poll::{Halt, Poll},
};

/// The form in certificates.
pub(super) const FORMAT: Format = Format { name: "matching", read: Read::Section(read) };

/// A claim about one position of a token.
#[derive(Clone, Debug)]
pub struct Matching {
    /// The position that the claim is about.
    pub token: Token,
    /// A maximum matching of the graph without the vertex of the token; if the mover loses, of the
    /// whole graph.
    pub pairs: Vec<(u32, u32)>,
    /// The barrier that shows that the matching is a maximum.
    pub barrier: Vec<u32>,
    /// For each winning move that is shown, an alternating path from the vertex of the move to an
    /// unmatched vertex. Empty if and only if the mover loses.
    pub ways: Vec<Vec<u32>>,
}

impl Matching {
    /// Whether such a claim can be about this ruleset: no edge is one-way, and each vertex is
    /// visited once.
    pub fn is_about(ruleset: &Ruleset) -> bool {
        matches!(ruleset, Ruleset::Token(TokenRules { one_way: false, once: Once::Vertex }))
    }

    /// Who wins at the position.
    pub fn winner(&self) -> Outcome {
        if self.ways.is_empty() { Outcome::P } else { Outcome::N }
    }

    /// Who wins at this component; `None` if it is not the position of the claim.
    pub fn outcome(&self, component: &Component) -> Option<Outcome> {
        matches!(component, Component::Token(token) if *token == self.token).then(|| self.winner())
    }

    /// Each move by the vertex that it goes to, with who wins after it; `None` if the claim does
    /// not show that.
    ///
    /// A vertex of the barrier, or of a component with an even number of vertices, is covered by
    /// every maximum matching of the rest, so a move to it loses. Cost: linear in the graph.
    pub fn moves(&self) -> Vec<(u32, Option<Outcome>)> {
        let beside = self.token.beside();
        if self.ways.is_empty() {
            return beside.into_iter().map(|next| (next, Some(Outcome::N))).collect();
        }
        let rest = self.rest();
        let (odd, _) = odd(&self.around(), &rest);
        let mut wins = vec![false; rest.len()];
        self.ways.iter().filter_map(|way| way.first()).for_each(|&to| wins[to as usize] = true);
        let told = |next: u32| match (wins[next as usize], odd[next as usize]) {
            (true, _) => Some(Outcome::P),
            (false, true) => None,
            (false, false) => Some(Outcome::N),
        };
        beside.into_iter().map(|next| (next, told(next))).collect()
    }

    /// Verifies the claim. False if `go_on` returned false, which is called at each pair and path.
    ///
    /// The count decides: a matching of m pairs is a maximum if it leaves exactly d vertices alone,
    /// which is vertices - 2m = odd - barrier.
    fn verify(&self, ruleset: &Ruleset, go_on: &mut dyn FnMut() -> bool) -> Result<bool, Flaw> {
        let no = |why: &str| Err(Flaw::NoMatching(why.to_owned()));
        if !Matching::is_about(ruleset) || self.token.map().is_one_way() {
            return Err(Flaw::OtherGame);
        }
        let count = self.token.map().graph().vertices() as usize;
        let all = self.pairs.iter().flat_map(|&(a, b)| [a, b]).chain(self.barrier.iter().copied());
        if !all.chain(self.ways.iter().flatten().copied()).all(|vertex| (vertex as usize) < count) {
            return no("a vertex is not in the graph");
        }
        let edges = self.token.map().graph().edges();
        let joined = |a: u32, b: u32| edges.binary_search(&(a.min(b), a.max(b))).is_ok();
        let mut mate = vec![None; count];
        for &(a, b) in &self.pairs {
            if !go_on() {
                return Ok(false);
            }
            if !joined(a, b) || mate[a as usize].is_some() || mate[b as usize].is_some() {
                return no("the pairs are not a matching");
            }
            (mate[a as usize], mate[b as usize]) = (Some(b), Some(a));
        }
        if mate[self.token.at() as usize].is_some() {
            return no("the vertex of the token is matched");
        }
        let rest = self.rest();
        let (_, odd) = odd(&self.around(), &rest);
        let vertices = count - usize::from(!self.ways.is_empty());
        let mut barrier = self.barrier.clone();
        barrier.sort_unstable();
        barrier.dedup();
        if barrier.len() != self.barrier.len() || !self.ways.is_empty() && barrier.contains(&self.token.at()) {
            return no("the barrier is not a set of remaining vertices");
        }
        if 2 * self.pairs.len() + odd != vertices + barrier.len() {
            return no("the barrier does not show that the matching is a maximum");
        }
        let mut met = vec![None; count];
        for (number, way) in self.ways.iter().enumerate() {
            if !go_on() {
                return Ok(false);
            }
            if !self.leads(way, &mate, &joined, number, &mut met) {
                return no("a way is not an alternating path from a move to an unmatched vertex");
            }
        }
        Ok(true)
    }

    /// Whether a path begins at a neighbour of the token, visits no vertex twice, and alternates
    /// between the matching and other edges up to an unmatched vertex. `met` has the last path
    /// through each vertex.
    fn leads(
        &self,
        way: &[u32],
        mate: &[Option<u32>],
        joined: &dyn Fn(u32, u32) -> bool,
        number: usize,
        met: &mut [Option<usize>],
    ) -> bool {
        let at = self.token.at();
        let (Some(&first), Some(&last)) = (way.first(), way.last()) else { return false };
        let new = way.iter().all(|&vertex| vertex != at && met[vertex as usize].replace(number) != Some(number));
        let step = |(place, pair): (usize, &[u32])| match place % 2 {
            0 => mate[pair[0] as usize] == Some(pair[1]),
            _ => joined(pair[0], pair[1]),
        };
        new && joined(at, first) && mate[last as usize].is_none() && way.windows(2).enumerate().all(step)
    }

    /// The vertices outside of the barrier, without that of the token if the mover wins.
    fn rest(&self) -> Vec<bool> {
        let mut rest = vec![true; self.token.map().graph().vertices() as usize];
        self.barrier.iter().for_each(|&vertex| rest[vertex as usize] = false);
        rest[self.token.at() as usize] &= self.ways.is_empty();
        rest
    }

    /// The neighbours of each vertex.
    fn around(&self) -> Vec<Vec<u32>> {
        self.token.map().graph().neighbours()
    }
}

/// The vertices in components of `rest` with an odd number of vertices, and the number of such
/// components. Cost: one pass over the edges, with a list of the vertices of the component in place
/// of recursion.
fn odd(around: &[Vec<u32>], rest: &[bool]) -> (Vec<bool>, usize) {
    let mut seen: Vec<bool> = rest.iter().map(|stays| !stays).collect();
    let (mut odd, mut count) = (vec![false; rest.len()], 0);
    for start in 0..rest.len() {
        if std::mem::replace(&mut seen[start], true) {
            continue;
        }
        let mut component = vec![start];
        let mut done = 0;
        while let Some(&vertex) = component.get(done) {
            done += 1;
            let next = around[vertex].iter().map(|&next| next as usize);
            component.extend(next.filter(|&next| !std::mem::replace(&mut seen[next], true)));
        }
        if component.len() % 2 == 1 {
            count += 1;
            component.into_iter().for_each(|vertex| odd[vertex] = true);
        }
    }
    (odd, count)
}

impl Evidence for Matching {
    fn keyword(&self) -> &'static str {
        FORMAT.name
    }

    fn summary(&self) -> String {
        format!("{} pairs", self.pairs.len())
    }

    fn recorded(&self) -> Option<u64> {
        Some(1)
    }

    fn outcome(
        &self,
        _ruleset: &Ruleset,
        component: &Component,
        _poll: &mut Poll<'_>,
    ) -> Result<Option<Outcome>, Halt> {
        Ok(Matching::outcome(self, component))
    }

    fn check(&self, context: &mut Context<'_>) -> Result<Verdict, Flaw> {
        context.scope.requires(Convention::Normal)?;
        self.verify(context.scope.ruleset(), context.go_on).map(Verdict::of)
    }

    /// Vertices by their names, pairs and sets in ascending order.
    fn lines(&self, _query: &Query, _ruleset: &Ruleset) -> Result<Vec<String>, String> {
        let map = self.token.map();
        let mut pairs: Vec<(u32, u32)> = self.pairs.iter().map(|&(a, b)| (a.min(b), a.max(b))).collect();
        let (mut barrier, mut ways) = (self.barrier.clone(), self.ways.clone());
        pairs.sort_unstable();
        barrier.sort_unstable();
        ways.sort_unstable();
        let mut lines = vec![format!("position {}", self.token)];
        lines.extend(pairs.iter().map(|&(a, b)| format!("pair {} {}", map.name(a), map.name(b))));
        lines.extend(barrier.iter().map(|&vertex| format!("barrier {}", map.name(vertex))));
        let way = |way: &Vec<u32>| way.iter().map(|&vertex| format!(" {}", map.name(vertex))).collect::<String>();
        lines.extend(ways.iter().map(|vertices| format!("way{}", way(vertices))));
        Ok(lines)
    }
}

/// The claim of these lines.
fn read(section: &Section<'_>) -> Result<Claim, Expected> {
    let place = || Expected::at(section.end(), "`position` and where the token stands");
    let position = section.lines.first().and_then(|line| line.strip_prefix("position ")).ok_or_else(place)?;
    let Component::Token(token) = section.component(section.end(), position)? else { return Err(place()) };
    let numbers = token.map().numbers();
    let mut claim = Matching { token, pairs: Vec::new(), barrier: Vec::new(), ways: Vec::new() };
    for (at, line) in section.lines.iter().enumerate().skip(1) {
        let mut words = line.split(' ');
        let kind = words.next().unwrap_or("");
        let named: Option<Vec<u32>> = words.map(|name| numbers.get(name).copied()).collect();
        let named = named.ok_or_else(|| Expected::at(at, "vertices of the graph"))?;
        match (kind, &named[..]) {
            ("pair", &[a, b]) => claim.pairs.push((a, b)),
            ("barrier", &[vertex]) => claim.barrier.push(vertex),
            ("way", [_, ..]) => claim.ways.push(named),
            _ => return Err(Expected::at(at, "`pair`, `barrier` or `way` with their vertices")),
        }
    }
    Ok(Claim::Matching(Arc::new(claim)))
}
