//! The words of a contest's input with their lines: one pass over the bytes, nothing copied.

use std::{fmt::Display, ops::RangeInclusive};

use grundy::{Error, Refused, games::encoding, help::Help, solvers::bags};

/// Reads whitespace-separated words.
#[derive(Clone, Debug)]
pub struct Tokens<'a> {
    bytes: &'a [u8],
    at: usize,
    line: usize,
}

impl<'a> Tokens<'a> {
    /// The words of this input, without a byte order mark at its start.
    ///
    /// # Errors
    /// [`Error::Refused`] if it is in UTF-16 or UTF-32.
    pub fn new(bytes: &'a [u8]) -> Result<Tokens<'a>, Error> {
        let start = encoding::start(bytes).map_err(|fault| {
            let (message, help) = (format!("the input cannot be read: {fault}"), fault.help("-"));
            Error::Refused(Box::new(Refused { code: "input", message, help: help.into(), line: None, argument: None }))
        })?;
        Ok(Tokens { bytes: start, at: 0, line: 1 })
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

    /// The next word; `what` names it in the message.
    pub fn word(&mut self, what: impl Display) -> Result<&'a str, Error> {
        let Some(word) = self.step() else {
            return Err(self.fault(format!("the input ends here; expected {what}")));
        };
        let text =
            str::from_utf8(word).map_err(|_| self.fault(format!("expected {what}, found bytes that are not UTF-8")))?;
        match text.bytes().any(|byte| byte.is_ascii_control()) {
            true => Err(self.fault(format!("expected {what}, found a control character"))),
            false => Ok(text),
        }
    }

    /// The text with the next `count` words, unread, and what comes after it. `None` if they are
    /// not all there. Lines are not counted.
    pub fn split(&self, count: usize) -> Option<(&'a [u8], Tokens<'a>)> {
        let end = match count {
            0 => 0,
            _ => bags::end_of_word(self.bytes.get(self.at..)?, count)?,
        };
        let text = &self.bytes[self.at..self.at + end];
        Some((text, Tokens { at: self.at + end, ..*self }))
    }

    /// The next word as a number in this range.
    pub fn number(&mut self, what: impl Display, range: RangeInclusive<u64>) -> Result<u64, Error> {
        let word = self.word(&what)?;
        let digits = word.bytes().all(|byte| byte.is_ascii_digit());
        let number = if digits { word.parse::<u64>().ok() } else { None };
        number.filter(|number| range.contains(number)).ok_or_else(|| {
            let bounds = match (*range.start(), *range.end()) {
                (0, u64::MAX) => "a whole number".to_owned(),
                (least, u64::MAX) => format!("a whole number from {least} on"),
                (least, most) => format!("a whole number from {least} to {most}"),
            };
            let found = short(word);
            let why = if digits || !word.starts_with('-') { "" } else { ", a negative number" };
            self.fault(format!("expected {what}, {bounds}; found `{found}`{why}"))
        })
    }

    /// The next word as a number in this range, if it is one of up to eight digits after one byte
    /// of space, with more input to come. Else nothing is read: [`Tokens::number`] takes any number
    /// and reports what is wrong.
    pub fn quick(&mut self, least: u64, most: u64) -> Option<u64> {
        let window = self.bytes.get(self.at..)?.first_chunk::<10>()?;
        let [space, digits @ .., _] = *window;
        if space != b' ' && space != b'\n' {
            return None;
        }
        // Digits become 0 to 9, and the high half of any other byte is not zero after the sum.
        let digits = u64::from_le_bytes(digits) ^ 0x3030_3030_3030_3030;
        let others = (digits | digits.wrapping_add(0x0606_0606_0606_0606)) & 0xf0f0_f0f0_f0f0_f0f0;
        let length = others.trailing_zeros() / 8;
        let end = window.get(1 + length as usize).filter(|byte| byte.is_ascii_whitespace());
        if length == 0 || end.is_none() {
            return None;
        }
        // The first digit is the lowest byte; zeros in front, then pairs, fours and eights are
        // joined.
        let padded = digits << (64 - 8 * length);
        let pairs = padded.wrapping_mul(10).wrapping_add(padded >> 8) & 0x00ff_00ff_00ff_00ff;
        let fours = pairs.wrapping_mul(100).wrapping_add(pairs >> 16) & 0x0000_ffff_0000_ffff;
        let number = fours.wrapping_mul(10_000).wrapping_add(fours >> 32) & 0xffff_ffff;
        if number < least || number > most {
            return None;
        }
        self.line += usize::from(space == b'\n');
        self.at += 1 + length as usize;
        Some(number)
    }

    /// The next word, if it is written with the letters from `a` to `last` after one byte of space.
    /// Else nothing is read: ask [`Tokens::word`].
    pub fn letters(&mut self, last: u8) -> Option<&'a [u8]> {
        let (&space, rest) = self.bytes.get(self.at..)?.split_first()?;
        let length = rest.iter().position(|letter| !(b'a'..=last).contains(letter)).unwrap_or(rest.len());
        let ended = rest.get(length).is_none_or(u8::is_ascii_whitespace);
        if length == 0 || !ended || space != b' ' && space != b'\n' {
            return None;
        }
        self.line += usize::from(space == b'\n');
        self.at += 1 + length;
        Some(&rest[..length])
    }

    /// The next word as a count of things that follow: each takes at least two bytes, so that no
    /// count can be larger than the input and memory may be set aside for them.
    pub fn count(&mut self, what: impl Display, least: u64) -> Result<usize, Error> {
        let number = self.number(&what, least..=u64::MAX)?;
        let left = (self.bytes.len() - self.at) as u64;
        if number > left {
            return Err(self.fault(format!("{what} is {number}, but the input is not long enough for that")));
        }
        Ok(number as usize)
    }

    /// How many bytes are read.
    pub(crate) fn place(&self) -> usize {
        self.at
    }

    /// Whether another word follows.
    pub fn more(&self) -> bool {
        self.bytes[self.at..].iter().any(|byte| !byte.is_ascii_whitespace())
    }

    /// Makes sure that nothing follows.
    pub fn end(&mut self) -> Result<(), Error> {
        match self.step() {
            None => Ok(()),
            Some(word) => {
                let word = String::from_utf8_lossy(word);
                Err(self.fault(format!("expected the end of the input; found `{}`", short(&word))))
            }
        }
    }

    /// An error at the word that was read last.
    pub fn fault(&self, message: String) -> Error {
        let (message, line) = (format!("line {}: {message}", self.line), Some(self.line));
        Error::Refused(Box::new(Refused { code: "input", message, help: Help::default(), line, argument: None }))
    }
}

/// The beginning of a word, for messages.
fn short(word: &str) -> String {
    match word.char_indices().nth(40) {
        Some((at, _)) => format!("{}..", &word[..at]),
        None => word.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quick_words_are_those_of_the_plain_way() {
        let input = "x ab\nba  a b1 c abc\r\nba\u{e9} aA\n\nab ba";
        let mut quick = Tokens::new(input.as_bytes()).expect("a text");
        let mut plain = quick.clone();
        let mut quickly = Vec::new();
        while let Ok(word) = plain.word("a word") {
            match quick.letters(b'b') {
                Some(found) => {
                    assert_eq!(found, word.as_bytes());
                    quickly.push(word);
                }
                None => assert_eq!(quick.word("a word").ok(), Some(word)),
            }
            assert_eq!((quick.at, quick.line), (plain.at, plain.line));
        }
        assert_eq!(quickly, ["ab", "ba", "ba"]);
        assert!(quick.letters(b'b').is_none());
    }

    #[test]
    fn quick_numbers_are_those_of_the_plain_way() {
        let inputs = [
            "x 1 22 333 4444 55555 666666 7777777 88888888 999999999 12 0 007 +1 1a 1/2 1:2 5\n6\n 7\r\n8 9 10 11 12 13 ",
            "x 0 0 1234567\n7654321\n10000000 9999999 10 1000000 3000 400\t50\x0b6 70000000000000000000000 8 9 10 1",
            "x 1/ 1: \u{e9}1 1\u{e9} 12345678901 1 2 3 4 5 6 7 8 9",
        ];
        for input in inputs {
            let mut quick = Tokens::new(input.as_bytes()).expect("a text");
            let mut plain = quick.clone();
            let mut quickly = 0;
            while plain.word("a word").is_ok() {
                let mut again = Tokens { bytes: plain.bytes, at: quick.at, line: quick.line };
                let expected = again.number("a number", 1..=90_000_000).ok();
                match quick.quick(1, 90_000_000) {
                    Some(number) => {
                        quickly += 1;
                        assert_eq!(Some(number), expected);
                    }
                    None => quick.word("a word").map(|_| ()).unwrap_or_default(),
                }
                assert_eq!((quick.at, quick.line), (plain.at, plain.line), "{input}");
            }
            assert!(quickly > 4, "{input}");
        }
    }
}
