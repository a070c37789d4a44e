//! Games whose values a theorem gives, such as Nim: reads each value off the closed form. Of some
//! games, such as Wythoff's, a theorem gives who wins one heap, and no values.
//!
//! Method: the closed forms of `grundy_cert` ([`ClosedForm`]), of which the book has the proofs.
//!
//! Example, Nim with heaps 3 and 5:
//!
//! 1. By the closed form of Nim, a heap of n has value n.
//! 2. So the heaps have values 3 and 5.
//! 3. The sum has value 3 xor 5 = 6.
//!
//! Cost: constant per component for most forms, for any size up to 2^64 - 1; a table costs as much
//! per heap.
//! Limits: only the rulesets that [`ClosedForm::is_about`] accepts, in the conventions that it
//! names.

use grundy_cert::{
    Answer, Claim, Solution,
    closed_form::{self, ClosedForm},
};
use grundy_core::Nimber;
use grundy_games::{Convention, Query, Question, Term};

use crate::{
    solver::{Estimate, Refusal, Scope, Solver, accepted},
    support::budget::{Budget, Stopped},
};

/// The solver: reads values off a [`ClosedForm`].
pub struct ClosedForms;

impl Solver for ClosedForms {
    fn name(&self) -> &'static str {
        "closed-form"
    }

    fn scope(&self) -> Scope {
        Scope {
            conventions: &[Convention::Normal, Convention::Misere],
            questions: &[Question::ValueAndMoves, Question::Outcome, Question::Table],
        }
    }

    fn assess(&self, query: &Query) -> Result<Estimate, Refusal> {
        let form = form_of(query).ok_or("no closed form gives the values of this game")?;
        if let (Question::Table, Some(to), Some(end)) = (query.question, query.table_end(), form.end())
            && to > end
        {
            return Err(format!("the closed form gives all values up to heap {end} only").into());
        }
        let has_value = |term: &Term| form.has_value(&query.rulesets[term.ruleset], &term.component);
        if query.question == Question::Outcome {
            return match &query.position[..] {
                _ if !form.decides_more() => Err("the closed form gives values, which decide who wins".into()),
                [term] if !form.is_outcome() && has_value(term) => {
                    Err("the closed form gives values, which decide who wins".into())
                }
                [term] if form.outcome(&query.rulesets[term.ruleset], &term.component).is_some() => {
                    Ok(Estimate { nanoseconds: 1e3, ..Estimate::default() })
                }
                [_] => Err("the closed form does not reach this position".into()),
                _ => Err("the closed form gives only who wins one heap: ask for the outcome alone".into()),
            };
        }
        if form.is_outcome() {
            return Err("the closed form gives only who wins one heap: ask for the outcome alone".into());
        }
        let reaches = match query.convention {
            Convention::Normal => query.position.iter().all(has_value),
            Convention::Misere => form.misere_outcome(&query.rulesets[0], &query.position).is_some(),
        };
        if !reaches {
            return Err("the closed form does not reach this position".into());
        }
        if query.question == Question::Table && query.table_end().is_none() {
            return Err("a table goes up to one heap".into());
        }
        let heaps = if query.question == Question::Table { query.table_end().unwrap_or(0) as f64 + 1.0 } else { 0.0 };
        let bytes = heaps * size_of::<Nimber>() as f64;
        Ok(Estimate { positions: heaps, bytes, nanoseconds: query.position.len() as f64 + 4.0 * heaps })
    }

    fn solve(&self, query: &Query, budget: &mut Budget) -> Result<Solution, Stopped> {
        let form = accepted(form_of(query).ok_or("no closed form is about the game".into()))?;
        if query.question == Question::Table {
            let heaps = query.table_end().unwrap_or(0).saturating_add(1);
            budget.hold(heaps.saturating_mul(size_of::<Nimber>() as u64))?;
        }
        let claims = vec![Claim::ClosedForm(form)];
        let read = Solution { answer: Answer::Value(Nimber::ZERO), claims };
        let answer = match query.question {
            Question::Table => table(query, &read, budget)?,
            _ => read.read_answer(query).expect("a closed form has the value of every component of its ruleset"),
        };
        Ok(Solution { answer, ..read })
    }
}

/// Returns the values, or in misère play the outcomes, of the entries of the table; polls the
/// budget.
fn table(query: &Query, solution: &Solution, budget: &mut Budget) -> Result<Answer, Stopped> {
    let (mut values, mut outcomes) = (Vec::new(), Vec::new());
    for component in query.table_entries() {
        budget.tick()?;
        match query.convention {
            Convention::Normal => {
                let value = solution.value(query, 0, &component);
                values.push(value.expect("a closed form has the value of every heap"));
            }
            Convention::Misere => {
                let outcome = solution.outcome(query, &[Term { ruleset: 0, component }]);
                outcomes.push(outcome.expect("a closed form has the outcome of every heap"));
            }
        }
    }
    Ok(match query.convention {
        Convention::Normal => Answer::Values(values),
        Convention::Misere => Answer::Outcomes(outcomes),
    })
}

/// Returns the first closed form of the query's only ruleset under its convention.
fn form_of(query: &Query) -> Option<&'static dyn ClosedForm> {
    let [ruleset] = &query.rulesets[..] else { return None };
    closed_form::of_rules(ruleset, query.convention)
}
