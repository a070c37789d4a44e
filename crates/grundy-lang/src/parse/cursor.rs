//! A place among the tokens, and the ways to step on from it or to say what is missing.

use std::ops::Range;

use grundy_games::Lists;

use super::lex::{self, Glyph, Kind, Token};
use crate::{diagnostic::Diagnostic, spelling::nearest};

/// The tokens still to be read.
pub(super) struct Cursor<'a> {
    tokens: Vec<Token>,
    at: usize,
    end: usize,
    pub lists: Lists<'a>,
    /// How deep the parentheses are.
    pub depth: usize,
    /// How many operators, steps and conditions the rule has so far.
    pub size: usize,
}

/// The deepest nesting of parentheses.
pub(super) const DEEPEST: usize = 100;

/// The most operators, steps and conditions of one rule.
const LARGEST: usize = 400;

impl<'a> Cursor<'a> {
    pub(super) fn new(source: &str, lists: Lists<'a>) -> Result<Cursor<'a>, Diagnostic> {
        Ok(Cursor { tokens: lex::tokens(source)?, at: 0, end: source.len(), lists, depth: 0, size: 0 })
    }

    /// Counts one more operator, step or condition of a rule.
    pub(super) fn grow(&mut self) -> Result<(), Diagnostic> {
        self.size += 1;
        if self.size <= LARGEST {
            return Ok(());
        }
        Err(Diagnostic::new("G013", self.span(), format!("one rule has over {LARGEST} operators and conditions"))
            .label("too long")
            .help("write several rules, separated by commas"))
    }

    pub(super) fn peek(&self) -> Option<&Kind> {
        self.tokens.get(self.at).map(|token| &token.kind)
    }

    pub(super) fn peek_at(&self, ahead: usize) -> Option<&Kind> {
        self.tokens.get(self.at + ahead).map(|token| &token.kind)
    }

    pub(super) fn place(&self) -> usize {
        self.at
    }

    pub(super) fn go_back(&mut self, place: usize) {
        self.at = place;
    }

    /// The place of the next token, or the end of the text.
    pub(super) fn span(&self) -> Range<usize> {
        self.tokens.get(self.at).map_or(self.end..self.end, |token| token.span.clone())
    }

    /// From the token at `start` to the last one read.
    pub(super) fn span_since(&self, start: usize) -> Range<usize> {
        let last = self.at.saturating_sub(1).max(start);
        match (self.tokens.get(start), self.tokens.get(last)) {
            (Some(first), Some(last)) => first.span.start..last.span.end,
            _ => self.end..self.end,
        }
    }

    /// Whether the next token stands right behind the last one, without a space.
    pub(super) fn touches(&self) -> bool {
        let last = self.at.checked_sub(1).and_then(|at| self.tokens.get(at));
        last.is_some_and(|last| self.tokens.get(self.at).is_some_and(|next| next.span.start == last.span.end))
    }

    pub(super) fn step(&mut self) -> Option<Kind> {
        let kind = self.peek().cloned();
        self.at += usize::from(kind.is_some());
        kind
    }

    pub(super) fn is_word(&self, word: &str) -> bool {
        matches!(self.peek(), Some(Kind::Word(own)) if own == word)
    }

    pub(super) fn is_sign(&self, sign: &str) -> bool {
        matches!(self.peek(), Some(Kind::Sign(own)) if *own == sign)
    }

    pub(super) fn eat_word(&mut self, word: &str) -> bool {
        let found = self.is_word(word);
        self.at += usize::from(found);
        found
    }

    /// Reads one of these words and says which.
    pub(super) fn eat_any(&mut self, words: &[&'static str]) -> Option<&'static str> {
        words.iter().copied().find(|word| self.eat_word(word))
    }

    pub(super) fn eat_sign(&mut self, sign: &str) -> bool {
        let found = self.is_sign(sign);
        self.at += usize::from(found);
        found
    }

    /// Reads these words, all or none.
    pub(super) fn eat_words(&mut self, words: &[&str]) -> bool {
        let all = words
            .iter()
            .enumerate()
            .all(|(ahead, word)| matches!(self.peek_at(ahead), Some(Kind::Word(own)) if own == word));
        self.at += if all { words.len() } else { 0 };
        all
    }

    pub(super) fn expect_word(&mut self, word: &'static str) -> Result<(), Diagnostic> {
        if self.eat_word(word) { Ok(()) } else { Err(self.expected(&format!("`{word}`"), &[word])) }
    }

    pub(super) fn expect_sign(&mut self, sign: &str) -> Result<(), Diagnostic> {
        if self.eat_sign(sign) { Ok(()) } else { Err(self.expected(&format!("`{sign}`"), &[])) }
    }

    pub(super) fn number(&mut self) -> Result<u64, Diagnostic> {
        match self.peek() {
            Some(&Kind::Number(number)) => {
                self.at += 1;
                Ok(number)
            }
            _ => Err(self.expected("a number", &[])),
        }
    }

    pub(super) fn eat_text(&mut self) -> Option<Vec<Glyph>> {
        match self.peek() {
            Some(Kind::Text(glyphs)) => {
                let glyphs = glyphs.clone();
                self.at += 1;
                Some(glyphs)
            }
            _ => None,
        }
    }

    /// A quoted text all of whose signs are letters.
    pub(super) fn eat_plain_text(&mut self) -> Option<String> {
        self.eat_text().map(|glyphs| glyphs.into_iter().map(Glyph::plain).collect())
    }

    /// "Something else was expected here", with the nearest of `words` where one is near.
    pub(super) fn expected(&self, what: &str, words: &[&str]) -> Diagnostic {
        let span = self.span();
        match self.peek() {
            None => Diagnostic::new("G004", span, format!("the text ends where {what} should stand"))
                .label("here")
                .help(format!("write {what}")),
            Some(Kind::Word(word)) => {
                let near = nearest(word, words);
                let code = if near.is_some() { "G003" } else { "G004" };
                let help = match near {
                    Some(near) => format!("did you mean `{near}`?"),
                    None => way_out(word).unwrap_or_else(|| format!("write {what}")),
                };
                Diagnostic::new(code, span, format!("`{word}` stands where {what} should"))
                    .label(format!("expected {what}"))
                    .help(help)
            }
            Some(sign) => Diagnostic::new("G004", span, format!("{what} should stand here"))
                .label(format!("expected {what}"))
                .help(match sign {
                    Kind::Sign(";") => "moves are separated by commas: `take 1, take 3`".into(),
                    Kind::Sign("|") => "alternatives are joined by `or`, moves by a comma".into(),
                    _ => format!("write {what}"),
                }),
        }
    }

    /// Refuses what stands behind a whole game: before its rules are judged, since they may not be what was meant.
    pub(super) fn expect_end(&self) -> Result<(), Diagnostic> {
        if self.peek().is_none() {
            Ok(())
        } else {
            Err(self.expected("`,` and another move, `until`, or the end", &["until"]))
        }
    }
}

/// What to write instead of words that newcomers use and the language does not.
fn way_out(word: &str) -> Option<String> {
    const NUMBERS: [&str; 11] = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
    if let Some(number) = NUMBERS.iter().position(|name| *name == word) {
        return Some(format!("write numbers in digits: {number}"));
    }
    match word {
        "and" => Some("alternatives are joined by `or` (`take 2 or 3`), moves by a comma".into()),
        "misère" | "misere" => Some("misère stands in front of the whole game: `misère take 2 or 3`".into()),
        "minus" | "plus" | "times" => Some("write sums with signs: a - 1, (a + b), 2*a".into()),
        "to" => Some("write ranges with two points: 1..3".into()),
        _ => None,
    }
}
