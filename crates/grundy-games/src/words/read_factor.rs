//! The factor that a move removes from a word: a letter, a listed word, a run, a palindrome, a
//! square.

use crate::{
    Factor, Span,
    boards::heap::read::span,
    text::{cursor::Cursor, diagnostic::Diagnostic, lex::TokenKind as Tok},
    words::read_letters::{letters, list, quoted},
};

const FACTORS: &str = "such as `letter`, `letter of \"aeiou\"`, `\"ab\"`, `word in {ab, ba}`, `run`, `part of run`, \
                       `palindrome 2..`, `square`, `every copy of a letter`";

/// The words that begin what a move removes from a word.
pub(crate) const FACTOR_OPENINGS: [&str; 8] =
    ["letter", "word", "every", "run", "part", "palindrome", "square", "half"];

/// Reads what a move removes.
pub(crate) fn factor(cursor: &mut Cursor<'_>) -> Result<Factor, Diagnostic> {
    match cursor.peek() {
        Some(Tok::Text(_)) => quoted(cursor).map(Factor::Word),
        Some(Tok::Number(_)) => Err(wrong(
            cursor,
            "a number",
            "take letters from words: `take \"aa\"`, `take letter`; for heaps, omit the board",
        )),
        _ => {
            let what = ["letter", "word", "run", "part", "palindrome", "square", "half"];
            match cursor.eat_any(&what) {
                Some("letter") => {
                    let letters = if cursor.eat_word("of") { Some(letters(cursor)?) } else { None };
                    Ok(Factor::Letter(letters))
                }
                Some("word") => list(cursor).map(Factor::Word),
                Some("run") => Ok(Factor::Run),
                Some("part") => {
                    cursor.expect_word("of")?;
                    cursor.eat_word("a");
                    cursor.expect_word("run")?;
                    Ok(Factor::PartOfRun)
                }
                Some("palindrome") => {
                    let lengths = match cursor.peek() {
                        Some(Tok::Number(_)) => span(cursor)?,
                        _ => Span { from: 1, to: None },
                    };
                    Ok(Factor::Palindrome(Span { from: lengths.from.max(1), to: lengths.to }))
                }
                Some("square") => Ok(Factor::Square),
                Some(_) => {
                    cursor.expect_word("of")?;
                    cursor.eat_word("a");
                    cursor.expect_word("square")?;
                    Ok(Factor::HalfOfSquare)
                }
                None => Err(cursor.expected_or("letters to remove", &FACTOR_OPENINGS, FACTORS)),
            }
        }
    }
}

/// Returns the message for a move that words do not have.
pub(crate) fn wrong(cursor: &Cursor<'_>, what: &str, help: &str) -> Diagnostic {
    Diagnostic::new("G008", cursor.span(), format!("{what} is not a move on words"))
        .label("not a move on this board")
        .help(help)
}
