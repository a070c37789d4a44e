//! `rules`: the game in the language and in a sentence, and why it must end.

use grundy::{Error, games::ReadGame};
use grundy_show::{Colour, Sheet, rules_json, rules_text};
use serde::Deserialize;

#[cfg(feature = "clap")]
use crate::fields::{GameName, ONE_GAME};
use crate::{
    Ask, Reply, Verb,
    fields::{line, text, words},
};

/// The rules in the language and in words, and why play ends
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Rules {
    /// The game: its text or a name
    #[serde(deserialize_with = "text")]
    #[cfg_attr(feature = "clap", arg(value_parser = GameName, hide_possible_values = true, help = ONE_GAME))]
    pub game: String,
    /// Parameters of a named game
    #[serde(default, deserialize_with = "words")]
    #[cfg_attr(feature = "schema", schemars(with = "crate::fields::WordsSchema"))]
    #[cfg_attr(feature = "clap", arg(value_name = "PARAMETER"))]
    pub parameters: Vec<String>,
}

impl Verb for Rules {
    const NAME: &'static str = "rules";
    type Reply = ReadGame;

    fn line(&self) -> Vec<String> {
        line(&self.game, &self.parameters)
    }

    fn run(&self, ask: &Ask<'_>) -> Result<ReadGame, Error> {
        ask.run.only_read(&self.line(), ask.misere, "rules are about a game")
    }
}

impl Reply for ReadGame {
    fn text(&self, _: Colour, _: Sheet) -> Result<String, Error> {
        Ok(rules_text(&self.rules, &self.parameters))
    }

    fn json(&self, _: Sheet) -> Result<String, Error> {
        Ok(rules_json(&self.rules, &self.parameters))
    }
}
