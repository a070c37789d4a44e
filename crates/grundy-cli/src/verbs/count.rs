//! `grundy count GAME --size N`: how many positions of a size there are, and their values.

use grundy::Declaration;
use grundy_lab::{
    count::{CountQuery, count},
    positions::Positions,
};
use grundy_show::{Counted, count_json, count_text};

use crate::{
    cli::{Count, Game},
    game,
    output::{CliError, Reply},
    session::{self, Session},
    verbs::digraph,
};

pub fn run(session: &Session, words: Count) -> Result<Reply, CliError> {
    let rules = sized_game(session, &words.game)?;
    let size = words.up_to.or(words.size).unwrap_or_default();
    let up_to = words.up_to.is_some();
    let (letters, heaps) = (words.over.letters(), words.over.heaps);
    let query = CountQuery { letters, heaps, size, up_to, moves: words.moves, modulo: words.modulo };
    let positions = Positions::of(&rules, &query.letters, query.heaps)?;
    let what = positions.describe(&if up_to { format!("0 to {size}") } else { size.to_string() });
    let found = count(&session.run, &rules, &query)?;
    session::note(found.status);
    let counted = Counted { rules: &rules, query: &query, what: &what, count: &found };
    Ok(session.pick(|| count_text(&counted), || count_json(&counted)).into())
}

/// The game of the words, whose positions have sizes.
pub fn sized_game(session: &Session, words: &Game) -> Result<Declaration, CliError> {
    if digraph::named(&words.game).is_some() {
        let message = "the vertices of a graph of moves have no size";
        return Err(CliError::about(&words.game, message, "`grundy table` lists all of them"));
    }
    let line = words.words();
    let rules = session.run.only_game(&line, session.common.misere, "the question is about all positions of a size");
    rules.map_err(|error| game::hinted(error, &line))
}
