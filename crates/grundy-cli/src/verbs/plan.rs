//! `grundy plan GAME [POSITION]..`: the method that would answer, its price, and why the others
//! would not.

use grundy::{Error, Question};
use grundy_show::{plan_json, plan_text};

use crate::{
    cli::Plan,
    game,
    output::{CliError, Reply},
    session::Session,
    verbs::digraph,
};

pub fn run(session: &Session, words: Plan) -> Result<Reply, CliError> {
    if let Some(file) = digraph::named(&words.position.game) {
        return digraph::plan(session, &words, file);
    }
    let line = words.position.words();
    let query = session.run.plan_query(&line, session.common.misere);
    let mut query = query.map_err(|error| game::hinted(error, &line))?;
    if words.table {
        if query.table_end().is_none() {
            return Err(CliError::usage("a table is about one game with one heap", "grundy plan kayles 1000 --table"));
        }
        query.question = Question::Table;
    } else if words.outcome {
        query.question = Question::Outcome;
    } else if words.value {
        query.question = Question::Value;
    }
    let planned = match session.run.plan(&query) {
        Ok(plan) => Ok(plan),
        Err(Error::NoSolver(none)) => Err(none),
        Err(error) => return Err(error.into()),
    };
    let planned = planned.as_ref();
    let code = if planned.is_ok() { 0 } else { 3 };
    let out = session.pick(|| plan_text(&query, planned, session.colour()), || plan_json(&query, planned));
    Ok(Reply { out, code })
}
