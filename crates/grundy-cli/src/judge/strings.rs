//! Codeforces 1037G, A Game on Strings. Input: a word, m, then m lines `l r` (from 1, both included). Output: Alice or
//! Bob for each; Alice moves first.

use std::collections::HashMap;

use grundy::{Component, Nimber, Rules};

use super::{Lines, Tokens, values};
use crate::{output::Trouble, session::Session};

pub fn answer(session: &Session, tokens: &mut Tokens<'_>) -> Result<Lines, Trouble> {
    let letters: Vec<char> = tokens.word("the string")?.chars().collect();
    let length = letters.len() as u64;
    let many = tokens.count("the number of questions", 0)?;
    let mut ranges = Vec::with_capacity(many);
    for at in 1..=many {
        let left = tokens.number(&format!("l of question {at} of {many}"), 1..=length)?;
        let right = tokens.number(&format!("r of question {at} of {many}"), 1..=length)?;
        if left > right {
            return Err(tokens.fault(format!("l = {left} is greater than r = {right}")));
        }
        ranges.push((left as usize - 1, right as usize));
    }
    tokens.end()?;
    let values = range_values(session, &letters, &ranges)?;
    Ok(values.into_iter().map(|value| if value == Nimber::ZERO { "Bob" } else { "Alice" }.into()).collect())
}

/// The value of each range of the word.
fn range_values(session: &Session, letters: &[char], ranges: &[(usize, usize)]) -> Result<Vec<Nimber>, Trouble> {
    let mut distinct: Vec<(usize, usize)> = ranges.to_vec();
    distinct.sort_unstable();
    distinct.dedup();
    let rows = distinct.iter().map(|&(from, to)| Component::Row(letters[from..to].iter().collect())).collect();
    let rules = Rules::parse("row: cut every copy of a letter")?;
    let known: HashMap<(usize, usize), Nimber> =
        distinct.iter().copied().zip(values(session, rules.board, rows)?).collect();
    Ok(ranges.iter().map(|range| known[range]).collect())
}
