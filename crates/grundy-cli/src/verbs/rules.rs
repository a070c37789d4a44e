//! `grundy rules GAME`: the game in the language and in a sentence, and why it must end.

use grundy_show::{rules_json, rules_text};

use crate::{
    cli::Game,
    game,
    output::{CliError, Reply},
    session::Session,
};

pub fn run(session: &Session, words: Game) -> Result<Reply, CliError> {
    let line = words.words();
    let game = session.run.only_read(&line, session.common.misere, "rules are about a game");
    let game = game.map_err(|error| game::hinted(error, &line))?;
    Ok(session.pick(|| rules_text(&game.rules, &game.parameters), || rules_json(&game.rules, &game.parameters)).into())
}
