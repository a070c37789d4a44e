//! The solvers of a step, one after the other, until one answers.
//!
//! An attempt with a [patience](grundy_solvers::Solver::patience) is ended after that part of the
//! time of the solver that takes over: then the answer takes at most so much longer than by that
//! one. Where that one would take over an hour, or more than the limits allow, nothing is lost if
//! the attempt goes on.

use grundy_cert::Solution;
use grundy_solvers::{Budget, Reason, Stopped};

use super::Step;

impl Step<'_> {
    /// Answers its query by the solver that is tried first, the chosen one, or the first one after
    /// it that does not give up, and returns its name.
    pub(super) fn run(&self, budget: &mut Budget) -> Result<(Solution, &'static str), Stopped> {
        if let Some((choice, most)) = &self.trial
            && let Some(solution) = budget.trial(*most, |budget| choice.solve(&self.query, budget))?
        {
            return Ok((solution, choice.solver.name()));
        }
        let mut then = self.then.iter();
        let mut choice = &self.chosen;
        loop {
            let next = then.next();
            if let (Some(next), Some(patience)) = (next, choice.solver.patience())
                && !budget.is_out_of_reach(next.time(), next.estimate.bytes)
            {
                let most = next.time().mul_f64(patience);
                match budget.trial(most, |budget| choice.solve(&self.query, budget))? {
                    Some(solution) => return Ok((solution, choice.solver.name())),
                    None => choice = next,
                }
                continue;
            }
            let found = choice.solve(&self.query, budget);
            let (Some(next), Err(stopped)) = (next, &found) else {
                return found.map(|solution| (solution, choice.solver.name()));
            };
            // Part of a table that a limit has ended is returned: the other solver would begin
            // anew.
            let limited = matches!(stopped.reason, Reason::Time | Reason::Interrupted | Reason::Positions(_));
            if limited && !stopped.known.is_empty() {
                return found.map(|solution| (solution, choice.solver.name()));
            }
            budget.poll()?;
            choice = next;
        }
    }
}
