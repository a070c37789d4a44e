//! Every move of a position with what it leads to, winning ones first.

use std::fmt::Write;

use grundy::{
    Query, Solved,
    moves::{Move, Moves},
};
use serde_json::{Map, Value};

use crate::{
    Colour,
    answer::{Framed, left_json, left_text, move_json, uncounted},
    json, phrase,
};

/// The answer of `moves` as text.
pub fn moves_text(solved: &Solved, moves: &Moves, colour: Colour) -> String {
    let mut text = solved.head(colour);
    match moves {
        Moves::One(made) => made.iter().for_each(|made| {
            let _ = writeln!(text, "  {}  {}", result(made), phrase::line(made));
        }),
        Moves::TooMany { most, winning } => {
            let _ = writeln!(text, "There are over {most} moves: they are not listed.");
            if let Some(made) = winning {
                let _ = writeln!(text, "A winning one:\n  {}  {}", result(made), phrase::line(made));
            }
        }
        Moves::Listed { count: 0, .. } => text.push_str("There is no move.\n"),
        Moves::Listed { moves, count, merged, unknown } => {
            let winning = moves.iter().filter(|made| made.wins()).count();
            let once = phrase::once(*merged);
            let _ = match unknown {
                0 => writeln!(text, "{}, {winning} of them winning{once}:", phrase::count(*count, "move")),
                _ => writeln!(text, "{} Winning among these: {winning}.", phrase::coverage(*count, *unknown, "move")),
            };
            let width = moves.iter().map(|made| result(made).len()).max().unwrap_or(0);
            for made in moves {
                let _ = writeln!(text, "  {:width$}  {}", result(made), phrase::line(made));
            }
        }
    }
    text + &left_text(solved) + &solved.foot()
}

/// What the whole sum is after the move.
fn result(made: &Move) -> String {
    let wins = if made.wins() { "wins " } else { "loses" };
    made.value.map_or_else(|| wins.trim_end().to_owned(), |value| format!("{wins} value {}", value.0))
}

/// The answer of `moves` as JSON.
pub fn moves_json(solved: &Solved, moves: &Moves) -> String {
    let mut map = solved.heading();
    let listed = match moves {
        Moves::Listed { moves, .. } => moves.as_slice(),
        Moves::One(made) => made.as_slice(),
        Moves::TooMany { winning, .. } => winning.as_slice(),
    };
    map.insert("options".into(), listed.iter().map(|made| option_json(&solved.query, made)).collect());
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
    json::line(Value::Object(map))
}

/// Why moves have no value, if some have none.
pub(crate) fn unvalued(map: &mut Map<String, Value>, solved: &Solved, moves: &[Move]) {
    if moves.iter().any(|made| made.value.is_none()) {
        let reason = solved.no_value().unwrap_or("the method finds only who wins after the move");
        json::explained(map, "options.value", reason);
    }
}

/// A move with the value and the outcome of the whole sum after it.
pub(crate) fn option_json(query: &Query, made: &Move) -> Value {
    let mut map = move_json(query, made);
    map.insert("value".into(), made.value.map_or(Value::Null, |value| Value::from(value.0)));
    map.insert("outcome".into(), made.outcome.to_string().into());
    map.insert("wins".into(), made.wins().into());
    Value::Object(map)
}
