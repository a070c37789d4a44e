//! What is read from outside: files, pipes and stdin, whole or line by line.
//!
//! A plain file ends, and its length is known before it is read. A pipe or a device may go on for
//! ever, or never begin: it is read by a separate thread, while the reader looks at the limits of
//! the run. What does not fit into the memory that is allowed is refused.

use std::{
    fs::File,
    io::{self, ErrorKind, Read},
    path::{Path, PathBuf},
    sync::{
        Arc, Mutex, OnceLock, PoisonError,
        atomic::{AtomicBool, Ordering},
        mpsc::{Receiver, RecvTimeoutError, sync_channel},
    },
    thread,
    time::{Duration, Instant},
};

use grundy::{
    Error, Stopped,
    games::encoding,
    solvers::{Progress, Reason},
};

use crate::{memory::PROGRAM, output::CliError, sources};

/// The limits of reading. Word lists are read inside of the parser, so these are limits of the
/// whole process.
static LIMITS: Mutex<InputLimits> = Mutex::new(InputLimits { end: None, most: 1 << 30, interrupted: None });

/// Why input was not read to its end.
static STOPPED: Mutex<Option<(Reason, String)>> = Mutex::new(None);

/// The name of standard input in messages.
const STDIN: &str = "standard input";

/// The bytes that are read of a pipe at once.
const PART: usize = 1 << 16;

/// The longest time between two looks at the limits.
const LOOK: Duration = Duration::from_millis(50);

/// What reading may take.
#[derive(Clone)]
pub struct InputLimits {
    end: Option<Instant>,
    most: u64,
    interrupted: Option<Arc<AtomicBool>>,
}

impl InputLimits {
    /// Reading ends after this time from now, before it holds that much memory, and when the flag
    /// is set.
    pub fn new(time: Option<Duration>, most: u64, interrupted: Arc<AtomicBool>) -> InputLimits {
        let end = time.and_then(|time| Instant::now().checked_add(time));
        InputLimits { end, most, interrupted: Some(interrupted) }
    }

    /// The limit that this many bytes exceed, if there is one.
    fn over(&self, bytes: u64) -> Option<Reason> {
        if self.interrupted.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed)) {
            Some(Reason::Interrupted)
        } else if bytes > self.most.saturating_add(PROGRAM / 2) {
            Some(Reason::Memory(self.most))
        } else if self.end.is_some_and(|end| Instant::now() >= end) {
            Some(Reason::Time)
        } else {
            None
        }
    }
}

/// Sets the limits of all that is read from now on.
pub fn limit(limits: InputLimits) {
    *LIMITS.lock().unwrap_or_else(PoisonError::into_inner) = limits;
}

/// The error for input that was not read to its end, if there was any.
pub fn stopped() -> Option<CliError> {
    let (reason, source) = STOPPED.lock().unwrap_or_else(PoisonError::into_inner).take()?;
    let (code, message, help) = match reason {
        Reason::Time => ("time", format!("the time is up before {source} ends"), "allow more with --time SECONDS"),
        Reason::Memory(most) => {
            let message = format!("{source} does not fit into the {} MiB of memory that are allowed", most >> 20);
            ("memory", message, "allow more with --memory SIZE, or check that the input ends")
        }
        reason => return Some(Stopped { reason, progress: Progress::default(), known: Vec::new() }.into()),
    };
    Some(CliError::Undecided { code, message: format!("not decided: {message}"), help: help.into() })
}

/// All bytes of a file or a pipe; `-` is standard input.
pub fn bytes(path: &Path) -> io::Result<Vec<u8>> {
    sources::note(path);
    // What a device gives once is gone when a game names its list twice.
    if [Path::new("-"), Path::new("/dev/stdin"), Path::new("/dev/fd/0")].contains(&path) {
        // A game may name its list twice, and standard input is read once.
        static PIPED: OnceLock<Vec<u8>> = OnceLock::new();
        return match PIPED.get() {
            Some(known) => Ok(known.clone()),
            None => stdin().map(|read| PIPED.get_or_init(|| read).clone()),
        };
    }
    whole(File::open(path)?, &path.display().to_string())
}

/// All of a file or a pipe, as text.
pub fn text(path: &Path) -> io::Result<String> {
    let read = encoding::owned(bytes(path)?);
    read.map_err(|fault| fault.error(&path.display().to_string()))
}

/// All of stdin. The length of a file is known, so its bytes need not be moved.
pub fn stdin() -> io::Result<Vec<u8>> {
    #[cfg(unix)]
    return std::os::fd::AsFd::as_fd(&io::stdin()).try_clone_to_owned().and_then(|file| whole(File::from(file), STDIN));
    #[cfg(not(unix))]
    return piped(io::stdin(), &limits()).map_err(|end| end.error(STDIN));
}

/// Whether something may be on stdin that was not asked for: it is a pipe, or a file that is not
/// empty. Nothing of it is read.
pub fn is_piped() -> bool {
    #[cfg(unix)]
    {
        use std::os::{fd::AsFd, unix::fs::FileTypeExt};
        let about = std::io::stdin().as_fd().try_clone_to_owned().and_then(|file| File::from(file).metadata());
        about.is_ok_and(|about| about.file_type().is_fifo() || about.is_file() && about.len() > 0)
    }
    #[cfg(not(unix))]
    false
}

/// All of stdin, as text.
fn stdin_text() -> io::Result<String> {
    encoding::owned(stdin()?).map_err(|fault| fault.error("-"))
}

/// The position on standard input, since a shell refuses arguments of more than some hundred
/// thousand letters.
pub fn position() -> Result<String, Error> {
    let text = stdin_text().and_then(|text| {
        fits(reading(&text))?;
        Ok(text)
    });
    text.map_err(|error| {
        let message = format!("the position on standard input cannot be read: {error}");
        Error::usage("-", message, grundy_show::file_help(error.kind()))
    })
}

/// About what it takes to read a position, in bytes: for each letter, and for each component of a
/// sum.
fn reading(text: &str) -> u64 {
    // Sums in bytes are vectors: a part has at most as many signs as a byte counts.
    let parts = text.as_bytes().chunks(usize::from(u8::MAX));
    let signs: u64 = parts.map(|part| u64::from(part.iter().map(|&sign| u8::from(sign == b'+')).sum::<u8>())).sum();
    6 * text.len() as u64 + 96 * signs
}

/// Refuses standard input that takes so much memory, if that is more than is allowed.
fn fits(bytes: u64) -> io::Result<()> {
    limits().over(bytes).map_or(Ok(()), |reason| Err(ReadingEnd::Over(reason).error(STDIN)))
}

/// Supplies word lists from files; names are relative to `folder`.
pub fn lists(folder: &Path) -> impl Fn(&str) -> Result<Vec<u8>, String> + use<> {
    let folder = folder.to_owned();
    move |name| {
        let path = if name == "-" { PathBuf::from(name) } else { folder.join(name) };
        bytes(&path).map_err(|error| {
            let known = match (error.kind(), name) {
                (ErrorKind::NotFound, "/usr/share/dict/words" | "/usr/share/dict/american-english") => {
                    "; on Debian the package `wamerican` brings it"
                }
                (ErrorKind::NotFound, "/usr/share/dict/british-english") => {
                    "; on Debian the package `wbritish` brings it"
                }
                _ => "",
            };
            let reason = match error.kind() {
                ErrorKind::NotFound => "there is no such file".to_owned(),
                _ => error.to_string(),
            };
            format!("{reason}{known}")
        })
    }
}

/// The working folder, which word lists are relative to.
pub fn here() -> PathBuf {
    PathBuf::new()
}

fn limits() -> InputLimits {
    LIMITS.lock().unwrap_or_else(PoisonError::into_inner).clone()
}

/// Why reading ended early.
enum ReadingEnd {
    Over(Reason),
    Error(io::Error),
}

impl ReadingEnd {
    /// The error for the reader of this source. A limit is noted as the reason why the run ends.
    fn error(self, source: &str) -> io::Error {
        match self {
            ReadingEnd::Error(error) => error,
            ReadingEnd::Over(reason) => {
                *STOPPED.lock().unwrap_or_else(PoisonError::into_inner) = Some((reason, source.to_owned()));
                io::Error::other("it is over a limit")
            }
        }
    }
}

fn whole(mut file: File, source: &str) -> io::Result<Vec<u8>> {
    let about = file.metadata()?;
    if !about.is_file() {
        return piped(file, &limits()).map_err(|end| end.error(source));
    }
    if let Some(reason) = limits().over(about.len()).filter(|reason| matches!(reason, Reason::Memory(_))) {
        return Err(ReadingEnd::Over(reason).error(source));
    }
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// What is read of a source, part by part, by a separate thread.
type SourceParts = Receiver<io::Result<Vec<u8>>>;

/// Begins to read. The thread ends with the input, or with the first part that nobody takes, or
/// with the program; a few parts are read ahead.
fn parts(mut from: impl Read + Send + 'static) -> SourceParts {
    let (sender, receiver) = sync_channel(4);
    thread::spawn(move || {
        loop {
            let mut part = vec![0; PART];
            let read = match from.read(&mut part) {
                Ok(0) => return,
                Ok(length) => {
                    part.truncate(length);
                    Ok(part)
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                Err(error) => Err(error),
            };
            if sender.send(read).is_err() {
                return;
            }
        }
    });
    receiver
}

/// The next part, empty if none comes soon; `None` at the end. `held` bytes are kept of the parts
/// before.
fn next_part(parts: &SourceParts, held: usize, limits: &InputLimits) -> Result<Option<Vec<u8>>, ReadingEnd> {
    let part = match parts.recv_timeout(LOOK) {
        Ok(part) => part.map_err(ReadingEnd::Error)?,
        Err(RecvTimeoutError::Timeout) => Vec::new(),
        Err(RecvTimeoutError::Disconnected) => return Ok(None),
    };
    limits.over((held + part.len()) as u64).map_or(Ok(Some(part)), |reason| Err(ReadingEnd::Over(reason)))
}

/// All of what is no plain file.
fn piped(from: impl Read + Send + 'static, limits: &InputLimits) -> Result<Vec<u8>, ReadingEnd> {
    let parts = parts(from);
    let mut bytes = Vec::new();
    while let Some(part) = next_part(&parts, bytes.len(), limits)? {
        if bytes.capacity() - bytes.len() < part.len() {
            bytes.reserve_exact((bytes.len() / 4).max(part.len()).max(PART));
        }
        bytes.extend_from_slice(&part);
    }
    Ok(bytes)
}

/// The lines of a file or a pipe, one after another: a line is there as soon as it is written, and
/// of the others no more is held than what was read ahead.
pub struct InputLines {
    parts: SourceParts,
    limits: InputLimits,
    source: String,
    /// What is read and not yet a line.
    held: Vec<u8>,
    /// How much of it has no end of a line.
    seen: usize,
    /// Whether the beginning was read.
    begun: bool,
}

impl InputLines {
    /// Opens a file or a pipe; `-` is standard input.
    pub fn open(path: &Path) -> io::Result<InputLines> {
        let (parts, source) = match path == Path::new("-") {
            true => (parts(io::stdin()), STDIN.to_owned()),
            false => {
                let file = File::open(path)?;
                if file.metadata()?.is_dir() {
                    return Err(ErrorKind::IsADirectory.into());
                }
                (parts(file), path.display().to_string())
            }
        };
        Ok(InputLines { parts, limits: limits(), source, held: Vec::new(), seen: 0, begun: false })
    }

    /// The bytes of the next line, without its end, and the first without a byte order mark; `None`
    /// at the end of the input. A limit that ends the reading is noted as the reason why the run
    /// ends.
    pub fn next(&mut self) -> io::Result<Option<Vec<u8>>> {
        loop {
            if let Some(end) = self.held[self.seen..].iter().position(|&byte| byte == b'\n') {
                let rest = self.held.split_off(self.seen + end + 1);
                let mut line = std::mem::replace(&mut self.held, rest);
                self.seen = 0;
                line.truncate(line.len() - 1);
                return Ok(Some(line));
            }
            self.seen = self.held.len();
            match next_part(&self.parts, self.held.len(), &self.limits) {
                Ok(Some(part)) if self.begun || part.is_empty() => self.held.extend_from_slice(&part),
                Ok(Some(part)) => {
                    let start = encoding::start(&part).map_err(|fault| fault.error(&self.source))?;
                    self.held.extend_from_slice(start);
                    self.begun = true;
                }
                Ok(None) if self.held.is_empty() => return Ok(None),
                Ok(None) => {
                    self.seen = 0;
                    return Ok(Some(std::mem::take(&mut self.held)));
                }
                Err(end) => return Err(end.error(&self.source)),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn within(time: Option<Duration>, most: u64) -> InputLimits {
        InputLimits::new(time, most, Arc::new(AtomicBool::new(false)))
    }

    #[test]
    fn what_does_not_end_is_refused() {
        let end = piped(io::repeat(b'a'), &within(None, 1 << 20));
        assert!(matches!(end, Err(ReadingEnd::Over(Reason::Memory(most))) if most == 1 << 20));
        let end = piped(io::repeat(b'a'), &within(Some(Duration::from_millis(20)), 1 << 60));
        assert!(matches!(end, Err(ReadingEnd::Over(Reason::Time))));
        let ended = piped(&b"abc"[..], &within(Some(Duration::from_secs(600)), 3));
        assert!(matches!(ended, Ok(bytes) if bytes == b"abc"));
    }

    #[test]
    fn lines_are_those_of_the_text() {
        for text in ["", "a", "a\n", "\n\na\r\nb", "a\n\n"] {
            let mut lines = InputLines {
                parts: parts(text.as_bytes()),
                limits: within(None, 1 << 20),
                source: String::new(),
                held: Vec::new(),
                seen: 0,
                begun: false,
            };
            let mut all = Vec::new();
            while let Some(line) = lines.next().expect("it can be read") {
                all.push(String::from_utf8(line).expect("it is text"));
            }
            assert_eq!(
                all.iter().map(|line| line.trim_end_matches('\r')).collect::<Vec<_>>(),
                text.lines().collect::<Vec<_>>()
            );
        }
    }

    #[test]
    fn what_never_begins_is_refused() {
        /// A pipe that nobody writes to.
        struct Silent;
        impl Read for Silent {
            fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
                loop {
                    thread::park();
                }
            }
        }
        assert!(matches!(
            piped(Silent, &within(Some(Duration::from_millis(20)), 1)),
            Err(ReadingEnd::Over(Reason::Time))
        ));
        let limits = within(None, 1);
        limits.interrupted.as_ref().expect("a flag").store(true, Ordering::Relaxed);
        assert!(matches!(piped(Silent, &limits), Err(ReadingEnd::Over(Reason::Interrupted))));
    }
}
