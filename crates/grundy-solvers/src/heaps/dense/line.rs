//! Options along lines of heaps: one step further on a line the values of the old options stay, and only
//! the new ends of the range of a loop add some. A set of bits for each line holds the values.
//!
//! Cost: the new ends of the range at each heap, instead of all of it.

use grundy_games::compiled::{
    interval::Interval,
    program::{Count, Program, Step},
    shape::Line,
    term::Guard,
};

use super::{
    layout::{Layout, Place},
    quick::Quick,
    sink::Listed,
    table::Cell,
    walk::{Bail, Walk},
};

/// The lines of one program.
pub(super) struct Lines<'a> {
    program: &'a Program,
    line: &'a Line,
    slot: usize,
    /// The place of the last size.
    last: usize,
    /// The row that the terms are prepared for.
    row: u64,
    low: Quick<'a>,
    high: Quick<'a>,
    /// The sizes of the heaps of an option, one heap after another.
    sizes: Vec<Quick<'a>>,
    /// Guards before the loop, guards after it that do not depend on its slot, and those that do.
    before: Vec<&'a Guard>,
    fixed: Vec<&'a Guard>,
    moving: Vec<&'a Guard>,
    /// What each size contributes to the number of a line.
    radix: Vec<i64>,
    offset: i64,
    /// The number of the line, less what the last size contributes.
    line_of_row: i64,
    /// The first size that grows along a line.
    first: usize,
    states: Vec<State>,
    sets: Vec<u64>,
    /// Words of each set.
    width: usize,
    heaps: u64,
    added: u64,
    /// Whether its options can be run by strides.
    is_linear: bool,
    /// Room for the values of a block.
    values: Vec<usize>,
}

/// Where a line was last visited, and the range there.
#[derive(Clone, Copy)]
struct State {
    /// The first size that grows; -1 before the first visit.
    at: i64,
    low: i64,
    high: i64,
}

/// More new ends than this and one are added as a block.
const FEW: i64 = 4;

/// New ends that are added for a heap before a program is run in another way.
const MOST_ADDED: u64 = 24;

/// Lines take at most so many times the bytes of a table of bytes, and [`SOME`].
const SHARE: i64 = 8;
const SOME: i64 = 1 << 22;

impl<'a> Lines<'a> {
    /// The lines of a program in this layout; `None` if they are too many.
    pub fn new(program: &'a Program, line: &'a Line, layout: &Layout) -> Option<Lines<'a>> {
        let Some(Step::Each { slot, ranges, .. }) = program.steps.get(line.step) else { return None };
        let [(low, high)] = &ranges[..] else { return None };
        let ends = &layout.boxes[program.kind].ends;
        let last = ends.len() - 1;
        let sizes = program.heaps.iter().flat_map(|heap| &heap.sizes);
        let first = line.along.iter().position(|&grows| grows)?;
        // A line is named by the sizes that stay, and by the differences of those that grow.
        let mut radix = vec![0; ends.len()];
        let (mut count, mut offset) = (1i64, 0);
        for (at, &end) in ends.iter().enumerate().filter(|&(at, _)| at != first) {
            radix[at] = count;
            if line.along[at] {
                radix[first] -= count;
                offset += count * ends[first];
                count = count.checked_mul(end + ends[first] + 1)?;
            } else {
                count = count.checked_mul(end + 1)?;
            }
        }
        let bytes = count.checked_mul(size_of::<State>() as i64 + 8)?;
        (bytes <= layout.entries.saturating_mul(SHARE) + SOME).then_some(())?;
        let guards = |steps: &'a [Step]| {
            steps.iter().filter_map(|step| match step {
                Step::Where(guard) => Some(guard),
                Step::Each { .. } => None,
            })
        };
        let (moving, fixed): (Vec<_>, Vec<_>) =
            guards(&program.steps[line.step..]).partition(|guard| guard.uses(*slot));
        let before = guards(&program.steps[..line.step]).collect();
        let affine = program.heaps.iter().flat_map(|heap| &heap.sizes).all(|size| size.is_linear_in(*slot));
        let is_linear = affine && moving.is_empty();
        Some(Lines {
            program,
            line,
            slot: *slot,
            last,
            row: 0,
            low: Quick::new(low, last, *slot),
            high: Quick::new(high, last, *slot),
            sizes: sizes.map(|size| Quick::new(size, last, *slot)).collect(),
            line_of_row: 0,
            before,
            fixed,
            moving,
            radix,
            offset,
            first,
            states: vec![State { at: -1, low: 0, high: -1 }; count as usize],
            sets: vec![0; count as usize],
            width: 1,
            heaps: 0,
            added: 0,
            is_linear,
            values: Vec::new(),
        })
    }

    /// The bytes held.
    pub fn bytes(&self) -> u64 {
        (self.states.len() * size_of::<State>() + self.sets.len() * 8) as u64
    }

    /// Whether the ranges change so much from heap to heap that lines do not pay.
    pub fn is_slow(&self) -> bool {
        self.heaps >= 4096 && self.added > MOST_ADDED * self.heaps
    }

    /// The place of the words of a set with the values of all options of the heap that was entered last. `None` if it has none.
    pub fn options<T: Cell>(&mut self, walk: &mut Walk<'_>, table: &[T]) -> Result<Option<usize>, Bail> {
        if self.row != walk.row {
            self.prepare(walk);
        }
        for guard in &self.before {
            if !walk.holds(guard)? {
                return Ok(None);
            }
        }
        let x = walk.slots[self.last];
        let low = self.low.at(x, 0, &walk.slots).ok_or(Bail::Odd)?;
        let high = self.high.at(x, 0, &walk.slots).ok_or(Bail::Odd)?;
        if low > high {
            return Ok(None);
        }
        for guard in &self.fixed {
            if !walk.holds(guard)? {
                return Ok(None);
            }
        }
        walk.reset(self.program, high.abs_diff(low).saturating_add(1))?;
        let id = (self.line_of_row + self.radix[self.last] * x) as usize;
        let state = self.states[id];
        let here = walk.slots[self.first];
        let moved = (here - state.at) * self.line.by;
        let (mut old_low, mut old_high) = (state.low + moved, state.high + moved);
        if state.at < 0 || old_low < low || old_high > high {
            self.sets[id * self.width..(id + 1) * self.width].fill(0);
            (old_low, old_high) = (low, low - 1);
        }
        self.states[id] = State { at: here, low, high };
        self.heaps += 1;
        self.added += old_low.abs_diff(low) + old_high.abs_diff(high);
        for (from, until) in [(low, old_low - 1), (old_high + 1, high)] {
            if self.is_linear && until - from >= FEW {
                self.add_block(walk, table, id, (from, until))?;
            } else {
                for number in from..=until {
                    self.add(walk, table, id, (x, number))?;
                }
            }
        }
        Ok(Some(id * self.width))
    }

    /// Goes to the row of the heap that was entered last.
    fn prepare(&mut self, walk: &Walk<'_>) {
        self.row = walk.row;
        let terms = [&mut self.low, &mut self.high].into_iter().chain(&mut self.sizes);
        terms.for_each(|term| term.prepare(&walk.slots, self.last, self.slot));
        let places = self.radix[..self.last].iter().zip(&walk.slots);
        self.line_of_row = self.offset + places.map(|(radix, size)| radix * size).sum::<i64>();
    }

    /// Adds the values of many options to the set of a line.
    fn add_block<T: Cell>(&mut self, walk: &mut Walk<'_>, table: &[T], id: usize, range: Interval) -> Result<(), Bail> {
        let mut values = std::mem::take(&mut self.values);
        values.clear();
        walk.block(self.program, self.slot, range, &mut Listed { table, values: &mut values })?;
        let most = values.iter().copied().max().unwrap_or(0);
        if most / 64 >= self.width {
            self.widen(walk, most / 64 + 1)?;
        }
        let set = &mut self.sets[id * self.width..(id + 1) * self.width];
        values.iter().for_each(|value| set[value / 64] |= 1 << (value % 64));
        self.values = values;
        Ok(())
    }

    /// Whether the heaps after this one in its row have the same options.
    pub fn is_constant(&self, x: i64) -> bool {
        let along_row = self.line.by == 0 && self.first == self.last;
        along_row
            && self.before.is_empty()
            && self.fixed.is_empty()
            && self.moving.is_empty()
            && self.low.is_constant_from(x)
            && self.high.is_constant_from(x)
    }

    /// Adds the value of one option to the set of a line.
    #[inline]
    fn add<T: Cell>(
        &mut self,
        walk: &mut Walk<'_>,
        table: &[T],
        id: usize,
        (x, number): (i64, i64),
    ) -> Result<(), Bail> {
        walk.step(1)?;
        walk.slots[self.slot] = number;
        for guard in &self.moving {
            if !walk.holds(guard)? {
                return Ok(());
            }
        }
        let (mut value, mut all_lower) = (0, true);
        let mut sizes = self.sizes.iter();
        for heap in &self.program.heaps {
            let area = &walk.layout.boxes[heap.kind];
            let mut place = Place { index: area.base, key: 0, total: 0 };
            let mut outside = false;
            let places = area.ends.iter().zip(area.strides.iter().zip(&area.keys));
            for ((&end, (&stride, &key)), size) in places.zip(sizes.by_ref()) {
                let size = size.at(x, number, &walk.slots).ok_or(Bail::Odd)?;
                if size < 0 {
                    return Ok(());
                }
                if size > end {
                    outside = true;
                    continue;
                }
                place.index += size * stride;
                place.key += size * key;
                place.total += size;
            }
            let lower = !outside && walk.layout.is_lower(walk.from, (heap.kind, place));
            all_lower &= lower || heap.count == Count::Zero;
            if lower && heap.count == Count::Odd {
                value ^= table[place.index as usize].wide();
            }
        }
        if !all_lower {
            return Err(Bail::Odd);
        }
        if value / 64 >= self.width {
            self.widen(walk, value / 64 + 1)?;
        }
        self.sets[id * self.width + value / 64] |= 1 << (value % 64);
        Ok(())
    }

    fn widen(&mut self, walk: &mut Walk<'_>, least: usize) -> Result<(), Bail> {
        let width = least.next_power_of_two();
        let words = self.states.len() * width;
        walk.budget.hold(8 * words as u64)?;
        let mut sets = vec![0; words];
        for (wide, old) in sets.chunks_mut(width).zip(self.sets.chunks(self.width)) {
            wide[..old.len()].copy_from_slice(old);
        }
        walk.budget.release(8 * self.sets.len() as u64);
        (self.sets, self.width) = (sets, width);
        Ok(())
    }

    /// A word of a set: 0 beyond its end.
    #[inline(always)]
    pub fn word(&self, set: usize, at: usize) -> u64 {
        if at < self.width { self.sets[set + at] } else { 0 }
    }
}
