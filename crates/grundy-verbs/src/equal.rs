//! `equal`: whether two games have the same values.

use grundy::{
    Declaration, Error, Status,
    help::{Fix, Help},
};
use grundy_lab::equal::{Comparison, Verdict, equal};
use grundy_show::{Colour, Sheet, equal_json, equal_text};
use serde::Deserialize;

#[cfg(feature = "clap")]
use crate::fields::GameName;
use crate::{
    Ask, Reply, Verb,
    fields::{Whole, text},
};

/// Whether two games have the same values
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Equal {
    /// A game: its text or a name
    #[serde(deserialize_with = "text")]
    #[cfg_attr(
        feature = "clap",
        arg(
            value_parser = GameName,
            hide_possible_values = true,
            help = "A game: its text, its name, or a .toml file"
        )
    )]
    pub game: String,
    /// The other game
    #[serde(deserialize_with = "text")]
    #[cfg_attr(feature = "clap", arg(value_parser = GameName, hide_possible_values = true))]
    pub other: String,
    /// Compare positions up to N where nothing is proved
    #[serde(default)]
    #[cfg_attr(feature = "clap", arg(long, value_name = "N"))]
    pub up_to: Option<Whole>,
}

/// The answer of [`Equal`].
pub struct EqualReply {
    games: [Declaration; 2],
    found: Comparison,
    /// Whether the request says up to where the games are compared.
    bounded: bool,
}

impl Verb for Equal {
    const NAME: &'static str = "equal";
    type Reply = EqualReply;

    fn line(&self) -> Vec<String> {
        vec![self.game.clone()]
    }

    fn run(&self, ask: &Ask<'_>) -> Result<EqualReply, Error> {
        let read = |game: &String| {
            ask.run.only_game(std::slice::from_ref(game), ask.misere, "a comparison is about two games")
        };
        let (game, other) = (read(&self.game)?, read(&self.other)?);
        let found = equal(ask.run, &game, &other, self.up_to.map(|up_to| up_to.0))?;
        Ok(EqualReply { games: [game, other], found, bounded: self.up_to.is_some() })
    }
}

impl Reply for EqualReply {
    fn text(&self, colour: Colour, _: Sheet) -> Result<String, Error> {
        let [game, other] = &self.games;
        Ok(equal_text(game, other, &self.found, colour))
    }

    fn json(&self, _: Sheet) -> Result<String, Error> {
        let [game, other] = &self.games;
        Ok(equal_json(game, other, &self.found))
    }

    fn code(&self) -> u8 {
        match self.found.verdict {
            Verdict::Equal(_) => 0,
            Verdict::UpTo(_) if self.bounded => 0,
            Verdict::UpTo(_) => 3,
            Verdict::Different(_) => 1,
        }
    }

    fn status(&self) -> Option<Status> {
        Some(self.found.status)
    }

    fn note(&self) -> Option<Help> {
        let is_open = matches!(self.found.verdict, Verdict::UpTo(_)) && !self.bounded;
        is_open.then(|| Help::from(Fix::Choose("up_to", "N")) + " compares farther")
    }
}
