//! Files with a name of their kind in front and a checksum at the end, written under another name
//! until they are complete.
//!
//! A file is written as `NAME.tmp` and renamed when its last byte is written. It is brought to the
//! disk later, before the manifest names it ([`crate::manifest`]): so a run syncs once for many
//! files, and after a loss of power no manifest names a file that is not whole. The checksum is
//! BLAKE3 of all bytes before it; it protects against accidents, not against a forger.

use std::{
    ffi::OsString,
    fs::{self, File},
    io::Write,
    path::{Path, PathBuf},
};

use crate::error::Error;

/// The checksum of a file.
pub(crate) type Checksum = [u8; blake3::OUT_LEN];

/// Bytes that are hashed and written at a time.
const PIECE: usize = 1 << 16;

/// The bytes at the start of a file, which name its kind and version.
pub(crate) const HEAD: usize = 16;

/// The end of the name of a file that is not complete.
pub(crate) const UNFINISHED: &str = "tmp";

/// A file that is written from its start to its end.
pub(crate) struct Output {
    /// The name that it gets.
    path: PathBuf,
    /// The file under its temporary name.
    file: File,
    /// The checksum so far.
    hasher: blake3::Hasher,
    /// Bytes that are neither hashed nor written yet.
    piece: Vec<u8>,
    /// All bytes so far, those of `piece` included.
    written: u64,
}

impl Output {
    /// Begins a file under its temporary name.
    pub fn create(path: &Path, head: &[u8; HEAD]) -> Result<Output, Error> {
        let file = File::create(unfinished(path)).map_err(Error::file("write", path))?;
        let piece = Vec::with_capacity(PIECE);
        let mut output = Output { path: path.to_path_buf(), file, hasher: blake3::Hasher::new(), piece, written: 0 };
        output.put(head)?;
        Ok(output)
    }

    /// The number of bytes so far.
    pub fn written(&self) -> u64 {
        self.written
    }

    /// Appends bytes.
    pub fn put(&mut self, bytes: &[u8]) -> Result<(), Error> {
        if self.piece.len() + bytes.len() > PIECE {
            self.flush()?;
        }
        self.written += bytes.len() as u64;
        if bytes.len() > PIECE {
            self.hasher.update(bytes);
            return self.file.write_all(bytes).map_err(Error::file("write", &self.path));
        }
        self.piece.extend_from_slice(bytes);
        Ok(())
    }

    /// Writes what waits.
    fn flush(&mut self) -> Result<(), Error> {
        self.hasher.update(&self.piece);
        self.file.write_all(&self.piece).map_err(Error::file("write", &self.path))?;
        self.piece.clear();
        Ok(())
    }

    /// Appends the checksum, and gives the file its name. Returns the checksum and the length of
    /// the file in bytes.
    pub fn finish(mut self) -> Result<(Checksum, u64), Error> {
        self.flush()?;
        let checksum = *self.hasher.finalize().as_bytes();
        let failed = || Error::file("write", &self.path);
        self.file.write_all(&checksum).map_err(failed())?;
        fs::rename(unfinished(&self.path), &self.path).map_err(failed())?;
        Ok((checksum, self.written + checksum.len() as u64))
    }
}

/// The temporary name.
fn unfinished(path: &Path) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(".");
    name.push(UNFINISHED);
    name.into()
}

/// Reads a file, and returns its bytes between the head and the checksum. `expected` is the
/// checksum that the manifest names.
///
/// # Errors
///
/// [`Error::Damaged`] if the file is missing, of another kind, or not the one that is expected.
pub(crate) fn load(path: &Path, head: &[u8; HEAD], expected: &Checksum) -> Result<Vec<u8>, Error> {
    read(path, head, Some(expected))
}

/// As [`load`], for a file that no manifest names: its own checksum is the one that is expected.
pub(crate) fn load_alone(path: &Path, head: &[u8; HEAD]) -> Result<Vec<u8>, Error> {
    read(path, head, None)
}

/// Reads a file as a whole, and compares its head and its checksum.
fn read(path: &Path, head: &[u8; HEAD], expected: Option<&Checksum>) -> Result<Vec<u8>, Error> {
    let mut bytes = match fs::read(path) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound && expected.is_some() => {
            return Err(Error::damaged(path, "the manifest names it, and it is missing"));
        }
        read => read.map_err(Error::file("read", path))?,
    };
    let whole = bytes.len().checked_sub(blake3::OUT_LEN).filter(|&end| end >= HEAD);
    let Some(end) = whole else { return Err(Error::damaged(path, "it is cut short")) };
    if !bytes.starts_with(head) {
        let first = |bytes: &[u8]| {
            let line = bytes.split(|&byte| byte == b'\n').next().unwrap_or_default();
            line.trim_ascii_end().escape_ascii().to_string()
        };
        let (expected, found) = (first(head), first(&bytes[..HEAD]));
        return Err(Error::damaged(path, format!("its first line is not `{expected}`: it begins with `{found}`")));
    }
    if expected.is_some_and(|expected| bytes[end..] != *expected) {
        return Err(Error::damaged(path, "it is not the file that the manifest names: it was cut short or replaced"));
    }
    if blake3::hash(&bytes[..end]).as_bytes() != &bytes[end..] {
        return Err(Error::damaged(path, "its checksum is wrong: it has changed bytes"));
    }
    bytes.truncate(end);
    bytes.drain(..HEAD);
    Ok(bytes)
}

/// Brings files to the disk, and the names in their folder.
pub(crate) fn sync(folder: &Path, files: &[PathBuf]) -> Result<(), Error> {
    for path in files {
        let synced = File::open(path).and_then(|file| file.sync_all());
        synced.map_err(Error::file("write", path))?;
    }
    if let Ok(open) = File::open(folder) {
        match open.sync_all() {
            Err(error)
                if !matches!(error.kind(), std::io::ErrorKind::InvalidInput | std::io::ErrorKind::Unsupported) =>
            {
                return Err(Error::file("write", folder)(error));
            }
            _ => {}
        }
    }
    Ok(())
}
