//! Green Hackenbush on any graph: the fusion principle (*Winning Ways*, chapter 7; the manual's
//! page "Theorems" has the proof).
//!
//! The vertices of a cycle may be made one vertex, on which its edges are loops. What is left is a
//! tree of bridges with loops. A loop is worth 1; a branch is worth one more than the exclusive or
//! of all that stands on its upper end (the colon principle).

use grundy_games::Grounded;

/// A vertex on the path of the depth-first search.
struct Frame {
    vertex: usize,
    /// The edge to it; `None` at the ground.
    by: Option<usize>,
    /// The number of its edges that were looked at.
    looked: usize,
}

/// The value of a graph on the ground.
///
/// Cost: one pass over the edges.
pub(super) fn value(graph: &Grounded) -> u64 {
    let vertices = graph.vertices() as usize;
    if vertices == 0 {
        return 0;
    }
    // What stands on a vertex: its bridges upwards, loops, and the edges of cycles, which pass to
    // the lowest vertex of the cycle.
    let mut above = vec![0u64; vertices];
    let mut around: Vec<Vec<(usize, usize)>> = vec![Vec::new(); vertices];
    for (edge, &(a, b)) in graph.edges().iter().enumerate() {
        let (a, b) = (a as usize, b as usize);
        if a == b {
            above[a] ^= 1;
            continue;
        }
        around[a].push((b, edge));
        around[b].push((a, edge));
    }
    // Tarjan's bridges: `low` is the least number of a vertex that is reached from the subtree of a
    // vertex by one edge that is not an edge of the tree.
    let mut number: Vec<Option<usize>> = vec![None; vertices];
    let mut low = vec![0; vertices];
    let mut path = vec![Frame { vertex: 0, by: None, looked: 0 }];
    number[0] = Some(0);
    let mut next = 1;
    while let Some(frame) = path.last_mut() {
        let (vertex, by) = (frame.vertex, frame.by);
        if let Some(&(to, edge)) = around[vertex].get(frame.looked) {
            frame.looked += 1;
            match number[to] {
                _ if Some(edge) == by => {}
                Some(known) => {
                    // Each edge that is not of the tree is met from both ends, and counts once.
                    if known < number[vertex].unwrap_or(0) {
                        above[vertex] ^= 1;
                    }
                    low[vertex] = low[vertex].min(known);
                }
                None => {
                    number[to] = Some(next);
                    low[to] = next;
                    next += 1;
                    path.push(Frame { vertex: to, by: Some(edge), looked: 0 });
                }
            }
            continue;
        }
        path.pop();
        let Some(below) = path.last().map(|frame| frame.vertex) else { break };
        low[below] = low[below].min(low[vertex]);
        // An edge of the tree is a bridge if nothing above it reaches a vertex below it.
        let is_bridge = Some(low[vertex]) == number[vertex];
        above[below] ^= if is_bridge { above[vertex] + 1 } else { above[vertex] ^ 1 };
    }
    above[0]
}
