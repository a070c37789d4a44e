//! The checkpoint of this solver: the rows that are known, which are the first ones.
//!
//! A row follows from the rows before it, so these facts are closed. They are bits and not lines of
//! text, since a box has up to 2^33 positions: the number of rows, then their words. All numbers
//! have 64 bits, the lowest byte first. A checkpoint is about one position, so the box is the same.
//! Some of the rows are computed again as they are read; the checker verifies what the answer rests
//! on.

use super::{
    DigitBoard,
    rows::{NextRow, PositionBits},
};
use crate::support::{
    budget::{Budget, Stopped},
    checkpointer::{ByteSink, FactStream},
};

/// At most this many of the rows that are read are computed again.
const SAMPLE: usize = 64;

/// The words that are written at once.
const PIECE: usize = 1 << 10;

/// Passes the rows below this one to the checkpointer of the budget. Does nothing without a
/// checkpointer. Ends early if the sink wants no more.
pub(super) fn keep(board: &DigitBoard, lost: &PositionBits, rows: usize, budget: &mut Budget) {
    if budget.until_due().is_none() {
        return;
    }
    let bytes = |sink: ByteSink<'_>| {
        let mut go_on = sink(&(rows as u64).to_le_bytes());
        for words in lost.first(rows).chunks(PIECE) {
            let piece: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
            go_on = go_on && sink(&piece);
        }
    };
    budget.keep_facts(FactStream { count: rows as u64 * board.radix() as u64, bytes: &bytes });
}

/// Reads the rows of an earlier search; returns how many they are.
///
/// Zero without a checkpoint. Bytes that do not fit the box, and a sampled row that does not follow
/// from the rows before it, are `Unreadable`; rows between the samples are verified only by the
/// checker, and only as far as the proof needs them.
pub(super) fn resume(board: &DigitBoard, lost: &mut PositionBits, budget: &mut Budget) -> Result<usize, Stopped> {
    let Some(facts) = budget.resume() else { return Ok(0) };
    let held = facts.len() as u64;
    budget.hold(held)?;
    let rows = read(board, lost, &facts).ok_or_else(|| budget.unreadable("it does not hold rows of this box"))?;
    let mut next = NextRow::new(board, lost.width, budget)?;
    // From the last one down.
    let apart = rows.div_ceil(SAMPLE).max(1);
    for row in (0..rows).rev().step_by(apart) {
        if !lost.agrees(&mut next, row, budget)? {
            return Err(budget.unreadable(format!("its row {} does not follow from the rules", row + 1)));
        }
    }
    next.release(budget);
    budget.release(held);
    Ok(rows)
}

/// Fills in rows from bytes; `None` if they are not those of rows of this box. The number of words
/// has to be that of the rows exactly.
fn read(board: &DigitBoard, lost: &mut PositionBits, facts: &[u8]) -> Option<usize> {
    let (words, []) = facts.as_chunks::<8>() else { return None };
    let (&rows, words) = words.split_first()?;
    let rows = usize::try_from(u64::from_le_bytes(rows)).ok().filter(|&rows| rows <= board.rows())?;
    let below = lost.below(rows);
    if below.len() != words.len() {
        return None;
    }
    below.iter_mut().zip(words).for_each(|(word, bytes)| *word = u64::from_le_bytes(*bytes));
    Some(rows)
}
