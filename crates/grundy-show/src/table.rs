//! Values (or misère outcomes) of every heap from 0 on: rows, CSV, one record a line, OEIS b-file.
//!
//! The b-file is in the strict form: `n a(n)`, one space, line feeds, `#` comments, consecutive n.

use std::fmt::Write;

use grundy::{Answer, Error, Nimber, Outcome, Solved, request::title};
use serde_json::{Map, Value, json};

use crate::{answer::Framed, json, json_line, phrase, sheet::Sheet};

/// Why a table is no b-file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BFileFault {
    /// Outcomes are no numbers.
    Outcomes,
    /// The sequence would begin beyond the table.
    Offset,
}

/// One entry for each heap, as text.
pub(crate) fn entries(solved: &Solved) -> Vec<String> {
    match &solved.solution.answer {
        Answer::Values(values) => values.iter().map(|value| value.0.to_string()).collect(),
        Answer::Outcomes(outcomes) => outcomes.iter().map(Outcome::to_string).collect(),
        _ => Vec::new(),
    }
}

/// Returns one entry for each heap, as JSON.
pub(crate) fn entry_jsons(solved: &Solved) -> impl Iterator<Item = Value> + '_ {
    let (values, outcomes): (&[Nimber], &[Outcome]) = match &solved.solution.answer {
        Answer::Values(values) => (values, &[]),
        Answer::Outcomes(outcomes) => (&[], outcomes),
        _ => (&[], &[]),
    };
    let outcomes = outcomes.iter().map(|outcome| outcome.to_string().into());
    values.iter().map(|value| Value::from(value.0)).chain(outcomes)
}

/// What an entry is called: the name of its column.
pub(crate) fn noun(solved: &Solved) -> &'static str {
    if matches!(solved.solution.answer, Answer::Outcomes(_)) { "outcome" } else { "value" }
}

/// The table as text, in rows of `columns` entries.
pub fn table_text(solved: &Solved, columns: usize) -> String {
    rows(solved, columns) + &solved.foot()
}

/// Rows of `columns` entries, with the heap of each row's first entry before it.
pub(crate) fn rows(solved: &Solved, columns: usize) -> String {
    let columns = columns.max(1);
    let entries = entries(solved);
    let last = entries.len().saturating_sub(1);
    let label = last.to_string().len().max(1);
    let width = entries.iter().map(String::len).max().unwrap_or(1).max((columns - 1).to_string().len());
    let mut text = format!("{:>label$} ", "n");
    for column in 0..columns.min(entries.len()) {
        let _ = write!(text, " {column:>width$}");
    }
    text.push('\n');
    for (row, entries) in entries.chunks(columns).enumerate() {
        let _ = write!(text, "{:>label$} ", row * columns);
        for entry in entries {
            let _ = write!(text, " {entry:>width$}");
        }
        text.push('\n');
    }
    text
}

/// `n,value` with a header line.
pub fn table_csv(solved: &Solved) -> String {
    let mut text = format!("n,{}\n", noun(solved));
    for (heap, entry) in entries(solved).iter().enumerate() {
        let _ = writeln!(text, "{heap},{entry}");
    }
    text
}

/// One JSON record a line.
pub fn table_ndjson(solved: &Solved) -> String {
    let entries = entry_jsons(solved);
    let noun = noun(solved);
    entries.enumerate().map(|(heap, entry)| format!("{}\n", json!({"n": heap, noun: entry}))).collect()
}

/// The OEIS b-file that starts at n = `offset`; of the losing heaps if `losing`, counted from
/// `offset` on.
pub fn table_bfile(solved: &Solved, offset: u64, losing: bool) -> Result<String, BFileFault> {
    let comment = |text: &str| text.replace(['\n', '\r'], " ");
    let mut text = format!(
        "# {}. {}\n",
        comment(&solved.query.game_text()),
        phrase::footing(solved.query.convention, solved.status)
    );
    if losing {
        for (index, heap) in losing_heaps(solved).iter().enumerate() {
            let _ = writeln!(text, "{} {heap}", offset + index as u64);
        }
        return Ok(text);
    }
    let Answer::Values(values) = &solved.solution.answer else { return Err(BFileFault::Outcomes) };
    let start = usize::try_from(offset).ok().filter(|start| *start < values.len()).ok_or(BFileFault::Offset)?;
    for (heap, value) in values.iter().enumerate().skip(start) {
        let _ = writeln!(text, "{heap} {}", value.0);
    }
    Ok(text)
}

/// The table as one JSON object.
///
/// # Errors
/// A limit of the sheet is reached.
pub fn table_json(solved: &Solved, sheet: Sheet) -> Result<String, Error> {
    sheet.write(|sheet| {
        let mut line = json_line::Line::new(sheet);
        let mut map = heading(solved);
        line.list(&mut map, &format!("{}s", noun(solved)), entry_jsons(solved))?;
        solved.closing(&mut map);
        line.end(map)
    })
}

/// The fields that every table begins with.
fn heading(solved: &Solved) -> Map<String, Value> {
    let mut map = Map::new();
    map.insert("game".into(), solved.query.game_text().into());
    if let Some(name) = title(&solved.query) {
        map.insert("name".into(), name.into());
    }
    map.insert("convention".into(), solved.query.convention.to_string().into());
    map.insert("from".into(), 0.into());
    map
}

/// The heaps that the player to move loses.
fn losing_heaps(solved: &Solved) -> Vec<usize> {
    let lost = |outcomes: Vec<Outcome>| {
        let places = outcomes.into_iter().enumerate();
        places.filter(|(_, outcome)| *outcome == Outcome::P).map(|(heap, _)| heap).collect()
    };
    match &solved.solution.answer {
        Answer::Values(values) => lost(values.iter().map(|value| value.outcome()).collect()),
        Answer::Outcomes(outcomes) => lost(outcomes.clone()),
        _ => Vec::new(),
    }
}

/// The heaps that the player to move loses, on one line.
pub fn losing_text(solved: &Solved) -> String {
    let heaps: Vec<String> = losing_heaps(solved).iter().map(usize::to_string).collect();
    format!("{}\n{}", heaps.join(" "), solved.foot())
}

/// The heaps that the player to move loses, as JSON.
///
/// # Errors
/// A limit of the sheet is reached.
pub fn losing_json(solved: &Solved, sheet: Sheet) -> Result<String, Error> {
    sheet.write(|sheet| {
        let mut line = json_line::Line::new(sheet);
        let mut map = heading(solved);
        json::optional(&mut map, "to", solved.query.table_end(), "the table has no last heap");
        line.list(&mut map, "losing", losing_heaps(solved).into_iter().map(Value::from))?;
        solved.closing(&mut map);
        line.end(map)
    })
}
