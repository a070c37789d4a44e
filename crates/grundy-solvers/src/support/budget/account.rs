//! What a solver has spent: positions and memory.

use super::stopped::Progress;

/// The accounts of a budget.
#[derive(Default)]
pub(super) struct Account {
    /// The positions solved.
    pub(super) positions: u64,
    /// The memory held now, in bytes.
    pub(super) bytes: u64,
    /// The most memory held at one time since the last split, in bytes.
    pub(super) peak: u64,
    /// The peak before memory was given to workers.
    pub(super) earlier_peak: u64,
    /// The number of positions at which the work ends if the pattern found so far continues.
    pub(super) goal: Option<u64>,
    /// The positions solved before work of a known size began, and that size.
    pub(super) work: Option<(u64, u64)>,
}

impl Account {
    /// Returns the progress.
    pub(super) fn progress(&self) -> Progress {
        let share = self.work.map(|(before, all)| (self.positions.saturating_sub(before).min(all), all));
        Progress { positions: self.positions, bytes: self.bytes, goal: self.goal, verified: None, share }
    }

    /// Counts memory as held, in bytes.
    pub(super) fn hold(&mut self, bytes: u64) {
        self.bytes = self.bytes.saturating_add(bytes);
        self.peak = self.peak.max(self.bytes);
    }

    /// Counts memory as released, in bytes.
    pub(super) fn release(&mut self, bytes: u64) {
        self.bytes = self.bytes.saturating_sub(bytes);
    }

    /// Counts the positions and the memory of a finished attempt. Its memory has been freed; only
    /// the peak rises.
    pub(super) fn attempted(&mut self, attempt: &Account) {
        self.positions += attempt.positions;
        self.peak = self.peak.max(self.bytes.saturating_add(attempt.peak));
    }

    /// Begins an account of the peak while workers have a part of the memory.
    pub(super) fn split(&mut self) {
        self.earlier_peak = self.earlier_peak.max(self.peak);
        self.peak = self.bytes;
    }

    /// Counts what a worker has done and still holds. The sum of the peaks is bounded by
    /// `most_bytes`, because they need not be at the same time.
    pub(super) fn merge(&mut self, worker: &Account, most_bytes: u64) {
        self.positions += worker.positions;
        self.bytes += worker.bytes;
        self.peak = self.peak.saturating_add(worker.peak).min(most_bytes);
    }

    /// Ends the account that [`Account::split`] has begun.
    pub(super) fn merged(&mut self) {
        self.peak = self.peak.max(self.earlier_peak);
    }
}
