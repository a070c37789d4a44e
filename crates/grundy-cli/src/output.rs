//! The results and the errors of verbs: how an error reads, and which exit code it has.

use std::{
    io::{self, ErrorKind, IsTerminal, Write},
    path::{Path, PathBuf},
};

use grundy::{
    Error, Refused,
    games::encoding::printable,
    help::{Fix, Help, shell_word},
    solvers::Reason,
    storage,
};
use grundy_show::{ErrorJson, diagnostic_text, error_help, error_message, file_help, json_line};

use crate::{
    cli::{Common, When},
    signals::Signals,
    sources,
    spelling::CommandLine,
    streams::{fitted_err, is_closed, write_out},
};

/// A verb's result.
pub struct VerbOutput {
    /// What goes to stdout.
    pub out: String,
    /// The exit code.
    pub code: u8,
}

impl From<String> for VerbOutput {
    fn from(out: String) -> VerbOutput {
        VerbOutput { out, code: 0 }
    }
}

/// Why there is no result.
pub enum CliError {
    /// The library returns no answer.
    Library(Error),
    /// Not decided within the limits.
    Undecided { code: &'static str, message: String, help: Help },
}

impl CliError {
    /// A mistake in the request.
    pub fn usage(message: impl Into<String>, help: impl Into<Help>) -> CliError {
        CliError::refused("usage", message, help)
    }

    /// A request with a word that is wrong.
    pub fn about(argument: &str, message: impl Into<String>, help: impl Into<Help>) -> CliError {
        Error::usage(argument, message, help).into()
    }

    /// A request that cannot be done as it stands.
    pub fn refused(code: &'static str, message: impl Into<String>, help: impl Into<Help>) -> CliError {
        let (message, help) = (message.into(), help.into());
        CliError::from(Error::Refused(Box::new(Refused { code, message, help, line: None, argument: None })))
    }

    /// The error with the line of the input that it is about.
    pub fn at_line(mut self, line: usize) -> CliError {
        if let CliError::Library(Error::Refused(refused)) = &mut self {
            refused.line = Some(line);
        }
        self
    }

    /// A file that cannot be read or written.
    pub fn file(doing: &str, path: &Path, error: &io::Error) -> CliError {
        let message = format!("cannot {doing} {}: {error}", path.display());
        let folder = path.parent().filter(|folder| doing == "write" && !folder.as_os_str().is_empty());
        match folder.filter(|folder| error.kind() == ErrorKind::NotFound && !folder.exists()) {
            Some(folder) => {
                let name = folder.display().to_string();
                CliError::refused(
                    "file",
                    message,
                    format!("there is no folder {name}: `mkdir -p {}` makes it", shell_word(&name)),
                )
            }
            None => CliError::refused("file", message, file_help(error.kind())),
        }
    }

    /// An error that does not end the run.
    pub fn aside(error: &Error) -> CliError {
        CliError::refused(error.code(), error_message(error), error_help(error, &CommandLine))
    }

    /// Whether the user gave something wrong, a file that cannot be written included.
    pub fn is_input(&self) -> bool {
        matches!(self, CliError::Library(Error::Text(_) | Error::Refused(_) | Error::File { .. }))
    }

    pub fn code(&self, signals: &Signals) -> u8 {
        match self {
            CliError::Library(Error::Stopped(stopped)) => match stopped.reason {
                Reason::Interrupted => signals.code(),
                Reason::Fault(_) | Reason::Unreadable(_) => 2,
                _ => 3,
            },
            CliError::Library(Error::NoSolver(_)) | CliError::Undecided { .. } => 3,
            CliError::Library(Error::Check { .. }) => 1,
            CliError::Library(Error::Refused(refused)) if [Error::UNDECIDED, "time"].contains(&refused.code) => 3,
            CliError::Library(_) => 2,
        }
    }

    /// The error as JSON.
    fn json(&self) -> ErrorJson<'_> {
        match self {
            CliError::Library(error) => ErrorJson::of(error, &CommandLine),
            CliError::Undecided { code, message, help } => ErrorJson::refusal(code, message, help, &CommandLine),
        }
    }

    /// The message and the way out.
    fn parts(&self) -> (String, String) {
        match self {
            CliError::Undecided { message, help, .. } => (message.clone(), help.spelled(&CommandLine)),
            CliError::Library(error) => (error_message(error), error_help(error, &CommandLine)),
        }
    }
}

impl<E: Into<Error>> From<E> for CliError {
    fn from(error: E) -> CliError {
        CliError::Library(error.into())
    }
}

/// Whether a stream takes colours.
pub fn colour(when: When, terminal: bool) -> grundy_show::Colour {
    let set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    let dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
    let on = match when {
        When::Always => true,
        When::Never => false,
        When::Auto => !set("NO_COLOR") && (terminal && !dumb && understood() || set("CLICOLOR_FORCE")),
    };
    if on { grundy_show::Colour::On } else { grundy_show::Colour::Off }
}

/// Whether a terminal understands the codes of colours. A console of Windows does once it is asked
/// to; every other terminal does.
fn understood() -> bool {
    anstyle_query::windows::enable_ansi_colors().unwrap_or(true)
}

/// The file that a flag names. `None` for `-`, which is standard output.
pub fn file(path: Option<&Path>) -> Option<&Path> {
    path.filter(|path| *path != Path::new("-"))
}

/// Refuses flags that name standard output twice, or where the answer is written there. Returns
/// whether one of them names it. `answer` is what is written there, with the way to keep it away.
pub fn stream(files: &[(&str, Option<&Path>)], answer: Option<(&str, &str)>) -> Result<bool, CliError> {
    let mut named = files.iter().filter(|(_, path)| path.is_some_and(|path| path == Path::new("-")));
    let Some((flag, _)) = named.next() else { return Ok(false) };
    let other = match (named.next(), answer) {
        (Some((other, _)), _) => Some((*other, "give each but one a file")),
        (None, answer) => answer,
    };
    match other {
        None => Ok(true),
        Some((other, help)) => {
            let message = format!("{flag} - and {other} would both be written to standard output");
            Err(CliError::about(&format!("{flag} -"), message, help))
        }
    }
}

/// Refuses two flags that name the same file.
pub fn distinct(files: &[(&str, Option<&Path>)]) -> Result<(), CliError> {
    for (at, (flag, path)) in files.iter().enumerate() {
        let Some(path) = path else { continue };
        let same = |other: &Path| other == *path || place(other).is_some_and(|other| Some(other) == place(path));
        let other = files[..at].iter().find(|(_, other)| other.is_some_and(same));
        if let Some((other, _)) = other {
            let message = format!("{other} and {flag} name the same file");
            return Err(CliError::about(&path.display().to_string(), message, "give each a file of its own"));
        }
    }
    Ok(())
}

/// Where a path to a plain file leads, through symbolic links and dots, whether the file exists or
/// not.
fn place(path: &Path) -> Option<PathBuf> {
    if path.exists() {
        return path.canonicalize().ok().filter(|place| place.is_file());
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    Some(folder.canonicalize().ok()?.join(path.file_name()?))
}

/// Writes a file that the user named, as a whole or not at all; `-` is standard output.
pub fn write_file(path: &Path, content: impl AsRef<[u8]>) -> Result<(), CliError> {
    let content = content.as_ref();
    if file(Some(path)).is_none() {
        let mut out = io::stdout().lock();
        let written = out.write_all(content).and_then(|()| out.flush());
        return match written {
            Err(error) if !is_closed(&error) => Err(CliError::refused(
                "file",
                format!("cannot write to standard output: {error}"),
                file_help(error.kind()),
            )),
            _ => Ok(()),
        };
    }
    keeps(path)?;
    rewrite_file(path, content)
}

/// Refuses a file whose name is that of a form: `-o json` is meant for `--json`.
pub fn refuse_form(path: &Path) -> Result<(), CliError> {
    let forms = ["json", "csv", "svg", "dot", "png", "latex", "bfile", "ndjson", "npy", "md"];
    let Some(form) = path.to_str().filter(|name| forms.contains(name)) else { return Ok(()) };
    let message = format!("`{form}` is the name of a form, not of a file");
    let option = match form {
        "json" => "--json has that form",
        _ => "--format has the forms of tables and pictures",
    };
    Err(CliError::about(form, message, format!("{option}; ./{form} is the file")))
}

/// Refuses a place where no file can be written. What is there stays.
pub fn writable(path: &Path) -> Result<(), CliError> {
    storage::file::writable(path).map_err(|error| CliError::file("write", path, &error))
}

/// As [`write_file`], of a file that may have been read: records that go on.
pub fn rewrite_file(path: &Path, content: impl AsRef<[u8]>) -> Result<(), CliError> {
    let content = content.as_ref();
    let written = storage::file::replace(path, |file| file.write_all(content));
    written.map_err(|error| CliError::file("write", path, &error))
}

/// Refuses to replace a file that was read.
pub fn keeps(path: &Path) -> Result<(), CliError> {
    refuse_form(path)?;
    match sources::is_read(path) {
        false => Ok(()),
        true => {
            let name = path.display().to_string();
            let message = format!("{name} is read, and would be replaced");
            Err(CliError::about(&name, message, "name another file"))
        }
    }
}

/// Ends the program: the time was up before this.
pub fn exit_late(common: &Common, before: &str) -> ! {
    let trouble = CliError::Undecided {
        code: "time",
        message: format!("not decided: the time was up before {before}"),
        help: Help::from("allow more with ") + Fix::Choose("time", "SECONDS"),
    };
    report(common, &trouble);
    std::process::exit(3)
}

/// Reports the trouble: on stderr, or as JSON on stdout.
pub fn report(common: &Common, trouble: &CliError) {
    if common.json {
        write_out(&json_line(&trouble.json()));
        return;
    }
    complain(common, trouble);
}

/// The trouble with a line of a batch, as one JSON object.
pub fn error_line(trouble: &CliError, number: usize) -> String {
    json_line(&trouble.json().on_line(number))
}

/// Says on stderr what the trouble is with a file besides the answer: as JSON, if the answer is.
pub fn complain_aside(common: &Common, trouble: &CliError) {
    match (common.json, trouble) {
        (true, CliError::Library(_)) => {
            let _ = io::stderr().write_all(json_line(&trouble.json()).as_bytes());
        }
        _ => complain(common, trouble),
    }
}

/// Says on stderr what the trouble is.
pub fn complain(common: &Common, trouble: &CliError) {
    let (message, help) = trouble.parts();
    let colour = colour(common.color, io::stderr().is_terminal());
    let text = match trouble {
        CliError::Library(Error::Text(mistake)) => diagnostic_text(mistake, &CommandLine, colour),
        _ => {
            let help = if help.is_empty() { help } else { format!("  help: {help}\n") };
            printable(&format!("error: {message}\n{help}")).into_owned()
        }
    };
    let _ = io::stderr().write_all(fitted_err(&text).as_bytes());
}
