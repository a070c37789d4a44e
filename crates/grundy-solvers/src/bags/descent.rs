//! Outcomes of a board by a top-down search: a position is won as soon as one word leads to a lost
//! one.
//!
//! Almost every position of a board with many words is won, so a search from the whole board that
//! tries words first that leave little ([`super::order`]) visits hundreds of positions where the
//! lattice has millions. Its cost has a heavy tail; so the caller sets a limit, and fills the
//! planes if the search exceeds it.
//!
//! Method: depth-first search with a table of known outcomes, on a stack of its own. Each position
//! filters the words of the position before it, since what fits there includes all that fits here.
//! The limit is in nanoseconds of a model (`work`), not of a clock, so that results do not depend
//! on the machine's load.

use std::ops::Range;

use grundy_simd::{Level, fitting};

use super::memo::Memo;
use crate::support::budget::{Budget, Reason, Stopped};

/// A search with its memory, which is reused for each board.
pub(super) struct BoardDescent {
    /// The instructions that the processor has.
    level: Level,
    /// The outcomes found so far.
    known: Memo,
    /// The words that fit at each position on the path, one list after the other.
    words: Vec<u64>,
    /// The path from the whole board to the position that is searched now.
    way: Vec<PathPosition>,
}

/// A position on the path.
struct PathPosition {
    /// The counts of the letters, packed (`CountPacking`).
    state: u64,
    /// Where its words begin in the common list.
    start: usize,
    /// Where they end.
    end: usize,
    /// The index of the word that is tried.
    at: usize,
}

/// The most known neighbours that a position reads before it searches unknown ones.
const GLANCE: usize = 32;

/// A lookup is prefetched this many words ahead.
const AHEAD: usize = 8;

/// The most slots of a table that is kept for the next board.
const KEPT: usize = 1 << 13;

impl BoardDescent {
    pub(super) fn new() -> BoardDescent {
        BoardDescent { level: Level::best(), known: Memo::default(), words: Vec::new(), way: Vec::new() }
    }

    /// Returns whether the first player wins at `full` with these words, which all fit. Returns
    /// `None` if it costs more than `most`, in nanoseconds, roughly; or if `most` is finite and the
    /// memory is exhausted.
    ///
    /// `full` and `guard` are those of the `CountPacking`. An `Err` means that the whole work has
    /// to end; only a limit on memory becomes `None`, as planes may need less. The memory held is
    /// released at the end.
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

    /// Drops what is known of the last board, and the memory if it is large.
    pub(super) fn forget(&mut self) {
        self.known.clear(KEPT);
    }

    /// Returns the known positions of the last board. They contain, for each won position, a lost
    /// one that a word leads to; for each lost position, all that words lead to.
    pub(super) fn take(self) -> Memo {
        self.known
    }

    /// A position is lost once all of its words are known to lead to won ones, and won as soon as
    /// one leads to a lost one. An unknown option is pushed and the word tried again when it is
    /// known, so every word is looked up at most twice, and the first `GLANCE` once more. Words are
    /// subtracted from a packed state without a borrow, as they fit.
    fn search(&mut self, full: u64, guard: u64, most: f64, budget: &mut Budget) -> Result<Option<bool>, Stopped> {
        let (mut work, mut price, mut bytes) = (0.0, self.known.price(), self.known.bytes());
        self.way.push(PathPosition { state: full, start: 0, end: self.words.len(), at: 0 });
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
            self.way.push(PathPosition { state, start, end, at });
        }
        Ok(self.known.get(full))
    }

    /// Returns the index of a word that leads from this position to one that is known to be lost; 0
    /// if there is none. Reads at most `GLANCE` words, whose entries are all prefetched first.
    fn glance(&self, near: Range<usize>, state: u64) -> usize {
        let near = &self.words[near];
        near.iter().for_each(|word| self.known.expect(state - word));
        near.iter().position(|word| self.known.get(state - word) == Some(false)).unwrap_or(0)
    }
}
