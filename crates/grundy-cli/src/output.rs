//! What leaves the program: the result on stdout, trouble on stderr, the exit code.

use std::{
    io::{self, BufWriter, ErrorKind, IsTerminal, Write},
    path::Path,
    process::ExitCode,
    time::{Duration, Instant},
};

use grundy::{Diagnostic, Flaw, NoKernel, Reason, Stopped, shelf::file};
use grundy_show::{diagnostic_json, diagnostic_text, error_json};

use crate::{
    cli::{Common, When},
    session::Session,
    signals::Signals,
};

/// A verb's result.
pub struct Reply {
    /// What goes to stdout.
    pub out: String,
    /// The exit code.
    pub code: u8,
}

impl From<String> for Reply {
    fn from(out: String) -> Reply {
        Reply { out, code: 0 }
    }
}

/// Why there is no result.
pub enum Trouble {
    /// A mistake in a game, a position or a list.
    Mistake(Box<Diagnostic>),
    /// Something else about what the user gave: a code, what is wrong, what to do, and the line of the input.
    Input { code: &'static str, message: String, help: String, line: Option<usize> },
    /// Not decided within the limits.
    Stopped(Stopped),
    /// Not decided within the limits, in words of its own.
    Undecided { code: &'static str, message: String, help: String },
    /// No method can answer it.
    NoKernel(NoKernel),
    /// The checker refuses what a kernel, or a certificate, says.
    Flaw { flaw: Flaw, whose: String },
}

impl Trouble {
    /// A mistake in what was asked for.
    pub fn usage(message: impl Into<String>, help: impl Into<String>) -> Trouble {
        Trouble::Input { code: "usage", message: message.into(), help: help.into(), line: None }
    }

    /// A file that cannot be read or written.
    pub fn file(doing: &str, path: &Path, error: &io::Error) -> Trouble {
        Trouble::Input {
            code: "file",
            message: format!("cannot {doing} {}: {error}", path.display()),
            help: String::new(),
            line: None,
        }
    }

    fn code(&self, signals: &Signals) -> u8 {
        match self {
            Trouble::Mistake(_) | Trouble::Input { .. } => 2,
            Trouble::Stopped(stopped) => match stopped.reason {
                Reason::Interrupted => signals.code(),
                Reason::Fault(_) | Reason::Unreadable(_) => 2,
                _ => 3,
            },
            Trouble::NoKernel(_) | Trouble::Undecided { .. } => 3,
            Trouble::Flaw { .. } => 1,
        }
    }

    /// Code, message, help.
    fn parts(&self) -> (&'static str, String, String) {
        match self {
            Trouble::Mistake(mistake) => (mistake.code, mistake.message.clone(), mistake.help.clone()),
            Trouble::Input { code, message, help, .. } => (code, message.clone(), help.clone()),
            Trouble::Undecided { code, message, help } => (code, message.clone(), help.clone()),
            Trouble::Stopped(stopped) => {
                let (code, help) = match stopped.reason {
                    Reason::Time => ("time", "allow more with --time SECONDS".into()),
                    Reason::Memory(most) => ("memory", more_memory(stopped.progress.bytes.max(most))),
                    Reason::Positions(_) => ("positions", "allow more with --positions N".into()),
                    Reason::Interrupted => ("interrupted", String::new()),
                    Reason::Unreadable(_) => ("checkpoint", String::new()),
                    Reason::Fault(_) => ("fault", "the rules break down at a position that can come up".into()),
                };
                let message = match stopped.reason {
                    Reason::Fault(_) | Reason::Unreadable(_) | Reason::Interrupted => stopped.to_string(),
                    _ => format!("not decided: {stopped}"),
                };
                (code, message, help)
            }
            Trouble::NoKernel(none) => {
                ("no-kernel", none.to_string(), "grundy plan shows what each method says".into())
            }
            Trouble::Flaw { flaw, whose } => ("check", format!("the check of {whose} failed: {flaw}"), String::new()),
        }
    }
}

impl From<Diagnostic> for Trouble {
    fn from(mistake: Diagnostic) -> Trouble {
        Trouble::Mistake(Box::new(mistake))
    }
}

impl From<Stopped> for Trouble {
    fn from(stopped: Stopped) -> Trouble {
        Trouble::Stopped(stopped)
    }
}

impl From<NoKernel> for Trouble {
    fn from(none: NoKernel) -> Trouble {
        Trouble::NoKernel(none)
    }
}

/// What to allow when so many bytes, or a few more, are wanted.
fn more_memory(wanted: u64) -> String {
    match wanted.div_ceil(1 << 20).checked_add(1).and_then(u64::checked_next_power_of_two) {
        Some(size @ ..1024) => format!("allow more with --memory SIZE, such as --memory {size}MiB"),
        Some(size) if size < 1 << 24 => format!("allow more with --memory SIZE, such as --memory {}GiB", size >> 10),
        _ => "no machine has so much memory: ask for less".into(),
    }
}

/// Whether a stream takes colours.
pub fn colour(when: When, terminal: bool) -> grundy_show::Colour {
    let set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    let dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
    let on = match when {
        When::Always => true,
        When::Never => false,
        When::Auto => !set("NO_COLOR") && (terminal && !dumb || set("CLICOLOR_FORCE")),
    };
    if on { grundy_show::Colour::On } else { grundy_show::Colour::Off }
}

/// Writes to stdout; a reader that has gone away (`| head`) is no error.
pub fn write_out(text: &str) -> bool {
    was_written(io::stdout().lock().write_all(text.as_bytes()))
}

/// Whether stdout took what was written to it, with what it holds back; reports why if not.
pub fn was_written(written: io::Result<()>) -> bool {
    match written.and_then(|()| io::stdout().flush()) {
        Ok(()) => true,
        Err(error) if error.kind() == ErrorKind::BrokenPipe => true,
        Err(error) => {
            let _ = writeln!(io::stderr(), "error: cannot write the answer: {error}");
            false
        }
    }
}

/// Writes a file that the user named, as a whole or not at all.
pub fn write_file(path: &Path, text: &str) -> Result<(), Trouble> {
    let written = file::replace(path, |file| file.write_all(text.as_bytes()));
    written.map_err(|error| Trouble::file("write", path, &error))
}

/// Writes a long table to stdout as it comes; a reader that has gone away is no error. It is known when the writing begins,
/// so that a limit or a signal that ended its check leaves it whole: the writing may take the time of `--time` again. A
/// signal ends the program at once now, since a pipe may wait for ever.
pub fn write_table(
    session: &Session,
    table: impl FnOnce(&mut BufWriter<Limited<io::StdoutLock<'_>>>) -> io::Result<()>,
) -> Result<Reply, Trouble> {
    let time = session.common.time.map(Duration::from_secs_f64);
    let end = time.and_then(|time| Instant::now().checked_add(time));
    let limited = Limited { out: io::stdout().lock(), end, late: false };
    session.done();
    let mut out = BufWriter::with_capacity(1 << 16, limited);
    let written = table(&mut out).and_then(|()| out.flush());
    let late = out.get_ref().late;
    drop(out);
    if late {
        return Err(Trouble::Undecided {
            code: "time",
            message: "the table is not whole: the time was up before its last line".into(),
            help: "allow more with --time SECONDS".into(),
        });
    }
    Ok(Reply { out: String::new(), code: if was_written(written) { 0 } else { 2 } })
}

/// Output that ends with the time.
pub struct Limited<W> {
    out: W,
    end: Option<Instant>,
    late: bool,
}

impl<W: Write> Write for Limited<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        // After the time is up nothing more is written, not even what is left in buffers.
        if self.end.is_some_and(|end| Instant::now() >= end) {
            self.late = true;
            return Err(io::Error::other("the time is up"));
        }
        self.out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// One line of narration on stderr.
pub fn narrate(text: &str) {
    let _ = writeln!(io::stderr(), "{text}");
}

/// Prints the reply or the trouble, and tells the exit code.
pub fn finish(session: &Session, reply: Result<Reply, Trouble>) -> ExitCode {
    session.done();
    match reply {
        Ok(reply) => ExitCode::from(match write_out(&reply.out) && !session.unwritten() {
            false => 2,
            // What was answered before a signal stands; the code says that there was to be more.
            true if session.interrupted() => session.signals.code(),
            true => reply.code,
        }),
        Err(trouble) => {
            report(&session.common, &trouble);
            ExitCode::from(trouble.code(&session.signals))
        }
    }
}

/// Ends the program: the time was up before all was read.
pub fn exit_late(common: &Common) -> ! {
    let trouble = Trouble::Undecided {
        code: "time",
        message: "not decided: the time was up before the game was read".into(),
        help: "allow more with --time SECONDS".into(),
    };
    report(common, &trouble);
    std::process::exit(3)
}

fn report(common: &Common, trouble: &Trouble) {
    let (code, message, help) = trouble.parts();
    if common.json {
        let json = match trouble {
            Trouble::Mistake(mistake) => diagnostic_json(mistake),
            Trouble::Input { line, .. } => error_json(code, &message, &help, *line),
            _ => error_json(code, &message, &help, None),
        };
        write_out(&json);
        return;
    }
    complain(common, trouble);
}

/// Says on stderr what the trouble is.
pub fn complain(common: &Common, trouble: &Trouble) {
    let (_, message, help) = trouble.parts();
    let colour = colour(common.color, io::stderr().is_terminal());
    let text = match trouble {
        Trouble::Mistake(mistake) => diagnostic_text(mistake, colour),
        _ => {
            let help = if help.is_empty() { help } else { format!("  help: {help}\n") };
            format!("error: {message}\n{help}")
        }
    };
    let _ = io::stderr().write_all(text.as_bytes());
}
