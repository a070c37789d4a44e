//! The answer to a query, and the heaps and sums that it lists.
//!
//! *Which answer.* A query for a value has [`Answer::Value`] in normal play and [`Answer::Outcome`]
//! in misère play; one for the outcome has [`Answer::Outcome`]; one for a table has the lists.

use grundy_core::{Nimber, Outcome};
use grundy_games::{Query, Question, Term};

/// The answer to a query.
///
/// It is read off the claims, and a check refuses a solution whose answer is another.
///
/// Exhaustive: a front end shows each kind, so a new one is a change for it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum Answer {
    /// The value of the sum (normal play). 0 means that the player to move loses.
    Value(Nimber),
    /// Who wins the sum. N means that the player to move wins.
    Outcome(Outcome),
    /// The value of every heap from 0 on (normal play). The place in the list is the size of the
    /// heap.
    Values(Vec<Nimber>),
    /// Who wins every single heap from 0 on (misère play). The place in the list is the size of the
    /// heap.
    Outcomes(Vec<Outcome>),
}

impl Answer {
    /// Misère play: the sums whose outcomes the answer gives, as they are: to bring them into their
    /// normal form may take long, so the caller does it.
    ///
    /// For a table each heap alone, up to the end of the table or as many as the answer lists;
    /// otherwise the position of the query.
    pub(crate) fn misere_sums(&self, query: &Query) -> impl Iterator<Item = Vec<Term>> {
        let is_table = query.question == Question::Table && query.table_end().is_some();
        // No more heaps than the answer lists; all heaps without moves have the same normal form.
        let entries = query.table_entries().take(if is_table { self.listed() } else { 0 });
        let entries = entries.map(|component| vec![Term { ruleset: 0, component }]);
        let start = (!is_table).then(|| query.position.clone());
        entries.chain(start)
    }

    /// The number of heaps that it lists; 0 for an answer about one sum.
    pub(crate) fn listed(&self) -> usize {
        match self {
            Answer::Values(values) => values.len(),
            Answer::Outcomes(outcomes) => outcomes.len(),
            Answer::Value(_) | Answer::Outcome(_) => 0,
        }
    }

    /// Whether it lists as many heaps as the table of the query has, so that no longer table is
    /// computed.
    pub(crate) fn has_length(&self, query: &Query) -> bool {
        query.table_end().is_none_or(|end| end.checked_add(1) == Some(self.listed() as u64))
    }
}
