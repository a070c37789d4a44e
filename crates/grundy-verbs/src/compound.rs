//! `compound`: who wins if several components are played at once.

use grundy::{
    Error,
    compound::{Compound as Kind, Compounded},
    games::digraph_file,
};
use grundy_show::{Colour, Sheet, compound_json, compound_text};
use serde::Deserialize;

#[cfg(feature = "clap")]
use crate::fields::{GAME, GameName, REST};
use crate::{
    Ask, Reply, Verb,
    fields::{line, text, words},
};

/// How the components of a compound are played together
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Together {
    /// One component moves, until one has ended
    Diminished,
    /// All components move, until one has ended
    Conjunctive,
    /// All that have not ended move, until all have
    Continued,
    /// Some components move, until all have ended
    Selective,
    /// Some components move, until one has ended
    Shortened,
}

impl From<Together> for Kind {
    fn from(together: Together) -> Kind {
        match together {
            Together::Diminished => Kind::Diminished,
            Together::Conjunctive => Kind::Conjunctive,
            Together::Continued => Kind::Continued,
            Together::Selective => Kind::Selective,
            Together::Shortened => Kind::Shortened,
        }
    }
}

/// Who wins if several components are moved in at once, or the play ends with the first of them
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Compound {
    /// How the components are played together
    #[cfg_attr(feature = "clap", arg(value_enum))]
    pub compound: Together,
    /// The game: its text, a name, or a sum such as `kayles 5 + nim 3`
    #[serde(deserialize_with = "text")]
    #[cfg_attr(feature = "clap", arg(value_parser = GameName, hide_possible_values = true, help = GAME))]
    pub game: String,
    /// The position, such as `5 + 7`
    #[serde(default, deserialize_with = "words")]
    #[cfg_attr(feature = "schema", schemars(with = "crate::fields::WordsSchema"))]
    #[cfg_attr(feature = "clap", arg(value_name = "POSITION", help = REST))]
    pub position: Vec<String>,
}

impl Verb for Compound {
    const NAME: &'static str = "compound";
    const REST: &'static str = "position";
    type Reply = Compounded;

    fn line(&self) -> Vec<String> {
        line(&self.game, &self.position)
    }

    fn run(&self, ask: &Ask<'_>) -> Result<Compounded, Error> {
        if digraph_file(&self.game).is_some() {
            let message = "a compound is about games whose play must end, and that on a graph of moves need not";
            let help = "write a game whose play ends, such as kayles 5 7";
            return Err(Error::usage(&self.game, message, help));
        }
        let query = ask.run.query(&self.line(), ask.misere)?;
        ask.run.compound(&query, self.compound.into())
    }
}

impl Reply for Compounded {
    fn text(&self, colour: Colour, _: Sheet) -> Result<String, Error> {
        Ok(compound_text(self, colour))
    }

    fn json(&self, sheet: Sheet) -> Result<String, Error> {
        compound_json(self, sheet)
    }
}
