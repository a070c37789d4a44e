//! What is done with options: their values are collected, or the heaps that they leave are marked.

use std::{
    ops::Range,
    sync::atomic::{AtomicU64, Ordering},
};

use grundy_simd::{Level, add_evens, members};

use super::{
    lanes::WIDTH,
    pairs::Pairs,
    planes::{self, entries},
    seen::SeenBytes,
    table::{DenseCell, SPARE},
};

/// So many options of a run are collected as bits at once.
const BLOCK: usize = 256;

/// The indices of one heap in a run of options: the first, and what each next one adds.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct IndexRun {
    pub start: i64,
    pub step: i64,
}

impl IndexRun {
    fn at(self, place: usize) -> usize {
        (self.start + self.step * place as i64) as usize
    }

    /// The run in the opposite direction.
    fn turned(self) -> IndexRun {
        IndexRun { step: -self.step, ..self }
    }

    /// The run from that place on.
    pub fn from(self, place: usize) -> IndexRun {
        IndexRun { start: self.start + self.step * place as i64, ..self }
    }
}

/// Receives options. `odd` are heaps that count once, `even` those that cancel. All indices have
/// been checked by the caller to lie in the table.
pub(super) trait IndexSink {
    /// One option, which also has plain heaps over ranges, whose values have this exclusive or.
    fn ranged(&mut self, odd: &[IndexRun], ranges: usize);

    /// So many options.
    fn run(&mut self, odd: &[IndexRun], even: &[IndexRun], count: usize);

    /// Those of so many options where the mask is 1.
    fn masked(&mut self, odd: &[IndexRun], even: &[IndexRun], mask: &[u8]);

    /// Options of one heap each, which counts once, by their indices.
    fn single(&mut self, indices: &[i32]);

    /// Whether options may be shown as blocks.
    fn takes_blocks(&self) -> bool {
        false
    }

    /// Options of one heap each, which counts once: those of the 64 entries that begin with the
    /// entry `start` whose bits are 1. The values of all these entries are final; every entry is in
    /// one block.
    fn block(&mut self, start: usize, bits: u64) {
        entries(start, bits).for_each(|index| self.single(&[index]));
    }

    /// The pairs of heaps by their sums, if options may be shown as triples.
    fn pairs(&mut self) -> Option<&mut Pairs> {
        None
    }

    /// Adds the pairs with the next sum to [`IndexSink::pairs`]; all their heaps have values.
    fn add_pairs(&mut self) {}

    /// The triples with the sum `rest` and a heap of a size in this range, where the pairs with the
    /// sums that these leave are known.
    fn triples(&mut self, _rest: usize, _firsts: Range<usize>) {}

    /// Those options where the mask is 1; `odd` and `even` have one index for each, 0 where it is
    /// left out.
    fn gathered(&mut self, odd: &[[i32; WIDTH]], even: &[[i32; WIDTH]], mask: &[u8]);
}

/// Collects values.
pub(super) struct ValueCollector<'a, T> {
    pub table: &'a [T],
    pub seen: &'a mut SeenBytes,
}

impl<T: DenseCell> ValueCollector<'_, T> {
    /// Options of one heap each, by what is added to an index.
    pub fn listed(&mut self, start: i64, offsets: &[i32]) {
        self.seen.used = true;
        let bytes = &mut self.seen.bytes[..];
        assert!(bytes.len() >= 2 * SPARE, "there is a byte for every value");
        for &offset in offsets {
            bytes[self.table[(start + i64::from(offset)) as usize].wide() & T::MASK] = 1;
        }
    }

    /// Options of a block, each of which has a value, where the mask is 1.
    #[inline(always)]
    fn collect_masked(&mut self, mask: &[u8], value: impl Fn(&[T], usize) -> usize) {
        self.seen.used = true;
        let (table, spare) = (self.table, T::spare(self.seen.bound));
        let bytes = &mut self.seen.bytes[..];
        assert!(bytes.len() >= 2 * SPARE, "there is a byte for every value");
        let ones = ones(mask);
        if ones == mask.len() {
            (0..ones).for_each(|at| bytes[value(table, at) & T::MASK] = 1);
        } else if 4 * ones >= mask.len() {
            for (at, &on) in mask.iter().enumerate() {
                bytes[value(table, at) & T::MASK | if on == 0 { spare } else { 0 }] = 1;
            }
        } else {
            let (eights, rest) = mask.as_chunks::<8>();
            for (first, &eight) in (0..).step_by(8).zip(eights) {
                let mut left = u64::from_le_bytes(eight);
                while left != 0 {
                    bytes[value(table, first + left.trailing_zeros() as usize / 8) & T::MASK] = 1;
                    left &= left - 1;
                }
            }
            let rest = (8 * eights.len()..).zip(rest).filter(|(_, on)| **on == 1);
            rest.for_each(|(at, _)| bytes[value(table, at) & T::MASK] = 1);
        }
    }

    /// Options of two heaps each, by what is added to two indices in turn.
    pub fn paired(&mut self, [first, second]: [i64; 2], offsets: &[i32]) {
        self.seen.used = true;
        let bytes = &mut self.seen.bytes[..];
        assert!(bytes.len() >= 2 * SPARE, "there is a byte for every value");
        let value = |start: i64, offset: i32| self.table[(start + i64::from(offset)) as usize].wide();
        for &[one, two] in offsets.as_chunks::<2>().0 {
            bytes[(value(first, one) ^ value(second, two)) & T::MASK] = 1;
        }
    }
}

/// The part of the table that a run reads, its first entry first or last.
fn slice<T>(table: &[T], run: IndexRun, count: usize) -> &[T] {
    let last = run.at(count - 1);
    let first = run.start as usize;
    &table[first.min(last)..=first.max(last)]
}

/// The number of ones in a mask.
fn ones(mask: &[u8]) -> usize {
    mask.chunks(255).map(|own| usize::from(own.iter().sum::<u8>())).sum()
}

impl<T: DenseCell> IndexSink for ValueCollector<'_, T> {
    #[inline]
    fn ranged(&mut self, odd: &[IndexRun], ranges: usize) {
        let value = odd.iter().fold(ranges, |sum, run| sum ^ self.table[run.start as usize].wide());
        self.seen.used = true;
        self.seen.bytes[value] = 1;
    }

    #[inline]
    fn run(&mut self, odd: &[IndexRun], _: &[IndexRun], count: usize) {
        if count == 0 {
            return;
        }
        self.seen.used = true;
        let bytes = &mut self.seen.bytes[..];
        let mut fixed = 0;
        let mut moving = [IndexRun::default(); 2];
        let mut many = 0;
        for &run in odd {
            if run.step == 0 || count == 1 {
                fixed ^= self.table[run.start as usize].wide();
            } else {
                if let Some(place) = moving.get_mut(many) {
                    *place = run;
                }
                many += 1;
            }
        }
        if many > 0
            && count >= LONG
            && self.seen.bound <= MOST_BITS
            && self.seen.level != Level::SCALAR
            && let Some(table) = T::bytes(self.table)
        {
            let moving = odd.iter().filter(|run| run.step != 0);
            // The order of the options does not matter: the first run is read upwards.
            let turned = moving.clone().next().is_some_and(|run| run.step < 0);
            let level = self.seen.level;
            let mut set = 0;
            for from in (0..count).step_by(BLOCK) {
                let mut values = [fixed as u8; BLOCK];
                let own = &mut values[..BLOCK.min(count - from)];
                for run in moving.clone() {
                    let run = if turned { run.from(count - 1).turned() } else { *run };
                    add(level, table, run.from(from), own);
                }
                set |= members(level, own, self.seen.bound);
            }
            for (first, mut half) in [(0, set as u64), (64, (set >> 64) as u64)] {
                while half != 0 {
                    bytes[first + half.trailing_zeros() as usize] = 1;
                    half &= half - 1;
                }
            }
            return;
        }
        match many {
            0 => bytes[fixed] = 1,
            1 => single(self.table, moving[0], count, fixed, bytes),
            2 => pair(self.table, moving, count, fixed, bytes),
            _ => {
                for at in 0..count {
                    let value = odd.iter().fold(0, |sum, run| sum ^ self.table[run.at(at)].wide());
                    bytes[value & T::MASK] = 1;
                }
            }
        }
    }

    #[inline]
    fn masked(&mut self, odd: &[IndexRun], _: &[IndexRun], mask: &[u8]) {
        match *odd {
            [] => self.collect_masked(mask, |_, _| 0),
            [a] if a.step == 1 => {
                let own = slice(self.table, a, mask.len());
                self.collect_masked(mask, |_, at| own[at].wide());
            }
            [a] => self.collect_masked(mask, |table, at| table[a.at(at)].wide()),
            [a, b] => self.collect_masked(mask, |table, at| table[a.at(at)].wide() ^ table[b.at(at)].wide()),
            _ => self.collect_masked(mask, |table, at| odd.iter().fold(0, |sum, run| sum ^ table[run.at(at)].wide())),
        }
    }

    fn single(&mut self, indices: &[i32]) {
        self.seen.used = true;
        let bytes = &mut self.seen.bytes[..];
        assert!(bytes.len() >= 2 * SPARE, "there is a byte for every value");
        indices.iter().for_each(|&index| bytes[self.table[index as usize].wide() & T::MASK] = 1);
    }

    fn takes_blocks(&self) -> bool {
        self.seen.planes.is_some()
    }

    fn block(&mut self, start: usize, bits: u64) {
        let Some(planes) = &mut self.seen.planes else {
            return entries(start, bits).for_each(|index| self.single(&[index]));
        };
        self.seen.used = true;
        let words = planes.of(start, self.table[start..start + planes::BLOCK].iter().map(|value| value.wide()));
        self.seen.bytes.iter_mut().zip(words).for_each(|(byte, word)| *byte |= u8::from(word & bits != 0));
    }

    fn pairs(&mut self) -> Option<&mut Pairs> {
        self.seen.pairs.as_mut()
    }

    fn add_pairs(&mut self) {
        if let Some(pairs) = &mut self.seen.pairs {
            pairs.add(self.table);
        }
    }

    fn triples(&mut self, rest: usize, firsts: Range<usize>) {
        if let Some(pairs) = &mut self.seen.pairs {
            self.seen.used = true;
            pairs.triples(self.table, rest, firsts, |value| self.seen.bytes[value] = 1);
        }
    }

    fn gathered(&mut self, odd: &[[i32; WIDTH]], _: &[[i32; WIDTH]], mask: &[u8]) {
        let at_place = |table: &[T], heap: &[i32; WIDTH], at: usize| table[heap[at] as usize].wide();
        match odd {
            [a, b] => self.collect_masked(mask, |table, at| at_place(table, a, at) ^ at_place(table, b, at)),
            _ => self.collect_masked(mask, |table, at| odd.iter().fold(0, |sum, heap| sum ^ at_place(table, heap, at))),
        }
    }
}

/// Lists values, one for each option.
pub(super) struct ValueLister<'a, T> {
    pub table: &'a [T],
    pub values: &'a mut Vec<usize>,
}

impl<T: DenseCell> ValueLister<'_, T> {
    fn list(&mut self, mask: &[u8], value: impl Fn(&[T], usize) -> usize) {
        let on = mask.iter().enumerate().filter(|(_, on)| **on == 1);
        self.values.extend(on.map(|(at, _)| value(self.table, at)));
    }
}

impl<T: DenseCell> IndexSink for ValueLister<'_, T> {
    fn ranged(&mut self, odd: &[IndexRun], ranges: usize) {
        self.values.push(odd.iter().fold(ranges, |sum, run| sum ^ self.table[run.start as usize].wide()));
    }

    fn run(&mut self, odd: &[IndexRun], _: &[IndexRun], count: usize) {
        let value = |at: usize| odd.iter().fold(0, |sum, run| sum ^ self.table[run.at(at)].wide());
        self.values.extend((0..count).map(value));
    }

    fn masked(&mut self, odd: &[IndexRun], _: &[IndexRun], mask: &[u8]) {
        self.list(mask, |table, at| odd.iter().fold(0, |sum, run| sum ^ table[run.at(at)].wide()));
    }

    fn single(&mut self, indices: &[i32]) {
        self.values.extend(indices.iter().map(|&index| self.table[index as usize].wide()));
    }

    fn gathered(&mut self, odd: &[[i32; WIDTH]], _: &[[i32; WIDTH]], mask: &[u8]) {
        self.list(mask, |table, at| odd.iter().fold(0, |sum, heap| sum ^ table[heap[at] as usize].wide()));
    }
}

/// Runs of at least so many options are collected as bits, if all values are below [`MOST_BITS`].
const LONG: usize = 48;
const MOST_BITS: usize = 128;

/// Adds the values of a run to those in the list.
#[inline(never)]
fn add(level: Level, table: &[u8], run: IndexRun, values: &mut [u8]) {
    let own = slice(table, run, values.len());
    match run.step {
        1 => values.iter_mut().zip(own).for_each(|(value, own)| *value ^= own),
        -1 => values.iter_mut().zip(own.iter().rev()).for_each(|(value, own)| *value ^= own),
        // With the byte after the last one, if there is one, the table has whole pairs.
        2 => {
            let (first, end) = (run.start as usize, run.start as usize + own.len() + 1);
            add_evens(level, values, &table[first..end.min(table.len())]);
        }
        step if step > 0 => {
            values.iter_mut().zip(own.iter().step_by(step as usize)).for_each(|(value, own)| *value ^= own);
        }
        step => {
            let own = own.iter().rev().step_by(step.unsigned_abs() as usize);
            values.iter_mut().zip(own).for_each(|(value, own)| *value ^= own);
        }
    }
}

/// Options of one heap that changes.
#[inline(never)]
fn single<T: DenseCell>(table: &[T], run: IndexRun, count: usize, fixed: usize, bytes: &mut [u8]) {
    let own = slice(table, run, count);
    assert!(bytes.len() >= 2 * SPARE, "there is a byte for every value");
    match run.step.unsigned_abs() {
        1 => own.iter().for_each(|value| bytes[(value.wide() ^ fixed) & T::MASK] = 1),
        step => own.iter().step_by(step as usize).for_each(|value| bytes[(value.wide() ^ fixed) & T::MASK] = 1),
    }
}

/// Options of two heaps that both change.
#[inline(never)]
fn pair<T: DenseCell>(table: &[T], [a, b]: [IndexRun; 2], count: usize, fixed: usize, bytes: &mut [u8]) {
    let (first, second) = (slice(table, a, count), slice(table, b, count));
    assert!(bytes.len() >= 2 * SPARE, "there is a byte for every value");
    let mut put = |x: &T, y: &T| bytes[(x.wide() ^ y.wide() ^ fixed) & T::MASK] = 1;
    match (a.step, b.step) {
        (1, 1) | (-1, -1) => first.iter().zip(second).for_each(|(x, y)| put(x, y)),
        (1, -1) | (-1, 1) => first.iter().zip(second.iter().rev()).for_each(|(x, y)| put(x, y)),
        (2, 1) | (-2, -1) => evens(first, second, put),
        (1, 2) | (-1, -2) => evens(second, first, put),
        _ => (0..count).for_each(|at| put(&table[a.at(at)], &table[b.at(at)])),
    }
}

/// Every other entry of `wide` with each of `narrow`, of which there are as many.
#[inline(always)]
fn evens<T: DenseCell>(wide: &[T], narrow: &[T], mut put: impl FnMut(&T, &T)) {
    let (pairs, last) = wide.as_chunks::<2>();
    pairs.iter().zip(narrow).for_each(|(x, y)| put(&x[0], y));
    last.iter().zip(narrow.last()).for_each(|(x, y)| put(x, y));
}

/// Marks the heaps that options leave.
pub(super) struct Marks<'a>(pub &'a [AtomicU64]);

impl Marks<'_> {
    fn mark(&self, index: usize) {
        self.0[index / 64].fetch_or(1 << (index % 64), Ordering::Relaxed);
    }
}

impl IndexSink for Marks<'_> {
    /// Games of plain heaps are not marked, and no other ones have ranges.
    fn ranged(&mut self, odd: &[IndexRun], _: usize) {
        self.run(odd, &[], 1);
    }

    fn run(&mut self, odd: &[IndexRun], even: &[IndexRun], count: usize) {
        for run in odd.iter().chain(even) {
            let different = if run.step == 0 { count.min(1) } else { count };
            (0..different).for_each(|at| self.mark(run.at(at)));
        }
    }

    fn masked(&mut self, odd: &[IndexRun], even: &[IndexRun], mask: &[u8]) {
        for run in odd.iter().chain(even) {
            mask.iter().enumerate().filter(|(_, on)| **on == 1).for_each(|(at, _)| self.mark(run.at(at)));
        }
    }

    fn single(&mut self, indices: &[i32]) {
        indices.iter().for_each(|&index| self.mark(index as usize));
    }

    fn gathered(&mut self, odd: &[[i32; WIDTH]], even: &[[i32; WIDTH]], mask: &[u8]) {
        for heap in odd.iter().chain(even) {
            let own = mask.iter().zip(heap).filter(|(on, _)| **on == 1);
            own.for_each(|(_, &index)| self.mark(index as usize));
        }
    }
}
