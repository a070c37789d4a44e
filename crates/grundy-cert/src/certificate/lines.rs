//! The lines of a certificate, read piece by piece, and the facts of a claim among them.
//!
//! A file may be larger than the memory, so lines are read one at a time, and the memory for those
//! that are kept is counted.

use std::sync::Arc;

use grundy_core::help::{Fix, Help};
use grundy_games::{Diagnostic, Ruleset, encoding};

use crate::{
    error::ReadError,
    facts::{
        Fact, Map,
        filed::{FileMap, LineRefusal, Shared},
        tracked::TrackedMap,
    },
};

/// The lines of a file, one after the other.
pub(crate) struct CertificateLines {
    /// The file, which facts that stay in it keep open.
    source: Arc<Shared>,
    /// The place of the next line in the file.
    next: u64,
    /// The bytes that were read from the file. Those of returned lines are dropped when more are
    /// read.
    buffer: Vec<u8>,
    /// How many bytes of the buffer were returned as lines.
    used: usize,
    /// Whether the file has no more bytes than the buffer.
    ended: bool,
    /// The number of the line that was read last.
    pub(crate) number: usize,
    /// The memory that is held, in bytes.
    held: u64,
    /// The most memory that may be held, in bytes.
    most_bytes: u64,
}

/// The number of bytes that are read at a time.
const PIECE: usize = 1 << 16;

/// The bytes of a fact in a map in addition to its component.
const ENTRY: u64 = 40;

/// The most memory for blocks of the file that were read last, in bytes.
const BLOCKS: u64 = 1 << 25;

/// The bytes of a line that a message shows, if it may be no text.
const SHOWN: usize = 60;

/// The message about a line on which something else was expected.
pub(crate) fn fault(number: usize, line: &str, expected: &str) -> Diagnostic {
    let message = format!("line {number} of the certificate: expected {expected}");
    let writes = |verb: &str| Fix::Program(verb.to_owned());
    let help = Help::from("write the certificate anew: ") + writes("solve") + " and " + writes("prove") + " write one";
    Diagnostic::of_line("G051", "certificate", number, line, message, help)
}

impl CertificateLines {
    /// The lines of a source, of which about `most_bytes` may be held.
    pub(crate) fn new(source: Arc<Shared>, most_bytes: u64) -> CertificateLines {
        CertificateLines { source, next: 0, buffer: Vec::new(), used: 0, ended: false, number: 0, held: 0, most_bytes }
    }

    /// Counts memory; an error if it is too much.
    fn hold(&mut self, bytes: u64) -> Result<(), ReadError> {
        self.held = self.held.saturating_add(bytes);
        if self.held > self.most_bytes { Err(ReadError::TooLarge(self.held)) } else { Ok(()) }
    }

    /// The bytes of the next line with its line feed; `None` at the end of the file.
    ///
    /// The line feed is looked for once in each byte: after another piece was read, the search goes
    /// on where it ended.
    fn peek(&mut self) -> Result<Option<&[u8]>, ReadError> {
        let mut seen = self.used;
        loop {
            if let Some(end) = self.buffer[seen..].iter().position(|&byte| byte == b'\n') {
                return Ok(Some(&self.buffer[self.used..=seen + end]));
            }
            if self.ended {
                return Ok(Some(&self.buffer[self.used..]).filter(|rest| !rest.is_empty()));
            }
            self.buffer.drain(..self.used);
            (seen, self.used) = (self.buffer.len(), 0);
            if seen as u64 > self.most_bytes {
                return Err(ReadError::TooLarge(seen as u64));
            }
            let piece = self.source.some(self.next + seen as u64, PIECE).map_err(ReadError::File)?;
            self.ended = piece.is_empty();
            if self.next + seen as u64 == 0 {
                let start = encoding::start(&piece).map_err(|fault| ReadError::File(fault.error("-")))?;
                self.next = (piece.len() - start.len()) as u64;
                self.buffer.extend_from_slice(start);
            } else {
                self.buffer.extend(piece);
            }
        }
    }

    /// The beginning of the next line, which stays the next one, as far as it is text; `None` at
    /// the end of the file.
    pub(crate) fn beginning(&mut self) -> Result<Option<String>, ReadError> {
        let Some(bytes) = self.peek()? else { return Ok(None) };
        let line = bytes[..bytes.len().min(SHOWN)].utf8_chunks().next().map_or("", |chunk| chunk.valid());
        Ok(Some(line.trim_end_matches('\n').to_owned()))
    }

    /// The next line without its line feed; `None` at the end of the file.
    pub(crate) fn line(&mut self) -> Result<Option<String>, ReadError> {
        let number = self.number + 1;
        let Some(bytes) = self.peek()? else { return Ok(None) };
        let length = bytes.len();
        let text = str::from_utf8(bytes).map_err(|_| fault(number, "", "text"))?;
        let line =
            text.strip_suffix('\n').ok_or_else(|| fault(number, text, "a line feed at the end of the last line"))?;
        let line = line.to_owned();
        (self.next, self.used, self.number) = (self.next + length as u64, self.used + length, number);
        Ok(Some(line))
    }

    /// All lines before the first for which `last` returns true, or up to the end of the file.
    pub(crate) fn until(&mut self, last: impl Fn(&str) -> bool) -> Result<String, ReadError> {
        let mut text = String::new();
        while let Some(bytes) = self.peek()? {
            if str::from_utf8(bytes).is_ok_and(&last) {
                break;
            }
            if let Some(line) = self.line()? {
                // The claim takes up to four times the length, and its text once more for the
                // comparison.
                self.hold(5 * line.len() as u64 + 16)?;
                text += &line;
                text.push('\n');
            }
        }
        Ok(text)
    }

    /// The facts about components up to the end of the claim, whose count must be right. They are
    /// held in memory if half of what is left has room for them, and stay in the file otherwise.
    ///
    /// One pass fills both forms, the map in memory and the index of the file. The map is given up
    /// as soon as it has outgrown its half.
    pub(crate) fn facts<F: Fact>(&mut self, ruleset: &Ruleset) -> Result<Arc<Map<F>>, ReadError> {
        let most = self.most_bytes.saturating_sub(self.held) / 2;
        let (mut map, mut size) = (Some(TrackedMap::<F>::new()), 0);
        let mut facts = FileMap::new(self.source.clone(), ruleset, self.next);
        let mut last = String::new();
        let mut count = 0u64;
        loop {
            let Some(line) = self.line()? else {
                let cut = "the end of the claim: the certificate is cut short";
                return Err(fault(self.number, "", cut).into());
            };
            if let Some(given) = line.strip_prefix("end ") {
                if given != count.to_string() {
                    return Err(fault(self.number, &line, &format!("`end {count}`")).into());
                }
                if let Some(map) = map {
                    self.hold(size)?;
                    return Ok(F::held(Arc::new(map)));
                }
                let kept = facts.keep_blocks(BLOCKS.min(self.most_bytes.saturating_sub(self.held) / 2));
                self.hold(kept)?;
                return Ok(F::filed(facts));
            }
            let held = facts.bytes();
            let (component, fact) = facts.push::<F>(&line, self.next, &mut last).map_err(|wrong| {
                let expected = match wrong {
                    LineRefusal::NoFact => "a fact, as it is printed, and a component",
                    LineRefusal::NoComponent => "a component",
                    LineRefusal::Twice => "a component that was not named before",
                    LineRefusal::Order => "components as they are printed, in the order of their texts",
                };
                fault(self.number, &line, expected)
            })?;
            self.hold(facts.bytes() - held)?;
            count += 1;
            // While a map grows, the old one is there too.
            size += 2 * (ENTRY + component.bytes());
            match &mut map {
                Some(map) if size <= most => {
                    map.insert(component, fact);
                }
                _ => map = None,
            }
        }
    }
}
