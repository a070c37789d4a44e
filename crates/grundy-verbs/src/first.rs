//! `first`: the first position with a property.

use grundy::{
    Declaration, Error, Status,
    help::{Fix, Help},
};
use grundy_lab::first::{Beyond, First as Found, FirstQuery, condition, first};
use grundy_show::{Colour, Sheet, first_json, first_text};
use serde::Deserialize;

#[cfg(feature = "clap")]
use crate::fields::{GameName, ONE_GAME};
use crate::{
    Ask, Reply, Verb,
    count::{letters, sized_game},
    fields::{Whole, line, some, some_letters, text, words},
};

/// The exit code where no position up to the size has the property: beyond it one may have it.
const OPEN: u8 = 3;

/// The exit code where it is proved that no position of any size has it.
const NONE: u8 = 1;

/// The first position with a property, such as a value
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct First {
    /// The game: its text or a name
    #[serde(deserialize_with = "text")]
    #[cfg_attr(feature = "clap", arg(value_parser = GameName, hide_possible_values = true, help = ONE_GAME))]
    pub game: String,
    /// Parameters of a named game
    #[serde(default, deserialize_with = "words")]
    #[cfg_attr(feature = "schema", schemars(with = "crate::fields::WordsSchema"))]
    #[cfg_attr(feature = "clap", arg(value_name = "PARAMETER"))]
    pub parameters: Vec<String>,
    /// A condition on value, outcome, winning, moves, and n or size
    #[serde(rename = "where")]
    #[cfg_attr(feature = "clap", arg(long = "where", value_name = "CONDITION"))]
    pub condition: String,
    /// Look at positions up to this size
    #[serde(default = "size")]
    #[cfg_attr(feature = "clap", arg(long, value_name = "N", default_value_t = size()))]
    pub up_to: Whole,
    /// The letters of words or bags: abc or a..c
    #[serde(default, deserialize_with = "some_letters")]
    #[cfg_attr(feature = "clap", arg(long, value_name = "LETTERS", value_parser = crate::fields::letters))]
    pub letters: Option<String>,
    /// Sums of K heaps that are not empty; the size is all counters
    #[serde(default, deserialize_with = "some")]
    #[cfg_attr(feature = "schema", schemars(range(min = 1)))]
    #[cfg_attr(feature = "clap", arg(long, value_name = "K", value_parser = clap::value_parser!(u32).range(1..)))]
    pub heaps: Option<u32>,
}

/// The size up to which positions are looked at, if a request names none.
fn size() -> Whole {
    Whole(100)
}

/// The answer of [`First`].
pub struct FirstReply {
    rules: Declaration,
    query: FirstQuery,
    found: Found,
}

impl Verb for First {
    const NAME: &'static str = "first";
    type Reply = FirstReply;

    fn line(&self) -> Vec<String> {
        line(&self.game, &self.parameters)
    }

    fn run(&self, ask: &Ask<'_>) -> Result<FirstReply, Error> {
        let rules = sized_game(ask, &self.line())?;
        let filter = condition(&self.condition, rules.convention)?;
        let query =
            FirstQuery { letters: letters(self.letters.as_ref()), heaps: self.heaps, up_to: self.up_to.0, filter };
        let found = first(ask.run, &rules, &query)?;
        Ok(FirstReply { rules, query, found })
    }
}

impl Reply for FirstReply {
    fn text(&self, colour: Colour, _: Sheet) -> Result<String, Error> {
        Ok(first_text(&self.rules, &self.query, &self.found, colour))
    }

    fn json(&self, _: Sheet) -> Result<String, Error> {
        Ok(first_json(&self.rules, &self.query, &self.found))
    }

    fn code(&self) -> u8 {
        match (&self.found.found, self.found.beyond) {
            (Some(_), _) => 0,
            (None, Some(Beyond::Period(_))) => NONE,
            (None, _) => OPEN,
        }
    }

    fn status(&self) -> Option<Status> {
        Some(self.found.status)
    }

    fn note(&self) -> Option<Help> {
        (self.code() == OPEN).then(|| Help::from(Fix::Choose("up_to", "N")) + " looks farther")
    }
}
