//! `grundy-check FILE ..`: verifies certificates with the rules and the checker alone. No kernel is linked into it.

use std::{
    env,
    fs::File,
    io::{self, Cursor, Read},
    process::ExitCode,
};

use grundy_cert::{Answer, Automaton, Claim, Mode, Solution, Unread, Verdict, check, read_within};
use grundy_rules::{Ask, Lists, Play, Query};

const HELP: &str = "\
Verifies certificates of grundy from the rules of their games alone.

Usage: grundy-check CERTIFICATE ..

Word lists that a certificate names are read relative to the working folder.

Options:
  -h, --help     Print this
  -V, --version  Print the version

Exit codes: 0 every certificate is verified, 1 one is refused or holds claims that are not verified,
2 one cannot be read, or there is none";

fn main() -> ExitCode {
    let words: Vec<String> = env::args().skip(1).collect();
    let asks = |long: &str, short: &str| words.iter().any(|word| word == long || word == short);
    if asks("--help", "-h") {
        println!("{HELP}");
        return ExitCode::SUCCESS;
    }
    if asks("--version", "-V") {
        println!("grundy-check {}", env!("CARGO_PKG_VERSION"));
        return ExitCode::SUCCESS;
    }
    if let Some(flag) = words.iter().find(|word| word.starts_with('-')) {
        eprintln!("error: there is no option {flag}\n\n{HELP}");
        return ExitCode::from(2);
    }
    if words.is_empty() {
        eprintln!("error: which certificate?\n\n{HELP}");
        return ExitCode::from(2);
    }
    let mut worst = 0;
    for file in words {
        let (told, code) = verdict(&file);
        println!("{file}: {told}");
        worst = worst.max(code);
    }
    ExitCode::from(worst)
}

/// What is to be said of a certificate, and the exit code: 0 it stands, 1 it does not, 2 it cannot be read.
fn verdict(file: &str) -> (String, u8) {
    let lists = |name: &str| whole(name).map_err(|error| error.to_string());
    let (query, solution) = match open(file, &lists) {
        Ok(found) => found,
        Err(why) => return (format!("cannot be read: {why}"), 2),
    };
    match check(&query, &solution, &mut || true) {
        Ok(Verdict::Verified) => (format!("verified: {}", said(&query, &solution)), 0),
        Ok(Verdict::Unverified | Verdict::TooLarge) => ("holds claims that are not verified".into(), 1),
        Err(flaw) => (format!("refused: {flaw}"), 1),
    }
}

/// Reads a certificate. Of a plain file only what has to be is held.
fn open(name: &str, lists: Lists<'_>) -> Result<(Query, Solution), Unread> {
    let file = File::open(name)?;
    if file.metadata()?.is_file() {
        return read_within(file, u64::MAX, lists);
    }
    read_within(Cursor::new(whole(name)?), u64::MAX, lists)
}

/// All of a file; of a pipe or a device, which may not end, no more than this.
fn whole(name: &str) -> io::Result<Vec<u8>> {
    const MOST: u64 = 1 << 30;
    let mut file = File::open(name)?;
    let mut bytes = Vec::new();
    if file.metadata()?.is_file() {
        file.read_to_end(&mut bytes)?;
    } else if file.take(MOST + 1).read_to_end(&mut bytes)? as u64 > MOST {
        return Err(io::Error::other("it does not end within 1 GiB, and is no plain file"));
    }
    Ok(bytes)
}

/// What a certificate says: of every position, or of one.
fn said(query: &Query, solution: &Solution) -> String {
    let play = if query.play == Play::Misere { ", misère play" } else { "" };
    if query.start.is_empty()
        && query.ask == Ask::Value
        && let [claim] = &solution.claims[..]
        && let Some(all) = everywhere(claim)
    {
        return format!("{}{play}: {all}", query.game_text());
    }
    let answer = match &solution.answer {
        Answer::Value(value) => format!("value {}", value.0),
        Answer::Outcome(outcome) => format!("{outcome}-position"),
        Answer::Values(values) => format!("the values of {} heaps", values.len()),
        Answer::Outcomes(outcomes) => format!("who wins at {} heaps", outcomes.len()),
    };
    let position = if query.start.is_empty() { "no heap or word".to_owned() } else { query.position_text() };
    format!("{}{play}, {position}: {answer}", query.game_text())
}

fn everywhere(claim: &Claim) -> Option<String> {
    Some(match claim {
        Claim::Automaton(claim) => machine(claim),
        Claim::Period(period) => format!("every heap, period {} from heap {} on", period.period, period.preperiod),
        Claim::Window(window) => format!("every heap, period {} from heap {} on", window.period, window.preperiod),
        Claim::Law(law) => format!("every position, by the law `{}`", law.name()),
        _ => return None,
    })
}

fn machine(claim: &Automaton) -> String {
    let told = match claim.mode {
        Mode::Values => "the value".to_owned(),
        Mode::Capped(1) | Mode::Misere => "who wins".into(),
        Mode::Capped(most) => format!("the value up to {most}"),
    };
    let words =
        claim.upto.map_or("every word".into(), |upto| format!("words of up to {} letters", upto.saturating_sub(1)));
    format!("{told} of {words}, by {} states", claim.machine.states())
}
