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
//! Several walks begin at the same word, and take options in another order. One thread goes on with
//! them in turn: the memory that one of them looks up is loaded while the others go on. They share
//! a table, so few words are expanded twice.
//!
//! A walk may pause between two words, and continue when others have added values (`workers.rs`).

mod misere;

use grundy_core::{MexSet, Nimber};

use super::{
    found::WordOptions,
    key::{Key, KeyBits},
    options::Mover,
    table::KeyTable,
};
use crate::support::budget::{Budget, Stopped};

/// The value of a word that the mover loses in misère play.
pub(super) const LOST: u64 = 0;
/// The value of a word that the mover wins in misère play.
pub(super) const WON: u64 = 1;

/// How many walks one thread goes on with in turn.
pub(super) const WALKS: usize = 3;

/// How many words one of them solves before the others begin: a table with more is not in the
/// nearest cache.
const ALONE: u64 = if cfg!(test) { 1 << 4 } else { 1 << 12 };

/// The memory of a stack is counted after this many words.
const HOLD: u32 = 64;

/// An option of several words, of which some have no value yet.
struct PendingWords {
    /// The sum of the values that are known.
    sum: u64,
    /// Where its words without a value begin.
    parts: usize,
}

/// A word that is open.
struct OpenWord<K> {
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
pub(super) trait KnownValues<K> {
    fn table(&self) -> &KeyTable<K>;

    fn get(&self, mixed: K) -> Option<u64>;

    /// The same where the search for the key in the table is known to begin. If the table has
    /// grown since, a value may be missed: then the word is looked up again before it is opened, or
    /// its value is found anew.
    fn get_from(&self, start: usize, mixed: K) -> Option<u64>;

    /// Sets the value of a word, and counts the word as solved if it had none.
    fn add(&mut self, mixed: K, value: u64, budget: &mut Budget) -> Result<(), Stopped>;
}

impl<K: Key> KnownValues<K> for KeyTable<K> {
    fn table(&self) -> &KeyTable<K> {
        self
    }

    #[inline(always)]
    fn get(&self, mixed: K) -> Option<u64> {
        self.get(mixed)
    }

    #[inline(always)]
    fn get_from(&self, start: usize, mixed: K) -> Option<u64> {
        self.get_from(start, mixed)
    }

    #[inline(always)]
    fn add(&mut self, mixed: K, value: u64, budget: &mut Budget) -> Result<(), Stopped> {
        if self.insert(mixed, value, budget)? { budget.solved(1) } else { Ok(()) }
    }
}

/// Why a walk does not go on.
enum WalkStop {
    /// It waits for memory.
    Waits,
    Pauses,
    /// The value is known.
    Ends(u64),
}

/// The path from a word to the one that is expanded.
#[derive(Default)]
pub(super) struct WordPath<K> {
    frames: Vec<OpenWord<K>>,
    /// The pending options of one word.
    words: Vec<K>,
    /// Those of several words, and these words.
    pending: Vec<PendingWords>,
    parts: Vec<K>,
    /// Values of 256 and more.
    large: Vec<u64>,
    /// The word that is opened next, whose options were found.
    ahead: Option<K>,
    options: WordOptions<K>,
    /// Where the searches in the table begin for its options of one word, and for the words of the
    /// others.
    single: Vec<usize>,
    several: Vec<usize>,
    /// How many options were found.
    pub made: u64,
    held: u64,
    /// How many words were opened, and the most at the same time.
    opened: u32,
    deepest: usize,
    /// Which option of each word comes last, so is opened first: of two walks that differ in this,
    /// each finds much that the other needs later. In parts of 256 of the options.
    turn: usize,
}

/// A search with what it has found.
pub(super) struct WordSearch<K> {
    pub mover: Mover<K>,
    pub table: KeyTable<K>,
    /// At least one.
    pub walks: Vec<WordPath<K>>,
}

/// Stores what a search has found.
pub(super) type Keep<'k, K> = &'k dyn Fn(&WordSearch<K>, &mut Budget);

impl<K: Key> WordPath<K> {
    /// A walk that differs from those with other turns below 256.
    pub fn new(turn: usize) -> WordPath<K> {
        WordPath { turn, ..WordPath::default() }
    }

    /// Returns the value of a word in normal play, by its mixed key; `None` if `pause` has ended
    /// the walks after some word. The next call continues them. All begin at this word, and go on
    /// in turn: while the memory is loaded that one of them needs, the others go on.
    pub fn value<P: KeyBits, const B: usize, T: KnownValues<K>>(
        walks: &mut [WordPath<K>],
        mover: &Mover<K>,
        known: &mut T,
        mixed: K,
        pause: impl Fn(&T, &Budget) -> bool,
        budget: &mut Budget,
    ) -> Result<Option<u64>, Stopped> {
        loop {
            for at in 0..walks.len() {
                match walks[at].step::<P, B, T>(mover, known, mixed, &pause, budget)? {
                    WalkStop::Waits => {}
                    WalkStop::Pauses => return Ok(None),
                    WalkStop::Ends(value) => {
                        walks.iter_mut().for_each(WordPath::clear);
                        return Ok(Some(value));
                    }
                }
            }
        }
    }

    /// Goes on until memory is needed that is loaded from now on.
    fn step<P: KeyBits, const B: usize, T: KnownValues<K>>(
        &mut self,
        mover: &Mover<K>,
        known: &mut T,
        mixed: K,
        pause: impl Fn(&T, &Budget) -> bool,
        budget: &mut Budget,
    ) -> Result<WalkStop, Stopped> {
        // Whether the next word that is pending was looked up just now.
        let mut is_new = false;
        if let Some(key) = self.ahead.take() {
            self.open(known, key, budget)?;
            is_new = true;
        } else if self.frames.is_empty() {
            if let Some(value) = known.get(mixed) {
                return Ok(WalkStop::Ends(value));
            }
            return self.expand::<P, B>(mover, known, mixed, budget);
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
                match if is_new { None } else { known.get(word) } {
                    Some(value) => {
                        option.sum ^= value;
                        self.parts.pop();
                    }
                    None => return self.expand::<P, B>(mover, known, word, budget),
                }
                continue;
            }
            if self.words.len() > frame.words {
                let word = self.words[self.words.len() - 1];
                match if is_new { None } else { known.get(word) } {
                    Some(value) => {
                        see(frame, &mut self.large, value);
                        self.words.pop();
                    }
                    None => return self.expand::<P, B>(mover, known, word, budget),
                }
                continue;
            }
            is_new = false;
            let value = mex(frame, &self.large);
            self.large.truncate(frame.large);
            let key = frame.key;
            self.frames.pop();
            known.add(key, value, budget)?;
            let Some(frame) = self.frames.last_mut() else { return Ok(WalkStop::Ends(value)) };
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
                return Ok(WalkStop::Pauses);
            }
        }
        Ok(WalkStop::Waits)
    }

    /// Forgets the path.
    fn clear(&mut self) {
        self.frames.clear();
        self.words.clear();
        self.pending.clear();
        self.parts.clear();
        self.large.clear();
        self.ahead = None;
    }

    /// Finds the options of a word, and loads the memory in which they are looked up. The word is
    /// opened next.
    fn expand<P: KeyBits, const B: usize>(
        &mut self,
        mover: &Mover<K>,
        known: &impl KnownValues<K>,
        key: K,
        budget: &mut Budget,
    ) -> Result<WalkStop, Stopped> {
        self.options.clear();
        let table = known.table();
        mover.options::<P, B>(table.unmix(key), &mut self.options)?;
        table.begin(&mut self.options.single, &mut self.single);
        table.begin(&mut self.options.words, &mut self.several);
        let options = self.options.count();
        self.made += options as u64;
        let options = u32::try_from(options).unwrap_or(u32::MAX);
        budget.charge(options.saturating_add(mover.weight))?;
        self.ahead = Some(key);
        Ok(WalkStop::Waits)
    }

    /// Puts a word on the stack whose options were found.
    fn open<T: KnownValues<K>>(&mut self, known: &T, key: K, budget: &mut Budget) -> Result<(), Stopped> {
        let seen = [u64::from(self.options.empty > 0), 0, 0, 0];
        let (words, pending, large) = (self.words.len(), self.pending.len(), self.large.len());
        let mut frame = OpenWord { key, words, pending, large, seen };
        let first = (self.options.single.len() * self.turn) >> 8;
        for some in [first..self.options.single.len(), 0..first] {
            for (&word, &start) in self.options.single[some.clone()].iter().zip(&self.single[some]) {
                match known.get_from(start, word) {
                    Some(value) => see(&mut frame, &mut self.large, value),
                    None => self.words.push(word),
                }
            }
        }
        if !self.options.ends.is_empty() {
            self.open_several(known, &mut frame);
        }
        self.frames.push(frame);
        self.hold(budget)
    }

    /// Looks up the options of several words of the word that is opened.
    fn open_several<T: KnownValues<K>>(&mut self, known: &T, frame: &mut OpenWord<K>) {
        let first = (self.options.ends.len() * self.turn) >> 8;
        for option in self.options.several(first) {
            let parts = self.parts.len();
            let mut sum = 0;
            for (&word, &start) in self.options.words[option.clone()].iter().zip(&self.several[option]) {
                match known.get_from(start, word) {
                    Some(value) => sum ^= value,
                    None => self.parts.push(word),
                }
            }
            if self.parts.len() == parts {
                see(frame, &mut self.large, sum);
            } else {
                self.pending.push(PendingWords { sum, parts });
            }
        }
    }

    /// Counts the memory of the stack where it may have grown: at new depths, and now and then.
    #[inline(always)]
    fn hold(&mut self, budget: &mut Budget) -> Result<(), Stopped> {
        self.opened = self.opened.wrapping_add(1);
        if self.frames.len() <= self.deepest && !self.opened.is_multiple_of(HOLD) {
            return Ok(());
        }
        self.deepest = self.deepest.max(self.frames.len());
        self.hold_now(budget)
    }

    /// The memory of the stack, in bytes.
    pub fn held(&self) -> u64 {
        self.held
    }

    /// Counts the memory of the stack.
    #[inline(never)]
    fn hold_now(&mut self, budget: &mut Budget) -> Result<(), Stopped> {
        let bytes = self.frames.capacity() * size_of::<OpenWord<K>>()
            + self.pending.capacity() * size_of::<PendingWords>()
            + (self.words.capacity() + self.parts.capacity()) * size_of::<K>()
            + (self.options.single.capacity() + self.options.words.capacity()) * size_of::<K>()
            + (self.large.capacity() + self.options.ends.capacity()) * size_of::<u64>()
            + (self.single.capacity() + self.several.capacity()) * size_of::<usize>();
        let bytes = bytes as u64;
        if bytes > self.held {
            let more = bytes - self.held;
            self.held = bytes;
            budget.hold(more)?;
        }
        Ok(())
    }
}

impl<K: Key> WordSearch<K> {
    pub fn new(mover: Mover<K>, table: KeyTable<K>) -> WordSearch<K> {
        WordSearch { mover, table, walks: vec![WordPath::new(0)] }
    }

    /// Returns the value of a word in normal play, by its mixed key; `None` if more words than
    /// `most` were solved before. The next call continues the search.
    pub fn value<P: KeyBits, const B: usize>(
        &mut self,
        mixed: K,
        most: Option<u64>,
        keep: Keep<'_, K>,
        budget: &mut Budget,
    ) -> Result<Option<u64>, Stopped> {
        let before = budget.progress().positions;
        let solved = |budget: &Budget| budget.progress().positions - before;
        let most = most.unwrap_or(u64::MAX);
        loop {
            let pause_at = if self.walks.len() < WALKS { most.min(ALONE) } else { most };
            let pause = |_: &KeyTable<K>, budget: &Budget| budget.is_due() || solved(budget) >= pause_at;
            let value =
                WordPath::value::<P, B, _>(&mut self.walks, &self.mover, &mut self.table, mixed, pause, budget)?;
            if value.is_some() {
                return Ok(value);
            }
            if budget.is_due() {
                keep(self, budget);
            }
            if solved(budget) >= most {
                return Ok(None);
            }
            if solved(budget) >= pause_at {
                self.walks.extend((self.walks.len()..WALKS).map(|at| WordPath::new((at << 8) / WALKS)));
            }
        }
    }
}

#[inline(always)]
fn see<K>(frame: &mut OpenWord<K>, large: &mut Vec<u64>, value: u64) {
    match frame.seen.get_mut((value >> 6) as usize) {
        Some(bits) => *bits |= 1 << (value & 63),
        None => large.push(value),
    }
}

/// The least value that no option has.
#[inline(always)]
fn mex<K>(frame: &OpenWord<K>, large: &[u64]) -> u64 {
    match frame.seen.iter().position(|&bits| bits != u64::MAX) {
        Some(at) => 64 * at as u64 + u64::from(frame.seen[at].trailing_ones()),
        None => {
            let mut seen = MexSet::new();
            (0..256).chain(large[frame.large..].iter().copied()).for_each(|value| seen.insert(Nimber(value)));
            seen.mex().0
        }
    }
}
