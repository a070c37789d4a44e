//! Orders and graphs of up to 128 vertices in normal play: every position is a set of vertices of
//! the start, one bit each.
//!
//! Method: the definition with memoization, as in `memo.rs`, with an explicit stack. A move removes
//! bits, the parts that it leaves are found by bit operations, and no graph is made. Sets are equal
//! up to vertices with the same neighbours; other symmetries are not looked for, so that more sets
//! come up than canonical forms. Each costs a hundredth of one.
//!
//! Cost: about a microsecond a set. Memory: 64 bytes a set, and its canonical form as soon as it is
//! looked up or checked. Limits: up to 2^16 sets; larger games are left to canonical forms, because
//! the forms of all sets are made at once if a position far from the start is looked up.

mod board;
#[cfg(test)]
mod tests;

use std::{
    collections::HashMap,
    ops::ControlFlow,
    sync::{Mutex, OnceLock, PoisonError},
};

use grundy_cert::ValueMap;
use grundy_core::Nimber;
use grundy_games::{Component, Query, Ruleset};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::{
    solver::Estimate,
    support::{
        budget::{Budget, Stopped},
        growth,
    },
};
use board::{Set, SubsetBoard};

/// The bytes of a set in the table, and those of a canonical form besides its edges.
const ENTRY: u64 = 64;
const FORM: u64 = 128;

/// Games with more sets are left to canonical forms.
const MOST: usize = 1 << 16;

/// The values of all sets that come up from the start.
pub(super) struct SubsetValues {
    /// The rules, for canonical forms.
    ruleset: Ruleset,
    /// The vertices and moves.
    board: SubsetBoard,
    /// The value of each set in normal form that comes up, at most 128.
    values: FxHashMap<Set, u8>,
    /// The components with their values, one for each canonical form.
    shown: Mutex<Shown>,
    /// Whether all of them are there.
    whole: OnceLock<()>,
}

/// The canonical forms that were found so far.
#[derive(Default)]
struct Shown {
    /// The value of each form.
    values: HashMap<Component, u8>,
    /// The forms in the order in which they were found, each with a set that has it.
    forms: Vec<(Component, Set)>,
    /// Sets whose form is known.
    seen: FxHashSet<Set>,
    /// The forms up to this one have been expanded.
    expanded: usize,
}

/// A set whose value is open.
struct OpenSet {
    set: Set,
    /// The move that is looked at next.
    next: usize,
    /// The values of its options: sums are below 256.
    seen: [u64; 4],
}

/// The values of all positions of a query. `None` if it is about other games or larger graphs, has
/// an empty component, or more than [`MOST`] sets come up.
///
/// # Errors
/// A limit is reached.
pub(super) fn solve(query: &Query, budget: &mut Budget) -> Result<Option<SubsetValues>, Stopped> {
    let Some(board) = SubsetBoard::new(query).filter(|board| !board.starts.contains(&0)) else { return Ok(None) };
    let held = budget.progress().bytes;
    budget.hold(size_of_val(&board.moves[..]) as u64)?;
    match fill(&board, entry(query), budget) {
        Ok(Some(values)) => {
            let ruleset = query.rulesets[0].clone();
            let (shown, whole) = (Mutex::new(Shown::default()), OnceLock::new());
            Ok(Some(SubsetValues { ruleset, board, values, shown, whole }))
        }
        other => {
            budget.release(budget.progress().bytes - held);
            other.map(|_| None)
        }
    }
}

/// The most sets of one search of a part.
const TRIED: u64 = 300;

/// The number of vertices of the first part.
const SHORTEST: usize = 4;

/// Nanoseconds for a set, and for each move of the board at a set.
const SET: f64 = 150.0;
const MOVE: f64 = 15.0;

/// Nanoseconds for the canonical form of an option of the start, for each pair of vertices.
const PAIR: f64 = 500.0;

/// The cost of [`solve`]. The number of sets follows from those of parts of the start: with the
/// first vertices by their numbers, and by their nearness. The first are too few, the second too
/// many, so that their geometric mean counts. `None` for other games and larger graphs. Where
/// [`solve`] leaves the query to canonical forms, as far as the estimate shows ([`are_few`]), only
/// the number of sets counts: there are no more forms.
///
/// # Errors
/// A limit other than that of the parts is reached.
pub(super) fn estimate(query: &Query) -> Option<Estimate> {
    let mut board = SubsetBoard::new(query).filter(|board| !board.starts.is_empty() && !board.starts.contains(&0))?;
    let near = board.by_nearness();
    let vertices = near.len();
    let mut by_number = near.clone();
    by_number.sort_unstable();
    let mut sets = 1.0;
    for order in [by_number, near] {
        let mut parts: Vec<(f64, f64)> = Vec::new();
        let mut count = SHORTEST.min(order.len());
        loop {
            board.starts = vec![order[..count].iter().fold(0, |all, vertex| all | 1 << vertex)];
            let Ok(Some(values)) = fill(&board, 0, &mut Budget::new().positions(TRIED)) else { break };
            parts.push((count as f64, (values.len() as f64).ln()));
            if count == order.len() {
                break;
            }
            count = (count + 1).max(count * 6 / 5).min(order.len());
        }
        sets *= growth::extrapolated(&parts, order.len() as f64)?.sqrt();
    }
    let moves = board.moves.len() as f64;
    let nanoseconds = sets * (SET + MOVE * moves) + moves * (vertices as f64).powi(2) * PAIR;
    Some(Estimate { positions: sets, bytes: sets * entry(query) as f64, nanoseconds })
}

/// Whether [`solve`] keeps so many sets.
pub(super) fn are_few(sets: f64) -> bool {
    sets <= MOST as f64
}

/// The most bytes that a set takes: with its canonical form, which is held twice.
fn entry(query: &Query) -> u64 {
    let edges = query.position.iter().map(|term| match &term.component {
        Component::Graph(graph) | Component::Poset(graph) => graph.edges().len() as u64,
        _ => 0,
    });
    ENTRY + 2 * (FORM + size_of::<(u32, u32)>() as u64 * edges.max().unwrap_or(0))
}

/// Returns the value of each set that comes up; `None` if these are over [`MOST`]. `entry` has the
/// bytes to count for each. Depth is limited by the number of vertices, since every move removes
/// one.
fn fill(board: &SubsetBoard, entry: u64, budget: &mut Budget) -> Result<Option<FxHashMap<Set, u8>>, Stopped> {
    let mut values: FxHashMap<Set, u8> = FxHashMap::default();
    let mut frames: Vec<OpenSet> = Vec::new();
    for &start in &board.starts {
        let mut rest = start;
        while rest != 0 {
            let (part, others) = board.split(rest);
            rest = others;
            if !values.contains_key(&part) {
                frames.push(OpenSet { set: part, next: 0, seen: [0; 4] });
            }
            while let Some(frame) = frames.last_mut() {
                match expand(board, frame, &values, budget)? {
                    Some(open) => frames.push(OpenSet { set: open, next: 0, seen: [0; 4] }),
                    None => {
                        values.insert(frame.set, mex(&frame.seen));
                        frames.pop();
                        budget.hold(entry)?;
                        budget.solved(1)?;
                    }
                }
                if values.len() > MOST {
                    return Ok(None);
                }
            }
        }
    }
    Ok(Some(values))
}

/// Looks at the options of a set up to one with a part of unknown value, which is returned.
///
/// The frame keeps the index of the move, so the same move is looked at again when the part has a
/// value. A part without a move is skipped: its value is 0.
fn expand(
    board: &SubsetBoard,
    frame: &mut OpenSet,
    values: &FxHashMap<Set, u8>,
    budget: &mut Budget,
) -> Result<Option<Set>, Stopped> {
    while let Some(step) = board.moves.get(frame.next) {
        if board.is_open(step, frame.set) {
            budget.tick()?;
            let (mut sum, mut rest) = (0, frame.set & !step.gone);
            while rest != 0 {
                let (part, others) = board.split(rest);
                rest = others;
                if board.is_dead(part) {
                    continue;
                }
                match values.get(&part) {
                    Some(value) => sum ^= value,
                    None => return Ok(Some(part)),
                }
            }
            frame.seen[usize::from(sum / 64)] |= 1 << (sum % 64);
        }
        frame.next += 1;
    }
    Ok(None)
}

/// The least value that is not seen. A set of n vertices has no value above n.
///
/// So at most 128, and four words of bits suffice: the exclusive or of two values up to 128 is
/// below 256.
fn mex(seen: &[u64; 4]) -> u8 {
    let full = seen.iter().take_while(|word| **word == u64::MAX).count();
    (64 * full) as u8 + seen.get(full).map_or(0, |word| word.trailing_ones() as u8)
}

impl SubsetValues {
    /// The value of the component of the sum at this place.
    pub fn of_start(&self, at: usize) -> Nimber {
        let (mut sum, mut rest) = (0, self.board.starts[at]);
        while rest != 0 {
            let (part, others) = self.board.split(rest);
            rest = others;
            sum ^= self.values[&part];
        }
        Nimber(sum.into())
    }

    /// Adds the canonical forms of the parts of a set.
    fn show_parts(&self, mut rest: Set, shown: &mut Shown) {
        while rest != 0 {
            let (part, others) = self.board.split(rest);
            rest = others;
            let Some(&value) = self.values.get(&part) else { continue };
            if shown.seen.insert(part) {
                let form = self.ruleset.canonical(&self.board.component(part));
                if shown.values.insert(form.clone(), value).is_none() {
                    shown.forms.push((form, part));
                }
            }
        }
    }

    /// Adds the forms of the options of the next form, which is returned with its value. `None` if
    /// all have been expanded.
    ///
    /// The lock is held only while one form is expanded. Forms are found breadth first from the
    /// starts, so that those near the start, which are looked up most, come soon.
    fn next(&self, at: usize) -> Option<(Component, u8)> {
        let shown = &mut *self.shown.lock().unwrap_or_else(PoisonError::into_inner);
        if shown.forms.is_empty() {
            self.board.starts.iter().for_each(|&start| self.show_parts(start, shown));
        }
        let (form, set) = shown.forms.get(at)?.clone();
        if at >= shown.expanded {
            shown.expanded = at + 1;
            for step in self.board.moves.iter().filter(|step| self.board.is_open(step, set)) {
                self.show_parts(set & !step.gone, shown);
            }
        }
        let value = shown.values[&form];
        Some((form, value))
    }

    /// Returns the value of a form that was found already.
    fn known(&self, component: &Component) -> Option<Nimber> {
        let shown = self.shown.lock().unwrap_or_else(PoisonError::into_inner);
        shown.values.get(component).map(|&value| Nimber(value.into()))
    }
}

impl ValueMap for SubsetValues {
    fn value(&self, component: &Component) -> Option<Nimber> {
        // The starts and their options are most of what is looked up before the check.
        let first = || (0..self.board.starts.len()).for_each(|at| drop(self.next(at)));
        let rest = || {
            self.whole.get_or_init(|| (0..).map_while(|at| self.next(at)).for_each(drop));
        };
        self.known(component)
            .or_else(|| {
                first();
                self.known(component)
            })
            .or_else(|| {
                rest();
                self.known(component)
            })
    }

    fn count(&self) -> u64 {
        self.values.len() as u64
    }

    fn each(&self, visit: &mut dyn FnMut(&Component, Nimber) -> ControlFlow<()>) {
        for (form, value) in (0..).map_while(|at| self.next(at)) {
            if visit(&form, Nimber(value.into())).is_break() {
                return;
            }
        }
    }
}
