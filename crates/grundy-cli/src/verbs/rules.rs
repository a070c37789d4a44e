//! `grundy rules GAME`: the game in the language and in a sentence, and why it must end.

use grundy::describe;
use grundy_show::json_line;
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
        return Err(CliError::about(
            extra,
            format!("unexpected `{extra}`: rules are about a game"),
            "leave the position out",
        ));
    }
    let rules = &chosen.rules;
    let description = describe(rules);
    let text = || format!("{rules}\n{}\nEnds: {}\n", description.sentence, description.ends);
    let json = || {
        let object = json!({
            "game": rules.to_string(),
            "ruleset": rules.ruleset.name(),
            "convention": rules.convention.to_string(),
            "sentence": description.sentence,
            "ends": description.ends,
        });
        json_line(object)
    };
    Ok(session.pick(text, json).into())
}
