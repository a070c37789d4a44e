//! Certificates of answers: those that are read, and those that are written.

use std::path::Path;

use grundy::{Solved, certificate::Certificate, stored::is_table};

use crate::{
    input,
    output::{CliError, write_file},
    session::Session,
    sources,
};

/// Reads a certificate, from standard input if the path is `-`, and examines it, with a checkpoint
/// if there is one. Refuses a table.
pub fn certificate(session: &Session, path: &Path, checkpoint: Option<&Path>) -> Result<Certificate, CliError> {
    if path != Path::new("-") && !path.is_dir() && is_table(path) {
        let name = path.display().to_string();
        let message = format!("{name} is a table of values, and no certificate");
        let help = format!(
            "`grundy solve --from {name}` and `grundy tables query` answer from a table; leave --from out for the moves"
        );
        return Err(CliError::about(&name, message, help));
    }
    sources::note(path);
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

/// Writes the certificate of an answer to the file that the flags name, if they name one.
pub fn certify(session: &Session, solved: &Solved, path: Option<&Path>) -> Result<(), CliError> {
    let Some(path) = path else { return Ok(()) };
    let text = session.run.certify(solved).map_err(CliError::from);
    session.aside(text.and_then(|text| write_file(path, &text)))
}
