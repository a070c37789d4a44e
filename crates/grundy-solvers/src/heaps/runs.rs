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

use std::sync::Arc;

use grundy_cert::{Answer, Claim, RangeMoves, Runs, Solution};
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
        moves(query).ok_or("the heaps that a move leaves are no range with growing ends")?;
        let pieces = MOST_PIECES as f64;
        Ok(Estimate { positions: pieces, bytes: 16.0 * pieces, nanoseconds: NANOSECONDS })
    }

    fn is_attempt(&self) -> bool {
        true
    }

    fn solve(&self, query: &Query, budget: &mut Budget) -> Result<Solution, Stopped> {
        let many = || Stopped::from(Fault("the values have too many runs".into()));
        let sizes = query.position.iter().map(|term| match term.component {
            Component::Heap(size) => size,
            _ => 0,
        });
        let last = sizes.max().unwrap_or(0);
        let moves = moves(query).ok_or_else(many)?;
        let mut polled = Ok(());
        let runs = Runs::up_to(&moves, last, MOST_PIECES, &mut || {
            polled = budget.poll();
            polled.is_ok()
        });
        polled?;
        let runs = runs.ok_or_else(many)?;
        budget.solved(runs.firsts().len() as u64)?;
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

/// Returns the moves of the query's game as a range with growing ends, if they are.
fn moves(query: &Query) -> Option<RangeMoves> {
    match &query.rulesets[..] {
        [ruleset @ Ruleset::Heap(_)] => RangeMoves::of(ruleset),
        _ => None,
    }
}
