//! Tables of two numbers as text, CSV and JSON: a row for each first size.

use std::fmt::Write;

use grundy::{Error, request::title_of, square::SquareTable};
use serde::Serialize;

use crate::{
    json::{ConventionWord, StatusWord, Version},
    phrase,
    sheet::Sheet,
};

/// The values of the positions with two sizes
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "table-square"))]
pub(crate) struct TableSquareJson {
    /// The game in the language
    game: String,
    /// The name of the game, if it has one
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<&'static str>,
    /// The convention
    convention: ConventionWord,
    /// The kind of heap, or the family of graphs, that has two sizes, if it has a name
    #[serde(skip_serializing_if = "Option::is_none")]
    kind: Option<String>,
    /// The largest size
    to: u64,
    /// For each first size from 0 on the values for all second sizes
    rows: Vec<Vec<u64>>,
    /// The two sizes of each position that the player to move loses
    losing: Vec<[u64; 2]>,
    /// Whether the checker has verified the values
    status: StatusWord,
    schema: Version,
}

/// The name of the game, if it has one.
fn name(table: &SquareTable) -> Option<&'static str> {
    title_of(&table.rules, &[])
}

/// The last line of a text.
fn foot(table: &SquareTable) -> String {
    let name = name(table).map_or(String::new(), |name| format!("{name}. "));
    format!("{name}{}\n", phrase::footing(table.rules.convention, table.status))
}

/// The table as text: a line for each first size, with a star behind the value of each lost
/// position.
///
/// # Errors
/// A limit of the sheet is reached.
pub fn square_text(table: &SquareTable, sheet: Sheet) -> Result<String, Error> {
    let label = table.end.to_string().len();
    let widest = table.values.iter().map(|value| value.0.to_string().len()).max().unwrap_or(1);
    let width = 1 + widest.max(label);
    sheet.write(|sheet| {
        let head: String = (0..=table.end).map(|b| format!(" {b:>0$} ", width - 1)).collect();
        writeln!(sheet, "{:label$} {}", "", head.trim_end())?;
        for (a, row) in table.rows().enumerate() {
            let mark = |value: u64| if value == 0 { '*' } else { ' ' };
            let line: String =
                row.iter().map(|value| format!(" {:>1$}{2}", value.0, width - 1, mark(value.0))).collect();
            writeln!(sheet, "{a:>label$} {}", line.trim_end())?;
        }
        write!(sheet, "Positions with a star are lost by the player to move. {}", foot(table))
    })
}

/// The two sizes of the lost positions, on one line.
///
/// # Errors
/// A limit of the sheet is reached.
pub fn square_losing_text(table: &SquareTable, sheet: Sheet) -> Result<String, Error> {
    sheet.write(|sheet| {
        for (at, [a, b]) in table.losing().enumerate() {
            write!(sheet, "{}({a}, {b})", if at == 0 { "" } else { " " })?;
        }
        write!(sheet, "\n{}", foot(table))
    })
}

/// `a,b,value` with a header line.
///
/// # Errors
/// A limit of the sheet is reached.
pub fn square_csv(table: &SquareTable, sheet: Sheet) -> Result<String, Error> {
    sheet.write(|sheet| {
        writeln!(sheet, "a,b,value")?;
        for (a, row) in table.rows().enumerate() {
            row.iter().enumerate().try_for_each(|(b, value)| writeln!(sheet, "{a},{b},{}", value.0))?;
        }
        Ok(())
    })
}

/// `a,b` of the lost positions, with a header line.
///
/// # Errors
/// A limit of the sheet is reached.
pub fn square_losing_csv(table: &SquareTable, sheet: Sheet) -> Result<String, Error> {
    sheet.write(|sheet| {
        writeln!(sheet, "a,b")?;
        table.losing().try_for_each(|[a, b]| writeln!(sheet, "{a},{b}"))
    })
}

/// The table as one JSON object.
///
/// # Errors
/// A limit of the sheet is reached.
pub fn square_json(table: &SquareTable, sheet: Sheet) -> Result<String, Error> {
    sheet.json(&TableSquareJson {
        game: table.rules.to_string(),
        name: name(table),
        convention: table.rules.convention.into(),
        kind: table.of.name(),
        to: table.end,
        rows: table.rows().map(|row| row.iter().map(|value| value.0).collect()).collect(),
        losing: table.losing().collect(),
        status: table.status.into(),
        schema: Version,
    })
}
