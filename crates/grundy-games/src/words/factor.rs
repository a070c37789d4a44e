//! Factors: the parts of a word that a move removes. A letter, a listed word, or a factor with a
//! property.
//!
//! Places are byte offsets into UTF-8 text; a factor begins and ends at boundaries of characters.
//!
//! ```
//! use grundy_core::Fault;
//! use grundy_games::Factor;
//!
//! let mut places = Vec::new();
//! Factor::Square.each("abaab", |place| Ok::<(), Fault>(places.push(place))).unwrap();
//! assert_eq!(places, [2..4], "aa");
//! ```
//!
//! *Example.* In `abaab` the only square is `aa`, and the only palindrome of length 3 is `aba`.
//! *Faults:* squares and palindromes in words of over 2^15 bytes, since the search is quadratic.

use std::{fmt, ops::Range};

use grundy_core::Fault;

use crate::{
    heaps::numbers::Span,
    words::{ending::prefixes, letters::Letters, list::WordList},
};

/// A kind of factor.
///
/// `Display` writes it as the parser reads it, after `take` or `cut`.
///
/// The factors of each kind in `aabb`, by their places:
///
/// ```text
/// letter          1, 2, 3, 4
/// letter of a     1, 2
/// run             1..2, 3..4
/// part of run     1, 1..2, 2, 3, 3..4, 4
/// palindrome 2..  1..2, 3..4
/// square          1..2, 3..4
/// half of square  1, 2, 3, 4
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Factor {
    /// One letter, of this set if it is given.
    Letter(Option<Letters>),
    /// A listed word.
    Word(WordList),
    /// A maximal run of equal letters. In `aab` the runs are `aa` and `b`.
    Run,
    /// One or more adjacent equal letters. In `aab` these are `a` twice, `aa` and `b`.
    PartOfRun,
    /// A palindrome of one of these lengths.
    Palindrome(Span),
    /// A word twice in a row.
    Square,
    /// Half of a square: a word with its copy directly after it, or directly before it. Removing it
    /// leaves the other half.
    HalfOfSquare,
}

/// The longest word in which squares and palindromes are searched, in bytes: the search is
/// quadratic.
const LONGEST_PREDICATE: usize = 1 << 15;

impl Factor {
    /// Returns the word list of the factor, if it has one.
    ///
    /// Only [`Factor::Word`] has one.
    pub fn words(&self) -> Option<&WordList> {
        if let Factor::Word(words) = self { Some(words) } else { None }
    }

    /// Returns whether all such factors are short: letters, listed words, short palindromes. Then a
    /// word has as many of them, up to a constant, as letters.
    pub(crate) fn is_local(&self) -> bool {
        match self {
            Factor::Letter(_) | Factor::Word(_) => true,
            Factor::Palindrome(lengths) => lengths.to.is_some_and(|most| most <= 16),
            Factor::Run | Factor::PartOfRun | Factor::Square | Factor::HalfOfSquare => false,
        }
    }

    /// Calls `visit` with the length in bytes of each such factor at the start of `word`; `before`
    /// is the letter before `word`, if there is one. For half of a square, it is the first half;
    /// the second has the same length.
    ///
    /// Cost: a pass over the run, or over as many prefixes as the longest listed word has letters;
    /// squares and palindromes compare each prefix, so that one start may cost the square of the
    /// length.
    pub(crate) fn at_start<E: From<Fault>>(
        &self,
        word: &str,
        before: Option<char>,
        visit: &mut impl FnMut(usize) -> Result<(), E>,
    ) -> Result<(), E> {
        let Some(first) = word.chars().next() else { return Ok(()) };
        let run = || word.chars().take_while(|&letter| letter == first).count();
        match self {
            Factor::Letter(letters) => {
                let fits = letters.as_ref().is_none_or(|letters| letters.contains(first));
                if fits { visit(first.len_utf8()) } else { Ok(()) }
            }
            Factor::Word(words) => prefixes(word)
                .take(words.longest())
                .filter(|factor| words.contains(factor))
                .try_for_each(|factor| visit(factor.len())),
            Factor::Run if before == Some(first) => Ok(()),
            Factor::Run => visit(run() * first.len_utf8()),
            Factor::PartOfRun => (1..=run()).try_for_each(|length| visit(length * first.len_utf8())),
            Factor::Palindrome(lengths) => {
                check_length(word)?;
                let fits = |(at, factor): &(usize, &str)| {
                    lengths.contains(*at as u64 + 1)
                        && factor.ends_with(first)
                        && factor.chars().eq(factor.chars().rev())
                };
                prefixes(word).enumerate().filter(fits).try_for_each(|(_, factor)| visit(factor.len()))
            }
            Factor::Square | Factor::HalfOfSquare => {
                check_length(word)?;
                let half = |at: &usize| word.is_char_boundary(2 * at) && word[*at..].starts_with(&word[..*at]);
                let part = if *self == Factor::Square { 2 } else { 1 };
                (1..=word.len() / 2)
                    .filter(|&at| word.is_char_boundary(at))
                    .filter(half)
                    .try_for_each(|at| visit(part * at))
            }
        }
    }

    /// Returns whether there is such a factor at these bytes of a word, as [`Factor::each`] shows
    /// them. Cost: a pass over the factor, and over the other half of a square.
    pub(crate) fn is_at(&self, word: &str, place: Range<usize>) -> bool {
        let (factor, length) = (&word[place.clone()], place.len());
        let Some(first) = factor.chars().next() else { return false };
        let is_run = || factor.chars().all(|letter| letter == first);
        match self {
            Factor::Letter(letters) => {
                factor.len() == first.len_utf8() && letters.as_ref().is_none_or(|letters| letters.contains(first))
            }
            Factor::Word(words) => words.contains(factor),
            Factor::Run => is_run() && !word[..place.start].ends_with(first) && !word[place.end..].starts_with(first),
            Factor::PartOfRun => is_run(),
            Factor::Palindrome(lengths) => {
                lengths.contains(factor.chars().count() as u64) && factor.chars().eq(factor.chars().rev())
            }
            Factor::Square => {
                let half = length / 2;
                length % 2 == 0 && factor.is_char_boundary(half) && factor[..half] == factor[half..]
            }
            Factor::HalfOfSquare => word[place.end..].starts_with(factor) || word[..place.start].ends_with(factor),
        }
    }

    /// Calls `visit` with the byte range of each such factor of `word`.
    ///
    /// # Errors
    ///
    /// Returns the first error of `visit`, and a [`Fault`] if squares or palindromes are searched
    /// in a word of more than 2^15 bytes.
    pub fn each<E: From<Fault>>(
        &self,
        word: &str,
        mut visit: impl FnMut(Range<usize>) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut before = None;
        word.char_indices().try_for_each(|(start, letter)| {
            let front = before.replace(letter);
            self.each_at(word, start, front, &mut visit)
        })
    }

    /// As [`Factor::each`], for the factors that begin at this byte; `before` is the letter before
    /// it.
    pub(crate) fn each_at<E: From<Fault>>(
        &self,
        word: &str,
        start: usize,
        before: Option<char>,
        visit: &mut impl FnMut(Range<usize>) -> Result<(), E>,
    ) -> Result<(), E> {
        self.at_start(&word[start..], before, &mut |length| {
            visit(start..start + length)?;
            // The other half of the square.
            if *self == Factor::HalfOfSquare { visit(start + length..start + 2 * length) } else { Ok(()) }
        })
    }
}

/// Refuses a word in which squares or palindromes would be searched for too long.
fn check_length(word: &str) -> Result<(), Fault> {
    if word.len() <= LONGEST_PREDICATE {
        return Ok(());
    }
    Err(Fault(format!(
        "squares and palindromes are limited to words of {LONGEST_PREDICATE} bytes, and this word has {}",
        word.len()
    )))
}

impl fmt::Display for Factor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Factor::Letter(None) => f.write_str("letter"),
            Factor::Letter(Some(letters)) => write!(f, "letter of {letters}"),
            Factor::Word(words) => words.fmt(f),
            Factor::Run => f.write_str("run"),
            Factor::PartOfRun => f.write_str("part of run"),
            Factor::Palindrome(lengths) => write!(f, "palindrome {lengths}"),
            Factor::Square => f.write_str("square"),
            Factor::HalfOfSquare => f.write_str("half of square"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_square_has_two_halves() {
        let mut found = Vec::new();
        let seen = Factor::HalfOfSquare.each("ccacac", |place| {
            found.push((place.start, place.end));
            Ok::<(), Fault>(())
        });
        assert_eq!(seen, Ok(()));
        // cc at 0, caca at 1, acac at 2.
        assert_eq!(found, [(0, 1), (1, 2), (1, 3), (3, 5), (2, 4), (4, 6)]);
    }
}
