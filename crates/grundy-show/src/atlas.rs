//! A family of games, a record a game: as JSON lines, which are read back to go on with a survey,
//! and as CSV.
//!
//! A record holds all numbers of an entry, so that a survey that was interrupted goes on from its
//! file. Records of a hunt ([`HuntRecord`]) have two fields more, in the file three.

use std::{fmt::Write, time::Duration};

use grundy::{cert::Rarest, proof::Standing};
use grundy_lab::{
    atlas::{AtlasEntry, classes},
    hunt::HuntRecord,
    survey::Shard,
};
use serde::Serialize;
use serde_json::Value;

use crate::json;

/// The first line of a file: which games a survey is about, or which a hunt is about. The limits of
/// a hunt may change.
#[derive(Serialize)]
struct HeadingJson<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    atlas: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    hunt: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    to: Option<u64>,
    version: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    shard: Option<String>,
}

/// A game of a family
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "record-atlas"))]
pub(crate) struct AtlasRecordJson<'a> {
    /// The game in the language
    game: &'a str,
    /// How sure the period is
    #[cfg_attr(feature = "schema", schemars(extend("enum" = ["proved", "observed", "none"])))]
    status: &'static str,
    /// The first heap of the period; null if no period is seen
    preperiod: Option<u64>,
    /// The period; null if no period is seen
    period: Option<u64>,
    /// By how much values grow in a period; null if no period is seen
    saltus: Option<u64>,
    /// The largest value
    values_max: u64,
    /// The first heap of that value
    first_max: u64,
    /// The first heap whose value is not 0; null if there is none
    shift: Option<u64>,
    /// The number of rare values; null if no rare values are found
    rare: Option<u64>,
    /// The mask of the rare values; null if no rare values are found
    mask: Option<u32>,
    /// Whether the mask is about heaps too; null if no rare values are found
    by_position: Option<bool>,
    /// The largest heap that was computed; null if none was
    computed_to: Option<u64>,
    /// A fingerprint of the values; null if too few values are known
    print: Option<String>,
    /// With `--hunt`: the last rare heap; null if none is rare
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(extend("nullable" = true)))]
    last_rare: Option<Option<u64>>,
    /// With `--hunt`: the time of all turns of the game
    #[serde(skip_serializing_if = "Option::is_none")]
    milliseconds: Option<u64>,
    /// The first game of the family with the same values up to a shift
    #[serde(skip_serializing_if = "Option::is_none")]
    same_as: Option<&'a str>,
}

/// A game in the file of a hunt.
#[derive(Serialize)]
struct HuntRecordJson<'a> {
    #[serde(flatten)]
    record: AtlasRecordJson<'a>,
    listed: bool,
}

/// The first line of a survey's file: what was surveyed.
pub fn atlas_heading(pattern: &str, to: u64, shard: Option<Shard>) -> String {
    let shard = shard.map(|shard| shard.to_string());
    json::line(&HeadingJson { atlas: Some(pattern), hunt: None, to: Some(to), version: 1, shard })
}

/// The first line of the records of a hunt: which games it is about.
pub fn hunt_heading(pattern: &str, shard: Option<Shard>) -> String {
    let shard = shard.map(|shard| shard.to_string());
    json::line(&HeadingJson { atlas: None, hunt: Some(pattern), to: None, version: 1, shard })
}

/// The record of a game of a hunt, on one line.
pub fn hunt_record_json(record: &HuntRecord) -> String {
    json::line(&HuntRecordJson { record: turns_record(record), listed: record.listed })
}

/// The record that [`hunt_record_json`] wrote; nothing for any other line.
pub fn hunt_record_from_json(line: &str) -> Option<HuntRecord> {
    let record: Value = serde_json::from_str(line).ok()?;
    let number = |key: &str| record[key].as_u64().or_else(|| record[key].as_str()?.parse().ok());
    Some(HuntRecord {
        entry: entry_from_json(line)?,
        last_rare: number("last_rare"),
        listed: record["listed"].as_bool()?,
        spent: Duration::from_millis(number("milliseconds")?),
    })
}

/// The fields of a game of a hunt.
fn turns_record(game: &HuntRecord) -> AtlasRecordJson<'_> {
    AtlasRecordJson { last_rare: Some(game.last_rare), milliseconds: Some(milliseconds(game)), ..record(&game.entry) }
}

fn milliseconds(game: &HuntRecord) -> u64 {
    u64::try_from(game.spent.as_millis()).unwrap_or(u64::MAX)
}

/// The record of a game, on one line.
pub fn entry_json(entry: &AtlasEntry) -> String {
    json::line(&record(entry))
}

/// The fields of a game: a number that is not known is null.
fn record(entry: &AtlasEntry) -> AtlasRecordJson<'_> {
    AtlasRecordJson {
        game: &entry.game,
        status: entry.standing.word(),
        preperiod: entry.preperiod,
        period: entry.period,
        saltus: entry.period.map(|_| entry.saltus),
        values_max: entry.largest,
        first_max: entry.first,
        shift: entry.shift,
        rare: entry.rarest.map(|split| split.rare),
        mask: entry.rarest.map(|split| split.mask),
        by_position: entry.rarest.map(|split| split.by_position),
        computed_to: entry.computed.checked_sub(1),
        print: entry.print.map(|print| format!("{print:016x}")),
        last_rare: None,
        milliseconds: None,
        same_as: None,
    }
}

/// The record that [`entry_json`] wrote; nothing for any other line.
///
/// Numbers may be texts too. Nothing is read half: a record that lacks a field that each game has
/// is none.
pub fn entry_from_json(line: &str) -> Option<AtlasEntry> {
    let record: Value = serde_json::from_str(line).ok()?;
    let number = |key: &str| record[key].as_u64().or_else(|| record[key].as_str()?.parse().ok());
    let standing = [Standing::Proved, Standing::Observed, Standing::None];
    let rarest = match (number("rare"), number("mask"), record["by_position"].as_bool()) {
        (Some(rare), Some(mask), Some(by_position)) => {
            Some(Rarest { mask: u32::try_from(mask).ok()?, by_position, rare })
        }
        _ => None,
    };
    Some(AtlasEntry {
        game: record["game"].as_str()?.to_owned(),
        standing: standing.into_iter().find(|standing| Some(standing.word()) == record["status"].as_str())?,
        preperiod: number("preperiod"),
        period: number("period"),
        saltus: number("saltus").unwrap_or(0),
        largest: number("values_max")?,
        first: number("first_max")?,
        shift: number("shift"),
        rarest,
        computed: number("computed_to").map_or(0, |last| last.saturating_add(1)),
        print: record["print"].as_str().and_then(|print| u64::from_str_radix(print, 16).ok()),
    })
}

/// All records of a hunt, each with the first of the games that are the same up to a shift.
pub fn hunt_ndjson(all: &[HuntRecord]) -> String {
    let entries: Vec<AtlasEntry> = all.iter().map(|record| record.entry.clone()).collect();
    let line = |(record, class): (&HuntRecord, usize)| {
        json::line(&AtlasRecordJson { same_as: Some(&entries[class].game), ..turns_record(record) })
    };
    all.iter().zip(classes(&entries)).map(line).collect()
}

/// The same as CSV: the columns of a survey, and two more.
pub fn hunt_csv(all: &[HuntRecord]) -> String {
    let entries: Vec<AtlasEntry> = all.iter().map(|record| record.entry.clone()).collect();
    let survey = atlas_csv(&entries);
    let mut lines = survey.lines();
    let mut text = format!("{},last_rare,milliseconds\n", lines.next().unwrap_or_default());
    for (line, game) in lines.zip(all) {
        let last_rare = game.last_rare.map_or_else(String::new, |heap| heap.to_string());
        let _ = writeln!(text, "{line},{last_rare},{}", milliseconds(game));
    }
    text
}

/// All records, each with the first of the games that are the same up to a shift.
pub fn atlas_ndjson(entries: &[AtlasEntry]) -> String {
    lines(entries).collect()
}

/// The lines of all records.
pub(crate) fn lines(entries: &[AtlasEntry]) -> impl Iterator<Item = String> {
    let line = |(entry, class): (&AtlasEntry, usize)| {
        json::line(&AtlasRecordJson { same_as: Some(&entries[class].game), ..record(entry) })
    };
    entries.iter().zip(classes(entries)).map(line)
}

/// The same as CSV.
pub fn atlas_csv(entries: &[AtlasEntry]) -> String {
    let mut text =
        "game,same_as,shift,status,preperiod,period,saltus,values_max,first_max,rare,mask,computed_to\n".to_owned();
    let number = |number: Option<u64>| number.map_or_else(String::new, |number| number.to_string());
    for (entry, class) in entries.iter().zip(classes(entries)) {
        let mask =
            entry.rarest.map(|split| format!("{:x}{}", split.mask, if split.by_position { "+position" } else { "" }));
        let _ = writeln!(
            text,
            "{},{},{},{},{},{},{},{},{},{},{},{}",
            entry.game,
            entries[class].game,
            number(entry.shift),
            entry.standing.word(),
            number(entry.preperiod),
            number(entry.period),
            number(entry.period.map(|_| entry.saltus)),
            entry.largest,
            entry.first,
            number(entry.rarest.map(|split| split.rare)),
            mask.unwrap_or_default(),
            number(entry.computed.checked_sub(1)),
        );
    }
    text
}
