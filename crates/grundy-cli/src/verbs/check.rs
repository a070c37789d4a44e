//! `grundy check FILE`: verifies a certificate from the rules alone.
//!
//! Word lists that the certificate's game names are read relative to the working folder.

use std::path::Path;

use grundy::Certificate;
use grundy_show::{checked_json, checked_text};

use crate::{
    cli::Check,
    input,
    output::{CliError, Reply},
    session::Session,
};

pub fn run(session: &Session, words: Check) -> Result<Reply, CliError> {
    let Certificate { solved, .. } = certificate(session, &words.file)?;
    let out = session.pick(|| checked_text(&solved, session.colour()), || checked_json(&solved));
    Ok(Reply { out, code: u8::from(!solved.status.is_proved()) })
}

/// Reads a certificate, from standard input if the path is `-`, and examines it.
pub fn certificate(session: &Session, path: &Path) -> Result<Certificate, CliError> {
    if path != Path::new("-") {
        return Ok(session.run.certificate(path)?);
    }
    let bytes = input::stdin().map_err(|error| CliError::file("read", path, &error))?;
    Ok(session.run.certificate_bytes(bytes, "-")?)
}
