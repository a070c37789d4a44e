//! What dense tables cost, by the boxes of the analysis.

use grundy_games::{
    Component, Query, Question, Ruleset,
    compiled::{
        Compiled,
        bounds::{self, Bounder, LoopNumbers},
        interval::{self, Interval},
        program::{Program, Step},
        shape::ProgramShape,
        term::MOST,
    },
};

use super::{compiled, layout::TableLayout, line::ProgramLines, pairs::MOST_SUMS};
use crate::solver::{Estimate, Refusal};

/// Nanoseconds for the analysis and the allocations of a query.
const BEGIN: f64 = 40_000.0;

/// Nanoseconds for a heap, and for each of its rules.
const HEAP: f64 = 8.0;
const RULE: f64 = 25.0;

/// Nanoseconds for an option with ranges of heaps.
const RANGED: f64 = 12.0;

/// Nanoseconds for the first heap of triples, and for a pair of heaps.
const TRIPLE: f64 = 8.0;
const PAIR: f64 = 2.5;

/// What the divisors of a number cost, in numbers that are tried.
const LISTED: f64 = 10.0;

/// The price of dense tables for a query.
pub(super) fn assess(query: &Query) -> Result<Estimate, Refusal> {
    let [Ruleset::Heap(_) | Ruleset::Typed(_)] = &query.rulesets[..] else {
        return Err("it fills tables of heaps".into());
    };
    if query.question == Question::Table && query.table_end().is_none() {
        return Err("a table goes up to one heap".into());
    }
    if query.position.iter().any(|term| matches!(term.component, Component::Heap(size) if size > 1 << 30)) {
        return Err("a heap is too large for a table".into());
    }
    let game = compiled(query).ok_or("its rules or its sizes are beyond the analysis")?;
    let layout = TableLayout::new(&game, true).ok_or("the tables would be too large")?;
    let heaps = layout.entries as f64;
    let mut nanoseconds = BEGIN;
    for (at, kind) in game.kinds.iter().enumerate().filter(|(_, kind)| kind.comes_up()) {
        let own: f64 = kind.ends.iter().map(|&end| end as f64 + 1.0).product();
        // A chain of relations leaves one part in so many.
        let part = (0..kind.ends.len()).fold(1.0, |part, j| {
            let below = kind.relations.iter().filter(|&&(_, to)| to == j).count();
            part / (1.0 + below as f64)
        });
        let part = part * worked(&game, at, &layout);
        let rules = game.programs.iter().filter(|(program, _)| program.kind == at);
        let each: f64 = rules.map(|(program, shape)| RULE + of_program(program, shape, &kind.ends)).sum();
        nanoseconds += own * part * (HEAP + each);
    }
    // Values of two bytes; plain heaps are claimed with eight.
    let bytes = heaps * if matches!(query.rulesets[0], Ruleset::Heap(_)) { 10.0 } else { 2.0 };
    Ok(Estimate { positions: heaps, bytes: bytes + 3e5, nanoseconds })
}

/// The rows of a kind of which it is found where they end.
const ROWS: i64 = 16;

/// The share of the heaps of a kind that are looked at. Where all options stay along the rest of a
/// row, as with `min(n, q)` for large q, the rest is a copy.
fn worked(game: &Compiled, kind: usize, layout: &TableLayout) -> f64 {
    let ends = &game.kinds[kind].ends;
    let rules = game.programs.iter().filter(|(program, _)| program.kind == kind);
    let lines = rules.clone().map(|(program, shape)| ProgramLines::new(program, shape.line.as_ref()?, layout));
    let (Some(mut lines), Some((&end, firsts))) = (lines.collect::<Option<Vec<_>>>(), ends.split_last()) else {
        return 1.0;
    };
    let slots = rules.map(|(program, _)| program.slots).max().unwrap_or(0).max(ends.len());
    let mut share = |row: i64| {
        let mut own: Vec<i64> = firsts.iter().map(|&end| end * (2 * row + 1) / (2 * ROWS)).collect();
        own.resize(slots, 0);
        // The first size from which on the row is constant.
        let (mut low, mut high) = (0, end);
        while low < high {
            let x = (low + high) / 2;
            if lines.iter_mut().all(|lines| lines.is_constant_at(&own, x)) { high = x } else { low = x + 1 }
        }
        (low + 1) as f64 / (end + 1) as f64
    };
    (0..ROWS).map(&mut share).sum::<f64>() / ROWS as f64
}

/// Nanoseconds that a program takes at a heap in the middle of its box.
fn of_program(program: &Program, shape: &ProgramShape, ends: &[i64]) -> f64 {
    if shape.line.is_some() {
        return 20.0;
    }
    let mut slots: Vec<Interval> = ends.iter().map(|&end| (end / 2, end / 2)).collect();
    slots.resize(program.slots, (0, 0));
    let mut bounder = Bounder::default();
    let (mut loops, mut all) = (1.0, 0.0);
    for (at, step) in program.steps.iter().enumerate() {
        let few = matches!(ends, [end] if *end < MOST_SUMS);
        if few && shape.triples.as_ref().is_some_and(|form| form.at == at) {
            // The first heaps, and half of the pairs with one more sum.
            let size = ends[0] as f64 / 2.0;
            return all + loops * (60.0 + size * (TRIPLE / 3.0)) + size * (PAIR / 2.0);
        }
        let Step::Each { slot, ranges, .. } = step else { continue };
        let mut own = (i64::MAX, i64::MIN);
        let (mut count, mut exact) = (0.0, false);
        for (low, high) in ranges {
            let of = |term| interval::of(term, &slots, MOST);
            let (Some(low), Some(high)) = (of(low), of(high)) else { continue };
            // Of a range that depends on outer loops, the middle.
            let (low, high) = ((low.0 + low.1) / 2, (high.0 + high.1) / 2);
            own = (own.0.min(low), own.1.max(high));
            let mut middle: Vec<i64> = slots.iter().map(|&(low, high)| low.midpoint(high)).collect();
            count += match bounds::numbers(shape.bounds_at(at), *slot, (low, high), &mut middle, &mut bounder) {
                LoopNumbers::Range(low, high) => (high.saturating_sub(low).saturating_add(1)).max(0) as f64,
                LoopNumbers::Listed(all) => LISTED + all.len() as f64,
            };
            exact = bounder.exact;
        }
        slots[*slot] = if own.0 <= own.1 { own } else { (0, 0) };
        // Guards that the ends of the loop say are not evaluated.
        let run = shape.bounded.as_deref().filter(|_| exact).unwrap_or(shape);
        if run.inner == Some(at) {
            let each = match (run.linear, !run.masks.is_empty()) {
                (true, false) => 0.6,
                (true, true) => 2.5,
                _ => 4.0,
            };
            return all + loops * (60.0 + count * each);
        }
        loops *= count;
        all += loops * 5.0;
    }
    all + loops * if program.ranges.is_empty() { 40.0 } else { RANGED }
}
