//! `games`: the games with names, and the judge formats of a source.

use grundy_contest::Format;
use grundy_verbs::Games;

use super::asked;
use crate::{
    cli::ToFile,
    output::{CliError, VerbOutput},
    session::Session,
};

/// Lists games; after a word that is a source of problems, the judge formats from there too.
pub fn run(session: &Session, words: &ToFile<Games>) -> Result<VerbOutput, CliError> {
    let formats = Format::of_source(&words.verb.words.join(" "));
    let found = asked::run(session, words);
    if formats.is_empty() || words.output.is_some() || session.common.json {
        return found;
    }
    let lines: String = formats.iter().map(|(name, title)| format!("grundy judge {name}: {title}\n")).collect();
    let games = found.map_or_else(|_| String::new(), |found| found.out);
    Ok(format!("{games}{lines}").into())
}
