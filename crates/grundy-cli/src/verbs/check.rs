//! `grundy check FILE`: verifies a certificate from the rules alone.
//!
//! Word lists that the certificate's game names are read relative to the working folder.

use std::path::Path;

use grundy::{certificate::Certificate, stored::is_table};
use grundy_show::{checked_json, checked_text};

use crate::{
    cli::Check,
    input,
    output::{CliError, Reply},
    session::Session,
};

pub fn run(session: &Session, words: Check) -> Result<Reply, CliError> {
    let Certificate { solved, .. } = certificate(session, &words.file, words.checkpoint.as_deref())?;
    let out = session.pick(|| checked_text(&solved, session.colour()), || checked_json(&solved));
    Ok(Reply { out, code: u8::from(!solved.status.is_proved()) })
}

/// Reads a certificate, from standard input if the path is `-`, and examines it, with a checkpoint
/// if there is one. Refuses a table.
pub fn certificate(session: &Session, path: &Path, checkpoint: Option<&Path>) -> Result<Certificate, CliError> {
    if path != Path::new("-") && !path.is_dir() && is_table(path) {
        let name = path.display().to_string();
        let message = format!("{name} is a table of values, and no certificate");
        let help = format!(
            "`grundy solve --from {name}` and `grundy table query` answer from a table; leave --from out for the moves"
        );
        return Err(CliError::about(&name, message, help));
    }
    match checkpoint {
        Some(_) if path == Path::new("-") => {
            let message = "a check that resumes reads its certificate again";
            return Err(CliError::about("-", message, "write the certificate to a file first"));
        }
        Some(checkpoint) => return Ok(session.run.certificate_resuming(path, checkpoint)?),
        None if path != Path::new("-") => return Ok(session.run.certificate(path)?),
        None => {}
    }
    let bytes = input::stdin().map_err(|error| CliError::file("read", path, &error))?;
    Ok(session.run.certificate_bytes(bytes, "-")?)
}
