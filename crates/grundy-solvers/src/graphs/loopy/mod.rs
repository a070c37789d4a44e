//! Explicit graphs of moves: the value of every vertex, finite or loopy, and how long play lasts.
//!
//! Method: on an acyclic graph, one depth-first search gives every vertex the mex of its options
//! (`acyclic`). On a graph with cycles, Smith's labels are assigned value by value, each by a
//! backward search (`smith`). The ranks that both assign prove the labels, and `grundy-cert`
//! verifies them.
//!
//! Example, the moves a-b, b-a, b-c:
//!
//! 1. c has no moves: label 0.
//! 2. The option b of a can be answered by c, which has label 0. No option of a has label 0.
//! 3. So a has label 0 too.
//! 4. b has the options a and c, both of label 0: label 1.
//! 5. No vertex is left; if one were, its value would be infinite.
//!
//! Cost: each edge once, or four times for each value if there are cycles. Memory in addition to
//! the graph: 17 bytes per vertex; or 4 per edge and 26 per vertex. Limits: fewer than 2^32
//! vertices; a value that does not fit is a fault.

mod acyclic;
mod remoteness;
mod smith;
#[cfg(test)]
mod tests;

use grundy_cert::Labels;
use grundy_games::Digraph;

use crate::{
    solver::Estimate,
    support::budget::{Budget, Stopped},
};

pub use remoteness::remoteness;

/// The bytes of a vertex in addition to the graph, while its label is computed.
const BYTES: u64 = 26;

/// Returns a bound on what [`labels`] and [`remoteness`] cost in addition to the graph; the time
/// assumes that no value is over 2.
pub fn estimate(vertices: u32, edges: u32) -> Estimate {
    let (vertices, edges) = (f64::from(vertices), f64::from(edges));
    Estimate {
        positions: vertices,
        bytes: 4.0 * edges + BYTES as f64 * vertices,
        nanoseconds: 30.0 * (vertices + edges),
    }
}

/// Returns the labels of all vertices, with their ranks. Returns [`Stopped`] over a limit, or with
/// a fault if a value is over 2^32 - 2.
pub fn labels(graph: &Digraph, budget: &mut Budget) -> Result<Labels, Stopped> {
    let bytes = BYTES * u64::from(graph.vertices());
    budget.hold(bytes)?;
    let labels = match acyclic::labels(graph, budget)? {
        Some(labels) => labels,
        None => {
            let reversed = 4 * u64::from(graph.edges());
            budget.hold(reversed)?;
            let labels = smith::labels(graph, budget)?;
            budget.release(reversed);
            labels
        }
    };
    // A label and a rank for each vertex are kept.
    budget.release(bytes - 8 * u64::from(graph.vertices()));
    Ok(labels)
}
