//! `grundy plan GAME [POSITION]..`: the method that would answer, its price, and why the others
//! would not.

use grundy_verbs::Planned;

use crate::{
    cli::PlanArgs,
    output::{CliError, VerbOutput},
    session::Session,
    verbs::{asked, digraph},
};

pub fn run(session: &Session, mut words: PlanArgs) -> Result<VerbOutput, CliError> {
    if let Some(file) = digraph::named(&words.verb.game) {
        return digraph::plan(session, &words, file);
    }
    words.verb.position.extend(words.up_to.map(|end| end.to_string()));
    let question = match (words.up_to, words.outcome, words.value) {
        (Some(_), ..) => Some(Planned::Table),
        (_, true, _) => Some(Planned::Outcome),
        (.., true) => Some(Planned::Value),
        _ => None,
    };
    asked::written(session, &grundy_verbs::Plan { question, ..words.verb }, words.output.as_deref())
}
