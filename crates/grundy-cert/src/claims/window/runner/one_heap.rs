//! The value of one heap from its options, where no block is computed: among the first heaps, near
//! rare heaps, and for heaps without a witness among the splits that are searched.

use super::{NumberBits, RunHalt, StopSignal, WidthRun};

impl<S: NumberBits> WidthRun<'_, S> {
    /// The value of the next heap: the listed one, or the least common one that is not that of an
    /// option. It is verified if there is a plan.
    pub(super) fn single(&mut self, stop: &dyn StopSignal) -> Result<u32, RunHalt> {
        let heap = self.next;
        if let Some(value) = self.setup.listed(heap) {
            if self.plan.is_some() {
                self.certain(heap, value, stop)?;
            }
            return Ok(value);
        }
        self.options(heap, false, stop)?;
        let common = (0..).find(|&value| self.setup.common(heap, value) && !self.marked(heap, value)).unwrap_or(0);
        if self.setup.rank(common) >= S::WIDTH {
            return Err(RunHalt::Flaw(format!("heap {heap} has a value over the largest one")));
        }
        if self.plan.is_some() {
            self.certain(heap, common, stop)?;
        }
        Ok(common)
    }

    /// Verifies that a heap has this value: from all of its splits, or from those in the window if
    /// the heap is common.
    pub(super) fn certain(&mut self, heap: usize, value: u32, stop: &dyn StopSignal) -> Result<(), RunHalt> {
        let listed = self.setup.listed(heap).is_some();
        if listed == self.setup.common(heap, value) {
            return Err(RunHalt::Flaw(format!("heap {heap} is listed as rare and is not")));
        }
        self.options(heap, true, stop)?;
        let mex = (0..).find(|&value| !self.marked(heap, value)).unwrap_or(0);
        if mex == value && (self.whole || !listed) {
            return Ok(());
        }
        Err(RunHalt::Flaw(format!(
            "heap {heap} is claimed to have value {value}, but the options that may be used give {mex}"
        )))
    }

    /// Marks the values of the options that take without a split or leave a rare heap; with `all`,
    /// of all others in the window too.
    fn options(&mut self, heap: usize, all: bool, stop: &dyn StopSignal) -> Result<(), RunHalt> {
        let setup = self.setup;
        if setup.whole.contains(&heap) {
            self.mark(heap, 0);
        }
        for &taken in setup.take.iter().filter(|&&taken| taken < heap) {
            self.mark(heap, self.value(heap - taken));
        }
        for &taken in setup.split.iter().filter(|&&taken| taken < heap) {
            let rest = heap - taken;
            for &(one, value) in setup.rare.iter().take_while(|rare| rare.0 < rest).filter(|rare| rare.0 > 0) {
                if !(setup.distinct && 2 * one == rest) {
                    self.mark(heap, value ^ self.value(rest - one));
                }
            }
        }
        if !all {
            return Ok(());
        }
        for (at, &taken) in setup.split.iter().filter(|&&taken| taken < heap).enumerate() {
            if at % 16 == 15 && stop.is_set() {
                return Err(RunHalt::Stopped);
            }
            let rest = heap - taken;
            let most = if setup.distinct { (rest - 1) / 2 } else { rest / 2 };
            let most = if self.whole { most } else { most.min(setup.reach - taken) };
            for one in 1..=most {
                let small = if self.whole { Some(self.kept[one]) } else { self.small(one) };
                if let Some(small) = small {
                    self.mark(heap, small ^ self.value(rest - one));
                }
            }
        }
        Ok(())
    }

    /// The value of a small common heap.
    fn small(&self, heap: usize) -> Option<u32> {
        let rank = *self.plan?.small.get(heap)?;
        rank.map(|rank| self.setup.value(heap, rank))
    }

    /// Marks a value as that of an option of a heap.
    fn mark(&mut self, heap: usize, value: u32) {
        let at = value as usize;
        if at >= self.marks.len() {
            self.marks.resize((at + 1).next_power_of_two(), 0);
        }
        self.marks[at] = heap + 1;
    }

    /// Whether a value is marked for a heap.
    fn marked(&self, heap: usize, value: u32) -> bool {
        self.marks.get(value as usize) == Some(&(heap + 1))
    }
}
