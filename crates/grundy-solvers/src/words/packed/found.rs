//! The options of a word, in two arrays that the search fills anew for each word.

use super::key::Key;

/// Options one after another, each a list of words.
#[derive(Debug, Default)]
pub(super) struct Options<K> {
    pub words: Vec<K>,
    /// Where each option ends.
    pub ends: Vec<usize>,
}

/// Gets the options of a word, as they are found.
pub(super) trait Sink<K: Key> {
    /// Where they are put.
    fn options(&mut self) -> &mut Options<K>;

    /// What is put there for a word: equal for equal words only.
    fn stored(&self, word: K) -> K;

    #[inline(always)]
    fn one(&mut self, word: K) {
        self.add(word);
        self.close();
    }

    /// Adds an option of two words; equal ones cancel.
    #[inline(always)]
    fn two(&mut self, first: K, second: K) {
        if first != second {
            self.add(first);
            self.add(second);
        }
        self.close();
    }

    /// Adds a word to the option that is not ended yet.
    #[inline(always)]
    fn add(&mut self, word: K) {
        if !word.is_none() {
            let stored = self.stored(word);
            self.options().words.push(stored);
        }
    }

    /// Ends an option whose words all differ.
    #[inline(always)]
    fn close(&mut self) {
        let options = self.options();
        options.ends.push(options.words.len());
    }

    /// Ends an option; equal words cancel.
    fn end(&mut self) {
        let options = self.options();
        let start = options.ends.last().copied().unwrap_or(0);
        options.words[start..].sort_unstable();
        let mut kept = start;
        for at in start..options.words.len() {
            if kept > start && options.words[kept - 1] == options.words[at] {
                kept -= 1;
            } else {
                options.words[kept] = options.words[at];
                kept += 1;
            }
        }
        options.words.truncate(kept);
        options.ends.push(kept);
    }
}

impl<K: Key> Sink<K> for Options<K> {
    fn options(&mut self) -> &mut Options<K> {
        self
    }

    fn stored(&self, word: K) -> K {
        word
    }
}

impl<K: Key> Options<K> {
    pub fn clear(&mut self) {
        self.words.clear();
        self.ends.clear();
    }

    /// The words of each option, from one of them on, in a circle.
    #[inline(always)]
    pub fn from(&self, first: usize) -> impl Iterator<Item = &[K]> {
        let (before, after) = self.ends.split_at(first);
        let begin = before.last().copied().unwrap_or(0);
        let words = |begin: usize, ends| {
            let mut start = begin;
            <[usize]>::iter(ends).map(move |&end| &self.words[std::mem::replace(&mut start, end)..end])
        };
        words(begin, after).chain(words(0, before))
    }
}
