//! The games with names, and the rules of a game.

use std::fmt::Write;

use grundy::{
    Declaration,
    games::{FAMILIES, Family, Famous, describe, game, small_position},
    request::title_of,
};
use serde::Serialize;
use serde_json::{Map, Value};

use crate::{
    Colour,
    json::{self, ConventionWord, Reasons, Version},
    lists::{LeftOutJson, left_out},
    phrase,
};

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
    let famous = famous.iter().map(|game| FamousJson {
        name: game.name,
        aliases: game.aliases,
        command: format!("grundy {}", game.write),
        note: game.note,
        source: game.source,
        solved: game.solved,
    });
    let games = families.iter().map(|family| listed(family)).collect();
    json::line(&GamesFoundJson { games, famous: famous.collect(), schema: Version })
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

/// The rules of a game
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "rules"))]
pub(crate) struct RulesJson {
    /// The game in the language
    game: String,
    /// What the game leaves out of its word lists, if it leaves something out
    #[serde(skip_serializing_if = "Option::is_none")]
    left_out: Option<Vec<LeftOutJson>>,
    /// The name of the game, if it has one
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<&'static str>,
    /// What the game is played on
    ruleset: &'static str,
    /// The convention
    convention: ConventionWord,
    /// The parameters of the text with their values, as they are written
    #[serde(skip_serializing_if = "Map::is_empty")]
    #[cfg_attr(feature = "schema", schemars(with = "std::collections::BTreeMap<String, String>"))]
    parameters: Map<String, Value>,
    /// The rules in English
    sentence: String,
    /// Why every play ends
    ends: String,
    /// A small position
    example: String,
    schema: Version,
}

/// The rules of a game as JSON, with the parameters of its text.
pub fn rules_json(rules: &Declaration, parameters: &[(String, String)]) -> String {
    let description = describe(rules);
    json::line(&RulesJson {
        game: rules.to_string(),
        left_out: left_out([&rules.ruleset]),
        name: title_of(rules, &[]),
        ruleset: rules.ruleset.name(),
        convention: rules.convention.into(),
        parameters: parameters.iter().map(|(name, value)| (name.clone(), Value::from(value.as_str()))).collect(),
        sentence: description.sentence,
        ends: description.ends,
        example: small_position(rules),
        schema: Version,
    })
}

/// All families as JSON.
pub fn families_json() -> String {
    json::line(&GamesAllJson { games: FAMILIES.iter().map(listed).collect(), schema: Version })
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

/// The games with names
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "games-all"))]
pub(crate) struct GamesAllJson {
    /// The games with names
    games: Vec<FamilyJson>,
    schema: Version,
}

/// A game with a name
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "games-one"))]
pub(crate) struct GamesOneJson {
    #[serde(flatten)]
    family: FamilyJson,
    schema: Version,
}

/// The games that a word may mean
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "games-found"))]
pub(crate) struct GamesFoundJson {
    /// The games with names
    games: Vec<FamilyJson>,
    /// Famous games that are written in another way
    famous: Vec<FamousJson>,
    schema: Version,
}

/// A game with a name, in a list
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "family"))]
struct FamilyJson {
    /// The name
    name: &'static str,
    /// The name as headings write it
    title: &'static str,
    /// Other names
    aliases: &'static [&'static str],
    /// A description of each parameter
    parameters: Vec<&'static str>,
    /// The text in the language, with `{1}` for a parameter
    game: &'static str,
    /// The position if the query gives none; null if the query must give one
    position: Option<&'static str>,
    /// A position
    example: &'static str,
    /// The game with a sample of each parameter, to try it
    sample: String,
    /// What that is played on
    ruleset: Option<&'static str>,
    /// The rules in a sentence or two
    about: &'static str,
    /// The source
    reference: &'static str,
    #[serde(skip_serializing_if = "Reasons::is_empty")]
    reasons: Reasons,
}

/// A famous game that is written in another way
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "famous"))]
struct FamousJson {
    /// The name
    name: &'static str,
    /// Other names
    aliases: &'static [&'static str],
    /// A command that asks about a position of it
    command: String,
    /// How the positions are to be read there; empty if that is plain
    note: &'static str,
    /// The source
    source: &'static str,
    /// Who solved it, or what is known
    solved: &'static str,
}

/// One family as JSON.
pub fn family_json(family: &Family) -> String {
    json::line(&GamesOneJson { family: listed(family), schema: Version })
}

/// Returns the fields of a family.
fn listed(family: &Family) -> FamilyJson {
    let (why, sample) = (Reasons::default(), family.sample());
    let ruleset = game(&sample).ok().map(|rules| rules.ruleset.name());
    FamilyJson {
        name: family.name,
        title: family.title,
        aliases: family.aliases,
        parameters: family.parameters.iter().map(|parameter| parameter.about).collect(),
        game: family.game,
        position: why.of("position", family.position, "the query gives the position"),
        example: family.example,
        sample,
        ruleset: why.of("ruleset", ruleset, "the sample cannot be read"),
        about: family.about,
        reference: family.reference,
        reasons: why,
    }
}
