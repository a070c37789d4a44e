//! Endings, `until ..`: conditions on letters under which a position has no moves.
//!
//! ```
//! use grundy_games::{Bag, Ending};
//!
//! assert!(Ending::Distinct.holds_of_word("abc") && !Ending::Distinct.holds_of_word("aba"));
//! assert!(Ending::AnagramOfPalindrome.holds_of_bag(&Bag::of("aab".chars())));
//! assert!(!Ending::Increasing.fits_bags());
//! ```
//!
//! *Rule.* A position at which the condition holds has no moves: the player to move loses in normal
//! play and wins in misère play. *Example:* in `cut letter until length at most 2` a word of two
//! letters is over, whatever its letters are.
//!
//! *Cost.* One pass over the letters; a list is looked up for each factor up to its longest word.

use std::fmt;

use crate::{Bag, words::list::WordList};

/// A condition that ends the game.
///
/// `Display` writes it as the parser reads it, after `until`.
///
/// ```text
/// until distinct                       abc has no moves, aba has
/// until length at most 2               ab has no moves, abc has
/// until at most 2 distinct letters     abab has no moves, abc has
/// until no letter more than 2 times    aabb has no moves, aaab has
/// until increasing                     abd has no moves, adb has
/// until anagram of a palindrome        aab has no moves, ab has
/// until it ends with "x"               ax has no moves, xa has
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// All letters differ.
    Distinct,
    /// The word ends with a listed word.
    EndsWith(WordList),
    /// A listed word occurs: as a factor of a word, or with all its letters in a bag. Once it holds
    /// of a word it need not hold of a part of it.
    Contains(WordList),
    /// The word or bag has at most this number of letters.
    LengthAtMost(u64),
    /// The word or bag has at most this number of different letters.
    DistinctAtMost(u64),
    /// No letter occurs more often than this.
    EachAtMost(u64),
    /// Each letter is greater than the one before it.
    Increasing,
    /// The letters can be arranged into a palindrome.
    AnagramOfPalindrome,
}

impl Ending {
    /// Returns whether the game is over at this word.
    ///
    /// The empty word satisfies every ending but those that require a listed word.
    pub fn holds_of_word(&self, word: &str) -> bool {
        match self {
            Ending::EndsWith(_) | Ending::Contains(_) => self.found_in(word).is_some(),
            Ending::LengthAtMost(most) => word.chars().count() as u64 <= *most,
            Ending::Increasing => word.chars().zip(word.chars().skip(1)).all(|(before, after)| before < after),
            _ => self.holds_of_bag(&Bag::of(word.chars())),
        }
    }

    /// Returns the listed word that ends the game at this word, if a listed word does.
    pub(crate) fn found_in<'a>(&self, word: &'a str) -> Option<&'a str> {
        match self {
            Ending::EndsWith(words) => listed_suffix(words, word),
            Ending::Contains(words) => prefixes(word).find_map(|prefix| listed_suffix(words, prefix)),
            _ => None,
        }
    }

    /// Returns whether the game is over at this bag. Endings about order never hold; the parser
    /// refuses them on bags.
    pub fn holds_of_bag(&self, bag: &Bag) -> bool {
        let mut counts = bag.counts().iter().map(|&(_, count)| u64::from(count));
        match self {
            Ending::Distinct => counts.all(|count| count == 1),
            Ending::Contains(words) => words.bags().iter().any(|word| bag.without(word).is_some()),
            Ending::LengthAtMost(most) => bag.size() <= *most,
            Ending::DistinctAtMost(most) => bag.counts().len() as u64 <= *most,
            Ending::EachAtMost(most) => counts.all(|count| count <= *most),
            Ending::AnagramOfPalindrome => counts.filter(|count| count % 2 == 1).count() <= 1,
            Ending::EndsWith(_) | Ending::Increasing => false,
        }
    }

    /// Returns whether the ending does not depend on the order of letters.
    ///
    /// Endings that do are also those under which words over equal letters are alike.
    pub fn fits_bags(&self) -> bool {
        !matches!(self, Ending::EndsWith(_) | Ending::Increasing)
    }

    /// Returns the word list of the ending, if it has one.
    ///
    /// At most one list is part of an ending.
    pub fn words(&self) -> Option<&WordList> {
        match self {
            Ending::EndsWith(words) | Ending::Contains(words) => Some(words),
            _ => None,
        }
    }
}

/// Returns the shortest suffix of `word` that is listed. Only as many suffixes are tried as the
/// longest listed word has letters.
fn listed_suffix<'a>(words: &WordList, word: &'a str) -> Option<&'a str> {
    suffixes(word).take(words.longest()).find(|suffix| words.contains(suffix))
}

/// Returns the non-empty suffixes of a word, shortest first.
pub(crate) fn suffixes(word: &str) -> impl Iterator<Item = &str> {
    word.char_indices().rev().map(|(at, _)| &word[at..])
}

/// Returns the non-empty prefixes of a word, shortest first.
pub(crate) fn prefixes(word: &str) -> impl Iterator<Item = &str> {
    word.char_indices().map(|(at, letter)| &word[..at + letter.len_utf8()])
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ending::Distinct => f.write_str("distinct"),
            Ending::EndsWith(words) => write!(f, "it ends with {words}"),
            Ending::Contains(words) => write!(f, "it contains {words}"),
            Ending::LengthAtMost(most) => write!(f, "length at most {most}"),
            Ending::DistinctAtMost(most) => write!(f, "at most {most} distinct letters"),
            Ending::EachAtMost(most) => write!(f, "no letter more than {most} times"),
            Ending::Increasing => f.write_str("increasing"),
            Ending::AnagramOfPalindrome => f.write_str("anagram of a palindrome"),
        }
    }
}
