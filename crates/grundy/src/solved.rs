//! An answer with everything that a caller asks of it: the question, the claims, the status, and
//! what the work took.

use std::{collections::HashSet, fmt};

use grundy_cert::{Answer, Solution};
use grundy_core::{Nimber, Outcome};
use grundy_games::{Convention, Query};

use crate::left::MovesLeft;

/// A question with its answer, and how the answer was found.
#[derive(Clone, Debug)]
pub struct Solved {
    /// The question.
    pub query: Query,
    /// The answer with its claims.
    pub solution: Solution,
    /// How far the answer can be trusted.
    pub status: Status,
    /// The solver; several names are joined by `+`.
    pub solver: String,
    /// What the work took, if that was measured.
    pub stats: Option<Stats>,
    /// The moves that are left if both play well, once
    /// [`Found::moves_left`](crate::Found::moves_left)
    /// has found them.
    pub moves_left: Option<MovesLeft>,
}

/// How far an answer can be trusted.
///
/// Exhaustive: there is no third case; [`Doubt`] has the reasons and may have more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// The checker has verified every claim from the rules alone.
    Proved,
    /// A solver found the answer; nothing has verified it, for this reason.
    Computed(Doubt),
}

/// The status of what nobody has checked yet.
pub(crate) const UNCHECKED: Status = Status::Computed(Doubt::Unchecked);

/// Why an answer is not proved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Doubt {
    /// No check was made.
    Unchecked,
    /// The check was cancelled.
    Interrupted,
    /// The check needs more than this many bytes of memory.
    Memory(u64),
    /// The time was up before the check ended.
    Time,
    /// The check took far longer than the answer.
    Slow,
    /// The solver returned claims that cannot be checked, for this reason.
    Uncheckable(&'static str),
}

impl Status {
    /// Whether the checker has verified every claim.
    pub fn is_proved(self) -> bool {
        self == Status::Proved
    }

    /// `proved` or `computed`.
    pub fn word(self) -> &'static str {
        match self {
            Status::Proved => "proved",
            Status::Computed(_) => "computed",
        }
    }

    /// Why the answer is not proved. `None` if it is.
    pub fn doubt(self) -> Option<Doubt> {
        match self {
            Status::Proved => None,
            Status::Computed(doubt) => Some(doubt),
        }
    }
}

impl fmt::Display for Doubt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Doubt::Unchecked => f.write_str("no check was made"),
            Doubt::Interrupted => f.write_str("the check was interrupted"),
            Doubt::Memory(most) => {
                write!(f, "the check needs more memory than the {} MiB that are allowed", most >> 20)
            }
            Doubt::Time => f.write_str("the time was up before the check ended"),
            Doubt::Slow => f.write_str("the check took far longer than the answer"),
            Doubt::Uncheckable(why) => f.write_str(why),
        }
    }
}

/// What the work for an answer took.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
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
        if let ([_], Convention::Normal, Answer::Value(value)) =
            (&self.query.position[..], self.query.convention, &self.solution.answer)
        {
            return vec![Some(*value)];
        }
        let value = |term: &grundy_games::Term| match self.query.convention {
            Convention::Normal => self.solution.value(&self.query, term.ruleset, &term.component),
            Convention::Misere => None,
        };
        self.query.position.iter().map(value).collect()
    }

    /// How far the answer can be trusted.
    pub fn status(&self) -> Status {
        self.status
    }

    /// The places of the components that cancel in pairs and whose values the claims do not hold.
    pub fn cancelled(&self) -> Vec<usize> {
        if self.query.convention == Convention::Misere {
            return Vec::new();
        }
        let values = self.values().into_iter().enumerate();
        let mut open: Vec<usize> = values.filter(|(_, value)| value.is_none()).map(|(at, _)| at).collect();
        if !open.is_empty() {
            let left: HashSet<usize> = self.query.unpaired(&self.query.position).into_iter().collect();
            open.retain(|at| !left.contains(at));
        }
        open
    }
}
