//! `grundy moves GAME POSITION..`: every option with the sum's value after it, winning ones first.

use grundy::moves;
use grundy_show::{moves_json, moves_text};

use crate::{
    cli::Position,
    game,
    output::{Reply, Trouble},
    session::Session,
};

pub fn run(session: &Session, words: Position) -> Result<Reply, Trouble> {
    let query = game::query(&words.words(), session.common.misere)?;
    let (solved, mut budget) = session.solve_full(query)?;
    let moves = moves(&solved.query, &solved.solution, true, &mut budget)?;
    Ok(session.pick(|| moves_text(&solved, &moves, session.colour()), || moves_json(&solved, &moves)).into())
}
