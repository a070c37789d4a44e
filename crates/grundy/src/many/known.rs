//! Answers to many queries about heaps in misère play, one after the other, when a later query is
//! not known at an earlier one.
//!
//! *Method.* A claim that decides all sums of some heaps, or all single heaps up to one, answers
//! the queries after it: it is found and checked once. A table of single heaps is made twice as
//! long as the one before it, so that all of them take at most twice as long as the last one.

use grundy_games::{Component, Convention, Declaration, Query, Question, Ruleset, Term};
use grundy_solvers::heaps::{misere::MisereHeap, quotient::Quotients};

use crate::{
    certificate::Certificate,
    error::Error,
    plan::{plan_with, plan_without, planned},
    run::Run,
    solve::{Found, Wanted},
    solved::Solved,
};

/// What earlier answers have proved.
///
/// ```
/// use grundy::{Known, Limits, Outcome, Question, Run, lang};
///
/// let (run, mut known) = (Run::new(Limits::default()), Known::default());
/// for (heap, outcome) in [("1000", Outcome::N), ("1001", Outcome::P)] {
///     let query = lang::query("misère n -> n-1, n -> (n/2) where n % 4 = 2", heap,
/// Question::ValueAndMoves)?;
///     let solved = run.settle(run.find_next(&mut known, query)?)?;
///     assert_eq!(solved.outcome(), Some(outcome));
/// }
/// # Ok::<(), grundy::Error>(())
/// ```
#[derive(Debug)]
pub struct Known {
    /// An answer about all sums of some heaps, with the name of its solver.
    sums: Option<(Certificate, String)>,
    /// A table of single heaps, with the name of its solver.
    table: Option<(Certificate, String)>,
    /// The largest heap of the table.
    end: u64,
    /// No trial finds the quotient of the heaps up to this one.
    too_large: u64,
}

impl Default for Known {
    fn default() -> Known {
        Known { sums: None, table: None, end: 0, too_large: u64::MAX }
    }
}

/// A table is this long at least, and no longer than this.
const TABLE: std::ops::RangeInclusive<u64> = 1 << 10..=1 << 26;

/// A trial for a sum of fewer counters is a short one.
const SMALL: u64 = 24;

impl Run {
    /// As [`Run::find`] without further wishes, of one of many queries about the same game: what
    /// their answers have in common is found and checked once, for heaps in misère play.
    ///
    /// # Errors
    /// As [`Run::find`]; [`Error::Check`] if the checker refuses what is kept for later queries.
    pub fn find_next(&self, known: &mut Known, query: Query) -> Result<Found, Error> {
        let wanted = Wanted::default();
        let heaps = matches!(query.rulesets[..], [Ruleset::Heap(_)]) && query.convention == Convention::Misere;
        if !heaps || query.question == Question::Table {
            return self.find(query, wanted);
        }
        let answers = [&known.sums, &known.table].into_iter().flatten();
        if let Some(found) = answers.filter_map(|answer| self.read(answer, &query)).next() {
            return Ok(found);
        }
        let plan = plan_without(&query, &["quotient", "long-quotient"], &self.budget());
        let solver = plan.as_ref().map_or("", |plan| plan.steps()[0].solver());
        if !["", "search", "misere-heap"].contains(&solver) {
            return self.find_by(&plan?, query, wanted);
        }
        if let Some(found) = self.by_quotient(known, &query)? {
            return Ok(found);
        }
        if solver == "misere-heap"
            && let Some(found) = self.by_table(known, &query)
        {
            return Ok(found);
        }
        let plan = plan_without(&query, &["quotient"], &self.budget());
        self.budget().poll()?;
        self.find_by(&plan?, query, wanted)
    }

    /// The answer according to an earlier one, if that gives it.
    fn read(&self, (certificate, solver): &(Certificate, String), query: &Query) -> Option<Found> {
        let mut solved = certificate.answer(query.clone()).ok()?;
        if solved.query.question != query.question {
            return None;
        }
        solved.solver.clone_from(solver);
        Some(Found::certified(solved, self.budget(), solver.clone()))
    }

    /// The answer by the quotient of the heaps, if a trial finds it; it is kept.
    fn by_quotient(&self, known: &mut Known, query: &Query) -> Result<Option<Found>, Error> {
        let size = |term: &Term| if let Component::Heap(size) = term.component { size } else { 0 };
        let sizes = query.position.iter().map(size);
        let (largest, total) = (sizes.clone().max().unwrap_or(0), sizes.fold(0, u64::saturating_add));
        if largest >= known.too_large {
            return Ok(None);
        }
        let Ok(plan) = planned(query, &[&Quotients], &self.budget()) else {
            self.budget().poll()?;
            if total >= SMALL {
                known.too_large = largest;
            }
            return Ok(None);
        };
        let Ok(found) = self.find_by(&plan, query.clone(), Wanted::default()) else {
            // A limit on positions may let another method end.
            return self.budget().poll().map(|()| None).map_err(Error::from);
        };
        let Solved { query, solution, status, solver, .. } = self.settle(found)?;
        let answer = (Certificate::of(query.clone(), solution, status, solver.clone()), solver);
        let found = self.read(&answer, &query);
        known.sums = Some(answer);
        Ok(found)
    }

    /// The answer by a table of single heaps, which is kept.
    fn by_table(&self, known: &mut Known, query: &Query) -> Option<Found> {
        let ([ruleset], [Term { component: Component::Heap(size), .. }]) = (&query.rulesets[..], &query.position[..])
        else {
            return None;
        };
        if size > TABLE.end() {
            return None;
        }
        let end = (*size).max(2 * known.end).clamp(*TABLE.start(), *TABLE.end());
        let rules = Declaration { convention: query.convention, ruleset: ruleset.clone() };
        let table = Query::new(&rules, vec![Component::Heap(end)], Question::Table);
        let plan = plan_with(&table, &[&MisereHeap]).ok()?;
        // A fault of the rules, or a limit, need not end the answer to this query.
        let found = self.find_by(&plan, table, Wanted::default()).and_then(|found| self.settle(found));
        let Solved { query: table, solution, status, solver, .. } = found.ok()?;
        let answer = (Certificate::of(table, solution, status, solver.clone()), solver);
        let found = self.read(&answer, query);
        (known.table, known.end) = (Some(answer), end);
        found
    }
}
