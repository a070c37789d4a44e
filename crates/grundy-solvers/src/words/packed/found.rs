//! The options of a word, in arrays that the search fills anew for each word.
//!
//! Most options are one word. They are in a list without ends, so that a word takes one step.

use std::ops::Range;

use super::key::Key;

/// The options of a word.
#[derive(Debug, Default)]
pub(super) struct WordOptions<K> {
    /// Those of one word.
    pub single: Vec<K>,
    /// The words of those of several, one option after another.
    pub words: Vec<K>,
    /// Where each of these ends.
    pub ends: Vec<usize>,
    /// How many have no words.
    pub empty: usize,
}

/// Gets the options of a word, as they are found.
pub(super) trait OptionSink<K: Key> {
    /// Where they are put.
    fn options(&mut self) -> &mut WordOptions<K>;

    #[inline(always)]
    fn one(&mut self, word: K) {
        if word.is_none() {
            self.options().empty += 1;
        } else {
            self.options().single.push(word);
        }
    }

    /// Adds an option of two words; equal ones cancel.
    #[inline(always)]
    fn two(&mut self, first: K, second: K) {
        if first == second {
            self.options().empty += 1;
        } else if first.is_none() || second.is_none() {
            self.one(first | second);
        } else {
            self.add(first);
            self.add(second);
            let options = self.options();
            options.ends.push(options.words.len());
        }
    }

    /// Adds a word to the option that is not ended yet.
    #[inline(always)]
    fn add(&mut self, word: K) {
        if !word.is_none() {
            self.options().words.push(word);
        }
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
        match kept - start {
            0 => options.empty += 1,
            1 => options.single.extend(options.words.pop()),
            _ => options.ends.push(kept),
        }
    }
}

impl<K: Key> OptionSink<K> for WordOptions<K> {
    #[inline(always)]
    fn options(&mut self) -> &mut WordOptions<K> {
        self
    }
}

impl<K: Key> WordOptions<K> {
    pub fn clear(&mut self) {
        self.single.clear();
        self.words.clear();
        self.ends.clear();
        self.empty = 0;
    }

    /// How many options there are.
    pub fn count(&self) -> usize {
        self.single.len() + self.ends.len() + self.empty
    }

    /// Where the words are of each option of several words, from one of these options on, in a
    /// circle.
    #[inline(always)]
    pub fn several(&self, first: usize) -> impl Iterator<Item = Range<usize>> {
        let (before, after) = self.ends.split_at(first);
        let begin = before.last().copied().unwrap_or(0);
        let words = |begin: usize, ends| {
            let mut start = begin;
            <[usize]>::iter(ends).map(move |&end| std::mem::replace(&mut start, end)..end)
        };
        words(begin, after).chain(words(0, before))
    }
}
