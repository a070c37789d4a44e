//! Chomp on bars of chocolate: one array for all bars that fit into a box.
//!
//! Method: the definition, in lexicographic order of the bars, with ranks of Young diagrams. A bar
//! is a list of rows that never get longer. In lexicographic order, first row first, every bite
//! leads to an earlier bar, and the index of a bar is a sum over its rows of numbers that depend on
//! the row and its length alone: the number of bars that agree above and are shorter there, a
//! binomial coefficient. A bite at (r, c) cuts the rows from r on that are longer than c to the
//! length c, so its index is a sum of three numbers: one for the rows above r, one for column c and
//! all rows below, and one for (r, c); the first two are computed once per bar. Every bar of the
//! box is computed, because values are large and nearly all bars are reachable.
//!
//! Example, 2x2 (bars as lengths of rows; the first square of the first row cannot be taken):
//!
//! 1. The bar 1 has no bite: value 0.
//! 2. 1.1 and 2 lead to 1: value 1.
//! 3. 2.1 leads to 2 and 1.1, both of value 1: value 0.
//! 4. 2.2 leads to 2.1, 2 and 1.1, of values 0, 1 and 1.
//! 5. So 2x2 has value mex {0, 1} = 2.
//!
//! Cost: two bytes per bar, two or three nanoseconds per bite; C(rows + columns, rows) bars.
//! Limits: normal play, and a box of at most 2^40 bars and 2^16 squares.

use std::{ops::ControlFlow, sync::Arc};

use grundy_cert::{Answer, Claim, Solution, ValueMap};
use grundy_core::Nimber;
use grundy_games::{Bar, Component, Convention, Query, Question, Ruleset};

use crate::{
    solver::{Estimate, Refusal, Scope, Solver},
    support::budget::{Budget, Stopped},
};

/// The solver: computes an array of all bars in a box.
pub struct Chomp;

impl Solver for Chomp {
    fn name(&self) -> &'static str {
        "chomp"
    }

    fn scope(&self) -> Scope {
        Scope { conventions: &[Convention::Normal], questions: &[Question::ValueAndMoves] }
    }

    fn assess(&self, query: &Query) -> Result<Estimate, Refusal> {
        let space = space(query)?;
        let bars = space.count as f64;
        // An average over all bars of the box: a bar and its complement in the box have together as
        // many squares as the box.
        let bites = (space.rows * space.columns) as f64 / 2.0;
        let tables = 8.0 * (space.shorter.len() + space.rows * space.columns) as f64;
        Ok(Estimate { positions: bars, bytes: 2.0 * bars + tables, nanoseconds: bars * (40.0 + 3.0 * bites) })
    }

    fn solve(&self, query: &Query, budget: &mut Budget) -> Result<Solution, Stopped> {
        let space = space(query).expect("the query was accepted");
        let values = space.fill(budget)?;
        let map = ChompValues { space, values };
        let value = query.position.iter().filter_map(|term| map.value(&term.component)).sum();
        Ok(Solution { answer: Answer::Value(value), claims: vec![Claim::Positions(Arc::new(map))] })
    }
}

/// All bars of a box. The shorter side is the number of rows, so that a bar and its transpose,
/// which have equal values, share the box.
struct Space {
    /// The most rows of a bar, at least 1.
    rows: usize,
    /// The most squares of a row, at least the number of rows.
    columns: usize,
    /// The number of bars, with the one without rows, which is no position. Below 2^40.
    count: u64,
    /// For each row and each length, the number of bars that are shorter there and equal above. The
    /// entry of row r and length l is at index r (columns + 1) + l, and is C(n + l - 1, n) for the
    /// n = rows - r rows from r on: each of them has fewer than l squares.
    shorter: Vec<u64>,
}

/// Returns the box that holds every bar of the query in some orientation; refuses other queries.
fn space(query: &Query) -> Result<Space, Refusal> {
    let [Ruleset::Poset(_)] = &query.rulesets[..] else { return Err("only for one game on bars".into()) };
    let (mut short, mut long) = (1, 1);
    for term in &query.position {
        let Component::Bar(bar) = &term.component else { return Err("only for bars of chocolate".into()) };
        let (rows, columns) = (bar.rows().len(), bar.rows()[0] as usize);
        short = short.max(rows.min(columns));
        long = long.max(rows.max(columns));
    }
    Space::new(short, long).ok_or_else(|| "the box holds over 2^40 bars, or bars of over 2^16 squares".into())
}

impl Space {
    /// Returns the box with its table of counts; `None` if it has over 2^16 squares, or 2^40 bars
    /// or more. No entry is larger than the number of bars, and additions are checked.
    fn new(rows: usize, columns: usize) -> Option<Space> {
        if rows.checked_mul(columns)? > 1 << 16 {
            return None;
        }
        // Pascal's triangle, column by column: lists of k rows with lengths up to m.
        let mut lists = vec![1u64; rows + 1];
        let mut shorter = vec![0; rows * (columns + 1)];
        for length in 1..=columns {
            for row in 0..rows {
                shorter[row * (columns + 1) + length] = lists[rows - row];
            }
            for k in 1..=rows {
                lists[k] = lists[k].checked_add(lists[k - 1])?;
            }
        }
        let count = lists[rows];
        (count < 1 << 40).then_some(Space { rows, columns, count, shorter })
    }

    /// Returns the entry of the table of counts.
    fn shorter(&self, row: usize, length: usize) -> u64 {
        self.shorter[row * (self.columns + 1) + length]
    }

    /// Returns the index of a bar; `None` if it does not fit. A bar without rows would have the
    /// place 0; there is none, so places begin at 1 (a single square).
    fn place(&self, bar: &Bar) -> Option<usize> {
        let rows = bar.rows();
        if rows.len() > self.rows || rows[0] as usize > self.columns {
            return None;
        }
        let place: u64 = rows.iter().enumerate().map(|(row, &length)| self.shorter(row, length as usize)).sum();
        usize::try_from(place).ok()
    }

    /// Returns the value of every bar, by index. Returns [`Stopped`] over a limit. Value 0 at place
    /// 0 belongs to no position and is never read: the first square of the first row is not taken,
    /// so every option has a square left.
    ///
    /// The index of an option is `before + below - cut`: the rows above the bite as they are, then
    /// the index if all rows were cut at the column, less what the rows above have of that. The
    /// first is summed along the rows, the second computed once for a bar and column, the third
    /// once for the box; so a bite costs one lookup. A value is at most the number of bites, below
    /// 2^16, so `u16` holds it, and the set `seen` has a bit for each square of the box.
    fn fill(&self, budget: &mut Budget) -> Result<Vec<u16>, Stopped> {
        budget.hold(2 * self.count + 8 * (self.shorter.len() as u64 + (self.rows * self.columns) as u64))?;
        // For (r, c), the part of the index of the rows above r if they all have c squares.
        let mut above = vec![0; (self.rows + 1) * self.columns];
        for row in 0..self.rows {
            for column in 0..self.columns {
                above[(row + 1) * self.columns + column] =
                    above[row * self.columns + column] + self.shorter(row, column);
            }
        }
        let mut values = vec![0u16; self.count as usize];
        let mut bar = vec![0usize; self.rows];
        let mut below = vec![0; self.columns];
        let mut seen = vec![0u64; self.rows * self.columns / 64 + 1];
        // What a bar costs, in steps of the budget.
        let bites = (self.rows * self.columns / 16) as u32;
        for at in 1..values.len() {
            budget.solved(1)?;
            budget.charge(bites)?;
            self.next(&mut bar);
            self.columns_of(&bar, &above, &mut below);
            seen.fill(0);
            let mut before = 0;
            for (row, &length) in bar.iter().enumerate().take_while(|(_, length)| **length > 0) {
                let first = usize::from(row == 0);
                let cut = &above[row * self.columns..][..length];
                for (below, cut) in below[..length].iter().zip(cut).skip(first) {
                    let value = values[(before + below - cut) as usize];
                    seen[usize::from(value) / 64] |= 1 << (value % 64);
                }
                before += self.shorter(row, length);
            }
            // At most `length of seen - 1` words are full: a bar has at most as many bites as
            // squares, less one.
            let full = seen.iter().take_while(|word| **word == u64::MAX).count();
            values[at] = (full * 64) as u16 + seen[full].trailing_ones() as u16;
        }
        Ok(values)
    }

    /// Advances to the next bar. In lexicographic order: the last row that may grow grows by a
    /// square, and all rows below it end. At the last bar nothing changes.
    fn next(&self, bar: &mut [usize]) {
        let longer = |row: usize| bar[row] < if row == 0 { self.columns } else { bar[row - 1] };
        if let Some(row) = (0..bar.len()).rev().find(|&row| longer(row)) {
            bar[row] += 1;
            bar[row + 1..].fill(0);
        }
    }

    /// Computes for each column c the part of the index of the rows longer than c if they have c
    /// squares, and of the rows below them.
    fn columns_of(&self, bar: &[usize], above: &[u64], below: &mut [u64]) {
        let mut row = bar.len();
        let mut rest = 0;
        for (column, below) in below.iter_mut().enumerate().take(bar[0]) {
            while row > 0 && bar[row - 1] <= column {
                row -= 1;
                rest += self.shorter(row, bar[row]);
            }
            *below = above[row * self.columns + column] + rest;
        }
    }
}

/// A finished array, as a value map for the checker. A bar of the query may lie on either side, so
/// a lookup tries the transpose too.
struct ChompValues {
    /// The bars of the box, by which places in the array are found.
    space: Space,
    /// The value of each bar, by its number.
    values: Vec<u16>,
}

impl ValueMap for ChompValues {
    fn value(&self, component: &Component) -> Option<Nimber> {
        let Component::Bar(bar) = component else { return None };
        let place = self.space.place(bar).or_else(|| self.space.place(&bar.transposed()))?;
        self.values.get(place).map(|&value| Nimber(u64::from(value)))
    }

    fn count(&self) -> u64 {
        self.values.len() as u64 - 1
    }

    fn each(&self, visit: &mut dyn FnMut(&Component, Nimber) -> ControlFlow<()>) {
        let mut rows = vec![0; self.space.rows];
        for &value in &self.values[1..] {
            self.space.next(&mut rows);
            let bar = Bar::of(rows.iter().map(|&row| row as u32)).expect("rows never get longer");
            let component = Component::Bar(bar.transposed().min(bar));
            if visit(&component, Nimber(u64::from(value))).is_break() {
                return;
            }
        }
    }
}
