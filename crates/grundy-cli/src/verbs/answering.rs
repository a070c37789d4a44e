//! What the verbs that answer about one position share: the winning moves, and where
//! the answer goes.

use std::path::Path;

use grundy::{Error, Found, moves::Moves};
use grundy_show::Sheet;

use crate::{
    output::{CliError, VerbOutput, file, write_file},
    session::Session,
    streams::narrate,
};

/// The answer; `None` if it is written to a file.
pub fn answer(path: Option<&Path>, text: String) -> Result<VerbOutput, CliError> {
    match file(path) {
        Some(path) => write_file(path, &text).map(|()| String::new().into()),
        None => Ok(text.into()),
    }
}

/// The text or the JSON, as the flags request, written within what is left of the limits.
pub fn written(
    session: &Session,
    text: impl FnOnce(Sheet) -> Result<String, Error>,
    json: impl FnOnce(Sheet) -> Result<String, Error>,
) -> Result<String, CliError> {
    let sheet = Sheet::new(session.run.writing());
    Ok(if session.common.json { json(sheet) } else { text(sheet) }?)
}

/// The winning moves. `None` if a limit ends the search for them; stderr reports it.
pub fn winning(found: &mut Found) -> Result<Option<Moves>, CliError> {
    let moves = found.winning_moves()?;
    Ok(moves.map_err(|stopped| narrate(&format!("note: the winning moves are not known: {stopped}"))).ok())
}
