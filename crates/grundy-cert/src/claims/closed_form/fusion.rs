//! Green Hackenbush on any graph: the fusion principle (*Winning Ways*, chapter 7; the manual's
//! page "Theorems" has the proof).
//!
//! The vertices of a cycle may be made one vertex, on which its edges are loops. What is left is a
//! tree of bridges with loops. A loop is worth 1; a branch is worth one more than the exclusive or
//! of all that stands on its upper end (the colon principle).
//!
//! The edges whose removal leaves a value are found in the same pass, but for some edges of cycles.
//! A bridge changes the sum at its lower end, and from there one path to the ground: the sum that
//! each vertex must have follows from that of the vertex below it. Another edge leaves its cycles
//! as they are, with a loop less, unless a second edge becomes a bridge without it; for these a
//! pass gives the value of the rest.
//!
//! *Example.* A triangle that stands on the ground with one vertex: its three vertices become one,
//! with three loops, which are worth 1 each; together 1. A stalk on its top adds one more than what
//! stands on it.
//!
//! *Cost.* A pass over the edges by depth-first search with a stack of its own.

use std::{num::NonZero, slice::Iter};

use grundy_core::{Nimber, hash::SplitMix};
use grundy_games::{Component, Convention, Grounded, Ruleset};

use super::ClosedForm;

/// `graph: take edge with what it cuts off from the ground`: Green Hackenbush, by the fusion
/// principle.
#[derive(Debug)]
pub struct Fusion;

impl ClosedForm for Fusion {
    fn name(&self) -> &'static str {
        "fusion"
    }

    fn statement(&self) -> &'static str {
        "the vertices of a cycle may be made one vertex; then a loop is worth 1, and a branch one more than the exclusive or of what stands on it"
    }

    fn sources(&self) -> &'static [(&'static str, &'static str)] {
        &[("winningways", "the fusion principle of Green Hackenbush")]
    }

    fn is_about(&self, ruleset: &Ruleset, play: Convention) -> bool {
        play == Convention::Normal && matches!(ruleset, Ruleset::Ground(_))
    }

    fn value(&self, _ruleset: &Ruleset, component: &Component) -> Option<Nimber> {
        let Component::Grounded(graph) = component else { return None };
        Some(Nimber(value(graph)))
    }

    fn has_value(&self, _ruleset: &Ruleset, component: &Component) -> bool {
        matches!(component, Component::Grounded(_))
    }
}

/// A vertex on the path of the depth-first search.
struct PathVertex {
    /// The vertex.
    vertex: usize,
    /// The edge to it; `None` at the ground.
    by: Option<usize>,
    /// The number of its edges that were looked at.
    looked: usize,
}

/// What one pass finds.
struct Pass {
    /// The exclusive or of all that stands on a vertex: its bridges upwards, loops, and the edges
    /// of cycles, which pass to the lowest vertex of the cycle.
    above: Vec<u64>,
    /// The vertices in the order in which the search met them.
    order: Vec<usize>,
    /// The edge to each vertex from the one before it, and that one; `None` at the ground.
    from: Vec<Option<(usize, usize)>>,
    /// Whether that edge is a bridge.
    bridge: Vec<bool>,
    /// For each vertex, a mark of the edges that lead past the edge to it: two edges of cycles of
    /// which one is a bridge without the other have equal marks.
    past: Vec<u64>,
    /// The mark of each edge that is not of the tree.
    mark: Vec<u64>,
}

/// A vertex on the path of the search for the value alone.
struct ValuePathVertex<'g> {
    /// The edge to it; `None` at the ground.
    by: Option<u32>,
    /// Its edges that are still to be looked at.
    rest: Iter<'g, (u32, u32)>,
    /// Its number in the order in which the search met it.
    number: NonZero<u32>,
    /// The least number that an edge leads to from what stands on it: its own if the edge to it is
    /// a bridge.
    low: NonZero<u32>,
    /// As [`Pass::above`].
    above: u64,
}

/// The value of a graph on the ground: that of [`pass`], which also keeps what winning moves are
/// found by.
///
/// Cost: one pass over the edges.
pub(super) fn value(graph: &Grounded) -> u64 {
    let vertices = graph.vertices() as usize;
    let (mut is_odd, mut number) = (vec![false; vertices], vec![None; vertices]);
    graph.edges().iter().filter(|(a, b)| a == b).for_each(|&(vertex, _)| is_odd[vertex as usize] ^= true);
    let around = graph.incidence();
    let visit = |vertex: u32, by, number| {
        let above = u64::from(is_odd[vertex as usize]);
        ValuePathVertex { by, rest: around.at(vertex).iter(), number, low: number, above }
    };
    let mut count = NonZero::<u32>::MIN;
    let Some(ground) = number.first_mut() else { return 0 };
    *ground = Some(count);
    let mut path = vec![visit(0, None, count)];
    while let Some(own) = path.last_mut() {
        if let Some(&(to, edge)) = own.rest.next() {
            match number[to as usize] {
                _ if Some(edge) == own.by => {}
                Some(known) => {
                    own.above ^= u64::from(known < own.number);
                    own.low = own.low.min(known);
                }
                None => {
                    count = count.saturating_add(1);
                    number[to as usize] = Some(count);
                    path.push(visit(to, Some(edge), count));
                }
            }
            continue;
        }
        let ValuePathVertex { number, low, above, .. } = *own;
        path.pop();
        let Some(below) = path.last_mut() else { return above };
        below.low = below.low.min(low);
        below.above ^= if low == number { above + 1 } else { above ^ 1 };
    }
    0
}

/// A well-mixed number for each edge. The exclusive or of several such numbers is 0,
/// or equal to another one, only by an unlikely chance if the sets differ; a chance hit only costs
/// a pass (see [`Cuts::known`]).
fn mixed(edge: usize) -> u64 {
    SplitMix::hash(edge as u64)
}

/// Walks the graph, without one of its edges if `without` has its place. What is not connected to
/// the ground then is not met.
fn pass(graph: &Grounded, without: Option<usize>) -> Pass {
    let vertices = graph.vertices() as usize;
    let mut found = Pass {
        above: vec![0; vertices],
        order: Vec::with_capacity(vertices),
        from: vec![None; vertices],
        bridge: vec![false; vertices],
        past: vec![0; vertices],
        mark: vec![0; graph.edges().len()],
    };
    if vertices == 0 {
        return found;
    }
    for (edge, &(a, b)) in graph.edges().iter().enumerate() {
        found.above[a as usize] ^= u64::from(a == b && Some(edge) != without);
    }
    let around = graph.incidence();
    // Tarjan's bridges: `low` is the least number of a vertex that is reached from the subtree of a
    // vertex by one edge that is not an edge of the tree.
    let mut number: Vec<Option<usize>> = vec![None; vertices];
    let mut low = vec![0; vertices];
    let mut path = vec![PathVertex { vertex: 0, by: None, looked: 0 }];
    number[0] = Some(0);
    found.order.push(0);
    while let Some(frame) = path.last_mut() {
        let (vertex, by) = (frame.vertex, frame.by);
        if let Some(&(to, edge)) = around.at(vertex as u32).get(frame.looked) {
            let (to, edge) = (to as usize, edge as usize);
            frame.looked += 1;
            match number[to] {
                _ if Some(edge) == without => {}
                _ if Some(edge) == by => {}
                Some(known) => {
                    // Each edge that is not of the tree is met from both ends, and counts once.
                    if known < number[vertex].unwrap_or(0) {
                        found.above[vertex] ^= 1;
                        found.mark[edge] = mixed(edge);
                        found.past[vertex] ^= mixed(edge);
                        found.past[to] ^= mixed(edge);
                    }
                    low[vertex] = low[vertex].min(known);
                }
                None => {
                    let next = found.order.len();
                    number[to] = Some(next);
                    low[to] = next;
                    found.order.push(to);
                    found.from[to] = Some((vertex, edge));
                    path.push(PathVertex { vertex: to, by: Some(edge), looked: 0 });
                }
            }
            continue;
        }
        path.pop();
        let Some(below) = path.last().map(|frame| frame.vertex) else { break };
        low[below] = low[below].min(low[vertex]);
        // An edge of the tree is a bridge if nothing above it reaches a vertex below it.
        found.bridge[vertex] = Some(low[vertex]) == number[vertex];
        let own = found.above[vertex];
        found.above[below] ^= if found.bridge[vertex] { own + 1 } else { own ^ 1 };
        found.past[below] ^= found.past[vertex];
    }
    found
}

/// What one pass finds about the cuts that leave a value.
struct Cuts<'g> {
    /// The graph.
    graph: &'g Grounded,
    /// The value that is to be left.
    value: u64,
    /// What the pass over the whole graph found.
    found: Pass,
    /// The lowest vertex of the cycles of each vertex.
    lowest: Vec<usize>,
    /// The sum that a vertex must have there; `None` if no sum of it leaves the value.
    wanted: Vec<Option<u64>>,
    /// The vertex that each edge of the tree leads to.
    of_tree: Vec<Option<usize>>,
    /// The marks of the edges of cycles, sorted.
    marks: Vec<u64>,
}

impl<'g> Cuts<'g> {
    /// Walks the graph once, and follows the wanted sums from the ground upwards.
    fn new(graph: &'g Grounded, value: u64) -> Cuts<'g> {
        let found = pass(graph, None);
        let vertices = found.above.len();
        let (mut lowest, mut wanted) = ((0..vertices).collect::<Vec<usize>>(), vec![None; vertices]);
        if let Some(ground) = wanted.first_mut() {
            *ground = Some(value);
        }
        let mut marks: Vec<u64> = Vec::new();
        let mut of_tree: Vec<Option<usize>> = vec![None; graph.edges().len()];
        for &vertex in &found.order {
            let Some((below, edge)) = found.from[vertex] else { continue };
            of_tree[edge] = Some(vertex);
            if !found.bridge[vertex] {
                lowest[vertex] = lowest[below];
                marks.push(found.past[vertex]);
                continue;
            }
            let below = lowest[below];
            let rest = found.above[below] ^ (found.above[vertex] + 1);
            wanted[vertex] = wanted[below].and_then(|wanted: u64| (wanted ^ rest).checked_sub(1));
        }
        let others = graph.edges().iter().enumerate().filter(|(edge, (a, b))| a != b && of_tree[*edge].is_none());
        marks.extend(others.map(|(edge, _)| found.mark[edge]));
        marks.sort_unstable();
        Cuts { graph, value, found, lowest, wanted, of_tree, marks }
    }

    /// The places of the edges, without equal ones.
    fn edges(&self) -> impl Iterator<Item = usize> {
        let edges = self.graph.edges();
        (0..edges.len()).filter(|&edge| edge == 0 || edges[edge - 1] != edges[edge])
    }

    /// Whether the removal of an edge leaves the value; `None` if a pass decides it.
    fn known(&self, edge: usize) -> Option<bool> {
        let Cuts { found, lowest, wanted, .. } = self;
        let (a, b) = self.graph.edges()[edge];
        let of_tree = self.of_tree[edge];
        if let Some(vertex) = of_tree.filter(|&vertex| found.bridge[vertex]) {
            let below = lowest[found.from[vertex].map_or(0, |(below, _)| below)];
            return Some(wanted[below] == Some(found.above[below] ^ (found.above[vertex] + 1)));
        }
        let below = lowest[a as usize];
        let mark = of_tree.map_or(found.mark[edge], |vertex| found.past[vertex]);
        match wanted[below] {
            None => Some(false),
            Some(wanted) if a == b || self.is_alone(mark) => Some(wanted == found.above[below] ^ 1),
            // The value has the parity of the number of edges.
            Some(wanted) if (wanted ^ found.above[below]).is_multiple_of(2) => Some(false),
            Some(_) => None,
        }
    }

    /// Returns whether a mark occurs once: then no other edge of a cycle becomes a bridge without
    /// its edge.
    fn is_alone(&self, mark: u64) -> bool {
        let first = self.marks.partition_point(|&other| other < mark);
        self.marks.get(first + 1) != Some(&mark)
    }

    /// Whether the removal of an edge leaves the value, by a pass.
    fn leaves(&self, edge: usize) -> bool {
        pass(self.graph, Some(edge)).above[0] == self.value
    }
}

/// Returns the edges of Green Hackenbush whose removal, with what it cuts off, leaves this value:
/// each of several equal edges once, in the order of the graph. `poll` is called before each pass.
///
/// # Errors
/// The first error of `poll`.
///
/// Cost: one pass over the edges, and one for each edge on a cycle without which another edge is a
/// bridge.
pub fn cuts_leaving<E>(
    graph: &Grounded,
    value: u64,
    mut poll: impl FnMut() -> Result<(), E>,
) -> Result<Vec<(u32, u32)>, E> {
    poll()?;
    let cuts = Cuts::new(graph, value);
    let mut winning = Vec::new();
    for edge in cuts.edges() {
        let leaves = match cuts.known(edge) {
            Some(leaves) => leaves,
            None => {
                poll()?;
                cuts.leaves(edge)
            }
        };
        winning.extend(leaves.then_some(graph.edges()[edge]));
    }
    Ok(winning)
}

/// Returns one of the edges of [`cuts_leaving`]; `None` if there is none.
///
/// # Errors
/// The first error of `poll`.
///
/// Cost: as [`cuts_leaving`], up to the first such edge; those that need a pass come last.
pub fn cut_leaving<E>(
    graph: &Grounded,
    value: u64,
    mut poll: impl FnMut() -> Result<(), E>,
) -> Result<Option<(u32, u32)>, E> {
    poll()?;
    let cuts = Cuts::new(graph, value);
    let mut open = Vec::new();
    for edge in cuts.edges() {
        match cuts.known(edge) {
            Some(true) => return Ok(Some(graph.edges()[edge])),
            Some(false) => {}
            None => open.push(edge),
        }
    }
    for edge in open {
        poll()?;
        if cuts.leaves(edge) {
            return Ok(Some(graph.edges()[edge]));
        }
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_value_alone_is_that_of_the_pass() {
        let mut random = fastrand::Rng::with_seed(5);
        let mut below = |end: u64| random.u64(..end) as u32;
        let mut values = [0; 4];
        for round in 0..3_000u64 {
            let vertices = 1 + below(1 + round % 12);
            let edges: Vec<_> = (0..below(2 * u64::from(vertices) + 2))
                .map(|_| (below(vertices.into()), below(vertices.into())))
                .map(|(a, b)| (a.min(b), a.max(b)))
                .collect();
            let graph = Grounded::of(vertices, edges);
            let plain = pass(&graph, None).above.first().copied().unwrap_or(0);
            assert_eq!(value(&graph), plain, "{graph}");
            values[plain.min(3) as usize] += 1;
        }
        assert!(values.iter().all(|&many| many > 50), "{values:?}");
        assert_eq!(value(&Grounded::of(0, [])), 0);
        // A long path needs no stack.
        assert_eq!(value(&Grounded::of(100_001, (0..100_000).map(|at| (at, at + 1)))), 100_000);
    }
}
