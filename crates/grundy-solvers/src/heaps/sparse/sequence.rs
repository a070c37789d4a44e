//! The values in order: heap by heap at first and after a new rare heap, otherwise in blocks. Where
//! not all values are stored, the memory does not grow with the heaps.
//!
//! A witness at a greater distance than any before, or a value larger than any before, needs a lane
//! with a longer window or wider sets. The window of the old lane, which is somewhat longer than
//! necessary, contains all that such a lane needs. Only a heap for which all splits have to be
//! tried needs all values: they are computed again, and dropped later.

use grundy_core::Fault;
use grundy_simd::{
    Level,
    onehot::{GAP, STRETCH},
};

use super::{
    SplitMoves,
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
pub const FIRST_STORED: usize = 1 << 23;

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
    pub(super) moves: SplitMoves,
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
    pub(super) stored: Vec<u16>,
    /// The number of first heaps whose values may be stored.
    pub(super) most_stored: usize,
    /// The number of values that are stored if no heap needs more.
    pub(super) first_stored: usize,
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
    pub fn new(moves: SplitMoves) -> Sequence {
        Sequence::with(moves, Level::best(), FIRST_STORED)
    }

    /// As [`Sequence::new`], with these vector instructions, and this many values stored.
    pub fn with(moves: SplitMoves, level: Level, most_stored: usize) -> Sequence {
        let most_stored = most_stored.max(2 * FIRST_LANE).next_multiple_of(STRETCH);
        Sequence {
            moves,
            level,
            exact: ExactSearch::new(),
            dense: DenseMarks::new(),
            split: ParitySplit { mask: 1, turn: None },
            rare: Vec::new(),
            stored: Vec::new(),
            most_stored,
            first_stored: most_stored,
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

    /// Returns a sequence that resumes from the values of the heaps 0, 1, 2, ..; it assumes that
    /// they are correct.
    pub fn resume(moves: SplitMoves, values: Vec<u16>) -> Sequence {
        let mut sequence = Sequence::new(moves);
        if values.is_empty() {
            return sequence;
        }
        sequence.split = ParitySplit::best(&sequence.moves, &values).0;
        let split = sequence.split;
        sequence.rare = (0..values.len()).filter(|&heap| !split.common(heap, values[heap].into())).collect();
        sequence.next = values.len();
        (sequence.steady, sequence.chosen) = (values.len(), values.len());
        sequence.next_choice = values.len().saturating_mul(4).max(256);
        sequence.stored = values;
        sequence.measure(0);
        sequence.wait();
        sequence.change();
        sequence
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

    /// Returns the mask, and whether the parity of the heap counts too.
    pub fn mask(&self) -> (u32, bool) {
        (self.split.mask, self.split.turn.is_some())
    }

    /// Returns the value of a heap, if it is stored or in the window.
    pub fn value(&self, heap: usize) -> Option<u16> {
        if let Some(&value) = self.stored.get(heap) {
            return Some(value);
        }
        let number = self.lane.as_ref().filter(|_| heap < self.next)?.number(heap)?;
        Some(self.split.value(heap, number) as u16)
    }

    /// Computes some more heaps, at most up to about `limit`; returns their range. Returns
    /// [`Stopped`] over a limit; then the last values are not verified.
    pub fn step(&mut self, limit: usize, budget: &mut Budget) -> Result<Stretch, Stopped> {
        let from = self.next;
        if self.next >= self.next_choice && self.stored.len() == self.next {
            self.choose();
        }
        if std::mem::take(&mut self.stale) {
            self.lane = None;
        }
        if self.stored.len() < self.next {
            self.grow(budget)?;
        }
        let blocks = self.next >= self.slow_until && self.next.is_multiple_of(STRETCH);
        if (self.lane.is_none() || !blocks) && self.stored.len() < self.next {
            self.store_all(self.next, budget)?;
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
    fn measure(&mut self, from: usize) {
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
        if let Some(stored) = self.stored.get(from..self.next) {
            return stored.iter().copied().max().unwrap_or(0);
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
        let (split, rare) = ParitySplit::best(&self.moves, &self.stored);
        // If many heaps are rare, another mask may be better soon.
        self.next_choice = if rare > self.next / 32 { self.next / 2 * 3 } else { self.next.saturating_mul(4) };
        if split != self.split && rare * 8 < self.rare.len() * 7 {
            (self.split, self.width) = (split, 0);
            self.rare = (0..self.next).filter(|&heap| !split.common(heap, self.stored[heap].into())).collect();
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
    fn wait(&mut self) {
        self.slow_until = self.slow_until.max((self.next + self.moves.largest()).next_multiple_of(STRETCH));
    }

    /// Requests a new lane, whose window is not shorter.
    fn change(&mut self) {
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
            values: &self.stored,
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
        self.stored.push(value);
        self.next += 1;
        Ok(())
    }

    /// Computes a single heap from all its options, with the stored values, or else with those of
    /// the window of the lane.
    fn find(&mut self, heap: usize) -> Result<ExactValue, Gone> {
        let Sequence { exact, dense, level, moves, split, rare, stored, lane, largest, .. } = self;
        if stored.len() >= heap {
            if dense::pays(rare.len(), heap) {
                // The values of a block are measured after it.
                let late = stored[heap.saturating_sub(CHUNK)..heap].iter().copied().max().unwrap_or(0);
                return dense.find(*level, moves, *split, heap, stored, late.max(*largest));
            }
            return exact.find(moves, *split, rare, heap, &&stored[..]);
        }
        let value = |heap: usize| match stored.get(heap) {
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
        let stores = self.stored.len() == start && end <= self.most_stored;
        if stores {
            self.room(end, budget)?;
            self.store(start, end);
        }
        self.next = end;
        for heap in open.into_iter().take_while(|&heap| heap < end) {
            let stands = self.value(heap).map(u32::from);
            self.strayed += 1;
            budget.poll()?;
            match self.find(heap) {
                Ok(found) if Some(found.value) == stands => self.stretch_later(found.offset),
                Ok(found) => return self.turn_up(start, heap, found.value, budget),
                Err(Gone) => return self.store_all(start, budget),
            }
        }
        self.chunk = (2 * self.chunk).min(CHUNK);
        if !stores {
            self.drop_stored(budget);
        }
        let whole = self.stored.len() == self.next;
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
        } else if self.strayed > lane_length / 32 && lane_length >= FIRST_LANE && stores {
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
        if self.stored.len() <= heap {
            return self.store_all(start, budget);
        }
        self.stored.truncate(heap);
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
        if end > self.stored.capacity() {
            let more = (end - self.stored.len()).max(self.stored.len() / 2).max(1 << 14);
            budget.hold(2 * more as u64)?;
            self.stored.reserve_exact(more);
        }
        Ok(())
    }

    /// Stores the values of a block.
    fn store(&mut self, from: usize, to: usize) {
        let mut stored = std::mem::take(&mut self.stored);
        self.append_from_lane(from, to, &mut stored);
        self.stored = stored;
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
        if stretch.to <= self.stored.len() {
            values.extend_from_slice(&self.stored[stretch.from..stretch.to]);
            return;
        }
        self.append_from_lane(stretch.from, stretch.to, values);
    }

    /// Replaces the lane if it is too short or too narrow for what was found. If its window has too
    /// few heaps so far, the replacement waits: what the old lane computes is right as well.
    fn grow(&mut self, budget: &mut Budget) -> Result<(), Stopped> {
        let Some(lane) = &self.lane else { return Ok(()) };
        let narrow = self.width > lane.width();
        if !narrow && self.wanted <= lane.reach() {
            return Ok(());
        }
        if !self.carry(budget)? && narrow {
            // The old lane cannot compute any more heaps.
            self.lane = None;
        }
        Ok(())
    }

    /// Replaces the lane by one with a longer window or wider sets, if its window has all the
    /// values that this needs. Returns whether it did.
    fn carry(&mut self, budget: &mut Budget) -> Result<bool, Stopped> {
        let Some(lane) = self.lane.take() else { return Ok(false) };
        let setup = Setup { numbers: self.width.max(lane.width()), ..self.setup(&|| true) };
        let new = match self.next.checked_sub(setup.longest() + 1) {
            Some(from) if from >= self.since && lane.holds(from, self.next) => {
                let likely = Lane::likely(&setup, setup.longest());
                budget.hold(likely)?;
                budget.release(likely);
                Lane::carried(setup, &lane, self.next)
            }
            _ => None,
        };
        let carried = new.is_some();
        let lane = new.unwrap_or(lane);
        if carried {
            budget.release(std::mem::replace(&mut self.held, lane.bytes()));
            budget.hold(self.held)?;
            self.since = self.next - lane.reach() - 1;
        }
        self.lane = Some(lane);
        Ok(carried)
    }

    /// Returns the length of the window that the search for a period has to compare; `None` if the
    /// lane's window is shorter than the distances of the witnesses so far.
    pub(super) fn window(&self) -> Option<usize> {
        self.lane.as_ref().map(Lane::reach).filter(|&reach| self.wanted <= reach)
    }

    /// Computes all values up to `heap` again, and stores them. They are stored up to twice that
    /// heap, so that this is rare.
    pub(super) fn store_all(&mut self, heap: usize, budget: &mut Budget) -> Result<(), Stopped> {
        budget.release(std::mem::take(&mut self.held) + 2 * self.stored.capacity() as u64);
        (self.stored, self.lane) = (Vec::new(), None);
        let mut anew = Sequence::with(self.moves.clone(), self.level, heap.saturating_mul(2).min(usize::MAX / 2));
        anew.first_stored = self.first_stored;
        while anew.next < heap {
            anew.step(heap, budget)?;
        }
        *self = anew;
        Ok(())
    }

    /// Drops the values that were stored for one heap that needed all splits; the window suffices
    /// for the next heaps.
    ///
    /// Rare heaps stay stored, as a lane needs their values.
    fn drop_stored(&mut self, budget: &mut Budget) {
        let most = self.first_stored.max(self.rare.last().map_or(0, |&rare| rare + 1));
        if self.stored.len() > most && !self.stale {
            let before = self.stored.capacity();
            self.stored.truncate(most);
            self.stored.shrink_to_fit();
            budget.release(2 * before.saturating_sub(self.stored.capacity()) as u64);
        }
    }
}
