//! Values (or misère outcomes) of every heap from 0 on: rows, CSV, one record a line, OEIS b-file.
//!
//! The b-file is in the strict form: `n a(n)`, one space, line feeds, `#` comments, consecutive n.

use std::fmt::{self, Write};

use grundy::{Answer, Error, Nimber, Outcome, Solved, request::title};
use serde::Serialize;

use crate::{
    answer::{Closing, Framed},
    json::{ConventionWord, OutcomeWord, Reasons, Stream, Version},
    phrase,
    records::{OutcomeRecordJson, ValueRecordJson},
    sheet::Sheet,
};

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
pub(crate) fn lists(solved: &Solved) -> (&[Nimber], &[Outcome]) {
    match &solved.solution.answer {
        Answer::Values(values) => (values, &[]),
        Answer::Outcomes(outcomes) => (&[], outcomes),
        Answer::Value(_) | Answer::Outcome(_) => (&[], &[]),
    }
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
    sheet.paper(|paper| {
        let mut each = (0..).zip(entries(solved));
        each.try_for_each(|(n, entry)| match entry {
            Entry::Value(value) => paper.write(&ValueRecordJson { n, value: value.0 }),
            Entry::Outcome(outcome) => paper.write(&OutcomeRecordJson { n, outcome: outcome.into() }),
        })
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

/// What every table of heaps begins with
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct TableHeading {
    /// The game in the language
    game: String,
    /// The name of the game, if it has one
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<&'static str>,
    /// The convention
    convention: ConventionWord,
    /// The first heap
    #[cfg_attr(feature = "schema", schemars(extend("const" = 0)))]
    from: u64,
}

impl TableHeading {
    fn of(solved: &Solved) -> TableHeading {
        TableHeading {
            game: solved.query.game_text(),
            name: title(&solved.query),
            convention: solved.query.convention.into(),
            from: 0,
        }
    }
}

/// The values of the heaps from 0 on
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "table-values"))]
pub(crate) struct TableValuesJson<'a, V> {
    #[serde(flatten)]
    heading: TableHeading,
    /// The value of each heap
    values: V,
    #[serde(flatten)]
    closing: Closing<'a>,
    schema: Version,
}

/// Who wins the heaps from 0 on
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "table-outcomes"))]
pub(crate) struct TableOutcomesJson<'a, O> {
    #[serde(flatten)]
    heading: TableHeading,
    /// The outcome of each heap
    outcomes: O,
    #[serde(flatten)]
    closing: Closing<'a>,
    schema: Version,
}

/// The heaps that the player to move loses
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "table-losing"))]
pub(crate) struct TableLosingJson<'a, L> {
    #[serde(flatten)]
    heading: TableHeading,
    /// The last heap; null if the table has none
    to: Option<u64>,
    /// The heaps that the player to move loses
    losing: L,
    #[serde(flatten)]
    closing: Closing<'a>,
    #[serde(skip_serializing_if = "Reasons::is_empty")]
    reasons: Reasons,
    schema: Version,
}

/// The table as one JSON object.
///
/// # Errors
/// A limit of the sheet is reached.
pub fn table_json(solved: &Solved, sheet: Sheet) -> Result<String, Error> {
    let (heading, closing, schema) = (TableHeading::of(solved), solved.closing(), Version);
    let (values, outcomes) = lists(solved);
    match noun(solved) {
        "outcome" => {
            let outcomes = Stream::new(outcomes.iter().map(|outcome| Ok(OutcomeWord::from(*outcome))));
            sheet.json(&TableOutcomesJson { heading, outcomes, closing, schema })
        }
        _ => {
            let values = Stream::new(values.iter().map(|value| Ok(value.0)));
            sheet.json(&TableValuesJson { heading, values, closing, schema })
        }
    }
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
    let why = Reasons::default();
    let answer = TableLosingJson {
        heading: TableHeading::of(solved),
        to: why.of("to", solved.query.table_end(), "the table has no last heap"),
        losing: Stream::new(losing_heaps(solved).map(Ok)),
        closing: solved.closing(),
        reasons: why,
        schema: Version,
    };
    sheet.json(&answer)
}
