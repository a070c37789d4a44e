//! `grundy games [NAME]`: the games with names.

use grundy::{Family, suggest};
use grundy_show::{families_json, families_text, family_json, family_text};

use crate::{
    cli::Games,
    output::{CliError, Reply},
    session::Session,
};

pub fn run(session: &Session, words: Games) -> Result<Reply, CliError> {
    let Some(name) = words.name else { return Ok(session.pick(families_text, families_json).into()) };
    let Some(family) = Family::find(&name) else {
        let help = suggest(&name).map_or("`grundy games` lists all".into(), |near| format!("did you mean `{near}`?"));
        return Err(CliError::about(&name, format!("there is no game named `{name}`"), help));
    };
    Ok(session.pick(|| family_text(family, session.colour()), || family_json(family)).into())
}
