//! A survey as one answer: its records in one object, with the reasons why fields of theirs are
//! null.
//!
//! The records are those that the program writes line by line ([`atlas`](crate::atlas_ndjson),
//! [`census`](crate::census_line)). They are read from their lines one by one while the answer is
//! written.

use std::fmt;

use grundy::Error;
use grundy_lab::{atlas::AtlasEntry, survey::Shard};
use serde::Serialize;
use serde_json::Value;

use crate::{
    Sheet, atlas,
    json::{Reasons, Stream, Version},
};

/// The periods of a family of games of heaps
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "survey-heaps"))]
pub(crate) struct SurveyHeapsJson<'a, G> {
    /// The code with question marks that stands for the games
    pattern: &'a str,
    /// No heap above this one was looked at
    up_to: u64,
    /// The part of the games, such as `1/8`
    #[serde(skip_serializing_if = "Option::is_none")]
    shard: Option<String>,
    /// The games, in ascending order
    games: G,
    #[serde(skip_serializing_if = "Reasons::is_empty")]
    reasons: &'a Reasons,
    schema: Version,
}

/// The automata of all systems of rewriting rules of a class
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "survey-words"))]
pub(crate) struct SurveyWordsJson<'a, C, S> {
    /// The class and the limits
    class: C,
    /// The systems, in the order of the class
    systems: S,
    #[serde(skip_serializing_if = "Reasons::is_empty")]
    reasons: &'a Reasons,
    schema: Version,
}

/// The games of a family, surveyed up to this heap.
///
/// # Errors
/// A limit of the sheet is reached.
pub fn survey_heaps_json(
    pattern: &str,
    up_to: u64,
    shard: Option<Shard>,
    entries: &[AtlasEntry],
    sheet: Sheet,
) -> Result<String, Error> {
    let (shard, why) = (shard.map(|shard| shard.to_string()), Reasons::default());
    let games = members("games", atlas::lines(entries), &why);
    sheet.json(&SurveyHeapsJson { pattern, up_to, shard, games, reasons: &why, schema: Version })
}

/// The systems of a class, from the first line of a census and those of its records.
///
/// # Errors
/// A limit of the sheet is reached.
pub fn survey_words_json(head: &str, lines: &[String], sheet: Sheet) -> Result<String, Error> {
    let why = Reasons::default();
    let class: Option<Value> = serde_json::from_str(head).ok();
    let systems = members("systems", lines, &why);
    sheet.json(&SurveyWordsJson { class, systems, reasons: &why, schema: Version })
}

/// The records of these lines as the members of a list, with the reasons for what is null.
fn members(
    list: &str,
    lines: impl IntoIterator<Item = impl AsRef<str>>,
    why: &Reasons,
) -> Stream<impl Iterator<Item = Result<Value, fmt::Error>>> {
    Stream::new(lines.into_iter().map(move |line| {
        let record: Value = serde_json::from_str(line.as_ref()).map_err(|_| fmt::Error)?;
        for (name, value) in record.as_object().into_iter().flatten() {
            why.note_if(value.is_null(), &format!("{list}.{name}"), reason(name));
        }
        Ok(record)
    }))
}

/// Why this field of a record is null, where it is.
fn reason(field: &str) -> &'static str {
    match field {
        "preperiod" | "period" | "saltus" => "no period is seen",
        "shift" => "no heap has a value other than 0",
        "rare" | "mask" | "by_position" => "no rare values are found",
        "computed_to" => "no heap was computed",
        "print" => "too few values are known",
        "law" => "a finite automaton gives the values, or nothing is proved",
        "states" | "values_max" => "no automaton is known",
        "certified_length" => "every length is covered, or none",
        _ => "no automaton of all words is known",
    }
}
