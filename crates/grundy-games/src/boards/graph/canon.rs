//! Canonical forms of graphs: one graph for all isomorphic ones, within a budget of steps.
//!
//! Vertices get colours that do not depend on their numbers, refined until all vertices of a colour
//! have neighbours of the same colours. While vertices share a colour, each vertex of the smallest
//! such class is individualized in turn. Of all numberings, the one with the least list of edges is
//! the form (B. McKay, Practical graph isomorphism, 1981, without pruning by automorphisms; only
//! twins, that is vertices with the same neighbours, are skipped).
//!
//! When the budget is spent, only the first vertex of each class is tried. The result is then still
//! an isomorphic graph, but isomorphic graphs may get different forms. That costs solvers time and
//! never makes an answer wrong.
//!
//! *Example.* The cycles 0-1, 1-2, 2-3, 0-3 and 0-2, 2-1, 1-3, 0-3 both become the first one that
//! individualizing a vertex leads to. *Cost:* a few passes over the edges where colours decide, and
//! up to 100,000 edges where they do not; graphs of over 200 vertices keep their numbers. Trees of
//! any size have their forms in one pass ([`of_tree`]).

use crate::boards::graph::{Graph, tree_form::of_tree};

/// Larger graphs keep their numbers.
const LARGEST: u32 = 200;

/// The number of edges to visit before only the first vertex of a class is tried.
const STEPS: usize = 100_000;

/// The neighbours of a vertex, or their colours, each with the direction of the edge.
type Neighbours = Vec<(u32, bool)>;

/// The neighbours of every vertex.
type Adjacency = Vec<Neighbours>;

impl Graph {
    /// Returns the canonical form, within the budget. Edges are read as directed if `directed` is
    /// set, as in an order.
    ///
    /// ```text
    /// {0-1 0-2 0-3} and {0-3 1-3 2-3} are the same star, and get the same form
    /// ```
    pub(crate) fn canonical(&self, directed: bool) -> Graph {
        let tree = if directed { None } else { of_tree(self) };
        tree.unwrap_or_else(|| self.numbered(directed, vec![0; self.vertices() as usize]))
    }

    /// As [`Graph::canonical`], with one vertex distinguished from all others; also returns its new
    /// number.
    pub(crate) fn canonical_from(&self, directed: bool, first: u32) -> (Graph, u32) {
        let mut colours = vec![1; self.vertices() as usize];
        colours[first as usize] = 0;
        let graph = self.numbered(directed, colours);
        (graph, if self.vertices() > LARGEST { first } else { 0 })
    }

    /// Returns the canonical form of the graph with these initial colours of its vertices.
    ///
    /// The search is depth first, with a stack of colourings in place of recursion. Once the steps
    /// are spent, each colouring that is left leads to one numbering only.
    fn numbered(&self, directed: bool, colours: Vec<u32>) -> Graph {
        if self.vertices() > LARGEST {
            return self.bare();
        }
        let mut adjacency: Adjacency = vec![Vec::new(); self.vertices() as usize];
        for &(a, b) in self.edges() {
            adjacency[a as usize].push((b, false));
            adjacency[b as usize].push((a, directed));
        }
        let mut steps = STEPS;
        let mut least: Option<Vec<(u32, u32)>> = None;
        let mut open = vec![colours];
        while let Some(mut colours) = open.pop() {
            refine(&adjacency, &mut colours, &mut steps);
            let Some(class) = smallest_class(&colours) else {
                let numbered = self.renumbered(&colours, directed);
                if least.as_ref().is_none_or(|least| numbered < *least) {
                    least = Some(numbered);
                }
                continue;
            };
            let mut tried: Vec<u32> = Vec::new();
            for vertex in class {
                if tried.iter().any(|&other| are_twins(&adjacency, vertex, other)) {
                    continue;
                }
                tried.push(vertex);
                let mut individualized: Vec<u32> = colours.iter().map(|colour| 2 * colour + 1).collect();
                individualized[vertex as usize] -= 1;
                open.push(individualized);
                if steps == 0 {
                    break;
                }
            }
        }
        Graph::directed(self.vertices(), least.unwrap_or_default())
    }

    /// The edges under these numbers of the vertices, sorted.
    fn renumbered(&self, number: &[u32], directed: bool) -> Vec<(u32, u32)> {
        let edge = |&(a, b): &(u32, u32)| {
            let (a, b) = (number[a as usize], number[b as usize]);
            if directed { (a, b) } else { (a.min(b), a.max(b)) }
        };
        let mut edges: Vec<(u32, u32)> = self.edges().iter().map(edge).collect();
        edges.sort_unstable();
        edges
    }
}

/// Refines colours by the colours of neighbours until nothing changes; colours are ranks
/// afterwards.
///
/// A colour becomes the number of vertices before its class in the sorted order. So colours are
/// ranks, two colourings of isomorphic graphs agree, and a colouring in which all differ is a
/// numbering.
fn refine(adjacency: &Adjacency, colours: &mut Vec<u32>, steps: &mut usize) {
    let mut classes = 0;
    loop {
        let mut seen: Vec<(u32, Neighbours, usize)> = adjacency
            .iter()
            .enumerate()
            .map(|(vertex, neighbours)| {
                *steps = steps.saturating_sub(1 + neighbours.len());
                let colour = |&(other, way): &(u32, bool)| (colours[other as usize], way);
                let mut around: Neighbours = neighbours.iter().map(colour).collect();
                around.sort_unstable();
                (colours[vertex], around, vertex)
            })
            .collect();
        seen.sort_unstable();
        let mut rank = 0;
        let mut next = vec![0; colours.len()];
        for at in 0..seen.len() {
            if at > 0 && (seen[at].0, &seen[at].1) != (seen[at - 1].0, &seen[at - 1].1) {
                rank = at as u32;
            }
            next[seen[at].2] = rank;
        }
        let count = (1..seen.len()).filter(|&at| next[seen[at].2] != next[seen[at - 1].2]).count() + 1;
        *colours = next;
        if count == classes || count == colours.len() {
            return;
        }
        classes = count;
    }
}

/// Returns the smallest class of several vertices, the first of them; `None` if all colours differ.
/// Of several equally small ones, the one with the least colour.
fn smallest_class(colours: &[u32]) -> Option<Vec<u32>> {
    let mut sizes = vec![0; colours.len()];
    colours.iter().for_each(|&colour| sizes[colour as usize] += 1);
    let (_, colour) = sizes.iter().zip(0..).filter(|(size, _)| **size > 1).min()?;
    Some((0..).zip(colours).filter(|(_, other)| **other == colour).map(|(vertex, _)| vertex).collect())
}

/// Returns whether exchanging the two vertices leaves the graph as it is.
///
/// Exchanging them maps each form of the graph to itself, so one of them is enough. Two vertices
/// joined by a directed edge are no twins, since the edge would be reversed.
fn are_twins(adjacency: &Adjacency, a: u32, b: u32) -> bool {
    let others = |vertex: u32, twin: u32| {
        let neighbours = adjacency[vertex as usize].iter().copied();
        let mut others: Neighbours = neighbours.filter(|(other, _)| *other != twin).collect();
        others.sort_unstable();
        others
    };
    let joined = adjacency[a as usize].iter().any(|&(vertex, _)| vertex == b);
    let directed = adjacency[a as usize].iter().chain(&adjacency[b as usize]).any(|&(_, way)| way);
    !(joined && directed) && others(a, b) == others(b, a)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scrambled(graph: &Graph, step: u32) -> Graph {
        let count = graph.vertices();
        let number = |vertex: u32| (vertex * step + 3) % count;
        Graph::of(count, graph.edges().iter().map(|&(a, b)| (number(a), number(b))))
    }

    fn petersen() -> Graph {
        Graph::of(10, (0..5).flat_map(|at| [(at, (at + 1) % 5), (at, at + 5), (at + 5, (at + 2) % 5 + 5)]))
    }

    #[test]
    fn numbers_make_no_difference() {
        let path = Graph::of(11, (0..10).map(|at| (at, at + 1)));
        let cycle = Graph::of(11, (0..11).map(|at| (at, (at + 1) % 11)));
        let tree = Graph::of(11, (1..11).map(|at| (at, (at - 1) / 2)));
        let grid = Graph::of(
            12,
            (0..12).flat_map(|at| [(at, at + 4), (at, at + 1)]).filter(|&(a, b)| b < 12 && (b != a + 1 || b % 4 != 0)),
        );
        for graph in [path, cycle, tree, petersen(), grid] {
            let count = graph.vertices();
            for step in (1..count).filter(|step| (2..=count).all(|d| count % d != 0 || step % d != 0)) {
                assert_eq!(scrambled(&graph, step).canonical(false), graph.canonical(false), "{graph:?} by {step}");
            }
        }
    }

    #[test]
    fn different_graphs_stay_different() {
        let prism = Graph::of(10, (0..5).flat_map(|at| [(at, (at + 1) % 5), (at, at + 5), (at + 5, (at + 1) % 5 + 5)]));
        assert_ne!(prism.canonical(false), petersen().canonical(false), "both are 3-regular on ten vertices");
        let two = |edges: [(u32, u32); 2]| Graph::directed(3, edges).canonical(true);
        assert_eq!(two([(0, 1), (1, 2)]), two([(2, 0), (0, 1)]));
        assert_ne!(two([(0, 1), (0, 2)]), two([(1, 0), (2, 0)]), "directions count in an order");
    }

    #[test]
    fn a_spent_budget_keeps_the_graph() {
        let many = Graph::of(120, (0..60).map(|at| (2 * at, 2 * at + 1)));
        let form = many.canonical(false);
        assert_eq!((form.vertices(), form.edges().len()), (120, 60));
        assert_eq!(form.components().len(), 60);
    }
}
