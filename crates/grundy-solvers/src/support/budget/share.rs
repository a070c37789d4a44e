//! Parts of a budget: for an attempt that may fail, and for the workers of a search.

use std::time::Duration;

use super::{Budget, Reason, Stopped};

impl Budget {
    /// Returns the budget of an attempt that may fail: at most `most`, and at most a quarter of the
    /// time that is left. [`Budget::attempted`] counts what it used.
    pub(crate) fn attempt(&self, most: Duration) -> Budget {
        let quarter = self.left().map(|left| left / 4);
        self.rest().time(quarter.map_or(most, |quarter| quarter.min(most)))
    }

    /// Runs a solver that may be ended early: after `most`, or half of the time that is left.
    /// Returns `None` if it was; its progress is not reported, and it keeps no checkpoint.
    ///
    /// # Errors
    /// What ends the work as a whole: the user, the limit on positions, a fault of the rules.
    pub fn trial<T>(
        &mut self,
        most: Duration,
        run: impl FnOnce(&mut Budget) -> Result<T, Stopped>,
    ) -> Result<Option<T>, Stopped> {
        let half = self.left().map(|left| left / 2);
        let mut part = self.rest().time(half.map_or(most, |half| half.min(most)));
        let found = run(&mut part);
        self.attempted(&part);
        match found {
            Ok(found) => {
                self.bytes = self.bytes.saturating_add(part.bytes);
                Ok(Some(found))
            }
            Err(Stopped { reason: Reason::Time | Reason::Memory(_), .. }) => self.poll().map(|()| None),
            Err(stopped) => Err(stopped),
        }
    }

    /// Counts the positions and the memory of a finished attempt.
    pub(crate) fn attempted(&mut self, attempt: &Budget) {
        self.positions += attempt.positions;
        self.peak = self.peak.max(self.bytes.saturating_add(attempt.peak));
    }

    /// Gives equal parts of the memory that is left to `others` more workers, and returns their
    /// budgets. A limit on positions applies to all workers together and cannot be split: then the
    /// result is empty. [`Budget::merge`] takes the parts back.
    pub(crate) fn split(&mut self, others: usize) -> Vec<Budget> {
        if self.most_positions.is_some() {
            return Vec::new();
        }
        let share = self.most_bytes.saturating_sub(self.bytes) / (others as u64 + 1);
        self.earlier_peak = self.earlier_peak.max(self.peak);
        self.peak = self.bytes;
        self.most_bytes -= share * others as u64;
        (0..others).map(|_| Budget { most_bytes: share, ..self.rest() }).collect()
    }

    /// Takes the parts of [`Budget::split`] back, and counts what the workers have done and still
    /// hold.
    pub(crate) fn merge(&mut self, lent: Vec<Budget>) {
        for other in lent {
            self.most_bytes += other.most_bytes;
            self.positions += other.positions;
            self.bytes += other.bytes;
            // The sum is bounded by the limit, because the peaks need not be at the same time.
            self.peak = self.peak.saturating_add(other.peak).min(self.most_bytes);
        }
        self.peak = self.peak.max(self.earlier_peak);
    }
}
