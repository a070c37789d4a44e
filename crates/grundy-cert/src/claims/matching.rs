//! Who wins a token that goes along edges, each vertex once: told by a matching and by why no other is larger.
//!
//! The mover wins exactly if every maximum matching of the graph covers the vertex where the token stands (Fraenkel,
//! Scheinerman and Ullman 1993; proved in the book's page "Theorems"). That a matching is a maximum is shown by a set of
//! vertices, the barrier: without it the graph has so many odd components that as many vertices stay alone in every
//! matching (Tutte 1947, Berge 1958). A winning move goes to a vertex that some maximum matching of the rest leaves
//! alone; a path along which the matching is exchanged shows one. Cost: linear in the graph and in the paths.

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
    /// The position.
    pub token: Token,
    /// A maximum matching of the graph without the vertex of the token; where the mover loses, of the whole graph.
    pub pairs: Vec<(u32, u32)>,
    /// Why it is one.
    pub barrier: Vec<u32>,
    /// For winning moves, from the vertex that is gone to on: a path by whose exchange the matching leaves that vertex
    /// alone. None where the mover loses.
    pub ways: Vec<Vec<u32>>,
}

impl Matching {
    /// Whether the claim can be about this board.
    pub fn is_about(ruleset: &Ruleset) -> bool {
        matches!(ruleset, Ruleset::Token(TokenRules { one_way: false, once: Once::Vertex }))
    }

    /// Who wins.
    pub fn winner(&self) -> Outcome {
        if self.ways.is_empty() { Outcome::P } else { Outcome::N }
    }

    /// Who wins at this component, if it is the one that the claim is about.
    pub fn outcome(&self, component: &Component) -> Option<Outcome> {
        matches!(component, Component::Token(token) if *token == self.token).then(|| self.winner())
    }

    /// Each move by the vertex it goes to, with who wins then; nothing where that is not shown.
    ///
    /// A vertex of the barrier, or of an even component without it, is covered by every maximum matching of the rest, so
    /// that going there loses.
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

    /// Verifies the claim; `go_on` is asked now and then.
    fn verify(&self, ruleset: &Ruleset, go_on: &mut dyn FnMut() -> bool) -> Result<bool, Flaw> {
        let no = |why: &str| Err(Flaw::NoMatching(why.to_owned()));
        if !Matching::is_about(ruleset) || self.token.map().is_one_way() {
            return Err(Flaw::OtherGame);
        }
        let count = self.token.map().graph().vertices() as usize;
        let all = self.pairs.iter().flat_map(|&(a, b)| [a, b]).chain(self.barrier.iter().copied());
        if !all.chain(self.ways.iter().flatten().copied()).all(|vertex| (vertex as usize) < count) {
            return no("a vertex is not of the graph");
        }
        let edges = self.token.map().graph().edges();
        let joined = |a: u32, b: u32| edges.binary_search(&(a.min(b), a.max(b))).is_ok();
        let mut mate = vec![None; count];
        for &(a, b) in &self.pairs {
            if !go_on() {
                return Ok(false);
            }
            if !joined(a, b) || mate[a as usize].is_some() || mate[b as usize].is_some() {
                return no("the pairs are no matching");
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
            return no("the barrier is no set of vertices that are left");
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
                return no("a way is no path along which the matching can be exchanged");
            }
        }
        Ok(true)
    }

    /// Whether the way begins beside the token and alternates between the matching and other edges up to a vertex that is
    /// alone. `met` tells the last way that came to a vertex.
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

    /// Which vertices are left without the barrier, and without that of the token where the mover wins.
    fn rest(&self) -> Vec<bool> {
        let mut rest = vec![true; self.token.map().graph().vertices() as usize];
        self.barrier.iter().for_each(|&vertex| rest[vertex as usize] = false);
        rest[self.token.at() as usize] &= self.ways.is_empty();
        rest
    }

    fn around(&self) -> Vec<Vec<u32>> {
        self.token.map().graph().neighbours()
    }
}

/// Of the vertices in `rest`: which lie in odd components, and how many of these there are.
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
