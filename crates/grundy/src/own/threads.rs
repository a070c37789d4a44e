//! One thread or several: the same search and the same check, with what each requires of the game.

use std::{fmt, num::NonZero};

use grundy_cert::{Flaw, Verdict};
use grundy_core::{Game, Nimber, Outcome};
use grundy_solvers::{
    Budget, Stopped,
    search::positions::{self, FactTable},
};

use super::check::{self, OutcomeCheck, ValueCheck};

/// The values that a search finds, by component.
type Values<G> = FactTable<<G as Game>::Position, Nimber>;

/// The outcomes that a search finds, by whole sum.
type Outcomes<G> = FactTable<Vec<<G as Game>::Position>, Outcome>;

/// How many threads search and check.
pub(super) trait Threads<G: Game> {
    /// The values of these positions and of everything that is reachable from them.
    fn values(
        &self,
        game: &G,
        start: &[G::Position],
        bytes: fn(&G::Position) -> u64,
        budget: &mut Budget,
    ) -> Result<Values<G>, Stopped>;

    /// The outcomes of these sums in misère play, and of those that they follow from.
    fn outcomes(
        &self,
        game: &G,
        start: &[Vec<G::Position>],
        bytes: fn(&G::Position) -> u64,
        budget: &mut Budget,
    ) -> Result<Outcomes<G>, Stopped>;

    /// Checks values, until `go_on` returns false.
    fn check_values(
        &self,
        game: &G,
        table: &Values<G>,
        threads: Option<NonZero<usize>>,
        go_on: &mut dyn FnMut() -> bool,
    ) -> Result<Verdict, Flaw>;

    /// Checks outcomes, until `go_on` returns false.
    fn check_outcomes(
        &self,
        game: &G,
        table: &Outcomes<G>,
        threads: Option<NonZero<usize>>,
        go_on: &mut dyn FnMut() -> bool,
    ) -> Result<Verdict, Flaw>;
}

/// One thread: any game.
pub(super) struct One;

impl<G: Game<Position: fmt::Debug>> Threads<G> for One {
    fn values(
        &self,
        game: &G,
        start: &[G::Position],
        bytes: fn(&G::Position) -> u64,
        budget: &mut Budget,
    ) -> Result<Values<G>, Stopped> {
        positions::values(game, start, bytes, budget)
    }

    fn outcomes(
        &self,
        game: &G,
        start: &[Vec<G::Position>],
        bytes: fn(&G::Position) -> u64,
        budget: &mut Budget,
    ) -> Result<Outcomes<G>, Stopped> {
        positions::outcomes(game, start, bytes, budget)
    }

    fn check_values(
        &self,
        game: &G,
        table: &Values<G>,
        _: Option<NonZero<usize>>,
        go_on: &mut dyn FnMut() -> bool,
    ) -> Result<Verdict, Flaw> {
        check::alone(&ValueCheck { game, table }, table, go_on)
    }

    fn check_outcomes(
        &self,
        game: &G,
        table: &Outcomes<G>,
        _: Option<NonZero<usize>>,
        go_on: &mut dyn FnMut() -> bool,
    ) -> Result<Verdict, Flaw> {
        check::alone(&OutcomeCheck { game, table }, table, go_on)
    }
}

/// Several threads, which share the game and its positions.
pub(super) struct Many;

impl<G: Game<Position: fmt::Debug + Send + Sync> + Sync> Threads<G> for Many {
    fn values(
        &self,
        game: &G,
        start: &[G::Position],
        bytes: fn(&G::Position) -> u64,
        budget: &mut Budget,
    ) -> Result<Values<G>, Stopped> {
        positions::values_parallel(game, start, bytes, budget)
    }

    fn outcomes(
        &self,
        game: &G,
        start: &[Vec<G::Position>],
        bytes: fn(&G::Position) -> u64,
        budget: &mut Budget,
    ) -> Result<Outcomes<G>, Stopped> {
        positions::outcomes_parallel(game, start, bytes, budget)
    }

    fn check_values(
        &self,
        game: &G,
        table: &Values<G>,
        threads: Option<NonZero<usize>>,
        go_on: &mut dyn FnMut() -> bool,
    ) -> Result<Verdict, Flaw> {
        check::together(&ValueCheck { game, table }, table, threads, go_on)
    }

    fn check_outcomes(
        &self,
        game: &G,
        table: &Outcomes<G>,
        threads: Option<NonZero<usize>>,
        go_on: &mut dyn FnMut() -> bool,
    ) -> Result<Verdict, Flaw> {
        check::together(&OutcomeCheck { game, table }, table, threads, go_on)
    }
}
