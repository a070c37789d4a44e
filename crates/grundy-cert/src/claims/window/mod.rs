//! The claim `window`: the values of a game that takes and splits repeat for ever, for preperiods
//! too long for a list of values.
//!
//! **Theorem.** Let a heap be *common* or *rare* by the parity of the bits that its value shares
//! with a mask (with that parity turned at every other heap, if all splits take amounts of one
//! parity). Let R be all rare heaps, and D a distance that is no less than any amount taken, and
//! than t + r for every r in R and amount t taken before a split. Let n1 > D and all of R be below
//! n1 - D, and let every value of the rare kind below G(n), for n1 <= n < n1 + p, be the value of
//! an option that keeps all but at most D counters in one heap. If G(n1 + p - j) = G(n1 - j) for j
//! = 1 .. D, with p even where the parity is turned, then G(n + p) = G(n) for all n >= n1 - D.
//!
//! Proof. By induction on n >= n1 + p; let n' = n - p. The heaps from n1 - D on are common, so a
//! split of n into two common heaps has a value of the rare kind, and every option of the common
//! kind leaves a rare heap, or takes without a split: the other heap has n - d counters with d <=
//! D, and n - d >= n1 - D + p, where values repeat (n and n - p are alike in every parity that
//! matters). So the options of the common kind of n and n' have the same values, and with them the
//! least common value that is none is the same for both: it is G(n'), for n' is common. Each
//! smaller value of the rare kind has an option at n' at a distance of at most D, hence at n. So
//! G(n) = G(n'). ∎
//!
//! Each condition is needed: with D below the largest amount, with farther witnesses, or with rare
//! heaps in the window there are games that break it (the tests of this folder have them). The
//! method of search is that of Flammenkamp; the solver is `heaps/sparse` of `grundy-solvers`.
//!
//! **The claim** lists R and *states*: the D + 1 values before some heaps. **The check** computes
//! the values of the heaps up to the first state, from all options if it must; then from each state
//! to the next, which several threads may do. It compares the values with the states, and decides
//! from two of them that the period holds, that no divisor of it does, and that no smaller
//! preperiod does. Values of heaps are computed from the state before them.
//!
//! Cost of the check: all values up to the end of the window, by sets of ranks for 32 heaps at
//! once; memory in proportion to D and the number of pairs of a rare heap and an amount.

mod plan;
mod runner;
mod sets;
mod setup;
#[cfg(test)]
mod tests;
mod text;

use std::{
    num::NonZero,
    sync::{
        Mutex,
        atomic::{AtomicBool, AtomicU32, AtomicUsize, Ordering},
        mpsc,
    },
    time::Duration,
};

use grundy_core::Nimber;
use grundy_games::{Component, Convention, Query, Ruleset};

use super::{Claim, ClaimScope, Context, Evidence, Format, Read};
use crate::{
    error::{Flaw, Verdict},
    poll::available,
    segments::{Anew, Segments},
};
use runner::{AskedCaller, Never, RunHalt, StopSignal, run};
use setup::Setup;

/// The form in certificates.
pub(super) const FORMAT: Format =
    Format { name: "window", read: Read::Section(|section| Ok(Claim::Window(Window::of_lines(&section.lines)?))) };

/// The claim that G(n + period) = G(n) for all n from the preperiod on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Window {
    /// The first heap from which the values repeat: at least 1.
    pub preperiod: u64,
    /// The least period.
    pub period: u64,
    /// The bits of values whose parity decides between common and rare.
    pub mask: u32,
    /// Whether the parity is turned at every second heap.
    pub turning: bool,
    /// The distance D of the theorem.
    pub reach: u64,
    /// The largest value of any heap.
    pub largest: u32,
    /// All rare heaps with their values, ascending.
    pub rare: Vec<(u64, u32)>,
    /// The values before some heaps, in ascending order of the heaps. One of these is `preperiod +
    /// reach`.
    pub states: Vec<State>,
}

/// The values before a heap: one more than the reach.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    /// The heap.
    pub heap: u64,
    /// The values of the heaps before it, in their order.
    pub values: Vec<u32>,
}

impl Window {
    /// The heap n1 of the theorem; `None` if it is 2^64 or more.
    pub fn anchor(&self) -> Option<u64> {
        self.preperiod.checked_add(self.reach)
    }

    /// The end of the heaps whose values the theorem needs; `None` if it is 2^64 or more.
    pub fn end(&self) -> Option<u64> {
        self.anchor()?.checked_add(self.period)
    }

    /// The value of a heap; `None` for other components, and if the claim does not fit the rules.
    /// The rare heaps and states of the claim are assumed to be right.
    ///
    /// Cost: the values from the state before the heap on, or from heap 0 on.
    pub fn value(&self, ruleset: &Ruleset, component: &Component) -> Option<Nimber> {
        let Component::Heap(heap) = *component else { return None };
        let setup = Setup::new(self, ruleset).ok()?;
        let past = heap.checked_sub(self.preperiod);
        let heap = past.map_or(heap, |past| self.preperiod + past % self.period);
        let heap = usize::try_from(heap).ok()?;
        let from = setup.states.iter().rev().find(|state| state.heap <= heap + 1);
        if let Some(state) = from.filter(|state| heap < state.heap) {
            return state.values.last().map(|&value| Nimber(value.into()));
        }
        let runner = run(&setup, from, None, heap + 1, &Never).ok()?;
        runner.last_values(1).first().map(|&value| Nimber(value.into()))
    }

    /// The values of `many` heaps from this one on; `None` as [`Window::value`]. Cost: that of one
    /// value, and a step for each further heap.
    pub fn values(&self, ruleset: &Ruleset, from: u64, many: usize) -> Option<Vec<u32>> {
        let setup = Setup::new(self, ruleset).ok()?;
        let from = from.checked_sub(self.preperiod).map_or(from, |past| self.preperiod + past % self.period);
        let from = usize::try_from(from).ok()?;
        let end = from.checked_add(many)?;
        let state = setup.states.iter().rev().find(|state| state.heap <= from);
        let mut runner = run(&setup, state, None, from, &Never).ok()?;
        let mut values = Vec::with_capacity(many);
        while values.len() < many {
            let known = from + values.len();
            let next = (known + setup.reach + 1).min(end);
            runner.advance(next, &Never).ok()?;
            values.extend(runner.last_values(next - known));
        }
        Some(values)
    }

    /// Verifies the claim from the rules alone, on all cores. `go_on` is called about every 20
    /// milliseconds (on one core, every few thousand heaps) and returns whether there is time left.
    /// Returns false if there was not.
    ///
    /// # Errors
    ///
    /// [`Flaw::NoPeriod`] with the condition or the value that does not hold.
    pub fn check(&self, ruleset: &Ruleset, go_on: &mut dyn FnMut() -> bool) -> Result<bool, Flaw> {
        self.check_from(ruleset, (&Anew, 0), available(None), go_on)
    }

    /// As [`Window::check`] in so many threads, without the segments that are known of this claim,
    /// which has this place among those of its certificate.
    fn check_from(
        &self,
        ruleset: &Ruleset,
        (segments, claim): (&dyn Segments, usize),
        threads: NonZero<usize>,
        go_on: &mut dyn FnMut() -> bool,
    ) -> Result<bool, Flaw> {
        let refuse = |why: String| Flaw::NoPeriod(why);
        let setup = Setup::new(self, ruleset).map_err(refuse)?;
        let kept = |plan: &plan::WitnessPlan, at: usize, stop: &dyn StopSignal| match segments.known(claim, at) {
            Some(largest) => Ok(largest),
            None => segment(&setup, plan, at, stop).inspect(|&largest| segments.verified(claim, at, largest)),
        };
        let verified = match threads.get() {
            1 => alone(&setup, kept, go_on),
            threads => watched(go_on, |stop| {
                let segments = setup.states.len();
                verify(&setup, stop, |plan| in_threads(threads, segments, |at| kept(plan, at, stop), stop))
            }),
        };
        match verified {
            Err(RunHalt::Stopped) => Ok(false),
            Err(RunHalt::Flaw(why)) => Err(refuse(why)),
            Ok(()) => Ok(true),
        }
    }
}

impl Evidence for Window {
    fn keyword(&self) -> &'static str {
        FORMAT.name
    }

    fn summary(&self) -> String {
        format!("{} from {}", self.period, self.preperiod)
    }

    fn value(&self, ruleset: &Ruleset, component: &Component) -> Option<Nimber> {
        Window::value(self, ruleset, component)
    }

    fn check(&self, context: &mut Context<'_>) -> Result<Verdict, Flaw> {
        context.scope.requires(Convention::Normal)?;
        let ClaimScope { place, .. } = context.scope;
        self.check_from(context.scope.ruleset(), (context.segments, place), context.threads, context.go_on)
            .map(Verdict::of)
    }

    fn lines(&self, _query: &Query, _ruleset: &Ruleset) -> Result<Vec<String>, String> {
        Ok(self.to_lines())
    }
}

/// Runs `work` in another thread and calls `go_on` meanwhile; sets the flag of the work when it
/// returns false.
fn watched<T: Send>(go_on: &mut dyn FnMut() -> bool, work: impl FnOnce(&AtomicBool) -> T + Send) -> T {
    let stop = AtomicBool::new(!go_on());
    let (done, waiting) = mpsc::channel::<()>();
    std::thread::scope(|scope| {
        let worker = scope.spawn(|| {
            let result = work(&stop);
            drop(done);
            result
        });
        while waiting.recv_timeout(Duration::from_millis(20)) == Err(mpsc::RecvTimeoutError::Timeout) {
            if !go_on() {
                stop.store(true, Ordering::Relaxed);
            }
        }
        worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}

/// Verifies without other threads. `segment` returns the largest value of a segment.
fn alone(
    setup: &Setup,
    segment: impl Fn(&plan::WitnessPlan, usize, &dyn StopSignal) -> Result<u32, RunHalt>,
    go_on: &mut dyn FnMut() -> bool,
) -> Result<(), RunHalt> {
    let stop = AskedCaller::new(go_on);
    let each = |plan: &plan::WitnessPlan| {
        (0..setup.states.len()).try_fold(0, |most: u32, at| Ok(most.max(segment(plan, at, &stop)?)))
    };
    verify(setup, &stop, each)
}

/// Computes all values up to the end of the theorem's window, and compares them with the states.
/// `segments` does this from each state on and returns the largest value.
///
/// The values up to the first state are computed with all splits known; they also determine the
/// plan, by which all later segments are verified.
fn verify(
    setup: &Setup,
    stop: &dyn StopSignal,
    segments: impl FnOnce(&plan::WitnessPlan) -> Result<u32, RunHalt>,
) -> Result<(), RunHalt> {
    let first = &setup.states[0];
    let whole = plan::WitnessPlan::whole();
    let start = run(setup, None, Some(&whole), first.heap, stop)?;
    same(&start.last_values(setup.reach + 1), first.values, first.heap)?;
    let plan = plan::WitnessPlan::new(setup, start.kept());
    let most = start.most();
    drop(start);
    let most = most.max(segments(&plan)?);
    if most == setup.largest { Ok(()) } else { Err(RunHalt::Flaw(format!("the largest value is {most}"))) }
}

/// Runs `segment` for so many segments in so many threads, and returns the largest value of any. A
/// thread takes the next segment when it is done with one. After a flaw the others stop; a flaw is
/// reported in preference to a stop.
fn in_threads(
    threads: usize,
    segments: usize,
    segment: impl Fn(usize) -> Result<u32, RunHalt> + Sync,
    stop: &AtomicBool,
) -> Result<u32, RunHalt> {
    let most = AtomicU32::new(0);
    let next = AtomicUsize::new(0);
    let failed = Mutex::new(None);
    std::thread::scope(|scope| {
        for _ in 0..threads.min(segments) {
            scope.spawn(|| {
                loop {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    if at >= segments {
                        break;
                    }
                    let done = segment(at).map(|own| most.fetch_max(own, Ordering::Relaxed));
                    if let Err(halt) = done {
                        stop.store(true, Ordering::Relaxed);
                        let mut failed = failed.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
                        if !matches!(*failed, Some(RunHalt::Flaw(_))) {
                            *failed = Some(halt);
                        }
                        break;
                    }
                }
            });
        }
    });
    match failed.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner()) {
        Some(halt) => Err(halt),
        None => Ok(most.into_inner()),
    }
}

/// Computes the values from a state to the next one, or to the end. Compares them with the window
/// of the theorem where a divisor of the period would repeat it, and at the end. Returns the
/// largest value.
fn segment(setup: &Setup, plan: &plan::WitnessPlan, at: usize, stop: &dyn StopSignal) -> Result<u32, RunHalt> {
    let state = &setup.states[at];
    let end = setup.states.get(at + 1).map_or(setup.end, |next| next.heap);
    let mut looks: Vec<usize> = setup
        .divisors
        .iter()
        .map(|step| setup.anchor + step)
        .filter(|heap| (state.heap + 1..=end).contains(heap))
        .collect();
    looks.push(end);
    looks.sort_unstable();
    let window = &setup.window().values;
    let mut runner = run(setup, Some(state), Some(plan), state.heap, stop)?;
    for look in looks {
        runner.advance(look, stop)?;
        let values = runner.last_values(setup.reach + 1);
        if setup.divisors.iter().any(|step| setup.anchor + step == look) && values[1..] == window[1..] {
            return Err(RunHalt::Flaw("a smaller period holds too".into()));
        }
        if look == setup.end {
            if values[1..] != window[1..] {
                return Err(RunHalt::Flaw(format!("the values before heap {look} are not those one period earlier")));
            }
            if values[0] == window[0] {
                return Err(RunHalt::Flaw("a smaller preperiod holds too".into()));
            }
        }
    }
    if let Some(next) = setup.states.get(at + 1) {
        same(&runner.last_values(setup.reach + 1), next.values, next.heap)?;
    }
    Ok(runner.most())
}

/// Compares values with those of the state before a heap.
fn same(found: &[u32], claimed: &[u32], heap: usize) -> Result<(), RunHalt> {
    match found.iter().zip(claimed).position(|(found, claimed)| found != claimed) {
        None => Ok(()),
        Some(at) => {
            let wrong = heap - claimed.len() + at;
            let (found, claimed) = (found[at], claimed[at]);
            Err(RunHalt::Flaw(format!("heap {wrong} is claimed to have value {claimed}, but it is {found}")))
        }
    }
}
