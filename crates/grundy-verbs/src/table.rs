//! `table`: the values of the heaps from 0 to a largest one.

use grundy::{Error, Solved};
use grundy_show::{Colour, Sheet, losing_json, losing_text, table_json, table_text};
use serde::Deserialize;

use crate::{
    Ask, Reply, Verb,
    fields::{Whole, flag, line, one_end, text, words},
};

/// The values in a row of a table.
const COLUMNS: usize = 10;

/// The values of the heaps from 0 to a largest one
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Table {
    /// The game: its text or a name
    #[serde(deserialize_with = "text")]
    pub game: String,
    /// The parameters of a named game
    #[serde(default, deserialize_with = "words")]
    #[cfg_attr(feature = "schema", schemars(with = "crate::fields::WordsSchema"))]
    pub parameters: Vec<String>,
    /// The largest heap
    #[serde(default, alias = "to")]
    pub up_to: Option<Whole>,
    /// Whether only the heaps are listed that the player to move loses
    #[serde(default, deserialize_with = "flag")]
    pub losing: bool,
}

/// The answer of [`Table`].
pub struct TableReply {
    solved: Solved,
    losing: bool,
}

impl Verb for Table {
    const NAME: &'static str = "table";
    type Reply = TableReply;

    fn line(&self) -> Vec<String> {
        line(&self.game, &self.parameters).into_iter().chain(self.up_to.map(|up_to| up_to.to_string())).collect()
    }

    fn run(&self, ask: &Ask<'_>) -> Result<TableReply, Error> {
        one_end(&self.parameters, self.up_to)?;
        let (rules, end) = ask.run.table_query(&self.line(), ask.misere)?;
        let mut solved = ask.run.table(&rules, end, false)?;
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
