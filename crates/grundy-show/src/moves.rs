//! Every move of a position with what it leads to, winning ones first.

use std::fmt::{self, Write};

use grundy::{
    Error, Query, Solved,
    moves::{Move, Moves},
};
use serde_json::{Map, Value};

use crate::{
    Colour,
    answer::{Framed, left_json, left_text, move_json, uncounted},
    json, json_line,
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
        list(text, moves, &Groups::of(&solved.query))?;
        text.push(&left_text(solved))?;
        text.push(&solved.foot())
    })
}

/// Adds the moves, a line each.
fn list(text: &mut Sheet, moves: &Moves, groups: &Groups) -> fmt::Result {
    match moves {
        Moves::One(made) => {
            made.iter().try_for_each(|made| writeln!(text, "  {}  {}", result(made), phrase::line(made)))
        }
        Moves::TooMany { most, winning } => {
            writeln!(text, "There are over {most} moves: they are not listed.")?;
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
            moves.iter().try_for_each(|made| writeln!(text, "  {:width$}  {}", result(made), groups.line(made)))
        }
    }
}

/// What the whole sum is after the move.
fn result(made: &Move) -> String {
    let wins = if made.wins() { "wins " } else { "loses" };
    made.value.map_or_else(|| wins.trim_end().to_owned(), |value| format!("{wins} value {}", value.0))
}

/// The answer of `moves` as JSON, of moves [by group](grundy::moves_by_group()).
///
/// # Errors
/// A limit of the sheet is reached.
pub fn moves_json(solved: &Solved, moves: &Moves, sheet: Sheet) -> Result<String, Error> {
    sheet.write(|sheet| moves_line(solved, moves, json_line::Line::new(sheet)))
}

fn moves_line(solved: &Solved, moves: &Moves, mut line: json_line::Line<'_>) -> fmt::Result {
    let mut map = solved.heading();
    let listed = match moves {
        Moves::Listed { moves, .. } => moves.as_slice(),
        Moves::One(made) => made.as_slice(),
        Moves::TooMany { winning, .. } => winning.as_slice(),
    };
    let groups = Groups::of(&solved.query);
    let count = |made: &Move| if matches!(moves, Moves::Listed { .. }) { groups.count(made) } else { 1 };
    line.list(&mut map, "options", listed.iter().map(|made| option_json(&solved.query, made, count(made))))?;
    match moves {
        Moves::Listed { count, unknown, .. } => {
            json::count(&mut map, "moves", *count);
            json::count(&mut map, "unknown", *unknown);
        }
        Moves::One(_) | Moves::TooMany { .. } => {
            map.insert("moves".into(), Value::Null);
            json::unknown(&mut map, "unknown", "the moves are not counted");
        }
    }
    uncounted(&mut map, moves);
    unvalued(&mut map, solved, listed);
    left_json(&mut map, solved);
    solved.closing(&mut map);
    line.end(map)
}

/// Why moves have no value, if some have none.
pub(crate) fn unvalued(map: &mut Map<String, Value>, solved: &Solved, moves: &[Move]) {
    if moves.iter().any(|made| made.value.is_none()) {
        let reason = solved.no_value().unwrap_or("the method finds only who wins after the move");
        json::explained(map, "options.value", reason);
    }
}

/// A move with the value and the outcome of the whole sum after it, which can be made in so many
/// equal components.
pub(crate) fn option_json(query: &Query, made: &Move, count: usize) -> Value {
    let mut map = move_json(query, made, count);
    map.insert("value".into(), made.value.map_or(Value::Null, |value| Value::from(value.0)));
    map.insert("outcome".into(), made.outcome.to_string().into());
    map.insert("wins".into(), made.wins().into());
    Value::Object(map)
}
