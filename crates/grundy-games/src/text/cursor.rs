//! The cursor of the parser: the tokens of a text, the place of the next one, and the messages for
//! a token that is not expected.

use std::ops::Range;

use grundy_core::help::Help;

use crate::{
    Convention, Lists,
    text::{
        diagnostic::Diagnostic,
        lex::{self, Glyph, TextToken, TokenKind},
        parameter::{self, NamedValue},
        spelling::nearest,
    },
};

/// The tokens still to be read.
pub(crate) struct Cursor<'a> {
    /// The tokens, with the values of parameters in place of their names.
    tokens: Vec<TextToken>,
    /// For each token, whether it is the value of a parameter.
    from_value: Vec<bool>,
    /// The index of the next token.
    at: usize,
    /// The length of the text in bytes.
    end: usize,
    /// Supplies the word lists that the text names.
    pub lists: Lists<'a>,
    /// The current depth of parentheses; at most [`DEEPEST`].
    pub depth: usize,
    /// The number of operators, steps and conditions of the current rule.
    pub size: usize,
    /// Whether word lists are read in lower case.
    pub folded: bool,
    /// A word that ends a rule, besides a comma and the end of the text.
    pub ending: Option<&'static str>,
}

/// The deepest nesting of parentheses.
pub(crate) const DEEPEST: usize = 100;

/// The most operators, steps and conditions of one rule.
const LARGEST: usize = 400;

impl<'a> Cursor<'a> {
    /// Returns a cursor at the beginning of a text. A sign that is no token, and a parameter that
    /// is not used, are reported here.
    pub(crate) fn new(source: &str, lists: Lists<'a>, parameters: &[NamedValue]) -> Result<Cursor<'a>, Diagnostic> {
        let (tokens, from_value) = parameter::replace(lex::tokens(source)?, parameters)?;
        Ok(Cursor {
            tokens,
            from_value,
            at: 0,
            end: source.len(),
            lists,
            depth: 0,
            size: 0,
            folded: false,
            ending: None,
        })
    }

    /// Counts an operator, step or condition of a rule, and refuses a rule that has too many.
    pub(crate) fn grow(&mut self) -> Result<(), Diagnostic> {
        self.size += 1;
        if self.size <= LARGEST {
            return Ok(());
        }
        Err(Diagnostic::new("G013", self.span(), format!("this rule has more than {LARGEST} operators and conditions"))
            .label("too long")
            .help("split it into several rules, separated by commas"))
    }

    /// Returns the next token, without reading it.
    pub(crate) fn peek(&self) -> Option<&TokenKind> {
        self.tokens.get(self.at).map(|token| &token.kind)
    }

    /// Returns the token so many after the next one.
    pub(crate) fn peek_at(&self, ahead: usize) -> Option<&TokenKind> {
        self.tokens.get(self.at + ahead).map(|token| &token.kind)
    }

    /// Returns the index of the next token, for [`Cursor::go_back`].
    pub(crate) fn place(&self) -> usize {
        self.at
    }

    /// Continues at a place that [`Cursor::place`] has returned, before or after the current one.
    pub(crate) fn go_back(&mut self, place: usize) {
        self.at = place;
    }

    /// Returns the span of the next token; empty at the end of the text.
    pub(crate) fn span(&self) -> Range<usize> {
        self.tokens.get(self.at).map_or(self.end..self.end, |token| token.span.clone())
    }

    /// Returns the span from the token at `start` to the last token read.
    pub(crate) fn span_since(&self, start: usize) -> Range<usize> {
        let last = self.at.saturating_sub(1).max(start);
        match (self.tokens.get(start), self.tokens.get(last)) {
            (Some(first), Some(last)) => first.span.start..last.span.end,
            _ => self.end..self.end,
        }
    }

    /// Returns whether the next token follows the last one without a space.
    pub(crate) fn touches(&self) -> bool {
        let last = self.at.checked_sub(1).and_then(|at| self.tokens.get(at));
        last.is_some_and(|last| self.tokens.get(self.at).is_some_and(|next| next.span.start == last.span.end))
    }

    /// Returns whether the next token is the value of a parameter.
    pub(crate) fn is_value(&self) -> bool {
        self.from_value.get(self.at).copied().unwrap_or(false)
    }

    /// Returns whether the last token read is the value of a parameter.
    pub(crate) fn was_value(&self) -> bool {
        self.at.checked_sub(1).and_then(|at| self.from_value.get(at)).copied().unwrap_or(false)
    }

    /// Reads a token of any kind; `None` at the end.
    pub(crate) fn step(&mut self) -> Option<TokenKind> {
        let kind = self.peek().cloned();
        self.at += usize::from(kind.is_some());
        kind
    }

    /// Whether this word is next.
    pub(crate) fn is_word(&self, word: &str) -> bool {
        matches!(self.peek(), Some(TokenKind::Word(next)) if next == word)
    }

    /// Whether this sign is next.
    pub(crate) fn is_sign(&self, sign: &str) -> bool {
        matches!(self.peek(), Some(TokenKind::Sign(next)) if *next == sign)
    }

    /// Reads this word if it is next, and returns whether it was.
    pub(crate) fn eat_word(&mut self, word: &str) -> bool {
        let found = self.is_word(word);
        self.at += usize::from(found);
        found
    }

    /// Reads the word `misère` in any of its spellings, and returns whether it was next.
    pub(crate) fn eat_misere(&mut self) -> bool {
        let found = matches!(self.peek(), Some(TokenKind::Word(word)) if {
            let word = word.to_lowercase();
            Convention::MISERE.contains(&word.as_str())
        });
        self.at += usize::from(found);
        found
    }

    /// Reads one of these words and returns it.
    pub(crate) fn eat_any(&mut self, words: &[&'static str]) -> Option<&'static str> {
        words.iter().copied().find(|word| self.eat_word(word))
    }

    /// Reads this sign if it is next, and returns whether it was.
    pub(crate) fn eat_sign(&mut self, sign: &str) -> bool {
        let found = self.is_sign(sign);
        self.at += usize::from(found);
        found
    }

    /// Reads these words, all or none.
    pub(crate) fn eat_words(&mut self, words: &[&str]) -> bool {
        let all = words
            .iter()
            .enumerate()
            .all(|(ahead, word)| matches!(self.peek_at(ahead), Some(TokenKind::Word(next)) if next == word));
        self.at += if all { words.len() } else { 0 };
        all
    }

    /// Reads this word, or returns the message that it is expected.
    pub(crate) fn expect_word(&mut self, word: &'static str) -> Result<(), Diagnostic> {
        if self.eat_word(word) { Ok(()) } else { Err(self.expected(&format!("`{word}`"), &[word])) }
    }

    /// Reads this sign, or returns the message that it is expected.
    pub(crate) fn expect_sign(&mut self, sign: &str) -> Result<(), Diagnostic> {
        if self.eat_sign(sign) { Ok(()) } else { Err(self.expected(&format!("`{sign}`"), &[])) }
    }

    /// Reads a number in digits.
    pub(crate) fn number(&mut self) -> Result<u64, Diagnostic> {
        match self.peek() {
            Some(&TokenKind::Number(number)) => {
                self.at += 1;
                Ok(number)
            }
            _ => Err(self.expected("a number", &[])),
        }
    }

    /// Reads a quoted text if one is next.
    pub(crate) fn eat_text(&mut self) -> Option<Vec<Glyph>> {
        match self.peek() {
            Some(TokenKind::Text(glyphs)) => {
                let glyphs = glyphs.clone();
                self.at += 1;
                Some(glyphs)
            }
            _ => None,
        }
    }

    /// Reads a quoted text, with bars and pluses as letters.
    pub(crate) fn eat_plain_text(&mut self) -> Option<String> {
        self.eat_text().map(|glyphs| glyphs.into_iter().map(Glyph::plain).collect())
    }

    /// Returns the message that `what` is expected here; the help suggests the nearest of `words`,
    /// if one is near.
    pub(crate) fn expected(&self, what: &str, words: &[&str]) -> Diagnostic {
        self.expected_or(what, words, format!("write {what}"))
    }

    /// As [`Cursor::expected`], with this help if there is no better one.
    pub(crate) fn expected_or(&self, what: &str, words: &[&str], help: impl Into<Help>) -> Diagnostic {
        let help = help.into();
        let near = match self.peek() {
            Some(TokenKind::Word(word)) => nearest(word, words),
            _ => None,
        };
        let other = || match self.peek() {
            // Where the language has a number as a word, digits are not what is meant.
            Some(TokenKind::Word(_)) if words.iter().any(|word| NUMBERS.contains(word)) => help,
            Some(TokenKind::Word(word)) => way_out(word).map(Help::from).unwrap_or_else(|| match what {
                "a number" => help + format!(", or a value for `{word}` at the end: `with {word} = 3`"),
                _ => help,
            }),
            Some(TokenKind::Sign(";")) => "separate moves by commas: `take 1, take 3`".into(),
            Some(TokenKind::Sign("-")) if matches!(self.peek_at(1), Some(TokenKind::Number(_))) => {
                "write ranges with two points: 1..3".into()
            }
            Some(TokenKind::Sign("|")) => "join alternatives by `or`, separate moves by commas".into(),
            _ => help,
        };
        let found = match self.peek() {
            None => "the end of the text".into(),
            Some(TokenKind::Text(_)) => "a quoted text".into(),
            Some(TokenKind::Word(word)) => format!("`{word}`"),
            Some(TokenKind::Number(number)) => format!("`{number}`"),
            Some(TokenKind::Code(before, after)) => format!("`{before}.{after}`"),
            Some(TokenKind::Sign(sign)) => format!("`{sign}`"),
        };
        let code = if near.is_some() { "G003" } else { "G004" };
        Diagnostic::new(code, self.span(), format!("expected {what}, found {found}"))
            .label(format!("expected {what}"))
            .suggest(near, other)
    }

    /// Returns the message for `{}`, from the token at `start` on.
    pub(crate) fn empty_set(&self, start: usize) -> Diagnostic {
        Diagnostic::new("G011", self.span_since(start), "empty set of numbers")
            .label("no numbers")
            .help("write at least one number: {1, 4, 9}")
    }

    /// Refuses text after a whole game. Called before the rules are checked, since a game that was
    /// not read to its end may not be the game that was meant.
    pub(crate) fn expect_end(&self) -> Result<(), Diagnostic> {
        let last = self.at.checked_sub(1).map(|at| &self.tokens[at].kind);
        let help = match (last, self.peek()) {
            (_, None) => return Ok(()),
            (Some(TokenKind::Sign("..")), Some(TokenKind::Word(name))) => {
                format!("write a number, or a value for `{name}` at the end: `with {name} = 3`")
            }
            _ => "separate moves by commas; an ending begins with `until`".into(),
        };
        Err(self.expected_or("`,`, `until` or the end of the game", &["until"], help))
    }
}

/// Numbers in words, from zero.
const NUMBERS: [&str; 11] = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];

/// Returns what to write instead of a word that newcomers use and the language does not have.
fn way_out(word: &str) -> Option<String> {
    if let Some(number) = NUMBERS.iter().position(|name| *name == word) {
        return Some(format!("write numbers in digits: {number}"));
    }
    match word {
        "and" => Some("join alternatives by `or` (`take 2 or 3`), separate moves by commas".into()),
        "misère" | "misere" => Some("write misère before the game: `misère take 2 or 3`".into()),
        "xor" | "bitand" | "bitor" => Some(format!("write it as a function of numbers: {word}(a, b)")),
        "minus" | "plus" | "times" => Some("write operators as signs: a - 1, (a + b), 2*a".into()),
        "to" => Some("write ranges with two points: 1..3".into()),
        _ => None,
    }
}
