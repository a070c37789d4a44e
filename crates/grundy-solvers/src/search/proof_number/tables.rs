//! What all workers know together: values, bounds, and who looks into which large position.
//!
//! Values and bounds are true whoever wrote them. Where a worker is only tells the others to look elsewhere first, so
//! a note that another one pushed out does no harm.

use super::{
    transposition_table::Bounds,
    value_table::{Exact, mix},
};
use crate::support::{
    budget::{Budget, Stopped},
    sync::{AtomicBool, AtomicU64, Ordering},
};

/// What is known of the positions of a game, by all workers.
pub(super) struct Known {
    pub exact: Exact,
    pub bounds: Bounds,
    /// Memory for the shelf of each worker, in bytes.
    pub frame_cache: u64,
    /// The large positions that workers look into, each mixed with the value, and in the last byte the worker.
    busy: Vec<AtomicU64>,
    /// Whether all workers may stop.
    pub done: AtomicBool,
}

/// Places for positions that are looked into.
const BUSY: usize = 1 << 10;

impl Known {
    pub(super) fn new(exact: Exact, bounds: Bounds, frame_cache: u64) -> Known {
        let busy = (0..BUSY).map(|_| AtomicU64::new(0)).collect();
        Known { exact, bounds, frame_cache, busy, done: AtomicBool::new(false) }
    }

    /// Makes the table of values grow, if it is time to. The caller must have given up its reader.
    pub(super) fn make_room(&self, budget: &mut Budget) -> Result<(), Stopped> {
        let own = self.exact.bytes();
        budget.hold(2 * own)?;
        let grown = self.exact.grow();
        budget.release(if grown { own } else { 2 * own });
        Ok(())
    }

    /// The place for a position that is looked into, and the mark that tells which.
    fn place(key: u64, value: u64) -> (usize, u64) {
        let mark = mix(key ^ value << 57 ^ value);
        (mark as usize >> 8 & (BUSY - 1), mark & !255)
    }

    /// Notes that a worker looks into whether a position has this value.
    pub(super) fn enter(&self, key: u64, value: u64, worker: u64) {
        let (at, mark) = Self::place(key, value);
        self.busy[at].store(mark | worker & 255, Ordering::Relaxed);
    }

    /// Notes that a worker no longer looks into it.
    pub(super) fn leave(&self, key: u64, value: u64, worker: u64) {
        let (at, mark) = Self::place(key, value);
        let _ = self.busy[at].compare_exchange(mark | worker & 255, 0, Ordering::Relaxed, Ordering::Relaxed);
    }

    /// Whether another worker looks into it.
    pub(super) fn is_busy(&self, key: u64, value: u64, worker: u64) -> bool {
        let (at, mark) = Self::place(key, value);
        let own = self.busy[at].load(Ordering::Relaxed);
        own & !255 == mark && own & 255 != worker & 255 && own != 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn workers_see_where_the_others_are() {
        let known = Known::new(Exact::new(0), Bounds::new(0), 0);
        known.enter(5, 2, 1);
        assert!(known.is_busy(5, 2, 2) && !known.is_busy(5, 2, 1));
        assert!(!known.is_busy(5, 1, 2) && !known.is_busy(4, 2, 2));
        known.leave(5, 2, 2);
        assert!(known.is_busy(5, 2, 2), "only who entered leaves");
        known.leave(5, 2, 1);
        assert!(!known.is_busy(5, 2, 2));
    }
}
