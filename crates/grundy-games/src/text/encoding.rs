//! Bytes as text: the one reader of everything that comes from outside.
//!
//! A text is UTF-8, and a byte order mark at its start is skipped. Bytes in another encoding are
//! refused with its name and the command that converts them, since a guess would play other
//! letters.
//!
//! ```
//! use grundy_games::encoding;
//!
//! assert_eq!(encoding::text(b"\xef\xbb\xbfbee\n").unwrap(), "bee\n");
//! let fault = encoding::text(b"b\0e\0e\0\n\0").unwrap_err();
//! assert_eq!(fault.to_string(), "it is UTF-16 (little-endian, without a mark), not UTF-8");
//! assert_eq!(fault.help("w.txt"), "convert it: `iconv -f UTF-16LE -t UTF-8 w.txt > w-utf8.txt`");
//! ```
//!
//! *Method.* A mark names its encoding. Without one, text in UTF-16 or UTF-32 has bytes of 0, all
//! in the same places of each number, and decodes without faults; UTF-8 text has none. Other bytes
//! that are not UTF-8 are Windows-1252, of which Latin-1 is a part, unless one of them stands for
//! no sign there. *Cost:* linear; bytes that are UTF-8 are searched for 0 and decoded once.

use std::{borrow::Cow, fmt, fmt::Write, io};

/// The mark that editors write at the start of a text.
pub const MARK: char = '\u{feff}';

/// The mark in UTF-8.
const MARK_BYTES: &[u8] = b"\xef\xbb\xbf";

/// An encoding that is not read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Encoding {
    /// What it is called.
    pub name: &'static str,
    /// What `iconv` calls it; `None` if it is not known which one it is.
    pub iconv: Option<&'static str>,
}

/// Bytes that are not UTF-8 text.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct NotText {
    /// What they seem to be.
    pub encoding: Encoding,
    /// The first line that is not UTF-8, from 1.
    pub line: usize,
    /// That line, without what cannot be shown.
    pub text: String,
}

impl fmt::Display for NotText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "it is {}, not UTF-8", self.encoding.name)
    }
}

impl std::error::Error for NotText {}

impl NotText {
    /// Returns the error of reading the file of this name, with the way to convert it.
    pub fn error(&self, name: &str) -> io::Error {
        io::Error::new(io::ErrorKind::InvalidData, format!("{self}; {}", self.help(name)))
    }

    /// Returns how to convert the file of this name, or standard input for `-`.
    ///
    /// Names that a shell would take apart are quoted.
    pub fn help(&self, name: &str) -> String {
        let Some(iconv) = self.encoding.iconv else {
            return "save it as UTF-8; `file -k NAME` reports more about a file".into();
        };
        if name.is_empty() || name == "-" {
            return format!("convert it first: `iconv -f {iconv} -t UTF-8 | grundy ..`");
        }
        // A name that begins with `-` would be read as a flag.
        let name = &*format!("{}{name}", if name.starts_with('-') { "./" } else { "" });
        let plain = |sign: char| sign.is_alphanumeric() || "-_./".contains(sign);
        let shell = |name: &str| match name.chars().all(plain) {
            true => name.to_owned(),
            false => format!("'{}'", printable(name).replace('\'', "'\\''")),
        };
        let (stem, ending) = match name.rfind('.').filter(|&at| at > 0 && !name[at..].contains('/')) {
            Some(at) => name.split_at(at),
            None => (name, ""),
        };
        let to = format!("{stem}-utf8{ending}");
        format!("convert it: `iconv -f {iconv} -t UTF-8 {} > {}`", shell(name), shell(&to))
    }
}

/// Returns the text of these bytes without the mark at its start.
///
/// # Errors
///
/// The name of the encoding, if it is not UTF-8.
pub fn text(bytes: &[u8]) -> Result<&str, NotText> {
    let read = std::str::from_utf8(bytes);
    // Text in UTF-16 is often UTF-8 too, with bytes of 0.
    let other = if read.is_err() || bytes.contains(&0) { other(bytes) } else { None };
    match (read, other) {
        (Ok(text), None) => Ok(unmarked(text)),
        (read, other) => {
            let at = read.err().map_or(0, |fault| fault.valid_up_to());
            let line = bytes[..at].iter().filter(|&&byte| byte == b'\n').count() + 1;
            let start = bytes[..at].iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
            let end = bytes[at..].iter().position(|&byte| byte == b'\n').map_or(bytes.len(), |end| at + end);
            let shown = &bytes[start..end.min(start + 200)];
            let shown = String::from_utf8_lossy(shown).replace(|sign: char| sign.is_control() || sign == MARK, "");
            Err(NotText { encoding: other.unwrap_or(UNKNOWN), line, text: shown })
        }
    }
}

/// Returns the beginning of a long text without its mark, for a reader that goes on from there.
///
/// # Errors
///
/// As [`text()`], if it is in UTF-16 or UTF-32; other bytes are left to whoever reads the lines.
pub fn start(bytes: &[u8]) -> Result<&[u8], NotText> {
    let whole = &bytes[..bytes.len() / 4 * 4];
    let marked = MARKS.iter().any(|(mark, _)| bytes.starts_with(mark));
    match if marked { other(bytes) } else { other(whole).filter(|_| whole.contains(&0)) } {
        Some(encoding) if encoding != UNKNOWN => Err(NotText { encoding, line: 1, text: String::new() }),
        _ => Ok(bytes.strip_prefix(MARK_BYTES).unwrap_or(bytes)),
    }
}

/// As [`text()`], without a copy of the bytes.
///
/// # Errors
///
/// As [`text()`].
pub fn owned(bytes: Vec<u8>) -> Result<String, NotText> {
    let skipped = bytes.len() - text(&bytes)?.len();
    let mut text = String::from_utf8(bytes).unwrap_or_default();
    text.drain(..skipped);
    Ok(text)
}

/// Returns the text without the mark at its start.
pub fn unmarked(text: &str) -> &str {
    text.strip_prefix(MARK).unwrap_or(text)
}

/// Returns whether a sign may be a letter of a word.
///
/// Control characters may not, nor signs that only change how others are shown: a terminal obeys
/// them.
pub fn is_letter(sign: char) -> bool {
    !sign.is_control() && !obeyed(sign)
}

/// Whether a sign that is not a control character changes the direction of others, or is a mark.
fn obeyed(sign: char) -> bool {
    matches!(sign, MARK | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Returns the text with `\u{1b}` in place of signs that a terminal obeys; line breaks and tabs
/// stay.
pub fn printable(text: &str) -> Cow<'_, str> {
    let stays = |sign: char| is_letter(sign) || sign == '\n' || sign == '\t';
    if text.chars().all(stays) {
        return text.into();
    }
    let mut shown = String::with_capacity(text.len() + 16);
    for sign in text.chars() {
        if stays(sign) {
            shown.push(sign);
        } else {
            write!(shown, "{}", sign.escape_unicode()).expect("a string takes all text");
        }
    }
    shown.into()
}

/// What cannot be named.
const UNKNOWN: Encoding = Encoding { name: "in an unknown encoding", iconv: None };

/// The signs between 0x80 and 0x9f that Windows-1252 does not have.
const NOT_WINDOWS: [u8; 5] = [0x81, 0x8d, 0x8f, 0x90, 0x9d];

/// Marks, the longer ones first, with their encodings.
const MARKS: [(&[u8], Encoding); 4] = [
    (&[0xff, 0xfe, 0, 0], Encoding { name: "UTF-32 (little-endian)", iconv: Some("UTF-32") }),
    (&[0, 0, 0xfe, 0xff], Encoding { name: "UTF-32 (big-endian)", iconv: Some("UTF-32") }),
    (&[0xff, 0xfe], Encoding { name: "UTF-16 (little-endian)", iconv: Some("UTF-16") }),
    (&[0xfe, 0xff], Encoding { name: "UTF-16 (big-endian)", iconv: Some("UTF-16") }),
];

/// Encodings without marks: the bytes of a number, whether the least comes first.
const WIDE: [(usize, bool, Encoding); 4] = [
    (4, true, Encoding { name: "UTF-32 (little-endian, without a mark)", iconv: Some("UTF-32LE") }),
    (4, false, Encoding { name: "UTF-32 (big-endian, without a mark)", iconv: Some("UTF-32BE") }),
    (2, true, Encoding { name: "UTF-16 (little-endian, without a mark)", iconv: Some("UTF-16LE") }),
    (2, false, Encoding { name: "UTF-16 (big-endian, without a mark)", iconv: Some("UTF-16BE") }),
];

/// As much is looked at where there is no mark.
const SAMPLE: usize = 1 << 12;

/// The encoding of bytes that are not UTF-8, or have a byte of 0. `None` if they may be UTF-8.
fn other(bytes: &[u8]) -> Option<Encoding> {
    if let Some((_, encoding)) = MARKS.iter().find(|(mark, _)| bytes.starts_with(mark)) {
        return Some(*encoding);
    }
    let all = WIDE.iter().map(|(width, least_first, encoding)| (latin(bytes, *width, *least_first), encoding));
    // Of equal ones the first is the last for `max_by_key` in reverse.
    if let Some((_, encoding)) = all.rev().max_by_key(|(latin, _)| *latin).filter(|(latin, _)| latin.is_some()) {
        return Some(*encoding);
    }
    if std::str::from_utf8(bytes).is_ok() {
        return None;
    }
    // Signs of two bytes and more are hardly there by chance.
    let damaged = bytes.utf8_chunks().any(|chunk| !chunk.valid().is_ascii());
    let windows = !damaged && !bytes.iter().any(|byte| NOT_WINDOWS.contains(byte) || *byte == 0);
    windows.then_some(Encoding { name: "Windows-1252 (or Latin-1)", iconv: Some("WINDOWS-1252") })
}

/// How many signs below U+0100 there are in the bytes as numbers of this width. `None` if they are
/// not such numbers, if some are neither letters nor ends of lines, or if there is no such sign.
fn latin(bytes: &[u8], width: usize, least_first: bool) -> Option<usize> {
    let sample = &bytes[..bytes.len().min(SAMPLE)];
    if !bytes.len().is_multiple_of(width) || !sample.contains(&0) {
        return None;
    }
    let number = |bytes: &[u8]| {
        let digit = |number: u32, byte: &u8| number << 8 | u32::from(*byte);
        if least_first { bytes.iter().rev().fold(0, digit) } else { bytes.iter().fold(0, digit) }
    };
    let units = sample.chunks_exact(width).map(number);
    let signs: Option<String> = match width {
        4 => units.map(char::from_u32).collect(),
        _ => {
            let mut units: Vec<u16> = units.map(|unit| unit as u16).collect();
            // The sample may end inside of a pair.
            let halved = bytes.len() > SAMPLE && units.last().is_some_and(|unit| (0xd800..0xdc00).contains(unit));
            units.truncate(units.len() - usize::from(halved));
            String::from_utf16(&units).ok()
        }
    };
    let plain = |sign: char| is_letter(sign) || ['\n', '\r', '\t', MARK].contains(&sign);
    let signs = signs.filter(|signs| signs.chars().all(plain))?;
    Some(signs.chars().filter(|&sign| sign < '\u{100}').count()).filter(|&latin| latin > 0 || width == 4)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A text in one of the encodings that are wide.
    fn wide(text: &str, width: usize, least_first: bool) -> Vec<u8> {
        let mut units: Vec<u32> = text.chars().map(u32::from).collect();
        if width == 2 {
            units = text.encode_utf16().map(u32::from).collect();
        }
        let bytes = units.iter().flat_map(|unit| {
            let mut bytes = unit.to_le_bytes()[..width].to_vec();
            if !least_first {
                bytes.reverse();
            }
            bytes
        });
        bytes.collect()
    }

    #[test]
    fn encodings_are_named_with_and_without_marks() {
        let long = "żółć 😀 word\r\n".repeat(2_000);
        for content in ["bee\nant\n", "a", "b\r\nŁódź\r\n", "слово\nдом\n", "日本\n", &long] {
            assert_eq!(text(content.as_bytes()), Ok(content));
            let marked = format!("{MARK}{content}");
            assert_eq!(text(marked.as_bytes()), Ok(content));
            assert_eq!(owned(marked.clone().into_bytes()).as_deref(), Ok(content));
            for (width, least_first, encoding) in WIDE {
                let found = text(&wide(content, width, least_first)).expect_err(content).encoding;
                assert_eq!(found, encoding, "{content:.20}");
                let found = text(&wide(&marked, width, least_first)).expect_err(content).encoding;
                assert_eq!(found.iconv, Some(if width == 2 { "UTF-16" } else { "UTF-32" }), "{content:.20}");
            }
        }
    }

    #[test]
    fn bytes_that_are_not_text_have_their_line() {
        let fault = text(b"bee\ncaf\xe9\nant\n").expect_err("Latin-1");
        assert_eq!((fault.encoding.iconv, fault.line, &*fault.text), (Some("WINDOWS-1252"), 2, "caf\u{fffd}"));
        for unknown in [&b"na\x90ve"[..], b"caf\xc3\xa9 na\xefve", b"caf\xe9\0"] {
            assert_eq!(text(unknown).expect_err("unknown").encoding, UNKNOWN);
        }
        // A byte of 0 is not a letter, and is left to whoever reads the text.
        assert_eq!(text(b"a\0b"), Ok("a\0b"));
        assert_eq!((text(b""), text(b"\xef\xbb\xbf")), (Ok(""), Ok("")));
        assert_eq!(text("\u{feff}\u{feff}a".as_bytes()), Ok("\u{feff}a"));
    }

    #[test]
    fn what_a_terminal_obeys_is_escaped() {
        assert_eq!(printable("a\u{1b}[31mb\n\tc"), "a\\u{1b}[31mb\n\tc");
        assert_eq!(printable("\u{9b}1m\u{7f}\u{202e}\r"), "\\u{9b}1m\\u{7f}\\u{202e}\\u{d}");
        assert_eq!(printable("Łódź 😀 e\u{301}"), "Łódź 😀 e\u{301}");
    }

    #[test]
    fn commands_name_another_file() {
        let fault = text(b"\xff\xfea\0").expect_err("UTF-16");
        for (name, command) in [
            ("list.txt", "iconv -f UTF-16 -t UTF-8 list.txt > list-utf8.txt"),
            ("a.b/list", "iconv -f UTF-16 -t UTF-8 a.b/list > a.b/list-utf8"),
            ("my list.txt", "iconv -f UTF-16 -t UTF-8 'my list.txt' > 'my list-utf8.txt'"),
            ("-a.txt", "iconv -f UTF-16 -t UTF-8 ./-a.txt > ./-a-utf8.txt"),
        ] {
            assert_eq!(fault.help(name), format!("convert it: `{command}`"));
        }
    }
}
