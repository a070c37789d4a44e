//! `grundy first GAME --where CONDITION`: the first position with a property.

use grundy_lab::first::{FirstQuery, condition, first};
use grundy_show::{first_json, first_text};

use crate::{
    cli::First,
    output::{CliError, Reply},
    session::{self, Session},
    verbs::count::sized_game,
};

/// The exit code where no position up to the size has the property: beyond it one may have it.
const NONE: u8 = 3;

pub fn run(session: &Session, words: First) -> Result<Reply, CliError> {
    let rules = sized_game(session, &words.game)?;
    let filter = condition(&words.condition, rules.convention)?;
    let query = FirstQuery { letters: words.over.letters(), heaps: words.over.heaps, up_to: words.up_to, filter };
    let found = first(&session.run, &rules, &query)?;
    session::note(found.status);
    let text = || first_text(&rules, &query, &found, session.colour());
    let out = session.pick(text, || first_json(&rules, &query, &found));
    Ok(Reply { out, code: if found.found.is_some() { 0 } else { NONE } })
}
