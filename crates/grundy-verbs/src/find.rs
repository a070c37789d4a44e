//! `find`: the known rules that give a sequence of values.

use std::path::Path;

use grundy::Error;
use grundy_lab::{
    diff::BFile,
    find::{Found, find},
    values::read,
};
use grundy_show::{Colour, Sheet, find_json, find_text};
use serde::Deserialize;

use crate::{
    Ask, Reply, Verb,
    fields::{Source, at_most, exclusive, words},
};

/// The known rules that give a sequence of values
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Find {
    /// The values, with commas or blanks between them
    #[serde(default, deserialize_with = "words")]
    #[cfg_attr(feature = "schema", schemars(with = "crate::fields::WordsSchema"))]
    #[cfg_attr(
        feature = "clap",
        arg(
            value_name = "VALUES|FILE",
            required = true,
            allow_negative_numbers = true,
            help = "The values, or a b-file that has them; - is standard input"
        )
    )]
    pub values: Vec<String>,
    /// The values as a b-file: lines `n a(n)`
    #[serde(default)]
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
    #[cfg_attr(feature = "clap", arg(skip))]
    pub bfile: Option<Source>,
    /// List at most N rules
    #[serde(default = "most", deserialize_with = "at_most", alias = "most")]
    #[cfg_attr(feature = "schema", schemars(range(min = 1)))]
    #[cfg_attr(
        feature = "clap",
        arg(long, short = 'n', alias = "most", default_value_t = most(), value_name = "N", value_parser = clap::value_parser!(u16).range(1..))
    )]
    pub count: u16,
}

/// How many rules are listed, if a request does not say it.
fn most() -> u16 {
    12
}

impl Verb for Find {
    const NAME: &'static str = "find";
    const SETTINGS: &'static [&'static str] = &[];
    type Reply = Found;

    fn files(&self) -> Vec<&Path> {
        self.bfile.iter().filter_map(Source::path).collect()
    }

    fn run(&self, ask: &Ask<'_>) -> Result<Found, Error> {
        if self.bfile.is_some() && !self.values.is_empty() {
            return Err(exclusive("values", "bfile"));
        }
        let values = match &self.bfile {
            Some(source) => BFile::read(&ask.text(source)?)?.values,
            None => read(&self.values.join(" "))?,
        };
        find(ask.run, &values, self.count.into())
    }
}

impl Reply for Found {
    fn text(&self, colour: Colour, _: Sheet) -> Result<String, Error> {
        Ok(find_text(self, colour))
    }

    fn json(&self, _: Sheet) -> Result<String, Error> {
        Ok(find_json(self))
    }

    fn code(&self) -> u8 {
        u8::from(self.total == 0)
    }
}
