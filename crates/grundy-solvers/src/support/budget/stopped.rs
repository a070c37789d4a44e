//! How far a solver is, and why it ended before it found the answer.

use std::fmt;

use grundy_core::{Fault, Nimber};

/// The progress of a solver.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Number of positions solved so far.
    pub positions: u64,
    /// Memory held, in bytes.
    pub bytes: u64,
    /// Number of positions at which the work ends if the pattern found so far continues.
    pub goal: Option<u64>,
    /// How many heaps are verified, if that is what a check counts.
    pub verified: Option<Verified>,
    /// How much is done, and of how much, where that is known: heaps of a table, games of a survey.
    pub share: Option<(u64, u64)>,
}

/// The progress of a check of heaps.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Verified {
    /// Number of heaps verified so far.
    pub heaps: u64,
    /// Number of all heaps of the claims.
    pub of: u64,
}

impl fmt::Display for Verified {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} of {} heaps", self.heaps, self.of)
    }
}

/// A solver ended before it found the answer.
///
/// A result of a kind of its own, not a wrong value: every solver returns it over a limit.
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
///
/// Exhaustive: each reason has a code and advice of its own, which a new one needs too.
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
        match self.progress {
            Progress { verified: Some(verified), .. } => return write!(f, "; {verified} were verified"),
            // That nothing was solved is no news, and wrong of a check.
            Progress { positions: 0, .. } => {}
            Progress { positions, .. } => write!(f, "; {positions} positions were solved")?,
        }
        match self.known.len() {
            0 => Ok(()),
            known => write!(f, ", the values of heaps 0 to {} are known", known - 1),
        }
    }
}

impl std::error::Error for Stopped {}

/// The units of memory, the largest first.
const UNITS: [(u64, &str); 3] = [(1 << 20, "MiB"), (1 << 10, "KiB"), (1, "bytes")];

/// Returns the largest unit that is at most this amount, with its bytes.
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
    use super::{Progress, Reason, Stopped, Verified, at_least, at_most};

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
        let printed = "2 MiB of memory would be needed, 97 KiB are allowed";
        assert_eq!(stopped.to_string(), printed);
        let progress = Progress { positions: 7, ..progress };
        let stopped = Stopped { progress, ..stopped };
        assert_eq!(stopped.to_string(), format!("{printed}; 7 positions were solved"));
        let progress = Progress { verified: Some(Verified { heaps: 3, of: 10 }), ..progress };
        let stopped = Stopped { reason: Reason::Time, progress, known: Vec::new() };
        assert_eq!(stopped.to_string(), "the time is up; 3 of 10 heaps were verified");
        assert_eq!([at_least(5), at_most(5), at_least(1025)], ["5 bytes", "5 bytes", "2 KiB"]);
    }
}
