//! The claim: the outcomes of the positions that the proof needs, as sums in normal form.

use std::ops::ControlFlow;

use grundy_cert::SumMap;
use grundy_core::Outcome;
use grundy_games::{Bag, Component, Term};

use super::{DigitBoard, RowPosition, rows::PositionBits};
use crate::bags::table::{aligned, bag_of};

/// What was computed, and what the proof needs of it.
pub(super) struct Proved {
    /// The rules over the digits.
    pub(super) board: DigitBoard,
    /// A bit for each position that the mover loses.
    pub(super) lost: PositionBits,
    /// A bit for each position of the claim, each in normal form.
    pub(super) needed: PositionBits,
}

impl DigitBoard {
    /// The sum with these digits, in normal form if every bag is.
    ///
    /// Bags without a move are left out, since the checker's normal form has none of them.
    pub(super) fn sum(&self, digits: &[u32]) -> Vec<Term> {
        let moving = (0..self.bags.len()).filter(|&bag| self.moves(bag, digits));
        let mut terms: Vec<Term> = moving
            .map(|bag| {
                let mut counts: Vec<u32> = self.counts(bag, digits).collect();
                if self.symmetric {
                    counts.sort_unstable_by(|a, b| b.cmp(a));
                }
                Term { ruleset: 0, component: Component::Bag(bag_of(&self.bags[bag].bag, &counts)) }
            })
            .collect();
        terms.sort_unstable();
        terms
    }

    /// The position of a sum in normal form; `None` if it does not come up. Of several positions,
    /// always the same one.
    ///
    /// The search for a bag of the start for each term may go back, as several terms may come from
    /// one bag; there are at most four bags, so at most 24 ways to place all terms.
    pub(super) fn find(&self, sum: &[Term]) -> Option<RowPosition> {
        let mut digits = vec![0; self.digits.len()];
        let mut taken = vec![false; self.bags.len()];
        self.place(sum, &mut taken, &mut digits).then(|| self.packed(&digits))
    }

    /// Gives each term a bag that it comes from. The depth of recursion is the number of bags, of
    /// which there are few.
    fn place(&self, sum: &[Term], taken: &mut [bool], digits: &mut [u32]) -> bool {
        let [Term { ruleset: 0, component: Component::Bag(bag) }, rest @ ..] = sum else { return sum.is_empty() };
        for at in 0..self.bags.len() {
            if taken[at] || !self.comes_from(bag, at, digits) {
                continue;
            }
            taken[at] = true;
            if self.place(rest, taken, digits) {
                return true;
            }
            taken[at] = false;
            self.bags[at].digits.iter().flatten().for_each(|&digit| digits[digit] = 0);
        }
        false
    }

    /// Whether a bag is reachable from that of a start; sets its digits.
    fn comes_from(&self, bag: &Bag, at: usize, digits: &mut [u32]) -> bool {
        let start = &self.bags[at];
        let Some(counts) = aligned(&start.bag, bag) else { return false };
        let whole = start.bag.counts();
        let fits = |((digit, &count), &(_, most)): ((&Option<usize>, &u32), &(char, u32))| {
            if digit.is_some() { count <= most } else { count == most }
        };
        if !start.digits.iter().zip(&counts).zip(whole).all(fits) {
            return false;
        }
        for (digit, &count) in start.digits.iter().zip(&counts) {
            digit.iter().for_each(|&digit| digits[digit] = count);
        }
        true
    }
}

impl SumMap for Proved {
    fn outcome(&self, sum: &[Term]) -> Option<Outcome> {
        let at = self.board.find(sum).filter(|&at| self.needed.has(at))?;
        Some(if self.lost.has(at) { Outcome::P } else { Outcome::N })
    }

    fn count(&self) -> u64 {
        self.needed.count()
    }

    fn each(&self, visit: &mut dyn FnMut(&Vec<Term>, Outcome) -> ControlFlow<()>) {
        let mut digits = Vec::new();
        for row in 0..self.board.rows() {
            for (at, &word) in self.needed.row(row).iter().enumerate() {
                let mut open = word;
                while open != 0 {
                    let place = (row, 64 * at as u32 + open.trailing_zeros());
                    open &= open - 1;
                    self.board.unpacked(place, &mut digits);
                    let outcome = if self.lost.has(place) { Outcome::P } else { Outcome::N };
                    if visit(&self.board.sum(&digits), outcome).is_break() {
                        return;
                    }
                }
            }
        }
    }
}
