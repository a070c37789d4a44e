//! Heap games in misère play: the misère quotient, a finite commutative monoid that determines the
//! outcome of every sum.
//!
//! In misère play values do not add. But in many games all sums fall into finitely many classes:
//! two sums are in one class if they have the same outcome together with every third sum. The
//! classes form a commutative monoid, the *misère quotient* (T. E. Plambeck and A. N. Siegel,
//! Misère quotients for impartial games, JCTA 115, 2008). It is found heap by heap (`search.rs`),
//! by guesses that are verified for all sums at once. Then the class of a sum is one product. If
//! the elements of heaps repeat, the checker proves the quotient for all heaps.
//!
//! Example, Nim with heaps of 1:
//!
//! 1. The empty sum is won by the player to move, so the identity 1 is not lost.
//! 2. A heap of 1 is lost: the player to move has to take the last counter.
//! 3. Two heaps are won again, as none are; so the levels repeat with distance 2.
//! 4. The quotient is {1, a} with a a = 1, and a is lost.
//! 5. Seven heaps have the element a^7 = a, so the player to move loses.
//!
//! Cost: milliseconds for games whose quotient has some dozens of elements; the product table has
//! the square of their number as its size. Limits: misère play, and a quotient of at most
//! [`grundy_cert::MOST_ELEMENTS`] elements. Its size is not known beforehand; so the estimate makes
//! a bounded trial, and refuses if it does not end. [`LongQuotients`] then goes on, as an attempt
//! without a bound of its own. [`QuotientsAhead`] is for the first of several queries.

mod ahead;
mod bits;
mod extend;
mod heaps;
mod model;
mod new_heap;
mod search;
mod sieve;
mod taking;
mod tame;

use std::{sync::Arc, time::Duration};

use grundy_cert::{Answer, Claim, Solution};
use grundy_core::{Fault, Outcome};
use grundy_games::{Component, Convention, Query, Question};

use crate::{
    solver::{Estimate, Refusal, Scope, Solver, accepted},
    support::{
        budget::{Budget, Stopped},
        reading::answer_of,
    },
};

pub use ahead::QuotientsAhead;
pub use search::{Growth, LARGEST, QuotientSearch};

/// The solver: finds the quotient of the heaps of a sum.
pub struct Quotients;

/// The solver that goes on where the trial of [`Quotients`] ends: the quotient may still be found,
/// or get too large.
pub struct LongQuotients;

/// The limit on the positions of a trial.
const TRIAL: u64 = 20_000;

/// The limit of a trial for a small sum, which a search answers as well.
const BRIEF_TRIAL: u64 = 500;

/// The limit on the memory of a trial.
const TRIAL_BYTES: u64 = 64 << 20;

/// The most nanoseconds that a position of a trial takes.
const POSITION: f64 = 1e4;

/// A sum with fewer counters is small.
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
        self.assess_below(query, limits, f64::INFINITY)
    }

    fn assess_below(&self, query: &Query, limits: &Budget, nanoseconds: f64) -> Result<Estimate, Refusal> {
        let (mut search, largest, total) = begin(query)?;
        let most = if total < SMALL { BRIEF_TRIAL } else { TRIAL };
        // The trial takes no longer than the cheapest method so far.
        let most = (nanoseconds / POSITION).min(most as f64) as u64;
        // Under a limit on time, the trial takes at most a quarter of it.
        let mut budget = limits.attempt(Duration::MAX).bytes(TRIAL_BYTES).positions(most);
        match search.run(largest, &mut budget) {
            Ok(_) => {
                let positions = budget.progress().positions as f64;
                // Small sums are searched sooner; of one heap, the quotient is the shorter proof.
                let least = if query.position.len() == 1 { 2e5 } else { 1e7 };
                Ok(Estimate { positions, bytes: budget.peak() as f64, nanoseconds: least + 1e3 * positions })
            }
            Err(_) => {
                let (last, order) = (search.last(), search.order());
                Err(format!("the quotient of the heaps up to {last} has {order} elements, where the trial ended")
                    .into())
            }
        }
    }

    fn solve(&self, query: &Query, budget: &mut Budget) -> Result<Solution, Stopped> {
        solve(query, budget)
    }
}

impl Solver for LongQuotients {
    fn name(&self) -> &'static str {
        "long-quotient"
    }

    fn scope(&self) -> Scope {
        Quotients.scope()
    }

    fn assess(&self, query: &Query) -> Result<Estimate, Refusal> {
        let (_, largest, total) = begin(query)?;
        if total < SMALL {
            return Err("only for sums of more counters, which a search takes long for".into());
        }
        if largest > LARGEST {
            return Err(format!("it would add the heaps up to {largest} one by one").into());
        }
        let positions = LONG * TRIAL as f64;
        Ok(Estimate { positions, bytes: LONG * TRIAL_BYTES as f64, nanoseconds: 1e3 * positions })
    }

    fn is_attempt(&self) -> bool {
        true
    }

    fn patience(&self) -> Option<f64> {
        Some(1.0)
    }

    fn solve(&self, query: &Query, budget: &mut Budget) -> Result<Solution, Stopped> {
        solve(query, budget)
    }
}

/// How many times as long as a trial the search may well take that goes on.
const LONG: f64 = 400.0;

/// Finds the quotient, and reads the answer off it.
fn solve(query: &Query, budget: &mut Budget) -> Result<Solution, Stopped> {
    let (mut search, largest, _) = accepted(begin(query))?;
    let repeats = search.run(largest, budget)?;
    answered(&search, repeats, largest, query, budget)
}

/// Reads the answer off a quotient, which is about the heaps up to `largest` or, if its elements
/// repeat, about all heaps.
fn answered(
    search: &QuotientSearch<'_>,
    repeats: bool,
    largest: u64,
    query: &Query,
    budget: &mut Budget,
) -> Result<Solution, Stopped> {
    if !repeats && search.last() < largest {
        return Err(Fault(format!("no period is proved among the heaps up to {}", search.last())).into());
    }
    if query.question == Question::Table {
        budget.hold(largest.saturating_add(1).saturating_mul(8))?;
    }
    let claims = vec![Claim::Quotient(Arc::new(search.claim(budget)?))];
    let read = Solution { answer: Answer::Outcome(Outcome::N), claims };
    let answer = answer_of(&read, query, budget)?.expect("the quotient is about all heaps of the query");
    Ok(Solution { answer, ..read })
}

/// Returns the search for the quotient of the query's game, its largest heap, and the number of all
/// counters; refuses other queries.
fn begin(query: &Query) -> Result<(QuotientSearch<'_>, u64, u64), Refusal> {
    let [ruleset] = &query.rulesets[..] else { return Err("a quotient belongs to one game".into()) };
    let search = QuotientSearch::new(ruleset)?;
    if query.question == Question::Table && query.table_end().is_none() {
        return Err("a table goes up to one heap".into());
    }
    let sizes = query.position.iter().map(|term| if let Component::Heap(size) = term.component { size } else { 0 });
    let (largest, total) =
        sizes.fold((0, 0u64), |(largest, total), size| (size.max(largest), total.saturating_add(size)));
    match search.endless() {
        Some(why) if largest > LARGEST => Err(format!("it would compute all heaps up to {largest}: {why}").into()),
        _ => Ok((search, largest, total)),
    }
}
