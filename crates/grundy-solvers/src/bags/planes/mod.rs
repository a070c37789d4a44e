//! The positions of a bag in planes of bits: 512 positions per instruction.
//!
//! Method: evaluation of recurrences over truth tables in words of bits. A first pass finds the
//! lost positions in ascending order: those from which no word leads to a lost one. For each block
//! of positions and each word, the block that the word leads to is shifted and masked, and the
//! union of all is computed; the positions outside it are lost ([`grundy_simd::stretch`]). The
//! words of a block are filtered by its leading digits, as in [`super::lattice`]. The same pass
//! over the remaining positions finds those of value 1, and so on, one pass for each value that
//! occurs.
//!
//! Cost: two nanoseconds per value and per pair of block and word. Memory: two bits per position
//! and one for each bit of the largest value; for the outcome alone one bit. The layout is that of
//! [`super::layout`].

use grundy_core::Nimber;
use grundy_simd::{
    Level,
    stretch::{BitField, Block, BlockShift, Jumps, LANES, gather, narrow},
};

use super::{
    lattice::step,
    layout::{AddressPart, DigitLayout},
};
use crate::support::budget::{Budget, Reason, Stopped};

/// The values of the positions of one bag, or its lost positions.
pub(super) struct BagPlanes {
    /// Which digit is where in an address.
    layout: DigitLayout,
    /// The count of each letter of the bag.
    counts: Vec<u32>,
    /// For each bit of a value, the positions whose value has it; `None` if only the lost positions
    /// were requested.
    values: Option<Vec<Vec<u64>>>,
    /// The lost positions. `LANES` words for each block; a bit for each position.
    lost: Vec<u64>,
}

/// Lanes of zeros before a table: a word may lead to lanes before the first block, where its mask
/// is empty.
const PAD: usize = LANES;

/// Returns the bytes for the values of positions in this layout up to a bound, or for their outcome
/// alone.
pub(super) fn bytes(layout: &DigitLayout, bound: Option<u64>) -> u64 {
    let planes = bound.map_or(1, |bound| 3 + u64::from(u64::BITS - bound.leading_zeros()));
    (8 * (layout.blocks as u64).saturating_mul(LANES as u64)).saturating_mul(planes)
}

/// Returns the bytes for the lists of this many words while a plane is filled.
pub(super) fn lists(layout: &DigitLayout, words: u64) -> u64 {
    let lists = layout.high.len().max(1) as u64 + 1;
    (16 * lists).saturating_mul(words.saturating_add(LANES as u64)).saturating_add(1 << 16)
}

impl BagPlanes {
    /// Finds the outcome of every position, and the values too if `all`. Returns [`Stopped`] over a
    /// limit.
    ///
    /// Pass v finds the positions of value v: those without a smaller value from which no word
    /// leads to one found in this pass. It is right because all positions that a word leads to come
    /// earlier in the same pass. The passes end when no position is left: they are one more than
    /// the largest value.
    pub(super) fn new(
        layout: DigitLayout,
        counts: &[u32],
        takes: &[Vec<u32>],
        all: bool,
        level: Level,
        budget: &mut Budget,
    ) -> Result<BagPlanes, Stopped> {
        let room = layout.blocks.checked_mul(LANES).and_then(|lanes| lanes.checked_add(PAD));
        let lanes = room.ok_or_else(|| budget.stopped(Reason::Memory(budget.most_bytes())))?;
        let plane = 8 * lanes as u64;
        let mut sweep = PlaneSweep::new(&layout, counts, takes, level, budget)?;
        budget.hold(plane)?;
        sweep.lanes = vec![0; lanes];
        let mut left = sweep.pass(None, budget)?;
        if !all {
            let lost = sweep.lanes.split_off(PAD);
            budget.release(sweep.bytes);
            return Ok(BagPlanes { layout, counts: counts.to_vec(), values: None, lost });
        }
        budget.hold(2 * plane)?;
        let lost = sweep.lanes[PAD..].to_vec();
        let mut done = lost.clone();
        let mut values: Vec<Vec<u64>> = Vec::new();
        let mut value = 0u64;
        while left > 0 {
            value += 1;
            if value.is_power_of_two() {
                budget.hold(plane)?;
                values.push(vec![0; lanes - PAD]);
            }
            left -= sweep.pass(Some(&done), budget)?;
            let found = &sweep.lanes[PAD..];
            done.iter_mut().zip(found).for_each(|(done, found)| *done |= found);
            for (_, plane) in values.iter_mut().enumerate().filter(|(bit, _)| value >> bit & 1 == 1) {
                plane.iter_mut().zip(found).for_each(|(plane, found)| *plane |= found);
            }
        }
        budget.release(sweep.bytes + 2 * plane);
        Ok(BagPlanes { layout, counts: counts.to_vec(), values: Some(values), lost })
    }

    /// Returns the number of positions.
    pub(super) fn count(&self) -> u64 {
        self.layout.states() as u64
    }

    /// Returns the bytes of the planes. For values: the lost positions, the positions done and the
    /// plane of a pass, and a plane for each bit of the bound.
    pub(super) fn bytes(&self) -> u64 {
        8 * self.lost.len() as u64 * (1 + self.values.as_ref().map_or(0, |values| values.len() as u64))
    }

    /// Returns whether the position with these counts is lost; `None` if there is no such position.
    pub(super) fn is_lost(&self, counts: impl Iterator<Item = u32>) -> Option<bool> {
        let (lane, bit) = self.address(counts)?;
        Some(self.lost[lane] >> bit & 1 == 1)
    }

    /// Returns the value of the position with these counts; `None` if there is no such position, or
    /// values were not requested.
    pub(super) fn value(&self, counts: impl Iterator<Item = u32>) -> Option<Nimber> {
        let values = self.values.as_ref()?;
        let (lane, bit) = self.address(counts)?;
        Some(Nimber(values.iter().enumerate().fold(0, |value, (at, plane)| value | (plane[lane] >> bit & 1) << at)))
    }

    /// Returns the lane and the bit of a position. Adds a stride for each copy of a letter. A count
    /// above that of the start has no address.
    fn address(&self, counts: impl Iterator<Item = u32>) -> Option<(usize, usize)> {
        let (mut lane, mut bit) = (0, 0);
        for ((count, &most), place) in counts.zip(&self.counts).zip(&self.layout.places) {
            if count > most {
                return None;
            }
            match place {
                AddressPart::Stays => {}
                AddressPart::Bit(stride) => bit += count as usize * stride,
                AddressPart::Lane(stride) => lane += count as usize * stride,
                AddressPart::Block(stride) => lane += count as usize * stride * LANES,
            }
        }
        Some((lane, bit))
    }

    /// Returns the counts of every position, with all copies of the letters that no move takes. In
    /// the order of the addresses.
    pub(super) fn each(&self) -> impl Iterator<Item = Vec<u32>> + '_ {
        let DigitLayout { bits, lanes, blocks, .. } = self.layout;
        let digit = |number: usize, stride: usize, most: u32| (number / stride % (most as usize + 1)) as u32;
        (0..blocks).flat_map(move |block| {
            (0..lanes * bits).map(move |inner| {
                let counts = self.counts.iter().zip(&self.layout.places).map(|(&most, place)| match *place {
                    AddressPart::Stays => most,
                    AddressPart::Bit(stride) => digit(inner % bits, stride, most),
                    AddressPart::Lane(stride) => digit(inner / bits, stride, most),
                    AddressPart::Block(stride) => digit(block, stride, most),
                });
                counts.collect()
            })
        })
    }
}

/// A word that stays in its row: how many blocks and lanes before the current one it leads to, and
/// the mask.
struct Near {
    /// How many blocks before the current one.
    blocks: usize,
    /// How many lanes before the current one.
    lanes: usize,
    kept: BlockShift,
}

/// What the passes over all positions share.
struct PlaneSweep {
    /// The instructions that the processor has.
    level: Level,
    /// The positions found in this pass, after `PAD` zeros.
    lanes: Vec<u64>,
    /// The greatest digit of each leading letter.
    most: Vec<u32>,
    /// Where in the number of a word its count of each leading letter is.
    fields: Vec<BitField>,
    /// The number of blocks of a row: the count of the row letter, plus one.
    row: usize,
    /// The field of the row letter.
    last: BitField,
    /// For each number of leading digits, the words that fit them: the list that has them, and
    /// their number.
    lists: Vec<Jumps>,
    found: Vec<(usize, usize)>,
    /// The mask and the shift of each kind of word: words of the same letters inside a block share
    /// one.
    kept: Vec<BlockShift>,
    /// Words without leading letters: those that lead to another block of the row, or to another
    /// lane.
    to_block: Vec<Near>,
    to_lane: Vec<Near>,
    /// For each bit, the bits from which a word leads to it.
    to_bit: [u64; 64],
    /// The bits of a block that are positions.
    valid: Block,
    /// The number of rows.
    rows: usize,
    /// The memory held, which the caller releases.
    bytes: u64,
}

/// The work between two polls of the clock, in pairs of block and word.
const STRIDE: usize = 1 << 18;

impl PlaneSweep {
    fn new(
        layout: &DigitLayout,
        counts: &[u32],
        takes: &[Vec<u32>],
        level: Level,
        budget: &mut Budget,
    ) -> Result<PlaneSweep, Stopped> {
        let (leading, row) = match layout.high.split_last() {
            Some((&row, leading)) => (leading, counts[row] as usize + 1),
            None => (&[][..], 1),
        };
        let bytes = lists(layout, takes.len() as u64);
        budget.hold(bytes)?;
        let mut shift = 0;
        let mut fields: Vec<BitField> = Vec::with_capacity(layout.high.len());
        for &letter in &layout.high {
            let width = u32::BITS - counts[letter].leading_zeros();
            let field = BitField { shift, mask: (1 << width) - 1 };
            fields.push(field);
            shift += width;
        }
        if shift > u64::BITS {
            return Err(budget.stopped(Reason::Memory(budget.most_bytes())));
        }
        let last = if layout.high.is_empty() { BitField { shift: 0, mask: 0 } } else { fields[leading.len()] };
        fields.truncate(leading.len());
        let mut sweep = PlaneSweep {
            level,
            lanes: Vec::new(),
            most: leading.iter().map(|&letter| counts[letter]).collect(),
            fields,
            row,
            last,
            lists: vec![Jumps::default(); leading.len() + 1],
            found: vec![(0, 0); leading.len() + 1],
            kept: Vec::new(),
            to_block: Vec::new(),
            to_lane: Vec::new(),
            to_bit: [0; 64],
            valid: std::array::from_fn(|lane| if lane < layout.lanes { ones(layout.bits) } else { 0 }),
            rows: layout.blocks / row,
            bytes,
        };
        sweep.read(layout, counts, takes);
        Ok(sweep)
    }

    /// Sorts the words by where they lead. Words of the same letters inside a block have one mask.
    /// A word that takes a leading letter leads to an earlier row and is kept in the first list
    /// with its counts; the list is sorted by the count of the row letter, since from block k of a
    /// row only words with at most k of it are tried.
    fn read(&mut self, layout: &DigitLayout, counts: &[u32], takes: &[Vec<u32>]) {
        let mut kinds: Vec<Option<u64>> = vec![None; 64 * LANES];
        let mut far: Vec<(u64, u64)> = Vec::new();
        for take in takes {
            let (mut blocks, mut lanes, mut bits) = (0, 0, 0);
            for (&count, place) in take.iter().zip(&layout.places) {
                match place {
                    AddressPart::Stays => {}
                    AddressPart::Bit(stride) => bits += count as usize * stride,
                    AddressPart::Lane(stride) => lanes += count as usize * stride,
                    AddressPart::Block(stride) => blocks += count as usize * stride,
                }
            }
            let digits = layout.high.iter().zip(self.fields.iter().chain([&self.last]));
            let number = digits.fold(0, |number, (&letter, field)| number | u64::from(take[letter]) << field.shift);
            let kind = *kinds[64 * lanes + bits].get_or_insert_with(|| {
                self.kept.push(kept(layout, counts, take, bits));
                self.kept.len() as u64 - 1
            });
            if blocks >= self.row {
                far.push((number, ((LANES * blocks + lanes) as u64) << 16 | kind));
                continue;
            }
            let near = Near { blocks, lanes, kept: self.kept[kind as usize] };
            match (blocks, lanes) {
                (0, 0) => (0..64 - bits).for_each(|bit| self.to_bit[bit] |= near.kept.mask[0] & 1 << (bit + bits)),
                (0, _) => self.to_lane.push(near),
                _ => self.to_block.push(near),
            }
        }
        far.sort_unstable_by_key(|&(number, jump)| (self.last.of(number), jump & 0xffff, jump));
        self.found[0] = (0, far.len());
        (self.lists[0].numbers, self.lists[0].jumps) = far.into_iter().unzip();
    }

    /// Finds the positions, not yet `done`, from which no word leads to one of them. Returns how
    /// many positions remain after a first pass, or how many were found in a later one.
    fn pass(&mut self, done: Option<&[u64]>, budget: &mut Budget) -> Result<u64, Stopped> {
        let width = self.row * LANES;
        let mut now = vec![0u32; self.most.len()];
        let mut blocks = vec![[0; LANES]; self.row];
        let (mut stale, mut work, mut found_here) = (0, 0, 0u64);
        for row in 0..self.rows {
            let done = done.map(|done| &done[row * width..(row + 1) * width]);
            if done.is_some_and(|done| self.full(done)) {
                self.lanes[PAD + row * width..PAD + (row + 1) * width].fill(0);
            } else {
                for (digit, &value) in now.iter().enumerate().skip(stale) {
                    work += self.narrow(digit, value) / 8;
                }
                stale = now.len();
                work += self.gather(PAD + row * width, &mut blocks);
                found_here += self.finish(PAD + row * width, &mut blocks, done);
            }
            stale = stale.min(step(&mut now, &self.most));
            if done.is_none() {
                let states: u32 = self.valid.iter().map(|lane| lane.count_ones()).sum();
                budget.solved(u64::from(states) * self.row as u64)?;
            }
            work += 8;
            if work > STRIDE {
                work = 0;
                budget.poll()?;
            }
        }
        let states = self.valid.iter().map(|lane| u64::from(lane.count_ones())).sum::<u64>();
        Ok(if done.is_none() { states * (self.rows * self.row) as u64 - found_here } else { found_here })
    }

    /// Whether all positions of a row are done.
    fn full(&self, done: &[u64]) -> bool {
        done.as_chunks::<LANES>().0.iter().all(|block| *block == self.valid)
    }

    /// Filters the words by a leading digit; returns how many were read.
    fn narrow(&mut self, digit: usize, value: u32) -> usize {
        let (list, many) = self.found[digit];
        if value == self.most[digit] {
            self.found[digit + 1] = (list, many);
            return 0;
        }
        let (before, after) = self.lists.split_at_mut(digit + 1);
        let found = narrow(self.level, &before[list], many, self.fields[digit], u64::from(value), &mut after[0]);
        self.found[digit + 1] = (digit + 1, found);
        many
    }

    /// Computes the union of what the words of other rows lead to; returns how many pairs of block
    /// and word were read.
    fn gather(&self, at: usize, blocks: &mut [Block]) -> usize {
        blocks.fill([0; LANES]);
        let (list, many) = self.found[self.found.len() - 1];
        let list = &self.lists[list];
        let (mut start, mut pairs) = (0, 0);
        for first in 0..self.row {
            let numbers = &list.numbers[start..many];
            let end = start + numbers.partition_point(|&number| self.last.of(number) <= first as u64);
            if end > start {
                let to = &mut blocks[first..];
                gather(self.level, &self.lanes, at + LANES * first, list, start..end, &self.kept, to);
                pairs += (end - start) * (self.row - first);
            }
            start = end;
        }
        pairs
    }

    /// Completes a row, block by block, lane by lane, bit by bit; returns how many positions were
    /// found. Within a row an option lies in a lower block, a lower lane or a lower bit, so this
    /// order has every option known. `found &= !to_bit` removes the positions that reach the lowest
    /// bit still open.
    fn finish(&mut self, at: usize, blocks: &mut [Block], done: Option<&[u64]>) -> u64 {
        let mut found_here = 0;
        for (number, block) in blocks.iter_mut().enumerate() {
            let base = at + LANES * number;
            for near in self.to_block.iter().filter(|near| near.blocks <= number) {
                let start = base - LANES * near.blocks - near.lanes;
                let from = &self.lanes[start..start + LANES];
                for ((reached, from), mask) in block.iter_mut().zip(from).zip(near.kept.mask) {
                    *reached |= from << near.kept.shift & mask;
                }
            }
            for (lane, mut reached) in block.iter().copied().enumerate() {
                for near in self.to_lane.iter().filter(|near| near.lanes <= lane) {
                    reached |= self.lanes[base + lane - near.lanes] << near.kept.shift & near.kept.mask[lane];
                }
                let done = done.map_or(0, |done| done[LANES * number + lane]);
                let mut found = self.valid[lane] & !done & !reached;
                let mut open = found;
                while open != 0 {
                    found &= !self.to_bit[open.trailing_zeros() as usize];
                    open &= (open - 1) & found;
                }
                self.lanes[base + lane] = found;
                found_here += u64::from(found.count_ones());
            }
        }
        found_here
    }
}

/// Returns a word with this many of the lowest bits set.
fn ones(bits: usize) -> u64 {
    u64::MAX >> (64 - bits)
}

/// Returns the mask for a block that a word leads to: the positions that have its letters of bits
/// and lanes.
fn kept(layout: &DigitLayout, counts: &[u32], take: &[u32], shift: usize) -> BlockShift {
    let holds = |number: usize, stride: usize, letter: usize| {
        number / stride % (counts[letter] as usize + 1) >= take[letter] as usize
    };
    let letters = || layout.places.iter().enumerate();
    let bit = |bit: &usize| {
        letters().all(|(letter, place)| !matches!(place, AddressPart::Bit(stride) if !holds(*bit, *stride, letter)))
    };
    let bits = (0..layout.bits).filter(bit).fold(0u64, |mask, bit| mask | 1 << bit);
    let lane = |lane: usize| {
        letters().all(|(letter, place)| !matches!(place, AddressPart::Lane(stride) if !holds(lane, *stride, letter)))
    };
    let mask = std::array::from_fn(|at| if at < layout.lanes && lane(at) { bits } else { 0 });
    BlockShift { mask, shift: shift as u32 }
}

#[cfg(test)]
mod tests;
