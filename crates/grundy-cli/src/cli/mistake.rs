//! A mistake in the command line as JSON: what clap knows of it, by name.

use std::ffi::OsString;

use clap::{
    Command,
    error::{ContextKind, ContextValue, ErrorKind},
};
use grundy::{Limits, Run, games::Family, help::shell_word};
use grundy_show::usage_json;

use super::{foreign, synonyms};

/// Whether the answer is to be JSON, where the command line cannot be read.
pub fn wants_json(arguments: &[OsString]) -> bool {
    let mut flags = arguments.iter().take_while(|word| *word != "--").map(|word| word.to_string_lossy());
    flags.any(|word| word == "--json" || word.starts_with("--json="))
}

/// The mistake with a tip that helps, where that of clap would not.
pub fn with_tip(mut error: clap::Error, command: &Command, arguments: &[OsString]) -> clap::Error {
    let arguments = &verb_first(command, arguments)[..];
    let unknown = error.kind() == ErrorKind::UnknownArgument;
    let argument = error.get(ContextKind::InvalidArg).map(texts).unwrap_or_default();
    if let Some(line) = with_two_hyphens(command, arguments) {
        let help = format!("type `{}`", synonyms::shown(&line));
        return clap::Error::raw(error.kind(), format!("an option that is a word has two hyphens\n\n  help: {help}\n"));
    }
    if let Some((message, line)) = in_its_place(&error, arguments) {
        let help = synonyms::shown(&line);
        return clap::Error::raw(error.kind(), format!("{message}\n\n  help: type `{help}`\n"));
    }
    if let [_, verb, format, file] = arguments
        && verb == "judge"
        && unknown
        && !file.to_string_lossy().starts_with('-')
    {
        let problem = format!("{} {}", format.to_string_lossy(), file.to_string_lossy());
        let is_file = std::path::Path::new(file).exists();
        if let Some(name) = grundy_contest::Format::known_as(&problem).filter(|_| !is_file) {
            let message = format!("the name of a problem is one word\n\n  help: type `grundy judge {name}`\n");
            return clap::Error::raw(error.kind(), message);
        }
        if grundy_contest::Format::known_as(&format.to_string_lossy()).is_none() && !is_file {
            let help = super::told::about_problem(&format.to_string_lossy(), &file.to_string_lossy());
            let help = help.unwrap_or_else(|| {
                "`grundy judge --list` has the problems, and the lines of a file FILE.toml for others".to_owned()
            });
            let message = format!("there is no judge format `{problem}`\n\n  help: {help}\n");
            return clap::Error::raw(error.kind(), message);
        }
        if format.to_string_lossy().starts_with('-') {
            let help = "the input is checked as it is read, and a mistake has its line";
            let message =
                format!("there is no {}\n\n  help: {help}: type `grundy judge {} < INPUT`\n", word(format), word(file));
            return clap::Error::raw(error.kind(), message);
        }
        let line = format!("grundy judge {} < {}", word(format), word(file));
        let message = format!("the input is read from standard input\n\n  help: type `{line}`\n");
        return clap::Error::raw(error.kind(), message);
    }
    if error.kind() == ErrorKind::InvalidSubcommand
        && let [_, survey, games, ..] = arguments
        && survey == "survey"
    {
        return of_survey(&games.to_string_lossy());
    }
    if error.kind() == ErrorKind::InvalidSubcommand
        && let [_, help, topic] = arguments
        && help == "help"
    {
        let topic = topic.to_string_lossy();
        let message = format!(
            "there is no help on `{topic}`\n\n  help: `grundy --help` lists the verbs, `grundy games` the games, and \
             `grundy explain --help` what is explained\n"
        );
        return clap::Error::raw(error.kind(), message);
    }
    if unknown && argument.iter().any(|flag| flag.starts_with('-') && flag.len() > 1) {
        // The tip to write `--` before a flag would make it a position.
        error.remove(ContextKind::Suggested);
        if let Some(number) = argument.iter().find(|flag| is_negative(flag)) {
            let before = arguments.windows(2).find(|pair| pair[1].to_str() == Some(number)).map(|pair| &pair[0]);
            let option = before.and_then(|word| word.to_str()).filter(|word| takes_value(command, word));
            return option.map_or_else(|| negative_number(number, arguments), |option| negative_value(option, number));
        }
    }
    match error.kind() {
        ErrorKind::ValueValidation if arguments.get(1).is_some_and(|verb| verb == "gen") => {
            match foreign::redirected(command, arguments) {
                Some(line) => clap::Error::raw(error.kind(), format!("{}\n\n  help: type `{line}`\n", message(&error))),
                None => in_house(error, command, arguments),
            }
        }
        ErrorKind::MissingRequiredArgument => in_house(with_example(error, command, arguments), command, arguments),
        ErrorKind::ArgumentConflict => in_house(without_one(error, command, arguments), command, arguments),
        ErrorKind::UnknownArgument => in_house(foreign::explained(error, arguments), command, arguments),
        _ => in_house(error, command, arguments),
    }
}

/// The mistake of a survey of games that are not a code with question marks. Of a game with a
/// letter for a number one member can be proved.
fn of_survey(games: &str) -> clap::Error {
    let letters: Vec<&str> =
        games.split(|sign: char| !sign.is_alphanumeric()).filter(|word| word.len() == 1 && *word > "9").collect();
    let set = letters.first().map(|letter| ((*letter).to_owned(), "3".to_owned()));
    let run = Run::new(Limits::default()).set(set.iter().cloned().collect());
    // The name takes numbers alone.
    let game = games.strip_prefix("subtraction ").map_or_else(|| games.to_owned(), |set| format!("take {set}"));
    let is_game = run.only_game(std::slice::from_ref(&game), false, "").is_ok();
    let set = set.map_or_else(String::new, |(letter, number)| format!(" --set {letter}={number}"));
    let one = match is_game {
        true => format!("; one game is proved alone: `grundy prove {}{set}`", shell_word(&game)),
        false => String::new(),
    };
    let message = format!(
        "`{games}` is not a family of games that is studied\n\n  help: a family of heaps is a code with question marks: \
         `grundy survey heaps 'octal 0.??' --up-to 1000`, or a set with them: `grundy survey heaps 'take {{1,?,?}}' \
         --up-to 1000`{one}\n"
    );
    clap::Error::raw(ErrorKind::InvalidSubcommand, message)
}

/// Values of options by the name that the help has for them.
const EXAMPLES: [(&str, &str); 8] = [
    ("SECONDS", "10"),
    ("SIZE", "1GiB"),
    ("NAME=VALUE", "k=3"),
    ("FILE", "file.txt"),
    ("DIR", "folder"),
    ("I/N", "1/8"),
    ("RANGE", "1..20"),
    ("WHAT", "position"),
];

/// A refusal that has a way out already, or one of clap's with a line that is accepted: clap names
/// the values, and no command.
fn in_house(error: clap::Error, command: &Command, arguments: &[OsString]) -> clap::Error {
    let text = error.render().to_string();
    if !error.use_stderr() || text.contains("\n  help: ") {
        return error;
    }
    let all = |kind| error.get(kind).map(texts).unwrap_or_default();
    let (argument, value, values) =
        (all(ContextKind::InvalidArg), all(ContextKind::InvalidValue), all(ContextKind::ValidValue));
    let near = all(ContextKind::SuggestedValue).first().cloned();
    let (value, argument) = (value.first().cloned().unwrap_or_default(), argument.first().cloned().unwrap_or_default());
    let name = argument.split(['<', '>']).nth(1).unwrap_or_default();
    let example = EXAMPLES.iter().find(|(own, _)| *own == name).map(|(_, example)| (*example).to_owned());
    let right = near.or(example).or_else(|| values.first().cloned()).unwrap_or_else(|| "10".to_owned());
    let last = arguments.last().and_then(|last| last.to_str()).filter(|last| last.starts_with('-'));
    let options = argument.split([' ', '=']).next().into_iter().chain([value.as_str()]);
    // `-j` alone is the last word.
    let options = options.chain(last.filter(|_| value.is_empty()));
    let line = options.filter(|word| !word.is_empty()).find_map(|own| with_value(arguments, own, &value, &right));
    let line = line.filter(|line| error.kind() != ErrorKind::UnknownArgument && is_accepted(command, line));
    let verbs = std::iter::once("grundy".to_owned()).chain(foreign::verb(command, arguments));
    let verbs = verbs.collect::<Vec<_>>().join(" ");
    let known = if values.is_empty() { String::new() } else { format!("the values are {}; ", values.join(", ")) };
    let help = match line {
        Some(line) => format!("{known}for example, type `{}`", synonyms::shown(&line)),
        None => format!("{known}`{verbs} --help` lists what there is"),
    };
    let mut better = clap::Error::raw(error.kind(), format!("{}\n\n  help: {help}\n", message(&error)));
    for (kind, value) in error.context() {
        better.insert(kind, value.clone());
    }
    better
}

/// The line with a value after the option, or in place of the word that is not one.
fn with_value(arguments: &[OsString], option: &str, value: &str, right: &str) -> Option<Vec<OsString>> {
    let starts = |word: &OsString| {
        let rest = word.to_str().and_then(|word| word.strip_prefix(option)).filter(|_| option.starts_with('-'));
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('='))
    };
    let mut line = arguments.to_vec();
    match arguments.iter().position(starts) {
        Some(at) if arguments[at] != *option => line[at] = format!("{option}={right}").into(),
        Some(at) if !value.is_empty() && arguments.get(at + 1).is_some_and(|word| word == value) => {
            line[at + 1] = right.into();
        }
        Some(at) => line.insert(at + 1, right.into()),
        None => line[arguments.iter().position(|word| !value.is_empty() && word == value)?] = right.into(),
    }
    Some(line)
}

/// Whether the words of a line are those of some verb, whatever they say.
fn is_accepted(command: &Command, line: &[OsString]) -> bool {
    command.clone().try_get_matches_from(line).is_ok()
}

/// The line with `--json` in place of `-json`, which is read as `-j son`.
pub(super) fn with_two_hyphens(command: &Command, arguments: &[OsString]) -> Option<Vec<OsString>> {
    let all = command.get_subcommands().flat_map(Command::get_arguments).chain(command.get_arguments());
    let names: Vec<&str> = all.filter_map(clap::Arg::get_long).collect();
    let is_one = |word: &OsString| {
        let name = word.to_str().and_then(|word| word.strip_prefix('-'));
        name.is_some_and(|name| names.contains(&name.split('=').next().unwrap_or(name)))
    };
    let at = arguments.iter().position(is_one)?;
    let mut line = arguments.to_vec();
    line[at] = format!("-{}", arguments[at].to_str()?).into();
    Some(line)
}

/// The line with the flags that stand before its verb behind it.
fn verb_first(command: &Command, arguments: &[OsString]) -> Vec<OsString> {
    let is_verb = |word: &OsString| word.to_str().is_some_and(|word| command.find_subcommand(word).is_some());
    let Some(at) = arguments.iter().skip(1).position(is_verb).map(|at| at + 1) else { return arguments.to_vec() };
    [&arguments[..1], &arguments[at..], &arguments[1..at]].concat()
}

/// The mistake of an argument that is missing, with a line that has it.
fn with_example(error: clap::Error, command: &Command, arguments: &[OsString]) -> clap::Error {
    let missing = error.get(ContextKind::InvalidArg).map(texts).unwrap_or_default();
    let Some(verb) = arguments.get(1).and_then(|verb| verb.to_str()) else { return error };
    let Some(mut own) = command.find_subcommand(verb) else { return error };
    let mut of_verb = format!("grundy {verb} ");
    if let Some(part) = arguments.get(2).and_then(|part| own.find_subcommand(part)) {
        own = part;
        of_verb = format!("{of_verb}{} ", part.get_name());
    }
    let with = |words: &[&str]| {
        let words: Vec<OsString> = words.iter().map(OsString::from).collect();
        synonyms::shown(&[arguments, &words].concat())
    };
    let lacks = |option: &str| missing.iter().any(|name| name.contains(option));
    // Of more words nobody knows which ones are the game.
    let is_game = |word: &OsString| !word.to_string_lossy().starts_with('-');
    let game = arguments.get(2).is_some_and(is_game) && !(verb == "first" && arguments.get(3).is_some_and(is_game));
    let help = own.get_after_help().map(|help| help.to_string()).unwrap_or_default();
    let example = match verb {
        "first" if game => with(&["--where", "value = 3"]),
        "equal" if game => with(&["octal 0.77"]),
        "table" if game => with(&["--format", "csv"]),
        "try" if game && lacks("--exe") => with(&["--exe", "./mine"]),
        "try" if game => with(&["--shape", "t; n; a*n"]),
        _ => match (help.lines().map(str::trim).find(|line| line.starts_with(&of_verb)), verb) {
            (Some(line), _) => line.to_owned(),
            (None, "moves" | "plan") => format!("{of_verb}kayles 5"),
            (None, "rules") => format!("{of_verb}kayles"),
            (None, "completions") => format!("{of_verb}bash"),
            (None, "man") => format!("{of_verb}man"),
            _ => return error,
        },
    };
    let help = format!("for example, type `{example}`; `{of_verb}--help` has all");
    let message = format!("{}\n\n  help: {help}\n", message(&error));
    let mut better = clap::Error::raw(error.kind(), message);
    better.insert(ContextKind::InvalidArg, ContextValue::Strings(missing));
    better
}

/// The mistake of two options that exclude each other, with the lines without one of them.
fn without_one(error: clap::Error, command: &Command, arguments: &[OsString]) -> clap::Error {
    let all = |kind| error.get(kind).map(texts).unwrap_or_default();
    let argument = all(ContextKind::InvalidArg);
    let mut named = [argument.clone(), all(ContextKind::PriorArg)].concat();
    named.dedup();
    let option = |name: &String| name.split([' ', '=']).next().filter(|name| name.starts_with('-')).map(str::to_owned);
    let lines: Vec<String> =
        named.iter().filter_map(option).filter_map(|option| foreign::without(command, arguments, &option)).collect();
    if lines.is_empty() {
        return error;
    }
    let mut lines: Vec<String> = lines.iter().map(|line| format!("`{line}`")).collect();
    lines.dedup();
    let message = format!("{}\n\n  help: type {}\n", message(&error), lines.join(", or "));
    let mut better = clap::Error::raw(error.kind(), message);
    better.insert(ContextKind::InvalidArg, ContextValue::Strings(argument));
    better
}

/// A word, as a shell takes it.
fn word(word: &OsString) -> String {
    shell_word(&word.to_string_lossy()).to_string()
}

/// A program without `--exe`, a picture without its kind, or the file of a judge as an argument:
/// what is missing, and the line with it.
pub(super) fn in_its_place(error: &clap::Error, arguments: &[OsString]) -> Option<(&'static str, Vec<OsString>)> {
    let [program, verb, first, rest @ ..] = arguments else { return None };
    let is_option = |word: &OsString| word.to_string_lossy().starts_with('-');
    let is_program = |word: &str| word.starts_with("./") || word.starts_with('/') || word.ends_with(".py");
    match (error.kind(), verb.to_str()?, rest) {
        (ErrorKind::MissingRequiredArgument, "try", [between @ .., last])
            if is_program(last.to_str()?) && !arguments.iter().any(|word| word == "--") =>
        {
            let head = [program.clone(), verb.clone(), first.clone()];
            let line = [&head, between, &["--exe".into(), last.clone()]].concat();
            Some(("the program to try comes after --exe", line))
        }
        // `try ./mine kayles`.
        (ErrorKind::MissingRequiredArgument, "try", [game, after @ ..])
            if is_program(first.to_str()?) && game.to_str().is_some_and(|game| Family::find(game).is_some()) =>
        {
            let head = [program.clone(), verb.clone(), game.clone()];
            let line = [&head, after, &["--exe".into(), first.clone()]].concat();
            Some(("the program to try comes after --exe", line))
        }
        (ErrorKind::MissingRequiredArgument, "count", _) if !first.to_str()?.starts_with('-') => {
            // The numbers are sizes, such as 10^6 and 1..20, and the last one ends them.
            let is_number = |text: &str| {
                text.starts_with(|sign: char| sign.is_ascii_digit())
                    && text.chars().all(|sign| sign.is_ascii_digit() || "^eE".contains(sign))
            };
            let is_size = |word: &&OsString| word.to_str().is_some_and(|word| word.split("..").all(is_number));
            let (rest, options) = rest.split_at(rest.iter().position(is_option).unwrap_or(rest.len()));
            let end = rest.iter().rev().find(is_size).cloned().unwrap_or_else(|| "20".into());
            let end = end.to_str()?.rsplit("..").next().map_or_else(|| "20".into(), OsString::from);
            // A count has the lost positions in a column.
            let is_idle = |word: &&OsString| {
                ["losing", "lost", "winning", "won", "positions", "up", "to"].iter().any(|own| *word == own)
            };
            let kept = arguments[2..3].iter().chain(rest).filter(|word| !is_size(word) && !is_idle(word));
            let kept = kept.cloned().collect::<Vec<_>>();
            let game: Vec<String> = kept.iter().map(|word| word.to_string_lossy().into_owned()).collect();
            let is_file = game.first()?.ends_with(".toml");
            if !is_file && Run::new(Limits::default()).only_game(&game, false, "").is_err() {
                return None;
            }
            let line = [&arguments[..2], &kept, &["--up-to".into(), end], options].concat();
            Some(("the sizes to count come after --up-to, or one alone after --size", line))
        }
        (ErrorKind::InvalidValue, "draw", []) if let Some(family) = Family::find(first.to_str()?) => {
            let table = synonyms::is_of_numbers(family.name);
            let words = if table { vec![family.name.to_owned(), "40".to_owned()] } else { family.words() };
            let what = if table { "table" } else { "position" };
            let words = ["draw", what].map(str::to_owned).into_iter().chain(words);
            let words = words.chain(["-o".to_owned(), format!("{}.svg", family.name)]).map(OsString::from);
            let line = std::iter::once(program.clone()).chain(words).collect();
            Some(("what to draw comes before the game: table, position, graph or automaton", line))
        }
        (ErrorKind::ArgumentConflict, "judge", _) if arguments.iter().any(|word| word == "--list") => {
            Some(("the list has all problems", ["grundy", "judge", "--list"].map(OsString::from).to_vec()))
        }
        (ErrorKind::MissingRequiredArgument, "first", [property, ..])
            if synonyms::PROPERTIES.contains(&property.to_str()?) =>
        {
            let end = rest.iter().position(|word| word.to_string_lossy().starts_with('-')).unwrap_or(rest.len());
            let (words, options) = rest.split_at(end);
            let mut words: Vec<&str> = words.iter().map(|word| word.to_str()).collect::<Option<_>>()?;
            if words.len() == 2 {
                words.insert(1, "=");
            }
            let line = [&arguments[..3], &["--where".into(), words.join(" ").into()], options].concat();
            Some(("what is looked for comes after --where", line))
        }
        (ErrorKind::InvalidValue, "draw", [position, ..])
            if Family::find(first.to_str()?).is_some() && !position.to_str()?.starts_with('-') =>
        {
            // One heap is the last one of a table.
            let is_number = |word: &&OsString| word.to_str().is_some_and(|word| word.parse::<u64>().is_ok());
            let one = rest.iter().filter(is_number).count() == 1;
            let what = if one && synonyms::is_of_numbers(first.to_str()?) { "table" } else { "position" };
            let mut line = [&arguments[..2], &[what.into()], &arguments[2..]].concat();
            // Pixels need a feature.
            if !cfg!(feature = "png") {
                for word in &mut line {
                    if let Some(file) = word.to_str().and_then(|word| word.strip_suffix(".png")) {
                        *word = format!("{file}.svg").into();
                    }
                }
            }
            Some(("what to draw comes before the game: table, position, graph or automaton", line))
        }
        _ => None,
    }
}

/// Whether this is a number with a sign.
fn is_negative(argument: &str) -> bool {
    argument.strip_prefix('-').is_some_and(|rest| rest.starts_with(|first: char| first.is_ascii_digit()))
}

/// Whether this is an option of some verb that has a value.
fn takes_value(command: &Command, word: &str) -> bool {
    let verbs = std::iter::once(command).chain(command.get_subcommands());
    let parts = command.get_subcommands().flat_map(Command::get_subcommands);
    verbs.chain(parts).flat_map(Command::get_arguments).any(|option| {
        let long = option.get_long().is_some_and(|name| word.strip_prefix("--") == Some(name));
        let short = option.get_short().is_some_and(|name| word.strip_prefix('-') == Some(&name.to_string()));
        (long || short) && option.get_action().takes_values()
    })
}

/// The mistake of a number with a sign as the value of an option.
fn negative_value(option: &str, number: &str) -> clap::Error {
    let help = format!("write a number from 0 up after {option}");
    let message = format!("`{number}` is not a value of {option}: its numbers are 0 or more\n\n  help: {help}\n");
    let mut error = clap::Error::raw(ErrorKind::InvalidValue, message);
    error.insert(ContextKind::InvalidArg, ContextValue::String(option.to_owned()));
    error
}

/// The mistake of a number with a sign: clap takes it for a flag.
fn negative_number(number: &str, arguments: &[OsString]) -> clap::Error {
    let without_sign = |word: &OsString| match word.to_str() {
        Some(own) if own == number => number.trim_start_matches('-').into(),
        _ => word.clone(),
    };
    let line: Vec<OsString> = arguments.iter().map(without_sign).collect();
    let line = match line == arguments {
        true => String::new(),
        false => format!("; without the sign: `{}`", synonyms::shown(&line)),
    };
    let message =
        format!("`{number}` is not a position: the numbers of a position are 0 or more\n\n  help: {NEGATIVE}{line}\n");
    let mut error = clap::Error::raw(ErrorKind::UnknownArgument, message);
    error.insert(ContextKind::InvalidArg, ContextValue::String(number.to_owned()));
    error
}

/// The way out of a number with a sign.
const NEGATIVE: &str = "write heaps as numbers from 0 up; `grundy --help` lists the flags";

/// The mistake as one JSON object.
pub fn json(error: &clap::Error) -> String {
    let all = |kind| error.get(kind).map(texts).unwrap_or_default();
    let argument = match error.kind() {
        ErrorKind::InvalidSubcommand => all(ContextKind::InvalidSubcommand),
        _ => all(ContextKind::InvalidArg),
    };
    let suggestions = [ContextKind::SuggestedArg, ContextKind::SuggestedSubcommand, ContextKind::SuggestedValue];
    let suggestion = suggestions.into_iter().flat_map(all).next();
    let values = all(ContextKind::ValidValue);
    let text = error.render().to_string();
    let own = text.lines().find_map(|line| line.trim().strip_prefix("help: "));
    let help = match values.is_empty() {
        true => own.unwrap_or("see grundy --help").to_owned(),
        false => format!("possible values: {}", values.join(", ")),
    };
    usage_json(&message(error), &argument, suggestion.as_deref(), &help)
}

/// The first paragraph of what is printed on one line, without the mark before it and the values
/// that are possible.
fn message(error: &clap::Error) -> String {
    let text = error.render().to_string();
    let lines = text.lines().map(str::trim).take_while(|line| !line.is_empty() && !line.starts_with('['));
    let text = lines.collect::<Vec<_>>().join(" ");
    text.strip_prefix("error: ").unwrap_or(&text).to_owned()
}

fn texts(value: &ContextValue) -> Vec<String> {
    match value {
        ContextValue::String(text) => vec![text.clone()],
        ContextValue::Strings(texts) => texts.clone(),
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_is_asked_for_before_the_end_of_the_flags() {
        let asked = |words: &[&str]| wants_json(&words.iter().map(OsString::from).collect::<Vec<_>>());
        assert!(asked(&["grundy", "kayles", "--json"]) && asked(&["grundy", "--json=x", "kayles"]));
        assert!(!asked(&["grundy", "kayles", "--", "--json"]) && !asked(&["grundy", "json"]));
    }
}
