//! `grundy moves GAME POSITION..`: every option with the sum's value after it, winning ones first.

use grundy_show::{moves_json, moves_text};

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
    let moves = found.moves_by_group(true)?;
    found.moves_left()?;
    let solved = session.settle(found)?;
    certify(session, &solved, words.certificate.as_deref())?;
    let text = written(
        session,
        |sheet| moves_text(&solved, &moves, session.colour(), sheet),
        |sheet| moves_json(&solved, &moves, sheet),
    )?;
    answer(words.output.as_deref(), text)
}
