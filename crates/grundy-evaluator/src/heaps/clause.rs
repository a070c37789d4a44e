//! The options of a heap by a clause: `a -> (a-2b) + (a-b) for b in 1..a/2 where ..`.
//!
//! The steps are nested loops, as in the plain meaning. The innermost loop runs in blocks: all its
//! values up to [`WIDTH`] at once. Conditions after it exclude lanes.

use grundy_games::{
    Clause, Measure,
    heaps::{
        clause::{ClauseStep, Each, NewHeap, Summand},
        expr::{Expr, MOST_TRIALS},
    },
};

use super::{
    Bail, Pace,
    bounds::{self, Left},
    lanes::{LaneBlock, Lanes, Mask, WIDTH},
    seen::SeenValues,
    table::HeapTable,
};

/// The most equal heaps of an option, and the most heaps of a range.
const MOST_EQUAL: i64 = 1 << 20;

/// To bound a loop, or to list divisors, costs as much as a block of so many lanes.
const BOUNDED: usize = 64;

/// The heap that is expanded.
pub(super) struct Heap<'a> {
    /// Its kind.
    pub(super) kind: usize,
    /// Its sizes.
    pub(super) sizes: &'a [i64],
}

/// What every new heap must be lower in.
pub(super) struct Order<'a> {
    /// The measure of the game; the one size of a heap without a kind is its sum.
    pub(super) measure: Measure,
    /// The rank of each kind.
    pub(super) ranks: &'a [usize],
}

/// One run of a clause.
struct ClauseRun<'r, 'p, 'g> {
    clause: &'r Clause,
    kinds: &'r [usize],
    heap: &'r Heap<'r>,
    order: &'r Order<'r>,
    table: &'r mut HeapTable,
    seen: &'r mut SeenValues,
    pace: &'r mut Pace<'p, 'g>,
    /// The combinations of names that may still be tried.
    trials: u64,
    /// The numbers of heaps of the terms of a block, and their sizes.
    counts: &'r mut Vec<Option<Lanes>>,
    sizes: &'r mut Vec<Lanes>,
    /// As in the evaluator.
    prefixes: &'r [u32],
}

/// Lists that one run after another uses: most blocks are short, and an allocation would take as
/// long as many lanes.
#[derive(Default)]
pub(super) struct LaneLists {
    slots: Vec<Lanes>,
    counts: Vec<Option<Lanes>>,
    sizes: Vec<Lanes>,
}

/// What all runs at a heap share.
pub(super) struct HeapContext<'r, 'p, 'g> {
    pub(super) heap: Heap<'r>,
    pub(super) order: Order<'r>,
    pub(super) table: &'r mut HeapTable,
    pub(super) seen: &'r mut SeenValues,
    pub(super) pace: &'r mut Pace<'p, 'g>,
    pub(super) lists: &'r mut LaneLists,
    /// As in the evaluator.
    pub(super) prefixes: &'r [u32],
}

impl HeapContext<'_, '_, '_> {
    /// Adds the values of all options by a clause to the set; `kinds` has the kind of each heap of
    /// the right side.
    pub(super) fn options(&mut self, clause: &Clause, kinds: &[usize]) -> Result<(), Bail> {
        let HeapContext { heap, order, table, seen, pace, lists: LaneLists { slots, counts, sizes }, prefixes } = self;
        let mut block = LaneBlock { slots: std::mem::take(slots), count: 1 };
        block.slots.clear();
        block.slots.extend(heap.sizes.iter().copied().map(Lanes::same));
        block.slots.resize(clause.names.len(), Lanes::same(0));
        // The plain meaning finds fault with the last of these trials.
        let trials = MOST_TRIALS - 1;
        let ran = ClauseRun { clause, kinds, heap, order, table, seen, pace, trials, counts, sizes, prefixes }
            .all(&mut block);
        *slots = block.slots;
        ran
    }

    /// The value of an expression of the sizes of the heap.
    pub(super) fn number(&mut self, expr: &Expr) -> Result<i64, Bail> {
        let mut block = LaneBlock { slots: std::mem::take(&mut self.lists.slots), count: 1 };
        block.slots.clear();
        block.slots.extend(self.heap.sizes.iter().copied().map(Lanes::same));
        let value = number(&block, expr);
        self.lists.slots = block.slots;
        value
    }
}

impl<'r, 'p, 'g> ClauseRun<'r, 'p, 'g> {
    /// Adds the values of all options to the set.
    fn all(mut self, block: &mut LaneBlock) -> Result<(), Bail> {
        let is_loop = |step: &ClauseStep| match step {
            ClauseStep::In(..) => true,
            ClauseStep::Parts(names, _) => names.len() > 1,
            ClauseStep::Where(_) => false,
        };
        let innermost = self.clause.steps.iter().rposition(is_loop);
        self.scalar(0, innermost, block)
    }

    /// Runs the steps from `at` on, with one lane. The depth of recursion is the number of steps in
    /// the text.
    fn scalar(&mut self, at: usize, innermost: Option<usize>, block: &mut LaneBlock) -> Result<(), Bail> {
        let clause = self.clause;
        if innermost.is_none_or(|innermost| at > innermost) {
            return self.lanes(at, block);
        }
        match &clause.steps[at] {
            ClauseStep::Where(condition) => match block.holds(condition, &Mask::All).ok_or(Bail::Odd)? {
                Mask::Nobody => Ok(()),
                _ => self.scalar(at + 1, innermost, block),
            },
            ClauseStep::In(slot, values) => {
                for (low, high) in &values.0 {
                    let low = number(block, low)?;
                    let high = high.as_ref().map_or(Ok(low), |high| number(block, high))?;
                    self.loop_over((low, high), &[(*slot, 0, 1)], (at, innermost), block)?;
                }
                Ok(())
            }
            ClauseStep::Parts(names, total) => {
                let total = number(block, total)?;
                self.parts(names, total, (at, innermost), block)
            }
        }
    }

    /// Runs the steps after `at` for all numbers from 0 up with this sum.
    fn parts(
        &mut self,
        names: &[usize],
        total: i64,
        (at, innermost): (usize, Option<usize>),
        block: &mut LaneBlock,
    ) -> Result<(), Bail> {
        match *names {
            _ if total < 0 => Ok(()),
            [] => Err(Bail::Odd),
            [only] => self.loop_over((total, total), &[(only, 0, 1)], (at, innermost), block),
            [first, last] => {
                // The last number is one more trial.
                self.count(total)?;
                self.loop_over((0, total), &[(first, 0, 1), (last, total, -1)], (at, innermost), block)
            }
            [first, ref rest @ ..] => {
                for value in 0..=total {
                    self.count(0)?;
                    block.slots[first] = Lanes::same(value);
                    self.parts(rest, total - value, (at, innermost), block)?;
                }
                Ok(())
            }
        }
    }

    /// Runs the steps after `at` for all values of a range. Each of these names is the value times
    /// its factor, plus its number. The innermost loop runs in blocks.
    fn loop_over(
        &mut self,
        (low, high): (i64, i64),
        names: &[(usize, i64, i64)],
        (at, innermost): (usize, Option<usize>),
        block: &mut LaneBlock,
    ) -> Result<(), Bail> {
        if low > high {
            return Ok(());
        }
        self.count(high.checked_sub(low).ok_or(Bail::Odd)?)?;
        self.pace.block(BOUNDED)?;
        let left = match *names {
            [(name, 0, 1)] => bounds::left(self.clause, at, name, (low, high), block),
            _ => Left::Range(low, high),
        };
        let (low, high) = match left {
            Left::Range(low, high) if low > high => return Ok(()),
            Left::Range(low, high) => (low, high),
            Left::Listed(all) => return self.listed(&all, names, (at, innermost), block),
        };
        let most = if innermost == Some(at) { WIDTH as i64 } else { 1 };
        let mut from = low;
        loop {
            block.count = (high - from).saturating_add(1).min(most) as usize;
            for &(name, plus, factor) in names {
                block.slots[name] = Lanes::line(plus + factor * from, factor, block.count).ok_or(Bail::Odd)?;
            }
            let ran = match most {
                1 => self.scalar(at + 1, innermost, block),
                _ => self.lanes(at + 1, block),
            };
            let many = block.count as i64;
            block.count = 1;
            ran?;
            if high - from < many {
                return Ok(());
            }
            from += many;
        }
    }

    /// As [`ClauseRun::loop_over`], for these numbers of the one name.
    fn listed(
        &mut self,
        all: &[i64],
        names: &[(usize, i64, i64)],
        (at, innermost): (usize, Option<usize>),
        block: &mut LaneBlock,
    ) -> Result<(), Bail> {
        let &[(name, ..)] = names else { return Err(Bail::Odd) };
        let most = if innermost == Some(at) { WIDTH } else { 1 };
        for own in all.chunks(most) {
            block.count = own.len();
            let ran = if let &[number] = own {
                block.slots[name] = Lanes::same(number);
                self.scalar(at + 1, innermost, block)
            } else {
                block.slots[name] = Lanes::each(own.into());
                self.lanes(at + 1, block)
            };
            block.count = 1;
            ran?;
        }
        Ok(())
    }

    /// Counts trials, one more than this number; too many are left to the plain meaning.
    fn count(&mut self, more: i64) -> Result<(), Bail> {
        let trials = u64::try_from(more).ok().and_then(|more| more.checked_add(1)).ok_or(Bail::Odd)?;
        self.trials = self.trials.checked_sub(trials).ok_or(Bail::Odd)?;
        Ok(())
    }

    /// Runs the steps from `at` on, none of which is a loop, in all lanes.
    fn lanes(&mut self, at: usize, block: &mut LaneBlock) -> Result<(), Bail> {
        let clause = self.clause;
        self.pace.block(block.count)?;
        let mut mask = Mask::All;
        for step in &clause.steps[at..] {
            match step {
                ClauseStep::Where(condition) => mask = block.holds(condition, &mask).ok_or(Bail::Odd)?,
                ClauseStep::Parts(names, total) => {
                    let &[name] = &names[..] else { return Err(Bail::Odd) };
                    let total = block.value(total, &mask).ok_or(Bail::Odd)?;
                    mask = block.compare(&total, &Lanes::same(0), &mask, |total, zero| total >= zero);
                    self.count(block.count as i64)?;
                    block.slots[name] = total;
                }
                ClauseStep::In(..) => return Err(Bail::Odd),
            }
            if matches!(mask, Mask::Nobody) {
                return Ok(());
            }
        }
        self.options(block, mask).ok_or(Bail::Odd)
    }

    /// Adds the values of the options in these lanes; `None` if anything is odd in one of them.
    fn options(&mut self, block: &LaneBlock, mut mask: Mask) -> Option<()> {
        let clause = self.clause;
        self.counts.clear();
        self.sizes.clear();
        // An option with a negative heap does not exist; the heaps after it are not looked at.
        let mut ranges = Vec::new();
        for term in &clause.terms {
            let NewHeap { count, sizes, .. } = match term {
                Summand::Heaps(heap) => heap,
                Summand::Each(each) => {
                    let (low, high);
                    (low, high, mask) = self.range(each, block, mask)?;
                    if matches!(mask, Mask::Nobody) {
                        return Some(());
                    }
                    ranges.push((low, high));
                    continue;
                }
            };
            let count = count.as_ref().map(|count| block.value(count, &mask).ok_or(())).transpose().ok()?;
            for size in sizes {
                let size = block.value(size, &mask)?;
                mask = not_negative(block, &size, mask);
                if matches!(mask, Mask::Nobody) {
                    return Some(());
                }
                self.sizes.push(size);
            }
            if let Some(count) = &count {
                mask = not_negative(block, count, mask);
                let over = block.compare(count, &Lanes::same(MOST_EQUAL), &mask, |count, most| count > most);
                if !matches!(over, Mask::Nobody) {
                    return None;
                }
            }
            if matches!(mask, Mask::Nobody) {
                return Some(());
            }
            self.counts.push(count);
        }
        let mut sizes = &self.sizes[..];
        // Most options are one heap, whose values are those of the options.
        if let ([Summand::Heaps(NewHeap { count: None, .. })], &[kind]) = (&clause.terms[..], self.kinds) {
            if !self.is_lower(kind, sizes, block, &mask) {
                return None;
            }
            let seen = &mut *self.seen;
            return self.table.each(kind, sizes, block, &mask, |_, value| seen.insert(value));
        }
        let mut sums = [0; WIDTH];
        for (low, high) in &ranges {
            for lane in (0..block.count).filter(|&lane| mask.has(lane)) {
                let ends = (usize::try_from(low.at(lane)).ok(), usize::try_from(high.at(lane)).ok());
                if let (Some(low), Some(high)) = ends
                    && low <= high
                {
                    sums[lane] ^= self.prefixes.get(high + 1)? ^ self.prefixes.get(low)?;
                }
            }
        }
        for ((term, count), &kind) in
            clause.terms.iter().filter_map(Summand::heap).zip(self.counts.iter()).zip(self.kinds)
        {
            let own;
            (own, sizes) = sizes.split_at(term.sizes.len());
            let there = match count {
                None => mask.clone(),
                Some(count) => block.compare(count, &Lanes::same(0), &mask, |count, zero| count > zero),
            };
            if matches!(there, Mask::Nobody) {
                continue;
            }
            if !self.is_lower(kind, own, block, &there) {
                return None;
            }
            self.table.each(kind, own, block, &there, |lane, value| sums[lane] ^= value)?;
            // Of an even number of equal heaps the values cancel: they are added once more.
            if let Some(count) = count {
                let even = block.compare(count, count, &there, |count, _| count % 2 == 0);
                if !matches!(even, Mask::Nobody) {
                    self.table.each(kind, own, block, &even, |lane, value| sums[lane] ^= value)?;
                }
            }
        }
        match &mask {
            Mask::Nobody => {}
            Mask::All => sums[..block.count].iter().for_each(|&sum| self.seen.insert(sum)),
            Mask::Some(there) => {
                sums.iter().zip(there.iter()).filter(|(_, there)| **there).for_each(|(&sum, _)| self.seen.insert(sum));
            }
        }
        Some(())
    }

    /// The ends of the range of `heaps(b for b in low..high)` on plain heaps, and the lanes of the
    /// mask in which no heap of it is negative. `None` for any other form, and if a heap is not
    /// lower or they are too many in one of these lanes.
    fn range(&self, each: &Each, block: &LaneBlock, mask: Mask) -> Option<(Lanes, Lanes, Mask)> {
        let ([NewHeap { count: None, kind: None, sizes }], None) = (&each.heaps[..], &each.condition) else {
            return None;
        };
        let ([Expr::Name(slot)], [(low, Some(high))], [old]) = (&sizes[..], &each.values.0[..], self.heap.sizes) else {
            return None;
        };
        if *slot != each.slot || each.any || self.prefixes.is_empty() {
            return None;
        }
        let (low, high) = (block.value(low, &mask)?, block.value(high, &mask)?);
        let mask = mask.and(block.count, |lane| low.at(lane) >= 0 || low.at(lane) > high.at(lane));
        let fits = |lane: usize| {
            let (low, high) = (low.at(lane), high.at(lane));
            low > high || high < *old && high - low < MOST_EQUAL
        };
        (0..block.count).all(|lane| !mask.has(lane) || fits(lane)).then_some((low, high, mask))
    }

    /// Whether new heaps are lower than the heap in all lanes of a mask: play ends.
    fn is_lower(&self, kind: usize, sizes: &[Lanes], block: &LaneBlock, mask: &Mask) -> bool {
        let before = self.heap.sizes;
        let (Some(old_rank), Some(new_rank)) = (self.order.ranks.get(self.heap.kind), self.order.ranks.get(kind))
        else {
            return false;
        };
        let by_rank = new_rank < old_rank;
        // The greatest sizes of all lanes are often enough.
        let most = |size: &Lanes| size.ends(block.count).1;
        match self.order.measure {
            Measure::Sum => {
                let old = total(before.iter().copied());
                total(sizes.iter().map(most)) < old
                    || (0..block.count).filter(|&lane| mask.has(lane)).all(|lane| {
                        let new = total(sizes.iter().map(|size| size.at(lane)));
                        new < old || new == old && by_rank
                    })
            }
            Measure::StagedSum | Measure::StagedLexicographic | Measure::Given => false,
            Measure::Lexicographic => {
                let kept = sizes.iter().zip(before).take_while(|(size, old)| size.uniform() == Some(**old)).count();
                if let (Some(size), Some(&old)) = (sizes.get(kept), before.get(kept))
                    && most(size) < old
                {
                    return true;
                }
                (0..block.count).filter(|&lane| mask.has(lane)).all(|lane| {
                    let new = sizes.iter().map(|size| size.at(lane));
                    match new.cmp(before.iter().copied()) {
                        std::cmp::Ordering::Less => true,
                        std::cmp::Ordering::Equal => by_rank,
                        std::cmp::Ordering::Greater => false,
                    }
                })
            }
        }
    }
}

/// The sum of sizes.
fn total(sizes: impl Iterator<Item = i64>) -> i128 {
    sizes.map(i128::from).sum()
}

/// The lanes of a mask in which a size is not negative.
fn not_negative(block: &LaneBlock, size: &Lanes, mask: Mask) -> Mask {
    match size.ends(block.count) {
        (0.., _) => mask,
        _ => block.compare(size, &Lanes::same(0), &mask, |size, zero| size >= zero),
    }
}

/// The value of an expression in the only lane.
fn number(block: &LaneBlock, expr: &Expr) -> Result<i64, Bail> {
    let number = match expr {
        Expr::Number(number) => i64::try_from(*number).ok(),
        Expr::Name(slot) => block.slots[*slot].uniform(),
        _ => block.value(expr, &Mask::All).and_then(|value| value.uniform()),
    };
    number.ok_or(Bail::Odd)
}
