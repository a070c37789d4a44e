//! The search: each word is expanded once, and its value enters the table when those of all its
//! options are known.
//!
//! An explicit stack holds, for each word that is open, the options with words that had no value
//! when it was expanded, each with the sum of the values that were known. The last of these words
//! is looked up again when its turn comes; if it still has no value, it is opened.
//!
//! Play ends by the proof that the rules were read with, so no word is open twice.

use grundy_core::{MexSet, Nimber};

use super::{
    key::{Bits, Key},
    options::{Mover, Options},
    table::Table,
};
use crate::support::budget::{Budget, Stopped};

/// An option with words that have no value yet.
struct Pending {
    /// The sum of the values that are known.
    sum: u64,
    /// Where its words without a value begin.
    words: usize,
}

/// A word that is open.
struct Frame<K> {
    key: K,
    /// Where its pending options begin, and the values that have no bit.
    pending: usize,
    large: usize,
    /// The values of its options below 256.
    seen: [u64; 4],
}

/// A search with what it has found.
pub(super) struct Search<K> {
    pub mover: Mover<K>,
    pub table: Table<K>,
    frames: Vec<Frame<K>>,
    pending: Vec<Pending>,
    words: Vec<K>,
    /// Values of 256 and more.
    large: Vec<u64>,
    options: Options<K>,
    held: u64,
}

impl<K: Key> Search<K> {
    pub fn new(mover: Mover<K>, table: Table<K>) -> Search<K> {
        let options = Options::default();
        Search {
            mover,
            table,
            frames: Vec::new(),
            pending: Vec::new(),
            words: Vec::new(),
            large: Vec::new(),
            options,
            held: 0,
        }
    }

    /// Returns the value of a word in normal play.
    pub fn value<P: Bits, const B: usize>(&mut self, key: K, budget: &mut Budget) -> Result<u64, Stopped> {
        if key.is_none() {
            return Ok(0);
        }
        if let Some(value) = self.table.get(key) {
            return Ok(value);
        }
        self.open::<P, B>(key, budget)?;
        while let Some(frame) = self.frames.last_mut() {
            if self.pending.len() > frame.pending {
                let last = self.pending.len() - 1;
                let option = &mut self.pending[last];
                if self.words.len() == option.words {
                    let sum = option.sum;
                    self.pending.pop();
                    see(frame, &mut self.large, sum);
                    continue;
                }
                let word = self.words[self.words.len() - 1];
                match self.table.get(word) {
                    Some(value) => {
                        option.sum ^= value;
                        self.words.pop();
                    }
                    None => self.open::<P, B>(word, budget)?,
                }
                continue;
            }
            let value = mex(frame, &self.large);
            self.large.truncate(frame.large);
            let key = frame.key;
            self.frames.pop();
            self.table.insert(key, value, budget)?;
            budget.solved(1)?;
            if let (Some(option), Some(_)) = (self.pending.last_mut(), self.frames.last()) {
                option.sum ^= value;
                self.words.pop();
            } else {
                return Ok(value);
            }
        }
        Ok(0)
    }

    /// Expands a word, and puts it on the stack.
    fn open<P: Bits, const B: usize>(&mut self, key: K, budget: &mut Budget) -> Result<(), Stopped> {
        self.options.clear();
        self.mover.options::<P, B>(key, &mut self.options)?;
        self.options.words.iter().for_each(|&word| self.table.prefetch(word));
        budget.charge(u32::try_from(self.options.ends.len()).unwrap_or(u32::MAX))?;
        let mut frame = Frame { key, pending: self.pending.len(), large: self.large.len(), seen: [0; 4] };
        for option in self.options.iter() {
            let words = self.words.len();
            let mut sum = 0;
            for &word in option {
                match self.table.get(word) {
                    Some(value) => sum ^= value,
                    None => self.words.push(word),
                }
            }
            if self.words.len() == words {
                see(&mut frame, &mut self.large, sum);
            } else {
                self.pending.push(Pending { sum, words });
            }
        }
        self.frames.push(frame);
        self.hold(budget)
    }

    /// Counts the memory of the stack.
    fn hold(&mut self, budget: &mut Budget) -> Result<(), Stopped> {
        let bytes = self.frames.capacity() * size_of::<Frame<K>>()
            + self.pending.capacity() * size_of::<Pending>()
            + (self.words.capacity() + self.options.words.capacity()) * size_of::<K>()
            + (self.large.capacity() + self.options.ends.capacity()) * size_of::<u64>();
        let bytes = bytes as u64;
        if bytes > self.held {
            let more = bytes - self.held;
            self.held = bytes;
            budget.hold(more)?;
        }
        Ok(())
    }
}

#[inline(always)]
fn see<K>(frame: &mut Frame<K>, large: &mut Vec<u64>, value: u64) {
    match frame.seen.get_mut((value >> 6) as usize) {
        Some(bits) => *bits |= 1 << (value & 63),
        None => large.push(value),
    }
}

/// The least value that no option has.
#[inline(always)]
fn mex<K>(frame: &Frame<K>, large: &[u64]) -> u64 {
    match frame.seen.iter().position(|&bits| bits != u64::MAX) {
        Some(at) => 64 * at as u64 + u64::from(frame.seen[at].trailing_ones()),
        None => {
            let mut seen = MexSet::new();
            (0..256).chain(large[frame.large..].iter().copied()).for_each(|value| seen.insert(Nimber(value)));
            seen.mex().0
        }
    }
}
