//! Options along lines of heaps: one step further on a line the values of the old options stay, and
//! only the new ends of the range of a loop add some. A set of bits for each line holds the values.
//!
//! Cost: the new ends of the range at each heap, instead of all of it.

use grundy_games::compiled::{
    interval::Interval,
    program::{HeapCount, Program, ProgramHeap, Step},
    shape::OptionLine,
    term::Guard,
};

use super::{
    layout::{HeapPlace, TableLayout},
    quick::Quick,
    segment::{HeapRow, OptionHeap, Segment, Size},
    sink::ValueLister,
    table::DenseCell,
    walk::{Bail, ProgramWalk},
};

/// The lines of one program.
pub(super) struct ProgramLines<'a> {
    program: &'a Program,
    line: &'a OptionLine,
    slot: usize,
    /// The place of the last size.
    last: usize,
    /// The row that the terms are prepared for.
    row: u64,
    low: Quick<'a>,
    high: Quick<'a>,
    /// The heaps of an option.
    parts: Vec<OptionHeap<'a>>,
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
    /// The number of lines.
    count: usize,
    /// Empty until [`ProgramLines::begin`].
    states: Vec<LineState>,
    sets: Vec<u64>,
    /// Words of each set.
    width: usize,
    heaps: u64,
    added: u64,
    /// The most bytes of all sets.
    most_bytes: u64,
    /// Whether wider sets would take more than that, as with few heaps with large values on each
    /// of many lines, or too many options are new.
    is_slow: bool,
    /// Whether its options can be run by strides.
    is_linear: bool,
    /// Whether it has no guards, so that the new options follow from the ends of the range.
    is_even: bool,
    /// The part of the row where the new options are known, and how many there were.
    segment: Option<Segment>,
    segments: u64,
    /// Room for the values of a block.
    values: Vec<usize>,
}

/// Where a line was last visited, and the range there.
#[derive(Clone, Copy)]
struct LineState {
    /// The first size that grows; -1 before the first visit.
    at: i64,
    low: i64,
    high: i64,
}

/// More new ends than this and one are added as a block.
const FEW: i64 = 4;

/// Segments that are tried before rows are taken to have none.
const FIRST_SEGMENTS: u64 = 1 << 12;

/// New ends that are added for a heap before a program is run in another way.
const MOST_ADDED: u64 = 24;

/// Lines take at most this many times the bytes of a table of bytes, and [`SOME`].
const SHARE: i64 = 8;
const SOME: i64 = 1 << 22;

impl<'a> ProgramLines<'a> {
    /// The lines of a program in this layout, before any of them is visited; `None` if they are too
    /// many.
    pub fn new(program: &'a Program, line: &'a OptionLine, layout: &TableLayout) -> Option<ProgramLines<'a>> {
        let Some(Step::Each { slot, ranges, .. }) = program.steps.get(line.step) else { return None };
        let [(low, high)] = &ranges[..] else { return None };
        let ends = &layout.boxes[program.kind].ends;
        let last = ends.len() - 1;
        let part = |heap: &'a ProgramHeap| {
            let area = &layout.boxes[heap.kind];
            let sizes = heap.sizes.iter().enumerate().map(|(at, size)| Size {
                term: Quick::new(size, last, *slot),
                end: area.ends[at],
                stride: area.strides[at],
                key: area.keys[at],
            });
            let order = layout.order(program.kind, heap.kind);
            OptionHeap { count: &heap.count, base: area.base, order, sizes: sizes.collect() }
        };
        let parts = program.heaps.iter().map(part).collect();
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
        let bytes = count.checked_mul(size_of::<LineState>() as i64 + 8)?;
        let most_bytes = layout.entries.saturating_mul(SHARE) + SOME;
        (bytes <= most_bytes).then_some(())?;
        let guards = |steps: &'a [Step]| {
            steps.iter().filter_map(|step| match step {
                Step::Where(guard) => Some(guard),
                Step::Each { .. } => None,
            })
        };
        let (moving, fixed): (Vec<_>, Vec<_>) =
            guards(&program.steps[line.step..]).partition(|guard| guard.uses(*slot));
        let affine = program.heaps.iter().flat_map(|heap| &heap.sizes).all(|size| size.is_linear_in(*slot));
        let is_linear = affine && moving.is_empty();
        let before: Vec<_> = guards(&program.steps[..line.step]).collect();
        let is_even = before.is_empty() && fixed.is_empty() && moving.is_empty();
        Some(ProgramLines {
            program,
            line,
            slot: *slot,
            last,
            row: 0,
            low: Quick::new(low, last, *slot),
            high: Quick::new(high, last, *slot),
            parts,
            line_of_row: 0,
            before,
            fixed,
            moving,
            radix,
            offset,
            first,
            count: count as usize,
            states: Vec::new(),
            sets: Vec::new(),
            width: 1,
            heaps: 0,
            added: 0,
            most_bytes: most_bytes as u64,
            is_slow: false,
            is_linear,
            is_even,
            segment: None,
            segments: 0,
            values: Vec::new(),
        })
    }

    /// The bytes that [`ProgramLines::begin`] takes.
    pub fn bytes(&self) -> u64 {
        (self.count * (size_of::<LineState>() + 8)) as u64
    }

    /// Makes the state and the set of each line, before the first heap.
    pub fn begin(&mut self) {
        self.states = vec![LineState { at: -1, low: 0, high: -1 }; self.count];
        self.sets = vec![0; self.count];
    }

    /// Whether lines do not pay, because the ranges change much from heap to heap, or the sets
    /// would take too much memory.
    pub fn is_slow(&self) -> bool {
        self.is_slow
    }

    /// The place of the words of a set with the values of all options of the heap that was entered
    /// last, in a row that ends with the last size `end`. `None` if it has none.
    #[inline(always)]
    pub fn options<T: DenseCell>(
        &mut self,
        walk: &mut ProgramWalk<'_>,
        table: &[T],
        end: i64,
    ) -> Result<Option<usize>, Bail> {
        if self.row != walk.row {
            self.prepare(walk);
        }
        let x = walk.slots[self.last];
        if let Some(segment) = &self.segment
            && x <= segment.last
        {
            let heaps = x - segment.first;
            let (low, high) = (segment.low.after(heaps), segment.high.after(heaps));
            if low > high {
                return Ok(None);
            }
            let id = (self.line_of_row + self.radix[self.last] * x) as usize;
            let here = walk.slots[self.first];
            let state = &mut self.states[id];
            let moved = (here - state.at) * self.line.by;
            let (more_low, more_high) = (state.low + moved - low, high - state.high - moved);
            let new = match (more_low, more_high) {
                (1, 0) => &segment.at_low,
                (0, 1) => &segment.at_high,
                _ => &None,
            };
            if let Some(new) = new
                && state.at >= 0
            {
                let value = new.value(table, heaps);
                if value / 64 < self.width {
                    *state = LineState { at: here, low, high };
                    self.sets[id * self.width + value / 64] |= 1 << (value % 64);
                    self.heaps += 1;
                    self.added += 1;
                    return Ok(Some(id * self.width));
                }
            }
        } else if self.is_even && x < end && self.segments * 4 <= self.heaps + FIRST_SEGMENTS {
            self.segments += 1;
            let row = HeapRow { from: walk.from.1, step: walk.stride(self.last), x, end };
            self.segment = Segment::of((&self.low, &self.high), &self.parts, &row);
        }
        self.by_terms(walk, table)
    }

    /// As [`ProgramLines::options`], where the terms are evaluated.
    #[inline(never)]
    fn by_terms<T: DenseCell>(&mut self, walk: &mut ProgramWalk<'_>, table: &[T]) -> Result<Option<usize>, Bail> {
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
        self.states[id] = LineState { at: here, low, high };
        self.heaps += 1;
        let added = old_low.abs_diff(low) + old_high.abs_diff(high);
        self.added += added;
        self.is_slow |= self.heaps >= 4096 && self.added > MOST_ADDED * self.heaps;
        walk.step(added)?;
        if low < old_low {
            self.extend(walk, table, id, x, (low, old_low - 1))?;
        }
        if old_high < high {
            self.extend(walk, table, id, x, (old_high + 1, high))?;
        }
        Ok(Some(id * self.width))
    }

    /// Goes to the row of the heap that was entered last.
    fn prepare(&mut self, walk: &ProgramWalk<'_>) {
        self.row = walk.row;
        self.segment = None;
        let sizes = self.parts.iter_mut().flat_map(|part| &mut part.sizes).map(|size| &mut size.term);
        let terms = [&mut self.low, &mut self.high].into_iter().chain(sizes);
        terms.for_each(|term| term.prepare(&walk.slots, self.last, self.slot));
        let places = self.radix[..self.last].iter().zip(&walk.slots);
        self.line_of_row = self.offset + places.map(|(radix, size)| radix * size).sum::<i64>();
    }

    /// Adds the values of many options to the set of a line.
    fn add_block<T: DenseCell>(
        &mut self,
        walk: &mut ProgramWalk<'_>,
        table: &[T],
        id: usize,
        range: Interval,
    ) -> Result<(), Bail> {
        let mut values = std::mem::take(&mut self.values);
        values.clear();
        walk.block(self.program, self.slot, range, &mut ValueLister { table, values: &mut values })?;
        let most = values.iter().copied().max().unwrap_or(0);
        if most / 64 >= self.width {
            self.widen(walk, most / 64 + 1)?;
        }
        let set = &mut self.sets[id * self.width..(id + 1) * self.width];
        values.iter().for_each(|value| set[value / 64] |= 1 << (value % 64));
        self.values = values;
        Ok(())
    }

    /// As [`ProgramLines::is_constant`], for the row of the heap in these slots, which no walk is
    /// at.
    pub fn is_constant_at(&mut self, slots: &[i64], x: i64) -> bool {
        [&mut self.low, &mut self.high].into_iter().for_each(|term| term.prepare(slots, self.last, self.slot));
        self.is_constant(x)
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

    /// Adds the values of the options for some numbers to the set of a line.
    #[inline]
    fn extend<T: DenseCell>(
        &mut self,
        walk: &mut ProgramWalk<'_>,
        table: &[T],
        id: usize,
        x: i64,
        (from, until): Interval,
    ) -> Result<(), Bail> {
        if self.is_linear && until - from >= FEW {
            return self.add_block(walk, table, id, (from, until));
        }
        for number in from..=until {
            let Some(value) = self.option(walk, table, (x, number))? else { continue };
            if value / 64 >= self.width {
                self.widen(walk, value / 64 + 1)?;
            }
            self.sets[id * self.width + value / 64] |= 1 << (value % 64);
        }
        Ok(())
    }

    /// The value of one option; `None` if it does not exist.
    #[inline]
    fn option<T: DenseCell>(
        &self,
        walk: &mut ProgramWalk<'_>,
        table: &[T],
        (x, number): (i64, i64),
    ) -> Result<Option<usize>, Bail> {
        walk.slots[self.slot] = number;
        for guard in &self.moving {
            if !walk.holds(guard)? {
                return Ok(None);
            }
        }
        let (mut value, mut all_lower) = (0, true);
        for part in &self.parts {
            let mut place = HeapPlace { index: part.base, key: 0, total: 0 };
            let mut outside = false;
            for own in &part.sizes {
                let size = own.term.at(x, number, &walk.slots).ok_or(Bail::Odd)?;
                if size < 0 {
                    return Ok(None);
                }
                outside |= size > own.end;
                // Sizes are at most 2^40 and boxes have at most 2^30 heaps, so that nothing wraps
                // where it matters.
                place.index = place.index.wrapping_add(size.wrapping_mul(own.stride));
                place.key = place.key.wrapping_add(size.wrapping_mul(own.key));
                place.total += size;
            }
            let lower = !outside && part.order.is_lower(walk.from.1, place);
            all_lower &= lower || *part.count == HeapCount::Zero;
            if lower && *part.count == HeapCount::Odd {
                value ^= table[place.index as usize].wide();
            }
        }
        if all_lower { Ok(Some(value)) } else { Err(Bail::Odd) }
    }

    fn widen(&mut self, walk: &mut ProgramWalk<'_>, least: usize) -> Result<(), Bail> {
        let width = least.next_power_of_two();
        let words = self.states.len().saturating_mul(width);
        if words as u64 > self.most_bytes / 8 {
            self.is_slow = true;
            walk.budget.release(8 * self.sets.len() as u64);
            self.sets = Vec::new();
            return Err(Bail::Odd);
        }
        walk.budget.hold(8 * words as u64)?;
        let mut sets = vec![0; words];
        for (wide, old) in sets.chunks_mut(width).zip(self.sets.chunks(self.width)) {
            wide[..old.len()].copy_from_slice(old);
        }
        walk.budget.release(8 * self.sets.len() as u64);
        (self.sets, self.width) = (sets, width);
        Ok(())
    }

    /// The words of a set.
    #[inline(always)]
    pub fn words(&self, set: usize) -> &[u64] {
        &self.sets[set..set + self.width]
    }
}
