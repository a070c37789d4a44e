//! `grundy solve GAME POSITION..`: who wins, and by which moves.

use grundy::{Moves, Outcome, Question, moves};
use grundy_show::{solve_json, solve_text};

use crate::{
    cli::Solve,
    game,
    output::{CliError, Reply},
    session::{Found, Session},
    streams::narrate,
    verbs::{check, digraph, from, ranges},
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
        Some(path) => session.known(from::answer(session, query, path)?),
        None => session.solve(query, words.certificate.is_some(), words.checkpoint.as_deref())?,
    };
    // The moves are part of the answer, and the check comes last: a limit that ends it leaves the answer whole.
    let moves = if words.quiet { None } else { winning(&words, &mut found)? };
    let solved = session.settle(found)?;
    if let Some(path) = &words.certificate {
        session.aside(check::certify(session, path, &solved))?;
    }
    if words.quiet {
        return Ok(Reply { out: String::new(), code: u8::from(solved.outcome() == Some(Outcome::P)) });
    }
    let moves = moves.as_ref();
    Ok(session.pick(|| solve_text(&solved, moves, session.colour()), || solve_json(&solved, moves)).into())
}

/// The winning moves. Where a limit ends the search for them, the answer stands without, and stderr says why.
fn winning(words: &Solve, found: &mut Found<'_>) -> Result<Option<Moves>, CliError> {
    let Found { solved, budget, .. } = found;
    match moves(&solved.query, &solved.solution, false, budget) {
        Ok(moves) => Ok(Some(moves)),
        Err(stopped) if stopped.is_limit() => {
            narrate(&format!("note: the winning moves are not known: {stopped}"));
            Ok(None)
        }
        Err(stopped) => Err(from::unsaid(words.from.as_deref(), stopped)),
    }
}
