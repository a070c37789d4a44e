//! Values of heaps of any size, by a proved period.
//!
//! Method: the period theorem of R. K. Guy and C. A. B. Smith (The G-values of various games, 1956)
//! and its analogues for other rulesets ([`Theorem`]). Values are computed in growing ranges. After
//! each range, the least period is determined that the theorem proves; the search ends there, or at
//! the largest heap of the query, whichever is first. Subtraction sets end at the first state that
//! recurs. Repetition alone is never reported as a period.
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

mod dense;
mod kinds;
mod quest;
mod subtract;

pub use quest::Quest;

use grundy_cert::{Answer, Claim, Period, Shape, Solution, Theorem, window_end};
use grundy_core::{Fault, Nimber};
use grundy_games::{Component, Convention, Query, Question, Ruleset};

use crate::{
    heaps::sparse::{Sequence, TakingGame},
    solver::{Estimate, Refusal, Scope, Solver, accepted},
    support::{
        budget::{Budget, Stopped},
        reading::answer_of,
        repeats::{Repeat, repeats},
    },
};

/// The solver: proves periods and reads values off them.
pub struct Periods;

/// The search for the period of one ruleset by listing values. It can be stopped, inspected and
/// resumed.
pub struct Search<'a> {
    /// The rules, by whose meaning values are computed where there is no faster way.
    ruleset: &'a Ruleset,
    /// The shape of the rules, which selects the theorem and the engine.
    shape: Shape,
    /// The number of kinds of heaps, 1 for plain heaps.
    kinds: usize,
    /// The values so far, those of one size next to each other.
    values: Vec<u32>,
    /// What computes the next values.
    engine: Engine<'a>,
    /// The number of sizes at which a period is tested next.
    next_look: usize,
    /// The repetition that the last test found; a conjecture.
    likely: Option<Repeat>,
}

/// How the values of the next size are computed.
enum Engine<'a> {
    Dense(dense::Dense),
    Sparse(Box<Sequence>, TakingGame),
    Kinds(kinds::Kinds<'a>),
    Finite(subtract::Finite),
    AllBut(subtract::AllBut),
}

/// The first test for a period is at this many sizes; each later one when a quarter more are known.
const FIRST_LOOK: usize = 64;

/// If the query has a heap of at least this size, values are searched for a recurring window
/// instead of being listed, because the list would be longer.
const LONG: u64 = 1 << 24;

/// The last heap of any search, because sizes have 32 bits.
const LAST: u64 = u32::MAX as u64 - 1;

impl<'a> Search<'a> {
    /// Returns the search for the period of the heaps of this ruleset; an error if no theorem is
    /// about them.
    pub fn new(ruleset: &'a Ruleset) -> Result<Search<'a>, Refusal> {
        let shape = Shape::of(ruleset)?;
        let engine = match (&shape, ruleset) {
            (Shape::System(_), Ruleset::Typed(rules)) => Engine::Kinds(kinds::Kinds::new(rules)),
            (Shape::Breaking(_), Ruleset::Heap(rules)) if TakingGame::of(rules).is_some() => {
                let moves = TakingGame::of(rules).ok_or("this game has no splits")?;
                Engine::Sparse(Box::new(Sequence::new(moves.clone())), moves)
            }
            (Shape::Breaking(_) | Shape::System(_), _) => Engine::Dense(dense::Dense::new()),
            (Shape::Subtraction(amounts), _) => Engine::Finite(subtract::Finite::new(amounts)),
            (Shape::AllBut(excluded), _) => Engine::AllBut(subtract::AllBut::new(excluded)),
        };
        let kinds = shape.kinds();
        Ok(Search { ruleset, shape, kinds, values: Vec::new(), engine, next_look: FIRST_LOOK, likely: None })
    }

    /// Returns a search that resumes from the values of the heaps 0, 1, 2, .. (of one kind). It
    /// assumes that these are correct. Returns an error if no theorem is about the ruleset, or if
    /// it has several kinds of heaps.
    pub fn resume(ruleset: &'a Ruleset, values: Vec<u32>) -> Result<Search<'a>, Refusal> {
        let mut search = Search::new(ruleset)?;
        if search.kinds != 1 {
            return Err("a search resumes only from values of one kind of heaps".into());
        }
        search.values = values;
        match (&mut search.engine, &search.shape) {
            (Engine::Dense(dense), Shape::Breaking(game)) => dense.resume(game, &search.values),
            (Engine::Sparse(sequence, moves), _) => **sequence = resumed(moves, &search.values)?,
            (Engine::Finite(set), _) => set.resume(&search.values),
            (Engine::AllBut(set), _) => set.resume(&search.values),
            _ => {}
        }
        search.next_look = FIRST_LOOK.max(search.values.len());
        Ok(search)
    }

    /// Continues until a period is proved or the values of all heaps below `end` are known. Returns
    /// the period, or `None` without one. Returns [`Stopped`] over a limit.
    pub fn run(&mut self, end: u64, budget: &mut Budget) -> Result<Option<Period>, Stopped> {
        while self.known() < end {
            if self.known() >= LAST {
                return Err(Fault(format!("a period is searched among the heaps up to {LAST}")).into());
            }
            self.make_room(budget)?;
            let cycle = self.push(end, budget)?;
            if let Some(cycle) = cycle {
                return self.period(cycle.start, cycle.period, u64::from(cycle.saltus), budget).map(Some);
            }
            if self.known() >= self.next_look as u64
                && let Some(found) = self.look(budget)?
            {
                return Ok(Some(found));
            }
        }
        Ok(None)
    }

    /// Appends the next values.
    ///
    /// The sparse engine appends a block, all others one size. A subtraction set reports a cycle
    /// itself.
    fn push(&mut self, end: u64, budget: &mut Budget) -> Result<Option<subtract::Cycle>, Stopped> {
        if let Engine::Sparse(sequence, moves) = &mut self.engine {
            let limit = end.min(self.next_look as u64) as usize;
            let mut some = Vec::new();
            return match sequence.step(limit, budget) {
                Ok(stretch) => {
                    sequence.append(stretch, &mut some);
                    budget.hold(4 * some.len().saturating_sub(self.values.capacity() - self.values.len()) as u64)?;
                    self.values.extend(some.into_iter().map(u32::from));
                    Ok(None)
                }
                Err(stopped) => {
                    // The values at the end of the sequence are not verified at this point.
                    **sequence = resumed(moves, &self.values).map_err(|why| Fault(why.into()))?;
                    Err(stopped)
                }
            };
        }
        let cycle = self.push_one(budget)?;
        budget.solved(self.kinds as u64)?;
        Ok(cycle)
    }

    /// Computes the values of the next size. Returns the period that they prove, for subtraction
    /// sets; the other engines prove none on their own. It does nothing for a sparse sequence.
    fn push_one(&mut self, budget: &mut Budget) -> Result<Option<subtract::Cycle>, Stopped> {
        match (&mut self.engine, &self.shape) {
            (Engine::Sparse(..), _) => Ok(None),
            (Engine::Dense(dense), Shape::Breaking(game)) if game.most_parts() <= 3 => {
                dense.push(game, &mut self.values, budget).map(|()| None)
            }
            (Engine::Dense(dense), _) => dense.push_meant(self.ruleset, &mut self.values, budget).map(|()| None),
            (Engine::Kinds(kinds), _) => kinds.push(&mut self.values, budget).map(|()| None),
            (Engine::Finite(set), _) => set.push(&mut self.values, budget),
            (Engine::AllBut(set), _) => set.push(&mut self.values, budget),
        }
    }

    /// Returns a period that the values so far prove, if there is one.
    ///
    /// One linear pass over the values finds the longest repeating suffix for each distance; for
    /// the least distance whose suffix is as long as the theorem requires (`window_end`), the
    /// period is proved. The memory of the pass is released at the end.
    fn look(&mut self, budget: &mut Budget) -> Result<Option<Period>, Stopped> {
        let known = self.known();
        self.next_look = known as usize + known as usize / 4;
        if matches!(self.shape, Shape::Subtraction(_) | Shape::AllBut(_)) {
            return Ok(None);
        }
        let bytes = (4 + 16 * u64::from(self.kinds > 1)) * known;
        budget.hold(bytes)?;
        let proved = |Repeat { start, period, .. }| {
            budget.tick()?;
            Ok::<bool, Stopped>(window_end(&self.shape, start, period).is_some_and(|end| end <= known))
        };
        let (found, likely) = if self.kinds == 1 {
            repeats(&self.values, proved)?
        } else {
            repeats(&self.values.chunks(self.kinds).collect::<Vec<_>>(), proved)?
        };
        self.likely = match likely {
            None => self.growing(budget)?,
            likely => likely,
        };
        let end = self.likely.and_then(|repeat| window_end(&self.shape, repeat.start, repeat.period));
        budget.aim(end.filter(|_| self.kinds == 1 && self.likely.is_some_and(|repeat| repeat.saltus == 0)));
        budget.release(bytes);
        match found {
            Some(Repeat { start, period, .. }) => self.period(start as usize, period as usize, 0, budget).map(Some),
            None => Ok(None),
        }
    }

    /// Returns a repetition with a saltus that occurs at least three times: moves that leave three
    /// heaps may have one.
    fn growing(&self, budget: &mut Budget) -> Result<Option<Repeat>, Stopped> {
        if !matches!(&self.shape, Shape::Breaking(game) if game.most_parts() > 2) {
            return Ok(None);
        }
        let steps: Vec<i64> = self.values.windows(2).map(|pair| i64::from(pair[1]) - i64::from(pair[0])).collect();
        let (_, likely) = repeats(&steps, |_| budget.tick().map(|()| false))?;
        Ok(likely.and_then(|repeat| self.grown(repeat)))
    }

    /// Returns a repetition of the differences as one of the values, which grow.
    fn grown(&self, repeat: Repeat) -> Option<Repeat> {
        let start = usize::try_from(repeat.start).ok()?;
        let end = start.checked_add(usize::try_from(repeat.period).ok()?)?;
        let saltus = u64::from(self.values.get(end)?.checked_sub(self.values[start])?);
        (saltus > 0).then_some(Repeat { saltus, ..repeat })
    }

    /// Returns the period with the values of its preperiod and of one period, as the claim lists
    /// them.
    fn period(&self, start: usize, period: usize, saltus: u64, budget: &mut Budget) -> Result<Period, Stopped> {
        let listed = &self.values[..(start + period) * self.kinds];
        budget.hold(size_of_val(listed) as u64 * 2)?;
        Ok(Period {
            theorem: Theorem::about(&self.shape),
            kinds: self.kinds,
            preperiod: start as u64,
            period: period as u64,
            saltus,
            values: listed.iter().map(|&value| Nimber(u64::from(value))).collect(),
            digest: None,
        })
    }

    /// Counts the memory of the values before the vector grows.
    fn make_room(&mut self, budget: &mut Budget) -> Result<(), Stopped> {
        if self.values.capacity() - self.values.len() < self.kinds {
            let more = self.values.len().max(1 << 10).max(self.kinds);
            budget.hold((more * size_of::<u32>()) as u64)?;
            self.values.reserve_exact(more);
        }
        Ok(())
    }

    /// Returns the number of heaps whose values are known: all heaps below this one.
    pub fn known(&self) -> u64 {
        (self.values.len() / self.kinds) as u64
    }

    /// Returns the values that are known, those of one size next to each other.
    pub fn values(&self) -> &[u32] {
        &self.values
    }

    /// Returns the repetition that the last test found most often, over half of the values and at
    /// least three times. It is a conjecture; nothing proves it.
    pub fn likely(&self) -> Option<Repeat> {
        self.likely
    }

    /// Returns the shape of the ruleset, as the period theorems distinguish them.
    pub fn shape(&self) -> &Shape {
        &self.shape
    }
}

/// Returns a sequence that resumes from these values.
fn resumed(moves: &TakingGame, values: &[u32]) -> Result<Sequence, Refusal> {
    let values: Option<Vec<u16>> = values.iter().map(|&value| u16::try_from(value).ok()).collect();
    let values = values.ok_or("a value is over 65535")?;
    Ok(Sequence::resume(moves.clone(), values))
}

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
        let mut quest = accepted(Quest::new(ruleset, Some(to)))?;
        let end = largest.saturating_add(1);
        let mut found = quest.run(end, budget);
        if matches!(found, Ok(None)) && quest.hunt().is_some() {
            // There is no period that early. The answer needs a list of all values.
            budget.release(budget.progress().bytes.saturating_sub(held));
            quest = accepted(Quest::new(ruleset, Some(0)))?;
            found = quest.run(end, budget);
        }
        let search = quest.listed();
        let claim = match found {
            Ok(found) => found,
            Err(stopped) => {
                let plain = matches!(ruleset, Ruleset::Heap(_));
                let known = search.values.iter().filter(|_| plain).map(|&value| Nimber(u64::from(value))).collect();
                return Err(Stopped { known, ..stopped });
            }
        };
        budget.hold(8 * search.values.len() as u64)?;
        let claim = match (claim, ruleset) {
            (Some(claim), _) => claim,
            (None, Ruleset::Typed(rules)) => Claim::Positions(kinds::value_map(rules, &search.values, budget)?),
            (None, _) => Claim::Values(search.values.iter().map(|&value| Nimber(u64::from(value))).collect()),
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
