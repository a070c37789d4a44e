//! `grundy explain GAME POSITION..`: why a position has its value.

use grundy_show::{explain_json, explain_text};

use crate::{
    cli::PositionQuery,
    output::{CliError, Reply},
    session::Session,
    verbs::{
        answering::{answer, written},
        solve::{certify, with_options},
    },
};

pub fn run(session: &Session, words: PositionQuery) -> Result<Reply, CliError> {
    let mut found = with_options(session, &words)?;
    let reasons = found.explain()?;
    found.moves_left()?;
    let solved = session.settle(found)?;
    certify(session, &solved, words.certificate.as_deref())?;
    let text = written(
        session,
        |sheet| explain_text(&solved, &reasons, session.colour(), sheet),
        |sheet| explain_json(&solved, &reasons, sheet),
    )?;
    answer(words.output.as_deref(), text)
}
