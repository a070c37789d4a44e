//! A census of small systems: a record a line, and a summary.

use std::fmt::Write;

use grundy::cert::Claim;
use grundy_lab::{
    census::{CensusEntry, Class, groups},
    survey::Shard,
};
use serde::Serialize;
use serde_json::Value;

use crate::json;

/// More groups of systems with one machine than this are not listed.
const MOST_GROUPS: usize = 10;

/// What a census is about: its class and its limits
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "record-heading"))]
pub(crate) struct HeadingJson {
    /// The version of the census
    #[cfg_attr(feature = "schema", schemars(extend("const" = 1)))]
    census: u32,
    /// The number of letters
    letters: u64,
    /// The length of the longest left side
    left: usize,
    /// The number of rules
    rules: usize,
    /// Whether right sides may be parted
    splitting: bool,
    /// The limit on states
    most_states: u64,
    /// The limit on time
    seconds: f64,
    /// The number of systems
    systems: usize,
    /// The part of the class, such as `1/8`
    #[serde(skip_serializing_if = "Option::is_none")]
    shard: Option<String>,
}

/// A system of a census
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "record-census"))]
pub(crate) struct CensusRecordJson<'a> {
    /// The game
    system: &'a str,
    /// How sure the automaton is
    #[cfg_attr(feature = "schema", schemars(extend("enum" = ["proved", "certified", "none"])))]
    status: &'static str,
    /// What gives the values in place of a finite automaton; null if a finite automaton does, or
    /// nothing is proved
    #[cfg_attr(
        feature = "schema",
        schemars(extend("enum" = ["parity", "periodic", "grid", "reduced", null]))
    )]
    law: Option<&'static str>,
    /// The number of states; null if no automaton is known
    states: Option<usize>,
    /// The largest value; null if no automaton is known
    values_max: Option<u32>,
    /// The length of words up to which it is certified; null if every length is covered, or none
    certified_length: Option<u64>,
    /// Every automaton of all words has more states than this
    more_than: u64,
    /// The labels of the states, and the states that each letter leads to; null if no automaton of
    /// all words is known
    machine: Option<[&'a [u32]; 2]>,
}

/// The first line of a census: its class and its limits.
pub fn census_head(class: Class, states: u64, seconds: f64, systems: usize, shard: Option<Shard>) -> String {
    let Class { letters, left, rules, splitting } = class;
    let shard = shard.map(|shard| shard.to_string());
    let (letters, most_states) = (u64::from(letters), states);
    let head = HeadingJson { census: 1, letters, left, rules, splitting, most_states, seconds, systems, shard };
    json::line(&head).trim_end().to_owned()
}

/// The record of a system. The machine of a proved one is its labels, and where each state leads.
pub fn census_line(system: &str, entry: &CensusEntry) -> String {
    let claim = entry.claim.as_deref();
    let (law, counting) = match &entry.law {
        Some(Claim::ClosedForm(form)) => (Some(form.name()), None),
        Some(law @ Claim::Counting(found)) => {
            (Some(law.name()), Some((found.machine.states(), found.machine.largest())))
        }
        Some(other) => (Some(other.name()), None),
        None => (None, None),
    };
    let whole = claim.filter(|claim| claim.upto.is_none());
    let record = CensusRecordJson {
        system,
        status: entry.standing.word(),
        law,
        states: claim.map(|claim| claim.machine.states()).or(counting.map(|own| own.0)),
        values_max: claim.map(|claim| claim.largest()).or(counting.map(|own| own.1)),
        certified_length: claim.and_then(|claim| claim.upto).map(|upto| upto - 1),
        more_than: entry.more_than,
        machine: whole.map(|claim| [&claim.machine.labels[..], &claim.machine.next[..]]),
    };
    json::line(&record).trim_end().to_owned()
}

/// The summary of a census, from the lines of its records.
pub fn census_text(lines: &[String]) -> String {
    let records: Vec<Value> = lines.iter().filter_map(|line| serde_json::from_str(line).ok()).collect();
    let machines: Vec<(usize, String)> = records
        .iter()
        .enumerate()
        .filter(|(_, record)| record["status"] == "proved" && record["law"].is_null())
        .map(|(at, record)| (at, record["machine"].to_string()))
        .collect();
    let groups = groups(&machines);
    let count = |status: &str| records.iter().filter(|record| record["status"] == status).count();
    let mut text = format!(
        "{} systems: {} proved, {} certified up to a length, {} of which nothing is known.\n",
        lines.len(),
        count("proved"),
        count("certified"),
        lines.len() - count("proved") - count("certified")
    );
    let by = |law: &str| records.iter().filter(|record| record["law"] == law).count();
    let laws = [
        (by("parity"), "by the parity of plays"),
        (by("periodic"), "by a periodic machine"),
        (by("grid"), "by a machine with two counters"),
        (by("reduced"), "by another game"),
    ];
    if laws.iter().any(|(count, _)| *count > 0) {
        // The first two always; then those that there are.
        let named = laws.iter().enumerate().filter(|(at, (count, _))| *at < 2 || *count > 0);
        let named: Vec<String> = named.map(|(_, (count, how))| format!("{count} {how}")).collect();
        if let Some((last, first)) = named.split_last() {
            let _ = writeln!(text, "Of the proved ones, {} and {last}; the others by an automaton.", first.join(", "));
        }
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

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn every_law_is_counted_by_its_name() {
        let record = |law: Option<&str>| json!({"status": "proved", "law": law, "states": 3, "values_max": 1});
        let summary = |laws: &[Option<&str>]| {
            let text = census_text(&laws.iter().map(|law| record(*law).to_string()).collect::<Vec<_>>());
            text.lines().find(|line| line.starts_with("Of the proved")).map(str::to_owned)
        };
        assert_eq!(summary(&[None, None]), None);
        let expected =
            "Of the proved ones, 1 by the parity of plays and 0 by a periodic machine; the others by an automaton.";
        assert_eq!(summary(&[None, Some("parity")]).as_deref(), Some(expected));
        let all = ["periodic", "reduced", "grid", "reduced"].map(Some);
        let expected = "Of the proved ones, 0 by the parity of plays, 1 by a periodic machine, 1 by a machine with two \
                        counters and 2 by another game; the others by an automaton.";
        assert_eq!(summary(&all).as_deref(), Some(expected));
    }
}
