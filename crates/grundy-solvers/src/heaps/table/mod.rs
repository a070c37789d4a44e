//! Tables of heaps: the value of every heap from 0 up to the largest one.
//!
//! Method: the definition, in ascending order, which is sound because every move of a heap game
//! leaves smaller heaps (the rules check that at each expansion). There are two solvers: one for
//! finite subtraction sets (S. W. Golomb, *A mathematical investigation of games of "take-away"*,
//! 1966), and one for all other rules of plain heaps.
//!
//! Example, take 1 or 3 counters:
//!
//! 1. Heap 0 has no options and value 0.
//! 2. Heap 1 has the option 0, so its value is mex {0} = 1.
//! 3. Heap 2 has the option 1, so its value is mex {1} = 0.
//! 4. Heap 3 has the options 2 and 0, both of value 0, so its value is 1.
//!
//! Cost: one lookup per option and heap, 8 bytes per heap; a subtraction set of s amounts costs s
//! lookups per heap, and one byte per heap where fewer than 64 amounts are taken from large heaps.
//! Limits: normal play, plain heaps up to 2^34, and for `subtraction` at most 2^22 amounts.

use std::{ops::ControlFlow, sync::Arc};

use grundy_cert::{Answer, Claim, Solution, ValueMap};
use grundy_core::{Fault, Game, MexSet, Nimber, Visit};
use grundy_games::{AmountSet, Component, Convention, HeapMove, HeapRules, Query, Question, Ruleset};
use grundy_simd::Level;

use crate::{
    solver::{Estimate, Refusal, Scope, Solver, accepted},
    support::budget::{Budget, Reason, Stopped},
};

mod amounts;
mod reached;

/// The solver that expands each heap.
pub struct Heap;

/// The solver for subtraction sets, up to the largest heap.
pub struct Subtraction;

/// The largest heap of a table; larger ones are refused.
const LARGEST: u64 = 1 << 34;

const SCOPE: Scope =
    Scope { conventions: &[Convention::Normal], questions: &[Question::ValueAndMoves, Question::Table] };

impl Solver for Heap {
    fn name(&self) -> &'static str {
        "heap"
    }

    fn scope(&self) -> Scope {
        SCOPE
    }

    fn assess(&self, query: &Query) -> Result<Estimate, Refusal> {
        let (rules, largest) = heaps(query)?;
        Ok(estimate_of(rules, largest))
    }

    fn solve(&self, query: &Query, budget: &mut Budget) -> Result<Solution, Stopped> {
        let (rules, largest) = accepted(heaps(query))?;
        if query.question != Question::Table && has_fault(rules, largest, budget)? {
            return reached::solve(query, rules, budget);
        }
        let mut seen = MexSet::new();
        let before = budget.progress().bytes;
        let filled = fill(
            query,
            largest,
            |_| Ok(Vec::new()),
            budget,
            |heap, values, budget| expand(rules, &mut seen, heap, values, budget),
        );
        match filled {
            // Play may never come to the heap with the fault.
            Err(Stopped { reason: Reason::Fault(_), .. }) if query.question != Question::Table => {
                budget.release(budget.progress().bytes - before);
                reached::solve(query, rules, budget)
            }
            filled => filled,
        }
    }
}

impl Solver for Subtraction {
    fn name(&self) -> &'static str {
        "subtraction"
    }

    fn scope(&self) -> Scope {
        SCOPE
    }

    fn assess(&self, query: &Query) -> Result<Estimate, Refusal> {
        let (rules, largest) = heaps(query)?;
        let amounts = count_of_amounts(rules, largest)?;
        // A guess of whether there are blocks: the amounts themselves are not listed yet.
        let each = if amounts >= 128.0 { 0.3 } else { 1.5 };
        let estimate = estimate(largest, each * amounts + 4.0);
        let bytes = if is_small(query, largest, amounts) { estimate.positions } else { estimate.bytes };
        // The digits and bits of blocks.
        let blocks = if amounts >= 32.0 { 2.0 * estimate.positions + 8.0 * amounts } else { 0.0 };
        Ok(Estimate { bytes: bytes + 8.0 * amounts + blocks, ..estimate })
    }

    fn solve(&self, query: &Query, budget: &mut Budget) -> Result<Solution, Stopped> {
        let (rules, largest) = accepted(heaps(query))?;
        let amounts = amounts(rules, largest, budget)?;
        if is_small(query, largest, amounts.len() as f64) {
            return small(query, largest, &amounts, budget);
        }
        let begin = |budget: &mut Budget| match has_blocks(&amounts) {
            true => amounts::values(largest, &amounts, Level::best(), budget),
            false => Ok(Vec::new()),
        };
        let mut seen = MexSet::new();
        fill(query, largest, begin, budget, |heap, values, budget| {
            let fitting = &amounts[..amounts.partition_point(|&amount| amount <= heap)];
            budget.charge(1 + fitting.len() as u32 / 16)?;
            seen.clear();
            fitting.iter().for_each(|amount| seen.insert(values[(heap - amount) as usize]));
            Ok(seen.mex())
        })
    }
}

/// Whether a fault comes up before the first options of a heap: then no table of smaller heaps is
/// of use.
fn has_fault(rules: &HeapRules, heap: u64, budget: &mut Budget) -> Result<bool, Stopped> {
    let mut left = 64;
    let walked = rules.walk(&heap, |step| {
        if let Some(parts) = step.option(|steps| budget.charge(steps).map_err(Looked::Stopped))? {
            budget.charge(parts.len() as u32).map_err(Looked::Stopped)?;
            left -= 1;
        }
        if left > 0 { Ok(()) } else { Err(Looked::Enough) }
    });
    match walked {
        Ok(()) | Err(Looked::Enough) => Ok(false),
        Err(Looked::Fault) => Ok(true),
        Err(Looked::Stopped(stopped)) => Err(stopped),
    }
}

/// Why a look at the options of a heap ends.
enum Looked {
    /// What was looked for is found.
    Enough,
    /// The rules have a fault at the heap.
    Fault,
    Stopped(Stopped),
}

impl From<Fault> for Looked {
    fn from(_: Fault) -> Looked {
        Looked::Fault
    }
}

/// The price of a table by the definition.
pub(super) fn estimate_of(rules: &HeapRules, largest: u64) -> Estimate {
    let options = options_of(rules, largest);
    let each = nanoseconds_of(rules) * (options / 2.0).max(1.0) + 10.0;
    estimate(largest, each + nanoseconds_of_sets(rules))
}

/// The values of the heaps up to `largest`, by the definition.
pub(super) fn values(rules: &HeapRules, largest: u64, budget: &mut Budget) -> Result<Vec<Nimber>, Stopped> {
    let mut seen = MexSet::new();
    listed(largest, Vec::new(), budget, |heap, values, budget| expand(rules, &mut seen, heap, values, budget))
}

/// The value of a heap, with those of all smaller ones.
fn expand(
    rules: &HeapRules,
    seen: &mut MexSet,
    heap: u64,
    values: &[Nimber],
    budget: &mut Budget,
) -> Result<Nimber, Stopped> {
    seen.clear();
    rules.walk(&heap, |step| {
        let Some(parts) = step.option(|steps| budget.charge(steps))? else { return Ok(()) };
        budget.tick()?;
        seen.insert(parts.iter().map(|&part| values[part as usize]).sum());
        Ok::<(), Stopped>(())
    })?;
    Ok(seen.mex())
}

/// From this heap on, values below 64 are kept as bytes.
const LARGE: u64 = 1 << 22;

/// Whether the values are kept as bytes: they are below 64, and nobody asks for their list.
fn is_small(query: &Query, largest: u64, amounts: f64) -> bool {
    largest >= LARGE && amounts < 64.0 && query.question != Question::Table
}

/// The values of heaps, one byte each.
struct Bytes(Vec<u8>);

impl ValueMap for Bytes {
    fn value(&self, component: &Component) -> Option<Nimber> {
        let Component::Heap(size) = component else { return None };
        self.0.get(usize::try_from(*size).ok()?).map(|&value| Nimber(value.into()))
    }

    fn count(&self) -> u64 {
        self.0.len() as u64
    }

    fn each(&self, visit: &mut dyn FnMut(&Component, Nimber) -> ControlFlow<()>) {
        let mut all = (0..).zip(&self.0);
        let _ = all.try_for_each(|(size, &value)| visit(&Component::Heap(size), Nimber(value.into())));
    }
}

/// Fills a table of bytes; there are fewer than 64 amounts, ascending.
fn small(query: &Query, largest: u64, amounts: &[u64], budget: &mut Budget) -> Result<Solution, Stopped> {
    /// Heaps between two polls.
    const BLOCK: usize = 1 << 14;
    let many = largest as usize + 1;
    budget.hold(many as u64)?;
    let mut values: Vec<u8> = Vec::with_capacity(many);
    while values.len() < many {
        budget.poll()?;
        let end = many.min(values.len() + BLOCK);
        let block = (end - values.len()) as u64;
        for heap in values.len()..end {
            let fitting = amounts.iter().take_while(|&&amount| amount <= heap as u64);
            let seen = fitting.fold(0u64, |seen, &amount| seen | 1 << values[heap - amount as usize]);
            values.push(seen.trailing_ones() as u8);
        }
        budget.solved(block)?;
    }
    let known = Bytes(values);
    let sum: Option<Nimber> = query.position.iter().map(|term| known.value(&term.component)).sum();
    let value = sum.ok_or_else(|| Fault("a component is no heap of the table".into()))?;
    Ok(Solution { answer: Answer::Value(value), claims: vec![Claim::Positions(Arc::new(known))] })
}

/// Returns the rules and the largest heap of a query about plain heaps; refuses other queries.
fn heaps(query: &Query) -> Result<(&HeapRules, u64), Refusal> {
    let [Ruleset::Heap(rules)] = &query.rulesets[..] else { return Err("only for plain heaps".into()) };
    if query.question == Question::Table && query.table_end().is_none() {
        return Err("a table goes up to one heap".into());
    }
    let sizes = query.position.iter().map(|term| match term.component {
        Component::Heap(size) => size,
        _ => 0,
    });
    let largest = sizes.max().unwrap_or(0);
    if largest > LARGEST {
        return Err(format!(
            "the table would need {:.1e} bytes, one value for each heap up to {largest}",
            8.0 * largest as f64
        )
        .into());
    }
    Ok((rules, largest))
}

/// Returns about how many amounts may be taken from the heaps up to `largest`; refuses other rules
/// than subtraction sets.
fn count_of_amounts(rules: &HeapRules, largest: u64) -> Result<f64, Refusal> {
    const MOST: f64 = (1 << 22) as f64;
    let sets = rules.subtraction().ok_or("only for games of taking amounts from a set")?;
    if sets.iter().any(|set| set.contains(0)) {
        return Err("a move may take nothing".into());
    }
    let heaps = largest as f64;
    let count = |kind: &AmountSet| match kind {
        AmountSet::Span(span) => (span.to.map_or(heaps, |to| heaps.min(to as f64)) - span.from as f64 + 1.0).max(0.0),
        AmountSet::Any => heaps,
        AmountSet::Odd | AmountSet::Even => heaps / 2.0,
        AmountSet::Prime => 1.3 * heaps / heaps.max(3.0).ln(),
        AmountSet::Square => heaps.sqrt(),
    };
    let amounts: f64 = sets.iter().flat_map(|set| &set.kinds).map(count).sum();
    if amounts > MOST {
        return Err(format!("over {MOST} amounts may be taken").into());
    }
    Ok(amounts)
}

/// Whether blocks of heaps are faster than one heap after another.
fn has_blocks(amounts: &[u64]) -> bool {
    amounts.len() >= 32 && amounts.len() >= 2 * amounts.partition_point(|&amount| amount < 64)
}

/// Returns the amounts that may be taken from the heaps up to `largest`, ascending.
fn amounts(rules: &HeapRules, largest: u64, budget: &mut Budget) -> Result<Vec<u64>, Stopped> {
    let mut all = Vec::new();
    for set in rules.subtraction().unwrap_or_default() {
        for amount in set.up_to(largest) {
            budget.charge(16)?;
            budget.hold(8)?;
            all.push(amount);
        }
    }
    all.sort_unstable();
    all.dedup();
    Ok(all)
}

/// The time in nanoseconds that the numbers of long lists of amounts take at each heap.
fn nanoseconds_of_sets(rules: &HeapRules) -> f64 {
    let long = rules.moves.iter().map(|kind| match kind {
        HeapMove::Take(take) if take.amounts.kinds.len() >= 32 => take.amounts.kinds.len(),
        _ => 0,
    });
    long.sum::<usize>() as f64 * 100.0
}

/// The time of an option in nanoseconds: arrows are interpreted, and three or more parts are found
/// one by one.
pub(super) fn nanoseconds_of(rules: &HeapRules) -> f64 {
    let each = rules.moves.iter().map(|kind| match kind {
        HeapMove::General(_) => 75.0,
        HeapMove::Take(take) if take.leaving.to.is_none_or(|most| most > 2) => 12.0,
        HeapMove::Take(_) | HeapMove::Code(_) => 3.0,
    });
    each.fold(3.0, f64::max)
}

/// Returns the number of options of the heap, counted up to a bound, where steps without an option
/// count as a quarter of one; beyond it, the growth of smaller heaps is extrapolated.
fn options_of(rules: &HeapRules, heap: u64) -> f64 {
    const ENOUGH: u64 = 20_000;
    const MOST_WORK: u64 = 1 << 21;
    // An option takes as long as so many steps.
    const STEPS: u64 = 4;
    let mut worked = 0;
    let mut counted = |heap: u64| {
        let (mut count, before) = (0, worked);
        let walked = rules.walk(&heap, |step| {
            match step {
                // Many heaps take longer than an option of one or two.
                Visit::Option(heaps) => count += 1 + heaps.len() as u64 / 4,
                Visit::Work(steps) => worked += u64::from(steps),
            }
            if count < ENOUGH && worked < MOST_WORK { Ok(()) } else { Err(Fault(String::new())) }
        });
        walked.is_ok().then_some((count + (worked - before) / STEPS) as f64)
    };
    if let Some(count) = counted(heap) {
        return count;
    }
    let mut smaller = std::iter::successors(Some(heap / 8), |heap| Some(heap / 8)).take_while(|&heap| heap > 16);
    let found = smaller.find_map(|heap| Some((heap, counted(heap)?)));
    let Some((size, count)) = found else { return (heap as f64).max(ENOUGH as f64) };
    let less = counted(size / 2).unwrap_or(count).max(1.0);
    let growth = (count / less).log2().clamp(0.0, 8.0);
    (count * (heap as f64 / size as f64).powf(growth)).max(ENOUGH as f64)
}

/// Returns the estimate of a table with so many nanoseconds for each heap.
fn estimate(largest: u64, nanoseconds_each: f64) -> Estimate {
    let positions = largest as f64 + 1.0;
    Estimate { positions, bytes: 8.0 * positions, nanoseconds: positions * nanoseconds_each }
}

/// The values of the heaps up to `largest`, the first of which are known and counted; `value` is
/// called for each other one in turn, with the values of all smaller ones.
fn listed(
    largest: u64,
    mut values: Vec<Nimber>,
    budget: &mut Budget,
    mut value: impl FnMut(u64, &[Nimber], &mut Budget) -> Result<Nimber, Stopped>,
) -> Result<Vec<Nimber>, Stopped> {
    let many = largest + 1;
    budget.hold((many - values.len() as u64) * size_of::<Nimber>() as u64)?;
    values.reserve_exact(many as usize - values.len());
    for heap in values.len() as u64..many {
        let next = value(heap, &values, budget).and_then(|next| budget.solved(1).map(|()| next));
        match next {
            Ok(next) => values.push(next),
            Err(stopped) => return Err(Stopped { known: values, ..stopped }),
        }
    }
    Ok(values)
}

/// As [`listed`], with the answer; the first values are those of `begin`.
fn fill(
    query: &Query,
    largest: u64,
    begin: impl FnOnce(&mut Budget) -> Result<Vec<Nimber>, Stopped>,
    budget: &mut Budget,
    value: impl FnMut(u64, &[Nimber], &mut Budget) -> Result<Nimber, Stopped>,
) -> Result<Solution, Stopped> {
    budget.set_work(largest.checked_add(1));
    let values = begin(budget).and_then(|begun| listed(largest, begun, budget, value));
    budget.set_work(None);
    let values = values?;
    let answer = match query.question {
        Question::Table => Answer::Values(values.clone()),
        Question::ValueAndMoves | Question::Value | Question::Outcome => {
            let value = |component: &Component| match component {
                Component::Heap(size) => values[*size as usize],
                _ => Nimber::ZERO,
            };
            Answer::Value(query.position.iter().map(|term| value(&term.component)).sum())
        }
    };
    Ok(Solution { answer, claims: vec![Claim::Values(values)] })
}
