//! `grundy rules GAME`: the game in the language and in a sentence, and why it must end.

use serde_json::json;

use crate::{
    cli::Game,
    game,
    output::{Reply, Trouble},
    rules_text,
    session::Session,
};

pub fn run(session: &Session, words: Game) -> Result<Reply, Trouble> {
    let line = words.words();
    let chosen = game::choose(&line, session.common.misere)?;
    if let Some(extra) = chosen.rest.first() {
        return Err(Trouble::usage(format!("`{extra}` is too much: rules are about a game"), "leave the position out"));
    }
    let rules = &chosen.rules;
    let told = rules_text::sentence(rules);
    let text = || match &told {
        Some(told) => format!("{rules}\n{}\nEnds: {}\n", told.sentence, told.ends),
        None => format!("{rules}\n"),
    };
    let json = || {
        let told = told.as_ref();
        let object = json!({
            "game": rules.to_string(),
            "board": rules.board.name(),
            "convention": rules.play.to_string(),
            "sentence": told.map(|told| &told.sentence),
            "ends": told.map(|told| &told.ends),
        });
        format!("{object}\n")
    };
    Ok(session.pick(text, json).into())
}
