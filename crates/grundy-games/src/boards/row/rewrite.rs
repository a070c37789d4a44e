//! Rewriting rules on words, such as `"ab" -> "b"` and `^x -> "" for letter x`.
//!
//! *Rule.* An occurrence of the left side is replaced by the right side; `|` on the right side
//! separates pieces, which become words of their own. `^` and `$` tie the rule to an end of the
//! word, a letter with `+` is a run of it, and a letter variable denotes any letter.
//!
//! *Example.* `"ab" -> "b"` at `aab` has one occurrence, at its last two letters, and leaves `ab`.
//! `"a+b" -> "b"` has two there, since the run may begin at either `a`: it leaves `b` and `ab`.
//!
//! *Cost.* A pass over the word with the left side at each letter. *Faults:* over 2^20 occurrences
//! at one place, which only rules with several runs have. That play ends is proved by
//! [`crate::ends`].

use std::{fmt, ops::Range};

use grundy_core::Fault;

use crate::text::quote as text;

/// A rewriting rule.
///
/// `Display` writes it as the parser reads it. The parser guarantees that the left side is not
/// empty, that the right side has a piece, and that every variable of the right side occurs on the
/// left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rewrite {
    /// The factor to replace. It is not empty.
    pub left: Vec<Symbol>,
    /// The replacement; several pieces become separate words. There is at least one, and it may be
    /// empty: `"ab" -> ""` removes the factor.
    pub right: Vec<Vec<Symbol>>,
    /// Whether the rule applies only at the start of the word. Written `^`.
    pub at_start: bool,
    /// Whether the rule applies only at the end of the word. Written `$`.
    pub at_end: bool,
    /// The names of the letter variables. A variable denotes one letter, the same one wherever it
    /// stands.
    pub variables: Vec<char>,
}

/// A part of a side of a rewriting rule.
///
/// ```text
/// "ab"              Letter a, Letter b
/// "a+b"             Run a, Letter b
/// xy for letters    Variable 0, Variable 1
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Symbol {
    /// This letter.
    Letter(char),
    /// This letter, one or more times (on left sides only).
    Run(char),
    /// The letter that this variable denotes.
    Variable(usize),
}

/// A move whose pieces are all factors of the word.
///
/// Rules whose moves leave factors only let a word be cut into independent parts, and let tables be
/// indexed by factors.
///
/// ```text
/// cut "b" at abac:   place 1..2, left 1, right 2: leaves a + ac
/// split at abc:      place 0..2, left 1, right 1: leaves a + bc
///                    place 1..3, left 2, right 2: leaves ab + c
/// ```
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

/// An occurrence: where it ends, and the letter of each variable.
pub(crate) type Occurrence = (usize, Vec<Option<char>>);

/// The most occurrences that may start at one place. Only rules with runs have more than one.
const MOST_OCCURRENCES: usize = 1 << 20;

impl Rewrite {
    /// Returns the occurrences that start at this letter.
    ///
    /// A rule without runs has at most one at each place.
    ///
    /// # Errors
    /// A fault if there are over 2^20 of them.
    ///
    /// All ways to match the symbols so far are carried along, with their ends and variables; equal
    /// ones count once, so that two runs that end at one place are one occurrence.
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
    ///
    /// The first piece must begin, and the last one end, where the left side does: then the word
    /// before the occurrence and the first piece are one factor, and so are the last piece and what
    /// follows.
    pub(crate) fn factors(&self) -> Option<Vec<Range<usize>>> {
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

    /// Calls `visit` with each occurrence, if all pieces that the rule leaves are factors of the
    /// word; empty middle pieces are left out.
    pub(crate) fn splittings<E: From<Fault>>(
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
    /// Writes a side as the parser reads it: letters in quotes, variables bare.
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
