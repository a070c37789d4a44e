//! `board`: a position as it is played.

use grundy::{
    Error, Query,
    moves::{LegalMove, legal},
};
use grundy_show::{Colour, Sheet, board_json, board_moves_text};
use serde::Deserialize;

use crate::{
    Ask, Reply, Verb,
    fields::{line, text, words},
};

/// More moves of one component are not listed.
const MOST_MOVES: usize = 10_000;
/// More components, or groups of equal neighbours, are not drawn.
const MOST_DRAWN: usize = 24;

/// A position as it is played: pictures whose parts can be pressed, and the moves by the rules
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Board {
    /// The game: its text, a name, or a sum such as `kayles 5 + nim 3`
    #[serde(deserialize_with = "text")]
    pub game: String,
    /// The position, such as `5 + 7 + 9`
    #[serde(default, deserialize_with = "words")]
    #[cfg_attr(feature = "schema", schemars(with = "crate::fields::WordsSchema"))]
    pub position: Vec<String>,
}

/// The answer of [`Board`].
pub struct BoardReply {
    query: Query,
    moves: Vec<Option<Vec<LegalMove>>>,
}

impl Verb for Board {
    const NAME: &'static str = "board";
    const REST: &'static str = "position";
    type Reply = BoardReply;

    fn line(&self) -> Vec<String> {
        line(&self.game, &self.position)
    }

    fn run(&self, ask: &Ask<'_>) -> Result<BoardReply, Error> {
        let query = ask.run.query(&self.line(), ask.misere)?;
        let mut budget = ask.run.budget();
        let moves = query
            .groups()
            .take(MOST_DRAWN)
            .map(|places| legal(&query, places.start, MOST_MOVES, &mut budget))
            .collect::<Result<_, _>>();
        Ok(BoardReply { moves: moves?, query })
    }
}

impl Reply for BoardReply {
    fn text(&self, _: Colour, sheet: Sheet) -> Result<String, Error> {
        board_moves_text(&self.query, &self.moves, sheet)
    }

    fn json(&self, sheet: Sheet) -> Result<String, Error> {
        board_json(&self.query, &self.moves, sheet)
    }
}
