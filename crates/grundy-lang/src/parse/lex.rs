//! Text to tokens, each with its place. Written with winnow; the grammar above it walks the tokens by hand, because a
//! mistake must be told with its place, its reason and a way out, and those depend on where in a sentence it stands.

use std::ops::Range;

use winnow::{
    LocatingSlice, ModalResult, Parser,
    ascii::{digit0, multispace0},
    combinator::{alt, cut_err, delimited, not, peek, preceded, repeat},
    error::{ContextError, ErrMode},
    stream::Location,
    token::{any, literal, none_of, one_of, take_while},
};

use crate::diagnostic::Diagnostic;

/// A token with its place in the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Token {
    pub kind: Kind,
    pub span: Range<usize>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A word of the language, a name, or letters: `take`, `a`.
    Word(String),
    /// A number; digits as they stand, for letter ranges such as `0..9`.
    Number(u64),
    /// `0.77`, `.3F`: the digits before and after the point.
    Code(String, String),
    /// `"ab|a+"`.
    Text(Vec<Glyph>),
    /// A sign such as `->`.
    Sign(&'static str),
}

/// A letter of a quoted text, or one of the two signs that mean something in rewriting rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Glyph {
    Letter(char),
    Bar,
    Plus,
}

impl Glyph {
    /// The letter, where bars and pluses are letters too.
    pub(super) fn plain(self) -> char {
        match self {
            Glyph::Letter(letter) => letter,
            Glyph::Bar => '|',
            Glyph::Plus => '+',
        }
    }
}

const SIGNS: [(&str, &str); 29] = [
    ("->", "->"),
    ("→", "->"),
    ("..", ".."),
    ("!=", "!="),
    ("≠", "!="),
    ("<=", "<="),
    ("≤", "<="),
    (">=", ">="),
    ("≥", ">="),
    ("+", "+"),
    ("-", "-"),
    ("−", "-"),
    ("*", "*"),
    ("·", "*"),
    ("/", "/"),
    ("%", "%"),
    ("^", "^"),
    ("$", "$"),
    ("|", "|"),
    ("=", "="),
    ("<", "<"),
    (">", ">"),
    ("(", "("),
    (")", ")"),
    ("{", "{"),
    ("}", "}"),
    (",", ","),
    (":", ":"),
    (";", ";"),
];

type Input<'a> = LocatingSlice<&'a str>;

/// The tokens of a text.
pub(super) fn tokens(source: &str) -> Result<Vec<Token>, Diagnostic> {
    let mut input = LocatingSlice::new(source);
    let mut all = Vec::new();
    loop {
        let blank: ModalResult<&str> = multispace0.parse_next(&mut input);
        if blank.is_err() || input.is_empty() {
            return Ok(all);
        }
        let start = input.current_token_start();
        match kind.parse_next(&mut input) {
            Ok(kind) => all.push(Token { kind, span: start..input.current_token_start() }),
            Err(error) => return Err(fault(source, start, &error)),
        }
    }
}

fn fault(source: &str, start: usize, error: &ErrMode<ContextError>) -> Diagnostic {
    let first = source[start..].chars().next().unwrap_or(' ');
    let end = start + first.len_utf8();
    if first == '"' {
        return Diagnostic::new("G002", start..source.len(), "this quote is never closed")
            .label("opened here")
            .help("close it with another \"; inside, write \\\" for a quote");
    }
    if matches!(error, ErrMode::Cut(_)) && first.is_ascii_digit() {
        let digits = source[start..].bytes().take_while(u8::is_ascii_digit).count();
        return too_large(start..start + digits);
    }
    Diagnostic::new("G001", start..end, format!("`{first}` is no sign of the language"))
        .label("unknown sign")
        .help(format!("letters of a word game go in quotes: \"{first}\""))
}

pub(super) fn too_large(span: Range<usize>) -> Diagnostic {
    Diagnostic::new("G005", span, "this number is beyond 2^64 - 1")
        .label("too large")
        .help("the largest number is 18446744073709551615")
}

fn kind(input: &mut Input<'_>) -> ModalResult<Kind> {
    alt((code, number, word, text, sign)).parse_next(input)
}

fn code(input: &mut Input<'_>) -> ModalResult<Kind> {
    let after = take_while(0.., |letter: char| letter.is_alphanumeric());
    (take_while(0.., |letter: char| letter.is_alphanumeric()), preceded((literal("."), peek(not(literal(".")))), after))
        .verify(|(before, after): &(&str, &str)| match before.is_empty() {
            true => !after.is_empty(),
            false => before.starts_with(|first: char| first.is_ascii_digit()),
        })
        .map(|(before, after): (&str, &str)| Kind::Code(before.into(), after.into()))
        .parse_next(input)
}

fn number(input: &mut Input<'_>) -> ModalResult<Kind> {
    let mut digits = (one_of('0'..='9'), digit0).take();
    let digits: &str = digits.parse_next(input)?;
    match digits.parse() {
        Ok(number) => Ok(Kind::Number(number)),
        Err(_) => Err(ErrMode::Cut(ContextError::new())),
    }
}

fn word(input: &mut Input<'_>) -> ModalResult<Kind> {
    let first = any.verify(|letter: &char| letter.is_alphabetic());
    let rest = take_while(0.., |letter: char| {
        letter.is_alphanumeric() || letter == '_' || letter == '\'' || ('\u{300}'..='\u{36f}').contains(&letter)
    });
    (first, rest).take().map(|word: &str| Kind::Word(word.into())).parse_next(input)
}

fn text(input: &mut Input<'_>) -> ModalResult<Kind> {
    let escaped = preceded('\\', any).map(|letter| {
        Glyph::Letter(match letter {
            'n' => '\n',
            't' => '\t',
            'r' => '\r',
            letter => letter,
        })
    });
    let plain = none_of(['"', '\\']).map(|letter| match letter {
        '|' => Glyph::Bar,
        '+' => Glyph::Plus,
        letter => Glyph::Letter(letter),
    });
    delimited('"', repeat(0.., alt((escaped, plain))), cut_err('"')).map(Kind::Text).parse_next(input)
}

fn sign(input: &mut Input<'_>) -> ModalResult<Kind> {
    let found = SIGNS.iter().find(|(written, _)| input.starts_with(written));
    let Some((written, meant)) = found else { return Err(ErrMode::Backtrack(ContextError::new())) };
    literal(*written).map(|_| Kind::Sign(meant)).parse_next(input)
}
