//! Remoteness: how long play lasts with one token, if the winner plays fast and the loser slowly.
//!
//! Method: retrograde analysis (H. Steinhaus, 1925; J. H. Conway, On Numbers and Games). Vertices
//! are decided from the ends of play backwards, in the order of their remoteness: a lost one when
//! the last of its options is decided, a won one by the first option that is lost. Draws are never
//! decided. Cost: each edge twice. Memory: 4 bytes per edge, 12 per vertex.

use std::num::NonZeroU32;

use grundy_cert::{Labels, LoopyOutcome};
use grundy_games::Digraph;

use crate::support::budget::{Budget, Stopped};

/// Returns for each vertex one more than the number of moves to the end; `None` for a draw. Returns
/// [`Stopped`] over a limit. `labels` are those of the same graph, since they tell won vertices
/// from lost ones. Vertices are decided in ascending order of the number of moves, as the queue is
/// in that order: so the first decision of a won vertex is its fastest win, and the last option of
/// a lost one its slowest loss.
pub fn remoteness(graph: &Digraph, labels: &Labels, budget: &mut Budget) -> Result<Vec<Option<NonZeroU32>>, Stopped> {
    let count = graph.vertices() as usize;
    let bytes = 4 * u64::from(graph.edges()) + 16 * count as u64;
    budget.hold(bytes)?;
    let reversed = graph.reversed();
    let mut left: Vec<u32> = (0..graph.vertices()).map(|vertex| graph.options(vertex).len() as u32).collect();
    let mut moves: Vec<Option<NonZeroU32>> = vec![None; count];
    let mut queue: Vec<u32> = Vec::new();
    for vertex in (0..graph.vertices()).filter(|&vertex| graph.options(vertex).is_empty()) {
        moves[vertex as usize] = Some(NonZeroU32::MIN);
        queue.push(vertex);
    }
    let mut at = 0;
    while let Some(&vertex) = queue.get(at) {
        at += 1;
        let next = moves[vertex as usize].and_then(|known| known.checked_add(1));
        let lost = labels.outcome(graph, vertex) == LoopyOutcome::P;
        for &from in reversed.sources(vertex) {
            budget.tick()?;
            left[from as usize] -= 1;
            if moves[from as usize].is_none() && (lost || left[from as usize] == 0) {
                moves[from as usize] = next;
                queue.push(from);
            }
        }
    }
    budget.release(bytes - 4 * count as u64);
    Ok(moves)
}
