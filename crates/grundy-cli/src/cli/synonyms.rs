//! Other words for the verbs, as people type them first: `grundy value kayles 5`, `grundy who wins
//! nim 3 4 5`, `grundy help kayles`. They are read before the flags are.

use std::{ffi::OsString, ops::Range};

use grundy::{
    games::{Family, Famous},
    help::shell_word,
};
use grundy_contest::Format;

use super::told::of_sequence;

/// What stands for one of these words: the line to read in its place.
struct Synonyms {
    words: &'static [&'static str],
    line: &'static [&'static str],
}

/// The words, each for one line. None is the name of a game, nor a verb.
const SYNONYMS: &[Synonyms] = &[
    of(&["who wins", "who loses", "who", "winner", "win", "hint", "best move", "best-move", "bestmove"], &["solve"]),
    of(&["winning move", "the winning move", "a winning move", "good move", "next move", "the best move"], &["solve"]),
    of(
        &[
            "best",
            "can i win",
            "how to win",
            "how do i win",
            "how can i win",
            "do i win",
            "is it won",
            "solver",
            "solution",
            "compute",
            "calc",
            "answer",
            "run",
            "get",
            "brute",
            "brute force",
            "brute-force",
            "who should win",
            "who will win",
            "who is winning",
            "best first move",
            "optimal move",
            "optimal",
            "perfect move",
        ],
        &["solve"],
    ),
    of(
        &[
            "does the first player win",
            "does first player win",
            "does player one win",
            "can the first player win",
            "can first player win",
            "does the player to move win",
            "who has a winning strategy in",
            "is there a winning move in",
            "is there a winning strategy in",
        ],
        &["solve"],
    ),
    of(&["grundy value", "grundy number", "nim value", "nim number"], &["solve", "--value"]),
    of(&["grundy values", "grundy numbers", "nim values"], &["table"]),
    of(
        &[
            "sg",
            "sg value",
            "sg number",
            "value",
            "nim-value",
            "nimber",
            "grundy-value",
            "grundy-number",
            "evaluate",
            "eval",
            "canonical",
            "canonical form",
        ],
        &["solve", "--value"],
    ),
    of(&["xor", "nim-sum", "nimsum", "nim sum"], &["solve", "--value", "nim"]),
    of(
        &["nim-multiply", "nim-product", "nim product", "nim multiply", "nim-multiplication"],
        &["solve", "--value", "product: nim times nim"],
    ),
    of(&["outcome"], &["solve", "--outcome"]),
    of(&["why", "steps", "reason", "step by step"], &["explain"]),
    of(
        &[
            "analyze",
            "analyse",
            "options",
            "followers",
            "winning moves",
            "winning-moves",
            "all moves",
            "count moves",
            "count-moves",
            "list moves",
            "show",
        ],
        &["moves"],
    ),
    of(
        &[
            "sg values",
            "values",
            "sequence",
            "seq",
            "nim-values",
            "grundy-values",
            "g-values",
            "nimbers",
            "nimseq",
            "nim sequence",
            "grundy sequence",
        ],
        &["table"],
    ),
    of(
        &[
            "losing",
            "lost",
            "p-positions",
            "losing positions",
            "lost positions",
            "p positions",
            "cold",
            "cold positions",
            "list losing",
            "list losing positions",
            "list of losing positions",
            "list p-positions",
            "list p positions",
            "zero positions",
            "zeros",
        ],
        &["table", "--losing"],
    ),
    of(&["bfile", "b-file"], &["table", "--format", "bfile"]),
    of(&["plot", "chart"], &["draw", "table"]),
    of(&["picture", "image", "svg"], &["draw", "position"]),
    of(&["graph", "dot", "tree", "game tree", "game graph"], &["draw", "graph"]),
    of(&["proof", "periods", "periodicity", "preperiod"], &["prove"]),
    of(&["rule", "the rules", "how to play", "how do you play", "how do i play", "what are the rules of"], &["rules"]),
    of(&["what is", "define", "what about"], &["games"]),
    of(&["quotient", "misere-quotient", "misere quotient"], &["prove", "--misere"]),
    of(&["verify", "validate", "validator"], &["check"]),
    of(&["compare", "same", "is-equal", "is equal", "are equal", "equals"], &["equal"]),
    of(&["search", "lookup", "look up", "identify", "recognize"], &["find"]),
    of(&["stress"], &["try"]),
    of(&["judges", "problems", "judge list", "list judges", "list problems"], &["judge", "--list"]),
    of(&["bibtex", "references", "reference", "sources", "source", "citation"], &["cite"]),
    of(&["test gen", "gen tests", "testcases", "generator", "make positions", "sample positions"], &["gen"]),
    of(&["gen puzzle", "gen puzzles", "gen exercises", "gen positions", "gen random", "gen test"], &["gen"]),
    of(&["generate tests", "generate positions", "random tests", "random positions", "make tests"], &["gen"]),
    of(
        &[
            "random",
            "generate",
            "exercise",
            "exercises",
            "worksheet",
            "quiz",
            "puzzle",
            "puzzles",
            "handout",
            "homework",
        ],
        &["gen"],
    ),
    of(
        &[
            "list",
            "list all",
            "info",
            "about",
            "describe",
            "examples",
            "names",
            "list games",
            "games list",
            "all games",
        ],
        &["games"],
    ),
    of(&["what games", "which games", "list of games", "show games", "what games are there"], &["games"]),
    of(&["web", "page", "gui", "website"], &["serve"]),
    of(
        &[
            "practice",
            "practise",
            "play against computer",
            "play against the computer",
            "play with the computer",
            "how do i play against the computer",
        ],
        &["play"],
    ),
    of(&["tui"], &["play", "--tui"]),
    of(&["version"], &["--version"]),
    of(&["tutorial", "docs", "manual", "commands", "verbs"], &["help"]),
];

/// The most words of one line.
const LONGEST: usize = 7;

const fn of(words: &'static [&'static str], line: &'static [&'static str]) -> Synonyms {
    Synonyms { words, line }
}

/// The verbs about a game, which may stand after its name.
pub(super) const AFTER_GAME: [&str; 9] =
    ["solve", "moves", "explain", "play", "prove", "table", "plan", "rules", "cite"];

/// Words that may stand between a verb and a game.
const IDLE: [&str; 6] = ["of", "for", "in", "from", "with", "the"];

/// The arguments with the words of a whole line that was quoted: `"who wins nim 3 4 5?"`. `None` if
/// the argument at `at` is not a verb, or a word for one, with a game; a game may be text too.
pub(super) fn unquoted(arguments: &[OsString], at: usize, is_verb: impl Fn(&str) -> bool) -> Option<Vec<OsString>> {
    let words: Vec<&str> = arguments[at].to_str()?.trim_end_matches('?').split_whitespace().collect();
    let [first, second, ..] = words.as_slice() else { return None };
    // No text writes a file.
    if words.iter().any(|word| word.starts_with('-')) {
        return None;
    }
    let words_of_line: Vec<OsString> = words.iter().map(OsString::from).collect();
    let split = [&arguments[..at], &words_of_line, &arguments[at + 1..]].concat();
    if is_famous(first) && second.parse::<u64>().is_ok() {
        return Some(split);
    }
    let sides = arguments[at].to_str()?.split_once('=').map(|(own, other)| [own, other.trim_start_matches('=')]);
    if let Some(sides) = sides.map(|sides| sides.map(str::trim))
        && sides.iter().all(|side| is_game(side) || is_of_numbers(side))
    {
        let line = ["equal", sides[0], sides[1]].map(OsString::from);
        return Some([&arguments[..at], &line, &arguments[at + 1..]].concat());
    }
    let line = match replaced(&split, at, &is_verb) {
        Some(line) => line,
        None if is_verb(first) => split,
        None => return None,
    };
    let game = line[at + 1..].iter().find(|word| !word.to_string_lossy().starts_with('-'))?.to_str()?;
    (is_game(game) || is_of_numbers(game)).then_some(line)
}

/// The arguments with a verb in place of another word for it, which is their first one at `at`, or
/// with the verb in front of the game; `None` if they are in order.
pub(super) fn replaced(arguments: &[OsString], at: usize, is_verb: impl Fn(&str) -> bool) -> Option<Vec<OsString>> {
    let word = |at: usize| arguments.get(at).and_then(|word| word.to_str()).unwrap_or_default().to_lowercase();
    // What `first GAME where value = 5` is about.
    let property = word(at + if ["where", "with"].contains(&&*word(at + 2)) { 3 } else { 2 });
    let (first, second) = (&*word(at), &*word(at + 1));
    // `whowins`, `best_move`: words may be written as one.
    let joined = |text: &str| text.replace([' ', '-', '_'], "");
    let found = |text: &str| {
        let is_it = |word: &&&str| **word == text || !text.contains(' ') && joined(word) == joined(text);
        SYNONYMS.iter().find(|own| own.words.iter().any(|word| is_it(&word)))
    };
    let words = |own: &Synonyms| own.line.iter().map(OsString::from).collect::<Vec<_>>();
    let ends = arguments.len() == at + 2;
    let (mut used, line): (usize, Vec<OsString>) = match (first, second) {
        ("help", word) if found(word).is_some_and(|own| is_verb(own.line[0]) && own.line[0] != "help") => {
            (2, vec!["help".into(), found(word)?.line[0].into()])
        }
        // `is 'octal 0.15' periodic`, `is nim 3 5 6 a win?`; `is it won` is a verb.
        ("is", about)
            if !["it", "there", "this", "that", "the"].contains(&about)
                && let Some((end, verb)) =
                    (at + 2..arguments.len()).find_map(|end| Some((end, asked(&word(end))?))) =>
        {
            let words = &arguments[at + 1..end];
            let words = words.strip_suffix(&["a".into()]).unwrap_or(words);
            return Some([&arguments[..at], &[verb.into()], words, &arguments[end + 1..]].concat());
        }
        // One number may be the end of a list.
        ("wins", game) if is_game(game) && arguments.len() > at + 3 => (1, vec!["solve".into()]),
        ("find", "--values") => (2, vec!["find".into()]),
        // `judge cses 1730`.
        ("judge", site)
            if let Some(name) = Format::known_as(&format!("{site} {}", word(at + 2)))
                && arguments.len() > at + 2
                && Format::known_as(site).is_none() =>
        {
            (3, vec!["judge".into(), name.into()])
        }
        // An answer is checked as it is found.
        ("verify" | "validate", game)
            if is_game(game)
                && !std::path::Path::new(game).exists()
                && arguments[at + 2..].iter().all(|word| {
                    are_numbers(std::slice::from_ref(word)) || *word == "+" || *word == "--json" || *word == "--misere"
                }) =>
        {
            let has_position = arguments[at + 2..].iter().any(|word| !word.to_string_lossy().starts_with('-'));
            (1, vec![if has_position { "solve" } else { "prove" }.into()])
        }
        ("game", _) if arguments.len() == at + 1 => (1, vec!["games".into()]),
        (number, _) if arguments.len() == at + 1 && of_sequence(number).is_some() => {
            (1, vec!["oeis".into(), arguments[at].clone()])
        }
        ("judge", "--template" | "--sample-file") if ends => (2, vec!["judge".into(), "--help".into()]),
        // `nim 2 3 misere play`: the last word is not a verb.
        (game, _)
            if is_of_numbers(game)
                && let end =
                    at + arguments[at..].iter().take_while(|word| !word.to_string_lossy().starts_with('-')).count()
                && end > at + 3
                && word(end - 1) == "play"
                && ["misere", "mis\u{e8}re"].contains(&&*word(end - 2)) =>
        {
            let line = [&arguments[..at], &["misere".into()], &arguments[at..end - 2], &arguments[end..]];
            return Some(line.concat());
        }
        ("judge", "--formats" | "--problems") if ends => (2, vec!["judge".into(), "--list".into()]),
        ("judge", asks) if ASKS_FOR_PAGE.contains(&asks) && arguments.len() == at + 3 => {
            (3, vec!["judge".into(), arguments[at + 2].clone(), "--help".into()])
        }
        ("judge", _) if ASKS_FOR_PAGE.contains(&&*word(at + 2)) && arguments.len() == at + 3 => {
            (3, vec!["judge".into(), arguments[at + 1].clone(), "--help".into()])
        }
        // `first kayles value = 5`: a condition.
        ("first", game) if is_game(game) && PROPERTIES.contains(&property.split(' ').next().unwrap_or_default()) => {
            let is_option = |word: &OsString| word.to_string_lossy().starts_with('-');
            let end = at + 2 + arguments[at + 2..].iter().take_while(|word| !is_option(word)).count();
            let said = arguments[at + 2..end].iter().filter_map(|word| word.to_str());
            let mut condition: Vec<&str> = said
                .filter(|word| !["where", "with"].contains(word))
                .map(|word| if word == "is" { "=" } else { word })
                .collect();
            if condition.len() == 2 {
                condition.insert(1, "=");
            }
            let line = ["first".into(), arguments[at + 1].clone(), "--where".into(), condition.join(" ").into()];
            return Some([&arguments[..at], &line, &arguments[end..]].concat());
        }
        ("draw", "values" | "sequence" | "nimbers" | "plot" | "chart") => (2, vec!["draw".into(), "table".into()]),
        // `draw kayles 40`, `draw nim 3 4`: one heap is the end of a table.
        ("draw", game) if is_game(game) => (1, vec!["draw".into(), drawn(&arguments[at + 1..])?.into()]),
        ("help", game) if is_game(game) && ends => (1, vec!["games".into()]),
        (game, "--help" | "-h" | "help") if is_game(game) && ends => (2, vec!["games".into(), game.into()]),
        // `grundy value kayles 5` is not about Grundy's game.
        _ if let Some(own) = found(&format!("{first} {second}"))
            && (is_game(&word(at + 2)) || IDLE.contains(&&*word(at + 2))) =>
        {
            (2, words(own))
        }
        // A name, or a part of one.
        ("search" | "lookup" | "find", name) if name.chars().all(char::is_alphabetic) && !is_game(name) && ends => {
            (1, vec!["games".into()])
        }
        // The values of a sequence, or those of a game that has no number there.
        ("oeis", values)
            if values.contains(|sign: char| sign.is_ascii_digit()) && are_numbers(&arguments[at + 1..]) =>
        {
            let values: Vec<String> = (at + 1..arguments.len()).map(word).collect();
            let line = ["find".into(), values.join(" ").into()];
            return Some([&arguments[..at], &line].concat());
        }
        ("misere" | "mis\u{e8}re", verb) if AFTER_GAME.contains(&verb) && arguments.len() > at + 2 => {
            (2, vec![verb.into(), "misere".into()])
        }
        // `first 20 values of kayles`.
        ("first", many)
            if let Some(end) = many.parse::<u64>().ok().and_then(|many| many.checked_sub(1))
                && word(at + 2) == "values"
                && arguments.len() > at + 3 =>
        {
            let game = at + 3 + usize::from(IDLE.contains(&&*word(at + 3)));
            let line =
                [&arguments[..at], &["table".into()], arguments.get(game..)?, &[end.to_string().into()]].concat();
            return Some(line);
        }
        // `play nim 3 4 5 first`: who begins.
        ("play", game)
            if is_game(game)
                && let [line @ .., last] = arguments
                && ["first", "second"].iter().any(|who| last == who)
                && !line[at..].iter().any(|word| word.to_string_lossy().starts_with('-')) =>
        {
            return Some([line, &["--you".into(), last.clone()]].concat());
        }
        // `explain why nim 3 4 5 wins`.
        ("explain", "why") if arguments.len() > at + 2 => {
            let end = ["wins", "loses", "won", "lost", "is", "a", "win", "loss"];
            let said = arguments[at + 3..].iter().rev().take_while(|last| end.iter().any(|own| *last == own)).count();
            return Some([&arguments[..at], &["explain".into()], &arguments[at + 2..arguments.len() - said]].concat());
        }
        // The rules are those of a game; a position is solved.
        ("how", "to" | "do") if asks_of_position(&arguments[at..]) => {
            let game = arguments[at..].iter().position(|word| word.to_str().is_some_and(is_game))?;
            return Some([&arguments[..at], &["solve".into()], &arguments[at + game..]].concat());
        }
        ("misere" | "mis\u{e8}re", game) if is_of_numbers(game) && AFTER_GAME.contains(&&*word(at + 2)) => {
            (3, vec![word(at + 2).into(), "misere".into(), game.into()])
        }
        // `kayles table 20`: no position of numbers has these words.
        (game, verb) if is_of_numbers(game) && AFTER_GAME.contains(&verb) => (2, vec![verb.into(), game.into()]),
        (game, other) if is_of_numbers(game) && found(other).is_some_and(|own| AFTER_GAME.contains(&own.line[0])) => {
            (2, [words(found(other)?), vec![game.into()]].concat())
        }
        (game, "=" | "==" | "equals" | "vs")
            if arguments.len() == at + 3
                && [game, &word(at + 2)].iter().all(|side| is_game(side) || is_of_numbers(side)) =>
        {
            (3, vec!["equal".into(), arguments[at].clone(), arguments[at + 2].clone()])
        }
        // `nim 3 4 5 who wins`.
        (game, _) if is_of_numbers(game) && said_last(arguments, at).is_some() => {
            let (line, Range { start, end }) = said_last(arguments, at)?;
            return Some([&arguments[..at], &line, &arguments[at..start], &arguments[end..]].concat());
        }
        ("xor" | "nim-sum" | "nimsum", other)
            if !other.starts_with(|digit: char| digit.is_ascii_digit()) && !IDLE.contains(&other) =>
        {
            return None;
        }
        (verb, idle) if is_verb(verb) && IDLE.contains(&idle) && arguments.len() > at + 2 => (1, vec![verb.into()]),
        _ => {
            let of =
                |count: usize| found(&(at..at + count).map(word).collect::<Vec<_>>().join(" ")).map(|own| (count, own));
            let (used, own) = (1..=LONGEST).rev().find_map(of)?;
            (used, words(own))
        }
    };
    // `quotient 0.77 --misere` has the option already.
    let is_new = |word: &OsString| !word.to_string_lossy().starts_with("--") || !arguments[at..].contains(word);
    let line: Vec<OsString> = line.into_iter().filter(is_new).collect();
    let is_idle = arguments.len() > at + used + 1 && IDLE.contains(&&*word(at + used));
    used += usize::from(is_idle);
    Some([&arguments[..at], &line, &arguments[at + used..]].concat())
}

/// What asks for the page of a problem.
const ASKS_FOR_PAGE: [&str; 9] =
    ["help", "example", "sample", "describe", "format", "--example", "--sample", "--describe", "--format"];

/// What a condition of `first` may be about.
pub(super) const PROPERTIES: [&str; 5] = ["value", "outcome", "winning", "moves", "n"];

/// What is drawn of a game with these words after it; `None` if there are none.
fn drawn(words: &[OsString]) -> Option<&'static str> {
    let is_option = |word: &OsString| word.to_string_lossy().starts_with('-');
    let position: Vec<&OsString> = words.iter().skip(1).take_while(|word| !is_option(word)).collect();
    match position.as_slice() {
        [] => None,
        [one] if one.to_str()?.parse::<u64>().is_ok() && is_of_numbers(words[0].to_str()?) => Some("table"),
        _ => Some("position"),
    }
}

/// The verb of a question that ends with this word.
fn asked(last: &str) -> Option<&'static str> {
    match last.trim_end_matches('?') {
        "periodic" => Some("prove"),
        "winning" | "won" | "win" | "losing" | "lost" | "loss" => Some("solve"),
        _ => None,
    }
}

/// Whether `how do I play` is said before a game with numbers.
fn asks_of_position(words: &[OsString]) -> bool {
    let game = words.iter().position(|word| word.to_str().is_some_and(is_game));
    let is_number = |word: &OsString| word.to_string_lossy().starts_with(|sign: char| sign.is_ascii_digit());
    game.is_some_and(|game| {
        let says_play = words[..game].iter().any(|word| word == "play") && game < 5;
        says_play && words.len() > game + 1 && words[game + 1..].iter().all(is_number)
    })
}

/// Whether the words are numbers, with commas between them or not.
pub(super) fn are_numbers(words: &[OsString]) -> bool {
    let is_number = |sign: char| sign.is_ascii_digit() || ", ".contains(sign);
    words.iter().all(|word| word.to_str().is_some_and(|word| word.chars().all(is_number)))
}

/// The words for a verb at the end of a line, and where they are.
fn said_last(arguments: &[OsString], at: usize) -> Option<(Vec<OsString>, Range<usize>)> {
    // Options and their values come after them.
    let is_option = |word: &OsString| word.to_string_lossy().starts_with('-');
    let end = at + arguments[at..].iter().take_while(|word| !is_option(word)).count();
    (1..=3).rev().filter(|length| at + length < end).find_map(|length| {
        let last = arguments[end - length..end].iter().map(|word| word.to_str());
        let said = last.collect::<Option<Vec<&str>>>()?.join(" ").to_lowercase();
        let line = match SYNONYMS.iter().find(|own| own.words.contains(&&*said)) {
            Some(own) => own.line.to_vec(),
            None if said == "period" => vec!["prove"],
            None => vec![*AFTER_GAME.iter().find(|verb| **verb == said)?],
        };
        AFTER_GAME.contains(&line[0]).then(|| (line.iter().map(OsString::from).collect(), end - length..end))
    })
}

/// Whether a word is the name of a game whose positions are written as numbers.
pub(super) fn is_of_numbers(word: &str) -> bool {
    let is_digit = |sign: char| sign.is_ascii_digit();
    let is_code = word.split_once('.').is_some_and(|(whole, digits)| {
        let all = |digits: &str, is: fn(char) -> bool| !digits.is_empty() && digits.chars().all(is);
        all(whole, |digit| digit.is_ascii_digit()) && all(digits, |digit| digit.is_ascii_hexdigit())
    });
    let is_code = is_code || ["octal", "hex"].contains(&word);
    let is_written = |family: &Family| family.words()[1..].iter().all(|word| word.starts_with(is_digit));
    is_code || Family::find(word).is_some_and(is_written)
}

/// The words for verbs that are one word.
pub(super) fn words() -> impl Iterator<Item = &'static str> {
    SYNONYMS.iter().flat_map(|own| own.words).copied().filter(|word| !word.contains(' '))
}

/// Whether a word is the name of a game.
pub(super) fn is_game(word: &str) -> bool {
    Family::find(word).is_some()
}

/// Whether a word is the name of a game that is written as another one.
pub(super) fn is_famous(word: &str) -> bool {
    Famous::find(word).is_some() && !is_game(word)
}

/// The line, as a shell takes it.
pub(super) fn shown(arguments: &[OsString]) -> String {
    let words = arguments.iter().skip(1).map(|word| shell_word(&word.to_string_lossy()));
    ["grundy".to_owned()].into_iter().chain(words).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::{
        super::{
            Cli,
            told::{CONCEPTS, TOLD},
        },
        *,
    };

    fn line(text: &str) -> Vec<OsString> {
        text.split(' ').map(OsString::from).collect()
    }

    #[test]
    fn a_word_for_a_verb_is_neither_a_verb_nor_a_game_and_stands_once() {
        let command = Cli::command();
        let all: Vec<&str> = SYNONYMS.iter().flat_map(|own| own.words).copied().collect();
        for word in &all {
            assert!(command.find_subcommand(word).is_none() && !is_game(word), "{word}");
            assert!(grundy::games::Famous::find(word).is_none(), "{word}");
            assert_eq!(all.iter().filter(|other| *other == word).count(), 1, "{word}");
        }
        for word in TOLD.iter().flat_map(|(words, _)| *words) {
            assert!(!all.contains(word) && command.find_subcommand(word).is_none() && !is_game(word), "{word}");
        }
        for word in CONCEPTS.iter().flat_map(|(words, _)| *words) {
            assert!(command.find_subcommand(word).is_none_or(|_| *word == "period") && !is_game(word), "{word}");
        }
        for own in SYNONYMS {
            let is_verb = command.find_subcommand(own.line[0]).is_some();
            assert!(is_verb || ["help", "--version"].contains(&own.line[0]), "{:?}", own.line);
        }
    }

    #[test]
    fn lines_are_read_with_the_verb() {
        let command = Cli::command();
        let is_verb = |word: &str| command.find_subcommand(word).is_some();
        for (text, wanted) in [
            ("grundy value kayles 5", "grundy solve --value kayles 5"),
            ("grundy who wins nim 3 4 5", "grundy solve nim 3 4 5"),
            ("grundy Who Wins nim 3 4 5", "grundy solve nim 3 4 5"),
            ("grundy plot kayles 40", "grundy draw table kayles 40"),
            ("grundy help kayles", "grundy games kayles"),
            ("grundy kayles --help", "grundy games kayles"),
            ("grundy kayles help", "grundy games kayles"),
            ("grundy p-positions kayles 20", "grundy table --losing kayles 20"),
            ("grundy quotient kayles", "grundy prove --misere kayles"),
            ("grundy help why", "grundy help explain"),
            ("grundy can i win kayles 5", "grundy solve kayles 5"),
            ("grundy value of kayles 5", "grundy solve --value kayles 5"),
            ("grundy table of kayles 20", "grundy table kayles 20"),
            ("grundy kayles table 20", "grundy table kayles 20"),
            ("grundy kayles value 5", "grundy solve --value kayles 5"),
            ("grundy nim 3 4 5 who wins", "grundy solve nim 3 4 5"),
            ("grundy kayles 5 7 best move", "grundy solve kayles 5 7"),
            ("grundy kayles 5 7 moves", "grundy moves kayles 5 7"),
            ("grundy octal 0.137 period", "grundy prove octal 0.137"),
            ("grundy kayles 5 moves --json", "grundy moves kayles 5 --json"),
            ("grundy xor 3 5", "grundy solve --value nim 3 5"),
            ("grundy nim value kayles 5", "grundy solve --value kayles 5"),
            ("grundy nim value 5", "grundy solve --value nim 5"),
            ("grundy nim sum 3 5", "grundy solve --value nim 3 5"),
            ("grundy how do i win nim 3", "grundy solve nim 3"),
            ("grundy is nim 3 5 6 a win?", "grundy solve nim 3 5 6"),
            ("grundy is kayles periodic", "grundy prove kayles"),
            ("grundy misere kayles table 20", "grundy table misere kayles 20"),
            ("grundy whowins nim 3", "grundy solve nim 3"),
            ("grundy best_move nim 3", "grundy solve nim 3"),
            ("grundy testgen kayles", "grundy gen kayles"),
            ("grundy oeis 0,1,2", "grundy find 0,1,2"),
        ] {
            let found = replaced(&line(text), 1, is_verb).unwrap_or_else(|| panic!("{text}"));
            assert_eq!(shown(&found), wanted);
        }
        for (text, wanted) in [
            ("who wins nim 1 3 5?", Some("grundy solve nim 1 3 5")),
            ("hint kayles 3 4", Some("grundy solve kayles 3 4")),
            ("period of 0.137", Some("grundy period 0.137")),
            ("table kayles 20", Some("grundy table kayles 20")),
            ("bachet 21 3", Some("grundy bachet 21 3")),
            ("kayles = 0.77", Some("grundy equal kayles 0.77")),
            ("kayles 5 + nim 3", None),
            ("kayles = 5", None),
            ("table kayles 5 -o x.txt", None),
            ("first player takes 1 or 2", None),
            ("take 1..3", None),
            ("who takes the last counter wins", None),
        ] {
            let found = unquoted(&["grundy".into(), text.into()], 1, is_verb);
            assert_eq!(found.map(|line| shown(&line)).as_deref(), wanted, "{text}");
        }
        assert_eq!(replaced(&line("grundy --json why nim 3"), 2, is_verb), Some(line("grundy --json explain nim 3")));
        for text in [
            "grundy kayles 5",
            "grundy help solve",
            "grundy kayles 5 --help",
            "grundy take 1",
            "grundy help",
            "grundy kayles man",
            "grundy kayles check",
            "grundy kayles 5 -o answer",
            "grundy kayles 5 -- moves",
            "grundy 1.toml show",
            "grundy move along edge x",
            "grundy xor nim 3",
            "grundy help docs",
        ] {
            assert_eq!(replaced(&line(text), 1, is_verb), None, "{text}");
        }
    }
}
