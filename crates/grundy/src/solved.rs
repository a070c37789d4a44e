//! An answer with everything that a caller asks of it: the question, the claims, the status, and
//! what the work took.

use std::collections::HashSet;

use grundy_cert::{Answer, Solution};
use grundy_core::{Nimber, Outcome};
use grundy_games::{Convention, Query};
use grundy_solvers::{Budget, Stopped};

use crate::moves::{Move, Moves, moves};

/// A question with its answer, and how the answer was found.
#[derive(Clone, Debug)]
pub struct Solved {
    /// The question.
    pub query: Query,
    /// The answer with its claims.
    pub solution: Solution,
    /// Whether the checker has verified every claim.
    pub proved: bool,
    /// The solver; several names are joined by `+`.
    pub kernel: String,
    /// What the work took, if that was measured.
    pub stats: Option<Stats>,
}

/// How far an answer can be trusted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// The checker has verified every claim from the rules alone.
    Proved,
    /// A solver found the answer; nothing has verified it.
    Computed,
}

/// What the work for an answer took.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stats {
    /// The number of positions that were solved.
    pub positions: u64,
    /// The number of positions that the answer rests on, if they are recorded one by one.
    pub stored: Option<u64>,
    /// The peak of the memory that the budget counted, in bytes.
    pub bytes: u64,
    /// The wall time, in seconds.
    pub seconds: f64,
}

impl Stats {
    /// Positions per second.
    pub fn rate(&self) -> f64 {
        self.positions as f64 / self.seconds.max(1e-9)
    }
}

impl Solved {
    /// The value of the sum. `None` in misère play, and if the query asks only for the outcome.
    pub fn value(&self) -> Option<Nimber> {
        match self.solution.answer {
            Answer::Value(value) => Some(value),
            _ => None,
        }
    }

    /// The outcome of the sum. `None` for a table.
    pub fn outcome(&self) -> Option<Outcome> {
        match self.solution.answer {
            Answer::Value(value) => Some(value.outcome()),
            Answer::Outcome(outcome) => Some(outcome),
            _ => None,
        }
    }

    /// The value of each component of the sum, if the claims hold it (normal play).
    pub fn values(&self) -> Vec<Option<Nimber>> {
        let value = |term: &grundy_games::Term| match self.query.convention {
            Convention::Normal => self.solution.value(&self.query, term.ruleset, &term.component),
            Convention::Misere => None,
        };
        self.query.position.iter().map(value).collect()
    }

    /// How far the answer can be trusted.
    pub fn status(&self) -> Status {
        if self.proved { Status::Proved } else { Status::Computed }
    }

    /// The winning moves, all of them or one, depending on the question and on the claims.
    ///
    /// # Errors
    /// [`Stopped`] if a limit of the budget is reached first, or if the claims do not give the
    /// values of the options.
    ///
    /// # Cost
    /// One expansion of each component.
    pub fn winning_moves(&self, budget: &mut Budget) -> Result<Vec<Move>, Stopped> {
        Ok(match moves(&self.query, &self.solution, false, budget)? {
            Moves::Listed { moves, .. } => moves.into_iter().filter(Move::wins).collect(),
            Moves::One(winning) | Moves::TooMany { winning, .. } => winning.into_iter().collect(),
        })
    }

    /// The places of the components that cancel in pairs and whose values the claims do not hold.
    pub fn cancelled(&self) -> Vec<usize> {
        if self.query.convention == Convention::Misere {
            return Vec::new();
        }
        let left: HashSet<usize> = self.query.unpaired(&self.query.position).into_iter().collect();
        let values = self.values().into_iter().enumerate();
        values.filter(|(at, value)| value.is_none() && !left.contains(at)).map(|(at, _)| at).collect()
    }
}
