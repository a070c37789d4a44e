//! The meaning of typed systems: several kinds of heaps that refer to each other, each with one or
//! more sizes.
//!
//! Play ends because every move lowers a *measure*. The measure is chosen when the text is read
//! ([`ends::measure`](crate::ends::measure)) and checked again at each expansion, since the choice
//! rests on small sizes only.
//!
//! ```
//! use std::sync::Arc;
//!
//! use grundy_core::{Fault, Game};
//! use grundy_games::heaps::clause::{NewHeap, Summand};
//! use grundy_games::heaps::expr::{Expr, Operator};
//! use grundy_games::{Clause, Measure, Typed, TypedRules};
//!
//! // A(n) -> A(n-2)
//! let less = Expr::Binary(Operator::Subtract, Box::new(Expr::Name(0)), Box::new(Expr::Number(2)));
//! let kind: Arc<str> = "A".into();
//! let heap = NewHeap { count: None, kind: Some(kind.clone()), sizes: vec![less] };
//! let clause = Clause {
//!     kind: Some(kind.clone()),
//!     names: vec!["n".into()],
//!     arity: 1,
//!     terms: vec![Summand::Heaps(heap)],
//!     steps: Vec::new(),
//! };
//! assert_eq!(clause.cut().unwrap().taken, 2);
//! let kinds = vec![kind.clone()];
//! let rules = TypedRules { clauses: vec![clause], kinds, measure: Measure::Sum, ranks: vec![0] };
//! assert_eq!(rules.to_string(), "A(n) -> A(n-2)");
//!
//! let mut options = Vec::new();
//! let heap = Typed { kind, sizes: vec![7] };
//! rules.options(&heap, |heaps| Ok::<(), Fault>(options.push(heaps[0].to_string()))).unwrap();
//! assert_eq!(options, ["A(5)"]);
//! ```
//!
//! *Rule.* A heap `F(a, b)` has the options of all rules about F. *Faults:* a new heap that is not
//! lower in the measure, and those of expressions. An option with a negative size does not exist.
//! *Cost:* that of the clauses of one kind.
//!
//! ```text
//! A(n) -> B(n-1), A(n) -> A(n-2), B(n) -> A(n) where n > 2
//! the sum never grows; where it stays, B goes to A, so A has the lower rank
//! ```

pub(crate) mod board;
pub(crate) mod read;

use std::{cmp::Ordering, fmt, iter, sync::Arc};

use grundy_core::{Fault, Game, Visit};

use crate::heaps::{
    clause::{Clause, ClauseReport},
    expr::MOST_TRIALS,
};

/// The rules of a game on heaps of several kinds.
///
/// The measure and the ranks are found, and not written in the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TypedRules {
    /// The rules, each about one kind.
    pub clauses: Vec<Clause>,
    /// All kinds, in the order of their first rules.
    pub kinds: Vec<Arc<str>>,
    /// The measure that every move lowers.
    pub measure: Measure,
    /// The rank of each kind: a move that keeps the measure must lead to a kind of lower rank.
    pub ranks: Vec<usize>,
}

/// The measure that every move of a typed system lowers, or keeps while the rank of the kind
/// decreases.
///
/// With the ranks of the kinds it proves that play ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// The sum of the sizes. It also gives the layers of tables on disk.
    Sum,
    /// The sizes from the first on, in lexicographic order.
    Lexicographic,
}

impl TypedRules {
    /// Returns whether `after` is lower than `before`, by the measure and then by rank.
    ///
    /// A move for which it returns false is a fault.
    pub(crate) fn lowers(&self, before: &Typed, after: &Typed) -> bool {
        let rank = |kind: &str| self.kinds.iter().position(|known| **known == *kind).map(|at| self.ranks[at]);
        self.measure.compare(&before.sizes, &after.sizes).then(rank(&after.kind).cmp(&rank(&before.kind))).is_lt()
    }
}

impl Measure {
    /// Compares the sizes `after` with the sizes `before`.
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
        self.walk(heap, |seen| seen.option(|_| Ok(()))?.map_or(Ok(()), &mut visit))
    }

    fn walk<E: From<Fault>>(
        &self,
        heap: &Typed,
        visit: impl FnMut(Visit<'_, Typed>) -> Result<(), E>,
    ) -> Result<(), E> {
        self.walk_as(heap, |part| part, visit)
    }
}

impl TypedRules {
    /// As [`Game::walk`], with heaps of options as another type: an option may have a million.
    pub(crate) fn walk_as<T: Clone, E: From<Fault>>(
        &self,
        heap: &Typed,
        of: impl Fn(Typed) -> T,
        mut visit: impl FnMut(Visit<'_, T>) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut clauses = self.clauses.iter().filter(|clause| clause.kind.as_deref() == Some(&heap.kind));
        clauses.try_for_each(|clause| {
            clause.expand(&heap.sizes, MOST_TRIALS, |seen| {
                let (instance, parts) = match seen {
                    ClauseReport::Option(instance, parts) => (instance, parts),
                    ClauseReport::Work(steps) => return visit(Visit::Work(steps)),
                };
                let mut rest = Vec::with_capacity(parts.iter().map(|part| part.count as usize).sum());
                for part in parts {
                    let kind = part.term.kind.clone().unwrap_or_else(|| heap.kind.clone());
                    let to = Typed { kind, sizes: part.sizes.clone() };
                    if !self.lowers(heap, &to) {
                        let after = format!("{to}, which is not lower ({})", self.measure);
                        return Err(E::from(instance.endless(heap, after)));
                    }
                    rest.extend(iter::repeat_n(of(to), part.count as usize));
                }
                visit(Visit::Option(&rest))
            })
        })
    }
}

impl fmt::Display for Measure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Measure::Sum => "every move lowers the sum of the sizes, or keeps it and leads to a lower kind",
            Measure::Lexicographic => "every move lowers the first size that changes, or leads to a lower kind",
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

/// A heap of a named kind: `A(7)`, `F(10, 3)`.
///
/// Two heaps are equal if kind and sizes are.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Typed {
    /// The kind.
    pub kind: Arc<str>,
    /// The sizes, as many as the kind has.
    pub sizes: Vec<u64>,
}

impl fmt::Display for Typed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sizes = self.sizes.iter().map(u64::to_string).collect::<Vec<_>>().join(", ");
        write!(f, "{}({sizes})", self.kind)
    }
}
