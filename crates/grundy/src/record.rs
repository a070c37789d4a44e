//! Answers and plans as data that can be stored: the feature `serde`.
//!
//! An answer holds rules, positions and claims as the library works with them. A [`Record`] holds
//! what a user stores of it: texts that the library reads back, numbers, and the status. It needs
//! no solver to be read, and nothing in it is checked again: a proof that is to be checked later is
//! a [certificate](crate::Run::certify).
//!
//! [`Nimber`], [`Outcome`], [`Convention`], [`Answer`], [`Limits`](crate::Limits) and [`Stats`]
//! implement `Serialize` and `Deserialize` too. Fields that a later version adds have a default, so
//! that it reads what this version wrote.
//!
//! ```
//! use grundy::{Nimber, record::Record};
//!
//! let solved = grundy::solve("kayles", "5 + 7 + 9")?;
//! let stored = serde_json::to_string(&Record::of(&solved)).expect("a record is plain data");
//! let read: Record = serde_json::from_str(&stored).expect("what was written is read");
//! assert_eq!((read.value(), read.proved), (Some(Nimber(2)), true));
//! assert_eq!(read.query()?.to_string(), solved.query.to_string());
//! # Ok::<(), grundy::Error>(())
//! ```

use grundy_cert::Answer;
use grundy_core::{Nimber, Outcome};
use grundy_games as games;
use grundy_games::{Convention, Query, Question};
use serde::{Deserialize, Serialize};

use crate::{
    error::Error,
    moves::{Move, Moves},
    plan::{Plan, Step},
    solved::{Solved, Stats},
};

/// An answer to a question, as data.
///
/// ```text
/// {"game":"octal 0.77","position":"5 + 7","convention":"normal","question":"value_and_moves",
///  "answer":{"value":6},"proved":true,"doubt":null,"solver":"..","stats":{..},"moves":null}
/// ```
///
/// Fields are added and never renamed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Record {
    /// The game as text; several games of a sum stand in brackets. It reads back as the same game,
    /// if it names no lists or files.
    pub game: String,
    /// The position as text.
    pub position: String,
    /// Normal or misère play.
    pub convention: Convention,
    /// What was asked.
    pub question: Question,
    /// The answer.
    pub answer: Answer,
    /// Whether the checker had verified every claim. It is a statement about the past: whoever
    /// alters the record alters it too.
    pub proved: bool,
    /// Why the answer is not proved.
    #[serde(default)]
    pub doubt: Option<String>,
    /// The solver; several names are joined by `+`.
    pub solver: String,
    /// What the work took, if that was measured.
    #[serde(default)]
    pub stats: Option<Stats>,
    /// The moves, if they were recorded. [`Record::with_moves`] records them.
    #[serde(default)]
    pub moves: Option<MovesRecord>,
}

impl Record {
    /// Returns the record of an answer, without moves.
    ///
    /// The claims are left out; a certificate keeps them.
    pub fn of(solved: &Solved) -> Record {
        let query = &solved.query;
        Record {
            game: query.game_text(),
            position: query.position_text(),
            convention: query.convention,
            question: query.question,
            answer: solved.solution.answer.clone(),
            proved: solved.status.is_proved(),
            doubt: solved.status.doubt().map(|doubt| doubt.to_string()),
            solver: solved.solver.clone(),
            stats: solved.stats,
            moves: None,
        }
    }

    /// Returns the record with these moves of the same position.
    ///
    /// `moves` are those that [`Found::moves`](crate::Found::moves) has returned for the same
    /// answer.
    pub fn with_moves(self, solved: &Solved, moves: &Moves) -> Record {
        Record { moves: Some(MovesRecord::of(&solved.query, moves)), ..self }
    }

    /// Returns the value of the sum; `None` in misère play, for a table, and if only the outcome
    /// was asked.
    pub fn value(&self) -> Option<Nimber> {
        if let Answer::Value(value) = self.answer { Some(value) } else { None }
    }

    /// Returns the outcome of the sum; `None` for a table.
    ///
    /// It follows from the value if the record has one.
    pub fn outcome(&self) -> Option<Outcome> {
        match self.answer {
            Answer::Value(value) => Some(value.outcome()),
            Answer::Outcome(outcome) => Some(outcome),
            _ => None,
        }
    }

    /// Reads the question again, such as to solve it once more.
    ///
    /// # Errors
    /// [`Error::Text`] if the texts are no game and no position of it, as in an altered record, or
    /// if the game names word lists or files: the record has only their names.
    pub fn query(&self) -> Result<Query, Error> {
        // The text of a sum of several games has the game of each component.
        let several = Convention::of(&self.game).1.trim_start().starts_with('[');
        let mut query = match several {
            true => games::sum(&self.position)?,
            false => games::query(&self.game, &self.position, self.question)?,
        };
        (query.question, query.convention) = (self.question, self.convention);
        Ok(query)
    }
}

/// A move, as data.
///
/// The position after the move is that before it, with the component replaced by the texts of `to`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct MoveRecord {
    /// The place of the component in the sum, from 0.
    pub component: usize,
    /// The component that is played in, as text.
    pub from: String,
    /// What it becomes: the components as texts; empty if the component is gone.
    pub to: Vec<String>,
    /// The value of the whole sum after the move, if it is known.
    pub value: Option<Nimber>,
    /// Who wins the whole sum after the move, the next player being the opponent.
    pub outcome: Outcome,
    /// The listed words with the letters that were taken from a bag.
    #[serde(default)]
    pub words: Vec<String>,
}

impl MoveRecord {
    /// The record of a move, with the texts of its components.
    fn of(query: &Query, made: &Move) -> MoveRecord {
        let ruleset = &query.rulesets[query.position[made.component].ruleset];
        MoveRecord {
            component: made.component,
            from: ruleset.text(&made.from),
            to: made.to.iter().map(|part| ruleset.text(part)).collect(),
            value: made.value,
            outcome: made.outcome,
            words: made.words.clone(),
        }
    }
}

/// The moves of a position, as data: see [`Moves`].
///
/// Numbers of moves have 128 bits: a long word may have more than 2^64.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum MovesRecord {
    /// All of them whose outcome is known.
    Listed {
        /// The moves that were requested: all, or the winning ones.
        moves: Vec<MoveRecord>,
        /// How many moves there are in all. Moves of a component that leave the same sum count
        /// once.
        count: u128,
        /// Whether some moves of a component leave the same sum.
        #[serde(default)]
        merged: bool,
        /// The number of these whose outcome is not known.
        unknown: u128,
    },
    /// They are too many to list.
    TooMany {
        /// There are more than this.
        most: u64,
        /// A winning one, if one was found.
        winning: Option<MoveRecord>,
    },
    /// A winning move if there is one; the others were not requested.
    One(Option<MoveRecord>),
}

impl MovesRecord {
    /// Returns the record of moves of the position of this query.
    pub fn of(query: &Query, moves: &Moves) -> MovesRecord {
        let one = |made: &Move| MoveRecord::of(query, made);
        match moves {
            Moves::Listed { moves, count, merged, unknown } => MovesRecord::Listed {
                moves: moves.iter().map(one).collect(),
                count: *count,
                merged: *merged,
                unknown: *unknown,
            },
            Moves::TooMany { most, winning } => {
                MovesRecord::TooMany { most: *most, winning: winning.as_ref().map(one) }
            }
            Moves::One(made) => MovesRecord::One(made.as_ref().map(one)),
        }
    }
}

/// How a question would be answered, as data.
///
/// Estimates are predictions of this version on this machine, so two versions may differ.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct PlanRecord {
    /// One step for each game of a sum; one for all in misère play.
    pub steps: Vec<StepRecord>,
    /// The number of components that are left out, since in normal play equal ones cancel in pairs.
    pub paired: usize,
}

/// A step of a plan, as data.
///
/// Units are those of [`Estimate`](grundy_solvers::Estimate).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct StepRecord {
    /// The question that it answers, as text: the game and the position.
    pub query: String,
    /// The solver.
    pub solver: String,
    /// The estimate of the positions that it stores.
    pub positions: f64,
    /// The estimate of the memory that it holds, in bytes.
    pub bytes: f64,
    /// The estimate of its time on one core, in nanoseconds.
    pub nanoseconds: f64,
    /// What the estimate assumes, if that need not hold.
    #[serde(default)]
    pub premise: Option<String>,
}

impl PlanRecord {
    /// Returns the record of a plan.
    pub fn of(plan: &Plan<'_>) -> PlanRecord {
        let step = |step: &Step<'_>| {
            let estimate = step.estimate();
            StepRecord {
                query: step.query().to_string(),
                solver: step.solver().to_owned(),
                positions: estimate.positions,
                bytes: estimate.bytes,
                nanoseconds: estimate.nanoseconds,
                premise: step.premise(),
            }
        };
        PlanRecord { steps: plan.steps().iter().map(step).collect(), paired: plan.paired() }
    }
}
