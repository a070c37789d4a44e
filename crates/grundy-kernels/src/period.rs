//! Values of heaps of any size, by a proved period.
//!
//! Values are computed in growing windows. After each window the least period is sought that the window of a theorem
//! proves (`grundy_cert::Theorem`); the search ends there, or at the largest heap that was asked for, whichever comes
//! first. Subtraction sets end at the first state that recurs. Repetition alone is never called a period.
//!
//! Cost: until the proof, the price of the values; then nothing for any heap to 2^64 - 1.
//! Source: R. K. Guy and C. A. B. Smith, The G-values of various games, 1956.

mod dense;
mod repeats;
mod subtract;

use grundy_cert::{Answer, Claim, Period, Shape, Solution, Theorem, window_end};
use grundy_core::{Fault, Nimber};
use grundy_rules::{Ask, Board, Component, HeapRules, Play, Query};

use crate::{Budget, Estimate, Kernel, Refusal, Scope, Stopped};
pub use repeats::Repeat;

/// Proves periods and reads values off them.
pub struct Periods;

/// The search for the period of one game, which may be stopped and looked at.
pub struct Search<'a> {
    rules: &'a HeapRules,
    shape: Shape,
    values: Vec<u32>,
    engine: Engine,
    next_look: usize,
    held: u64,
    likely: Option<Repeat>,
}

/// How the next value is found.
enum Engine {
    Dense(dense::Dense),
    Finite(subtract::Finite),
    AllBut(subtract::AllBut),
}

/// The first look for a period comes at this many values; each further one when a quarter more are known.
const FIRST_LOOK: usize = 64;

impl<'a> Search<'a> {
    /// The search for the period of these rules; an error where no theorem is about them.
    pub fn new(rules: &'a HeapRules) -> Result<Search<'a>, Refusal> {
        let shape = Shape::of(rules)?;
        let engine = match &shape {
            Shape::Breaking(_) => Engine::Dense(dense::Dense::new()),
            Shape::Subtraction(amounts) => Engine::Finite(subtract::Finite::new(amounts)),
            Shape::AllBut(excluded) => Engine::AllBut(subtract::AllBut::new(excluded)),
        };
        Ok(Search { rules, shape, values: Vec::new(), engine, next_look: FIRST_LOOK, held: 0, likely: None })
    }

    /// Goes on until a period is proved or the values of all heaps below `end` are known.
    pub fn run(&mut self, end: u64, budget: &mut Budget) -> Result<Option<Period>, Stopped> {
        while (self.values.len() as u64) < end {
            self.make_room(budget)?;
            let known = self.values.len();
            let cycle = match (&mut self.engine, &self.shape) {
                (Engine::Dense(dense), Shape::Breaking(game)) => {
                    dense.push(self.rules, game, &mut self.values, budget)?;
                    None
                }
                (Engine::Finite(set), _) => set.push(&mut self.values, budget)?,
                (Engine::AllBut(set), _) => set.push(&mut self.values, budget)?,
                (Engine::Dense(_), _) => return Err(Fault("this game is not computed by marking".into()).into()),
            };
            budget.solved((self.values.len() - known) as u64)?;
            if let Some(cycle) = cycle {
                return Ok(Some(self.period(cycle.start, cycle.period, u64::from(cycle.saltus))));
            }
            if self.values.len() >= self.next_look
                && let Some(found) = self.look(budget)?
            {
                return Ok(Some(found));
            }
        }
        Ok(None)
    }

    /// Looks for a period that the values so far prove.
    fn look(&mut self, budget: &mut Budget) -> Result<Option<Period>, Stopped> {
        let known = self.values.len();
        self.next_look = known + known / 4;
        let Shape::Breaking(game) = &self.shape else { return Ok(None) };
        let bytes = 4 * known as u64;
        budget.hold(bytes)?;
        let (proved, likely) = repeats::repeats(&self.values, |Repeat { start, period }| {
            window_end(game, start, period).is_some_and(|end| end <= known as u64)
        });
        budget.release(bytes);
        self.likely = likely;
        Ok(proved.map(|Repeat { start, period }| self.period(start as usize, period as usize, 0)))
    }

    fn period(&self, start: usize, period: usize, saltus: u64) -> Period {
        let values = self.values[..start + period].iter().map(|&value| Nimber(u64::from(value))).collect();
        let theorem = Theorem::about(&self.shape);
        Period { theorem, preperiod: start as u64, period: period as u64, saltus, values }
    }

    /// Counts the memory of the values before it grows.
    fn make_room(&mut self, budget: &mut Budget) -> Result<(), Stopped> {
        if self.values.len() == self.values.capacity() {
            let more = self.values.len().max(1 << 10);
            let bytes = (more * size_of::<u32>()) as u64;
            budget.hold(bytes)?;
            self.held += bytes;
            self.values.reserve_exact(more);
        }
        Ok(())
    }

    /// The values that are known.
    pub fn values(&self) -> &[u32] {
        &self.values
    }

    /// What the last look found most often repeated: at least three times, and proved by nothing.
    pub fn likely(&self) -> Option<Repeat> {
        self.likely
    }
}

impl Kernel for Periods {
    fn name(&self) -> &'static str {
        "period"
    }

    fn scope(&self) -> Scope {
        Scope { plays: &[Play::Normal], asks: &[Ask::Value, Ask::Table] }
    }

    fn assess(&self, query: &Query) -> Result<Estimate, Refusal> {
        let (rules, largest) = heaps(query)?;
        let shape = Shape::of(rules)?;
        let table = if query.ask == Ask::Table { largest as f64 } else { 0.0 };
        let (soon, each) = match shape {
            Shape::Breaking(game) if game.most_parts() > 2 => (1e3, 1e5),
            Shape::Breaking(_) => (5e3, 1e3),
            Shape::Subtraction(amounts) => (1e5, 1.5 * amounts.len() as f64 + 10.0),
            Shape::AllBut(excluded) => (1e4, 2.0 * excluded[excluded.len() - 1] as f64 + 10.0),
        };
        let bytes = 4.0 * soon + 16.0 * table;
        Ok(Estimate { positions: soon, bytes, nanoseconds: soon * each + 10.0 * table })
    }

    fn solve(&self, query: &Query, budget: &mut Budget) -> Result<Solution, Stopped> {
        let (rules, largest) = heaps(query).expect("assess has accepted the query");
        let mut search = Search::new(rules).expect("assess has accepted the query");
        let found = match search.run(largest.saturating_add(1), budget) {
            Ok(found) => found,
            Err(stopped) => {
                let known = search.values.iter().map(|&value| Nimber(u64::from(value))).collect();
                return Err(Stopped { known, ..stopped });
            }
        };
        let claim = match found {
            Some(period) => Claim::Period(period),
            None => {
                budget.hold(8 * search.values.len() as u64)?;
                Claim::Values(search.values.iter().map(|&value| Nimber(u64::from(value))).collect())
            }
        };
        if query.ask == Ask::Table {
            budget.hold(largest.saturating_add(1).saturating_mul(8))?;
        }
        let mut solution = Solution { answer: Answer::Value(Nimber::ZERO), claims: vec![claim] };
        solution.answer = solution.read_answer(query).ok_or_else(|| Fault("a value is over 2^64 - 1".into()))?;
        Ok(solution)
    }
}

/// The rules and the largest heap of a query about plain heaps.
fn heaps(query: &Query) -> Result<(&HeapRules, u64), Refusal> {
    let [Board::Heap(rules)] = &query.boards[..] else { return Err("it proves periods of plain heaps".into()) };
    if query.ask == Ask::Table && query.table_end().is_none() {
        return Err("a table goes up to one heap".into());
    }
    let sizes = query.start.iter().map(|placed| match placed.component {
        Component::Heap(size) => size,
        _ => 0,
    });
    Ok((rules, sizes.max().unwrap_or(0)))
}
