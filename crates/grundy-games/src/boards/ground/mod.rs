//! The meaning of Green Hackenbush on graphs: a move takes an edge, and with it whatever is no
//! longer connected to the ground.
//!
//! The ground is a vertex. Loops and repeated edges count, since each of them is a move. A
//! component is a part that hangs together without the ground: no move on one part changes
//! another, so the parts of an option add.
//!
//! ```
//! use grundy_core::{Fault, Game};
//! use grundy_games::{GroundRules, Grounded};
//!
//! // A triangle that stands on the ground, with an edge on its top.
//! let house = Grounded::of(4, [(0, 1), (0, 2), (1, 2), (2, 3)]);
//! let mut options = Vec::new();
//! GroundRules.options(&house, |parts| Ok::<(), Fault>(options.push(parts.len()))).unwrap();
//! assert_eq!(options, [1, 1, 2, 1]);
//! assert_eq!(house.to_string(), "{0-1 0-2 1-2 2-3} on 0");
//! ```
//!
//! *Rule.* The player who cannot move loses, in normal play; colours of edges do not occur.
//! *Example:* a stalk of three edges has the options of two, one and no edges, as a heap of 3.
//! *Faults:* none. *Cost:* a pass over the graph for each edge.

pub(crate) mod board;
pub(crate) mod read;

use std::{fmt, mem, sync::Arc};

use grundy_core::{Fault, Game};

use crate::boards::graph::{
    Graph,
    labels::{self, Labels, Pieces},
};

/// The rules of Green Hackenbush: take an edge with what it cuts off from the ground.
///
/// ```text
/// {0-1 1-2} on 0   a stalk of two edges
///   take 1-2 leaves {0-1} on 0
///   take 0-1 leaves nothing
/// {0-0} on 0       a loop at the ground, with one move
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GroundRules;

/// A graph that stands on the ground, which is vertex 0. Edges may be loops, and may repeat.
///
/// What is not connected to the ground is left out when it is made.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Grounded {
    vertices: u32,
    /// The edges, sorted; the smaller end comes first.
    edges: Vec<(u32, u32)>,
    /// The names of the vertices; `None` if the name of each vertex is its number.
    names: Option<Arc<Labels>>,
}

/// The edges at each vertex of a graph on the ground, without loops.
///
/// It is made once for several passes over the same graph.
#[derive(Clone, Debug)]
pub struct Incidence {
    /// Where those of each vertex begin, and where those of the last one end.
    first: Vec<usize>,
    ends: Vec<(u32, u32)>,
}

impl Incidence {
    /// Returns the edges at a vertex: the other end of each, and its place in the list of edges.
    ///
    /// # Panics
    ///
    /// If the graph has no such vertex.
    pub fn at(&self, vertex: u32) -> &[(u32, u32)] {
        &self.ends[self.first[vertex as usize]..self.first[vertex as usize + 1]]
    }
}

impl Grounded {
    /// Returns the graph of these vertices and edges on the ground, vertex 0, without what is not
    /// connected to it.
    ///
    /// The graph may have several parts; [`Grounded::components`] separates them.
    pub fn of(vertices: u32, edges: impl IntoIterator<Item = (u32, u32)>) -> Grounded {
        Grounded { vertices, edges: sorted(edges.into_iter().collect()), names: None }.standing()
    }

    /// As [`Grounded::of`], with one name per vertex.
    ///
    /// # Panics
    ///
    /// If there is not one name per vertex.
    pub fn named(names: Labels, edges: impl IntoIterator<Item = (u32, u32)>) -> Grounded {
        let edges = sorted(edges.into_iter().collect());
        assert!(edges.iter().all(|&(_, high)| (high as usize) < names.len()), "every vertex has a name");
        Grounded { vertices: names.len() as u32, edges, names: Some(names.into()) }.standing().settled()
    }

    /// Returns the number of vertices; the ground is one of them.
    ///
    /// They are numbered from 0, the ground, on.
    pub fn vertices(&self) -> u32 {
        self.vertices
    }

    /// Returns the edges, sorted, each as often as it occurs.
    ///
    /// A loop at a vertex has it at both ends.
    pub fn edges(&self) -> &[(u32, u32)] {
        &self.edges
    }

    /// Returns the name of a vertex.
    ///
    /// # Panics
    ///
    /// If vertices have names, and there is no such vertex.
    pub fn name(&self, vertex: u32) -> String {
        labels::name(self.names.as_deref(), vertex)
    }

    /// Returns the graph with names of its vertices that its parts keep: the numbers, if it has no
    /// others.
    pub(crate) fn labelled(&self) -> Grounded {
        let numbers = || Labels::numbers(self.vertices).into();
        Grounded { names: Some(self.names.clone().unwrap_or_else(numbers)), ..self.clone() }
    }

    /// Returns the graph without names.
    pub(crate) fn bare(&self) -> Grounded {
        Grounded { names: None, ..self.clone() }
    }

    /// Returns the graph without names if they are the numbers of the vertices.
    fn settled(self) -> Grounded {
        Grounded { names: self.names.filter(|names| !names.are_numbers()), ..self }
    }

    /// Returns the edges at each vertex.
    ///
    /// Cost: two passes over the edges.
    ///
    /// The edges of a vertex are neighbours in one list, which takes 8 bytes for each end of an
    /// edge. Loops are left out.
    pub fn incidence(&self) -> Incidence {
        let mut first = vec![0; self.vertices as usize + 1];
        let ends = || self.edges.iter().zip(0u32..).filter(|((a, b), _)| a != b);
        ends().flat_map(|(&(a, b), _)| [a, b]).for_each(|vertex| first[vertex as usize + 1] += 1);
        for vertex in 1..first.len() {
            first[vertex] += first[vertex - 1];
        }
        let mut next = first.clone();
        let mut all = vec![(0, 0); *first.last().unwrap_or(&0)];
        for (&(a, b), edge) in ends() {
            for (at, other) in [(a, b), (b, a)] {
                all[next[at as usize]] = (other, edge);
                next[at as usize] += 1;
            }
        }
        Incidence { first, ends: all }
    }

    /// Returns the graph without what is not connected to the ground.
    ///
    /// A search from the ground with a stack in place of recursion; the graph is returned as it is
    /// if all of it stands.
    fn standing(self) -> Grounded {
        let around = self.incidence();
        let mut stands = vec![false; self.vertices as usize];
        if let Some(ground) = stands.first_mut() {
            *ground = true;
        }
        let mut open: Vec<u32> = (0..self.vertices.min(1)).collect();
        while let Some(vertex) = open.pop() {
            let next = around.at(vertex).iter().map(|&(next, _)| next);
            open.extend(next.filter(|&next| !mem::replace(&mut stands[next as usize], true)));
        }
        if !stands.contains(&false) {
            return self;
        }
        let kept: Vec<u32> = (0..self.vertices).filter(|&vertex| stands[vertex as usize]).collect();
        let mut place = vec![0; stands.len()];
        kept.iter().zip(0..).for_each(|(&vertex, at)| place[vertex as usize] = at);
        let edges = self.edges.iter().copied().filter(|&(a, _)| stands[a as usize]).collect();
        self.part(&kept, &place, edges)
    }

    /// Returns the graph of these vertices, which ascend from the ground, with these edges. `place`
    /// is the place in `kept` of each vertex that is in it.
    fn part(&self, kept: &[u32], place: &[u32], mut edges: Vec<(u32, u32)>) -> Grounded {
        edges.iter_mut().for_each(|(a, b)| (*a, *b) = (place[*a as usize], place[*b as usize]));
        let kept_name = |names: &Arc<Labels>| kept.iter().filter_map(|&at| names.get(at as usize)).collect::<Labels>();
        let names = self.names.as_ref().map(|names| Arc::new(kept_name(names)));
        Grounded { vertices: kept.len() as u32, edges, names }
    }

    /// Returns the parts that hang together without the ground, each on the ground, and each loop
    /// of the ground as a part; none if there is no edge. They keep names if the graph has them.
    ///
    /// Vertices that hang together without the ground have one root. If there is one part only, it
    /// is the graph as it is.
    pub(crate) fn parts(&self) -> Vec<Grounded> {
        let above = self.edges.iter().filter(|(a, _)| *a > 0).copied();
        let root = Graph::of(self.vertices, above).roots();
        let mut others = self.edges.iter().map(|&(_, b)| (b, root[b as usize]));
        if others.next().is_some_and(|(b, own)| b > 0 && others.all(|(_, other)| other == own)) {
            return vec![self.clone()];
        }
        // The vertices and the edges of each part, in the order of their roots.
        let (mut number, mut parts) = (vec![0; root.len()], Vec::new());
        for vertex in (1..self.vertices).filter(|&vertex| root[vertex as usize] == vertex) {
            number[vertex as usize] = parts.len();
            parts.push((vec![0], Vec::new()));
        }
        let at = |vertex: u32| number[root[vertex as usize] as usize];
        // The place of each vertex in its part; the ground is the first one of every part.
        let mut place = vec![0; root.len()];
        for vertex in 1..self.vertices {
            let kept = &mut parts[at(vertex)].0;
            place[vertex as usize] = kept.len() as u32;
            kept.push(vertex);
        }
        let mut loops = Vec::new();
        for &edge in &self.edges {
            match edge {
                (_, 0) => loops.push(self.part(&[0], &place, vec![edge])),
                (_, vertex) => parts[at(vertex)].1.push(edge),
            }
        }
        let parts = parts.into_iter().filter(|(_, edges)| !edges.is_empty());
        loops.into_iter().chain(parts.map(|(kept, edges)| self.part(&kept, &place, edges))).collect()
    }

    /// Returns the parts as components. Those of several parts keep their numbers as names.
    ///
    /// A graph without edges is one component.
    pub fn components(&self) -> Vec<Grounded> {
        let parts = self.labelled().parts();
        if parts.len() < 2 { vec![self.clone()] } else { parts.into_iter().map(Grounded::settled).collect() }
    }

    /// Returns the canonical form: an isomorphic graph, the same for all isomorphic ones within the
    /// budget of [`Graph`]'s canonical form. Every edge becomes a vertex between its ends for that,
    /// so a vertex is at an even distance from the ground, and an edge at an odd one.
    ///
    /// A simple graph carries the form of one with loops and equal edges in this way: equal edges
    /// become several middles with the same ends, and a loop a middle with one end.
    pub(crate) fn canonical(&self) -> Grounded {
        let middles = || self.vertices..self.vertices + self.edges.len() as u32;
        let halves = self.edges.iter().zip(middles()).flat_map(|(&(a, b), middle)| [(a, middle), (b, middle)]);
        let (form, ground) = Graph::of(middles().end, halves).canonical_from(false, 0);
        let around = form.neighbours();
        let mut is_vertex = vec![None; around.len()];
        is_vertex[ground as usize] = Some(true);
        let mut open = vec![ground];
        let (mut number, mut edges) = (vec![None; around.len()], Vec::new());
        let mut at = 0;
        while let Some(&node) = open.get(at) {
            at += 1;
            let own = is_vertex[node as usize].unwrap_or(true);
            for &next in &around[node as usize] {
                if is_vertex[next as usize].is_none() {
                    is_vertex[next as usize] = Some(!own);
                    open.push(next);
                }
            }
        }
        // The ground has the least number of all, or is at its old place, 0.
        let vertices =
            (0u32..).zip(&is_vertex).filter(|(_, is_vertex)| **is_vertex == Some(true)).map(|(node, _)| node);
        let count = vertices.zip(0..).map(|(node, place)| number[node as usize] = Some(place)).count();
        for (ends, _) in around.iter().zip(&is_vertex).filter(|(_, is_vertex)| **is_vertex == Some(false)) {
            let mut ends = ends.iter().filter_map(|&end| number[end as usize]);
            let first: u32 = ends.next().unwrap_or(0);
            edges.push((first, ends.next().unwrap_or(first)));
        }
        Grounded { vertices: count as u32, edges: sorted(edges), names: None }
    }

    /// Returns what a move leaves that takes this edge, with the names of its vertices; `None` if
    /// there is no such edge.
    ///
    /// The edge is given with its smaller end first.
    pub fn without(&self, edge: (u32, u32)) -> Option<Vec<Grounded>> {
        let mut rest = self.labelled();
        let at = rest.edges.binary_search(&edge).ok()?;
        rest.edges.remove(at);
        Some(rest.standing().parts())
    }

    /// Returns the memory on the heap, in bytes.
    pub(crate) fn bytes(&self) -> usize {
        8 * self.edges.len() + self.names.as_ref().map_or(0, |names| names.bytes())
    }
}

impl GroundRules {
    /// Calls `visit` with the edge that each move takes, and with the parts that it leaves.
    pub(crate) fn moves<E: From<Fault>>(
        self,
        graph: &Grounded,
        mut visit: impl FnMut((u32, u32), Vec<Grounded>) -> Result<(), E>,
    ) -> Result<(), E> {
        for (at, &taken) in graph.edges.iter().enumerate() {
            let mut rest = graph.clone();
            rest.edges.remove(at);
            visit(taken, rest.standing().parts())?;
        }
        Ok(())
    }
}

impl Game for GroundRules {
    type Position = Grounded;

    fn options<E: From<Fault>>(
        &self,
        graph: &Grounded,
        mut visit: impl FnMut(&[Grounded]) -> Result<(), E>,
    ) -> Result<(), E> {
        self.moves(graph, |_, parts| visit(&parts))
    }
}

/// Returns the edges, sorted, each with its smaller end first.
fn sorted(edges: Vec<(u32, u32)>) -> Vec<(u32, u32)> {
    let mut edges: Vec<(u32, u32)> = edges.into_iter().map(|(a, b)| (a.min(b), a.max(b))).collect();
    edges.sort_unstable();
    edges
}

impl fmt::Display for GroundRules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("take edge with what it cuts off from the ground")
    }
}

/// `{0-1 1-1} on 0`.
impl fmt::Display for Grounded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (mut pieces, names) = (Pieces::to(f), self.names.as_deref());
        pieces.text("{")?;
        for (at, &(a, b)) in self.edges.iter().enumerate() {
            pieces.text(if at == 0 { "" } else { " " })?;
            pieces.name(names, a)?;
            pieces.text("-")?;
            pieces.name(names, b)?;
        }
        // Without vertices, the ground has no name.
        let names = names.filter(|_| self.vertices > 0);
        if self.edges.is_empty() {
            pieces.name(names, 0)?;
        }
        pieces.text("} on ")?;
        pieces.name(names, 0)?;
        pieces.end()
    }
}
