//! beecrowd 1853, Daenerys' Game of Trust. Input: `D L`, D words, S, then S lines `string f`. A move appends one of the
//! first L letters to a string, at most f times to each; a string that a word is completed on is finished. Output:
//! Tyrion (who moves first) or Daenerys.
//!
//! The statement does not say whether a start string with a word inside is finished too: `--start` decides.

use grundy::{Board, Component, Ending, Letters, Nimber, Origin, Place, Tape, TapeRules, WordList};

use super::{Lines, Tokens, values};
use crate::{cli::Start, output::Trouble, session::Session};

/// The letters are those from a to z.
const MOST_LETTERS: u64 = 26;

pub fn answer(session: &Session, tokens: &mut Tokens<'_>, start: Start) -> Result<Lines, Trouble> {
    let many = tokens.count("the number of words", 0)?;
    let letters = tokens.number("the number of letters", 1..=MOST_LETTERS)?;
    let last = char::from(b'a' + letters as u8 - 1);
    let alphabet = Letters::range('a', last).expect("there is at least the letter a");
    let mut words = Vec::with_capacity(many);
    for at in 1..=many {
        words.push(tokens.word(&format!("word {at} of {many}"))?.to_owned());
    }
    let strings = tokens.count("the number of strings", 0)?;
    let mut tapes = Vec::with_capacity(strings);
    for at in 1..=strings {
        let word = tokens.word(&format!("string {at} of {strings}"))?;
        if let Some(letter) = word.chars().find(|&letter| !alphabet.contains(letter)) {
            return Err(tokens.fault(format!("string {at} has the letter `{letter}`, which is not one of a..{last}")));
        }
        let left = tokens.number(&format!("how many letters string {at} may get"), 0..=u64::MAX)?;
        tapes.push(Component::Tape(Tape { word: word.to_owned(), left: Some(left) }));
    }
    tokens.end()?;
    let until = (many > 0).then(|| {
        let words = WordList::written(Origin::Braces, words);
        match start {
            Start::Suffix => Ending::EndsWith(words),
            Start::Contains => Ending::Contains(words),
        }
    });
    let rules = TapeRules {
        letters: Some(alphabet.clone()),
        place: Place::End,
        within: None,
        avoiding: Vec::new(),
        until,
        alphabet,
    };
    let total: Nimber = values(session, Board::Tape(rules), tapes)?.into_iter().sum();
    Ok(vec![if total == Nimber::ZERO { "Daenerys" } else { "Tyrion" }.into()])
}
