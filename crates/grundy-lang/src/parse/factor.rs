//! What a move takes from letters: a letter, a word of a list, a run, a palindrome, a square.

use grundy_games::{Factor, Span};

use super::{
    cursor::Cursor,
    heap::span,
    letters::{letters, list, quoted},
    lex::Kind as Tok,
};
use crate::diagnostic::Diagnostic;

/// What a move removes.
pub(super) fn factor(cursor: &mut Cursor<'_>) -> Result<Factor, Diagnostic> {
    match cursor.peek() {
        Some(Tok::Text(_)) => quoted(cursor).map(Factor::Word),
        Some(Tok::Number(_)) => Err(wrong(
            cursor,
            "a number",
            "on words take letters: `take \"aa\"`, `take letter`; for heaps leave the board out",
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
                None => {
                    let known = ["letter", "word", "every", "run", "part", "palindrome", "square", "half"];
                    let fault = cursor.expected("letters to look for", &known);
                    match fault.help.starts_with("write letters") {
                        true => Err(fault.help("such as `letter`, `letter of \"aeiou\"`, `\"ab\"`, `word in {ab, ba}`, `run`, `part of run`, `palindrome 2..`, `square`, `every copy of a letter`")),
                        false => Err(fault),
                    }
                }
            }
        }
    }
}

/// A move that words do not have.
pub(super) fn wrong(cursor: &Cursor<'_>, what: &str, help: &str) -> Diagnostic {
    Diagnostic::new("G008", cursor.span(), format!("{what} is no move on words"))
        .label("does not fit this board")
        .help(help)
}
