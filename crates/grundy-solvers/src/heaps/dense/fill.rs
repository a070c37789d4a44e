//! Fills the tables, in the order of the layout.

use grundy_core::Nimber;
use grundy_games::{
    Compiled, Component,
    compiled::{Lowering, program::Program, shape::Shape},
};

use super::{
    layout::{Layout, Next, Place},
    line::Lines,
    sink::Values,
    table::{Cell, Seen, Table},
    walk::{Bail, Walk},
};
use crate::support::budget::{Budget, Stopped};

/// The ways to run a rule that may be taken: all, except in tests.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ways {
    pub lines: bool,
    pub blocks: bool,
    pub lexicographic: bool,
}

impl Default for Ways {
    fn default() -> Ways {
        Ways { lines: true, blocks: true, lexicographic: true }
    }
}

/// Tables with the values of all heaps of their boxes.
pub(super) struct Filled {
    pub layout: Layout,
    table: Table,
    kinds: Vec<Option<std::sync::Arc<str>>>,
}

/// A program, its shape, and its lines if it is run along them.
struct Rule<'a> {
    program: &'a Program,
    shape: Shape,
    lines: Option<Lines<'a>>,
    /// The place of the words of a set of its lines, with the values of its options at the heap.
    set: Option<usize>,
}

impl Filled {
    /// The place of a heap that lies in its box; its kind first.
    pub fn place(&self, component: &Component) -> Option<(usize, Place)> {
        let (kind, sizes) = match component {
            Component::Heap(size) => (0, vec![i64::try_from(*size).ok()?]),
            Component::Typed(heap) => {
                let kind = self.kinds.iter().position(|kind| kind.as_deref() == Some(&heap.kind))?;
                let sizes = heap.sizes.iter().map(|&size| i64::try_from(size).ok()).collect::<Option<Vec<i64>>>()?;
                (kind, sizes)
            }
            _ => return None,
        };
        self.layout.contains(kind, &sizes).then(|| (kind, self.layout.place(kind, &sizes)))
    }

    /// The value of a heap that lies in its box.
    pub fn value(&self, component: &Component) -> Option<Nimber> {
        self.place(component).map(|(_, place)| self.at(place))
    }

    pub fn at(&self, place: Place) -> Nimber {
        self.table.get(place.index as usize)
    }

    /// The values of all heaps of the table, one after another.
    pub fn values(&self) -> impl Iterator<Item = Nimber> {
        (0..self.layout.entries as usize).map(|index| self.table.get(index))
    }
}

/// The tables of a game; `None` if only the plain meaning can answer.
pub(super) fn fill(game: &Compiled, ways: &Ways, budget: &mut Budget) -> Result<Option<Filled>, Stopped> {
    let orders = if ways.lexicographic { &[true, false][..] } else { &[false] };
    for &lexicographic in orders {
        let Some(layout) = Layout::new(game, lexicographic) else { return Ok(None) };
        let held = budget.progress().bytes;
        match filled(game, &layout, ways, budget) {
            Ok(table) => {
                let kinds = game.kinds.iter().map(|kind| kind.name.clone()).collect();
                return Ok(Some(Filled { layout, table, kinds }));
            }
            Err(Bail::Odd) => budget.release(budget.progress().bytes - held),
            Err(Bail::Stopped(stopped)) => return Err(stopped),
        }
        if game.measure != Lowering::Sum {
            break;
        }
    }
    Ok(None)
}

fn filled(game: &Compiled, layout: &Layout, ways: &Ways, budget: &mut Budget) -> Result<Table, Bail> {
    budget.hold(layout.entries as u64)?;
    let mut table = Table::new(layout.entries as usize);
    let mut rules: Vec<Vec<Rule<'_>>> = game.kinds.iter().map(|_| Vec::new()).collect();
    for (program, shape) in &game.programs {
        let lines = shape.line.as_ref().filter(|_| ways.lines);
        let lines = lines.and_then(|line| Lines::new(program, line, layout));
        budget.hold(lines.as_ref().map_or(0, Lines::bytes))?;
        let inner = shape.inner.filter(|_| ways.blocks);
        rules[program.kind].push(Rule { program, shape: Shape { inner, ..shape.clone() }, lines, set: None });
    }
    let slots = game.programs.iter().map(|(program, _)| program.slots).max().unwrap_or(0);
    let arity = game.kinds.iter().map(|kind| kind.ends.len()).max().unwrap_or(0);
    let mut walk = Walk::new(layout, budget, slots.max(arity));
    let mut seen = Seen::new();
    let (mut solved, block) = (0, walk.budget.block(1024));
    let filled = layout.ascend(&mut |kind, sizes| {
        walk.enter(kind, sizes);
        walk.step(1)?;
        solved += 1;
        if solved % block == 0 {
            walk.budget.solved(block)?;
        }
        if game.measure == Lowering::Heap && sizes[0] == 0 {
            return Ok(Next::Heap);
        }
        let rules = &mut rules[kind][..];
        let value = match &table {
            Table::Bytes(own) => value(&mut walk, rules, own, &mut seen)?,
            Table::Shorts(own) => value(&mut walk, rules, own, &mut seen)?,
            Table::Longs(own) => value(&mut walk, rules, own, &mut seen)?,
        };
        let index = walk.from.1.index as usize;
        if value >= seen.bound {
            seen.grow();
        }
        while !table.set(index, value) {
            walk.budget.hold(2 * table.width() * layout.entries as u64)?;
            let wider = table.widened().ok_or(Bail::Odd)?;
            walk.budget.release(table.width() * layout.entries as u64);
            table = wider;
        }
        let x = sizes[sizes.len() - 1];
        let is_constant =
            |rule: &Rule<'_>| rule.set.is_some() && rule.lines.as_ref().is_some_and(|own| own.is_constant(x));
        if !layout.has_rows() || !rules.iter().all(is_constant) {
            return Ok(Next::Heap);
        }
        let rest = layout.boxes[kind].ends[sizes.len() - 1] - x;
        table.repeat(index, rest as usize);
        Ok::<Next, Bail>(Next::Row)
    });
    let heap = walk.from.1.index as usize;
    match filled.and_then(|()| Ok(walk.budget.solved(solved % block)?)) {
        Ok(()) => Ok(table),
        Err(Bail::Stopped(stopped)) if game.measure == Lowering::Heap => {
            Err(Bail::Stopped(Stopped { known: (0..heap).map(|index| table.get(index)).collect(), ..stopped }))
        }
        Err(bail) => Err(bail),
    }
}

/// The value of the heap that was entered last.
fn value<T: Cell>(walk: &mut Walk<'_>, rules: &mut [Rule<'_>], table: &[T], seen: &mut Seen) -> Result<usize, Bail> {
    walk.step(seen.bound as u64 / 64)?;
    seen.clear();
    let mut lined = false;
    for rule in rules.iter_mut() {
        rule.set = None;
        match &mut rule.lines {
            Some(lines) if !lines.is_slow() => match lines.options(walk, table) {
                // The sets of these lines have grown too large: this heap is run in another way
                // too.
                Err(Bail::Odd) if lines.is_slow() => {
                    walk.options((rule.program, &rule.shape), &mut Values { table, seen })?;
                }
                found => {
                    rule.set = found?;
                    lined |= rule.set.is_some();
                }
            },
            _ => walk.options((rule.program, &rule.shape), &mut Values { table, seen })?,
        }
    }
    Ok(if lined { mex(rules, seen) } else { seen.mex(0) })
}

/// The least value that is in no set of a line and is not seen.
fn mex(rules: &[Rule<'_>], seen: &Seen) -> usize {
    let word = |rule: &Rule<'_>, at: usize| match (&rule.lines, rule.set) {
        (Some(lines), Some(set)) => lines.word(set, at),
        _ => 0,
    };
    let merged = |at: usize| rules.iter().fold(0, |all, rule| all | word(rule, at));
    let (mut at, mut own) = (0, merged(0));
    loop {
        while own == u64::MAX {
            at += 1;
            own = merged(at);
        }
        let value = 64 * at + own.trailing_ones() as usize;
        if !seen.used || value >= seen.bound || seen.bytes[value] == 0 {
            return value;
        }
        own |= 1 << (value % 64);
    }
}
