//! The games with names, and the rules of a game.

use std::fmt::Write;

use grundy::{
    Declaration,
    games::{FAMILIES, Family, Famous, describe, small_position},
    request::title_of,
};
use serde_json::{Map, Value, json};

use crate::{Colour, json, phrase};

/// All families, one a line.
pub fn families_text() -> String {
    let all: Vec<&Family> = FAMILIES.iter().collect();
    let more = "A word is searched in these and in the famous games that are written in another way.\n";
    format!("{}{more}", lines(&all))
}

/// What a word is a name of: one family in full, or several with a line each, and the famous games
/// that are written in another way.
pub fn found_text(families: &[&Family], famous: &[&Famous], colour: Colour) -> String {
    let mut text = match families {
        [family] => family_text(family, colour),
        several => lines(several),
    };
    for game in famous.iter().filter(|game| !families.iter().any(|family| family.is_called(game.name))) {
        let note = if game.note.is_empty() { String::new() } else { format!("  {}\n", game.note) };
        let name = phrase::bold(game.name, colour);
        let _ = write!(text, "{name}: grundy {}\n{note}  {}. Solved: {}.\n", game.write, game.source, game.solved);
    }
    text
}

/// What a word is a name of, as JSON.
pub fn found_json(families: &[&Family], famous: &[&Famous]) -> String {
    if let ([family], []) = (families, famous) {
        return family_json(family);
    }
    let famous = famous.iter().map(|game| {
        json!({
            "name": game.name,
            "aliases": game.aliases,
            "command": format!("grundy {}", game.write),
            "note": game.note,
            "source": game.source,
            "solved": game.solved,
        })
    });
    let families: Value = families.iter().map(|family| family_value(family)).collect();
    json::line(json!({"games": families, "famous": famous.collect::<Value>()}))
}

/// Returns a line for each family, with the names in one column.
fn lines(families: &[&Family]) -> String {
    let width = families.iter().map(|family| family.name.len()).max().unwrap_or(0);
    families.iter().map(|family| format!("{:width$}  {}\n", family.name, family.about)).collect()
}

/// The rules of a game as text: in the language, in a sentence, and why every play ends.
pub fn rules_text(rules: &Declaration, parameters: &[(String, String)]) -> String {
    let parameters = parameters_text(parameters);
    let description = describe(rules);
    let name = title_of(rules, &[]).map_or(String::new(), |name| format!("{name}\n"));
    format!("{name}{rules}\n{parameters}{}\nEnds: {}\n", description.sentence, description.ends)
}

/// The parameters of a game with their values: a line for people, if there are some.
fn parameters_text(parameters: &[(String, String)]) -> String {
    let values: Vec<String> = parameters.iter().map(|(name, value)| format!("{name} = {value}")).collect();
    if values.is_empty() { String::new() } else { format!("With {}\n", values.join(", ")) }
}

/// The rules of a game as JSON, with the parameters of its text.
pub fn rules_json(rules: &Declaration, parameters: &[(String, String)]) -> String {
    let description = describe(rules);
    let mut map = Map::new();
    map.insert("game".into(), rules.to_string().into());
    crate::lists::insert(&mut map, [&rules.ruleset]);
    if let Some(name) = title_of(rules, &[]) {
        map.insert("name".into(), name.into());
    }
    map.insert("ruleset".into(), rules.ruleset.name().into());
    map.insert("convention".into(), rules.convention.to_string().into());
    if !parameters.is_empty() {
        let values = parameters.iter().map(|(name, value)| (name.clone(), Value::from(value.as_str())));
        map.insert("parameters".into(), Value::Object(values.collect()));
    }
    map.insert("sentence".into(), description.sentence.into());
    map.insert("ends".into(), description.ends.into());
    map.insert("example".into(), small_position(rules).into());
    json::line(Value::Object(map))
}

/// All families as JSON.
pub fn families_json() -> String {
    json::line(json!({"games": FAMILIES.iter().map(family_value).collect::<Value>()}))
}

/// One family, in full.
fn family_text(family: &Family, colour: Colour) -> String {
    let mut text = format!("{}\n  {}\n", phrase::bold(family.name, colour), family.about);
    if !family.aliases.is_empty() {
        let _ = writeln!(text, "Also: {}.", family.aliases.join(", "));
    }
    let _ = writeln!(text, "Game: {}", family.game);
    for (at, parameter) in family.parameters.iter().enumerate() {
        let _ = writeln!(text, "Parameter {{{}}}: {}.", at + 1, parameter.about);
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
    let lists: Vec<String> = family.parameters.iter().map(|parameter| parameter.example().to_owned()).collect();
    let game = [&[family.name.to_owned()], &lists[..]].concat().join(" ");
    let quoted = |word: &str| {
        let plain = word.chars().all(|letter| letter.is_ascii_alphanumeric() || "-/".contains(letter));
        if plain { word.to_owned() } else { format!("'{word}'") }
    };
    let numbers = family.usage();
    match family.forms.first() {
        Some(form) if form.given.starts_with('{') => numbers,
        _ => format!("{} {}", quoted(&game), quoted(family.example)),
    }
}

/// One family as JSON.
pub fn family_json(family: &Family) -> String {
    json::line(family_value(family))
}

/// Returns the fields of a family.
fn family_value(family: &Family) -> Value {
    let mut map = Map::new();
    map.insert("name".into(), family.name.into());
    map.insert("title".into(), family.title.into());
    map.insert("aliases".into(), family.aliases.into());
    map.insert("parameters".into(), family.parameters.iter().map(|parameter| parameter.about).collect());
    map.insert("game".into(), family.game.into());
    json::optional(&mut map, "position", family.position, "the query gives the position");
    map.insert("example".into(), family.example.into());
    map.insert("about".into(), family.about.into());
    map.insert("reference".into(), family.reference.into());
    map.into()
}
