//! What a search for one position knows, on disk: facts of a game, for a later search of the same game.
//!
//! ```text
//! grundy-search 1
//! game graph: take edge with its ends
//! convention normal
//! method proof-number
//! values 410
//! of the value of 5x5
//! <facts><the number of all bytes before: 8 bytes, the least first><checksum: 8 bytes>
//! ```
//!
//! The lines up to `values` must be those of the search that goes on; what was asked is told, since values are facts of the
//! rules. The bytes of the facts are the business of the search.

use std::{io, path::Path};

use super::{CheckpointError, line, one_line, replace, unsealed, whole};

pub(super) const FIRST_LINE: &str = "grundy-search 1";

/// What a checkpoint is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct About {
    /// Lines that a search which goes on must share: the game, its word lists, the convention, the method.
    pub game: Vec<String>,
    /// What was asked.
    pub question: String,
}

/// A checkpoint that was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Known {
    /// How many facts there are.
    pub count: u64,
    /// What was asked.
    pub question: String,
    /// The facts.
    pub facts: Vec<u8>,
}

/// Shows bytes piece by piece until it is told `false`.
pub type Pieces<'p> = &'p dyn Fn(&mut dyn FnMut(&[u8]) -> bool);

/// Writes a checkpoint. The old file at this place, if there is one, stays until the new one is whole.
pub fn save(path: &Path, about: &About, count: u64, facts: Pieces<'_>) -> io::Result<()> {
    let lines = [vec![FIRST_LINE.to_owned()], about.game.clone(), vec![format!("values {count}")]].concat();
    let head: String =
        lines.iter().chain([&format!("of {}", about.question)]).map(|line| one_line(line) + "\n").collect();
    replace(path, |file| {
        file.put(head.as_bytes())?;
        let mut bytes = head.len() as u64;
        let mut written = Ok(());
        facts(&mut |piece| {
            bytes += piece.len() as u64;
            written = file.put(piece);
            written.is_ok()
        });
        written.and_then(|()| file.put(&bytes.to_le_bytes()))
    })
}

/// Reads a checkpoint about this game.
pub fn load(path: &Path, game: &[String]) -> Result<Known, CheckpointError> {
    read(whole(path)?, game)
}

/// As [`load`], from the bytes of the file.
pub fn read(mut bytes: Vec<u8>, game: &[String]) -> Result<Known, CheckpointError> {
    let mut rest = &bytes[..];
    let found = line(&mut rest);
    if found != FIRST_LINE {
        return Err(CheckpointError::Kind { expected: FIRST_LINE, found });
    }
    for expected in game {
        let (expected, found) = (one_line(expected), line(&mut rest));
        if found != expected {
            return Err(CheckpointError::Game { expected, found });
        }
    }
    let count = line(&mut rest);
    let question = line(&mut rest);
    let head = bytes.len() - rest.len();
    let sealed = unsealed(&bytes)?;
    let Some((own, length)) = sealed.split_last_chunk::<8>() else { return Err(CheckpointError::End) };
    let length = u64::from_le_bytes(*length);
    if length != own.len() as u64 || own.len() < head {
        return Err(CheckpointError::End);
    }
    let counted = count.strip_prefix("values ").and_then(|count| count.parse().ok());
    let asked = question.strip_prefix("of ").map(str::to_owned);
    let (Some(count), Some(question)) = (counted, asked) else { return Err(CheckpointError::Head { found: count }) };
    bytes.truncate(bytes.len() - 16);
    bytes.drain(..head);
    Ok(Known { count, question, facts: bytes })
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn about() -> About {
        let game = ["game take 1 or 2", "convention normal", "method search"].map(str::to_owned);
        About { game: game.to_vec(), question: "the value of 100\n".into() }
    }

    #[test]
    fn facts_come_back_whatever_they_are() {
        let path = std::env::temp_dir().join(format!("grundy-search-{}", std::process::id()));
        for many in [0, 1, 7, 8, 9, 100_000] {
            let facts: Vec<u8> = (0..many).map(|at| (at % 251) as u8).collect();
            save(&path, &about(), many, &|sink| assert!(facts.chunks(1000).all(&mut *sink))).unwrap();
            let known = Known { count: many, question: "the value of 100 ".into(), facts };
            assert_eq!(load(&path, &about().game).unwrap(), known);
        }
        fs::remove_file(&path).unwrap();
        assert!(matches!(load(&path, &about().game), Err(CheckpointError::File(_))));
    }

    #[test]
    fn every_bit_and_every_length_is_looked_at() {
        let path = std::env::temp_dir().join(format!("grundy-search-{}-bits", std::process::id()));
        save(&path, &about(), 3, &|sink| assert!(sink(b"0 0\n1 1\n2 2\n"))).unwrap();
        let whole = fs::read(&path).unwrap();
        fs::remove_file(&path).unwrap();
        for at in 0..whole.len() {
            for bit in 0..8 {
                let mut changed = whole.clone();
                changed[at] ^= 1 << bit;
                assert!(read(changed, &about().game).is_err(), "bit {bit} of byte {at}");
            }
            assert!(read(whole[..at].to_vec(), &about().game).is_err(), "cut at {at}");
            assert!(read(whole[at + 1..].to_vec(), &about().game).is_err(), "from {at}");
            let twice = [&whole[..at], &whole[at..=at], &whole[at..]].concat();
            assert!(read(twice, &about().game).is_err(), "byte {at} twice");
        }
        for other in [0, 1, 2] {
            let mut game = about().game;
            game[other].push('x');
            assert!(matches!(read(whole.clone(), &game), Err(CheckpointError::Game { .. })));
        }
        assert!(read(whole, &about().game).is_ok());
    }
}
