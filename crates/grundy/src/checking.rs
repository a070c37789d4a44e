//! The check of claims within the limits of a run, and how far it is.
//!
//! The checker has no clock: it asks again and again whether it goes on, and here is the answer.
//! For most claims the number of questions shows how far it is. For windows it does not, so that
//! heaps are counted: those of the segments that the checker notes as verified ([`Segments`]). The
//! heaps before the first state are verified before all segments, and count with the first one.
//!
//! *Example.* A window of 10^9 heaps with 10 states is verified in ten segments, and its progress
//! is counted in tenths. *Cost:* that of the check.

use std::{
    sync::atomic::{AtomicU64, Ordering},
    time::Duration,
};

use grundy_cert::{CheckLimits, Claim, Flaw, Segments, Solution, Verdict, Window, check_with};
use grundy_games::Query;
use grundy_solvers::{Progress, Verified, support::clock::Instant};

use crate::run::{Event, Run};

/// The check looks at the limits after this many positions.
const LOOK: u64 = 4;

/// How a check has ended.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CheckEnd {
    /// The verdict.
    pub verdict: Verdict,
    /// Whether it ended because the process held too much memory.
    pub overrun: bool,
    /// How many heaps were verified, if they are counted.
    pub verified: Option<Verified>,
}

impl Run {
    /// Runs the checker within the limit and the time that is left.
    ///
    /// The memory is that of the run without what the host holds.
    pub(crate) fn verify(&self, query: &Query, solution: &Solution, limit: Option<Duration>) -> Result<CheckEnd, Flaw> {
        self.verify_resuming(None, query, solution, limit)
    }

    /// As [`Run::verify`], without the segments that an earlier check has verified.
    pub(crate) fn verify_resuming(
        &self,
        segments: Option<&dyn Segments>,
        query: &Query,
        solution: &Solution,
        limit: Option<Duration>,
    ) -> Result<CheckEnd, Flaw> {
        let (means, most_bytes, threads) = (self.means(), self.check_bytes(), self.limits().threads);
        let limits = CheckLimits { means, most_bytes, threads, ..CheckLimits::default() };
        let counted = Counted::of(&solution.claims, segments);
        let segments = counted.as_ref().map_or(limits.segments, |counted| counted);
        let limits = CheckLimits { segments, ..limits };
        self.checking(limit, counted.as_ref(), |go_on| check_with(limits, query, solution, go_on))
    }

    /// The memory of a check.
    pub(crate) fn check_bytes(&self) -> u64 {
        self.most_bytes().saturating_sub(self.surroundings().held())
    }

    /// Runs a check within the limit and the time that is left, or until it is cancelled.
    ///
    /// `check` calls its argument after every few positions and ends when that returns false. The
    /// progress is that of `counted`, or else the number of calls.
    pub(crate) fn checking(
        &self,
        limit: Option<Duration>,
        counted: Option<&Counted<'_>>,
        check: impl FnOnce(&mut dyn FnMut() -> bool) -> Result<Verdict, Flaw>,
    ) -> Result<CheckEnd, Flaw> {
        self.surroundings().work_begins();
        let clock = Instant::now();
        let limit = [limit, self.left()].into_iter().flatten().min();
        let shown = self.begin(None);
        let host = self.surroundings();
        let mut steps = 0u64;
        let mut overrun = false;
        let verdict = check(&mut || {
            steps += 1;
            if !steps.is_multiple_of(LOOK) {
                return true;
            }
            let verified = counted.map(Counted::progress);
            let positions = verified.map_or(steps, |verified| verified.heaps);
            let progress = Progress { positions, verified, ..Progress::default() };
            host.event(Event::Progress { doing: "checking", progress });
            overrun = host.overrun().is_some();
            !overrun && !self.is_cancelled() && limit.is_none_or(|limit| clock.elapsed() < limit)
        });
        drop(shown);
        Ok(CheckEnd { verdict: verdict?, overrun, verified: counted.map(Counted::progress) })
    }
}

/// Segments that are counted as they are verified.
pub(crate) struct Counted<'s> {
    /// What is known, and what becomes of what is verified; nothing if absent.
    kept: Option<&'s dyn Segments>,
    /// The heaps of each segment, by the place of the claim; none of a claim without segments.
    heaps: Vec<Vec<u64>>,
    /// The heaps that are verified.
    verified: AtomicU64,
}

impl<'s> Counted<'s> {
    /// Counts the segments of these claims; nothing if none of them is a window.
    pub(crate) fn of(claims: &[Claim], kept: Option<&'s dyn Segments>) -> Option<Counted<'s>> {
        let heaps: Vec<Vec<u64>> = claims
            .iter()
            .map(|claim| if let Claim::Window(window) = claim { segments(window) } else { Vec::new() })
            .collect();
        let any = heaps.iter().any(|claim| !claim.is_empty());
        any.then(|| Counted { kept, heaps, verified: AtomicU64::new(0) })
    }

    /// How many heaps are verified, and of how many.
    pub(crate) fn progress(&self) -> Verified {
        let of = self.heaps.iter().flatten().fold(0, |all: u64, &heaps| all.saturating_add(heaps));
        Verified { heaps: self.verified.load(Ordering::Relaxed), of }
    }

    fn count(&self, claim: usize, segment: usize) {
        let heaps = self.heaps.get(claim).and_then(|claim| claim.get(segment)).copied();
        self.verified.fetch_add(heaps.unwrap_or(0), Ordering::Relaxed);
    }
}

impl Segments for Counted<'_> {
    fn known(&self, claim: usize, segment: usize) -> Option<u32> {
        let largest = self.kept?.known(claim, segment)?;
        self.count(claim, segment);
        Some(largest)
    }

    fn verified(&self, claim: usize, segment: usize, largest: u32) {
        self.count(claim, segment);
        if let Some(kept) = self.kept {
            kept.verified(claim, segment, largest);
        }
    }
}

/// The heaps of each segment of a window: from a state to the next one, or to the end. None if the
/// states do not ascend to it, which the check refuses.
fn segments(window: &Window) -> Vec<u64> {
    let Some(end) = window.end().filter(|_| window.states.is_sorted_by_key(|state| state.heap)) else {
        return Vec::new();
    };
    let ends = window.states.iter().skip(1).map(|state| state.heap).chain([end]);
    let begins = [0].into_iter().chain(window.states.iter().skip(1).map(|state| state.heap));
    begins.zip(ends).map(|(begin, end)| end.checked_sub(begin)).collect::<Option<_>>().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use grundy_cert::State;

    use super::*;

    fn window(states: &[u64], preperiod: u64, period: u64) -> Claim {
        let states = states.iter().map(|&heap| State { heap, values: Vec::new() }).collect();
        Claim::Window(Window {
            preperiod,
            period,
            mask: 1,
            turning: false,
            reach: 2,
            largest: 3,
            rare: Vec::new(),
            states,
        })
    }

    #[test]
    fn all_heaps_are_counted_once() {
        let claims = [window(&[5, 20, 42], 40, 10), Claim::ClosedForm(&grundy_cert::closed_form::Nim)];
        let counted = Counted::of(&claims, None).unwrap();
        assert_eq!(counted.progress(), Verified { heaps: 0, of: 52 });
        assert_eq!(counted.known(0, 1), None);
        for (segment, heaps) in [(1, 22), (0, 42), (2, 52)] {
            counted.verified(0, segment, 1);
            assert_eq!(counted.progress().heaps, heaps);
        }
        // What an earlier check has verified counts when it is asked for.
        let again = Counted::of(&claims, Some(&counted)).unwrap();
        assert_eq!((again.known(0, 1), again.progress().heaps), (None, 0));
        assert!(Counted::of(&claims[1..], None).is_none());
        let descends = [window(&[42, 20], 40, 10), window(&[1], u64::MAX, 1)];
        assert!(Counted::of(&descends, None).is_none());
    }
}
