//! Word lists: the words of a list, its filters, and look-ups of words, prefixes and factors.
//!
//! This crate opens no file: the caller supplies a function from names to bytes. A list stores its
//! text in one piece with sorted offsets, so that half a million words take a few megabytes.
//!
//! ```
//! use grundy_games::WordList;
//!
//! let list = WordList::from_bytes("w.txt", b"bee\r\n\r\nant \r\n".to_vec(), None, None,
//! false).unwrap(); assert_eq!(list.iter().collect::<Vec<_>>(), ["ant", "bee"]);
//! assert!(list.contains("ant") && list.has_prefix("be") && list.has_factor("n"));
//! assert_eq!(list.to_string(), "word in \"w.txt\"");
//!
//! let list = WordList::from_bytes("w.txt", b"bee\nan ant\n".to_vec(), None, None,
//! false).unwrap(); assert_eq!((list.iter().count(), list.left_out().words()), (1, 1));
//! ```
//!
//! ```text
//! word in "w.txt"                  every line of the list
//! word of 3..5 letters in "w.txt"  only words of these lengths
//! word in "w.txt" in lower case    words with small letters in place of capitals
//! word in {fear, chop}             words of the text
//! "aa" or "b"                      quoted words
//! ```
//!
//! A list is read as people have it: a byte order mark, ends of lines as Windows writes them, blank
//! lines, blanks around a word and what follows a `#` do not count. Lines with a blank inside, and
//! words that a filter leaves out, are counted by reason ([`LeftOut`]), so that nobody takes the
//! rest for the list.
//!
//! *Cost.* Look-ups are searches by halves in sorted places; the indices of bags and of suffixes
//! are built at their first use.

mod by_letters;
mod read;

use std::{
    fmt,
    ops::Range,
    sync::{Arc, OnceLock},
};

use by_letters::ByLetters;
use grundy_core::hash::Fnv;
pub use read::{LeftOut, ListError, Why};

use crate::{Bag, heaps::numbers::Span, text::quote as text, words::letters::Letters};

/// A function that returns the bytes of the list of a name, or the reason why it cannot.
///
/// The parser calls it once for each list that the text names. A front end reads files, a test
/// returns constants.
pub type Lists<'a> = &'a dyn Fn(&str) -> Result<Vec<u8>, String>;

/// Returns an error for every name: for texts that name no list.
///
/// The library uses it where texts come without surroundings.
pub fn no_lists(_: &str) -> Result<Vec<u8>, String> {
    Err("no word lists are supplied here".into())
}

/// The words of a game: a list from a file, or words in the text of the game.
///
/// Cloning is cheap: clones share the words.
#[derive(Clone)]
pub struct WordList {
    /// Where the words come from.
    origin: Origin,
    /// The lengths that words were restricted to; part of the text of the list.
    lengths: Option<Span>,
    /// The letters that words were restricted to.
    letters: Option<Letters>,
    /// Whether capitals were replaced by small letters; part of the text of the list.
    folded: bool,
    /// What the file has besides the words.
    left_out: Arc<LeftOut>,
    /// The words, which clones share.
    words: Arc<Pool>,
}

/// The source of the words of a list.
///
/// It decides how the list prints, and whether a certificate must name it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// A list of this name, which the caller supplies: `word in "list.txt"`.
    Named(String),
    /// Words in braces: `word in {fear, chop}`.
    Braces,
    /// Quoted texts: `"aa" or "b"`.
    Quoted,
}

/// The words of a list and their indices.
struct Pool {
    /// The text that holds the words.
    text: String,
    /// Byte ranges of the words, sorted by word, without repeats.
    places: Vec<Range<usize>>,
    /// The number of letters of the longest word.
    longest: usize,
    /// The bytes of all words together.
    bytes: usize,
    /// The words as bags, without repeats; built at the first use.
    bags: OnceLock<Vec<Bag>>,
    /// The words by their letters in any order; built at the first look-up of a bag.
    by_letters: OnceLock<ByLetters>,
    /// All suffixes of all words, sorted; built at the first look-up of a factor.
    suffixes: OnceLock<Vec<Range<usize>>>,
}

impl WordList {
    /// Returns the list of these words, from the text of a game. Omits the empty word.
    ///
    /// Order and repeats do not matter.
    pub fn written(origin: Origin, words: impl IntoIterator<Item = String>) -> WordList {
        let mut text = String::new();
        let mut places = Vec::new();
        for word in words {
            let start = text.len();
            text.push_str(&word);
            places.push(start..text.len());
        }
        let words = Arc::new(Pool::new(text, places));
        WordList { origin, lengths: None, letters: None, folded: false, left_out: Arc::default(), words }
    }

    /// Returns the list of the words whose letters a bag holds.
    pub(crate) fn within(&self, bag: &Bag) -> WordList {
        let words = self.iter().filter(|word| bag.without_word(word).is_some()).map(str::to_owned);
        WordList::written(self.origin.clone(), words)
    }

    /// Returns the number of words.
    ///
    /// Repeats count once.
    pub fn len(&self) -> usize {
        self.words.places.len()
    }

    /// Returns whether there are no words.
    pub fn is_empty(&self) -> bool {
        self.words.places.is_empty()
    }

    /// Returns the words in ascending order of bytes.
    ///
    /// The order does not depend on that of the list.
    pub fn iter(&self) -> impl Iterator<Item = &str> + '_ {
        self.words.places.iter().map(|place| self.words.at(place))
    }

    /// Returns the number of letters of the longest word.
    ///
    /// 0 for an empty list. Look-ups need to look at no longer factor.
    pub fn longest(&self) -> usize {
        self.words.longest
    }

    /// Returns the number of bytes of all words together.
    ///
    /// It is the size of the pool without its indices.
    pub fn bytes(&self) -> usize {
        self.words.bytes
    }

    /// Returns the words as bags, sorted, without repeats. The first call builds them.
    ///
    /// Anagrams are one bag.
    pub fn bags(&self) -> &[Bag] {
        self.words.bags.get_or_init(|| {
            let mut all: Vec<Bag> = self.iter().map(|word| Bag::of(word.chars())).collect();
            all.sort_unstable();
            all.dedup();
            all
        })
    }

    /// Returns whether the letters of a bag are those of a listed word. The first call builds an
    /// index of the list.
    pub fn contains_bag(&self, bag: &Bag) -> bool {
        let Pool { places, by_letters, .. } = &*self.words;
        let at = |place: usize| self.words.at(&places[place]);
        let index = by_letters.get_or_init(|| ByLetters::new((0..places.len()).map(at), at));
        index.contains(bag, at)
    }

    /// Returns whether `word` is listed, by binary search.
    ///
    /// As many comparisons as the binary logarithm of the number of words.
    pub fn contains(&self, word: &str) -> bool {
        self.words.places.binary_search_by(|place| self.words.at(place).cmp(word)).is_ok()
    }

    /// Returns whether a listed word begins with `start`, by binary search.
    ///
    /// A word is a prefix of itself, and the empty text of every word.
    pub fn has_prefix(&self, start: &str) -> bool {
        begins(&self.words.places, &self.words.text, start)
    }

    /// Returns whether a listed word contains `factor`, by binary search. The first call sorts all
    /// suffixes of the list.
    pub fn has_factor(&self, factor: &str) -> bool {
        begins(self.words.suffixes(), &self.words.text, factor)
    }

    /// Returns the source of the words.
    ///
    /// Filters on length and letters are not part of it.
    pub fn origin(&self) -> &Origin {
        &self.origin
    }

    /// Returns a fingerprint of the words, which distinguishes lists of one name: 64-bit FNV-1a
    /// over the sorted words. It detects mistakes, not forgery.
    pub fn fingerprint(&self) -> u64 {
        Fnv::of(self.iter().flat_map(|word| word.bytes().chain([b'\n'])))
    }
}

impl Pool {
    /// The pool with its words sorted.
    fn new(text: String, places: Vec<Range<usize>>) -> Pool {
        let mut places = sorted(&text, places);
        let word = |place: &Range<usize>| &text[place.clone()];
        places.dedup_by(|a, b| word(a) == word(b));
        places.retain(|place| !place.is_empty());
        let longest = places.iter().map(|place| word(place).chars().count()).max().unwrap_or(0);
        let bytes = places.iter().map(Range::len).sum();
        let (bags, by_letters, suffixes) = (OnceLock::new(), OnceLock::new(), OnceLock::new());
        Pool { text, places, longest, bytes, bags, by_letters, suffixes }
    }

    /// The word at a place.
    fn at(&self, place: &Range<usize>) -> &str {
        &self.text[place.clone()]
    }

    /// All suffixes in order; the first call sorts them.
    fn suffixes(&self) -> &[Range<usize>] {
        self.suffixes.get_or_init(|| {
            let mut all: Vec<Range<usize>> = Vec::new();
            for place in &self.places {
                all.extend(self.at(place).char_indices().map(|(at, _)| place.start + at..place.end));
            }
            all.sort_unstable_by(|a, b| self.at(a).cmp(self.at(b)));
            all
        })
    }
}

/// Returns these places sorted by their words.
///
/// Most words differ in their first eight bytes, which are compared as one big-endian number,
/// padded with zeros; if the numbers are equal, the words are compared.
fn sorted(text: &str, places: Vec<Range<usize>>) -> Vec<Range<usize>> {
    let word = |place: &Range<usize>| &text.as_bytes()[place.clone()];
    if places.is_sorted_by_key(word) {
        return places;
    }
    let first = |place: &Range<usize>| {
        let word = word(place);
        let mut first = [0; 8];
        let length = word.len().min(first.len());
        first[..length].copy_from_slice(&word[..length]);
        u64::from_be_bytes(first)
    };
    let mut order: Vec<(u64, usize)> = places.iter().map(first).zip(0..).collect();
    order
        .sort_unstable_by(|(a, one), (b, other)| a.cmp(b).then_with(|| word(&places[*one]).cmp(word(&places[*other]))));
    order.into_iter().map(|(_, at)| places[at].clone()).collect()
}

/// Whether one of the sorted words begins with `start`. The first word that is not less than
/// `start` decides, since all words that begin with `start` follow one another from there.
fn begins(sorted: &[Range<usize>], text: &str, start: &str) -> bool {
    let word = |place: &Range<usize>| &text[place.clone()];
    let at = sorted.partition_point(|place| word(place) < start);
    sorted.get(at).is_some_and(|place| word(place).starts_with(start))
}

impl PartialEq for WordList {
    fn eq(&self, other: &WordList) -> bool {
        (&self.origin, &self.lengths, &self.letters, self.folded)
            == (&other.origin, &other.lengths, &other.letters, other.folded)
            && (Arc::ptr_eq(&self.words, &other.words) || self.iter().eq(other.iter()))
    }
}

impl Eq for WordList {}

impl fmt::Debug for WordList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "WordList({self}: {} words)", self.len())
    }
}

impl fmt::Display for WordList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let separated = |f: &mut fmt::Formatter<'_>, separator| {
            self.iter().enumerate().try_for_each(|(at, word)| {
                f.write_str(if at == 0 { "" } else { separator })?;
                text::quote(f, word)
            })
        };
        if self.origin == Origin::Quoted {
            return separated(f, " or ");
        }
        f.write_str("word ")?;
        match (&self.lengths, &self.letters) {
            (Some(lengths), Some(letters)) => write!(f, "of {lengths} letters {letters} ")?,
            (Some(lengths), None) => write!(f, "of {lengths} letters ")?,
            (None, Some(letters)) => write!(f, "letters {letters} ")?,
            (None, None) => {}
        }
        f.write_str("in ")?;
        match &self.origin {
            Origin::Named(name) => {
                text::quote(f, name)?;
                f.write_str(if self.folded { " in lower case" } else { "" })
            }
            _ => {
                f.write_str("{")?;
                separated(f, ", ")?;
                f.write_str("}")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn bags_are_looked_up_by_their_letters() {
        let mut random = fastrand::Rng::with_seed(5);
        let mut below = |end: u64| random.u64(..end);
        let (letters, mut found) = (['a', 'b', 'c', '\u{7f}', '\u{80}', '\u{10ffff}'], [0; 2]);
        let mut word =
            |longest: u64| -> String { (0..below(longest + 1)).map(|_| letters[below(6) as usize]).collect() };
        for _ in 0..60 {
            let list = WordList::written(Origin::Braces, (0..80).map(|_| word(5)).collect::<Vec<_>>());
            for _ in 0..200 {
                let bag = Bag::of(word(6).chars());
                let listed = list.bags().contains(&bag);
                assert_eq!(list.contains_bag(&bag), listed, "{bag:?} in {list}");
                found[usize::from(listed)] += 1;
            }
        }
        assert!(found.iter().all(|&many| many > 1000), "{found:?}");
        assert!(!WordList::written(Origin::Braces, []).contains_bag(&Bag::of("a".chars())));
    }

    #[test]
    fn words_are_sorted_byte_by_byte() {
        let mut random = fastrand::Rng::with_seed(7);
        let mut below = |end: u64| random.u64(..end);
        for round in 0..400 {
            // Long common prefixes, words that are prefixes of others, the empty word, zeros,
            // letters of several bytes.
            let letters = [&['a', 'b'][..], &['\0', 'a', '\u{ff}', '\u{10ffff}']][round % 2];
            let mut words = Vec::new();
            for _ in 0..below(60) {
                let mut word = "a".repeat(below(9) as usize);
                (0..below(12)).for_each(|_| word.push(letters[below(letters.len() as u64) as usize]));
                words.push(word);
            }
            let list = WordList::written(Origin::Braces, words.iter().cloned());
            let plain: Vec<&str> = words
                .iter()
                .map(String::as_str)
                .filter(|word| !word.is_empty())
                .collect::<BTreeSet<_>>()
                .into_iter()
                .collect();
            assert_eq!(list.iter().collect::<Vec<_>>(), plain);
            let again = WordList::written(Origin::Braces, plain.iter().map(|word| word.to_string()));
            assert_eq!(again.iter().collect::<Vec<_>>(), plain, "sorted already");
        }
    }
}
