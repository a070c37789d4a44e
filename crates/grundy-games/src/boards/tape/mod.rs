//! The meaning of games on tapes: a move writes a letter at an end of a word.
//!
//! - `until it ends with L`: completing a word of L is allowed, and ends play on the tape.
//! - `avoiding L`: a letter that completes a word of L at the place of writing is forbidden.
//! - `avoiding square`, `avoiding abelian cube`: a letter that completes such a power at the place
//!   of writing is forbidden.
//! - `avoiding whole L`: a letter that makes the entire tape a word of L is forbidden.
//! - `within L`: the tape remains a prefix (or a factor) of a word of L.
//!
//! ```
//! use grundy_core::{Fault, Game};
//! use grundy_games::{Avoid, Letters, Place, Power, Tape, TapeRules};
//!
//! // tape: append letter of a..b avoiding square
//! let rules = TapeRules {
//!     letters: Letters::range('a', 'b'),
//!     place: Place::End,
//!     within: None,
//!     avoiding: vec![Avoid::Power(Power::SQUARE)],
//!     until: None,
//!     alphabet: Letters::of(['a', 'b']),
//! };
//! let tape = Tape { word: "ab".into(), left: Some(5) };
//! let mut options = Vec::new();
//! rules.options(&tape, |tapes| Ok::<(), Fault>(options.extend_from_slice(tapes))).unwrap();
//! assert_eq!(options, [Tape { word: "aba".into(), left: Some(4) }]);
//! // The letters are alike.
//! assert_eq!(rules.canonical(&Tape { word: "bab".into(), left: Some(4) }), options[0]);
//! ```
//!
//! *Example.* `tape: append letter of a..b avoiding square` at `ab`: `aba` is allowed, `abb` is
//! not. *End:* the length is bounded by the position (`ab/5`) or by a list. *Faults:* none. *Cost:*
//! for each letter of the alphabet a look at the factors that it completes.

pub(crate) mod board;
pub(crate) mod read;

use std::fmt;

use grundy_core::{Fault, Game};

use crate::{
    heaps::numbers::Span,
    words::{
        ending::{Ending, prefixes, suffixes},
        letters::Letters,
        list::WordList,
        power::Power,
    },
};

/// The rules of a game on tapes.
///
/// Ghost is `append letter` with an ending by a list, or `within` one.
///
/// ```text
/// tape: append letter of a..b avoiding square, at ab/2
///   b would complete the square bb
///   a leaves aba/1, and then b would complete abab, a aa
/// so one move is left
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TapeRules {
    /// The letters that the text names, if it names any.
    pub letters: Option<Letters>,
    /// Where a letter may be written.
    pub place: Place,
    /// What the tape must remain a part of. It also bounds the length.
    pub within: Option<Within>,
    /// What a letter must not complete. Each of them forbids on its own.
    pub avoiding: Vec<Avoid>,
    /// The positions without moves. A letter that fulfils it may be written, and is the last one.
    pub until: Option<Ending>,
    /// The letters that can be written: those of `letters`, or else those of the word lists. It is
    /// derived from the other fields, and compared with them.
    pub alphabet: Letters,
}

/// Where a letter may be written.
///
/// `append letter` writes at the end, `append letter at either end` at both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// At the end.
    End,
    /// At the start or at the end.
    EitherEnd,
}

/// What the tape must remain a part of.
///
/// ```text
/// within word in {abc}             a, ab, abc may be on the tape
/// within factor of word in {abc}   b, bc and c too
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Within {
    /// A prefix of a listed word.
    PrefixOf(WordList),
    /// A factor of a listed word.
    FactorOf(WordList),
}

/// What a letter must not complete.
///
/// A letter that completes one of these cannot be written, so a player without another letter has
/// lost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Avoid {
    /// A listed word at the place of writing.
    Word(WordList),
    /// A listed word as the entire tape.
    Whole(WordList),
    /// A power at the place of writing, such as a square.
    Power(Power),
    /// A palindrome of one of these lengths at the place of writing.
    Palindrome(Span),
}

impl Game for TapeRules {
    type Position = Tape;

    fn options<E: From<Fault>>(&self, tape: &Tape, mut visit: impl FnMut(&[Tape]) -> Result<(), E>) -> Result<(), E> {
        if tape.left == Some(0) || self.until.as_ref().is_some_and(|until| until.holds_of_word(&tape.word)) {
            return Ok(());
        }
        let left = tape.left.map(|left| left - 1);
        for letter in self.alphabet.iter() {
            let mut at_end = String::with_capacity(tape.word.len() + letter.len_utf8());
            at_end.push_str(&tape.word);
            at_end.push(letter);
            if self.allows(&at_end, &suffixes(&at_end).collect::<Vec<_>>()) {
                visit(&[Tape { word: at_end, left }])?;
            }
            if self.place == Place::EitherEnd {
                let at_start = format!("{letter}{}", tape.word);
                if self.allows(&at_start, &prefixes(&at_start).collect::<Vec<_>>()) {
                    visit(&[Tape { word: at_start, left }])?;
                }
            }
        }
        Ok(())
    }
}

impl TapeRules {
    /// Returns whether the tape may become `word`, of which the new letter completes these factors.
    fn allows(&self, word: &str, completed: &[&str]) -> bool {
        let within = self.within.as_ref().is_none_or(|within| match within {
            Within::PrefixOf(list) => list.has_prefix(word),
            Within::FactorOf(list) => list.has_factor(word),
        });
        within && !self.avoided(word, completed)
    }

    /// Returns whether `avoiding` forbids the tape, of which the new letter completes these
    /// factors.
    fn avoided(&self, word: &str, completed: &[&str]) -> bool {
        self.avoiding.iter().any(|avoid| match avoid {
            Avoid::Word(list) => completed.iter().any(|factor| list.contains(factor)),
            Avoid::Whole(list) => list.contains(word),
            Avoid::Power(power) => completed.iter().any(|factor| power.holds(factor)),
            Avoid::Palindrome(lengths) => completed.iter().any(|factor| {
                lengths.contains(factor.chars().count() as u64) && factor.chars().eq(factor.chars().rev())
            }),
        })
    }

    /// Returns whether `avoiding` forbids to write the last letter of `word`.
    ///
    /// Only the factors that end with that letter are looked at, or the whole word.
    pub fn avoids(&self, word: &str) -> bool {
        let whole = self.avoiding.iter().all(|avoid| matches!(avoid, Avoid::Whole(_)));
        let completed = if whole { Vec::new() } else { suffixes(word).collect() };
        self.avoided(word, &completed)
    }

    /// Returns the greatest length of the tape in letters; `None` if the rules do not bound it.
    ///
    /// Then the position must have a number of letters, `ab/5`.
    pub fn longest(&self) -> Option<usize> {
        match &self.within {
            Some(Within::PrefixOf(list) | Within::FactorOf(list)) => Some(list.longest()),
            None => None,
        }
    }

    /// Returns the word lists of the rules, in the order of the text.
    ///
    /// Certificates name them with fingerprints.
    pub fn lists(&self) -> impl Iterator<Item = &WordList> {
        let within = self.within.iter().map(|within| match within {
            Within::PrefixOf(list) | Within::FactorOf(list) => list,
        });
        let avoiding = self.avoiding.iter().filter_map(|avoid| match avoid {
            Avoid::Word(list) | Avoid::Whole(list) => Some(list),
            Avoid::Power(_) | Avoid::Palindrome(_) => None,
        });
        within.chain(avoiding).chain(self.until.iter().filter_map(Ending::words))
    }

    /// Returns a tape of equal value, and equal outcome in every sum: one with a shorter word, if
    /// the rules depend on the end of the tape only; one with other letters, if they treat all
    /// letters alike; else the same tape.
    ///
    /// The shorter word is the longest suffix that is a prefix of a listed word: letters written
    /// later can complete a listed word only together with such a suffix. A tape on which play is
    /// over becomes a listed word that it contains. Letters that are alike become the first ones
    /// of the alphabet, in the order in which they occur.
    pub fn canonical(&self, tape: &Tape) -> Tape {
        let Some(lists) = self.lists_of_suffixes() else {
            return self.renamed(tape).unwrap_or_else(|| tape.clone());
        };
        if let Some(word) = self.until.as_ref().and_then(|until| until.found_in(&tape.word)) {
            return Tape { word: word.into(), left: tape.left };
        }
        let longest = lists.iter().map(|list| list.longest()).max().unwrap_or(0);
        let kept = suffixes(&tape.word).take(longest).filter(|suffix| lists.iter().any(|list| list.has_prefix(suffix)));
        Tape { word: kept.last().unwrap_or_default().into(), left: tape.left }
    }

    /// Returns the word lists, if letters are written at the end and the rules depend on listed
    /// words alone, of which a letter may complete one.
    pub(crate) fn lists_of_suffixes(&self) -> Option<Vec<&WordList>> {
        let avoided = self.avoiding.iter().map(|avoid| if let Avoid::Word(list) = avoid { Some(list) } else { None });
        let lists: Option<Vec<&WordList>> = avoided.chain(self.until.iter().map(Ending::words)).collect();
        lists.filter(|_| self.within.is_none() && self.place == Place::End)
    }

    /// Returns the tape with the first letters of the alphabet in the order in which its letters
    /// occur; `None` if the rules do not treat all letters alike. Also if a letter of the tape is
    /// none of the alphabet.
    fn renamed(&self, tape: &Tape) -> Option<Tape> {
        let alike = |avoid: &Avoid| matches!(avoid, Avoid::Power(_) | Avoid::Palindrome(_));
        let until = self.until.as_ref().is_none_or(|until| until.words().is_none() && *until != Ending::Increasing);
        if self.within.is_some() || !self.avoiding.iter().all(alike) || !until {
            return None;
        }
        // The letters that occur, each with its new name.
        let (mut names, mut next): (Vec<(char, char)>, _) = (Vec::new(), self.alphabet.iter());
        let mut word = String::with_capacity(tape.word.len());
        for letter in tape.word.chars() {
            let known = names.iter().find(|(own, _)| *own == letter).map(|&(_, name)| name);
            word.push(match known {
                Some(name) => name,
                None => {
                    let name = next.next().filter(|_| self.alphabet.contains(letter))?;
                    names.push((letter, name));
                    name
                }
            });
        }
        Some(Tape { word, left: tape.left })
    }
}

impl fmt::Display for TapeRules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("append letter")?;
        if let Some(letters) = &self.letters {
            write!(f, " of {letters}")?;
        }
        if self.place == Place::EitherEnd {
            f.write_str(" at either end")?;
        }
        match &self.within {
            Some(Within::PrefixOf(list)) => write!(f, " within {list}")?,
            Some(Within::FactorOf(list)) => write!(f, " within factor of {list}")?,
            None => {}
        }
        for (at, avoid) in self.avoiding.iter().enumerate() {
            f.write_str(if at == 0 { " avoiding " } else { " or " })?;
            match avoid {
                Avoid::Word(list) => list.fmt(f)?,
                Avoid::Whole(list) => write!(f, "whole {list}")?,
                Avoid::Power(power) => power.fmt(f)?,
                Avoid::Palindrome(lengths) => write!(f, "palindrome {lengths}")?,
            }
        }
        self.until.as_ref().map_or(Ok(()), |until| write!(f, " until {until}"))
    }
}

/// A word that grows, and the number of letters that may still be written on it.
///
/// ```text
/// ab/2   two more letters may be written
/// ab     the rules bound the length, by a list
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tape {
    /// The letters on the tape.
    pub word: String,
    /// The number of letters that may still be written; `None` if the rules bound the length.
    pub left: Option<u64>,
}

impl fmt::Display for Tape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        crate::text::quote::word(f, &self.word)?;
        self.left.map_or(Ok(()), |left| write!(f, "/{left}"))
    }
}
