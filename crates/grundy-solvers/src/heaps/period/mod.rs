//! Values of heaps of any size, by a proved period.
//!
//! Method: the period theorem of R. K. Guy and C. A. B. Smith (The G-values of various games, 1956)
//! and its analogues for other rulesets ([`Theorem`](grundy_cert::Theorem)). Values are computed in
//! growing ranges. After each range, the least period is determined that the theorem proves; the
//! search ends there, or at the largest heap of the query, whichever is first. Subtraction sets end
//! at the first state that recurs. Repetition alone is never reported as a period.
//!
//! Example, take 1 or 2 counters:
//!
//! 1. The values of the heaps 0, 1, 2, .. are 0, 1, 2, 0, 1.
//! 2. The next value depends on the last two values alone: they are the state.
//! 3. The state after heap 1 is (0, 1), and so is the state after heap 4.
//! 4. So the values have period 3 from heap 0 on.
//! 5. Heap 1,000,000 has the value of heap 1, which is 1.
//!
//! Cost: the computation of the values up to the proof; then constant time for any heap up to 2^64
//! - 1. Limits: normal play; a game need not have a period, and none is found above heap 2^32 - 2.
//!
//! The search ([`PeriodSearch`]): first values are listed ([`ListSearch`]), because most periods
//! are short; then windows are searched ([`WindowSearch`]), which need no list; and if no mask
//! makes few heaps rare, values are listed again. A list takes as much time and memory as its
//! values, a window takes bounded memory. The order is a matter of cost alone: each search proves
//! what it finds.

mod breaking;
mod list;
mod subtract;
mod typed;

pub use list::ListSearch;

use grundy_cert::{Answer, Claim, Shape, Solution};
use grundy_core::{Fault, Nimber};
use grundy_games::{Component, Convention, Query, Question, Ruleset};

use crate::{
    heaps::sparse::WindowSearch,
    solver::{Estimate, Refusal, Scope, Solver, accepted},
    support::{
        budget::{Budget, Stopped},
        reading::answer_of,
        repeats::Repeat,
    },
};

/// The solver: proves periods and reads values off them.
pub struct Periods;

/// If the query has a heap of at least this size, values are searched for a recurring window
/// instead of being listed, because the list would be longer.
const LONG: u64 = 1 << 24;

impl Solver for Periods {
    fn name(&self) -> &'static str {
        "period"
    }

    fn scope(&self) -> Scope {
        Scope { conventions: &[Convention::Normal], questions: &[Question::ValueAndMoves, Question::Table] }
    }

    fn assess(&self, query: &Query) -> Result<Estimate, Refusal> {
        let (ruleset, largest) = heaps(query)?;
        let table = if query.question == Question::Table { largest as f64 } else { 0.0 };
        let shape = Shape::of(ruleset)?;
        let soon = heaps_before(&shape);
        // The nanoseconds per heap: constant, and per smaller heap.
        let (each, slope) = match shape {
            Shape::Breaking(game) if game.most_parts() > 3 => (1e3, 1e3),
            Shape::Breaking(game) if game.most_parts() > 2 => (20.0, 10.0),
            Shape::Breaking(game) => (20.0, 0.3 * game.moves.len() as f64),
            Shape::System(system) => (1e3, 200.0 * system.kinds as f64),
            Shape::Subtraction(amounts) => (1.5 * amounts.len() as f64 + 10.0, 0.0),
            Shape::AllBut(excluded) => (2.0 * excluded[excluded.len() - 1] as f64 + 10.0, 0.0),
        };
        let heaps = (largest as f64 + 1.0).min(soon);
        let nanoseconds = 2e4 + heaps * (each + heaps * slope) + 10.0 * table;
        Ok(Estimate { positions: heaps, bytes: 4.0 * heaps + 16.0 * table, nanoseconds })
    }

    fn premise(&self, query: &Query) -> Option<String> {
        let (ruleset, largest) = heaps(query).ok()?;
        let soon = heaps_before(&Shape::of(ruleset).ok()?);
        (largest as f64 >= soon).then(|| {
            format!(
                "a period is proved within about {soon:.0} heaps. There may be none: the search ends at heap {largest} or at a \
                 limit on the time, the memory or the positions"
            )
        })
    }

    fn solve(&self, query: &Query, budget: &mut Budget) -> Result<Solution, Stopped> {
        let (ruleset, largest) = accepted(heaps(query))?;
        let windows = query.question != Question::Table && largest >= LONG;
        let to = if windows { largest } else { 0 };
        let held = budget.progress().bytes;
        let mut search = accepted(PeriodSearch::new(ruleset, Some(to)))?;
        let end = largest.saturating_add(1);
        let mut found = search.run(end, budget);
        if matches!(found, Ok(None)) && search.running_windows().is_some() {
            // There is no period that early. The answer needs a list of all values.
            budget.release(budget.progress().bytes.saturating_sub(held));
            search = accepted(PeriodSearch::new(ruleset, Some(0)))?;
            found = search.run(end, budget);
        }
        let values = search.list().values();
        let claim = match found {
            Ok(found) => found,
            Err(stopped) => {
                let plain = matches!(ruleset, Ruleset::Heap(_));
                let known = values.iter().filter(|_| plain).map(|&value| Nimber(u64::from(value))).collect();
                return Err(Stopped { known, ..stopped });
            }
        };
        budget.hold(8 * values.len() as u64)?;
        let claim = match (claim, ruleset) {
            (Some(claim), _) => claim,
            (None, Ruleset::Typed(rules)) => Claim::Positions(typed::value_map(rules, values, budget)?),
            (None, _) => Claim::Values(values.iter().map(|&value| Nimber(u64::from(value))).collect()),
        };
        if query.question == Question::Table {
            budget.hold(largest.saturating_add(1).saturating_mul(8))?;
        }
        let read = Solution { answer: Answer::Value(Nimber::ZERO), claims: vec![claim] };
        let answer = answer_of(&read, query, budget)?.ok_or_else(|| Fault("a value is over 2^64 - 1".into()))?;
        Ok(Solution { answer, ..read })
    }
}

/// Returns a guess of the number of heaps before a proof.
fn heaps_before(shape: &Shape) -> f64 {
    match shape {
        Shape::Breaking(game) if game.most_parts() > 3 => 1e3,
        Shape::Breaking(game) if game.most_parts() > 2 => 2e3,
        Shape::Breaking(_) => 5e3,
        Shape::System(_) => 1e3,
        Shape::Subtraction(_) => 1e5,
        Shape::AllBut(_) => 1e4,
    }
}

/// Returns the ruleset and the largest heap of a query about heaps, if it has a value for each
/// size.
fn heaps(query: &Query) -> Result<(&Ruleset, u64), Refusal> {
    let [ruleset @ (Ruleset::Heap(_) | Ruleset::Typed(_))] = &query.rulesets[..] else {
        return Err("only for one game on heaps".into());
    };
    if query.question == Question::Table && query.table_end().is_none() {
        return Err("a table goes up to one heap".into());
    }
    let sizes = query.position.iter().map(|term| match &term.component {
        Component::Heap(size) => *size,
        Component::Typed(typed) => typed.sizes.iter().copied().max().unwrap_or(0),
        _ => 0,
    });
    Ok((ruleset, sizes.max().unwrap_or(0)))
}

/// A period that the values of this many heaps prove is proved by listing; a longer one by a
/// window. The number lies shortly after a test of the search.
const SOON: u64 = 17_000;

/// Up to this largest heap, all values are listed.
const LISTED: u64 = 1 << 16;

/// Whether too many heaps are rare for a window: then the list continues, which finds a period of
/// any values.
fn crowded(windows: &WindowSearch) -> bool {
    windows.rare() as u64 > windows.known() / 24
}

/// A search for a proof of a period that can be stopped, inspected and resumed.
pub struct PeriodSearch<'a> {
    /// The search that lists values.
    list: ListSearch<'a>,
    /// The search for a window, if it may be of use; `None` from where it has failed.
    windows: Option<WindowSearch>,
}

impl<'a> PeriodSearch<'a> {
    /// Returns the search about the heaps of this ruleset, for queries about heaps up to `to`; an
    /// error if no theorem is about them.
    pub fn new(ruleset: &'a Ruleset, to: Option<u64>) -> Result<PeriodSearch<'a>, Refusal> {
        let windows = if to.is_some_and(|to| to <= LISTED) { None } else { WindowSearch::new(ruleset) };
        Ok(PeriodSearch { list: ListSearch::new(ruleset)?, windows })
    }

    /// Returns a search that resumes from the values of the heaps 0, 1, 2, ..; it assumes that they
    /// are correct. Without `by_windows` it continues the list.
    pub fn with_values(ruleset: &'a Ruleset, values: Vec<u32>, by_windows: bool) -> Result<PeriodSearch<'a>, Refusal> {
        let windows = match values.len() as u64 {
            _ if !by_windows => None,
            0..SOON => WindowSearch::new(ruleset),
            _ => WindowSearch::with_values(ruleset, &values).filter(|windows| !crowded(windows)),
        };
        Ok(PeriodSearch { list: ListSearch::resume(ruleset, values)?, windows })
    }

    /// Returns a search that resumes the search for a window from its [`WindowSearch::state`],
    /// which it assumes to be correct; an error if the bytes are no state for this ruleset.
    pub fn with_state(ruleset: &'a Ruleset, state: &[u8]) -> Result<PeriodSearch<'a>, Refusal> {
        let windows =
            WindowSearch::resume(ruleset, state).ok_or("this is not the state of a search for this game's period")?;
        Ok(PeriodSearch { list: ListSearch::new(ruleset)?, windows: Some(windows) })
    }

    /// Continues until a period is proved or the values of all heaps below `end` are known. Returns
    /// the claim, or `None` without a period. Returns [`Stopped`] over a limit.
    pub fn run(&mut self, end: u64, budget: &mut Budget) -> Result<Option<Claim>, Stopped> {
        if let Some(windows) = &mut self.windows {
            if self.list.known() < SOON && windows.known() == 0 {
                let found = self.list.run(end.min(SOON), budget)?;
                if found.is_some() || self.list.known() >= end {
                    return Ok(found.map(Claim::Period));
                }
            }
            let first = end.min(2 * SOON);
            if let Some(claim) = windows.run(first, budget)? {
                return Ok(Some(Claim::Window(claim)));
            }
            if windows.known() >= first && (windows.known() >= 4 * SOON || !crowded(windows)) {
                if let Some(claim) = windows.run(end, budget)? {
                    return Ok(Some(Claim::Window(claim)));
                }
                if windows.known() >= end {
                    return Ok(None);
                }
            }
            // Too many heaps are rare, or the window that recurs does not satisfy the theorem.
            self.windows = None;
        }
        Ok(self.list.run(end, budget)?.map(Claim::Period))
    }

    /// Returns the number of heaps whose values are known: all heaps below this one.
    pub fn known(&self) -> u64 {
        self.list.known().max(self.windows.as_ref().map_or(0, WindowSearch::known))
    }

    /// Returns the largest value of the heaps that are known.
    pub fn largest(&self) -> u64 {
        let listed = self.list.values().iter().copied().max().unwrap_or(0).into();
        self.windows.as_ref().map_or(0, WindowSearch::largest).max(listed)
    }

    /// Returns the first heap with the largest value; if there are several kinds of heaps, the
    /// index of that value in the list.
    pub fn first_largest(&self) -> u64 {
        let largest = self.largest();
        let listed = self.list.values().iter().position(|&value| u64::from(value) == largest);
        listed.map_or_else(|| self.windows.as_ref().map_or(0, WindowSearch::first_largest), |heap| heap as u64)
    }

    /// Returns the repetition over half of all that is known, at least three times. It is a
    /// conjecture; nothing proves it.
    pub fn likely(&self) -> Option<Repeat> {
        match &self.windows {
            Some(windows) if windows.known() > self.list.known() => windows.likely(),
            _ => self.list.likely(),
        }
    }

    /// Returns the search that lists values; it ends where the search for a window begins.
    pub fn list(&self) -> &ListSearch<'a> {
        &self.list
    }

    /// Returns the search for a window, if it is the one that continues.
    pub fn running_windows(&self) -> Option<&WindowSearch> {
        self.windows.as_ref().filter(|windows| windows.known() > 0)
    }

    /// Returns the shape of the ruleset, as the period theorems distinguish them.
    pub fn shape(&self) -> &Shape {
        self.list.shape()
    }
}
