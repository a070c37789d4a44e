//! Blocks of heaps by vector code: a window of numbers, the pairs that determine the next ones, and
//! the witnesses to try.

use grundy_simd::{
    Level,
    onehot::{self, Cover, GAP, GAP16, Pair, Recurrence, STRETCH, Set, Track},
};

use super::{
    plan::{self, Witness},
    planes::{self, LanePlanes},
    setup::{SEARCHED, Setup, length, window},
};

/// Converts witnesses for sets of up to 128 numbers.
fn narrow(witnesses: &[Witness]) -> Vec<Pair> {
    witnesses.iter().map(|witness| Pair { value: witness.value as u8, offset: witness.offset }).collect()
}

/// A lane of the width that the values need.
#[derive(Clone)]
pub(super) enum Lane {
    W16(WidthLane<u16>),
    W32(WidthLane<u32>),
    W64(WidthLane<u64>),
    W128(WidthLane<u128>),
    Planes(LanePlanes),
}

macro_rules! each {
    ($lane:expr, $inner:ident => $what:expr) => {
        match $lane {
            Lane::W16($inner) => $what,
            Lane::W32($inner) => $what,
            Lane::W64($inner) => $what,
            Lane::W128($inner) => $what,
            Lane::Planes($inner) => $what,
        }
    };
}

impl Lane {
    /// Returns a lane that continues after the values of the setup, whose number is a multiple of
    /// [`STRETCH`]; `None` if they are too few or too large.
    pub(super) fn new(setup: Setup) -> Option<Lane> {
        Some(match setup.numbers() {
            0..=16 => Lane::W16(WidthLane::new(setup)?),
            17..=32 => Lane::W32(WidthLane::new(setup)?),
            33..=64 => Lane::W64(WidthLane::new(setup)?),
            65..=128 => Lane::W128(WidthLane::new(setup)?),
            numbers @ 129..=planes::MOST => Lane::Planes(LanePlanes::new(&setup, numbers)?),
            _ => return None,
        })
    }

    /// Returns roughly the bytes of a lane with a window of that length.
    pub(super) fn likely(setup: &Setup, window: usize) -> u64 {
        let numbers = setup.numbers() as u64;
        length(window) as u64 * (numbers.div_ceil(64).max(2) * 9 + 2)
    }

    /// Computes the heaps from `heap` up to `to`, as far as the width allows; returns the first
    /// heap that is not computed.
    pub(super) fn extend(&mut self, heap: usize, to: usize) -> usize {
        each!(self, inner => inner.extend(heap, to))
    }

    /// Returns the heaps of the last call for which some smaller value has no witness among those
    /// tried.
    pub(super) fn open(&mut self) -> Vec<usize> {
        each!(self, inner => inner.open())
    }

    /// Returns the numbers of these heaps, [`GAP`] for rare ones; `None` if the window does not
    /// have them all, or there are more than 128 numbers (see [`Lane::words`]).
    pub(super) fn numbers(&self, from: usize, to: usize) -> Option<&[u8]> {
        match self {
            Lane::W16(inner) => inner.numbers(from, to),
            Lane::W32(inner) => inner.numbers(from, to),
            Lane::W64(inner) => inner.numbers(from, to),
            Lane::W128(inner) => inner.numbers(from, to),
            Lane::Planes(_) => None,
        }
    }

    /// As [`Lane::numbers`], for more than 128 numbers, with [`GAP16`] for rare heaps.
    pub(super) fn words(&self, from: usize, to: usize) -> Option<&[u16]> {
        if let Lane::Planes(inner) = self { inner.numbers(from, to) } else { None }
    }

    /// Returns the number of a common heap in the window.
    pub(super) fn number(&self, heap: usize) -> Option<usize> {
        match self.words(heap, heap + 1) {
            Some(words) => words.first().filter(|&&word| word != GAP16).map(|&word| word.into()),
            None => self.numbers(heap, heap + 1)?.first().filter(|&&number| number != GAP).map(|&number| number.into()),
        }
    }

    /// Returns a lane that continues at `heap` with the numbers that another one has before it;
    /// `None` if they are too few.
    pub(super) fn carried(setup: Setup, other: &Lane, heap: usize) -> Option<Lane> {
        let mut lane = Lane::new(setup)?;
        let from = heap.checked_sub(lane.reach() + 1)?;
        lane.restore(heap, &other.all(from, heap)?)?;
        Some(lane)
    }

    /// Returns the numbers of these heaps, [`GAP16`] for rare ones, whatever the width is; `None`
    /// if the window does not have them all.
    pub(super) fn all(&self, from: usize, to: usize) -> Option<Vec<u16>> {
        let word = |&number: &u8| if number == GAP { GAP16 } else { number.into() };
        match self.words(from, to) {
            Some(words) => Some(words.to_vec()),
            None => Some(self.numbers(from, to)?.iter().map(word).collect()),
        }
    }

    /// Resets the lane to a heap, a multiple of [`STRETCH`], before which these numbers are,
    /// [`GAP16`] for rare heaps; `None` if one is over the width, or they are more than the window.
    pub(super) fn restore(&mut self, heap: usize, words: &[u16]) -> Option<()> {
        if words.len() > window(self.reach())
            || words.iter().any(|&word| word != GAP16 && usize::from(word) >= self.width())
        {
            return None;
        }
        if let Lane::Planes(inner) = self {
            inner.rewind(heap, words);
            return Some(());
        }
        let number = |&word: &u16| if word == GAP16 { Some(GAP) } else { u8::try_from(word).ok() };
        let numbers = words.iter().map(number).collect::<Option<Vec<u8>>>()?;
        self.rewind(heap, &numbers).then_some(())
    }

    /// Whether the window has the numbers of these heaps.
    pub(super) fn holds(&self, from: usize, to: usize) -> bool {
        self.words(from, to).is_some() || self.numbers(from, to).is_some()
    }

    /// Returns the number of numbers that fit.
    pub(super) fn width(&self) -> usize {
        match self {
            Lane::W16(_) => 16,
            Lane::W32(_) => 32,
            Lane::W64(_) => 64,
            Lane::W128(_) => 128,
            Lane::Planes(inner) => inner.width(),
        }
    }

    /// Resets the lane to a heap, a multiple of [`STRETCH`], before which these numbers are.
    /// Returns `false` for lanes of more than 128 numbers, which need [`LanePlanes::rewind`].
    pub(super) fn rewind(&mut self, heap: usize, numbers: &[u8]) -> bool {
        match self {
            Lane::W16(inner) => inner.rewind(heap, numbers),
            Lane::W32(inner) => inner.rewind(heap, numbers),
            Lane::W64(inner) => inner.rewind(heap, numbers),
            Lane::W128(inner) => inner.rewind(heap, numbers),
            Lane::Planes(_) => return false,
        }
        true
    }

    /// Returns the length of the window that determines all later values.
    pub(super) fn reach(&self) -> usize {
        each!(self, inner => inner.reach())
    }

    /// Returns the witnesses that were chosen.
    pub(super) fn plan(&self) -> &[Witness] {
        each!(self, inner => inner.plan())
    }

    /// Returns the number of heaps that needed more than the plan's witnesses.
    pub(super) fn searched(&self) -> u64 {
        each!(self, inner => inner.searched())
    }

    /// Returns the bytes of the window.
    pub(super) fn bytes(&self) -> u64 {
        each!(self, inner => inner.bytes())
    }
}

/// A lane of one width.
#[derive(Clone)]
pub(super) struct WidthLane<S> {
    /// The vector instructions.
    level: Level,
    /// The window: for each heap its number, as a set of one bit and as a number.
    track: Track<S>,
    /// The heap at index 0: a multiple of [`STRETCH`], negative if the window begins before heap 0.
    base: i64,
    /// The pairs that forbid numbers.
    rules: Recurrence<S>,
    /// The witnesses that were chosen.
    plan: Vec<Witness>,
    /// The witnesses to try.
    cover: Cover,
    /// Runs of small heaps for values that the plan leaves open.
    runs: Vec<([u8; 64], u32)>,
    /// The length of the window that determines all later values.
    reach: usize,
    /// For each heap of the last block, the numbers that need a witness.
    needed: Vec<S>,
    /// The heaps for which the plan leaves numbers open, by index, with these numbers.
    missing: Vec<(usize, S)>,
    /// The number of heaps that needed more than the plan.
    searched: u64,
}

/// The largest small heap that the plan considers.
const PLANNED: usize = 6000;

impl<S: Set> WidthLane<S> {
    /// Returns a lane that continues after the values of the setup; `None` if these are too few, or
    /// the pairs have no form for it.
    fn new(setup: Setup) -> Option<WidthLane<S>> {
        let Setup { split, values, .. } = setup;
        let heap = values.len();
        let half = setup.half()?;
        let (pairs, mut witnesses) = setup.pairs()?;
        let needs =
            [0, 1].map(|parity| (0..S::WIDTH).map(|index| S::below(split.smaller(parity, index))).collect::<Vec<S>>());
        let known = plan::PlanInput {
            numbers: &|heap| setup.number(heap),
            needs: &|heap, number| split.smaller(heap, number.into()).min(S::WIDTH),
            end: heap,
            width: S::WIDTH,
            taken: &setup.moves.split,
            limit: PLANNED.min(half),
            align: 64 / size_of::<S>(),
            go_on: setup.go_on,
        };
        let plan = if setup.plan.is_empty() { plan::witnesses(&known) } else { setup.plan.to_vec() };
        witnesses.extend(&plan);
        let runs = runs(&setup, SEARCHED.max(setup.wanted).min(half));
        let reach = setup.reach(&pairs, &witnesses, runs.iter().map(|run| run.1));
        let keep = window(reach);
        let mut track = Track::new(length(reach));
        let base = heap as i64 - keep as i64;
        for place in 0..keep {
            let number = usize::try_from(base + place as i64).ok().and_then(|heap| setup.number(heap));
            number.into_iter().for_each(|number| track.put(place, number as u8));
        }
        Some(WidthLane {
            level: setup.level,
            track,
            base,
            rules: Recurrence::new(&narrow(&pairs), needs),
            cover: Cover::new::<S>(&narrow(&witnesses)),
            plan,
            runs,
            reach,
            needed: Vec::new(),
            missing: Vec::new(),
            searched: 0,
        })
    }

    /// Returns the index of a heap in the window.
    fn place(&self, heap: usize) -> usize {
        (heap as i64 - self.base) as usize
    }

    /// As [`Lane::extend`]. If the window is full, what later values depend on is moved to its
    /// start first.
    fn extend(&mut self, heap: usize, to: usize) -> usize {
        debug_assert!(heap.is_multiple_of(STRETCH) && to.is_multiple_of(STRETCH));
        if self.place(to) > self.track.places() {
            let from = self.place(heap) - window(self.reach);
            self.track.copy(from..self.place(heap), 0);
            self.base += from as i64;
        }
        let (start, stop) = (self.place(heap), self.place(to));
        self.needed.clear();
        self.missing.clear();
        let end = self.rules.run(self.level, &mut self.track, start, stop, &mut self.needed);
        self.needed.truncate((end - start) / STRETCH * STRETCH);
        self.cover.uncovered(self.level, &self.track, start, &self.needed, &mut self.missing);
        heap + self.needed.len()
    }

    fn rewind(&mut self, heap: usize, numbers: &[u8]) {
        let keep = window(self.reach);
        self.base = heap as i64 - keep as i64;
        let first = keep - numbers.len();
        (0..first).for_each(|place| self.track.clear(place));
        for (place, &number) in (first..).zip(numbers) {
            if number == GAP { self.track.clear(place) } else { self.track.put(place, number) }
        }
    }

    fn open(&mut self) -> Vec<usize> {
        self.searched += self.missing.len() as u64;
        let (level, runs, numbers) = (self.level, &self.runs, self.track.numbers());
        let open = self
            .missing
            .iter()
            .filter(|&&(place, missing)| onehot::scan(level, runs, numbers, place, missing) != S::EMPTY);
        open.map(|&(place, _)| (self.base + place as i64) as usize).collect()
    }

    fn numbers(&self, from: usize, to: usize) -> Option<&[u8]> {
        let start = usize::try_from(from as i64 - self.base).ok()?;
        self.track.numbers().get(start..start + (to - from))
    }

    fn reach(&self) -> usize {
        self.reach
    }

    fn plan(&self) -> &[Witness] {
        &self.plan
    }

    fn searched(&self) -> u64 {
        self.searched
    }

    fn bytes(&self) -> u64 {
        Track::<S>::bytes(self.track.places()) + 72 * self.runs.len() as u64
    }
}

/// Returns runs of 64 heaps, the last one first, each with its distance from the heap that is
/// split.
fn runs(setup: &Setup, limit: usize) -> Vec<([u8; 64], u32)> {
    let mut runs = Vec::new();
    for start in (1..limit.saturating_sub(62)).step_by(64) {
        let run = std::array::from_fn(|at| setup.number(start + 63 - at).map_or(GAP, |number| number as u8));
        runs.extend(setup.moves.split.iter().map(|&taken| (run, (taken + start + 63) as u32)));
    }
    runs
}
