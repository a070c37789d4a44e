//! The moves of a heap game as the rules give them: amounts to take, and the number of heaps to
//! leave.

use grundy_games::{Amounts, HeapMove, HeapRules, Parts, Span};

/// A game in which counters are taken and at most two heaps are left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SplitMoves {
    /// Heaps that may be taken as a whole.
    pub(super) whole: Vec<usize>,
    /// Amounts that may be taken from a larger heap.
    pub(super) take: Vec<usize>,
    /// Amounts that may be taken before the rest is split.
    pub(super) split: Vec<usize>,
    /// Whether the two heaps must differ.
    pub(super) distinct: bool,
}

impl SplitMoves {
    /// Returns the moves of these rules, if the method applies to them: an octal code with a digit
    /// of 4 or more, or splits into unequal heaps. Otherwise returns `None`.
    pub fn of(rules: &HeapRules) -> Option<SplitMoves> {
        if let [HeapMove::Take(take)] = &rules.moves[..]
            && take.parts == Parts::Unequal
            && take.amounts == Amounts::of([0])
            && take.leaving == (Span { from: 2, to: Some(2) })
        {
            return Some(SplitMoves { whole: Vec::new(), take: Vec::new(), split: vec![0], distinct: true });
        }
        let code = rules.code()?;
        if code.iter().any(|&digit| digit > 7) || code.first().is_some_and(|&digit| digit & 3 != 0) {
            return None;
        }
        let with = |bit: u8| (0..code.len()).filter(|&at| code[at] & bit != 0).collect::<Vec<usize>>();
        let moves = SplitMoves { whole: with(1), take: with(2), split: with(4), distinct: false };
        if moves.split.is_empty() { None } else { Some(moves) }
    }

    /// Returns the largest smaller heap of a split of `heap` after this amount is taken; 0 if there
    /// is no split.
    pub(super) fn most(&self, heap: usize, taken: usize) -> usize {
        heap.checked_sub(taken).map_or(0, |rest| rest.saturating_sub(self.distinct.into()) / 2)
    }

    /// Returns the largest amount that may be taken.
    pub fn largest(&self) -> usize {
        [&self.whole, &self.take, &self.split].into_iter().flatten().copied().max().unwrap_or(0)
    }
}
