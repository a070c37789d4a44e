//! Blocks of heaps whose common values have more than 128 numbers: their sets are in planes of 64
//! bits.
//!
//! Plane q of a heap has the bits of the numbers 64 q to 64 q + 63. A pair with value v maps the
//! forbidden numbers of plane q to plane q xor (v / 64), permuted by v mod 64; so each plane is
//! united separately, with the code for sets of 64 numbers, and pairs whose plane has no numbers
//! are left out. The planes are one after the other in one track, and an offset may lead from one
//! to another.
//!
//! Pairs within a block are looked up heap by heap; then the planes are searched for the first free
//! number. Cost: an eighth of a load per heap, pair and plane, and the near pairs.

use grundy_simd::{
    Level,
    onehot::{self, BLOCK, Cover, GAP16, Pair, STRETCH, Track, Union},
};

use super::{
    plan::{self, WORDS, Witness},
    setup::{SEARCHED, Setup, length, window},
    split::ParitySplit,
};

/// The most numbers.
pub(super) const MOST: usize = 64 * WORDS;

/// The small heaps that the plan considers.
const PLANNED: usize = 4000;

/// A lane of several planes.
#[derive(Clone)]
pub(super) struct LanePlanes {
    /// The instructions that the processor has.
    level: Level,
    /// How values are split into rare and common ones, and numbered.
    split: ParitySplit,
    /// How many planes there are; each has 64 numbers.
    planes: usize,
    /// The planes, one after the other.
    track: Track<u64>,
    /// The numbers of the heaps of a plane.
    numbers: Vec<u16>,
    /// The heap at index 0: a multiple of [`STRETCH`], negative if the window begins before heap 0.
    base: i64,
    /// For each plane, the union of the far pairs.
    far: Vec<Union>,
    /// For each plane, the numbers that they forbid in the current block.
    sets: Vec<[u64; BLOCK]>,
    /// The pairs whose other heap lies in the block itself.
    near: Vec<Witness>,
    /// The witnesses that are tried first.
    plan: Vec<Witness>,
    /// For each plane, how the witnesses of the plan cover its heaps.
    covers: Vec<Cover>,
    /// Small heaps in runs of 32, for the search where the plan has no witness.
    runs: Vec<([u16; 32], u32)>,
    /// The length of the window that determines all later values.
    reach: usize,
    /// For each plane, the values that need a witness, a set per heap.
    needed: Vec<Vec<u64>>,
    /// Room for what one plane lacks.
    missing: Vec<(usize, u64)>,
    /// The heaps with values without a witness: an index, and the numbers.
    open: Vec<(usize, Vec<u16>)>,
    /// The number of heaps for which the plan did not suffice: if there are many, a new plan is
    /// made.
    searched: u64,
}

/// Returns for each plane the pairs that forbid something there, as offsets from the last plane of
/// a track.
fn by_plane(pairs: &[Witness], planes: usize, length: usize) -> Option<Vec<Vec<Pair>>> {
    (0..planes)
        .map(|plane| {
            let from =
                |pair: &&Witness| pair.words >> plane & 1 == 1 && (plane ^ (usize::from(pair.value) / 64)) < planes;
            let listed = pairs.iter().filter(from).map(|pair| {
                let source = plane ^ (usize::from(pair.value) / 64);
                let offset = u32::try_from(pair.offset as usize + (planes - 1 - source) * length).ok()?;
                Some(Pair { value: (pair.value % 64) as u8, offset })
            });
            listed.collect()
        })
        .collect()
}

impl LanePlanes {
    /// Returns a lane that continues after the values of the setup; `None` if they are too few.
    pub(super) fn new(setup: &Setup, numbers: usize) -> Option<LanePlanes> {
        let planes = numbers.div_ceil(64);
        let split = setup.split;
        let half = setup.half()?;
        let (pairs, mut witnesses) = setup.pairs()?;
        let known = plan::PlanInput {
            numbers: &|heap| setup.number(heap),
            needs: &|heap, number| split.smaller(heap, number.into()).min(64 * planes),
            end: setup.values.len(),
            taken: &setup.moves.split,
            limit: PLANNED.min(half),
            align: 8,
            width: 64 * planes,
            go_on: setup.go_on,
        };
        let plan = if setup.plan.is_empty() { plan::witnesses(&known) } else { setup.plan.to_vec() };
        witnesses.extend(&plan);
        let runs = runs(setup, SEARCHED.max(setup.wanted).min(half));
        let reach = setup.reach(&pairs, &witnesses, runs.iter().map(|run| run.1));
        let keep = window(reach);
        let length = length(reach);
        let (near, far): (Vec<Witness>, Vec<Witness>) =
            pairs.into_iter().partition(|pair| (pair.offset as usize) < BLOCK);
        let unions = by_plane(&far, planes, length)?.iter().map(|list| Union::new::<u64>(list)).collect();
        let covers = by_plane(&witnesses, planes, length)?.iter().map(|list| Cover::new::<u64>(list)).collect();
        let mut lane = LanePlanes {
            level: setup.level,
            split,
            planes,
            track: Track::new(planes * length),
            numbers: vec![GAP16; length],
            base: setup.values.len() as i64 - keep as i64,
            far: unions,
            sets: Vec::new(),
            near,
            plan,
            covers,
            runs,
            reach,
            needed: vec![Vec::new(); planes],
            missing: Vec::new(),
            open: Vec::new(),
            searched: 0,
        };
        for place in 0..keep {
            let number = usize::try_from(lane.base + place as i64).ok().and_then(|heap| setup.number(heap));
            number.into_iter().for_each(|number| lane.put(place, number));
        }
        Some(lane)
    }

    /// Returns the number of numbers that fit.
    pub(super) fn width(&self) -> usize {
        64 * self.planes
    }

    /// Returns the number of places of the window.
    fn length(&self) -> usize {
        self.numbers.len()
    }

    /// Returns the index of a heap in the window.
    fn place(&self, heap: usize) -> usize {
        (heap as i64 - self.base) as usize
    }

    /// Sets the number at an index, and clears the old one.
    fn put(&mut self, place: usize, number: u16) {
        let length = self.length();
        let plane = usize::from(number) / 64;
        let before = std::mem::replace(&mut self.numbers[place], number);
        if before != GAP16 && usize::from(before) / 64 != plane {
            self.track.clear(usize::from(before) / 64 * length + place);
        }
        self.track.put(plane * length + place, (number % 64) as u8);
    }

    /// As [`Lane::extend`](super::lane::Lane::extend).
    pub(super) fn extend(&mut self, heap: usize, to: usize) -> usize {
        debug_assert!(heap.is_multiple_of(STRETCH) && to.is_multiple_of(STRETCH));
        if self.place(to) > self.length() {
            self.slide(self.place(heap));
        }
        let (start, stop) = (self.place(heap), self.place(to));
        self.needed.iter_mut().for_each(Vec::clear);
        let mut place = start;
        while place < stop {
            let end = self.block(place);
            place += BLOCK;
            if end < place {
                break;
            }
        }
        let whole = self.needed[0].len() / STRETCH * STRETCH;
        let last = (self.planes - 1) * self.length();
        self.open.clear();
        for (plane, cover) in self.covers.iter().enumerate() {
            self.needed[plane].truncate(whole);
            self.missing.clear();
            cover.uncovered(self.level, &self.track, last + start, &self.needed[plane], &mut self.missing);
            let numbers =
                |set: u64| (0..64).filter(move |bit| set >> bit & 1 == 1).map(move |bit| 64 * plane as u16 + bit);
            self.open.extend(self.missing.iter().map(|&(place, set)| (place - last, numbers(set).collect())));
        }
        heap + whole
    }

    /// Computes the numbers from index `place` to the end of the block, or to the first heap for
    /// which all numbers are forbidden; returns the index where it ends.
    fn block(&mut self, place: usize) -> usize {
        let last = (self.planes - 1) * self.length();
        self.sets.clear();
        self.sets.extend(self.far.iter().map(|union| union.at(self.level, &self.track, last + place)));
        for at in 0..BLOCK {
            let mut forbidden: [u64; WORDS] = [u64::MAX; WORDS];
            for (entry, set) in forbidden.iter_mut().zip(&self.sets) {
                *entry = set[at];
            }
            for pair in &self.near {
                let number = self.numbers[place + at - pair.offset as usize];
                if number != GAP16 {
                    let blocked = number ^ pair.value;
                    forbidden[usize::from(blocked) / 64 % WORDS] |= 1 << (blocked % 64);
                }
            }
            let Some(word) = forbidden.iter().position(|&entry| entry != u64::MAX) else { return place + at };
            let number = 64 * word as u16 + forbidden[word].trailing_ones() as u16;
            self.put(place + at, number);
            let needs = self.split.smaller((self.base + (place + at) as i64) as usize, number.into());
            for (plane, needed) in self.needed.iter_mut().enumerate() {
                needed.push(match needs.saturating_sub(64 * plane) {
                    0 => 0,
                    some @ 1..64 => (1 << some) - 1,
                    _ => u64::MAX,
                });
            }
        }
        place + BLOCK
    }

    /// Moves the window before an index to the front; the rest is overwritten later.
    fn slide(&mut self, place: usize) {
        let from = place - window(self.reach);
        self.base += from as i64;
        self.numbers.copy_within(from..place, 0);
        for plane in 0..self.planes {
            let first = plane * self.length();
            self.track.copy(first + from..first + place, first);
        }
    }

    /// Resets the lane to a heap, a multiple of [`STRETCH`], before which these numbers are.
    pub(super) fn rewind(&mut self, heap: usize, numbers: &[u16]) {
        let keep = window(self.reach);
        self.base = heap as i64 - keep as i64;
        let first = keep - numbers.len();
        let all = std::iter::repeat_n(GAP16, first).chain(numbers.iter().copied());
        for (place, number) in all.enumerate() {
            if number == GAP16 { self.clear(place) } else { self.put(place, number) }
        }
    }

    /// Makes the heap at an index a rare one.
    fn clear(&mut self, place: usize) {
        let before = std::mem::replace(&mut self.numbers[place], GAP16);
        if before != GAP16 {
            let length = self.length();
            self.track.clear(usize::from(before) / 64 * length + place);
        }
    }

    /// As [`Lane::open`](super::lane::Lane::open).
    pub(super) fn open(&mut self) -> Vec<usize> {
        self.searched += self.open.len() as u64;
        let mut open = Vec::new();
        for (place, mut missing) in self.open.drain(..) {
            onehot::scan16(self.level, &self.runs, &self.numbers, place, &mut missing);
            if !missing.is_empty() {
                open.push((self.base + place as i64) as usize);
            }
        }
        open.sort_unstable();
        open.dedup();
        open
    }

    /// Returns the numbers of these heaps, [`GAP16`] for rare ones; `None` if the window does not
    /// have them all.
    pub(super) fn numbers(&self, from: usize, to: usize) -> Option<&[u16]> {
        let start = usize::try_from(from as i64 - self.base).ok()?;
        self.numbers.get(start..start + (to - from))
    }

    pub(super) fn reach(&self) -> usize {
        self.reach
    }

    pub(super) fn plan(&self) -> &[Witness] {
        &self.plan
    }

    pub(super) fn searched(&self) -> u64 {
        self.searched
    }

    pub(super) fn bytes(&self) -> u64 {
        Track::<u64>::bytes(self.track.places()) + 2 * self.length() as u64 + 68 * self.runs.len() as u64
    }
}

/// Returns runs of 32 heaps, the last one first, each with its distance from the heap that is
/// split.
fn runs(setup: &Setup, limit: usize) -> Vec<([u16; 32], u32)> {
    let mut runs = Vec::new();
    for start in (1..limit.saturating_sub(30)).step_by(32) {
        let run = std::array::from_fn(|at| setup.number(start + 31 - at).unwrap_or(GAP16));
        runs.extend(setup.moves.split.iter().map(|&taken| (run, (taken + start + 31) as u32)));
    }
    runs
}
