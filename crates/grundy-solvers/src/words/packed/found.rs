//! The options of a word, in two arrays that the search fills anew for each word.

use super::key::Key;

/// Options one after another, each a list of words.
#[derive(Debug, Default)]
pub(super) struct Options<K> {
    pub words: Vec<K>,
    /// Where each option ends.
    pub ends: Vec<usize>,
}

impl<K: Key> Options<K> {
    pub fn clear(&mut self) {
        self.words.clear();
        self.ends.clear();
    }

    #[inline(always)]
    pub fn one(&mut self, word: K) {
        if !word.is_none() {
            self.words.push(word);
        }
        self.ends.push(self.words.len());
    }

    /// Adds an option of two words; equal ones cancel.
    #[inline(always)]
    pub fn two(&mut self, first: K, second: K) {
        if first != second {
            self.add(first);
            self.add(second);
        }
        self.ends.push(self.words.len());
    }

    /// Adds a word to the option that is not ended yet.
    pub fn add(&mut self, word: K) {
        if !word.is_none() {
            self.words.push(word);
        }
    }

    /// Ends an option; equal words cancel.
    pub fn end(&mut self) {
        let start = self.ends.last().copied().unwrap_or(0);
        self.words[start..].sort_unstable();
        let mut kept = start;
        for at in start..self.words.len() {
            if kept > start && self.words[kept - 1] == self.words[at] {
                kept -= 1;
            } else {
                self.words[kept] = self.words[at];
                kept += 1;
            }
        }
        self.words.truncate(kept);
        self.ends.push(kept);
    }

    /// The words of each option.
    pub fn iter(&self) -> impl Iterator<Item = &[K]> {
        let mut start = 0;
        self.ends.iter().map(move |&end| &self.words[std::mem::replace(&mut start, end)..end])
    }
}
