//! Products of two games on heaps, by the Tartan theorem: the value of a pair is the nim product of
//! the values of its heaps.
//!
//! Method: the values of both games, each by a closed form or by a table from the definition, and
//! one nim product for each pair (Conway, On Numbers and Games, chapter 13).
//!
//! Example, `product: nim times take 1 or 2` at (2, 5): the values are 2 and 5 mod 3 = 2, and
//! 2 ⊗ 2 = 3.
//!
//! Cost: that of both tables.
//! Limits: normal play, heaps up to 2^24 of games without a closed form.

use grundy_cert::{
    Answer, Claim, Factor, Product, Solution,
    closed_form::{self, ClosedForm},
};
use grundy_core::{Fault, Nimber};
use grundy_games::{Component, Convention, HeapRules, ProductRules, Query, Question, Ruleset};

use super::table;
use crate::{
    solver::{Estimate, Refusal, Scope, Solver, accepted},
    support::budget::{Budget, Stopped},
};

/// The solver. Reads each pair off the values of its two heaps.
pub struct Products;

/// The largest heap of a table. At eight bytes a value, 128 MiB for each of the two games.
const LARGEST: u64 = 1 << 24;

impl Solver for Products {
    fn name(&self) -> &'static str {
        "product"
    }

    fn scope(&self) -> Scope {
        Scope { conventions: &[Convention::Normal], questions: &[Question::ValueAndMoves, Question::Outcome] }
    }

    fn assess(&self, query: &Query) -> Result<Estimate, Refusal> {
        let rules = product(query)?;
        let mut all = Estimate::default();
        for (at, rules) in rules.factors.iter().enumerate() {
            let largest = largest(query, at);
            if closed_form(rules, query, at).is_some() {
                continue;
            }
            if largest > LARGEST {
                return Err(format!(
                    "the values of the heaps up to {largest} would be a table, and no closed form gives them"
                )
                .into());
            }
            let own = table::estimate_of(rules, largest);
            all.positions += own.positions;
            all.bytes += own.bytes;
            all.nanoseconds += own.nanoseconds;
        }
        all.nanoseconds += 1e3;
        Ok(all)
    }

    fn solve(&self, query: &Query, budget: &mut Budget) -> Result<Solution, Stopped> {
        let rules = accepted(product(query))?;
        let mut factor = |at: usize| match closed_form(&rules.factors[at], query, at) {
            Some(form) => Ok(Factor::Law(form)),
            None => table::values(&rules.factors[at], largest(query, at), budget)
                .map(Factor::Values)
                // The values of one game are none of pairs.
                .map_err(|stopped| Stopped { known: Vec::new(), ..stopped }),
        };
        let product = Product { factors: [factor(0)?, factor(1)?] };
        let value = |component: &Component| match component {
            Component::Pair(pair) => product.of(rules, *pair),
            _ => None,
        };
        let sum: Option<Nimber> = query.position.iter().map(|term| value(&term.component)).sum();
        let value = sum.ok_or_else(|| Fault("a component is no pair of heaps".into()))?;
        let answer = match query.question {
            Question::Outcome => Answer::Outcome(value.outcome()),
            _ => Answer::Value(value),
        };
        Ok(Solution { answer, claims: vec![Claim::Product(Box::new(product))] })
    }
}

/// Returns the rules of the query; refuses other games.
fn product(query: &Query) -> Result<&ProductRules, Refusal> {
    let [Ruleset::Product(rules)] = &query.rulesets[..] else { return Err("only for products of games".into()) };
    Ok(rules)
}

/// The sizes of the heaps of one game.
fn sizes(query: &Query, at: usize) -> impl Iterator<Item = u64> {
    query.position.iter().filter_map(move |term| match term.component {
        Component::Pair(pair) => Some(pair[at]),
        _ => None,
    })
}

/// Returns the largest heap of one game of the pairs.
fn largest(query: &Query, at: usize) -> u64 {
    sizes(query, at).max().unwrap_or(0)
}

/// A closed form that gives the value of each heap of the query.
fn closed_form(rules: &HeapRules, query: &Query, at: usize) -> Option<&'static dyn ClosedForm> {
    let ruleset = Ruleset::Heap(rules.clone());
    let fits = |form: &&dyn ClosedForm| {
        !form.is_outcome()
            && form.is_about(&ruleset, Convention::Normal)
            && sizes(query, at).all(|size| form.value(&ruleset, &Component::Heap(size)).is_some())
    };
    closed_form::ALL.into_iter().find(fits)
}
