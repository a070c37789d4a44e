//! Who wins many sums of one game in misère play.
//!
//! *Method.* What the sums have in common is solved once: one quotient of the heaps, as far as a
//! trial finds it; one table of who wins single heaps; one search for the sums that are searched.
//! Where a search would take long, the quotient goes on where its trial ended. Any other sum is
//! answered alone.

use std::{collections::HashMap, time::Duration};

use grundy_cert::{Answer, Quotient};
use grundy_core::{Fault, Outcome};
use grundy_games::{Component, Declaration, Query, Question, Ruleset};
use grundy_solvers::{
    Budget, Reason, Stopped,
    heaps::{misere::MisereHeap, quotient::QuotientSearch},
    search::memo::Outcomes,
};

use crate::{
    error::Error,
    plan::{Choices, PlanOptions, plan_with},
    run::Run,
};

/// The trial of a quotient takes so many positions, in addition to a position for each heap.
const TRIAL: u64 = 20_000;

/// Of tame heaps, up to so many are added in the trial.
const HEAPS: u64 = 1 << 17;

/// A search that takes longer than this, in nanoseconds, is not started before the quotient has
/// gone on.
const LONG: f64 = 1e9;

/// The largest heap of the table.
const LARGEST: u64 = 1 << 26;

/// What is known of all sums.
struct Shared<'r> {
    run: &'r Run,
    rules: &'r Declaration,
    budget: Budget,
    /// The search for the quotient, unless it cannot go on.
    search: Option<QuotientSearch<'r>>,
    /// The quotient so far.
    quotient: Option<Quotient>,
    /// The bytes that the budget counts for both.
    held: u64,
    /// Who wins each heap, up to the largest single one that a table has.
    table: Vec<Outcome>,
    /// The largest single heap that a table may have, until the table has been tried.
    largest: Option<u64>,
    /// The sums that were searched.
    outcomes: Outcomes,
}

/// The outcomes of these sums.
pub(super) fn outcomes(run: &Run, rules: &Declaration, sums: &[Vec<Component>]) -> Result<Vec<Outcome>, Error> {
    rules.ruleset.prepare();
    let singles = sums.iter().filter_map(|sum| match sum[..] {
        [Component::Heap(size)] if size <= LARGEST => Some(size),
        _ => None,
    });
    let largest = singles.max();
    let search = match rules.ruleset {
        Ruleset::Heap(_) => QuotientSearch::new(&rules.ruleset).ok(),
        _ => None,
    };
    let (budget, outcomes) = (run.budget(), Outcomes::default());
    let mut shared =
        Shared { run, rules, budget, search, quotient: None, held: 0, table: Vec::new(), largest, outcomes };
    let most = sums.iter().flatten().filter_map(size).max().unwrap_or(0);
    shared.grow(most, |search, part| {
        let mut part = std::mem::take(part).bytes(64 << 20).positions(TRIAL + most.min(HEAPS));
        search.run(most, &mut part).map(|_| ())
    })?;
    let mut known: HashMap<Vec<Component>, Outcome> = HashMap::new();
    let mut all = Vec::with_capacity(sums.len());
    for sum in sums {
        let mut sorted = sum.clone();
        sorted.sort_unstable();
        all.push(match known.get(&sorted) {
            Some(&outcome) => outcome,
            None => {
                let outcome = shared.outcome(&sorted, most)?;
                known.insert(sorted, outcome);
                outcome
            }
        });
    }
    Ok(all)
}

fn size(component: &Component) -> Option<u64> {
    if let Component::Heap(size) = component { Some(*size) } else { None }
}

impl Shared<'_> {
    /// Who wins a sum; `most` is the largest heap of all sums.
    fn outcome(&mut self, sum: &[Component], most: u64) -> Result<Outcome, Error> {
        if let Some(outcome) = self.of_quotient(sum) {
            return Ok(outcome);
        }
        if let [Component::Heap(heap)] = sum
            && let Some(&outcome) = usize::try_from(*heap).ok().and_then(|heap| self.table.get(heap))
        {
            return Ok(outcome);
        }
        self.budget.poll()?;
        let query = Query::new(self.rules, sum.to_vec(), Question::ValueAndMoves);
        let choices = Choices::Without(&["quotient", "long-quotient"]);
        let plan = plan_with(&query, PlanOptions { choices, limits: self.budget.rest(), ..PlanOptions::default() })?;
        let [step] = plan.steps() else { return self.alone(&query) };
        let cost = step.estimate();
        match (step.solver(), step.trial()) {
            ("misere-heap", _) => {
                match self.largest.take_if(|end| sum.iter().filter_map(size).all(|heap| heap <= *end)) {
                    Some(end) => {
                        self.table = self.table(end)?;
                        self.outcome(sum, most)
                    }
                    None => self.alone(&query),
                }
            }
            ("search", None) if cost.nanoseconds <= LONG => Ok(self.outcomes.outcome(&query, &mut self.budget)?),
            ("search", _) if self.search.is_some() => {
                let time = Duration::try_from_secs_f64(cost.nanoseconds / 1e9).unwrap_or(Duration::MAX);
                let endless = self.budget.is_out_of_reach(time, cost.bytes);
                self.grow(most, |search, part| match endless {
                    true => search.run(most, part).map(|_| ()),
                    false => part.trial(time, |part| search.run(most, part)).map(|_| ()),
                })?;
                self.search = None;
                self.outcome(sum, most)
            }
            ("search", _) => self.alone(&query),
            _ => outcome_of(&query, &plan.run(&mut self.budget)?.answer),
        }
    }

    /// Who wins a sum according to the quotient, if it is about all of its heaps.
    fn of_quotient(&self, sum: &[Component]) -> Option<Outcome> {
        let heaps: Option<Vec<u64>> = sum.iter().map(size).collect();
        self.quotient.as_ref()?.outcome(heaps?)
    }

    /// Adds heaps to the quotient, until the work ends or is ended.
    fn grow(
        &mut self,
        most: u64,
        work: impl FnOnce(&mut QuotientSearch<'_>, &mut Budget) -> Result<(), Stopped>,
    ) -> Result<(), Error> {
        let Some(search) = &mut self.search else { return Ok(()) };
        let mut part = self.budget.rest();
        let ended = work(search, &mut part);
        self.budget.poll()?;
        self.quotient = None;
        self.budget.release(self.held);
        let before = self.budget.progress().bytes;
        let claim = self.budget.hold(search.bytes()).and_then(|()| search.claim(&mut self.budget));
        match claim {
            Ok(claim) => self.quotient = Some(claim),
            Err(stopped) if matches!(stopped.reason, Reason::Memory(_)) => {
                // It does not fit: the sums are searched.
                self.budget.release(self.budget.progress().bytes.saturating_sub(before));
                (self.search, self.held) = (None, 0);
                return Ok(());
            }
            Err(stopped) => return Err(stopped.into()),
        }
        if ended.is_err_and(|stopped| matches!(stopped.reason, Reason::Fault(_))) || search.last() >= most {
            self.budget.release(search.bytes());
            self.search = None;
        }
        self.held = self.budget.progress().bytes.saturating_sub(before);
        Ok(())
    }

    /// Who wins the heaps from 0 to `end`; of none if the rules have a fault at one of them, which
    /// no play from the sums may come to.
    fn table(&mut self, end: u64) -> Result<Vec<Outcome>, Error> {
        let query = Query::new(self.rules, vec![Component::Heap(end)], Question::Table);
        let held = self.budget.progress().bytes;
        let run = plan_with(&query, PlanOptions::only(&[&MisereHeap]))?.run(&mut self.budget);
        match run.map(|solution| solution.answer) {
            Ok(Answer::Outcomes(outcomes)) => Ok(outcomes),
            Err(stopped) if !stopped.is_limit() => {
                self.budget.release(self.budget.progress().bytes - held);
                Ok(Vec::new())
            }
            Err(stopped) => Err(stopped.into()),
            Ok(_) => Err(Fault(format!("the answer to `{query}` is not a table")).into()),
        }
    }

    /// Who wins a sum, by a plan of its own.
    fn alone(&self, query: &Query) -> Result<Outcome, Error> {
        outcome_of(query, &self.run.answer(query)?.0.answer)
    }
}

fn outcome_of(query: &Query, answer: &Answer) -> Result<Outcome, Error> {
    match answer {
        Answer::Outcome(outcome) => Ok(*outcome),
        _ => Err(Fault(format!("the answer to `{query}` is not an outcome")).into()),
    }
}
