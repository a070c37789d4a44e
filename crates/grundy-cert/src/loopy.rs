//! Labels of graphs of moves, in which play need not end: the claim, and its check.
//!
//! A vertex has a finite label, its value, or none. The labels are right, in every sum of tokens
//! and heaps, if
//!
//! 1. a finite label is the least number that is no label of an option;
//! 2. from an option without a label, or with a larger one, there is a move back to the same label
//!    at a lower rank;
//! 3. a vertex without a label has an option without a label from which no move leads to the least
//!    number that is no label of an option of the vertex.
//!
//! The ranks show that the second condition is not circular: whoever reverses moves comes to an
//! end. The manual has the proof. Source: C. A. B. Smith, Graphs and composite games, J. Combin.
//! Theory 1 (1966); the conditions are those of A. S. Fraenkel and Y. Yesha, 1986.
//!
//! Labels are not a [`Claim`](crate::Claim), since a graph of moves is no ruleset of a query: they
//! are checked with [`Labels::check`], and not written to certificates.
//!
//! Cost: each edge once if all edges lead to lower ranks; else, for each edge to a larger label,
//! the options at its end.

use std::num::NonZeroU32;

use grundy_core::{MexSet, Nimber};
use grundy_games::Digraph;

use crate::error::Flaw;

/// The label of a vertex: a value, or infinite.
///
/// ```
/// use grundy_cert::Label;
///
/// assert_eq!(Label::finite(3).and_then(Label::value), Some(3));
/// assert_eq!(Label::finite(u32::MAX), None);
/// assert_eq!(Label::INFINITE.value(), None);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Label(Option<NonZeroU32>);

impl Label {
    /// The label of a vertex from which play need not end.
    pub const INFINITE: Label = Label(None);

    /// The label with this value; `None` if it is 2^32 - 1.
    pub fn finite(value: u32) -> Option<Label> {
        NonZeroU32::new(value.checked_add(1)?).map(|above| Label(Some(above)))
    }

    /// The value; `None` for the infinite label.
    pub fn value(self) -> Option<u32> {
        self.0.map(|above| above.get() - 1)
    }
}

/// The labels of all vertices of a graph, and ranks that show that play with finite labels ends.
#[derive(Clone, Debug, Default)]
pub struct Labels {
    /// A label for each vertex.
    pub labels: Vec<Label>,
    /// A rank for each vertex; those of vertices with the infinite label are ignored.
    pub ranks: Vec<u32>,
}

/// The value of a token on a graph in a sum (Smith; Fraenkel and Yesha).
///
/// ```
/// use grundy_cert::{LoopyOutcome, LoopyValue};
/// use grundy_core::Nimber;
///
/// let loopy = LoopyValue::Infinite(vec![Nimber(0), Nimber(2)]);
/// assert_eq!(loopy.outcome(), LoopyOutcome::N);
/// let sum = loopy.plus(LoopyValue::Finite(Nimber(1)));
/// assert_eq!(sum, LoopyValue::Infinite(vec![Nimber(1), Nimber(3)]));
/// assert_eq!(sum.outcome(), LoopyOutcome::Draw);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LoopyValue {
    /// The value of a Nim heap.
    Finite(Nimber),
    /// Play need not end; these are the finite values of options, in ascending order.
    Infinite(Vec<Nimber>),
}

impl LoopyValue {
    /// The value of the sum of two positions.
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

    /// Who wins a position of this value.
    pub fn outcome(&self) -> LoopyOutcome {
        match self {
            LoopyValue::Finite(Nimber::ZERO) => LoopyOutcome::P,
            LoopyValue::Finite(_) => LoopyOutcome::N,
            LoopyValue::Infinite(values) if values.contains(&Nimber::ZERO) => LoopyOutcome::N,
            LoopyValue::Infinite(_) => LoopyOutcome::Draw,
        }
    }
}

/// Who wins if play need not end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LoopyOutcome {
    /// The player who has just moved.
    P,
    /// The player to move.
    N,
    /// Neither player: each can avoid losing.
    Draw,
}

impl Labels {
    /// The value of a token on this vertex.
    ///
    /// # Panics
    ///
    /// If there is no label for the vertex or an option; [`Labels::check`] verifies that there is.
    pub fn value(&self, graph: &Digraph, vertex: u32) -> LoopyValue {
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

    /// Who wins with one token on this vertex. Panics as [`Labels::value`].
    pub fn outcome(&self, graph: &Digraph, vertex: u32) -> LoopyOutcome {
        self.outcome_in_sum(graph, vertex, &LoopyValue::Finite(Nimber::ZERO))
    }

    /// Who wins the sum of a token on this vertex and a position of this value. Panics as
    /// [`Labels::value`].
    pub fn outcome_in_sum(&self, graph: &Digraph, vertex: u32, other: &LoopyValue) -> LoopyOutcome {
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

    /// Verifies the labels. `go_on` is called before each vertex and returns whether there is time
    /// left. Returns false if there was not.
    ///
    /// # Errors
    ///
    /// [`Flaw::OtherGame`] if there is not one label and one rank for each vertex;
    /// [`Flaw::WrongLabel`] with the first vertex whose label does not follow.
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

    /// Whether the second condition holds at a vertex with this label.
    fn returns(&self, graph: &Digraph, vertex: u32, value: u32) -> bool {
        let rank = self.ranks[vertex as usize];
        let is_back = |&on: &u32| self.labels[on as usize].value() == Some(value) && self.ranks[on as usize] < rank;
        graph.options(vertex).iter().all(|&to| match self.labels[to as usize].value() {
            Some(own) if own < value => true,
            _ => graph.options(to).iter().any(is_back),
        })
    }
}

/// Verifies the number of moves after which each vertex is won or lost if the winner hurries and
/// the loser delays: odd if the player to move wins, even if that player loses, `None` for a draw.
/// The entries hold one more than that number. Returns false if `go_on` returned false, which is
/// called before each vertex.
///
/// # Errors
///
/// [`Flaw::OtherGame`] if there is not one entry for each vertex; [`Flaw::WrongLabel`] with the
/// first vertex whose entry does not follow from its options.
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
        let right = match labels.outcome(graph, vertex) {
            LoopyOutcome::P => {
                options.map(|to| moves(to)?.checked_add(1)).try_fold(0, |most, one| Some(one?.max(most)))
            }
            LoopyOutcome::N => options
                .filter(|&&to| labels.outcome(graph, to) == LoopyOutcome::P)
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
