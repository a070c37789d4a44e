//! The meaning of games in which letters are written on a tape.
//!
//! `until it ends with a word`: completing the word is legal, and ends the component. `avoiding word`: a letter that
//! would complete a listed word at the place of writing may not be written. `within L`: the tape stays a prefix (or a
//! factor) of a listed word. `avoiding whole L`: the entire tape is never a listed word.

use std::fmt;

use grundy_core::{Fault, Game};

use crate::{
    component::Tape,
    ending::{Ending, prefixes, suffixes},
    factor::is_square,
    letters::Letters,
    numbers::Span,
    words::WordList,
};

/// A game of writing letters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TapeRules {
    /// The letters as the text gave them, if it did.
    pub letters: Option<Letters>,
    /// Where a letter may be written.
    pub place: Place,
    /// What the tape must stay a part of.
    pub within: Option<Within>,
    /// What may not be written.
    pub avoiding: Vec<Avoid>,
    /// The positions without moves.
    pub until: Option<Ending>,
    /// The letters that can be written: those of `letters`, or else those of the lists.
    pub alphabet: Letters,
}

/// Where a letter may be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// At the end.
    End,
    /// At the start or at the end.
    EitherEnd,
}

/// What the tape must stay a part of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Within {
    /// A prefix of a listed word.
    PrefixOf(WordList),
    /// A factor of a listed word.
    FactorOf(WordList),
}

/// What may not be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Avoid {
    /// A letter that completes one of these at the place of writing.
    Word(WordList),
    /// A letter that makes the entire tape one of these.
    Whole(WordList),
    /// A letter that completes a square at the place of writing.
    Square,
    /// A letter that completes a palindrome of such a length at the place of writing.
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
            let at_end = format!("{}{letter}", tape.word);
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
    /// Whether the tape may become `word`, whose factors at the place of writing are `completed`.
    fn allows(&self, word: &str, completed: &[&str]) -> bool {
        let within = self.within.as_ref().is_none_or(|within| match within {
            Within::PrefixOf(list) => list.has_prefix(word),
            Within::FactorOf(list) => list.has_factor(word),
        });
        within && !self.avoided(word, completed)
    }

    fn avoided(&self, word: &str, completed: &[&str]) -> bool {
        self.avoiding.iter().any(|avoid| match avoid {
            Avoid::Word(list) => completed.iter().any(|factor| list.contains(factor)),
            Avoid::Whole(list) => list.contains(word),
            Avoid::Square => completed.iter().any(|factor| is_square(factor)),
            Avoid::Palindrome(lengths) => completed.iter().any(|factor| {
                lengths.contains(factor.chars().count() as u64) && factor.chars().eq(factor.chars().rev())
            }),
        })
    }

    /// Whether what is avoided forbids to write the last letter of a tape that then reads `word`.
    pub fn avoids(&self, word: &str) -> bool {
        let whole = self.avoiding.iter().all(|avoid| matches!(avoid, Avoid::Whole(_)));
        let completed = if whole { Vec::new() } else { suffixes(word).collect() };
        self.avoided(word, &completed)
    }

    /// The greatest length of the tape, where the rules bound it.
    pub fn longest(&self) -> Option<usize> {
        match &self.within {
            Some(Within::PrefixOf(list) | Within::FactorOf(list)) => Some(list.longest()),
            None => None,
        }
    }

    /// Every word list of the rules.
    pub fn lists(&self) -> impl Iterator<Item = &WordList> {
        let within = self.within.iter().map(|within| match within {
            Within::PrefixOf(list) | Within::FactorOf(list) => list,
        });
        let avoiding = self.avoiding.iter().filter_map(|avoid| match avoid {
            Avoid::Word(list) | Avoid::Whole(list) => Some(list),
            Avoid::Square | Avoid::Palindrome(_) => None,
        });
        within.chain(avoiding).chain(self.until.iter().filter_map(Ending::words))
    }

    /// Another tape of the same value with a shorter word, where the rules look only at the end of the tape: the
    /// longest suffix that some listed word begins with. What is written later can complete a listed word only
    /// together with such a suffix. A tape on which the game is over becomes a listed word that stands on it.
    pub fn shortened(&self, tape: &Tape) -> Tape {
        let lists: Option<Vec<&WordList>> = self
            .avoiding
            .iter()
            .map(|avoid| if let Avoid::Word(list) = avoid { Some(list) } else { None })
            .chain(self.until.iter().map(Ending::words))
            .collect();
        let Some(lists) = lists.filter(|_| self.within.is_none() && self.place == Place::End) else {
            return tape.clone();
        };
        if let Some(word) = self.until.as_ref().and_then(|until| until.found_in(&tape.word)) {
            return Tape { word: word.into(), left: tape.left };
        }
        let longest = lists.iter().map(|list| list.longest()).max().unwrap_or(0);
        let kept = suffixes(&tape.word).take(longest).filter(|suffix| lists.iter().any(|list| list.has_prefix(suffix)));
        Tape { word: kept.last().unwrap_or_default().into(), left: tape.left }
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
                Avoid::Square => f.write_str("square")?,
                Avoid::Palindrome(lengths) => write!(f, "palindrome {lengths}")?,
            }
        }
        self.until.as_ref().map_or(Ok(()), |until| write!(f, " until {until}"))
    }
}
