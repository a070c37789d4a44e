//! `grundy check FILE`: verifies a certificate from the rules alone, the values of a game file, or
//! a b-file.
//!
//! Word lists that the certificate's game names are read relative to the working folder.

use std::{
    fs::File,
    io::Read as _,
    path::{Path, PathBuf},
};

use grundy::{
    games::{Ruleset, encoding::MARK},
    help::{Fix, Help, shell_word},
};
use grundy_verbs::{Diff, Whole};

use crate::{
    cli::CheckArgs,
    output::{CliError, VerbOutput, distinct, file},
    session::Session,
    verbs::{asked, certificates::certificate, test},
};

pub fn run(session: &Session, words: CheckArgs) -> Result<VerbOutput, CliError> {
    is_a_file(session, &words)?;
    named(&words)?;
    fitting(session, &words)?;
    distinct(&[
        ("the file that is read", file(Some(&words.file))),
        ("--checkpoint", words.checkpoint.as_deref()),
        ("--output", file(words.output.as_deref())),
    ])?;
    if is_game_file(&words.file) {
        let files: Vec<PathBuf> = std::iter::once(words.file).chain(words.rest.iter().map(PathBuf::from)).collect();
        return match files.iter().find(|file| !is_game_file(file)) {
            Some(other) => {
                let other = other.display().to_string();
                let message = format!("{other} is not a game file, and what stands before it is one");
                Err(CliError::about(&other, message, "check them one after the other"))
            }
            None => test::run(session, &files, words.output.as_deref()),
        };
    }
    if let [game, parameters @ ..] = &words.rest[..] {
        let diff = Diff {
            bfile: words.file.into(),
            game: game.clone(),
            parameters: parameters.to_vec(),
            offset: words.offset.map(Whole),
            shift: words.shift.unwrap_or(0),
        };
        return asked::written(session, &diff, words.output.as_deref());
    }
    let examined = certificate(session, &words.file, words.checkpoint.as_deref())?;
    asked::shown(session, &examined, words.output.as_deref())
}

/// Whether the file has a game with values.
fn is_game_file(name: &Path) -> bool {
    name.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("toml"))
}

/// Refuses a game in the place of the file.
fn is_a_file(session: &Session, words: &CheckArgs) -> Result<(), CliError> {
    let name = words.file.display().to_string();
    let line: Vec<String> = std::iter::once(name.clone()).chain(words.rest.iter().cloned()).collect();
    if words.file.exists() || name == "-" || name.ends_with(".toml") {
        return Ok(());
    }
    let Ok(chosen) = session.run.choose(&line, false) else { return Ok(()) };
    let is_number = |word: &String| word.chars().all(|digit| digit.is_ascii_digit());
    let text = grundy::request::shell("", &line);
    let help = match (chosen.rest, &chosen.game.rules.ruleset) {
        ([], Ruleset::Heap(_)) => {
            Help::from(Fix::Use("prove".into(), text)) + " proves its values, and checks the proof"
        }
        ([file], _) if Path::new(file).exists() => {
            let game = &line[..line.len() - 1];
            let line = [std::slice::from_ref(file), game].concat();
            Help::from("the file comes first: ") + Fix::Use("check".into(), grundy::request::shell("", &line))
        }
        (rest @ [_, ..], _) if rest.iter().all(is_number) && session.run.query(&line, false).is_ok() => {
            Help::from("an answer is checked as it is found: ") + Fix::Write(text)
        }
        _ => return Ok(()),
    };
    Err(CliError::about(&name, format!("`{name}` is a game, and what is checked is a file"), help))
}

/// Refuses a b-file without a game, and a certificate with one, by how the file begins.
fn named(words: &CheckArgs) -> Result<(), CliError> {
    if is_game_file(&words.file) || !words.file.is_file() {
        return Ok(());
    }
    let mut start = Vec::new();
    let read = File::open(&words.file).and_then(|file| file.take(1 << 12).read_to_end(&mut start));
    let (text, name) = (String::from_utf8_lossy(&start), words.file.display().to_string());
    let mut lines = text.trim_start_matches(MARK).lines().filter(|line| !line.trim().is_empty());
    match (lines.clone().next(), &words.rest[..]) {
        _ if read.is_err() => Ok(()),
        (Some(first), [game, ..]) if first.starts_with("grundy-certificate") => {
            let message = format!("{name} is a certificate, which names its game itself");
            Err(CliError::about(game, message, format!("leave the game out: `grundy check {}`", shell_word(&name))))
        }
        (Some(_), []) => match lines.find(|line| !line.starts_with('#')) {
            Some(line) if is_of_bfile(line) => {
                let message = format!("{name} is a b-file, which is compared with a game, and none is named");
                let help = format!("name it: `grundy check {} kayles`", shell_word(&name));
                Err(CliError::about(&name, message, help))
            }
            _ => Ok(()),
        },
        _ => Ok(()),
    }
}

/// Whether the line is `n a(n)`.
fn is_of_bfile(line: &str) -> bool {
    line.split_whitespace().count() == 2 && line.split_whitespace().all(|number| number.parse::<i128>().is_ok())
}

/// Refuses flags that are not about the kind of file that is checked.
fn fitting(session: &Session, words: &CheckArgs) -> Result<(), CliError> {
    let common = &session.common;
    let of_game = [
        ("--set", !common.set.is_empty()),
        ("--fold-case", common.fold_case),
        ("--max-positions", common.max_positions.is_some()),
        ("--no-check", common.no_check),
        ("--misere", common.misere),
    ];
    let of_b_file = [("--offset", words.offset.is_some()), ("--shift", words.shift.is_some())];
    let of_certificate = [("--checkpoint", words.checkpoint.is_some())];
    let (kind, flags) = match (is_game_file(&words.file), words.rest.is_empty()) {
        (true, _) => ("a game file", [&of_b_file[..], &of_certificate].concat()),
        (_, false) => ("a b-file", [&of_certificate[..], &of_game[4..]].concat()),
        _ => ("a certificate", [&of_b_file[..], &of_game].concat()),
    };
    match flags.into_iter().find(|(_, given)| *given) {
        Some((flag, _)) => {
            let message = format!("{flag} is not about the check of {kind}");
            Err(CliError::about(flag, message, format!("leave {flag} out")))
        }
        None => Ok(()),
    }
}
