//! `grundy diff B-FILE GAME`: the differences between a b-file and the values of a game.

use std::path::Path;

use grundy_lab::diff::{BFile, diff};
use grundy_show::{diff_json, diff_text};

use crate::{
    cli::Diff,
    game, input,
    output::{CliError, Reply},
    session::{self, Session},
    streams::narrate,
};

pub fn run(session: &Session, words: Diff) -> Result<Reply, CliError> {
    let line = words.game.words();
    let rules = session.run.only_game(&line, false, "a b-file is compared with a game");
    let rules = rules.map_err(|error| game::hinted(error, &line))?;
    let file = b_file(&words.file)?;
    if let Some(offset) = words.offset.filter(|offset| *offset != file.first) {
        let message = format!("{} begins at n = {}, not at {offset}", words.file.display(), file.first);
        let help = "leave --offset out; --shift K compares n with heap n + K";
        return Err(CliError::about("--offset", message, help));
    }
    let found = diff(&session.run, &rules, &file, words.shift)?;
    session::note(found.status);
    if found.last < file.last() {
        let (next, last) = (found.last.saturating_add(1), file.last());
        narrate(&format!("note: n = {next} to {last} are not compared: a limit was reached; see --time and --memory"));
    }
    let out = session.pick(|| diff_text(&rules, &found, session.colour()), || diff_json(&rules, &found));
    Ok(Reply { out, code: u8::from(found.different > 0) })
}

/// The values of a b-file.
pub fn b_file(path: &Path) -> Result<BFile, CliError> {
    let text = input::text(path).map_err(|error| CliError::file("read", path, &error))?;
    Ok(BFile::read(&text)?)
}
