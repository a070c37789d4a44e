//! `table`: the values of the heaps from 0 to a largest one.

use grundy::{
    Error, Run, Solved,
    games::Ruleset,
    help::{Fix, Help},
    square::{SquareQuery, SquareTable, TwoSizes},
};
use grundy_show::{
    Colour, Sheet, losing_json, losing_text, square_json, square_losing_text, square_text, table_json, table_text,
};
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
    /// Parameters of a named game
    #[serde(default, deserialize_with = "words")]
    #[cfg_attr(feature = "schema", schemars(with = "crate::fields::WordsSchema"))]
    #[cfg_attr(feature = "clap", arg(value_name = "N", help = "Parameters of a named game, then the largest heap"))]
    pub parameters: Vec<String>,
    /// The largest heap
    #[serde(default, alias = "to")]
    #[cfg_attr(feature = "clap", arg(long, value_name = "N"))]
    pub up_to: Option<Whole>,
    /// The kind of the heaps, for a game with several kinds
    #[serde(default)]
    #[cfg_attr(
        feature = "clap",
        arg(long, value_name = "KIND", help = "The kind of the heaps: A lists A(0), A(1), ..")
    )]
    pub kind: Option<String>,
    /// Whether only the heaps are listed that the player to move loses
    #[serde(default, deserialize_with = "flag")]
    #[cfg_attr(feature = "clap", arg(long, help = "List the heaps that the player to move loses"))]
    pub losing: bool,
}

/// The answer of [`Table`].
pub struct TableReply {
    table: Listed,
    losing: bool,
}

/// A table of one number, or of two.
enum Listed {
    Row(Box<Solved>),
    Square(Box<SquareTable>),
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

    /// The table of two numbers, for a game whose positions have two sizes, up to one number;
    /// `None` if it is not one.
    ///
    /// # Errors
    /// The largest number is given twice, and those of [`Run::square_table`].
    pub fn square(&self, run: &Run, misere: bool) -> Result<Option<SquareTable>, Error> {
        one_end(&self.parameters, self.up_to)?;
        let plain = Table { kind: None, ..self.clone() };
        match run.square_query(&plain.line(), misere, self.kind.as_deref()) {
            Some(SquareQuery { rules, of, end: Some(end) }) => run.square_table(&rules, of, end).map(Some),
            Some(SquareQuery { of: TwoSizes::Graphs(_), .. }) => {
                let help = Help::from("write ") + Fix::set("up_to", 12);
                Err(Error::field("up_to", "the largest number is missing", help))
            }
            _ => Ok(None),
        }
    }
}

impl Verb for Table {
    const NAME: &'static str = "table";
    type Reply = TableReply;

    fn line(&self) -> Vec<String> {
        let end = self.up_to.map(|up_to| up_to.to_string());
        let mut words: Vec<String> = line(&self.game, &self.parameters).into_iter().chain(end).collect();
        if let (Some(kind), [_, .., last]) = (&self.kind, &mut words[..]) {
            *last = format!("{kind}({last})");
        }
        words
    }

    fn run(&self, ask: &Ask<'_>) -> Result<TableReply, Error> {
        let losing = self.losing;
        if let Some(square) = self.square(ask.run, ask.misere)? {
            return Ok(TableReply { table: Listed::Square(Box::new(square)), losing });
        }
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
        Ok(TableReply { table: Listed::Row(Box::new(solved)), losing })
    }
}

impl Reply for TableReply {
    fn text(&self, _: Colour, sheet: Sheet) -> Result<String, Error> {
        match (&self.table, self.losing) {
            (Listed::Row(solved), false) => table_text(solved, COLUMNS, sheet),
            (Listed::Row(solved), true) => losing_text(solved, sheet),
            (Listed::Square(table), false) => square_text(table, sheet),
            (Listed::Square(table), true) => square_losing_text(table, sheet),
        }
    }

    fn json(&self, sheet: Sheet) -> Result<String, Error> {
        match (&self.table, self.losing) {
            (Listed::Row(solved), false) => table_json(solved, sheet),
            (Listed::Row(solved), true) => losing_json(solved, sheet),
            (Listed::Square(table), _) => square_json(table, sheet),
        }
    }

    fn solved(&self) -> Option<&Solved> {
        match &self.table {
            Listed::Row(solved) => Some(solved),
            Listed::Square(_) => None,
        }
    }
}
