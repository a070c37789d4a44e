//! The words of a contest's input with their lines: one pass over the bytes, nothing copied.

use std::ops::RangeInclusive;

use grundy::bag;

use crate::output::Trouble;

/// Reads whitespace-separated words.
pub struct Tokens<'a> {
    bytes: &'a [u8],
    at: usize,
    line: usize,
}

impl<'a> Tokens<'a> {
    /// The words of this input.
    pub fn new(bytes: &'a [u8]) -> Tokens<'a> {
        Tokens { bytes: bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes), at: 0, line: 1 }
    }

    fn step(&mut self) -> Option<&'a [u8]> {
        let mut line = self.line;
        while let Some(byte) = self.bytes.get(self.at).filter(|byte| byte.is_ascii_whitespace()) {
            line += usize::from(*byte == b'\n');
            self.at += 1;
        }
        let start = self.at;
        let length = self.bytes[start..].iter().position(u8::is_ascii_whitespace).unwrap_or(self.bytes.len() - start);
        if length == 0 {
            return None;
        }
        self.line = line;
        self.at += length;
        Some(&self.bytes[start..start + length])
    }

    /// The next word; `what` says which one.
    pub fn word(&mut self, what: &str) -> Result<&'a str, Trouble> {
        let Some(word) = self.step() else {
            return Err(self.fault(format!("the input ends here; expected {what}")));
        };
        str::from_utf8(word).map_err(|_| self.fault(format!("expected {what}, found bytes that are not UTF-8")))
    }

    /// The text with the next `count` words, unread, and what comes after it; nothing if they are not all there. Lines
    /// are not counted.
    pub fn split(&self, count: usize) -> Option<(&'a [u8], Tokens<'a>)> {
        let end = match count {
            0 => 0,
            _ => bag::end_of_word(self.bytes.get(self.at..)?, count)?,
        };
        let text = &self.bytes[self.at..self.at + end];
        Some((text, Tokens { at: self.at + end, ..*self }))
    }

    /// The next word as a number in this range.
    pub fn number(&mut self, what: &str, range: RangeInclusive<u64>) -> Result<u64, Trouble> {
        let word = self.word(what)?;
        let digits = word.bytes().all(|byte| byte.is_ascii_digit());
        let number = if digits { word.parse::<u64>().ok() } else { None };
        number.filter(|number| range.contains(number)).ok_or_else(|| {
            let bounds = match (*range.start(), *range.end()) {
                (0, u64::MAX) => "a whole number".to_owned(),
                (least, u64::MAX) => format!("a whole number from {least} on"),
                (least, most) => format!("a whole number from {least} to {most}"),
            };
            self.fault(format!("expected {what}, {bounds}; found `{}`", short(word)))
        })
    }

    /// The next word as a count of things that follow: each takes at least two bytes, so that no count can be larger
    /// than the input and memory may be set aside for them.
    pub fn count(&mut self, what: &str, least: u64) -> Result<usize, Trouble> {
        let number = self.number(what, least..=u64::MAX)?;
        let left = (self.bytes.len() - self.at) as u64;
        if number > left {
            return Err(self.fault(format!("{what} is {number}, but the input is not long enough for that")));
        }
        Ok(number as usize)
    }

    /// Makes sure that nothing follows.
    pub fn end(&mut self) -> Result<(), Trouble> {
        match self.step() {
            None => Ok(()),
            Some(word) => {
                let word = String::from_utf8_lossy(word);
                Err(self.fault(format!("expected the end of the input; found `{}`", short(&word))))
            }
        }
    }

    /// An error at the word that was read last.
    pub fn fault(&self, message: String) -> Trouble {
        Trouble::Input {
            code: "input",
            message: format!("line {}: {message}", self.line),
            help: String::new(),
            line: Some(self.line),
        }
    }
}

/// The beginning of a word, for messages.
fn short(word: &str) -> String {
    match word.char_indices().nth(40) {
        Some((at, _)) => format!("{}..", &word[..at]),
        None => word.to_owned(),
    }
}
