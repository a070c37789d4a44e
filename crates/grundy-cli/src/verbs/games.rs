//! `grundy games [WORD]`: the games with names, and the famous games that are written in another
//! way.

use grundy::request::games;
use grundy_show::{families_json, families_text, found_json, found_text};

use crate::{
    cli::Games,
    output::{CliError, Reply},
    session::Session,
};

pub fn run(session: &Session, words: Games) -> Result<Reply, CliError> {
    if words.words.is_empty() {
        return Ok(session.pick(families_text, families_json).into());
    }
    let (families, famous) = games(&words.words.join(" "))?;
    Ok(session.pick(|| found_text(&families, &famous, session.colour()), || found_json(&families, &famous)).into())
}
