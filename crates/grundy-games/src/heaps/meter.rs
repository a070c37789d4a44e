//! What the evaluation of a clause costs: trials, which the rules limit, and work, which is
//! reported while no option is found.
//!
//! A clause may compute for seconds before it shows an option, or without showing any. The report
//! of work lets a visitor with a limit on time end that.
//!
//! *Example.* `a -> a-1 where sum(k for k in 1..10^6) = 0` shows no option at any heap, and reports
//! work about a thousand times.

use grundy_core::Fault;

/// The number of cheap steps between two reports of work.
pub(crate) const STRIDE: u32 = 1 << 10;

/// Why an evaluation ended early.
#[derive(Debug)]
pub(crate) enum Halt {
    /// The rules have a fault.
    Fault(Fault),
    /// The one who gets the reports has ended it, and keeps the reason.
    Ended,
}

impl From<Fault> for Halt {
    fn from(fault: Fault) -> Halt {
        Halt::Fault(fault)
    }
}

/// Gets the reports of work.
pub(crate) trait Report {
    /// The rules have computed for this many cheap steps since the last report.
    fn work(&mut self, steps: u32) -> Result<(), Halt>;
}

/// Counts the cost of a clause at one heap.
///
/// It is made for each heap that is expanded.
pub(crate) struct Meter<R> {
    /// The trials that are left.
    trials: u64,
    /// The steps since the last report.
    steps: u32,
    /// Who gets the reports.
    pub(crate) report: R,
}

impl<R: Report> Meter<R> {
    /// Returns a meter for less than this many trials.
    pub(crate) fn new(most_trials: u64, report: R) -> Meter<R> {
        Meter { trials: most_trials, steps: 0, report }
    }

    /// Counts a combination of names or a term of a sum. Returns whether more are allowed.
    #[inline]
    pub(crate) fn trial(&mut self) -> Result<bool, Halt> {
        self.work(1)?;
        self.trials = self.trials.saturating_sub(1);
        Ok(self.trials > 0)
    }

    /// Counts cheap steps, and reports them from time to time.
    #[inline]
    pub(crate) fn work(&mut self, steps: u32) -> Result<(), Halt> {
        self.steps = self.steps.saturating_add(steps);
        if self.steps < STRIDE { Ok(()) } else { self.report_work() }
    }

    /// Reports the steps; apart from [`Meter::work`], so that the common case stays short.
    #[cold]
    fn report_work(&mut self) -> Result<(), Halt> {
        self.report.work(std::mem::take(&mut self.steps))
    }
}
