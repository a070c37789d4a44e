//! Files that surveys keep their records in: a heading, then one record a line, each with a digest
//! ([`storage::records`]).
//!
//! A run that finds such a file resumes after its last whole line, unless a line was altered.

use std::{
    fs::{File, OpenOptions},
    io::{self, Write},
    path::Path,
};

use grundy::storage::records::Chain;

use crate::{
    input,
    output::{CliError, rewrite_file},
};

/// A file that records are appended to.
pub struct Records {
    file: File,
    chain: Chain,
}

impl Records {
    /// Opens the file, or makes it. Returns the records that it holds, as they were appended.
    ///
    /// # Errors
    /// The file is about something else, a line of it was altered, or it cannot be read or written.
    pub fn open(path: &Path, heading: &str) -> Result<(Vec<String>, Records), CliError> {
        let ReadRecords { records, chain, whole } = read(path, heading, "name another file with -o")?;
        rewrite_file(path, &whole)?;
        let opened = OpenOptions::new().append(true).open(path);
        let file = opened.map_err(|error| CliError::file("write", path, &error))?;
        Ok((records, Records { file, chain }))
    }

    /// Appends a record.
    pub fn append(&mut self, record: &str) -> io::Result<()> {
        self.file.write_all(format!("{}\n", self.chain.seal(record)).as_bytes())
    }
}

/// The records of a file that is replaced as a whole, as [`replace`] wrote them; none if there is
/// no file. `other` is the way to leave a file about something else alone.
///
/// # Errors
/// As [`Records::open`].
pub fn kept(path: &Path, heading: &str, other: &str) -> Result<Vec<String>, CliError> {
    read(path, heading, other).map(|read| read.records)
}

/// Writes records to a file, in place of those that it holds.
pub fn replace(path: &Path, heading: &str, records: impl Iterator<Item = String>) -> Result<(), CliError> {
    let mut chain = Chain::new(heading);
    let lines: String = records.map(|record| chain.seal(&record) + "\n").collect();
    rewrite_file(path, format!("{heading}\n{lines}"))
}

/// A file that was read.
struct ReadRecords {
    records: Vec<String>,
    /// The chain after them.
    chain: Chain,
    /// The file without a last line that was cut short.
    whole: String,
}

/// Reads a file, if it is there, and verifies its lines.
fn read(path: &Path, heading: &str, other: &str) -> Result<ReadRecords, CliError> {
    let (mut records, mut chain, mut whole) = (Vec::new(), Chain::new(heading), format!("{heading}\n"));
    if path.exists() {
        let text = input::text(path).map_err(|error| CliError::file("read", path, &error))?;
        let found = text.lines().next().unwrap_or_default();
        if !text.is_empty() && found != heading {
            let message = format!("{} is not resumed: expected `{heading}`, found `{found}`", path.display());
            let help = format!("{other}, or remove this one to begin anew");
            return Err(CliError::refused("checkpoint", message, help).at_line(1));
        }
        // The last line may have been cut short.
        let lines = text.split_inclusive('\n').skip(1).filter(|line| line.ends_with('\n'));
        for (number, line) in (2..).zip(lines) {
            let record = chain.open(line.trim_end()).ok_or_else(|| altered(path, number))?;
            whole += line;
            records.push(record);
        }
    }
    Ok(ReadRecords { records, chain, whole })
}

/// The refusal of a file with a line that was not written by a survey.
pub fn altered(path: &Path, line: usize) -> CliError {
    let message =
        format!("{} is not resumed: line {line} does not match its digest, so it was altered", path.display());
    let help = format!(
        "restore the file, or delete line {line} and all lines after it to resume before it, or remove the file to \
         begin anew"
    );
    CliError::refused("checkpoint", message, help).at_line(line)
}
