//! `grundy check FILE`: verifies a certificate from the rules alone; and how `--certificate` and `-o` write one.
//!
//! Word lists that the certificate's game names are read relative to the working folder.

use std::path::Path;

use grundy::{Query, Solution, Verdict};
use grundy_show::{Solved, checked_json, checked_text};

use crate::{
    cli::Check,
    game,
    output::{Reply, Trouble},
    session::Session,
};

pub fn run(session: &Session, words: Check) -> Result<Reply, Trouble> {
    let (query, solution, proved) = load(session, &words.file)?;
    let solved = Solved { query, solution, proved, kernel: "certificate".into() };
    let out = session.pick(|| checked_text(&solved, session.colour()), || checked_json(&solved));
    Ok(Reply { out, code: u8::from(!proved) })
}

/// Reads a certificate and verifies it; tells whether all of its claims are verified.
pub fn load(session: &Session, path: &Path) -> Result<(Query, Solution, bool), Trouble> {
    let text = std::fs::read_to_string(path).map_err(|error| Trouble::file("read", path, &error))?;
    let (query, solution) = grundy::read(&text, &game::lists(&game::here()))?;
    let verdict = session
        .verify(&query, &solution, None)
        .map_err(|flaw| Trouble::Flaw { flaw, whose: path.display().to_string() })?;
    session.uninterrupted()?;
    Ok((query, solution, verdict == Verdict::Verified))
}

/// Writes the certificate of an answer.
pub fn certify(path: &Path, solved: &Solved) -> Result<(), Trouble> {
    write(path, &solved.query, &solved.solution)
}

/// Writes the certificate of a solution.
pub fn write(path: &Path, query: &Query, solution: &Solution) -> Result<(), Trouble> {
    let text = grundy::write(query, solution).map_err(|why| Trouble::Input {
        code: "certificate",
        message: format!("there is no certificate for this answer: {why}"),
        help: String::new(),
        line: None,
    })?;
    std::fs::write(path, text).map_err(|error| Trouble::file("write", path, &error))
}
