//! How words are written: bare where that is safe, else in quotes with backslashes.

use std::fmt::{self, Write};

/// Writes `word` in quotes so that the lexer reads it back.
pub(crate) fn quote(f: &mut impl Write, word: &str) -> fmt::Result {
    f.write_char('"')?;
    for letter in word.chars() {
        escape(f, letter)?;
    }
    f.write_char('"')
}

/// Writes one letter as it stands inside quotes.
pub(crate) fn escape(f: &mut impl Write, letter: char) -> fmt::Result {
    match letter {
        '"' | '\\' | '|' | '+' => write!(f, "\\{letter}"),
        '\n' => f.write_str("\\n"),
        '\t' => f.write_str("\\t"),
        '\r' => f.write_str("\\r"),
        letter => f.write_char(letter),
    }
}

/// Writes `word` bare if a position can hold it bare, else in quotes.
pub(crate) fn word(f: &mut impl Write, word: &str) -> fmt::Result {
    if is_bare(word) { f.write_str(word) } else { quote(f, word) }
}

/// Whether a position may hold `word` without quotes.
pub(crate) fn is_bare(word: &str) -> bool {
    !word.is_empty() && word.chars().all(is_bare_letter)
}

/// Whether a position may hold this letter without quotes.
pub fn is_bare_letter(letter: char) -> bool {
    !letter.is_whitespace() && !letter.is_control() && !"+*/\"\\(){}[],".contains(letter)
}
