//! `grundy check FILE`: verifies a certificate from the rules alone; and how `--certificate` and `-o` write one.
//!
//! Word lists that the certificate's game names are read relative to the working folder.

use std::path::Path;

use grundy::{Query, Solution};
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
    let text = crate::input::text(path).map_err(|error| Trouble::file("read", path, &error))?;
    let (query, solution) = grundy::read(&text, &game::lists(&game::here()))?;
    let proved = session.examine(&query, &solution, &path.display().to_string())?;
    Ok((query, solution, proved))
}

/// Writes the certificate of an answer.
pub fn certify(path: &Path, solved: &Solved) -> Result<(), Trouble> {
    write(path, &solved.query, &solved.solution)
}

/// Writes the certificate of a solution.
pub fn write(path: &Path, query: &Query, solution: &Solution) -> Result<(), Trouble> {
    std::fs::write(path, text(query, solution)?).map_err(|error| Trouble::file("write", path, &error))
}

/// As [`write`], beside its place first, so that a run that is killed leaves the file as it was.
pub fn keep(path: &Path, query: &Query, solution: &Solution) -> Result<(), Trouble> {
    let text = text(query, solution)?;
    let mut beside = path.as_os_str().to_owned();
    beside.push(".new");
    let written = std::fs::write(&beside, text).and_then(|()| std::fs::rename(&beside, path));
    written.map_err(|error| Trouble::file("write", path, &error))
}

fn text(query: &Query, solution: &Solution) -> Result<String, Trouble> {
    grundy::write(query, solution).map_err(|why| Trouble::Input {
        code: "certificate",
        message: format!("there is no certificate for this answer: {why}"),
        help: String::new(),
        line: None,
    })
}
