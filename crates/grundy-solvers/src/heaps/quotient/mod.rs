//! Heap games in misère play, by their quotients: the coarsest finite commutative monoid that tells who wins every sum.
//!
//! In misère play values do not add, but in many games all sums fall into finitely many classes: two sums are in one
//! class if they have the same outcome together with every third sum. The classes are a commutative monoid, the
//! *misère quotient* of Plambeck and Siegel (JCTA 115, 2008). It is found heap by heap (`search.rs`), by guesses
//! that are verified for all sums at once. With it, a sum of any heaps is one product. Where the
//! elements of heaps repeat, the checker proves it for all heaps.
//!
//! Cost: milliseconds for games whose quotient has some dozens of elements. It is not known beforehand, and games differ
//! without a visible reason: so the solver makes a trial, which is bounded, and refuses what did not end in it.

mod bits;
mod extend;
mod heaps;
mod model;
mod new_heap;
mod search;
mod sieve;
mod taking;

use std::{sync::Arc, time::Duration};

use grundy_cert::{Answer, Claim, Solution};
use grundy_core::{Fault, Outcome};
use grundy_games::{Component, Convention, Query, Question};

use crate::{
    solver::{Estimate, Refusal, Scope, Solver},
    support::budget::{Budget, Stopped},
};

pub use search::{Growth, Search};

/// Finds the quotient of the heaps of a sum.
pub struct Quotients;

/// A trial solves at most that many positions.
const TRIAL: u64 = 20_000;

/// A trial for a small sum, which a search answers as well.
const BRIEF_TRIAL: u64 = 500;

/// Sums of fewer counters are small.
const SMALL: u64 = 24;

impl Solver for Quotients {
    fn name(&self) -> &'static str {
        "quotient"
    }

    fn scope(&self) -> Scope {
        Scope { conventions: &[Convention::Misere], questions: &[Question::ValueAndMoves, Question::Table] }
    }

    fn assess(&self, query: &Query) -> Result<Estimate, Refusal> {
        self.assess_within(query, &Budget::new())
    }

    fn assess_within(&self, query: &Query, limits: &Budget) -> Result<Estimate, Refusal> {
        let (mut search, largest, total) = begin(query)?;
        let most = if total < SMALL { BRIEF_TRIAL } else { TRIAL };
        // Where there is a limit on time, the trial takes a quarter of it.
        let mut budget = limits.attempt(Duration::MAX).bytes(64 << 20).positions(most);
        match search.run(largest, &mut budget) {
            Ok(_) => {
                let positions = budget.progress().positions as f64;
                Ok(Estimate { positions, bytes: budget.peak() as f64, nanoseconds: 1e7 + 1e3 * positions })
            }
            Err(_) => {
                let (last, order) = (search.last(), search.claim().order());
                Err(format!(
                    "the quotient of the heaps up to {last} has {order} elements, and a trial did not get further"
                )
                .into())
            }
        }
    }

    fn solve(&self, query: &Query, budget: &mut Budget) -> Result<Solution, Stopped> {
        let (mut search, largest, _) = begin(query).expect("assess has accepted the query");
        if !search.run(largest, budget)? && search.last() < largest {
            return Err(Fault(format!("no period is proved among the heaps up to {}", search.last())).into());
        }
        if query.question == Question::Table {
            budget.hold(largest.saturating_add(1).saturating_mul(8))?;
        }
        let claims = vec![Claim::Quotient(Arc::new(search.claim()))];
        let mut solution = Solution { answer: Answer::Outcome(Outcome::N), claims };
        solution.answer = solution.read_answer(query).expect("the quotient is about all heaps of the query");
        Ok(solution)
    }
}

/// A search for the quotient of the query's game; its largest heap, and the number of all counters.
fn begin(query: &Query) -> Result<(Search<'_>, u64, u64), Refusal> {
    let [ruleset] = &query.rulesets[..] else { return Err("a quotient is that of one game".into()) };
    let search = Search::new(ruleset)?;
    if query.question == Question::Table && query.table_end().is_none() {
        return Err("a table goes up to one heap".into());
    }
    let sizes = query.position.iter().map(|term| if let Component::Heap(size) = term.component { size } else { 0 });
    let (largest, total) =
        sizes.fold((0, 0u64), |(largest, total), size| (size.max(largest), total.saturating_add(size)));
    match search.endless() {
        Some(why) if largest > 1 << 10 => Err(format!("it would look at all heaps up to {largest}: {why}").into()),
        _ => Ok((search, largest, total)),
    }
}
