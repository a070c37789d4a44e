//! The search: each word is expanded once, and its value enters the table when those of all its
//! options are known.
//!
//! An explicit stack holds, for each word that is open, the options with words that had no value
//! when it was expanded, each with the sum of the values that were known. The last of these words
//! is looked up again when its turn comes; if it still has no value, it is opened. In misère play
//! an option is one word; a word that is lost for the mover decides, and the other options of its
//! word are dropped.
//!
//! Play ends by the proof that the rules were read with, so no word is open twice.

use grundy_core::{MexSet, Nimber};

use super::{
    found::Options,
    key::{Bits, Key},
    options::Mover,
    table::Table,
};
use crate::support::budget::{Budget, Stopped};

/// The value of a word that the mover loses in misère play.
pub(super) const LOST: u64 = 0;
/// The value of a word that the mover wins in misère play.
pub(super) const WON: u64 = 1;

/// An option with words that have no value yet.
struct Pending {
    /// The sum of the values that are known.
    sum: u64,
    /// Where its words without a value begin.
    words: usize,
}

/// A word that is open.
struct Frame<K> {
    /// Its mixed key; so are those of the words of its options.
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
    /// How many options were found.
    pub made: u64,
    held: u64,
}

/// Stores what a search has found.
pub(super) type Keep<'k, K> = &'k dyn Fn(&Search<K>, &mut Budget);

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
            made: 0,
            held: 0,
        }
    }

    /// Returns the value of a word in normal play.
    pub fn value<P: Bits, const B: usize>(
        &mut self,
        key: K,
        keep: Keep<'_, K>,
        budget: &mut Budget,
    ) -> Result<u64, Stopped> {
        if key.is_none() {
            return Ok(0);
        }
        let mixed = self.table.mix(key);
        if let Some(value) = self.table.get(mixed) {
            return Ok(value);
        }
        self.open::<P, B>(mixed, budget)?;
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
            self.solved(keep, budget)?;
            if let (Some(option), Some(_)) = (self.pending.last_mut(), self.frames.last()) {
                option.sum ^= value;
                self.words.pop();
            } else {
                return Ok(value);
            }
        }
        Ok(0)
    }

    /// Finds the options of a word.
    fn expand<P: Bits, const B: usize>(&mut self, key: K, budget: &mut Budget) -> Result<(), Stopped> {
        self.options.clear();
        self.mover.options::<P, B>(self.table.unmix(key), &mut self.options)?;
        for word in &mut self.options.words {
            *word = self.table.mix(*word);
            self.table.prefetch(*word);
        }
        self.made += self.options.ends.len() as u64;
        let options = u32::try_from(self.options.ends.len()).unwrap_or(u32::MAX);
        budget.charge(options.saturating_add(self.mover.weight))
    }

    /// Counts a word as solved, and stores a checkpoint if one is due.
    fn solved(&self, keep: Keep<'_, K>, budget: &mut Budget) -> Result<(), Stopped> {
        if budget.is_due() {
            keep(self, budget);
        }
        budget.solved(1)
    }

    /// Expands a word, and puts it on the stack.
    fn open<P: Bits, const B: usize>(&mut self, key: K, budget: &mut Budget) -> Result<(), Stopped> {
        self.expand::<P, B>(key, budget)?;
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

    /// Returns whether the mover wins a word in misère play: [`WON`] or [`LOST`]. Of options that
    /// fall apart nothing follows; there are none.
    pub fn outcome<P: Bits, const B: usize>(
        &mut self,
        key: K,
        keep: Keep<'_, K>,
        budget: &mut Budget,
    ) -> Result<u64, Stopped> {
        if key.is_none() {
            return Ok(WON);
        }
        let mixed = self.table.mix(key);
        if let Some(outcome) = self.table.get(mixed) {
            return Ok(outcome);
        }
        self.open_misere::<P, B>(mixed, budget)?;
        let mut found = None;
        while let Some(frame) = self.frames.last_mut() {
            if let Some(outcome) = found.take() {
                self.words.pop();
                if outcome == LOST {
                    frame.seen[0] = WON;
                    self.words.truncate(frame.pending);
                }
            }
            if self.words.len() > frame.pending {
                let word = self.words[self.words.len() - 1];
                match self.table.get(word) {
                    None => self.open_misere::<P, B>(word, budget)?,
                    outcome => found = outcome,
                }
                continue;
            }
            let (key, outcome) = (frame.key, frame.seen[0]);
            self.frames.pop();
            self.table.insert(key, outcome, budget)?;
            self.solved(keep, budget)?;
            if self.frames.is_empty() {
                return Ok(outcome);
            }
            found = Some(outcome);
        }
        Ok(WON)
    }

    /// Expands a word in misère play, and puts it on the stack with its options without an outcome.
    fn open_misere<P: Bits, const B: usize>(&mut self, key: K, budget: &mut Budget) -> Result<(), Stopped> {
        self.expand::<P, B>(key, budget)?;
        let start = self.words.len();
        // Without moves the mover wins.
        let mut outcome = if self.options.ends.is_empty() { WON } else { LOST };
        for &word in &self.options.words {
            match self.table.get(word) {
                Some(LOST) => {
                    outcome = WON;
                    self.words.truncate(start);
                    break;
                }
                Some(_) => {}
                None => self.words.push(word),
            }
        }
        self.frames.push(Frame { key, pending: start, large: 0, seen: [outcome, 0, 0, 0] });
        self.hold(budget)
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
