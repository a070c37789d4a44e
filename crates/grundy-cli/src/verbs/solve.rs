//! `grundy solve GAME POSITION..`: who wins, and by which moves.

use grundy::{Ask, Outcome, moves};
use grundy_show::{solve_json, solve_text};

use crate::{
    cli::Solve,
    game,
    output::{Reply, Trouble},
    session::Session,
    verbs::{check, digraph, from, ranges},
};

pub fn run(session: &Session, words: Solve) -> Result<Reply, Trouble> {
    if let Some(file) = digraph::named(&words.position.game) {
        return digraph::solve(session, &words, file);
    }
    let mut query = game::query(&words.position.words(), session.common.misere)?;
    if words.outcome {
        query.ask = Ask::Outcome;
    } else if words.value {
        query.ask = Ask::Nimber;
    }
    if words.certificate.is_some() && words.certificate == words.checkpoint {
        return Err(Trouble::usage("--certificate and --checkpoint name the same file", "give each a file of its own"));
    }
    if let Some(path) = &words.ranges {
        return ranges::run(session, &query, path);
    }
    let (solved, mut budget) = match &words.from {
        Some(path) => (from::answer(session, query, path)?, session.budget()),
        None => session.solve_kept(query, words.certificate.is_some(), words.checkpoint.as_deref())?,
    };
    if let Some(path) = &words.certificate {
        session.aside(check::certify(session, path, &solved))?;
    }
    if words.quiet {
        return Ok(Reply { out: String::new(), code: u8::from(solved.outcome() == Some(Outcome::P)) });
    }
    let moves = moves(&solved.query, &solved.solution, false, &mut budget);
    let moves = moves.map_err(|stopped| from::unsaid(words.from.as_deref(), stopped))?;
    Ok(session.pick(|| solve_text(&solved, &moves, session.colour()), || solve_json(&solved, &moves)).into())
}
