//! `games`: the games with names, and the famous games that are written in another way.

use grundy::{
    Error,
    games::{Family, Famous},
    request::games,
};
use grundy_show::{Colour, Sheet, families_json, families_text, found_json, found_text};
use serde::Deserialize;

use crate::{Ask, Reply, Verb, fields::words};

/// The games with names
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Games {
    /// A name, or a word that names or sources have
    #[serde(rename = "game", default, deserialize_with = "words")]
    #[cfg_attr(feature = "schema", schemars(with = "crate::fields::WordsSchema"))]
    #[cfg_attr(feature = "clap", arg(value_name = "WORD"))]
    pub words: Vec<String>,
}

/// The answer of [`Games`].
pub enum GamesReply {
    /// All games with names.
    All,
    /// Those that were asked for.
    Found(Vec<&'static Family>, Vec<&'static Famous>),
}

impl Verb for Games {
    const NAME: &'static str = "games";
    const SETTINGS: &'static [&'static str] = &[];
    type Reply = GamesReply;

    fn run(&self, _: &Ask<'_>) -> Result<GamesReply, Error> {
        if self.words.is_empty() {
            return Ok(GamesReply::All);
        }
        let (families, famous) = games(&self.words.join(" "))?;
        Ok(GamesReply::Found(families, famous))
    }
}

impl Reply for GamesReply {
    fn text(&self, colour: Colour, _: Sheet) -> Result<String, Error> {
        Ok(match self {
            GamesReply::All => families_text(),
            GamesReply::Found(families, famous) => found_text(families, famous, colour),
        })
    }

    fn json(&self, _: Sheet) -> Result<String, Error> {
        Ok(match self {
            GamesReply::All => families_json(),
            GamesReply::Found(families, famous) => found_json(families, famous),
        })
    }
}
