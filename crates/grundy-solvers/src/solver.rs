//! What a method says of itself: which questions it answers, at what price, and the answers.

use std::borrow::Cow;

use grundy_cert::Solution;
use grundy_games::{Convention, Query, Question};

use crate::support::budget::{Budget, Stopped};

/// One way to solve some queries.
///
/// Called once for a query, never for a position, so it is a trait object and costs nothing. What runs a billion times
/// lies behind [`Solver::solve`], with static types. In normal play the planner asks about one board at a time; only
/// in misère play does a solver see sums of several boards.
pub trait Solver: Sync {
    /// The name that plans and `--kernel` use.
    fn name(&self) -> &'static str;

    /// The questions it answers. The planner refuses all others for it, so a question that is new to the house is
    /// refused by every solver until one says that it can.
    fn scope(&self) -> Scope;

    /// Whether it can answer `query`, and at what price. Solves nothing, costs next to nothing.
    fn assess(&self, query: &Query) -> Result<Estimate, Refusal>;

    /// As [`Solver::assess`]. A solver that has to try before it knows its price keeps to these limits.
    fn assess_within(&self, query: &Query, _limits: &Budget) -> Result<Estimate, Refusal> {
        self.assess(query)
    }

    /// Whether its solutions may leave out the values of options that are no winning moves.
    fn is_partial(&self) -> bool {
        false
    }

    /// Whether it may give up, so that another solver has to answer. Its price is then the most that it takes.
    fn is_attempt(&self) -> bool {
        false
    }

    /// Whether it goes on with what the keeper of the budget has, and gives it what is found.
    fn keeps(&self) -> bool {
        false
    }

    /// What the price supposes, where that need not hold: a sentence for the user.
    fn premise(&self, _query: &Query) -> Option<String> {
        None
    }

    /// Answers `query`, which [`Solver::assess`] has accepted.
    fn solve(&self, query: &Query, budget: &mut Budget) -> Result<Solution, Stopped>;
}

/// What a solver undertakes to answer: under these conventions, these questions.
#[derive(Clone, Copy, Debug)]
pub struct Scope {
    /// The conventions.
    pub conventions: &'static [Convention],
    /// The questions.
    pub questions: &'static [Question],
}

/// The price of a solver for a query, roughly. A solver that cannot tell says the worst case.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Estimate {
    /// Positions that it will store.
    pub positions: f64,
    /// Memory that it will hold, in bytes.
    pub bytes: f64,
    /// Time on one core, in nanoseconds.
    pub nanoseconds: f64,
}

/// Why a solver cannot answer a query, as a sentence for the user.
pub type Refusal = Cow<'static, str>;
