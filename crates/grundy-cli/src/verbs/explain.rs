//! `grundy explain GAME POSITION..`: why a position has its value.

use grundy_show::{explain, explain_json, explain_text};

use crate::{
    cli::Ask,
    output::{Reply, Trouble},
    session::Session,
    verbs::from,
};

pub fn run(session: &Session, words: Ask) -> Result<Reply, Trouble> {
    let mut found = from::options(session, &words)?;
    let reasons = explain(&found.solved, &mut found.budget);
    let reasons = reasons.map_err(|stopped| from::unsaid(words.from.as_deref(), stopped))?;
    let solved = session.settle(found)?;
    Ok(session.pick(|| explain_text(&solved, &reasons, session.colour()), || explain_json(&solved, &reasons)).into())
}
