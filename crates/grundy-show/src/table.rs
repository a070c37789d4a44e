//! Values (or misère outcomes) of every heap from 0 on: rows, CSV, one record a line, OEIS b-file.
//!
//! The b-file is in the strict form: `n a(n)`, one space, line feeds, `#` comments, consecutive n.

use std::fmt::{self, Write};

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

/// What a table has of a heap.
#[derive(Clone, Copy)]
pub(crate) enum Entry {
    Value(Nimber),
    Outcome(Outcome),
}

impl fmt::Display for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Entry::Value(value) => fmt::Display::fmt(&value.0, f),
            Entry::Outcome(outcome) => f.pad(&outcome.to_string()),
        }
    }
}

/// One entry for each heap.
pub(crate) fn entries(solved: &Solved) -> impl Iterator<Item = Entry> + '_ {
    let (values, outcomes) = lists(solved);
    let outcomes = outcomes.iter().map(|&outcome| Entry::Outcome(outcome));
    values.iter().map(|&value| Entry::Value(value)).chain(outcomes)
}

/// The number of entries.
pub(crate) fn count(solved: &Solved) -> usize {
    let (values, outcomes) = lists(solved);
    values.len() + outcomes.len()
}

/// The values or the outcomes; both are empty if the answer is not a table.
fn lists(solved: &Solved) -> (&[Nimber], &[Outcome]) {
    match &solved.solution.answer {
        Answer::Values(values) => (values, &[]),
        Answer::Outcomes(outcomes) => (&[], outcomes),
        Answer::Value(_) | Answer::Outcome(_) => (&[], &[]),
    }
}

/// Returns one entry for each heap, as JSON.
pub(crate) fn entry_jsons(solved: &Solved) -> impl Iterator<Item = Value> + '_ {
    let (values, outcomes) = lists(solved);
    let outcomes = outcomes.iter().map(|outcome| outcome.to_string().into());
    values.iter().map(|value| Value::from(value.0)).chain(outcomes)
}

/// What an entry is called: the name of its column.
pub(crate) fn noun(solved: &Solved) -> &'static str {
    if matches!(solved.solution.answer, Answer::Outcomes(_)) { "outcome" } else { "value" }
}

/// The table as text, in rows of `columns` entries.
///
/// # Errors
/// A limit of the sheet is reached.
pub fn table_text(solved: &Solved, columns: usize, sheet: Sheet) -> Result<String, Error> {
    sheet.write(|sheet| {
        rows(sheet, solved, columns)?;
        sheet.push(&solved.foot())
    })
}

/// Writes rows of `columns` entries, with the heap of each row's first entry before it.
pub(crate) fn rows(text: &mut impl Write, solved: &Solved, columns: usize) -> fmt::Result {
    let (columns, entries) = (columns.max(1), count(solved));
    let digits = |number: usize| number.to_string().len();
    let label = digits(entries.saturating_sub(1));
    let largest = lists(solved).0.iter().max().map_or(1, |largest| largest.0.to_string().len());
    let width = largest.max(digits(columns - 1));
    write!(text, "{:>label$} ", "n")?;
    for column in 0..columns.min(entries) {
        write!(text, " {column:>width$}")?;
    }
    for (heap, entry) in self::entries(solved).enumerate() {
        if heap.is_multiple_of(columns) {
            write!(text, "\n{heap:>label$} ")?;
        }
        write!(text, " {entry:>width$}")?;
    }
    text.write_str("\n")
}

/// `n,value` with a header line.
///
/// # Errors
/// A limit of the sheet is reached.
pub fn table_csv(solved: &Solved, sheet: Sheet) -> Result<String, Error> {
    sheet.write(|sheet| {
        writeln!(sheet, "n,{}", noun(solved))?;
        entries(solved).enumerate().try_for_each(|(heap, entry)| writeln!(sheet, "{heap},{entry}"))
    })
}

/// One JSON record a line.
///
/// # Errors
/// A limit of the sheet is reached.
pub fn table_ndjson(solved: &Solved, sheet: Sheet) -> Result<String, Error> {
    let noun = noun(solved);
    sheet.write(|sheet| {
        entry_jsons(solved)
            .enumerate()
            .try_for_each(|(heap, entry)| writeln!(sheet, "{}", json!({"n": heap, noun: entry})))
    })
}

/// The OEIS b-file that starts at n = `offset`; of the losing heaps if `losing`, counted from
/// `offset` on.
///
/// # Errors
/// A limit of the sheet is reached. Inside: the table is no b-file.
pub fn table_bfile(
    solved: &Solved,
    offset: u64,
    losing: bool,
    sheet: Sheet,
) -> Result<Result<String, BFileFault>, Error> {
    let comment = |text: &str| text.replace(['\n', '\r'], " ");
    let (values, outcomes) = lists(solved);
    let start = match losing {
        true => match offset.checked_add(losing_heaps(solved).count() as u64) {
            Some(_) => Ok(0),
            None => Err(BFileFault::Offset),
        },
        false if !outcomes.is_empty() => Err(BFileFault::Outcomes),
        false => usize::try_from(offset).ok().filter(|start| *start < values.len()).ok_or(BFileFault::Offset),
    };
    let start = match start {
        Ok(start) => start,
        Err(fault) => return Ok(Err(fault)),
    };
    let written = sheet.write(|sheet| {
        let footing = phrase::footing(solved.query.convention, solved.status);
        writeln!(sheet, "# {}. {footing}", comment(&solved.query.game_text()))?;
        if losing {
            let mut each = (offset..).zip(losing_heaps(solved));
            return each.try_for_each(|(index, heap)| writeln!(sheet, "{index} {heap}"));
        }
        let mut each = values.iter().enumerate().skip(start);
        each.try_for_each(|(heap, value)| writeln!(sheet, "{heap} {}", value.0))
    });
    written.map(Ok)
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
fn losing_heaps(solved: &Solved) -> impl Iterator<Item = usize> + '_ {
    let lost = |entry: Entry| match entry {
        Entry::Value(value) => value.outcome() == Outcome::P,
        Entry::Outcome(outcome) => outcome == Outcome::P,
    };
    entries(solved).enumerate().filter(move |(_, entry)| lost(*entry)).map(|(heap, _)| heap)
}

/// The heaps that the player to move loses, on one line.
///
/// # Errors
/// A limit of the sheet is reached.
pub fn losing_text(solved: &Solved, sheet: Sheet) -> Result<String, Error> {
    sheet.write(|sheet| {
        for (place, heap) in losing_heaps(solved).enumerate() {
            write!(sheet, "{}{heap}", if place == 0 { "" } else { " " })?;
        }
        write!(sheet, "\n{}", solved.foot())
    })
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
        line.list(&mut map, "losing", losing_heaps(solved).map(Value::from))?;
        solved.closing(&mut map);
        line.end(map)
    })
}
