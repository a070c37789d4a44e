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
    let rules = session.run.only_game(&line, session.common.misere, "rules are about a game");
    let rules = rules.map_err(|error| game::hinted(error, &line))?;
    Ok(session.pick(|| rules_text(&rules), || rules_json(&rules)).into())
}
