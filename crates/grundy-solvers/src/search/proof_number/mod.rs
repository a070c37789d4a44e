//! Solves graphs whose parts have small values: depth-first proof-number search (df-pn).
//!
//! `worker` finds the value of a sum by deciding whether positions have certain values. `squares`
//! encodes boards of up to 64 squares in a word; `graphs` numbers all other graphs. All workers
//! share two tables: `value_table` stores exact values, `transposition_table` stores proof numbers
//! and values of options. The answer has the value and the winning moves, or one of them if the
//! query needs no more, but not the values of all moves. Its claim is a set of values that is
//! closed under the check of couples.
//!
//! Example, Cram on 1x4 (a couple (p, k) is the claim that p has value k):
//!
//! 1. The options of 1x4 are 1x2 and 1x1 + 1x1. The second has no moves, so an option has value 0.
//! 2. The least value that no option is known to have is 1, so the couple (1x4, 1) is searched.
//! 3. The option 1x2 would refute it: the couple (1x2, 1).
//! 4. The only option of 1x2 has value 0, so (1x2, 1) is proved, and (1x4, 1) is refuted.
//! 5. No option is open. The value of 1x4 is mex {0, 1} = 2.
//!
//! Cost: for Cram, about a hundredth of the positions that the definition needs; 32 bytes per
//! value, in addition to the transposition table. Limits: normal play, and one game on graphs. If
//! values are large the definition is better, because every smaller value is tried in vain. If
//! memory is short the table forgets values; then the claim cannot be checked.

mod checkpoint;
mod frame;
mod frame_cache;
mod graphs;
mod keyed;
mod squares;
mod tables;
#[cfg(test)]
mod tests;
mod transposition_table;
mod value_table;
mod worker;

use std::{
    ops::ControlFlow,
    panic::resume_unwind,
    sync::{Arc, atomic::Ordering},
    thread,
    time::Duration,
};

use grundy_cert::{Answer, Claim, Solution, ValueMap};
use grundy_core::{Nimber, Outcome, cancel_pairs};
use grundy_games::{Component, Convention, GraphRules, Query, Question, Ruleset};

use crate::{
    solver::{Estimate, Refusal, Scope, Solver},
    support::{
        budget::{Budget, Stopped},
        walk::Halt,
    },
};
use checkpoint::{Encoding, ProofCheckpoint};
use frame_cache::FrameCache;
use graphs::Graphs;
use keyed::Keyed;
use squares::Squares;
use tables::SharedTables;
use transposition_table::TranspositionTable;
use value_table::ValueTable;
use worker::ProofWorker;

/// The solver: decides whether positions have certain values.
pub struct ProofSearch;

/// How long one thread works alone.
const PATIENCE: Duration = Duration::from_millis(15);

/// More workers would mostly wait for memory.
const MOST_WORKERS: usize = 64;

/// Bytes of the transposition table per expected position, and the least and most bytes that it
/// begins with.
const TRANSPOSITIONS_EACH: f64 = 256.0;
const LEAST_TRANSPOSITIONS: u64 = 2 << 20;
const MOST_TRANSPOSITIONS: u64 = 1 << 28;

impl Solver for ProofSearch {
    fn name(&self) -> &'static str {
        "proof-number"
    }

    fn scope(&self) -> Scope {
        Scope {
            conventions: &[Convention::Normal],
            questions: &[Question::ValueAndMoves, Question::Value, Question::Outcome],
        }
    }

    fn assess(&self, query: &Query) -> Result<Estimate, Refusal> {
        graph(query)?;
        // An empty sum of floating point numbers is -0.
        let all = 0.0 + query.position.iter().map(|term| reach(&term.component)).sum::<f64>();
        // Finding every winning move takes two or three times as many.
        let positions = if query.question == Question::ValueAndMoves { 2.5 * all } else { all };
        let each = if squares(query).is_some() { 35e3 } else { 2e6 };
        Ok(Estimate { positions, bytes: positions * 32.0 + 4e6, nanoseconds: positions * each })
    }

    fn is_partial(&self) -> bool {
        true
    }

    fn keeps(&self) -> bool {
        true
    }

    fn solve(&self, query: &Query, budget: &mut Budget) -> Result<Solution, Stopped> {
        let start = query.position.iter().map(|term| &term.component);
        let request = (query.question, query.position.iter().map(|term| reach(&term.component)).sum());
        match squares(query) {
            Some(game) => {
                let key = |component: &Component| match component {
                    Component::Cells(cells) => game.key(cells),
                    _ => None,
                };
                let start: Vec<u64> = start.filter_map(key).collect();
                let (short, long) = sides(query).unwrap_or_default();
                let checkpoint = ProofCheckpoint { query, encoding: Encoding::Squares { game: &game, short, long } };
                let (value, tables) = answer(&game, &checkpoint, &start, request, budget)?;
                let whole = tables.value_table.is_whole();
                Ok(solution(value, whole, SquareValues { ruleset: query.rulesets[0].clone(), game, tables }))
            }
            None => {
                let game = Graphs::new(&query.rulesets[0]);
                let (start, bytes): (Vec<u64>, Vec<u64>) = start.map(|component| game.key(component)).unzip();
                budget.hold(bytes.iter().sum())?;
                let checkpoint = ProofCheckpoint { query, encoding: Encoding::Graphs(&game) };
                let (value, tables) = answer(&game, &checkpoint, &start, request, budget)?;
                let whole = tables.value_table.is_whole();
                Ok(solution(value, whole, GraphValues { game, tables }))
            }
        }
    }
}

/// Returns the answer with its value map, which the checker verifies if no value was forgotten.
fn solution(answer: Answer, whole: bool, values: impl ValueMap + 'static) -> Solution {
    let values: Arc<dyn ValueMap> = Arc::new(values);
    let claim = match whole {
        true => Claim::ProofSearch(values),
        false => Claim::Unchecked(values, "values were forgotten to stay within the memory"),
    };
    Solution { answer, claims: vec![claim] }
}

/// Returns the rules of the graph game of the query; refuses any other query.
fn graph(query: &Query) -> Result<&GraphRules, Refusal> {
    match &query.rulesets[..] {
        [Ruleset::Graph(rules)] if rules.on.is_none() => Ok(rules),
        _ => Err("only for one game on graphs".into()),
    }
}

/// Returns the game on words, if all its boards are of squares and fit into a word.
fn squares(query: &Query) -> Option<Squares> {
    let rules = graph(query).ok()?;
    let (short, long) = sides(query)?;
    Squares::new(&rules.moves, short, long)
}

/// Returns the longest of the short sides of all boards, and of the long ones, if all are of
/// squares.
fn sides(query: &Query) -> Option<(usize, usize)> {
    let (mut short, mut long) = (1, 1);
    for term in &query.position {
        let Component::Cells(cells) = &term.component else { return None };
        short = short.max(cells.rows().min(cells.columns()));
        long = long.max(cells.rows().max(cells.columns()));
    }
    Some((short, long))
}

/// Returns roughly the number of positions to store.
fn reach(component: &Component) -> f64 {
    match component {
        Component::Cells(cells) => 1.0 + 0.5 * 1.335f64.powf(cells.places().count() as f64),
        Component::Graph(graph) => 1.0 + 0.5 * 1.35f64.powf(f64::from(graph.vertices())),
        _ => 1.0,
    }
}

/// Returns the answer and the tables that it depends on.
///
/// One thread starts. If it takes long, one worker per thread of the budget continues with the same
/// requests. When a checkpoint is due all workers return, so that the tables can be written.
///
/// Of the memory left, a sixteenth at most goes to the frames, a quarter to the transposition
/// table, and the rest to the values: half of it, because the table is held twice while it grows,
/// and divided by the workers, because each of them may let it grow.
fn answer<G: Keyed>(
    game: &G,
    checkpoint: &ProofCheckpoint<'_>,
    start: &[u64],
    (ask, positions): (Question, f64),
    budget: &mut Budget,
) -> Result<(Answer, SharedTables), Stopped> {
    let workers = budget.workers().min(MOST_WORKERS);
    let left = budget.most_bytes().saturating_sub(budget.progress().bytes);
    let frame_cache = FrameCache::MOST_BYTES.min(left / 16 / workers as u64);
    let scratch = workers as u64 * (G::SCRATCH_BYTES + frame_cache);
    let free = left.saturating_sub(scratch);
    let wanted = (positions * TRANSPOSITIONS_EACH) as u64;
    let wanted = wanted.clamp(LEAST_TRANSPOSITIONS, MOST_TRANSPOSITIONS);
    let transpositions = TranspositionTable::new(wanted.min(free / 4), free / 4);
    // While the value table grows, the old and the new one exist, and any worker may let it grow.
    let value_table = ValueTable::new((free - free / 4) / 2 / workers as u64);
    budget.hold(transpositions.bytes() + value_table.bytes() + scratch)?;
    let tables = SharedTables::new(value_table, transpositions, frame_cache);
    checkpoint.resume(&tables, budget)?;
    let patience = [(workers > 1).then_some(PATIENCE), budget.until_due()].into_iter().flatten().min();
    let task = Task { game, start, ask };
    let mut found = task.all(&mut ProofWorker::alone(game, &tables, patience), 0.0, budget);
    while let Ok(None) = found {
        if budget.until_due() == Some(Duration::ZERO) {
            checkpoint.keep(&tables, budget);
        }
        found = task.together(&tables, workers, budget);
    }
    checkpoint.keep(&tables, budget);
    let answer = found?.expect("the loop ends with an answer");
    if !tables.value_table.is_whole() {
        tables.done.store(false, Ordering::Relaxed);
        task.keep(&mut ProofWorker::alone(game, &tables, None), &tables, budget)?;
    }
    Ok((answer, tables))
}

/// The parts of an option, and the value that makes the option a winning move.
type Decided = (Vec<u64>, u64);

/// The query: which question, about which positions.
struct Task<'t, G> {
    /// The game, with positions as numbers.
    game: &'t G,
    /// The components of the sum.
    start: &'t [u64],
    /// What is asked about the sum.
    ask: Question,
}

impl<G: Keyed> Task<'_, G> {
    /// Returns the answer found by several workers, each of which searches for all of it, in
    /// different orders; `None` if a checkpoint is due.
    fn together(&self, tables: &SharedTables, workers: usize, budget: &mut Budget) -> Result<Option<Answer>, Stopped> {
        let mut helpers = budget.split(workers - 1);
        let count = helpers.len() + 1;
        let patience = budget.until_due();
        tables.done.store(false, Ordering::Relaxed);
        let share = |at: usize, budget: &mut Budget| {
            let mut worker = match count {
                1 => ProofWorker::alone(self.game, tables, patience),
                _ => ProofWorker::with_others(self.game, tables, at as u64 + 1, self.start, patience),
            };
            let found = self.all(&mut worker, at as f64 / count as f64, budget);
            // The first worker that has an answer, or that is stopped, ends all others.
            tables.done.store(true, Ordering::Relaxed);
            found
        };
        let found: Vec<Result<Option<Answer>, Stopped>> = thread::scope(|scope| {
            let share = &share;
            let others = (1..).zip(&mut helpers).map(|(at, budget)| scope.spawn(move || share(at, budget)));
            let others: Vec<_> = others.collect();
            let first = share(0, budget);
            let joined = others.into_iter().map(|other| other.join());
            [first].into_iter().chain(joined.map(|found| found.unwrap_or_else(|panic| resume_unwind(panic)))).collect()
        });
        budget.merge(helpers);
        let mut ended = None;
        for found in found {
            match found {
                Ok(Some(answer)) => return Ok(Some(answer)),
                Ok(None) => {}
                Err(worker) => ended = Some(worker),
            }
        }
        ended.map_or(Ok(None), |worker| Err(budget.ended(worker)))
    }

    /// Returns the whole answer; `None` if the worker is called back. If the query asks for the
    /// options, the worker starts at the fraction `from` of them.
    fn all(&self, worker: &mut ProofWorker<'_, G>, from: f64, budget: &mut Budget) -> Result<Option<Answer>, Stopped> {
        if let (Question::Outcome, &[key]) = (self.ask, self.start) {
            let lost = worker.is(key, 0, budget)?;
            return Ok(lost.map(|lost| Answer::Outcome(if lost { Outcome::P } else { Outcome::N })));
        }
        let Some(values) = self.values(worker, budget)? else { return Ok(None) };
        let total = values.iter().fold(0, |total, value| total ^ value);
        let answer = match self.ask {
            Question::Outcome => Answer::Outcome(Nimber(total).outcome()),
            _ => Answer::Value(Nimber(total)),
        };
        if self.ask == Question::Value {
            return Ok(Some(answer));
        }
        let mut options = self.options(&values, budget)?;
        let first = options.len() as f64 * from;
        options.rotate_left(first as usize);
        for (mut parts, mut wanted) in options {
            let Some(last) = parts.pop() else { continue };
            for part in parts {
                let Some(value) = worker.value(part, budget)? else { return Ok(None) };
                wanted ^= value;
            }
            if worker.is(last, wanted, budget)?.is_none() {
                return Ok(None);
            }
        }
        Ok(Some(answer))
    }

    /// Returns the value of each component; `None` if the worker is called back.
    fn values(&self, worker: &mut ProofWorker<'_, G>, budget: &mut Budget) -> Result<Option<Vec<u64>>, Stopped> {
        self.start.iter().map(|&key| worker.value(key, budget)).collect()
    }

    /// If values were forgotten, stores those that the moves of the answer need: the values of the
    /// components, and of the parts of all options, or of one winning move if the query needs no
    /// more. The worker must not be called back.
    fn keep(&self, worker: &mut ProofWorker<'_, G>, tables: &SharedTables, budget: &mut Budget) -> Result<(), Stopped> {
        let values = match (self.ask, self.start) {
            // The query has no value. If the position is lost, no move wins, and there is nothing
            // to store.
            (Question::Outcome, [key]) if worker.is(*key, 0, budget)? != Some(false) => return Ok(()),
            (Question::Outcome, [_]) => vec![0],
            _ => {
                let Some(values) = self.values(worker, budget)? else { return Ok(()) };
                self.start.iter().zip(&values).for_each(|(&key, &value)| tables.value_table.keep(key, value));
                values
            }
        };
        let all = self.ask == Question::ValueAndMoves || self.start.len() > 1;
        if !all && self.ask == Question::Value && values == [0] {
            return Ok(());
        }
        for (parts, wanted) in self.options(&values, budget)? {
            let mut found = Vec::new();
            let [rest @ .., last] = &parts[..] else { continue };
            for &part in rest {
                found.extend(worker.value(part, budget)?.map(|value| (part, value)));
            }
            let wanted = found.iter().fold(wanted, |wanted, (_, value)| wanted ^ value);
            let wins = worker.is(*last, wanted, budget)? == Some(true);
            if wins {
                found.push((*last, wanted));
            } else if all {
                found.extend(worker.value(*last, budget)?.map(|value| (*last, value)));
            } else {
                continue;
            }
            found.iter().for_each(|&(key, value)| tables.value_table.keep(key, value));
            budget.hold(tables.value_table.taken())?;
            if !all {
                break;
            }
        }
        Ok(())
    }

    /// Returns the options of the sum of components with these values, each with the value that
    /// makes it a winning move; their hardest parts last.
    fn options(&self, values: &[u64], budget: &mut Budget) -> Result<Vec<Decided>, Stopped> {
        let (mut options, mut scratch) = (Vec::new(), G::Scratch::default());
        let total = values.iter().fold(0, |total, value| total ^ value);
        for (&key, value) in self.start.iter().zip(values) {
            let cost = self.game.weight(key).max(1);
            let walked = self.game.options(key, &mut scratch, |parts| {
                budget.charge(cost)?;
                let mut parts = parts.to_vec();
                cancel_pairs(&mut parts);
                parts.sort_by_cached_key(|&part| self.game.weight(part));
                options.push((parts, total ^ value));
                Ok(())
            });
            if let Err(Halt::Stopped(stopped)) = walked {
                return Err(stopped);
            }
        }
        budget.hold(self.game.taken(&mut scratch))?;
        options.sort_unstable();
        options.dedup();
        Ok(options)
    }
}

/// The values of shapes. Each key is looked up as the least image of the shape.
struct SquareValues {
    ruleset: Ruleset,
    game: Squares,
    tables: SharedTables,
}

impl ValueMap for SquareValues {
    fn value(&self, component: &Component) -> Option<Nimber> {
        let Component::Cells(cells) = component else { return None };
        self.tables.value_table.read().get(self.game.key(cells)?).map(Nimber)
    }

    fn count(&self) -> u64 {
        self.tables.value_table.read().count()
    }

    fn each(&self, visit: &mut dyn FnMut(&Component, Nimber) -> ControlFlow<()>) {
        let _ = self.tables.value_table.read().each().try_for_each(|(key, value)| {
            let component = self.ruleset.canonical(&Component::Cells(self.game.shape(key)));
            visit(&component, Nimber(value))
        });
    }
}

/// The values of graphs. Only graphs that the search has numbered are known.
struct GraphValues {
    game: Graphs,
    tables: SharedTables,
}

impl ValueMap for GraphValues {
    fn value(&self, component: &Component) -> Option<Nimber> {
        self.tables.value_table.read().get(self.game.find(component)?).map(Nimber)
    }

    fn count(&self) -> u64 {
        self.tables.value_table.read().count()
    }

    fn each(&self, visit: &mut dyn FnMut(&Component, Nimber) -> ControlFlow<()>) {
        let value_table = self.tables.value_table.read();
        let _ = value_table.each().try_for_each(|(key, value)| visit(&self.game.component(key), Nimber(value)));
    }
}
