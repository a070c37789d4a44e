//! The values in order: heap by heap at first and after a new rare heap, otherwise in blocks.

use grundy_core::Fault;
use grundy_simd::{
    Level,
    onehot::{GAP, STRETCH},
};

use super::{
    TakingGame,
    dense::{self, DenseMarks},
    exact::{ExactSearch, ExactValue, Gone},
    lane::Lane,
    plan::Witness,
    setup::{CHUNK, Setup},
    split::ParitySplit,
};
use crate::support::budget::{Budget, Stopped};

/// The number of values that are stored from the start. If a larger heap needs all splits, the
/// sequence is computed again and stored up to twice that heap; afterwards all values except for
/// the first ones are dropped again.
pub const KEPT: usize = 1 << 23;

/// The first heap that a lane computes; smaller heaps are computed one by one.
const FIRST_LANE: usize = 1 << 14;

/// A range of consecutive heaps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stretch {
    /// The first heap.
    pub from: usize,
    /// The first heap after the range.
    pub to: usize,
}

/// A sequence of values that is computed step by step, without an end.
#[derive(Clone)]
pub struct Sequence {
    /// The amounts that moves take.
    pub(super) moves: TakingGame,
    /// The instructions that the processor has.
    pub(super) level: Level,
    /// What computes single heaps from all of their options.
    exact: ExactSearch,
    /// The same, where too many heaps are rare.
    dense: DenseMarks,
    /// How values are split into rare and common ones, and numbered.
    pub(super) split: ParitySplit,
    /// The rare heaps, in ascending order.
    pub(super) rare: Vec<usize>,
    /// The values of the first heaps.
    pub(super) kept: Vec<u16>,
    /// The number of first heaps whose values may be stored.
    pub(super) most_kept: usize,
    /// The number of values that are stored if no heap needs more.
    pub(super) first_kept: usize,
    /// The first heap whose value is not known.
    pub(super) next: usize,
    /// What computes blocks; `None` where heaps are computed one by one.
    pub(super) lane: Option<Lane>,
    /// The lane has no numbers of heaps before this one.
    pub(super) since: usize,
    /// The least number of numbers that the lane must have room for.
    pub(super) width: usize,
    /// Whether the lane has to be replaced. Until then its window is still used.
    pub(super) stale: bool,
    /// The bytes counted for the lane.
    pub(super) held: u64,
    /// The witnesses that lanes try, once they are chosen; each mask has other ones.
    pub(super) plan: Vec<Witness>,
    /// The heap at which they were chosen.
    pub(super) planned: usize,
    /// The greatest distance at which a witness was needed.
    pub(super) wanted: usize,
    /// The number of heaps per block.
    pub(super) chunk: usize,
    /// The heap at which the mask is chosen again.
    pub(super) next_choice: usize,
    /// The heap up to which heaps are computed one by one.
    pub(super) slow_until: usize,
    /// The first heap after the last rare heap and after the choice of the mask.
    pub(super) steady: usize,
    /// The heap at which the mask was chosen.
    pub(super) chosen: usize,
    /// The number of heaps for which all splits were tried since the lane was made.
    pub(super) strayed: usize,
    /// The heap at which the lane was made.
    pub(super) lane_start: usize,
    /// The largest value so far.
    pub(super) largest: u16,
    /// The first heap with the largest value.
    pub(super) first_largest: usize,
}

impl Sequence {
    /// Returns the sequence of a game, from heap 0 on, with the best vector instructions of this
    /// machine.
    pub fn new(moves: TakingGame) -> Sequence {
        Sequence::with(moves, Level::best(), KEPT)
    }

    /// As [`Sequence::new`], with these vector instructions, and this many values stored.
    pub fn with(moves: TakingGame, level: Level, most_kept: usize) -> Sequence {
        let most_kept = most_kept.max(2 * FIRST_LANE).next_multiple_of(STRETCH);
        Sequence {
            moves,
            level,
            exact: ExactSearch::new(),
            dense: DenseMarks::new(),
            split: ParitySplit { mask: 1, turn: None },
            rare: Vec::new(),
            kept: Vec::new(),
            most_kept,
            first_kept: most_kept,
            next: 0,
            lane: None,
            since: 0,
            width: 0,
            stale: false,
            held: 0,
            plan: Vec::new(),
            planned: 0,
            wanted: 0,
            chunk: CHUNK,
            next_choice: 256,
            slow_until: FIRST_LANE,
            steady: 0,
            chosen: 0,
            strayed: 0,
            lane_start: 0,
            largest: 0,
            first_largest: 0,
        }
    }

    /// Returns the first heap whose value is not known.
    pub fn end(&self) -> usize {
        self.next
    }

    /// Returns the largest value so far.
    pub fn largest(&self) -> u16 {
        self.largest
    }

    /// Returns the number of rare heaps so far.
    pub fn rare(&self) -> usize {
        self.rare.len()
    }

    /// Returns the heap from which there is no rare heap and no change of the mask.
    pub fn steady(&self) -> usize {
        self.steady
    }

    /// Returns the mask, and whether the parity of the heap counts too.
    pub fn mask(&self) -> (u32, bool) {
        (self.split.mask, self.split.turn.is_some())
    }

    /// Returns the value of a heap, if it is stored or in the window.
    pub fn value(&self, heap: usize) -> Option<u16> {
        if let Some(&value) = self.kept.get(heap) {
            return Some(value);
        }
        let number = self.lane.as_ref().filter(|_| heap < self.next)?.number(heap)?;
        Some(self.split.value(heap, number) as u16)
    }

    /// Computes some more heaps, at most up to about `limit`; returns their range. Returns
    /// [`Stopped`] over a limit; then the last values are not verified.
    pub fn step(&mut self, limit: usize, budget: &mut Budget) -> Result<Stretch, Stopped> {
        let from = self.next;
        if self.next >= self.next_choice && self.kept.len() == self.next {
            self.choose();
        }
        if std::mem::take(&mut self.stale) {
            self.lane = None;
        }
        if self.kept.len() < self.next {
            self.grow(budget)?;
        }
        let blocks = self.next >= self.slow_until && self.next.is_multiple_of(STRETCH);
        if (self.lane.is_none() || !blocks) && self.kept.len() < self.next {
            self.keep_all(self.next, budget)?;
        } else if !blocks || !self.make_lane(budget)? {
            self.one_by_one(limit, budget)?;
        } else {
            self.block(limit, budget)?;
        }
        budget.solved((self.next - from) as u64)?;
        self.measure(from);
        Ok(Stretch { from, to: self.next })
    }

    /// Updates the largest value with the values from `from` on.
    pub(super) fn measure(&mut self, from: usize) {
        let largest = self.largest_from(from);
        // A single heap of the block may have been measured before one that comes before it.
        if from > 0 && (largest < self.largest || largest == self.largest && self.first_largest < from) {
            return;
        }
        self.largest = largest;
        let mut values = Vec::new();
        self.append(Stretch { from, to: self.next }, &mut values);
        self.first_largest = from + values.iter().position(|&value| value == largest).unwrap_or(0);
    }

    /// Returns the largest of the values from `from` on.
    fn largest_from(&self, from: usize) -> u16 {
        if let Some(kept) = self.kept.get(from..self.next) {
            return kept.iter().copied().max().unwrap_or(0);
        }
        let Some(lane) = &self.lane else { return 0 };
        if let Some(words) = lane.words(from, self.next) {
            let values = (from..).zip(words).map(|(heap, &word)| self.split.value(heap, word.into()) as u16);
            return values.max().unwrap_or(0);
        }
        let numbers = lane.numbers(from, self.next).unwrap_or_default();
        let mut most = [0u8; 32];
        for part in numbers.chunks(32) {
            most.iter_mut().zip(part).for_each(|(most, &number)| *most = (*most).max(number % GAP));
        }
        let values = (from..).zip(most).map(|(heap, most)| self.split.value(heap, most.into()) as u16);
        values.max().unwrap_or(0)
    }

    /// Chooses the mask again, from all values so far.
    fn choose(&mut self) {
        let (split, rare) = ParitySplit::best(&self.moves, &self.kept);
        // If many heaps are rare, another mask may be better soon.
        self.next_choice = if rare > self.next / 32 { self.next / 2 * 3 } else { self.next.saturating_mul(4) };
        if split != self.split && rare * 8 < self.rare.len() * 7 {
            (self.split, self.width) = (split, 0);
            self.rare = (0..self.next).filter(|&heap| !split.common(heap, self.kept[heap].into())).collect();
            self.plan.clear();
            self.wait();
            (self.chosen, self.steady) = (self.next, self.next);
            self.change();
            self.wanted = 0;
        } else if self.next / 4 >= self.planned
            && self.lane.as_ref().is_some_and(|lane| lane.searched() > (self.next - self.lane_start) as u64 / 32)
        {
            self.plan.clear();
            self.change();
        }
    }

    /// Computes heaps one by one until no move without a split leads to the last rare heap.
    pub(super) fn wait(&mut self) {
        self.slow_until = self.slow_until.max((self.next + self.moves.largest()).next_multiple_of(STRETCH));
    }

    /// Requests a new lane, whose window is not shorter.
    pub(super) fn change(&mut self) {
        self.wanted = self.wanted.max(self.lane.as_ref().map_or(0, Lane::reach));
        self.stale = true;
    }

    /// Returns the input for a lane at the next heap.
    pub(super) fn setup<'a>(&'a self, go_on: &'a dyn Fn() -> bool) -> Setup<'a> {
        Setup {
            level: self.level,
            moves: &self.moves,
            split: self.split,
            rare: &self.rare,
            values: &self.kept,
            wanted: self.wanted,
            plan: &self.plan,
            go_on,
            numbers: self.width,
        }
    }

    /// Makes a lane if there is none; returns `false` if there can be none for some time.
    fn make_lane(&mut self, budget: &mut Budget) -> Result<bool, Stopped> {
        if self.lane.is_some() {
            return Ok(true);
        }
        let lately = self.rare.iter().rev().take_while(|&&rare| rare + CHUNK > self.next).count();
        budget.release(std::mem::take(&mut self.held));
        let likely = Lane::likely(&self.setup(&|| true), self.rare.last().unwrap_or(&0) + self.wanted);
        budget.hold(likely)?;
        budget.release(likely);
        let lane = if lately > CHUNK / 64 { None } else { Lane::new(self.setup(&|| !budget.is_over())) };
        budget.poll()?;
        self.lane = lane;
        let Some(lane) = &self.lane else {
            self.slow_until = (self.next + CHUNK).next_multiple_of(STRETCH);
            return Ok(false);
        };
        self.held = lane.bytes();
        if self.plan.is_empty() {
            self.plan = lane.plan().to_vec();
            self.planned = self.next;
        }
        budget.hold(self.held)?;
        (self.strayed, self.lane_start, self.since) = (0, self.next, 0);
        Ok(true)
    }

    /// Computes heaps one by one up to the next heap at which lanes may begin.
    fn one_by_one(&mut self, limit: usize, budget: &mut Budget) -> Result<(), Stopped> {
        let end = (self.next + 1).next_multiple_of(STRETCH).min(limit.max(self.next + 1));
        self.room(end, budget)?;
        while self.next < end {
            let ExactValue { value, offset } = match self.find(self.next) {
                Ok(found) => found,
                Err(Gone) => return Err(Fault("a value that is needed was not stored".into()).into()),
            };
            let common = self.split.common(self.next, value);
            self.push(value)?;
            if !common {
                self.rare.push(self.next - 1);
                self.steady = self.next;
                self.wait();
                self.change();
            } else if offset > self.wanted {
                self.stretch(offset);
            }
            // It may take all splits.
            budget.charge(1 + (self.next >> 12) as u32)?;
        }
        Ok(())
    }

    /// Requests a longer window: a witness is needed at a greater distance than before.
    fn stretch(&mut self, offset: usize) {
        let reach = self.lane.as_ref().map_or(0, Lane::reach);
        if offset > reach {
            self.wanted = offset + offset / 4;
            self.change();
        }
    }

    /// Appends a value.
    pub(super) fn push(&mut self, value: u32) -> Result<(), Stopped> {
        let value =
            u16::try_from(value).map_err(|_| Fault(format!("heap {} has a value over {}", self.next, u16::MAX)))?;
        if value > self.largest {
            (self.largest, self.first_largest) = (value, self.next);
        }
        self.kept.push(value);
        self.next += 1;
        Ok(())
    }

    /// Computes a single heap from all its options, with the stored values, or else with those of
    /// the window of the lane.
    fn find(&mut self, heap: usize) -> Result<ExactValue, Gone> {
        let Sequence { exact, dense, level, moves, split, rare, kept, lane, largest, .. } = self;
        if kept.len() >= heap {
            if dense::pays(rare.len(), heap) {
                // The values of a block are measured after it.
                let late = kept[heap.saturating_sub(CHUNK)..heap].iter().copied().max().unwrap_or(0);
                return dense.find(*level, moves, *split, heap, kept, late.max(*largest));
            }
            return exact.find(moves, *split, rare, heap, &&kept[..]);
        }
        let value = |heap: usize| match kept.get(heap) {
            Some(&value) => Some(u32::from(value)),
            None => Some(split.value(heap, lane.as_ref()?.number(heap)?)),
        };
        exact.find(moves, *split, rare, heap, &value)
    }

    /// Computes a block of heaps and verifies each of them.
    fn block(&mut self, limit: usize, budget: &mut Budget) -> Result<(), Stopped> {
        let start = self.next;
        let to = (start + self.chunk).min(limit.next_multiple_of(STRETCH).max(start + STRETCH));
        let Some(lane) = &mut self.lane else { return Ok(()) };
        let end = lane.extend(start, to);
        let open = lane.open();
        let keeps = self.kept.len() == start && end <= self.most_kept;
        if keeps {
            self.room(end, budget)?;
            self.keep(start, end);
        }
        self.next = end;
        for heap in open.into_iter().take_while(|&heap| heap < end) {
            let stands = self.value(heap).map(u32::from);
            self.strayed += 1;
            budget.poll()?;
            match self.find(heap) {
                Ok(found) if Some(found.value) == stands => self.stretch_later(found.offset),
                Ok(found) => return self.turn_up(start, heap, found.value, budget),
                Err(Gone) => return self.keep_all(start, budget),
            }
        }
        self.chunk = (2 * self.chunk).min(CHUNK);
        if !keeps {
            self.drop_kept(budget);
        }
        let whole = self.kept.len() == self.next;
        if end < to && end < start + STRETCH {
            // The width is exhausted: for the next heap every number is forbidden, or it is rare
            // with a larger value.
            if whole {
                self.slow_until = self.next + STRETCH;
                self.change();
            } else {
                self.width = self.lane.as_ref().map_or(0, Lane::width) + 1;
            }
        }
        let lane_length = self.next - self.lane_start;
        if self.wanted > self.lane.as_ref().map_or(usize::MAX, Lane::reach) {
            if whole {
                self.change();
            }
        } else if self.strayed > lane_length / 32 && lane_length >= FIRST_LANE && keeps {
            // The plan no longer fits the sequence.
            self.plan.clear();
            self.change();
        }
        Ok(())
    }

    /// Records that a witness is at a greater distance than the window, so that the next one is
    /// longer.
    fn stretch_later(&mut self, offset: usize) {
        if offset > self.lane.as_ref().map_or(0, Lane::reach) {
            self.wanted = self.wanted.max(offset + offset / 4);
        }
    }

    /// Inserts a new rare heap; the values after it are void.
    fn turn_up(&mut self, start: usize, heap: usize, value: u32, budget: &mut Budget) -> Result<(), Stopped> {
        if self.kept.len() <= heap {
            return self.keep_all(start, budget);
        }
        self.kept.truncate(heap);
        self.next = heap;
        self.push(value)?;
        if !self.split.common(heap, value) {
            self.rare.push(heap);
        }
        self.steady = self.next;
        self.chunk = STRETCH;
        self.wait();
        self.change();
        Ok(())
    }

    /// Counts the memory of stored values before the vector grows.
    fn room(&mut self, end: usize, budget: &mut Budget) -> Result<(), Stopped> {
        if end > self.kept.capacity() {
            let more = (end - self.kept.len()).max(self.kept.len() / 2).max(1 << 14);
            budget.hold(2 * more as u64)?;
            self.kept.reserve_exact(more);
        }
        Ok(())
    }

    /// Stores the values of a block.
    fn keep(&mut self, from: usize, to: usize) {
        let mut kept = std::mem::take(&mut self.kept);
        self.append_from_lane(from, to, &mut kept);
        self.kept = kept;
    }

    /// Appends the values of these heaps, which the lane has just computed.
    fn append_from_lane(&self, from: usize, to: usize, values: &mut Vec<u16>) {
        let Some(lane) = &self.lane else { return };
        if let Some(words) = lane.words(from, to) {
            values.extend((from..).zip(words).map(|(heap, &word)| self.split.value(heap, word.into()) as u16));
            return;
        }
        let tables = self.tables();
        let numbers = lane.numbers(from, to).unwrap_or_default();
        values.extend((from..).zip(numbers).map(|(heap, &number)| tables[heap & 1][usize::from(number) % 128]));
    }

    /// Returns the common values by number, at even and at odd heaps.
    pub(super) fn tables(&self) -> [[u16; 128]; 2] {
        [0, 1].map(|parity| std::array::from_fn(|index| self.split.value(parity, index) as u16))
    }

    /// Appends the values of the last step to `values`.
    pub fn append(&self, stretch: Stretch, values: &mut Vec<u16>) {
        if stretch.to <= self.kept.len() {
            values.extend_from_slice(&self.kept[stretch.from..stretch.to]);
            return;
        }
        self.append_from_lane(stretch.from, stretch.to, values);
    }
}
