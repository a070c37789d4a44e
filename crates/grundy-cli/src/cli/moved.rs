//! The flags with which `prove` and `table` drew pictures before there was `draw`: they are no
//! flags any more, and who types one gets the command that draws the same picture.

use std::ffi::OsString;

use clap::{Command, FromArgMatches, error::ErrorKind};
use grundy::{games, help::shell_word, proof::has_automaton};
use grundy_verbs::Verb as _;

use super::{Cli, Verb};

/// The error of an unknown flag, or of a former flag the command to type in its place.
pub fn explained(command: &mut Command, error: clap::Error, arguments: &[OsString]) -> clap::Error {
    match (error.kind() == ErrorKind::UnknownArgument).then(|| former(command, arguments)).flatten() {
        Some((flag, line)) => {
            let message = format!("there is no {flag}: pictures are drawn by `grundy draw`; type `{line}`\n");
            clap::Error::raw(ErrorKind::UnknownArgument, message).with_cmd(command)
        }
        None => error,
    }
}

/// The former flag among the arguments, with the line of `draw`.
fn former(command: &mut Command, arguments: &[OsString]) -> Option<(&'static str, String)> {
    let is_flag = |word: &OsString, flag: &str| {
        let word = word.to_string_lossy();
        word == flag || word.strip_prefix(flag).is_some_and(|rest| rest.starts_with('='))
    };
    let (at, flag) = arguments.iter().enumerate().find_map(|(at, word)| {
        let flag = ["--svg", "--dot"].into_iter().find(|flag| is_flag(word, flag))?;
        Some((at, flag))
    })?;
    let word = arguments[at].to_string_lossy();
    let (path, used) = match word.split_once('=') {
        Some((_, path)) => (path.to_owned(), 1),
        None => (arguments.get(at + 1)?.to_string_lossy().into_owned(), 2),
    };
    let rest = [&arguments[..at], &arguments[at + used..]].concat();
    let mut matches = command.try_get_matches_from_mut(rest).ok()?;
    let cli = Cli::from_arg_matches_mut(&mut matches).ok()?;
    let (words, subject) = match cli.verb {
        Verb::Table(table) => (table.verb.line(), "table"),
        Verb::Prove(prove) => {
            let counters = prove.verb.automaton;
            let automaton = match games::game(&prove.verb.game) {
                Ok(game) => has_automaton(&game, counters, None).unwrap_or(counters),
                Err(_) => counters,
            };
            (prove.verb.line(), if automaton { "automaton" } else { "period" })
        }
        _ => return None,
    };
    let words = words.iter().map(|word| shell_word(word)).collect::<Vec<_>>().join(" ");
    let misere = if cli.common.misere { " --misere" } else { "" };
    let format = match flag {
        _ if [".svg", ".dot", ".gv"].iter().any(|ending| path.ends_with(ending)) => "",
        "--dot" => " --format dot",
        _ => " --format svg",
    };
    Some((flag, format!("grundy draw {subject} {words}{misere} -o {}{format}", shell_word(&path))))
}
