//! `grundy plan GAME [POSITION]..`: the method that would answer, its price, and why the others would not.

use grundy::{Ask, Query, plan_within};
use grundy_show::{plan_json, plan_text};

use crate::{
    cli::Plan,
    game,
    output::{Reply, Trouble},
    session::Session,
    verbs::digraph,
};

pub fn run(session: &Session, words: Plan) -> Result<Reply, Trouble> {
    if let Some(file) = digraph::named(&words.position.game) {
        return digraph::plan(session, &words, file);
    }
    let line = words.position.words();
    let misere = session.common.misere;
    let mut query = match game::choose(&line, misere) {
        Ok(chosen) if chosen.rest.is_empty() && chosen.default.is_none() => {
            Query::new(&chosen.rules, Vec::new(), Ask::Value)
        }
        _ => game::query(&line, misere)?,
    };
    if words.table {
        if query.table_end().is_none() {
            return Err(Trouble::usage("a table is about one game with one heap", "grundy plan kayles 1000 --table"));
        }
        query.ask = Ask::Table;
    } else if words.outcome {
        query.ask = Ask::Outcome;
    } else if words.value {
        query.ask = Ask::Nimber;
    }
    let planned = session.planned(Ok(plan_within(&query, &session.budget())))?;
    let planned = planned.as_ref();
    let code = if planned.is_ok() { 0 } else { 3 };
    let out = session.pick(|| plan_text(&query, planned, session.colour()), || plan_json(&query, planned));
    Ok(Reply { out, code })
}
