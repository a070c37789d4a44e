//! Many positions of one game: how Python writes them, and questions about each of them.
//!
//! A question about each position is asked on all cores, each position on one of them: so answers
//! do not wait for the slowest position of a group, and no solver divides work that is small. Where
//! there are fewer positions than cores, each position has several.

use std::{
    num::NonZero,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
};

use grundy::{
    Component, Error, Known, Query, Question, Run,
    games::{ReadGame, Ruleset},
};
use pyo3::{prelude::*, types::PyString};

use crate::{
    host::{self, Limits, Reading, Surroundings},
    rules::Rules,
};

/// A position as Python writes it.
pub enum WrittenPosition {
    Heap(u64),
    Text(String),
    /// The empty sum.
    Empty,
}

/// What a position holds until it has a value, in bytes: as it is written, read and solved.
const EACH: u64 = 128;

/// To read a position costs as much as so many cheap steps.
const READING: u32 = 64;

/// The positions that Python lists; `convert` writes those that are not numbers or texts.
pub fn written(run: &Run, positions: &Bound<'_, PyAny>, convert: &Bound<'_, PyAny>) -> PyResult<Vec<WrittenPosition>> {
    let mut reading = Reading::new(run);
    reading.expect(positions, EACH)?;
    let mut all = Vec::new();
    for item in positions.try_iter()? {
        let position = one(&item?, convert)?;
        let bytes = if let WrittenPosition::Text(text) = &position { text.len() as u64 } else { 0 };
        reading.item(positions.py(), EACH + bytes)?;
        all.push(position);
    }
    Ok(all)
}

fn one(item: &Bound<'_, PyAny>, convert: &Bound<'_, PyAny>) -> PyResult<WrittenPosition> {
    if let Ok(text) = item.cast::<PyString>() {
        return Ok(WrittenPosition::Text(text.to_cow()?.into_owned()));
    }
    if let Ok(heap) = item.extract::<u64>() {
        return Ok(WrittenPosition::Heap(heap));
    }
    let text: Option<String> = convert.call1((item,))?.extract()?;
    Ok(text.map_or(WrittenPosition::Empty, WrittenPosition::Text))
}

/// Reads positions, with a share of them for each thread.
pub fn components(run: &Run, game: &ReadGame, positions: Vec<WrittenPosition>) -> Result<Vec<Vec<Component>>, Error> {
    const SHARE: usize = 1 << 14;
    let heaps = matches!(game.rules.ruleset, Ruleset::Heap(_));
    let one = |written: &WrittenPosition| match written {
        WrittenPosition::Heap(heap) if heaps => Ok(vec![Component::Heap(*heap)]),
        WrittenPosition::Heap(heap) => run.position(game, &[heap.to_string()]),
        WrittenPosition::Text(text) => run.position(game, std::slice::from_ref(text)),
        WrittenPosition::Empty => Ok(Vec::new()),
    };
    let all = |part: &[WrittenPosition]| {
        let mut budget = run.budget();
        let counted = |written| {
            budget.charge(READING)?;
            one(written)
        };
        part.iter().map(counted).collect::<Result<Vec<_>, Error>>()
    };
    let threads = run.threads();
    let share = positions.len().div_ceil(threads).max(SHARE);
    if positions.len() <= share {
        return all(&positions);
    }
    thread::scope(|scope| {
        let all = &all;
        let parts: Vec<_> = positions.chunks(share).map(|part| scope.spawn(move || all(part))).collect();
        let mut read = Vec::with_capacity(positions.len());
        for part in parts {
            read.extend(part.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))?);
        }
        Ok(read)
    })
}

/// What a question gives about each position, in their order. `ask` returns how many bytes its
/// result holds, and the result.
pub fn each<T: Send + 'static>(
    py: Python<'_>,
    rules: &Rules,
    (positions, convert): (&Bound<'_, PyAny>, &Bound<'_, PyAny>),
    limits: Option<&Limits>,
    ask: impl Fn(&Run, &mut Known, Query) -> Result<(u64, T), Error> + Send + Sync + 'static,
) -> PyResult<Vec<T>> {
    let (run, surroundings) = host::begin(py, limits, &rules.lists);
    let (written, game) = (written(&run, positions, convert)?, rules.game.clone());
    let there = surroundings.clone();
    host::go(py, run, &surroundings, move |run| {
        let sums = components(run, &game, written)?;
        let query = |sum| Query::new(&game.rules, sum, Question::ValueAndMoves);
        answers(run, &there, sums.into_iter().map(query).collect(), &ask)
    })
}

/// The answers to queries, each of which is asked by one thread. The first error ends all.
fn answers<T: Send>(
    run: &Run,
    surroundings: &Arc<Surroundings>,
    queries: Vec<Query>,
    ask: &(impl Fn(&Run, &mut Known, Query) -> Result<(u64, T), Error> + Sync),
) -> Result<Vec<T>, Error> {
    let many = queries.len();
    let workers = run.threads().min(many).max(1);
    let own = grundy::Limits {
        threads: NonZero::new(run.threads() / workers),
        memory: Some(run.most_bytes() / workers as u64),
        time: run.left(),
        ..run.limits()
    };
    let each = Run::new(own).cancelled_by(run.cancel_flag()).host(surroundings.clone()).without_events();
    let each = if run.checks() { each } else { each.unchecked() };
    let queries: Vec<_> = queries.into_iter().map(|query| Mutex::new(Some(query))).collect();
    let (next, done, budget) = (AtomicUsize::new(0), AtomicUsize::new(0), Mutex::new(run.budget()));
    let failed = Mutex::new(None);
    surroundings.report("solving", 0, many);
    let take = || {
        let at = next.fetch_add(1, Ordering::Relaxed);
        Some((at, lock(queries.get(at)?).take()?))
    };
    let work = || {
        let (mut known, mut found) = (Known::default(), Vec::new());
        while let Some((at, query)) = take() {
            let answer = ask(&each, &mut known, query).and_then(|(bytes, answer)| {
                lock(&budget).hold(bytes)?;
                Ok(answer)
            });
            match answer {
                Ok(answer) => found.push((at, answer)),
                Err(error) => {
                    lock(&failed).get_or_insert(error);
                    each.cancel_flag().store(true, Ordering::Relaxed);
                    break;
                }
            }
            surroundings.report("solving", done.fetch_add(1, Ordering::Relaxed) + 1, many);
        }
        found
    };
    let mut found = thread::scope(|scope| {
        // Where the system starts no thread, the others do the work.
        let start = |_| thread::Builder::new().spawn_scoped(scope, work).ok();
        let others: Vec<_> = (1..workers).filter_map(start).collect();
        let mut found = work();
        for other in others {
            found.extend(other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        }
        found
    });
    if let Some(error) = failed.into_inner().unwrap_or_else(PoisonError::into_inner) {
        return Err(error);
    }
    found.sort_unstable_by_key(|(at, _)| *at);
    Ok(found.into_iter().map(|(_, answer)| answer).collect())
}

fn lock<T>(shared: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}
