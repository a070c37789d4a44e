//! The positions that the proof of an answer needs: the start, its options, all options of a lost
//! position, and one lost option of a won one.
//!
//! Each position is represented by that of its normal form, as the checker looks it up: a bag
//! without moves by the one without letters that moves take, and letters that no rule distinguishes
//! by descending counts.

use super::{DigitBoard, RowPosition, rows::PositionBits};
use crate::support::budget::{Budget, Stopped};

/// Returns what the proof needs.
///
/// An option that is needed already is preferred for a won position, which keeps the claim small;
/// it is not the smallest claim. The options of the start are all needed: which of its moves win is
/// read off them. Cost: the options of each needed position, once.
pub(super) fn needed(board: &DigitBoard, lost: &PositionBits, budget: &mut Budget) -> Result<PositionBits, Stopped> {
    let mut found = ProofPositions { needed: PositionBits::new(board, budget)?, open: Vec::new() };
    let (mut digits, mut options): (Vec<u32>, Vec<RowPosition>) = (Vec::new(), Vec::new());
    board.unpacked(board.start(), &mut digits);
    let first = normal(board, &mut digits);
    found.add(first, budget)?;
    options_of(board, first, &mut digits, &mut options);
    options.iter().try_for_each(|&option| found.add(option, budget))?;
    while let Some(at) = found.open.pop() {
        options_of(board, at, &mut digits, &mut options);
        budget.charge(8 + 4 * options.len() as u32)?;
        if lost.has(at) {
            options.iter().try_for_each(|&option| found.add(option, budget))?;
            continue;
        }
        let winning = || options.iter().copied().filter(|&option| lost.has(option));
        let known = winning().find(|&option| found.needed.has(option));
        known.or(winning().next()).map_or(Ok(()), |option| found.add(option, budget))?;
    }
    budget.release((found.open.capacity() * size_of::<RowPosition>()) as u64);
    Ok(found.needed)
}

/// The positions found so far, and those whose options are still to be looked at.
struct ProofPositions {
    /// The positions that the proof needs.
    needed: PositionBits,
    /// Those of them whose options are still to be looked at.
    open: Vec<RowPosition>,
}

impl ProofPositions {
    /// Marks a position and queues it, unless it is marked. The capacity of the queue doubles, and
    /// is counted before it does.
    fn add(&mut self, at: RowPosition, budget: &mut Budget) -> Result<(), Stopped> {
        if self.needed.has(at) {
            return Ok(());
        }
        self.needed.set(at);
        if self.open.len() == self.open.capacity() {
            let more = self.open.len().max(64);
            budget.hold((more * size_of::<RowPosition>()) as u64)?;
            self.open.reserve_exact(more);
        }
        self.open.push(at);
        Ok(())
    }
}

/// The options of a position, in normal form.
fn options_of(board: &DigitBoard, at: RowPosition, digits: &mut Vec<u32>, options: &mut Vec<RowPosition>) {
    options.clear();
    board.unpacked(at, digits);
    let last = board.digits.len().saturating_sub(1);
    let over: Vec<bool> = (0..board.bags.len()).map(|bag| board.ends(bag, digits)).collect();
    let mut left = Vec::with_capacity(digits.len());
    for step in &board.moves {
        if over[step.bag] || digits[last] < step.last || step.takes.iter().any(|&(digit, count)| digits[digit] < count)
        {
            continue;
        }
        left.clone_from(digits);
        left[last] -= step.last;
        step.takes.iter().for_each(|&(digit, count)| left[digit] -= count);
        options.push(normal(board, &mut left));
    }
}

/// The position of the normal form of these digits.
fn normal(board: &DigitBoard, digits: &mut [u32]) -> RowPosition {
    for bag in 0..board.bags.len() {
        if !board.moves(bag, digits) {
            board.bags[bag].digits.iter().flatten().for_each(|&digit| digits[digit] = 0);
        }
    }
    match &board.bags[..] {
        [start] if board.symmetric => {
            let mut counts: Vec<u32> = start.digits.iter().flatten().map(|&digit| digits[digit]).collect();
            counts.sort_unstable_by(|a, b| b.cmp(a));
            start.digits.iter().flatten().zip(counts).for_each(|(&digit, count)| digits[digit] = count);
            board.packed(digits)
        }
        [_] | [] => board.packed(digits),
        _ => board.find(&board.sum(digits)).unwrap_or_else(|| board.packed(digits)),
    }
}
