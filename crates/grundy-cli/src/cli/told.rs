//! What is said of words for what is not there, and what the words of the theory mean.

use std::{collections::BTreeSet, ffi::OsString};

use clap::error::{ContextKind, ContextValue, ErrorKind};
use grundy::{
    Limits, Run,
    games::{Convention, FAMOUS, Famous, Ruleset},
    request::shell,
};
use grundy_contest::Format;
use grundy_lab::oeis::{Sequence, TermKind, sequences};

use super::synonyms::{AFTER_GAME, are_numbers, is_game, is_of_numbers, shown};

/// Words for what is not there, with what there is; `GAME` is the game that follows, or Nim.
pub(super) const TOLD: &[(&[&str], &str)] = &[
    (
        SITES,
        "`grundy games SOURCE` lists what is known of a source; any other problem is its rules in one line, such as \
         `grundy 'take 1..3' 21`",
    ),
    (
        &["genus", "genera"],
        "misère play has quotients here: `grundy prove GAME --misere`, or `grundy table GAME 20 --misere` for who wins",
    ),
    (
        &["cpp", "c++", "code", "java", "program"],
        "Grundy writes no programs: `grundy explain GAME 5` shows the steps, `grundy try --help` how to try yours",
    ),
    (&["python"], "the package for Python has these verbs as functions: `PYTHON`"),
    (
        &["checker"],
        "`grundy try --help` shows how to compare a program with Grundy, `grundy gen --help` how to write tests",
    ),
    (
        &["new", "template", "init", "create", "setup", "configure"],
        "nothing is to be set up: a game is its rules in one line, as in `grundy 'take 1..3' 21`, or a name, as in `grundy \
         GAME 5`; `grundy games` lists the names, `grundy judge --list` the problems",
    ),
    (
        &["losing-words", "lost-words", "losingwords", "count-losing"],
        "`grundy count GAME --up-to {}` counts the lost positions, of words those of each length",
    ),
    (
        &["print", "export", "latex", "pdf"],
        "`grundy table GAME 20 --format latex` prints values; `grundy draw position GAME 5 -o picture.svg` draws",
    ),
    (
        &["lesson", "lessons", "teach", "teacher", "teachers", "learn"],
        "`grundy explain GAME 5` shows the steps, `grundy serve --open GAME` a board with a mode for teachers that hides \
         who wins; the book has two lessons to print",
    ),
    (
        &["words", "wordlist", "dictionary"],
        "a word list is a part of a game: `grundy 'cut word in {apple, bat}' applebat`, `grundy gen 'cut word in {apple, \
         bat}'`; `grundy games ghost` has an example with a file",
    ),
    (
        &["guess"],
        "`grundy prove GAME` finds a period and proves it, `grundy find 0,1,2,3,1,4` the rules that give some values",
    ),
    (
        &["certificate", "certify", "cert"],
        "`grundy solve GAME 5 --certificate file.cert` writes a certificate, `grundy check file.cert` verifies it",
    ),
    (
        &["check move", "check-move", "checkmove", "test move", "test-move", "is move", "rate move"],
        "`grundy moves GAME 5` lists every move with the value that it leads to; a move that leads to 0 wins",
    ),
    (
        &["tame", "wild"],
        "misère play has quotients here: `grundy prove GAME --misere` says whether one is tame or wild",
    ),
];

/// Sites of problems.
const SITES: &[&str] = &[
    "codeforces",
    "cf",
    "atcoder",
    "cses",
    "leetcode",
    "lc",
    "hdu",
    "poj",
    "topcoder",
    "lightoj",
    "spoj",
    "uva",
    "kattis",
    "hackerrank",
    "codechef",
    "beecrowd",
    "usaco",
    "icpc",
    "hackerearth",
    "geeksforgeeks",
];

/// What the words of the theory mean, for `explain`.
pub(super) const CONCEPTS: &[(&[&str], &str)] = &[
    (
        &["mex", "minimal excludant"],
        "The mex of a set of numbers is the least number from 0 up that it lacks; the value of a position is the mex of \
         the values of its options. `grundy mex 0 1 3` computes one, `grundy explain nim 5` shows it for a heap.",
    ),
    (
        &["xor", "nim-sum", "nimsum", "nim sum", "exclusive or"],
        "Values of components are added by exclusive or: binary digits without carry. `grundy xor 3 5 7` adds numbers, \
         `grundy explain nim 3 5 7` shows it for heaps.",
    ),
    (
        &["value", "nim value", "nim-value", "nimber", "grundy value", "grundy number", "sg value", "sprague-grundy"],
        "The value of a position is the least number that no option has; the position is lost exactly if it is 0. \
         `grundy explain kayles 5` shows it step by step, `grundy table kayles 20` lists values.",
    ),
    (
        &["p-position", "n-position", "p position", "n position", "outcome", "outcomes", "p-positions", "n-positions"],
        "A P-position is won by the player who has just moved (the previous one), an N-position by the player to move \
         (the next one). `grundy nim 3 4 5` says which one a position is, `grundy table kayles 20 --losing` lists P-positions.",
    ),
    (
        &["misere", "mis\u{e8}re", "misere play", "mis\u{e8}re play"],
        "In mis\u{e8}re play who makes the last move loses. `grundy misere nim 3 4 5` plays so, and positions have \
         outcomes and no values.",
    ),
    (
        &["octal", "octal game", "octal games", "octal code"],
        "Digit k of an octal code is about moves that take k counters: the sum of 1 if they may leave no heap, 2 for one \
         heap, 4 for two. `grundy rules 0.77` says it in words, `grundy 0.77 5` solves.",
    ),
    (
        &["period", "periods", "periodic"],
        "The values of a game are periodic if from some heap on they repeat. `grundy prove kayles` finds a period and \
         proves it.",
    ),
];

/// The answer about a word of the theory, of which the line has no game: `mex 0 1 3`, `explain
/// xor`. It is what clap prints as it prints a help.
pub(super) fn answered(arguments: &[OsString], at: usize) -> Option<clap::Error> {
    if let [judge, problem, help] = &arguments[at..]
        && judge == "judge"
        && ["--help", "-h"].iter().any(|own| help == own)
        && let Some(page) = crate::judge::page(&problem.to_string_lossy())
    {
        return Some(clap::Error::raw(ErrorKind::DisplayHelp, page));
    }
    // An option, or a negative number, is not left out but for the form of the answer.
    if arguments[at..].iter().any(|word| *word != "--json" && word.to_string_lossy().starts_with('-')) {
        return None;
    }
    let asks =
        arguments[at] == "define" || arguments[at] == "what" && arguments.get(at + 1).is_some_and(|is| is == "is");
    let idle: &[&str] =
        if asks { &["explain", "--json", "what", "is", "a", "an", "the", "define"] } else { &["explain", "--json"] };
    let is_word = |word: &&OsString| !idle.iter().any(|own| **word == **own);
    let words: Option<Vec<&str>> = arguments[at..].iter().filter(is_word).map(|word| word.to_str()).collect();
    let said = words?.join(" ").to_lowercase();
    let said = said.trim_end_matches('?');
    let numbers = said.strip_prefix("mex").map(|numbers| {
        let between = |sign: char| " ,{}()[]".contains(sign);
        let numbers = numbers.split(between).filter(|number| !number.is_empty());
        numbers.map(|number| super::values::number(number).ok()).collect::<Option<BTreeSet<u64>>>()
    });
    let wants_json = super::mistake::wants_json(arguments);
    let text = match numbers.flatten().filter(|list| !list.is_empty()) {
        Some(list) if wants_json => {
            let least = (0_u64..).find(|number| !list.contains(number))?;
            let list: Vec<String> = list.iter().map(u64::to_string).collect();
            let text = format!("{{\"mex\":{least},\"of\":[{}],\"schema\":1}}\n", list.join(","));
            return Some(clap::Error::raw(ErrorKind::DisplayHelp, text));
        }
        Some(list) => {
            let least = (0..).find(|number| !list.contains(number))?;
            let list: Vec<String> = list.iter().map(u64::to_string).collect();
            format!("{least} is the mex of {{{}}}: the least number from 0 up that is not in it.\n", list.join(", "))
        }
        None if arguments[at] == "explain" || asks || said == "mex" => {
            let (_, text) = CONCEPTS.iter().find(|(words, _)| words.contains(&said))?;
            format!("{text}\n")
        }
        None => return None,
    };
    Some(match wants_json {
        false => clap::Error::raw(ErrorKind::DisplayHelp, text),
        true => {
            clap::Error::raw(ErrorKind::InvalidSubcommand, format!("`{said}` has no answer as JSON\n\n  help: {text}"))
        }
    })
}

/// The mistake of `wins kayles 20`, `winning kayles 20`: who wins one heap, or the list of the
/// heaps that are won.
fn of_wins(arguments: &[OsString], at: usize) -> Option<clap::Error> {
    let [wins, words @ ..] = &arguments[at..] else { return None };
    let wins = wins.to_str().filter(|word| ["wins", "winning", "won"].contains(word))?;
    if words.is_empty() {
        return None;
    }
    let line = |verb: &[&str]| {
        let verb: Vec<OsString> = verb.iter().map(OsString::from).collect();
        shown(&[&arguments[..at], &verb, words].concat())
    };
    let (one, list) = (line(&["solve"]), line(&["table", "--losing"]));
    let message = format!(
        "`{wins}` may ask who wins a position, or which heaps are won\n\n  help: type `{one}` for a position, or `{list}` for \
         the heaps that are lost; the others are won\n"
    );
    Some(clap::Error::raw(ErrorKind::InvalidSubcommand, message))
}

/// The mistake of `gen kayles 10`: the number of tests, or the largest heap.
fn of_tests(arguments: &[OsString], at: usize) -> Option<clap::Error> {
    let [verb, game, number] = arguments.get(at..)? else { return None };
    if verb != "gen" || !is_game(game.to_str()?) || number.to_str()?.parse::<u64>().is_err() {
        return None;
    }
    let line = |option: &str, value: String| shown(&[&arguments[..at + 2], &[option.into(), value.into()]].concat());
    let number = number.to_str()?;
    let (count, sizes) = (line("--count", number.to_owned()), line("--sizes", format!("1..{number}")));
    let message = format!(
        "`{number}` may be the number of tests, or the largest heap\n\n  help: type `{count}` for so many tests, or \
         `{sizes}` for heaps up to that size\n"
    );
    Some(clap::Error::raw(ErrorKind::InvalidValue, message))
}

/// The mistake of `test kayles 0,1,2`: a test reads a file.
fn of_values(arguments: &[OsString], at: usize) -> Option<clap::Error> {
    let [verb, game, values @ ..] = arguments.get(at..)? else { return None };
    let game = game.to_str().filter(|game| verb == "test" && is_of_numbers(game))?;
    if std::path::Path::new(game).exists() || !are_numbers(values) {
        return None;
    }
    let values: Vec<String> = values.iter().map(|word| word.to_string_lossy().into_owned()).collect();
    let values: Vec<String> =
        values.join(" ").split([',', ' ']).filter(|own| !own.is_empty()).map(str::to_owned).collect();
    let file = if values.is_empty() { "0 = 0\\n1 = 1\\n".to_owned() } else { String::new() };
    let file = values.iter().zip(0..).fold(file, |file, (value, heap)| format!("{file}{heap} = {value}\\n"));
    let end = values.len().max(2) - 1;
    let message = format!(
        "`{game}` is a game, and a test reads a file with a game and its values\n\n  help: `printf 'game = \
         \"{game}\"\\n[values]\\n{file}' > game.toml && grundy test game.toml` writes one and tests it; `grundy table {game} \
         {end}` has the values\n"
    );
    Some(clap::Error::raw(ErrorKind::InvalidValue, message))
}

/// The sequence of the OEIS with this number, if it is known.
pub(super) fn of_sequence(number: &str) -> Option<&'static Sequence> {
    sequences().iter().find(|sequence| sequence.number.eq_ignore_ascii_case(number))
}

/// Whether a word is the number of a sequence in the OEIS: `A002188`.
fn is_of_oeis(word: &str) -> bool {
    let digits = word.strip_prefix(['A', 'a']).unwrap_or_default();
    (6..=7).contains(&digits.len()) && digits.chars().all(|digit| digit.is_ascii_digit())
}

/// The mistake of the number of a sequence in place of a game, `table A002188 20`.
fn sequence_for_game(arguments: &[OsString], at: usize) -> Option<clap::Error> {
    let place = (at..arguments.len().min(at + 2)).find(|&at| arguments[at].to_str().is_some_and(is_of_oeis))?;
    if place > at && !AFTER_GAME.iter().any(|verb| arguments[at] == *verb) {
        return None;
    }
    let number = arguments[place].to_str()?;
    let help = match of_sequence(number) {
        Some(sequence) if !matches!(sequence.term, TermKind::Value(_)) => {
            format!("`grundy oeis {number}` has the terms of this sequence")
        }
        Some(sequence) => {
            let game: Vec<OsString> = sequence.game().iter().map(OsString::from).collect();
            let line = [&arguments[..place], &game, &arguments[place + 1..]].concat();
            let line = Some(line).filter(|line| super::respelled::is_read(line));
            let line = line.map_or(String::new(), |line| format!("type `{}`; ", shown(&line)));
            format!("{line}`grundy oeis {number}` has the terms of this sequence")
        }
        None => {
            "no game here has this number; `grundy find 0,1,2,3,1,4` finds the rules that give some values".to_owned()
        }
    };
    let message = format!("`{number}` is the number of a sequence in the OEIS, not a game\n\n  help: {help}\n");
    Some(clap::Error::raw(ErrorKind::InvalidSubcommand, message))
}

/// The mistake of a word for what is not there, which is the first one at `at`.
pub(super) fn told(arguments: &[OsString], at: usize) -> Option<clap::Error> {
    let of_line = [of_wins, of_tests, of_values, sequence_for_game].iter().find_map(|own| own(arguments, at));
    if of_line.is_some() {
        return of_line;
    }
    // `explain genus`, `gen words 5`, `check move nim 3 4`.
    let verb = ["explain", "gen", "check", "games"].into_iter().find(|verb| arguments[at] == *verb);
    if let Some(error) = of_problem(&arguments[at..]).filter(|_| verb.is_none()) {
        return Some(error);
    }
    let at = at + usize::from(verb.is_some());
    let word = arguments.get(at)?.to_str()?;
    if verb == Some("games") && (grundy::request::games(word).is_ok() || !Format::of_source(word).is_empty()) {
        return None;
    }
    let both = format!("{} {word}", verb.unwrap_or_default());
    // `'cf 1451D'` in one word.
    let (word, inner) = word.split_once(' ').unwrap_or((word, ""));
    let is_told = |words: &[&str]| words.contains(&&*word.to_lowercase()) || words.contains(&both.as_str());
    let (_, text) = TOLD.iter().find(|(words, _)| is_told(words))?;
    let next = arguments.get(at + 1).and_then(|word| word.to_str()).unwrap_or_default();
    let next = if inner.is_empty() { next } else { inner };
    if verb == Some("games") && SITES.contains(&&*word.to_lowercase()) {
        let help = "`grundy games codeforces` lists the games of one site, `grundy judge --list` the problems of all";
        return Some(unknown(word, "not the site of a game or a problem that is known here", help));
    }
    let text = match about_problem(word, next).filter(|_| !next.is_empty()) {
        Some(text) => text,
        None => about_line(&text.replace("SOURCE", source(word)), &arguments[at + 1..]),
    };
    Some(not_a_verb(word, &text))
}

/// The mistake of a first word that is not a verb or a game.
fn not_a_verb(word: &str, text: &str) -> clap::Error {
    unknown(word, "not a verb or a game", text)
}

/// The mistake of a word that is not what it should be.
fn unknown(word: &str, what: &str, help: &str) -> clap::Error {
    let message = format!("`{word}` is {what}\n\n  help: {help}\n");
    let mut error = clap::Error::raw(ErrorKind::InvalidSubcommand, message);
    error.insert(ContextKind::InvalidSubcommand, ContextValue::String(word.to_owned()));
    error
}

/// The site itself, if something here is from it, else another one.
fn source(site: &str) -> &str {
    let is_known = SITES.contains(&&*site.to_lowercase())
        && (grundy::request::games(site).is_ok() || !Format::of_source(site).is_empty());
    if is_known { site } else { "codeforces" }
}

/// What is said of a problem of a site, such as `leetcode` and `292`: its judge format, or how the
/// game of it is written.
pub fn about_problem(site: &str, number: &str) -> Option<String> {
    if let Some(name) = Format::known_as(&format!("{site} {number}")) {
        return Some(format!("this problem is the judge format {name}: `grundy judge {name} --help` has its input"));
    }
    if !SITES.contains(&&*site.to_lowercase()) {
        return None;
    }
    let site = if site.eq_ignore_ascii_case("lc") { "leetcode" } else { site };
    let wanted = format!("{site} {number}").to_lowercase();
    let is_it = |source: &str| source.split("; ").any(|part| part.to_lowercase() == wanted);
    let families = grundy::games::FAMILIES.iter().filter(|family| is_it(family.reference));
    let family = families.map(|family| shell("", &family.words())).next();
    let line = family.or_else(|| FAMOUS.iter().find(|game| is_it(game.source)).map(|game| game.write.to_owned()))?;
    Some(format!(
        "the game of this problem is written `grundy {line}`; `grundy games {}` lists its source",
        source(site)
    ))
}

/// Longer texts are not titles of problems.
const LONGEST_TITLE: usize = 6;

/// The mistake of the title of a problem in place of a game: `lieges of legendre 3 4`.
fn of_problem(words: &[OsString]) -> Option<clap::Error> {
    let is_name = |word: &&str| word.starts_with(char::is_alphabetic);
    let words: Vec<&str> = words.iter().map_while(|word| word.to_str()).take(LONGEST_TITLE).collect();
    let named = words.iter().take_while(|word| is_name(word)).count();
    let title = (1..=named).rev().map(|used| words[..used].join(" ")).find_map(|title| {
        // One word may be about stones, or a man.
        let is_long = title.contains([' ', '-']) || title.contains(|sign: char| sign.is_ascii_digit());
        let bare = Convention::of(&title).1;
        let is_other = is_game(bare) || Famous::find(bare).is_some() || is_of_numbers(bare);
        Some((Format::known_as(&title).filter(|_| is_long && !is_other)?, title))
    });
    let (name, title) = title?;
    // A word of the line may be a game or a verb itself: `nim game 1`.
    let first = title.split(' ').next().unwrap_or_default();
    if is_game(first) || AFTER_GAME.contains(&first) || first == "judge" {
        return None;
    }
    Some(not_a_verb(
        &title,
        &format!(
            "it is a problem with the judge format {name}: `grundy judge {name} --help` has its input and its game; \
         `grundy judge --list` lists all"
        ),
    ))
}

/// Of more words none are looked at.
const MOST_TOLD: usize = 32;

/// The text with the game and the position that these words are: `GAME` is the game, `GAME 5` with
/// its position, `{}` a number after it; for other words they are those of Nim.
fn about_line(text: &str, words: &[OsString]) -> String {
    let words = words.iter().map(|word| word.to_string_lossy()).take_while(|word| !word.starts_with('-'));
    let words: Vec<String> = words.map(std::borrow::Cow::into_owned).collect();
    let run = Run::new(Limits::default());
    let nim = ["nim".to_owned(), "5".to_owned()];
    let chosen = run.choose(&words, false).ok();
    let (game, is_heaps) = chosen.as_ref().map_or((&nim[..1], true), |chosen| {
        let game = &words[..words.len() - chosen.rest.len()];
        (game, matches!(chosen.game.rules.ruleset, Ruleset::Heap(_)))
    });
    let example = chosen.as_ref().map(|chosen| {
        let family = chosen.game.family.filter(|family| family.parameters.is_empty());
        let own = family.map(|family| family.words()[1..].to_vec());
        let own = own.unwrap_or_else(|| vec![grundy::games::small_position(&chosen.game.rules)]);
        [game, &own].concat()
    });
    // What follows a position may be a move.
    let ends = (game.len() + 1..=words.len().min(MOST_TOLD)).rev();
    let typed = ends.map(|end| &words[..end]).find(|words| run.query(words, false).is_ok());
    let position = typed.or(example.as_deref()).unwrap_or(&nim);
    let number = words.last().filter(|word| word.parse::<u64>().is_ok()).map_or("8", String::as_str);
    let is_plain = !position.iter().any(|word| word.contains(['"', '\'', '\\']));
    let (own, heaps) = if is_plain { position.split_at(game.len()) } else { nim.split_at(1) };
    let python =
        format!("python3 -c 'import grundy; print(grundy.solve(\"{}\", \"{}\"))'", own.join(" "), heaps.join(" "));
    let (game, position) = (shell("", game), shell("", position));
    let table = if is_heaps { &game } else { "nim" };
    text.replace("PYTHON", &python)
        .replace("table GAME", &format!("table {table}"))
        .replace("GAME 5", &position)
        .replace("GAME", &game)
        .replace("{}", number)
}
