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
        let mut heaps = MisereHeaps(Vec::with_capacity(largest as usize + 1), 0, u64::MAX);
        match heaps.fill(rules, largest, budget) {
            // Play may never come to the heap with the fault.
            Err(Stopped { reason: Reason::Fault(_), .. }) if !is_table => {
                heaps.0.clear();
                heaps.fill_reached(rules, largest, budget)?;
            }
            filled => filled?,
        }
        let answer = match is_table {
            true => Answer::Outcomes(heaps.all(budget)?),
            false => {
                heaps.mark_needed(rules, largest, budget)?;
                Answer::Outcome(outcome(heaps.0[largest as usize]))
            }
        };
        Ok(Solution { answer, claims: vec![Claim::Outcomes(Sums::of(Arc::new(Proof::of(heaps, budget)?)))] })
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
    let mut heaps = MisereHeaps(Vec::new(), 0, LOOKED);
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

/// So many heaps are looked at between two looks at the clock.
const BLOCK: usize = 1 << 12;

/// Who wins a heap with these facts.
fn outcome(facts: u8) -> Outcome {
    if facts & LOST != 0 { Outcome::P } else { Outcome::N }
}

/// What is known of the heaps from 0 on, the number of options that were looked at, and how many of
/// them may be.
struct MisereHeaps(Vec<u8>, u64, u64);

impl MisereHeaps {
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

    /// Returns who wins each heap, for a proof that needs all of them.
    fn all(&mut self, budget: &mut Budget) -> Result<Vec<Outcome>, Stopped> {
        budget.hold(self.0.len() as u64)?;
        let mut outcomes = Vec::with_capacity(self.0.len());
        for block in self.0.chunks_mut(BLOCK) {
            budget.charge(BLOCK as u32)?;
            outcomes.extend(block.iter().copied().map(outcome));
            block.iter_mut().for_each(|facts| *facts |= NEEDED);
        }
        Ok(outcomes)
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

/// The heaps that a proof needs, from those up to one.
struct Proof {
    /// The facts of each heap.
    facts: Vec<u8>,
    /// The first and the last heap of each run of blocks in which the proof needs a heap.
    blocks: Vec<(usize, usize)>,
    /// The number of sums: the empty one, and the heaps that are needed and have a move.
    sums: u64,
}

impl Proof {
    /// Returns the proof with the heaps that are marked as needed.
    fn of(MisereHeaps(facts, ..): MisereHeaps, budget: &mut Budget) -> Result<Proof, Stopped> {
        let (mut blocks, mut sums): (Vec<(usize, usize)>, u64) = (Vec::new(), 1);
        for (at, block) in facts.chunks(BLOCK).enumerate() {
            budget.charge(BLOCK as u32)?;
            let needed = block.iter().filter(|&&facts| is_needed(facts)).count() as u64;
            if needed == 0 {
                continue;
            }
            sums += needed;
            let (first, end) = (at * BLOCK, at * BLOCK + block.len());
            match blocks.last_mut().filter(|(_, last)| *last == first) {
                Some((_, last)) => *last = end,
                None => {
                    budget.hold(size_of::<(usize, usize)>() as u64)?;
                    blocks.push((first, end));
                }
            }
        }
        Ok(Proof { facts, blocks, sums })
    }
}

/// Whether the proof has a sum for a heap with these facts: in normal form, a heap without moves is
/// left out.
fn is_needed(facts: u8) -> bool {
    facts & NEEDED != 0 && facts & ENDED == 0
}

impl SumMap for Proof {
    fn outcome(&self, sum: &[Term]) -> Option<Outcome> {
        match sum {
            [] => Some(Outcome::N),
            [Term { ruleset: 0, component: Component::Heap(heap) }] => {
                let facts = self.facts.get(usize::try_from(*heap).ok()?).copied();
                facts.filter(|&facts| is_needed(facts)).map(outcome)
            }
            _ => None,
        }
    }

    fn count(&self) -> u64 {
        self.sums
    }

    /// Blocks without a sum are left out, so that there are few heaps between two visits.
    fn each(&self, visit: &mut dyn FnMut(&Vec<Term>, Outcome) -> ControlFlow<()>) {
        let heaps = self.blocks.iter().flat_map(|&(first, end)| first..end).filter(|&heap| is_needed(self.facts[heap]));
        let sums = heaps.map(|heap| {
            (vec![Term { ruleset: 0, component: Component::Heap(heap as u64) }], outcome(self.facts[heap]))
        });
        let _ = std::iter::once((Vec::new(), Outcome::N)).chain(sums).try_for_each(|(sum, won)| visit(&sum, won));
    }
}
