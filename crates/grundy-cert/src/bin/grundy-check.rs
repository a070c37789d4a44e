//! `grundy-check FILE ..`: verifies certificates with the rules and the checker alone.
//!
//! No solver is linked into it, so that an answer can be believed without the program that found
//! it. It prints one line for each certificate. Exit codes: 0 if every certificate is verified, 1
//! if one is refused, 2 if one cannot be read, 3 if one is not decided within the limits; the
//! largest of these.
//!
//! ```text
//! $ grundy-check kayles.cert --time 60 --memory 1GiB
//! kayles.cert: verified: octal 0.77: every heap, period 12 from heap 71 on
//! ```
//!
//! Certificates and word lists must be plain files: a pipe or a device may never end. Standard
//! input is read whole, up to 1 GiB. The clock is read here alone; the library calls back to ask
//! whether time is left.

use std::{
    env,
    ffi::OsString,
    fs::{self, File},
    io::{self, Cursor, ErrorKind, Read, Write},
    num::NonZero,
    path::Path,
    process::ExitCode,
    time::{Duration, Instant},
};

use grundy_cert::{
    Answer, Automaton, CheckLimits, Claim, Means, Mode, ReadError, Solution, Verdict, check_with, read_within,
    shortened,
};
use grundy_games::{Convention, Lists, Query, Question};

const HELP: &str = "\
Verifies certificates of grundy from the rules of their games alone.

Usage: grundy-check [OPTIONS] CERTIFICATE ..

A certificate is a plain file; - reads one from standard input. Word lists that a certificate names are read relative to the
working folder.

Options:
      --time SECONDS  Check each certificate for at most this long (default: any time)
      --memory SIZE   Hold at most this much memory, such as 4GiB (default 8GiB)
      --jobs N        Work with at most this many threads (default: all cores)
      --plain-check   Use the plain meaning of the rules alone, without the evaluator of games of heaps
  -h, --help          Print this
  -V, --version       Print the version

Exit codes: 0 every certificate is verified, 1 one is refused or holds claims that are not verified,
2 one cannot be read, or there is none, 3 one is not decided within the limits; the largest of these";

/// The time of each check, and its other limits.
type Asked = (Option<Duration>, CheckLimits<'static>);

/// What to do, by the command line.
enum CheckCommand {
    Print(String),
    Check(Asked, Vec<OsString>),
}

fn main() -> ExitCode {
    let (limits, files) = match asked(env::args_os().skip(1)) {
        Ok(CheckCommand::Check(limits, files)) => (limits, files),
        Ok(CheckCommand::Print(text)) => return ExitCode::from(if print(&text) { 0 } else { 2 }),
        Err(why) => {
            let _ = writeln!(io::stderr(), "error: {why}\n\n{HELP}");
            return ExitCode::from(2);
        }
    };
    let mut worst = 0;
    for file in files {
        let (report, code) = verdict(Path::new(&file), &limits);
        worst = worst.max(code);
        if !print(&format!("{}: {report}", file.display())) {
            return ExitCode::from(2);
        }
    }
    ExitCode::from(worst)
}

/// Prints a line. A closed pipe (`| head`) is no error; false if the line cannot be written for
/// another reason.
fn print(line: &str) -> bool {
    let mut out = io::stdout().lock();
    match writeln!(out, "{line}").and_then(|()| out.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            let _ = writeln!(io::stderr(), "error: cannot write the answer: {error}");
            false
        }
        _ => true,
    }
}

/// Reads the words of the command line; the error is a message.
fn asked(mut words: impl Iterator<Item = OsString>) -> Result<CheckCommand, String> {
    let mut limits = CheckLimits { most_bytes: 8 << 30, ..CheckLimits::default() };
    let mut time = None;
    let mut files = Vec::new();
    while let Some(word) = words.next() {
        let text = word.to_str().filter(|text| text.starts_with('-') && *text != "-");
        let Some(text) = text else {
            files.push(word);
            continue;
        };
        let (name, given) = text.split_once('=').map_or((text, None), |(name, value)| (name, Some(value.to_owned())));
        let mut value = || {
            let next = given.clone().or_else(|| words.next()?.into_string().ok());
            next.ok_or_else(|| format!("{name} needs a value"))
        };
        match name {
            "--help" | "-h" => return Ok(CheckCommand::Print(HELP.into())),
            "--version" | "-V" => {
                return Ok(CheckCommand::Print(format!("grundy-check {}", env!("CARGO_PKG_VERSION"))));
            }
            "--plain-check" if given.is_none() => limits.means = Means::Plain,
            "--time" => time = Some(seconds(&value()?)?),
            "--memory" => limits.most_bytes = bytes(&value()?)?,
            "--jobs" | "-j" => limits.threads = Some(threads(&value()?)?),
            _ => return Err(format!("there is no option {name}")),
        }
    }
    if files.is_empty() {
        Err("the name of a certificate is missing".into())
    } else {
        Ok(CheckCommand::Check((time, limits), files))
    }
}

/// A duration in seconds, such as `10` or `0.5s`.
fn seconds(text: &str) -> Result<Duration, String> {
    let number = text.strip_suffix('s').unwrap_or(text).parse().ok();
    let time = number.and_then(|number: f64| Duration::try_from_secs_f64(number).ok());
    time.ok_or_else(|| format!("{text} is not a number of seconds"))
}

/// A number of threads, from 1 on.
fn threads(text: &str) -> Result<NonZero<usize>, String> {
    text.parse().map_err(|_| format!("{text} is not a number of threads"))
}

/// A number of bytes, such as `4GiB`.
fn bytes(text: &str) -> Result<u64, String> {
    let digits = text.find(|sign: char| !sign.is_ascii_digit()).unwrap_or(text.len());
    let unit = match &text[digits..] {
        "" | "B" => Some(1),
        "K" | "k" | "KiB" => Some(1 << 10),
        "M" | "MiB" => Some(1 << 20),
        "G" | "GiB" => Some(1 << 30),
        "T" | "TiB" => Some(1 << 40),
        "kB" => Some(1_000),
        "MB" => Some(1_000_000),
        "GB" => Some(1_000_000_000),
        "TB" => Some(1_000_000_000_000),
        _ => None,
    };
    let size = text[..digits].parse::<u64>().ok().zip(unit).and_then(|(number, unit)| number.checked_mul(unit));
    size.ok_or_else(|| format!("{text} is not a size: write 4GiB, 500MB or a number of bytes"))
}

/// The report on a certificate, and its exit code: 0 verified, 1 refused, 2 not readable, 3 not
/// decided within the limits.
fn verdict(file: &Path, (time, limits): &Asked) -> (String, u8) {
    let start = Instant::now();
    let lists = |name: &str| plain(Path::new(name)).and_then(whole).map_err(|error| error.to_string());
    let memory = |bytes: u64| format!("not decided: {} MiB of memory would be needed", bytes.div_ceil(1 << 20));
    let (query, solution) = match open(file, limits.most_bytes, &lists) {
        Ok(found) => found,
        Err(ReadError::TooLarge(bytes)) => return (memory(bytes), 3),
        Err(why) => return (format!("cannot be read: {}", shortened(&why.to_string())), 2),
    };
    let mut go_on = || time.is_none_or(|most| start.elapsed() < most);
    match check_with(*limits, &query, &solution, &mut go_on) {
        Ok(Verdict::Verified) => (format!("verified: {}", statement(&query, &solution)), 0),
        Ok(Verdict::Unverified) => ("not decided within the time; allow more with --time SECONDS".into(), 3),
        Ok(Verdict::TooLarge) => ("not decided within the memory; allow more with --memory SIZE".into(), 3),
        Ok(other) => (format!("not decided: {other}"), 3),
        Err(flaw) => (format!("refused: {}", shortened(&flaw.to_string())), 1),
    }
}

/// Reads a certificate. Facts of a plain file may stay in the file.
fn open(name: &Path, most_bytes: u64, lists: Lists<'_>) -> Result<(Query, Solution), ReadError> {
    if name == Path::new("-") {
        return read_within(Cursor::new(whole(io::stdin().lock())?), most_bytes, lists);
    }
    read_within(plain(name)?, most_bytes, lists)
}

/// Opens a plain file. A pipe or a device is refused, since it may never end.
fn plain(name: &Path) -> io::Result<File> {
    if !fs::metadata(name)?.is_file() {
        return Err(io::Error::other("not a regular file; - reads standard input"));
    }
    File::open(name)
}

/// All bytes of a source, up to 1 GiB.
fn whole(from: impl Read) -> io::Result<Vec<u8>> {
    const MOST: u64 = 1 << 30;
    let mut bytes = Vec::new();
    if from.take(MOST + 1).read_to_end(&mut bytes)? as u64 > MOST {
        return Err(io::Error::other("it does not end within 1 GiB"));
    }
    Ok(bytes)
}

/// What a certificate proves: a fact about every position, or about one.
fn statement(query: &Query, solution: &Solution) -> String {
    let play = if query.convention == Convention::Misere { ", misère play" } else { "" };
    let game = shortened(&query.game_text());
    if query.position.is_empty()
        && query.question == Question::ValueAndMoves
        && let [claim] = &solution.claims[..]
        && let Some(all) = everywhere(claim)
    {
        return format!("{game}{play}: {all}");
    }
    let answer = match &solution.answer {
        Answer::Value(value) => format!("value {}", value.0),
        Answer::Outcome(outcome) => format!("{outcome}-position"),
        Answer::Values(values) => format!("the values of {} heaps", values.len()),
        Answer::Outcomes(outcomes) => format!("who wins at {} heaps", outcomes.len()),
    };
    let position = if query.position.is_empty() { "no heap or word".to_owned() } else { query.position_text() };
    format!("{game}{play}, {}: {answer}", shortened(&position))
}

/// What a claim proves about every position; `None` for a claim about some positions.
fn everywhere(claim: &Claim) -> Option<String> {
    Some(match claim {
        Claim::Automaton(claim) => machine(claim),
        Claim::Counting(claim) => {
            let counters = match claim.machine.counters[..] {
                [one] => format!("period {}", one.period),
                _ => "two counters".into(),
            };
            format!("the value of every word, by {} states with {counters}", claim.machine.states())
        }
        Claim::Period(period) => format!("every heap, period {} from heap {} on", period.period, period.preperiod),
        Claim::Window(window) => format!("every heap, period {} from heap {} on", window.period, window.preperiod),
        Claim::ClosedForm(law) => format!("every position, by the law `{}`", law.name()),
        _ => return None,
    })
}

/// What an automaton gives for which words.
fn machine(claim: &Automaton) -> String {
    let label = match claim.mode {
        Mode::Values => "the value".to_owned(),
        Mode::Capped(1) | Mode::Misere => "who wins".into(),
        Mode::Capped(most) => format!("the value up to {most}"),
    };
    let words =
        claim.upto.map_or("every word".into(), |upto| format!("words of up to {} letters", upto.saturating_sub(1)));
    format!("{label} of {words}, by {} states", claim.machine.states())
}
