//! The meaning of games on rows: words with two ends.
//!
//! A removal closes its gap, or separates the parts left and right of it. A rewriting replaces one
//! occurrence. Options omit empty pieces, since the empty word has no moves. A move `within` a list
//! must leave a word, and listed words only.
//!
//! ```
//! use grundy_core::{Fault, Game};
//! use grundy_games::{Factor, Gap, Origin, RowMove, RowRules, WordList};
//!
//! let b = WordList::written(Origin::Quoted, ["b".to_string()]);
//! let cut = RowMove::Remove(Gap::Separates, Factor::Word(b));
//! let rules = RowRules { moves: vec![cut], until: None };
//! assert_eq!(rules.to_string(), "cut \"b\"");
//!
//! let mut options = Vec::new();
//! let word = "abac".to_string();
//! rules.options(&word, |words| Ok::<(), Fault>(options.push(words.to_vec()))).unwrap();
//! assert_eq!(options, [["a", "ac"]]);
//! ```
//!
//! *Rules.* `cut F` removes a factor and separates the parts; `take F` closes the gap; `"ab" ->
//! "b"` replaces an occurrence, and `|` on the right side separates; `cut every copy of a letter`
//! removes all copies; `split into 2 parts` only separates.
//!
//! *Faults.* Squares and palindromes in long words, splits of words of over 1024 letters, and a
//! rule with runs that occurs over 2^20 times at one place. *Cost:* a step for each occurrence, and
//! a copy of the word.

pub(crate) mod actions;
pub(crate) mod board;
pub(crate) mod read;
pub(crate) mod read_rewrite;
mod rewrite;

use std::{fmt, ops::Range};

use grundy_core::{Fault, Game, Visit};

pub use crate::boards::row::rewrite::{Rewrite, Splitting, Symbol};
use crate::{
    heaps::numbers::Span,
    words::{ending::Ending, factor::Factor, list::WordList, split},
};

/// The rules of a game on words, for rows and rings: a move is any of these.
///
/// A word is a component, and the parts that a move leaves are words under the same rules. Where
/// play must end with a word of a certain kind, `until` has the condition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowRules {
    /// The moves.
    pub moves: Vec<RowMove>,
    /// The positions without moves. It is asked before any move.
    pub until: Option<Ending>,
}

/// A kind of move on a word.
///
/// The options of each kind at the word `abba`:
///
/// ```text
/// cut "b"                      a + ba, ab + a
/// take "b"                     aba (twice)
/// take every copy of a letter  bb, aa
/// cut every copy of a letter   bb, a + a
/// split into 2 parts           a + bba, ab + ba, abb + a
/// cut palindrome 4..           nothing is left
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RowMove {
    /// Remove a factor. Each occurrence is a move of its own, even if two leave the same.
    Remove(Gap, Factor),
    /// Remove all copies of a letter that occurs.
    EveryCopy(Gap),
    /// Replace an occurrence of the left side.
    Rewrite(Rewrite),
    /// Cut the word between letters into this many parts that are not empty. No letter is removed,
    /// so this alone ends when all parts are letters.
    Split(Span),
    /// Make this move, if it leaves a word, and listed words only.
    Within(Box<RowMove>, WordList),
}

/// The treatment of the gap that a removal leaves.
///
/// It decides between two different games: after `cut`, no move joins the parts again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gap {
    /// The parts left and right of it become one word (`take`).
    Closes,
    /// The parts left and right of it become two words (`cut`).
    Separates,
}

/// Gets the options of a word without empty pieces, and the work in between.
type RowVisitor<'a, E> = &'a mut dyn FnMut(Visit<'_, String>) -> Result<(), E>;

impl Game for RowRules {
    type Position = String;

    fn options<E: From<Fault>>(
        &self,
        word: &String,
        mut visit: impl FnMut(&[String]) -> Result<(), E>,
    ) -> Result<(), E> {
        self.walk(word, |seen| seen.option(|_| Ok(()))?.map_or(Ok(()), &mut visit))
    }

    fn walk<E: From<Fault>>(
        &self,
        word: &String,
        mut visit: impl FnMut(Visit<'_, String>) -> Result<(), E>,
    ) -> Result<(), E> {
        self.each(word, None, &mut visit)
    }
}

impl RowRules {
    /// As [`Game::options`], by moves whose factor begins at this letter, counted from 0, or that
    /// have no factor: those that remove every copy of a letter or split the word. For words with
    /// too many options.
    ///
    /// # Errors
    ///
    /// Returns the first error, of `visit` or of the rules.
    ///
    /// # Cost
    /// That of the moves at one place, and a copy of the word for each.
    pub fn options_at<E: From<Fault>>(
        &self,
        word: &str,
        at: usize,
        mut visit: impl FnMut(&[String]) -> Result<(), E>,
    ) -> Result<(), E> {
        self.each(word, Some(at), &mut |seen| seen.option(|_| Ok(()))?.map_or(Ok(()), &mut visit))
    }

    /// The walk, over the moves of one place if that is given.
    fn each<E: From<Fault>>(&self, word: &str, only_at: Option<usize>, visit: RowVisitor<'_, E>) -> Result<(), E> {
        if self.until.as_ref().is_some_and(|until| until.holds_of_word(word)) {
            return Ok(());
        }
        self.moves.iter().try_for_each(|kind| kind.options(word, only_at, visit))
    }
}

impl RowRules {
    /// Whether every move leaves factors of the word only, and depends on no letter outside of its
    /// occurrence, unless the ending forbids all moves.
    pub fn splits(&self) -> bool {
        self.moves.iter().all(RowMove::splits)
    }

    /// Calls `visit` with each move of rules that [split](RowRules::splits), whatever the ending.
    ///
    /// # Errors
    ///
    /// Returns the first error, of `visit` or of the rules.
    pub fn splittings<E: From<Fault>>(
        &self,
        word: &str,
        mut visit: impl FnMut(Splitting) -> Result<(), E>,
    ) -> Result<(), E> {
        for kind in &self.moves {
            match kind {
                RowMove::Remove(_, factor) => factor.each(word, |place| {
                    visit(Splitting { left: place.start, middle: Vec::new(), right: place.end, place })
                })?,
                RowMove::Rewrite(rule) => rule.splittings(word, &mut visit)?,
                RowMove::Split(_) => split::places(word, |place, at| {
                    visit(Splitting { place, left: at, middle: Vec::new(), right: at })
                })?,
                RowMove::EveryCopy(_) | RowMove::Within(..) => {}
            }
        }
        Ok(())
    }

    /// Returns the parts of a word between which no move extends, if every move leaves factors of
    /// the word only, and the rules have no ending; else the word. In normal play the word is the
    /// sum of its parts: an occurrence in a factor of the word is one in the word, so none ever
    /// extends across. A long word is its only part where finding every occurrence takes more than
    /// linear time.
    ///
    /// ```text
    /// cut "ab", cut "ba"  at  aabbcab:  a move covers places 2..3 and 6..7 only,
    /// so no move joins  a, ab, b, c, ab  and the word is the sum of these parts
    /// ```
    ///
    /// # Cost
    /// A pass over the occurrences.
    ///
    /// Where no occurrence crosses a place, the word may be cut there: the depth, which is the
    /// number of occurrences across a place, is 0.
    pub fn parts(&self, word: &str) -> Vec<String> {
        let whole = || vec![word.to_owned()];
        let is_slow = |kind: &RowMove| matches!(kind, RowMove::Remove(_, factor) if !factor.is_local());
        let too_long = word.len() > MOST_SEARCHED && self.moves.iter().any(is_slow);
        if self.until.is_some() || !self.splits() || too_long {
            return whole();
        }
        // By place: how many occurrences begin before it and end after it, as differences.
        let mut crossed = vec![0i64; word.len() + 1];
        let counted = self.splittings::<Fault>(word, |splitting| {
            if splitting.place.len() > 1 {
                crossed[splitting.place.start + 1] += 1;
                crossed[splitting.place.end] -= 1;
            }
            Ok(())
        });
        if counted.is_err() {
            return whole();
        }
        let (mut parts, mut start, mut depth) = (Vec::new(), 0, 0);
        for (at, difference) in crossed.into_iter().enumerate() {
            depth += difference;
            if depth == 0 && at > start && word.is_char_boundary(at) {
                parts.push(word[start..at].to_owned());
                start = at;
            }
        }
        parts
    }
}

/// Words of more bytes are not searched for parts where a move may take factors of any length.
const MOST_SEARCHED: usize = 1 << 9;

impl RowMove {
    /// Returns the move without the lists that restrict it.
    ///
    /// A restricted move shows fewer options and no others.
    pub fn unrestricted(&self) -> &RowMove {
        let mut kind = self;
        while let RowMove::Within(inner, _) = kind {
            kind = inner;
        }
        kind
    }

    /// Returns the word lists of the move, in the order of the text.
    pub(crate) fn lists(&self) -> Vec<&WordList> {
        let (mut kind, mut found) = (self, Vec::new());
        while let RowMove::Within(inner, words) = kind {
            found.push(words);
            kind = inner;
        }
        found.extend(if let RowMove::Remove(_, factor) = kind { factor.words() } else { None });
        found.reverse();
        found
    }

    /// Whether this kind leaves factors of the word only.
    fn splits(&self) -> bool {
        match self {
            RowMove::Remove(gap, factor) => {
                *gap == Gap::Separates && !matches!(factor, Factor::Run | Factor::HalfOfSquare)
            }
            RowMove::Split(parts) => *parts == (Span { from: 2, to: Some(2) }),
            RowMove::EveryCopy(_) | RowMove::Within(..) => false,
            RowMove::Rewrite(rule) => !rule.at_start && !rule.at_end && rule.factors().is_some(),
        }
    }

    /// Calls `visit` with the options by this kind of move, and with the work in between. A move
    /// within a list reports work for each option that the list excludes.
    fn options<E: From<Fault>>(&self, word: &str, only_at: Option<usize>, visit: RowVisitor<'_, E>) -> Result<(), E> {
        let mut leave = |mut pieces: Vec<String>| {
            pieces.retain(|piece| !piece.is_empty());
            visit(Visit::Option(&pieces))
        };
        match self {
            RowMove::Split(parts) => split::word(*parts, word, None, visit),
            RowMove::Within(kind, words) => match &**kind {
                RowMove::Split(parts) => split::word(*parts, word, Some(words), visit),
                kind => kind.options(word, only_at, &mut |seen| match seen {
                    Visit::Option(left) if !may_leave(words, left) => visit(Visit::Work(steps(word))),
                    seen => visit(seen),
                }),
            },
            RowMove::Remove(gap, factor) => {
                let mut remove = |place: Range<usize>| {
                    let (left, right) = (&word[..place.start], &word[place.end..]);
                    leave(match gap {
                        Gap::Closes => vec![[left, right].concat()],
                        Gap::Separates => vec![left.into(), right.into()],
                    })
                };
                match only_at {
                    None => factor.each(word, remove),
                    Some(at) => match word.char_indices().nth(at) {
                        Some((start, _)) => factor.each_at(word, start, word[..start].chars().next_back(), &mut remove),
                        None => Ok(()),
                    },
                }
            }
            RowMove::EveryCopy(gap) => {
                let mut letters: Vec<char> = word.chars().collect();
                letters.sort_unstable();
                letters.dedup();
                letters.into_iter().try_for_each(|letter| {
                    let pieces = word.split(letter);
                    leave(match gap {
                        Gap::Closes => vec![pieces.collect::<String>()],
                        Gap::Separates => pieces.map(str::to_owned).collect(),
                    })
                })
            }
            RowMove::Rewrite(rule) => {
                let bounds: Vec<usize> = word.char_indices().map(|(at, _)| at).chain([word.len()]).collect();
                rule.occurrences(word, &bounds, only_at, |_, _, pieces| leave(pieces))
            }
        }
    }
}

/// Returns whether a move within `words` may leave these, none of which is empty.
fn may_leave(words: &WordList, left: &[String]) -> bool {
    !left.is_empty() && left.iter().all(|piece| words.contains(piece))
}

/// The steps of the search for an option of a word that is not one, since it leaves other words.
fn steps(word: &str) -> u32 {
    u32::try_from(word.len() / 16).unwrap_or(u32::MAX).saturating_add(1)
}

impl fmt::Display for RowRules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, kind) in self.moves.iter().enumerate() {
            f.write_str(if at == 0 { "" } else { ", " })?;
            kind.fmt(f)?;
        }
        self.until.as_ref().map_or(Ok(()), |until| write!(f, " until {until}"))
    }
}

impl fmt::Display for RowMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RowMove::Remove(gap, factor) => write!(f, "{gap} {factor}"),
            RowMove::EveryCopy(gap) => write!(f, "{gap} every copy of a letter"),
            RowMove::Rewrite(rule) => rule.fmt(f),
            RowMove::Split(parts) => write!(f, "split into {parts} parts"),
            RowMove::Within(kind, words) => write!(f, "{kind} within {words}"),
        }
    }
}

impl fmt::Display for Gap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Gap::Closes => "take",
            Gap::Separates => "cut",
        })
    }
}
