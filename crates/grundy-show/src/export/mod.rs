//! A table of all positions as one file of rows: Parquet for analytics, CSV for all else.
//!
//! A row is a position: its layer, its text and its value, in the order of the table (layers
//! ascending). Rows are written as they are read, so that memory holds one group of them only.

#[cfg(feature = "parquet")]
mod columns;

use std::io::{self, Write};

use grundy::{Error, Run, stored::Stored};

/// How the rows are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rows {
    /// `layer,position,value` with a header line; positions are quoted where they have to be.
    Csv,
    /// Columns `layer` and `value` of 32 bits and `position` of text, compressed by Snappy. The
    /// metadata of the file has the game and the start.
    #[cfg(feature = "parquet")]
    Parquet,
}

/// Why rows were not written.
#[derive(Debug)]
pub enum Unwritten {
    /// The table was not read, or a limit ended the work.
    Table(Error),
    /// The file was not written.
    File(io::Error),
}

impl From<Error> for Unwritten {
    fn from(error: Error) -> Unwritten {
        Unwritten::Table(error)
    }
}

impl From<io::Error> for Unwritten {
    fn from(error: io::Error) -> Unwritten {
        Unwritten::File(error)
    }
}

/// Writes all positions of a table, and returns their number.
///
/// # Errors
///
/// [`Unwritten::Table`] as [`Stored::each`]; [`Unwritten::File`] if `out` cannot be written.
pub fn export(stored: &Stored, run: &Run, rows: Rows, out: &mut (dyn Write + Send)) -> Result<u64, Unwritten> {
    match rows {
        Rows::Csv => csv(stored, run, out),
        #[cfg(feature = "parquet")]
        Rows::Parquet => columns::write(stored, run, out),
    }
}

/// Writes the rows with a header, and returns their number. A position with a comma, a quote or a
/// line end is quoted, with quotes doubled (RFC 4180).
fn csv(stored: &Stored, run: &Run, out: &mut (dyn Write + Send)) -> Result<u64, Unwritten> {
    const HEADER: &[u8] = b"layer,position,value\n";
    let mut count = 0;
    stored.each(run, |entry| {
        // A table that is refused has no header either.
        if count == 0 {
            out.write_all(HEADER)?;
        }
        count += 1;
        let (layer, value) = (entry.layer, entry.value.0);
        if entry.position.contains(['"', ',', '\n', '\r']) {
            writeln!(out, "{layer},\"{}\",{value}", entry.position.replace('"', "\"\""))?;
        } else {
            writeln!(out, "{layer},{},{value}", entry.position)?;
        }
        Ok::<(), Unwritten>(())
    })?;
    if count == 0 {
        out.write_all(HEADER)?;
    }
    Ok(count)
}
