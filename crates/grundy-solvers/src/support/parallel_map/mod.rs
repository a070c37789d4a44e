//! A parallel map: runs independent pieces of work on as many cores as pay.
//!
//! One thread starts. Helpers start only when the work has taken `PATIENCE` and pieces are left, so
//! that a thread costs at most a few hundredths of the work before it. Each worker takes the next
//! piece from a shared counter; the results are in the order of the pieces. Helpers get a part of
//! the memory that is left; a piece that needs more runs at the end with all of it, so that many
//! threads can do whatever one thread can.

use std::{thread, time::Duration};

use crate::support::{
    budget::{Budget, Reason, Stopped},
    clock::Stopwatch,
    sync::{AtomicBool, AtomicUsize, Ordering},
};

#[cfg(all(test, loom))]
mod interleavings;

/// How long one thread works alone: longer than all positions of a judge's input take together,
/// even on a busy machine.
const PATIENCE: Duration = Duration::from_millis(30);

/// The number of workers, and when they start.
pub(crate) struct ParallelMap {
    /// The number of workers; that of the budget's threads if it is `None`.
    workers: Option<usize>,
    /// How long one thread works before helpers start.
    patience: Duration,
    /// Runs since the map was made, so that several calls share the patience.
    watch: Stopwatch,
}

/// The results of one worker.
struct Done<T> {
    /// Each with the number of its piece.
    results: Vec<(usize, T)>,
    /// The pieces for which its memory did not suffice.
    left: Vec<usize>,
    /// Why it ended, other than for memory.
    stopped: Option<Reason>,
}

impl ParallelMap {
    /// Returns a map with as many workers as the budget has threads.
    pub(crate) fn new() -> ParallelMap {
        ParallelMap { workers: None, patience: PATIENCE, watch: Stopwatch::new() }
    }

    /// Returns a map with this many workers, which start at once.
    #[cfg(test)]
    pub(crate) fn of(workers: usize) -> ParallelMap {
        ParallelMap { workers: Some(workers), patience: Duration::ZERO, watch: Stopwatch::new() }
    }

    /// Returns the result of `piece` for each number below `pieces`, in order. Each worker has a
    /// separate state, made by `new_state`. Returns the first [`Stopped`] of any worker.
    ///
    /// A panic of a piece is passed on. The pieces must not depend on each other, and their results
    /// not on the worker's state, which is only memory to reuse.
    pub(crate) fn work<S, T: Send>(
        &self,
        pieces: usize,
        new_state: impl Fn() -> S + Sync,
        piece: impl Fn(&mut S, usize, &mut Budget) -> Result<T, Stopped> + Sync,
        budget: &mut Budget,
    ) -> Result<Vec<T>, Stopped> {
        let mut state = new_state();
        let mut results = Vec::with_capacity(pieces);
        while results.len() < pieces {
            if pieces - results.len() > 1 && self.watch.passed() >= self.patience {
                break;
            }
            results.push(piece(&mut state, results.len(), budget)?);
        }
        let rest = pieces - results.len();
        if rest == 0 {
            return Ok(results);
        }
        let mut helpers = budget.split(self.workers.unwrap_or_else(|| budget.workers()).min(rest) - 1);
        let turn = AtomicUsize::new(results.len());
        let stop = AtomicBool::new(false);
        let share =
            |state: &mut S, budget: &mut Budget| take_turns(pieces, (&turn, &stop), state, &new_state, &piece, budget);
        let all: Vec<Done<T>> = thread::scope(|scope| {
            let share = &share;
            let new_state = &new_state;
            let others: Vec<_> =
                helpers.iter_mut().map(|budget| scope.spawn(move || share(&mut new_state(), budget))).collect();
            let first = share(&mut state, budget);
            let others =
                others.into_iter().map(|other| other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
            [first].into_iter().chain(others).collect()
        });
        budget.merge(helpers);
        if let Some(reason) = all.iter().find_map(|done| done.stopped.clone()) {
            return Err(budget.stopped(reason));
        }
        let mut found = Vec::with_capacity(rest);
        for mut done in all {
            found.append(&mut done.results);
            for at in done.left {
                found.push((at, piece(&mut state, at, budget)?));
            }
        }
        found.sort_unstable_by_key(|&(at, _)| at);
        results.extend(found.into_iter().map(|(_, result)| result));
        Ok(results)
    }
}

/// The loop of one worker: takes pieces from the shared counter until none is left.
fn take_turns<S, T>(
    pieces: usize,
    (turn, stop): (&AtomicUsize, &AtomicBool),
    state: &mut S,
    new_state: &(impl Fn() -> S + Sync),
    piece: &(impl Fn(&mut S, usize, &mut Budget) -> Result<T, Stopped> + Sync),
    budget: &mut Budget,
) -> Done<T> {
    let mut done = Done { results: Vec::new(), left: Vec::new(), stopped: None };
    while !stop.load(Ordering::Relaxed) {
        let at = turn.fetch_add(1, Ordering::Relaxed);
        if at >= pieces {
            break;
        }
        let held = budget.progress().bytes;
        match piece(state, at, budget) {
            Ok(result) => done.results.push((at, result)),
            Err(Stopped { reason: Reason::Memory(_), .. }) => {
                // The memory of the piece was released with the piece and with the state.
                *state = new_state();
                budget.release(budget.progress().bytes.saturating_sub(held));
                done.left.push(at);
            }
            Err(stopped) => {
                stop.store(true, Ordering::Relaxed);
                done.stopped = Some(stopped.reason);
            }
        }
    }
    done
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the squares; each needs some memory and some positions.
    fn squares(workers: usize, pieces: usize, bytes: u64, budget: &mut Budget) -> Result<Vec<usize>, Stopped> {
        let piece = |_: &mut (), at: usize, budget: &mut Budget| {
            budget.hold(bytes)?;
            budget.solved(3)?;
            budget.release(bytes);
            Ok(at * at)
        };
        ParallelMap::of(workers).work(pieces, || (), piece, budget)
    }

    #[test]
    fn results_stand_in_order_and_everything_is_counted() {
        for workers in [1, 2, 3, 8, 100] {
            for pieces in [0, 1, 2, 7, 50, 1000] {
                let mut budget = Budget::new();
                let plain: Vec<usize> = (0..pieces).map(|at| at * at).collect();
                assert_eq!(squares(workers, pieces, 8, &mut budget), Ok(plain), "{workers} workers");
                assert_eq!((budget.progress().positions, budget.progress().bytes), (3 * pieces as u64, 0));
                assert_eq!(budget.most_bytes(), Budget::new().most_bytes());
            }
        }
    }

    #[test]
    fn limits_are_those_of_one_worker() {
        for workers in [1, 2, 3, 8] {
            let plain = Ok((0..50).map(|at| at * at).collect());
            assert_eq!(squares(workers, 50, 100, &mut Budget::new().bytes(100)), plain, "{workers} workers");
            let over = squares(workers, 50, 101, &mut Budget::new().bytes(100));
            assert_eq!(over.expect_err("too much").reason, Reason::Memory(100));
            assert_eq!(squares(workers, 50, 1, &mut Budget::new().positions(150)), plain);
            let many = squares(workers, 50, 1, &mut Budget::new().positions(149)).expect_err("too many");
            assert_eq!((many.reason, many.progress.positions), (Reason::Positions(149), 150));
        }
    }

    #[test]
    fn one_interrupt_ends_all() {
        let flag = std::sync::Arc::new(std::sync::atomic::AtomicBool::new(false));
        let piece = |_: &mut (), at: usize, budget: &mut Budget| {
            if at == 20 {
                flag.store(true, Ordering::Relaxed);
            }
            budget.poll()
        };
        for workers in [1, 2, 8] {
            let mut budget = Budget::new().interrupt(flag.clone());
            let stopped = ParallelMap::of(workers).work(1_000_000, || (), piece, &mut budget).expect_err("interrupted");
            assert_eq!(stopped.reason, Reason::Interrupted);
            flag.store(false, Ordering::Relaxed);
        }
    }
}
