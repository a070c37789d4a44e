//! Any game: an iterative search with a lossless table of the positions seen.
//!
//! Each component is expanded at most twice: once to find the components that are still unknown, and once more, when
//! they are known, to take the mex. The path is a vector of our own, so depth is bounded by memory alone, and every
//! position on it is marked, so that a game that returns to one is reported instead of searched for ever. In normal
//! play a position is one component, sums are split, and equal components of an option cancel unseen. In misère play
//! nothing splits: a position is the whole sum in its normal form.
//!
//! Cost: two expansions a position; one table entry each. Source: the definition (Sprague 1935, Grundy 1939).

use std::{collections::HashMap, ops::ControlFlow, sync::Arc};

use grundy_cert::{Answer, Book, Claim, Matching, Solution};
use grundy_core::{Fault, Game, MexSet, Nimber, Outcome, cancel_pairs};
use grundy_rules::{Ask, Bar, Board, Component, Ending, HeapRules, Placed, Play, Query, Token};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::{
    Budget, Estimate, Kernel, Refusal, Scope, Stopped,
    walk::{Canonical, Halt, Table, enter},
};

/// Follows the definition, once for each position.
pub struct Search;

/// Bytes of a table entry beside what the position itself holds on the heap.
const ENTRY: u64 = 96;

impl Kernel for Search {
    fn name(&self) -> &'static str {
        "search"
    }

    fn scope(&self) -> Scope {
        Scope { plays: &[Play::Normal, Play::Misere], asks: &[Ask::Value, Ask::Table] }
    }

    fn assess(&self, query: &Query) -> Result<Estimate, Refusal> {
        if query.ask == Ask::Table && query.table_end().is_none() {
            return Err("a table is made of heaps".into());
        }
        if let Some(heap) = endless_heap(query) {
            return Err(format!(
                "over {SMALL_REACH} different heaps come up from {heap}, and it is too large to reach them all"
            )
            .into());
        }
        let mut allowance = ALLOWANCE;
        let reached =
            query.start.iter().map(|placed| reach(&query.boards[placed.board], &placed.component, &mut allowance));
        let width = |placed: &Placed| width(&placed.component) + scanned(&query.boards[placed.board]) as f64;
        let mut widest = query.start.iter().map(width).fold(1.0, f64::max);
        let mut positions: f64 = match query.play {
            Play::Normal => reached.sum(),
            Play::Misere => reached.product(),
        };
        if query.play == Play::Misere
            && let Some(counters) = counters_that_part(query)
        {
            (positions, widest) = (positions.max(partitions(counters)), widest.max(5.0 * counters));
        }
        // Beside the table the search holds a path, and on it the options that are still to be looked at.
        let heaviest = query.start.iter().map(|placed| outside(&placed.component)).max().unwrap_or(0) as f64;
        let bytes = positions * (ENTRY as f64 + heaviest) + widest * (size_of::<Component>() as f64 + heaviest);
        Ok(Estimate { positions, bytes, nanoseconds: positions * widest * 200.0 })
    }

    fn premise(&self, query: &Query) -> Option<String> {
        const LARGE: usize = 40;
        let large = |placed: &Placed| match &placed.component {
            Component::Token(token) => token.map().graph().edges().len() > LARGE,
            _ => false,
        };
        let told = query.play == Play::Normal && query.boards.iter().all(Matching::is_about);
        (told && query.start.iter().any(large)).then(|| {
            "no short way to the value of a token is known; `--outcome` asks who wins, which a matching tells at once".into()
        })
    }

    fn solve(&self, query: &Query, budget: &mut Budget) -> Result<Solution, Stopped> {
        match query.play {
            Play::Normal => normal(query, budget),
            Play::Misere => misere(query, budget),
        }
    }
}

/// All counters of a sum of heaps some of which may be parted.
fn counters_that_part(query: &Query) -> Option<f64> {
    let part = |board: &Board| match board {
        Board::Heap(rules) => {
            rules.subtraction().is_none() && rules.code().is_none_or(|code| code.iter().any(|&d| d > 3))
        }
        _ => false,
    };
    let sizes = query.start.iter().map(|placed| match placed.component {
        Component::Heap(size) => Some(size as f64),
        _ => None,
    });
    if query.boards.iter().any(part) { sizes.sum() } else { None }
}

/// Roughly the number of ways to part so many counters into heaps (Hardy and Ramanujan 1918). In misère play a search meets
/// about as many sums.
fn partitions(counters: f64) -> f64 {
    let counters = counters.max(1.0);
    let many = (std::f64::consts::PI * (2.0 * counters / 3.0).sqrt()).exp() / (4.0 * 3f64.sqrt() * counters);
    many.min(1e18)
}

/// How much a whole sum may be looked into for an estimate: options, the bytes they hold, and words gone through.
const ALLOWANCE: u64 = 1 << 18;

/// The words that are gone through to find the options of one component.
fn scanned(board: &Board) -> u64 {
    match board {
        Board::Bag(_) => board.lists().iter().map(|list| list.len() as u64).sum(),
        // The canonical form of a tape on which the game is over is a shortest listed word.
        Board::Tape(rules) => rules.until.as_ref().and_then(Ending::words).map_or(0, |list| list.len() as u64),
        _ => 0,
    }
}

/// Heaps above this are searched only where few heaps come up from them.
const HUGE: u64 = 1 << 34;

/// How many heaps may come up from a huge one.
const SMALL_REACH: usize = 1 << 15;

/// A huge heap from which more heaps come up than can be tried out beforehand: a search would run until its memory is
/// full, and the user is told at once instead.
fn endless_heap(query: &Query) -> Option<u64> {
    query.start.iter().find_map(|placed| match (&query.boards[placed.board], &placed.component) {
        (Board::Heap(rules), &Component::Heap(heap)) if heap > HUGE => (!few_come_up(rules, heap)).then_some(heap),
        _ => None,
    })
}

/// Whether at most [`SMALL_REACH`] heaps come up from this one, within ten times as many looks at options.
fn few_come_up(rules: &HeapRules, heap: u64) -> bool {
    let mut seen = FxHashSet::default();
    let mut open = vec![heap];
    let mut looked = 0;
    while let Some(next) = open.pop() {
        if !seen.insert(next) {
            continue;
        }
        let walked = rules.options(&next, |parts| {
            looked += 1;
            open.extend(parts.iter().copied().filter(|part| !seen.contains(part)));
            if looked < 10 * SMALL_REACH { Ok(()) } else { Err(Fault(String::new())) }
        });
        if walked.is_err() || seen.len() > SMALL_REACH {
            return false;
        }
    }
    true
}

/// How many components can come up from this one, if few do and they are soon found, or theory tells a bound; else the
/// bound.
fn reach(board: &Board, component: &Component, allowance: &mut u64) -> f64 {
    const PROBE: usize = 300;
    let mut spend = |cost: u64| {
        let rest = allowance.checked_sub(cost);
        *allowance = rest.unwrap_or(0);
        if rest.is_some() { Ok(()) } else { Err(Fault(String::new())) }
    };
    let scanned = scanned(board);
    let mut seen = FxHashMap::default();
    let mut open = vec![board.canonical(component)];
    let mut looked = 0;
    while let Some(next) = open.pop() {
        if seen.contains_key(&next) {
            continue;
        }
        let mut walked = spend(scanned);
        if walked.is_ok() {
            walked = board.options(&next, |parts| {
                looked += 1;
                open.extend(parts.iter().map(|part| board.canonical(part)));
                spend(1 + parts.iter().map(Component::bytes).sum::<u64>())?;
                if looked < 10 * PROBE { Ok(()) } else { Err(Fault(String::new())) }
            });
        }
        seen.insert(next, ());
        if walked.is_err() || seen.len() > PROBE {
            return bound(component).max(seen.len() as f64);
        }
    }
    seen.len() as f64
}

/// A bound on the components that can come up from one.
fn bound(component: &Component) -> f64 {
    match component {
        Component::Heap(size) => *size as f64 + 1.0,
        Component::Typed(typed) => typed.sizes.iter().map(|&size| size as f64 + 1.0).product(),
        Component::Row(word) | Component::Ring(word) => 2f64.powf(word.chars().count() as f64),
        Component::Bag(bag) => bag.counts().iter().map(|&(_, count)| f64::from(count) + 1.0).product(),
        Component::Tape(tape) => tape.left.map_or(1e6, |left| 1e4 * left as f64),
        Component::Cells(cells) => 1.6f64.powf(cells.places().count() as f64),
        Component::Graph(graph) => 1.6f64.powf(f64::from(graph.vertices()) + graph.edges().len() as f64 / 8.0),
        Component::Bar(bar) => diagrams(bar),
        Component::Poset(order) => 1.6f64.powf(f64::from(order.vertices())),
        Component::Token(token) => walks(token),
    }
}

/// How many options a component has, roughly.
fn width(component: &Component) -> f64 {
    match component {
        Component::Heap(size) => *size as f64,
        Component::Typed(typed) => typed.sizes.iter().map(|&size| size as f64).sum(),
        Component::Row(word) | Component::Ring(word) => word.len() as f64,
        Component::Bag(bag) => bag.size() as f64,
        Component::Tape(_) => 26.0,
        Component::Cells(cells) => 2.0 * cells.free().len() as f64,
        Component::Graph(graph) | Component::Poset(graph) => f64::from(graph.vertices()) + graph.edges().len() as f64,
        Component::Bar(bar) => bar.rows().iter().map(|&row| f64::from(row)).sum(),
        Component::Token(token) => token.map().graph().edges().len() as f64,
    }
}

/// Roughly how many positions walks of a token lead to: a walk goes on in as many ways as a vertex has others beside it.
fn walks(token: &Token) -> f64 {
    let (vertices, edges) = (f64::from(token.map().graph().vertices()), token.map().graph().edges().len() as f64);
    (2.0 * edges / vertices - 1.0).clamp(1.1, 1e6).sqrt().powf(vertices)
}

/// How many bars fit into the box of one: paths from corner to corner.
fn diagrams(bar: &Bar) -> f64 {
    let (rows, columns) = (bar.rows().len() as u32, bar.rows()[0]);
    (1..=rows.min(columns)).map(|at| f64::from(rows.max(columns) + at) / f64::from(at)).product()
}

/// The memory that a component holds beside itself.
fn outside(component: &Component) -> u64 {
    component.bytes() - size_of::<Component>() as u64
}

fn normal(query: &Query, budget: &mut Budget) -> Result<Solution, Stopped> {
    let [board] = &query.boards[..] else { unreachable!("the planner splits sums in normal play") };
    let game = Canonical(board);
    let mut start: Vec<Component> = query.start.iter().map(|placed| board.canonical(&placed.component)).collect();
    if let (Ask::Table, Some(end)) = (query.ask, query.table_end()) {
        let mut table = HashMap::default();
        let mut known = Vec::new();
        for heap in 0..=end {
            let found = extend(&game, &[Component::Heap(heap)], &mut table, &outside, budget);
            found.map_err(|stopped| Stopped { known: std::mem::take(&mut known), ..stopped })?;
            known.extend(table[&Component::Heap(heap)]);
        }
        return Ok(Solution { answer: Answer::Values(known), claims: vec![Claim::Positions(Arc::new(Solved(table)))] });
    }
    let sum = start.clone();
    start.sort_unstable();
    start.dedup();
    let mut table = HashMap::default();
    extend(&game, &start, &mut table, &outside, budget)?;
    let value = sum.iter().filter_map(|component| table[component]).sum();
    Ok(Solution { answer: Answer::Value(value), claims: vec![Claim::Positions(Arc::new(Solved(table)))] })
}

/// A finished table as a book.
struct Solved(Table<Component>);

impl Book for Solved {
    fn value(&self, component: &Component) -> Option<Nimber> {
        self.0.get(component).copied().flatten()
    }

    fn count(&self) -> u64 {
        self.0.len() as u64
    }

    fn each(&self, visit: &mut dyn FnMut(&Component, Nimber) -> ControlFlow<()>) {
        let mut known = self.0.iter().filter_map(|(component, value)| Some((component, (*value)?)));
        let _ = known.try_for_each(|(component, value)| visit(component, value));
    }
}

/// The values of these positions, and of every component that comes up from them.
///
/// Works for any [`Game`], also one of your own; `weight` tells how many bytes a position holds on the heap.
pub fn values<G: Game>(
    game: &G,
    start: &[G::Position],
    weight: impl Fn(&G::Position) -> u64,
    budget: &mut Budget,
) -> Result<HashMap<G::Position, Nimber>, Stopped> {
    let mut table = HashMap::default();
    extend(game, start, &mut table, &weight, budget)?;
    Ok(table.into_iter().filter_map(|(position, value)| Some((position, value?))).collect())
}

/// The price of an option of a position of so many bytes, in cheap steps: its canonical form takes the more the larger it is.
fn toll(bytes: u64) -> u32 {
    u32::try_from(1 + bytes / 16).unwrap_or(u32::MAX)
}

fn extend<G: Game>(
    game: &G,
    start: &[G::Position],
    table: &mut Table<G::Position>,
    weight: &impl Fn(&G::Position) -> u64,
    budget: &mut Budget,
) -> Result<(), Stopped> {
    let mut path: Vec<G::Position> = start.to_vec();
    let mut seen = MexSet::new();
    let mut unknown: Vec<G::Position> = Vec::new();
    let mut parts: Vec<G::Position> = Vec::new();
    while let Some(position) = path.last() {
        if matches!(table.get(position), Some(Some(_))) {
            let done = path.pop().expect("the path has a last position");
            budget.release(weight(&done) + size_of::<G::Position>() as u64);
            continue;
        }
        seen.clear();
        let dear = toll(weight(position));
        game.options(position, |option| {
            budget.toll(dear)?;
            let known = option.iter().map(|part| table.get(part).copied().flatten());
            if let Some(sum) = known.sum::<Option<Nimber>>() {
                seen.insert(sum);
                return Ok(());
            }
            parts.clear();
            parts.extend_from_slice(option);
            cancel_pairs(&mut parts);
            let mut sum = Some(Nimber::ZERO);
            for part in &parts {
                match table.get(part) {
                    Some(Some(value)) => sum = sum.map(|sum| sum + *value),
                    Some(None) => return Err(returns()),
                    None => {
                        sum = None;
                        budget.hold(weight(part) + size_of::<G::Position>() as u64)?;
                        unknown.push(part.clone());
                    }
                }
            }
            sum.into_iter().for_each(|sum| seen.insert(sum));
            Ok::<(), Stopped>(())
        })?;
        if unknown.is_empty() {
            let mex = seen.mex();
            enter(table, position, Some(mex), weight, budget)?;
            budget.solved(1)?;
        } else {
            enter(table, position, None, weight, budget)?;
            path.append(&mut unknown);
        }
    }
    Ok(())
}

fn returns() -> Stopped {
    Stopped::from(Fault("the game need not end: a position comes back".into()))
}

/// Misère play: outcomes of whole sums.
fn misere(query: &Query, budget: &mut Budget) -> Result<Solution, Stopped> {
    let mut sums: FxHashMap<Vec<Placed>, Option<Outcome>> = FxHashMap::default();
    if let (Ask::Table, Some(end)) = (query.ask, query.table_end()) {
        let mut outcomes = Vec::new();
        for heap in 0..=end {
            let single = query.normal_sum(vec![Placed { board: 0, component: Component::Heap(heap) }])?;
            outcomes.push(outcome(query, single, &mut sums, budget)?);
        }
        return Ok(Solution { answer: Answer::Outcomes(outcomes), claims: vec![claim(sums)] });
    }
    let start = query.normal_sum(query.start.clone())?;
    let mut options = Vec::new();
    let dear = toll(bytes(&start));
    query.sum_options(&start, |option| {
        budget.toll(dear)?;
        let option = query.normal_sum(option.to_vec())?;
        budget.hold(bytes(&option))?;
        options.push(option);
        Ok::<(), Stopped>(())
    })?;
    for option in options {
        budget.release(bytes(&option));
        outcome(query, option, &mut sums, budget)?;
    }
    let answer = outcome(query, start, &mut sums, budget)?;
    Ok(Solution { answer: Answer::Outcome(answer), claims: vec![claim(sums)] })
}

fn claim(sums: FxHashMap<Vec<Placed>, Option<Outcome>>) -> Claim {
    Claim::Outcomes(sums.into_iter().filter_map(|(sum, outcome)| Some((sum, outcome?))).collect())
}

/// The memory that a sum holds.
fn bytes(sum: &[Placed]) -> u64 {
    sum.iter().map(|placed| 8 + placed.component.bytes()).sum::<u64>() + size_of::<Vec<Placed>>() as u64
}

/// A sum that waits for its outcome.
struct Open {
    sum: Vec<Placed>,
    /// The place of the sum that it is an option of.
    parent: usize,
}

/// Who wins a sum in misère play. The options of a sum that are still unknown wait above it; the first of them that is
/// lost settles the sum, and drops the others. When none is, the sum is looked at once more.
fn outcome(
    query: &Query,
    start: Vec<Placed>,
    sums: &mut FxHashMap<Vec<Placed>, Option<Outcome>>,
    budget: &mut Budget,
) -> Result<Outcome, Stopped> {
    let mut path = vec![Open { sum: start.clone(), parent: 0 }];
    let mut unknown = Vec::new();
    while let Some(Open { sum, parent }) = path.last() {
        if let Some(&Some(found)) = sums.get(sum) {
            let parent = *parent;
            let above = parent + 1;
            if found == Outcome::P && above < path.len() {
                sums.insert(path[parent].sum.clone(), Some(Outcome::N));
                budget.solved(1)?;
                path.drain(above..).for_each(|open| budget.release(bytes(&open.sum)));
            } else if let Some(done) = path.pop() {
                budget.release(bytes(&done.sum));
            }
            continue;
        }
        let mut moves = false;
        let mut lost = false;
        let dear = toll(bytes(sum));
        let walked = query.sum_options(sum, |option| {
            budget.toll(dear)?;
            moves = true;
            let option = query.normal_sum(option.to_vec())?;
            match sums.get(&option) {
                Some(Some(Outcome::P)) => {
                    lost = true;
                    Err(Halt::Enough)
                }
                Some(Some(Outcome::N)) => Ok(()),
                Some(None) => Err(Halt::Stopped(returns())),
                None => {
                    budget.hold(bytes(&option))?;
                    unknown.push(option);
                    Ok(())
                }
            }
        });
        if let Err(Halt::Stopped(stopped)) = walked {
            return Err(stopped);
        }
        let settled = match unknown.len() {
            _ if lost || !moves => Some(Outcome::N),
            0 => Some(Outcome::P),
            _ => None,
        };
        if sums.insert(sum.clone(), settled).is_none() {
            budget.hold(ENTRY + bytes(sum))?;
        }
        if settled.is_some() {
            unknown.drain(..).for_each(|option| budget.release(bytes(&option)));
            budget.solved(1)?;
        } else {
            let parent = path.len() - 1;
            path.extend(unknown.drain(..).map(|sum| Open { sum, parent }));
        }
    }
    Ok(sums[&start].expect("the path is empty when its first sum is settled"))
}
