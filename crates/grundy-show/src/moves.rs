//! Every move of a position with what it leads to, winning ones first.

use std::fmt::{self, Write};

use grundy::{
    Error, Query, Solved,
    moves::{Move, Moves},
};
use serde::Serialize;

use crate::{
    Colour,
    answer::{Closing, Framed, Heading, MoveJson, left_json, left_text, move_json, uncounted},
    json::{OutcomeWord, Reasons, Stream, Version},
    phrase::{self, Groups},
    sheet::Sheet,
};

/// The answer of `moves` as text, of moves [by group](grundy::moves_by_group()).
///
/// # Errors
/// A limit of the sheet is reached.
pub fn moves_text(solved: &Solved, moves: &Moves, colour: Colour, sheet: Sheet) -> Result<String, Error> {
    sheet.write(|text| {
        text.push(&solved.head(colour))?;
        list(text, moves, &solved.query)?;
        text.push(&left_text(solved))?;
        text.push(&solved.foot())
    })
}

/// Adds the moves, a line each. Where lists are cut, equal components have their moves once.
fn list(text: &mut Sheet, moves: &Moves, query: &Query) -> fmt::Result {
    let groups = Groups::of(query);
    match moves {
        Moves::One(made) => {
            made.iter().try_for_each(|made| writeln!(text, "  {}  {}", result(made), phrase::line(made)))
        }
        Moves::TooMany { most, winning } => {
            writeln!(text, "{}.", phrase::capital(&phrase::too_many(*most)))?;
            winning
                .iter()
                .try_for_each(|made| writeln!(text, "A winning one:\n  {}  {}", result(made), phrase::line(made)))
        }
        Moves::Listed { count: 0, .. } => text.push("There is no move.\n"),
        Moves::Listed { moves, count, merged, unknown } => {
            let (mut winning, mut width) = (0, 0);
            for made in moves {
                text.work(0)?;
                winning += if made.wins() { groups.count(made) } else { 0 };
                width = width.max(result(made).len());
            }
            let once = phrase::once(*merged);
            match unknown {
                0 => writeln!(text, "{}, {winning} of them winning{once}:", phrase::count(*count, "move")),
                _ => writeln!(text, "{} Winning among these: {winning}.", phrase::coverage(*count, *unknown, "move")),
            }?;
            let row =
                |text: &mut Sheet, made: &Move| writeln!(text, "  {:width$}  {}", result(made), groups.line(made));
            let repeats = if text.is_brief() { repeated(query) } else { Vec::new() };
            let (once, rest): (Vec<&Move>, Vec<&Move>) =
                moves.iter().partition(|made| repeats.get(made.component) != Some(&true));
            text.rows(&once, |made| made.wins(), |text, made| row(text, made))?;
            match (rest.len(), text.most_rows()) {
                (more @ 1.., Some((_, all))) => writeln!(text, "    .. and {more} moves of equal components: {all}"),
                _ => Ok(()),
            }
        }
    }
}

/// Sums of more components are not searched for equal ones.
const MOST_COMPARED: usize = 1 << 8;

/// Whether each component of the sum is equal to an earlier one.
fn repeated(query: &Query) -> Vec<bool> {
    let terms = &query.position[..query.position.len().min(MOST_COMPARED)];
    (0..terms.len()).map(|at| terms[..at].contains(&terms[at])).collect()
}

/// What the whole sum is after the move.
fn result(made: &Move) -> String {
    let wins = if made.wins() { "wins " } else { "loses" };
    made.value.map_or_else(|| wins.trim_end().to_owned(), |value| format!("{wins} value {}", value.0))
}

/// Every move of a position with what it leads to
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "moves"))]
pub(crate) struct MovesJson<'a, O> {
    #[serde(flatten)]
    heading: Heading<String>,
    /// The moves, winning ones first; at most one if they are not counted
    options: O,
    /// The number of moves, of which those that leave the same count once; null if they are not
    /// counted, or over 2^64 - 1
    moves: Option<u64>,
    /// The number of moves of unknown result, which are not listed; null if the moves are not
    /// counted
    unknown: Option<u64>,
    /// The number of moves of both players that are left if the winner hurries and the loser
    /// delays; null if the position is too large to look
    moves_left: Option<u64>,
    #[serde(flatten)]
    closing: Closing<'a>,
    #[serde(skip_serializing_if = "Reasons::is_empty")]
    reasons: Reasons,
    schema: Version,
}

/// A move with the whole sum after it
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "option"))]
pub(crate) struct OptionJson {
    #[serde(flatten)]
    made: MoveJson<'static>,
    /// The value of the sum after the move; null if only the outcome is known; the reason is
    /// `options.value`
    value: Option<u64>,
    /// The outcome after the move
    outcome: OutcomeWord,
    /// Whether the move wins
    wins: bool,
}

/// The answer of `moves` as JSON, of moves [by group](grundy::moves_by_group()).
///
/// # Errors
/// A limit of the sheet is reached.
pub fn moves_json(solved: &Solved, moves: &Moves, sheet: Sheet) -> Result<String, Error> {
    let listed = match moves {
        Moves::Listed { moves, .. } => moves.as_slice(),
        Moves::One(made) => made.as_slice(),
        Moves::TooMany { winning, .. } => winning.as_slice(),
    };
    let groups = Groups::of(&solved.query);
    let count = |made: &Move| if matches!(moves, Moves::Listed { .. }) { groups.count(made) } else { 1 };
    let why = Reasons::default();
    unvalued(solved, listed, &why);
    let answer = MovesJson {
        heading: solved.heading(solved.query.position_text(), &why),
        options: Stream::new(listed.iter().map(|made| Ok(option_json(&solved.query, made, count(made))))),
        moves: uncounted(moves, &why),
        unknown: match moves {
            Moves::Listed { unknown, .. } => why.count("unknown", *unknown),
            Moves::One(_) | Moves::TooMany { .. } => why.none("unknown", "the moves are not counted"),
        },
        moves_left: left_json(solved, &why),
        closing: solved.closing(),
        reasons: why,
        schema: Version,
    };
    sheet.json(&answer)
}

/// Records why moves have no value, if some have none.
pub(crate) fn unvalued(solved: &Solved, moves: &[Move], why: &Reasons) {
    let reason = solved.no_value().unwrap_or("the method finds only who wins after the move");
    why.note_if(moves.iter().any(|made| made.value.is_none()), "options.value", reason);
}

/// A move with the value and the outcome of the whole sum after it, which can be made in so many
/// equal components.
pub(crate) fn option_json(query: &Query, made: &Move, count: usize) -> OptionJson {
    OptionJson {
        made: move_json(query, made, None, count),
        value: made.value.map(|value| value.0),
        outcome: made.outcome.into(),
        wins: made.wins(),
    }
}
