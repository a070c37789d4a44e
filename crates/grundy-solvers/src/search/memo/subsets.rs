//! Orders and graphs of up to 128 vertices in normal play: every position is a set of vertices of
//! the start, one bit each.
//!
//! Method: the definition with memoization, as in `memo.rs`, with an explicit stack. A move removes
//! bits, the parts that it leaves are found by bit operations, and no graph is made. Sets are equal
//! up to vertices with the same neighbours; other symmetries are not looked for, so that more sets
//! come up than canonical forms. Each costs a hundredth of one. After some time a sample of
//! canonical forms decides whether to go on.
//!
//! Cost: 64 bytes and about a microsecond a set.

mod board;
#[cfg(test)]
mod tests;

use std::{
    collections::{HashMap, HashSet},
    ops::ControlFlow,
    sync::{Mutex, OnceLock, PoisonError},
};

use grundy_cert::ValueMap;
use grundy_core::Nimber;
use grundy_games::{Component, Query, Ruleset};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::support::budget::{Budget, Stopped};
use board::{Board, Set};

/// The bytes of a set in the table.
const ENTRY: u64 = 64;

/// After so many sets a sample of so many canonical forms is compared.
const MANY: usize = 1 << 17;
const SAMPLE: usize = 512;

/// The values of all sets that come up from the start.
pub(super) struct Solved {
    ruleset: Ruleset,
    board: Board,
    values: FxHashMap<Set, u8>,
    /// The components with their values, one for each canonical form.
    shown: Mutex<Shown>,
    /// Whether all of them are there.
    whole: OnceLock<()>,
}

/// The canonical forms that were found so far.
#[derive(Default)]
struct Shown {
    values: HashMap<Component, u8>,
    forms: Vec<(Component, Set)>,
    /// Sets whose form is known.
    seen: FxHashSet<Set>,
    /// The forms up to this one have been expanded.
    expanded: usize,
}

/// A set whose value is open.
struct Frame {
    set: Set,
    /// The move that is looked at next.
    next: usize,
    /// The values of its options: sums are below 256.
    seen: [u64; 4],
}

/// The values of all positions of a query. `None` if it is about other games or larger graphs, or
/// if canonical forms serve better.
///
/// # Errors
/// A limit is reached.
pub(super) fn solve(query: &Query, budget: &mut Budget) -> Result<Option<Solved>, Stopped> {
    let Some(board) = Board::new(query) else { return Ok(None) };
    let held = budget.progress().bytes;
    match fill(&board, &query.rulesets[0], budget) {
        Ok(Some(values)) => {
            let ruleset = query.rulesets[0].clone();
            let (shown, whole) = (Mutex::new(Shown::default()), OnceLock::new());
            Ok(Some(Solved { ruleset, board, values, shown, whole }))
        }
        other => {
            budget.release(budget.progress().bytes - held);
            other.map(|_| None)
        }
    }
}

fn fill(board: &Board, ruleset: &Ruleset, budget: &mut Budget) -> Result<Option<FxHashMap<Set, u8>>, Stopped> {
    let mut values: FxHashMap<Set, u8> = FxHashMap::default();
    let mut frames: Vec<Frame> = Vec::new();
    let mut sampled = false;
    for &start in &board.starts {
        let mut rest = start;
        while rest != 0 {
            let (part, others) = board.split(rest);
            rest = others;
            if !values.contains_key(&part) {
                frames.push(Frame { set: part, next: 0, seen: [0; 4] });
            }
            while let Some(frame) = frames.last_mut() {
                match expand(board, frame, &values, budget)? {
                    Some(open) => frames.push(Frame { set: open, next: 0, seen: [0; 4] }),
                    None => {
                        values.insert(frame.set, mex(&frame.seen));
                        frames.pop();
                        budget.hold(ENTRY)?;
                        budget.solved(1)?;
                    }
                }
                if values.len() >= MANY && !sampled {
                    sampled = true;
                    if !is_worth(board, ruleset, &values, budget)? {
                        return Ok(None);
                    }
                }
            }
        }
    }
    Ok(Some(values))
}

/// Looks at the options of a set up to one with a part of unknown value, which is returned.
fn expand(
    board: &Board,
    frame: &mut Frame,
    values: &FxHashMap<Set, u8>,
    budget: &mut Budget,
) -> Result<Option<Set>, Stopped> {
    while let Some(step) = board.moves.get(frame.next) {
        if step.needs & !frame.set == 0 {
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
fn mex(seen: &[u64; 4]) -> u8 {
    let full = seen.iter().take_while(|word| **word == u64::MAX).count();
    (64 * full) as u8 + seen.get(full).map_or(0, |word| word.trailing_ones() as u8)
}

/// Whether a sample of the sets has few equal canonical forms.
fn is_worth(
    board: &Board,
    ruleset: &Ruleset,
    values: &FxHashMap<Set, u8>,
    budget: &mut Budget,
) -> Result<bool, Stopped> {
    let mut forms = HashSet::new();
    for &set in values.keys().step_by((values.len() / SAMPLE).max(1)) {
        budget.poll()?;
        forms.insert(ruleset.canonical(&board.component(set)));
    }
    Ok(forms.len() > SAMPLE / 2)
}

impl Solved {
    /// The value of the component of the sum at this place.
    pub fn of_start(&self, at: usize) -> Nimber {
        let (mut sum, mut rest) = (0, self.board.starts[at]);
        while rest != 0 {
            let (part, others) = self.board.split(rest);
            rest = others;
            sum ^= self.values.get(&part).copied().unwrap_or(0);
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
    fn next(&self, at: usize) -> Option<(Component, u8)> {
        let shown = &mut *self.shown.lock().unwrap_or_else(PoisonError::into_inner);
        if shown.forms.is_empty() {
            self.board.starts.iter().for_each(|&start| self.show_parts(start, shown));
        }
        let (form, set) = shown.forms.get(at)?.clone();
        if at >= shown.expanded {
            shown.expanded = at + 1;
            for step in self.board.moves.iter().filter(|step| step.needs & !set == 0) {
                self.show_parts(set & !step.gone, shown);
            }
        }
        let value = shown.values[&form];
        Some((form, value))
    }

    fn known(&self, component: &Component) -> Option<Nimber> {
        let shown = self.shown.lock().unwrap_or_else(PoisonError::into_inner);
        shown.values.get(component).map(|&value| Nimber(value.into()))
    }
}

impl ValueMap for Solved {
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
