//! Parts of a budget: for an attempt that may fail, and for the workers of a search.

use std::time::Duration;

use super::{Budget, Progress, Reason, Stopped};

impl Budget {
    /// Returns the budget of an attempt that may fail: at most `most`, and at most a quarter of the
    /// time that is left. [`Budget::attempted`] counts what it used.
    pub(crate) fn attempt(&self, most: Duration) -> Budget {
        let quarter = self.left().map(|left| left / 4);
        self.rest().time(quarter.map_or(most, |quarter| quarter.min(most)))
    }

    /// Runs a solver that may be ended early: after `most`, or half of the time that is left.
    /// Returns `None` if it ended without an answer, for a limit on time or memory or at a fault of
    /// the rules, which the solver that follows meets too. Its progress is not reported, and it
    /// keeps no checkpoint. The memory of what was found counts as held from then on.
    ///
    /// # Errors
    /// What ends the work as a whole: the user, the limit on positions, and whatever the next poll
    /// finds.
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
                self.account.bytes = self.account.bytes.saturating_add(part.account.bytes);
                Ok(Some(found))
            }
            Err(stopped @ Stopped { reason: Reason::Interrupted, .. }) => Err(stopped),
            // The limit of the whole, not of what was left of it.
            Err(Stopped { reason: Reason::Positions(rest), .. }) => {
                Err(self.stopped(Reason::Positions(self.limits.positions.unwrap_or(rest))))
            }
            Err(_) => self.poll().map(|()| None),
        }
    }

    /// Whether work that takes so long and holds so many bytes is over the limits, or over an hour.
    pub fn is_out_of_reach(&self, time: Duration, bytes: f64) -> bool {
        const HOUR: Duration = Duration::from_secs(3600);
        time > self.left().unwrap_or(HOUR).min(HOUR) || bytes > self.limits.bytes as f64
    }

    /// Counts the positions and the memory of a finished attempt.
    pub(crate) fn attempted(&mut self, attempt: &Budget) {
        self.account.attempted(&attempt.account);
    }

    /// Gives equal parts of the memory that is left to `others` more workers, and returns their
    /// budgets. A limit on positions applies to all workers together and cannot be split: then the
    /// result is empty. [`Budget::merge`] takes the parts back.
    ///
    /// This budget keeps one share for the caller, who works too.
    pub(crate) fn split(&mut self, others: usize) -> Vec<Budget> {
        if self.limits.positions.is_some() {
            return Vec::new();
        }
        let share = self.limits.bytes.saturating_sub(self.account.bytes) / (others as u64 + 1);
        self.account.split();
        self.limits.bytes -= share * others as u64;
        (0..others).map(|_| self.rest().bytes(share)).collect()
    }

    /// Takes the parts of [`Budget::split`] back, and counts what the workers have done and still
    /// hold.
    pub(crate) fn merge(&mut self, lent: Vec<Budget>) {
        for other in lent {
            self.limits.bytes += other.limits.bytes;
            self.account.merge(&other.account, self.limits.bytes);
        }
        self.account.merged();
    }

    /// Returns the end of the whole work for that of a worker whose part has been taken back: with
    /// the progress of all, and with the limit on memory that the user has set, of which the worker
    /// had a part.
    pub(crate) fn ended(&self, worker: Stopped) -> Stopped {
        match (worker.reason, self.limits.overrun()) {
            (Reason::Memory(most), Some((held, allowed))) if most == allowed => {
                let progress = Progress { bytes: held, ..self.progress() };
                Stopped { progress, ..self.stopped(Reason::Memory(allowed)) }
            }
            (Reason::Memory(_), _) => self.stopped(Reason::Memory(self.limits.bytes)),
            (reason, _) => self.stopped(reason),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, atomic::AtomicBool};

    use grundy_core::Fault;

    use super::*;

    /// What a worker reports of its part is a limit of the whole.
    #[test]
    fn the_end_of_a_worker_is_that_of_all() {
        let mut budget = Budget::new().bytes(1000);
        budget.solved(5).expect("no limit");
        let mut lent = budget.split(3);
        let over = lent[0].hold(400).expect_err("a quarter of it is 250 bytes");
        lent[1].solved(7).expect("no limit");
        assert_eq!(over.reason, Reason::Memory(250));
        lent[0].release(400);
        budget.merge(lent);
        let ended = budget.ended(over);
        assert_eq!((ended.reason, ended.progress.positions), (Reason::Memory(1000), 12));
        let time = budget.stopped(Reason::Time);
        assert_eq!(budget.ended(time).reason, Reason::Time);
        // The limit of the whole process is nobody's part.
        let mut budget = Budget::new().bytes(1000).overrun(Arc::new(|| Some((90, 70))));
        let mut lent = budget.split(1);
        let over = lent[0].poll().expect_err("the process holds too much");
        budget.merge(lent);
        let ended = budget.ended(over);
        assert_eq!((ended.reason, ended.progress.bytes), (Reason::Memory(70), 90));
    }

    #[test]
    fn a_trial_ends_alone_at_its_limits_and_at_faults() {
        let mut budget = Budget::new().positions(100);
        let fault = |_: &mut Budget| Err::<(), Stopped>(Fault("a fault".into()).into());
        assert_eq!(budget.trial(Duration::MAX, fault), Ok(None));
        assert_eq!(budget.trial(Duration::ZERO, |part| part.poll()), Ok(None), "its time is up");
        assert_eq!(budget.trial(Duration::MAX, |part| part.hold(u64::MAX)), Ok(None), "over the memory");
        assert_eq!(budget.trial(Duration::MAX, |part| part.solved(40).map(|()| 7)), Ok(Some(7)));
        assert_eq!(budget.progress().positions, 40);
        let most = budget.trial(Duration::MAX, |part| part.solved(61)).expect_err("the limit of all");
        assert_eq!(most.reason, Reason::Positions(100));
        let mut interrupted = Budget::new().interrupt(Arc::new(AtomicBool::new(true)));
        let ended = interrupted.trial(Duration::MAX, |part| part.poll()).expect_err("the user has ended it");
        assert_eq!(ended.reason, Reason::Interrupted);
        let mut late = Budget::new().time(Duration::ZERO);
        assert_eq!(late.trial(Duration::MAX, |part| part.poll()).expect_err("no time").reason, Reason::Time);
    }
}
