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
//!     measure: None,
//! };
//! assert_eq!(clause.cut().unwrap().taken, 2);
//! let kinds = vec![kind.clone()];
//! let (measure, ranks, stages) = (Measure::Sum, vec![0], vec![1]);
//! let rules = TypedRules { clauses: vec![clause], kinds, measure, ranks, stages };
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
#[cfg(test)]
mod tests;

use std::{cmp::Ordering, collections::BTreeSet, fmt, iter, sync::Arc};

use grundy_core::{Fault, Game, Visit};

use crate::heaps::{
    clause::{Clause, ClauseReport},
    expr::MOST_TRIALS,
    meter::{Halt, Meter, Report},
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
    /// How many kinds play may come to from each kind, itself included: what the text of its rules
    /// and of theirs leaves. No move raises it.
    pub stages: Vec<usize>,
}

/// The measure that every move of a typed system lowers, or keeps while the rank of the kind
/// decreases.
///
/// With the ranks of the kinds it proves that play ends.
///
/// ```text
/// A(n) -> B(n+3), B(n) -> B(n-1)    from A play comes to 2 kinds, from B to 1: sizes may grow once
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// The sum of the sizes. It also gives the layers of tables on disk.
    Sum,
    /// The sizes from the first on, in lexicographic order.
    Lexicographic,
    /// The number of kinds that play may still come to, then the sum of the sizes.
    StagedSum,
    /// The number of kinds that play may still come to, then the sizes in lexicographic order.
    StagedLexicographic,
    /// What the rules give: `measure a*b + c*d`. The ranks do not matter.
    Given,
}

impl TypedRules {
    /// Returns why a move need not bring the game to its end, if it is so: `after` is not lower
    /// than `before`, by the measure and then by rank. Such a move is a fault.
    pub(crate) fn endless(&self, before: &Typed, after: &Typed) -> Option<String> {
        if self.measure == Measure::Given {
            return match (self.level(before), self.level(after)) {
                (Ok(old), Ok(new)) if 0 <= new && new < old => None,
                (Ok(old), Ok(new)) => Some(format!("{after}, and the measure goes from {old} to {new}")),
                (Err(Fault(why)), _) | (_, Err(Fault(why))) => Some(format!("{after}, and the measure: {why}")),
            };
        }
        (!self.lowers(before, after))
            .then(|| format!("{after}, which is not lower ({})", self.measure.in_words(self.kinds.len() > 1)))
    }

    /// Returns the number that the rules give as the measure of a heap.
    fn level(&self, heap: &Typed) -> Result<i128, Fault> {
        let own = self.clauses.iter().filter(|clause| clause.kind.as_ref() == Some(&heap.kind));
        let given = own.into_iter().find_map(|clause| Some((clause, clause.measure.as_ref()?)));
        let Some((clause, measure)) = given else {
            return Err(Fault(format!("heaps of kind {} have none", heap.kind)));
        };
        let mut slots: Vec<i128> = heap.sizes.iter().map(|&size| i128::from(size)).collect();
        slots.resize(clause.names.len(), 0);
        match measure.value(&slots, &mut Meter::new(MOST_TRIALS, Unreported)) {
            Ok(level) => Ok(level),
            Err(Halt::Fault(fault)) => Err(fault),
            Err(Halt::Ended) => Err(Fault("it was not computed".into())),
        }
    }

    /// Returns whether `after` is lower than `before`, by the measure of the sizes, then by rank.
    fn lowers(&self, before: &Typed, after: &Typed) -> bool {
        let place = |kind: &str| self.kinds.iter().position(|known| **known == *kind);
        let (from, to) = (place(&before.kind), place(&after.kind));
        let rank = |at: Option<usize>| at.map(|at| self.ranks[at]);
        let order = self.compare((from, &before.sizes), (to, &after.sizes));
        order.then_with(|| rank(to).cmp(&rank(from))).is_lt()
    }

    /// Compares the measure of the second heap with that of the first one; each is the place of its
    /// kind, and its sizes.
    pub(crate) fn compare(&self, before: (Option<usize>, &[u64]), after: (Option<usize>, &[u64])) -> Ordering {
        let stage = |at: Option<usize>| at.and_then(|at| self.stages.get(at));
        let staged = if self.measure.is_staged() { stage(after.0).cmp(&stage(before.0)) } else { Ordering::Equal };
        staged.then_with(|| self.measure.compare(before.1, after.1))
    }

    /// The stage of each kind by the text of the rules. A kind without rules has the stage 1.
    ///
    /// # Cost
    /// A walk over the kinds that play may come to, for each kind.
    pub(crate) fn stages_of(&self) -> Vec<usize> {
        let place = |name: &str| self.kinds.iter().position(|kind| **kind == *name);
        let mut after = vec![BTreeSet::new(); self.kinds.len()];
        for clause in &self.clauses {
            let Some(own) = clause.kind.as_deref().and_then(place) else { continue };
            let heaps = clause.terms.iter().flat_map(|term| term.heaps());
            after[own].extend(heaps.filter_map(|heap| heap.kind.as_deref().map_or(Some(own), place)));
        }
        let reached = |kind: usize| {
            let (mut seen, mut waiting) = (BTreeSet::from([kind]), vec![kind]);
            while let Some(next) = waiting.pop() {
                waiting.extend(after[next].iter().filter(|&&to| seen.insert(to)));
            }
            seen.len()
        };
        (0..self.kinds.len()).map(reached).collect()
    }
}

/// The measure of a heap is one expression, whose cost is not reported.
struct Unreported;

impl Report for Unreported {
    fn work(&mut self, _: u32) -> Result<(), Halt> {
        Ok(())
    }
}

impl Measure {
    /// Whether no move makes the sizes greater, in their sum or in lexicographic order.
    ///
    /// Solvers that go through the sizes in their order need this.
    pub fn is_of_sizes(self) -> bool {
        matches!(self, Measure::Sum | Measure::Lexicographic)
    }

    /// Whether the number of kinds that play may still come to comes first.
    pub(crate) fn is_staged(self) -> bool {
        matches!(self, Measure::StagedSum | Measure::StagedLexicographic)
    }

    /// Compares the sizes `after` with the sizes `before`.
    pub(crate) fn compare(self, before: &[u64], after: &[u64]) -> Ordering {
        let sum = |sizes: &[u64]| sizes.iter().map(|&size| u128::from(size)).sum::<u128>();
        match self {
            Measure::Sum | Measure::StagedSum => sum(after).cmp(&sum(before)),
            Measure::Lexicographic | Measure::StagedLexicographic | Measure::Given => after.cmp(before),
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
                    if let Some(after) = self.endless(heap, &to) {
                        return Err(E::from(instance.endless(heap, after)));
                    }
                    rest.extend(iter::repeat_n(of(to), part.count as usize));
                }
                visit(Visit::Option(&rest))
            })
        })
    }
}

impl Measure {
    /// What every move does, where there are several kinds of heaps or one.
    pub(crate) fn in_words(self, several: bool) -> String {
        let (lowers, same) = match self {
            Measure::Given => return "every move lowers the measure that the rules give".to_owned(),
            Measure::Sum | Measure::StagedSum => {
                ("lowers the sum of the sizes", ", or keeps it and leads to a kind that comes earlier")
            }
            Measure::Lexicographic | Measure::StagedLexicographic => {
                ("lowers the first size that changes", ", or leads to a kind that comes earlier")
            }
        };
        let stage = if self.is_staged() { "leads to a kind from which play does not come back, or " } else { "" };
        format!("every move {stage}{lowers}{}", if several { same } else { "" })
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
