//! The file format of checkpoints: one head for every kind, and a cryptographic checksum.
//!
//! ```text
//! grundy-checkpoint 1
//! kind facts
//! about game graph: take edge with its ends
//! about convention normal
//! about method proof-number
//! for the value of 5x5
//! count 410
//! <contents><BLAKE3 of all bytes before it: 32 bytes>
//! ```
//!
//! The `about` lines must be those of the work that resumes. The line `for` is shown to the user
//! only. [`values`] documents the contents of the kind `values`; the others are opaque here.
//! The checksum detects every changed, missing or additional byte; it is verified before the head
//! is believed. It protects against accidents, not against a forger, who can compute it.
//!
//! Reading and writing cost one pass over the file; BLAKE3 takes about a third of a second per
//! gigabyte with AVX2.

use std::{
    fmt, fs,
    io::{self, BufWriter, Write},
    path::Path,
};

use crate::file;

const NAME: &str = "grundy-checkpoint ";
const FIRST_LINE: &str = "grundy-checkpoint 1";

/// How files of earlier versions begin.
const EARLIER: [&str; 3] = ["grundy-table ", "grundy-state ", "grundy-search "];

/// The bytes of a checksum.
const CHECKSUM: usize = blake3::OUT_LEN;

/// Bytes that are hashed and written at a time.
const PIECE: usize = 1 << 16;

/// What the contents of a checkpoint are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Kind {
    /// The values of the heaps 0, 1, 2, ..
    Values,
    /// The state of a search for a period.
    Hunt,
    /// The facts that a search for one position has found.
    Facts,
}

impl Kind {
    const ALL: [Kind; 3] = [Kind::Values, Kind::Hunt, Kind::Facts];

    /// Returns the word of the kind in the file.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Values => "values",
            Kind::Hunt => "hunt",
            Kind::Facts => "facts",
        }
    }
}

/// What a checkpoint is about, without its count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct About {
    /// Lines that must be equal for the work to resume: the game, its word lists, the method.
    pub lines: Vec<String>,
    /// What the work was for, shown to the user.
    pub purpose: String,
}

/// A checkpoint that was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checkpoint {
    /// What the contents are.
    pub kind: Kind,
    /// What it is about.
    pub about: About,
    /// The number of values or facts that are known.
    pub count: u64,
    /// The bytes after the head, without the checksum.
    pub contents: Vec<u8>,
}

/// Why a checkpoint is refused.
#[derive(Debug)]
#[non_exhaustive]
pub enum CheckpointError {
    /// It cannot be read or written.
    File(io::Error),
    /// It is not a checkpoint.
    NotACheckpoint {
        /// The beginning of its first line.
        found: String,
    },
    /// An earlier version wrote it.
    Earlier {
        /// Its first line.
        found: String,
    },
    /// A later version wrote it.
    Later {
        /// Its first line.
        found: String,
    },
    /// Its checksum is wrong.
    Damaged,
    /// Its checksum is right and its head is not one.
    Head {
        /// The first line that is wrong.
        found: String,
    },
    /// It is of another kind.
    Kind {
        /// The kinds that the work resumes from.
        expected: Vec<&'static str>,
        /// Its kind.
        found: &'static str,
    },
    /// It is about something else.
    About {
        /// The line that is expected, `None` if there are too many lines.
        expected: Option<String>,
        /// The line in its place, `None` if there are too few.
        found: Option<String>,
    },
}

impl fmt::Display for CheckpointError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CheckpointError::File(error) => error.fmt(f),
            CheckpointError::NotACheckpoint { found } => {
                write!(f, "expected a file that begins with `{FIRST_LINE}`, found `{found}`")
            }
            CheckpointError::Earlier { found } => {
                write!(f, "written by an earlier version (`{found}`); remove it to begin anew")
            }
            CheckpointError::Later { found } => {
                write!(f, "written by a later version: expected `{FIRST_LINE}`, found `{found}`")
            }
            CheckpointError::Damaged => {
                write!(f, "its checksum is wrong: it is cut short, has been added to, or has changed bytes")
            }
            CheckpointError::Head { found } => write!(f, "`{}` is not a line of its head", short(found)),
            CheckpointError::Kind { expected, found } => {
                write!(f, "expected a checkpoint of the kind {}, found the kind {found}", expected.join(" or "))
            }
            CheckpointError::About { expected, found } => match (expected, found) {
                (Some(expected), Some(found)) => {
                    write!(f, "expected a checkpoint of `{}`, found one of `{}`", short(expected), short(found))
                }
                (Some(expected), None) => {
                    write!(f, "expected a checkpoint of `{}`, found one without it", short(expected))
                }
                (None, found) => {
                    let found = found.as_deref().unwrap_or_default();
                    write!(f, "expected nothing more, found a checkpoint of `{}`", short(found))
                }
            },
        }
    }
}

impl std::error::Error for CheckpointError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            CheckpointError::File(error) => Some(error),
            _ => None,
        }
    }
}

impl From<io::Error> for CheckpointError {
    fn from(error: io::Error) -> CheckpointError {
        CheckpointError::File(error)
    }
}

/// Passes bytes to a consumer, piece by piece, until it returns `false`.
pub type Pieces<'p> = &'p dyn Fn(&mut dyn FnMut(&[u8]) -> bool);

/// Writes a checkpoint. The old file at this place, if there is one, stays until the new one is
/// complete and on the disk.
///
/// # Errors
/// The reason of the system if the file cannot be written.
pub fn save(path: &Path, kind: Kind, about: &About, count: u64, contents: Pieces<'_>) -> io::Result<()> {
    file::replace(path, |file| {
        let mut sealed = BufWriter::with_capacity(PIECE, Sealed { file, hasher: blake3::Hasher::new() });
        sealed.write_all(head(kind, about, count).as_bytes())?;
        let mut written = Ok(());
        contents(&mut |piece| {
            written = sealed.write_all(piece);
            written.is_ok()
        });
        written?;
        let Sealed { file, hasher } = sealed.into_inner().map_err(io::IntoInnerError::into_error)?;
        file.write_all(hasher.finalize().as_bytes())
    })
}

/// Writes the values of the heaps 0, 1, 2, .. as the kind `values`.
///
/// # Errors
/// As [`save`].
pub fn save_values(path: &Path, about: &About, values: &[u32]) -> io::Result<()> {
    let width = match values.iter().max().copied().unwrap_or(0) {
        0..=0xff => 1,
        0x100..=0xffff => 2,
        _ => 4,
    };
    save(path, Kind::Values, about, values.len() as u64, &|consume| {
        let mut pieces = values.chunks(PIECE);
        pieces.all(|piece| {
            consume(&piece.iter().flat_map(|value| value.to_le_bytes().into_iter().take(width)).collect::<Vec<u8>>())
        });
    })
}

/// Reads a checkpoint of one of these kinds with these `about` lines.
///
/// # Errors
/// [`CheckpointError`] if it is missing, damaged, or not such a checkpoint.
pub fn load(path: &Path, kinds: &[Kind], lines: &[String]) -> Result<Checkpoint, CheckpointError> {
    // A pipe or a device may never end.
    if !fs::metadata(path)?.is_file() {
        return Err(io::Error::other("it is not a plain file").into());
    }
    read(fs::read(path)?, kinds, lines)
}

/// As [`load`], from the bytes of the file.
///
/// # Errors
/// As [`load`], except for [`CheckpointError::File`].
pub fn read(bytes: Vec<u8>, kinds: &[Kind], lines: &[String]) -> Result<Checkpoint, CheckpointError> {
    let checkpoint = open(bytes)?;
    if !kinds.contains(&checkpoint.kind) {
        let expected = kinds.iter().map(|kind| kind.name()).collect();
        return Err(CheckpointError::Kind { expected, found: checkpoint.kind.name() });
    }
    let found = &checkpoint.about.lines;
    for at in 0..found.len().max(lines.len()) {
        let (expected, found) = (lines.get(at).map(|line| one_line(line)), found.get(at).cloned());
        if expected != found {
            return Err(CheckpointError::About { expected, found });
        }
    }
    Ok(checkpoint)
}

/// Reads a checkpoint, whatever it is about, from the bytes of the file.
///
/// # Errors
/// [`CheckpointError`] if it is damaged or not a checkpoint of this version.
pub fn open(mut bytes: Vec<u8>) -> Result<Checkpoint, CheckpointError> {
    version(&bytes)?;
    let Some((sealed, sum)) = bytes.split_last_chunk::<CHECKSUM>() else { return Err(CheckpointError::Damaged) };
    if checksum(sealed) != *sum {
        return Err(CheckpointError::Damaged);
    }
    let mut rest = sealed;
    line(&mut rest)?;
    let kind = line(&mut rest)?;
    let named = kind.strip_prefix("kind ").and_then(|name| Kind::ALL.into_iter().find(|kind| kind.name() == name));
    let kind = named.ok_or(CheckpointError::Head { found: kind })?;
    let mut lines = Vec::new();
    let purpose = loop {
        let line = line(&mut rest)?;
        match (line.strip_prefix("about "), line.strip_prefix("for ")) {
            (Some(about), _) => lines.push(about.to_owned()),
            (_, Some(purpose)) => break purpose.to_owned(),
            _ => return Err(CheckpointError::Head { found: line }),
        }
    };
    let count = line(&mut rest)?;
    let counted = count.strip_prefix("count ").and_then(|count| count.parse().ok());
    let count = counted.ok_or(CheckpointError::Head { found: count })?;
    let (head, end) = (sealed.len() - rest.len(), sealed.len());
    bytes.truncate(end);
    bytes.drain(..head);
    Ok(Checkpoint { kind, about: About { lines, purpose }, count, contents: bytes })
}

/// Returns whether a file that begins with these bytes is a checkpoint, of any kind and version.
pub fn is_checkpoint(head: &[u8]) -> bool {
    EARLIER.iter().chain([&NAME]).any(|name| head.starts_with(name.as_bytes()))
}

/// Returns the checksum that comes after these bytes in a checkpoint.
pub fn checksum(bytes: &[u8]) -> [u8; CHECKSUM] {
    *blake3::hash(bytes).as_bytes()
}

/// Returns the values in a checkpoint of the kind `values`: `count` numbers of one, two or four
/// bytes each, the least byte first. `None` if the contents do not have such a length.
pub fn values(checkpoint: &Checkpoint) -> Option<Vec<u32>> {
    let (count, bytes) = (usize::try_from(checkpoint.count).ok()?, &checkpoint.contents);
    if count == 0 {
        return bytes.is_empty().then(Vec::new);
    }
    let width = bytes.len() / count;
    if !matches!(width, 1 | 2 | 4) || bytes.len() % count != 0 {
        return None;
    }
    let value = |bytes: &[u8]| bytes.iter().rev().fold(0, |value, &byte| value << 8 | u32::from(byte));
    Some(bytes.chunks(width).map(value).collect())
}

fn head(kind: Kind, about: &About, count: u64) -> String {
    let mut head = format!("{FIRST_LINE}\nkind {}\n", kind.name());
    for line in &about.lines {
        head.push_str(&format!("about {}\n", one_line(line)));
    }
    head.push_str(&format!("for {}\ncount {count}\n", one_line(&about.purpose)));
    head
}

/// Refuses a file that does not begin as this version writes it.
fn version(bytes: &[u8]) -> Result<(), CheckpointError> {
    let first = bytes.split(|&byte| byte == b'\n').next().unwrap_or_default();
    if first == FIRST_LINE.as_bytes() {
        return Ok(());
    }
    let found = String::from_utf8_lossy(&first[..first.len().min(60)]).into_owned();
    Err(if EARLIER.iter().any(|name| found.starts_with(name)) {
        CheckpointError::Earlier { found }
    } else if found.starts_with(NAME) {
        CheckpointError::Later { found }
    } else {
        CheckpointError::NotACheckpoint { found }
    })
}

/// Removes the next line of the head and returns it.
fn line(rest: &mut &[u8]) -> Result<String, CheckpointError> {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let Some(end) = rest.iter().position(|&byte| byte == b'\n') else {
        return Err(CheckpointError::Head { found: text(&rest[..rest.len().min(60)]) });
    };
    let found = text(&rest[..end]);
    *rest = &rest[end + 1..];
    Ok(found)
}

/// Returns the beginning of a text, as long as a message can hold it.
fn short(text: &str) -> String {
    let mut shown: String = text.chars().take(300).collect();
    if shown.len() < text.len() {
        shown.push_str("..");
    }
    shown
}

/// Returns a text without line ends.
fn one_line(text: &str) -> String {
    text.replace(['\n', '\r'], " ")
}

/// A file whose bytes are hashed.
struct Sealed<'f> {
    file: &'f mut dyn Write,
    hasher: blake3::Hasher,
}

impl Write for Sealed<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.file.write(bytes)?;
        self.hasher.update(&bytes[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn about() -> About {
        let lines = ["game take 1 or 2", "convention normal", "method search"].map(str::to_owned);
        About { lines: lines.to_vec(), purpose: "the value of 100\n".into() }
    }

    /// The bytes of a checkpoint with these contents.
    fn bytes(kind: Kind, count: u64, contents: &[u8]) -> Vec<u8> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("work");
        save(&path, kind, &about(), count, &|consume| assert!(contents.chunks(1000).all(&mut *consume))).unwrap();
        fs::read(path).unwrap()
    }

    fn refused(bytes: Vec<u8>) -> String {
        read(bytes, &Kind::ALL, &about().lines).unwrap_err().to_string()
    }

    #[test]
    fn contents_come_back_whatever_they_are() {
        for kind in Kind::ALL {
            for count in [0, 1, 7, 8, 9, 100_000] {
                let contents: Vec<u8> = (0..count).map(|at| (at % 251) as u8).collect();
                let read = read(bytes(kind, count, &contents), &[kind], &about().lines).unwrap();
                let about = About { purpose: "the value of 100 ".into(), ..about() };
                assert_eq!(read, Checkpoint { kind, about, count, contents });
            }
        }
        assert!(matches!(load(Path::new("/no/file"), &Kind::ALL, &[]), Err(CheckpointError::File(_))));
        assert!(matches!(load(Path::new("/"), &Kind::ALL, &[]), Err(CheckpointError::File(_))));
    }

    #[test]
    fn values_of_every_width_come_back() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("work");
        for largest in [0, 255, 256, 65_535, 65_536, u32::MAX] {
            for count in [0, 1, 7, 8, 1000, 70_000] {
                let kept: Vec<u32> = (0..count).map(|at| if at == count / 2 { largest } else { at % 200 }).collect();
                save_values(&path, &about(), &kept).unwrap();
                let read = load(&path, &[Kind::Values], &about().lines).unwrap();
                assert_eq!(values(&read), Some(kept));
            }
        }
        for (count, contents) in [(0, &b"x"[..]), (1, b""), (1, b"123"), (2, b"123"), (3, b"12345678"), (u64::MAX, b"")]
        {
            let read = read(bytes(Kind::Values, count, contents), &[Kind::Values], &about().lines).unwrap();
            assert_eq!(values(&read), None, "{count}");
        }
    }

    #[test]
    fn every_bit_and_every_length_is_verified() {
        for kind in Kind::ALL {
            let whole = bytes(kind, 3, b"0 0\n1 1\n2 2\n");
            for at in 0..whole.len() {
                for bit in 0..8 {
                    let mut changed = whole.clone();
                    changed[at] ^= 1 << bit;
                    assert!(open(changed).is_err(), "bit {bit} of byte {at}");
                }
                assert!(open(whole[..at].to_vec()).is_err(), "cut at {at}");
                assert!(open(whole[at + 1..].to_vec()).is_err(), "from {at}");
                let twice = [&whole[..at], &whole[at..=at], &whole[at..]].concat();
                assert!(open(twice).is_err(), "byte {at} twice");
            }
            assert!(open(whole).is_ok());
        }
    }

    #[test]
    fn other_work_is_refused_with_the_line_that_differs() {
        let whole = bytes(Kind::Facts, 1, b"0 0\n");
        let other = |change: fn(&mut Vec<String>)| {
            let mut lines = about().lines;
            change(&mut lines);
            read(whole.clone(), &[Kind::Facts], &lines).unwrap_err().to_string()
        };
        assert_eq!(
            other(|lines| lines[1] = "convention misère".into()),
            "expected a checkpoint of `convention misère`, found one of `convention normal`"
        );
        assert_eq!(
            other(|lines| lines.push("position 5".into())),
            "expected a checkpoint of `position 5`, found one without it"
        );
        assert_eq!(other(|lines| drop(lines.pop())), "expected nothing more, found a checkpoint of `method search`");
        assert_eq!(
            read(whole.clone(), &[Kind::Values, Kind::Hunt], &about().lines).unwrap_err().to_string(),
            "expected a checkpoint of the kind values or hunt, found the kind facts"
        );
    }

    #[test]
    fn other_versions_and_other_files_are_refused() {
        for first in ["grundy-table 1", "grundy-state 1", "grundy-search 1"] {
            let refused = refused(format!("{first}\nnim\nwidth 1 count 0\n").into_bytes());
            assert_eq!(refused, format!("written by an earlier version (`{first}`); remove it to begin anew"));
            assert!(is_checkpoint(first.as_bytes()));
        }
        assert!(refused(b"grundy-checkpoint 2\n".to_vec()).starts_with("written by a later version"));
        assert!(is_checkpoint(b"grundy-checkpoint 2\n") && !is_checkpoint(b"grundy certificate 1\n"));
        assert!(refused(b"".to_vec()).ends_with("found ``"));
        assert!(refused(vec![b'x'; 100]).ends_with(&format!("found `{}`", "x".repeat(60))));
    }

    #[test]
    fn a_head_with_a_right_checksum_is_read_with_care() {
        for head in [
            "",
            "kind",
            "kind x\nfor\n",
            "kind facts\nfor 5\ncount -1\n",
            "kind facts\nabout x\ncount 1\n",
            "kind facts\nfor 5\ncount 18446744073709551616\n",
            "kind facts\nfor 5\ncount 5",
        ] {
            let sealed = format!("{FIRST_LINE}\n{head}").into_bytes();
            let sum = checksum(&sealed);
            let refused = open([&sealed[..], &sum].concat());
            assert!(matches!(refused, Err(CheckpointError::Head { .. })), "{head:?}");
        }
    }
}
