//! `grundy moves GAME POSITION..`: every option with the sum's value after it, winning ones first.

use grundy::moves;
use grundy_show::{moves_json, moves_text};

use crate::{
    cli::PositionQuery,
    output::{CliError, Reply},
    session::Session,
    verbs::from,
};

pub fn run(session: &Session, words: PositionQuery) -> Result<Reply, CliError> {
    let mut found = from::options(session, &words)?;
    let moves = moves(&found.solved.query, &found.solved.solution, true, &mut found.budget);
    let moves = moves.map_err(|stopped| from::unsaid(words.from.as_deref(), stopped))?;
    let solved = session.settle(found)?;
    Ok(session.pick(|| moves_text(&solved, &moves, session.colour()), || moves_json(&solved, &moves)).into())
}
