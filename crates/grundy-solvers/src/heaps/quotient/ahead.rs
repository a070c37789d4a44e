//! The quotient of the heaps of a query, and of as many more as about the same work adds: for the
//! queries that follow.
//!
//! *Method.* A trial finds the quotient of the heaps of the query, and goes on until it has taken
//! twice as long. Of queries about ever larger heaps, all trials together so take not much longer
//! than the last one, however fast the quotients grow.
//!
//! *Example.* In misère `octal 0.77`, heap 24 is asked for: the quotient of the heaps up to 24 is
//! found, and then more heaps are added up to 48, or until a period is proved.

use std::{sync::Arc, time::Duration};

use grundy_cert::{Answer, Claim, Solution};
use grundy_core::Outcome;
use grundy_games::Query;

use super::{BRIEF_TRIAL, Quotients, SMALL, TRIAL, TRIAL_BYTES, begin};
use crate::{
    solver::{Estimate, Refusal, Scope, Solver, accepted},
    support::{
        budget::{Budget, Stopped},
        reading::answer_of,
    },
};

/// The solver: as [`Quotients`], for a query that others follow.
pub struct Ahead;

impl Solver for Ahead {
    fn name(&self) -> &'static str {
        Quotients.name()
    }

    fn scope(&self) -> Scope {
        Quotients.scope()
    }

    /// Refuses what has no quotient; the trial is made by [`Solver::solve`].
    fn assess(&self, query: &Query) -> Result<Estimate, Refusal> {
        begin(query)?;
        Ok(Estimate { positions: TRIAL as f64, bytes: TRIAL_BYTES as f64, nanoseconds: 1e3 * TRIAL as f64 })
    }

    fn solve(&self, query: &Query, budget: &mut Budget) -> Result<Solution, Stopped> {
        let (mut search, largest, total) = accepted(begin(query))?;
        let most = if total < SMALL { BRIEF_TRIAL } else { TRIAL };
        let mut trial = budget.attempt(Duration::MAX);
        let bytes = trial.most_bytes().min(TRIAL_BYTES);
        trial = trial.bytes(bytes).positions(most);
        let ran = search.run(largest, &mut trial);
        if let Ok(false) = ran {
            let spent = trial.progress().positions;
            trial = trial.positions(2 * spent + BRIEF_TRIAL);
            // The quotient so far is enough.
            let _ = search.run(largest.saturating_mul(2).max(SMALL), &mut trial);
        }
        budget.attempted(&trial);
        ran?;
        budget.poll()?;
        let claims = vec![Claim::Quotient(Arc::new(search.claim(budget)?))];
        let read = Solution { answer: Answer::Outcome(Outcome::N), claims };
        let answer = answer_of(&read, query, budget)?.expect("the quotient is about all heaps of the query");
        Ok(Solution { answer, ..read })
    }
}
