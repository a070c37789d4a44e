//! The witnesses that the checker tries first.
//!
//! A witness is an option that shows that a smaller value is taken. The choice is a greedy cover of
//! a sample of the heaps before the first state. It decides the cost of the check alone: heaps
//! without a witness among these are searched in full.

use super::setup::Setup;

/// A choice of witnesses.
pub(super) struct WitnessPlan {
    /// The witnesses, as amounts taken with the smaller heap that is left, the best first.
    pub(super) witnesses: Vec<(usize, usize)>,
    /// The ranks of the small heaps; `None` for rare ones, and for heap 0.
    pub(super) small: Vec<Option<usize>>,
}

/// The number of heaps in the sample.
const SAMPLE: usize = 512;

/// The end of the small heaps among which it chooses.
const SMALL: usize = 700;

/// The most pairs of an amount and a small heap that it considers.
const CANDIDATES: usize = 1 << 20;

/// The most witnesses that it chooses.
const MOST: usize = 60;

impl WitnessPlan {
    /// No witnesses: for heaps all of whose splits are known.
    pub(super) fn whole() -> WitnessPlan {
        WitnessPlan { witnesses: Vec::new(), small: Vec::new() }
    }

    /// The choice for the heaps after these values, which begin with heap 0.
    ///
    /// A pair is worth the number of heaps of the sample for which it shows a rank that is still
    /// missing; of sixteen candidates the best is taken, until it helps less than one heap in a
    /// hundred.
    pub(super) fn new(setup: &Setup, values: &[u32]) -> WitnessPlan {
        let rank = |heap: usize| {
            let value = *values.get(heap).filter(|_| heap > 0)?;
            setup.common(heap, value).then(|| setup.rank(value))
        };
        let small: Vec<Option<usize>> = (0..=setup.reach).map(rank).collect();
        let mut plan = WitnessPlan { witnesses: Vec::new(), small };
        let first = values.len().div_ceil(2);
        let step = ((values.len() - first) / SAMPLE).max(1);
        let mut open: Vec<(usize, Vec<usize>)> = (first..values.len())
            .step_by(step)
            .filter_map(|heap| Some((heap, (0..setup.smaller(heap, setup.value(heap, rank(heap)?))).collect())))
            .collect();
        let half = first / 2;
        let mut left: Vec<(usize, usize)> = (32..SMALL.min(setup.reach).min(half))
            .flat_map(|heap| setup.split.iter().map(move |&taken| (taken, heap)))
            .filter(|&(taken, heap)| taken + heap <= setup.reach && plan.small[heap].is_some())
            .take(CANDIDATES)
            .collect();
        while plan.witnesses.len() < MOST && !left.is_empty() {
            open.retain(|(_, needs)| !needs.is_empty());
            let yields = |heap: usize, &(taken, own): &(usize, usize)| {
                rank(heap.checked_sub(taken + own)?).zip(plan.small[own]).map(|(other, own)| other ^ own)
            };
            let gain = |pair: &(usize, usize)| {
                open.iter()
                    .filter(|(heap, needs)| yields(*heap, pair).is_some_and(|found| needs.contains(&found)))
                    .count()
            };
            // A few candidates in turn are enough.
            let from = plan.witnesses.len() * 37 % left.len();
            let tried = (0..16).map(|at| (from + at * 11) % left.len());
            let Some((gained, best)) = tried.map(|at| (gain(&left[at]), at)).max() else { break };
            if gained * 100 < open.len().max(1) || open.len() * 64 < SAMPLE {
                break;
            }
            let pair = left.swap_remove(best);
            for (heap, needs) in &mut open {
                let found = yields(*heap, &pair);
                needs.retain(|need| Some(*need) != found);
            }
            plan.witnesses.push(pair);
        }
        plan
    }
}
