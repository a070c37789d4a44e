//! Rows of bits: the positions that differ in the last digit alone.
//!
//! The mover loses a position exactly if there is a move (else the mover wins, as the other player
//! made the last move) and every move leads to a position that the next mover wins. So with
//! `reached` the set of positions with a move to a lost one and `moved` the set with any move, a
//! row is `moved & !reached`. Moves between rows need only earlier rows; moves within the row need
//! its own lower bits, so their effect is found bit by bit in ascending order, after the others.

use grundy_games::Ending;

use super::{DigitBoard, DigitMove, RowPosition};
use crate::support::budget::{Budget, Reason, Stopped};

/// A bit for each position of a board.
pub(super) struct PositionBits {
    /// Row by row; the bits past the last position of a row are 0.
    bits: Vec<u64>,
    /// The words of a row.
    pub(super) width: usize,
}

/// How many words the bits of a row take.
pub(super) fn words(radix: usize) -> usize {
    radix.div_ceil(64)
}

impl PositionBits {
    /// No bit is set. Returns [`Stopped`] if the bits exceed the memory.
    pub(super) fn new(board: &DigitBoard, budget: &mut Budget) -> Result<PositionBits, Stopped> {
        let width = words(board.radix());
        let many = board.rows().checked_mul(width).filter(|many| many.checked_mul(8).is_some());
        let many = many.ok_or_else(|| budget.stopped(Reason::Memory(budget.most_bytes())))?;
        budget.hold(8 * many as u64)?;
        Ok(PositionBits { bits: vec![0; many], width })
    }

    /// Returns whether the bit of a position is set.
    pub(super) fn has(&self, (row, last): RowPosition) -> bool {
        self.bits[row * self.width + last as usize / 64] >> (last % 64) & 1 == 1
    }

    /// Sets the bit of a position.
    pub(super) fn set(&mut self, (row, last): RowPosition) {
        self.bits[row * self.width + last as usize / 64] |= 1 << (last % 64);
    }

    /// Returns the words of a row.
    pub(super) fn row(&self, row: usize) -> &[u64] {
        &self.bits[row * self.width..(row + 1) * self.width]
    }

    /// Returns the number of bits that are set.
    pub(super) fn count(&self) -> u64 {
        self.bits.iter().map(|word| u64::from(word.count_ones())).sum()
    }

    /// The positions that the mover loses: a move is left, and all moves lead to positions that the
    /// mover wins. `keep` gets the rows that are known, when a checkpoint is due and at the end;
    /// those below `known` are known already. Rows that are known when a limit ends the work are
    /// kept too.
    pub(super) fn fill(
        &mut self,
        board: &DigitBoard,
        known: usize,
        keep: impl Fn(&PositionBits, usize, &mut Budget),
        budget: &mut Budget,
    ) -> Result<(), Stopped> {
        let mut at = known;
        let filled = self.fill_from(board, &mut at, &keep, budget);
        if at > known || filled.is_ok() {
            keep(self, at, budget);
        }
        filled
    }

    /// Computes the rows from `at` on, and moves `at` on with them.
    fn fill_from(
        &mut self,
        board: &DigitBoard,
        at: &mut usize,
        keep: &impl Fn(&PositionBits, usize, &mut Budget),
        budget: &mut Budget,
    ) -> Result<(), Stopped> {
        let mut next = NextRow::new(board, self.width, budget)?;
        let mut now = Vec::new();
        board.unpacked((*at, 0), &mut now);
        while *at < board.rows() {
            let bits = next.row(*at, &now, self, budget)?;
            self.bits[*at * self.width..(*at + 1) * self.width].copy_from_slice(bits);
            *at += 1;
            step(board, &mut now);
            budget.solved(board.radix() as u64)?;
            if budget.is_due() {
                keep(self, *at, budget);
            }
        }
        next.release(budget);
        Ok(())
    }

    /// Whether a row is the one that follows from the rows before it.
    pub(super) fn agrees(&self, next: &mut NextRow<'_>, row: usize, budget: &mut Budget) -> Result<bool, Stopped> {
        let mut now = Vec::new();
        next.board.unpacked((row, 0), &mut now);
        Ok(next.row(row, &now, self, budget)? == self.row(row))
    }

    /// The words of the rows below this one.
    pub(super) fn first(&self, rows: usize) -> &[u64] {
        &self.bits[..rows * self.width]
    }

    /// The words of the rows below this one, to be filled.
    pub(super) fn below(&mut self, row: usize) -> &mut [u64] {
        &mut self.bits[..row * self.width]
    }
}

/// Computes a row from those before it.
pub(super) struct NextRow<'b> {
    /// The bags with their moves.
    board: &'b DigitBoard,
    /// The bag of the last digit.
    own: Option<usize>,
    /// The moves within a row, of each bag in its order.
    along: Vec<&'b DigitMove>,
    /// The moves between rows, of each bag in its order.
    across: Vec<&'b DigitMove>,
    /// The sets of the row that is computed, whose memory is reused.
    row: RowFacts,
}

impl<'b> NextRow<'b> {
    pub(super) fn new(board: &'b DigitBoard, width: usize, budget: &mut Budget) -> Result<NextRow<'b>, Stopped> {
        budget.hold(RowFacts::bytes(width))?;
        let own = board.digits.last().map(|digit| digit.bag);
        let (along, across) = board.moves.iter().partition(|step| step.rows == 0);
        Ok(NextRow { board, own, along, across, row: RowFacts::new(width) })
    }

    pub(super) fn release(self, budget: &mut Budget) {
        budget.release(RowFacts::bytes(self.row.over.len()));
    }

    /// The bits of a row with these digits. `now` has the digits of the row; only its last one is
    /// not read. Requires that all rows before are known.
    fn row(&mut self, row: usize, now: &[u32], lost: &PositionBits, budget: &mut Budget) -> Result<&[u64], Stopped> {
        let NextRow { board, own, along, across, row: row_of } = self;
        let (width, own) = (lost.width, *own);
        budget.charge(u32::try_from(width / 8).unwrap_or(u32::MAX))?;
        row_of.clear();
        let over: Vec<bool> = (0..board.bags.len()).map(|bag| Some(bag) != own && board.ends(bag, now)).collect();
        for step in across {
            budget.charge(1)?;
            if over[step.bag] || step.takes.iter().any(|&(digit, count)| now[digit] < count) {
                continue;
            }
            let is_own = Some(step.bag) == own;
            let from = (row - step.rows) * width;
            let (reached, moved) = row_of.sets(is_own);
            or_up(reached, &lost.bits[from..from + width], step.last as usize, budget)?;
            or_ones(moved, step.last as usize);
        }
        if let Some(own) = own {
            for step in along.iter() {
                budget.charge(u32::try_from(width / 16).unwrap_or(u32::MAX))?;
                or_ones(&mut row_of.own_moved, step.last as usize);
            }
            end_of_row(board, own, now, &mut row_of.over);
        }
        row_of.join();
        let radix = board.radix();
        let bits = &mut row_of.bits;
        for (at, bits) in bits.iter_mut().enumerate() {
            *bits = row_of.moved[at] & !row_of.reached[at];
        }
        if let Some(rest) = bits.last_mut() {
            *rest &= u64::MAX >> ((64 - radix % 64) % 64);
        }
        if along.is_empty() {
            return Ok(bits);
        }
        let word = u32::try_from(along.len().saturating_mul(16)).unwrap_or(u32::MAX);
        for at in 0..radix {
            if at % 64 == 0 {
                budget.charge(word)?;
            }
            let over = row_of.over[at / 64] >> (at % 64) & 1 == 1;
            let has = |at: usize| bits[at / 64] >> (at % 64) & 1 == 1;
            let leads = |step: &&DigitMove| at.checked_sub(step.last as usize).is_some_and(has);
            if has(at) && !over && along.iter().any(leads) {
                bits[at / 64] &= !(1 << (at % 64));
            }
        }
        Ok(bits)
    }
}

/// The digits of the next row; the last digit stays.
pub(super) fn step(board: &DigitBoard, now: &mut [u32]) {
    let outer = board.digits.len().saturating_sub(1);
    for (digit, count) in board.digits[..outer].iter().zip(&mut now[..outer]).rev() {
        if *count < digit.most {
            *count += 1;
            return;
        }
        *count = 0;
    }
}

/// What is known of a row.
struct RowFacts {
    /// The positions that the mover loses.
    bits: Vec<u64>,
    /// Where a move leads to a lost position.
    reached: Vec<u64>,
    /// Where there is a move.
    moved: Vec<u64>,
    /// As `reached`, by moves in the bag of the last digit, before the ends of the game in it
    /// count.
    own_reached: Vec<u64>,
    /// As `moved`, by these moves.
    own_moved: Vec<u64>,
    /// Where the game is over in the bag of the last digit.
    over: Vec<u64>,
}

impl RowFacts {
    fn new(width: usize) -> RowFacts {
        let none = || vec![0; width];
        RowFacts { bits: none(), reached: none(), moved: none(), own_reached: none(), own_moved: none(), over: none() }
    }

    /// The memory of all sets.
    fn bytes(width: usize) -> u64 {
        48 * width as u64
    }

    /// Empties all sets but `bits`, which is overwritten.
    fn clear(&mut self) {
        let all = [&mut self.reached, &mut self.moved, &mut self.own_reached, &mut self.own_moved, &mut self.over];
        all.into_iter().for_each(|bits| bits.fill(0));
    }

    /// The sets for moves in the bag of the last digit, or for those in other bags.
    fn sets(&mut self, own: bool) -> (&mut [u64], &mut [u64]) {
        if own { (&mut self.own_reached, &mut self.own_moved) } else { (&mut self.reached, &mut self.moved) }
    }

    /// Adds the moves in the bag of the last digit, where the game is not over in it.
    fn join(&mut self) {
        for at in 0..self.over.len() {
            self.reached[at] |= self.own_reached[at] & !self.over[at];
            self.moved[at] |= self.own_moved[at] & !self.over[at];
        }
    }
}

/// The words of a row between two looks at the limits.
const PIECE: usize = 1 << 14;

/// Adds bits that are moved up. A bit goes `by` places up; what leaves the row at the top is no
/// position. Bits past the last position may be set and are removed at the end of the row.
fn or_up(into: &mut [u64], from: &[u64], by: usize, budget: &mut Budget) -> Result<(), Stopped> {
    let (words, bits) = (by / 64, by % 64);
    for start in (words..into.len()).step_by(PIECE) {
        let end = into.len().min(start.saturating_add(PIECE));
        budget.charge((end - start) as u32 / 4)?;
        for at in start..end {
            let low = from[at - words] << bits;
            let carried = if bits > 0 && at > words { from[at - words - 1] >> (64 - bits) } else { 0 };
            into[at] |= low | carried;
        }
    }
    Ok(())
}

/// Sets all bits from this one on.
fn or_ones(into: &mut [u64], from: usize) {
    for (at, word) in into.iter_mut().enumerate().skip(from / 64) {
        *word |= if at == from / 64 { u64::MAX << (from % 64) } else { u64::MAX };
    }
}

/// Sets the bits below this one.
fn or_low(into: &mut [u64], end: u64) {
    for (word, start) in into.iter_mut().zip((0u64..).step_by(64)) {
        match end.saturating_sub(start) {
            0 => {}
            many @ 1..64 => *word |= (1 << many) - 1,
            _ => *word = u64::MAX,
        }
    }
}

/// Sets the places of a row at which the game is over in the bag of the last digit. The counts of
/// the other letters of the bag are the same along the row, so each ending holds on an interval of
/// the last count, or on the even ones.
pub(super) fn end_of_row(board: &DigitBoard, own: usize, now: &[u32], over: &mut [u64]) {
    let last = board.digits.len() - 1;
    let start = &board.bags[own];
    let others = || {
        let all = start.digits.iter().zip(board.counts(own, now));
        all.filter(|(digit, _)| **digit != Some(last)).map(|(_, count)| u64::from(count))
    };
    match &board.until {
        None | Some(Ending::EndsWith(_) | Ending::Increasing) => {}
        Some(Ending::Distinct) if others().all(|count| count <= 1) => or_low(over, 2),
        Some(Ending::EachAtMost(most)) if others().all(|count| count <= *most) => {
            or_low(over, most.saturating_add(1));
        }
        Some(Ending::LengthAtMost(most)) => {
            if let Some(rest) = most.checked_sub(others().sum()) {
                or_low(over, rest.saturating_add(1));
            }
        }
        Some(Ending::DistinctAtMost(most)) => match (others().filter(|&count| count > 0).count() as u64).cmp(most) {
            std::cmp::Ordering::Less => or_ones(over, 0),
            std::cmp::Ordering::Equal => or_low(over, 1),
            std::cmp::Ordering::Greater => {}
        },
        Some(Ending::AnagramOfPalindrome) => match others().filter(|count| count % 2 == 1).count() {
            0 => or_ones(over, 0),
            1 => over.fill(0x5555_5555_5555_5555),
            _ => {}
        },
        Some(Ending::Contains(_)) => {
            for word in &start.ends {
                let needs = start.digits.iter().zip(word).filter(|(digit, _)| **digit != Some(last));
                if others().zip(needs).all(|(count, (_, &need))| count >= u64::from(need)) {
                    let own = start.digits.iter().position(|digit| *digit == Some(last));
                    or_ones(over, own.map_or(0, |letter| word[letter] as usize));
                }
            }
        }
        Some(Ending::Distinct | Ending::EachAtMost(_)) => {}
    }
}
