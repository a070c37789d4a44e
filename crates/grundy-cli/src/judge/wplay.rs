//! CodeChef WPLAY. Input: D, D words, `r c`, T, then T boards of r lines of c letters. Output: Alice or Bob for each
//! board; Alice moves first. Words and boards are taken as given, in any script and case.

use grundy::{Bag, BagRules, Board, Component, Factor, Nimber, Origin, WordList};

use super::{Lines, Tokens, values};
use crate::{output::Trouble, session::Session};

pub fn answer(session: &Session, tokens: &mut Tokens<'_>) -> Result<Lines, Trouble> {
    let many = tokens.count("the number of words", 0)?;
    let mut words = Vec::with_capacity(many);
    for at in 1..=many {
        words.push(tokens.word(format_args!("word {at} of {many}"))?.to_owned());
    }
    let rows = tokens.number("the number of rows", 1..=u64::from(u32::MAX))?;
    let columns = tokens.number("the number of columns", 1..=u64::from(u32::MAX))?;
    let boards = tokens.count("the number of boards", 0)?;
    let mut bags = Vec::with_capacity(boards);
    for board in 1..=boards {
        let mut letters = Vec::new();
        for row in 1..=rows {
            let line = tokens.word(format_args!("row {row} of board {board}, {columns} letters"))?;
            let found = line.chars().count() as u64;
            if found != columns {
                return Err(tokens.fault(format!("row {row} of board {board} has {found} letters, not {columns}")));
            }
            letters.extend(line.chars());
        }
        bags.push(Component::Bag(Bag::of(letters)));
    }
    tokens.end()?;
    let takes = match words.len() {
        0 => Vec::new(),
        _ => vec![Factor::Word(WordList::written(Origin::Braces, words))],
    };
    let values = values(session, Board::Bag(BagRules { takes, until: None }), bags)?;
    Ok(values.into_iter().map(|value| if value == Nimber::ZERO { "Bob" } else { "Alice" }.into()).collect())
}
