//! CodeChef WGME: a letter is deleted at a time, until all letters differ. Input: T, then T words. Output for each word:
//! `First g` or `Second g`, the winner and the value g.

use grundy::{Bag, Component, Nimber, Rules};

use super::{Lines, Tokens, values};
use crate::{output::Trouble, session::Session};

pub fn answer(session: &Session, tokens: &mut Tokens<'_>) -> Result<Lines, Trouble> {
    let many = tokens.count("the number of words", 0)?;
    let mut bags = Vec::with_capacity(many);
    for at in 1..=many {
        bags.push(Component::Bag(Bag::of(tokens.word(format_args!("word {at} of {many}"))?.chars())));
    }
    tokens.end()?;
    let rules = Rules::parse("bag: take letter until distinct")?;
    let values = values(session, rules.board, bags)?;
    let winner = |value: Nimber| if value == Nimber::ZERO { "Second" } else { "First" };
    Ok(values.into_iter().map(|value| format!("{} {}", winner(value), value.0).into()).collect())
}
