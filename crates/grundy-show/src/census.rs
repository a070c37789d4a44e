//! A census of small systems: a record a line, and a summary.

use std::fmt::Write;

use grundy::{cert::LevelMachine, proof::Law};
use grundy_lab::{
    census::{Class, Entry},
    survey::Shard,
};
use serde_json::{Value, json};

/// More groups of systems with one machine than this are not listed.
const MOST_GROUPS: usize = 10;

/// The first line of a census: its class and its limits.
pub fn census_head(class: Class, states: u64, seconds: f64, systems: usize, shard: Option<Shard>) -> String {
    let mut head = json!({
        "census": 1,
        "letters": class.letters,
        "left": class.left,
        "rules": class.rules,
        "splitting": class.splitting,
        "most_states": states,
        "seconds": seconds,
        "systems": systems,
    });
    if let Some(shard) = shard {
        head["shard"] = shard.to_string().into();
    }
    head.to_string()
}

/// The record of a system. The machine of a proved one is its labels, and where each state leads.
pub fn census_line(system: &str, entry: &Entry) -> String {
    let claim = entry.claim.as_deref();
    let (law, periodic) = match &entry.law {
        Some(Law::Periodic(machine)) => (Some("periodic"), Some(&machine.machine)),
        Some(Law::ClosedForm(form)) => (Some(form.name()), None),
        Some(Law::Separators(_)) => (Some("separators"), None),
        Some(Law::BinaryRuns(_)) => (Some("binary-runs"), None),
        Some(_) | None => (None, None),
    };
    let whole = claim.filter(|claim| claim.upto.is_none());
    json!({
        "system": system,
        "status": entry.standing.word(),
        "law": law,
        "states": claim.map(|claim| claim.machine.states()).or(periodic.map(LevelMachine::states)),
        "values_max": claim.map(|claim| claim.largest()).or(periodic.map(LevelMachine::largest)),
        "certified_length": claim.and_then(|claim| claim.upto).map(|upto| upto - 1),
        "more_than": entry.more_than,
        "machine": whole.map(|claim| json!([claim.machine.labels, claim.machine.next])),
    })
    .to_string()
}

/// The summary of a census.
pub fn census_text(systems: &[String], records: &[Value], groups: &[(String, Vec<usize>)]) -> String {
    let count = |status: &str| records.iter().filter(|record| record["status"] == status).count();
    let mut text = format!(
        "{} systems: {} proved, {} certified up to a length, {} of which nothing is known.\n",
        systems.len(),
        count("proved"),
        count("certified"),
        systems.len() - count("proved") - count("certified")
    );
    let by = |law: &str| records.iter().filter(|record| record["law"] == law).count();
    let (parity, periodic, separators) = (by("parity"), by("periodic"), by("separators"));
    if parity + periodic + separators > 0 {
        let laws = match separators {
            0 => format!("{parity} by the parity of plays and {periodic} by a periodic machine"),
            _ => format!(
                "{parity} by the parity of plays, {periodic} by a periodic machine and {separators} by letters that separate"
            ),
        };
        let _ = writeln!(text, "Of the proved ones, {laws}; the others by an automaton.");
    }
    let proved = || records.iter().filter(|record| record["status"] == "proved");
    let largest =
        |key: &str| proved().filter(|record| record["law"].is_null()).max_by_key(|record| record[key].as_u64());
    if let (Some(states), Some(value)) = (largest("states"), largest("values_max")) {
        let _ = writeln!(text, "The largest machine has {} states ({}).", states["states"], name(states));
        let _ = writeln!(text, "The largest value is {} ({}).", value["values_max"], name(value));
    }
    let _ = writeln!(text, "There are {} different machines; the most frequent ones:", groups.len());
    for (_, places) in groups.iter().filter(|(_, places)| places.len() > 1).take(MOST_GROUPS) {
        let record = &records[places[0]];
        let _ = writeln!(text, "  {} times: {} states, such as {}", places.len(), record["states"], name(record));
    }
    text
}

/// Returns the system of a record, without the name of its board.
fn name(record: &Value) -> &str {
    record["system"].as_str().map_or("", |system| system.strip_prefix("row: ").unwrap_or(system))
}
