//! `grundy compound KIND GAME POSITION..`: who wins if several components are played at once.

use grundy_show::{compound_json, compound_text};

use crate::{
    cli::Compound,
    game,
    output::{CliError, Reply},
    session::Session,
    verbs::{answering::written, digraph},
};

pub fn run(session: &Session, words: Compound) -> Result<Reply, CliError> {
    if digraph::named(&words.position.game).is_some() {
        let message = "a compound is about games whose play must end, and that on a graph of moves need not";
        let help = "write a game whose play ends: `grundy compound conjunctive kayles 5 7`";
        return Err(CliError::about(&words.position.game, message, help));
    }
    let compound = grundy::compound::Compound::from(words.compound);
    let query = game::query(session, &words.position.words());
    let query = query.map_err(|error| game::offering(&format!("compound {compound}"), error))?;
    let found = session.run.compound(&query, compound)?;
    let text = |_| Ok(compound_text(&found, session.colour()));
    Ok(written(session, text, |sheet| compound_json(&found, sheet))?.into())
}
