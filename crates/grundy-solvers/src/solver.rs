//! What a method declares: the queries that it answers, their estimated cost, and the answers.

use std::borrow::Cow;

use grundy_cert::Solution;
use grundy_core::Fault;
use grundy_games::{Convention, Query, Question};

use crate::support::budget::{Budget, Stopped};

/// A method for some queries.
///
/// It is called once for a query, never for a position, so dynamic dispatch costs nothing: the
/// inner loops are inside [`Solver::solve`], with static types. In normal play the planner passes
/// queries about one ruleset at a time; only in misère play does a solver get sums over several
/// rulesets.
pub trait Solver: Sync {
    /// Returns the name that plans and answers print.
    fn name(&self) -> &'static str;

    /// Returns the conventions and questions that it answers. The planner refuses it for all
    /// others, so every solver refuses a new kind of question until its scope names it.
    fn scope(&self) -> Scope;

    /// Returns what `query` costs, or why this solver cannot answer it. Solves nothing; its
    /// cost is negligible.
    ///
    /// A refusal is a sentence that `grundy plan` prints, so it says what the solver is for.
    fn assess(&self, query: &Query) -> Result<Estimate, Refusal>;

    /// As [`Solver::assess`], within `_limits`. A solver that needs a trial run for its estimate
    /// implements this method.
    fn assess_within(&self, query: &Query, _limits: &Budget) -> Result<Estimate, Refusal> {
        self.assess(query)
    }

    /// As [`Solver::assess_within`], if only costs below `_nanoseconds` matter: a higher estimate
    /// may be any number from there on. A solver whose estimate takes long implements this method.
    fn assess_below(&self, query: &Query, limits: &Budget, _nanoseconds: f64) -> Result<Estimate, Refusal> {
        self.assess_within(query, limits)
    }

    /// Whether its solutions may leave out the values of options that are not winning moves.
    fn is_partial(&self) -> bool {
        false
    }

    /// Whether it may give up, so that another solver has to answer. Its estimate is then the most
    /// that it takes.
    fn is_attempt(&self) -> bool {
        false
    }

    /// The part of the time of the solver that takes over after which the planner ends it, unless
    /// that one is out of reach; `None` if it is never ended so.
    fn patience(&self) -> Option<f64> {
        None
    }

    /// Whether its estimate for `_query` is only a bound, which it may stay far below. If it does
    /// not give up, the planner tries it for a share of the time of a costly solver, unless that
    /// one may end early too.
    fn may_end_early(&self, _query: &Query) -> bool {
        false
    }

    /// Whether it resumes from the facts of the budget's [`Checkpointer`](crate::Checkpointer), and
    /// stores what it finds there.
    fn keeps(&self) -> bool {
        false
    }

    /// Returns what the estimate assumes without proof, as a sentence for the user; `None` if it
    /// assumes nothing.
    fn premise(&self, _query: &Query) -> Option<String> {
        None
    }

    /// Answers `query`, which [`Solver::assess`] has accepted.
    ///
    /// Returns [`Stopped`] if a limit of `budget` is reached, or if the rules have a fault at some
    /// position.
    ///
    /// Every value of the answer is covered by a claim that the checker can verify, or by
    /// `Claim::Unchecked` with the reason; the solver calls `Budget::hold` before it allocates.
    fn solve(&self, query: &Query, budget: &mut Budget) -> Result<Solution, Stopped>;
}

/// The queries that a solver may accept: under these conventions, these questions.
#[derive(Clone, Copy, Debug)]
pub struct Scope {
    /// The conventions.
    pub conventions: &'static [Convention],
    /// The questions.
    pub questions: &'static [Question],
}

/// What a query costs a solver, roughly; an upper bound if no better estimate is known.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Estimate {
    /// Number of positions to store.
    pub positions: f64,
    /// Memory to hold, in bytes.
    pub bytes: f64,
    /// Time on one core, in nanoseconds.
    pub nanoseconds: f64,
}

/// Why a solver cannot answer a query, as a sentence for the user.
pub type Refusal = Cow<'static, str>;

/// What a solver has read of a query that it is to solve, by what its assessment reads too.
///
/// # Errors
/// A refusal as a fault. The planner runs no solver that refuses, but a caller may.
pub(crate) fn accepted<T>(read: Result<T, Refusal>) -> Result<T, Fault> {
    read.map_err(|why| Fault(why.into_owned()))
}
