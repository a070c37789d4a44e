//! CodeChef WGME: a letter is deleted at a time, until all letters differ. Input: T, then T words.
//! Output for each word: `First g` or `Second g`, the winner and the value g.

use grundy::{Component, Nimber, games::Bag};

use super::{Lines, Tokens, values};
use crate::{output::CliError, session::Session};

pub fn answer(session: &Session, tokens: &mut Tokens<'_>) -> Result<Lines, CliError> {
    let many = tokens.count("the number of words", 0)?;
    let mut bags = Vec::with_capacity(many);
    for at in 1..=many {
        bags.push(Component::Bag(Bag::of(tokens.word(format_args!("word {at} of {many}"))?.chars())));
    }
    tokens.end()?;
    let rules = grundy::lang::game("bag: take letter until distinct")?;
    let values = values(session, rules.ruleset, bags)?;
    let winner = |value: Nimber| if value == Nimber::ZERO { "Second" } else { "First" };
    Ok(values.into_iter().map(|value| format!("{} {}", winner(value), value.0).into()).collect())
}
