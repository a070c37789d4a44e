//! Values on explicit graphs of moves, where play may go round for ever: what is claimed, and the check of it.
//!
//! A vertex has a label, finite or not. The labels are right, in every sum of tokens and heaps, if
//!
//! 1. a finite label is the least number that is no label of an option;
//! 2. from an option without a label, or with a larger one, there is a move back to the same label at a lower rank;
//! 3. a vertex without a label has an option without a label, from which no move leads to the least number that is no
//!    label of an option of the vertex.
//!
//! The book proves it. Source: C. A. B. Smith, Graphs and composite games, J. Combin. Theory 1 (1966); the conditions
//! are those of A. S. Fraenkel and Y. Yesha, 1986. Cost: each edge once where all edges lead to lower ranks; else, for
//! each edge to a larger label, the options at its end.

use std::num::NonZeroU32;

use grundy_core::{MexSet, Nimber};
use grundy_games::Digraph;

use crate::error::Flaw;

/// A finite label, or none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Label(Option<NonZeroU32>);

impl Label {
    /// Play from here need not end.
    pub const INFINITE: Label = Label(None);

    /// The label of that value; nothing if it is 2^32 - 1.
    pub fn finite(value: u32) -> Option<Label> {
        NonZeroU32::new(value.checked_add(1)?).map(|above| Label(Some(above)))
    }

    /// The value, if it is finite.
    pub fn value(self) -> Option<u32> {
        self.0.map(|above| above.get() - 1)
    }
}

/// The labels of all vertices of a graph, and the ranks by which play comes to an end.
#[derive(Clone, Debug, Default)]
pub struct Labels {
    /// A label for each vertex.
    pub labels: Vec<Label>,
    /// A rank for each vertex; those of vertices without a label mean nothing.
    pub ranks: Vec<u32>,
}

/// What a token on a graph is worth in a sum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LoopyValue {
    /// As much as a heap of that size.
    Finite(Nimber),
    /// Play need not end; these are the values of the options that have one, in ascending order.
    Infinite(Vec<Nimber>),
}

impl LoopyValue {
    /// The worth of two positions side by side.
    pub fn plus(self, other: LoopyValue) -> LoopyValue {
        match (self, other) {
            (LoopyValue::Finite(a), LoopyValue::Finite(b)) => LoopyValue::Finite(a + b),
            (LoopyValue::Finite(shift), LoopyValue::Infinite(values))
            | (LoopyValue::Infinite(values), LoopyValue::Finite(shift)) => {
                let mut values: Vec<Nimber> = values.into_iter().map(|value| value + shift).collect();
                values.sort_unstable();
                LoopyValue::Infinite(values)
            }
            (LoopyValue::Infinite(_), LoopyValue::Infinite(_)) => LoopyValue::Infinite(Vec::new()),
        }
    }

    /// Who wins.
    pub fn fate(&self) -> LoopyOutcome {
        match self {
            LoopyValue::Finite(Nimber::ZERO) => LoopyOutcome::P,
            LoopyValue::Finite(_) => LoopyOutcome::N,
            LoopyValue::Infinite(values) if values.contains(&Nimber::ZERO) => LoopyOutcome::N,
            LoopyValue::Infinite(_) => LoopyOutcome::Draw,
        }
    }
}

/// Who wins where play may go round for ever.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LoopyOutcome {
    /// The player who has just moved.
    P,
    /// The player to move.
    N,
    /// Neither can force the other to an end.
    Draw,
}

impl Labels {
    /// What a token on this vertex is worth.
    pub fn worth(&self, graph: &Digraph, vertex: u32) -> LoopyValue {
        match self.labels[vertex as usize].value() {
            Some(value) => LoopyValue::Finite(Nimber(u64::from(value))),
            None => {
                let finite = graph.options(vertex).iter().filter_map(|&to| self.labels[to as usize].value());
                let mut values: Vec<Nimber> = finite.map(|value| Nimber(u64::from(value))).collect();
                values.sort_unstable();
                values.dedup();
                LoopyValue::Infinite(values)
            }
        }
    }

    /// Who wins with one token on this vertex.
    pub fn fate(&self, graph: &Digraph, vertex: u32) -> LoopyOutcome {
        self.fate_beside(graph, vertex, &LoopyValue::Finite(Nimber::ZERO))
    }

    /// Who wins with a token on this vertex and something else of that worth.
    pub fn fate_beside(&self, graph: &Digraph, vertex: u32, other: &LoopyValue) -> LoopyOutcome {
        let label = |vertex: u32| self.labels[vertex as usize].value().map(|value| Nimber(value.into()));
        let wins = match (label(vertex), other) {
            (Some(own), LoopyValue::Finite(other)) if own == *other => return LoopyOutcome::P,
            (Some(_), LoopyValue::Finite(_)) => true,
            (Some(own), LoopyValue::Infinite(values)) => values.binary_search(&own).is_ok(),
            (None, LoopyValue::Finite(other)) => graph.options(vertex).iter().any(|&to| label(to) == Some(*other)),
            (None, LoopyValue::Infinite(_)) => false,
        };
        if wins { LoopyOutcome::N } else { LoopyOutcome::Draw }
    }

    /// Verifies the labels; `go_on` is asked before each vertex. False if it stopped the check.
    pub fn check(&self, graph: &Digraph, go_on: &mut dyn FnMut() -> bool) -> Result<bool, Flaw> {
        let count = graph.vertices() as usize;
        if self.labels.len() != count || self.ranks.len() != count {
            return Err(Flaw::OtherGame);
        }
        // Where all edges lead to lower ranks, the second condition follows from the first.
        let falls = |vertex: u32| {
            let rank = self.ranks[vertex as usize];
            graph.options(vertex).iter().all(|&to| self.ranks[to as usize] < rank)
        };
        let falling = (0..graph.vertices()).all(falls);
        let mut seen = MexSet::new();
        for vertex in 0..graph.vertices() {
            if !go_on() {
                return Ok(false);
            }
            seen.clear();
            for &to in graph.options(vertex) {
                if let Some(value) = self.labels[to as usize].value() {
                    seen.insert(Nimber(u64::from(value)));
                }
            }
            let mex = seen.mex();
            let right = match self.labels[vertex as usize].value() {
                Some(value) => mex == Nimber(u64::from(value)) && (falling || self.returns(graph, vertex, value)),
                None => graph.options(vertex).iter().any(|&to| {
                    let is_mex =
                        |&on: &u32| self.labels[on as usize].value().is_some_and(|own| u64::from(own) == mex.0);
                    self.labels[to as usize] == Label::INFINITE && !graph.options(to).iter().any(is_mex)
                }),
            };
            if !right {
                return Err(Flaw::WrongLabel(graph.name(vertex).to_string()));
            }
        }
        Ok(true)
    }

    /// The second condition.
    fn returns(&self, graph: &Digraph, vertex: u32, value: u32) -> bool {
        let rank = self.ranks[vertex as usize];
        let is_back = |&on: &u32| self.labels[on as usize].value() == Some(value) && self.ranks[on as usize] < rank;
        graph.options(vertex).iter().all(|&to| match self.labels[to as usize].value() {
            Some(own) if own < value => true,
            _ => graph.options(to).iter().any(is_back),
        })
    }
}

/// Verifies in how many moves each vertex is won or lost when the winner hurries and the loser delays: an odd number
/// where the player to move wins, an even one where he loses, nothing in a draw.
pub fn check_remoteness(
    graph: &Digraph,
    labels: &Labels,
    remoteness: &[Option<NonZeroU32>],
    go_on: &mut dyn FnMut() -> bool,
) -> Result<bool, Flaw> {
    if remoteness.len() != graph.vertices() as usize {
        return Err(Flaw::OtherGame);
    }
    let moves = |&to: &u32| remoteness[to as usize].map(|above| above.get() - 1);
    for vertex in 0..graph.vertices() {
        if !go_on() {
            return Ok(false);
        }
        let options = graph.options(vertex).iter();
        let right = match labels.fate(graph, vertex) {
            LoopyOutcome::P => {
                options.map(|to| moves(to)?.checked_add(1)).try_fold(0, |most, one| Some(one?.max(most)))
            }
            LoopyOutcome::N => options
                .filter(|&&to| labels.fate(graph, to) == LoopyOutcome::P)
                .filter_map(moves)
                .min()
                .map(|one| one + 1),
            LoopyOutcome::Draw => None,
        };
        if moves(&vertex) != right {
            return Err(Flaw::WrongLabel(graph.name(vertex).to_string()));
        }
    }
    Ok(true)
}
