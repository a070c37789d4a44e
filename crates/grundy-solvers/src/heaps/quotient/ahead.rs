//! The quotient of the heaps of a query and of more heaps, for queries about larger heaps that
//! follow.
//!
//! *Method.* A trial finds the quotient of the heaps of the query, then goes on until it has taken
//! twice as many positions. So all trials of ascending queries together take little more than the
//! last one, however fast the quotients grow.
//!
//! *Example.* In misère `octal 0.77`, a query is about heap 24: the quotient of the heaps up to 24
//! is found, and heaps are added up to 48, or until a period is proved.

use std::time::Duration;

use grundy_cert::Solution;
use grundy_games::Query;

use super::{BRIEF_TRIAL, Quotients, SMALL, TRIAL, TRIAL_BYTES, answered, begin};
use crate::{
    solver::{Estimate, Refusal, Scope, Solver, accepted},
    support::budget::{Budget, Stopped},
};

/// The solver: as [`Quotients`], for a query that others follow.
pub struct QuotientsAhead;

impl Solver for QuotientsAhead {
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
        let mut trial = budget.attempt(Duration::MAX);
        let within = trial.most_positions().unwrap_or(u64::MAX);
        let most = if total < SMALL { BRIEF_TRIAL } else { TRIAL };
        let bytes = trial.most_bytes().min(TRIAL_BYTES);
        trial = trial.bytes(bytes).positions(most.min(within));
        let mut ran = search.run(largest, &mut trial);
        if let Ok(false) = ran {
            let twice = 2 * trial.progress().positions + BRIEF_TRIAL;
            trial = trial.positions(twice.min(within));
            // Where a limit ends this, the heaps that were added are enough.
            ran = search.run(largest.saturating_mul(2).max(SMALL), &mut trial).or(Ok(false));
        }
        budget.attempted(&trial);
        let repeats = ran?;
        budget.poll()?;
        budget.hold(search.bytes())?;
        let solution = answered(&search, repeats, largest, query, budget)?;
        budget.release(search.bytes());
        Ok(solution)
    }
}

#[cfg(test)]
mod tests {
    use grundy_cert::{Verdict, check};
    use grundy_games::{Component, Question};

    use super::*;
    use crate::Reason;

    fn query(game: &str, heap: u64) -> Query {
        let rules = grundy_games::game(&format!("misère {game}")).expect("a game");
        Query::new(&rules, vec![Component::Heap(heap)], Question::ValueAndMoves)
    }

    /// Wherever a limit ends the trial: the answer is right, or there is none for this limit.
    #[test]
    fn a_trial_keeps_to_the_limits_of_its_budget() {
        let (mut answers, mut stops) = (0, 0);
        for (game, heap) in [("octal 0.07", 20), ("octal 0.07", 28), ("octal 0.77", 30), ("octal 0.54", 40)] {
            let query = query(game, heap);
            let expected = Quotients.solve(&query, &mut Budget::new()).expect("no limit").answer;
            for most in (0..12).map(|power| 1 << power).chain([u64::MAX]) {
                let mut budget = Budget::new().positions(most);
                match QuotientsAhead.solve(&query, &mut budget) {
                    Ok(solution) => {
                        assert_eq!(solution.answer, expected, "{game} at {heap}, {most} positions");
                        assert_eq!(check(&query, &solution, &mut || true), Ok(Verdict::Verified));
                        answers += 1;
                    }
                    Err(stopped) => {
                        assert!(matches!(stopped.reason, Reason::Positions(_)), "{stopped:?}");
                        stops += 1;
                    }
                }
                assert!(budget.progress().positions <= most, "{game} at {heap}: {most}");
            }
            for bytes in (10..24).map(|power| 1 << power) {
                let mut budget = Budget::new().bytes(bytes);
                match QuotientsAhead.solve(&query, &mut budget) {
                    Ok(solution) => assert_eq!(solution.answer, expected, "{game} at {heap}, {bytes} bytes"),
                    Err(stopped) => assert!(matches!(stopped.reason, Reason::Memory(_)), "{stopped:?}"),
                }
            }
        }
        assert!(answers > 8 && stops > 8, "{answers} answers, {stops} stops");
    }
}
