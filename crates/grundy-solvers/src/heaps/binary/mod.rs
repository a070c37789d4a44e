//! Values and outcomes of heaps of any size, by finite automata that read sizes in binary.
//!
//! Values of small heaps come from the plain meaning (`sample.rs`). If their relation with the
//! sizes looks regular, `learn.rs` returns the automaton, and the check of the claim decides
//! whether it is right for all sizes. Larger samples follow until the check accepts or the time of
//! the attempt is up. Where values have no small automaton, the set of lost heaps may have one.
//!
//! Example: in `n -> n-1, n -> 3 of (n/2) where n % 2 = 0 where n > 0`, the value of an even heap
//! above 4 is the first of the numbers 0, 1, 2 that neither option has; nine states recognise it.
//!
//! Cost: at most the time of the attempt; then 64 steps for any heap. Limits: rules whose sizes are
//! linear, with quotients and remainders by numbers, and values or lost heaps that are regular.

mod learn;
mod sample;
#[cfg(test)]
mod tests;

use std::{sync::Arc, time::Duration};

use grundy_cert::{Answer, Binary, Claim, Meaning, Repetition, Shape, Solution, Verdict};
use grundy_core::{Fault, Nimber};
use grundy_games::{Component, Convention, Query, Question, Ruleset};

use crate::{
    solver::{Estimate, Refusal, Scope, Solver},
    support::{
        budget::{Budget, Reason, Stopped},
        repeats::{Repeat, repeats},
    },
};
use learn::learn;
use sample::Sample;

/// The solver: learns automata and reads values off them.
pub struct Relations;

/// The most time of an attempt.
const MOST_TIME: Duration = Duration::from_millis(700);

/// Heaps whose sizes are all below this are left to tables.
const SMALL: u64 = 1000;

/// The heaps whose values suggest how they repeat.
const REPEATED: u64 = 1 << 11;

/// To read a value off an automaton costs as much as so many cheap steps.
const VALUE: u32 = 256;

/// Why games with a theorem on periods, and without growth that is known, are refused.
const PERIODIC: &str = "a period is sought for games of this form";

/// The digits of the sizes of samples, for one size, two, three or more.
const DIGITS: [&[u32]; 3] = [&[7, 9, 11, 12], &[4, 5, 6, 7], &[2, 3, 4, 5, 6]];

impl Solver for Relations {
    fn name(&self) -> &'static str {
        "binary"
    }

    fn scope(&self) -> Scope {
        let questions = &[Question::ValueAndMoves, Question::Value, Question::Outcome];
        Scope { conventions: &[Convention::Normal], questions }
    }

    fn assess(&self, query: &Query) -> Result<Estimate, Refusal> {
        let [ruleset @ (Ruleset::Heap(_) | Ruleset::Typed(_))] = &query.rulesets[..] else {
            return Err("only for one game on heaps".into());
        };
        let is_large = |component: &Component| match component {
            Component::Heap(size) => *size >= SMALL,
            Component::Typed(heap) => heap.sizes.iter().any(|&size| size >= SMALL),
            _ => false,
        };
        if !query.position.iter().any(|term| is_large(&term.component)) {
            return Err("no heap is large".into());
        }
        Binary::kinds_of(ruleset)?;
        // An automaton of values that repeat has more states than the period.
        match Shape::of(ruleset) {
            Ok(Shape::Subtraction(_) | Shape::AllBut(_)) => return Err(PERIODIC.into()),
            Ok(Shape::Breaking(game)) if game.most_parts() <= 2 => return Err(PERIODIC.into()),
            _ => {}
        }
        let positions = 2f64.powi(14);
        Ok(Estimate { positions, bytes: 64.0 * positions, nanoseconds: MOST_TIME.as_nanos() as f64 })
    }

    fn is_attempt(&self) -> bool {
        true
    }

    fn patience(&self) -> Option<f64> {
        Some(0.25)
    }

    fn solve(&self, query: &Query, budget: &mut Budget) -> Result<Solution, Stopped> {
        let mut attempt = budget.attempt(MOST_TIME);
        let found = find(query, &mut attempt);
        budget.attempted(&attempt);
        match found {
            // The time of the attempt, where that of the question is not up.
            Err(stopped) if stopped.reason == Reason::Time && budget.poll().is_ok() => Err(none()),
            found => found,
        }
    }
}

/// The claim about the game of a query, and the answer that it gives.
fn find(query: &Query, budget: &mut Budget) -> Result<Solution, Stopped> {
    let [ruleset] = &query.rulesets[..] else { return Err(none()) };
    let outcome = query.question == Question::Outcome && query.position.len() == 1;
    let meanings = if outcome { &[Meaning::Values, Meaning::Lost][..] } else { &[Meaning::Values] };
    let claim = relations(ruleset, meanings, budget)?.ok_or_else(none)?;
    let answer = answer(query, ruleset, &claim).ok_or_else(none)?;
    Ok(Solution { answer, claims: vec![Claim::Binary(Arc::new(claim))] })
}

/// Returns a claim about all heaps of a game that the check accepts, with one of these meanings:
/// those before others where both are found at the same sizes. `None` if none is found; heaps of
/// several kinds or sizes have shorter samples, so that the search ends by itself.
///
/// # Errors
///
/// The limits, or a fault of the rules; automata cannot read the rules.
pub fn relations(ruleset: &Ruleset, meanings: &[Meaning], budget: &mut Budget) -> Result<Option<Binary>, Stopped> {
    let kinds = Binary::kinds_of(ruleset).map_err(|why| Fault(why.into()))?;
    let leaves_one = Binary::leaves_one(ruleset);
    let most = kinds.iter().map(|(_, arity)| *arity).max().unwrap_or(1);
    for &digits in DIGITS[most.clamp(1, DIGITS.len()) - 1] {
        let Some(sample) = Sample::of(ruleset, &kinds, digits, budget)? else { return Ok(None) };
        for &meaning in meanings.iter().filter(|&&meaning| meaning == Meaning::Values || leaves_one) {
            let found = claim(ruleset, &sample, meaning, budget)?;
            if found.is_some() {
                return Ok(found);
            }
        }
    }
    Ok(None)
}

/// From which size on, and how, the values of the heaps of each kind repeat: what the values of
/// small heaps suggest, and the automaton decides. `None` for kinds of other values.
///
/// # Errors
///
/// The limits.
pub fn repetitions(claim: &Binary, budget: &mut Budget) -> Result<Vec<Option<Repetition>>, Stopped> {
    (0..claim.kinds.len()).map(|kind| repetition(claim, kind, budget)).collect()
}

/// How the values of a kind repeat, with the least period that is found.
fn repetition(claim: &Binary, kind: usize, budget: &mut Budget) -> Result<Option<Repetition>, Stopped> {
    let mut values = Vec::new();
    for size in 0..REPEATED {
        budget.charge(VALUE)?;
        let Some(value) = claim.of_kind(kind, size) else { return Ok(None) };
        values.push(i128::from(value));
    }
    // Where values grow by as much in each period, their differences repeat.
    let steps: Vec<i128> = values.windows(2).map(|pair| pair[1] - pair[0]).collect();
    let most_bytes = budget.most_bytes().saturating_sub(budget.progress().bytes);
    let mut stated = None;
    repeats(&steps, |Repeat { start, period, .. }| {
        budget.poll()?;
        let end = (start + period) as usize;
        if end as u64 + period > steps.len() as u64 {
            return Ok(false);
        }
        let Ok(saltus) = u64::try_from(values[end] - values[start as usize]) else { return Ok(false) };
        let repetition = Repetition { preperiod: start, period, saltus };
        let holds = claim.repeats(kind, repetition, most_bytes, &mut || !budget.is_over());
        stated = holds.then_some(repetition);
        Ok::<bool, Stopped>(holds)
    })?;
    Ok(stated)
}

/// A claim that fits the sample and that the check accepts.
fn claim(ruleset: &Ruleset, sample: &Sample, meaning: Meaning, budget: &mut Budget) -> Result<Option<Binary>, Stopped> {
    for depth in 1..sample.digits {
        let mut kinds = Vec::new();
        for (at, (name, _)) in sample.kinds.iter().enumerate() {
            let mut found = None;
            for depth in depth..sample.digits {
                found = learn(sample, at, meaning, depth, budget)?;
                if found.is_some() {
                    break;
                }
            }
            let Some(found) = found else { return Ok(None) };
            kinds.push((Arc::clone(name), found));
        }
        let most_bytes = budget.most_bytes().saturating_sub(budget.progress().bytes);
        let mut go_on = || !budget.is_over();
        let Some(claim) = Binary::of(meaning, kinds, &mut go_on) else { break };
        if claim.verify(ruleset, most_bytes, &mut go_on) == Ok(Verdict::Verified) {
            return Ok(Some(claim));
        }
        budget.poll()?;
    }
    Ok(None)
}

/// The answer that the claim gives. `None` if the automaton does not give it.
fn answer(query: &Query, ruleset: &Ruleset, claim: &Binary) -> Option<Answer> {
    let value = |component| claim.value_of(ruleset, component);
    if query.question == Question::Outcome
        && let [term] = &query.position[..]
    {
        return claim.outcome_of(ruleset, &term.component).map(Answer::Outcome);
    }
    let total = query.position.iter().map(|term| value(&term.component)).sum::<Option<Nimber>>()?;
    Some(if query.question == Question::Outcome { Answer::Outcome(total.outcome()) } else { Answer::Value(total) })
}

/// The end of an attempt that found nothing.
fn none() -> Stopped {
    Stopped::from(Fault("no automaton was found for the values of the heaps".into()))
}
