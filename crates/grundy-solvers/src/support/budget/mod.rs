//! Limits on time, memory and positions, and the interrupt of the user. Over a limit a solver
//! returns [`Stopped`] with what it knows; it returns no wrong value and does not abort.
//!
//! A solver calls [`Budget::hold`] before it allocates, [`Budget::solved`] for each position, and
//! [`Budget::tick`] or [`Budget::charge`] in loops that solve none; the clock is read once in 4096
//! cheap steps. The accounts are what solvers report, not measurements of the allocator.

use std::{
    num::NonZero,
    sync::{Arc, atomic::AtomicBool},
    time::Duration,
};

use grundy_core::Fault;

use crate::support::{clock, threads};

mod account;
mod checkpoints;
mod limits;
mod share;
mod stopped;

use account::Account;
use checkpoints::Checkpoints;
use limits::BudgetLimits;
pub use limits::Overrun;
pub use stopped::{Progress, Reason, Stopped, Verified};

/// What a solver may spend. The default is 8 GiB of memory (the program `grundy` sets the memory of
/// the machine instead), or 1 GiB where addresses have 32 bits, unlimited time and unlimited
/// positions.
#[derive(Default)]
pub struct Budget {
    /// What may be spent.
    limits: BudgetLimits,
    /// What has been spent.
    account: Account,
    /// What is kept for a later search.
    checkpoints: Checkpoints,
    /// Who gets the progress.
    report: Option<Report>,
    /// The cheap steps since the last poll.
    ticks: u32,
}

/// Gets the progress at each poll.
type Report = Box<dyn FnMut(Progress) + Send>;

/// Number of cheap steps between two polls of the clock.
const STRIDE: u32 = 1 << 12;

impl Budget {
    /// Returns the default limits.
    pub fn new() -> Budget {
        Budget::default()
    }

    /// Sets the deadline: this time from now.
    pub fn time(mut self, time: Duration) -> Budget {
        self.limits.deadline = clock::now().checked_add(time);
        self
    }

    /// Sets the deadline of work that goes on after an interrupt: this time from now. Its end is
    /// the interrupt, and not the time.
    pub fn time_after_interrupt(mut self, time: Duration) -> Budget {
        self.limits.interrupted = true;
        self.time(time)
    }

    /// Sets the limit on memory, in bytes.
    pub fn bytes(mut self, bytes: u64) -> Budget {
        self.limits.bytes = bytes;
        self
    }

    /// Sets the limit on the number of positions.
    pub fn positions(mut self, positions: u64) -> Budget {
        self.limits.positions = Some(positions);
        self
    }

    /// Sets the number of positions that one line of play may have. A search in depth reports a
    /// longer one as a fault of the game, which need not end.
    pub fn line(mut self, positions: u64) -> Budget {
        self.limits.line = Some(positions);
        self
    }

    /// Sets the number of threads that work at the same time, in place of the number of cores.
    pub fn threads(mut self, threads: NonZero<usize>) -> Budget {
        self.limits.threads = Some(threads);
        self
    }

    /// Returns the number of threads that may work at the same time: the limit, or else the number
    /// of cores.
    pub(crate) fn workers(&self) -> usize {
        threads::available(self.limits.threads)
    }

    /// Sets a flag that ends the work soon after it becomes true.
    pub fn interrupt(mut self, flag: Arc<AtomicBool>) -> Budget {
        self.limits.interrupt = Some(flag);
        self
    }

    /// Sets a second limit on memory, for the whole process: the work ends soon after `overrun`
    /// reports more than is allowed. It covers memory that this budget does not count.
    pub fn overrun(mut self, overrun: Overrun) -> Budget {
        self.limits.overrun = Some(overrun);
        self
    }

    /// Counts memory that is already held, in bytes.
    pub fn holding(mut self, bytes: u64) -> Budget {
        self.account.hold(bytes);
        self
    }

    /// Sets a callback that gets the progress at each poll.
    pub fn report(mut self, report: impl FnMut(Progress) + Send + 'static) -> Budget {
        self.report = Some(Box::new(report));
        self
    }

    /// Returns what is left of the limits, for later work. The result reports no progress and has
    /// no checkpointer.
    ///
    /// Positions and memory are what is left of them now; the deadline is the same moment. Nothing
    /// is taken from this budget: what the later work uses is not counted here.
    pub fn rest(&self) -> Budget {
        let limits = BudgetLimits {
            positions: self.limits.positions.map(|most| most.saturating_sub(self.account.positions)),
            bytes: self.limits.bytes.saturating_sub(self.account.bytes),
            reserved: Duration::ZERO,
            ..self.limits.clone()
        };
        Budget { limits, ..Budget::default() }
    }

    /// Returns the limit on memory, in bytes.
    pub fn most_bytes(&self) -> u64 {
        self.limits.bytes
    }

    /// Returns the limit on the number of positions, if there is one.
    pub(crate) fn most_positions(&self) -> Option<u64> {
        self.limits.positions
    }

    /// Returns the most memory that was held at one time, in bytes. The sum over workers is bounded
    /// by the limit, so it may be above what was held at one time.
    pub fn peak(&self) -> u64 {
        self.account.peak
    }

    /// Returns the progress of the solver.
    pub fn progress(&self) -> Progress {
        self.account.progress()
    }

    /// Returns an error if a line of play has too many positions, the last of which is this one.
    /// All of them are still to be solved, so a limit on positions applies to them too.
    pub(crate) fn lengthen(&self, positions: usize, last: &impl std::fmt::Debug) -> Result<(), Stopped> {
        let positions = positions as u64;
        if let Some(most) = self.limits.positions.filter(|&most| positions > most) {
            return Err(self.stopped(Reason::Positions(most)));
        }
        match self.limits.line.filter(|&most| positions > most) {
            Some(most) => Err(Fault(format!(
                "the game need not end: a play of {most} moves is at the position {last:?}; \
                 if it ends later, set a limit on time, memory or positions"
            ))
            .into()),
            None => Ok(()),
        }
    }

    /// Returns how many positions may be counted at once: `most`, or 1 under a limit on positions.
    pub(crate) fn block(&self, most: u64) -> u64 {
        if self.limits.positions.is_some() { 1 } else { most }
    }

    /// Counts positions as solved; each counts as one cheap step. Returns [`Stopped`] over a limit.
    ///
    /// An attempt to solve one more than the limit leaves the count at the limit.
    pub fn solved(&mut self, positions: u64) -> Result<(), Stopped> {
        self.account.positions = self.account.positions.saturating_add(positions);
        match self.limits.positions {
            Some(most) if self.account.positions > most => {
                if positions == 1 {
                    // Nothing is done with the one over the limit.
                    self.account.positions = most;
                }
                Err(self.stopped(Reason::Positions(most)))
            }
            _ => self.charge(u32::try_from(positions).unwrap_or(u32::MAX)),
        }
    }

    /// Counts memory as held, in bytes; call it before the allocation. Returns [`Stopped`] over the
    /// limit.
    ///
    /// The bytes count as held even over the limit: whoever goes on after [`Stopped`] releases
    /// them.
    pub fn hold(&mut self, bytes: u64) -> Result<(), Stopped> {
        self.account.hold(bytes);
        let most = self.limits.bytes;
        if self.account.bytes > most { Err(self.stopped(Reason::Memory(most))) } else { Ok(()) }
    }

    /// Returns the time that is left; `None` without a time limit.
    pub fn left(&self) -> Option<Duration> {
        self.limits.left()
    }

    /// Reserves this time for the work after the search, which then ends that much earlier.
    pub(crate) fn reserve(&mut self, time: Duration) {
        self.limits.reserved = time;
    }

    /// Reserves one part in `parts` of the time that is left, for a check that may take as long as
    /// the search.
    pub fn reserve_part(&mut self, parts: u32) {
        self.reserve(self.left().map_or(Duration::ZERO, |left| left / parts.max(1)));
    }

    /// Sets the number of positions at which the work ends if the pattern found so far continues.
    pub fn set_goal(&mut self, goal: Option<u64>) {
        self.account.goal = goal;
    }

    /// Sets how many positions the work that begins now has, for the progress; `None` if nobody
    /// knows.
    pub fn set_work(&mut self, positions: Option<u64>) {
        self.account.work = positions.map(|positions| (self.account.positions, positions));
    }

    /// Counts memory as released, in bytes. More than is held counts as all of it.
    pub fn release(&mut self, bytes: u64) {
        self.account.release(bytes);
    }

    /// Counts a cheap step. Every 4096th polls the clock and the interrupt.
    pub fn tick(&mut self) -> Result<(), Stopped> {
        self.charge(1)
    }

    /// Counts a step that costs as much as `steps` cheap ones.
    ///
    /// A step that costs 4096 or more polls at once.
    pub fn charge(&mut self, steps: u32) -> Result<(), Stopped> {
        self.ticks = self.ticks.saturating_add(steps);
        if self.ticks < STRIDE { Ok(()) } else { self.poll() }
    }

    /// Polls the clock, the interrupt and the memory of the process at once: for steps that take
    /// long.
    ///
    /// It also reports the progress and looks whether a checkpoint is due. The interrupt comes
    /// before the time, and that before the memory of the process.
    pub fn poll(&mut self) -> Result<(), Stopped> {
        self.ticks = 0;
        if let Some(reason) = self.limits.end() {
            return Err(self.stopped(reason));
        }
        if let Some((held, allowed)) = self.limits.overrun() {
            let progress = Progress { bytes: held, ..self.progress() };
            return Err(Stopped { progress, ..self.stopped(Reason::Memory(allowed)) });
        }
        self.checkpoints.poll();
        let progress = self.progress();
        if let Some(report) = &mut self.report {
            report(progress);
        }
        Ok(())
    }

    /// Whether the whole process holds no more than it may: for work after the end of the budget.
    pub(crate) fn fits(&self) -> bool {
        self.limits.overrun().is_none()
    }

    /// Whether the next poll would end the work, without a report: for loops that cannot return
    /// [`Stopped`].
    pub(crate) fn is_over(&self) -> bool {
        self.limits.end().is_some()
    }

    /// Returns the end of the work for this reason.
    pub fn stopped(&self, reason: Reason) -> Stopped {
        Stopped { reason, progress: self.progress(), known: Vec::new() }
    }

    /// Returns the end of the work because a checkpoint does not belong to this search.
    pub(crate) fn unreadable(&self, why: impl Into<String>) -> Stopped {
        self.stopped(Reason::Unreadable(why.into()))
    }
}

#[cfg(test)]
mod tests {
    use std::{
        sync::{Arc, atomic::AtomicBool},
        time::Duration,
    };

    use super::{Budget, Reason, STRIDE};

    /// What is still written after an interrupt, and takes too long, ends as interrupted.
    #[test]
    fn a_deadline_after_an_interrupt_is_the_interrupt() {
        let reason = |budget: Budget| budget.rest().poll().expect_err("there is no time").reason;
        assert_eq!(reason(Budget::new().time(Duration::ZERO)), Reason::Time);
        assert_eq!(reason(Budget::new().time_after_interrupt(Duration::ZERO)), Reason::Interrupted);
        assert!(Budget::new().time_after_interrupt(Duration::MAX).poll().is_ok());
    }

    /// A solver that counts many positions at a time polls the limits as soon as one that counts
    /// them one by one.
    #[test]
    fn every_position_counts_as_a_step() {
        let interrupted = || Budget::new().interrupt(Arc::new(AtomicBool::new(true)));
        let calls = |each: u64| {
            let mut budget = interrupted();
            (1..).find(|_| budget.solved(each).is_err())
        };
        for each in [1, 7, 512, u64::from(STRIDE), u64::MAX] {
            assert_eq!(calls(each), Some(u64::from(STRIDE).div_ceil(each)), "{each} at a time");
        }
    }
}
