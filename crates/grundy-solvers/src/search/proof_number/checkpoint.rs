//! The checkpoint of this solver: the value table. The next search finds everything else again.
//!
//! A value is stored after the values that it depends on, so the table is closed whenever no worker
//! runs. Only then is it written: all workers return when a checkpoint is due, and then resume
//! their search from the start with the tables that they share.
//!
//! The first line has the encoding of positions and whether values were forgotten. Then there are
//! lines as those of the search with memoization; or, if positions are words, for each position its
//! word (eight bytes, little-endian) and its value (seven bits per byte).

use grundy_core::Nimber;
use grundy_games::{Cells, Component, Query, Ruleset};

use super::{SharedTables, graphs::Graphs, squares::Squares};
use crate::support::{
    budget::{Budget, Reason, Stopped},
    checkpointer::{ByteSink, FactStream, line, lines, read, rules},
};

/// The words for a table without and with forgotten values.
const WHOLE: &str = "whole";
const FORGOT: &str = "forgot";

/// How the positions of a game are encoded.
pub(super) enum Encoding<'g> {
    /// Shapes that fit into a box.
    Squares { game: &'g Squares, short: usize, long: usize },
    /// Any other graph.
    Graphs(&'g Graphs),
}

/// Writes and reads the value table of a query.
pub(super) struct ProofCheckpoint<'g> {
    pub query: &'g Query,
    pub encoding: Encoding<'g>,
}

impl ProofCheckpoint<'_> {
    /// Passes all values to the checkpointer. Requires that no worker runs.
    pub(super) fn keep(&self, tables: &SharedTables, budget: &mut Budget) {
        if budget.until_due().is_none() {
            return;
        }
        let state = if tables.value_table.is_whole() { WHOLE } else { FORGOT };
        let value_table = tables.value_table.read();
        let bytes = |sink: ByteSink<'_>| match self.encoding {
            Encoding::Squares { long, .. } => {
                let mut piece = Vec::new();
                let mut going = sink(format!("squares {long} {state}\n").as_bytes());
                for (key, value) in value_table.each() {
                    piece.clear();
                    piece.extend(key.to_le_bytes());
                    put_number(&mut piece, value);
                    going = going && sink(&piece);
                }
            }
            Encoding::Graphs(game) => {
                let mut going = sink(format!("graphs {state}\n").as_bytes());
                for (key, value) in value_table.each() {
                    going = going && sink(line(self.ruleset(), &game.component(key), Nimber(value)).as_bytes());
                }
            }
        };
        budget.keep_facts(FactStream { count: value_table.each().count() as u64, bytes: &bytes });
    }

    fn ruleset(&self) -> &Ruleset {
        &self.query.rulesets[0]
    }

    /// Reads the values of an earlier search into the table.
    ///
    /// A value is believed if its position is one of this game, in the range of the query, and the
    /// value is at most the number of moves; the checker verifies it with the claim. If the earlier
    /// search had forgotten values, so has this one, and its claim is not checked.
    pub(super) fn resume(&self, tables: &SharedTables, budget: &mut Budget) -> Result<(), Stopped> {
        let Some(facts) = budget.resume() else { return Ok(()) };
        let held = facts.len() as u64;
        budget.hold(held)?;
        let end = facts.iter().position(|&byte| byte == b'\n').unwrap_or(facts.len());
        let (head, facts) = (String::from_utf8_lossy(&facts[..end]), facts.get(end + 1..).unwrap_or(&[]));
        let words: Vec<&str> = head.split(' ').collect();
        let whole = match words[..] {
            ["squares", long, state @ (WHOLE | FORGOT)] => {
                let long = long.parse().ok().filter(|long| (1..=64).contains(long));
                let long = long.ok_or_else(|| budget.unreadable("it does not state the width of its boards"))?;
                self.take_shapes(long, facts, tables, budget)?;
                state == WHOLE
            }
            ["graphs", state @ (WHOLE | FORGOT)] => {
                self.take_lines(facts, tables, budget)?;
                state == WHOLE
            }
            _ => return Err(budget.unreadable("it does not state the encoding of its positions")),
        };
        if !whole {
            tables.value_table.note_forgotten();
        } else if !tables.value_table.is_whole() {
            return Err(budget.stopped(Reason::Memory(budget.most_bytes())));
        }
        budget.release(held);
        Ok(())
    }

    /// Reads shapes as words in a box of this width, which may differ from that of the query.
    fn take_shapes(
        &self,
        long: usize,
        mut facts: &[u8],
        tables: &SharedTables,
        budget: &mut Budget,
    ) -> Result<(), Stopped> {
        while !facts.is_empty() {
            budget.charge(4)?;
            let fact = take_shape(&mut facts).and_then(|(word, value)| Some((shape(long, word)?, value)));
            let (cells, value) = fact.ok_or_else(|| budget.unreadable("one of its boards is not a connected shape"))?;
            self.put(&Component::Cells(cells), value, tables, budget)?;
        }
        Ok(())
    }

    /// Reads lines as those of the search with memoization.
    fn take_lines(&self, facts: &[u8], tables: &SharedTables, budget: &mut Budget) -> Result<(), Stopped> {
        let rules = rules(self.query);
        let wrong = |budget: &Budget, at: usize| {
            budget.unreadable(format!("its fact {} is not about {}", at + 1, self.query.game_text()))
        };
        for (at, fact) in lines(facts).ok_or_else(|| wrong(budget, 0))?.enumerate() {
            budget.charge(16)?;
            let (component, value) = read(&rules[0], fact).ok_or_else(|| wrong(budget, at))?;
            self.put(&component, value.0, tables, budget)?;
        }
        Ok(())
    }

    /// Stores a value; refuses one that contradicts the table, or does not fit the boards of the
    /// query.
    fn put(
        &self,
        component: &Component,
        value: u64,
        tables: &SharedTables,
        budget: &mut Budget,
    ) -> Result<(), Stopped> {
        let mut bytes = 0;
        let key = match (&self.encoding, component) {
            (Encoding::Graphs(game), _) => {
                let (key, new) = game.key(component);
                bytes = new;
                Some(key)
            }
            (Encoding::Squares { game, short, long }, Component::Cells(cells)) => {
                let (rows, columns) = (cells.rows(), cells.columns());
                let fits = rows.min(columns) <= *short && rows.max(columns) <= *long;
                fits.then(|| game.key(cells)).flatten()
            }
            (Encoding::Squares { .. }, _) => None,
        };
        let Some(key) = key else {
            let about = self.query.position_text();
            return Err(budget.unreadable(format!("it has larger boards than {about}, which would be lost")));
        };
        if value > most_moves(component) {
            return Err(budget.unreadable("it has a value that is greater than the number of moves"));
        }
        let value_table = tables.value_table.read();
        if let Some(stored) = value_table.get(key) {
            let why = "it has two values for one position";
            return if stored == value { Ok(()) } else { Err(budget.unreadable(why)) };
        }
        value_table.put(key, value);
        let crowded = value_table.wants_room();
        drop(value_table);
        budget.hold(bytes)?;
        if crowded { tables.make_room(budget) } else { Ok(()) }
    }
}

/// Returns a bound on the number of moves in a component, and so on its value: two moves per vertex
/// and two per edge.
fn most_moves(component: &Component) -> u64 {
    match component {
        Component::Cells(cells) => 6 * cells.places().count() as u64,
        Component::Graph(graph) => 2 * (u64::from(graph.vertices()) + graph.edges().len() as u64),
        _ => 0,
    }
}

/// Returns the shape of a word in a box of this width; `None` if the word is not one connected
/// shape.
fn shape(long: usize, word: u64) -> Option<Cells> {
    let free: Vec<bool> = (0..64usize.div_ceil(long) * long).map(|at| at < 64 && word >> at & 1 == 1).collect();
    let mut parts = Cells::parts(long, &free);
    parts.pop().filter(|_| parts.is_empty())
}

/// Appends a number with seven bits per byte, the least first; the highest bit is set if more
/// follow.
fn put_number(bytes: &mut Vec<u8>, mut number: u64) {
    while number > 127 {
        bytes.push(number as u8 | 128);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// Reads a word and its value; `None` if the bytes are malformed. A number has at most ten bytes;
/// one over 64 bits is malformed.
fn take_shape(facts: &mut &[u8]) -> Option<(u64, u64)> {
    let (word, rest) = facts.split_first_chunk::<8>()?;
    let length = 1 + rest.iter().take(9).take_while(|&&byte| byte > 127).count();
    let (number, rest) = rest.split_at_checked(length)?;
    *facts = rest;
    let value =
        number.iter().rev().try_fold(0u64, |value, &byte| value.checked_mul(128)?.checked_add(u64::from(byte & 127)));
    Some((u64::from_le_bytes(*word), value?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_every_length_come_back() {
        for number in (0..64).flat_map(|bit| [1u64 << bit, (1 << bit) - 1]).chain([u64::MAX, u64::MAX - 1]) {
            let mut bytes = 7u64.to_le_bytes().to_vec();
            put_number(&mut bytes, number);
            for end in 0..bytes.len() {
                assert_eq!(take_shape(&mut &bytes[..end]), None, "{number} cut at {end}");
            }
            bytes.push(9);
            let mut facts = &bytes[..];
            assert_eq!((take_shape(&mut facts), facts), (Some((7, number)), &[9][..]));
        }
        let long = [&[0; 8][..], &[255; 9], &[2]].concat();
        assert_eq!(take_shape(&mut &long[..]), None, "over 64 bits");
    }
}
