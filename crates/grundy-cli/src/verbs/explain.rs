//! `grundy explain GAME POSITION..`: why a position has its value.

use grundy_show::{explain, explain_json, explain_text};

use crate::{
    cli::PositionQuery,
    output::{CliError, Reply},
    session::Session,
    verbs::from,
};

pub fn run(session: &Session, words: PositionQuery) -> Result<Reply, CliError> {
    let mut found = from::options(session, &words)?;
    let reasons = explain(&found.solved, &mut found.budget);
    let reasons = reasons.map_err(|stopped| from::unsaid(words.from.as_deref(), stopped))?;
    let solved = session.settle(found)?;
    Ok(session.pick(|| explain_text(&solved, &reasons, session.colour()), || explain_json(&solved, &reasons)).into())
}
