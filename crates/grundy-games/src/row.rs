//! The meaning of games on words with two ends: slow, plain, and the authority.
//!
//! A removal closes its gap or separates what lies left and right of it; a rewriting replaces one occurrence. Empty
//! pieces are left out of options: the empty word has no moves.

use std::{fmt, ops::Range};

use grundy_core::{Fault, Game};

use crate::{ending::Ending, factor::Factor, text};

/// A game on words: any of these moves, on rows or on rings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowRules {
    /// The moves.
    pub moves: Vec<RowMove>,
    /// The positions without moves.
    pub until: Option<Ending>,
}

/// One kind of move on a word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RowMove {
    /// Such a factor is removed.
    Remove(Gap, Factor),
    /// All copies of one letter that occurs are removed at once.
    EveryCopy(Gap),
    /// An occurrence of the left side is replaced.
    Rewrite(Rewrite),
}

/// What becomes of the gap that a removal leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gap {
    /// Left and right meet: one word (`take`).
    Closes,
    /// Left and right come apart: two words (`cut`).
    Separates,
}

/// A rewriting rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rewrite {
    /// What is replaced.
    pub left: Vec<Symbol>,
    /// By what; several pieces come apart.
    pub right: Vec<Vec<Symbol>>,
    /// Only at the start of the word.
    pub at_start: bool,
    /// Only at the end of the word.
    pub at_end: bool,
    /// The names of the letter variables.
    pub variables: Vec<char>,
}

/// A part of a side of a rewriting rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Symbol {
    /// This letter.
    Letter(char),
    /// This letter, once or more (left sides only).
    Run(char),
    /// The letter that this variable stands for.
    Variable(usize),
}

impl Game for RowRules {
    type Position = String;

    fn options<E: From<Fault>>(
        &self,
        word: &String,
        mut visit: impl FnMut(&[String]) -> Result<(), E>,
    ) -> Result<(), E> {
        if self.until.as_ref().is_some_and(|until| until.holds_of_word(word)) {
            return Ok(());
        }
        for kind in &self.moves {
            kind.options(word, None, &mut |pieces| visit(&without_empty(pieces)))?;
        }
        Ok(())
    }
}

impl RowRules {
    /// As [`Game::options`], by moves whose factor begins at that letter, counted from 0, or that concern every copy of a
    /// letter: for words that are too long to look at all options.
    pub fn options_at<E: From<Fault>>(
        &self,
        word: &str,
        at: usize,
        mut visit: impl FnMut(&[String]) -> Result<(), E>,
    ) -> Result<(), E> {
        if self.until.as_ref().is_some_and(|until| until.holds_of_word(word)) {
            return Ok(());
        }
        self.moves.iter().try_for_each(|kind| kind.options(word, Some(at), &mut |pieces| visit(&without_empty(pieces))))
    }
}

fn without_empty(pieces: Vec<String>) -> Vec<String> {
    pieces.into_iter().filter(|piece| !piece.is_empty()).collect()
}

impl RowMove {
    fn options<E: From<Fault>>(
        &self,
        word: &str,
        only_at: Option<usize>,
        visit: &mut impl FnMut(Vec<String>) -> Result<(), E>,
    ) -> Result<(), E> {
        match self {
            RowMove::Remove(gap, factor) => {
                let mut remove = |place: Range<usize>| {
                    let (left, right) = (&word[..place.start], &word[place.end..]);
                    visit(match gap {
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
                    visit(match gap {
                        Gap::Closes => vec![pieces.collect::<String>()],
                        Gap::Separates => pieces.map(str::to_owned).collect(),
                    })
                })
            }
            RowMove::Rewrite(rule) => {
                let letters: Vec<char> = word.chars().collect();
                let bounds: Vec<usize> = word.char_indices().map(|(at, _)| at).chain([word.len()]).collect();
                let starts = if rule.at_start { 1.min(letters.len()) } else { letters.len() };
                for start in (0..starts).filter(|start| only_at.is_none_or(|at| at == *start)) {
                    for (end, bound) in rule.matches(&letters, start)? {
                        if rule.at_end && end < letters.len() {
                            continue;
                        }
                        let mut pieces = rule.pieces(&bound);
                        pieces[0].insert_str(0, &word[..bounds[start]]);
                        pieces.last_mut().expect("a right side has a piece").push_str(&word[bounds[end]..]);
                        visit(pieces)?;
                    }
                }
                Ok(())
            }
        }
    }
}

/// An occurrence: where it ends, and the letter that each variable stands for.
pub(crate) type Occurrence = (usize, Vec<Option<char>>);

/// The most occurrences that may start at one place; only runs have more than one.
const MOST_OCCURRENCES: usize = 1 << 20;

impl Rewrite {
    /// The occurrences that start there.
    pub(crate) fn matches(&self, letters: &[char], start: usize) -> Result<Vec<Occurrence>, Fault> {
        let mut open = vec![(start, vec![None; self.variables.len()])];
        for symbol in &self.left {
            let mut next = Vec::new();
            for (at, bound) in open {
                let Some(&letter) = letters.get(at) else { continue };
                match *symbol {
                    Symbol::Letter(own) if own == letter => next.push((at + 1, bound)),
                    Symbol::Run(own) => {
                        let run = letters[at..].iter().take_while(|&&letter| letter == own).count();
                        next.extend((1..=run).map(|length| (at + length, bound.clone())));
                    }
                    Symbol::Variable(own) if bound[own].is_none_or(|known| known == letter) => {
                        let mut bound = bound;
                        bound[own] = Some(letter);
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

    /// The right side with its variables filled in.
    pub(crate) fn pieces(&self, bound: &[Option<char>]) -> Vec<String> {
        let letter = |symbol: &Symbol| match *symbol {
            Symbol::Letter(letter) | Symbol::Run(letter) => letter,
            Symbol::Variable(own) => bound[own].expect("the parser has bound every variable on the left"),
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
                Symbol::Variable(own) => write!(f, "{}", self.variables[own])?,
            }
        }
        f.write_str(if quoted { "\"" } else { "" })
    }
}
