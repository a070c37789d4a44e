//! A contestant's program: it gets an input and runs under limits on time, memory and output.
//!
//! The program leads a process group, so that what it starts ends with it. The limit on memory is
//! that of the shell (`ulimit -v`), and the group is ended by the shell too: this needs no unsafe
//! code, and no crate for it. Elsewhere there is no limit on memory, and only the
//! program itself is ended.

use grundy::Error;
use std::{
    io::{self, Read, Write},
    process::{Child, Command, ExitStatus, Stdio},
    sync::mpsc::{Receiver, RecvTimeoutError, channel},
    thread,
    time::{Duration, Instant},
};

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
pub enum End {
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
    pub end: End,
    /// Standard output; no more than the limit.
    pub output: Vec<u8>,
    /// The beginning of standard error.
    pub complaint: String,
    /// The wall time.
    pub took: Duration,
}

impl Program {
    /// Makes sure that the program can be started.
    ///
    /// # Errors
    /// [`Error::Refused`] with its name.
    pub fn is_there(&self) -> Result<(), Error> {
        let name = self.command.first().map_or("", String::as_str);
        #[cfg(unix)]
        {
            let mut shell = Command::new("sh");
            shell.args(["-c", "command -v -- \"$1\"", "sh", name]);
            let found = shell.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status();
            if !found.is_ok_and(|status| status.success()) {
                return Err(self.cannot_run("there is no such program, or it may not be executed"));
            }
        }
        if name.is_empty() { Err(self.cannot_run("it has no name")) } else { Ok(()) }
    }

    pub(super) fn cannot_run(&self, why: &str) -> Error {
        let name = self.command.first().map_or("", String::as_str);
        let help = "write its path, such as --exe ./mine, or an interpreter: --exe python3 --arg mine.py";
        Error::usage(name, format!("cannot run the program {name}: {why}"), help)
    }

    /// Runs the program with this input, for at most `time`; it may write up to `most` bytes.
    ///
    /// # Errors
    /// The program cannot be started.
    pub fn run(&self, input: &str, time: Duration, most: usize, cancelled: &dyn Fn() -> bool) -> io::Result<Ran> {
        let begun = Instant::now();
        let mut child = self.start()?;
        let mut stdin = child.stdin.take();
        let input = input.to_owned();
        // A program need not read its input.
        thread::spawn(move || stdin.as_mut().map(|stdin| stdin.write_all(input.as_bytes())));
        let output = child.stdout.take().map(|stream| parts(stream, most));
        let complaint = child.stderr.take().map(|stream| parts(stream, MOST_COMPLAINT));
        let mut written = Vec::new();
        let end = loop {
            if let Some(stream) = &output {
                drain(stream, &mut written, Duration::ZERO);
            }
            if written.len() > most {
                break End::Loud;
            }
            if let Some(status) = child.try_wait()? {
                break ended(status);
            }
            if cancelled() {
                break End::Cancelled;
            }
            let left = time.saturating_sub(begun.elapsed());
            if left.is_zero() {
                break End::Slow;
            }
            // Short runs are looked at often.
            thread::sleep(LOOK.min(left).min(begun.elapsed() / 8 + Duration::from_micros(200)));
        };
        let took = begun.elapsed();
        end_group(&mut child);
        child.wait()?;
        let mut spoken = Vec::new();
        if let Some(stream) = &output {
            drain(stream, &mut written, GRACE);
        }
        if let Some(stream) = &complaint {
            drain(stream, &mut spoken, GRACE);
        }
        let end = if end == End::Done && written.len() > most { End::Loud } else { end };
        written.truncate(most);
        spoken.truncate(MOST_COMPLAINT);
        let complaint = String::from_utf8_lossy(&spoken).trim().to_owned();
        Ok(Ran { end, output: written, complaint, took })
    }

    fn start(&self) -> io::Result<Child> {
        let mut command = self.command();
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command.spawn()
    }

    #[cfg(unix)]
    fn command(&self) -> Command {
        use std::os::unix::process::CommandExt;

        let mut command = Command::new("sh");
        let limit = self.memory.map_or("unlimited".to_owned(), |bytes| (bytes / 1024).max(1).to_string());
        // Where the system allows less memory, its limit holds.
        let script = r#"ulimit -v "$1" 2>/dev/null || ulimit -S -v "$(ulimit -H -v)"; shift && exec "$@""#;
        command.args(["-c", script, "sh", &limit]).args(&self.command);
        command.process_group(0);
        command
    }

    #[cfg(not(unix))]
    fn command(&self) -> Command {
        let mut command = Command::new(self.command.first().map_or("", String::as_str));
        command.args(self.command.iter().skip(1));
        command
    }
}

/// Ends the program with all that it has started.
fn end_group(child: &mut Child) {
    #[cfg(unix)]
    {
        let group = child.id().to_string();
        let mut shell = Command::new("sh");
        shell.args(["-c", "kill -KILL -- \"-$1\"", "sh", &group]);
        let _ = shell.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status();
    }
    // An error means that it has ended.
    let _ = child.kill();
}

fn ended(status: ExitStatus) -> End {
    if status.success() { End::Done } else { End::Crash(status.to_string()) }
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
