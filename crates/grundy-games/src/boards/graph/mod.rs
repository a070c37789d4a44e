//! The meaning of games on graphs: a move takes vertices or edges, and the graph splits into its
//! connected parts.
//!
//! A component is a connected graph. If moves take vertices with their edges, the rest of a board
//! of squares is again a board of squares ([`Cells`]), which prints as a picture. If a move takes
//! an edge without its ends, or leaves, components are graphs of numbered vertices. Parts without
//! moves are omitted.
//!
//! The vertices of a graph may have names, which its parts keep: then a move can be shown as `take
//! b`, and what it leaves as `{c-d}`. Names are for people only; the canonical form has none.
//!
//! ```
//! use grundy_core::{Fault, Game};
//! use grundy_games::{Component, Graph, GraphMove, GraphRules, Ruleset};
//!
//! // Node Kayles on a path of four vertices.
//! let rules = Ruleset::Graph(GraphRules::of(vec![GraphMove::Closed]));
//! let path = Component::Graph(Graph::of(4, [(0, 1), (1, 2), (2, 3)]));
//! let mut options = Vec::new();
//! rules.options(&path, |parts| Ok::<(), Fault>(options.push(parts[0].to_string()))).unwrap();
//! assert_eq!(options, ["{0-1}", "{0}", "{0}", "{0-1}"]);
//! ```
//!
//! *Rules.* `take vertex` leaves the other vertices; `take vertex with its neighbours` is Node
//! Kayles; `take edge` keeps both ends; `take edge with its ends` is Arc Kayles, and Cram on
//! boards; `take all leaves but at most one` peels a graph.
//!
//! *Example.* Cram on `2x2` has four moves, one a side; each leaves the opposite two cells, of
//! value 1, so the board has the value 0.
//!
//! *Faults.* None: the parser refuses graphs of over 65,536 vertices or edges. *Cost:* an option
//! costs a pass over the graph, to find its parts.

pub(crate) mod board;
mod canon;
pub mod cells;
pub(crate) mod edges;
pub(crate) mod family;
pub mod labels;
pub(crate) mod names;
pub(crate) mod read;

use std::{fmt, sync::Arc};

use grundy_core::Fault;

use crate::{
    boards::graph::{
        cells::Cells,
        family::GraphFamily,
        labels::{Labels, Pieces},
    },
    reductions::heaps_of,
};

/// The rules of a game on graphs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GraphRules {
    /// The kinds of moves, without repeats.
    pub moves: Vec<GraphMove>,
    /// The family whose members are the positions; `None` if every graph is one. Leaves are not
    /// taken on a family.
    pub on: Option<GraphFamily>,
}

/// A kind of move on a graph.
///
/// The options on the path `{0-1 1-2}` by each kind:
///
/// ```text
/// take vertex                        1-2, 0 + 2, 0-1
/// take vertex with its neighbours    2, nothing, 0
/// take edge                          1-2, 0-1 (a vertex alone has no move and is left out)
/// take edge with its ends            nothing, nothing
/// take all leaves but at most one    1, 0-1, 1-2
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GraphMove {
    /// Take a vertex and its edges.
    Vertex,
    /// Take a vertex, its neighbours and their edges: Node Kayles.
    Closed,
    /// Take an edge; its ends remain.
    Edge,
    /// Take an edge, its ends and their edges: Arc Kayles, and Cram on a board of squares.
    Ends,
    /// Take all leaves but at most one, and at least one; something stays, except of one vertex. A
    /// leaf has at most one edge.
    Leaves,
}

/// What a move on a graph takes, with the neighbours or the ends that go with it left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TakenGraphPart<V> {
    /// A vertex.
    Vertex(V),
    /// An edge, by its ends.
    Edge(V, V),
    /// All leaves, except this one if there is one.
    Leaves(Option<V>),
}

/// The most vertices, and the most edges, of a graph.
pub const MOST_VERTICES: u64 = 1 << 16;

/// A graph, or an order, on the vertices 0, 1, ..; connected if it is a component.
///
/// Repeated edges count once; they do not in a [`Grounded`](crate::Grounded) graph.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Graph {
    vertices: u32,
    /// The edges, sorted, without repeats. The smaller end comes first in a graph, the lower
    /// element in an order.
    edges: Vec<(u32, u32)>,
    /// The names of the vertices; `None` if the name of each vertex is its number.
    names: Option<Arc<Labels>>,
}

impl Graph {
    /// Returns the undirected graph of these vertices and edges, without loops.
    pub fn of(vertices: u32, edges: impl IntoIterator<Item = (u32, u32)>) -> Graph {
        Graph::directed(vertices, edges.into_iter().filter(|(a, b)| a != b).map(|(a, b)| (a.min(b), a.max(b))))
    }

    /// Returns the directed graph of these vertices and edges.
    pub fn directed(vertices: u32, edges: impl IntoIterator<Item = (u32, u32)>) -> Graph {
        let mut edges = sorted(vertices, edges.into_iter().collect());
        edges.dedup();
        Graph { vertices, edges, names: None }
    }

    /// Returns the graph with these names of its vertices, in their order.
    ///
    /// ```
    /// use grundy_games::{Component, Graph};
    ///
    /// let graph = Graph::of(3, [(0, 1), (1, 2)]).named(["a", "b", "c"]);
    /// assert_eq!(Component::Graph(graph).to_string(), "{a-b b-c}");
    /// ```
    ///
    /// # Panics
    ///
    /// If there is not one name per vertex.
    pub fn named(self, names: impl IntoIterator<Item = impl AsRef<str>>) -> Graph {
        self.labels(names.into_iter().collect())
    }

    fn labels(self, names: Labels) -> Graph {
        assert_eq!(names.len(), self.vertices as usize, "every vertex has a name");
        Graph { names: (!names.are_numbers()).then(|| Arc::new(names)), ..self }
    }

    /// Returns the graph with names of its vertices that its parts keep: the numbers, if it has no
    /// others.
    pub(crate) fn labelled(&self) -> Graph {
        let numbers = || Arc::new(Labels::numbers(self.vertices));
        Graph { names: Some(self.names.clone().unwrap_or_else(numbers)), ..self.clone() }
    }

    /// Returns the graph without names.
    pub(crate) fn bare(&self) -> Graph {
        Graph { names: None, ..self.clone() }
    }

    /// Returns the same vertices with other directed edges.
    #[must_use]
    pub fn with_edges(&self, edges: impl IntoIterator<Item = (u32, u32)>) -> Graph {
        Graph { names: self.names.clone(), ..Graph::directed(self.vertices, edges) }
    }

    /// Returns the name of a vertex.
    ///
    /// # Panics
    ///
    /// If the graph has no such vertex.
    pub fn name(&self, vertex: u32) -> String {
        labels::name(self.names.as_deref(), vertex)
    }

    /// Returns the number of vertices.
    pub fn vertices(&self) -> u32 {
        self.vertices
    }

    /// Returns the edges, sorted, without repeats.
    pub fn edges(&self) -> &[(u32, u32)] {
        &self.edges
    }

    /// Returns the neighbours of each vertex, along edges of both directions.
    pub fn neighbours(&self) -> Vec<Vec<u32>> {
        let mut neighbours = vec![Vec::new(); self.vertices as usize];
        for &(a, b) in &self.edges {
            neighbours[a as usize].push(b);
            neighbours[b as usize].push(a);
        }
        neighbours
    }

    /// Returns the leaves: the vertices with at most one edge.
    pub fn leaves(&self) -> Vec<u32> {
        let mut degree = vec![0u32; self.vertices as usize];
        self.edges.iter().flat_map(|&(a, b)| [a, b]).for_each(|end| degree[end as usize] += 1);
        (0..self.vertices).filter(|&vertex| degree[vertex as usize] <= 1).collect()
    }

    /// Returns the connected parts that are left if all leaves but `kept` are taken, with the names
    /// of the vertices.
    pub fn without_leaves(&self, kept: Option<u32>) -> Vec<Graph> {
        self.labelled().stripped(&self.leaves(), kept)
    }

    /// As [`Graph::without_leaves`], with the leaves and without new names.
    fn stripped(&self, leaves: &[u32], kept: Option<u32>) -> Vec<Graph> {
        let mut stays = vec![true; self.vertices as usize];
        leaves.iter().filter(|&&leaf| kept != Some(leaf)).for_each(|&leaf| stays[leaf as usize] = false);
        self.parts(&stays, |_| true)
    }

    /// Returns for each vertex the least vertex of its connected part.
    pub(crate) fn roots(&self) -> Vec<u32> {
        roots(self.vertices, &self.edges)
    }

    /// Returns the connected parts of the vertices and edges that stay.
    pub(crate) fn parts(&self, stays: &[bool], edge_stays: impl Fn(usize) -> bool) -> Vec<Graph> {
        let both = |&(a, b): &(u32, u32)| stays[a as usize] && stays[b as usize];
        let kept = self.edges.iter().enumerate().filter(|(at, edge)| edge_stays(*at) && both(edge));
        let kept: Vec<(u32, u32)> = kept.map(|(_, &edge)| edge).collect();
        let root = roots(self.vertices, &kept);
        let mut parts: Vec<Graph> = Vec::new();
        let mut names: Vec<Labels> = Vec::new();
        let mut place = vec![(0, 0); self.vertices as usize];
        let mut part_of = vec![None; self.vertices as usize];
        for vertex in (0..self.vertices as usize).filter(|&vertex| stays[vertex]) {
            let part = *part_of[root[vertex] as usize].get_or_insert_with(|| {
                parts.push(Graph { vertices: 0, edges: Vec::new(), names: None });
                names.push(Labels::default());
                parts.len() - 1
            });
            place[vertex] = (part, parts[part].vertices);
            parts[part].vertices += 1;
            if let Some(name) = self.names.as_ref().and_then(|names| names.get(vertex)) {
                names[part].push(name);
            }
        }
        for (a, b) in kept {
            let ((part, a), (_, b)) = (place[a as usize], place[b as usize]);
            parts[part].edges.push((a, b));
        }
        if self.names.is_some() {
            parts.iter_mut().zip(names).for_each(|(part, names)| part.names = Some(Arc::new(names)));
        }
        parts
    }

    /// Returns the connected parts. Vertices keep their names; those of several parts keep their
    /// numbers as names.
    ///
    /// A position that is not connected is a sum of them.
    pub fn components(&self) -> Vec<Graph> {
        if self.roots().iter().all(|&root| root == 0) {
            return if self.vertices == 0 { Vec::new() } else { vec![self.clone()] };
        }
        let all = vec![true; self.vertices as usize];
        self.labelled().parts(&all, |_| true).into_iter().map(Graph::settled).collect()
    }

    /// Returns the graph without names if they are the numbers of the vertices.
    fn settled(self) -> Graph {
        Graph { names: self.names.filter(|names| !names.are_numbers()), ..self }
    }

    /// Returns the memory on the heap, in bytes.
    pub(crate) fn bytes(&self) -> usize {
        8 * self.edges.len() + self.names.as_ref().map_or(0, |names| names.bytes())
    }
}

/// Returns for each vertex the least vertex of its connected part, by union-find.
fn roots(vertices: u32, edges: &[(u32, u32)]) -> Vec<u32> {
    let mut root: Vec<u32> = (0..vertices).collect();
    let find = |root: &mut Vec<u32>, mut vertex: u32| {
        while root[vertex as usize] != vertex {
            root[vertex as usize] = root[root[vertex as usize] as usize];
            vertex = root[vertex as usize];
        }
        vertex
    };
    for &(a, b) in edges {
        let (a, b) = (find(&mut root, a), find(&mut root, b));
        root[a.max(b) as usize] = a.min(b);
    }
    (0..vertices).map(|vertex| find(&mut root, vertex)).collect()
}

impl GraphRules {
    /// Returns the rules with these moves, on all graphs.
    pub fn of(moves: Vec<GraphMove>) -> GraphRules {
        GraphRules { moves, on: None }
    }

    /// Returns why the members of the family of the rules are not heaps of finitely many kinds;
    /// `None` if they are, or the rules are on no family.
    pub fn why_no_heaps(&self) -> Option<String> {
        heaps_of(self).err().flatten().map(|why| why.to_string())
    }

    /// Returns whether the rest of a board of squares is always a board of squares.
    pub fn keeps_cells(&self) -> bool {
        !self.moves.iter().any(|kind| matches!(kind, GraphMove::Edge | GraphMove::Leaves))
    }

    /// Returns whether a vertex without edges has a move.
    pub fn takes_vertices(&self) -> bool {
        self.moves.iter().any(|kind| matches!(kind, GraphMove::Vertex | GraphMove::Closed | GraphMove::Leaves))
    }

    /// Returns whether leaves are taken, and nothing else.
    pub fn takes_leaves(&self) -> bool {
        self.moves == [GraphMove::Leaves]
    }

    /// Calls `visit` with what each move takes, and with the parts that it leaves. Requires that
    /// the rest of a board is one ([`keeps_cells`](GraphRules::keeps_cells)).
    pub(crate) fn cells<E: From<Fault>>(
        &self,
        cells: &Cells,
        mut visit: impl FnMut(TakenGraphPart<usize>, Vec<Cells>) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut leave = |taken: TakenGraphPart<usize>, gone: &[usize]| {
            let rest = cells.without(gone).into_iter();
            let alive = rest.filter(|part| self.takes_vertices() || part.free().len() > 1);
            visit(taken, alive.collect())
        };
        for kind in &self.moves {
            for place in cells.places() {
                match kind {
                    GraphMove::Vertex => leave(TakenGraphPart::Vertex(place), &[place])?,
                    GraphMove::Closed => {
                        leave(TakenGraphPart::Vertex(place), &cells.beside(place).chain([place]).collect::<Vec<_>>())?;
                    }
                    GraphMove::Ends => cells
                        .beside(place)
                        .filter(|&next| next > place)
                        .try_for_each(|next| leave(TakenGraphPart::Edge(place, next), &[place, next]))?,
                    GraphMove::Edge | GraphMove::Leaves => {}
                }
            }
        }
        Ok(())
    }

    /// Calls `visit` with what each move takes, and with the parts that it leaves.
    pub(crate) fn graph<E: From<Fault>>(
        &self,
        graph: &Graph,
        mut visit: impl FnMut(TakenGraphPart<u32>, Vec<Graph>) -> Result<(), E>,
    ) -> Result<(), E> {
        let neighbours = graph.neighbours();
        let all = vec![true; graph.vertices as usize];
        let mut leave = |taken: TakenGraphPart<u32>, parts: Vec<Graph>| {
            let alive = parts.into_iter().filter(|part| self.takes_vertices() || part.vertices > 1);
            visit(taken, alive.collect())
        };
        let without = |gone: &mut dyn Iterator<Item = u32>| {
            let mut stays = all.clone();
            gone.for_each(|vertex| stays[vertex as usize] = false);
            graph.parts(&stays, |_| true)
        };
        for kind in &self.moves {
            for vertex in 0..graph.vertices {
                let closed = neighbours[vertex as usize].iter().copied().chain([vertex]);
                match kind {
                    GraphMove::Vertex => leave(TakenGraphPart::Vertex(vertex), without(&mut [vertex].into_iter()))?,
                    GraphMove::Closed => leave(TakenGraphPart::Vertex(vertex), without(&mut closed.into_iter()))?,
                    GraphMove::Edge | GraphMove::Ends | GraphMove::Leaves => {}
                }
            }
            for (at, &(a, b)) in graph.edges.iter().enumerate() {
                match kind {
                    GraphMove::Edge => leave(TakenGraphPart::Edge(a, b), graph.parts(&all, |other| other != at))?,
                    GraphMove::Ends => leave(TakenGraphPart::Edge(a, b), without(&mut [a, b].into_iter()))?,
                    GraphMove::Vertex | GraphMove::Closed | GraphMove::Leaves => {}
                }
            }
            if let GraphMove::Leaves = kind {
                let leaves = graph.leaves();
                let kept = leaves.iter().map(|&leaf| Some(leaf)).filter(|_| leaves.len() > 1);
                // Two vertices with an edge are both leaves, and one of them stays.
                let all = [None].into_iter().filter(|_| leaves.len() < graph.vertices.max(2) as usize);
                for kept in all.filter(|_| !leaves.is_empty()).chain(kept) {
                    leave(TakenGraphPart::Leaves(kept), graph.stripped(&leaves, kept))?;
                }
            }
        }
        Ok(())
    }
}

impl fmt::Display for GraphRules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, kind) in self.moves.iter().enumerate() {
            write!(f, "{}take {kind}", if at == 0 { "" } else { ", " })?;
        }
        self.on.as_ref().map_or(Ok(()), |family| write!(f, " on {family}"))
    }
}

impl fmt::Display for GraphMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            GraphMove::Vertex => "vertex",
            GraphMove::Closed => "vertex with its neighbours",
            GraphMove::Edge => "edge",
            GraphMove::Ends => "edge with its ends",
            GraphMove::Leaves => "all leaves but at most one",
        })
    }
}

impl Graph {
    /// Writes the edges, then the vertices without edges, with this sign between ends and with
    /// these names of the vertices, or their numbers if there are none.
    pub(crate) fn write(&self, pieces: &mut Pieces<'_>, sign: &str, names: Option<&Labels>) -> fmt::Result {
        let mut seen = vec![false; self.vertices as usize];
        let mut before = "{";
        for &(a, b) in &self.edges {
            pieces.text(before)?;
            pieces.name(names, a)?;
            pieces.text(sign)?;
            pieces.name(names, b)?;
            (seen[a as usize], seen[b as usize]) = (true, true);
            before = " ";
        }
        for vertex in (0..self.vertices).filter(|&vertex| !seen[vertex as usize]) {
            pieces.text(before)?;
            pieces.name(names, vertex)?;
            before = " ";
        }
        pieces.text(if before == "{" { "{}" } else { "}" })
    }

    /// As [`Graph::write`], with the names of the graph.
    pub(crate) fn write_own(&self, to: &mut dyn fmt::Write, sign: &str) -> fmt::Result {
        let mut pieces = Pieces::to(to);
        self.write(&mut pieces, sign, self.names.as_deref())?;
        pieces.end()
    }
}

/// Returns the edges, sorted. Many of them are sorted by counting, by the second and then by the
/// first end.
fn sorted(vertices: u32, mut edges: Vec<(u32, u32)>) -> Vec<(u32, u32)> {
    /// Fewer edges are sorted by comparison.
    const MANY: usize = 1 << 10;
    let many = edges.len() >= MANY && edges.len() >= vertices as usize / 4;
    if edges.is_sorted() {
        return edges;
    }
    if !many || edges.iter().any(|&(a, b)| a.max(b) >= vertices) {
        edges.sort_unstable();
        return edges;
    }
    let by_second = counted(vertices, &edges, |edge| edge.1);
    counted(vertices, &by_second, |edge| edge.0)
}

/// Returns the edges in the order of an end, and else in their order.
fn counted(vertices: u32, edges: &[(u32, u32)], end: impl Fn((u32, u32)) -> u32) -> Vec<(u32, u32)> {
    let mut starts = vec![0usize; vertices as usize + 1];
    edges.iter().for_each(|&edge| starts[end(edge) as usize + 1] += 1);
    let mut sum = 0;
    for start in &mut starts {
        sum += *start;
        *start = sum;
    }
    let mut sorted = vec![(0, 0); edges.len()];
    for &edge in edges {
        let start = &mut starts[end(edge) as usize];
        sorted[*start] = edge;
        *start += 1;
    }
    sorted
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(graph: &Graph, sign: &str) -> String {
        let mut text = String::new();
        graph.write_own(&mut text, sign).expect("a string takes all text");
        text
    }

    #[test]
    fn edges_sorted_by_counting_are_those_sorted_by_comparison() {
        let mut random = fastrand::Rng::with_seed(3);
        let mut below = |end: u64| random.u64(..end) as u32;
        for (vertices, count) in [(1, 5_000), (7, 2_000), (3_000, 1_024), (5_000, 1_023), (4_100, 1_025), (9, 0)] {
            let mut edges: Vec<(u32, u32)> =
                (0..count).map(|_| (below(vertices.into()), below(vertices.into()))).collect();
            let found = sorted(vertices, edges.clone());
            edges.sort_unstable();
            assert_eq!(found, edges);
        }
        // An end that is no vertex is kept.
        let foreign: Vec<(u32, u32)> = (0..2_000).rev().map(|at| (at, 5)).collect();
        assert_eq!(sorted(10, foreign.clone()), foreign.into_iter().rev().collect::<Vec<_>>());
    }

    #[test]
    fn a_graph_in_one_part_stays_as_it_is() {
        let path = Graph::of(3, [(0, 1), (1, 2)]).named(["a", "b", "c"]);
        assert_eq!(path.components(), std::slice::from_ref(&path));
        assert_eq!(Graph::of(0, []).components(), []);
        let texts: Vec<String> =
            Graph::of(4, [(0, 2), (1, 3)]).components().iter().map(|part| text(part, "-")).collect();
        assert_eq!(texts, ["{0-2}", "{1-3}"]);
        assert_eq!(text(&Graph::of(3, [(0, 2)]), "<"), "{0<2 1}");
        assert_eq!(text(&Graph::of(0, []), "-"), "{}");
    }
}
