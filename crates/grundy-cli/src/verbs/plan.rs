//! `grundy plan GAME [POSITION]..`: the method that would answer, its price, and why the others
//! would not.

use grundy_verbs::Planned;

use crate::{
    cli::Plan,
    output::{CliError, Reply},
    session::Session,
    verbs::{asked, digraph},
};

pub fn run(session: &Session, words: Plan) -> Result<Reply, CliError> {
    if let Some(file) = digraph::named(&words.position.game) {
        return digraph::plan(session, &words, file);
    }
    let question = match (words.table, words.outcome, words.value) {
        (true, ..) => Some(Planned::Table),
        (_, true, _) => Some(Planned::Outcome),
        (.., true) => Some(Planned::Value),
        _ => None,
    };
    let Plan { position, output, .. } = words;
    let plan = grundy_verbs::Plan { game: position.game, position: position.rest, question };
    asked::written(session, &plan, output.as_deref())
}
