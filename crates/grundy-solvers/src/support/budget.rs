//! Limits on time, memory and positions, and the interrupt of the user. Over a limit a solver
//! returns [`Stopped`] with what it knows; it returns no wrong value and does not abort.

use std::{
    fmt,
    num::NonZero,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use grundy_core::{Fault, Nimber};

use crate::support::{
    checkpointer::{Checkpointer, Facts},
    clock,
};

mod share;

/// What a solver may spend. The default is 8 GiB of memory (the program `grundy` sets the memory of
/// the machine instead), unlimited time and unlimited positions.
pub struct Budget {
    deadline: Option<Instant>,
    most_positions: Option<u64>,
    most_bytes: u64,
    threads: Option<NonZero<usize>>,
    interrupt: Option<Arc<AtomicBool>>,
    overrun: Option<Overrun>,
    report: Option<Box<dyn FnMut(Progress) + Send>>,
    checkpointer: Option<Checkpointer>,
    due: bool,
    positions: u64,
    bytes: u64,
    peak: u64,
    /// The peak before [`Budget::split`] gave memory to workers.
    earlier_peak: u64,
    goal: Option<u64>,
    ticks: u32,
    reserved: Duration,
}

/// Returns the bytes that the whole process holds and the bytes that it may hold, if these are
/// fewer.
pub type Overrun = Arc<dyn Fn() -> Option<(u64, u64)> + Send + Sync>;

/// The progress of a solver.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Number of positions solved so far.
    pub positions: u64,
    /// Memory held, in bytes.
    pub bytes: u64,
    /// Number of positions at which the work ends if the pattern found so far continues.
    pub goal: Option<u64>,
}

/// A solver ended before it found the answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Stopped {
    /// The reason.
    pub reason: Reason,
    /// The progress at the end.
    pub progress: Progress,
    /// The values of the heaps from 0 on that are known, if heaps were tabulated.
    pub known: Vec<Nimber>,
}

/// Why a solver ended before it found the answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The time limit is reached.
    Time,
    /// The work needs more than this many bytes.
    Memory(u64),
    /// This many positions are solved, which is the limit.
    Positions(u64),
    /// The user interrupted the work.
    Interrupted,
    /// The rules have a fault at a position.
    Fault(Fault),
    /// The facts of a checkpoint do not belong to this search, for this reason.
    Unreadable(String),
}

/// Number of cheap steps between two polls of the clock.
const STRIDE: u32 = 1 << 12;

impl Default for Budget {
    fn default() -> Budget {
        Budget {
            deadline: None,
            most_positions: None,
            most_bytes: 8 << 30,
            threads: None,
            interrupt: None,
            overrun: None,
            report: None,
            checkpointer: None,
            due: false,
            positions: 0,
            bytes: 0,
            peak: 0,
            earlier_peak: 0,
            goal: None,
            ticks: 0,
            reserved: Duration::ZERO,
        }
    }
}

impl Budget {
    /// Returns the default limits.
    pub fn new() -> Budget {
        Budget::default()
    }

    /// Sets the deadline: this time from now.
    pub fn time(mut self, time: Duration) -> Budget {
        self.deadline = clock::now().checked_add(time);
        self
    }

    /// Sets the limit on memory, in bytes.
    pub fn bytes(mut self, bytes: u64) -> Budget {
        self.most_bytes = bytes;
        self
    }

    /// Sets the limit on the number of positions.
    pub fn positions(mut self, positions: u64) -> Budget {
        self.most_positions = Some(positions);
        self
    }

    /// Sets the number of threads that work at the same time, in place of the number of cores.
    pub fn threads(mut self, threads: NonZero<usize>) -> Budget {
        self.threads = Some(threads);
        self
    }

    /// Returns the number of threads that may work at the same time: the limit, or else the number
    /// of cores.
    pub(crate) fn workers(&self) -> usize {
        let cores = || thread::available_parallelism().map_or(1, NonZero::get);
        self.threads.map_or_else(cores, NonZero::get)
    }

    /// Sets a flag that ends the work soon after it becomes true.
    pub fn interrupt(mut self, flag: Arc<AtomicBool>) -> Budget {
        self.interrupt = Some(flag);
        self
    }

    /// Sets a second limit on memory, for the whole process: the work ends soon after `overrun`
    /// reports more than is allowed. It covers memory that this budget does not count.
    pub fn overrun(mut self, overrun: Overrun) -> Budget {
        self.overrun = Some(overrun);
        self
    }

    /// Counts memory that is already held, in bytes.
    pub fn holding(mut self, bytes: u64) -> Budget {
        self.bytes = self.bytes.saturating_add(bytes);
        self.peak = self.peak.max(self.bytes);
        self
    }

    /// Sets a callback that gets the progress at each poll.
    pub fn report(mut self, report: impl FnMut(Progress) + Send + 'static) -> Budget {
        self.report = Some(Box::new(report));
        self
    }

    /// Sets the checkpointer that a solver resumes from and stores facts with. Only solvers with
    /// [`Solver::keeps`](crate::Solver::keeps) use it.
    pub fn keep(mut self, checkpointer: Checkpointer) -> Budget {
        self.checkpointer = Some(checkpointer);
        self
    }

    /// Returns the facts of an earlier search: `Some` at the first call only.
    pub(crate) fn resume(&mut self) -> Option<Vec<u8>> {
        self.checkpointer.as_mut()?.resume()
    }

    /// Whether a checkpoint was due at the last poll.
    pub(crate) fn is_due(&self) -> bool {
        self.due
    }

    /// Returns the time until the next checkpoint is due; `None` without a checkpointer.
    pub(crate) fn until_due(&self) -> Option<Duration> {
        self.checkpointer.as_ref().map(Checkpointer::until_due)
    }

    /// Stores these facts, if there is a checkpointer.
    pub(crate) fn keep_facts(&mut self, facts: Facts<'_>) {
        self.due = false;
        if let Some(checkpointer) = &mut self.checkpointer {
            checkpointer.keep(facts);
        }
    }

    /// Returns what is left of the limits, for later work. The result reports no progress and has
    /// no checkpointer.
    pub fn rest(&self) -> Budget {
        Budget {
            deadline: self.deadline,
            most_positions: self.most_positions.map(|most| most.saturating_sub(self.positions)),
            most_bytes: self.most_bytes.saturating_sub(self.bytes),
            threads: self.threads,
            interrupt: self.interrupt.clone(),
            overrun: self.overrun.clone(),
            ..Budget::default()
        }
    }

    /// Returns the limit on memory, in bytes.
    pub fn most_bytes(&self) -> u64 {
        self.most_bytes
    }

    /// Returns the most memory that was held at one time, in bytes.
    pub fn peak(&self) -> u64 {
        self.peak
    }

    /// Returns the progress of the solver.
    pub fn progress(&self) -> Progress {
        Progress { positions: self.positions, bytes: self.bytes, goal: self.goal }
    }

    /// Returns how many positions may be counted at once: `most`, or 1 under a limit on positions.
    pub(crate) fn block(&self, most: u64) -> u64 {
        if self.most_positions.is_some() { 1 } else { most }
    }

    /// Counts positions as solved; each counts as one cheap step. Returns [`Stopped`] over a limit.
    pub fn solved(&mut self, positions: u64) -> Result<(), Stopped> {
        self.positions = self.positions.saturating_add(positions);
        match self.most_positions {
            Some(most) if self.positions > most => {
                if positions == 1 {
                    // Nothing is done with the one over the limit.
                    self.positions = most;
                }
                Err(self.stopped(Reason::Positions(most)))
            }
            _ => self.charge(u32::try_from(positions).unwrap_or(u32::MAX)),
        }
    }

    /// Counts memory as held, in bytes; call it before the allocation. Returns [`Stopped`] over the
    /// limit.
    pub fn hold(&mut self, bytes: u64) -> Result<(), Stopped> {
        self.bytes = self.bytes.saturating_add(bytes);
        self.peak = self.peak.max(self.bytes);
        if self.bytes > self.most_bytes { Err(self.stopped(Reason::Memory(self.most_bytes))) } else { Ok(()) }
    }

    /// Returns the time that is left; `None` without a time limit.
    pub(crate) fn left(&self) -> Option<Duration> {
        self.deadline.map(|deadline| deadline.saturating_duration_since(clock::now()))
    }

    /// Reserves this time for the work after the search, which then ends that much earlier.
    pub(crate) fn reserve(&mut self, time: Duration) {
        self.reserved = time;
    }

    /// Reserves one part in `parts` of the time that is left, for a check that may take as long as
    /// the search.
    pub fn reserve_part(&mut self, parts: u32) {
        self.reserve(self.left().map_or(Duration::ZERO, |left| left / parts.max(1)));
    }

    /// Sets the number of positions at which the work ends if the pattern found so far continues.
    pub fn aim(&mut self, goal: Option<u64>) {
        self.goal = goal;
    }

    /// Counts memory as released, in bytes.
    pub fn release(&mut self, bytes: u64) {
        self.bytes = self.bytes.saturating_sub(bytes);
    }

    /// Counts a cheap step. Every 4096th polls the clock and the interrupt.
    pub fn tick(&mut self) -> Result<(), Stopped> {
        self.charge(1)
    }

    /// Counts a step that costs as much as `steps` cheap ones.
    pub fn charge(&mut self, steps: u32) -> Result<(), Stopped> {
        self.ticks = self.ticks.saturating_add(steps);
        if self.ticks < STRIDE { Ok(()) } else { self.poll() }
    }

    /// Polls the clock, the interrupt and the memory of the process at once: for steps that take
    /// long.
    pub fn poll(&mut self) -> Result<(), Stopped> {
        self.ticks = 0;
        if self.is_interrupted() {
            return Err(self.stopped(Reason::Interrupted));
        }
        if self.is_late() {
            return Err(self.stopped(Reason::Time));
        }
        if let Some((held, allowed)) = self.overrun.as_ref().and_then(|overrun| overrun()) {
            let progress = Progress { bytes: held, ..self.progress() };
            return Err(Stopped { progress, ..self.stopped(Reason::Memory(allowed)) });
        }
        self.due = self.checkpointer.as_ref().is_some_and(Checkpointer::is_due);
        let progress = self.progress();
        if let Some(report) = &mut self.report {
            report(progress);
        }
        Ok(())
    }

    /// Whether the whole process holds no more than it may: for work after the end of the budget.
    pub(crate) fn fits(&self) -> bool {
        self.overrun.as_ref().is_none_or(|overrun| overrun().is_none())
    }

    /// Whether the next poll would end the work, without a report: for loops that cannot return
    /// [`Stopped`].
    pub(crate) fn is_over(&self) -> bool {
        self.is_interrupted() || self.is_late()
    }

    fn is_interrupted(&self) -> bool {
        self.interrupt.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed))
    }

    fn is_late(&self) -> bool {
        self.deadline.is_some_and(|deadline| deadline.saturating_duration_since(clock::now()) <= self.reserved)
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

impl Stopped {
    /// Whether a limit or the user ended the work, so that a larger budget could continue it.
    pub fn is_limit(&self) -> bool {
        match self.reason {
            Reason::Time | Reason::Memory(_) | Reason::Positions(_) | Reason::Interrupted => true,
            Reason::Fault(_) | Reason::Unreadable(_) => false,
        }
    }
}

impl From<Fault> for Stopped {
    fn from(fault: Fault) -> Stopped {
        Stopped { reason: Reason::Fault(fault), progress: Progress::default(), known: Vec::new() }
    }
}

impl fmt::Display for Stopped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.reason {
            Reason::Time => write!(f, "the time is up")?,
            Reason::Memory(most) if self.progress.bytes > *most => {
                let (needed, allowed) = (at_least(self.progress.bytes), at_most(*most));
                write!(f, "{needed} of memory would be needed, {allowed} are allowed")?;
            }
            Reason::Memory(most) => write!(f, "more than {} of memory would be needed", at_most(*most))?,
            Reason::Positions(most) => return write!(f, "the limit of {most} positions is reached"),
            Reason::Interrupted => write!(f, "interrupted")?,
            Reason::Fault(fault) => return fault.fmt(f),
            Reason::Unreadable(why) => return f.write_str(why),
        }
        write!(f, "; {} positions were solved", self.progress.positions)?;
        match self.known.len() {
            0 => Ok(()),
            known => write!(f, ", the values of heaps 0 to {} are known", known - 1),
        }
    }
}

impl std::error::Error for Stopped {}

/// The units of memory, the largest first.
const UNITS: [(u64, &str); 3] = [(1 << 20, "MiB"), (1 << 10, "KiB"), (1, "bytes")];

fn unit(bytes: u64) -> (u64, &'static str) {
    UNITS.into_iter().find(|(step, _)| bytes >= *step).unwrap_or((1, "bytes"))
}

/// Formats an allowed amount in its largest unit, rounded down.
fn at_most(bytes: u64) -> String {
    let (step, unit) = unit(bytes);
    format!("{} {unit}", bytes / step)
}

/// Formats a needed amount in its largest unit, rounded up, so that it never reads as an allowed
/// amount below it.
fn at_least(bytes: u64) -> String {
    at_most(bytes.div_ceil(unit(bytes).0).saturating_mul(unit(bytes).0))
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, atomic::AtomicBool};

    use super::{Budget, Progress, Reason, STRIDE, Stopped, at_least, at_most};

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

    #[test]
    fn amounts_of_memory_are_printed_differently() {
        let edges = [0, 1, 1023, 1024, 1025, 2047, 2048, (1 << 20) - 1, 1 << 20, (1 << 20) + 1, 3 << 30, u64::MAX];
        for (at, &allowed) in edges.iter().enumerate() {
            assert_eq!(at_most(allowed).starts_with("0 "), allowed == 0, "{allowed}");
            for &needed in &edges[at + 1..] {
                assert_ne!(at_most(allowed), at_least(needed), "{allowed} and {needed}");
            }
        }
        let progress = Progress { bytes: (1 << 20) + 1, ..Progress::default() };
        let stopped = Stopped { reason: Reason::Memory(100_000), progress, known: Vec::new() };
        let printed = "2 MiB of memory would be needed, 97 KiB are allowed; 0 positions were solved";
        assert_eq!(stopped.to_string(), printed);
        assert_eq!([at_least(5), at_most(5), at_least(1025)], ["5 bytes", "5 bytes", "2 KiB"]);
    }
}
