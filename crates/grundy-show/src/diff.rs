//! A b-file compared with the values of a game: the answer of `diff`.

use std::fmt::Write;

use grundy::{Convention, Declaration};
use grundy_lab::diff::{Diff, ValueDifference};
use serde::Serialize;

use crate::{
    Colour,
    json::{self, StatusWord, Version},
    phrase,
};

/// The comparison as text.
pub fn diff_text(rules: &Declaration, found: &Diff, colour: Colour) -> String {
    let all = u128::from(found.last - found.first) + 1;
    let place = match found.shift {
        0 => "heap n".to_owned(),
        shift => format!("heap n {} {}", if shift < 0 { '-' } else { '+' }, shift.unsigned_abs()),
    };
    let compared = format!("n = {} to {} with {place} of {rules}", found.first, found.last);
    let headline = match found.different {
        0 => format!("no difference: {} agree, {compared}.", phrase::count(all, "value")),
        many => format!("{} of {}: {compared}.", phrase::count(many.into(), "difference"), phrase::count(all, "value")),
    };
    let mut text = format!("{}\n", phrase::bold(&headline, colour));
    for ValueDifference { index, heap, file, game } in &found.differences {
        let heap = if found.shift == 0 { String::new() } else { format!(" (heap {heap})") };
        let _ = writeln!(text, "  n = {index}{heap}: {file} in the file, {game} in the game");
    }
    let listed = found.differences.len() as u64;
    if found.different > listed {
        let _ = writeln!(text, "  and {} more", found.different - listed);
    }
    if let Some(shift) = found.fitting {
        let _ = writeln!(text, "With a shift of {shift} all values agree.");
    }
    let _ = writeln!(text, "{}", phrase::footing(Convention::Normal, found.status));
    text
}

/// How the values of a b-file compare with those of a game
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "diff"))]
pub(crate) struct DiffJson {
    /// The game in the language
    game: String,
    /// The first index of the file
    from: u64,
    /// The last index of the file
    to: u64,
    /// The heap of an index is the index plus this
    shift: i64,
    /// How many values differ
    different: u64,
    /// The first differences, up to ten
    differences: Vec<LineJson>,
    /// A shift near this one with which no value differs
    #[serde(skip_serializing_if = "Option::is_none")]
    fitting_shift: Option<i64>,
    /// Whether the checker has verified the values of the game
    status: StatusWord,
    schema: Version,
}

/// A line of a b-file whose value is not that of the game
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "line"))]
struct LineJson {
    /// The index in the file
    n: u64,
    /// The heap
    heap: u64,
    /// The value in the file
    file: u64,
    /// The value of the heap
    value: u64,
}

/// The comparison as JSON.
pub fn diff_json(rules: &Declaration, found: &Diff) -> String {
    let line =
        |&ValueDifference { index, heap, file, game }: &ValueDifference| LineJson { n: index, heap, file, value: game };
    json::line(&DiffJson {
        game: rules.to_string(),
        from: found.first,
        to: found.last,
        shift: found.shift,
        different: found.different,
        differences: found.differences.iter().map(line).collect(),
        fitting_shift: found.fitting,
        status: found.status.into(),
        schema: Version,
    })
}
