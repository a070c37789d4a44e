//! Codeforces 1037G, A Game on Strings. Input: a word, m, then m lines `l r` (from 1, both
//! included). Output: Alice or Bob for each; Alice moves first.
//!
//! A million questions are more input than text: they are read with the quick half of [`Tokens`],
//! kept in eight bytes each, and the input is given back before the work begins.

use grundy::solvers::words::letter_cuts::Text;

use grundy_contest::Tokens;

use super::words;
use crate::{
    output::{CliError, VerbOutput},
    session::Session,
};

pub fn answer(session: &Session, input: Vec<u8>) -> Result<VerbOutput, CliError> {
    let shown = session.run.begin(None);
    let mut budget = session.run.watched();
    let (text, ranges) = {
        let mut tokens = Tokens::new(&input)?;
        let word = tokens.word("the string")?;
        let text = Text::of(word, &mut budget)?;
        let ranges = questions(&mut tokens, text.len() as u64)?;
        tokens.end()?;
        (text, ranges)
    };
    drop(input);
    let wins = text.wins(&ranges, &mut budget);
    drop(shown);
    drop(ranges);
    Ok(words(session, "strings", wins?.into_iter().map(|win| if win { "Alice" } else { "Bob" })))
}

/// The parts that the input names.
fn questions(tokens: &mut Tokens<'_>, length: u64) -> Result<Vec<(u32, u32)>, CliError> {
    let many = tokens.count("the number of questions", 0)?;
    let most = u64::from(u32::MAX);
    if length > most {
        return Err(tokens.fault(format!("the string has {length} letters; at most {most} are supported")).into());
    }
    let mut ranges = Vec::with_capacity(many);
    for at in 1..=many {
        let left = match tokens.quick(1, length) {
            Some(left) => left,
            None => tokens.number(format_args!("l of question {at} of {many}"), 1..=length)?,
        };
        let right = match tokens.quick(1, length) {
            Some(right) => right,
            None => tokens.number(format_args!("r of question {at} of {many}"), 1..=length)?,
        };
        if left > right {
            return Err(tokens.fault(format!("l = {left} is greater than r = {right}")).into());
        }
        ranges.push((left as u32 - 1, right as u32));
    }
    Ok(ranges)
}
