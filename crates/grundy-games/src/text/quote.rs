//! The spelling of words in texts: bare if the parser reads the word back, else quoted with
//! backslashes.
//!
//! *Example.* `abc` is bare, `"a b"` and `"1+1"` are quoted. A printed position reads back as the
//! same position.

use std::fmt::{self, Write};

use crate::text::encoding::is_letter;

/// Writes `word` in quotes so that the lexer reads it back.
pub(crate) fn quote(f: &mut impl Write, word: &str) -> fmt::Result {
    f.write_char('"')?;
    for letter in word.chars() {
        escape(f, letter)?;
    }
    f.write_char('"')
}

/// Writes a letter inside quotes, with a backslash if it requires one.
pub(crate) fn escape(f: &mut impl Write, letter: char) -> fmt::Result {
    match letter {
        '"' | '\\' | '|' | '+' => write!(f, "\\{letter}"),
        '\n' => f.write_str("\\n"),
        '\t' => f.write_str("\\t"),
        '\r' => f.write_str("\\r"),
        letter => f.write_char(letter),
    }
}

/// Writes `word` without quotes if a position allows that, else in quotes.
pub(crate) fn word(f: &mut impl Write, word: &str) -> fmt::Result {
    if is_bare(word) { f.write_str(word) } else { quote(f, word) }
}

/// Returns whether a position allows `word` without quotes.
pub(crate) fn is_bare(word: &str) -> bool {
    !word.is_empty() && word.chars().all(is_bare_letter)
}

/// Returns whether a position allows this letter without quotes.
///
/// Signs of the language, blanks and what is not a [letter](crate::text::encoding::is_letter) are
/// not bare.
pub fn is_bare_letter(letter: char) -> bool {
    !letter.is_whitespace() && is_letter(letter) && !"+*/\"\\(){}[],".contains(letter)
}
