//! Lines with one slip of the hand: `grundy prove kayels`, `grundy 'remove oen or two' 7`.
//!
//! A word that is not known is replaced by each known word that is one letter away, and the whole
//! line is offered if its game can be read then. Nothing is read in place of what was typed: a
//! slip may be another one. A position after a game that is asked about as a whole is left out of a
//! whole line too. Cost: the game of each such line is read once, at most [`MOST_LINES`] of them.

use std::{collections::BTreeSet, ffi::OsString};

use clap::{Command, CommandFactory};
use grundy::{
    Error, Limits, Refused, Run,
    games::{FAMILIES, Family},
    help::{Argument, Fix},
    solvers::Reason,
};
use grundy_show::{error_help, error_message};

use super::{Cli, arguments, mistake, synonyms};
use crate::{game::is_near, output::CliError, spelling::CommandLine};

/// Longer lines are left alone.
const MOST_LETTERS: usize = 1 << 8;

/// So many lines are read.
const MOST_LINES: usize = 1 << 5;

/// So many lines are offered.
const MOST_OFFERS: usize = 2;

/// Words of the texts of games.
const OF_TEXTS: &str = "take remove subtract split cut delete erase replace append turn leaving into unequal equal \
    distinct any all every each either one two three four five six seven eight nine ten half most least counter \
    counters stone stones coin coins heap heaps pile piles letter letters word words number numbers even odd prime \
    primes square squares divisor divisors proper power powers from or and at up to where octal hex misere ring row";

/// The error with the lines that may have been meant, if its way out has none.
pub fn offered(error: CliError, line: &[OsString]) -> CliError {
    let mut mistake = match error {
        CliError::Library(Error::Text(mistake)) => mistake,
        CliError::Library(error @ Error::Stopped(_)) => return estimated(error, line),
        CliError::Library(Error::Refused(mut refused)) => {
            if let Some(help) = without_position(&refused, line) {
                refused.help = help.into();
            }
            return CliError::Library(Error::Refused(refused));
        }
        other => return other,
    };
    let is_line = |fix: &Fix| match fix {
        Fix::Write(_) | Fix::Program(_) => true,
        Fix::Use(_, words) => !words.is_empty(),
        _ => false,
    };
    if ["G003", "G004"].contains(&mistake.code) && !mistake.help.fixes().any(is_line) {
        let lines = lines(line).unwrap_or_default();
        let lines: Vec<String> = lines.iter().map(|line| format!("`{}`", synonyms::shown(line))).collect();
        if !lines.is_empty() {
            mistake.help = format!("did you mean {}?", lines.join(", or ")).into();
        }
    }
    CliError::Library(Error::Text(mistake))
}

/// The error of a limit that was reached, with the line that estimates the work.
fn estimated(error: Error, line: &[OsString]) -> CliError {
    let Error::Stopped(stopped) = &error else { return CliError::Library(error) };
    let is_limit = matches!(stopped.reason, Reason::Time | Reason::Memory(_) | Reason::Positions(_));
    let is_led = is_limit && !mistake::wants_json(line);
    match is_led.then(|| estimate(line)).flatten() {
        Some(estimate) => CliError::Undecided {
            code: error.code(),
            message: error_message(&error),
            help: format!("{}; `{estimate}` estimates the work", error_help(&error, &CommandLine)).into(),
        },
        None => CliError::Library(error),
    }
}

/// The line that estimates the work of this one, which has begun, if it is about a position.
pub fn estimate(line: &[OsString]) -> Option<String> {
    if line.iter().map(|word| word.len()).sum::<usize>() > MOST_LETTERS || line.iter().any(|word| word == "--set") {
        return None;
    }
    let line = arguments::whole(line.to_vec()).ok()?;
    let (program, words) = line.split_first()?;
    let is_option = |word: &&OsString| word.to_string_lossy().starts_with('-');
    let (verb, words) = words.iter().position(|word| !is_option(&word)).map(|at| (&words[at], &words[at + 1..]))?;
    // A plan of a graph of moves has its size alone.
    let is_graph = words.first().is_some_and(|game| game.to_string_lossy().starts_with("graph \""));
    if is_graph || !["solve", "moves", "explain"].iter().any(|own| verb == own) {
        return None;
    }
    let words = words.iter().take_while(|word| !is_option(word)).cloned();
    let misere = line.iter().find(|word| **word == "--misere" || **word == "--misère").cloned();
    let plan: Vec<OsString> = [program.clone(), "plan".into()].into_iter().chain(words).chain(misere).collect();
    (plan.len() > 3).then(|| synonyms::shown(&plan))
}

/// The line with the options with which a game reads the words that it leaves out of its list, by
/// what is said of them.
pub fn with_words(said: &str, line: &[OsString]) -> Option<String> {
    let names = line.iter().skip(1).filter_map(|word| word.to_str()?.split_whitespace().next());
    let is_set = |word: &OsString| word == "--" || word == "--set" || word.to_string_lossy().starts_with("--set=");
    if !names.filter_map(Family::find).any(|family| !family.settings.is_empty()) || line.iter().any(is_set) {
        return None;
    }
    let first = said.split(" letters (").nth(1).and_then(|rest| rest.split(')').next());
    let length =
        first.filter(|_| said.contains("without a length")).map(|word| format!("--set min={}", word.chars().count()));
    let fold = said.contains("with capitals").then(|| "--fold-case".to_owned());
    let letters = said.contains("with letters other than").then(|| "--set letters=any".to_owned());
    let options: Vec<String> = [fold, letters, length].into_iter().flatten().collect();
    (!options.is_empty()).then(|| format!("{} {}", synonyms::shown(line), options.join(" ")))
}

/// How to ask about a game where a position follows it: without it, or up to it for a quotient.
fn without_position(refused: &Refused, line: &[OsString]) -> Option<String> {
    let Some(Argument::Word(extra)) = &refused.argument else { return None };
    if !refused.help.to_string().starts_with("leave the position out: the game is") {
        return None;
    }
    let at = line.iter().rposition(|word| word == extra.as_str())?;
    let is_option = |word: &OsString| word.to_string_lossy().starts_with('-');
    let end = at + line[at..].iter().take_while(|word| !is_option(word)).count();
    let without = [&line[..at], &line[end..]].concat();
    let up_to = [&line[..at], &["--up-to".into(), extra.into()], &line[end..]].concat();
    let is_end = end == at + 1 && extra.chars().all(|sign| sign.is_ascii_digit());
    // A quotient is that of the heaps up to one.
    let is_quotient = arguments::whole(without.clone())
        .is_ok_and(|line| line[1] == "prove" && line.iter().any(|word| word == "--misere"));
    let lines = [(is_end && is_quotient).then_some(up_to), Some(without)];
    let lines = lines.into_iter().flatten().filter(|line| is_read(line));
    let lines: Vec<String> = lines.map(|line| format!("`{}`", synonyms::shown(&line))).collect();
    let more = about_position(line).filter(|_| !is_quotient).unwrap_or_default();
    (!lines.is_empty()).then(|| format!("leave the position out: {}{more}", lines.join(", or ")))
}

/// What has the reasons of one position, after a line that asks for a proof about all.
fn about_position(line: &[OsString]) -> Option<String> {
    let whole = arguments::whole(line.to_vec()).ok()?;
    let (program, words) = whole.split_first()?;
    let (_, words) = words.split_first().filter(|(verb, _)| *verb == "prove" || *verb == "period")?;
    if words.iter().any(|word| word.to_string_lossy().starts_with('-')) {
        return None;
    }
    let with = |verb: &str| [&[program.clone(), verb.into()], words].concat();
    let (explain, solve) = (with("explain"), with("solve"));
    let certified = [&solve[..], &["--certificate", "proof.cert"].map(OsString::from)].concat();
    is_read(&explain).then(|| {
        format!(
            "; for this position, `{}` has the reasons, and `{}` writes what a checker verifies",
            synonyms::shown(&explain),
            synonyms::shown(&certified)
        )
    })
}

/// The lines that can be read, each with one word in place of another; `None` if the line is not
/// one of words.
fn lines(line: &[OsString]) -> Option<Vec<Vec<OsString>>> {
    let words: Vec<&str> = line.iter().map(|word| word.to_str()).collect::<Option<_>>()?;
    if words.iter().map(|word| word.len()).sum::<usize>() > MOST_LETTERS {
        return None;
    }
    let command = Cli::command();
    let verbs = command.get_subcommands().flat_map(Command::get_name_and_visible_aliases).map(str::to_owned);
    let names = FAMILIES.iter().flat_map(Family::names).flat_map(|name| name.split(['-', ' ']).chain([name]));
    let others = synonyms::words().chain(names).chain(OF_TEXTS.split(' ')).map(str::to_owned);
    let known: BTreeSet<String> = verbs.chain(others).collect();
    let (mut found, mut read) = (Vec::new(), 0);
    for (at, word) in words.iter().enumerate().skip(1).filter(|(_, word)| !word.starts_with('-')) {
        let ends = |sign: char| !sign.is_alphabetic() && sign != '-';
        let mut start = 0;
        for piece in word.split_inclusive(ends) {
            let token = piece.trim_end_matches(ends);
            let (before, after) = (&word[..start], &word[start + token.len()..]);
            start += piece.len();
            let is_word = token.len() > 2 && !known.contains(token);
            for near in known.iter().filter(|near| is_word && near.len() > 2 && is_near(near, token)) {
                let mut line = line.to_vec();
                line[at] = format!("{before}{near}{after}").into();
                read += 1;
                if read > MOST_LINES || found.len() == MOST_OFFERS {
                    return Some(found);
                }
                if is_read(&line) {
                    found.push(line);
                }
            }
        }
    }
    Some(found)
}

/// Whether the line is one of a verb about a game, and what the verb needs can be read.
pub fn is_read(line: &[OsString]) -> bool {
    let Ok(line) = arguments::whole(line.to_vec()) else { return false };
    let is_option = |word: &&OsString| word.to_string_lossy().starts_with('-');
    let line = line.iter().skip(1).skip_while(is_option).map(|word| word.to_str().map(str::to_owned));
    let Some(line) = line.collect::<Option<Vec<String>>>() else { return false };
    let Some((verb, words)) = line.split_first() else { return false };
    let command = Cli::command();
    let Some(verb) = command.find_subcommand(verb).map(Command::get_name) else { return false };
    let words = words.iter().skip_while(|word| word.starts_with('-')).take_while(|word| !word.starts_with('-'));
    let words: Vec<String> = words.cloned().collect();
    let run = Run::new(Limits::default());
    let is_game = |words: &[String]| run.only_game(words, false, "").is_ok();
    let is_position = |words: &[String]| run.query(words, false).is_ok();
    let is_table = |words: &[String]| run.table_query(words, false).is_ok();
    match (verb, words.as_slice()) {
        ("solve" | "moves" | "explain" | "play" | "plan", words) => is_position(words),
        ("prove" | "rules" | "count" | "first" | "gen" | "try", words) => is_game(words),
        ("cite", words) => is_game(words) || is_position(words),
        ("table", words) => is_table(words),
        ("equal", words) => run
            .choose(words, false)
            .is_ok_and(|one| run.choose(one.rest, false).is_ok_and(|other| other.rest.is_empty())),
        ("tables", [_, words @ ..]) => is_position(words),
        ("draw", [what, words @ ..]) => match what.as_str() {
            "table" => is_table(words),
            "position" | "graph" => is_position(words),
            _ => is_game(words),
        },
        _ => false,
    }
}
