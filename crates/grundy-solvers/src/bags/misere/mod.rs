//! Bags in misère play: who wins every position of the box of letter counts.
//!
//! Method: the definition, in ascending order of the counts. A position is a number with a digit
//! for each letter that some move takes; those of several bags stand side by side, since sums do
//! not split in misère play. Positions that differ in the last digit are a row of bits, one for
//! each position that the mover loses, and a move leads from a whole row to another one by a shift
//! (`rows.rs`). The claim holds only what the proof of the answer needs (`proof.rs`): a lost
//! position with all of its options, a won one with a lost option. A checkpoint holds the rows
//! that are known (`checkpoint.rs`).
//!
//! Example, taking single letters from {ab}:
//!
//! 1. A position is two digits, the counts of a and b. The mover wins 00: the other player made the
//!    last move.
//! 2. 01 and 10 lead to 00 alone, which the other player wins then: both are lost.
//! 3. 11 leads to 01, which is lost: the mover wins.
//!
//! Cost: a bit for each position, twice, and a few steps for each row and move. Limits: at most
//! 2^33 positions and four bags.
//!
//! Source: the definition. Misère outcomes of sums do not follow from those of their parts (J. H.
//! Conway, On Numbers and Games, chapter 12), so no theory of values is used.

mod checkpoint;
mod claim;
mod proof;
mod rows;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use grundy_cert::{Answer, Claim, Solution, Sums};
use grundy_core::Outcome;
use grundy_games::{Bag, BagRules, Convention, Ending, Query, Question, WordList};

use super::{lattice::BagMoves, lexicon::Lexicon, lists, moves, read, table::counts};
use crate::{
    solver::{Estimate, Refusal, Scope, Solver, accepted},
    support::budget::{Budget, Stopped},
};
use claim::Proved;
use rows::{PositionBits, words};

/// The solver: computes rows of outcomes.
pub struct MisereBags;

/// The most positions of a box.
const MOST_POSITIONS: f64 = (1u64 << 33) as f64;

/// The most bags of a sum.
const MOST_BAGS: usize = 4;

/// The most words of the rules: all of them are looked at in each row.
const MOST_WORDS: usize = 1 << 12;

impl Solver for MisereBags {
    fn name(&self) -> &'static str {
        "misere-bag"
    }

    fn scope(&self) -> Scope {
        let questions = &[Question::ValueAndMoves, Question::Value, Question::Outcome];
        Scope { conventions: &[Convention::Misere], questions }
    }

    fn keeps(&self) -> bool {
        true
    }

    fn assess(&self, query: &Query) -> Result<Estimate, Refusal> {
        let (rules, bags) = read(query)?;
        if bags.len() > MOST_BAGS {
            return Err(format!("only for sums of up to {MOST_BAGS} bags").into());
        }
        let mut lists = lists(rules);
        lists.extend(rules.until.as_ref().and_then(Ending::words));
        if lists.iter().map(|list| list.len()).sum::<usize>() > MOST_WORDS {
            return Err(format!("only for up to {MOST_WORDS} words").into());
        }
        let board = DigitBoard::new(rules, &bags, &mut Budget::new()).map_err(|stopped| stopped.to_string())?;
        let positions = board.positions();
        if positions > MOST_POSITIONS {
            return Err(format!("{positions:.3e} positions are too many for a table; 8.6e9 is the most").into());
        }
        let radix = board.radix();
        let rows = positions / radix as f64;
        let width = words(radix) as f64;
        let all_moves: usize = board.bags.iter().map(|bag| bag.takes.len() + bag.ends.len()).sum();
        let along = board.moves.iter().filter(|take| take.rows == 0).count();
        let row = 40.0 + all_moves as f64 * (4.0 + 2.0 * width) + (along * radix) as f64 * 3.0;
        // The proof needs a part of the positions.
        let bytes = 16.0 * rows * width + 48.0 * width;
        Ok(Estimate { positions, bytes, nanoseconds: 2_000.0 + rows * row + 0.5 * positions })
    }

    fn solve(&self, query: &Query, budget: &mut Budget) -> Result<Solution, Stopped> {
        let (rules, bags) = accepted(read(query))?;
        let board = DigitBoard::new(rules, &bags, budget)?;
        let mut lost = PositionBits::new(&board, budget)?;
        let known = checkpoint::resume(&board, &mut lost, budget)?;
        lost.fill(&board, known, |lost, rows, budget| checkpoint::keep(&board, lost, rows, budget), budget)?;
        let needed = proof::needed(&board, &lost, budget)?;
        let outcome = if lost.has(board.start()) { Outcome::P } else { Outcome::N };
        let proved = Proved { board, lost, needed };
        Ok(Solution { answer: Answer::Outcome(outcome), claims: vec![Claim::Outcomes(Sums::of(Arc::new(proved)))] })
    }
}

/// A bag of the start.
struct StartBag {
    bag: Bag,
    /// The digit of each letter; `None` if no move takes the letter.
    digits: Vec<Option<usize>>,
    /// What each move takes, by letter: an entry for each letter of the bag, in its order.
    takes: Vec<Vec<u32>>,
    /// What each word that ends the game needs, in the same form.
    ends: Vec<Vec<u32>>,
}

/// The count of a letter. One of the digits that number a position.
#[derive(Clone, Copy)]
struct Digit {
    bag: usize,
    /// The greatest value of the digit.
    most: u32,
    /// What one letter more adds to the number of the row; 0 for the last digit.
    rows: usize,
}

/// A move on digits.
struct DigitMove {
    bag: usize,
    /// What it takes from each digit that it changes, without the last one.
    takes: Vec<(usize, u32)>,
    /// By how much it lowers the number of the row, and the last digit.
    rows: usize,
    last: u32,
}

/// A position: a row and the last digit.
type RowPosition = (usize, u32);

/// The rules over the digits of a start.
struct DigitBoard {
    bags: Vec<StartBag>,
    /// The last digit is the place in a row.
    digits: Vec<Digit>,
    moves: Vec<DigitMove>,
    until: Option<Ending>,
    /// Whether letters can be renamed: then the counts of a canonical bag descend.
    symmetric: bool,
}

impl DigitBoard {
    /// Returns the rules over the digits of these bags. Each bag keeps only the words that fit into
    /// it.
    fn new(rules: &BagRules, bags: &[Bag], budget: &mut Budget) -> Result<DigitBoard, Stopped> {
        let words = Lexicon::new(&lists(rules), budget)?;
        let list: Option<&WordList> = rules.until.as_ref().and_then(Ending::words);
        let ends = list.map(|list| Lexicon::new(&[list], budget)).transpose()?;
        let mut starts = Vec::new();
        for bag in bags {
            let BagMoves { takes, ends, .. } = moves(rules, bag, &words, ends.as_ref(), budget)?;
            starts.push(StartBag { bag: bag.clone(), digits: vec![None; bag.counts().len()], takes, ends });
        }
        let mut board = DigitBoard {
            bags: starts,
            digits: Vec::new(),
            moves: Vec::new(),
            until: rules.until.clone(),
            symmetric: false,
        };
        board.symmetric = rules.is_symmetric();
        board.number();
        Ok(board)
    }

    /// Numbers the letters that moves take. The last one is that of the longest rows, if possible
    /// one that no move takes alone.
    ///
    /// A move that takes the last letter alone leads within a row, so its lost positions are found
    /// bit by bit; all other moves handle 64 positions at once. The weights 64 and 4 in the choice
    /// reflect that.
    fn number(&mut self) {
        let mut used: Vec<(bool, u32, usize, usize)> = Vec::new();
        for (at, start) in self.bags.iter().enumerate() {
            for (letter, &most) in counts(&start.bag).iter().enumerate() {
                let alone = |take: &&Vec<u32>| take[letter] > 0 && take.iter().filter(|&&count| count > 0).count() == 1;
                if start.takes.iter().any(|take| take[letter] > 0) {
                    used.push((!start.takes.iter().any(|take| alone(&take)), most, at, letter));
                }
            }
        }
        let last = used.iter().enumerate().max_by_key(|(_, used)| {
            let (free, most, ..) = **used;
            // A letter that a move takes alone is found bit by bit.
            (u64::from(most) + 1) * if free { 64 } else { 4 }
        });
        if let Some((last, _)) = last {
            let last = used.remove(last);
            used.push(last);
        }
        let mut rows = 1usize;
        for (number, &(_, most, bag, letter)) in used.iter().enumerate().rev() {
            let is_last = number + 1 == used.len();
            self.digits.push(Digit { bag, most, rows: if is_last { 0 } else { rows } });
            if !is_last {
                rows = rows.saturating_mul(most as usize + 1);
            }
            self.bags[bag].digits[letter] = Some(number);
        }
        self.digits.reverse();
        let mut moves = Vec::new();
        for (bag, start) in self.bags.iter().enumerate() {
            for take in &start.takes {
                let mut step = DigitMove { bag, takes: Vec::new(), rows: 0, last: 0 };
                for (digit, &count) in start.digits.iter().zip(take) {
                    match *digit {
                        Some(digit) if count > 0 && digit + 1 == self.digits.len() => step.last = count,
                        Some(digit) if count > 0 => {
                            step.takes.push((digit, count));
                            step.rows =
                                step.rows.saturating_add(self.digits[digit].rows.saturating_mul(count as usize));
                        }
                        _ => {}
                    }
                }
                moves.push(step);
            }
        }
        self.moves = moves;
    }

    /// The number of positions, in floating point since it may be over 2^64.
    fn positions(&self) -> f64 {
        self.digits.iter().map(|digit| f64::from(digit.most) + 1.0).product()
    }

    /// The number of rows. One that does not fit is larger than any table.
    fn rows(&self) -> usize {
        let outer = self.digits.len().saturating_sub(1);
        let rows = |rows: usize, digit: &Digit| rows.saturating_mul((digit.most as usize).saturating_add(1));
        self.digits[..outer].iter().fold(1, rows)
    }

    /// The number of places of a row.
    fn radix(&self) -> usize {
        self.digits.last().map_or(1, |digit| (digit.most as usize).saturating_add(1))
    }

    /// The whole bags. The last position.
    fn start(&self) -> RowPosition {
        (self.rows() - 1, self.digits.last().map_or(0, |digit| digit.most))
    }

    /// The digits of a position.
    fn unpacked(&self, (row, last): RowPosition, digits: &mut Vec<u32>) {
        digits.clear();
        for digit in &self.digits {
            let of_row = row.checked_div(digit.rows).map(|rest| (rest % (digit.most as usize + 1)) as u32);
            digits.push(of_row.unwrap_or(last));
        }
    }

    /// The position with these digits.
    fn packed(&self, digits: &[u32]) -> RowPosition {
        let row = self.digits.iter().zip(digits).map(|(digit, &count)| digit.rows * count as usize).sum();
        (row, digits.last().copied().unwrap_or(0))
    }

    /// The counts of the letters of a bag.
    fn counts<'a>(&'a self, bag: usize, digits: &'a [u32]) -> impl Iterator<Item = u32> + Clone + 'a {
        let start = &self.bags[bag];
        start.digits.iter().zip(start.bag.counts()).map(|(digit, &(_, most))| digit.map_or(most, |digit| digits[digit]))
    }

    /// Whether the game is over in a bag. The count of a letter that no move takes is that of the
    /// start.
    fn ends(&self, bag: usize, digits: &[u32]) -> bool {
        let mut counts = self.counts(bag, digits);
        match &self.until {
            None | Some(Ending::EndsWith(_) | Ending::Increasing) => false,
            Some(Ending::Distinct) => counts.all(|count| count <= 1),
            Some(Ending::EachAtMost(most)) => counts.all(|count| u64::from(count) <= *most),
            Some(Ending::LengthAtMost(most)) => counts.map(u64::from).sum::<u64>() <= *most,
            Some(Ending::DistinctAtMost(most)) => counts.filter(|&count| count > 0).count() as u64 <= *most,
            Some(Ending::AnagramOfPalindrome) => counts.filter(|count| count % 2 == 1).count() <= 1,
            Some(Ending::Contains(_)) => {
                let holds = |word: &Vec<u32>| counts.clone().zip(word).all(|(count, &need)| count >= need);
                self.bags[bag].ends.iter().any(holds)
            }
        }
    }

    /// Whether a bag has a move.
    fn moves(&self, bag: usize, digits: &[u32]) -> bool {
        let fits = |take: &Vec<u32>| self.counts(bag, digits).zip(take).all(|(count, &need)| count >= need);
        !self.ends(bag, digits) && self.bags[bag].takes.iter().any(fits)
    }
}
