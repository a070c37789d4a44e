//! `grundy rules GAME`: the game in the language and in a sentence, and why it must end.

use grundy::describe;
use serde_json::json;

use crate::{
    cli::Game,
    game,
    output::{CliError, Reply},
    session::Session,
};

pub fn run(session: &Session, words: Game) -> Result<Reply, CliError> {
    let line = words.words();
    let chosen = game::choose(&line, session.common.misere)?;
    if let Some(extra) = chosen.rest.first() {
        return Err(CliError::usage(
            format!("`{extra}` is too much: rules are about a game"),
            "leave the position out",
        ));
    }
    let rules = &chosen.rules;
    let told = describe(rules);
    let text = || format!("{rules}\n{}\nEnds: {}\n", told.sentence, told.ends);
    let json = || {
        let object = json!({
            "game": rules.to_string(),
            "board": rules.ruleset.name(),
            "convention": rules.convention.to_string(),
            "sentence": told.sentence,
            "ends": told.ends,
        });
        format!("{object}\n")
    };
    Ok(session.pick(text, json).into())
}
