//! Word lists prepared for many bags: finds the words that fit into a bag.
//!
//! Each word has a mask of its letters, one bit each, and most words fail at `mask & !bag`. Letters
//! get their bits by falling frequency, and words are grouped by their highest bit, that is, by
//! their rarest letter; so a bag reads only the groups of its letters. Letters after the 64th share
//! the last bit: then the mask can only exclude a word, and its letters are counted.
//!
//! Cost: to prepare, two passes over the words and their letters; for a bag, a mask for each word
//! of its groups, and the letters of those that pass. Memory: 24 bytes per word, twice that while
//! they are sorted.

use std::cmp::Reverse;

use grundy_games::{Bag, WordList};
use rustc_hash::FxHashMap;

use crate::support::budget::{Budget, Stopped};

/// The words of some lists, grouped.
pub(super) struct Lexicon<'a> {
    /// The bit of each letter.
    bits: LetterBits,
    /// The mask of each word, group by group.
    masks: Vec<u64>,
    /// The words, in the same order.
    words: Vec<&'a str>,
    /// The start of each group; group 0 has the empty word, group b + 1 the words with highest bit
    /// b.
    starts: Vec<usize>,
}

/// The bit of each letter.
struct LetterBits {
    /// The bits of ASCII letters by their codes: most words have no others.
    ascii: [u64; 128],
    /// The bits of all other letters of words.
    others: FxHashMap<char, u64>,
}

impl LetterBits {
    /// The most frequent letter gets bit 0. Ties are broken by the letter, so that the result does
    /// not depend on the order of the map.
    fn new(lists: &[&WordList], budget: &mut Budget) -> Result<LetterBits, Stopped> {
        let mut ascii = [0u64; 128];
        let mut others: FxHashMap<char, u64> = FxHashMap::default();
        for word in lists.iter().flat_map(|list| list.iter()) {
            for letter in word.chars() {
                match ascii.get_mut(letter as usize) {
                    Some(uses) => *uses += 1,
                    None => *others.entry(letter).or_default() += 1,
                }
            }
            budget.tick()?;
        }
        let ascii_letters = ('\0'..).zip(ascii).filter(|&(_, uses)| uses > 0);
        let mut letters: Vec<(char, u64)> =
            ascii_letters.chain(others.iter().map(|(&letter, &uses)| (letter, uses))).collect();
        letters.sort_unstable_by_key(|&(letter, uses)| (Reverse(uses), letter));
        ascii = [0; 128];
        for ((letter, _), rank) in letters.into_iter().zip((0..63).chain(std::iter::repeat(63))) {
            match ascii.get_mut(letter as usize) {
                Some(bit) => *bit = 1 << rank,
                None => drop(others.insert(letter, 1 << rank)),
            }
        }
        Ok(LetterBits { ascii, others })
    }

    /// Returns the bit of a letter; 0 for a letter of no word.
    fn of(&self, letter: char) -> u64 {
        let ascii = self.ascii.get(letter as usize).copied();
        ascii.unwrap_or_else(|| self.others.get(&letter).copied().unwrap_or(0))
    }

    /// Returns the mask of a word.
    fn mask(&self, word: &str) -> u64 {
        word.chars().fold(0, |mask, letter| mask | self.of(letter))
    }
}

/// The bytes of a word: its mask and its reference, and both again while they are sorted.
const ENTRY: u64 = 48;

impl<'a> Lexicon<'a> {
    /// Returns the words of these lists. Returns [`Stopped`] over a limit.
    pub(super) fn new(lists: &[&'a WordList], budget: &mut Budget) -> Result<Lexicon<'a>, Stopped> {
        let count: usize = lists.iter().map(|list| list.len()).sum();
        budget.hold((count as u64).saturating_mul(ENTRY))?;
        let bits = LetterBits::new(lists, budget)?;
        let mut entries: Vec<(u64, &str)> = Vec::with_capacity(count);
        let mut starts = vec![0; 66];
        for word in lists.iter().flat_map(|list| list.iter()) {
            let mask = bits.mask(word);
            starts[group(mask) as usize + 1] += 1;
            entries.push((mask, word));
            budget.tick()?;
        }
        (1..starts.len()).for_each(|group| starts[group] += starts[group - 1]);
        let mut next = starts.clone();
        let (mut masks, mut words) = (vec![0; count], vec![""; count]);
        for (mask, word) in entries {
            let place = &mut next[group(mask) as usize];
            (masks[*place], words[*place]) = (mask, word);
            *place += 1;
        }
        Ok(Lexicon { bits, masks, words, starts })
    }

    /// Returns the count of each letter of `bag` in a word, for every word that fits into the bag.
    /// The memory is counted as held, [`weight`] bytes per word. In the order of the groups; a word
    /// of two lists comes twice.
    pub(super) fn fitting(&self, bag: &Bag, budget: &mut Budget) -> Result<Vec<Vec<u32>>, Stopped> {
        let present = bag.counts().iter().fold(0, |mask, &(letter, _)| mask | self.bits.of(letter));
        let mut needs = vec![0; bag.counts().len()];
        let mut found = Vec::new();
        for group in (0..65).filter(|&group| group == 0 || present >> (group - 1) & 1 == 1) {
            budget.poll()?;
            let (start, end) = (self.starts[group], self.starts[group + 1]);
            for (mask, word) in self.masks[start..end].iter().zip(&self.words[start..end]) {
                if mask & !present != 0 {
                    continue;
                }
                budget.tick()?;
                if count(word, bag, &mut needs) {
                    budget.hold(weight(bag))?;
                    found.push(needs.clone());
                }
            }
        }
        Ok(found)
    }
}

/// Returns the bytes of the letter counts of a word that fits into `bag`.
pub(super) fn weight(bag: &Bag) -> u64 {
    (size_of::<Vec<u32>>() + size_of::<u32>() * bag.counts().len()) as u64
}

/// Returns the group of words with this mask. 0 for the empty word, which has no bit.
fn group(mask: u64) -> u32 {
    64 - mask.leading_zeros()
}

/// Counts the letters of `word` into `needs`, in the order of the letters of `bag`; returns whether
/// the word fits into the bag.
pub(super) fn count(word: &str, bag: &Bag, needs: &mut [u32]) -> bool {
    needs.fill(0);
    word.chars().all(|letter| {
        let Ok(at) = bag.counts().binary_search_by_key(&letter, |&(known, _)| known) else { return false };
        needs[at] += 1;
        needs[at] <= bag.counts()[at].1
    })
}
