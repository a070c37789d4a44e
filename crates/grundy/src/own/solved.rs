//! The answers about a game in code: values, outcome, moves and reason.

use std::{fmt, hash::Hash, sync::Arc};

use grundy_core::{Nimber, Outcome};
use grundy_games::Convention;

use super::{
    facts::RecordedFacts,
    moves::{ComponentOptions, GameMove, GameOption},
};
use crate::solved::{Stats, Status};

/// The answer about a sum of positions of a game in code.
///
/// It keeps the table of the search; clones share it.
///
/// It is returned by [`Run::solve_game`](crate::Run::solve_game), has no reference to the game, and
/// can be sent to other threads if the positions can.
#[derive(Clone, Debug)]
pub struct GameSolved<P> {
    pub(super) sum: Vec<P>,
    pub(super) convention: Convention,
    pub(super) facts: Arc<RecordedFacts<P>>,
    pub(super) values: Vec<Nimber>,
    pub(super) options: Vec<ComponentOptions<P>>,
    pub(super) outcome: Outcome,
    pub(super) status: Status,
    pub(super) stats: Stats,
}

impl<P: Clone + Ord + Hash> GameSolved<P> {
    /// The sum.
    ///
    /// In the order in which it was given.
    pub fn sum(&self) -> &[P] {
        &self.sum
    }

    /// The convention.
    ///
    /// Values exist in normal play only; outcomes in both.
    pub fn convention(&self) -> Convention {
        self.convention
    }

    /// The value of the sum. `None` in misère play.
    ///
    /// It is the exclusive or of [`GameSolved::values`], and 0 exactly if the player to move loses.
    pub fn value(&self) -> Option<Nimber> {
        (self.convention == Convention::Normal).then(|| self.values.iter().copied().sum())
    }

    /// The value of each component of the sum. Empty in misère play.
    ///
    /// In the order of the sum.
    pub fn values(&self) -> &[Nimber] {
        &self.values
    }

    /// The value of any position that is reachable from a component of the sum. `None` for other
    /// positions, and in misère play.
    ///
    /// # Cost
    /// A look-up in the table of the search.
    pub fn value_of(&self, position: &P) -> Option<Nimber> {
        self.facts.recorded(position)
    }

    /// The outcome of the sum under its convention.
    ///
    /// The empty sum is P in normal play and N in misère play.
    pub fn outcome(&self) -> Outcome {
        self.outcome
    }

    /// How far the answer can be trusted.
    ///
    /// Proved if every recorded fact was verified.
    pub fn status(&self) -> Status {
        self.status
    }

    /// What the search took; the check is not counted. A position that several threads solve at
    /// the same time counts for each of them.
    pub fn stats(&self) -> Stats {
        self.stats
    }

    /// The moves, the winning ones first, else in the order of the sum and of the game. A move is a
    /// distinct pair of component and result, so equal components have one list of moves.
    ///
    /// A list is made at each call; nothing is searched again.
    pub fn moves(&self) -> Vec<GameMove<'_, P>> {
        let (mut moves, others): (Vec<_>, Vec<_>) = self.each_move().partition(GameMove::wins);
        moves.extend(others);
        moves
    }

    /// The winning moves, in the order of the sum and of the game.
    ///
    /// None if the outcome is P.
    pub fn winning_moves(&self) -> impl Iterator<Item = GameMove<'_, P>> {
        self.each_move().filter(GameMove::wins)
    }

    /// All moves, in the order of the sum and of the game.
    fn each_move(&self) -> impl Iterator<Item = GameMove<'_, P>> {
        let places = self.sum.iter().zip(&self.options).enumerate();
        places.flat_map(|(component, (from, listed))| {
            listed.options.iter().map(move |option| GameMove {
                component,
                from,
                to: &option.to,
                value: option.total,
                outcome: option.outcome,
            })
        })
    }

    /// Why the sum has its value or its outcome.
    ///
    /// `Display` prints it in lines. It borrows the options from the answer.
    pub fn explanation(&self) -> GameExplanation<'_, P> {
        let Some(value) = self.value() else {
            return GameExplanation::Outcomes { moves: self.moves(), outcome: self.outcome };
        };
        let places = self.sum.iter().zip(&self.values).zip(&self.options);
        let parts = places.map(|((component, &value), listed)| GamePart {
            component,
            value,
            same: listed.same,
            options: &listed.options,
        });
        GameExplanation::Values { parts: parts.collect(), value }
    }
}

/// Why a sum has its value or its outcome. `Display` prints it in lines.
///
/// ```text
/// 7 has value mex {0, 1, 2} = 3
///   [6]: 2
///   [5]: 1
///   [4]: 0
/// the sum has value 3 = 3, so its outcome is N
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum GameExplanation<'s, P> {
    /// Normal play: the mex of the options of each component, and the exclusive or of the
    /// components.
    Values {
        /// The components of the sum.
        parts: Vec<GamePart<'s, P>>,
        /// The value of the sum.
        value: Nimber,
    },
    /// Misère play: the outcome of the sum after each move.
    Outcomes {
        /// The moves, the winning ones first.
        moves: Vec<GameMove<'s, P>>,
        /// The outcome of the sum.
        outcome: Outcome,
    },
}

/// A component of a sum with its options: its value is the mex of theirs.
///
/// `Display` prints it in a line, with a line for each option.
#[derive(Clone, Copy, Debug)]
pub struct GamePart<'s, P> {
    /// The component.
    pub component: &'s P,
    /// Its value.
    pub value: Nimber,
    /// The place of an earlier component that is equal; then `options` is empty.
    pub same: Option<usize>,
    /// Its distinct options, in the order of the game.
    pub options: &'s [GameOption<P>],
}

impl<P: fmt::Debug> fmt::Display for GameExplanation<'_, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GameExplanation::Values { parts, value } => {
                parts.iter().try_for_each(|part| part.fmt(f))?;
                let terms: Vec<String> = parts.iter().map(|part| part.value.to_string()).collect();
                match terms.len() {
                    0 => write!(f, "the empty sum has value {value}")?,
                    _ => write!(f, "the sum has value {} = {value}", terms.join(" + "))?,
                }
                write!(f, ", so its outcome is {}", value.outcome())
            }
            GameExplanation::Outcomes { moves, outcome } => {
                for made in moves {
                    writeln!(f, "{:?} to {:?}: outcome {}", made.from, made.to, made.outcome)?;
                }
                let reason = match (moves.is_empty(), outcome) {
                    (true, _) => "the last move is made, and who made it loses",
                    (false, Outcome::N) => "a move leaves outcome P",
                    (false, Outcome::P) => "every move leaves outcome N",
                };
                write!(f, "{reason}, so the outcome is {outcome}")
            }
        }
    }
}

impl<P: fmt::Debug> fmt::Display for GamePart<'_, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let GamePart { component, value, same, options } = self;
        if same.is_some() {
            return writeln!(f, "{component:?} has value {value}, as above");
        }
        let mut values: Vec<u64> = options.iter().filter_map(|option| Some(option.value?.0)).collect();
        values.sort_unstable();
        values.dedup();
        let values: Vec<String> = values.iter().map(u64::to_string).collect();
        writeln!(f, "{component:?} has value mex {{{}}} = {value}", values.join(", "))?;
        for option in *options {
            let terms: Vec<String> = option.terms.iter().map(Nimber::to_string).collect();
            let value = option.value.unwrap_or_default();
            match terms.len() {
                0 | 1 => writeln!(f, "  {:?}: {value}", option.to)?,
                _ => writeln!(f, "  {:?}: {} = {value}", option.to, terms.join(" + "))?,
            }
        }
        Ok(())
    }
}

/// The values of several positions of a game in code, found with one table.
///
/// It keeps the table of the search; clones share it.
#[derive(Clone, Debug)]
pub struct GameValues<P> {
    pub(super) positions: Vec<P>,
    pub(super) values: Vec<Nimber>,
    pub(super) facts: Arc<RecordedFacts<P>>,
    pub(super) status: Status,
    pub(super) stats: Stats,
}

impl<P: Clone + Ord + Hash> GameValues<P> {
    /// The positions.
    pub fn positions(&self) -> &[P] {
        &self.positions
    }

    /// Their values, in the same order.
    ///
    /// Equal positions have equal values, and are searched once.
    pub fn values(&self) -> &[Nimber] {
        &self.values
    }

    /// The value of any position that is reachable from them. `None` for other positions.
    pub fn value_of(&self, position: &P) -> Option<Nimber> {
        self.facts.recorded(position)
    }

    /// How far the values can be trusted.
    ///
    /// One status for all: the check covers the whole table.
    pub fn status(&self) -> Status {
        self.status
    }

    /// What the search took; the check is not counted.
    ///
    /// It is for all positions together.
    pub fn stats(&self) -> Stats {
        self.stats
    }
}
