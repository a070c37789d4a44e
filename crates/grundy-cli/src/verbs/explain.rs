//! `grundy explain GAME POSITION..`: why a position has its value.

use grundy_show::{explain, explain_json, explain_text};

use crate::{
    cli::Position,
    game,
    output::{Reply, Trouble},
    session::Session,
};

pub fn run(session: &Session, words: Position) -> Result<Reply, Trouble> {
    let query = game::query(&words.words(), session.common.misere)?;
    let (solved, mut budget) = session.solve_full(query)?;
    let reasons = explain(&solved, &mut budget)?;
    Ok(session.pick(|| explain_text(&solved, &reasons, session.colour()), || explain_json(&solved, &reasons)).into())
}
