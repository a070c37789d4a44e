//! The search for a period from heap 0 on: a window of values that occurs before two heaps.
//!
//! Method: R. P. Brent's cycle detection (An improved Monte Carlo factorization algorithm, BIT 20
//! (1980) 176-184) with many anchors instead of one. Some heaps, evenly spaced, are *anchors*: the
//! window before each, and the values just after it, are stored. At every 512th heap the last 32
//! values are looked up among those at any of the first 512 heaps after an anchor; so each anchor
//! is tested at every distance, at the cost of one lookup per 512 heaps. A match of these values is
//! compared in full. If there are too many anchors, every other one is dropped, so that there are
//! always enough of them at short distances: a period is found about a hundredth of the sequence
//! after it could be found first.
//!
//! Two equal windows are all that the theorem requires (`grundy_cert::Window`), because the lane
//! has tried witnesses within the window only; and a rare heap restarts the search. Two things
//! remain: the start of the period, which is searched backwards while the sequence is computed
//! again from anchors; and states for the checker.
//!
//! Memory: at most 128 windows.

use std::{
    convert::Infallible,
    hash::{Hash, Hasher},
};

use grundy_cert::{Rarest, State, Window};
use grundy_games::Ruleset;
use grundy_simd::onehot::STRETCH;
use rustc_hash::{FxHashMap, FxHasher};

use super::{Sequence, SplitMoves, Stretch, lane::Lane, setup::CHUNK};
use crate::support::{
    budget::{Budget, Stopped},
    repeats::{Repeat, repeats},
};

/// The values after an anchor that are tested, and the distance between two tests.
const SPAN: usize = 512;

/// The values that are looked up.
const PRINT: usize = 32;

/// The most anchors; there are fewer if windows are long.
const ANCHORS: usize = 128;

/// The limit on the bytes of all anchors.
const ROOM: usize = 16 << 20;

/// The intended limit on the values in the states of a certificate.
const STATED: usize = 1 << 19;

/// The heaps of a short segment, which a slow checker can verify; there are so many of these where
/// the whole claim is about more than ten times as many heaps.
const SHORT: (usize, usize) = (100_000, 3);

/// So many heaps are compared with those one period later at once.
const PIECE: usize = 1 << 16;

/// The most values in which a repetition is searched, about a tenth of a second's work.
const MOST_LIKELY: usize = 1 << 25;

/// A search for the period of a game that takes and splits. It can be stopped, inspected and
/// resumed.
pub struct WindowSearch {
    /// The values.
    sequence: Sequence,
    /// The windows that may recur.
    index: WindowIndex,
    /// Whether the last step was completed: otherwise some values are not verified.
    whole: bool,
}

impl WindowSearch {
    /// Returns the search for the period of this ruleset; `None` if the method does not apply to
    /// it.
    pub fn new(ruleset: &Ruleset) -> Option<WindowSearch> {
        let Ruleset::Heap(rules) = ruleset else { return None };
        let sequence = Sequence::new(SplitMoves::of(rules)?);
        Some(WindowSearch { sequence, index: WindowIndex::default(), whole: true })
    }

    /// Returns a search that resumes from the values of the heaps 0, 1, 2, ..; it assumes that they
    /// are correct. Returns `None` if one is over 65,535, or the method does not apply.
    pub fn with_values(ruleset: &Ruleset, values: &[u32]) -> Option<WindowSearch> {
        let Ruleset::Heap(rules) = ruleset else { return None };
        let values = values.iter().map(|&value| u16::try_from(value).ok()).collect::<Option<Vec<u16>>>()?;
        let sequence = Sequence::resume(SplitMoves::of(rules)?, values);
        Some(WindowSearch { sequence, index: WindowIndex::default(), whole: true })
    }

    /// Continues until a period is found or the heaps below `end` are known. Returns the claim.
    /// Returns `None` if there is none, also if the values repeat but the conditions of the theorem
    /// do not hold. A search that returned [`Stopped`] is not continued.
    pub fn run(&mut self, end: u64, budget: &mut Budget) -> Result<Option<Window>, Stopped> {
        let end = usize::try_from(end).unwrap_or(usize::MAX / 2).min(usize::MAX / 2);
        while self.sequence.end() < end {
            self.whole = false;
            let stretch = self.sequence.step(end, budget)?;
            let found = self.index.see(&self.sequence, stretch, budget)?;
            self.whole = true;
            if let Some(found) = found {
                return self.index.claim(&self.sequence, found, budget);
            }
        }
        Ok(None)
    }

    /// Returns the number of heaps whose values are known: all heaps below this one.
    pub fn known(&self) -> u64 {
        self.sequence.end() as u64
    }

    /// Returns the largest value so far.
    pub fn largest(&self) -> u64 {
        self.sequence.largest().into()
    }

    /// Returns the first heap with the largest value.
    pub fn first_largest(&self) -> u64 {
        self.sequence.first_largest as u64
    }

    /// Returns the number of rare heaps so far.
    pub fn rare(&self) -> usize {
        self.sequence.rare()
    }

    /// Returns the last rare heap so far; `None` if only heap 0 is rare, or none is.
    pub fn last_rare(&self) -> Option<u64> {
        self.sequence.rare.last().filter(|&&heap| heap > 0).map(|&heap| heap as u64)
    }

    /// Returns the mask that makes these heaps rare, and how many of the heaps from 1 on are.
    pub fn rarest(&self) -> Rarest {
        let (mask, by_position) = self.sequence.mask();
        let rare = self.sequence.rare.iter().filter(|&&heap| heap > 0).count() as u64;
        Rarest { mask, by_position, rare }
    }

    /// Returns the first values, at most `count` of them.
    pub fn first_values(&self, count: usize) -> Vec<u32> {
        self.sequence.stored.iter().take(count).map(|&value| value.into()).collect()
    }

    /// Returns the repetition in all values so far, over half of them and at least three times;
    /// `None` if not all are stored, or there are too many for a search when the time is up.
    pub fn likely(&self) -> Option<Repeat> {
        let stored = Some(&self.sequence.stored).filter(|stored| self.whole && stored.len() == self.sequence.end())?;
        if stored.len() > MOST_LIKELY {
            return None;
        }
        let Ok((_, likely)) = repeats(stored, |_| Ok::<_, Infallible>(false));
        likely
    }

    /// Returns the state for [`WindowSearch::resume`], as bytes; `None` if the last step was not
    /// completed.
    pub fn state(&self) -> Option<Vec<u8>> {
        let mut state = Vec::new();
        self.sequence.write(&mut state).filter(|()| self.whole)?;
        self.index.write(&mut state);
        Some(state)
    }

    /// Returns the search with this state; `None` if the bytes are no state for this ruleset.
    pub fn resume(ruleset: &Ruleset, mut state: &[u8]) -> Option<WindowSearch> {
        let Ruleset::Heap(rules) = ruleset else { return None };
        let sequence = Sequence::read(SplitMoves::of(rules)?, &mut state)?;
        let index = WindowIndex::read(&mut state)?;
        state.is_empty().then_some(WindowSearch { sequence, index, whole: true })
    }
}

/// The window before a heap, and some values after it.
pub(super) struct WindowAnchor {
    /// The heap after the window.
    pub(super) heap: usize,
    /// The numbers of the heaps from `heap - reach - 1` to `heap + SPAN`.
    pub(super) numbers: Vec<u8>,
}

/// The windows that may recur, by fingerprints.
#[derive(Default)]
pub struct WindowIndex {
    /// In ascending order of the heaps.
    pub(super) anchors: Vec<WindowAnchor>,
    /// The anchor and the offset at which a fingerprint of values occurs.
    prints: FxHashMap<u64, (usize, usize)>,
    /// The distance between two anchors; it doubles when every other one is dropped.
    pub(super) spacing: usize,
    /// The heap from which the next anchor may be taken.
    pub(super) next: usize,
    /// The heap from which the sequence is steady: with another one, all windows are void.
    pub(super) steady: usize,
    /// The length of the windows: with another one, all are void.
    pub(super) reach: usize,
    /// The bytes counted for the anchors.
    held: u64,
}

/// The same window before two heaps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WindowMatch {
    /// The first heap.
    pub heap: usize,
    /// The distance from the first heap to the second.
    pub period: usize,
    /// The length of the window.
    pub reach: usize,
}

/// Returns a hash of some numbers.
fn print(numbers: &[u8]) -> u64 {
    let mut hasher = FxHasher::default();
    numbers.hash(&mut hasher);
    hasher.finish()
}

impl WindowIndex {
    /// Tests the heaps that were computed last; `sequence` has just returned them as `stretch`.
    /// Returns a match, if there is one.
    pub fn see(
        &mut self,
        sequence: &Sequence,
        stretch: Stretch,
        budget: &mut Budget,
    ) -> Result<Option<WindowMatch>, Stopped> {
        let Some(lane) = sequence.lane.as_ref().filter(|_| stretch.to > stretch.from) else { return Ok(None) };
        let Some(reach) = sequence.window() else { return Ok(None) };
        let steady = sequence.steady;
        if (steady, reach) != (self.steady, self.reach) {
            budget.release(self.held);
            *self = WindowIndex { steady, reach, spacing: CHUNK, ..WindowIndex::default() };
        }
        let Some(start) = stretch.from.checked_sub(reach + 1).filter(|&start| start > steady) else {
            return Ok(None);
        };
        let Some(numbers) = lane.numbers(start, stretch.to) else { return Ok(None) };
        if let Some(found) = self.find(numbers, start, stretch, sequence.mask().1) {
            return Ok(Some(found));
        }
        if stretch.from >= self.next && stretch.to >= stretch.from + SPAN {
            let taken = reach + 1 + SPAN;
            budget.hold(taken as u64)?;
            self.held += taken as u64;
            self.add(WindowAnchor { heap: stretch.from, numbers: numbers[..taken].to_vec() }, reach, budget);
        }
        Ok(None)
    }

    /// Returns a match among the heaps of a stretch. With the parity of heaps in the mask, only
    /// even distances count.
    fn find(&self, numbers: &[u8], start: usize, stretch: Stretch, turning: bool) -> Option<WindowMatch> {
        let reach = self.reach;
        for heap in (stretch.from..=stretch.to).step_by(SPAN) {
            let window = &numbers[heap - start - reach..heap - start];
            let Some(&(at, ahead)) = self.prints.get(&print(&window[reach.saturating_sub(PRINT)..])) else { continue };
            let anchor = &self.anchors[at];
            let first = anchor.heap + ahead;
            let agrees = anchor.numbers[ahead + 1..ahead + 1 + reach] == *window;
            if agrees && first < heap && !(turning && (heap - first) % 2 == 1) {
                return Some(WindowMatch { heap: first, period: heap - first, reach });
            }
        }
        None
    }

    /// Adds an anchor; drops every other one if there are too many.
    fn add(&mut self, anchor: WindowAnchor, reach: usize, budget: &mut Budget) {
        self.next = anchor.heap + self.spacing;
        self.anchors.push(anchor);
        let most = (ROOM / (reach + 1 + SPAN)).clamp(4, ANCHORS);
        let fresh = if self.anchors.len() > most {
            let before = self.anchors.len();
            let mut at = 0;
            self.anchors.retain(|_| {
                at += 1;
                at % 2 == 1
            });
            let freed = ((before - self.anchors.len()) * (reach + 1 + SPAN)) as u64;
            budget.release(freed);
            self.held -= freed;
            self.spacing *= 2;
            self.prints.clear();
            0
        } else {
            self.anchors.len() - 1
        };
        self.add_prints(fresh);
    }

    /// Adds an anchor that was read from a state; `None` if it does not belong to this search.
    pub(super) fn restore(&mut self, anchor: WindowAnchor) -> Option<()> {
        if anchor.numbers.len() != self.reach + 1 + SPAN || anchor.heap <= self.reach || self.spacing == 0 {
            return None;
        }
        self.held += anchor.numbers.len() as u64;
        self.anchors.push(anchor);
        Some(())
    }

    /// Adds the fingerprints of the anchors from index `first` on.
    pub(super) fn add_prints(&mut self, first: usize) {
        let reach = self.reach;
        for at in first..self.anchors.len() {
            for ahead in 0..SPAN {
                let end = reach + 1 + ahead;
                let key = print(&self.anchors[at].numbers[end - reach.min(PRINT)..end]);
                self.prints.insert(key, (at, ahead));
            }
        }
    }

    /// Returns the claim that follows from a match; requires that `sequence` is where the match was
    /// found. Returns `None` if the other conditions of the theorem do not hold.
    pub fn claim(
        &self,
        sequence: &Sequence,
        found: WindowMatch,
        budget: &mut Budget,
    ) -> Result<Option<Window>, Stopped> {
        let recomputed = Recomputed::new(self, sequence);
        let found = recomputed.least(found, budget)?;
        let WindowMatch { period, reach, .. } = found;
        let Some(start) = recomputed.start(found, budget)? else { return Ok(None) };
        let anchor = start + reach;
        let last_rare = sequence.rare.last().copied().unwrap_or(0);
        let least = (reach + sequence.moves.largest() + 2).max(last_rare + 1).max(sequence.chosen);
        if start <= last_rare || least > anchor || (sequence.mask().1 && period % 2 == 1) {
            return Ok(None);
        }
        let mut heaps: Vec<usize> = self.anchors.iter().map(|anchor| anchor.heap).collect();
        heaps.retain(|&heap| heap > least && heap < anchor + period && heap != anchor);
        let most = (STATED / (reach + 1)).saturating_sub(2 + SHORT.1).min(14);
        let step = heaps.len().div_ceil(most.max(1)).max(1);
        let mut heaps: Vec<usize> = heaps.into_iter().step_by(step).take(most).collect();
        if least < anchor && heaps.first().is_none_or(|&first| first > 2 * least) {
            heaps.push(least);
        }
        heaps.push(anchor);
        heaps.sort_unstable();
        heaps.dedup();
        heaps.extend(short_segments(&heaps, anchor + period));
        heaps.sort_unstable();
        let mut states = Vec::new();
        for heap in heaps {
            let values = recomputed.values(heap - reach - 1, heap, budget)?;
            states.push(State { heap: heap as u64, values: values.into_iter().map(u32::from).collect() });
        }
        let value = |&heap: &usize| (heap as u64, sequence.value(heap).map_or(0, u32::from));
        Ok(Some(Window {
            preperiod: start as u64,
            period: period as u64,
            mask: sequence.mask().0,
            turning: sequence.mask().1,
            reach: reach as u64,
            largest: sequence.largest().into(),
            rare: sequence.rare.iter().map(value).collect(),
            states,
        }))
    }
}

/// The ends of short segments, after states at the start, in the middle and at the end of a claim
/// about the heaps below `end`: where the next state is farther away.
fn short_segments(states: &[usize], end: usize) -> Vec<usize> {
    let (length, many) = SHORT;
    if end <= 10 * length {
        return Vec::new();
    }
    let ends = states.iter().skip(1).copied().chain([end]);
    let long: Vec<usize> =
        states.iter().zip(ends).filter(|&(&state, next)| next - state > length).map(|(&state, _)| state).collect();
    let mut chosen: Vec<usize> =
        (0..many).filter_map(|at| Some(*long.get(at * long.len().saturating_sub(1) / (many - 1))? + length)).collect();
    chosen.dedup();
    chosen
}

/// The sequence, computed again from anchors.
pub(super) struct Recomputed<'a> {
    index: &'a WindowIndex,
    /// The sequence that has the moves, the split and the rare heaps; it is not changed.
    sequence: &'a Sequence,
    /// The values of the numbers in a lane, for even heaps and for odd ones.
    tables: [[u16; 128]; 2],
}

impl Recomputed<'_> {
    /// Reads what this sequence has computed.
    pub(super) fn new<'a>(index: &'a WindowIndex, sequence: &'a Sequence) -> Recomputed<'a> {
        Recomputed { index, sequence, tables: sequence.tables() }
    }

    /// Returns the match with the least period, which divides any other.
    fn least(&self, found: WindowMatch, budget: &mut Budget) -> Result<WindowMatch, Stopped> {
        let mut period = found.period;
        let window = |heap: usize, budget: &mut Budget| self.values(heap - found.reach, heap, budget);
        let first = window(found.heap, budget)?;
        let (mut rest, mut prime) = (period, 2);
        while rest > 1 {
            if prime * prime > rest {
                prime = rest;
            }
            while rest.is_multiple_of(prime) {
                rest /= prime;
                if window(found.heap + period / prime, budget)? == first {
                    period /= prime;
                }
            }
            prime += 1;
        }
        Ok(WindowMatch { period, ..found })
    }

    /// Returns the first heap from which the values repeat; `None` if that is heap 0.
    ///
    /// It goes back from one anchor to the one before it, and reads the heaps between them once.
    fn start(&self, found: WindowMatch, budget: &mut Budget) -> Result<Option<usize>, Stopped> {
        let mut end = found.heap - found.reach;
        while end > 0 {
            let anchor = self.index.anchors.iter().rev().map(|anchor| anchor.heap).find(|&heap| heap < end);
            let from = anchor.unwrap_or(0);
            if let Some(last) = self.last_difference((from, end), found.period, budget)? {
                return Ok(Some(last + 1));
            }
            end = from;
        }
        Ok(None)
    }

    /// Returns the last heap of a range whose value is not that of the heap one period later;
    /// `None` if there is none, or if the values cannot be computed again.
    fn last_difference(
        &self,
        (from, end): (usize, usize),
        period: usize,
        budget: &mut Budget,
    ) -> Result<Option<usize>, Stopped> {
        let (mut near, mut far) = (RecomputedValues::new(self, from), RecomputedValues::new(self, from + period));
        let (mut at, mut last) = (from, None);
        while at < end {
            let next = (at + PIECE).min(end);
            let (own, later) = (near.read(next, budget)?, far.read(next + period, budget)?);
            if own.len() < next - at || later.len() < own.len() {
                return Ok(None);
            }
            if let Some(place) = own.iter().zip(&later).rposition(|(own, later)| own != later) {
                last = Some(at + place);
            }
            at = next;
        }
        Ok(last)
    }

    /// Returns the values of the heaps from `from` to `to`.
    pub(super) fn values(&self, from: usize, to: usize, budget: &mut Budget) -> Result<Vec<u16>, Stopped> {
        let before = self.index.reach + 1;
        // The windows of anchors need not be computed again.
        let stated = |anchor: &&WindowAnchor| anchor.heap <= from + before && to <= anchor.heap;
        if let Some(anchor) = self.index.anchors.iter().find(stated) {
            let first = anchor.heap - before;
            let numbers = &anchor.numbers[from - first..to - first];
            return Ok((from..).zip(numbers).map(|(heap, &number)| self.value(heap, number)).collect());
        }
        RecomputedValues::new(self, from).read(to, budget)
    }

    /// The value of a heap that has this number in the lane.
    fn value(&self, heap: usize, number: u8) -> u16 {
        self.tables[heap & 1][usize::from(number) % 128]
    }

    /// The lane at the last anchor up to a heap, or at the last values that are stored, and the
    /// next heap that it computes; `None` if there is no lane.
    fn lane_before(&self, heap: usize) -> Option<(Lane, usize)> {
        let reach = self.index.reach;
        let mut lane = self.sequence.lane.clone()?;
        if let Some(anchor) = self.index.anchors.iter().rev().find(|anchor| anchor.heap <= heap) {
            return lane.rewind(anchor.heap, &anchor.numbers[..reach + 1]).then_some((lane, anchor.heap));
        }
        let stored = &self.sequence.stored;
        let next = heap.min(stored.len()) / STRETCH * STRETCH;
        let split = self.sequence.split;
        let first = next.saturating_sub(reach + 1);
        let number = |(heap, &value): (usize, &u16)| match split.common(heap, value.into()) && heap > 0 {
            true => split.index(value.into()) as u8,
            false => grundy_simd::onehot::GAP,
        };
        let numbers: Vec<u8> = (first..).zip(&stored[first..next]).map(number).collect();
        lane.rewind(next, &numbers).then_some((lane, next))
    }
}

/// Reads the values of heaps in their order, computed again, each once.
struct RecomputedValues<'a> {
    recomputed: &'a Recomputed<'a>,
    /// The lane and the next heap that it computes, from the first heap on that is not stored.
    lane: Option<(Lane, usize)>,
    /// The next heap that is read.
    at: usize,
    /// Values from that heap on that the lane has computed.
    ahead: Vec<u16>,
}

impl RecomputedValues<'_> {
    /// A reader from this heap on.
    fn new<'a>(recomputed: &'a Recomputed<'a>, from: usize) -> RecomputedValues<'a> {
        RecomputedValues { recomputed, lane: None, at: from, ahead: Vec::new() }
    }

    /// Returns the values up to a heap; fewer if no lane computes them.
    fn read(&mut self, to: usize, budget: &mut Budget) -> Result<Vec<u16>, Stopped> {
        let stored = &self.recomputed.sequence.stored;
        let mut values = stored.get(self.at..to.min(stored.len())).unwrap_or_default().to_vec();
        self.at += values.len();
        while self.at < to {
            let ready = self.ahead.len().min(to - self.at);
            values.extend(self.ahead.drain(..ready));
            self.at += ready;
            if self.at == to {
                break;
            }
            if self.lane.is_none() {
                self.lane = self.recomputed.lane_before(self.at);
            }
            let Some((lane, heap)) = &mut self.lane else { break };
            let next = lane.extend(*heap, (*heap + CHUNK).min(to.next_multiple_of(STRETCH)));
            budget.poll()?;
            if next == *heap {
                break;
            }
            // The lane may start at an anchor that is several steps before the first heap to read.
            let first = self.at.max(*heap).min(next);
            let Some(numbers) = lane.numbers(first, next) else { break };
            self.ahead.extend((first..).zip(numbers).map(|(heap, &number)| self.recomputed.value(heap, number)));
            *heap = next;
        }
        Ok(values)
    }
}
