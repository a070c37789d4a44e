//! `grundy explain GAME POSITION..`: why a position has its value.

use grundy_show::{explain_json, explain_text};
use grundy_verbs::ExplainError;

use crate::{
    cli::{Position, PositionQuery},
    output::{CliError, Reply},
    session::Session,
    verbs::{
        answering::{answer, written},
        asked,
        solve::{certify, with_options},
    },
};

pub fn run(session: &Session, words: PositionQuery) -> Result<Reply, CliError> {
    let Position { game, rest } = &words.position;
    let PositionQuery { from, checkpoint, certificate, .. } = &words;
    if rest.is_empty() && is_code(game) && [from, checkpoint, certificate].iter().all(|file| file.is_none()) {
        let code = ExplainError { code: game.to_uppercase() };
        return asked::written(session, &code, words.output.as_deref());
    }
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

/// Whether the word is the code of an error, such as G031.
fn is_code(word: &str) -> bool {
    let digits = word.strip_prefix(['G', 'g']);
    digits.is_some_and(|digits| digits.len() == 3 && digits.bytes().all(|digit| digit.is_ascii_digit()))
}
