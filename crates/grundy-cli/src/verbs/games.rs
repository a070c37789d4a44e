//! `grundy games [NAME]`: the games with names.

use grundy::family;
use grundy_show::{families_json, families_text, family_json, family_text};

use crate::{
    cli::Games,
    output::{CliError, Reply},
    session::Session,
};

pub fn run(session: &Session, words: Games) -> Result<Reply, CliError> {
    let Some(name) = words.name else { return Ok(session.pick(families_text, families_json).into()) };
    let family = family(&name)?;
    Ok(session.pick(|| family_text(family, session.colour()), || family_json(family)).into())
}
