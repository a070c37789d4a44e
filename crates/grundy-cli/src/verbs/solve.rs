//! `grundy solve GAME POSITION..`: who wins, and by which moves.

use std::path::Path;

use grundy::{Found, Moves, Outcome, Question, Solved, Wanted};
use grundy_show::{solve_json, solve_text};

use crate::{
    cli::{PositionQuery, Solve},
    game,
    output::{CliError, Reply, distinct, stream, write_file},
    session::Session,
    streams::narrate,
    verbs::{check::certificate, digraph, ranges},
};

pub fn run(session: &Session, words: Solve) -> Result<Reply, CliError> {
    if let Some(file) = digraph::named(&words.position.game) {
        return digraph::solve(session, &words, file);
    }
    let mut query = game::query(session, &words.position.words())?;
    if words.outcome {
        query.question = Question::Outcome;
    } else if words.value {
        query.question = Question::Value;
    }
    let (certificate_file, checkpoint) = (words.certificate.as_deref(), words.checkpoint.as_deref());
    distinct(&[("--certificate", certificate_file), ("--checkpoint", checkpoint)])?;
    let answer = ("the answer", "name a file, or leave the answer out with --quiet");
    stream(&[("--certificate", certificate_file)], Some(answer).filter(|_| !words.quiet))?;
    if let Some(path) = &words.ranges {
        return ranges::run(session, &query, path);
    }
    let mut found = match &words.from {
        Some(path) => session.run.answer_from(&certificate(session, path)?, query)?,
        None => {
            let patient = certificate_file.is_some();
            session.run.find(query, Wanted { patient, checkpoint, ..Wanted::default() })?
        }
    };
    // The moves are part of the answer, and the check comes last: a limit that ends it leaves the
    // answer whole.
    let moves = if words.quiet { None } else { winning(&mut found)? };
    let solved = session.settle(found)?;
    certify(session, &solved, certificate_file)?;
    if words.quiet {
        return Ok(Reply { out: String::new(), code: u8::from(solved.outcome() == Some(Outcome::P)) });
    }
    let moves = moves.as_ref();
    Ok(session.pick(|| solve_text(&solved, moves, session.colour()), || solve_json(&solved, moves)).into())
}

/// The winning moves. `None` if a limit ends the search for them; stderr reports it.
fn winning(found: &mut Found) -> Result<Option<Moves>, CliError> {
    let moves = found.winning_moves()?;
    Ok(moves.map_err(|stopped| narrate(&format!("note: the winning moves are not known: {stopped}"))).ok())
}

/// Writes the certificate of an answer to the file that the flags name, if they name one.
pub fn certify(session: &Session, solved: &Solved, path: Option<&Path>) -> Result<(), CliError> {
    let Some(path) = path else { return Ok(()) };
    let text = session.run.certify(solved).map_err(CliError::from);
    session.aside(text.and_then(|text| write_file(path, &text)))
}

/// The answer with the value of every option, before its check.
pub fn with_options(session: &Session, words: &PositionQuery) -> Result<Found, CliError> {
    let (path, checkpoint) = (words.certificate.as_deref(), words.checkpoint.as_deref());
    distinct(&[("--certificate", path), ("--checkpoint", checkpoint)])?;
    stream(&[("--certificate", path)], Some(("the answer", "name a file")))?;
    let query = game::query(session, &words.position.words())?;
    Ok(match &words.from {
        Some(path) => session.run.answer_from(&certificate(session, path)?, query)?,
        None => {
            let patient = path.is_some();
            session.run.find(query, Wanted { every_option: true, patient, checkpoint })?
        }
    })
}
