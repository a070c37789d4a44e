//! The hunt from heap 0 on, until a period is found or the limit is reached.

use grundy_cert::Window;
use grundy_rules::Board;

use super::{Hunt, Moves, Sequence};
use crate::{Budget, Stopped};

/// A search for the period of a game that takes and splits, which may be stopped and looked at.
pub struct Seek {
    sequence: Sequence,
    hunt: Hunt,
}

impl Seek {
    /// The search for the period of this board; nothing where the method is not about it.
    pub fn new(board: &Board) -> Option<Seek> {
        let Board::Heap(rules) = board else { return None };
        Some(Seek { sequence: Sequence::new(Moves::of(rules)?), hunt: Hunt::new() })
    }

    /// Goes on until a period is found or the heaps below `end` are known. Where the values repeat and the conditions of
    /// the theorem are not met, the search ends without a claim.
    pub fn run(&mut self, end: u64, budget: &mut Budget) -> Result<Option<Window>, Stopped> {
        let end = usize::try_from(end).unwrap_or(usize::MAX / 2).min(usize::MAX / 2);
        while self.sequence.end() < end {
            let stretch = self.sequence.step(end, budget)?;
            if let Some(found) = self.hunt.see(&self.sequence, stretch, budget)? {
                return self.hunt.claim(&self.sequence, found, budget);
            }
        }
        Ok(None)
    }

    /// The values of all heaps below this one are known.
    pub fn known(&self) -> u64 {
        self.sequence.end() as u64
    }

    /// The largest value so far.
    pub fn largest(&self) -> u64 {
        self.sequence.largest().into()
    }

    /// How many rare heaps there are so far.
    pub fn rare(&self) -> usize {
        self.sequence.rare()
    }
}
