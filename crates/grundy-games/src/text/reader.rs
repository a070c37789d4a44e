//! The reader of positions: the text of a position, the place in it, and what all boards read
//! there: numbers, words, quotes.

use std::ops::Range;

use grundy_core::help::Help;

use crate::{
    Form, Lists, Ruleset,
    text::{
        diagnostic::Diagnostic,
        digits::{grouping, pointed},
        encoding::is_letter,
        lex::{self, Glyph, too_large},
        quote as text,
        spelling::nearest,
    },
};

/// A place in the text of a position.
pub(crate) struct Reader<'a> {
    /// The whole text.
    pub source: &'a str,
    /// The next byte to read.
    pub at: usize,
    /// Supplies the files that the text names.
    pub lists: Lists<'a>,
    /// The ways to write components of the game as bare numbers.
    pub forms: &'static [Form],
    /// The text of the game, if it leaves the board to the first move.
    pub inferred: Option<&'a str>,
}

impl Reader<'_> {
    /// Returns the text that is not read yet.
    pub fn rest(&self) -> &str {
        &self.source[self.at..]
    }

    /// Skips white space.
    #[inline]
    pub fn blanks(&mut self) {
        self.at += usize::from(self.byte() == Some(b' '));
        if !self.byte().is_some_and(|byte| byte.is_ascii_graphic()) {
            self.at = self.source.len() - self.rest().trim_start().len();
        }
    }

    /// Returns the next byte.
    fn byte(&self) -> Option<u8> {
        self.source.as_bytes().get(self.at).copied()
    }

    /// Returns whether a digit is next.
    fn is_digit(&self) -> bool {
        self.byte().is_some_and(|byte| byte.is_ascii_digit())
    }

    /// Reads this sign if it is next, after white space, and returns whether it was.
    pub fn eat(&mut self, sign: char) -> bool {
        self.blanks();
        let found = match u8::try_from(sign) {
            Ok(sign) if sign.is_ascii() => self.byte() == Some(sign),
            _ => self.rest().starts_with(sign),
        };
        self.at += if found { sign.len_utf8() } else { 0 };
        found
    }

    /// Returns the span of the next character; empty at the end of the text.
    pub fn sign(&self) -> Range<usize> {
        self.at..self.at + self.rest().chars().next().map_or(0, char::len_utf8)
    }

    /// Returns the span of the next word of up to 24 letters, or of the next character.
    fn found(&self) -> Range<usize> {
        let letters = self.rest().chars().take_while(|sign| sign.is_alphabetic()).take(24);
        match letters.map(char::len_utf8).sum() {
            0 => self.sign(),
            length => self.at..self.at + length,
        }
    }

    /// Returns the message that something else is expected here.
    pub fn fault(&self, expected: &str, ruleset: &Ruleset) -> Diagnostic {
        let found = match self.rest().chars().next() {
            Some(sign) if !is_letter(sign) && !sign.is_whitespace() => return lex::not_a_letter(self.at, sign),
            Some(_) => format!("expected {expected}, found `{}`", &self.source[self.found()]),
            None => format!("expected {expected}, found the end of the position"),
        };
        let sign = self.rest().chars().next().filter(|sign| "+*/,".contains(*sign));
        let help = match (ruleset, sign) {
            (Ruleset::Row(_) | Ruleset::Ring(_) | Ruleset::Bag(_) | Ruleset::Tape(_), Some(sign)) => {
                format!("{}; quote letters such as {sign}: \"{sign}\"", example(ruleset))
            }
            _ => example(ruleset),
        };
        Diagnostic::new("G040", self.found(), found).label(format!("expected {expected}")).help(help)
    }

    /// Reads a number in digits, which may be grouped: `1_000_000`.
    pub fn number(&mut self) -> Result<u64, Diagnostic> {
        self.blanks();
        let start = self.at;
        let text = &self.source.as_bytes()[start..];
        let digit = |sign: u8| Some(u64::from(sign.wrapping_sub(b'0'))).filter(|&digit| digit < 10);
        // 19 digits fit in 64 bits.
        let (mut value, mut length) = (0u64, 0);
        while length < 19
            && let Some(digit) = text.get(length).copied().and_then(digit)
        {
            (value, length) = (10 * value + digit, length + 1);
        }
        let (mut any, mut fits) = (length > 0, true);
        while let Some(&sign) = text.get(length) {
            if let Some(digit) = digit(sign) {
                let more = value.checked_mul(10).and_then(|tens| tens.checked_add(digit));
                (value, any, fits) = (more.unwrap_or(value), true, fits && more.is_some());
            } else if sign != b'_' {
                match grouping(&self.source[start + length..]).filter(|_| any) {
                    Some(grouping) => length += grouping - 1,
                    None => break,
                }
            }
            length += 1;
        }
        self.at += length;
        self.not_grouped(start)?;
        if any && fits { Ok(value) } else { Err(too_large(start..self.at)) }
    }

    /// Reads numbers while each is followed by a comma, which it reads too; at most so many.
    pub fn listed(&mut self, most: usize, numbers: &mut Vec<u64>) {
        for _ in 0..most {
            let start = self.at;
            self.blanks();
            match self.is_digit().then(|| self.number()) {
                Some(Ok(number)) if self.byte() == Some(b',') => numbers.push(number),
                _ => {
                    self.at = start;
                    return;
                }
            }
            self.at += 1;
        }
    }

    /// Reads a number, or a power such as `10^18`.
    pub fn size(&mut self, ruleset: &Ruleset) -> Result<u64, Diagnostic> {
        self.blanks();
        let start = self.at;
        if !self.is_digit() {
            return Err(self.fault(ruleset.board(|board| board.number()), ruleset));
        }
        let pointed = if matches!(ruleset, Ruleset::Poset(_)) { None } else { pointed(self.rest()) };
        if let Some((number, length)) = pointed {
            self.at += length;
            return Ok(number);
        }
        let base = self.number()?;
        // `10^18`, or `1e18`.
        let scientific = matches!(self.source.as_bytes()[self.at..], [b'e' | b'E', b'0'..=b'9', ..]);
        if !scientific && self.byte() != Some(b'^') {
            return Ok(base);
        }
        self.at += 1;
        if !self.is_digit() {
            return Err(self.fault("an exponent", ruleset));
        }
        let exponent = u32::try_from(self.number()?).ok();
        let power = match scientific {
            true => exponent.and_then(|exponent| 10u64.checked_pow(exponent)?.checked_mul(base)),
            false => exponent.and_then(|exponent| base.checked_pow(exponent)),
        };
        power.ok_or_else(|| too_large(start..self.at))
    }

    /// Returns the message for a word that is none of the known ones.
    pub fn unknown(&self, word: &str, known: &[&str], ruleset: &Ruleset) -> Diagnostic {
        match nearest(word, known) {
            Some(near) if !word.is_empty() => {
                Diagnostic::new("G003", self.at..self.at + word.len(), format!("unknown position `{word}`"))
                    .label("unknown word")
                    .suggest(Some(near), Help::default)
            }
            _ => self.fault("a position", ruleset),
        }
    }

    /// Reads a word, bare or quoted; `what` names it in messages.
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
        if let Some(other) = unfolded(&word) {
            let (other, how) = match other {
                Unfolded::Short(other) => (format!("the word {other}"), format!("write {other}")),
                Unfolded::Long => {
                    let how = "write its letters out, or `-` for the word on standard input";
                    ("a word with a letter many times".to_owned(), how.to_owned())
                }
            };
            let message = format!("`{word}` may be {other}, or the signs as letters");
            let help = format!("{how}; for the letters as they are, quote them: \"{word}\"");
            let place = self.at..self.at + length;
            return Err(Diagnostic::new("G048", place, message).label("two readings").help(help));
        }
        self.at += length;
        Ok(word)
    }

    /// Reads the letters up to a closing sign, bare or quoted; there may be none.
    pub fn closed(&mut self, close: char, ruleset: &Ruleset) -> Result<String, Diagnostic> {
        if self.eat(close) {
            return Ok(String::new());
        }
        let word = self.word(ruleset, "letters")?;
        if self.eat(close) { Ok(word) } else { Err(self.fault(&format!("`{close}`"), ruleset)) }
    }

    /// Reads a text in quotes; the next character is the opening quote.
    pub fn quoted(&mut self) -> Result<String, Diagnostic> {
        let (glyphs, length) = lex::quoted(self.source, self.at)?;
        self.at += length;
        Ok(glyphs.into_iter().map(Glyph::plain).collect())
    }
}

/// A word that is written in fewer signs.
#[derive(Debug, PartialEq, Eq)]
enum Unfolded {
    Short(String),
    /// It is too long to show.
    Long,
}

/// The word that a bare word may mean: `aaaa` for `a^4`, and `aba` for `'aba'` in other quotation
/// marks; `None` if it is as it is written.
fn unfolded(word: &str) -> Option<Unfolded> {
    const MARKS: [char; 8] = ['\'', '`', '‘', '’', '“', '”', '«', '»'];
    if let Some(inner) = word.strip_prefix(MARKS).and_then(|word| word.strip_suffix(MARKS)) {
        return (!inner.is_empty()).then(|| Unfolded::Short(inner.to_owned()));
    }
    let mut pieces = word.split('^');
    let mut whole = pieces.next()?.to_owned();
    let (mut is_folded, mut is_long) = (false, false);
    for piece in pieces {
        let digits = piece.bytes().take_while(u8::is_ascii_digit).count();
        let letter = whole.pop().filter(|_| digits > 0)?;
        let count = piece[..digits].parse().ok().filter(|&count: &usize| count <= 60);
        is_long |= count.is_none();
        whole.extend(std::iter::repeat_n(letter, count.unwrap_or(1)));
        whole += &piece[digits..];
        is_folded = true;
    }
    is_folded.then_some(if is_long { Unfolded::Long } else { Unfolded::Short(whole) })
}

/// Returns how to write a position of the board.
pub(crate) fn example(ruleset: &Ruleset) -> String {
    ruleset.board(|board| board.example())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::no_lists;

    #[test]
    fn words_that_may_be_short_for_others_are_unfolded() {
        let unfolded = |word| super::unfolded(word);
        for (word, whole) in [("a^4", "aaaa"), ("a^3b^2c", "aaabbc"), ("ab^2", "abb"), ("a^0b", "b"), ("'aba'", "aba")]
        {
            assert_eq!(unfolded(word), Some(Unfolded::Short(whole.to_owned())), "{word}");
        }
        for word in ["a^1000", "ab^20000a", "a^99999999999999999999"] {
            assert_eq!(unfolded(word), Some(Unfolded::Long), "{word}");
        }
        for word in ["aba", "a^b", "^3", "a^", "'a", "''", ""] {
            assert_eq!(unfolded(word), None, "{word}");
        }
        let row = crate::game("row: take run").expect("a game on rows");
        assert!(crate::position(&row, "a^4").is_err());
        assert!(crate::position(&row, "\"a^4\"").is_ok(), "quoted, its letters are as they are");
    }

    #[test]
    fn numbers_of_64_bits_are_read_whatever_they_are_written_with() {
        let zeros = format!("{}7", "0".repeat(40));
        let read = |source: &str| {
            let mut reader = Reader { source, at: 0, lists: &no_lists, forms: &[], inferred: None };
            let number = reader.number().ok();
            (number, reader.at)
        };
        for (text, number) in [
            ("0", Some(0)),
            (&zeros, Some(7)),
            ("9999999999999999999", Some(9_999_999_999_999_999_999)),
            ("18446744073709551615", Some(u64::MAX)),
            ("00018446744073709551615", Some(u64::MAX)),
            ("1_8446744073709551_615_", Some(u64::MAX)),
            ("18446744073709551616", None),
            ("18446744073709551620", None),
            ("99999999999999999999", None),
            ("184467440737095516150", None),
            ("184467440737095516160000", None),
            ("_5", Some(5)),
            ("1_", Some(1)),
            ("_", None),
        ] {
            assert_eq!(read(text), (number, text.len()), "{text}");
            assert_eq!(read(&format!("   {text};")), (number, text.len() + 3), "{text}");
        }
        assert_eq!(read(""), (None, 0));
    }
}
