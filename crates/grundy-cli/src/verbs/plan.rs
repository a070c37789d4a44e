//! `grundy plan GAME [POSITION]..`: the method that would answer, its price, and why the others
//! would not.

use grundy_verbs::Planned;

use crate::{
    cli::PlanArgs,
    output::{CliError, VerbOutput},
    session::Session,
    verbs::{asked, digraph},
};

pub fn run(session: &Session, words: PlanArgs) -> Result<VerbOutput, CliError> {
    if let Some(file) = digraph::named(&words.verb.game) {
        return digraph::plan(session, &words, file);
    }
    let question = match (words.table, words.outcome, words.value) {
        (true, ..) => Some(Planned::Table),
        (_, true, _) => Some(Planned::Outcome),
        (.., true) => Some(Planned::Value),
        _ => None,
    };
    asked::written(session, &grundy_verbs::Plan { question, ..words.verb }, words.output.as_deref())
}
