//! The words of a list by their letters in any order: the index for look-ups of bags.
//!
//! Each letter has a well-mixed number. The key of a word is the sum of those of its letters, so
//! that anagrams have one key and no letters are sorted. A look-up compares the letters: other
//! words with the same key cost time only.
//!
//! *Example.* `tea`, `eat` and `ate` have one key, that of {a, e, t}. *Cost:* a look-up is a sum
//! over the letters of the bag and a comparison.

use std::collections::hash_map::Entry;

use grundy_core::hash::SplitMix;
use rustc_hash::FxHashMap;

use crate::Bag;

/// The index of a list.
pub(super) struct ByLetters {
    /// For each key a word, by its place in the list.
    first: FxHashMap<u64, usize>,
    /// After a word another one with its key and other letters.
    next: FxHashMap<usize, usize>,
}

/// A well-mixed number for each letter.
fn mixed(letter: char) -> u64 {
    SplitMix::hash(letter.into())
}

impl ByLetters {
    /// The index of these words.
    ///
    /// Cost: a pass over the letters.
    ///
    /// A word with the letters of the last one that was kept under its key is left out; one with
    /// other letters goes to the front of the list of the key.
    pub fn new<'w>(words: impl ExactSizeIterator<Item = &'w str>, at: impl Fn(usize) -> &'w str) -> ByLetters {
        let mut first = FxHashMap::with_capacity_and_hasher(words.len(), Default::default());
        let mut next = FxHashMap::default();
        let ascii: Vec<u64> = (0..128u8).map(|byte| mixed(byte.into())).collect();
        let of_letter = |letter: char| ascii.get(letter as usize).copied().unwrap_or_else(|| mixed(letter));
        for (place, word) in words.enumerate() {
            let key = word.chars().fold(0u64, |sum, letter| sum.wrapping_add(of_letter(letter)));
            match first.entry(key) {
                Entry::Vacant(vacant) => drop(vacant.insert(place)),
                Entry::Occupied(mut known) => {
                    let head = at(*known.get());
                    if head.len() != word.len() || Bag::of(head.chars()) != Bag::of(word.chars()) {
                        next.insert(place, known.insert(place));
                    }
                }
            }
        }
        ByLetters { first, next }
    }

    /// Whether a word has the letters of a bag. `at` returns the word at a place.
    ///
    /// Words with the same key and other letters are compared one after the other.
    pub fn contains<'w>(&self, bag: &Bag, at: impl Fn(usize) -> &'w str) -> bool {
        let of_letter = |&(letter, count): &(char, u32)| mixed(letter).wrapping_mul(count.into());
        let key = bag.counts().iter().fold(0u64, |sum, letter| sum.wrapping_add(of_letter(letter)));
        let mut place = self.first.get(&key);
        while let Some(own) = place {
            if Bag::of(at(*own).chars()) == *bag {
                return true;
            }
            place = self.next.get(own);
        }
        false
    }
}
