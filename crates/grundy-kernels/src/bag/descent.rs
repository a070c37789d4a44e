//! Who wins on a board, from the top: a position is won as soon as one word leaves a lost one.
//!
//! Almost every position of a board with many words is won, so a search from the whole board, longest words first, sees
//! hundreds of positions where the lattice has millions. It has a heavy tail; the caller sets a limit to its work and
//! fills the lattice behind it.

use grundy_simd::{Level, fitting};
use rustc_hash::FxHashMap;

use crate::{Budget, Stopped};

/// A search with its memory, used for board after board.
pub(super) struct Descent {
    level: Level,
    known: FxHashMap<u64, bool>,
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

/// Memory for a known position, in bytes.
const ENTRY: u64 = 32;

/// A position looks at that many known neighbours before it searches unknown ones.
const GLANCE: usize = 32;

/// A table that has grown beyond this is not kept for the next board.
const KEPT: usize = 1 << 12;

impl Descent {
    pub(super) fn new() -> Descent {
        Descent { level: Level::best(), known: FxHashMap::default(), words: Vec::new(), way: Vec::new() }
    }

    /// Whether the first player wins at `full` with these words, which all fit; nothing if it would take more work than
    /// `most`, in nanoseconds, roughly.
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
        self.words.extend_from_slice(words);
        let bytes = 8 * words.len() as u64;
        budget.hold(bytes)?;
        self.known.clear();
        let found = self.search(full, guard, most, budget);
        budget.release(bytes + ENTRY * self.known.len() as u64);
        found
    }

    /// Gives up what is known of the last board, and the memory if it is much.
    pub(super) fn forget(&mut self) {
        if self.known.capacity() > KEPT {
            self.known = FxHashMap::default();
        }
        self.known.clear();
    }

    /// The positions of the last board that are known: of each that is won a lost one that a word leads to, of each
    /// that is lost all that words lead to.
    pub(super) fn take(self) -> FxHashMap<u64, bool> {
        self.known
    }

    fn search(&mut self, full: u64, guard: u64, most: f64, budget: &mut Budget) -> Result<Option<bool>, Stopped> {
        let mut work = 0.0;
        self.way.push(Step { state: full, start: 0, end: self.words.len(), at: 0 });
        while let Some(step) = self.way.last_mut() {
            let result = loop {
                let Some(&word) = self.words[..step.end].get(step.at) else { break Some(false) };
                match self.known.get(&(step.state - word)) {
                    Some(true) => step.at += 1,
                    Some(false) => break Some(true),
                    None => break None,
                }
            };
            if let Some(wins) = result {
                work += 60.0 + 4.0 * (step.at - step.start) as f64;
                budget.hold(ENTRY)?;
                budget.solved(1)?;
                self.known.insert(step.state, wins);
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
            let near = &self.words[start..end.min(start + GLANCE)];
            let at = near.iter().position(|word| self.known.get(&(state - word)) == Some(&false)).unwrap_or(0);
            self.way.push(Step { state, start, end, at: start + at });
        }
        Ok(self.known.get(&full).copied())
    }
}
