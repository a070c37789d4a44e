//! A place in the text of a position, and what every board reads there: numbers, words, quotes.

use std::ops::Range;

use grundy_games::{Lists, Ruleset, text};

use super::lex::too_large;
use crate::{diagnostic::Diagnostic, spelling::nearest};

/// A place in the text of a position.
pub(super) struct Reader<'a> {
    /// All of the text.
    pub source: &'a str,
    /// What is read next, in bytes from the start.
    pub at: usize,
    /// Supplies the files that the text names.
    pub lists: Lists<'a>,
}

impl Reader<'_> {
    /// The text that is not read yet.
    pub fn rest(&self) -> &str {
        &self.source[self.at..]
    }

    /// Skips white space.
    pub fn blanks(&mut self) {
        self.at = self.source.len() - self.rest().trim_start().len();
    }

    /// Reads this sign if it is next, after white space; returns whether it was.
    pub fn eat(&mut self, sign: char) -> bool {
        self.blanks();
        let found = self.rest().starts_with(sign);
        self.at += if found { sign.len_utf8() } else { 0 };
        found
    }

    /// The place of the next sign; empty at the end of the text.
    pub fn sign(&self) -> Range<usize> {
        self.at..self.at + self.rest().chars().next().map_or(0, char::len_utf8)
    }

    /// "Something else is expected here".
    pub fn fault(&self, expected: &str, ruleset: &Ruleset) -> Diagnostic {
        let found = match self.rest().chars().next() {
            Some(sign) => format!("`{sign}` stands where {expected} should"),
            None => format!("the position ends where {expected} should stand"),
        };
        let sign = self.rest().chars().next().filter(|sign| "+*/,".contains(*sign));
        let help = match (ruleset, sign) {
            (Ruleset::Row(_) | Ruleset::Ring(_) | Ruleset::Bag(_) | Ruleset::Tape(_), Some(sign)) => {
                format!("{}; letters such as {sign} need quotes: \"{sign}\"", example(ruleset))
            }
            _ => example(ruleset),
        };
        Diagnostic::new("G040", self.sign(), found).label(format!("expected {expected}")).help(help)
    }

    /// A number in digits.
    pub fn number(&mut self) -> Result<u64, Diagnostic> {
        self.blanks();
        let start = self.at;
        let digits = self.rest().chars().take_while(char::is_ascii_digit).count();
        self.at += digits;
        self.source[start..self.at].parse().map_err(|_| too_large(start..self.at))
    }

    /// A number, or a power such as `10^18`.
    pub fn size(&mut self, ruleset: &Ruleset) -> Result<u64, Diagnostic> {
        self.blanks();
        let start = self.at;
        if !self.rest().starts_with(|first: char| first.is_ascii_digit()) {
            let number = match ruleset {
                Ruleset::Graph(_) | Ruleset::Poset(_) | Ruleset::Token(_) => "a number",
                _ => "a number of counters",
            };
            return Err(self.fault(number, ruleset));
        }
        let base = self.number()?;
        if !self.rest().starts_with('^') {
            return Ok(base);
        }
        self.at += 1;
        if !self.rest().starts_with(|first: char| first.is_ascii_digit()) {
            return Err(self.fault("an exponent", ruleset));
        }
        let exponent = self.number()?;
        let power = u32::try_from(exponent).ok().and_then(|exponent| base.checked_pow(exponent));
        power.ok_or_else(|| too_large(start..self.at))
    }

    /// An unknown word where one of these should stand.
    pub fn unknown(&self, word: &str, known: &[&str], ruleset: &Ruleset) -> Diagnostic {
        match nearest(word, known) {
            Some(near) if !word.is_empty() => {
                Diagnostic::new("G003", self.at..self.at + word.len(), format!("there is no position `{word}`"))
                    .label("unknown word")
                    .help(format!("did you mean `{near}`?"))
            }
            _ => self.fault("a position", ruleset),
        }
    }

    /// A word, bare or quoted; `what` names it in messages.
    pub fn word(&mut self, ruleset: &Ruleset, what: &str) -> Result<String, Diagnostic> {
        self.blanks();
        if self.rest().starts_with('"') {
            return self.quoted();
        }
        let length: usize =
            self.rest().chars().take_while(|&letter| text::is_bare_letter(letter)).map(char::len_utf8).sum();
        if length == 0 {
            return Err(self.fault(what, ruleset));
        }
        let word = self.rest()[..length].to_owned();
        self.at += length;
        Ok(word)
    }

    /// The letters up to a closing sign, bare or quoted; none are allowed too.
    pub fn closed(&mut self, close: char, ruleset: &Ruleset) -> Result<String, Diagnostic> {
        if self.eat(close) {
            return Ok(String::new());
        }
        let word = self.word(ruleset, "letters")?;
        if self.eat(close) { Ok(word) } else { Err(self.fault(&format!("`{close}`"), ruleset)) }
    }

    /// A text in quotes, which is next.
    pub fn quoted(&mut self) -> Result<String, Diagnostic> {
        let start = self.at;
        let mut word = String::new();
        let mut letters = self.source[start + 1..].char_indices();
        while let Some((at, letter)) = letters.next() {
            match letter {
                '"' => {
                    self.at = start + 1 + at + 1;
                    return Ok(word);
                }
                '\\' => match letters.next() {
                    Some((_, 'n')) => word.push('\n'),
                    Some((_, 't')) => word.push('\t'),
                    Some((_, 'r')) => word.push('\r'),
                    Some((_, letter)) => word.push(letter),
                    None => break,
                },
                letter => word.push(letter),
            }
        }
        Err(Diagnostic::new("G002", start..self.source.len(), "this quote is never closed")
            .label("opened here")
            .help("close it with \""))
    }
}

/// What a position of the board looks like.
pub(crate) fn example(ruleset: &Ruleset) -> String {
    match ruleset {
        Ruleset::Heap(_) => "write heaps as numbers: 5 + 7, 3*7, 10^18".into(),
        Ruleset::Typed(rules) => {
            let kind = rules.clauses.first();
            let sizes = kind.map_or(1, |clause| clause.arity);
            format!("write {}({})", rules.kinds[0], vec!["7"; sizes].join(", "))
        }
        Ruleset::Row(_) => "write words: abba + ba; the empty word is \"\"".into(),
        Ruleset::Ring(_) => "write rings in parentheses: (abba)".into(),
        Ruleset::Bag(_) => "write bags in braces: {aabc}".into(),
        Ruleset::Tape(rules) if rules.longest().is_none() => {
            "write what stands on the tape and how many letters may follow: abc/50".into()
        }
        Ruleset::Tape(_) => "write what stands on the tape: gho; the empty tape is \"\"".into(),
        Ruleset::Graph(_) => "write a grid 5x6, cells ..#/..., 'path 20', 'cycle 12', or edges {0-1 1-2}".into(),
        Ruleset::Token(rules) if rules.one_way => "write arcs and where the token stands: {a>b b>c} from a".into(),
        Ruleset::Token(_) => "write a graph and where the token stands: grid 5x6 from 0, {a-b b-c} from a".into(),
        Ruleset::Poset(_) => "write a bar 8x10 or 5.5.2, or an order {0<1 1<2}".into(),
    }
}
