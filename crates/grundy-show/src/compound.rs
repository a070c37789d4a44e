//! Who wins a compound: the answer of `compound`.
//!
//! What decides depends on the compound: remoteness for a conjunctive one, suspense for a continued
//! conjunctive one, foreclosed values for a diminished disjunctive one, outcomes for the others.

use std::fmt::Write;

use grundy::{
    Component, Outcome,
    compound::{Compound, Compounded, Foreclosed, Part},
    request::title,
};
use serde_json::{Map, Value, json};

use crate::{Colour, json, phrase};

/// More components than this are not listed in texts.
const MOST_LINES: usize = 100;

/// The answer of `compound` as text.
pub fn compound_text(found: &Compounded, colour: Colour) -> String {
    let mut text = format!("{}.\n", phrase::bold(phrase::verdict(found.outcome), colour));
    let compound = found.compound;
    let _ = writeln!(text, "{} compound: {}.", capital(compound.name()), compound.rule());
    if found.parts.len() > MOST_LINES {
        let _ = writeln!(text, "The numbers of {} components are not listed (--json has them).", found.parts.len());
    } else {
        for (at, (term, part)) in found.query.position.iter().zip(&found.parts).enumerate() {
            let _ = writeln!(text, "  {}: {}", phrase::place(at, &term.component), fact(compound, part));
        }
    }
    match (&found.winning, found.outcome) {
        (Some(moves), _) if moves.len() <= MOST_LINES => {
            let from = |at: usize| &found.query.position[at].component;
            let each = moves.iter().map(|(at, to)| {
                format!("{}: leave {}", phrase::place(*at, from(*at)), phrase::short(phrase::leaves(from(*at), to)))
            });
            let _ = writeln!(text, "A winning move: {}.", each.collect::<Vec<_>>().join("; "));
        }
        (Some(moves), _) => {
            let _ = writeln!(text, "A winning move is made in {} components (--json has it).", moves.len());
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

/// The answer of `compound` as JSON.
pub fn compound_json(found: &Compounded) -> String {
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
    let part = |(at, (term, part)): (usize, (&grundy::games::Term, &Part))| {
        let foreclosed = match part.foreclosed {
            Foreclosed::Ended => Value::from("ended"),
            Foreclosed::Ends => Value::from("ends"),
            Foreclosed::Value(value) => Value::from(value.0),
        };
        json!({
            "component": at + 1,
            "position": text(found, term.ruleset, &term.component),
            "remoteness": part.remoteness,
            "suspense": part.suspense,
            "outcome": part.outcome.to_string(),
            "normal": part.normal.to_string(),
            "foreclosed": foreclosed,
        })
    };
    let parts: Vec<Value> = found.query.position.iter().zip(&found.parts).enumerate().map(part).collect();
    map.insert("components".into(), parts.into());
    let moves = found.winning.as_ref().map(|moves| {
        let each = moves.iter().map(|(at, to)| {
            let term = &found.query.position[*at];
            let from = text(found, term.ruleset, &term.component);
            json!({"component": at + 1, "from": from, "to": json::left(&found.query, *at, &term.component, to)})
        });
        Value::from(each.collect::<Vec<_>>())
    });
    let why = match found.outcome {
        Outcome::N => "the play is over",
        Outcome::P => "no move wins",
    };
    json::optional(&mut map, "winning_move", moves, why);
    map.insert("status".into(), found.status.word().into());
    json::line(Value::Object(map))
}

/// A component in the language of its game.
fn text(found: &Compounded, ruleset: usize, component: &Component) -> String {
    found.query.rulesets[ruleset].text(component)
}
