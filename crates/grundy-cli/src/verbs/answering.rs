//! What the verbs that answer about one position share: the question, the winning moves, and where
//! the answer goes.

use std::path::Path;

use grundy::{Found, Question, moves::Moves};

use crate::{
    cli::Solve,
    output::{CliError, Reply, file, write_file},
    streams::narrate,
};

/// The question that the flags ask, if they ask one.
pub fn question(words: &Solve) -> Option<Question> {
    match (words.outcome, words.value) {
        (true, _) => Some(Question::Outcome),
        (_, true) => Some(Question::Value),
        _ => None,
    }
}

/// The answer; `None` if it is written to a file.
pub fn answer(path: Option<&Path>, text: String) -> Result<Reply, CliError> {
    match file(path) {
        Some(path) => write_file(path, &text).map(|()| String::new().into()),
        None => Ok(text.into()),
    }
}

/// The winning moves. `None` if a limit ends the search for them; stderr reports it.
pub fn winning(found: &mut Found) -> Result<Option<Moves>, CliError> {
    let moves = found.winning_moves()?;
    Ok(moves.map_err(|stopped| narrate(&format!("note: the winning moves are not known: {stopped}"))).ok())
}
