//! Endings of games on letters: `until distinct`, `until it ends with ..`.
//!
//! ```text
//! ending = "distinct" [ "letters" ] | "it" ( "ends with" | "contains" ) words
//!        | "length at most" N | "at most" N "distinct letters"
//!        | "no letter more than" ( "once" | "twice" | N "times" )
//!        | "increasing" | "anagram of a palindrome"
//! ```

use std::ops::Range;

use crate::{
    Ending,
    text::{cursor::Cursor, diagnostic::Diagnostic},
    words::read_letters::words,
};

/// Reads `until ..`, if it is next, and returns it with its span.
pub(crate) fn ending(cursor: &mut Cursor<'_>) -> Result<Option<(Ending, Range<usize>)>, Diagnostic> {
    if !cursor.eat_word("until") {
        return Ok(None);
    }
    let start = cursor.place();
    let openings = ["distinct", "it", "length", "at", "no", "increasing", "anagram"];
    let ending = match cursor.eat_any(&openings) {
        Some("distinct") => {
            cursor.eat_word("letters");
            Ending::Distinct
        }
        Some("it") => {
            let ends = cursor.eat_words(&["ends", "with"]);
            if !ends && !cursor.eat_word("contains") {
                return Err(cursor.expected("`ends with` or `contains`", &["ends", "contains"]));
            }
            let words = words(cursor)?;
            if ends { Ending::EndsWith(words) } else { Ending::Contains(words) }
        }
        Some("length") => {
            expect_all(cursor, &["at", "most"])?;
            Ending::LengthAtMost(cursor.number()?)
        }
        Some("at") => {
            expect_all(cursor, &["most"])?;
            let most = cursor.number()?;
            expect_all(cursor, &["distinct"])?;
            if !cursor.eat_word("letter") {
                expect_all(cursor, &["letters"])?;
            }
            Ending::DistinctAtMost(most)
        }
        Some("no") => {
            expect_all(cursor, &["letter", "more", "than"])?;
            let most = match cursor.eat_any(&["once", "twice"]) {
                Some("once") => 1,
                Some(_) => 2,
                None => {
                    let most = cursor.number()?;
                    if !cursor.eat_word("time") {
                        expect_all(cursor, &["times"])?;
                    }
                    most
                }
            };
            Ending::EachAtMost(most)
        }
        Some("increasing") => Ending::Increasing,
        Some(_) => {
            expect_all(cursor, &["of"])?;
            cursor.eat_word("a");
            expect_all(cursor, &["palindrome"])?;
            Ending::AnagramOfPalindrome
        }
        None => return Err(cursor.expected("an ending such as `distinct` or `it ends with ..`", &openings)),
    };
    Ok(Some((ending, cursor.span_since(start))))
}

/// Reads these words, or returns the message for the first that is missing.
fn expect_all(cursor: &mut Cursor<'_>, words: &[&'static str]) -> Result<(), Diagnostic> {
    words.iter().try_for_each(|word| cursor.expect_word(word))
}
