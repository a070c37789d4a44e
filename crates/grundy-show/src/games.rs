//! The games with names, and the rules of a game.

use std::fmt::Write;

use grundy::{Declaration, FAMILIES, Family, describe};
use serde_json::{Map, Value, json};

use crate::{Colour, json, phrase};

/// All families, one a line.
pub fn families_text() -> String {
    let width = FAMILIES.iter().map(|family| family.name.len()).max().unwrap_or(0);
    let line = |family: &Family| format!("{:width$}  {}\n", family.name, family.about);
    FAMILIES.iter().map(line).collect()
}

/// The rules of a game as text: in the language, in a sentence, and why every play ends.
pub fn rules_text(rules: &Declaration) -> String {
    let description = describe(rules);
    format!("{rules}\n{}\nEnds: {}\n", description.sentence, description.ends)
}

/// The rules of a game as JSON.
pub fn rules_json(rules: &Declaration) -> String {
    let description = describe(rules);
    json::line(json!({
        "game": rules.to_string(),
        "ruleset": rules.ruleset.name(),
        "convention": rules.convention.to_string(),
        "sentence": description.sentence,
        "ends": description.ends,
    }))
}

/// All families as JSON.
pub fn families_json() -> String {
    json::line(json!({"games": FAMILIES.iter().map(family_value).collect::<Value>()}))
}

/// One family, in full.
pub fn family_text(family: &Family, colour: Colour) -> String {
    let mut text = format!("{}\n  {}\n", phrase::bold(family.name, colour), family.about);
    if !family.aliases.is_empty() {
        let _ = writeln!(text, "Also: {}.", family.aliases.join(", "));
    }
    let _ = writeln!(text, "Game: {}", family.game);
    for (at, parameter) in family.parameters.iter().enumerate() {
        let _ = writeln!(text, "Parameter {{{}}}: {parameter}.", at + 1);
    }
    if let Some(position) = family.position {
        let _ = writeln!(text, "Position when none is given: {position}");
    }
    let _ = writeln!(text, "Example: grundy solve {}", example(family));
    let _ = writeln!(text, "Reference: {}.", family.reference);
    text
}

/// The words of a command that name the game and a position, as a shell takes them.
fn example(family: &Family) -> String {
    let lists: Vec<String> = family.parameters.iter().map(|_| "\"list.txt\"".to_owned()).collect();
    let game = [&[family.name.to_owned()], &lists[..]].concat().join(" ");
    let quoted = |word: &str| {
        let plain = word.chars().all(|letter| letter.is_ascii_alphanumeric() || "-/".contains(letter));
        if plain { word.to_owned() } else { format!("'{word}'") }
    };
    format!("{} {}", quoted(&game), quoted(family.example))
}

/// One family as JSON.
pub fn family_json(family: &Family) -> String {
    json::line(family_value(family))
}

fn family_value(family: &Family) -> Value {
    let mut map = Map::new();
    map.insert("name".into(), family.name.into());
    map.insert("aliases".into(), family.aliases.into());
    map.insert("parameters".into(), family.parameters.into());
    map.insert("game".into(), family.game.into());
    json::optional(&mut map, "position", family.position, "the query gives the position");
    map.insert("example".into(), family.example.into());
    map.insert("about".into(), family.about.into());
    map.insert("reference".into(), family.reference.into());
    map.into()
}
