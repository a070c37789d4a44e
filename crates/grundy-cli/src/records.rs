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
    output::{CliError, write_file},
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
        let failed = |doing: &'static str| move |error: io::Error| CliError::file(doing, path, &error);
        let mut chain = Chain::new(heading);
        let mut records = Vec::new();
        let mut whole = format!("{heading}\n");
        if path.exists() {
            let text = input::text(path).map_err(failed("read"))?;
            let found = text.lines().next().unwrap_or_default();
            if !text.is_empty() && found != heading {
                let message = format!("{} is not resumed: expected `{heading}`, found `{found}`", path.display());
                let help = "name another file with -o, or remove this one to begin anew";
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
        write_file(path, &whole)?;
        let file = OpenOptions::new().append(true).open(path).map_err(failed("write"))?;
        Ok((records, Records { file, chain }))
    }

    /// Appends a record.
    pub fn append(&mut self, record: &str) -> io::Result<()> {
        self.file.write_all(format!("{}\n", self.chain.seal(record)).as_bytes())
    }
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
