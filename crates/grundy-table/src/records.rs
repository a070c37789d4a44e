//! Files of records, one JSON object a line, that are appended to for days and resumed from.
//!
//! A checkpoint is replaced as a whole; a file of records grows by a line at a time, so that it
//! loses at most the last line, and other programs read it meanwhile. Each line ends with a digest
//! of the heading and of all records up to it: a line that was altered, moved, inserted or removed
//! is noticed before the records are believed.
//!
//! ```
//! use grundy_table::records::Chain;
//!
//! let mut written = Chain::new("heading");
//! let lines = [written.seal(r#"{"a":1}"#), written.seal(r#"{"a":2}"#)];
//!
//! let mut read = Chain::new("heading");
//! assert_eq!(read.open(&lines[0]).as_deref(), Some(r#"{"a":1}"#));
//! assert_eq!(read.open(&lines[1].replace("2}", "3}").replace(":2,", ":3,")), None);
//! ```

use std::fmt::Write;

/// What the digest follows in a line.
const MARK: &str = ",\"digest\":\"";

/// The number of hexadecimal digits of a digest: 128 bits.
const DIGITS: usize = 32;

/// The digests of the lines of one file, from the first one on.
///
/// A file is verified by opening its lines with a chain of their own, in order; the chain can then
/// seal further lines.
#[derive(Clone, Debug)]
pub struct Chain(blake3::Hasher);

impl Chain {
    /// Returns the chain of a file with this first line, which has no digest.
    pub fn new(heading: &str) -> Chain {
        let mut chain = Chain(blake3::Hasher::new());
        chain.add(heading);
        chain
    }

    /// Returns the next record with its digest, as a line without its end. A record is a JSON
    /// object with at least one field.
    pub fn seal(&mut self, record: &str) -> String {
        let body = record.trim_end().strip_suffix('}').unwrap_or(record);
        self.add(body);
        format!("{body}{MARK}{}\"}}", self.digest())
    }

    /// Returns the next record without its digest; `None` if the line is not the one that
    /// [`Chain::seal`] returned here. Then no further line can be read.
    pub fn open(&mut self, line: &str) -> Option<String> {
        let (body, digest) = line.strip_suffix("\"}")?.rsplit_once(MARK)?;
        self.add(body);
        (digest == self.digest()).then(|| format!("{body}}}"))
    }

    /// Adds a text with its length to the checksum.
    fn add(&mut self, text: &str) {
        self.0.update(&(text.len() as u64).to_le_bytes());
        self.0.update(text.as_bytes());
    }

    /// The checksum of the lines so far, as text.
    fn digest(&self) -> String {
        let mut text = String::with_capacity(DIGITS);
        for byte in &self.0.finalize().as_bytes()[..DIGITS / 2] {
            let _ = write!(text, "{byte:02x}");
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sealed(heading: &str, records: &[&str]) -> Vec<String> {
        let mut chain = Chain::new(heading);
        records.iter().map(|record| chain.seal(record)).collect()
    }

    fn read(heading: &str, lines: &[String]) -> Vec<Option<String>> {
        let mut chain = Chain::new(heading);
        lines.iter().map(|line| chain.open(line)).collect()
    }

    #[test]
    fn every_altered_byte_is_noticed() {
        let records = [r#"{"game":"a","period":12}"#, r#"{"game":"b","digest":"no"}"#, r#"{"game":"c"}"#];
        let lines = sealed("h", &records);
        assert_eq!(read("h", &lines), records.map(|record| Some(record.to_owned())));
        for (number, line) in lines.iter().enumerate() {
            for at in 0..line.len() {
                let mut bytes = line.clone().into_bytes();
                bytes[at] ^= 1;
                let mut altered = lines.clone();
                altered[number] = String::from_utf8(bytes).expect("plain letters");
                assert_eq!(read("h", &altered)[number], None, "byte {at} of line {number}");
            }
        }
    }

    #[test]
    fn lines_keep_their_places() {
        let records = [r#"{"a":1}"#, r#"{"a":2}"#, r#"{"a":3}"#];
        let lines = sealed("h", &records);
        assert_eq!(read("other", &lines)[0], None);
        let swapped = [lines[1].clone(), lines[0].clone(), lines[2].clone()];
        assert_eq!(read("h", &swapped)[0], None);
        let removed = [lines[0].clone(), lines[2].clone()];
        assert_eq!(read("h", &removed)[1], None);
        let repeated = [lines[0].clone(), lines[0].clone()];
        assert_eq!(read("h", &repeated)[1], None);
        assert_eq!(read("h", &lines[..2]).len(), 2, "a file that ends early is one that is gone on with");
    }
}
