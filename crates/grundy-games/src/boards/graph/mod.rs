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
//! boards; `take all leaves but at most one` peels a graph; `take vertex where degree is odd` has a
//! condition on the neighbours; `take 1..2 connected vertices leaving it connected` is the octal
//! game 0.33 on graphs.
//!
//! *Example.* Cram on `2x2` has four moves, one a side; each leaves the opposite two cells, of
//! value 1, so the board has the value 0.
//!
//! *Faults.* None: the parser refuses graphs of over 65,536 vertices or edges. *Cost:* an option
//! costs a pass over the graph, to find its parts.

pub(crate) mod board;
mod canon;
pub mod cells;
pub(crate) mod connected;
pub(crate) mod edges;
pub(crate) mod family;
pub mod labels;
pub(crate) mod names;
pub(crate) mod read;
#[cfg(test)]
mod tests;
mod tree_form;

use std::{
    fmt,
    hash::{Hash, Hasher},
    sync::Arc,
};

use grundy_core::Fault;

use crate::{
    boards::graph::{
        cells::Cells,
        connected::{Degrees, connected_sets},
        family::GraphFamily,
        labels::{Labels, Pieces},
    },
    heaps::numbers::Span,
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
/// take vertex where degree is odd    1-2, 0-1
/// take 1..2 connected vertices leaving it connected    1-2, 2, 0, 0-1
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GraphMove {
    /// Take a vertex and its edges.
    Vertex,
    /// Take a vertex with such a number of neighbours, and its edges.
    Degree(Degrees),
    /// Take several vertices that are connected, and their edges.
    Connected {
        /// The least number of vertices, at least 1.
        least: u64,
        /// The greatest number, at most 8.
        most: u64,
        /// Whether the rest of the component is connected, or nothing.
        whole: bool,
    },
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
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum TakenGraphPart<V> {
    /// A vertex.
    Vertex(V),
    /// An edge, by its ends.
    Edge(V, V),
    /// All leaves, except this one if there is one.
    Leaves(Option<V>),
    /// Several vertices, in ascending order.
    Set(Vec<V>),
}

impl GraphMove {
    /// Returns whether a vertex without edges has such a move.
    ///
    /// No other graph of one vertex is a component.
    pub fn takes_lone(&self) -> bool {
        match self {
            GraphMove::Vertex | GraphMove::Closed | GraphMove::Leaves => true,
            GraphMove::Degree(degrees) => degrees.contain(0),
            GraphMove::Connected { least, .. } => *least <= 1,
            GraphMove::Edge | GraphMove::Ends => false,
        }
    }

    /// Returns whether such a move is made wherever the vertices that it takes are left, whatever
    /// else is left.
    ///
    /// Then a move is a set of vertices that must be there, and one that is gone then.
    pub fn is_unconditional(&self) -> bool {
        matches!(self, GraphMove::Vertex | GraphMove::Closed | GraphMove::Ends)
    }
}

/// The most vertices, and the most edges, of a graph.
pub const MOST_VERTICES: u64 = 1 << 16;

/// A graph, or an order, on the vertices 0, 1, ..; connected if it is a component.
///
/// Repeated edges count once; they do not in a [`Grounded`](crate::Grounded) graph.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Graph {
    vertices: u32,
    /// The edges, sorted, without repeats. The smaller end comes first in a graph, the lower
    /// element in an order.
    edges: Vec<(u32, u32)>,
    /// The names of the vertices; `None` if the name of each vertex is its number.
    names: Option<Arc<Labels>>,
}

impl Hash for Graph {
    /// An edge at a time, not a vertex at a time: large trees are hashed often.
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u32(self.vertices);
        state.write_usize(self.edges.len());
        self.edges.iter().for_each(|&(a, b)| state.write_u64(u64::from(a) << 32 | u64::from(b)));
        self.names.hash(state);
    }
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
        let mut kept = Vec::with_capacity(self.edges.len());
        let edges = self.edges.iter().enumerate().filter(|(at, edge)| edge_stays(*at) && both(edge));
        kept.extend(edges.map(|(_, &edge)| edge));
        let root = roots(self.vertices, &kept);
        let mut parts: Vec<Graph> = Vec::new();
        let mut names: Vec<Labels> = Vec::new();
        let mut place = vec![(0u32, 0u32); self.vertices as usize];
        let mut part_of: Vec<Option<u32>> = vec![None; self.vertices as usize];
        for vertex in (0..self.vertices as usize).filter(|&vertex| stays[vertex]) {
            let part = *part_of[root[vertex] as usize].get_or_insert_with(|| {
                // The first part is often nearly all.
                let room = if parts.is_empty() { kept.len() } else { 0 };
                parts.push(Graph { vertices: 0, edges: Vec::with_capacity(room), names: None });
                names.push(Labels::default());
                parts.len() as u32 - 1
            });
            let own = &mut parts[part as usize];
            place[vertex] = (part, own.vertices);
            own.vertices += 1;
            if let Some(name) = self.names.as_ref().and_then(|names| names.get(vertex)) {
                names[part as usize].push(name);
            }
        }
        for (a, b) in kept {
            let ((part, a), (_, b)) = (place[a as usize], place[b as usize]);
            parts[part as usize].edges.push((a, b));
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
        self.moves.iter().any(GraphMove::takes_lone)
    }

    /// Returns whether the image of a move under a rotation that exchanges cells which are not
    /// neighbours can be made after it: see [`Ruleset::mirrors`](crate::Ruleset::mirrors).
    ///
    /// Sets of vertices may share some with their images, or leave the rest connected and their
    /// images not.
    pub(crate) fn allow_images(&self) -> bool {
        !self.moves.iter().any(|kind| matches!(kind, GraphMove::Connected { .. }))
    }

    /// Returns whether leaves are taken, and nothing else.
    pub fn takes_leaves(&self) -> bool {
        self.moves == [GraphMove::Leaves]
    }

    /// Calls `visit` with what each move takes, and with the parts that it leaves; with an error
    /// for a set of vertices that is not a move: the cheap steps that it took to see that. Requires
    /// that the rest of a board is one ([`keeps_cells`](GraphRules::keeps_cells)).
    pub(crate) fn cells<E: From<Fault>>(
        &self,
        cells: &Cells,
        mut visit: impl FnMut(Result<(TakenGraphPart<usize>, Vec<Cells>), u32>) -> Result<(), E>,
    ) -> Result<(), E> {
        let alive = |part: &Cells| self.takes_vertices() || part.free().len() > 1;
        let mut leave = |seen: Result<(TakenGraphPart<usize>, Vec<Cells>), u32>| {
            visit(seen.map(|(taken, rest)| (taken, rest.into_iter().filter(alive).collect())))
        };
        for kind in &self.moves {
            for place in cells.places() {
                let taken = TakenGraphPart::Vertex(place);
                match kind {
                    GraphMove::Vertex => leave(Ok((taken, cells.without(&[place]))))?,
                    GraphMove::Degree(degrees) if degrees.contain(cells.beside(place).count() as u64) => {
                        leave(Ok((taken, cells.without(&[place]))))?;
                    }
                    GraphMove::Closed => {
                        let gone: Vec<usize> = cells.beside(place).chain([place]).collect();
                        leave(Ok((taken, cells.without(&gone))))?;
                    }
                    GraphMove::Ends => cells.beside(place).filter(|&next| next > place).try_for_each(|next| {
                        leave(Ok((TakenGraphPart::Edge(place, next), cells.without(&[place, next]))))
                    })?,
                    GraphMove::Degree(_) | GraphMove::Connected { .. } | GraphMove::Edge | GraphMove::Leaves => {}
                }
            }
            if let GraphMove::Connected { least, most, whole } = *kind {
                let around = |place: usize| match cells.free()[place] {
                    true => cells.beside(place).map(|next| next as u32).collect(),
                    false => Vec::new(),
                };
                let around: Vec<Vec<u32>> = (0..cells.free().len()).map(around).collect();
                let cost = of_parts(around.len());
                connected_sets(&around, most, |set| {
                    let mut set: Vec<usize> = set.iter().map(|&place| place as usize).collect();
                    set.sort_unstable();
                    let is_set = set.len() as u64 >= least && cells.free()[set[0]];
                    let rest = is_set.then(|| cells.without(&set)).filter(|rest| !whole || rest.len() < 2);
                    leave(rest.map(|rest| (TakenGraphPart::Set(set), rest)).ok_or(if is_set { cost } else { 1 }))
                })?;
            }
        }
        Ok(())
    }

    /// Calls `visit` with what each move takes, and with the parts that it leaves; with an
    /// error for a set of vertices that is not a move: the cheap steps that it took to see that.
    pub(crate) fn graph<E: From<Fault>>(
        &self,
        graph: &Graph,
        mut visit: impl FnMut(Result<(TakenGraphPart<u32>, Vec<Graph>), u32>) -> Result<(), E>,
    ) -> Result<(), E> {
        let neighbours = graph.neighbours();
        let all = vec![true; graph.vertices as usize];
        let alive = |part: &Graph| self.takes_vertices() || part.vertices > 1;
        let mut leave = |seen: Result<(TakenGraphPart<u32>, Vec<Graph>), u32>| {
            visit(seen.map(|(taken, parts)| (taken, parts.into_iter().filter(alive).collect())))
        };
        let without = |gone: &[u32]| {
            let mut stays = all.clone();
            gone.iter().for_each(|&vertex| stays[vertex as usize] = false);
            graph.parts(&stays, |_| true)
        };
        for kind in &self.moves {
            for vertex in 0..graph.vertices {
                let (taken, beside) = (TakenGraphPart::Vertex(vertex), &neighbours[vertex as usize]);
                match kind {
                    GraphMove::Vertex => leave(Ok((taken, without(&[vertex]))))?,
                    GraphMove::Degree(degrees) if degrees.contain(beside.len() as u64) => {
                        leave(Ok((taken, without(&[vertex]))))?;
                    }
                    GraphMove::Closed => leave(Ok((taken, without(&[&beside[..], &[vertex]].concat()))))?,
                    GraphMove::Degree(_) | GraphMove::Connected { .. } => {}
                    GraphMove::Edge | GraphMove::Ends | GraphMove::Leaves => {}
                }
            }
            for (at, &(a, b)) in graph.edges.iter().enumerate() {
                let taken = TakenGraphPart::Edge(a, b);
                match kind {
                    GraphMove::Edge => leave(Ok((taken, graph.parts(&all, |other| other != at))))?,
                    GraphMove::Ends => leave(Ok((taken, without(&[a, b]))))?,
                    GraphMove::Degree(_) | GraphMove::Connected { .. } => {}
                    GraphMove::Vertex | GraphMove::Closed | GraphMove::Leaves => {}
                }
            }
            if let GraphMove::Connected { least, most, whole } = *kind {
                let cost = of_parts(neighbours.len() + graph.edges.len());
                connected_sets(&neighbours, most, |set| {
                    let is_set = set.len() as u64 >= least;
                    let parts = is_set.then(|| without(set)).filter(|parts| !whole || parts.len() < 2);
                    let mut set = set.to_vec();
                    set.sort_unstable();
                    leave(parts.map(|parts| (TakenGraphPart::Set(set), parts)).ok_or(if is_set { cost } else { 1 }))
                })?;
            }
            if let GraphMove::Leaves = kind {
                let leaves = graph.leaves();
                let kept = leaves.iter().map(|&leaf| Some(leaf)).filter(|_| leaves.len() > 1);
                // Two vertices with an edge are both leaves, and one of them stays.
                let all = [None].into_iter().filter(|_| leaves.len() < graph.vertices.max(2) as usize);
                for kept in all.filter(|_| !leaves.is_empty()).chain(kept) {
                    leave(Ok((TakenGraphPart::Leaves(kept), graph.stripped(&leaves, kept))))?;
                }
            }
        }
        Ok(())
    }
}

/// The cheap steps that it takes to part a graph with so many vertices and edges.
fn of_parts(size: usize) -> u32 {
    u32::try_from(size / 16).unwrap_or(u32::MAX).saturating_add(1)
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
        match self {
            GraphMove::Vertex => f.write_str("vertex"),
            GraphMove::Degree(degrees) => write!(f, "vertex where degree {degrees}"),
            GraphMove::Connected { least, most, whole } => {
                match (least, most) {
                    (1, 1) => f.write_str("vertex")?,
                    _ => write!(f, "{} connected vertices", Span { from: *least, to: Some(*most) })?,
                }
                f.write_str(if *whole { " leaving it connected" } else { "" })
            }
            GraphMove::Closed => f.write_str("vertex with its neighbours"),
            GraphMove::Edge => f.write_str("edge"),
            GraphMove::Ends => f.write_str("edge with its ends"),
            GraphMove::Leaves => f.write_str("all leaves but at most one"),
        }
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
