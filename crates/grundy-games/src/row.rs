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

use std::{fmt, ops::Range};

use grundy_core::{Fault, Game, Visit};

use crate::{ending::Ending, factor::Factor, numbers::Span, split, text, words::WordList};

/// The rules of a game on words, for rows and rings: a move is any of these.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowRules {
    /// The moves.
    pub moves: Vec<RowMove>,
    /// The positions without moves.
    pub until: Option<Ending>,
}

/// A kind of move on a word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RowMove {
    /// Remove a factor.
    Remove(Gap, Factor),
    /// Remove all copies of a letter that occurs.
    EveryCopy(Gap),
    /// Replace an occurrence of the left side.
    Rewrite(Rewrite),
    /// Cut the word between letters into this many parts that are not empty.
    Split(Span),
    /// Make this move, if it leaves a word, and listed words only.
    Within(Box<RowMove>, WordList),
}

/// The treatment of the gap that a removal leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gap {
    /// The parts left and right of it become one word (`take`).
    Closes,
    /// The parts left and right of it become two words (`cut`).
    Separates,
}

/// A rewriting rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rewrite {
    /// The factor to replace.
    pub left: Vec<Symbol>,
    /// The replacement; several pieces become separate words.
    pub right: Vec<Vec<Symbol>>,
    /// Whether the rule applies only at the start of the word.
    pub at_start: bool,
    /// Whether the rule applies only at the end of the word.
    pub at_end: bool,
    /// The names of the letter variables.
    pub variables: Vec<char>,
}

/// A part of a side of a rewriting rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Symbol {
    /// This letter.
    Letter(char),
    /// This letter, one or more times (on left sides only).
    Run(char),
    /// The letter that this variable denotes.
    Variable(usize),
}

/// Gets the options of a word without empty pieces, and the work in between.
type Visitor<'a, E> = &'a mut dyn FnMut(Visit<'_, String>) -> Result<(), E>;

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
    pub fn options_at<E: From<Fault>>(
        &self,
        word: &str,
        at: usize,
        mut visit: impl FnMut(&[String]) -> Result<(), E>,
    ) -> Result<(), E> {
        self.each(word, Some(at), &mut |seen| seen.option(|_| Ok(()))?.map_or(Ok(()), &mut visit))
    }

    fn each<E: From<Fault>>(&self, word: &str, only_at: Option<usize>, visit: Visitor<'_, E>) -> Result<(), E> {
        if self.until.as_ref().is_some_and(|until| until.holds_of_word(word)) {
            return Ok(());
        }
        self.moves.iter().try_for_each(|kind| kind.options(word, only_at, visit))
    }
}

/// A move whose pieces are all factors of the word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Splitting {
    /// The occurrence, as byte offsets.
    pub place: Range<usize>,
    /// The end of the first piece, which begins with the word.
    pub left: usize,
    /// The other pieces but the last one; each begins after the occurrence does.
    pub middle: Vec<Range<usize>>,
    /// The start of the last piece, which ends with the word.
    pub right: usize,
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

    fn options<E: From<Fault>>(&self, word: &str, only_at: Option<usize>, visit: Visitor<'_, E>) -> Result<(), E> {
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

/// An occurrence: where it ends, and the letter of each variable.
pub(crate) type Occurrence = (usize, Vec<Option<char>>);

/// The most occurrences that may start at one place. Only rules with runs have more than one.
const MOST_OCCURRENCES: usize = 1 << 20;

impl Rewrite {
    /// Returns the occurrences that start at this letter.
    pub(crate) fn matches(&self, letters: &[char], start: usize) -> Result<Vec<Occurrence>, Fault> {
        let mut open = vec![(start, vec![None; self.variables.len()])];
        for symbol in &self.left {
            let mut next = Vec::new();
            for (at, bound) in open {
                let Some(&letter) = letters.get(at) else { continue };
                match *symbol {
                    Symbol::Letter(wanted) if wanted == letter => next.push((at + 1, bound)),
                    Symbol::Run(wanted) => {
                        let run = letters[at..].iter().take_while(|&&letter| letter == wanted).count();
                        next.extend((1..=run).map(|length| (at + length, bound.clone())));
                    }
                    Symbol::Variable(variable) if bound[variable].is_none_or(|known| known == letter) => {
                        let mut bound = bound;
                        bound[variable] = Some(letter);
                        next.push((at + 1, bound));
                    }
                    _ => {}
                }
                if next.len() > MOST_OCCURRENCES {
                    let many = format!("the rule `{self}` occurs more than {MOST_OCCURRENCES} times at one place");
                    return Err(Fault(many));
                }
            }
            next.sort_unstable();
            next.dedup();
            open = next;
        }
        Ok(open)
    }

    /// Calls `visit` with each occurrence in a word, as indices of its first letter and of the one
    /// after it, and with the pieces that the rule leaves; only with those that begin at the letter
    /// `only_at`, if that is given. `bounds` are the bytes where letters begin, and the end of the
    /// word.
    pub(crate) fn occurrences<E: From<Fault>>(
        &self,
        word: &str,
        bounds: &[usize],
        only_at: Option<usize>,
        mut visit: impl FnMut(usize, usize, Vec<String>) -> Result<(), E>,
    ) -> Result<(), E> {
        let letters: Vec<char> = word.chars().collect();
        let starts = if self.at_start { 1.min(letters.len()) } else { letters.len() };
        for start in (0..starts).filter(|start| only_at.is_none_or(|at| at == *start)) {
            for (end, bound) in self.matches(&letters, start)? {
                if self.at_end && end < letters.len() {
                    continue;
                }
                let mut pieces = self.pieces(&bound);
                pieces[0].insert_str(0, &word[..bounds[start]]);
                pieces.last_mut().expect("a right side has a piece").push_str(&word[bounds[end]..]);
                visit(start, end, pieces)?;
            }
        }
        Ok(())
    }

    /// Returns the pieces of the right side as ranges of symbols of the left side, if the first one
    /// is its beginning, the last one its end, and every other one lies after its first symbol; a
    /// piece that is the whole left side is none.
    fn factors(&self) -> Option<Vec<Range<usize>>> {
        let (left, last) = (&self.left[..], self.right.len().checked_sub(1).filter(|&last| last > 0)?);
        if left.iter().any(|symbol| matches!(symbol, Symbol::Run(_))) {
            return None;
        }
        let pieces = self.right.iter().enumerate().map(|(at, piece)| {
            let most = left.len().checked_sub(piece.len()).filter(|&most| most > 0)?;
            let starts = match at {
                0 => 0..=0,
                at if at == last => most..=most,
                _ => 1..=most,
            };
            let mut found = starts.into_iter().filter(|&start| left[start..][..piece.len()] == piece[..]);
            found.next().map(|start| start..start + piece.len())
        });
        pieces.collect()
    }

    fn splittings<E: From<Fault>>(
        &self,
        word: &str,
        visit: &mut impl FnMut(Splitting) -> Result<(), E>,
    ) -> Result<(), E> {
        let Some(pieces) = self.factors() else { return Ok(()) };
        let letters: Vec<char> = word.chars().collect();
        let bounds: Vec<usize> = word.char_indices().map(|(at, _)| at).chain([word.len()]).collect();
        for start in 0..letters.len() {
            for (end, _) in self.matches(&letters, start)? {
                let place = |piece: &Range<usize>| bounds[start + piece.start]..bounds[start + piece.end];
                let (first, last) = (place(&pieces[0]), place(&pieces[pieces.len() - 1]));
                let middle = pieces[1..pieces.len() - 1].iter().filter(|piece| !piece.is_empty()).map(place).collect();
                visit(Splitting { place: bounds[start]..bounds[end], left: first.end, middle, right: last.start })?;
            }
        }
        Ok(())
    }

    /// Returns the pieces of the right side for these letters of the variables.
    pub(crate) fn pieces(&self, bound: &[Option<char>]) -> Vec<String> {
        let letter = |symbol: &Symbol| match *symbol {
            Symbol::Letter(letter) | Symbol::Run(letter) => letter,
            Symbol::Variable(variable) => bound[variable].expect("the parser binds every variable on the left side"),
        };
        self.right.iter().map(|piece| piece.iter().map(letter).collect()).collect()
    }
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

impl fmt::Display for Rewrite {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.at_start { "^" } else { "" })?;
        self.write_side(f, &self.left)?;
        f.write_str(if self.at_end { "$" } else { "" })?;
        f.write_str(" -> ")?;
        for (at, piece) in self.right.iter().enumerate() {
            f.write_str(if at == 0 { "" } else { "|" })?;
            self.write_side(f, piece)?;
        }
        if self.variables.is_empty() {
            return Ok(());
        }
        let names: Vec<String> = self.variables.iter().map(char::to_string).collect();
        write!(f, " for letter{} {}", if names.len() == 1 { "" } else { "s" }, names.join(", "))
    }
}

impl Rewrite {
    fn write_side(&self, f: &mut fmt::Formatter<'_>, side: &[Symbol]) -> fmt::Result {
        if side.is_empty() {
            return f.write_str("\"\"");
        }
        let mut quoted = false;
        for symbol in side {
            let variable = matches!(symbol, Symbol::Variable(_));
            if quoted == variable {
                f.write_str("\"")?;
                quoted = !variable;
            }
            match *symbol {
                Symbol::Letter(letter) => text::escape(f, letter)?,
                Symbol::Run(letter) => {
                    text::escape(f, letter)?;
                    f.write_str("+")?;
                }
                Symbol::Variable(variable) => write!(f, "{}", self.variables[variable])?,
            }
        }
        f.write_str(if quoted { "\"" } else { "" })
    }
}
