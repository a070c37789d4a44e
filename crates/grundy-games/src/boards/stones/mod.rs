//! The meaning of games with stones on the vertices of a graph: a move carries stones along an arc,
//! or takes stones where a token is and moves the token.
//!
//! A position is a graph, the number of stones on each vertex and, in the second game, the vertex
//! of the token. The graph stays the same during play, so all positions of a play share it. Stones
//! move along arcs only on graphs without a cycle: each of them moves at most as often as the
//! longest path has arcs. No more than 2^64 - 1 stones are on a graph, so no vertex ever has more.
//!
//! In the third game a vertex without stones is removed, and its neighbours are joined to each
//! other. The graph of the position is not changed for that: two vertices with stones are joined if
//! an edge, or a path through vertices without stones, joins them in the graph as it was. That is
//! the same, by induction on the removals: one that joins the neighbours of v makes an edge where
//! two edges met at v. No removal makes an edge from a vertex to itself, along which a token may
//! stay.
//!
//! ```
//! use std::sync::Arc;
//!
//! use grundy_core::{Fault, Game};
//! use grundy_games::{Amounts, Graph, AmountSet, Map, Stones, StonesRules};
//!
//! let stairs = Map::directed(Graph::directed(3, [(1, 0), (2, 1)]), None);
//! let stones = Stones::on(Arc::new(stairs), vec![0, 1, 2]).unwrap();
//! let rules = StonesRules::Carry(Amounts { kinds: vec![AmountSet::Any], except: vec![] });
//! assert_eq!(rules.to_string(), "move any along an arc");
//! let mut options = Vec::new();
//! rules.options(&stones, |next| Ok::<(), Fault>(options.push(next[0].to_string()))).unwrap();
//! assert_eq!(options, ["{1>0 2>1} with 0:1 2:2", "{1>0 2>1} with 1:2 2:1", "{1>0 2>1} with 1:3"]);
//! ```
//!
//! *Faults.* Over ten million moves at one position. Graphs with cycles are refused when a position
//! of the first game is read. *Cost:* a copy of the counts for each option.

pub(crate) mod board;
pub(crate) mod read;

use std::{borrow::Cow, fmt, sync::Arc};

use grundy_core::{Fault, Game, Visit};

use crate::{
    boards::{graph::labels::Pieces, token::Map},
    heaps::{expr::MOST_TRIALS, numbers::Amounts},
};

/// The rules of a game with stones on a graph.
///
/// In both games the graph stays, and the number of stones decides the end.
///
/// ```text
/// move any along an arc  at  {1>0 2>1} with 1:1 2:2
///   move 1 from 1 to 0 leaves 0:1 2:2
///   move 1 from 2 to 1 leaves 1:2 2:1
///   move 2 from 2 to 1 leaves 1:3
/// take any at the token, then move it along an edge  at  {0-1} with 0:2 1:1 from 0
///   take 1, go to 1 leaves 0:1 1:1 from 1
///   take 2, go to 1 leaves 1:1 from 1
/// the same, joining the neighbours of an emptied vertex  at  {0-1 1-2} with 0:1 1:2 2:3 from 1
///   take 1, go to 0 leaves 0:1 1:1 2:3 from 0
///   take 2, go to 2 leaves 0:1 2:3 from 2, where 0 and 2 are joined
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StonesRules {
    /// `move AMOUNTS along an arc`; 0 stones are never moved. Staircase Nim is `move any along an
    /// arc` on a path.
    Carry(Amounts),
    /// `take AMOUNTS at the token, then move it along an edge`, or an arc; 0 stones are never
    /// taken.
    Walk {
        /// How many stones may be taken.
        amounts: Amounts,
        /// Whether edges are directed.
        one_way: bool,
    },
    /// `take AMOUNTS at the token, then move it along an edge, joining the neighbours of an emptied
    /// vertex`, which is removed. From the last vertex that is left the token goes nowhere.
    /// Vertexnim has any amounts.
    Join(Amounts),
}

/// Stones on the vertices of a graph, and perhaps a token on one of them.
///
/// Positions of a play share the graph.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Stones {
    /// The graph, which positions of a play share.
    map: Arc<Map>,
    /// One number per vertex; they add up to at most 2^64 - 1.
    counts: Arc<[u64]>,
    /// The vertex of the token. Without it, edges are directed, and there is no cycle.
    at: Option<u32>,
}

/// Why there is no such position.
///
/// The parser turns it into a message with the place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StonesFault {
    /// There is not one number of stones for each vertex, or no vertex for the token.
    Vertices,
    /// There are over 2^64 - 1 stones.
    Sum,
    /// Stones could move in a circle: the vertices of a cycle in their order.
    Cycle(Vec<u32>),
    /// Stones move along arcs, and the graph is undirected.
    Undirected,
}

impl Stones {
    /// Returns the position with these numbers of stones on a directed graph without a cycle.
    ///
    /// # Errors
    /// See [`StonesFault`].
    pub fn on(map: Arc<Map>, counts: Vec<u64>) -> Result<Stones, StonesFault> {
        if !map.is_one_way() {
            return Err(StonesFault::Undirected);
        }
        if let Some(cycle) = cycle(&map) {
            return Err(StonesFault::Cycle(cycle));
        }
        Stones { map, counts: counts.into(), at: None }.sound()
    }

    /// Returns the position with these numbers of stones on a graph, and a token on this vertex.
    ///
    /// # Errors
    /// See [`StonesFault`].
    pub fn with_token(map: Arc<Map>, counts: Vec<u64>, at: u32) -> Result<Stones, StonesFault> {
        Stones { map, counts: counts.into(), at: Some(at) }.sound()
    }

    /// Refuses numbers that do not fit the graph, and too many stones.
    fn sound(self) -> Result<Stones, StonesFault> {
        let vertices = self.map.graph().vertices();
        if self.counts.len() != vertices as usize || self.at.is_some_and(|at| at >= vertices) {
            return Err(StonesFault::Vertices);
        }
        let sum = self.counts.iter().try_fold(0u64, |sum, &count| sum.checked_add(count));
        sum.map(|_| self).ok_or(StonesFault::Sum)
    }

    /// Returns the graph.
    ///
    /// All positions of a play have the same one.
    pub fn map(&self) -> &Map {
        &self.map
    }

    /// Returns the number of stones on each vertex.
    ///
    /// In the order of the vertices of the graph.
    pub fn counts(&self) -> &[u64] {
        &self.counts
    }

    /// Returns the number of all stones.
    ///
    /// The sum fits into 64 bits, since positions with more are refused.
    pub fn total(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// Returns the vertex of the token, if the game has one.
    ///
    /// Stones that are carried along arcs have none.
    pub fn token(&self) -> Option<u32> {
        self.at
    }

    /// Returns the position after this many stones were moved along an arc; `None` if its first end
    /// has fewer, or the position has a token.
    ///
    /// The amounts of the rules are not asked: it is what such a move leaves.
    ///
    /// # Panics
    /// If the graph has no such vertices.
    pub fn carried(&self, taken: u64, (from, to): (u32, u32)) -> Option<Stones> {
        let mut counts = self.counts.to_vec();
        counts[from as usize] = counts[from as usize].checked_sub(taken)?;
        counts[to as usize] = counts[to as usize].checked_add(taken)?;
        self.at.is_none().then(|| Stones { counts: counts.into(), ..self.clone() })
    }

    /// Returns the position after so many stones were taken at the token and the token has gone to
    /// a vertex; `None` if there are fewer, or there is no token.
    ///
    /// The amounts of the rules are not asked.
    ///
    /// # Panics
    /// If the graph has no such vertex.
    pub fn walked(&self, taken: u64, to: u32) -> Option<Stones> {
        assert!(to < self.map.graph().vertices(), "a token is on a vertex");
        let at = self.at? as usize;
        let mut counts = self.counts.to_vec();
        counts[at] = counts[at].checked_sub(taken)?;
        Some(Stones { map: self.map.clone(), counts: counts.into(), at: Some(to) })
    }

    /// Returns the vertices with stones that a token may go to, ascending, where vertices without
    /// stones are removed and their neighbours joined: those that an edge, or a path through such
    /// vertices, leads to. The vertex of the token is not one of them.
    ///
    /// Cost: one pass over the edges.
    fn joined(&self, at: u32) -> Vec<u32> {
        let adjacency = self.map.graph().neighbours();
        let mut met = vec![false; adjacency.len()];
        met[at as usize] = true;
        let (mut open, mut found) = (vec![at], Vec::new());
        while let Some(vertex) = open.pop() {
            for &next in &adjacency[vertex as usize] {
                if !std::mem::replace(&mut met[next as usize], true) {
                    if self.counts[next as usize] > 0 { &mut found } else { &mut open }.push(next);
                }
            }
        }
        found.sort_unstable();
        found
    }

    /// Returns what moves carry from this position to another one: the number of stones, and the
    /// ends of the arc; `None` unless one move along an arc leads there.
    ///
    /// Exactly two vertices have changed, and one has lost what the other has got.
    pub(crate) fn difference(&self, to: &Stones) -> Option<(u64, u32, u32)> {
        let mut changed = (0u32..).zip(self.counts.iter().zip(to.counts.iter())).filter(|(_, (from, to))| from != to);
        let (first, second) = (changed.next()?, changed.next()?);
        let ((source, (had, keeps)), (end, (held, has))) =
            if first.1.0 > first.1.1 { (first, second) } else { (second, first) };
        let moved = had.checked_sub(*keeps)?;
        (changed.next().is_none() && has.checked_sub(*held) == Some(moved)).then_some((moved, source, end))
    }

    /// Returns the memory on the heap, in bytes, without the graph, which all positions of a play
    /// share.
    pub(crate) fn bytes(&self) -> usize {
        2 * size_of::<usize>() + 8 * self.counts.len()
    }

    /// Returns the canonical form: without names, and with no stones where no move changes or needs
    /// their number: on vertices without arcs, or that the token cannot reach.
    ///
    /// Stones on a vertex from which no arc leads never move again. The token takes stones only
    /// from vertices that it can reach.
    pub(crate) fn canonical(&self) -> Stones {
        let counts = |needed: &[bool]| -> Arc<[u64]> {
            self.counts.iter().zip(needed).map(|(&count, &needed)| if needed { count } else { 0 }).collect()
        };
        let mut needed = vec![false; self.counts.len()];
        match self.at {
            None => self.map.graph().edges().iter().for_each(|&(from, _)| needed[from as usize] = true),
            Some(at) => self.map.reach(at, &mut needed),
        }
        let map = if self.map.is_bare() { self.map.clone() } else { Arc::new(self.map.bare()) };
        Stones { map, counts: counts(&needed), at: self.at }
    }
}

impl StonesRules {
    /// Returns what a move from a position to another one does: the number of stones, and the ends
    /// of the arc or edge. `None` for what is no move.
    pub(crate) fn carried(&self, from: &Stones, to: &Stones) -> Option<(u64, u32, u32)> {
        match self {
            StonesRules::Carry(_) => from.difference(to),
            StonesRules::Walk { .. } | StonesRules::Join(_) => {
                let (at, next) = (from.at?, to.at?);
                let taken = from.counts[at as usize].checked_sub(to.counts[at as usize])?;
                Some((taken, at, next))
            }
        }
    }
}

impl StonesRules {
    /// Shows the moves of a token that takes stones, where emptied vertices are removed.
    fn walk_joined<E: From<Fault>>(
        &self,
        amounts: &Amounts,
        (stones, at): (&Stones, u32),
        copied: u32,
        visit: &mut impl FnMut(Visit<'_, Stones>) -> Result<(), E>,
    ) -> Result<(), E> {
        let held = stones.counts[at as usize];
        if held == 0 || stones.map.is_one_way() {
            return Ok(());
        }
        let edges = stones.map.graph().edges();
        visit(Visit::Work(u32::try_from(edges.len() / 16).unwrap_or(u32::MAX)))?;
        let others = stones.joined(at);
        let stays = edges.binary_search(&(at, at)).is_ok();
        let mut trials = 0u64;
        for amount in amounts.tries(held) {
            let taken = amount.filter(|&taken| taken > 0);
            // The token stays where an edge leads back to a vertex that has stones left, and where
            // the last vertex is emptied.
            let keeps = taken.is_some_and(|taken| if taken < held { stays } else { others.is_empty() });
            let ways = others.iter().copied().chain(keeps.then_some(at));
            let next = taken.into_iter().flat_map(|taken| ways.clone().filter_map(move |to| stones.walked(taken, to)));
            trials += 1;
            visit(Visit::Work(1))?;
            for next in next {
                trials += 1;
                visit(Visit::Work(1 + copied))?;
                visit(Visit::Option(&[next]))?;
            }
            if trials > MOST_TRIALS {
                return Err(self.too_many().into());
            }
        }
        Ok(())
    }

    /// The fault of a position with too many moves.
    fn too_many(&self) -> Fault {
        Fault(format!("the rule `{self}` has too many moves (over {MOST_TRIALS}) at one position"))
    }
}

impl Game for StonesRules {
    type Position = Stones;

    fn options<E: From<Fault>>(
        &self,
        stones: &Stones,
        mut visit: impl FnMut(&[Stones]) -> Result<(), E>,
    ) -> Result<(), E> {
        self.walk(stones, |seen| seen.option(|_| Ok(()))?.map_or(Ok(()), &mut visit))
    }

    fn walk<E: From<Fault>>(
        &self,
        stones: &Stones,
        mut visit: impl FnMut(Visit<'_, Stones>) -> Result<(), E>,
    ) -> Result<(), E> {
        // An option is as long as the graph has vertices.
        let copied = u32::try_from(stones.counts.len() / 64).unwrap_or(u32::MAX);
        if let (StonesRules::Join(amounts), Some(at)) = (self, stones.at) {
            return self.walk_joined(amounts, (stones, at), copied, &mut visit);
        }
        // The ways from a vertex to another one, along which stones or the token move.
        let (amounts, ways): (_, Cow<'_, [(u32, u32)]>) = match (self, stones.at) {
            (StonesRules::Carry(amounts), None) => (amounts, stones.map.graph().edges().into()),
            (StonesRules::Walk { amounts, one_way }, Some(at)) if *one_way == stones.map.is_one_way() => {
                (amounts, stones.map.neighbours(at).into_iter().map(|next| (at, next)).collect())
            }
            _ => return Ok(()),
        };
        let moved = |amount: u64, way: (u32, u32)| match self {
            StonesRules::Carry(_) => stones.carried(amount, way),
            StonesRules::Walk { .. } | StonesRules::Join(_) => stones.walked(amount, way.1),
        };
        let mut trials = 0u64;
        for &way in &*ways {
            for amount in amounts.tries(stones.counts[way.0 as usize]) {
                trials += 1;
                if trials > MOST_TRIALS {
                    return Err(self.too_many().into());
                }
                visit(Visit::Work(1 + copied))?;
                let next = amount.filter(|&amount| amount > 0).and_then(|amount| moved(amount, way));
                next.map_or(Ok(()), |next| visit(Visit::Option(&[next])))?;
            }
        }
        Ok(())
    }
}

/// Returns the vertices of a cycle in their order, if the directed graph has one.
///
/// Cost: one pass over the arcs.
fn cycle(map: &Map) -> Option<Vec<u32>> {
    let (arcs, vertices) = (map.graph().edges(), map.graph().vertices() as usize);
    if arcs.iter().all(|(from, to)| from < to) || arcs.iter().all(|(from, to)| from > to) {
        return None;
    }
    let mut out = vec![0u32; vertices];
    // The arcs into a vertex begin where those into the one before it end.
    let (mut ends, mut into) = (vec![0usize; vertices + 1], vec![0u32; arcs.len()]);
    for &(from, to) in arcs {
        out[from as usize] += 1;
        ends[to as usize] += 1;
    }
    (1..=vertices).for_each(|at| ends[at] += ends[at - 1]);
    for &(from, to) in arcs {
        ends[to as usize] -= 1;
        into[ends[to as usize]] = from;
    }
    let into = |vertex: u32| &into[ends[vertex as usize]..ends[vertex as usize + 1]];
    // Vertices from which every path ends, the ends first.
    let mut open: Vec<u32> = (0..vertices as u32).filter(|&vertex| out[vertex as usize] == 0).collect();
    while let Some(vertex) = open.pop() {
        for &from in into(vertex) {
            out[from as usize] -= 1;
            if out[from as usize] == 0 {
                open.push(from);
            }
        }
    }
    // An arc leads from each other vertex to another one of them.
    let mut next: Vec<Option<u32>> = vec![None; vertices];
    for &(from, to) in arcs.iter().filter(|(from, to)| out[*from as usize] > 0 && out[*to as usize] > 0) {
        next[from as usize].get_or_insert(to);
    }
    let mut at = (0..vertices as u32).find(|&vertex| out[vertex as usize] > 0)?;
    let mut place: Vec<Option<usize>> = vec![None; vertices];
    let mut path = Vec::new();
    while place[at as usize].is_none() {
        place[at as usize] = Some(path.len());
        path.push(at);
        at = next[at as usize]?;
    }
    place[at as usize].map(|start| path.split_off(start))
}

impl fmt::Display for StonesRules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StonesRules::Carry(amounts) => write!(f, "move {amounts} along an arc"),
            StonesRules::Walk { amounts, one_way } => {
                let edge = if *one_way { "arc" } else { "edge" };
                write!(f, "take {amounts} at the token, then move it along an {edge}")
            }
            StonesRules::Join(amounts) => {
                let joining = "joining the neighbours of an emptied vertex";
                write!(f, "take {amounts} at the token, then move it along an edge, {joining}")
            }
        }
    }
}

/// `{a>b b>c} with a:3 b:5`, and `{a-b b-c} with a:3 from a`; `with none` without stones.
impl fmt::Display for Stones {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (mut pieces, names) = (Pieces::to(f), self.map.names());
        self.map.write(&mut pieces)?;
        pieces.text(" with")?;
        let mut bare = true;
        for (vertex, &count) in (0..).zip(self.counts.iter()).filter(|(_, count)| **count > 0) {
            pieces.text(" ")?;
            pieces.name(names, vertex)?;
            pieces.text(":")?;
            pieces.number(count)?;
            bare = false;
        }
        if bare {
            pieces.text(" none")?;
        }
        if let Some(at) = self.at {
            pieces.text(" from ")?;
            pieces.name(names, at)?;
        }
        pieces.end()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::boards::graph::Graph;

    #[test]
    fn a_cycle_is_found_and_named_in_order() {
        let found = |vertices, arcs: &[(u32, u32)]| {
            cycle(&Map::directed(Graph::directed(vertices, arcs.iter().copied()), None))
        };
        assert_eq!(found(4, &[(0, 1), (1, 2), (0, 2), (3, 2)]), None);
        assert_eq!(found(5, &[(0, 1), (1, 2), (2, 3), (3, 1), (3, 4)]), Some(vec![1, 2, 3]));
        assert_eq!(found(2, &[(0, 1), (1, 1)]), Some(vec![1]));
        assert_eq!(found(0, &[]), None);
        // A long path needs no stack.
        let long: Vec<(u32, u32)> = (1..200_000).map(|at| (at - 1, at)).collect();
        assert_eq!(found(200_000, &long), None);
    }

    #[test]
    fn positions_are_sound() {
        let map = |arcs: &[(u32, u32)]| Arc::new(Map::directed(Graph::directed(2, arcs.iter().copied()), None));
        assert_eq!(Stones::on(map(&[(0, 1)]), vec![u64::MAX, 1]), Err(StonesFault::Sum));
        assert_eq!(Stones::on(map(&[(0, 1)]), vec![1]), Err(StonesFault::Vertices));
        assert_eq!(Stones::on(map(&[(0, 1), (1, 0)]), vec![1, 1]), Err(StonesFault::Cycle(vec![0, 1])));
        let both_ways = Arc::new(Map::of(Graph::of(2, [(0, 1)]), None));
        assert_eq!(Stones::on(both_ways.clone(), vec![1, 1]), Err(StonesFault::Undirected));
        assert_eq!(Stones::with_token(both_ways, vec![1, 1], 2), Err(StonesFault::Vertices));
        let most = Stones::on(map(&[(0, 1)]), vec![u64::MAX, 0]).unwrap();
        assert_eq!(most.carried(u64::MAX, (0, 1)).map(|left| left.total()), Some(u64::MAX));
    }
}
