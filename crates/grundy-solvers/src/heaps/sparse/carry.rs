//! How a sequence continues when not all values are stored, in memory that does not grow with the
//! heaps.
//!
//! A witness at a greater distance than any before, or a value larger than any before, needs a lane
//! with a longer window or wider sets. The window of the old lane, which is somewhat longer than
//! necessary, contains all that such a lane needs. Only a heap for which all splits have to be
//! tried needs all values: they are computed again, and dropped later.

use super::{Sequence, lane::Lane, setup::Setup};
use crate::support::budget::{Budget, Stopped};

impl Sequence {
    /// Replaces the lane if it is too short or too narrow for what was found. If its window has too
    /// few heaps so far, the replacement waits: what the old lane computes is right as well.
    pub(super) fn grow(&mut self, budget: &mut Budget) -> Result<(), Stopped> {
        let Some(lane) = &self.lane else { return Ok(()) };
        let narrow = self.width > lane.width();
        if !narrow && self.wanted <= lane.reach() {
            return Ok(());
        }
        if !self.carry(budget)? && narrow {
            // The old lane cannot compute any more heaps.
            self.lane = None;
        }
        Ok(())
    }

    /// Replaces the lane by one with a longer window or wider sets, if its window has all the
    /// values that this needs. Returns whether it did.
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

    /// Returns the length of the window that the search for a period has to compare; `None` if the
    /// lane's window is shorter than the distances of the witnesses so far.
    pub(super) fn window(&self) -> Option<usize> {
        self.lane.as_ref().map(Lane::reach).filter(|&reach| self.wanted <= reach)
    }

    /// Computes all values up to `heap` again, and stores them. They are stored up to twice that
    /// heap, so that this is rare.
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

    /// Drops the values that were stored for one heap that needed all splits; the window suffices
    /// for the next heaps.
    ///
    /// Rare heaps stay stored, as a lane needs their values.
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
