//! `grundy explain GAME POSITION..`: why a position has its value.

use grundy_show::{explain, explain_json, explain_text};

use crate::{
    cli::Ask,
    game,
    output::{Reply, Trouble},
    session::Session,
    verbs::from,
};

pub fn run(session: &Session, words: Ask) -> Result<Reply, Trouble> {
    let query = game::query(&words.position.words(), session.common.misere)?;
    let (solved, mut budget) = match &words.from {
        Some(path) => (from::answer(session, query, path)?, session.budget()),
        None => session.solve_full(query)?,
    };
    let reasons = explain(&solved, &mut budget)?;
    Ok(session.pick(|| explain_text(&solved, &reasons, session.colour()), || explain_json(&solved, &reasons)).into())
}
