//! `games`: the games with names, and the judge formats of a source or with a title.

use grundy_contest::Format;
use grundy_verbs::Games;

use super::asked;
use crate::{
    cli::ToFile,
    output::{CliError, VerbOutput},
    session::Session,
};

/// Lists games; after words of the title or of the source of problems, their judge formats too.
pub fn run(session: &Session, words: &ToFile<Games>) -> Result<VerbOutput, CliError> {
    let said = words.verb.words.join(" ");
    // The name of a game has its own page.
    let is_name = grundy::games::Family::find(&said).is_some();
    let formats = if is_name { Format::of_source(&said) } else { Format::found(&said) };
    let found = asked::run(session, words);
    if formats.is_empty() || words.output.is_some() || session.common.json {
        return found;
    }
    let lines: String = formats.iter().map(|(name, title)| format!("grundy judge {name}: {title}\n")).collect();
    let games = found.map_or_else(|_| String::new(), |found| found.out);
    Ok(format!("{games}{lines}").into())
}
