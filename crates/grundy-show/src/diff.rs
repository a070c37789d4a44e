//! A b-file compared with the values of a game: the answer of `diff`.

use std::fmt::Write;

use grundy::{Convention, Declaration};
use grundy_lab::diff::{Diff, Difference};
use serde_json::{Map, Value, json};

use crate::{Colour, json, phrase};

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
    for Difference { index, heap, file, game } in &found.differences {
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

/// The comparison as JSON.
pub fn diff_json(rules: &Declaration, found: &Diff) -> String {
    let mut map = Map::new();
    map.insert("game".into(), rules.to_string().into());
    map.insert("from".into(), found.first.into());
    map.insert("to".into(), found.last.into());
    map.insert("shift".into(), found.shift.into());
    map.insert("different".into(), found.different.into());
    let difference = |Difference { index, heap, file, game }: &Difference| json!({"n": index, "heap": heap, "file": file, "value": game});
    map.insert("differences".into(), found.differences.iter().map(difference).collect());
    if let Some(shift) = found.fitting {
        map.insert("fitting_shift".into(), shift.into());
    }
    map.insert("status".into(), found.status.word().into());
    json::line(Value::Object(map))
}
