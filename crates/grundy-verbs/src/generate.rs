//! `gen`: positions of a wanted kind.

use std::ops::RangeInclusive;

use grundy::{
    Error, Refused, Run,
    help::{Fix, Help},
};
use grundy_contest::{
    Format,
    generate::{MOST, WantedKind, of_kind},
};
use grundy_show::{Colour, Sheet, Version, json_line};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::{
    Ask, Reply, Verb,
    fields::{Whole, line, some_letters, span, text, words},
};

/// The kind of the positions that are made
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum PositionKind {
    /// The player to move loses
    Losing,
    /// The player to move wins
    Winning,
    /// Exactly one move wins
    WinningByOneMove,
    /// Simple rules get it wrong: xor, parity, greed
    NearMiss,
    /// Equal sizes; words with equally many letters
    Balance,
}

impl From<PositionKind> for WantedKind {
    fn from(kind: PositionKind) -> WantedKind {
        match kind {
            PositionKind::Losing => WantedKind::Losing,
            PositionKind::Winning => WantedKind::Winning,
            PositionKind::WinningByOneMove => WantedKind::OneMove,
            PositionKind::NearMiss => WantedKind::NearMiss,
            PositionKind::Balance => WantedKind::Balance,
        }
    }
}

/// Random positions of a wanted kind, all different
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Gen {
    /// The game: its text or a name
    #[serde(deserialize_with = "text")]
    pub game: String,
    /// Parameters of a named game
    #[serde(default, deserialize_with = "words")]
    #[cfg_attr(feature = "schema", schemars(with = "crate::fields::WordsSchema"))]
    pub parameters: Vec<String>,
    /// The kind, if not any position is wanted
    #[serde(default)]
    pub kind: Option<PositionKind>,
    /// How many positions
    #[serde(default = "ten")]
    pub count: Whole,
    /// The sizes of components, such as 0..12
    #[serde(default, deserialize_with = "span")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
    pub sizes: Option<RangeInclusive<u64>>,
    /// How many components a position has, such as 1..3
    #[serde(default, deserialize_with = "span")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
    pub heaps: Option<RangeInclusive<u64>>,
    /// The letters of words, such as abc or a..c; those of the game if there are none
    #[serde(default, deserialize_with = "some_letters")]
    pub letters: Option<String>,
    /// The shape of the input that positions are read from, in place of the usual one, such as
    /// `t; n; a*n`; a position of its names may follow: `t; x y; -> W(x, y)`
    #[serde(default, alias = "format")]
    pub shape: Option<String>,
    /// Select the positions by this number: equal numbers select equal ones
    #[serde(default = "one")]
    pub seed: Whole,
}

fn ten() -> Whole {
    Whole(10)
}

fn one() -> Whole {
    Whole(1)
}

/// The answer of [`Gen`].
pub struct GenReply {
    made: Vec<Made>,
    /// How many were wanted.
    wanted: usize,
}

/// A position that was made.
struct Made {
    position: String,
    /// The values of the parameters of its game.
    set: Vec<(String, String)>,
    wins: bool,
    value: Option<u64>,
}

/// Positions of a wanted kind
#[derive(Serialize)]
#[cfg_attr(feature = "answers", derive(schemars::JsonSchema), schemars(rename = "gen-positions"))]
pub(crate) struct GenJson<'a> {
    /// The positions
    positions: Vec<PositionJson<'a>>,
    schema: Version,
}

/// A position that was made
#[derive(Serialize)]
#[cfg_attr(feature = "answers", derive(schemars::JsonSchema), schemars(rename = "gen-position"))]
struct PositionJson<'a> {
    /// The position in the language
    position: &'a str,
    /// Whether the player to move wins
    wins: bool,
    /// The value; null if it was not computed
    value: Option<u64>,
    /// The values of the parameters of the game, if it has any
    #[serde(skip_serializing_if = "Map::is_empty")]
    #[cfg_attr(feature = "answers", schemars(with = "std::collections::BTreeMap<String, String>"))]
    set: Map<String, Value>,
}

impl GenReply {
    /// So many positions of a kind, if not any is wanted, of a format.
    ///
    /// # Errors
    /// Too many are wanted, or none is found; a limit is reached.
    pub fn of(
        run: &Run,
        format: &Format,
        kind: Option<PositionKind>,
        count: u64,
        seed: u64,
    ) -> Result<GenReply, Error> {
        let wanted = made_at_once(count)?;
        let cases = of_kind(run, format, kind.map_or(WantedKind::Any, WantedKind::from), wanted, seed)?;
        let mut made = Vec::with_capacity(cases.len());
        for (case, position) in cases.iter().zip(format.positions_of(run, &cases)?) {
            // A sum without components has no text.
            if !position.is_empty() {
                let (wins, value) = (case.answer.wins, case.answer.value);
                made.push(Made { position, set: format.parameters_of(&case.input)?, wins, value });
            }
        }
        if made.is_empty() && wanted > 0 {
            return Err(Error::Refused(Box::new(Refused {
                code: "not-found",
                message: "no position of this kind was found".to_owned(),
                help: others(),
                line: None,
                argument: None,
            })));
        }
        Ok(GenReply { made, wanted })
    }
}

/// The number of positions, if they can be made at once.
///
/// # Errors
/// They cannot.
pub fn made_at_once(count: u64) -> Result<usize, Error> {
    usize::try_from(count).ok().filter(|count| *count <= MOST).ok_or_else(|| {
        let help =
            Help::from("write ") + Fix::set("count", MOST) + "; another " + Fix::Choose("seed", "") + " makes others";
        Error::field("count", format!("at most {MOST} positions are made at once"), help)
    })
}

/// How other positions are allowed.
fn others() -> Help {
    let allow = |field, range: &str| Fix::set(field, range);
    Help::from("allow other positions: ")
        + allow("sizes", "0..100")
        + ", "
        + allow("heaps", "1..5")
        + ", "
        + allow("letters", "abc")
}

impl Verb for Gen {
    const NAME: &'static str = "gen";
    type Reply = GenReply;

    fn line(&self) -> Vec<String> {
        line(&self.game, &self.parameters)
    }

    fn run(&self, ask: &Ask<'_>) -> Result<GenReply, Error> {
        let read = ask.run.only_read(&self.line(), ask.misere, "tests are made of a game")?;
        let format = Format::of_game(&read, self.shape.as_deref())?;
        let format = format.limited(self.sizes.clone(), self.heaps.clone(), self.letters.as_deref())?;
        // The values of parameters are in the game that was read.
        let run = ask.run.clone().set(Vec::new());
        GenReply::of(&run, &format, self.kind, self.count.0, self.seed.0)
    }
}

impl Reply for GenReply {
    fn text(&self, _: Colour, _: Sheet) -> Result<String, Error> {
        let set = |(name, value): &(String, String)| format!("  {name}={value}");
        let line = |made: &Made| format!("{}{}\n", made.position, made.set.iter().map(set).collect::<String>());
        Ok(self.made.iter().map(line).collect())
    }

    fn json(&self, _: Sheet) -> Result<String, Error> {
        let positions = self.made.iter().map(|made| PositionJson {
            position: &made.position,
            wins: made.wins,
            value: made.value,
            set: made.set.iter().map(|(name, value)| (name.clone(), value.clone().into())).collect(),
        });
        Ok(json_line(&GenJson { positions: positions.collect(), schema: Version }))
    }

    fn note(&self) -> Option<Help> {
        let (found, wanted) = (self.made.len(), self.wanted);
        let found = || Help::from(format!("{found} different positions of this kind were found, not {wanted}; "));
        (self.made.len() < wanted).then(|| found() + others())
    }
}
