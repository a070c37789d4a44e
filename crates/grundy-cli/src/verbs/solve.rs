//! `grundy solve GAME POSITION..`: who wins, and by which moves.

use grundy::{Error, Found, Moves, Outcome, Question, Wanted};
use grundy_show::{solve_json, solve_text};

use crate::{
    cli::{PositionQuery, Solve},
    game,
    output::{CliError, Reply, write_file},
    session::Session,
    streams::narrate,
    verbs::{check::certificate, digraph, ranges},
};

pub fn run(session: &Session, words: Solve) -> Result<Reply, CliError> {
    if let Some(file) = digraph::named(&words.position.game) {
        return digraph::solve(session, &words, file);
    }
    let mut query = game::query(&words.position.words(), session.common.misere)?;
    if words.outcome {
        query.question = Question::Outcome;
    } else if words.value {
        query.question = Question::Value;
    }
    if words.certificate.is_some() && words.certificate == words.checkpoint {
        return Err(CliError::usage(
            "--certificate and --checkpoint name the same file",
            "give each a file of its own",
        ));
    }
    if let Some(path) = &words.ranges {
        return ranges::run(session, &query, path);
    }
    let mut found = match &words.from {
        Some(path) => session.run.answer_from(&certificate(session, path)?, query)?,
        None => {
            let (patient, checkpoint) = (words.certificate.is_some(), words.checkpoint.as_deref());
            session.run.find(query, Wanted { patient, checkpoint, ..Wanted::default() })?
        }
    };
    // The moves are part of the answer, and the check comes last: a limit that ends it leaves the answer whole.
    let moves = if words.quiet { None } else { winning(&mut found)? };
    let solved = session.settle(found)?;
    if let Some(path) = &words.certificate {
        let text = session.run.certify(&solved).map_err(CliError::from);
        session.aside(text.and_then(|text| write_file(path, &text)))?;
    }
    if words.quiet {
        return Ok(Reply { out: String::new(), code: u8::from(solved.outcome() == Some(Outcome::P)) });
    }
    let moves = moves.as_ref();
    Ok(session.pick(|| solve_text(&solved, moves, session.colour()), || solve_json(&solved, moves)).into())
}

/// The winning moves. `None` if a limit ends the search for them; stderr says why.
fn winning(found: &mut Found) -> Result<Option<Moves>, CliError> {
    match found.moves(false) {
        Ok(moves) => Ok(Some(moves)),
        Err(Error::Stopped(stopped)) if stopped.is_limit() => {
            narrate(&format!("note: the winning moves are not known: {stopped}"));
            Ok(None)
        }
        Err(error) => Err(error.into()),
    }
}

/// The answer with the value of every option, before its check.
pub fn with_options(session: &Session, words: &PositionQuery) -> Result<Found, CliError> {
    let query = game::query(&words.position.words(), session.common.misere)?;
    Ok(match &words.from {
        Some(path) => session.run.answer_from(&certificate(session, path)?, query)?,
        None => {
            let wanted = Wanted { every_option: true, checkpoint: words.checkpoint.as_deref(), ..Wanted::default() };
            session.run.find(query, wanted)?
        }
    })
}
