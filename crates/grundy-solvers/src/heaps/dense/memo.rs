//! Options that many heaps share: their loops are run once for each combination of the sizes that
//! they depend on.
//!
//! *Example.* In `P(a, b) -> P(a, b-k) for k in 1..b where k % 3 = 1` the numbers k depend on b
//! alone. For each b the entries of the table that the options reach are kept, relative to the
//! entry of P(a, 0): they serve every a.
//!
//! ```text
//! b = 7    k = 1, 4, 7    offsets 6, 3, 0    in steps of 3
//! b = 8    k = 1, 4, 7    offsets 7, 4, 1
//! ```
//!
//! *Method.* A size of an option is fixed (no number of a loop is in it), or the sizes of the heap
//! in it belong to the key. A list has the sum of what the other sizes add to the index, each once,
//! and the greatest key and total that they add: with what the fixed sizes add, it is decided for
//! all options of a list at once whether they are lower. All terms have values whatever is in the
//! slots, so that the order in which guards are looked at makes no difference.
//!
//! *Cost.* The loops once for each combination of the key; then an addition and a look-up for each
//! option. At most 16 MiB of offsets and 2^18 lists; what does not fit is run as without them.

use std::time::Duration;

use grundy_games::compiled::{
    bounds, interval,
    program::{HeapCount, Program, ProgramHeap, Step},
    shape::ProgramShape,
    term::{Guard, MOST, SizeTerm},
};

use super::{
    layout::{HeapPlace, TableLayout},
    sink::{IndexRun, IndexSink, ValueCollector},
    table::DenseCell,
    walk::{Bail, ProgramWalk},
};
use crate::support::budget::Budget;

/// More offsets than this are not kept, and no list if there may be more of them than this.
const MOST_KEPT: usize = 1 << 22;
const MOST_LISTS: i64 = 1 << 18;

/// A list serves so many heaps at least.
const LEAST_USES: i64 = 4;

/// Options of more heaps than this are not kept.
const MOST_HEAPS: usize = 4;

/// Loops of at most so many numbers are faster from a list than along a line.
const SHORT: i64 = 16;

/// The options of a program, by the sizes that its loops depend on.
pub(super) struct OptionMemo<'a> {
    /// The guards without the number of a loop, those before the first loop and the others.
    guards: [Vec<&'a Guard>; 2],
    /// The sizes of the key, with what each adds to the place of a list.
    key: Vec<(usize, usize)>,
    heaps: Vec<MemoHeap<'a>>,
    /// Whether the two heaps of an option may change places.
    alike: bool,
    /// Whether its lists are better than a line.
    pub short: bool,
    /// For each combination of the key its list, counted from 1; 0 if it is not known yet.
    places: Vec<u32>,
    lists: Vec<OptionList>,
    /// The offsets of all lists, one for each heap of an option that counts.
    offsets: Vec<i32>,
    /// Whether the memory or the number of offsets is used up.
    full: bool,
}

/// A heap of an option.
struct MemoHeap<'a> {
    heap: &'a ProgramHeap,
    /// The sizes without the number of a loop, with their places.
    fixed: Vec<(usize, &'a SizeTerm)>,
    varying: Vec<(usize, &'a SizeTerm)>,
}

impl MemoHeap<'_> {
    fn counts(&self) -> bool {
        self.heap.count == HeapCount::Odd
    }
}

/// Where the offsets of a list are, and the greatest key and total of each heap.
struct OptionList {
    first: usize,
    options: usize,
    /// The step, if there is one heap and the offsets have equal distances.
    step: Option<i64>,
    most: [HeapPlace; MOST_HEAPS],
}

/// A place with nothing.
const NOWHERE: HeapPlace = HeapPlace { index: 0, key: 0, total: 0 };

impl<'a> OptionMemo<'a> {
    /// The memo of a program; `None` if its options depend on too many sizes, or if one of its
    /// terms may have no value.
    pub fn new(program: &'a Program, layout: &TableLayout) -> Option<OptionMemo<'a>> {
        let ends = &layout.boxes[program.kind].ends;
        let loops: Vec<(usize, &Vec<(SizeTerm, SizeTerm)>)> = program.steps.iter().filter_map(looped).collect();
        let in_loop = |term: &SizeTerm| loops.iter().any(|(slot, _)| term.uses(*slot));
        let guards = || program.steps.iter().filter_map(guard);
        let sizes = || program.heaps.iter().flat_map(|heap| &heap.sizes);
        let bounds = || loops.iter().flat_map(|(_, ranges)| ranges.iter().flat_map(|(low, high)| [low, high]));
        let is_plain = program.ranges.is_empty()
            && !loops.is_empty()
            && (1..=MOST_HEAPS).contains(&program.heaps.len())
            && program.heaps.iter().all(|heap| !matches!(heap.count, HeapCount::Term(_)))
            && program.heaps.iter().filter(|heap| heap.count == HeapCount::Odd).count() <= 2;
        if !is_plain {
            return None;
        }
        let boxed: Vec<(i64, i64)> = ends.iter().map(|&end| (0, end)).collect();
        let slots = interval::reach(program, &boxed)?.slots;
        let total = |term: &SizeTerm| term.is_total_in(&slots);
        if !guards().all(|own| own.terms().iter().all(|term| total(term))) || !bounds().chain(sizes()).all(total) {
            return None;
        }
        let uses = |slot: usize| {
            bounds().any(|term| term.uses(slot))
                || guards().any(|own| own.uses(slot) && loops.iter().any(|(number, _)| own.uses(*number)))
                || sizes().any(|term| term.uses(slot) && in_loop(term))
        };
        let mut combinations = 1;
        let mut key = Vec::new();
        for slot in (0..ends.len()).filter(|&slot| uses(slot)) {
            key.push((slot, usize::try_from(combinations).ok()?));
            combinations *= ends[slot] + 1;
        }
        let volume: i64 = ends.iter().map(|end| end + 1).product();
        if combinations > MOST_LISTS || combinations * LEAST_USES > volume {
            return None;
        }
        let heap = |heap: &'a ProgramHeap| {
            let (varying, fixed) = heap.sizes.iter().enumerate().partition(|(_, term)| in_loop(term));
            MemoHeap { heap, fixed, varying }
        };
        let heaps: Vec<MemoHeap<'_>> = program.heaps.iter().map(heap).collect();
        let alike = match &heaps[..] {
            [one, two] => one.heap.kind == two.heap.kind && one.fixed == two.fixed,
            _ => false,
        };
        let first = program.steps.iter().position(|step| looped(step).is_some())?;
        let fixed = |steps: &'a [Step]| {
            let own = steps.iter().filter_map(guard);
            own.filter(|own| !loops.iter().any(|(slot, _)| own.uses(*slot))).collect::<Vec<_>>()
        };
        Some(OptionMemo {
            guards: [fixed(&program.steps[..first]), fixed(&program.steps[first..])],
            key,
            heaps,
            alike,
            short: loops.len() == 1 && width(loops[0].1, ends, program.slots).is_some_and(|width| width <= SHORT),
            places: vec![0; usize::try_from(combinations).ok()?],
            lists: Vec::new(),
            offsets: Vec::new(),
            full: false,
        })
    }

    /// Counts the memory that it holds before a list is known; `None` if there is no room for it.
    pub fn held(self, budget: &mut Budget) -> Option<OptionMemo<'a>> {
        let bytes = size_of_val(&self.places[..]) as u64;
        (has_room(budget, bytes) && budget.hold(bytes).is_ok()).then_some(self)
    }

    /// Shows the options of the heap that was entered last.
    pub fn options<T: DenseCell>(
        &mut self,
        walk: &mut ProgramWalk<'_>,
        (program, shape): (&Program, &ProgramShape),
        sink: &mut ValueCollector<'_, T>,
    ) -> Result<(), Bail> {
        for guard in &self.guards[0] {
            if !walk.holds(guard)? {
                return Ok(());
            }
        }
        let place = self.key.iter().map(|&(slot, by)| walk.slots[slot] as usize * by).sum::<usize>();
        if self.places[place] == 0 && !self.full {
            self.add(place, walk, program, shape)?;
        }
        if self.places[place] == 0 {
            return walk.options((program, shape), sink);
        }
        let list = &self.lists[self.places[place] as usize - 1];
        if list.options == 0 {
            return Ok(());
        }
        for guard in &self.guards[1] {
            if !walk.holds(guard)? {
                return Ok(());
            }
        }
        let (mut starts, mut counted, mut is_lower) = ([0; 2], 0, true);
        for (own, most) in self.heaps.iter().zip(list.most) {
            let area = &walk.layout.boxes[own.heap.kind];
            let mut place = HeapPlace { index: area.base, ..most };
            let mut outside = false;
            for &(at, term) in &own.fixed {
                let size = walk.value(term)?;
                if size < 0 {
                    return Ok(());
                }
                outside |= size > area.ends[at];
                if !outside {
                    place.index += size * area.strides[at];
                    place.key += size * area.keys[at];
                    place.total += size;
                }
            }
            is_lower &= own.heap.count == HeapCount::Zero
                || !outside && walk.layout.is_lower(walk.from, (own.heap.kind, place));
            if own.counts() {
                starts[counted] = place.index;
                counted += 1;
            }
        }
        if !is_lower {
            return Err(Bail::Odd);
        }
        walk.step(list.options as u64)?;
        let offsets = &self.offsets[list.first..list.first + counted * list.options];
        match (counted, list.step) {
            (0, _) => sink.run(&[], &[], 1),
            (1, Some(step)) => {
                sink.run(&[IndexRun { start: starts[0] + i64::from(offsets[0]), step }], &[], list.options);
            }
            (1, None) => sink.listed(starts[0], offsets),
            _ => sink.paired(starts, offsets),
        }
        Ok(())
    }

    /// Runs the loops for the key of the heap that was entered last, and keeps what they leave if
    /// there is room.
    fn add(
        &mut self,
        place: usize,
        walk: &mut ProgramWalk<'_>,
        program: &Program,
        shape: &ProgramShape,
    ) -> Result<(), Bail> {
        let counted = self.heaps.iter().filter(|own| own.counts()).count();
        let mut found = Found { offsets: Vec::new(), options: 0, trials: 0, most: [NOWHERE; MOST_HEAPS] };
        self.loops(walk, (program, shape), 0, &mut found)?;
        let mut step = None;
        match counted {
            1 => {
                found.offsets.sort_unstable();
                found.offsets.dedup();
                found.options = found.offsets.len();
                let by = found.offsets.get(1).map_or(0, |second| second - found.offsets[0]);
                step = found.offsets.windows(2).all(|pair| pair[1] - pair[0] == by).then_some(i64::from(by));
            }
            2 => {
                let (pairs, _) = found.offsets.as_chunks_mut::<2>();
                if self.alike {
                    pairs.iter_mut().for_each(|pair| pair.sort_unstable());
                }
                pairs.sort_unstable();
                let mut pairs = pairs.to_vec();
                pairs.dedup();
                found.options = pairs.len();
                found.offsets = pairs.into_flattened();
            }
            _ => {}
        }
        let bytes = (size_of_val(&found.offsets[..]) + size_of::<OptionList>()) as u64;
        self.full = self.offsets.len() + found.offsets.len() > MOST_KEPT || !has_room(walk.budget, bytes);
        if self.full {
            return Ok(());
        }
        walk.budget.hold(bytes)?;
        self.lists.push(OptionList { first: self.offsets.len(), options: found.options, step, most: found.most });
        self.offsets.append(&mut found.offsets);
        self.places[place] = u32::try_from(self.lists.len()).map_err(|_| Bail::Odd)?;
        Ok(())
    }

    /// Runs the steps from `at` on. Recursion is as deep as the text has steps.
    fn loops(
        &self,
        walk: &mut ProgramWalk<'_>,
        (program, shape): (&Program, &ProgramShape),
        at: usize,
        found: &mut Found,
    ) -> Result<(), Bail> {
        match program.steps.get(at) {
            None => self.found(walk, found),
            Some(Step::Where(guard)) if self.is_fixed(guard) || walk.holds(guard)? => {
                self.loops(walk, (program, shape), at + 1, found)
            }
            Some(Step::Where(_)) => Ok(()),
            Some(Step::Each { slot, ranges, trials }) => {
                for (low, high) in ranges {
                    let range = (walk.value(low)?, walk.value(high)?);
                    if range.0 > range.1 {
                        continue;
                    }
                    let numbers = range.1.abs_diff(range.0).saturating_add(1);
                    found.trials = found.trials.saturating_add(numbers.saturating_mul(*trials));
                    walk.reset(program, found.trials)?;
                    // What bounds a loop has the number of the loop in it, and so sizes of the key.
                    let conditions = shape.bounds_at(at);
                    let numbers = bounds::numbers(conditions, *slot, range, &mut walk.slots, &mut walk.bounder);
                    for number in numbers {
                        walk.step(1)?;
                        walk.slots[*slot] = number;
                        self.loops(walk, (program, shape), at + 1, found)?;
                    }
                }
                Ok(())
            }
        }
    }

    /// Whether a guard is one without the number of a loop.
    fn is_fixed(&self, guard: &Guard) -> bool {
        self.guards.iter().flatten().any(|own| std::ptr::eq(*own, guard))
    }

    /// Adds an option.
    fn found(&self, walk: &mut ProgramWalk<'_>, found: &mut Found) -> Result<(), Bail> {
        let mut places = [NOWHERE; MOST_HEAPS];
        let mut outside = false;
        for (own, place) in self.heaps.iter().zip(&mut places) {
            let area = &walk.layout.boxes[own.heap.kind];
            for &(at, term) in &own.varying {
                let size = walk.value(term)?;
                if size < 0 {
                    return Ok(());
                }
                outside |= size > area.ends[at] && own.heap.count != HeapCount::Zero;
                place.index += size.min(area.ends[at]) * area.strides[at];
                place.key += size.min(area.ends[at]) * area.keys[at];
                place.total += size.min(area.ends[at]);
            }
        }
        if outside {
            return Err(Bail::Odd);
        }
        found.options += 1;
        for ((own, place), most) in self.heaps.iter().zip(places).zip(&mut found.most) {
            most.key = most.key.max(place.key);
            most.total = most.total.max(place.total);
            if own.counts() {
                found.offsets.push(i32::try_from(place.index).map_err(|_| Bail::Odd)?);
            }
        }
        Ok(())
    }
}

/// Whether lists may hold so many bytes more: half of the memory is for tables that grow wider.
fn has_room(budget: &Budget, bytes: u64) -> bool {
    !budget.is_out_of_reach(Duration::ZERO, 2.0 * (budget.progress().bytes + bytes) as f64)
}

/// The options of one key.
struct Found {
    offsets: Vec<i32>,
    options: usize,
    /// How many combinations the plain meaning counts.
    trials: u64,
    most: [HeapPlace; MOST_HEAPS],
}

/// The slot and the ranges of a loop.
fn looped(step: &Step) -> Option<(usize, &Vec<(SizeTerm, SizeTerm)>)> {
    match step {
        Step::Each { slot, ranges, .. } => Some((*slot, ranges)),
        Step::Where(_) => None,
    }
}

fn guard(step: &Step) -> Option<&Guard> {
    match step {
        Step::Where(guard) => Some(guard),
        Step::Each { .. } => None,
    }
}

/// The most numbers of a loop over these ranges, where the sizes of a heap are up to `ends`.
fn width(ranges: &[(SizeTerm, SizeTerm)], ends: &[i64], slots: usize) -> Option<i64> {
    let mut all: Vec<(i64, i64)> = ends.iter().map(|&end| (0, end)).collect();
    all.resize(slots.max(ends.len()), (0, 0));
    let of = |(low, high): &(SizeTerm, SizeTerm)| {
        Some(interval::of(high, &all, MOST)?.1 - interval::of(low, &all, MOST)?.0 + 1)
    };
    ranges.iter().map(of).sum()
}
