//! Codeforces 1037G, A Game on Strings. Input: a word, m, then m lines `l r` (from 1, both included). Output: Alice or
//! Bob for each; Alice moves first.

use grundy::{Nimber, segment};

use super::{Lines, Tokens};
use crate::{output::Trouble, progress::Watch, session::Session};

pub fn answer(session: &Session, tokens: &mut Tokens<'_>) -> Result<Lines, Trouble> {
    let letters: Vec<char> = tokens.word("the string")?.chars().collect();
    let length = letters.len() as u64;
    let many = tokens.count("the number of questions", 0)?;
    let mut ranges = Vec::with_capacity(many);
    for at in 1..=many {
        let left = tokens.number(format_args!("l of question {at} of {many}"), 1..=length)?;
        let right = tokens.number(format_args!("r of question {at} of {many}"), 1..=length)?;
        if left > right {
            return Err(tokens.fault(format!("l = {left} is greater than r = {right}")));
        }
        ranges.push((left as usize - 1, right as usize));
    }
    tokens.end()?;
    let watch = Watch::new();
    let values = segment::ranges(&letters, &ranges, &mut session.watched(&watch));
    watch.finish();
    Ok(values?.into_iter().map(|value| if value == Nimber::ZERO { "Bob" } else { "Alice" }.into()).collect())
}
