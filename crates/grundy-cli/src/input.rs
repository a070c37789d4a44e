//! What is read from outside: files, pipes and stdin, whole.
//!
//! A plain file ends, whatever it is. A pipe or a device may go on for ever, so of all else only so much is read; what is longer is refused.

use std::{
    fs::File,
    io::{self, ErrorKind, Read},
    path::Path,
};

/// The most that is read of what is no plain file.
const MOST: u64 = 1 << 30;

/// All bytes of a file or a pipe.
pub fn bytes(path: &Path) -> io::Result<Vec<u8>> {
    whole(File::open(path)?)
}

/// All of a file or a pipe, as text.
pub fn text(path: &Path) -> io::Result<String> {
    utf8(bytes(path)?)
}

/// All of stdin. A file tells its length, so that what is read need not be moved.
pub fn stdin() -> io::Result<Vec<u8>> {
    #[cfg(unix)]
    return std::os::fd::AsFd::as_fd(&io::stdin()).try_clone_to_owned().and_then(|own| whole(File::from(own)));
    #[cfg(not(unix))]
    return limited(io::stdin().lock(), MOST);
}

/// All of stdin, as text.
pub fn stdin_text() -> io::Result<String> {
    utf8(stdin()?)
}

fn utf8(bytes: Vec<u8>) -> io::Result<String> {
    String::from_utf8(bytes).map_err(|_| io::Error::new(ErrorKind::InvalidData, "it is not UTF-8 text"))
}

fn whole(mut file: File) -> io::Result<Vec<u8>> {
    if !file.metadata()?.is_file() {
        return limited(file, MOST);
    }
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn limited(from: impl Read, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let read = from.take(most + 1).read_to_end(&mut bytes)?;
    if read as u64 > most {
        let message = format!("it does not end within {} MiB, and is no plain file", most >> 20);
        return Err(io::Error::new(ErrorKind::FileTooLarge, message));
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_end_is_refused() {
        let refused = limited(io::repeat(b'a'), 1 << 20).unwrap_err();
        assert_eq!(refused.to_string(), "it does not end within 1 MiB, and is no plain file");
        assert_eq!(limited(&b"abc"[..], 3).unwrap(), b"abc");
        assert!(limited(&b"abcd"[..], 3).is_err());
    }
}
