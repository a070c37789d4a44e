//! From the words of the command line to a query: a game's text, a name with parameters, a file, a sum of games.

use std::path::Path;

use grundy::{Component, Convention, Declaration, Diagnostic, Error, Family, Query, Question, Ruleset};

use crate::{game_file, input, output::CliError};

/// A game with what follows it on the command line.
pub struct Chosen<'a> {
    /// The game.
    pub rules: Declaration,
    /// The words after the game and its parameters.
    pub rest: &'a [String],
    /// The position that is meant when none is given.
    pub default: Option<&'static str>,
}

/// Reads the game that the words begin with.
pub fn choose(words: &[String], misere: bool) -> Result<Chosen<'_>, CliError> {
    let mut chosen = read(words)?;
    if misere {
        chosen.rules.convention = Convention::Misere;
    }
    Ok(chosen)
}

fn read(words: &[String]) -> Result<Chosen<'_>, CliError> {
    let [game, rest @ ..] = words else { return Err(CliError::usage("which game?", "try `grundy games`")) };
    if game.ends_with(".toml") {
        let file = game_file::read(Path::new(game))?;
        return Ok(Chosen { rules: file.rules, rest, default: None });
    }
    if let Some((family, play)) = named(game)
        && !family.parameters.is_empty()
    {
        let wanted = family.parameters.len();
        if rest.len() < wanted {
            let help = format!("write `grundy {} list.txt ..`", family.name);
            return Err(CliError::usage(format!("{} needs {}", family.name, family.parameters.join(" and ")), help));
        }
        let text = family.text(&rest[..wanted]);
        let mut rules = grundy::lang::game_with(&text, &input::lists(&input::here()))?;
        rules.convention = play;
        return Ok(Chosen { rules, rest: &rest[wanted..], default: family.position });
    }
    let rules = grundy::lang::game_with(game, &input::lists(&input::here())).map_err(|mistake| hint(mistake, words))?;
    Ok(Chosen { rules, rest, default: named(game).and_then(|(family, _)| family.position) })
}

/// The family of that name, which may stand behind `misère`.
fn named(game: &str) -> Option<(&'static Family, Convention)> {
    let (play, name) = Convention::of(game);
    Family::find(name.trim()).map(|family| (family, play))
}

/// An unknown word at the place of the verb may be a verb with a slip.
fn hint(mut mistake: Diagnostic, words: &[String]) -> Diagnostic {
    let near = crate::cli::verbs().into_iter().find(|verb| is_near(verb, &words[0]));
    if let (Some(verb), "G003") = (near, mistake.code) {
        let also = if mistake.help.is_empty() { String::new() } else { format!("{}; ", mistake.help) };
        mistake.help = format!("{also}the verb is spelled `grundy {verb}`");
    }
    mistake
}

/// Whether one slip of the hand lies between the two words: a letter too many, too few, wrong, or two swapped.
fn is_near(right: &str, word: &str) -> bool {
    let (right, word): (Vec<char>, Vec<char>) = (right.chars().collect(), word.chars().collect());
    let head = right.iter().zip(&word).take_while(|(a, b)| a == b).count();
    let (right, word) = (&right[head..], &word[head..]);
    let tail = right.iter().rev().zip(word.iter().rev()).take_while(|(a, b)| a == b).count();
    match (&right[..right.len() - tail], &word[..word.len() - tail]) {
        ([a, b], [c, d]) => a == d && b == c,
        (right, word) => right.len() <= 1 && word.len() <= 1,
    }
}

/// Reads the words as a query about one position.
pub fn query(words: &[String], misere: bool) -> Result<Query, CliError> {
    let chosen = match choose(words, misere) {
        Ok(chosen) => chosen,
        Err(trouble) => return sum(words, misere, trouble),
    };
    let position = match (chosen.rest, chosen.default) {
        ([], None) => return Err(no_position(&chosen.rules)),
        ([], Some(default)) => grundy::lang::position(&chosen.rules, default)?,
        (rest, _) => position(&chosen.rules, rest)?,
    };
    Ok(Query::new(&chosen.rules, position, Question::ValueAndMoves))
}

/// Adds the positions up. A `+` may stand between them; `-` stands for what comes on standard input, since a shell
/// refuses arguments of more than some hundred thousand letters.
pub fn position(rules: &Declaration, words: &[String]) -> Result<Vec<Component>, CliError> {
    let last = words.len().saturating_sub(1);
    let mut all = Vec::new();
    for (at, word) in words.iter().enumerate() {
        let between = word.trim() == "+" && at > 0 && at < last && words[at - 1].trim() != "+";
        if between {
            continue;
        }
        let piped = if word == "-" { Some(stdin()?) } else { None };
        let word = piped.as_deref().map_or(word.as_str(), str::trim);
        let empty_word = word.trim().is_empty() && matches!(rules.ruleset, Ruleset::Row(_) | Ruleset::Tape(_));
        // A token stands on a vertex of the file: `cities.csv from Paris`.
        let (name, behind) = match &rules.ruleset {
            Ruleset::Token(_) => word.rfind(" from ").map_or((word, ""), |at| word.split_at(at)),
            _ => (word, ""),
        };
        let file = matches!(rules.ruleset, Ruleset::Graph(_) | Ruleset::Poset(_) | Ruleset::Token(_))
            && [".csv", ".txt", ".edges"].iter().any(|ending| name.ends_with(ending))
            && !name.contains('"');
        let text = match word {
            _ if file => format!("in \"{name}\"{behind}"),
            _ if empty_word => "\"\"".to_owned(),
            _ => word.to_owned(),
        };
        all.extend(grundy::lang::position_with(rules, &text, &input::lists(&input::here()))?);
    }
    Ok(all)
}

fn stdin() -> Result<String, CliError> {
    let text = input::stdin_text().and_then(|text| {
        input::fits(reading(&text))?;
        Ok(text)
    });
    text.map_err(|error| {
        CliError::usage(format!("the position on standard input cannot be read: {error}"), "write it as UTF-8 text")
    })
}

/// About what it takes to read a position, in bytes: for each letter, and for each component of a sum.
fn reading(text: &str) -> u64 {
    6 * text.len() as u64 + 96 * text.bytes().filter(|&sign| sign == b'+').count() as u64
}

/// A single word may be a sum of unlike games: `kayles 5 + nim 3`. `first` is what is wrong with it as a game.
fn sum(words: &[String], misere: bool, first: CliError) -> Result<Query, CliError> {
    let [text] = words else { return Err(first) };
    if text.ends_with(".toml") || !matches!(first, CliError::Library(Error::Text(_))) {
        return Err(first);
    }
    match grundy::lang::sum_with(text, &input::lists(&input::here())) {
        Ok(mut query) => {
            if misere {
                query.convention = Convention::Misere;
            }
            Ok(query)
        }
        Err(second) => {
            let opening = Convention::of(text).1.trim_start();
            let name = opening.split(char::is_whitespace).next().unwrap_or_default();
            let is_sum = opening.starts_with('[') || (Family::find(name).is_some() && name.len() < opening.len());
            Err(if is_sum { second.into() } else { first })
        }
    }
}

fn no_position(rules: &Declaration) -> CliError {
    CliError::usage("the position is missing", grundy::lang::how_to_write(rules))
}
