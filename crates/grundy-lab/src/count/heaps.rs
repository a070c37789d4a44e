//! Heaps: single ones by a table of values, and sums of this many heaps by the xor of their values.
//!
//! The sums with n counters are the partitions of n into this many parts. They are counted by the
//! number of parts, the counters and the xor of the values of the parts, part size by part size.
//! Cost: for sums of k heaps with n counters, n * n * k additions for each nim sum that may occur.
//!
//! *Example.* Of single heaps the values are counted as they are; of sums of two, each pair of
//! sizes counts once.

use std::collections::BTreeMap;

use grundy::{
    Answer, Budget, Component, Convention, Declaration, Error, Nimber, Outcome, ProofQuery, Query, Question, Run,
    Status, Stopped,
    cert::Period,
    proof::{Finding, Recurrence},
};
use num_bigint::BigUint;
use num_traits::Zero;

use super::{Count, CountQuery, Method, Tally, UNCHECKED, counted, steps};
use crate::positions::Positions;

/// Single heaps: the one of this size, or all up to it.
pub(super) fn single(run: &Run, rules: &Declaration, query: &CountQuery) -> Result<Count, Error> {
    let one = BigUint::from(1u8);
    let mut total = Tally::default();
    if !query.up_to {
        let question = match rules.convention {
            Convention::Normal => Question::Value,
            Convention::Misere => Question::Outcome,
        };
        let solved = run.solve(Query::new(rules, vec![Component::Heap(query.size)], question))?;
        match solved.value() {
            Some(value) => total.add(value.0, &one),
            None => total.add_outcome(solved.outcome() == Some(Outcome::P), &one),
        }
        return Ok(Count { sizes: Vec::new(), total, method: Method::List, status: solved.status });
    }
    if query.losing
        && let Some((found, status)) = run.lost_heaps(rules, query.size)?
    {
        total.positions = BigUint::from(query.size) + 1u8;
        total.losing = found.lost.len().into();
        return Ok(Count { sizes: Vec::new(), total, method: Method::Sieve, status });
    }
    let mut counts: BTreeMap<u64, u128> = BTreeMap::new();
    let status = if Run::is_long_table(rules, query.size, false) {
        let table = run.long_table(rules, query.size, None)?;
        let mut budget = run.budget();
        let period = table.period().filter(|period| period.saltus == 0 && period.period > 0);
        let by_period = |own: &Period| {
            by_period((own.preperiod, own.period), &|heap| Some(own.value(heap)?.0), query.size, &mut budget)
        };
        match period.map(by_period).transpose()?.flatten() {
            Some(all) => counts = all,
            None => {
                for value in table.values() {
                    budget.tick()?;
                    *counts.entry(value).or_default() += 1;
                }
            }
        }
        table.status
    } else {
        let solved = run.table(rules, query.size, false)?;
        let mut budget = run.budget();
        match &solved.solution.answer {
            Answer::Values(values) => {
                for value in values {
                    budget.tick()?;
                    *counts.entry(value.0).or_default() += 1;
                }
            }
            Answer::Outcomes(outcomes) => {
                for outcome in outcomes {
                    budget.tick()?;
                    total.add_outcome(*outcome == Outcome::P, &one);
                }
            }
            Answer::Value(_) | Answer::Outcome(_) => {}
        }
        solved.status
    };
    counts.into_iter().for_each(|(value, count)| total.add(value, &BigUint::from(count)));
    Ok(Count { sizes: Vec::new(), total, method: Method::Table, status })
}

/// A period of the members of a family is sought among those up to this one.
const PROVED_BY: u64 = 5_000;

/// All members of a family up to a number, by what is proved of their values; `None` if these are
/// not proved to repeat by those of the first 5,000 members.
pub(super) fn members(run: &Run, rules: &Declaration, query: &CountQuery) -> Result<Option<Count>, Error> {
    let proof = match run.prove(rules, &ProofQuery { to: Some(PROVED_BY), ..ProofQuery::default() }) {
        Err(Error::Refused(_)) => return Ok(None),
        found => found?,
    };
    let Some((_, solution)) = &proof.solution else { return Ok(None) };
    let repeats = match proof.finding {
        Finding::Period(Recurrence { preperiod: Some(preperiod), period: Some(period), saltus: 0, .. }) => {
            (preperiod, period)
        }
        // A law gives each value on its own.
        Finding::Law(_) => (query.size.saturating_add(1), 1),
        _ => return Ok(None),
    };
    let value = |number| Some(solution.claims.first()?.value(&rules.ruleset, &rules.ruleset.numbered(number)?)?.0);
    let mut total = Tally::default();
    let Some(counts) = by_period(repeats, &value, query.size, &mut run.budget())? else { return Ok(None) };
    counts.into_iter().for_each(|(value, count)| total.add(value, &BigUint::from(count)));
    Ok(Some(Count { sizes: Vec::new(), total, method: Method::Table, status: proof.status }))
}

/// The numbers of positions from 0 to `end` with each value, where values repeat from a preperiod
/// on with a period, and do not grow. `None` if the values of small ones are not listed.
fn by_period(
    (preperiod, period): (u64, u64),
    value: &dyn Fn(u64) -> Option<u64>,
    end: u64,
    budget: &mut Budget,
) -> Result<Option<BTreeMap<u64, u128>>, Stopped> {
    let mut counts = BTreeMap::new();
    for number in 0..preperiod.saturating_add(period) {
        budget.tick()?;
        let Some(left) = end.checked_sub(number) else { break };
        let times = if number < preperiod { 1 } else { u128::from(left / period) + 1 };
        let Some(value) = value(number) else { return Ok(None) };
        *counts.entry(value).or_default() += times;
    }
    Ok(Some(counts))
}

/// Sums of this many heaps, in normal play.
pub(super) fn sums(run: &Run, positions: &Positions<'_>, query: &CountQuery) -> Result<Count, Error> {
    let heaps = positions.heaps().unwrap_or(1);
    let first = if query.up_to { 0 } else { query.size };
    let mut budget = run.budget();
    budget.hold((query.size - first).saturating_add(1).saturating_mul(size_of::<(u64, Tally)>() as u64))?;
    let mut tallies = Vec::new();
    if u64::from(heaps) > query.size {
        // No heap of a sum is empty.
        for size in first..=query.size {
            budget.tick()?;
            tallies.push((size, Tally::default()));
        }
        return Ok(counted(tallies, Method::Table, UNCHECKED, &mut budget)?);
    }
    let largest = query.size - u64::from(heaps) + 1;
    let (values, status) = values(run, positions.rules(), largest)?;
    let counts = by_xor(&values, (heaps as usize, query.size as usize), first as usize, &mut budget)?;
    for (size, row) in (first..).zip(counts) {
        budget.charge(steps(row.len()))?;
        let mut tally = Tally::default();
        for (value, count) in (0..).zip(&row).filter(|(_, count)| !count.is_zero()) {
            budget.hold(IN_TALLY)?;
            tally.add(value, count);
        }
        tallies.push((size, tally));
    }
    Ok(counted(tallies, Method::Table, status, &mut budget)?)
}

/// The bytes of a number in a tally, besides its digits: its place in a tree, and a small block of
/// memory.
const IN_TALLY: u64 = 64;

/// The values of the heaps from 0 to `largest`.
fn values(run: &Run, rules: &Declaration, largest: u64) -> Result<(Vec<Nimber>, Status), Error> {
    let solved = run.table(rules, largest, false)?;
    match solved.solution.answer {
        Answer::Values(values) => Ok((values, solved.status)),
        Answer::Value(_) | Answer::Outcome(_) | Answer::Outcomes(_) => Ok((Vec::new(), solved.status)),
    }
}

/// For each total from `first` to `size`, the number of sums of this many heaps by their nim sum.
///
/// The parts are taken in ascending order, and a part may be taken again, as in counting change; so
/// each multiset of heaps is counted once. The nim sum of values below a power of two stays below
/// it, which is the width of a row; a row is made when the first sum comes to it.
fn by_xor(
    values: &[Nimber],
    (heaps, size): (usize, usize),
    first: usize,
    budget: &mut Budget,
) -> Result<Vec<Vec<BigUint>>, Stopped> {
    let largest = values.iter().map(|value| value.0).max().unwrap_or(0);
    let width = largest.saturating_add(1).checked_next_power_of_two().unwrap_or(u64::MAX);
    let rows = (size as u64 + 1).saturating_mul(heaps as u64 + 1);
    budget.hold(rows.saturating_mul(size_of::<Vec<BigUint>>() as u64))?;
    let row = width.saturating_mul(size_of::<BigUint>() as u64);
    // There are fewer sums than lists of all heaps but one, and memory comes in blocks.
    let bits = (heaps as u64).saturating_mul(u64::from(size.max(1).ilog2()) + 1);
    let number = 2 * bits.div_ceil(64).max(2) * size_of::<u64>() as u64;
    let mut counts: Vec<Vec<Vec<BigUint>>> = vec![vec![Vec::new(); size + 1]; heaps + 1];
    budget.hold(row)?;
    counts[0][0] = vec![BigUint::ZERO; width as usize];
    counts[0][0][0] = BigUint::from(1u8);
    for (heap, value) in values.iter().enumerate().skip(1) {
        for fewer in 0..heaps {
            // Sums of fewer heaps may have this heap already, so it may occur several times.
            let (before, after) = counts.split_at_mut(fewer + 1);
            let (before, after) = (&before[fewer], &mut after[0]);
            for total in 0..(size + 1).saturating_sub(heap) {
                budget.tick()?;
                if before[total].is_empty() {
                    continue;
                }
                budget.charge(steps(before[total].len()))?;
                let into = &mut after[total + heap];
                if into.is_empty() {
                    budget.hold(row)?;
                    *into = vec![BigUint::ZERO; width as usize];
                }
                let mut new = 0;
                for (xor, count) in before[total].iter().enumerate().filter(|(_, count)| !count.is_zero()) {
                    let cell = &mut into[xor ^ value.0 as usize];
                    new += u64::from(cell.is_zero());
                    *cell += count;
                }
                budget.hold(new * number)?;
            }
        }
    }
    let mut last = counts.pop().unwrap_or_default();
    // A total that no sum has is a row without numbers.
    Ok(last.split_off(first.min(last.len())))
}
