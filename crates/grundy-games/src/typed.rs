//! The meaning of typed systems: several kinds of heap that refer to each other, each with one or more sizes.
//!
//! What makes such a game end is a *measure* that every move lowers, chosen when the text is read (`ends.rs`) and
//! checked again at each expansion, so that no rule can slip through.

use std::{cmp::Ordering, fmt, sync::Arc};

use grundy_core::{Fault, Game};

use crate::{clause::Clause, component::Typed, expr::MOST_TRIALS};

/// A game of heaps of several kinds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TypedRules {
    /// The rules, each about one kind.
    pub clauses: Vec<Clause>,
    /// Every kind in the order of its first rule.
    pub kinds: Vec<Arc<str>>,
    /// What every move lowers.
    pub measure: Measure,
    /// The rank of each kind: a move that keeps the measure must go to a kind of lower rank.
    pub ranks: Vec<usize>,
}

/// What every move of a typed system lowers first; when that stays, the rank of the kind must fall.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// The sum of the sizes.
    Sum,
    /// The sizes from the first on, in lexicographic order.
    Lexicographic,
}

impl TypedRules {
    /// Whether `after` is lower than `before`.
    pub(crate) fn lowers(&self, before: &Typed, after: &Typed) -> bool {
        let rank = |kind: &str| self.kinds.iter().position(|known| **known == *kind).map(|at| self.ranks[at]);
        self.measure.compare(&before.sizes, &after.sizes).then(rank(&after.kind).cmp(&rank(&before.kind))).is_lt()
    }
}

impl Measure {
    /// How the sizes `after` compare with the sizes `before`.
    pub(crate) fn compare(self, before: &[u64], after: &[u64]) -> Ordering {
        let sum = |sizes: &[u64]| sizes.iter().map(|&size| u128::from(size)).sum::<u128>();
        match self {
            Measure::Sum => sum(after).cmp(&sum(before)),
            Measure::Lexicographic => after.cmp(before),
        }
    }
}

impl Game for TypedRules {
    type Position = Typed;

    fn options<E: From<Fault>>(&self, heap: &Typed, mut visit: impl FnMut(&[Typed]) -> Result<(), E>) -> Result<(), E> {
        let own = self.clauses.iter().filter(|clause| clause.kind.as_deref() == Some(&heap.kind));
        own.into_iter().try_for_each(|clause| {
            clause.expand(&heap.sizes, MOST_TRIALS, |instance, parts| {
                let rest: Vec<Typed> = parts
                    .iter()
                    .map(|(term, sizes)| Typed {
                        kind: term.kind.clone().unwrap_or_else(|| heap.kind.clone()),
                        sizes: sizes.clone(),
                    })
                    .collect();
                if let Some(bad) = rest.iter().find(|part| !self.lowers(heap, part)) {
                    let names = instance.to_string();
                    let why = if names.is_empty() { names } else { format!("with {names} ") };
                    return Err(E::from(Fault(format!(
                        "the game need not end: {why}{heap} becomes {bad}, which is not lower ({})",
                        self.measure
                    ))));
                }
                visit(&rest)
            })
        })
    }
}

impl fmt::Display for Measure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Measure::Sum => "every move lowers the sum of the sizes, or keeps it and goes on to a lower kind",
            Measure::Lexicographic => "every move lowers the first size that changes, or goes on to a lower kind",
        })
    }
}

impl fmt::Display for TypedRules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.clauses.iter().enumerate().try_for_each(|(at, clause)| {
            f.write_str(if at == 0 { "" } else { ", " })?;
            clause.fmt(f)
        })
    }
}
