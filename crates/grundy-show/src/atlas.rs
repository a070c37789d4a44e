//! A family of games, a record a game: as JSON lines, which are read back to go on with a survey,
//! and as CSV.
//!
//! A record holds all numbers of an entry, so that a survey that was interrupted goes on from its
//! file. Records of a farm ([`Hunted`]) have two fields more, in the file three.

use std::{fmt::Write, time::Duration};

use grundy::{cert::Rarest, proof::Standing};
use grundy_lab::{
    atlas::{Entry, classes},
    hunt::Hunted,
    survey::Shard,
};
use serde_json::{Map, Value, json};

use crate::json;

/// The first line of a survey's file: what was surveyed.
pub fn atlas_heading(pattern: &str, to: u64, shard: Option<Shard>) -> String {
    let mut heading = json!({"atlas": pattern, "to": Value::from(to), "version": 1});
    if let Some(shard) = shard {
        heading["shard"] = shard.to_string().into();
    }
    json::record(&heading)
}

/// The first line of the records of a farm: which games it hunts. Its limits may change.
pub fn hunt_heading(pattern: &str, shard: Option<Shard>) -> String {
    let mut heading = json!({"hunt": pattern, "version": 1});
    if let Some(shard) = shard {
        heading["shard"] = shard.to_string().into();
    }
    json::record(&heading)
}

/// The record of a game of a farm, on one line.
pub fn hunted_json(hunted: &Hunted) -> String {
    let mut map = hunted_record(hunted);
    map.insert("listed".into(), hunted.listed.into());
    json::record(&Value::Object(map))
}

/// The record that [`hunted_json`] wrote; nothing for any other line.
pub fn hunted_from_json(line: &str) -> Option<Hunted> {
    let record: Value = serde_json::from_str(line).ok()?;
    let number = |key: &str| record[key].as_u64().or_else(|| record[key].as_str()?.parse().ok());
    Some(Hunted {
        entry: entry_from_json(line)?,
        last_rare: number("last_rare"),
        listed: record["listed"].as_bool()?,
        spent: Duration::from_millis(number("milliseconds")?),
    })
}

/// The fields of a game of a farm.
fn hunted_record(hunted: &Hunted) -> Map<String, Value> {
    let mut map = record(&hunted.entry);
    map.insert("last_rare".into(), hunted.last_rare.map_or(Value::Null, Value::from));
    map.insert("milliseconds".into(), Value::from(milliseconds(hunted)));
    map
}

fn milliseconds(hunted: &Hunted) -> u64 {
    u64::try_from(hunted.spent.as_millis()).unwrap_or(u64::MAX)
}

/// The record of a game, on one line.
pub fn entry_json(entry: &Entry) -> String {
    json::record(&Value::Object(record(entry)))
}

/// Returns the fields of a game: a number that is not known is null.
fn record(entry: &Entry) -> Map<String, Value> {
    let number = |number: Option<u64>| number.map_or(Value::Null, Value::from);
    let mut map = Map::new();
    map.insert("game".into(), entry.game.clone().into());
    map.insert("status".into(), entry.standing.word().into());
    map.insert("preperiod".into(), number(entry.preperiod));
    map.insert("period".into(), number(entry.period));
    map.insert("saltus".into(), number(entry.period.map(|_| entry.saltus)));
    map.insert("values_max".into(), Value::from(entry.largest));
    map.insert("first_max".into(), Value::from(entry.first));
    map.insert("shift".into(), number(entry.shift));
    map.insert("rare".into(), number(entry.rarest.map(|split| split.rare)));
    map.insert("mask".into(), number(entry.rarest.map(|split| split.mask.into())));
    map.insert("by_position".into(), entry.rarest.map(|split| split.by_position).into());
    map.insert("computed_to".into(), number(entry.computed.checked_sub(1)));
    map.insert("print".into(), entry.print.map(|print| format!("{print:016x}")).into());
    map
}

/// The record that [`entry_json`] wrote; nothing for any other line.
///
/// Numbers may be texts too. Nothing is read half: a record that lacks a field that each game has
/// is none.
pub fn entry_from_json(line: &str) -> Option<Entry> {
    let record: Value = serde_json::from_str(line).ok()?;
    let number = |key: &str| record[key].as_u64().or_else(|| record[key].as_str()?.parse().ok());
    let standing = [Standing::Proved, Standing::Observed, Standing::None];
    let rarest = match (number("rare"), number("mask"), record["by_position"].as_bool()) {
        (Some(rare), Some(mask), Some(by_position)) => {
            Some(Rarest { mask: u32::try_from(mask).ok()?, by_position, rare })
        }
        _ => None,
    };
    Some(Entry {
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

/// All records of a farm, each with the first of the games that are the same up to a shift.
pub fn hunt_ndjson(all: &[Hunted]) -> String {
    let entries: Vec<Entry> = all.iter().map(|hunted| hunted.entry.clone()).collect();
    let line = |(hunted, class): (&Hunted, usize)| {
        let mut map = hunted_record(hunted);
        map.insert("same_as".into(), entries[class].game.clone().into());
        json::record(&Value::Object(map))
    };
    all.iter().zip(classes(&entries)).map(line).collect()
}

/// The same as CSV: the columns of a survey, and two more.
pub fn hunt_csv(all: &[Hunted]) -> String {
    let entries: Vec<Entry> = all.iter().map(|hunted| hunted.entry.clone()).collect();
    let survey = atlas_csv(&entries);
    let mut lines = survey.lines();
    let mut text = format!("{},last_rare,milliseconds\n", lines.next().unwrap_or_default());
    for (line, hunted) in lines.zip(all) {
        let last_rare = hunted.last_rare.map_or_else(String::new, |heap| heap.to_string());
        let _ = writeln!(text, "{line},{last_rare},{}", milliseconds(hunted));
    }
    text
}

/// All records, each with the first of the games that are the same up to a shift.
pub fn atlas_ndjson(entries: &[Entry]) -> String {
    let classes = classes(entries);
    let line = |(entry, class): (&Entry, usize)| {
        let mut map = record(entry);
        map.insert("same_as".into(), entries[class].game.clone().into());
        json::record(&Value::Object(map))
    };
    entries.iter().zip(classes).map(line).collect()
}

/// The same as CSV.
pub fn atlas_csv(entries: &[Entry]) -> String {
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
