//! `grundy check FILE`: verifies a certificate from the rules alone; and how `--certificate` and `-o` write one.
//!
//! Word lists that the certificate's game names are read relative to the working folder.

use std::{
    fs::File,
    io::{Cursor, Read, Seek},
    path::Path,
    time::Duration,
};

use grundy::{Progress, Query, ReadError, Reason, Solution, Solved, Stopped, shelf};
use grundy_show::{checked_json, checked_text};

use crate::{
    cli::Check,
    input,
    output::{CliError, Reply, write_file},
    session::Session,
};

pub fn run(session: &Session, words: Check) -> Result<Reply, CliError> {
    let (query, solution, proved) = load(session, &words.file)?;
    let solved = Solved { query, solution, proved, kernel: "certificate".into(), stats: None };
    let out = session.pick(|| checked_text(&solved, session.colour()), || checked_json(&solved));
    Ok(Reply { out, code: u8::from(!proved) })
}

/// Reads a certificate. Of a plain file only what has to be is held.
fn open(session: &Session, path: &Path) -> Result<(Query, Solution), CliError> {
    let lists = input::here();
    let lists = input::lists(&lists);
    let most = session.most_bytes();
    let unread = |why| match why {
        ReadError::Mistake(mistake) => CliError::Mistake(mistake),
        ReadError::File(error) => CliError::file("read", path, &error),
        ReadError::TooLarge(bytes) => {
            let progress = Progress { bytes, ..Progress::default() };
            Stopped { reason: Reason::Memory(most), progress, known: Vec::new() }.into()
        }
        other => CliError::file("read", path, &std::io::Error::other(other)),
    };
    let unreadable = |error| CliError::file("read", path, &error);
    if path == Path::new("-") {
        let bytes = input::stdin().map_err(unreadable)?;
        is_certificate(path, &bytes)?;
        return grundy::read_within(Cursor::new(bytes), most, &lists).map_err(unread);
    }
    // A pipe is not opened: that waits until somebody writes to it.
    if !std::fs::metadata(path).map_err(unreadable)?.is_file() {
        return Err(CliError::Input {
            code: "file",
            message: format!("cannot read {}: it is no plain file", path.display()),
            help: "write the certificate to a file, or give - to read it from standard input".into(),
            line: None,
        });
    }
    let mut file = File::open(path).map_err(unreadable)?;
    let mut head = Vec::new();
    (&file).take(LONGEST_NAME).read_to_end(&mut head).map_err(unreadable)?;
    is_certificate(path, &head)?;
    file.rewind().map_err(unreadable)?;
    grundy::read_within(file, most, &lists).map_err(unread)
}

/// The first bytes of a file, which tell what it is.
const LONGEST_NAME: u64 = 64;

/// Tells of a checkpoint that it is none.
fn is_certificate(path: &Path, head: &[u8]) -> Result<(), CliError> {
    if !shelf::is_checkpoint(head) {
        return Ok(());
    }
    Err(CliError::Input {
        code: "certificate",
        message: format!("{} is a checkpoint, not a certificate: nothing in it is proved", path.display()),
        help: "go on from it with --checkpoint FILE; --certificate FILE of `solve` or -o FILE of `prove` writes a certificate".into(),
        line: None,
    })
}

/// Reads a certificate and verifies it; tells whether all of its claims are verified.
pub fn load(session: &Session, path: &Path) -> Result<(Query, Solution, bool), CliError> {
    let (query, solution) = open(session, path)?;
    let proved = session.examine(&query, &solution, &path.display().to_string())?;
    Ok((query, solution, proved))
}

/// To find out what a proof does not need may take this long.
const SHORTENED: Duration = Duration::from_secs(60);

/// Writes the certificate of an answer: no more than its proof needs, where that is soon known. A limit or a signal that
/// ends the search for less leaves the whole proof.
pub fn certify(session: &Session, path: &Path, solved: &Solved) -> Result<(), CliError> {
    let query = &solved.query;
    let limit = session.left().map_or(SHORTENED, |left| left.min(SHORTENED));
    let own = match grundy::strategy(query, &solved.solution, &mut session.budget_within(Some(limit))) {
        Ok(Some(own)) => own,
        Ok(None) | Err(_) => return write(path, query, &solved.solution),
    };
    let whose = format!("the certificate of `{query}` (this is a fault of the program)");
    let shortened = match solved.proved {
        true => session.examine(query, &own, &whose),
        false => Ok(true),
    };
    match shortened {
        Ok(true) => write(path, query, &own),
        Ok(false) | Err(CliError::Stopped(_)) => write(path, query, &solved.solution),
        Err(flaw) => Err(flaw),
    }
}

/// Writes the certificate of a solution.
pub fn write(path: &Path, query: &Query, solution: &Solution) -> Result<(), CliError> {
    let text = grundy::write(query, solution).map_err(|why| CliError::Input {
        code: "certificate",
        message: format!("there is no certificate for this answer: {why}"),
        help: String::new(),
        line: None,
    })?;
    write_file(path, &text)
}
