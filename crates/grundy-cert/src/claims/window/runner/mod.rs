//! Values one after the other: from heap 0 on with all splits known, or from a state on with the
//! window alone.
//!
//! A common value is stored as its *rank* among the common ones. Blocks of 32 heaps without rare
//! ones are computed as sets of ranks, one bit a rank; all other heaps one by one. The width of the
//! sets is the least of 16, 32, 64 and 128 bits that holds all ranks.
//!
//! A block of common heaps n .. n + 31 is computed in three steps:
//!
//! 1. The options of the common kind take without a split, or leave a rare heap. Each such way is a
//!    pair of a rank and a distance: the option has the rank of the heap at that distance before n,
//!    xor the rank of the pair. The union of the sets of all pairs with distances of at least 32 is
//!    computed for the whole block at once (`sets.rs`), that of pairs with distances of at least 8
//!    for 8 heaps at once; the others are added heap by heap.
//! 2. The rank of each heap is the least one that is in none of these sets.
//! 3. If the run verifies, each smaller value of the rare kind must be that of an option. The
//!    witnesses of the plan show it for most heaps (`plan.rs`); for the others the splits in the
//!    window are searched, many at once, and a heap without a witness there is checked by all of
//!    its known options.
//!
//! Cost for a block: one operation on 32 sets for each pair and each witness.

mod one_heap;

use std::{
    cell::RefCell,
    sync::atomic::{AtomicBool, Ordering},
};

use grundy_simd::Level;

use super::{
    plan::WitnessPlan,
    sets::{BLOCK, NumberBits, PART, Union},
    setup::{ClaimState, Setup},
};

/// Why a run ends early.
#[derive(Debug)]
pub(super) enum RunHalt {
    /// The claim is wrong.
    Flaw(String),
    /// The caller has no more time.
    Stopped,
}

/// Whether the caller has no more time, asked every few thousand heaps.
pub(super) trait StopSignal {
    /// Returns whether the work is to end.
    fn is_set(&self) -> bool;
}

/// Never: for work that is short.
pub(super) struct Never;

impl StopSignal for Never {
    fn is_set(&self) -> bool {
        false
    }
}

/// A flag that another thread sets.
impl StopSignal for AtomicBool {
    fn is_set(&self) -> bool {
        self.load(Ordering::Relaxed)
    }
}

/// The caller itself, asked by the thread that works.
pub(super) struct AskedCaller<'g>(RefCell<&'g mut dyn FnMut() -> bool>);

impl<'g> AskedCaller<'g> {
    /// Asks `go_on`, which returns whether there is time left.
    pub(super) fn new(go_on: &'g mut dyn FnMut() -> bool) -> AskedCaller<'g> {
        AskedCaller(RefCell::new(go_on))
    }
}

impl StopSignal for AskedCaller<'_> {
    fn is_set(&self) -> bool {
        !(self.0.borrow_mut())()
    }
}

/// The rank of a place that has none: a rare heap, or no heap.
const NONE: u8 = u8::MAX;

/// A bit that no rank has, and [`NONE`] has.
const ABSENT: u8 = 1 << 7;

/// After so many pairs, or rounds, the caller is asked whether there is time left.
const POLLED: usize = 1 << 14;

/// The splits that are searched at once.
const SEARCHED: usize = 64;

/// The rank of a heap, or [`NONE`].
fn code(rank: Option<usize>) -> u8 {
    rank.map_or(NONE, |rank| rank as u8)
}

/// The number of heaps that the window holds in addition to those that are looked up.
const ROOM: usize = 1 << 14;

/// The heaps up to here are computed one by one.
const FIRST_BLOCK: usize = 1 << 10;

/// A run of one of four widths.
pub(super) enum Runner<'a> {
    W16(Box<WidthRun<'a, u16>>),
    W32(Box<WidthRun<'a, u32>>),
    W64(Box<WidthRun<'a, u64>>),
    W128(Box<WidthRun<'a, u128>>),
}

macro_rules! each {
    ($runner:expr, $own:ident => $what:expr) => {
        match $runner {
            Runner::W16($own) => $what,
            Runner::W32($own) => $what,
            Runner::W64($own) => $what,
            Runner::W128($own) => $what,
        }
    };
}

impl Runner<'_> {
    /// Computes the values up to this heap.
    pub(super) fn advance(&mut self, to: usize, stop: &dyn StopSignal) -> Result<(), RunHalt> {
        each!(self, own => own.advance(to, stop))
    }

    /// The last `many` values.
    pub(super) fn last_values(&self, many: usize) -> Vec<u32> {
        each!(self, own => (own.next.saturating_sub(many)..own.next).map(|heap| own.value(heap)).collect())
    }

    /// The largest value that was computed.
    pub(super) fn most(&self) -> u32 {
        each!(self, own => own.most())
    }

    /// All values, if the run began with heap 0 and verified them; else none.
    pub(super) fn kept(&self) -> &[u32] {
        each!(self, own => &own.kept)
    }
}

/// Computes the values from a state, or from heap 0, up to heap `to`. With a plan every value is
/// verified; without one, the rare heaps of the claim are assumed to be right.
pub(super) fn run<'a>(
    setup: &'a Setup<'a>,
    from: Option<&ClaimState>,
    plan: Option<&'a WitnessPlan>,
    to: usize,
    stop: &dyn StopSignal,
) -> Result<Runner<'a>, RunHalt> {
    let mut runner = match setup.largest_rank() {
        0..16 => Runner::W16(Box::new(WidthRun::new(setup, from, plan))),
        16..32 => Runner::W32(Box::new(WidthRun::new(setup, from, plan))),
        32..64 => Runner::W64(Box::new(WidthRun::new(setup, from, plan))),
        64..128 => Runner::W128(Box::new(WidthRun::new(setup, from, plan))),
        _ => return Err(RunHalt::Flaw("it has over 128 values of a kind".into())),
    };
    runner.advance(to, stop)?;
    Ok(runner)
}

/// A run of one width.
pub(super) struct WidthRun<'a, S> {
    /// The claim.
    setup: &'a Setup<'a>,
    /// The witnesses that are tried first; `None` if nothing is verified.
    plan: Option<&'a WitnessPlan>,
    /// The pairs of a rank and a distance that give the options of the common kind, for distances
    /// within a part of a block.
    near: Vec<(u8, usize)>,
    /// The pairs for other distances within a block.
    middle: Union,
    /// The pairs for larger distances.
    far: Union,
    /// The witnesses of the plan.
    witnesses: Union,
    /// For heaps of each parity and each rank, the ranks of the smaller values of the rare kind.
    needs: [Vec<S>; 2],
    /// The rank of each place as a set; empty for a rare heap.
    sets: Vec<S>,
    /// The rank of each place.
    ranks: Vec<u8>,
    /// The heap at place 0 is `next - place`; places before heap 1 are empty.
    place: usize,
    /// The next heap.
    next: usize,
    /// All values, if `whole`.
    kept: Vec<u32>,
    /// The ranks of the common heaps of each parity so far.
    met: [S; 2],
    /// The largest value of the rare heaps so far.
    most_rare: u32,
    /// The work of a block, in pairs.
    weight: usize,
    /// Whether the run begins with heap 0 and verifies.
    whole: bool,
    /// The heap from which blocks may be computed: before it they would look up heap 0.
    blocks: usize,
    /// The ranks of small heaps, the last one first, [`NONE`] for rare ones: those of the plan. If
    /// the run begins with heap 0, those of its own first heaps, listed again when there are twice
    /// as many.
    small: Vec<u8>,
    /// Room for unions.
    parts: (Vec<[S; BLOCK]>, Vec<[S; PART]>),
    /// For each value, one more than the last heap that has an option with it.
    marks: Vec<usize>,
}

impl<'a, S: NumberBits> WidthRun<'a, S> {
    /// A run from a state, or from heap 0; no value is computed yet.
    fn new(setup: &'a Setup<'a>, from: Option<&ClaimState>, plan: Option<&'a WitnessPlan>) -> WidthRun<'a, S> {
        let mut pairs: Vec<(usize, usize)> = Vec::new();
        pairs.extend(setup.take.iter().filter(|&&taken| !setup.turning || taken % 2 == 0).map(|&taken| (0, taken)));
        for &taken in &setup.split {
            pairs.extend(
                setup.rare.iter().filter(|rare| rare.0 > 0).map(|&(heap, value)| (setup.rank(value), taken + heap)),
            );
        }
        let (close, far): (Vec<_>, Vec<_>) = pairs.into_iter().partition(|(_, distance)| *distance < BLOCK);
        let (near, middle): (Vec<_>, Vec<_>) = close.into_iter().partition(|(_, distance)| *distance < PART);
        let chosen = plan.map_or(&[][..], |plan| &plan.witnesses);
        let chosen = chosen.iter().filter_map(|&(taken, heap)| Some((plan?.small[heap]?, taken + heap)));
        let keep = setup.reach + 2 * BLOCK;
        let needs = [0, 1].map(|parity| {
            (0..S::WIDTH).map(|rank| S::below(setup.smaller(parity, setup.value(parity, rank)))).collect()
        });
        let mut wide = WidthRun {
            setup,
            plan,
            near: near.into_iter().map(|(rank, distance)| (rank as u8, distance)).collect(),
            middle: Union::new(middle.into_iter()),
            far: Union::new(far.into_iter()),
            witnesses: Union::new(chosen),
            blocks: 0,
            small: plan.map_or(&[][..], |plan| &plan.small).iter().rev().map(|rank| code(*rank)).collect(),
            needs,
            sets: vec![S::EMPTY; keep + ROOM],
            ranks: vec![NONE; keep + ROOM],
            place: keep,
            next: 0,
            kept: Vec::new(),
            met: [S::EMPTY; 2],
            most_rare: 0,
            weight: 0,
            whole: from.is_none() && plan.is_some(),
            parts: (Vec::new(), Vec::new()),
            marks: Vec::new(),
        };
        if let Some(state) = from {
            wide.next = state.heap - state.values.len();
            wide.place = keep - state.values.len();
            for &value in state.values {
                wide.put(value);
            }
        }
        wide.weight = 1 + [&wide.middle, &wide.far, &wide.witnesses].map(Union::pairs).iter().sum::<usize>();
        wide.blocks = FIRST_BLOCK.max(2 * wide.witnesses.reach() + BLOCK);
        debug_assert!(wide.far.reach() <= keep && wide.witnesses.reach() <= keep);
        wide
    }

    /// Computes the values up to heap `to`, in code for the widest vectors of the machine.
    fn advance(&mut self, to: usize, stop: &dyn StopSignal) -> Result<(), RunHalt> {
        Level::best().run(
            #[inline(always)]
            || self.steps(to, stop),
        )
    }

    /// Computes the values up to heap `to`. When the window is full, the last values are moved to
    /// its start.
    #[inline(always)]
    fn steps(&mut self, to: usize, stop: &dyn StopSignal) -> Result<(), RunHalt> {
        let mut work = POLLED;
        while self.next < to {
            if work >= POLLED {
                if stop.is_set() {
                    return Err(RunHalt::Stopped);
                }
                work = 0;
            }
            work += self.weight;
            if self.place + BLOCK > self.sets.len() {
                let keep = self.setup.reach + 2 * BLOCK;
                self.sets.copy_within(self.place - keep..self.place, 0);
                self.ranks.copy_within(self.place - keep..self.place, 0);
                self.place = keep;
            }
            if self.next + BLOCK <= to && self.plain() {
                self.block(stop)?;
            } else {
                let value = self.single(stop)?;
                self.put(value);
            }
        }
        Ok(())
    }

    /// Whether the next block has no rare heap, none from which a rare heap is taken as a whole,
    /// none that may be taken whole, and only splits of unequal heaps among those tried.
    fn plain(&self) -> bool {
        let from = self.next.saturating_sub(self.setup.take.last().copied().unwrap_or(0));
        let first = self.setup.rare.partition_point(|rare| rare.0 < from);
        let none = self.setup.rare.get(first).is_none_or(|rare| rare.0 >= self.next + BLOCK);
        let whole = &self.setup.whole;
        let some = whole.get(whole.partition_point(|&amount| amount < self.next));
        let none = none && some.is_none_or(|&amount| amount >= self.next + BLOCK);
        none && self.next >= self.blocks
    }

    /// Appends a value.
    fn put(&mut self, value: u32) {
        let rank = self.setup.rank(value);
        if self.next > 0 && self.setup.common(self.next, value) {
            self.ranks[self.place] = rank as u8;
            self.sets[self.place] = S::one(rank);
            self.met[self.next % 2] |= S::one(rank);
        } else {
            self.ranks[self.place] = NONE;
            self.sets[self.place] = S::EMPTY;
            self.most_rare = self.most_rare.max(value);
        }
        if self.whole {
            self.kept.push(value);
        }
        self.place += 1;
        self.next += 1;
    }

    /// The largest value that was computed.
    fn most(&self) -> u32 {
        let values = [0, 1].into_iter().flat_map(|parity| {
            let met = self.met[parity];
            let ranks = (0..S::WIDTH).filter(move |&rank| met & S::one(rank) != S::EMPTY);
            ranks.map(move |rank| self.setup.value(parity, rank))
        });
        values.fold(self.most_rare, u32::max)
    }

    /// The value of a heap that the window holds.
    fn value(&self, heap: usize) -> u32 {
        if let Some(&value) = self.kept.get(heap) {
            return value;
        }
        match self.ranks[self.place - (self.next - heap)] {
            NONE => self.setup.listed(heap).unwrap_or(0),
            rank => self.setup.value(heap, rank.into()),
        }
    }

    /// Computes a block, or the heaps of it before one for which no rank is left; that one is
    /// computed by itself.
    #[inline(always)]
    fn block(&mut self, stop: &dyn StopSignal) -> Result<(), RunHalt> {
        let start = self.place;
        let far = self.far.at(&self.sets, start, &mut self.parts.0);
        let mut needed = [S::EMPTY; BLOCK];
        let mut done = 0;
        'parts: for (part, far) in far.chunks_exact(PART).enumerate() {
            let middle = self.middle.at(&self.sets, start + part * PART, &mut self.parts.1);
            let place = start + part * PART;
            // The ranks of the part before and of this one.
            let mut known = [NONE; 2 * PART];
            known[..PART].copy_from_slice(&self.ranks[place - PART..place]);
            let (ranks, sets) = (&mut self.ranks[place..][..PART], &mut self.sets[place..][..PART]);
            for lane in 0..PART {
                let mut taken = far[lane] | middle[lane];
                for &(value, distance) in &self.near {
                    let rank = known[PART + lane - distance];
                    taken |= if rank == NONE { S::EMPTY } else { S::one(usize::from(rank ^ value)) };
                }
                if taken == S::FULL {
                    break 'parts;
                }
                let rank = taken.least_absent();
                known[PART + lane] = rank as u8;
                ranks[lane] = rank as u8;
                sets[lane] = S::one(rank);
                needed[done % BLOCK] = self.needs[(self.next + done) % 2][rank % S::WIDTH];
                self.met[(self.next + done) % 2] |= S::one(rank);
                done += 1;
            }
        }
        if done == 0 {
            return self.single(stop).map(|value| self.put(value));
        }
        let first = self.next;
        self.place += done;
        self.next += done;
        if self.plan.is_some() {
            self.confirm((first, start), needed, stop)?;
        }
        if self.whole {
            for lane in 0..done {
                self.kept.push(self.setup.value(first + lane, self.ranks[start + lane].into()));
            }
            if self.kept.len() >= 2 * self.small.len() {
                self.learn();
            }
        }
        Ok(())
    }

    /// Verifies that every smaller value of the rare kind is that of an option: these ranks, for
    /// the heaps from `first` on, which is at place `start`.
    #[inline(always)]
    fn confirm(
        &mut self,
        (first, start): (usize, usize),
        mut needed: [S; BLOCK],
        stop: &dyn StopSignal,
    ) -> Result<(), RunHalt> {
        let found = self.witnesses.at(&self.sets, start, &mut self.parts.0);
        let mut open = S::EMPTY;
        for (needed, found) in needed.iter_mut().zip(found) {
            *needed = *needed & !found;
            open |= *needed;
        }
        if open == S::EMPTY {
            return Ok(());
        }
        for (lane, left) in needed.into_iter().enumerate().filter(|(_, left)| *left != S::EMPTY) {
            if !self.shown(first + lane, start + lane, left) {
                let value = self.setup.value(first + lane, self.ranks[start + lane].into());
                self.certain(first + lane, value, stop)?;
            }
        }
        Ok(())
    }

    /// Lists the ranks of small heaps again, as far as all values are kept and the window reaches.
    fn learn(&mut self) {
        let many = self.kept.len().min(self.setup.reach + 1);
        if many > self.small.len() {
            let common = |heap: usize| heap > 0 && self.setup.common(heap, self.kept[heap]);
            let rank = |heap: usize| common(heap).then(|| self.setup.rank(self.kept[heap]));
            self.small = (0..many).rev().map(|heap| code(rank(heap))).collect();
        }
    }

    /// Whether a common heap has options with these ranks among the splits of the window that leave
    /// a small heap.
    #[inline(always)]
    fn shown(&self, heap: usize, place: usize, mut left: S) -> bool {
        // The smaller heap of a split is from 1 to below `far`.
        let far = self.setup.reach.min(heap / 2 - 1).min(self.small.len().saturating_sub(1));
        for from in (1..far).step_by(SEARCHED) {
            for &taken in &self.setup.split {
                // `taken + one <= far` and `taken + 2 one < heap`.
                let end =
                    (from + SEARCHED).min((far + 1).saturating_sub(taken)).min(heap.saturating_sub(taken).div_ceil(2));
                let Some(many) = end.checked_sub(from) else { continue };
                let own = &self.small[self.small.len() - end..][..many];
                let others = &self.ranks[place - taken - end + 1..][..many];
                let mut found = S::EMPTY;
                for (own, other) in own.iter().zip(others) {
                    let none = (own | other) & ABSENT != 0;
                    found |= if none { S::EMPTY } else { S::one((own ^ other).into()) };
                }
                left = left & !found;
            }
            if left == S::EMPTY {
                return true;
            }
        }
        false
    }
}
