//! beecrowd 1853, Daenerys' Game of Trust. Input: `D L`, D words, S, then S lines `string f`. A
//! move appends one of the first L letters to a string, at most f times to each; a string that a
//! word is completed on is finished. Output: Tyrion (who moves first) or Daenerys.
//!
//! The statement does not say whether a start string with a word inside is finished too: it is for
//! `trust-anywhere`. Words and strings are read where they lie in the input, and go to
//! [`tapes::values`] as bytes.

use grundy::{Nimber, solvers::tapes};

use grundy_contest::Tokens;

use super::OutputLines;
use crate::{output::CliError, session::Session};

/// The letters are those from a to z.
const MOST_LETTERS: u64 = 26;

pub fn answer(session: &Session, tokens: &mut Tokens<'_>, ends: tapes::Ends) -> Result<OutputLines, CliError> {
    let many = tokens.count("the number of words", 0)?;
    let letters = tokens.number("the number of letters", 1..=MOST_LETTERS)? as u8;
    let last = b'a' + letters - 1;
    let mut words = Vec::with_capacity(many);
    for at in 1..=many {
        if let Some(word) = tokens.letters(last) {
            words.push(word);
            continue;
        }
        let word = tokens.word(format_args!("word {at} of {many}"))?.as_bytes();
        // A word with a letter that nobody can write is never completed.
        if word.iter().all(|letter| (b'a'..=last).contains(letter)) {
            words.push(word);
        }
    }
    let strings = tokens.count("the number of strings", 0)?;
    let mut starts = Vec::with_capacity(strings);
    for at in 1..=strings {
        let word = match tokens.letters(last) {
            Some(word) => word,
            None => plain(tokens, last, at, strings)?,
        };
        let left = match tokens.quick(0, u64::MAX) {
            Some(left) => left,
            None => tokens.number(format_args!("how many letters string {at} may get"), 0..=u64::MAX)?,
        };
        starts.push((word, left));
    }
    tokens.end()?;
    let shown = session.run.begin(None);
    let values = tapes::values(&words, letters, &starts, ends, &mut session.run.watched());
    drop(shown);
    let total: Nimber = values?.into_iter().sum();
    Ok(vec![if total == Nimber::ZERO { "Daenerys" } else { "Tyrion" }.into()])
}

/// The next string; an error if it has a letter that nobody can write.
fn plain<'a>(tokens: &mut Tokens<'a>, last: u8, at: usize, strings: usize) -> Result<&'a [u8], CliError> {
    let word = tokens.word(format_args!("string {at} of {strings}"))?;
    match word.chars().find(|letter| !('a'..=char::from(last)).contains(letter)) {
        None => Ok(word.as_bytes()),
        Some(letter) => {
            let last = char::from(last);
            Err(tokens.fault(format!("string {at} has the letter `{letter}`, which is not one of a..{last}")).into())
        }
    }
}
