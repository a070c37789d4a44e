//! The tables that all workers share: values, proof numbers, and the large positions that workers
//! search now.
//!
//! Values and bounds are true whichever worker stored them. The list of busy positions only directs
//! the other workers elsewhere, so a lost entry does no harm.

use super::{
    transposition_table::TranspositionTable,
    value_table::{TableReader, ValueTable, mix},
};
use crate::support::{
    budget::{Budget, Stopped},
    sync::{AtomicBool, AtomicU64, Mutex, Ordering, PoisonError, RwLock, RwLockReadGuard},
};

/// What all workers know of the positions of a game.
pub(super) struct SharedTables {
    /// The exact values.
    pub value_table: ValueTable,
    /// Proof numbers, and values of options. Only growing locks out the readers.
    transpositions: RwLock<TranspositionTable>,
    /// Held by the worker that lets a table grow.
    growing: Mutex<()>,
    /// The bytes for the frame cache of each worker.
    pub frame_cache: u64,
    /// The large positions that workers search: each a hash of position and value, with the worker
    /// in the last byte.
    busy: Vec<AtomicU64>,
    /// Whether all workers may stop.
    pub done: AtomicBool,
}

/// Read access to both tables. A worker holds it for a while, and drops it when one has to grow.
pub(super) struct TablesReader<'t> {
    /// The exact values.
    pub values: TableReader<'t>,
    /// Proof numbers, and values of options.
    pub transpositions: RwLockReadGuard<'t, TranspositionTable>,
}

impl TablesReader<'_> {
    /// Whether a table should grow and may grow.
    pub(super) fn wants_room(&self) -> bool {
        self.values.wants_room() || self.transpositions.wants_room(self.values.bytes())
    }
}

/// Number of slots for busy positions.
const BUSY: usize = 1 << 10;

impl SharedTables {
    pub(super) fn new(value_table: ValueTable, transpositions: TranspositionTable, frame_cache: u64) -> SharedTables {
        let busy = (0..BUSY).map(|_| AtomicU64::new(0)).collect();
        let (transpositions, growing) = (RwLock::new(transpositions), Mutex::new(()));
        SharedTables { value_table, transpositions, growing, frame_cache, busy, done: AtomicBool::new(false) }
    }

    pub(super) fn read(&self) -> TablesReader<'_> {
        let transpositions = self.transpositions.read().unwrap_or_else(PoisonError::into_inner);
        TablesReader { values: self.value_table.read(), transpositions }
    }

    /// Lets the value table grow, if it is crowded, and the transposition table, if it is small for
    /// so many values. Requires that the caller holds no reader.
    ///
    /// While a table grows, the old one and the new one, which is twice as large, count as held.
    pub(super) fn make_room(&self, budget: &mut Budget) -> Result<(), Stopped> {
        let _turn = self.growing.lock().unwrap_or_else(PoisonError::into_inner);
        let tables = self.read();
        let values = tables.values.wants_room().then(|| tables.values.bytes());
        drop(tables);
        if let Some(bytes) = values {
            budget.hold(2 * bytes)?;
            let grown = self.value_table.grow();
            budget.release(if grown { bytes } else { 2 * bytes });
        }
        let tables = self.read();
        let wants_room = tables.transpositions.wants_room(tables.values.bytes());
        let bytes = tables.transpositions.bytes();
        drop(tables);
        if !wants_room {
            return Ok(());
        }
        let has_room = budget.most_bytes().saturating_sub(budget.progress().bytes) >= 2 * bytes;
        let mut transpositions = self.transpositions.write().unwrap_or_else(PoisonError::into_inner);
        if has_room {
            budget.hold(2 * bytes)?;
            transpositions.grow();
            budget.release(bytes);
        } else {
            transpositions.stay();
        }
        Ok(())
    }

    /// Returns the slot of a position and a value, and the hash that identifies them.
    ///
    /// The last byte of the mark is free for the number of the worker.
    fn place(key: u64, value: u64) -> (usize, u64) {
        let mark = mix(key ^ value << 57 ^ value);
        (mark as usize >> 8 & (BUSY - 1), mark & !255)
    }

    /// Records that a worker searches whether a position has this value.
    pub(super) fn enter(&self, key: u64, value: u64, worker: u64) {
        let (at, mark) = Self::place(key, value);
        self.busy[at].store(mark | worker & 255, Ordering::Relaxed);
    }

    /// Records that a worker no longer searches it.
    pub(super) fn leave(&self, key: u64, value: u64, worker: u64) {
        let (at, mark) = Self::place(key, value);
        let _ = self.busy[at].compare_exchange(mark | worker & 255, 0, Ordering::Relaxed, Ordering::Relaxed);
    }

    /// Whether another worker searches it.
    pub(super) fn is_busy(&self, key: u64, value: u64, worker: u64) -> bool {
        let (at, mark) = Self::place(key, value);
        let entry = self.busy[at].load(Ordering::Relaxed);
        entry & !255 == mark && entry & 255 != worker & 255 && entry != 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn workers_see_where_the_others_are() {
        let known = SharedTables::new(ValueTable::new(0), TranspositionTable::new(0, 0), 0);
        known.enter(5, 2, 1);
        assert!(known.is_busy(5, 2, 2) && !known.is_busy(5, 2, 1));
        assert!(!known.is_busy(5, 1, 2) && !known.is_busy(4, 2, 2));
        known.leave(5, 2, 2);
        assert!(known.is_busy(5, 2, 2), "only the worker that entered leaves");
        known.leave(5, 2, 1);
        assert!(!known.is_busy(5, 2, 2));
    }
}
