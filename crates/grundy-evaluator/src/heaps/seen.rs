//! The set of the values that the options of a heap have.

use grundy_core::Nimber;

/// The values of the options of one heap.
pub(super) struct SeenValues {
    /// For each value the heap that has seen it last.
    stamps: Vec<u16>,
    /// The number of this heap, from 1 on.
    heap: u16,
    /// All values below this are known to be in the set.
    filled: usize,
}

impl SeenValues {
    /// A set of values below a bound.
    pub(super) fn new(bound: usize) -> SeenValues {
        SeenValues { stamps: vec![0; bound], heap: 0, filled: 0 }
    }

    /// All values are below this.
    pub(super) fn bound(&self) -> usize {
        self.stamps.len()
    }

    /// Removes all values.
    pub(super) fn clear(&mut self) {
        self.filled = 0;
        match self.heap.checked_add(1) {
            Some(next) => self.heap = next,
            None => {
                self.stamps.fill(0);
                self.heap = 1;
            }
        }
    }

    /// Adds a value below the bound.
    #[inline(always)]
    pub(super) fn insert(&mut self, value: u32) {
        self.stamps[value as usize] = self.heap;
    }

    /// Whether a value below the bound is in the set.
    pub(super) fn has(&self, value: u32) -> bool {
        self.stamps[value as usize] == self.heap
    }

    /// Whether all numbers below this one, which is below the bound, are in the set. All calls for
    /// a heap together look at each number once.
    pub(super) fn has_below(&mut self, value: u32) -> bool {
        let rest = self.stamps[..value as usize].iter().skip(self.filled);
        self.filled += rest.take_while(|&&stamp| stamp == self.heap).count();
        self.filled >= value as usize
    }

    /// Whether a number below the bound is the least one that is not in the set.
    pub(super) fn has_mex(&self, Nimber(mex): Nimber) -> bool {
        let upto = usize::try_from(mex).ok().and_then(|mex| self.stamps.get(..=mex));
        let Some((&last, before)) = upto.and_then(<[u16]>::split_last) else { return false };
        last != self.heap && before.iter().filter(|&&stamp| stamp == self.heap).count() == before.len()
    }
}
