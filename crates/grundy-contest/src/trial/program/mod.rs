//! A contestant's program: it gets an input and runs under limits on time, memory and output.
//!
//! The program leads a process group, so that what it starts ends with it (`group.rs`). The limit
//! on memory is that of the shell (`ulimit -v`): this needs no unsafe code. Windows has no such
//! shell, and macOS does not keep this limit: there a program with one is refused.

mod group;
mod refusal;

use std::{
    io::{self, Read, Write},
    path::Path,
    process::{Command, ExitStatus, Stdio},
    sync::mpsc::{Receiver, RecvTimeoutError, channel},
    thread,
    time::{Duration, Instant},
};

use grundy::{
    Error,
    help::{Fix, Help},
};

use group::Group;
use refusal::{refusal, script_without_interpreter};

/// The longest time between two looks at the clock and at the flag that cancels the run.
const LOOK: Duration = Duration::from_millis(10);

/// How long the streams of a program that has ended may stay open.
const GRACE: Duration = Duration::from_millis(500);

/// The most bytes of standard error that are kept.
const MOST_COMPLAINT: usize = 2_000;

/// A program with its limits.
#[derive(Clone, Debug)]
pub struct Program {
    /// The program and its arguments.
    pub command: Vec<String>,
    /// The wall time of one run.
    pub time: Duration,
    /// The address space of one run, in bytes; unlimited if absent.
    pub memory: Option<u64>,
}

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RunEnd {
    /// By itself, with success.
    Done,
    /// By itself, with an exit code that is not 0, or by a signal: the error of the system.
    Crash(String),
    /// It was still running at the limit on time.
    Slow,
    /// It wrote more than any answer has.
    Loud,
    /// The caller cancelled the run.
    Cancelled,
}

/// What came of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ran {
    /// How it ended.
    pub end: RunEnd,
    /// Standard output; no more than the limit.
    pub output: Vec<u8>,
    /// The beginning of standard error.
    pub complaint: String,
    /// The wall time.
    pub took: Duration,
}

impl Program {
    /// Whether this system keeps a limit on the memory of a program.
    pub const MEMORY_IS_LIMITED: bool = cfg!(all(unix, not(target_vendor = "apple")));

    /// The program and its arguments in a text, as a shell takes it apart; a file of that name is
    /// the program.
    ///
    /// # Errors
    /// A quotation mark has no end.
    pub fn words(text: &str) -> Result<Vec<String>, Error> {
        if Path::new(text).exists() {
            return Ok(vec![text.to_owned()]);
        }
        let open = || Error::usage(text, "a quotation mark has no end", "close it, or write a blank as `\\ `");
        // On Windows a backslash separates the parts of a path.
        let plain = || text.split_whitespace().map(str::to_owned).collect();
        let words = if cfg!(windows) { plain() } else { shlex::split(text).ok_or_else(open)? };
        Ok(if words.is_empty() { vec![String::new()] } else { words })
    }

    /// Makes sure that the system starts the program, and keeps its limits: it is started, and
    /// ended at once.
    ///
    /// # Errors
    /// [`Error::Refused`] with its name or its limit, the reason and what to write instead.
    pub fn is_there(&self) -> Result<(), Error> {
        let mut command = self.alone();
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        let ended = Group::start(&mut command).and_then(Group::end);
        ended.map_err(|error| self.cannot_run(&error))?;
        self.command.first().and_then(|name| script_without_interpreter(name)).map_or(Ok(()), Err)?;
        self.kept(Program::MEMORY_IS_LIMITED)
    }

    /// Refuses a limit on memory that the system does not keep.
    fn kept(&self, memory_is_limited: bool) -> Result<(), Error> {
        match self.memory {
            Some(_) if !memory_is_limited => {
                let time = Fix::set("exe_limits", format_args!("{}s", self.time.as_secs_f64()));
                let message = "this system does not limit the memory of a program";
                Err(Error::field("exe_limits", message, Help::from("limit its time alone: ") + time))
            }
            _ => Ok(()),
        }
    }

    pub(super) fn cannot_run(&self, error: &io::Error) -> Error {
        refusal(self.command.first().map_or("", String::as_str), error)
    }

    /// Runs the program with this input, for at most `time`; it may write up to `most` bytes.
    ///
    /// # Errors
    /// The program cannot be started.
    pub fn run(&self, input: &str, time: Duration, most: usize, cancelled: &dyn Fn() -> bool) -> io::Result<Ran> {
        let begun = Instant::now();
        let mut group = self.start()?;
        let mut stdin = group.leader.stdin.take();
        let input = input.to_owned();
        // A program need not read its input.
        thread::spawn(move || stdin.as_mut().map(|stdin| stdin.write_all(input.as_bytes())));
        let output = group.leader.stdout.take().map(|stream| parts(stream, most));
        let complaint = group.leader.stderr.take().map(|stream| parts(stream, MOST_COMPLAINT));
        let mut written = Vec::new();
        let stopped = loop {
            if let Some(stream) = &output {
                drain(stream, &mut written, Duration::ZERO);
            }
            if written.len() > most {
                break Some(RunEnd::Loud);
            }
            if group.has_ended()? {
                break None;
            }
            if cancelled() {
                break Some(RunEnd::Cancelled);
            }
            let left = time.saturating_sub(begun.elapsed());
            if left.is_zero() {
                break Some(RunEnd::Slow);
            }
            // Short runs are looked at often.
            thread::sleep(LOOK.min(left).min(begun.elapsed() / 8 + Duration::from_micros(200)));
        };
        let took = begun.elapsed();
        let status = group.end()?;
        let end = stopped.unwrap_or_else(|| ended(status));
        let mut spoken = Vec::new();
        if let Some(stream) = &output {
            drain(stream, &mut written, GRACE);
        }
        if let Some(stream) = &complaint {
            drain(stream, &mut spoken, GRACE);
        }
        let end = if end == RunEnd::Done && written.len() > most { RunEnd::Loud } else { end };
        written.truncate(most);
        spoken.truncate(MOST_COMPLAINT);
        let complaint = String::from_utf8_lossy(&spoken).trim().to_owned();
        Ok(Ran { end, output: written, complaint, took })
    }

    fn start(&self) -> io::Result<Group> {
        let mut command = self.limited();
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        Group::start(&mut command)
    }

    /// The command under its limit on memory.
    #[cfg(unix)]
    fn limited(&self) -> Command {
        let Some(memory) = self.memory else { return self.alone() };
        let mut command = Command::new("sh");
        // Where the system allows less memory, its limit holds.
        let script = r#"ulimit -v "$1" 2>/dev/null || ulimit -S -v "$(ulimit -H -v)"; shift && exec "$@""#;
        command.args(["-c", script, "sh", &(memory / 1024).max(1).to_string()]).args(&self.command);
        command
    }

    #[cfg(not(unix))]
    fn limited(&self) -> Command {
        self.alone()
    }

    fn alone(&self) -> Command {
        let mut command = Command::new(self.command.first().map_or("", String::as_str));
        command.args(self.command.iter().skip(1));
        command
    }
}

fn ended(status: ExitStatus) -> RunEnd {
    if status.success() { RunEnd::Done } else { RunEnd::Crash(status.to_string()) }
}

/// Reads a stream by a thread of its own, which ends with the stream or after `most` bytes.
fn parts(mut stream: impl Read + Send + 'static, most: usize) -> Receiver<Vec<u8>> {
    let (sender, receiver) = channel();
    thread::spawn(move || {
        let mut read = 0;
        let mut part = vec![0; 1 << 14];
        while read <= most {
            match stream.read(&mut part) {
                Ok(0) | Err(_) => return,
                Ok(length) => {
                    read += length;
                    if sender.send(part[..length].to_vec()).is_err() {
                        return;
                    }
                }
            }
        }
    });
    receiver
}

/// Takes what was read of a stream, and waits up to `wait` for its end.
fn drain(stream: &Receiver<Vec<u8>>, into: &mut Vec<u8>, wait: Duration) {
    let begun = Instant::now();
    loop {
        match stream.recv_timeout(wait.saturating_sub(begun.elapsed())) {
            Ok(part) => into.extend(part),
            Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => return,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_limit_that_is_not_kept_is_refused() {
        let free = Program { command: Vec::new(), time: Duration::from_secs(2), memory: None };
        let limited = Program { memory: Some(1 << 28), ..free.clone() };
        assert!(free.kept(false).is_ok() && limited.kept(true).is_ok());
        let Err(Error::Refused(refused)) = limited.kept(false) else { panic!("it is refused") };
        assert_eq!(refused.message, "this system does not limit the memory of a program");
        assert_eq!(refused.help.fixes().next(), Some(&Fix::set("exe_limits", "2s")));
    }
}
