//! How a sequence goes on where not all values are kept, in memory that does not grow with the heaps.
//!
//! A witness that lies farther than any before, or a value larger than any before, needs a lane with a longer window or with
//! wider sets. The window of the old lane, which is somewhat longer than it has to be, is all that such a lane needs. Only
//! a heap for which all splits must be tried needs all values: then they are computed anew, and dropped later.

use super::{Sequence, lane::Lane, setup::Setup};
use crate::support::budget::{Budget, Stopped};

impl Sequence {
    /// Replaces the lane where it is too short or too narrow for what turned up. Where its window has too few heaps as yet,
    /// that waits: what is computed by the old lane is right, too.
    pub(super) fn grow(&mut self, budget: &mut Budget) -> Result<(), Stopped> {
        let Some(lane) = &self.lane else { return Ok(()) };
        let narrow = self.width > lane.width();
        if !narrow && self.wanted <= lane.reach() {
            return Ok(());
        }
        if !self.carry(budget)? && narrow {
            // No more heaps can be computed by this one.
            self.lane = None;
        }
        Ok(())
    }

    /// Replaces the lane by one with a longer window or room for more numbers, as far as its own window allows: no other
    /// values are needed. Returns whether it did.
    fn carry(&mut self, budget: &mut Budget) -> Result<bool, Stopped> {
        let Some(lane) = self.lane.take() else { return Ok(false) };
        let setup = Setup { numbers: self.width.max(lane.width()), ..self.setup(&|| true) };
        let new = match self.next.checked_sub(setup.longest() + 1) {
            Some(from) if from >= self.since && lane.holds(from, self.next) => {
                let likely = Lane::likely(&setup, setup.longest());
                budget.hold(likely)?;
                budget.release(likely);
                Lane::carried(setup, &lane, self.next)
            }
            _ => None,
        };
        let carried = new.is_some();
        let lane = new.unwrap_or(lane);
        if carried {
            budget.release(std::mem::replace(&mut self.held, lane.bytes()));
            budget.hold(self.held)?;
            self.since = self.next - lane.reach() - 1;
        }
        self.lane = Some(lane);
        Ok(carried)
    }

    /// The window that a hunt has to compare; `None` while the lane's is shorter than what witnesses have needed.
    pub(super) fn window(&self) -> Option<usize> {
        self.lane.as_ref().map(Lane::reach).filter(|&reach| self.wanted <= reach)
    }

    /// All values up to `heap` have to be kept: computes them anew. They are kept up to twice that heap, so that this
    /// comes seldom.
    pub(super) fn keep_all(&mut self, heap: usize, budget: &mut Budget) -> Result<(), Stopped> {
        budget.release(std::mem::take(&mut self.held) + 2 * self.kept.capacity() as u64);
        (self.kept, self.lane) = (Vec::new(), None);
        let mut anew = Sequence::with(self.moves.clone(), self.level, heap.saturating_mul(2).min(usize::MAX / 2));
        anew.first_kept = self.first_kept;
        while anew.next < heap {
            anew.step(heap, budget)?;
        }
        *self = anew;
        Ok(())
    }

    /// Drops the values that were kept for one heap that needed all splits: the window holds what comes next.
    pub(super) fn drop_kept(&mut self, budget: &mut Budget) {
        let most = self.first_kept.max(self.rare.last().map_or(0, |&rare| rare + 1));
        if self.kept.len() > most && !self.stale {
            let before = self.kept.capacity();
            self.kept.truncate(most);
            self.kept.shrink_to_fit();
            budget.release(2 * before.saturating_sub(self.kept.capacity()) as u64);
        }
    }
}
