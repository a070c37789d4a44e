//! Fills the tables, in the order of the layout.

use std::sync::{Arc, atomic::AtomicU64};

use grundy_core::Nimber;
use grundy_games::{
    Compiled, Component, Term,
    compiled::{Lowering, bounds::Bounder, program::Program, shape::ProgramShape},
};

use super::{
    layout::{HeapPlace, TableLayout},
    line::ProgramLines,
    memo::OptionMemo,
    pairs::{self, Pairs},
    planes::BlockPlanes,
    reached::{Few, is_marked, upwards},
    seen::SeenBytes,
    sink::ValueCollector,
    table::{DenseCell, DenseTable},
    walk::{Bail, ProgramWalk},
};
use crate::support::budget::{Budget, Stopped};

/// The ways to run a rule that may be taken: all, except in tests.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ways {
    pub lines: bool,
    pub blocks: bool,
    pub triples: bool,
    pub memo: bool,
    pub lexicographic: bool,
    /// Whether loops are bounded however short they are.
    pub eager: bool,
    pub few: Few,
}

impl Default for Ways {
    fn default() -> Ways {
        Ways {
            lines: true,
            blocks: true,
            triples: true,
            memo: true,
            lexicographic: true,
            eager: false,
            few: Few { from: 1 << 16, share: 16 },
        }
    }
}

/// Tables with the values of the heaps of their boxes.
pub(super) struct FilledTables {
    pub layout: TableLayout,
    /// The heaps that have a value; all of them if there are no marks.
    pub marks: Option<Vec<AtomicU64>>,
    table: DenseTable,
    pub kinds: Vec<Option<Arc<str>>>,
}

/// The sets of so many lines are merged at once.
const MOST_SETS: usize = 8;

/// Tables of at most so many heaps have [`BlockPlanes`], which take up to four bytes for each.
const MOST_PLANES: i64 = 1 << 24;

/// A program, its shape, and its lines if it is run along them.
struct ShapedProgram<'a> {
    program: &'a Program,
    shape: ProgramShape,
    lines: Option<ProgramLines<'a>>,
    /// The options that heaps share, if they are kept.
    memo: Option<OptionMemo<'a>>,
    /// The place of the words of a set of its lines, with the values of its options at the heap.
    set: Option<usize>,
}

impl FilledTables {
    /// The place of a heap that lies in its box; its kind first.
    pub fn place(&self, component: &Component) -> Option<(usize, HeapPlace)> {
        place(&self.layout, &self.kinds, component)
    }

    /// The value of a heap that lies in its box and comes up.
    pub fn value(&self, component: &Component) -> Option<Nimber> {
        let (_, place) = self.place(component)?;
        let known = self.marks.as_ref().is_none_or(|marks| is_marked(marks, place.index as usize));
        known.then(|| self.at(place))
    }

    pub fn at(&self, place: HeapPlace) -> Nimber {
        self.table.get(place.index as usize)
    }

    /// The values of all heaps of the table, one after another.
    pub fn values(&self) -> impl Iterator<Item = Nimber> {
        (0..self.layout.entries as usize).map(|index| self.table.get(index))
    }
}

/// The place of a heap that lies in its box, where the kinds have these names; its kind first.
fn place(layout: &TableLayout, kinds: &[Option<Arc<str>>], component: &Component) -> Option<(usize, HeapPlace)> {
    let (kind, sizes) = match component {
        Component::Heap(size) => (0, vec![i64::try_from(*size).ok()?]),
        Component::Typed(heap) => {
            let kind = kinds.iter().position(|kind| kind.as_deref() == Some(&heap.kind))?;
            let sizes = heap.sizes.iter().map(|&size| i64::try_from(size).ok()).collect::<Option<Vec<i64>>>()?;
            (kind, sizes)
        }
        _ => return None,
    };
    layout.contains(kind, &sizes).then(|| (kind, layout.place(kind, &sizes)))
}

/// The tables of a game, for what comes up from `start`, or for all heaps of their boxes if it is
/// empty; `None` if only the plain meaning can answer.
pub(super) fn fill(
    game: &Compiled,
    start: &[Term],
    ways: &Ways,
    budget: &mut Budget,
) -> Result<Option<FilledTables>, Stopped> {
    let orders = if ways.lexicographic { &[true, false][..] } else { &[false] };
    for &lexicographic in orders {
        let Some(layout) = TableLayout::new(game, lexicographic) else { return Ok(None) };
        let held = budget.progress().bytes;
        let kinds: Vec<_> = game.kinds.iter().map(|kind| kind.name.clone()).collect();
        let places = start.iter().filter_map(|term| place(&layout, &kinds, &term.component));
        let indices: Vec<usize> = places.map(|(_, place)| place.index as usize).collect();
        let done = filled(game, &layout, &indices, ways, budget);
        budget.set_work(None);
        match done {
            Ok((table, marks)) => return Ok(Some(FilledTables { layout, marks, table, kinds })),
            Err(Bail::Odd) => budget.release(budget.progress().bytes - held),
            Err(Bail::Stopped(stopped)) => return Err(stopped),
        }
        if game.measure != Lowering::Sum {
            break;
        }
    }
    Ok(None)
}

/// The table, and the marks if it has values for marked heaps only.
fn filled(
    game: &Compiled,
    layout: &TableLayout,
    start: &[usize],
    ways: &Ways,
    budget: &mut Budget,
) -> Result<(DenseTable, Option<Vec<AtomicU64>>), Bail> {
    budget.hold(layout.entries as u64)?;
    budget.set_work(Some(layout.entries as u64));
    let mut table = DenseTable::new(layout.entries as usize);
    let mut rules: Vec<Vec<ShapedProgram<'_>>> = game.kinds.iter().map(|_| Vec::new()).collect();
    for (program, shape) in &game.programs {
        let memo = if ways.memo { OptionMemo::new(program, layout) } else { None };
        let memo = memo.and_then(|memo| memo.held(budget));
        let short = memo.as_ref().is_some_and(|memo| memo.short);
        let lines = shape.line.as_ref().filter(|_| ways.lines && !short);
        let mut lines = lines.and_then(|line| ProgramLines::new(program, line, layout));
        budget.hold(lines.as_ref().map_or(0, ProgramLines::bytes))?;
        lines.iter_mut().for_each(ProgramLines::begin);
        let inner = shape.inner.filter(|_| ways.blocks);
        let triples = shape.triples.clone().filter(|_| ways.triples);
        rules[program.kind].push(ShapedProgram {
            program,
            shape: ProgramShape { inner, triples, ..shape.clone() },
            lines,
            memo,
            set: None,
        });
    }
    let slots = game.programs.iter().map(|(program, _)| program.slots).max().unwrap_or(0);
    let arity = game.kinds.iter().map(|kind| kind.ends.len()).max().unwrap_or(0);
    let has_ranges = game.programs.iter().any(|(program, _)| !program.ranges.is_empty());
    if has_ranges {
        // Ranges are of plain heaps, whose places are their sizes.
        if game.measure != Lowering::Heap {
            return Err(Bail::Odd);
        }
        budget.hold(size_of::<u32>() as u64 * (layout.entries as u64 + 1))?;
    }
    let mut walk = ProgramWalk::new(layout, budget, slots.max(arity));
    if ways.eager {
        walk.bounder = Bounder::eager();
    }
    walk.prefixes = has_ranges.then(|| vec![0]);
    let marks = if !start.is_empty() && ways.few.fits(game, layout) {
        let programs: Vec<_> = rules.iter().flatten().map(|rule| (rule.program, &rule.shape)).collect();
        ways.few.mark(&programs, start, &mut walk)?
    } else {
        None
    };
    let block = walk.budget.block(1024);
    let has_blocks = rules.iter().flatten().any(|rule| rule.shape.inner.is_some() && rule.shape.xored.is_some());
    let planes = if has_blocks && layout.entries <= MOST_PLANES {
        walk.budget.hold(BlockPlanes::bytes(layout.entries as u64))?;
        Some(BlockPlanes::new(layout.entries as usize))
    } else {
        None
    };
    let pairs = pairs(game, &rules, layout);
    walk.budget.hold(pairs.as_ref().map_or(0, |pairs| pairs.most_bytes()))?;
    let mut run =
        RowWork { seen: SeenBytes::new(planes, pairs), solved: 0, block, is_heap: game.measure == Lowering::Heap };
    let filled = if let Some(marks) = &marks {
        let mut sizes = Vec::new();
        upwards(marks, |index| {
            let kind = layout.heap(index, &mut sizes);
            walk.enter(kind, &sizes);
            let last = sizes.len() - 1;
            run.row(&mut walk, &mut rules[kind], (last, sizes[last]), &mut table)
        })
    } else if layout.has_rows() {
        layout.rows(|kind, sizes, end| {
            walk.enter(kind, sizes);
            run.row(&mut walk, &mut rules[kind], (sizes.len() - 1, end), &mut table)
        })
    } else {
        layout.ascend(&mut |kind, sizes| {
            walk.enter(kind, sizes);
            let last = sizes.len() - 1;
            run.row(&mut walk, &mut rules[kind], (last, sizes[last]), &mut table)
        })
    };
    let heap = walk.from.1.index as usize;
    match filled.and_then(|()| Ok(walk.budget.solved(run.solved)?)) {
        Ok(()) => Ok((table, marks)),
        Err(Bail::Stopped(stopped)) if game.measure == Lowering::Heap => {
            Err(Bail::Stopped(Stopped { known: (0..heap).map(|index| table.get(index)).collect(), ..stopped }))
        }
        Err(bail) => Err(bail),
    }
}

/// Room for the pairs that rules with triples leave; those of one form only.
fn pairs(game: &Compiled, rules: &[Vec<ShapedProgram<'_>>], layout: &TableLayout) -> Option<Pairs> {
    let form = rules.iter().flatten().find_map(|rule| rule.shape.triples.as_ref())?;
    let few = game.measure == Lowering::Heap && layout.entries <= pairs::MOST_SUMS;
    few.then(|| Pairs::new(form, layout.entries as usize))
}

/// The work on one row after another.
struct RowWork {
    seen: SeenBytes,
    /// The heaps that the budget has not counted yet, and how many it counts at once.
    solved: u64,
    block: u64,
    /// Whether the heap of 0 counters has no options.
    is_heap: bool,
}

/// Where the work on a row ends.
enum WorkEnd {
    /// All of it is done.
    Row,
    /// The value of the heap that was entered last does not fit into the table.
    Wide(usize),
}

impl RowWork {
    /// Computes the values of the heaps of a row from the one that was entered last up to the one
    /// whose size at the place `last` is `end`.
    fn row(
        &mut self,
        walk: &mut ProgramWalk<'_>,
        rules: &mut [ShapedProgram<'_>],
        (last, end): (usize, i64),
        table: &mut DenseTable,
    ) -> Result<(), Bail> {
        loop {
            let reached = match table {
                DenseTable::Bytes(own) => self.heaps(walk, rules, (last, end), own)?,
                DenseTable::Shorts(own) => self.heaps(walk, rules, (last, end), own)?,
                DenseTable::Longs(own) => self.heaps(walk, rules, (last, end), own)?,
            };
            let WorkEnd::Wide(value) = reached else { return Ok(()) };
            let entries = walk.layout.entries as u64;
            while !table.set(walk.from.1.index as usize, value) {
                walk.budget.hold(2 * table.width() * entries)?;
                let wider = table.widened().ok_or(Bail::Odd)?;
                walk.budget.release(table.width() * entries);
                *table = wider;
            }
            if walk.slots[last] == end {
                return Ok(());
            }
            walk.advance(last, walk.stride(last));
        }
    }

    /// As [`RowWork::row`], in a table of these entries.
    fn heaps<T: DenseCell>(
        &mut self,
        walk: &mut ProgramWalk<'_>,
        rules: &mut [ShapedProgram<'_>],
        (last, end): (usize, i64),
        table: &mut [T],
    ) -> Result<WorkEnd, Bail> {
        let step = walk.stride(last);
        loop {
            let x = walk.slots[last];
            walk.step(1 + self.seen.bound as u64 / 64)?;
            self.solved += 1;
            if self.solved == self.block {
                self.solved = 0;
                walk.budget.solved(self.block)?;
            }
            if !self.is_heap || x > 0 {
                let value = value(walk, rules, (table, end), &mut self.seen)?;
                if value >= self.seen.bound {
                    self.seen.grow();
                }
                if value >= T::END {
                    return Ok(WorkEnd::Wide(value));
                }
                let index = walk.from.1.index as usize;
                table[index] = T::of(value);
                if x < end && rules.iter().all(|rule| rule.is_constant(x)) {
                    table[index + 1..=index + (end - x) as usize].fill(T::of(value));
                    return Ok(WorkEnd::Row);
                }
            }
            if x == end {
                return Ok(WorkEnd::Row);
            }
            walk.advance(last, step);
        }
    }
}

impl ShapedProgram<'_> {
    /// Shows the options of the heap that was entered last.
    fn options<T: DenseCell>(
        &mut self,
        walk: &mut ProgramWalk<'_>,
        sink: &mut ValueCollector<'_, T>,
    ) -> Result<(), Bail> {
        match &mut self.memo {
            Some(memo) => memo.options(walk, (self.program, &self.shape), sink),
            None => walk.options((self.program, &self.shape), sink),
        }
    }

    /// Whether the heaps after this one in its row have the same options.
    fn is_constant(&self, x: i64) -> bool {
        self.set.is_some() && self.lines.as_ref().is_some_and(|own| own.is_constant(x))
    }
}

/// The value of the heap that was entered last, in a row that ends with the last size `end`.
#[inline(always)]
fn value<T: DenseCell>(
    walk: &mut ProgramWalk<'_>,
    rules: &mut [ShapedProgram<'_>],
    (table, end): (&[T], i64),
    seen: &mut SeenBytes,
) -> Result<usize, Bail> {
    seen.clear();
    walk.sum_up_to_here(table);
    let mut lined = false;
    for rule in rules.iter_mut() {
        rule.set = None;
        match &mut rule.lines {
            Some(lines) if !lines.is_slow() => match lines.options(walk, table, end) {
                // The sets of these lines have grown too large: this heap is run in another way
                // too.
                Err(Bail::Odd) if lines.is_slow() => rule.options(walk, &mut ValueCollector { table, seen })?,
                found => {
                    rule.set = found?;
                    lined |= rule.set.is_some();
                }
            },
            _ => rule.options(walk, &mut ValueCollector { table, seen })?,
        }
    }
    Ok(if lined { mex(rules, seen) } else { seen.mex(0) })
}

/// The least value that is in no set of a line and is not seen.
fn mex(rules: &[ShapedProgram<'_>], seen: &SeenBytes) -> usize {
    let mut sets: [&[u64]; MOST_SETS] = [&[]; MOST_SETS];
    let mut count = 0;
    for rule in rules {
        if let (Some(lines), Some(set)) = (&rule.lines, rule.set) {
            sets[count % MOST_SETS] = lines.words(set);
            count += 1;
        }
    }
    if count > MOST_SETS {
        return merged(
            |at| {
                let word = |rule: &ShapedProgram<'_>| match (&rule.lines, rule.set) {
                    (Some(lines), Some(set)) => lines.words(set).get(at).copied().unwrap_or(0),
                    _ => 0,
                };
                rules.iter().fold(0, |all, rule| all | word(rule))
            },
            seen,
            0,
        );
    }
    let sets = &sets[..count];
    let word = |at: usize| sets.iter().fold(0, |all, set| all | set.get(at).copied().unwrap_or(0));
    // Full words are skipped, as far as all sets have them. Few sets are read in one loop each.
    let full = match *sets {
        [] => None,
        [a] => a.iter().position(|own| *own != u64::MAX),
        [a, b] => a.iter().zip(b).position(|(a, b)| a | b != u64::MAX),
        // What is full in three sets is so in all.
        [a, b, c, ..] => a.iter().zip(b).zip(c).position(|((a, b), c)| a | b | c != u64::MAX),
    };
    merged(word, seen, full.unwrap_or(0))
}

/// The least value that is in no word from this place on, the bits of which are values, and is not
/// seen.
#[inline(always)]
fn merged(word: impl Fn(usize) -> u64, seen: &SeenBytes, mut at: usize) -> usize {
    let mut own = word(at);
    loop {
        while own == u64::MAX {
            at += 1;
            own = word(at);
        }
        let value = 64 * at + own.trailing_ones() as usize;
        if !seen.used || value >= seen.bound || seen.bytes[value] == 0 {
            return value;
        }
        own |= 1 << (value % 64);
    }
}
