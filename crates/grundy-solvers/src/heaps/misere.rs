//! One heap in misère play, by rules of which no move leaves two heaps: a table of who wins each
//! heap up to it.
//!
//! Method: the definition, in ascending order. A heap without a move is won by the mover, since the
//! other player has made the last move; a heap is lost if it has moves and all of them lead to
//! heaps that are won. A single heap stays single, so no theory of sums is needed. The claim holds
//! what the proof of the answer needs: of a lost heap all options, of a won one a lost option, and
//! all options of the start, which the list of moves needs.
//!
//! Example, taking 1 or 2 counters: heap 0 is won, heap 1 leads to 0 alone and is lost, heaps 2 and
//! 3 lead to 1 and are won, heap 4 leads to 2 and 3 and is lost.
//!
//! Cost: one byte for each heap, and one look-up for each option up to the first lost one. Limits:
//! one heap, up to 2^34; rules that leave at most one heap.

use std::{ops::ControlFlow, sync::Arc, time::Duration};

use grundy_cert::{Answer, Claim, Solution, SumMap, Sums};
use grundy_core::{Game, Outcome};
use grundy_games::{Component, Convention, HeapRules, Query, Question, Ruleset, Term};

use super::table::nanoseconds_of;
use crate::{
    solver::{Estimate, Refusal, Scope, Solver, accepted},
    support::{
        budget::{Budget, Reason, Stopped},
        walk::Halt,
    },
};

/// The solver: finds who wins each heap up to the one of the query.
pub struct MisereHeap;

/// The largest heap of a table; larger ones are refused.
const LARGEST: u64 = 1 << 34;

/// The heaps and options that the estimate looks at.
const LOOKED: u64 = 1 << 11;

/// So many cheap steps of the rules count as one option.
const WORK: u64 = 8;

impl Solver for MisereHeap {
    fn name(&self) -> &'static str {
        "misere-heap"
    }

    fn scope(&self) -> Scope {
        Scope { conventions: &[Convention::Misere], questions: &[Question::ValueAndMoves, Question::Table] }
    }

    fn assess(&self, query: &Query) -> Result<Estimate, Refusal> {
        self.assess_within(query, &Budget::new())
    }

    fn assess_within(&self, query: &Query, limits: &Budget) -> Result<Estimate, Refusal> {
        let (rules, largest) = heap(query)?;
        let positions = largest as f64 + 1.0;
        let look = limits.attempt(Duration::MAX).positions(u64::MAX);
        let each = 15.0 + nanoseconds_of(rules) * steps_of_a_heap(rules, largest, look);
        Ok(Estimate { positions, bytes: positions, nanoseconds: positions * each })
    }

    fn solve(&self, query: &Query, budget: &mut Budget) -> Result<Solution, Stopped> {
        let (rules, largest) = accepted(heap(query))?;
        let is_table = query.question == Question::Table;
        budget.hold(largest + 1)?;
        // What the budget allows has an address.
        let mut heaps = Heaps(Vec::with_capacity(largest as usize + 1), 0, u64::MAX);
        match heaps.fill(rules, largest, budget) {
            // Play may never come to the heap with the fault.
            Err(Stopped { reason: Reason::Fault(_), .. }) if !is_table => {
                heaps.0.clear();
                heaps.fill_reached(rules, largest, budget)?;
            }
            filled => filled?,
        }
        let outcome = |heap: u64| if heaps.has(heap, LOST) { Outcome::P } else { Outcome::N };
        let answer = match is_table {
            true => {
                budget.hold(largest + 1)?;
                let outcomes = (0..=largest).map(outcome).collect();
                heaps.0.iter_mut().for_each(|facts| *facts |= NEEDED);
                Answer::Outcomes(outcomes)
            }
            false => Answer::Outcome(outcome(largest)),
        };
        if !is_table {
            heaps.mark_needed(rules, largest, budget)?;
        }
        Ok(Solution { answer, claims: vec![Claim::Outcomes(Sums::of(Arc::new(heaps)))] })
    }
}

/// Returns the rules and the heap of a query about one heap that stays single; refuses other
/// queries.
fn heap(query: &Query) -> Result<(&HeapRules, u64), Refusal> {
    let [Ruleset::Heap(rules)] = &query.rulesets[..] else { return Err("only for plain heaps".into()) };
    let [Term { component: Component::Heap(size), .. }] = query.position[..] else {
        return Err("only for one heap".into());
    };
    if !rules.leaves_at_most_one() {
        return Err("only for rules of which no move leaves two heaps".into());
    }
    if size > LARGEST {
        return Err(format!("the table would need {size} bytes, one for each heap").into());
    }
    Ok((rules, size))
}

/// Returns roughly how many options of a heap are looked at, up to the first lost one: those of the
/// first heaps are, as long as they are few, and the growth is extrapolated. The look ends inside
/// of a heap that takes many by itself, which then counts as far as it was looked at.
fn steps_of_a_heap(rules: &HeapRules, largest: u64, mut budget: Budget) -> f64 {
    let mut heaps = Heaps(Vec::new(), 0, LOOKED);
    let mut looked = Vec::new();
    while looked.len() as u64 <= largest {
        let before = heaps.1;
        let filled = heaps.fill(rules, looked.len() as u64, &mut budget);
        if filled.is_err() || heaps.1 + looked.len() as u64 > LOOKED {
            if looked.len() < 8 {
                looked.push((heaps.1 - before) as f64);
            }
            break;
        }
        looked.push((heaps.1 - before) as f64);
    }
    let many = looked.len() as f64;
    let average = |heaps: &[f64]| heaps.iter().sum::<f64>().max(1.0) / heaps.len().max(1) as f64;
    if many > largest as f64 || many < 8.0 {
        return average(&looked);
    }
    let (first, last) = looked.split_at(looked.len() / 2);
    let growth = (average(last) / average(first)).log2().clamp(0.0, 2.0);
    // The average of a power over the heaps up to the largest one.
    average(last) * (largest as f64 / (0.75 * many)).powf(growth) / (1.0 + growth)
}

/// The player to move loses the heap.
const LOST: u8 = 1;
/// The heap has no move.
const ENDED: u8 = 2;
/// The proof needs the heap.
const NEEDED: u8 = 4;
/// Play comes to the heap.
const REACHED: u8 = 8;

/// What is known of the heaps from 0 on, the number of options that were looked at, and how many of
/// them may be.
struct Heaps(Vec<u8>, u64, u64);

impl Heaps {
    fn has(&self, heap: u64, fact: u8) -> bool {
        usize::try_from(heap).is_ok_and(|at| self.0.get(at).is_some_and(|facts| facts & fact != 0))
    }

    fn add(&mut self, heap: u64, fact: u8) {
        // The heap is below the length of the table.
        self.0[heap as usize] |= fact;
    }

    /// Finds who wins the heaps that follow, up to `largest`.
    fn fill(&mut self, rules: &HeapRules, largest: u64, budget: &mut Budget) -> Result<(), Stopped> {
        for heap in self.0.len() as u64..=largest {
            let facts = self.look(rules, heap, budget)?;
            self.0.push(facts);
            budget.solved(1)?;
        }
        Ok(())
    }

    /// Returns whether a heap is lost, and whether it has no move.
    fn look(&mut self, rules: &HeapRules, heap: u64, budget: &mut Budget) -> Result<u8, Stopped> {
        let mut moves = false;
        let known = &self.0;
        let (looked, most) = (&mut self.1, self.2);
        let walked = rules.walk(&heap, |step| {
            if *looked > most {
                return Err(budget.stopped(Reason::Positions(most)).into());
            }
            let Some(parts) = step.option(|steps| {
                *looked += u64::from(steps) / WORK;
                budget.charge(steps)
            })?
            else {
                return Ok(());
            };
            budget.tick()?;
            *looked += 1;
            moves = true;
            let lost = single(parts).is_some_and(|part| known[part as usize] & LOST != 0);
            if lost { Err(Halt::Enough) } else { Ok(()) }
        });
        match walked {
            Ok(()) => Ok(if moves { LOST } else { ENDED }),
            Err(Halt::Enough) => Ok(0),
            Err(Halt::Stopped(stopped)) => Err(stopped),
        }
    }

    /// Finds who wins the heaps that play from `largest` comes to. Requires an empty table.
    fn fill_reached(&mut self, rules: &HeapRules, largest: u64, budget: &mut Budget) -> Result<(), Stopped> {
        self.0.resize(largest as usize + 1, 0);
        self.add(largest, REACHED);
        for heap in (0..=largest).rev() {
            budget.tick()?;
            if self.has(heap, REACHED) {
                each(rules, heap, budget, |part| {
                    self.0[part as usize] |= REACHED;
                    false
                })?;
            }
        }
        for heap in 0..=largest {
            budget.tick()?;
            if self.has(heap, REACHED) {
                let facts = self.look(rules, heap, budget)?;
                self.add(heap, facts);
                budget.solved(1)?;
            }
        }
        Ok(())
    }

    /// Marks what the proof of who wins `start` needs, and all options of it.
    fn mark_needed(&mut self, rules: &HeapRules, start: u64, budget: &mut Budget) -> Result<(), Stopped> {
        self.add(start, NEEDED);
        for heap in (0..=start).rev() {
            budget.tick()?;
            if !self.has(heap, NEEDED) {
                continue;
            }
            let all = heap == start || self.has(heap, LOST);
            let known = &mut self.0;
            each(rules, heap, budget, |part| {
                let facts = &mut known[part as usize];
                let decides = *facts & LOST != 0;
                if all || decides {
                    *facts |= NEEDED;
                }
                decides && !all
            })?;
        }
        Ok(())
    }
}

/// Calls `visit` with the heap of each option that leaves one, until it returns true.
fn each(rules: &HeapRules, heap: u64, budget: &mut Budget, mut visit: impl FnMut(u64) -> bool) -> Result<(), Stopped> {
    let walked = rules.walk(&heap, |step| {
        let Some(parts) = step.option(|steps| budget.charge(steps))? else { return Ok(()) };
        budget.tick()?;
        if single(parts).is_some_and(&mut visit) { Err(Halt::Enough) } else { Ok(()) }
    });
    match walked {
        Ok(()) | Err(Halt::Enough) => Ok(()),
        Err(Halt::Stopped(stopped)) => Err(stopped),
    }
}

/// The heap of an option; `None` if it leaves none.
fn single(parts: &[u64]) -> Option<u64> {
    parts.first().copied()
}

/// The sums of at most one heap that are needed, in normal form: a heap without moves is left out.
impl SumMap for Heaps {
    fn outcome(&self, sum: &[Term]) -> Option<Outcome> {
        match sum {
            [] => Some(Outcome::N),
            [Term { ruleset: 0, component: Component::Heap(heap) }] => {
                let recorded = self.has(*heap, NEEDED) && !self.has(*heap, ENDED);
                recorded.then(|| if self.has(*heap, LOST) { Outcome::P } else { Outcome::N })
            }
            _ => None,
        }
    }

    fn count(&self) -> u64 {
        1 + self.0.iter().filter(|&facts| facts & NEEDED != 0 && facts & ENDED == 0).count() as u64
    }

    fn each(&self, visit: &mut dyn FnMut(&Vec<Term>, Outcome) -> ControlFlow<()>) {
        let single = |heap| vec![Term { ruleset: 0, component: Component::Heap(heap) }];
        let mut all = std::iter::once(Vec::new()).chain((0..self.0.len() as u64).map(single));
        let _ = all.try_for_each(|sum| match self.outcome(&sum) {
            Some(outcome) => visit(&sum, outcome),
            None => ControlFlow::Continue(()),
        });
    }
}
