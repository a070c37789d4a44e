//! The search: each word is expanded once, and its value enters the table when those of all its
//! options are known.
//!
//! An explicit stack holds, for each word that is open, the options with words that had no value
//! when it was expanded: options of one word as that word, others with the sum of the values that
//! were known. The last of these words is looked up again when its turn comes; if it still has no
//! value, it is opened. In misère play an option is one word; a word that is lost for the mover
//! decides, and the other options of its word are dropped.
//!
//! Play ends by the proof that the rules were read with, so no word is open twice.
//!
//! A walk may pause between two words, and continue when others have added values (`workers.rs`).

use grundy_core::{MexSet, Nimber};

use super::{
    found::{Options, Sink},
    key::{Bits, Key},
    options::Mover,
    table::Table,
};
use crate::support::budget::{Budget, Stopped};

/// The value of a word that the mover loses in misère play.
pub(super) const LOST: u64 = 0;
/// The value of a word that the mover wins in misère play.
pub(super) const WON: u64 = 1;

/// An option of several words, of which some have no value yet.
struct Pending {
    /// The sum of the values that are known.
    sum: u64,
    /// Where its words without a value begin.
    parts: usize,
}

/// A word that is open.
struct Frame<K> {
    /// Its mixed key; so are those of the words of its options.
    key: K,
    /// Where its pending options of one word begin, those of several, and the values that have no
    /// bit.
    words: usize,
    pending: usize,
    large: usize,
    /// The values of its options below 256.
    seen: [u64; 4],
}

/// The values that are known to a walk, by mixed keys.
pub(super) trait Known<K> {
    fn table(&self) -> &Table<K>;

    fn get(&self, mixed: K) -> Option<u64>;

    /// Loads the memory that [`Known::get`] reads.
    fn prefetch(&self, mixed: K);

    /// Sets the value of a word that has none yet, and counts the word as solved.
    fn add(&mut self, mixed: K, value: u64, budget: &mut Budget) -> Result<(), Stopped>;
}

impl<K: Key> Known<K> for Table<K> {
    fn table(&self) -> &Table<K> {
        self
    }

    #[inline(always)]
    fn get(&self, mixed: K) -> Option<u64> {
        self.get(mixed)
    }

    #[inline(always)]
    fn prefetch(&self, mixed: K) {
        self.prefetch(mixed);
    }

    #[inline(always)]
    fn add(&mut self, mixed: K, value: u64, budget: &mut Budget) -> Result<(), Stopped> {
        self.insert(mixed, value, budget)?;
        budget.solved(1)
    }
}

/// Puts mixed keys, and loads their memory while further options are found.
struct Mixed<'o, 'k, K, T> {
    options: &'o mut Options<K>,
    known: &'k T,
}

impl<K: Key, T: Known<K>> Sink<K> for Mixed<'_, '_, K, T> {
    #[inline(always)]
    fn options(&mut self) -> &mut Options<K> {
        self.options
    }

    #[inline(always)]
    fn stored(&self, word: K) -> K {
        let mixed = self.known.table().mix(word);
        self.known.prefetch(mixed);
        mixed
    }
}

/// The path from a word to the one that is expanded.
#[derive(Default)]
pub(super) struct Walk<K> {
    frames: Vec<Frame<K>>,
    /// The pending options of one word.
    words: Vec<K>,
    /// Those of several words, and these words.
    pending: Vec<Pending>,
    parts: Vec<K>,
    /// Values of 256 and more.
    large: Vec<u64>,
    options: Options<K>,
    /// How many options were found.
    pub made: u64,
    held: u64,
    /// Which option of each word comes last, so is opened first: of two walks that differ in this,
    /// each finds much that the other needs later. In parts of 256 of the options.
    turn: usize,
}

/// A search with what it has found.
pub(super) struct Search<K> {
    pub mover: Mover<K>,
    pub table: Table<K>,
    pub walk: Walk<K>,
}

/// Stores what a search has found.
pub(super) type Keep<'k, K> = &'k dyn Fn(&Search<K>, &mut Budget);

impl<K: Key> Walk<K> {
    /// A walk that differs from those with other turns below 256.
    pub fn new(turn: usize) -> Walk<K> {
        Walk { turn, ..Walk::default() }
    }

    /// Returns the value of a word in normal play, by its mixed key; `None` if `pause` has ended
    /// the walk after some word. The next call continues it.
    pub fn value<P: Bits, const B: usize, T: Known<K>>(
        &mut self,
        mover: &Mover<K>,
        known: &mut T,
        mixed: K,
        pause: impl Fn(&T, &Budget) -> bool,
        budget: &mut Budget,
    ) -> Result<Option<u64>, Stopped> {
        if self.frames.is_empty() {
            if let Some(value) = known.get(mixed) {
                return Ok(Some(value));
            }
            self.open::<P, B, T>(mover, known, mixed, budget)?;
        }
        while let Some(frame) = self.frames.last_mut() {
            if self.pending.len() > frame.pending {
                let last = self.pending.len() - 1;
                let option = &mut self.pending[last];
                if self.parts.len() == option.parts {
                    let sum = option.sum;
                    self.pending.pop();
                    see(frame, &mut self.large, sum);
                    continue;
                }
                let word = self.parts[self.parts.len() - 1];
                match known.get(word) {
                    Some(value) => {
                        option.sum ^= value;
                        self.parts.pop();
                    }
                    None => self.open::<P, B, T>(mover, known, word, budget)?,
                }
                continue;
            }
            if self.words.len() > frame.words {
                let word = self.words[self.words.len() - 1];
                match known.get(word) {
                    Some(value) => {
                        see(frame, &mut self.large, value);
                        self.words.pop();
                    }
                    None => self.open::<P, B, T>(mover, known, word, budget)?,
                }
                continue;
            }
            let value = mex(frame, &self.large);
            self.large.truncate(frame.large);
            let key = frame.key;
            self.frames.pop();
            known.add(key, value, budget)?;
            let Some(frame) = self.frames.last_mut() else { return Ok(Some(value)) };
            match self.pending.get_mut(frame.pending..).and_then(<[_]>::last_mut) {
                Some(option) => {
                    option.sum ^= value;
                    self.parts.pop();
                }
                None => {
                    see(frame, &mut self.large, value);
                    self.words.pop();
                }
            }
            if pause(known, budget) {
                return Ok(None);
            }
        }
        Ok(None)
    }

    /// Finds the options of a word.
    fn expand<P: Bits, const B: usize>(
        &mut self,
        mover: &Mover<K>,
        known: &impl Known<K>,
        key: K,
        budget: &mut Budget,
    ) -> Result<(), Stopped> {
        self.options.clear();
        let mut mixed = Mixed { options: &mut self.options, known };
        mover.options::<P, B>(known.table().unmix(key), &mut mixed)?;
        let options = self.options.count();
        self.made += options as u64;
        let options = u32::try_from(options).unwrap_or(u32::MAX);
        budget.charge(options.saturating_add(mover.weight))
    }

    /// Expands a word, and puts it on the stack.
    fn open<P: Bits, const B: usize, T: Known<K>>(
        &mut self,
        mover: &Mover<K>,
        known: &T,
        key: K,
        budget: &mut Budget,
    ) -> Result<(), Stopped> {
        self.expand::<P, B>(mover, known, key, budget)?;
        let seen = [u64::from(self.options.empty > 0), 0, 0, 0];
        let (words, pending, large) = (self.words.len(), self.pending.len(), self.large.len());
        let mut frame = Frame { key, words, pending, large, seen };
        let first = (self.options.single.len() * self.turn) >> 8;
        let (before, after) = self.options.single.split_at(first);
        for &word in after.iter().chain(before) {
            match known.get(word) {
                Some(value) => see(&mut frame, &mut self.large, value),
                None => self.words.push(word),
            }
        }
        let first = (self.options.ends.len() * self.turn) >> 8;
        for option in self.options.several(first) {
            let parts = self.parts.len();
            let mut sum = 0;
            for &word in option {
                match known.get(word) {
                    Some(value) => sum ^= value,
                    None => self.parts.push(word),
                }
            }
            if self.parts.len() == parts {
                see(&mut frame, &mut self.large, sum);
            } else {
                self.pending.push(Pending { sum, parts });
            }
        }
        self.frames.push(frame);
        self.hold(budget)
    }

    /// The memory of the stack, in bytes.
    pub fn held(&self) -> u64 {
        self.held
    }

    /// Counts the memory of the stack.
    fn hold(&mut self, budget: &mut Budget) -> Result<(), Stopped> {
        let bytes = self.frames.capacity() * size_of::<Frame<K>>()
            + self.pending.capacity() * size_of::<Pending>()
            + (self.words.capacity() + self.parts.capacity()) * size_of::<K>()
            + (self.options.single.capacity() + self.options.words.capacity()) * size_of::<K>()
            + (self.large.capacity() + self.options.ends.capacity()) * size_of::<u64>();
        let bytes = bytes as u64;
        if bytes > self.held {
            let more = bytes - self.held;
            self.held = bytes;
            budget.hold(more)?;
        }
        Ok(())
    }

    /// Returns whether the mover wins a word in misère play, by its mixed key: [`WON`] or
    /// [`LOST`]; `None` if `pause` has ended the walk after some word. Of options that fall apart
    /// nothing follows; there are none.
    fn outcome<P: Bits, const B: usize>(
        &mut self,
        mover: &Mover<K>,
        table: &mut Table<K>,
        mixed: K,
        pause: impl Fn(&Budget) -> bool,
        budget: &mut Budget,
    ) -> Result<Option<u64>, Stopped> {
        let mut found = None;
        if self.frames.is_empty() {
            if let Some(outcome) = table.get(mixed) {
                return Ok(Some(outcome));
            }
            self.open_misere::<P, B>(mover, table, mixed, budget)?;
        }
        while let Some(frame) = self.frames.last_mut() {
            if let Some(outcome) = found.take() {
                self.words.pop();
                if outcome == LOST {
                    frame.seen[0] = WON;
                    self.words.truncate(frame.words);
                }
            }
            if self.words.len() > frame.words {
                let word = self.words[self.words.len() - 1];
                match table.get(word) {
                    None => self.open_misere::<P, B>(mover, table, word, budget)?,
                    outcome => found = outcome,
                }
                continue;
            }
            let (key, outcome) = (frame.key, frame.seen[0]);
            self.frames.pop();
            table.add(key, outcome, budget)?;
            if self.frames.is_empty() {
                return Ok(Some(outcome));
            }
            if pause(budget) {
                // The word is the last one of those that are pending, and is looked up again.
                return Ok(None);
            }
            found = Some(outcome);
        }
        Ok(None)
    }

    /// Expands a word in misère play, and puts it on the stack with its options without an
    /// outcome.
    fn open_misere<P: Bits, const B: usize>(
        &mut self,
        mover: &Mover<K>,
        table: &Table<K>,
        key: K,
        budget: &mut Budget,
    ) -> Result<(), Stopped> {
        self.expand::<P, B>(mover, table, key, budget)?;
        let start = self.words.len();
        // Without moves the mover wins.
        let mut outcome = if self.options.count() == 0 { WON } else { LOST };
        for &word in &self.options.single {
            match table.get(word) {
                Some(LOST) => {
                    outcome = WON;
                    self.words.truncate(start);
                    break;
                }
                Some(_) => {}
                None => self.words.push(word),
            }
        }
        self.frames.push(Frame { key, words: start, pending: 0, large: 0, seen: [outcome, 0, 0, 0] });
        self.hold(budget)
    }
}

impl<K: Key> Search<K> {
    pub fn new(mover: Mover<K>, table: Table<K>) -> Search<K> {
        Search { mover, table, walk: Walk::new(0) }
    }

    /// Returns the value of a word in normal play, by its mixed key; `None` if more words than
    /// `most` were solved before. The next call continues the search.
    pub fn value<P: Bits, const B: usize>(
        &mut self,
        mixed: K,
        most: Option<u64>,
        keep: Keep<'_, K>,
        budget: &mut Budget,
    ) -> Result<Option<u64>, Stopped> {
        let before = budget.progress().positions;
        let solved = |budget: &Budget| budget.progress().positions - before;
        loop {
            let pause =
                |_: &Table<K>, budget: &Budget| budget.is_due() || most.is_some_and(|most| solved(budget) >= most);
            let value = self.walk.value::<P, B, _>(&self.mover, &mut self.table, mixed, pause, budget)?;
            if value.is_some() {
                return Ok(value);
            }
            if !budget.is_due() {
                return Ok(None);
            }
            keep(self, budget);
        }
    }

    /// Returns whether the mover wins a word in misère play: [`WON`] or [`LOST`].
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
        loop {
            let outcome = self.walk.outcome::<P, B>(&self.mover, &mut self.table, mixed, Budget::is_due, budget)?;
            if let Some(outcome) = outcome {
                return Ok(outcome);
            }
            keep(self, budget);
        }
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
