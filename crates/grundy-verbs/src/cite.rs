//! `cite`: the sources of the theorems that an answer uses.

use grundy::{Error, Status, sources::Citation};
use grundy_show::{Colour, Sheet, cite_json, cite_text};
use serde::Deserialize;

#[cfg(feature = "clap")]
use crate::fields::{GAME, GameName, REST};
use crate::{
    Ask, Reply, Verb,
    fields::{line, text, words},
};

/// The sources of the theorems that an answer uses, as BibTeX
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Cite {
    /// The game: its text, a name, or a sum such as `kayles 5 + nim 3`
    #[serde(deserialize_with = "text")]
    #[cfg_attr(feature = "clap", arg(value_parser = GameName, hide_possible_values = true, help = GAME))]
    pub game: String,
    /// The position, such as `5 + 7 + 9`; without one the answer is about every position
    #[serde(default, deserialize_with = "words")]
    #[cfg_attr(feature = "schema", schemars(with = "crate::fields::WordsSchema"))]
    #[cfg_attr(feature = "clap", arg(value_name = "POSITION", help = REST))]
    pub position: Vec<String>,
}

impl Verb for Cite {
    const NAME: &'static str = "cite";
    const REST: &'static str = "position";
    type Reply = Citation;

    fn line(&self) -> Vec<String> {
        line(&self.game, &self.position)
    }

    fn run(&self, ask: &Ask<'_>) -> Result<Citation, Error> {
        ask.run.cite(&self.line(), ask.misere)
    }
}

impl Reply for Citation {
    fn text(&self, _: Colour, _: Sheet) -> Result<String, Error> {
        Ok(cite_text(self))
    }

    fn json(&self, _: Sheet) -> Result<String, Error> {
        Ok(cite_json(self))
    }

    fn status(&self) -> Option<Status> {
        Some(self.status)
    }
}
