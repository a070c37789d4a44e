//! Who wins on a board, from the top: a position is won as soon as one word leaves a lost one.
//!
//! Almost every position of a board with many words is won, so a search from the whole board, words that leave little
//! first ([`super::order`]), sees hundreds of positions where the lattice has millions. It has a heavy tail; the caller
//! sets a limit to its work and fills the lattice behind it.

use std::ops::Range;

use grundy_simd::{Level, fitting};

use super::memo::Memo;
use crate::support::budget::{Budget, Reason, Stopped};

/// A search with its memory, used for board after board.
pub(super) struct Descent {
    level: Level,
    known: Memo,
    /// The words that fit at each position on the way down, one list behind the other.
    words: Vec<u64>,
    way: Vec<Step>,
}

/// A position on the way down.
struct Step {
    state: u64,
    start: usize,
    end: usize,
    /// The word that is tried.
    at: usize,
}

/// A position looks at that many known neighbours before it searches unknown ones.
const GLANCE: usize = 32;

/// So many words ahead a look-up is asked for.
const AHEAD: usize = 8;

/// A table of more slots than this is not kept for the next board.
const KEPT: usize = 1 << 13;

impl Descent {
    pub(super) fn new() -> Descent {
        Descent { level: Level::best(), known: Memo::default(), words: Vec::new(), way: Vec::new() }
    }

    /// Whether the first player wins at `full` with these words, which all fit; nothing if it would take more work than
    /// `most`, in nanoseconds, roughly, or if `most` is a limit and there is no memory for it.
    pub(super) fn wins(
        &mut self,
        full: u64,
        guard: u64,
        words: &[u64],
        most: f64,
        budget: &mut Budget,
    ) -> Result<Option<bool>, Stopped> {
        self.words.clear();
        self.way.clear();
        self.known.clear(KEPT);
        let before = budget.progress().bytes;
        budget.hold(8 * words.len() as u64 + self.known.bytes())?;
        self.words.extend_from_slice(words);
        let found = self.search(full, guard, most, budget);
        budget.release(budget.progress().bytes.saturating_sub(before));
        match found {
            Err(Stopped { reason: Reason::Memory(_), .. }) if most.is_finite() => Ok(None),
            found => found,
        }
    }

    /// Gives up what is known of the last board, and the memory if it is much.
    pub(super) fn forget(&mut self) {
        self.known.clear(KEPT);
    }

    /// The positions of the last board that are known: of each that is won a lost one that a word leads to, of each
    /// that is lost all that words lead to.
    pub(super) fn take(self) -> Memo {
        self.known
    }

    fn search(&mut self, full: u64, guard: u64, most: f64, budget: &mut Budget) -> Result<Option<bool>, Stopped> {
        let (mut work, mut price, mut bytes) = (0.0, self.known.price(), self.known.bytes());
        self.way.push(Step { state: full, start: 0, end: self.words.len(), at: 0 });
        while let Some(step) = self.way.last_mut() {
            let result = loop {
                let words = &self.words[..step.end];
                let Some(&word) = words.get(step.at) else { break Some(false) };
                if let Some(&word) = words.get(step.at + AHEAD) {
                    self.known.expect(step.state - word);
                }
                match self.known.get(step.state - word) {
                    Some(true) => step.at += 1,
                    Some(false) => break Some(true),
                    None => break None,
                }
            };
            if let Some(wins) = result {
                work += 40.0 + price * (10 + step.at - step.start) as f64;
                budget.solved(1)?;
                self.known.insert(step.state, wins, budget)?;
                if self.known.bytes() != bytes {
                    (price, bytes) = (self.known.price(), self.known.bytes());
                }
                self.words.truncate(step.start);
                self.way.pop();
                continue;
            }
            if work > most {
                return Ok(None);
            }
            let state = step.state - self.words[step.at];
            let range = step.start..step.end;
            work += 20.0 + 0.5 * range.len() as f64;
            let start = self.words.len();
            fitting(self.level, &mut self.words, range, state, guard);
            let end = self.words.len();
            let at = start + self.glance(start..end.min(start + GLANCE), state);
            self.way.push(Step { state, start, end, at });
        }
        Ok(self.known.get(full))
    }

    /// Which of these words leads from this position to one that is known as lost; the first if none does.
    fn glance(&self, near: Range<usize>, state: u64) -> usize {
        let near = &self.words[near];
        near.iter().for_each(|word| self.known.expect(state - word));
        near.iter().position(|word| self.known.get(state - word) == Some(false)).unwrap_or(0)
    }
}
