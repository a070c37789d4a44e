//! Declared games of heaps, of one kind or several, with tables over boxes of sizes.
//!
//! The analysis ([`grundy_games::compiled`]) bounds the sizes that come up. The values of all heaps
//! in these boxes are computed in an order in which every option comes before its heap. A rule is
//! run in one of seven ways: along *lines*, where the options of a heap are those of the heap
//! before it and a few more; by *lists* that heaps share, if the loops depend on few of their
//! sizes; by *strides*, where the options lie in the table at equal distances; by *blocks*, where
//! 64 options are the heaps of one block of the table in another order; by *pairs*, where the
//! options are three heaps in all ways; in *batches* of 512, with masks for guards and gathers; or
//! option by option.
//!
//! Example, two heaps of which a move takes any from one, `W(a, b) -> W(a-k, b) for k in 1..a` and
//! the same for b:
//!
//! 1. From W(2, 2) the box has the sizes 0 to 2 twice, nine heaps; W(0, 0) has value 0.
//! 2. Along b, W(0, 1) has the one option W(0, 0): the set of its line is {0}, its value 1.
//! 3. W(0, 2) has that option and a new end, W(0, 1): the set becomes {0, 1}, the value is 2.
//! 4. W(1, 1) is on two lines, with the sets {1} of W(1, 0) and {1} of W(0, 1): the value is 0.
//!
//! It never reports a fault of the rules. Where anything is odd (a heap that is not smaller, a
//! division by zero, a heap outside of its box) it gives up, and the solver after it reports what
//! the plain meaning says.
//!
//! Cost: a byte for each heap of the box, two or four where values need them; a few nanoseconds for
//! each new end of a range on lines, about half of one for each option by strides, a few in
//! batches, a few for each block of 64, and a few for each size of the least of three heaps. If few
//! heaps of a large box come up from the start, the others are left out.

mod claim;
mod fill;
mod lanes;
mod layout;
mod line;
mod memo;
mod pairs;
mod planes;
mod price;
mod quick;
mod reached;
mod seen;
mod segment;
mod sink;
mod table;
#[cfg(test)]
mod tests;
mod walk;

use std::sync::Arc;

use grundy_cert::{Answer, Claim, Solution};
use grundy_core::{Fault, Nimber};
use grundy_games::{Compiled, Component, Convention, Query, Question, Ruleset, Typed};

use crate::{
    solver::{Estimate, Refusal, Scope, Solver},
    support::budget::{Budget, Stopped},
};
use claim::Boxes;
use fill::{Ways, fill};
use layout::TableLayout;

/// Fills tables over boxes of sizes, by compiled rules.
pub struct Dense;

impl Solver for Dense {
    fn name(&self) -> &'static str {
        "dense"
    }

    fn scope(&self) -> Scope {
        let questions = &[Question::ValueAndMoves, Question::Value, Question::Outcome, Question::Table];
        Scope { conventions: &[Convention::Normal], questions }
    }

    fn assess(&self, query: &Query) -> Result<Estimate, Refusal> {
        price::assess(query)
    }

    fn is_attempt(&self) -> bool {
        true
    }

    fn may_end_early(&self, query: &Query) -> bool {
        query.question != Question::Table
            && compiled(query).is_some_and(|game| {
                TableLayout::new(&game, true).is_some_and(|layout| Ways::default().few.fits(&game, &layout))
            })
    }

    fn solve(&self, query: &Query, budget: &mut Budget) -> Result<Solution, Stopped> {
        let before = budget.progress().bytes;
        let solved = solve(query, &Ways::default(), budget);
        if solved.is_err() {
            // Its tables are gone.
            budget.release(budget.progress().bytes - before);
        }
        solved
    }
}

/// The analysis of a query about one game.
fn compiled(query: &Query) -> Option<Compiled> {
    let [ruleset] = &query.rulesets[..] else { return None };
    Compiled::new(ruleset, query.position.iter().map(|term| &term.component))
}

fn solve(query: &Query, ways: &Ways, budget: &mut Budget) -> Result<Solution, Stopped> {
    let game = compiled(query).ok_or_else(odd)?;
    let start = if query.question == Question::Table { &[][..] } else { &query.position };
    let filled = fill(&game, start, ways, budget)?.ok_or_else(odd)?;
    let value = |component: &Component| filled.value(component);
    let sum = || query.position.iter().map(|term| value(&term.component)).sum::<Option<Nimber>>().ok_or_else(odd);
    let answer = match query.question {
        Question::Table => {
            let values = query.table_entries().map(|entry| value(&entry).ok_or_else(odd));
            Answer::Values(values.collect::<Result<_, _>>()?)
        }
        Question::Outcome => Answer::Outcome(sum()?.outcome()),
        Question::Value | Question::ValueAndMoves => Answer::Value(sum()?),
    };
    let claim = match &query.rulesets[..] {
        [Ruleset::Heap(_)] => {
            budget.hold(size_of::<Nimber>() as u64 * filled.layout.entries as u64)?;
            Claim::Values(filled.values().collect())
        }
        _ => {
            budget.hold(filled.layout.entries as u64 / 8)?;
            Claim::Positions(Arc::new(Boxes::new(game, filled, query)))
        }
    };
    Ok(Solution { answer, claims: vec![claim] })
}

/// The values of the heaps of these kinds with one size each, those of one size next to each other,
/// for the sizes below `end`; `None` if only the plain meaning can answer. A kind without rules has
/// no moves. The memory of the tables is released.
pub(super) fn values_below(
    ruleset: &Ruleset,
    kinds: &[Arc<str>],
    end: u64,
    budget: &mut Budget,
) -> Result<Option<Vec<u32>>, Stopped> {
    let before = budget.progress().bytes;
    let heap = |kind: &Arc<str>, size| Component::Typed(Typed { kind: kind.clone(), sizes: vec![size] });
    let largest: Vec<Component> = kinds.iter().map(|kind| heap(kind, end.saturating_sub(1))).collect();
    let Some(game) = Compiled::new(ruleset, largest.iter()) else { return Ok(None) };
    let listed = 4 * end.saturating_mul(kinds.len() as u64);
    let filled = budget.hold(listed).and_then(|()| fill(&game, &[], &Ways::default(), budget));
    let values = filled.map(|filled| {
        let filled = filled?;
        let place = |kind: &Arc<str>| filled.kinds.iter().position(|own| own.as_ref() == Some(kind));
        let places: Vec<usize> = kinds.iter().map(place).collect::<Option<_>>()?;
        let value = |(size, kind): (i64, usize)| {
            let layout = &filled.layout;
            let place = layout.contains(kind, &[size]).then(|| layout.place(kind, &[size]))?;
            u32::try_from(filled.at(place).0).ok()
        };
        let rows = (0..i64::try_from(end).ok()?).flat_map(|size| places.iter().map(move |&kind| (size, kind)));
        rows.map(value).collect()
    });
    budget.release(budget.progress().bytes.saturating_sub(before));
    values
}

/// The end where only the plain meaning can answer.
fn odd() -> Stopped {
    Stopped::from(Fault("the compiled rules do not cover this game".into()))
}
