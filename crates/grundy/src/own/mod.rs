//! Games in code: everything about the positions of any [`Game`].
//!
//! [`Run::solve_game`] returns the value and the outcome of a sum, its moves and the reason, within
//! the limits of the run, and checks what it found by [`Game::options`] alone.
//! [`Run::solve_game_parallel`] does the same with all cores. [`Run::game`] has more: several
//! positions with one table, and the memory that positions hold.
//!
//! ```
//! use grundy::{Convention, Fault, Game, Limits, Nimber, Outcome, Run};
//!
//! /// Take one or two counters of a heap.
//! struct OneOrTwo;
//!
//! impl Game for OneOrTwo {
//!     type Position = u64;
//!
//!     fn options<E: From<Fault>>(
//!         &self,
//!         &heap: &u64,
//!         mut visit: impl FnMut(&[u64]) -> Result<(), E>,
//!     ) -> Result<(), E> {
//!         (1..=2).filter(|&taken| taken <= heap).try_for_each(|taken| visit(&[heap - taken]))
//!     }
//! }
//!
//! let run = Run::new(Limits::default());
//! let solved = run.solve_game(&OneOrTwo, &[4, 6, 8], Convention::Normal)?;
//! assert_eq!(solved.value(), Some(Nimber(3)));
//! assert_eq!(solved.outcome(), Outcome::N);
//! assert!(solved.status().is_proved());
//!
//! let winning = solved.winning_moves().next().expect("the next player wins");
//! assert_eq!((winning.component, winning.to), (0, &[2][..]));
//! println!("{}", solved.explanation());
//!
//! let misere = run.solve_game(&OneOrTwo, &[4, 6, 8], Convention::Misere)?;
//! assert_eq!((misere.outcome(), misere.value()), (Outcome::N, None));
//! # Ok::<(), grundy::Error>(())
//! ```
//!
//! Method: depth-first search with memoization ([`grundy_solvers::search::positions`]); one
//! expansion and one entry of a table per position. [`Keys`] makes these entries small: a game
//! whose positions pack into numbers is searched on them. In misère play the positions are whole
//! sums. A play that returns to a position is an error that names it. A
//! [`Fault`](grundy_core::Fault) of the game is an error that holds it.
//!
//! The functions come in three kinds, by what the positions allow: `solve` with one thread for any
//! game, `solve_parallel` with all cores where positions can be sent between threads, and
//! `solve_numbered` where positions are numbers. All return the same values; they differ in time
//! and memory.
//!
//! *Cost.* Each position that is reachable from the sum is expanded once by the search and once by
//! the check, and has one entry in a table. *Limits:* every play must end; positions are compared
//! with `Eq` and `Ord`, so equal positions must be equal values; in misère play the number of whole
//! sums grows as the product of the components.

mod check;
mod facts;
mod keys;
mod moves;
mod solved;
mod threads;

use std::{fmt, sync::Arc, time::Duration};

use grundy_core::Game;
use grundy_games::Convention;
use grundy_solvers::{Budget, Stopped, support::clock::Instant};

use crate::{
    error::Error,
    run::{Event, Limits, Run},
    solve::{FAULT, check_allowance},
    solved::{Stats, Status, UNCHECKED},
};
use facts::RecordedFacts;
use threads::{Threads, numbered, one, several};

pub use grundy_solvers::search::positions::Numbered;
pub use keys::{Keyed, Keys};
pub use moves::{GameMove, GameOption};
pub use solved::{GameExplanation, GamePart, GameSolved, GameValues};

/// The positions of a line of play that a cautious search follows.
const LINE: u64 = 1 << 22;

/// The name of the method, for [`Event::Ran`].
const METHOD: &str = "search";

impl Run {
    /// A game in code, to be solved within the limits of this run.
    ///
    /// A search may be used for several sums; each has a table of its own.
    pub fn game<'r, G: Game>(&'r self, game: &'r G) -> GameSearch<'r, G> {
        GameSearch { run: self, game, bytes: |_| 0, cautious: false }
    }

    /// Solves a sum of positions of a game in code with one thread, and checks the answer. The
    /// empty sum is allowed.
    ///
    /// # Errors
    /// [`Error::Stopped`] if a limit is reached before the answer is known, with the fault if the
    /// game has one, or if a play returns to a position; [`Error::Check`] if the check refuses the
    /// answer, as it may if the game lists different options at different times.
    ///
    /// # Cost
    /// One expansion and one table entry per reachable position, and another expansion for the
    /// check.
    pub fn solve_game<G: Game<Position: fmt::Debug>>(
        &self,
        game: &G,
        sum: &[G::Position],
        convention: Convention,
    ) -> Result<GameSolved<G::Position>, Error> {
        self.game(game).solve(sum, convention)
    }

    /// As [`Run::solve_game`], with as many threads as the limits of the run allow. The result is
    /// the same except for its [`Stats`].
    ///
    /// # Errors
    /// As [`Run::solve_game`].
    pub fn solve_game_parallel<G: Game<Position: fmt::Debug + Send + Sync> + Sync>(
        &self,
        game: &G,
        sum: &[G::Position],
        convention: Convention,
    ) -> Result<GameSolved<G::Position>, Error> {
        self.game(game).solve_parallel(sum, convention)
    }
}

/// A game in code that is to be solved within the limits of a [`Run`].
///
/// It is a small value that is copied: the run and the game are borrowed.
pub struct GameSearch<'r, G: Game> {
    run: &'r Run,
    game: &'r G,
    /// An estimate of the bytes that a position holds outside its value.
    bytes: fn(&G::Position) -> u64,
    /// Whether a line of play of over 2^22 positions is a fault, if the run has no limits.
    cautious: bool,
}

impl<'r, G: Game<Position: fmt::Debug>> GameSearch<'r, G> {
    /// Sets the estimate of the bytes that a position holds outside its value, such as the contents
    /// of a vector. The limit on memory counts them; without an estimate it counts only the value.
    pub fn bytes(self, bytes: fn(&G::Position) -> u64) -> GameSearch<'r, G> {
        GameSearch { bytes, ..self }
    }

    /// Ends the search with a fault at a line of play of over 2^22 positions, unless the run limits
    /// time, memory or positions. Rules that somebody tries for the first time may go on for ever
    /// without a repetition; without this the search ends when its memory is full.
    ///
    /// The length of a line of play is the number of positions between the start and the position
    /// that is expanded.
    pub fn cautious(self) -> GameSearch<'r, G> {
        GameSearch { cautious: true, ..self }
    }

    /// Solves a sum: see [`Run::solve_game`].
    ///
    /// # Errors
    /// As [`Run::solve_game`].
    pub fn solve(&self, sum: &[G::Position], convention: Convention) -> Result<GameSolved<G::Position>, Error> {
        self.solve_by(&one(), sum, convention)
    }

    /// Solves a sum with several threads: see [`Run::solve_game_parallel`].
    ///
    /// # Errors
    /// As [`Run::solve_game`].
    pub fn solve_parallel(&self, sum: &[G::Position], convention: Convention) -> Result<GameSolved<G::Position>, Error>
    where
        G: Sync,
        G::Position: Send + Sync,
    {
        self.solve_by(&several(), sum, convention)
    }

    /// Solves a sum of positions that are numbers, with one thread. In normal play a table of them
    /// takes a sixth of the memory that [`GameSearch::solve`] takes, and is faster.
    ///
    /// # Errors
    /// As [`Run::solve_game`].
    pub fn solve_numbered(&self, sum: &[G::Position], convention: Convention) -> Result<GameSolved<G::Position>, Error>
    where
        G::Position: Numbered,
    {
        self.solve_by(&numbered(), sum, convention)
    }

    /// The values of several positions, found with one table and checked.
    ///
    /// They are components of no sum: each has its own value. Only normal play has values.
    ///
    /// # Errors
    /// As [`Run::solve_game`].
    pub fn values(&self, positions: &[G::Position]) -> Result<GameValues<G::Position>, Error> {
        self.values_by(&one(), positions)
    }

    /// As [`GameSearch::values`], with several threads.
    ///
    /// # Errors
    /// As [`Run::solve_game`].
    pub fn values_parallel(&self, positions: &[G::Position]) -> Result<GameValues<G::Position>, Error>
    where
        G: Sync,
        G::Position: Send + Sync,
    {
        self.values_by(&several(), positions)
    }

    /// As [`GameSearch::values`], for positions that are numbers: see
    /// [`GameSearch::solve_numbered`].
    ///
    /// # Errors
    /// As [`Run::solve_game`].
    pub fn values_numbered(&self, positions: &[G::Position]) -> Result<GameValues<G::Position>, Error>
    where
        G::Position: Numbered,
    {
        self.values_by(&numbered(), positions)
    }

    /// Searches, finds the options of the components and the outcome, and checks the facts.
    fn solve_by(
        &self,
        threads: &Threads<G, G::Position>,
        sum: &[G::Position],
        convention: Convention,
    ) -> Result<GameSolved<G::Position>, Error> {
        let begun = Instant::now();
        let (found, stats) = self.watched(begun, |budget| {
            let facts = match convention {
                Convention::Normal => RecordedFacts::Values((threads.values)(self.game, sum, self.bytes, budget)?),
                Convention::Misere => {
                    let start = moves::results(self.game, sum, self.bytes, budget)?;
                    RecordedFacts::Outcomes((threads.outcomes)(self.game, &start, self.bytes, budget)?)
                }
            };
            let options = moves::options(self.game, sum, &facts, self.bytes, budget)?;
            let values = match convention {
                Convention::Normal => sum.iter().map(|component| facts.value(component)).collect::<Result<_, _>>()?,
                Convention::Misere => Vec::new(),
            };
            let outcome = facts.outcome(self.game, sum)?;
            Ok((facts, values, options, outcome))
        });
        let (facts, values, options, outcome) = found?;
        let facts = Arc::new(facts);
        let stats = Stats { stored: Some(facts.count()), ..stats };
        let status = self.checked(threads, &facts, sum, begun.elapsed())?;
        Ok(GameSolved { sum: sum.to_vec(), convention, facts, values, options, outcome, status, stats })
    }

    /// Searches from all positions together, and checks the facts.
    fn values_by(
        &self,
        threads: &Threads<G, G::Position>,
        positions: &[G::Position],
    ) -> Result<GameValues<G::Position>, Error> {
        let begun = Instant::now();
        let (found, stats) = self.watched(begun, |budget| {
            let facts = RecordedFacts::Values((threads.values)(self.game, positions, self.bytes, budget)?);
            let values = positions.iter().map(|position| facts.value(position)).collect::<Result<_, _>>()?;
            Ok((facts, values))
        });
        let (facts, values) = found?;
        let facts = Arc::new(facts);
        let stats = Stats { stored: Some(facts.count()), ..stats };
        let status = self.checked(threads, &facts, positions, begun.elapsed())?;
        Ok(GameValues { positions: positions.to_vec(), values, facts, status, stats })
    }

    /// Does work that the host shows, and measures it.
    fn watched<T>(
        &self,
        begun: Instant,
        work: impl FnOnce(&mut Budget) -> Result<T, Stopped>,
    ) -> (Result<T, Stopped>, Stats) {
        let mut budget = self.run.watched();
        let Limits { time, memory, positions, .. } = self.run.limits();
        if self.cautious && (time, memory, positions) == (None, None, None) {
            budget = budget.line(LINE);
        }
        let shown = self.run.begin(None);
        // Work that is cancelled before it begins ends before it, however small it is.
        let found = budget.poll().and_then(|()| work(&mut budget));
        drop(shown);
        let stats = Stats {
            positions: budget.progress().positions,
            stored: None,
            bytes: budget.peak(),
            seconds: begun.elapsed().as_secs_f64(),
        };
        self.run.event(Event::Ran { solvers: METHOD, stats });
        (found, stats)
    }

    /// The status of these facts after their check. The check has the allowance that [`Run::solve`]
    /// states.
    fn checked(
        &self,
        threads: &Threads<G, G::Position>,
        facts: &RecordedFacts<G::Position>,
        sum: &[G::Position],
        took: Duration,
    ) -> Result<Status, Error> {
        if !self.run.checks() {
            return Ok(UNCHECKED);
        }
        let workers = self.run.limits().threads;
        let ended = self.run.checking(Some(check_allowance(took)), None, |go_on| match facts {
            RecordedFacts::Values(table) => (threads.check_values)(self.game, table, workers, go_on),
            RecordedFacts::Outcomes(table) => (threads.check_outcomes)(self.game, table, workers, go_on),
        });
        let ended = ended.map_err(|flaw| Error::Check {
            flaw,
            subject: format!("the answer to {sum:?} ({FAULT}, or the options of a position change)"),
        })?;
        Ok(self.run.status(&[], ended))
    }
}

impl<G: Game> Clone for GameSearch<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for GameSearch<'_, G> {}

impl<G: Game> fmt::Debug for GameSearch<'_, G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("GameSearch").field("run", self.run).finish_non_exhaustive()
    }
}
