//! `grundy explain GAME POSITION..`: why a position has its value.

use grundy_show::{explain, explain_json, explain_text};

use crate::{
    cli::Ask,
    output::{Reply, Trouble},
    session::Session,
    verbs::from,
};

pub fn run(session: &Session, words: Ask) -> Result<Reply, Trouble> {
    let (solved, mut budget) = from::options(session, &words)?;
    let reasons = explain(&solved, &mut budget).map_err(|stopped| from::unsaid(words.from.as_deref(), stopped))?;
    Ok(session.pick(|| explain_text(&solved, &reasons, session.colour()), || explain_json(&solved, &reasons)).into())
}
