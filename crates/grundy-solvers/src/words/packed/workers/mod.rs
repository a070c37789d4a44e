//! A search by several workers, who share one table.
//!
//! The work goes in rounds. In a round the table does not change: each worker looks values up in it
//! and in a table of its own, which holds what it has found in this round and is small enough for
//! the cache. After the round all of that moves to the shared table. Each worker has some walks
//! from the same word, all of which take the options of a word in another order, and keeps their
//! paths from round to round; so it meets values that the others have found, and few words are
//! expanded twice. The values do not depend on the number of workers, and in normal play nor do the
//! words that are stored: all that come up.

use std::thread;

use super::{
    key::{Key, KeyBits},
    options::Mover,
    search::{Keep, KnownValues, WALKS, WordPath, WordSearch},
    table::KeyTable,
};
use crate::support::{
    budget::{Budget, Stopped},
    sync::{AtomicBool, Ordering},
};

#[cfg(all(test, loom))]
mod interleavings;

/// How many words one worker solves before others help: about a quarter of a second, since several
/// workers take a third more time together than one alone. Tests have few words.
const PATIENCE: u64 = if cfg!(test) { 1 << 6 } else { 3 << 18 };

/// How many words a worker solves in a round. Models of all interleavings have very few.
const ROUND: usize = if cfg!(all(test, loom)) {
    3
} else if cfg!(test) {
    1 << 6
} else {
    1 << 13
};

/// The bits of a filter: some for each word of a round.
const FILTER: usize = 1 << 16;

/// The memory that a worker needs for its own table and its path.
const BYTES: u64 = 1 << 24;

/// What a worker knows: the shared table, and its own.
struct WorkerTables<'t, K> {
    shared: &'t KeyTable<K>,
    own: &'t mut Own<K>,
}

/// What a worker has found in a round.
struct Own<K> {
    table: KeyTable<K>,
    /// A bit is set if a word in the table has it: most words are not there, and the filter is in
    /// the nearest cache.
    filter: Vec<u64>,
    count: usize,
}

impl<K: Key> Own<K> {
    #[inline(always)]
    fn get(&self, mixed: K) -> Option<u64> {
        let (at, bit) = filter(mixed);
        if self.filter[at] & bit > 0 { self.table.get(mixed) } else { None }
    }
}

impl<K: Key> KnownValues<K> for WorkerTables<'_, K> {
    fn table(&self) -> &KeyTable<K> {
        self.shared
    }

    #[inline(always)]
    fn get(&self, mixed: K) -> Option<u64> {
        self.own.get(mixed).or_else(|| self.shared.get(mixed))
    }

    #[inline(always)]
    fn get_from(&self, start: usize, mixed: K) -> Option<u64> {
        self.own.get(mixed).or_else(|| self.shared.get_from(start, mixed))
    }

    #[inline(always)]
    fn add(&mut self, mixed: K, value: u64, budget: &mut Budget) -> Result<(), Stopped> {
        self.own.count += usize::from(self.own.table.insert(mixed, value, budget)?);
        let (at, bit) = filter(mixed);
        self.own.filter[at] |= bit;
        // It counts as solved when it enters the shared table.
        budget.tick()
    }
}

/// The place of a word in the filter, and its bit there.
#[inline(always)]
fn filter(mixed: impl KeyBits) -> (usize, u64) {
    // The highest bits of a narrow key are 0, so the number of the bit depends on all bits.
    let number = mixed.word(0).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 48;
    (number as usize >> 6, 1 << (number & 63))
}

/// A worker: its paths, and what it finds in a round.
struct WordWorker<K> {
    walks: Vec<WordPath<K>>,
    own: Own<K>,
}

impl<K: Key> WordWorker<K> {
    /// Walks until this worker, or another one, has found enough for a round, or the value.
    fn round<P: KeyBits, const B: usize>(
        &mut self,
        mover: &Mover<K>,
        shared: &KeyTable<K>,
        mixed: K,
        over: &AtomicBool,
        budget: &mut Budget,
    ) -> Result<Option<u64>, Stopped> {
        let mut part = WorkerTables { shared, own: &mut self.own };
        let pause = |part: &WorkerTables<'_, K>, _: &Budget| part.own.count >= ROUND || over.load(Ordering::Relaxed);
        let ended = WordPath::value::<P, B, _>(&mut self.walks, mover, &mut part, mixed, pause, budget);
        over.store(true, Ordering::Relaxed);
        ended
    }

    /// The bytes of its table and of its paths.
    fn held(&self) -> u64 {
        self.own.table.bytes() as u64 + self.walks.iter().map(WordPath::held).sum::<u64>()
    }
}

/// Returns the value of a word in normal play. One worker begins; if the work takes long, as many
/// as the budget has threads continue.
pub(super) fn value<K: Key, P: KeyBits, const B: usize>(
    search: &mut WordSearch<K>,
    key: K,
    keep: Keep<'_, K>,
    budget: &mut Budget,
) -> Result<u64, Stopped> {
    if key.is_none() {
        return Ok(0);
    }
    let mixed = search.table.mix(key);
    // A limit on positions is that of one worker: none knows what the others have solved.
    let several = budget.workers() > 1 && budget.block(2) > 1 && spare(budget) >= 2 * BYTES;
    match search.value::<P, B>(mixed, several.then_some(PATIENCE), keep, budget)? {
        Some(value) => Ok(value),
        None => shared::<K, P, B>(search, mixed, keep, budget),
    }
}

/// The memory that is left.
fn spare(budget: &Budget) -> u64 {
    budget.most_bytes().saturating_sub(budget.progress().bytes)
}

/// Continues the walk of a search by several workers; returns the value of the word with this
/// mixed key.
fn shared<K: Key, P: KeyBits, const B: usize>(
    search: &mut WordSearch<K>,
    mixed: K,
    keep: Keep<'_, K>,
    budget: &mut Budget,
) -> Result<u64, Stopped> {
    let many = budget.workers().min(usize::try_from(spare(budget) / BYTES).unwrap_or(usize::MAX)).max(1);
    let paths = std::mem::replace(&mut search.walks, vec![WordPath::new(0)]);
    let turn = |worker: usize, walk: usize| ((walk * many + worker) << 8) / (many * WALKS);
    let others = (1..many).map(|at| (0..WALKS).map(|walk| WordPath::new(turn(at, walk))).collect());
    let own = || Own { table: search.table.another(), filter: vec![0; FILTER / 64], count: 0 };
    let mut workers: Vec<WordWorker<K>> =
        std::iter::once(paths).chain(others).map(|walks| WordWorker { walks, own: own() }).collect();
    loop {
        budget.poll()?;
        // Each thread needs memory for blocks that grow.
        let threads = if spare(budget) / 2 > search.table.bytes() as u64 { many } else { 1 };
        if spare(budget) < BYTES * many as u64 {
            // The path of the first worker leads to the value alone. The tables of the others are
            // empty here.
            budget.release(workers.drain(1..).map(|worker| worker.held()).sum());
        }
        let value = round::<K, P, B>(search, &mut workers, mixed, budget)?;
        search.table.absorb(workers.iter_mut().map(|worker| &mut worker.own.table), threads, budget)?;
        for own in workers.iter_mut().map(|worker| &mut worker.own) {
            own.filter.fill(0);
            own.count = 0;
        }
        if let Some(value) = value {
            budget.release(workers.iter().map(WordWorker::held).sum());
            return Ok(value);
        }
        if budget.is_due() {
            keep(search, budget);
        }
    }
}

/// A round of all workers. Returns the value if one has found it.
fn round<K: Key, P: KeyBits, const B: usize>(
    search: &WordSearch<K>,
    workers: &mut [WordWorker<K>],
    mixed: K,
    budget: &mut Budget,
) -> Result<Option<u64>, Stopped> {
    let Some((first, others)) = workers.split_first_mut() else { return Ok(None) };
    let over = AtomicBool::new(false);
    let (mover, shared) = (&search.mover, &search.table);
    let mut lent = budget.split(others.len());
    let mut found = Vec::with_capacity(lent.len() + 1);
    thread::scope(|scope| {
        let over = &over;
        let threads: Vec<_> = others
            .iter_mut()
            .zip(&mut lent)
            .map(|(worker, budget)| scope.spawn(move || worker.round::<P, B>(mover, shared, mixed, over, budget)))
            .collect();
        found.push(first.round::<P, B>(mover, shared, mixed, over, budget));
        for thread in threads {
            found.push(thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        }
    });
    budget.merge(lent);
    let mut value = None;
    for found in found {
        value = value.or(found.map_err(|worker| budget.ended(worker))?);
    }
    Ok(value)
}
