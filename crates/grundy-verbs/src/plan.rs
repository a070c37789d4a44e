//! `plan`: which method would answer, at what price, and why the others would not.

use grundy::{Error, Query, Question, help::Help, plan::NoSolver};
use grundy_show::{Colour, Sheet, plan_json, plan_text};
use serde::Deserialize;

#[cfg(feature = "clap")]
use crate::fields::{GAME, GameName, REST};
use crate::{
    Ask, Reply, Verb,
    fields::{line, text, words},
};

/// What is planned, if not the answer to everything
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Planned {
    /// A table up to the heap that is the position
    Table,
    /// Who wins
    Outcome,
    /// The value
    Value,
}

/// Which method would answer, and at what price
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "clap", derive(clap::Args), group(skip))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Plan {
    /// The game: its text, a name, or a sum such as `kayles 5 + nim 3`
    #[serde(deserialize_with = "text")]
    #[cfg_attr(feature = "clap", arg(value_parser = GameName, hide_possible_values = true, help = GAME))]
    pub game: String,
    /// The position, such as `5 + 7 + 9`
    #[serde(default, deserialize_with = "words")]
    #[cfg_attr(feature = "schema", schemars(with = "crate::fields::WordsSchema"))]
    #[cfg_attr(feature = "clap", arg(value_name = "POSITION", help = REST))]
    pub position: Vec<String>,
    /// What is planned, if not the answer to everything
    #[serde(default)]
    #[cfg_attr(feature = "clap", arg(skip))]
    pub question: Option<Planned>,
}

/// The answer of [`Plan`]. It is written when it is asked for, since the estimates of all solvers
/// are made anew for each form.
pub struct PlanReply {
    query: Query,
    planned: Result<grundy::plan::Plan<'static>, NoSolver>,
    /// Whether it is the plan for who wins alone, since the value is out of reach.
    alone: bool,
}

impl Verb for Plan {
    const NAME: &'static str = "plan";
    const REST: &'static str = "position";
    type Reply = PlanReply;

    fn line(&self) -> Vec<String> {
        line(&self.game, &self.position)
    }

    fn run(&self, ask: &Ask<'_>) -> Result<PlanReply, Error> {
        let mut query: Query = ask.run.plan_query(&self.line(), ask.misere)?;
        query.question = match self.question {
            None => query.question,
            Some(Planned::Table) if query.table_end().is_none() => {
                let help = "write one game and its largest heap: kayles 1000";
                return Err(Error::usage(&self.game, "a table is about one game with one heap", help));
            }
            Some(Planned::Table) => Question::Table,
            Some(Planned::Outcome) => Question::Outcome,
            Some(Planned::Value) => Question::Value,
        };
        let whole = ask.run.plan(&query);
        let winner = ask.run.winner_alone(&query, whole.as_ref());
        let alone = winner.is_some();
        let planned = winner.map_or(whole, |(winner, plan)| {
            query = winner;
            Ok(plan)
        });
        let planned = match planned {
            Ok(plan) => Ok(plan),
            Err(Error::NoSolver(none)) => Err(none),
            Err(error) => return Err(error),
        };
        Ok(PlanReply { query, planned, alone })
    }
}

impl Reply for PlanReply {
    fn text(&self, colour: Colour, _: Sheet) -> Result<String, Error> {
        Ok(plan_text(&self.query, self.planned.as_ref(), colour))
    }

    fn json(&self, _: Sheet) -> Result<String, Error> {
        Ok(plan_json(&self.query, self.planned.as_ref()))
    }

    fn note(&self) -> Option<Help> {
        self.alone.then(|| "the value is out of reach: this is the plan for who wins alone".into())
    }

    fn code(&self) -> u8 {
        if self.planned.is_ok() { 0 } else { 3 }
    }
}
