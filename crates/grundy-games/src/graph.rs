//! The meaning of games on graphs: vertices or edges are taken, and what no longer hangs together comes apart.
//!
//! A component is a connected graph. Where a move takes vertices (with their edges), what is left of a board of
//! squares is again cells of that board, so it stays a shape that can be drawn ([`Cells`]); where edges go and their
//! ends stay, it becomes a graph of numbered vertices. A part without moves is left out.

use std::fmt;

use grundy_core::Fault;

use crate::cells::Cells;

/// A game on graphs: each move takes something of these kinds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GraphRules {
    /// What may be taken.
    pub moves: Vec<GraphMove>,
}

/// What a move takes from a graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GraphMove {
    /// A vertex and its edges.
    Vertex,
    /// A vertex, its neighbours and their edges: Node Kayles.
    Closed,
    /// An edge; its ends stay.
    Edge,
    /// An edge, its ends and their edges: Arc Kayles, and Cram on a board of squares.
    Ends,
}

/// The most vertices, and the most edges, of a graph.
pub const MOST_VERTICES: u64 = 1 << 16;

/// A graph, or an order, on the vertices 0, 1, ..; connected wherever it is a component.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Graph {
    vertices: u32,
    /// Each once, in order. In a graph the lower end comes first; in an order the lower element does.
    edges: Vec<(u32, u32)>,
}

impl Graph {
    /// The graph of these vertices and edges. Loops are left out, and an edge is the same both ways.
    pub fn of(vertices: u32, edges: impl IntoIterator<Item = (u32, u32)>) -> Graph {
        Graph::directed(vertices, edges.into_iter().filter(|(a, b)| a != b).map(|(a, b)| (a.min(b), a.max(b))))
    }

    /// The directed graph of these vertices and edges.
    pub fn directed(vertices: u32, edges: impl IntoIterator<Item = (u32, u32)>) -> Graph {
        let mut edges: Vec<(u32, u32)> = edges.into_iter().collect();
        edges.sort_unstable();
        edges.dedup();
        Graph { vertices, edges }
    }

    /// How many vertices there are.
    pub fn vertices(&self) -> u32 {
        self.vertices
    }

    /// The edges, each once, in order.
    pub fn edges(&self) -> &[(u32, u32)] {
        &self.edges
    }

    /// The neighbours of each vertex.
    pub fn neighbours(&self) -> Vec<Vec<u32>> {
        let mut beside = vec![Vec::new(); self.vertices as usize];
        for &(a, b) in &self.edges {
            beside[a as usize].push(b);
            beside[b as usize].push(a);
        }
        beside
    }

    /// What is left of the vertices that stay and of the edges that do, in connected parts.
    pub(crate) fn parts(&self, stays: &[bool], edge_stays: impl Fn(usize) -> bool) -> Vec<Graph> {
        let both = |&(a, b): &(u32, u32)| stays[a as usize] && stays[b as usize];
        let kept = self.edges.iter().enumerate().filter(|(at, edge)| edge_stays(*at) && both(edge));
        let kept: Vec<(u32, u32)> = kept.map(|(_, &edge)| edge).collect();
        let own = roots(self.vertices, &kept);
        let mut parts: Vec<Graph> = Vec::new();
        let mut place = vec![(0, 0); self.vertices as usize];
        let mut part_of = vec![None; self.vertices as usize];
        for vertex in (0..self.vertices as usize).filter(|&vertex| stays[vertex]) {
            let part = *part_of[own[vertex] as usize].get_or_insert_with(|| {
                parts.push(Graph { vertices: 0, edges: Vec::new() });
                parts.len() - 1
            });
            place[vertex] = (part, parts[part].vertices);
            parts[part].vertices += 1;
        }
        for (a, b) in kept {
            let ((part, a), (_, b)) = (place[a as usize], place[b as usize]);
            parts[part].edges.push((a, b));
        }
        parts.iter_mut().for_each(|part| part.edges.sort_unstable());
        parts
    }

    /// Its connected parts.
    pub fn components(&self) -> Vec<Graph> {
        self.parts(&vec![true; self.vertices as usize], |_| true)
    }

    /// The memory that it holds beside itself.
    pub(crate) fn bytes(&self) -> usize {
        8 * self.edges.len()
    }
}

/// For each vertex the least vertex that it hangs together with.
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
    /// Whether what is left of a board of squares is always cells of that board.
    pub fn keeps_cells(&self) -> bool {
        !self.moves.contains(&GraphMove::Edge)
    }

    /// Whether a vertex without edges can be moved in.
    pub fn takes_vertices(&self) -> bool {
        self.moves.iter().any(|kind| matches!(kind, GraphMove::Vertex | GraphMove::Closed))
    }

    /// Visits what each move on the cells leaves, which is cells only if no move takes edges
    /// ([`keeps_cells`](GraphRules::keeps_cells)).
    pub(crate) fn cells<E: From<Fault>>(
        &self,
        cells: &Cells,
        mut visit: impl FnMut(Vec<Cells>) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut leave = |gone: &[usize]| {
            let rest = cells.without(gone).into_iter();
            let alive = rest.filter(|part| self.takes_vertices() || part.free().len() > 1);
            visit(alive.collect())
        };
        for kind in &self.moves {
            for place in cells.places() {
                match kind {
                    GraphMove::Vertex => leave(&[place])?,
                    GraphMove::Closed => leave(&cells.beside(place).chain([place]).collect::<Vec<_>>())?,
                    GraphMove::Ends => {
                        cells.beside(place).filter(|&next| next > place).try_for_each(|next| leave(&[place, next]))?;
                    }
                    GraphMove::Edge => {}
                }
            }
        }
        Ok(())
    }

    /// Visits what each move on the graph leaves.
    pub(crate) fn graph<E: From<Fault>>(
        &self,
        graph: &Graph,
        mut visit: impl FnMut(Vec<Graph>) -> Result<(), E>,
    ) -> Result<(), E> {
        let beside = graph.neighbours();
        let all = vec![true; graph.vertices as usize];
        let mut leave = |parts: Vec<Graph>| {
            let alive = parts.into_iter().filter(|part| self.takes_vertices() || part.vertices > 1);
            visit(alive.collect())
        };
        let without = |gone: &mut dyn Iterator<Item = u32>| {
            let mut stays = all.clone();
            gone.for_each(|vertex| stays[vertex as usize] = false);
            graph.parts(&stays, |_| true)
        };
        for kind in &self.moves {
            for vertex in 0..graph.vertices {
                let closed = beside[vertex as usize].iter().copied().chain([vertex]);
                match kind {
                    GraphMove::Vertex => leave(without(&mut [vertex].into_iter()))?,
                    GraphMove::Closed => leave(without(&mut closed.into_iter()))?,
                    GraphMove::Edge | GraphMove::Ends => {}
                }
            }
            for (at, &(a, b)) in graph.edges.iter().enumerate() {
                match kind {
                    GraphMove::Edge => leave(graph.parts(&all, |own| own != at))?,
                    GraphMove::Ends => leave(without(&mut [a, b].into_iter()))?,
                    GraphMove::Vertex | GraphMove::Closed => {}
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
        Ok(())
    }
}

impl fmt::Display for GraphMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            GraphMove::Vertex => "vertex",
            GraphMove::Closed => "vertex with its neighbours",
            GraphMove::Edge => "edge",
            GraphMove::Ends => "edge with its ends",
        })
    }
}

impl Graph {
    /// Writes it with this sign between the ends of an edge, and with these names.
    pub(crate) fn write(&self, f: &mut fmt::Formatter<'_>, sign: char, name: &dyn Fn(u32) -> String) -> fmt::Result {
        f.write_str("{")?;
        let mut seen = vec![false; self.vertices as usize];
        for (at, &(a, b)) in self.edges.iter().enumerate() {
            write!(f, "{}{}{sign}{}", if at == 0 { "" } else { " " }, name(a), name(b))?;
            (seen[a as usize], seen[b as usize]) = (true, true);
        }
        for (at, vertex) in (0..self.vertices).filter(|&vertex| !seen[vertex as usize]).enumerate() {
            write!(f, "{}{}", if at == 0 && self.edges.is_empty() { "" } else { " " }, name(vertex))?;
        }
        f.write_str("}")
    }
}
