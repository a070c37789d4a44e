//! Text to tokens, each with its span.
//!
//! The lexer is a loop over the kinds of tokens, without a parser library: the grammar above it
//! walks the tokens by hand as well, because a message depends on where in a sentence the mistake
//! is.

use std::ops::Range;

use crate::text::{
    diagnostic::Diagnostic,
    encoding::{MARK, is_letter},
};

/// A token with its span in the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TextToken {
    pub kind: TokenKind,
    pub span: Range<usize>,
}

/// What a token is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum TokenKind {
    /// A keyword, a name, or letters: `take`, `a`.
    Word(String),
    /// A whole number.
    Number(u64),
    /// `0.77`, `.3F`, `4!.0`: the digits before and after the point.
    Code(String, String),
    /// `"ab|a+"`.
    Text(Vec<Glyph>),
    /// An operator or a bracket, such as `->`, in its ASCII spelling.
    Sign(&'static str),
}

/// A letter of a quoted text, or one of the two operators of rewriting rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Glyph {
    Letter(char),
    Bar,
    Plus,
}

impl Glyph {
    /// Returns the letter, with bars and pluses as letters too.
    pub(crate) fn plain(self) -> char {
        match self {
            Glyph::Letter(letter) => letter,
            Glyph::Bar => '|',
            Glyph::Plus => '+',
        }
    }
}

/// The signs; a sign comes before its prefixes.
const SIGNS: [&str; 25] = [
    "&&", "||", "->", "..", "!=", "<=", ">=", "+", "-", "*", "/", "%", "^", "$", "|", "=", "<", ">", "(", ")", "{",
    "}", ",", ":", ";",
];

/// Other spellings of signs; one comes before the signs that it begins with.
const ALIASES: [(&str, &str); 7] =
    [("→", "->"), ("≠", "!="), ("≤", "<="), ("≥", ">="), ("−", "-"), ("·", "*"), ("==", "=")];

/// Returns the tokens of a text.
///
/// White space separates tokens. Cost: linear in the text.
pub(crate) fn tokens(source: &str) -> Result<Vec<TextToken>, Diagnostic> {
    let mut all = Vec::new();
    let mut at = 0;
    loop {
        at += leading(&source[at..], |letter| matches!(letter, ' ' | '\t' | '\r' | '\n')).len();
        if at == source.len() {
            return Ok(all);
        }
        let (kind, length) = token(source, at)?;
        all.push(TextToken { kind, span: at..at + length });
        at += length;
    }
}

/// Returns the token that starts at a byte of the text, and its length in bytes.
fn token(source: &str, start: usize) -> Result<(TokenKind, usize), Diagnostic> {
    let rest = &source[start..];
    let first = rest.chars().next().unwrap_or(' ');
    if let Some((before, after)) = code(rest) {
        return Ok((TokenKind::Code(before.into(), after.into()), before.len() + 1 + after.len()));
    }
    if first.is_ascii_digit() {
        let digits = leading(rest, |letter| letter.is_ascii_digit() || letter == '_');
        let number = digits.replace('_', "").parse().map_err(|_| too_large(start..start + digits.len()))?;
        return Ok((TokenKind::Number(number), digits.len()));
    }
    if first.is_alphabetic() {
        let combining = '\u{300}'..='\u{36f}';
        let word =
            leading(rest, |letter| letter.is_alphanumeric() || "_'".contains(letter) || combining.contains(&letter));
        return Ok((TokenKind::Word(word.into()), word.len()));
    }
    if first == '"' {
        return quoted(source, start).map(|(glyphs, length)| (TokenKind::Text(glyphs), length));
    }
    if !is_letter(first) {
        return Err(not_a_letter(start, first));
    }
    let mut signs = ALIASES.into_iter().chain(SIGNS.iter().map(|sign| (*sign, *sign)));
    match signs.find(|(written, _)| rest.starts_with(written)) {
        Some((written, sign)) => Ok((TokenKind::Sign(sign), written.len())),
        None if first == '&' => Err(Diagnostic::new("G001", start..start + 1, "unknown character `&`")
            .label("not part of the language")
            .help("write bitand(a, b) for the binary digits of numbers, `and` between conditions")),
        None => Err(Diagnostic::new("G001", start..start + first.len_utf8(), format!("unknown character `{first}`"))
            .label("not part of the language")
            .help(format!("quote the letters of a word game: \"{first}\""))),
    }
}

/// Returns the longest prefix whose characters are all accepted.
fn leading(text: &str, accepts: impl Fn(char) -> bool) -> &str {
    &text[..text.find(|letter| !accepts(letter)).unwrap_or(text.len())]
}

/// Returns what stands before and after the point of a code; `None` if no code starts here. Two
/// points are a range. A digit may have a `!` after it: heaps of different sizes.
fn code(text: &str) -> Option<(&str, &str)> {
    let is_digit = |letter: char| letter.is_alphanumeric() || letter == '!';
    let before = leading(text, is_digit);
    let after = text[before.len()..].strip_prefix('.').filter(|after| !after.starts_with('.'))?;
    let after = leading(after, is_digit);
    // A hexadecimal code may begin with a letter; the sign distinguishes it from a word.
    let is_code = before.starts_with(|first: char| first.is_ascii_digit())
        || before.contains('!')
        || before.is_empty() && !after.is_empty();
    is_code.then_some((before, after))
}

/// Returns the contents of the quoted text that starts at a byte of `source`, and its length with
/// both quotes.
pub(crate) fn quoted(source: &str, start: usize) -> Result<(Vec<Glyph>, usize), Diagnostic> {
    let mut glyphs = Vec::new();
    let mut letters = source[start..].char_indices().skip(1);
    while let Some((at, letter)) = letters.next() {
        if !is_letter(letter) && !['\n', '\t', '\r'].contains(&letter) {
            return Err(not_a_letter(start + at, letter));
        }
        glyphs.push(match letter {
            '"' => return Ok((glyphs, at + 1)),
            '|' => Glyph::Bar,
            '+' => Glyph::Plus,
            '\\' => match letters.next() {
                Some((_, 'n')) => Glyph::Letter('\n'),
                Some((_, 't')) => Glyph::Letter('\t'),
                Some((_, 'r')) => Glyph::Letter('\r'),
                Some((_, escaped)) => Glyph::Letter(escaped),
                None => break,
            },
            letter => Glyph::Letter(letter),
        });
    }
    Err(Diagnostic::new("G002", start..source.len(), "unterminated quote")
        .label("opened here")
        .help("close it with another \"; write \\\" for a quote inside it"))
}

/// Returns the refusal of a sign that a terminal would obey.
pub(crate) fn not_a_letter(at: usize, sign: char) -> Diagnostic {
    let name = if sign == MARK { "a byte order mark".into() } else { format!("U+{:04X}", u32::from(sign)) };
    Diagnostic::new("G001", at..at + sign.len_utf8(), format!("{name} is not a letter"))
        .label("a character that is not shown")
        .help("remove it; a letter is a character that is shown")
}

/// Returns the refusal of a number that does not fit.
pub(crate) fn too_large(span: Range<usize>) -> Diagnostic {
    Diagnostic::new("G005", span, "number out of range")
        .label("larger than 2^64 - 1")
        .help("the largest number is 18446744073709551615")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(text: &str) -> Result<Vec<TokenKind>, &'static str> {
        tokens(text).map(|all| all.into_iter().map(|token| token.kind).collect()).map_err(|fault| fault.code)
    }

    #[test]
    fn points_make_codes_and_ranges() {
        let code = |before: &str, after: &str| TokenKind::Code(before.into(), after.into());
        let word = |word: &str| TokenKind::Word(word.into());
        assert_eq!(kinds("0.77 .3F 4."), Ok(vec![code("0", "77"), code("", "3F"), code("4", "")]));
        assert_eq!(kinds("1..3"), Ok(vec![TokenKind::Number(1), TokenKind::Sign(".."), TokenKind::Number(3)]));
        assert_eq!(kinds("a..j C.5"), Ok(vec![word("a"), TokenKind::Sign(".."), word("j"), word("C"), code("", "5")]));
        assert_eq!(kinds("2b 3x.5"), Ok(vec![TokenKind::Number(2), word("b"), code("3x", "5")]));
        assert_eq!(kinds("."), Err("G001"));
        assert_eq!(kinds("1."), Ok(vec![code("1", "")]));
    }

    #[test]
    fn quotes_words_and_signs() {
        let text = vec![Glyph::Letter('a'), Glyph::Bar, Glyph::Letter('|'), Glyph::Plus, Glyph::Letter('\n')];
        assert_eq!(kinds(r#" "a|\|+\n" "#), Ok(vec![TokenKind::Text(text)]));
        assert_eq!(
            kinds("mise\u{300}re a_1'"),
            Ok(vec![TokenKind::Word("mise\u{300}re".into()), TokenKind::Word("a_1'".into())])
        );
        assert_eq!(kinds("a→b≤−1·2"), kinds("a->b<=-1*2"));
        assert_eq!(kinds("a == 1, c<==d"), kinds("a = 1, c <= = d"));
        assert_eq!(kinds("&& ||"), Ok(vec![TokenKind::Sign("&&"), TokenKind::Sign("||")]));
        for (text, code) in [("\"ab", "G002"), ("\"ab\\", "G002"), ("18446744073709551616", "G005"), ("#", "G001")] {
            assert_eq!(kinds(text), Err(code), "{text}");
        }
        assert_eq!(tokens(" ab  12").map(|all| all[1].span.clone()), Ok(5..7));
    }
}
