//! Acyclic graphs: one depth-first search. A vertex is finished after all its options, and its rank
//! is the number of vertices finished before it.

use grundy_cert::{Label, Labels};
use grundy_core::Fault;
use grundy_games::Digraph;

use crate::support::budget::{Budget, Stopped};

/// Computes the least number that does not occur, repeatedly: each round has a stamp.
pub(super) struct Mex {
    /// For each value, the last round that has met it; 0 before the first.
    seen: Vec<u32>,
    /// The number of this round, from 1 on. When it wraps, all stamps are cleared.
    round: u32,
}

impl Mex {
    pub fn new() -> Mex {
        Mex { seen: Vec::new(), round: 0 }
    }

    /// Returns the mex of the finite labels. Labels that are infinite or not yet known do not
    /// count. `count` is the number of options, or a bound on it; linear in it.
    pub fn of(&mut self, labels: impl Iterator<Item = Label>, count: usize) -> u32 {
        if self.seen.len() <= count {
            self.seen.resize(count + 1, 0);
        }
        self.round = match self.round.checked_add(1) {
            Some(round) => round,
            None => {
                self.seen.fill(0);
                1
            }
        };
        for value in labels.filter_map(Label::value) {
            // The mex is at most the number of options.
            if let Some(seen) = self.seen.get_mut(value as usize) {
                *seen = self.round;
            }
        }
        self.seen.iter().take_while(|&&seen| seen == self.round).count() as u32
    }
}

/// Returns the labels of all vertices; `None` if the graph has a cycle. An option with a known
/// label is skipped; one on the path closes a cycle. Each edge is read at most twice, once by the
/// search and once for the mex. Ranks count the vertices that were finished before, so every option
/// has a smaller rank: the proof that play ends.
pub(super) fn labels(graph: &Digraph, budget: &mut Budget) -> Result<Option<Labels>, Stopped> {
    let count = graph.vertices() as usize;
    let mut labels = vec![Label::INFINITE; count];
    let mut ranks = vec![0u32; count];
    // The path of the search: each vertex on it with the number of its options that were visited.
    let mut path: Vec<(u32, u32)> = Vec::new();
    let mut on_path = vec![0u64; count.div_ceil(64)];
    let mut mex = Mex::new();
    let mut next_rank = 0;
    for first in 0..graph.vertices() {
        if labels[first as usize].value().is_some() {
            continue;
        }
        path.push((first, 0));
        on_path[first as usize / 64] |= 1 << (first % 64);
        while let Some((vertex, looked)) = path.last_mut() {
            let (vertex, options) = (*vertex, graph.options(*vertex));
            let unknown = options[*looked as usize..].iter().position(|&to| labels[to as usize].value().is_none());
            if let Some(skipped) = unknown {
                let to = options[*looked as usize + skipped];
                *looked += skipped as u32 + 1;
                let bit = 1 << (to % 64);
                let word = &mut on_path[to as usize / 64];
                if *word & bit != 0 {
                    return Ok(None);
                }
                *word |= bit;
                path.push((to, 0));
                continue;
            }
            let value = mex.of(options.iter().map(|&to| labels[to as usize]), options.len());
            labels[vertex as usize] = Label::finite(value).ok_or_else(|| Fault("a value is over 2^32 - 2".into()))?;
            ranks[vertex as usize] = next_rank;
            next_rank += 1;
            on_path[vertex as usize / 64] &= !(1 << (vertex % 64));
            path.pop();
            budget.solved(1)?;
        }
    }
    Ok(Some(Labels { labels, ranks }))
}
