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
//! Reading and writing cost one pass over the file.
//!
//! ```
//! use grundy_table::checkpoint::{self, About, CheckpointError, Kind};
//!
//! # let folder = tempfile::tempdir().unwrap();
//! # let path = folder.path().join("kayles.ckpt");
//! let about = About { lines: vec!["game octal 0.77".into()], purpose: "a table".into() };
//! checkpoint::save_values(&path, &about, &[0, 1, 2, 3, 1, 4])?;
//! let read = checkpoint::load(&path, &[Kind::Values], &about.lines)?;
//! assert_eq!(checkpoint::values(&read), Some(vec![0, 1, 2, 3, 1, 4]));
//! // The lines of other work are refused.
//! let other = checkpoint::load(&path, &[Kind::Values], &["game octal 0.07".to_owned()]);
//! assert!(matches!(other, Err(CheckpointError::About { .. })));
//! # Ok::<(), CheckpointError>(())
//! ```

use std::{
    fmt, fs,
    io::{self, BufWriter, Write},
    path::Path,
};

use crate::file;

#[cfg(test)]
mod tests;

/// What the first line begins with in every version.
const NAME: &str = "grundy-checkpoint ";
/// The first line of this version.
const FIRST_LINE: &str = "grundy-checkpoint 1";

/// How files of earlier versions begin.
const EARLIER: [&str; 3] = ["grundy-table ", "grundy-state ", "grundy-search "];

/// A byte order mark in UTF-8.
const MARK: &[u8] = "\u{feff}".as_bytes();

/// The bytes of a checksum.
const CHECKSUM: usize = blake3::OUT_LEN;

/// Bytes that are hashed and written at a time.
const PIECE: usize = 1 << 16;

/// What the contents of a checkpoint are.
///
/// The kind decides how the contents are read; work that expects another kind refuses the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Kind {
    /// The values of the heaps 0, 1, 2, .. One, two or four bytes each, whichever the largest
    /// needs.
    Values,
    /// The state of a search for a period. Small, whatever the number of heaps is.
    Hunt,
    /// The facts that a search for one position has found.
    Facts,
    /// The segments of a certificate that a check has verified.
    Segments,
}

impl Kind {
    /// All kinds.
    const ALL: [Kind; 4] = [Kind::Values, Kind::Hunt, Kind::Facts, Kind::Segments];

    /// Returns the word of the kind in the file.
    ///
    /// It is the word after `kind`.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Values => "values",
            Kind::Hunt => "hunt",
            Kind::Facts => "facts",
            Kind::Segments => "segments",
        }
    }
}

/// What a checkpoint is about, without its count.
///
/// Line ends in these texts are written as blanks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct About {
    /// Lines that must be equal for the work to resume: the game, its word lists, the method.
    pub lines: Vec<String>,
    /// What the work was for, shown to the user.
    pub purpose: String,
}

/// A checkpoint that was read.
///
/// It was verified by its checksum; nothing is known about the contents beyond that they were
/// written so.
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
///
/// `Display` is a clause for a message, after the name of the file. No variant changes the file.
#[derive(Debug)]
#[non_exhaustive]
pub enum CheckpointError {
    /// It cannot be read or written. A missing file and a pipe are such errors.
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
    /// Its line ends were changed to CRLF, and with them its contents, which are binary.
    LineEnds,
    /// Its checksum is wrong. It is cut short, has been added to, or has changed bytes.
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
            CheckpointError::LineEnds => {
                write!(
                    f,
                    "its line ends were changed to CRLF, which changes its contents too; if there is an unchanged \
                     original, copy it as a binary file"
                )
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
///
/// So contents of any size are written without a copy of them.
pub type Pieces<'p> = &'p dyn Fn(&mut dyn FnMut(&[u8]) -> bool);

/// Writes a checkpoint. The old file at this place, if there is one, stays until the new one is
/// complete and on the disk.
///
/// # Errors
/// The reason of the system if the file cannot be written.
///
/// # Cost
/// One pass over the contents, and a hash of them; the file is brought to the disk.
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
///
/// # Cost
/// The file is held in memory as a whole.
pub fn load(path: &Path, kinds: &[Kind], lines: &[String]) -> Result<Checkpoint, CheckpointError> {
    // A pipe or a device may never end.
    if !fs::metadata(path)?.is_file() {
        return Err(io::Error::other("it is not a plain file").into());
    }
    read(fs::read(path)?, kinds, lines)
}

/// As [`load`], from the bytes of the file.
///
/// The `about` lines are compared one by one, in their order.
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
/// A caller that shows what a file is about uses it; one that resumes uses [`read()`].
///
/// # Errors
/// [`CheckpointError`] if it is damaged or not a checkpoint of this version.
pub fn open(mut bytes: Vec<u8>) -> Result<Checkpoint, CheckpointError> {
    // An editor may have added a byte order mark; the checksum covers the rest.
    if bytes.starts_with(MARK) {
        bytes.drain(..MARK.len());
    }
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
///
/// A few dozen bytes are enough.
pub fn is_checkpoint(head: &[u8]) -> bool {
    let head = head.strip_prefix(MARK).unwrap_or(head);
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

/// The lines before the contents.
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
    if first.strip_suffix(b"\r") == Some(FIRST_LINE.as_bytes()) {
        return Err(CheckpointError::LineEnds);
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
