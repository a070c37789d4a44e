//! One thread or several: the same search and the same check, with what each requires of the game.
//!
//! The search and the check of a kind of game are chosen together, as one table of functions, so
//! that a game whose positions cannot be sent between threads compiles without them.

use std::{fmt, num::NonZero};

use grundy_cert::{Flaw, Verdict};
use grundy_core::{Game, Nimber, Outcome};
use grundy_solvers::{
    Budget, Stopped,
    search::positions::{self, FactTable, Numbered},
};

use super::check::{self, OutcomeCheck, ValueCheck};

/// The values that a search finds, by component.
type ComponentValues<P> = FactTable<P, Nimber>;

/// The outcomes that a search finds, by whole sum.
type SumOutcomes<P> = FactTable<Vec<P>, Outcome>;

/// The facts that start positions follow from. The third argument estimates the bytes that a
/// position holds outside its value.
type FactSearch<G, P, S, T> = fn(&G, &[S], fn(&P) -> u64, &mut Budget) -> Result<T, Stopped>;

/// The verdict on facts, by at most this many threads, until the last argument returns false.
type FactVerdict<G, T> = fn(&G, &T, Option<NonZero<usize>>, &mut dyn FnMut() -> bool) -> Result<Verdict, Flaw>;

/// How many threads search and check.
pub(super) struct Threads<G, P> {
    /// The values of these positions and of everything that is reachable from them.
    pub(super) values: FactSearch<G, P, P, ComponentValues<P>>,
    /// The outcomes of these sums in misère play, and of those that they follow from.
    pub(super) outcomes: FactSearch<G, P, Vec<P>, SumOutcomes<P>>,
    /// Checks values.
    pub(super) check_values: FactVerdict<G, ComponentValues<P>>,
    /// Checks outcomes.
    pub(super) check_outcomes: FactVerdict<G, SumOutcomes<P>>,
}

/// One thread: any game.
pub(super) fn one<G: Game<Position: fmt::Debug>>() -> Threads<G, G::Position> {
    Threads {
        values: |game, start, bytes, budget| positions::values(game, start, bytes, budget),
        outcomes: |game, start, bytes, budget| positions::outcomes(game, start, bytes, budget),
        check_values: |game, table, _, go_on| check::alone(&ValueCheck { game, table }, table, go_on),
        check_outcomes: |game, table, _, go_on| check::alone(&OutcomeCheck { game, table }, table, go_on),
    }
}

/// One thread: a game whose positions are numbers.
pub(super) fn numbered<G: Game<Position: fmt::Debug + Numbered>>() -> Threads<G, G::Position> {
    let values = |game: &G, start: &[G::Position], bytes: fn(&G::Position) -> u64, budget: &mut Budget| {
        positions::values_numbered(game, start, bytes, budget)
    };
    Threads { values, ..one() }
}

/// Several threads, which share the game and its positions.
pub(super) fn several<G: Game<Position: fmt::Debug + Send + Sync> + Sync>() -> Threads<G, G::Position> {
    Threads {
        values: |game, start, bytes, budget| positions::values_parallel(game, start, bytes, budget),
        outcomes: |game, start, bytes, budget| positions::outcomes_parallel(game, start, bytes, budget),
        check_values: |game, table, most, go_on| check::together(&ValueCheck { game, table }, table, most, go_on),
        check_outcomes: |game, table, most, go_on| check::together(&OutcomeCheck { game, table }, table, most, go_on),
    }
}
