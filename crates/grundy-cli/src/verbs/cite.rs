//! `grundy cite GAME [POSITION]`: the sources of the theorems that an answer uses.

use grundy_show::{cite_json, cite_text};

use crate::{
    cli::Cite,
    game,
    output::{CliError, Reply},
    session::{self, Session},
};

pub fn run(session: &Session, words: Cite) -> Result<Reply, CliError> {
    let line = words.position.words();
    let citation = session.run.cite(&line, session.common.misere).map_err(|error| game::hinted(error, &line))?;
    session::note(citation.status);
    Ok(session.pick(|| cite_text(&citation), || cite_json(&citation)).into())
}
