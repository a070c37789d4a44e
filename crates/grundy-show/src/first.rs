//! The first position with a property: the answer of `first`.

use std::fmt::Write;

use grundy::{Convention, Declaration, Nimber, request::title_of};
use grundy_lab::first::{Beyond, First, FirstQuery, Hit};
use serde_json::{Map, Value};

use crate::{Colour, json, phrase};

/// The answer of `first` as text.
pub fn first_text(rules: &Declaration, query: &FirstQuery, first: &First, colour: Colour) -> String {
    let mut text = String::new();
    match &first.found {
        Some(hit) => {
            let _ = writeln!(
                text,
                "{} is the first position with {}: its size is {}.",
                phrase::bold(&phrase::short(position(rules, hit)), colour),
                query.filter,
                hit.size
            );
            let value = hit.value.map_or(String::new(), |value| format!(" (nim value {})", Nimber(value).0));
            let _ = writeln!(text, "{}{value}.", phrase::verdict(hit.outcome));
            if let Some((winning, moves)) = hit.moves {
                let _ = writeln!(text, "Winning moves: {winning} of {moves}.");
            }
        }
        None => {
            let _ = writeln!(text, "No position up to size {} has {}.", query.up_to, query.filter);
        }
    }
    let name = title_of(rules, &[]).map_or(String::new(), |name| format!("{name}. "));
    let examined = phrase::count(first.examined.into(), "position");
    let beyond = match first.beyond {
        None => String::new(),
        Some(Beyond::Automaton(states)) => {
            format!("; larger ones by an automaton of {}", phrase::count(states as u128, "state"))
        }
        Some(Beyond::Period(period)) => format!("; the values repeat with period {period}"),
    };
    let _ = writeln!(text, "{name}{} {examined} examined{beyond}.", phrase::footing(rules.convention, first.status));
    text
}

/// The answer of `first` as JSON.
pub fn first_json(rules: &Declaration, query: &FirstQuery, first: &First) -> String {
    const NONE: &str = "no position of these sizes has the property";
    let mut map = Map::new();
    map.insert("game".into(), rules.to_string().into());
    crate::lists::insert(&mut map, [&rules.ruleset]);
    if let Some(name) = title_of(rules, &[]) {
        map.insert("name".into(), name.into());
    }
    map.insert("convention".into(), rules.convention.to_string().into());
    map.insert("where".into(), query.filter.to_string().into());
    map.insert("up_to".into(), query.up_to.into());
    map.insert("found".into(), first.found.is_some().into());
    let hit = first.found.as_ref();
    json::optional(&mut map, "size", hit.map(|hit| hit.size), NONE);
    json::optional(&mut map, "position", hit.map(|hit| position(rules, hit)), NONE);
    let no_value =
        if rules.convention == Convention::Misere { "in misère play positions have no values" } else { NONE };
    json::optional(&mut map, "value", hit.and_then(|hit| hit.value), no_value);
    json::optional(&mut map, "outcome", hit.map(|hit| hit.outcome.to_string()), NONE);
    let moves = hit.and_then(|hit| hit.moves);
    let unlisted = if hit.is_some() { "the moves are too many to count one by one" } else { NONE };
    let number = |count: u128| u64::try_from(count).ok();
    json::optional(&mut map, "winning", moves.and_then(|(winning, _)| number(winning)), unlisted);
    json::optional(&mut map, "moves", moves.and_then(|(_, moves)| number(moves)), unlisted);
    map.insert("examined".into(), first.examined.into());
    match first.beyond {
        None => {}
        Some(Beyond::Automaton(states)) => drop(map.insert("states".into(), states.into())),
        Some(Beyond::Period(period)) => drop(map.insert("period".into(), period.into())),
    }
    map.insert("status".into(), first.status.word().into());
    json::line(Value::Object(map))
}

/// The position in the language.
fn position(rules: &Declaration, hit: &Hit) -> String {
    hit.position.iter().map(|part| rules.ruleset.text(part)).collect::<Vec<_>>().join(" + ")
}
