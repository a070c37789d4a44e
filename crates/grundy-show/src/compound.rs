//! Who wins a compound: the answer of `compound`.
//!
//! What decides depends on the compound: remoteness for a conjunctive one, suspense for a continued
//! conjunctive one, foreclosed values for a diminished disjunctive one, outcomes for the others.

use std::{
    fmt::{self, Write},
    ops::Range,
};

use grundy::{
    Component, Error, Outcome,
    compound::{Compound, Compounded, Foreclosed, Part},
    request::title,
};
use serde_json::{Map, Value};

use crate::{Colour, answer::entry, json, json_line, phrase, sheet::Sheet};

/// More components than this are not listed in texts.
const MOST_LINES: usize = 100;

/// The answer of `compound` as text.
pub fn compound_text(found: &Compounded, colour: Colour) -> String {
    let mut text = format!("{}.\n", phrase::bold(phrase::verdict(found.outcome), colour));
    let compound = found.compound;
    let _ = writeln!(text, "{} compound: {}.", capital(compound.name()), compound.rule());
    let position = &found.query.position;
    if found.parts.len() > MOST_LINES {
        let _ = writeln!(text, "The numbers of {} components are not listed (JSON has them).", position.len());
    } else {
        for (places, part) in found.query.groups().zip(&found.parts) {
            let place = phrase::places(&places, &position[places.start].component);
            let _ = writeln!(text, "  {place}: {}", fact(compound, part));
        }
    }
    match (&found.winning, found.outcome) {
        (Some(moves), _) if moves.len() <= MOST_LINES => {
            let each = moves.iter().map(|(places, to)| {
                let from = &position[places.start].component;
                let of = if places.len() == 1 { "" } else { "each of " };
                let place = phrase::places(places, from);
                format!("{of}{place}: leave {}", phrase::short(phrase::leaves(from, to)))
            });
            let _ = writeln!(text, "A winning move: {}.", each.collect::<Vec<_>>().join("; "));
        }
        (Some(moves), _) => {
            let _ = writeln!(text, "A winning move is made in {} components (JSON has it).", moved(moves));
        }
        (None, Outcome::N) => text.push_str("The play is over.\n"),
        (None, Outcome::P) => {}
    }
    let name = title(&found.query).map_or(String::new(), |name| format!("{name}. "));
    let _ = writeln!(text, "{name}{}", phrase::footing(found.query.convention, found.status));
    text
}

/// What decides the compound, of one component.
fn fact(compound: Compound, part: &Part) -> String {
    if part.has_ended() {
        return "has ended".to_owned();
    }
    match compound {
        Compound::Conjunctive => format!("remoteness {}", part.remoteness),
        Compound::Continued => format!("suspense {}", part.suspense),
        Compound::Selective if part.normal != part.outcome => {
            format!("{}-position in normal play, {} in misère play", part.normal, part.outcome)
        }
        Compound::Selective | Compound::Shortened => format!("{}-position", part.outcome),
        Compound::Diminished => match part.foreclosed {
            Foreclosed::Ended => "has ended".to_owned(),
            Foreclosed::Ends => "a move ends it".to_owned(),
            Foreclosed::Value(value) => format!("foreclosed value {}", value.0),
        },
    }
}

/// Returns the text with its first letter in upper case.
fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

/// The number of components that are moved in.
fn moved(moves: &[(Range<usize>, Vec<Component>)]) -> usize {
    moves.iter().map(|(places, _)| places.len()).sum()
}

/// The answer of `compound` as JSON.
///
/// # Errors
/// A limit of the sheet is reached.
pub fn compound_json(found: &Compounded, sheet: Sheet) -> Result<String, Error> {
    sheet.write(|sheet| compound_line(found, json_line::Line::new(sheet)))
}

fn compound_line(found: &Compounded, mut line: json_line::Line<'_>) -> fmt::Result {
    let mut map = Map::new();
    map.insert("game".into(), found.query.game_text().into());
    crate::lists::insert(&mut map, &found.query.rulesets);
    if let Some(name) = title(&found.query) {
        map.insert("name".into(), name.into());
    }
    map.insert("position".into(), found.query.position_text().into());
    map.insert("convention".into(), found.query.convention.to_string().into());
    map.insert("compound".into(), found.compound.name().into());
    map.insert("outcome".into(), found.outcome.to_string().into());
    let part = |(places, part): (Range<usize>, &Part)| {
        let term = &found.query.position[places.start];
        let foreclosed = match part.foreclosed {
            Foreclosed::Ended => Value::from("ended"),
            Foreclosed::Ends => Value::from("ends"),
            Foreclosed::Value(value) => Value::from(value.0),
        };
        let mut map = entry(&places);
        map.insert("position".into(), text(found, term.ruleset, &term.component).into());
        map.insert("remoteness".into(), part.remoteness.into());
        map.insert("suspense".into(), part.suspense.into());
        map.insert("outcome".into(), part.outcome.to_string().into());
        map.insert("normal".into(), part.normal.to_string().into());
        map.insert("foreclosed".into(), foreclosed);
        Value::Object(map)
    };
    line.list(&mut map, "components", found.query.groups().zip(&found.parts).map(part))?;
    match &found.winning {
        Some(moves) => {
            let each = moves.iter().map(|(places, to)| {
                let term = &found.query.position[places.start];
                let mut map = entry(places);
                map.insert("from".into(), text(found, term.ruleset, &term.component).into());
                map.insert("to".into(), json::left(&found.query, places.start, &term.component, to));
                Value::Object(map)
            });
            line.list(&mut map, "winning_move", each)?;
        }
        None => {
            let why = match found.outcome {
                Outcome::N => "the play is over",
                Outcome::P => "no move wins",
            };
            json::unknown(&mut map, "winning_move", why);
        }
    }
    map.insert("status".into(), found.status.word().into());
    line.end(map)
}

/// A component in the language of its game.
fn text(found: &Compounded, ruleset: usize, component: &Component) -> String {
    found.query.rulesets[ruleset].text(component)
}
