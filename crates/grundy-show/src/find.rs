//! The rules that give a sequence of values: the answer of `find`.

use std::fmt::Write;

use grundy_lab::find::{Found, Further, Match, SEARCHED, Start};
use serde_json::{Map, Value, json};

use crate::{Colour, json, phrase};

/// The rules as text, one a line.
pub fn find_text(found: &Found, colour: Colour) -> String {
    let values = phrase::count(found.values as u128, "value");
    let rules = match found.total {
        0 => format!("No known rule gives these {values}."),
        1 => format!("One known rule gives these {values}:"),
        many => format!("{many} known rules give these {values}, the simplest first:"),
    };
    let mut text = format!("{}\n", phrase::bold(&rules, colour));
    for found in &found.matches {
        let _ = writeln!(text, "  {}", line(found));
    }
    match found.total.saturating_sub(found.matches.len()) {
        0 => {}
        more => {
            let _ = writeln!(text, "  and {more} more; -n N lists N of them");
        }
    }
    let _ = writeln!(text, "Searched: {SEARCHED}.");
    if !found.undecided.is_empty() {
        let _ = writeln!(text, "Not compared to the end, because that takes too long: {}.", found.undecided.join(", "));
    }
    if found.total > 0 {
        text.push_str("Observed, not proved: later values may differ. Normal play.\n");
    }
    text
}

/// `Kayles (octal 0.77) from heap 0 on; OEIS A002186`.
fn line(found: &Match) -> String {
    let game = match found.name {
        Some(name) => format!("{name} ({})", phrase::short(&found.game)),
        None => found.game.clone(),
    };
    let what = match &found.position {
        Some(position) => format!("{game} at {position}"),
        None => game,
    };
    let noun = if found.position.is_some() { "n =" } else { "heap" };
    let start = match found.start {
        Start::Heap(first) => format!("from {noun} {first} on"),
        Start::Zeros(many) => format!("from {noun} 0 on, after {}", phrase::count(many as u128, "zero")),
    };
    let further = match found.further {
        Further::First | Further::Unknown => String::new(),
        Further::To(last) => format!("; like the first rule up to value {last}"),
        Further::Differs(at, own, first) => format!("; value {at} is {own}, in the first rule {first}"),
    };
    let oeis = found.oeis.map_or(String::new(), |number| format!("; OEIS {number}"));
    format!("{what} {start}{further}{oeis}")
}

/// The rules as JSON.
pub fn find_json(found: &Found) -> String {
    let mut map = Map::new();
    map.insert("values".into(), found.values.into());
    map.insert("total".into(), found.total.into());
    map.insert("rules".into(), found.matches.iter().map(rule).collect());
    map.insert("undecided".into(), found.undecided.clone().into());
    map.insert("searched".into(), SEARCHED.into());
    map.insert("status".into(), "observed".into());
    json::line(Value::Object(map))
}

/// Returns the fields of a rule.
fn rule(found: &Match) -> Value {
    let mut map = Map::new();
    map.insert("game".into(), found.game.clone().into());
    if let Some(name) = found.name {
        map.insert("name".into(), name.into());
    }
    if let Some(position) = &found.position {
        map.insert("position".into(), position.clone().into());
    }
    if let Some(oeis) = found.oeis {
        map.insert("oeis".into(), oeis.into());
    }
    let (first, zeros) = match found.start {
        Start::Heap(first) => (first, 0),
        Start::Zeros(many) => (0, many),
    };
    map.insert("first".into(), first.into());
    map.insert("zeros".into(), zeros.into());
    match found.further {
        Further::First | Further::Unknown => {}
        Further::To(last) => {
            map.insert("agrees_to".into(), last.into());
        }
        Further::Differs(at, own, first) => {
            map.insert("differs_at".into(), json!({"value": at, "here": own, "first_rule": first}));
        }
    }
    Value::Object(map)
}
