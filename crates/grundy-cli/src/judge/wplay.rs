//! CodeChef WPLAY. Input: D, D words, `r c`, T, then T boards of r lines of c letters. Output:
//! Alice or Bob for each board; Alice moves first. Words and boards are taken as given, in any
//! script and case.
//!
//! Boards of ASCII letters are answered from the bytes of the dictionary; everything else, and
//! every fault, goes the general way, which reads word by word and can say what is wrong with one.

use grundy::{
    Component, Nimber, Outcome,
    games::{Bag, BagMove, BagRules, Factor, Origin, Ruleset, WordList},
    solvers::bags,
};

use grundy_contest::Tokens;

use super::{OutputLines, values};
use crate::{output::CliError, session::Session};

/// The content of the input.
struct Input<'a> {
    /// The text of the words, and how many there are.
    words: (&'a [u8], usize),
    boards: Vec<Vec<u8>>,
}

pub fn answer(session: &Session, tokens: &mut Tokens<'_>) -> Result<OutputLines, CliError> {
    let many = tokens.count("the number of words", 0)?;
    if let Some(Input { words: (text, count), boards }) = bytes(tokens, many) {
        let shown = session.run.begin(None);
        let found = bags::outcomes(text, count, &boards, &mut session.run.watched());
        drop(shown);
        if let Some(outcomes) = found? {
            return Ok(outcomes.into_iter().map(|outcome| winner(outcome == Outcome::N)).collect());
        }
    }
    general(session, tokens, many)
}

fn winner(first: bool) -> std::borrow::Cow<'static, str> {
    if first { "Alice" } else { "Bob" }.into()
}

/// The input in bytes. `None` if there is a fault in it or a board is not ASCII.
fn bytes<'a>(tokens: &Tokens<'a>, many: usize) -> Option<Input<'a>> {
    let (words, mut tokens) = tokens.split(many)?;
    str::from_utf8(words).ok()?;
    let rows = tokens.number("", 1..=u64::from(u32::MAX)).ok()?;
    let columns = tokens.number("", 1..=u64::from(u32::MAX)).ok()?;
    let count = tokens.count("", 0).ok()?;
    let mut boards = Vec::with_capacity(count);
    for _ in 0..count {
        let mut board = Vec::new();
        for _ in 0..rows {
            let row = tokens.word("").ok()?;
            if !row.is_ascii() || row.len() as u64 != columns {
                return None;
            }
            board.extend_from_slice(row.as_bytes());
        }
        boards.push(board);
    }
    tokens.end().ok()?;
    Some(Input { words: (words, many), boards })
}

/// Reads word by word and asks for the values.
fn general(session: &Session, tokens: &mut Tokens<'_>, many: usize) -> Result<OutputLines, CliError> {
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
                return Err(tokens
                    .fault(format!("row {row} of board {board} has {found} letters, not {columns}"))
                    .into());
            }
            letters.extend(line.chars());
        }
        bags.push(Component::Bag(Bag::of(letters)));
    }
    tokens.end()?;
    let moves = match words.len() {
        0 => Vec::new(),
        _ => vec![BagMove::Take(Factor::Word(WordList::written(Origin::Braces, words)))],
    };
    let values = values(session, Ruleset::Bag(BagRules { moves, until: None }), bags)?;
    Ok(values.into_iter().map(|value| winner(value != Nimber::ZERO)).collect())
}
