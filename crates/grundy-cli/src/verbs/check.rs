//! `grundy check FILE`: verifies a certificate from the rules alone, the values of a game file, or
//! a b-file.
//!
//! Word lists that the certificate's game names are read relative to the working folder.

use std::path::{Path, PathBuf};

use grundy::{certificate::Certificate, stored::is_table};
use grundy_show::{checked_json, checked_text};
use grundy_verbs::{Diff, Whole};

use crate::{
    cli::Check,
    input,
    output::{CliError, Reply},
    session::Session,
    verbs::{
        answering::{answer, written},
        asked, test,
    },
};

pub fn run(session: &Session, words: Check) -> Result<Reply, CliError> {
    let is_game_file = |name: &Path| name.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("toml"));
    if is_game_file(&words.file) {
        let files: Vec<PathBuf> = std::iter::once(words.file).chain(words.rest.iter().map(PathBuf::from)).collect();
        return match files.iter().find(|file| !is_game_file(file)) {
            Some(other) => {
                let other = other.display().to_string();
                let message = format!("{other} is not a game file, and what stands before it is one");
                Err(CliError::about(&other, message, "check them one after the other"))
            }
            None => test::run(session, &files, words.output.as_deref()),
        };
    }
    if let [game, parameters @ ..] = &words.rest[..] {
        let diff = Diff {
            bfile: words.file.into(),
            game: game.clone(),
            parameters: parameters.to_vec(),
            offset: words.offset.map(Whole),
            shift: words.shift.unwrap_or(0),
        };
        return asked::written(session, &diff, words.output.as_deref());
    }
    let Certificate { solved, .. } = certificate(session, &words.file, words.checkpoint.as_deref())?;
    let shown = |_| Ok(checked_text(&solved, session.colour()));
    let text = written(session, shown, |sheet| checked_json(&solved, sheet))?;
    let code = u8::from(!solved.status.is_proved());
    answer(words.output.as_deref(), text).map(|answered| Reply { code, ..answered })
}

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
