//! Heap games whose values are constant on long runs of heaps: values of heaps far beyond any
//! table.
//!
//! Method: the rules leave one heap out of a range whose ends never decrease with the heap
//! ([`RangeMoves`]). While both ends stay in the same runs, the set of values among the options
//! stays the same; so a search by halves finds the next heap at which it may change.
//!
//! Example, `x -> y for y in 1..sqrt(x) where y^4 >= x where y < x`:
//!
//! 1. Heaps 0 to 3 have no options, since no y below x lies between the fourth and the square root.
//! 2. From 4 to 15 the options lie among the heaps 2 and 3, of value 0: the value is 1.
//! 3. From 16 to 81 they reach from 2 or 3 to 4 or more, of values 0 and 1: the value is 2.
//! 4. From 82 on no option is below 4, and to 6723 none is over 81: the value is 0; and so on. The
//!    seventh run, from 2562991876 on, reaches beyond 10^12.
//!
//! Cost: about 100 evaluations of the bounds for each run. Limits: it gives up after 4096 pieces,
//! as in `n -> n-k for k in 1..n/3`, where each heap is a run of its own.
//!
//! Where a game takes one of a few amounts, of which some are too large for a period, runs repeat
//! words (`words.rs`).

mod words;

use std::sync::Arc;

use grundy_cert::{Answer, Claim, LARGEST_AMOUNT, RangeMoves, Runs, Solution, few_amounts};
use grundy_core::{Fault, Nimber};
use grundy_games::{Component, Convention, Query, Question, Ruleset};

use crate::{
    solver::{Estimate, Refusal, Scope, Solver},
    support::budget::{Budget, Stopped},
};

/// The solver: finds the runs up to the largest heap.
pub struct RunSearch;

/// It gives up after this many pieces of runs.
pub const MOST_PIECES: usize = 4096;

/// Nanoseconds for all of them.
const NANOSECONDS: f64 = 4e8;

impl Solver for RunSearch {
    fn name(&self) -> &'static str {
        "runs"
    }

    fn scope(&self) -> Scope {
        let questions = &[Question::ValueAndMoves, Question::Value, Question::Outcome];
        Scope { conventions: &[Convention::Normal], questions }
    }

    fn assess(&self, query: &Query) -> Result<Estimate, Refusal> {
        if let Some(amounts) = far_amounts(query) {
            let last = last(query);
            // Values come to repeat at a distance of about the largest amount, with some runs each
            // time.
            if amounts.last().is_some_and(|&largest| last / largest > words::MOST_LETTERS / 16) {
                return Err("the heap is so far above the largest amount that the runs would be too many".into());
            }
            let letters = last.min(words::MOST_LETTERS) as f64;
            let nanoseconds = NANOSECONDS + 5.0 * (1 + amounts.len()) as f64 * words::most_work(last) as f64;
            return Ok(Estimate { positions: letters, bytes: 16.0 * letters, nanoseconds });
        }
        moves(query).ok_or("the heaps that a move leaves are no range with growing ends")?;
        let pieces = MOST_PIECES as f64;
        Ok(Estimate { positions: pieces, bytes: 16.0 * pieces, nanoseconds: NANOSECONDS })
    }

    fn is_attempt(&self) -> bool {
        true
    }

    fn solve(&self, query: &Query, budget: &mut Budget) -> Result<Solution, Stopped> {
        let many = || Stopped::from(Fault("the values have too many runs".into()));
        let last = last(query);
        let runs = match far_amounts(query) {
            Some(amounts) => words::search(&amounts, last, budget)?,
            None => {
                let moves = moves(query).ok_or_else(many)?;
                let mut polled = Ok(());
                let runs = Runs::up_to(&moves, last, MOST_PIECES, &mut || {
                    polled = budget.poll();
                    polled.is_ok()
                });
                polled?;
                runs
            }
        };
        let runs = runs.ok_or_else(many)?;
        budget.solved(runs.count() as u64)?;
        let value = |heap: &Component| if let Component::Heap(size) = heap { runs.value(*size) } else { None };
        let values = query.position.iter().map(|term| value(&term.component));
        let value: Nimber = values.sum::<Option<Nimber>>().ok_or_else(many)?;
        let answer = match query.question {
            Question::Outcome => Answer::Outcome(value.outcome()),
            _ => Answer::Value(value),
        };
        Ok(Solution { answer, claims: vec![Claim::Runs(Arc::new(runs))] })
    }
}

/// The largest heap of the sum.
fn last(query: &Query) -> u64 {
    let sizes = query.position.iter().map(|term| if let Component::Heap(size) = term.component { size } else { 0 });
    sizes.max().unwrap_or(0)
}

/// The amounts of the query's game, if they are few and some are too large for a period.
fn far_amounts(query: &Query) -> Option<Vec<u64>> {
    let [ruleset] = &query.rulesets[..] else { return None };
    few_amounts(ruleset).filter(|amounts| amounts.len() < 64 && amounts.last() > Some(&LARGEST_AMOUNT))
}

/// Returns the moves of the query's game as a range with growing ends, if they are.
fn moves(query: &Query) -> Option<RangeMoves> {
    match &query.rulesets[..] {
        [ruleset @ Ruleset::Heap(_)] => RangeMoves::of(ruleset),
        _ => None,
    }
}
