//! The meaning of games on orders: a move takes an element and all elements above it.
//!
//! A bar of chocolate is the order of its squares, in which a square is above the squares to its
//! left and over it. Its corner is poison and not an element, so that a player who is left with the
//! corner cannot move (Chomp). A bar without a square at (1, 1) splits into its first row and its
//! first column. Any other order is explicit: a [`Graph`] with edges from lower to upper elements.
//!
//! ```
//! use grundy_core::{Fault, Game};
//! use grundy_games::{Bar, Component, PosetRules, Ruleset};
//!
//! // Chomp on a bar of five squares, one of which is poison.
//! let bar = Bar::of([3, 2]).unwrap();
//! assert_eq!((bar.to_string(), bar.transposed().to_string()), ("3.2".into(), "2.2.1".into()));
//! let mut options = 0;
//! let visited: Result<(), Fault> = Ruleset::Poset(PosetRules).options(&Component::Bar(bar), |_| {
//!     options += 1;
//!     Ok(())
//! });
//! assert_eq!((visited, options), (Ok(()), 4));
//! ```
//!
//! *Faults:* none; the parser refuses orders of over 4096 elements and bars with sides of over
//! 65,536 squares. *Cost:* an option of a bar costs its rows, one of an order a search upwards.

pub(crate) mod board;
pub(crate) mod read;

use std::fmt;

use grundy_core::Fault;

use crate::boards::graph::Graph;

/// The rules of a game on orders: take an element and all elements above it.
///
/// Chomp, the superset game and Hackenbush on trees are such games.
///
/// ```text
/// chomp 2x2 (the corner at the upper left is poison)
///   bite row 1, column 2 leaves 2x1, the first column
///   bite row 2, column 1 leaves 1x2, the first row
///   bite row 2, column 2 leaves 2.1: 1x2 + 2x1, whose values cancel
/// so the last one wins
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PosetRules;

/// The most squares on a side of a bar.
///
/// The parser refuses larger bars.
pub const LONGEST_BAR: u64 = 1 << 16;

/// The most elements, and the most pairs, of an order.
///
/// The parser refuses larger orders.
pub const MOST_ELEMENTS: u64 = 1 << 12;

/// A bar of chocolate: the number of squares of each row, the longest row first. The corner is
/// poison.
///
/// It is a partition of a number: rows do not grow from the top down.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Bar {
    /// Not empty, without empty rows, not increasing.
    rows: Vec<u32>,
}

impl Bar {
    /// Returns the bar of these rows; `None` if a row is longer than the one before it. Omits empty
    /// rows; without any row, the bar is the corner.
    pub fn of(rows: impl IntoIterator<Item = u32>) -> Option<Bar> {
        let mut rows: Vec<u32> = rows.into_iter().collect();
        rows.retain(|&row| row > 0);
        if rows.is_empty() {
            rows.push(1);
        }
        rows.is_sorted_by(|a, b| a >= b).then_some(Bar { rows })
    }

    /// Returns the number of squares of each row.
    ///
    /// The first row is the longest one; it has at least the poison.
    pub fn rows(&self) -> &[u32] {
        &self.rows
    }

    /// Returns the bar that equals this sum of parts of a bar: the corner if there is none, the
    /// part if there is one, and a row and a column as the arms of one bar. `None` for other sums.
    pub fn joined(parts: &[&Bar]) -> Option<Bar> {
        match parts {
            [] => Some(Bar { rows: vec![1] }),
            [part] => Some((*part).clone()),
            [row, column] if row.rows.len() == 1 && column.rows[0] == 1 => {
                Some(Bar { rows: row.rows.iter().copied().chain(column.rows[1..].iter().copied()).collect() })
            }
            [column, row] if row.rows.len() == 1 && column.rows[0] == 1 => Bar::joined(&[*row, *column]),
            _ => None,
        }
    }

    /// Returns the bar with rows and columns exchanged.
    ///
    /// The game is the same, so the value is.
    pub fn transposed(&self) -> Bar {
        let columns = 0..self.rows[0];
        let count = |column: u32| self.rows.partition_point(|&row| row > column) as u32;
        Bar { rows: columns.map(count).collect() }
    }

    /// Returns the parts that remain without this square and all squares right of it and below it.
    ///
    /// If the second row has at most one square, what is left is an arm to the right and an arm
    /// downwards, with the poison in the corner. No bite reaches from one arm into the other, so
    /// they are two components; an arm of the poison alone is none.
    fn bitten(&self, row: usize, column: u32) -> Vec<Bar> {
        let cut = |(at, &length): (usize, &u32)| if at < row { length } else { length.min(column) };
        let rows: Vec<u32> = self.rows.iter().enumerate().map(cut).filter(|&length| length > 0).collect();
        let arms = if rows.get(1).is_none_or(|&second| second == 1) {
            vec![vec![rows[0]], vec![1; rows.len()]]
        } else {
            vec![rows]
        };
        let alive = arms.into_iter().filter(|rows| rows.len() > 1 || rows[0] > 1);
        alive.map(|rows| Bar { rows }).collect()
    }
}

impl PosetRules {
    /// Calls `visit` with the parts that each move on a bar leaves.
    pub(crate) fn bar<E: From<Fault>>(
        self,
        bar: &Bar,
        mut visit: impl FnMut(Vec<Bar>) -> Result<(), E>,
    ) -> Result<(), E> {
        for (row, &length) in bar.rows.iter().enumerate() {
            for column in u32::from(row == 0)..length {
                visit(bar.bitten(row, column))?;
            }
        }
        Ok(())
    }

    /// Calls `visit` with the element that each move on an order takes, and with the parts that it
    /// leaves.
    ///
    /// The elements above the taken one are found by a search upwards with a stack in place of
    /// recursion. Cost: one such search for each element.
    pub(crate) fn order<E: From<Fault>>(
        self,
        order: &Graph,
        mut visit: impl FnMut(u32, Vec<Graph>) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut above = vec![Vec::new(); order.vertices() as usize];
        order.edges().iter().for_each(|&(low, high)| above[low as usize].push(high));
        for taken in 0..order.vertices() {
            let mut stays = vec![true; order.vertices() as usize];
            stays[taken as usize] = false;
            let mut open = vec![taken];
            while let Some(element) = open.pop() {
                let higher = above[element as usize].iter().copied();
                open.extend(higher.filter(|&high| std::mem::replace(&mut stays[high as usize], false)));
            }
            visit(taken, order.parts(&stays, |_| true))?;
        }
        Ok(())
    }
}

impl fmt::Display for PosetRules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("take element with all above")
    }
}

/// `3x4` for a whole bar, else its rows: `4.4.2`.
impl fmt::Display for Bar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.rows.iter().all(|row| *row == self.rows[0]) {
            return write!(f, "{}x{}", self.rows.len(), self.rows[0]);
        }
        let rows: Vec<String> = self.rows.iter().map(u32::to_string).collect();
        f.write_str(&rows.join("."))
    }
}
