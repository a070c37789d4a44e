//! Files that are replaced as a whole, and the lock of a file that one run at a time may write.
//!
//! [`replace`] writes a temporary file in the folder of the destination, brings it to the disk,
//! renames it, and brings the folder to the disk. Whatever happens (a full disk, a kill, a loss of
//! power), the old or the new file is there, and whole. The new file has the permissions of the old
//! one. A symbolic link is followed, not replaced. Pipes, devices and the streams of this process
//! (`/dev/stdout`) cannot be replaced and are written directly.
//!
//! [`Lock`] is an advisory lock of the system on a file `.NAME.grundy-lock` in the same folder. The
//! system releases it when the process ends, however that happens, so a file that remains locks
//! nothing; it is removed when the lock is dropped, and may remain, empty, after a kill.
//!
//! *Example.* A kill while a certificate of a gigabyte is written leaves the old file as it was,
//! and a temporary file, which the next run that takes the lock removes.

use std::{
    ffi::OsString,
    fs::{self, File, TryLockError},
    io::{self, BufWriter, ErrorKind, Write},
    path::{Path, PathBuf},
};

/// A chain of more symbolic links than this is refused, as the system does.
const MOST_LINKS: usize = 40;

/// The random letters in the name of a temporary file.
const RANDOM: usize = 6;

/// The ending of temporary names.
const TEMPORARY: &str = ".grundy-tmp";

/// Where a path leads.
enum Destination {
    /// A plain file, or no file yet.
    Plain(PathBuf),
    /// The standard output of this process.
    Stdout,
    /// The standard error of this process.
    Stderr,
    /// Another open file of this process, a pipe, a device, or a folder, which the system refuses
    /// to open.
    Stream(PathBuf),
}

/// Returns the BLAKE3 of bytes as hexadecimal digits.
pub fn fingerprint(bytes: &[u8]) -> String {
    blake3::hash(bytes).to_hex().to_string()
}

/// Writes a file. The old one at this place, if there is one, stays until the new one is complete
/// and on the disk.
///
/// `content` is called once; what it writes is buffered.
///
/// # Errors
/// The error of `content` or of the system; the old file is then unchanged.
pub fn replace(path: &Path, content: impl FnOnce(&mut (dyn Write + Send)) -> io::Result<()>) -> io::Result<()> {
    match destination(path)? {
        Destination::Plain(place) => replace_plain(&place, content),
        Destination::Stdout => directly(io::stdout(), content),
        Destination::Stderr => directly(io::stderr(), content),
        Destination::Stream(place) => directly(File::options().append(true).open(place)?, content),
    }
}

/// Returns an error if [`replace`] cannot write at this place. It changes no file.
///
/// # Errors
/// The error that a write would have, as far as it can be known before.
pub fn writable(path: &Path) -> io::Result<()> {
    match destination(path)? {
        Destination::Plain(place) => {
            may_replace(&place)?;
            temporary(&place).map(drop)
        }
        Destination::Stdout | Destination::Stderr => Ok(()),
        Destination::Stream(place) if place.is_dir() => Err(ErrorKind::IsADirectory.into()),
        // To open a pipe would wait for its reader.
        Destination::Stream(_) => Ok(()),
    }
}

/// Writes to what is no plain file, such as a pipe.
fn directly(to: impl Write + Send, content: impl FnOnce(&mut (dyn Write + Send)) -> io::Result<()>) -> io::Result<()> {
    let mut to = BufWriter::new(to);
    content(&mut to)?;
    to.flush()
}

/// Replaces a plain file as a whole.
fn replace_plain(place: &Path, content: impl FnOnce(&mut (dyn Write + Send)) -> io::Result<()>) -> io::Result<()> {
    let old = may_replace(place)?;
    let file = temporary(place)?;
    directly(file.as_file(), content)?;
    if let Some(old) = old {
        file.as_file().set_permissions(old.permissions())?;
    }
    file.as_file().sync_all()?;
    file.persist(place).map_err(|failed| failed.error)?;
    sync(folder(place))
}

/// Returns the metadata of the old file, if there is one; an error if the user may not write to it,
/// even if a rename could replace it.
fn may_replace(place: &Path) -> io::Result<Option<fs::Metadata>> {
    match File::options().append(true).open(place) {
        Ok(old) => old.metadata().map(Some),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// Creates a file in the same folder that is removed when it is dropped.
fn temporary(place: &Path) -> io::Result<tempfile::NamedTempFile<File>> {
    let prefix = hidden(place, "")?;
    tempfile::Builder::new()
        .prefix(&prefix)
        .suffix(TEMPORARY)
        .rand_bytes(RANDOM)
        .make_in(folder(place), |path| File::options().write(true).create_new(true).open(path))
}

/// Brings the names in a folder to the disk, if the system supports it.
fn sync(folder: &Path) -> io::Result<()> {
    let Ok(folder) = File::open(folder) else { return Ok(()) };
    match folder.sync_all() {
        Err(error) if !matches!(error.kind(), ErrorKind::InvalidInput | ErrorKind::Unsupported) => Err(error),
        _ => Ok(()),
    }
}

/// Follows symbolic links, except for those of open files, whose targets may have no name or
/// another one. Linux has these in `/proc`; macOS has files in `/dev/fd` that are like what they
/// stand for, also like a plain file.
fn destination(path: &Path) -> io::Result<Destination> {
    let open = [format!("/proc/{}/fd", std::process::id()).into(), PathBuf::from("/dev/fd")];
    let mut place = path.to_path_buf();
    for _ in 0..MOST_LINKS {
        if folder(&place).canonicalize().is_ok_and(|folder| open.contains(&folder)) {
            return Ok(match place.file_name().and_then(|name| name.to_str()) {
                Some("1") => Destination::Stdout,
                Some("2") => Destination::Stderr,
                _ => Destination::Stream(place),
            });
        }
        match fs::read_link(&place) {
            Ok(target) => place = folder(&place).join(target),
            Err(_) if fs::metadata(&place).is_ok_and(|found| !found.is_file()) => {
                return Ok(Destination::Stream(place));
            }
            Err(_) => return Ok(Destination::Plain(place)),
        }
    }
    Err(io::Error::other("too many symbolic links"))
}

/// The folder of a file.
fn folder(place: &Path) -> &Path {
    place.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// The name of a file that belongs to this one: `.NAME.` and an end.
fn hidden(place: &Path, end: &str) -> io::Result<OsString> {
    let mut hidden = OsString::from(".");
    hidden.push(place.file_name().ok_or(ErrorKind::InvalidFilename)?);
    hidden.push(".");
    hidden.push(end);
    Ok(hidden)
}

/// The right to write a file, which one run at a time has.
///
/// It is released when it is dropped, and by the system when the process ends.
#[derive(Debug)]
pub struct Lock {
    /// Holds the lock of the system while it is open.
    _file: File,
    name: PathBuf,
}

impl Lock {
    /// Takes the lock of a file, and removes the temporary files that a killed run left in the
    /// folder.
    ///
    /// # Errors
    /// [`ErrorKind::WouldBlock`] if another run has the lock, else the error of the system.
    pub fn take(path: &Path) -> io::Result<Lock> {
        let Destination::Plain(place) = destination(path)? else { return Err(io::Error::other("not a regular file")) };
        let name = folder(&place).join(hidden(&place, "grundy-lock")?);
        loop {
            let file = File::options().write(true).create(true).truncate(false).open(&name)?;
            match file.try_lock() {
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => return Err(ErrorKind::WouldBlock.into()),
                // A file system without locks.
                Err(TryLockError::Error(error)) if error.kind() == ErrorKind::Unsupported => {}
                Err(TryLockError::Error(error)) => return Err(error),
            }
            // The run that had the lock removed its file at the end, maybe after this run had
            // opened it.
            if names(&name, &file)? {
                remove_leftovers(&place);
                return Ok(Lock { _file: file, name });
            }
        }
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        // While the lock is held: afterwards it could be the file of another run.
        let _ = fs::remove_file(&self.name);
    }
}

/// Whether this is the name of an open file.
#[cfg(unix)]
fn names(name: &Path, file: &File) -> io::Result<bool> {
    use std::os::unix::fs::MetadataExt;
    let own = file.metadata()?;
    match fs::metadata(name) {
        Ok(found) => Ok((found.dev(), found.ino()) == (own.dev(), own.ino())),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
    }
}

/// Whether this is the name of an open file. Windows removes the name of a file that is open, too,
/// on file systems that can.
#[cfg(windows)]
fn names(name: &Path, file: &File) -> io::Result<bool> {
    let own = same_file::Handle::from_file(file.try_clone()?)?;
    match same_file::Handle::from_path(name) {
        Ok(found) => Ok(found == own),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
    }
}

/// A system without files.
#[cfg(not(any(unix, windows)))]
fn names(_: &Path, _: &File) -> io::Result<bool> {
    Ok(true)
}

/// Removes what a run that was ended has left.
fn remove_leftovers(place: &Path) {
    let (Ok(prefix), Ok(entries)) = (hidden(place, ""), fs::read_dir(folder(place))) else { return };
    for entry in entries.flatten() {
        let name = entry.file_name();
        let random = name.as_encoded_bytes().strip_prefix(prefix.as_encoded_bytes());
        let random = random.and_then(|rest| rest.strip_suffix(TEMPORARY.as_bytes()));
        if random.is_some_and(|random| random.len() == RANDOM && random.iter().all(u8::is_ascii_alphanumeric)) {
            let _ = fs::remove_file(entry.path());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The names in a folder, in order.
    fn names_in(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap();
        let mut names: Vec<String> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort_unstable();
        names
    }

    #[test]
    fn a_file_that_cannot_be_finished_leaves_the_old_one_and_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("cert");
        let cut = |path: &Path| {
            replace(path, |file| {
                file.write_all(&[b'x'; 100_000])?;
                Err(ErrorKind::StorageFull.into())
            })
        };
        assert_eq!(cut(&path).unwrap_err().kind(), ErrorKind::StorageFull);
        assert!(names_in(folder.path()).is_empty());
        replace(&path, |file| file.write_all(b"old")).unwrap();
        assert!(cut(&path).is_err());
        assert_eq!(fs::read(&path).unwrap(), b"old");
        replace(&path, |file| file.write_all(b"new")).unwrap();
        writable(&path).unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"new");
        assert_eq!(names_in(folder.path()), ["cert"]);
        assert!(writable(&folder.path().join("nowhere/cert")).is_err());
        assert!(writable(folder.path()).is_err() && replace(folder.path(), |_| Ok(())).is_err());
    }

    #[cfg(unix)]
    #[test]
    fn links_and_permissions_stay() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let folder = tempfile::tempdir().unwrap();
        let [own, link, dangling, round] = ["own", "link", "dangling", "round"].map(|name| folder.path().join(name));
        fs::write(&own, "old").unwrap();
        fs::set_permissions(&own, fs::Permissions::from_mode(0o640)).unwrap();
        symlink("own", &link).unwrap();
        symlink("fresh", &dangling).unwrap();
        symlink("round", &round).unwrap();
        for path in [&link, &dangling] {
            replace(path, |file| file.write_all(b"new")).unwrap();
            assert!(path.symlink_metadata().unwrap().is_symlink());
            assert_eq!(fs::read(path).unwrap(), b"new");
        }
        assert_eq!(fs::metadata(&own).unwrap().permissions().mode() & 0o777, 0o640);
        let plain = folder.path().join("plain");
        fs::write(&plain, "").unwrap();
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode();
        assert_eq!(mode(&dangling), mode(&plain), "a new file is as readable as any");
        assert!(replace(&round, |_| Ok(())).is_err());
        assert_eq!(names_in(folder.path()), ["dangling", "fresh", "link", "own", "plain", "round"]);
    }

    #[test]
    fn a_file_whose_name_was_removed_has_none() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("lock");
        let file = File::create(&path).unwrap();
        assert!(names(&path, &file).unwrap());
        fs::remove_file(&path).unwrap();
        // Where the name stays until the file is closed, it cannot be opened.
        assert!(!matches!(names(&path, &file), Ok(true)));
        if let Ok(other) = File::create(&path) {
            assert!(!names(&path, &file).unwrap() && names(&path, &other).unwrap());
        }
    }

    #[test]
    fn one_at_a_time_has_the_lock() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("work");
        let lock = Lock::take(&path).unwrap();
        assert_eq!(Lock::take(&path).unwrap_err().kind(), ErrorKind::WouldBlock);
        let other = Lock::take(&folder.path().join("work2")).unwrap();
        drop((lock, other));
        assert!(names_in(folder.path()).is_empty());
        // What a killed run leaves: its lock file, and a temporary file.
        for name in [".work.grundy-lock", ".work.a1b2C3.grundy-tmp", ".work.b.a1b2C3.grundy-tmp", ".work.mine"] {
            fs::write(folder.path().join(name), "").unwrap();
        }
        drop(Lock::take(&path).unwrap());
        assert_eq!(names_in(folder.path()), [".work.b.a1b2C3.grundy-tmp", ".work.mine"]);
        assert!(Lock::take(folder.path()).is_err());
    }
}
