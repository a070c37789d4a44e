//! `table`: the values of the heaps from 0 to a largest one.

use grundy::{
    Error, Solved,
    games::Ruleset,
    help::{Fix, Help},
};
use grundy_show::{Colour, Sheet, losing_json, losing_text, table_json, table_text};
use serde::Deserialize;

#[cfg(feature = "clap")]
use crate::fields::{GameName, ONE_GAME};
use crate::{
    Ask, Reply, Verb,
    fields::{Whole, flag, line, one_end, text, words},
};

/// The values in a row of a table.
const COLUMNS: usize = 10;

/// The values of the heaps from 0 to a largest one
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "clap", derive(clap::Args), group(skip))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Table {
    /// The game: its text or a name
    #[serde(deserialize_with = "text")]
    #[cfg_attr(feature = "clap", arg(value_parser = GameName, hide_possible_values = true, help = ONE_GAME))]
    pub game: String,
    /// The parameters of a named game
    #[serde(default, deserialize_with = "words")]
    #[cfg_attr(feature = "schema", schemars(with = "crate::fields::WordsSchema"))]
    #[cfg_attr(
        feature = "clap",
        arg(value_name = "N", help = "The parameters of a named game, then the largest heap")
    )]
    pub parameters: Vec<String>,
    /// The largest heap
    #[serde(default, alias = "to")]
    #[cfg_attr(feature = "clap", arg(long, value_name = "N"))]
    pub up_to: Option<Whole>,
    /// Whether only the heaps are listed that the player to move loses
    #[serde(default, deserialize_with = "flag")]
    #[cfg_attr(feature = "clap", arg(long, help = "List the heaps that the player to move loses"))]
    pub losing: bool,
}

/// The answer of [`Table`].
pub struct TableReply {
    solved: Solved,
    losing: bool,
}

impl Table {
    /// The game with its parameters and the largest heap.
    ///
    /// # Errors
    /// The largest heap is given twice.
    pub fn words(&self) -> Result<Vec<String>, Error> {
        one_end(&self.parameters, self.up_to)?;
        Ok(self.line())
    }
}

impl Verb for Table {
    const NAME: &'static str = "table";
    type Reply = TableReply;

    fn line(&self) -> Vec<String> {
        line(&self.game, &self.parameters).into_iter().chain(self.up_to.map(|up_to| up_to.to_string())).collect()
    }

    fn run(&self, ask: &Ask<'_>) -> Result<TableReply, Error> {
        let line = self.words()?;
        let lacks_end = || {
            let chosen = ask.run.choose(&line, ask.misere).ok().filter(|chosen| chosen.rest.is_empty());
            chosen.is_some_and(|chosen| matches!(chosen.game.rules.ruleset, Ruleset::Heap(_)))
        };
        let (rules, last) = ask.run.table_query(&line, ask.misere).map_err(|error| match lacks_end() {
            true => Error::field("up_to", "the largest heap is missing", Help::from("write ") + Fix::set("up_to", 24)),
            false => error,
        })?;
        let mut solved = ask.run.table_to(&rules, last, false)?;
        solved.stats = solved.stats.filter(|_| ask.measured);
        Ok(TableReply { solved, losing: self.losing })
    }
}

impl Reply for TableReply {
    fn text(&self, _: Colour, sheet: Sheet) -> Result<String, Error> {
        if self.losing { losing_text(&self.solved, sheet) } else { table_text(&self.solved, COLUMNS, sheet) }
    }

    fn json(&self, sheet: Sheet) -> Result<String, Error> {
        if self.losing { losing_json(&self.solved, sheet) } else { table_json(&self.solved, sheet) }
    }

    fn solved(&self) -> Option<&Solved> {
        Some(&self.solved)
    }
}
