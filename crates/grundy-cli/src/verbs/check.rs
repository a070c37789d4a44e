//! `grundy check FILE`: verifies a certificate from the rules alone; and how `--certificate` and `-o` write one.
//!
//! Word lists that the certificate's game names are read relative to the working folder.

use std::{
    fs::File,
    io::{Cursor, Read, Seek},
    path::Path,
    time::Duration,
};

use grundy::{Progress, Query, Reason, Solution, Stopped, Unread, shelf};
use grundy_show::{Solved, checked_json, checked_text};

use crate::{
    cli::Check,
    game, input,
    output::{Reply, Trouble},
    session::Session,
};

pub fn run(session: &Session, words: Check) -> Result<Reply, Trouble> {
    let (query, solution, proved) = load(session, &words.file)?;
    let solved = Solved { query, solution, proved, kernel: "certificate".into(), stats: None };
    let out = session.pick(|| checked_text(&solved, session.colour()), || checked_json(&solved));
    Ok(Reply { out, code: u8::from(!proved) })
}

/// Reads a certificate. Of a plain file only what has to be is held.
fn open(session: &Session, path: &Path) -> Result<(Query, Solution), Trouble> {
    let lists = game::here();
    let lists = game::lists(&lists);
    let most = session.most_bytes();
    let unread = |why| match why {
        Unread::Mistake(mistake) => Trouble::Mistake(mistake),
        Unread::File(error) => Trouble::file("read", path, &error),
        Unread::TooLarge(bytes) => {
            let progress = Progress { bytes, ..Progress::default() };
            Stopped { reason: Reason::Memory(most), progress, known: Vec::new() }.into()
        }
    };
    let unreadable = |error| Trouble::file("read", path, &error);
    let mut file = File::open(path).map_err(unreadable)?;
    if !file.metadata().map_err(unreadable)?.is_file() {
        let bytes = input::bytes(path).map_err(unreadable)?;
        is_certificate(path, &bytes)?;
        return grundy::read_within(Cursor::new(bytes), most, &lists).map_err(unread);
    }
    let mut head = Vec::new();
    (&file).take(LONGEST_NAME).read_to_end(&mut head).map_err(unreadable)?;
    is_certificate(path, &head)?;
    file.rewind().map_err(unreadable)?;
    grundy::read_within(file, most, &lists).map_err(unread)
}

/// The first bytes of a file, which tell what it is.
const LONGEST_NAME: u64 = 64;

/// Tells of a checkpoint that it is none.
fn is_certificate(path: &Path, head: &[u8]) -> Result<(), Trouble> {
    if !shelf::is_checkpoint(head) {
        return Ok(());
    }
    Err(Trouble::Input {
        code: "certificate",
        message: format!("{} is a checkpoint, not a certificate: nothing in it is proved", path.display()),
        help: "go on from it with --checkpoint FILE; --certificate FILE of `solve` or -o FILE of `prove` writes a certificate".into(),
        line: None,
    })
}

/// Reads a certificate and verifies it; tells whether all of its claims are verified.
pub fn load(session: &Session, path: &Path) -> Result<(Query, Solution, bool), Trouble> {
    let (query, solution) = open(session, path)?;
    let proved = session.examine(&query, &solution, &path.display().to_string())?;
    Ok((query, solution, proved))
}

/// To find out what a proof does not need may take this long.
const SHORTENED: Duration = Duration::from_secs(60);

/// Writes the certificate of an answer: no more than its proof needs, where that is soon known.
pub fn certify(session: &Session, path: &Path, solved: &Solved) -> Result<(), Trouble> {
    let query = &solved.query;
    let limit = session.left().map_or(SHORTENED, |left| left.min(SHORTENED));
    let own = match grundy::strategy(query, &solved.solution, &mut session.budget_within(Some(limit))) {
        Ok(Some(own)) => own,
        Err(stopped) if stopped.reason == Reason::Interrupted => return Err(stopped.into()),
        Ok(None) | Err(_) => return write(path, query, &solved.solution),
    };
    let whose = format!("the certificate of `{query}` (this is a fault of the program)");
    if solved.proved && !session.examine(query, &own, &whose)? {
        return write(path, query, &solved.solution);
    }
    write(path, query, &own)
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
