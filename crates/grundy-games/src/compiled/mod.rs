//! Declared heap games analysed for solvers that fill tables: boxes of sizes, an order of
//! evaluation, and how each rule may be run.
//!
//! This is data about a game and never an answer. It covers less than the plain meaning: what it
//! does not cover, and every fault, is left to [`Game::options`](grundy_core::Game::options).
//!
//! Cost: some microseconds for each rule, whatever the sizes.
//!
//! ```text
//! a -> (a-2b) + (a-b) for b in 1..a/2    at 10
//! kind     one, with the box 0..10
//! program  for b in 1..a/2: heaps a - 2b and a - b, both affine
//! shape    sizes are linear in b, so options are found in blocks
//! ```
//!
//! *Limits.* Heaps of at most six sizes, 64 programs, terms below 2^40. A game that is not covered
//! is solved all the same, by the plain meaning; so are kinds of heaps whose sizes may grow.

pub mod bounds;
pub mod interval;
pub mod program;
pub mod relation;
pub mod shape;
mod takes;
pub mod term;
#[cfg(test)]
mod tests;
pub mod triples;

use std::sync::Arc;

use interval::Interval;
use program::{MOST_PROGRAMS, Program};
use shape::ProgramShape;
use term::MOST;

use crate::{Component, HeapMove, HeapRules, Measure, Ruleset, TypedRules};

/// A game of heaps, analysed for the components of one sum.
///
/// The checker does not use it; a table that was filled by it is compared with the plain meaning in
/// tests and by samples.
#[derive(Clone, Debug)]
pub struct Compiled {
    /// The kinds of heaps; plain heaps are one kind.
    pub kinds: Vec<Kind>,
    /// The rules of the kinds that come up, with the ways to run them. The order is that of the
    /// text.
    pub programs: Vec<(Program, ProgramShape)>,
    /// What every new heap must be lower in.
    pub measure: Lowering,
}

/// A kind of heap and the box of the sizes that come up.
#[derive(Clone, Debug)]
pub struct Kind {
    /// Its name; `None` for plain heaps.
    pub name: Option<Arc<str>>,
    /// Its rank: where the measure stays, a move goes to a lower rank.
    pub rank: usize,
    /// The greatest sizes that come up; -1 if the kind does not. A table has one more entry than
    /// this in each direction.
    pub ends: Vec<i64>,
    /// Pairs `(i, j)` where size i is at most size j, at every heap that comes up. A table may
    /// leave out the heaps that violate them.
    pub relations: Vec<(usize, usize)>,
}

/// What the heaps of an option are compared in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lowering {
    /// Plain heaps: each new one is smaller. A heap of 0 counters has no options.
    Heap,
    /// The sum of the sizes, then the rank.
    Sum,
    /// The sizes in lexicographic order, then the rank.
    Lexicographic,
}

/// Kinds of heaps with more sizes than this are not analysed.
const MOST_SIZES: usize = 6;

impl Kind {
    /// Whether a heap of the kind may come up.
    pub fn comes_up(&self) -> bool {
        self.ends.iter().all(|&end| end >= 0)
    }
}

impl Compiled {
    /// The analysis of a game for these components; `None` if it does not cover the game.
    pub fn new<'a>(ruleset: &Ruleset, starts: impl Iterator<Item = &'a Component>) -> Option<Compiled> {
        match ruleset {
            Ruleset::Heap(rules) => {
                let sizes = starts.map(|start| if let Component::Heap(size) = start { Some(*size) } else { None });
                Compiled::of_heaps(rules, sizes.collect::<Option<Vec<u64>>>()?.into_iter().max()?)
            }
            Ruleset::Typed(rules) => Compiled::of_typed(rules, starts),
            _ => None,
        }
    }

    /// The analysis of plain heaps up to the largest one.
    fn of_heaps(rules: &HeapRules, largest: u64) -> Option<Compiled> {
        let end = i64::try_from(largest).ok().filter(|&end| end <= MOST)?;
        let mut programs = Vec::new();
        for kind in &rules.moves {
            match kind {
                HeapMove::Take(take) => takes::of_take(take, largest, &mut programs)?,
                HeapMove::Code(code) => takes::of_code(code, &mut programs)?,
                HeapMove::General(clause) => programs.push(program::of_clause(clause, 0, &|_| None)?),
            }
        }
        let kind = Kind { name: None, rank: 0, ends: vec![end], relations: Vec::new() };
        Compiled::shaped(vec![kind], programs, Lowering::Heap)
    }

    /// The analysis of heaps of kinds: boxes from the starts, capped by the measure.
    ///
    /// By the sum no size exceeds the greatest sum of a start; lexicographically the first size
    /// does not exceed the greatest first one, and the others are bounded by [`MOST`] only.
    fn of_typed<'a>(rules: &TypedRules, starts: impl Iterator<Item = &'a Component>) -> Option<Compiled> {
        rules.measure.is_of_sizes().then_some(())?;
        let kind_of = |name: &str| rules.kinds.iter().position(|kind| **kind == *name);
        let mut arities = vec![0; rules.kinds.len()];
        let mut programs = Vec::new();
        for clause in &rules.clauses {
            let own = kind_of(clause.kind.as_deref()?)?;
            arities[own] = clause.arity;
            programs.push(program::of_clause(clause, own, &kind_of)?);
        }
        let mut sizes: Vec<(usize, Vec<i64>)> = Vec::new();
        for start in starts {
            let Component::Typed(start) = start else { return None };
            let fits = |size: &u64| i64::try_from(*size).ok().filter(|&size| size <= MOST);
            sizes.push((kind_of(&start.kind)?, start.sizes.iter().map(fits).collect::<Option<_>>()?));
        }
        for (kind, arity) in sizes
            .iter()
            .map(|(kind, sizes)| (*kind, sizes.len()))
            .chain(programs.iter().flat_map(|program| program.heaps.iter().map(|heap| (heap.kind, heap.sizes.len()))))
        {
            // A kind without rules has as many sizes as wherever it stands.
            arities[kind] = if arities[kind] == 0 { arity } else { arities[kind] };
            (arities[kind] == arity).then_some(())?;
        }
        arities.iter().all(|arity| (1..=MOST_SIZES).contains(arity)).then_some(())?;
        let cap = |at: usize| match rules.measure {
            Measure::Sum => sizes.iter().map(|(_, sizes)| sizes.iter().sum::<i64>()).max(),
            Measure::Lexicographic if at == 0 => sizes.iter().map(|(_, sizes)| sizes[0]).max(),
            _ => Some(MOST),
        };
        let caps: Vec<Vec<i64>> =
            arities.iter().map(|&arity| (0..arity).map(|at| cap(at).unwrap_or(0)).collect()).collect();
        let mut ends: Vec<Vec<i64>> = arities.iter().map(|&arity| vec![-1; arity]).collect();
        for (kind, sizes) in &sizes {
            ends[*kind].iter_mut().zip(sizes).for_each(|(end, &size)| *end = size.max(*end));
        }
        let ends = interval::boxes(&programs, &ends, &caps)?;
        let held: Vec<(usize, &[i64])> = sizes.iter().map(|(kind, sizes)| (*kind, &sizes[..])).collect();
        let relations = relation::relations(&programs, &arities, &held);
        let kinds = ends.into_iter().zip(relations).enumerate().map(|(at, (ends, relations))| Kind {
            name: rules.kinds.get(at).cloned(),
            rank: rules.ranks.get(at).copied().unwrap_or(0),
            ends,
            relations,
        });
        let measure = match rules.measure {
            Measure::Sum => Lowering::Sum,
            _ => Lowering::Lexicographic,
        };
        Compiled::shaped(kinds.collect(), programs, measure)
    }

    /// With the shapes of the programs of kinds that come up. A program about a kind that does not
    /// come up is dropped.
    fn shaped(kinds: Vec<Kind>, programs: Vec<Program>, measure: Lowering) -> Option<Compiled> {
        (programs.len() <= MOST_PROGRAMS).then_some(())?;
        let mut shaped = Vec::new();
        for program in programs {
            let kind = &kinds[program.kind];
            if !kind.comes_up() {
                continue;
            }
            let sizes: Vec<Interval> = kind.ends.iter().map(|&end| (0, end)).collect();
            let reach = interval::reach(&program, &sizes)?;
            let shape = shape::shape(&program, sizes.len(), &reach.slots);
            shaped.push((program, shape));
        }
        Some(Compiled { kinds, programs: shaped, measure })
    }
}
