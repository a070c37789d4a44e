//! Explicit graphs of moves: the value of every vertex, finite or not, and how long play lasts.
//!
//! Where no walk comes back, one walk in depth first order gives every vertex the mex of its options (`acyclic`). Where
//! one does, Smith's labels are given value by value, each by a walk against the edges (`smith`). Both say by their
//! ranks why the labels are right, which `grundy-cert` verifies. Cost: each edge once; or four times for each value.
//! Memory beside the graph: 17 bytes a vertex; or 4 an edge and 26 a vertex.

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

/// Memory for a vertex beside the graph, in bytes, while its values are found.
const BYTES: u64 = 26;

/// What [`labels`] and [`remoteness`] take beside the graph, at most; the time where no value is over 2.
pub fn estimate(vertices: u32, edges: u32) -> Estimate {
    let (vertices, edges) = (f64::from(vertices), f64::from(edges));
    Estimate {
        positions: vertices,
        bytes: 4.0 * edges + BYTES as f64 * vertices,
        nanoseconds: 30.0 * (vertices + edges),
    }
}

/// The labels of all vertices.
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
