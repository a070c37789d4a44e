//! Answers to many queries about heaps in misère play, one after the other, when a later query is
//! not known at an earlier one.
//!
//! *Method.* A claim that decides all sums of some heaps, or all single heaps up to one, answers
//! the queries after it: it is found and checked once. A table of single heaps, and a long
//! quotient, has about twice as many heaps as the one before it, and a trial of a quotient takes
//! about twice as long as the query needs; so all of them together take little more than the last
//! one. A quotient that is found to be too large is not sought again.

use std::time::Duration;

use grundy_cert::Claim;
use grundy_games::{Component, Convention, Declaration, Query, Question, Ruleset, Term};
use grundy_solvers::{
    Reason, Solver,
    heaps::{
        misere::MisereHeap,
        quotient::{LARGEST, LongQuotients, Quotients, QuotientsAhead},
    },
};

use crate::{
    certificate::Certificate,
    error::Error,
    plan::{Choices, NoSolver, Plan, PlanOptions, plan_with},
    run::Run,
    solve::{Found, Wanted},
    solved::Solved,
};

/// What earlier answers have proved.
///
/// ```
/// use grundy::{Known, Limits, Outcome, Question, Run, games};
///
/// let (run, mut known) = (Run::new(Limits::default()), Known::default());
/// for (heap, outcome) in [("1000", Outcome::N), ("1001", Outcome::P)] {
///     let query = games::query("misère n -> n-1, n -> (n/2) where n % 4 = 2", heap,
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
    /// The largest of these heaps.
    last: u64,
    /// A table of single heaps, with the name of its solver.
    table: Option<(Certificate, String)>,
    /// The largest heap of the table.
    end: u64,
    /// No trial finds the quotient of the heaps up to this one.
    too_large: u64,
    /// The quotient of the heaps up to this one is too large.
    endless: u64,
    /// The quotient of the heaps up to this one was sought before it was needed, and not found.
    limit: u64,
    /// For so long a quotient was sought beyond a trial, and not found.
    tried: Duration,
}

impl Default for Known {
    fn default() -> Known {
        Known {
            sums: None,
            last: 0,
            table: None,
            end: 0,
            too_large: u64::MAX,
            endless: u64::MAX,
            limit: u64::MAX,
            tried: Duration::ZERO,
        }
    }
}

impl Known {
    /// The query about one heap, larger than those of this query, whose long quotient is to be
    /// sought first: about twice as large as what is known, and at most half way to what is too
    /// large, so that this is met in a few steps.
    fn further(&self, query: &Query) -> Option<Query> {
        let (largest, _) = sizes(query);
        let above = [self.endless, self.limit].into_iter().filter(|&bound| bound > largest);
        let between = above.min().map_or(u64::MAX, |bound| largest.midpoint(bound));
        let further = self.last.saturating_mul(2).min(between).min(LARGEST);
        let position = vec![Term { ruleset: 0, component: Component::Heap(further) }];
        (further > largest && further >= SMALL).then(|| Query { position, ..query.clone() })
    }

    /// Keeps an answer by a quotient, unless one of more heaps is kept.
    fn keep(&mut self, solved: Solved) {
        let Solved { query, solution, status, solver, .. } = solved;
        let [Claim::Quotient(quotient)] = &solution.claims[..] else { return };
        let last = quotient.last().unwrap_or(u64::MAX);
        if self.sums.is_none() || last > self.last {
            self.sums = Some((Certificate::of(query, solution, status, solver.clone()), solver));
            self.last = last;
        }
    }
}

/// The largest heap of a query and the number of all counters.
fn sizes(query: &Query) -> (u64, u64) {
    let size = |term: &Term| if let Component::Heap(size) = term.component { size } else { 0 };
    let sizes = query.position.iter().map(size);
    (sizes.clone().max().unwrap_or(0), sizes.fold(0, u64::saturating_add))
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
        let plan = self.plan_without(&query, &["quotient", "long-quotient"]);
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
        if let Some(found) = self.by_long_quotient(known, &query)? {
            return Ok(found);
        }
        let plan = self.plan_without(&query, &["quotient", "long-quotient"]);
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

    /// The answer by the quotient of the heaps, if a trial finds it; it is kept, with that of more
    /// heaps if the check verifies it.
    fn by_quotient(&self, known: &mut Known, query: &Query) -> Result<Option<Found>, Error> {
        let (largest, total) = sizes(query);
        if largest >= known.too_large.min(known.endless) {
            return Ok(None);
        }
        if known.last < largest {
            let solved = match self.quotient(query, &QuotientsAhead)? {
                Some(solved) if !self.is_trusted(&solved) => self.quotient(query, &Quotients)?,
                solved => solved,
            };
            match solved {
                Some(solved) => known.keep(solved),
                None if total >= SMALL => known.too_large = largest,
                None => {}
            }
        }
        Ok(self.by_sums(known, query))
    }

    /// The answer according to the quotient that is kept.
    fn by_sums(&self, known: &Known, query: &Query) -> Option<Found> {
        known.sums.as_ref().and_then(|answer| self.read(answer, query))
    }

    /// Whether answers may be read off this one: it is proved, or nothing is checked.
    fn is_trusted(&self, solved: &Solved) -> bool {
        solved.status.is_proved() || !self.checks()
    }

    /// A plan without the solvers of these names.
    fn plan_without(&self, query: &Query, names: &[&str]) -> Result<Plan<'static>, NoSolver> {
        plan_with(
            query,
            PlanOptions { choices: Choices::Without(names), limits: self.budget(), ..PlanOptions::default() },
        )
    }

    /// A plan with this solver alone.
    fn plan_only(&self, query: &Query, solver: &'static dyn Solver) -> Result<Plan<'static>, NoSolver> {
        plan_with(query, PlanOptions { limits: self.budget(), ..PlanOptions::only(&[solver]) })
    }

    /// The checked answer by this solver of quotients, if a trial finds it.
    fn quotient(&self, query: &Query, solver: &'static dyn Solver) -> Result<Option<Solved>, Error> {
        let Ok(plan) = self.plan_only(query, solver) else {
            return self.budget().poll().map(|()| None).map_err(Error::from);
        };
        match self.find_by(&plan, query.clone(), Wanted::default()) {
            Ok(found) => self.settle(found).map(Some),
            // A limit on positions may let another method end.
            Err(_) => self.budget().poll().map(|()| None).map_err(Error::from),
        }
    }

    /// The answer by a quotient that takes longer than a trial, where it is planned before a
    /// search, and no longer than that; it is kept.
    fn by_long_quotient(&self, known: &mut Known, query: &Query) -> Result<Option<Found>, Error> {
        let (largest, _) = sizes(query);
        if largest >= known.endless {
            return Ok(None);
        }
        let plan = self.plan_without(query, &["quotient"]);
        self.budget().poll()?;
        let plan = plan?;
        let [step] = plan.steps() else { return Ok(None) };
        let Some((_, search)) = step.then().next().filter(|_| step.solver() == "long-quotient") else {
            return Ok(None);
        };
        let time = Duration::try_from_secs_f64(search.nanoseconds / 1e9).unwrap_or(Duration::MAX);
        if time / 2 < known.tried {
            return Ok(None);
        }
        let half = self.left().map_or(time, |left| time.min(left / 2));
        let run = match self.budget().is_out_of_reach(time, search.bytes) {
            true => self.clone(),
            false => self.within(Some(half)),
        };
        if let Some(more) = known.further(query) {
            // The question itself has the other half of the time.
            let ahead = run.within(run.left().map(|left| left / 2));
            match ahead.long_quotient(&more)? {
                Ok(solved) if self.is_trusted(&solved) => known.keep(solved),
                Err(Reason::Fault(_)) => known.endless = sizes(&more).0,
                _ => known.limit = sizes(&more).0,
            }
            self.budget().poll()?;
        }
        if known.last < largest {
            match run.long_quotient(query)? {
                Ok(solved) => known.keep(solved),
                Err(Reason::Fault(_)) => known.endless = largest,
                Err(_) => known.tried = time,
            }
            self.budget().poll()?;
        }
        Ok(self.by_sums(known, query))
    }

    /// The checked answer by a quotient that takes longer than a trial, or why there is none.
    fn long_quotient(&self, query: &Query) -> Result<Result<Solved, Reason>, Error> {
        let plan = self.plan_only(query, &LongQuotients)?;
        match self.find_by(&plan, query.clone(), Wanted::default()).and_then(|found| self.settle(found)) {
            Ok(solved) => Ok(Ok(solved)),
            Err(Error::Stopped(stopped)) => Ok(Err(stopped.reason)),
            Err(error) => Err(error),
        }
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
        let plan = plan_with(&table, PlanOptions::only(&[&MisereHeap])).ok()?;
        // A fault of the rules, or a limit, need not end the answer to this query.
        let found = self.find_by(&plan, table, Wanted::default()).and_then(|found| self.settle(found));
        let Solved { query: table, solution, status, solver, .. } = found.ok()?;
        let answer = (Certificate::of(table, solution, status, solver.clone()), solver);
        let found = self.read(&answer, query);
        (known.table, known.end) = (Some(answer), end);
        found
    }
}
