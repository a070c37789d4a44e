//! A position as it is played: a picture of each component whose parts can be pressed, and the
//! moves by the rules, before anything is solved.

use std::fmt::Write;

use grundy::{Error, Query, games::Action, moves::LegalMove, request::title};
use serde::Serialize;

use crate::{
    answer::Place,
    json::{self, ConventionWord, Reasons, Stream, Version},
    phrase,
    picture::{self, Press},
    sheet::Sheet,
};

/// The moves of the first components, by group of equal neighbours ([`Query::groups`]); none of one
/// that has too many.
pub type MovesByGroup = Vec<Option<Vec<LegalMove>>>;

/// The ways to make one move that are described.
const MOST_WAYS: usize = 3;

/// A position as it is played
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "board"))]
pub(crate) struct BoardJson<C> {
    /// The game in the language
    game: String,
    /// The name of the game, if it has one
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<&'static str>,
    /// The position in the language
    position: String,
    /// The convention
    convention: ConventionWord,
    /// The first components, or groups of equal neighbours
    components: C,
    /// The number of components after these
    more: usize,
    schema: Version,
}

/// A component as it is played
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "board-component"))]
pub(crate) struct BoardPartJson {
    #[serde(flatten)]
    place: Place,
    /// The component in the language
    position: String,
    /// What it is: heap, word, board, graph
    noun: &'static str,
    /// Its size in words
    size: String,
    /// Its picture: SVG, in which each part that can be pressed is a group with its number as
    /// `data-part` and a label
    picture: String,
    /// What the picture does not show
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
    /// The moves by the rules; null if they are too many
    moves: Option<Vec<PressedMoveJson>>,
    #[serde(skip_serializing_if = "Reasons::is_empty")]
    reasons: Reasons,
}

/// A move by the rules, and how it is made on the picture
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "board-move"))]
pub(crate) struct PressedMoveJson {
    /// What the move leaves
    to: String,
    /// The ways to make the move, at most three, as people say it: `take 2`, `b = 3`
    #[serde(skip_serializing_if = "Vec::is_empty")]
    how: Vec<String>,
    /// The ways to make it on the picture; none if it is chosen from the list
    press: Vec<PressJson>,
}

/// A way to make a move on a picture
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "press"))]
pub(crate) struct PressJson {
    /// The numbers of the parts that are pressed
    parts: Vec<usize>,
    /// The parts that the move takes away: the first and the last of each range
    #[serde(skip_serializing_if = "Vec::is_empty")]
    lost: Vec<(usize, usize)>,
}

/// The answer of `board` as JSON.
///
/// # Errors
/// A limit of the sheet is reached.
pub fn board_json(query: &Query, moves: &MovesByGroup, sheet: Sheet) -> Result<String, Error> {
    let parts = query.groups().zip(moves).map(|(places, moves)| {
        let component = &query.position[places.start].component;
        let shown = picture::component(component, moves.as_deref().unwrap_or_default());
        let reasons = Reasons::default();
        let pressed = moves.as_ref().map(|moves| {
            let made = moves.iter().zip(shown.presses);
            made.map(|(made, ways)| pressed(query, places.start, made, ways)).collect()
        });
        Ok(BoardPartJson {
            place: Place::from(&places),
            position: json::component(query, places.start, component),
            noun: component.noun(),
            size: phrase::short(component.size_text()),
            picture: shown.picture,
            note: shown.note,
            moves: reasons.of("moves", pressed, "there are too many to list"),
            reasons,
        })
    });
    let shown = query.groups().take(moves.len()).last().map_or(0, |places| places.end);
    sheet.json(&BoardJson {
        game: query.game_text(),
        name: title(query),
        position: query.position_text(),
        convention: query.convention.into(),
        components: Stream::new(parts),
        more: query.position.len() - shown,
        schema: Version,
    })
}

/// A move with the ways to make it on the picture.
fn pressed(query: &Query, at: usize, made: &LegalMove, ways: Vec<Press>) -> PressedMoveJson {
    PressedMoveJson {
        to: json::left(query, at, &query.position[at].component, &made.to),
        how: made.actions.iter().take(MOST_WAYS).map(Action::to_string).collect(),
        press: ways.into_iter().map(|Press { parts, lost }| PressJson { parts, lost }).collect(),
    }
}

/// The answer of `board` as text: the moves of each component.
///
/// # Errors
/// A limit of the sheet is reached.
pub fn board_moves_text(query: &Query, moves: &MovesByGroup, sheet: Sheet) -> Result<String, Error> {
    sheet.write(|text| {
        for (places, moves) in query.groups().zip(moves) {
            let component = &query.position[places.start].component;
            writeln!(
                text,
                "{} {} ({}):",
                component.noun(),
                places.start + 1,
                json::component(query, places.start, component)
            )?;
            match moves {
                None => writeln!(text, "  too many moves to list")?,
                Some(moves) if moves.is_empty() => writeln!(text, "  no move")?,
                Some(moves) => {
                    for made in moves {
                        let to = json::left(query, places.start, component, &made.to);
                        match made.actions.first() {
                            Some(action) => writeln!(text, "  {action}, leave {to}")?,
                            None => writeln!(text, "  leave {to}")?,
                        }
                    }
                }
            }
        }
        Ok(())
    })
}
