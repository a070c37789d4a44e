//! Facts about every position that is reachable in any [`Game`], by one thread or several.
//!
//! Method: the definition, by depth-first search with memoization and an explicit stack
//! (`descent.rs`). In normal play a position is one component and the fact is its Grundy value. In
//! misère play a position is a whole sum and the fact is its outcome; the first option with outcome
//! P decides a sum, and the other ones are left out. Each fact has a rank (`fact.rs`), so that a
//! checker can see that play ends.
//!
//! Example, the moves from 3 to 2 and to 0, and from 2 to 0:
//!
//! 1. 3 leads to 2, which is unknown, so 3 waits on the stack.
//! 2. 2 leads to 0, which has no moves: value 0. So 2 has value mex {0} = 1.
//! 3. 3 has options of the values 1 and 0: value 2.
//!
//! Several threads: every worker solves the same positions, looks at options in a different order,
//! and stores facts in one table, which has shards with a lock each. A worker that meets a position
//! on the path of another one solves it too, so no worker waits for another. Values, their ranks
//! and outcomes are those of one thread; which sums a misère search looks at depends on the order.
//!
//! Cost: one expansion and one entry of the table per position, for each worker that meets it
//! before it is solved. Limits: memory holds every position. A play that returns to a position is
//! a fault that names it.

mod descent;
mod fact;
mod numbers;
mod rule;
mod table;
#[cfg(test)]
mod tests;

use std::{fmt, thread, time::Duration};

use grundy_core::{Fault, Game, Nimber, Outcome};

use crate::support::{
    budget::{Budget, Reason, Stopped},
    clock::Stopwatch,
    sync::{AtomicBool, Ordering},
};
use descent::Descent;
use fact::FactStore;
use numbers::FactsByNumber;
use rule::{FactRule, GrundyValues, MisereOutcomes, Whole};
use table::{OwnTable, Shared};

pub use fact::Ranked;
pub use numbers::Numbered;
pub use table::FactTable;

/// How long one thread works alone: a thread costs little against it.
const PATIENCE: Duration = Duration::from_millis(10);

/// A sum of components of a game.
type ComponentSum<G> = Vec<<G as Game>::Position>;

/// Returns the values of these positions and of every position that is reachable from them.
///
/// `weight` returns the bytes that a position holds outside its value; the budget counts them.
///
/// # Errors
///
/// Returns [`Stopped`] over a limit, at a fault of the game, and if a position repeats in a play.
///
/// The table is closed: it has every option's components of every position in it. Ranks begin at 1
/// for a position without moves, and exceed those of all options by at least one.
pub fn values<G: Game<Position: fmt::Debug>>(
    game: &G,
    start: &[G::Position],
    weight: impl Fn(&G::Position) -> u64,
    budget: &mut Budget,
) -> Result<FactTable<G::Position, Nimber>, Stopped> {
    alone::<G, GrundyValues>(game, start, &weight, budget)
}

/// As [`values`], for positions that are numbers: the table is an array, which takes a sixth of the
/// memory.
///
/// # Errors
///
/// As [`values`].
///
/// A position's number is at most 2^32 - 1. The array has a slot for every number up to the largest
/// one, so gaps cost memory.
pub fn values_numbered<G: Game<Position: fmt::Debug + Numbered>>(
    game: &G,
    start: &[G::Position],
    weight: impl Fn(&G::Position) -> u64,
    budget: &mut Budget,
) -> Result<FactTable<G::Position, Nimber>, Stopped> {
    let mut descent = Descent::<G, GrundyValues, _, _>::new(game, start, &weight, FactsByNumber::new(), 0);
    descent.run(|| false, budget)?;
    Ok(descent.finish(budget).into())
}

/// As [`values`], with the threads of the budget. The values and the ranks are the same.
///
/// # Errors
///
/// As [`values`], with the same fault.
///
/// One thread works alone for the first 10 ms; below that, threads cost more than they save.
pub fn values_parallel<G: Game<Position: fmt::Debug + Send + Sync> + Sync>(
    game: &G,
    start: &[G::Position],
    weight: impl Fn(&G::Position) -> u64 + Sync,
    budget: &mut Budget,
) -> Result<FactTable<G::Position, Nimber>, Stopped> {
    together::<G, GrundyValues>(game, start, &weight, PATIENCE, budget)
}

/// Returns the outcomes of these sums in misère play, and of every sum that they follow from.
///
/// The sums must be in [`normal_form`]. `weight` is as for [`values`].
///
/// # Errors
///
/// As [`values`]. A position that no outcome depends on need not be visited, and its faults are
/// not found.
///
/// For each sum of outcome N the table has one option of outcome P, for each of outcome P all
/// options; a sum without moves has outcome N.
pub fn outcomes<G: Game<Position: fmt::Debug>>(
    game: &G,
    start: &[ComponentSum<G>],
    weight: impl Fn(&G::Position) -> u64,
    budget: &mut Budget,
) -> Result<FactTable<ComponentSum<G>, Outcome>, Stopped> {
    alone::<Whole<'_, G>, MisereOutcomes>(&Whole(game), start, &|sum: &ComponentSum<G>| bytes(sum, &weight), budget)
}

/// As [`outcomes`], with the threads of the budget. The outcomes are the same; which other sums
/// they follow from depends on the order of the threads.
///
/// # Errors
///
/// As [`outcomes`].
pub fn outcomes_parallel<G: Game<Position: fmt::Debug + Send + Sync> + Sync>(
    game: &G,
    start: &[ComponentSum<G>],
    weight: impl Fn(&G::Position) -> u64 + Sync,
    budget: &mut Budget,
) -> Result<FactTable<ComponentSum<G>, Outcome>, Stopped> {
    let weight = |sum: &ComponentSum<G>| bytes(sum, &weight);
    together::<Whole<'_, G>, MisereOutcomes>(&Whole(game), start, &weight, PATIENCE, budget)
}

/// Returns the normal form of a sum in misère play: sorted, without components that have no
/// options. Sums with equal normal forms have equal options. `work` gets the steps that the rules
/// compute for.
///
/// # Errors
///
/// Returns a fault of the game, or the error of `work`.
pub fn normal_form<G: Game, E: From<Fault>>(
    game: &G,
    sum: &[G::Position],
    work: impl FnMut(u32) -> Result<(), E>,
) -> Result<ComponentSum<G>, E> {
    Whole(game).normal_form(sum, work)
}

/// Returns the bytes that the components of a sum hold.
fn bytes<P>(sum: &[P], weight: impl Fn(&P) -> u64) -> u64 {
    sum.iter().map(|component| weight(component).saturating_add(size_of::<P>() as u64)).sum()
}

/// The search by one thread.
fn alone<G: Game<Position: fmt::Debug>, R: FactRule>(
    game: &G,
    start: &[G::Position],
    weight: &impl Fn(&G::Position) -> u64,
    budget: &mut Budget,
) -> Result<FactTable<G::Position, R::Fact>, Stopped> {
    let mut descent = Descent::<G, R, _, _>::new(game, start, weight, OwnTable::new(), 0);
    descent.run(|| false, budget)?;
    Ok(descent.finish(budget).finish())
}

/// The search by several threads, after one has worked alone for `patience`.
fn together<G: Game<Position: fmt::Debug + Send + Sync> + Sync, R: FactRule>(
    game: &G,
    start: &[G::Position],
    weight: &(impl Fn(&G::Position) -> u64 + Sync),
    patience: Duration,
    budget: &mut Budget,
) -> Result<FactTable<G::Position, R::Fact>, Stopped> {
    let workers = budget.workers();
    if workers == 1 {
        return alone::<G, R>(game, start, weight, budget);
    }
    let held = budget.progress().bytes;
    let table = Shared::new();
    let watch = Stopwatch::new();
    let mut first = Descent::<G, R, _, _>::new(game, start, weight, &table, 0);
    if first.run(|| watch.passed() >= patience, budget)? {
        first.finish(budget);
        return Ok(table.finish());
    }
    match share(&mut first, &table, workers, budget) {
        Ok(()) => {
            first.finish(budget);
            Ok(table.finish())
        }
        // Which fault a worker finds first depends on the threads: one thread finds it again.
        Err(Stopped { reason: Reason::Fault(_), .. }) => {
            drop(first);
            drop(table);
            budget.release(budget.progress().bytes.saturating_sub(held));
            alone::<G, R>(game, start, weight, budget)
        }
        Err(stopped) => Err(stopped),
    }
}

/// Continues a search with this many workers, until one of them has solved everything.
///
/// A worker whose part of the memory does not suffice ends; if all do, the first one starts again
/// with all of the memory and with the facts that are stored.
fn share<'t, G, R, W>(
    first: &mut Descent<'_, G, R, &W, &'t Shared<G::Position, R::Fact>>,
    table: &'t Shared<G::Position, R::Fact>,
    workers: usize,
    budget: &mut Budget,
) -> Result<(), Stopped>
where
    G: Game<Position: fmt::Debug + Send + Sync> + Sync,
    R: FactRule,
    W: Fn(&G::Position) -> u64 + Sync,
{
    let mut helpers = budget.split(workers - 1);
    let done = AtomicBool::new(false);
    let (game, start, weight) = first.task();
    let ends: Vec<Result<bool, Stopped>> = thread::scope(|scope| {
        let done = &done;
        let others: Vec<_> = (1..)
            .zip(&mut helpers)
            .map(|(worker, budget)| {
                scope.spawn(move || {
                    let mut descent = Descent::<G, R, _, _>::new(game, start, weight, table, worker);
                    let end = until(done, &mut descent, budget);
                    descent.finish(budget);
                    end
                })
            })
            .collect();
        let end = until(done, first, budget);
        let join = |other: thread::ScopedJoinHandle<'_, _>| {
            other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        };
        [end].into_iter().chain(others.into_iter().map(join)).collect()
    });
    budget.merge(helpers);
    if ends.contains(&Ok(true)) {
        return Ok(());
    }
    let is_fault = |end: &&Result<bool, Stopped>| matches!(end, Err(Stopped { reason: Reason::Fault(_), .. }));
    match ends.iter().find(is_fault).or(ends.first()) {
        Some(Err(stopped)) if !matches!(stopped.reason, Reason::Memory(_)) => return Err(budget.ended(stopped.clone())),
        _ => {}
    }
    budget.poll()?;
    let again = Descent::new(game, start, weight, table, 0);
    std::mem::replace(first, again).finish(budget);
    first.run(|| false, budget).map(|_| ())
}

/// Runs a worker until it is done or another one is. Stores in `done` that the others may end:
/// after a solution, and after a fault, which ends the whole work.
fn until<G: Game<Position: fmt::Debug>, R: FactRule>(
    done: &AtomicBool,
    descent: &mut Descent<'_, G, R, impl Fn(&G::Position) -> u64, impl FactStore<G::Position, R::Fact>>,
    budget: &mut Budget,
) -> Result<bool, Stopped> {
    let end = descent.run(|| done.load(Ordering::Relaxed), budget);
    if matches!(end, Ok(true) | Err(Stopped { reason: Reason::Fault(_), .. })) {
        done.store(true, Ordering::Relaxed);
    }
    end
}
