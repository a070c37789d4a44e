//! Graphs with cycles: the labels of Smith, one value after the other.
//!
//! When all labels below m are assigned, a vertex may get m if its options have each of them. It
//! gets m if no option has m, and each option without a label can be answered by a move to a vertex
//! with label m. So vertices get m in the order in which all their options become answered; a queue
//! finds this order by a backward search. Vertices that never get a label are infinite.
//!
//! Source: C. A. B. Smith, Graphs and composite games, J. Combin. Theory 1 (1966); A. S. Fraenkel
//! and Y. Yesha, 1986. Cost: for each value that occurs, and one more, all vertices without a label
//! and their edges; each edge is read backwards at most once for a value.

use grundy_cert::{Label, Labels};
use grundy_core::Fault;
use grundy_games::Digraph;

use super::acyclic::Mex;
use crate::support::budget::{Budget, Stopped};

/// The state of a vertex without a label, at one value.
#[derive(Clone, Copy, PartialEq, Eq)]
enum VertexState {
    /// The vertex cannot get the label: an option lacks one of the smaller labels, or the vertex
    /// has a label.
    Out,
    /// It may get the label.
    Open,
    /// It cannot get the label, but can be answered.
    Closed,
    /// It has an option with the label.
    Answered,
}

/// Returns the labels of all vertices. The ranks number the vertices in the order of their labels:
/// an option without a smaller label that is answered is answered by a vertex of smaller rank,
/// which is what the checker tests.
pub(super) fn labels(graph: &Digraph, budget: &mut Budget) -> Result<Labels, Stopped> {
    let reversed = graph.reversed();
    let count = graph.vertices() as usize;
    let mut known = Labels { labels: vec![Label::INFINITE; count], ranks: vec![0; count] };
    let mut state = vec![VertexState::Open; count];
    // For each open vertex, the number of its options that have no label and are not answered.
    let mut waiting = vec![0u32; count];
    let mut queue: Vec<u32> = Vec::new();
    let mut mex = Mex::new();
    let mut next_rank = 0;
    for value in 0u32.. {
        let label = Label::finite(value).ok_or_else(|| Fault("a value is over 2^32 - 2".into()))?;
        let mut open = 0u32;
        for vertex in 0..graph.vertices() {
            let at = vertex as usize;
            if known.labels[at] != Label::INFINITE {
                state[at] = VertexState::Out;
                continue;
            }
            let options = graph.options(vertex);
            let was = state[at];
            state[at] = VertexState::Closed;
            if was == VertexState::Closed {
                // Its options lacked a smaller label.
                continue;
            }
            if mex.of(options.iter().map(|&to| known.labels[to as usize]), options.len()) == value {
                state[at] = VertexState::Open;
                waiting[at] = options.iter().filter(|&&to| known.labels[to as usize] == Label::INFINITE).count() as u32;
                open += 1;
                if waiting[at] == 0 {
                    queue.push(vertex);
                }
            }
            budget.tick()?;
        }
        if open == 0 {
            break;
        }
        let mut at = 0;
        while let Some(&vertex) = queue.get(at) {
            at += 1;
            if state[vertex as usize] != VertexState::Open {
                continue;
            }
            state[vertex as usize] = VertexState::Out;
            known.labels[vertex as usize] = label;
            known.ranks[vertex as usize] = next_rank;
            next_rank += 1;
            budget.solved(1)?;
            for &from in reversed.sources(vertex) {
                if !matches!(state[from as usize], VertexState::Open | VertexState::Closed) {
                    continue;
                }
                state[from as usize] = VertexState::Answered;
                for &before in reversed.sources(from) {
                    budget.tick()?;
                    if state[before as usize] == VertexState::Open {
                        waiting[before as usize] -= 1;
                        if waiting[before as usize] == 0 {
                            queue.push(before);
                        }
                    }
                }
            }
        }
        queue.clear();
    }
    Ok(known)
}
