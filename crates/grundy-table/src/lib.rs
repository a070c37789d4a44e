//! The shelf: values of heaps on disk, so that a long run can be taken up again.
//!
//! A checkpoint names the game that it is about and carries a checksum. It is replaced as a whole ([`mod@file`]); one that is
//! about another game, cut short or damaged is refused, with what was expected and what was found.
//!
//! ```text
//! grundy-table 1
//! octal 0.16
//! width 1 count 100000
//! <100000 values of one byte each, the least byte first><checksum: 8 bytes>
//! ```
//!
//! The state of a hunt for a period is kept in the same form, with `grundy-state 1` in the first line; its bytes are the
//! business of whoever wrote them.
//!
//! What a search for one position knows is kept as [`search`] says.
//!
//! The checksum is 64-bit FNV-1a over all bytes before it, taken eight at a time, the last ones filled up with zeros.

use std::{fmt, fs, io, io::Write, path::Path};

pub mod file;
pub mod search;

const FIRST_LINE: &str = "grundy-table 1";
const STATE_LINE: &str = "grundy-state 1";

/// What a checkpoint holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kept {
    /// The values of the heaps 0, 1, 2, ..
    Values(Vec<u32>),
    /// The state of a hunt.
    State(Vec<u8>),
}

/// Why a checkpoint is refused.
#[derive(Debug)]
pub enum CheckpointError {
    /// It cannot be read or written.
    File(io::Error),
    /// It is no checkpoint, or one of another version.
    Kind {
        /// The first line that it should have.
        expected: &'static str,
        /// Its first line.
        found: String,
    },
    /// It is about another game.
    Game {
        /// The game that was asked for.
        expected: String,
        /// The game that it names.
        found: String,
    },
    /// Its head does not say how many values there are.
    Head {
        /// The third line.
        found: String,
    },
    /// It does not end as it should.
    End,
    /// It is shorter or longer than its head says.
    Length {
        /// The bytes that the head announces.
        expected: u64,
        /// The bytes that are there.
        found: u64,
    },
    /// Its bytes have been changed.
    Checksum {
        /// What its end says.
        expected: u64,
        /// What its bytes give.
        found: u64,
    },
}

impl fmt::Display for CheckpointError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CheckpointError::File(error) => error.fmt(f),
            CheckpointError::Kind { expected, found } => {
                write!(f, "expected a checkpoint that begins with `{expected}`, found `{found}`")
            }
            CheckpointError::Game { expected, found } => {
                write!(f, "expected a checkpoint of `{}`, found one of `{}`", short(expected), short(found))
            }
            CheckpointError::Head { found } => {
                write!(f, "expected `width W count N` in its third line, found `{found}`")
            }
            CheckpointError::End => write!(f, "its end is missing: it is cut short or has been added to"),
            CheckpointError::Length { expected, found } => {
                write!(
                    f,
                    "expected {expected} bytes behind its head, found {found}: it is cut short or has been added to"
                )
            }
            CheckpointError::Checksum { expected, found } => {
                write!(f, "expected the checksum {expected:016x}, found {found:016x}: its bytes have been changed")
            }
        }
    }
}

impl std::error::Error for CheckpointError {}

impl From<io::Error> for CheckpointError {
    fn from(error: io::Error) -> CheckpointError {
        CheckpointError::File(error)
    }
}

/// Writes the values of the heaps 0, 1, 2, .. of a game. The old file at this place, if there is one, stays until the
/// new one is whole.
pub fn save(path: &Path, game: &str, values: &[u32]) -> io::Result<()> {
    let width = match values.iter().max().copied().unwrap_or(0) {
        0..=0xff => 1,
        0x100..=0xffff => 2,
        _ => 4,
    };
    let bytes = values.iter().flat_map(|value| value.to_le_bytes().into_iter().take(width));
    write(path, [FIRST_LINE, game], width, values.len(), bytes)
}

/// Writes the state of a hunt about a game, in the same way.
pub fn save_state(path: &Path, game: &str, state: &[u8]) -> io::Result<()> {
    write(path, [STATE_LINE, game], 1, state.len(), state.iter().copied())
}

fn write(
    path: &Path,
    [first, game]: [&str; 2],
    width: usize,
    count: usize,
    bytes: impl Iterator<Item = u8>,
) -> io::Result<()> {
    replace(path, |file| {
        file.put(format!("{first}\n{}\nwidth {width} count {count}\n", one_line(game)).as_bytes())?;
        let mut bytes = bytes;
        bytes.try_for_each(|byte| file.put(&[byte]))
    })
}

/// Replaces a file as a whole, with its checksum at the end.
fn replace(path: &Path, content: impl FnOnce(&mut Summed<'_>) -> io::Result<()>) -> io::Result<()> {
    file::replace(path, |file| {
        let mut summed = Summed { file, sum: Checksum::default() };
        content(&mut summed)?;
        let Summed { file, sum } = summed;
        file.write_all(&sum.end().to_le_bytes())
    })
}

/// The bytes of a file without its checksum, which is right.
fn unsealed(bytes: &[u8]) -> Result<&[u8], CheckpointError> {
    let (own, sum) = bytes.split_last_chunk::<8>().ok_or(CheckpointError::End)?;
    let mut sums = Checksum::default();
    sums.add(own);
    match (u64::from_le_bytes(*sum), sums.end()) {
        (expected, found) if expected == found => Ok(own),
        (expected, found) => Err(CheckpointError::Checksum { expected, found }),
    }
}

/// Reads the values of the heaps 0, 1, 2, .. of this game.
pub fn load(path: &Path, game: &str) -> Result<Vec<u32>, CheckpointError> {
    match load_any(path, game)? {
        Kept::Values(values) => Ok(values),
        Kept::State(_) => Err(CheckpointError::Kind { expected: FIRST_LINE, found: STATE_LINE.into() }),
    }
}

/// Reads what a checkpoint about this game holds.
pub fn load_any(path: &Path, game: &str) -> Result<Kept, CheckpointError> {
    read(&whole(path)?, game)
}

/// The bytes of a checkpoint, which is a plain file: nothing else need end.
pub(crate) fn whole(path: &Path) -> io::Result<Vec<u8>> {
    if !fs::metadata(path)?.is_file() {
        return Err(io::Error::other("it is no plain file"));
    }
    fs::read(path)
}

/// Whether a file that begins with these bytes is a checkpoint, of any kind and version.
pub fn is_checkpoint(head: &[u8]) -> bool {
    let names = [FIRST_LINE, STATE_LINE, search::FIRST_LINE].map(|line| line.trim_end_matches(|end: char| end != ' '));
    names.iter().any(|name| head.starts_with(name.as_bytes()))
}

/// As [`load_any`], from the bytes of the file.
pub fn read(bytes: &[u8], game: &str) -> Result<Kept, CheckpointError> {
    let mut rest = bytes;
    let first = line(&mut rest);
    if first != FIRST_LINE && first != STATE_LINE {
        return Err(CheckpointError::Kind { expected: FIRST_LINE, found: first });
    }
    let (expected, found) = (one_line(game), line(&mut rest));
    if found != expected {
        return Err(CheckpointError::Game { expected, found });
    }
    let head = line(&mut rest);
    let words: Vec<&str> = head.split(' ').collect();
    let (width, count) = match words[..] {
        ["width", width @ ("1" | "2" | "4"), "count", count] => (width.parse::<u64>().ok(), count.parse::<u64>().ok()),
        _ => (None, None),
    };
    let (Some(width), Some(count)) = (width, count) else { return Err(CheckpointError::Head { found: head }) };
    let (Some(expected), found) = (count.checked_mul(width).and_then(|all| all.checked_add(8)), rest.len() as u64)
    else {
        return Err(CheckpointError::Head { found: head });
    };
    if expected != found {
        return Err(CheckpointError::Length { expected, found });
    }
    unsealed(bytes)?;
    let values = &rest[..rest.len() - 8];
    if first == STATE_LINE {
        return Ok(Kept::State(values.to_vec()));
    }
    let value = |bytes: &[u8]| bytes.iter().rev().fold(0, |value, &byte| value << 8 | u32::from(byte));
    Ok(Kept::Values(values.chunks(width as usize).map(value).collect()))
}

/// As much of a text as a message can hold.
fn short(text: &str) -> String {
    let mut shown: String = text.chars().take(300).collect();
    if shown.len() < text.len() {
        shown.push_str("..");
    }
    shown
}

/// A text without line ends.
fn one_line(text: &str) -> String {
    text.replace(['\n', '\r'], " ")
}

/// Takes the next line away; something longer than lines are is cut.
fn line(rest: &mut &[u8]) -> String {
    let end = rest.iter().take(1 << 24).position(|&byte| byte == b'\n');
    let (own, left) = rest.split_at(end.unwrap_or(rest.len().min(60)));
    *rest = left.get(1..).unwrap_or(&[]);
    String::from_utf8_lossy(own).into_owned()
}

struct Summed<'f> {
    file: &'f mut dyn Write,
    sum: Checksum,
}

impl Summed<'_> {
    fn put(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.sum.add(bytes);
        self.file.write_all(bytes)
    }
}

/// FNV-1a over words of eight bytes.
struct Checksum {
    sum: u64,
    word: [u8; 8],
    filled: usize,
}

impl Default for Checksum {
    fn default() -> Checksum {
        Checksum { sum: 0xcbf2_9ce4_8422_2325, word: [0; 8], filled: 0 }
    }
}

impl Checksum {
    fn add(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.word[self.filled] = byte;
            self.filled += 1;
            if self.filled == 8 {
                self.step();
            }
        }
    }

    fn step(&mut self) {
        self.sum = (self.sum ^ u64::from_le_bytes(self.word)).wrapping_mul(0x0000_0100_0000_01b3);
        (self.word, self.filled) = ([0; 8], 0);
    }

    /// The sum of what was added, with its length, since zeros fill up the last word.
    fn end(mut self) -> u64 {
        let filled = self.filled as u64;
        self.step();
        (self.sum ^ filled).wrapping_mul(0x0000_0100_0000_01b3)
    }
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;

    fn place(name: &str) -> PathBuf {
        std::env::temp_dir().join(format!("grundy-table-{}-{name}", std::process::id()))
    }

    #[test]
    fn values_of_every_width_come_back() {
        let path = place("widths");
        for largest in [0, 255, 256, 65_535, 65_536, u32::MAX] {
            for many in [0, 1, 7, 8, 1000] {
                let values: Vec<u32> = (0..many).map(|at| if at == many / 2 { largest } else { at % 200 }).collect();
                save(&path, "octal 0.16", &values).unwrap();
                assert_eq!(load(&path, "octal 0.16").unwrap(), values);
            }
        }
        fs::remove_file(&path).unwrap();
    }

    #[test]
    fn states_come_back_and_are_no_values() {
        let path = place("state");
        for many in [0, 1, 1000] {
            let state: Vec<u8> = (0..many).map(|at| (at % 251) as u8).collect();
            save_state(&path, "octal 0.16", &state).unwrap();
            assert_eq!(load_any(&path, "octal 0.16").unwrap(), Kept::State(state));
            assert!(matches!(load(&path, "octal 0.16"), Err(CheckpointError::Kind { .. })));
            assert!(matches!(load_any(&path, "octal 0.17"), Err(CheckpointError::Game { .. })));
        }
        fs::remove_file(&path).unwrap();
    }

    #[test]
    fn foreign_and_damaged_files_are_refused() {
        let path = place("damage");
        let told = |path: &Path| load(path, "octal 0.16").unwrap_err().to_string();
        save(&path, "octal 0.17", &[1, 2, 300]).unwrap();
        assert_eq!(told(&path), "expected a checkpoint of `octal 0.16`, found one of `octal 0.17`");
        save(&path, "octal 0.16", &[1, 2, 300]).unwrap();
        let whole = fs::read(&path).unwrap();
        for at in 0..whole.len() {
            let mut changed = whole.clone();
            changed[at] ^= 1;
            fs::write(&path, &changed).unwrap();
            assert!(load(&path, "octal 0.16").is_err(), "byte {at}");
            fs::write(&path, &whole[..at]).unwrap();
            assert!(load(&path, "octal 0.16").is_err(), "cut at {at}");
        }
        fs::write(&path, [&whole[..], b"x"].concat()).unwrap();
        assert!(told(&path).contains("found 15"), "{}", told(&path));
        fs::remove_file(&path).unwrap();
        assert!(matches!(load(&path, "octal 0.16"), Err(CheckpointError::File(_))));
    }
}
