//! Options that a verb does not have: what to type instead.
//!
//! People type options of other programs, and options of other verbs. Each entry of the table has
//! words of the verb for some of them; they are offered in the line that was typed, where it can
//! be read with them. For any other option the message names the verbs that have it, and the line
//! without it.

use std::ffi::OsString;

use clap::{
    Arg, Command, CommandFactory, Error, FromArgMatches,
    error::{ContextKind, ContextValue, ErrorKind},
};
use grundy::{Limits, Run, games::Family, help::shell_word};
use grundy_verbs::Verb as _;

use super::{Cli, Verb, listed::unused, mistake, synonyms, used::refuse_unused};
use crate::game::is_near;

/// What stands for some options.
struct Foreign {
    /// The verbs that it is for; all, if there are none.
    verbs: &'static [&'static str],
    options: &'static [&'static str],
    instead: Instead,
}

/// What there is in place of an option.
enum Instead {
    /// These words, with `{}` for the value of the option.
    Words(&'static str),
    /// These words, with what they are for, and another reading of the option.
    Either(&'static str, &'static str),
    /// Nothing: the line says it without the option, with this remark.
    Without(&'static str),
    /// Standard output, which a shell may send to the file.
    Redirected,
    /// What to say, without a line.
    Told(&'static str),
    /// The words that follow the first list of which the line has one, or that has none; else what
    /// to say.
    Fitting(&'static [(&'static [&'static str], &'static str)], &'static str),
    /// The table up to the value of the option.
    Table,
    /// The line of this verb without the option.
    Asked(&'static str),
}

use Instead::{Asked, Either, Fitting, Redirected, Table, Told, Without, Words};

/// The first entry that fits is taken.
const FOREIGN: &[Foreign] = &[
    of(&[], &["--threads", "--thread", "--cores", "--workers", "--parallel", "-t"], Words("--jobs {}")),
    of(&[], &["--mem", "--ram", "--max-memory"], Words("--memory {}")),
    of(&[], &["--timeout", "--seconds", "--max-time", "--time-limit"], Words("--time {}")),
    of(&[], &["--ignore-case", "--case-insensitive", "-i", "--lowercase", "--lower"], Words("--fold-case")),
    of(&[], &["--misery", "--reverse", "--last-loses"], Words("--misere")),
    of(&[], &["--normal", "--normal-play"], Without("answers are for normal play")),
    of(&[], &["-m"], Either("--misere", "for misère play; a limit on the memory is --memory SIZE")),
    of(&[], &["--colour"], Words("--color {}")),
    of(&[], &["--no-color", "--no-colour"], Words("--color never")),
    of(&[], &["--debug", "--trace", "--profile"], Words("--stats")),
    of(&["play"], &["--easy", "--beginner", "--weak"], Words("--level beginner")),
    of(&["play"], &["--medium", "--careless"], Words("--level careless")),
    of(&["play"], &["--hard", "--perfect", "--strong", "--expert"], Words("--level perfect")),
    of(&["play"], &["--second", "--computer-first", "--computer-begins"], Words("--you second")),
    of(&["play"], &["--me-first", "--i-begin", "--i-start", "--i-go-first", "--player-first"], Words("--you first")),
    of(
        &["play"],
        &["--first", "--starts", "--begins"],
        Fitting(
            &[
                (&["me", "i", "human", "player", "you"], "--you first"),
                (&["computer", "cpu", "pc", "bot", "grundy"], "--you second"),
            ],
            "who begins is said by --you first or --you second",
        ),
    ),
    of(
        &["play"],
        &["--computer", "--cpu", "--bot"],
        Fitting(
            &[(&["first", "begins", "starts"], "--you second"), (&["second"], "--you first")],
            "who begins is said by --you first or --you second",
        ),
    ),
    of(&["play"], &["--hint"], Words("--hints on")),
    of(&["play"], &["--no-hints", "--hide"], Words("--hints off")),
    of(
        &["play"],
        &["--two-players", "--two-player", "--2p", "--pvp", "--humans"],
        Told("the computer plays one side here; the page has both for people: `grundy serve --open`"),
    ),
    of(
        &["serve"],
        &["--hide", "--hide-answers", "--teacher", "--teachers", "--no-hints"],
        Without("the page shows the values where you ask for them"),
    ),
    of(&["serve"], &["--browser", "--launch"], Words("--open")),
    of(&["serve"], &["--no-open", "--no-browser", "--headless"], Without("no browser opens without --open")),
    of(&["serve"], &["--host", "--bind", "--address", "--ip", "--addr"], Words("--listen {}")),
    of(
        &["serve"],
        &["--share", "--public", "--lan"],
        Told("an address with it lets other machines ask: `grundy serve --listen 0.0.0.0 GAME`"),
    ),
    of(&["table"], &["--raw", "--plain", "--tsv", "--text"], Words("--format csv")),
    of(&["table"], &["--to", "--upto", "--max", "--limit", "--size", "-n", "-N", "--n"], Words("{}")),
    of(&["table"], &["--p-positions", "--lost", "--cold", "--zeros"], Words("--losing")),
    of(
        &["table"],
        &["--winning", "--won", "--n-positions", "--hot"],
        Either("--losing", "for the heaps that are lost; all others are won"),
    ),
    of(&["table"], &["--oeis", "--b-file"], Words("--format bfile")),
    of(&["table"], &["--json-lines", "--jsonl"], Words("--format ndjson")),
    of(&["table"], &["--tex"], Words("--format latex")),
    of(&["table"], &["--markdown", "--md"], Words("--format md")),
    of(
        &["table"],
        &["--html", "--excel", "--xlsx", "--list", "--one-line", "--oneline", "--flat"],
        Either("--format csv", "for a value in each line, which other programs read"),
    ),
    of(&["games"], &["--list", "--all"], Without("it lists all games")),
    of(&["solve", "moves", "explain"], &["--up-to", "--upto", "--to"], Table),
    of(&["draw"], &["--svg", "--dot", "--png"], Words("-o {}")),
    of(
        &["solve", "moves", "explain", "play"],
        &["--max", "--max-take"],
        Told("what may be taken is a part of the game, such as `grundy 'take 1..{}' 21`"),
    ),
    of(&["solve", "moves", "explain", "play"], &["--heap", "--n", "-n", "--size"], Words("{}")),
    of(
        &["solve", "moves", "explain", "play"],
        &["--heaps", "--piles"],
        Told("the heaps follow the game, such as `grundy nim 3 4 5`"),
    ),
    of(&["solve", "moves", "explain", "play", "table", "prove"], &["--game", "--rules", "--ruleset"], Words("{}")),
    of(
        &["solve", "moves", "explain", "play"],
        &["--dictionary", "--dict", "--words", "--wordlist", "--word-list"],
        Fitting(
            &[(&["ghost", "superghost"], "{}")],
            "a word list is a part of the game, such as `grundy 'cut word in {apple, bat}' applebat`, or of a file: 'cut \
             word in \"words.txt\"'",
        ),
    ),
    of(
        &["solve", "moves", "explain", "prove", "table", "play"],
        &["--example", "--examples"],
        Told("`grundy games GAME` has an example"),
    ),
    of(
        &["solve", "moves", "explain", "table"],
        &["--genus", "--tame"],
        Told("misère play has quotients here: `grundy prove GAME --misere`"),
    ),
    of(
        &["solve", "moves", "explain", "play"],
        &["--prefix", "--word", "--position", "--board", "--graph", "--pos"],
        Words("{}"),
    ),
    of(
        &["solve", "moves", "explain", "play"],
        &["--start"],
        Fitting(&[(WITH_TOKEN, "from {}"), (&[], "{}")], FROM_VERTEX),
    ),
    of(
        &["solve", "moves", "explain", "play"],
        &["--from-vertex", "--vertex", "--token"],
        Fitting(&[(WITH_TOKEN, "from {}")], FROM_VERTEX),
    ),
    of(
        &["solve", "moves", "explain", "play", "table", "prove"],
        &["--ring", "--circle", "--circular", "--cyclic"],
        Told(
            "Kayles on a ring is `grundy daisy {}`; other games on words have a ring as their board: `grundy 'ring: cut \
             \"ab\"' '(abab)'`",
        ),
    ),
    of(&["solve", "table", "explain"], &["--period", "--preperiod", "--periodic"], Asked("prove")),
    of(&["prove"], &["--period", "--preperiod"], Without("a proof has both the period and what is before it")),
    of(&["count"], &["-n", "-N", "--n", "--to"], Words("--up-to {}")),
    of(
        &["count"],
        &["--where"],
        Fitting(
            &[(&["value = 0", "value=0", "outcome = p", "outcome=p", "losing", "lost"], "")],
            "a count has the won and the lost positions; `grundy first --help` has other conditions",
        ),
    ),
    of(
        &["count"],
        &["--length"],
        Told(
            "`grundy count GAME --size {}` counts the words of that length, `grundy count GAME --up-to {}` all up to it",
        ),
    ),
    of(
        &["prove"],
        &["--length"],
        Told("a proof is about all words; `grundy prove GAME --losing` has how many of each length are lost"),
    ),
    of(&["first"], &["--value", "--moves", "--winning"], Words("--where OPTION={}")),
    of(&["first"], &["--outcome"], Words("--where outcome={}")),
    of(&["oeis"], &["--to", "--upto", "--max", "-n"], Words("--up-to {}")),
    of(&["prove", "count", "first", "equal"], &["--upto", "--max", "--limit"], Words("--up-to {}")),
    of(&["gen", "try"], &["--max", "--max-size", "--up-to", "--size", "--upto", "--to"], Words("--sizes 1..{}")),
    of(&["gen"], &["--hard", "--tricky", "--near-miss"], Words("--kind near-miss")),
    of(
        &["gen"],
        &["--difficulty", "--level"],
        Told(
            "`grundy gen GAME --kind near-miss` makes tests that are easily got wrong, \
             `grundy gen GAME --kind winning-by-one-move` those with one winning move",
        ),
    ),
    of(&["gen"], &["--losing", "--lost", "--p-positions"], Words("--kind losing")),
    of(&["gen"], &["--winning", "--won", "--n-positions"], Words("--kind winning")),
    of(
        &["gen"],
        &["--winning-by-one-move", "--one-move", "--unique", "--unique-move"],
        Words("--kind winning-by-one-move"),
    ),
    of(&["gen"], &["--balance", "--balanced"], Words("--kind balance")),
    of(
        &["solve", "moves", "explain", "play"],
        &["--min", "--min-length"],
        Fitting(&[(&["ghost", "superghost"], "--set min={}")], "ghost and superghost take --set min=3"),
    ),
    of(&["gen"], &["--number", "--cases", "--num"], Words("--count {}")),
    of(&["try"], &["--cases", "--small", "--random", "--tests", "--num-tests"], Words("--count {}")),
    of(&["try"], &["--arg", "--args"], Told("the program and its arguments are one text: --exe 'python3 mine.py'")),
    of(&["try"], &["--exe-memory"], Words("--exe-limits 1s,{}")),
    of(&["find"], &["--values", "--bfile", "--file", "--sequence"], Words("{}")),
    of(&["judge"], &["--start"], Told("the problem in which a word anywhere ends a string is trust-anywhere")),
    of(&["tables build"], &["--process"], Told("the line of this process follows the file: --hosts FILE:0")),
    of(&["survey heaps"], &["--disk"], Told("the size of the folder follows it: --hunt DIR,4GiB")),
    of(&["plan"], &["--table"], Told("a table is planned by its end: `grundy plan GAME --up-to 100`")),
    of(&["draw"], &["--period"], Told("the rows of a period are a picture of their own: `grundy draw period GAME`")),
    of(&["try", "gen"], &["--position"], Told("the position follows the shape: --shape 't; n; a*n -> a'")),
    of(&["prove"], &["--generating", "--density"], Words("--losing")),
    of(&["prove"], &["--same-as", "--compare"], Told("two games are compared by `grundy equal GAME OTHER`")),
    of(&["prove"], &["--walnut"], Told("`grundy draw automaton GAME --format walnut` writes an automaton for Walnut")),
    of(&["try"], &["--program", "--cmd", "--command", "--bin"], Words("--exe {}")),
    of(&["prove"], &["--lean", "--coq", "--rocq", "--isabelle"], Words("--certificate proof.cert")),
    of(
        &["prove"],
        &["--export"],
        Told("`grundy prove GAME --certificate proof.cert` writes the proof, which `grundy check proof.cert` verifies"),
    ),
    of(
        &["judge"],
        &["--format", "--describe", "--formats"],
        Told("`grundy judge --list` has the input and the output of each problem"),
    ),
    of(
        &["judge"],
        &["--check-input", "--validate"],
        Without("the input is checked as it is read, and a mistake has its line"),
    ),
    of(
        &["solve", "moves", "explain", "count", "first", "prove", "equal"],
        &["--csv", "--yaml", "--xml"],
        Either("--json", "for JSON; a table and a survey have CSV"),
    ),
    of(
        &["solve", "moves", "explain", "count", "first", "prove", "equal", "plan", "rules", "games"],
        &["--format", "--output-format", "--out-format"],
        Fitting(
            &[(&["json"], "--json"), (PLAIN_TEXT, "")],
            "answers are text, or JSON: `{BARE} --json`; a table has other forms: `grundy table --help`",
        ),
    ),
    of(&["solve"], &["--file", "--input", "--batch", "--list", "-f", "--from-file"], Words("--positions {}")),
    of(
        &["solve"],
        &[
            "--raw",
            "--plain",
            "--number",
            "--only-value",
            "--value-only",
            "--grundy",
            "--nimber",
            "--sg",
            "--nim-value",
        ],
        Words("--value"),
    ),
    of(
        &["solve", "moves", "explain", "prove", "table", "count"],
        &["--proof", "--cert", "--certify"],
        Words("--certificate {}"),
    ),
    of(&["solve"], &["--silent", "--no-output"], Words("--quiet")),
    of(&["solve"], &["--winner", "--who", "--winner-only", "--only-outcome"], Words("--outcome")),
    of(
        &[],
        &["--quiet", "-q", "--silent", "--no-output", "--no-progress", "--no-notes"],
        Told("the answer goes to standard output, notes and progress to standard error: type `{LINE} 2>/dev/null`"),
    ),
    of(&[], &["-o", "--output", "--out"], Redirected),
    of(
        &[],
        &["--cite", "--citation", "--bibtex"],
        Told("`grundy cite kayles 5` has the sources of an answer, `grundy cite` how to cite the program"),
    ),
];

/// How the vertex of a token is said.
const FROM_VERTEX: &str = "the vertex of a token follows the graph, such as `grundy geography 'grid 3x3' from 0`";

/// Games with a token on a graph.
const WITH_TOKEN: &[&str] = &[
    "geography",
    "undirected-geography",
    "undirected-vertex-geography",
    "directed-geography",
    "generalized-geography",
    "edge-geography",
    "undirected-edge-geography",
];

const fn of(verbs: &'static [&'static str], options: &'static [&'static str], instead: Instead) -> Foreign {
    Foreign { verbs, options, instead }
}

/// The mistake with what to type, if it is an option that the verb does not have.
pub(super) fn explained(error: Error, arguments: &[OsString]) -> Error {
    let option = match error.get(ContextKind::InvalidArg) {
        Some(ContextValue::String(option)) if error.kind() == ErrorKind::UnknownArgument => option.clone(),
        _ => return error,
    };
    let command = Cli::command();
    let Some(line) = Line::of(&command, arguments, &option).filter(|_| option.starts_with('-')) else { return error };
    let verb = verb(&command, arguments).unwrap_or_default();
    let near = near(&error, &option);
    let entry = entry(&verb, &option);
    let instead = entry.map(|entry| &entry.instead);
    let named = match (instead, &near) {
        (Some(Words(words) | Either(words, _)), _) => words.split(' ').next().filter(|name| name.starts_with('-')),
        (None, Some(near)) => Some(near.as_str()),
        _ => None,
    };
    let mut suggestion = named.map(str::to_owned);
    let shown = |(typed, remark): (Vec<OsString>, &str)| {
        let typed = format!("type `{}`", synonyms::shown(&typed));
        if remark.is_empty() { typed } else { format!("{remark}: {typed}") }
    };
    let help = match (instead, line.meant(instead, near.as_deref(), &option)) {
        (_, Some(meant)) => shown(meant),
        (Some(Words("-o {}")), _) => {
            suggestion = Some("-o".to_owned());
            // Pixels need a feature.
            let ending = option.trim_start_matches('-');
            let ending = if ending == "png" && !cfg!(feature = "png") { "svg" } else { ending };
            let typed = line.replaced(&["-o".to_owned(), format!("picture.{ending}")], 1);
            let typed = line.with("-o {}").filter(|_| line.value().is_some()).or(typed);
            typed.map_or_else(|| "write `-o FILE`".to_owned(), |typed| format!("type `{typed}`"))
        }
        (Some(Words(words)), _) if *words != "{}" => {
            let other = || format!("write `{}`", words.replace("{}", "N").replace("OPTION", option.trim_matches('-')));
            line.with(words).map_or_else(other, |typed| format!("type `{typed}`"))
        }
        (Some(Either(words, remark)), _) => {
            let typed = line.with(words).map(|typed| format!("type `{typed}` "));
            suggestion = Some((*words).to_owned());
            format!("{}{remark}", typed.unwrap_or_default())
        }
        (Some(Without(remark)), _) => (*remark).to_owned(),
        (Some(Redirected), _) if let Some(typed) = line.redirected() => match line.judged(&typed) {
            Some(judged) => judged,
            None => format!("type `{typed}`"),
        },
        (Some(Told(text) | Fitting(_, text)), _) => line.told(text),
        (Some(Asked(verb)), _) => line.told(&format!("`grundy {verb} GAME` has it")),
        (None, _) if let Some(near) = near => {
            let typed = line.renamed(&near).map(|typed| format!("type `{}`", synonyms::shown(&typed)));
            typed.unwrap_or_else(|| format!("a similar option is {near}"))
        }
        _ => general(&command, &verb, &option, &line),
    };
    let typed = line.arguments[line.at].to_string_lossy();
    let typed = typed.split('=').next().unwrap_or(&option);
    let message = format!("unexpected argument '{typed}' found\n\n  help: {help}\n");
    let mut better = Error::raw(ErrorKind::UnknownArgument, message);
    better.insert(ContextKind::InvalidArg, ContextValue::String(option));
    if let Some(suggestion) = suggestion {
        better.insert(ContextKind::SuggestedArg, ContextValue::String(suggestion));
    }
    better
}

/// The line with the option of this program in place of another name for it, as the table has it.
/// `None` for an option that has no other name, or whose line would write a file. A remark may
/// belong to the line.
pub(super) fn meant(error: &Error, arguments: &[OsString]) -> Option<(Vec<OsString>, &'static str)> {
    const WRITTEN: [&str; 5] = ["-o", "--output", "--tests", "--checkpoint", "--certificate"];
    let writes =
        |word: &OsString| WRITTEN.iter().any(|option| word.to_string_lossy().split('=').next() == Some(option));
    if arguments.iter().any(writes) {
        return None;
    }
    let command = Cli::command();
    let placed = || {
        let (_, line) = mistake::in_its_place(error, arguments)?;
        // A count may be of one size, and a picture may be a file.
        (["try", "judge", "first"].iter().any(|verb| line[1] == *verb) && reads(&line)).then_some(line)
    };
    let hyphens = || mistake::with_two_hyphens(&command, arguments).filter(|line| reads(line));
    if let Some(line) = hyphens().or_else(|| value_meant(error, &command, arguments)).or_else(placed) {
        return Some((line, ""));
    }
    let option = match error.get(ContextKind::InvalidArg) {
        Some(ContextValue::String(option)) if error.kind() == ErrorKind::UnknownArgument => option,
        _ => return None,
    };
    let entry = entry(&verb(&command, arguments)?, option);
    let line = Line { goes_on: true, ..Line::of(&command, arguments, option)? };
    line.meant(entry.map(|entry| &entry.instead), near(error, option).as_deref(), option)
}

/// The entry of an option of a verb.
fn entry(verb: &str, option: &str) -> Option<&'static Foreign> {
    let fits = |entry: &&Foreign| entry.verbs.is_empty() || entry.verbs.contains(&verb);
    FOREIGN.iter().filter(fits).find(|entry| entry.options.contains(&option))
}

/// The option that was written short, or with one slip of the hand.
fn near(error: &Error, option: &str) -> Option<String> {
    let lower = option.to_lowercase();
    let command = Cli::command();
    let all = || command.get_subcommands().flat_map(Command::get_arguments).chain(command.get_arguments());
    if lower != option && all().any(|own| own.get_long().is_some_and(|name| lower == format!("--{name}"))) {
        return Some(lower);
    }
    let Some(ContextValue::String(near)) = error.get(ContextKind::SuggestedArg) else { return None };
    // Of two spellings, that of every keyboard.
    let near = near.replace('è', "e");
    (near.starts_with(option) || is_near(&near, option)).then_some(near)
}

/// Words for the form in which a table is written without a form.
const PLAIN_TEXT: &[&str] = &["text", "txt", "plain", "pretty", "human"];

/// Words for the values of an option, with what there is for them.
const VALUES: &[(&str, &[&str], &str)] = &[
    ("--format", &["json"], "--json"),
    ("--format", PLAIN_TEXT, ""),
    ("--format", &["jsonl", "json-lines", "jsonlines"], "--format ndjson"),
    ("--format", &["tex"], "--format latex"),
    ("--format", &["numpy"], "--format npy"),
    ("--format", &["oeis", "b-file"], "--format bfile"),
    ("--format", &["graphviz", "gv"], "--format dot"),
    ("--kind", &["hard", "tricky", "difficult"], "--kind near-miss"),
    ("--kind", &["lost", "p", "P"], "--kind losing"),
    ("--kind", &["won", "n", "N"], "--kind winning"),
    ("--kind", &["unique", "one-move"], "--kind winning-by-one-move"),
    ("--color", &["yes", "on", "true"], "--color always"),
    ("--color", &["no", "off", "false", "none"], "--color never"),
];

/// The line with a value of an option in place of another word for it.
fn value_meant(error: &Error, command: &Command, arguments: &[OsString]) -> Option<Vec<OsString>> {
    let text = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text.as_str()),
        _ => None,
    };
    let (option, value) = (text(ContextKind::InvalidArg)?.split(' ').next()?, text(ContextKind::InvalidValue)?);
    let (.., words) = VALUES.iter().find(|(own, values, _)| *own == option && values.contains(&value))?;
    // Without its form a picture stays a picture.
    if words.is_empty() && arguments.get(1).is_none_or(|verb| verb != "table") {
        return None;
    }
    let line = Line::of(command, arguments, option)?;
    let (_, used) = line.value()?;
    line.line_with(&words.split_whitespace().map(str::to_owned).collect::<Vec<_>>(), used)
}

/// The verbs about one position, of which each has the line of the others.
const OF_POSITION: [&str; 5] = ["solve", "moves", "explain", "play", "plan"];

/// The line of the verb that the option is the name of: `kayles 5 --explain`.
fn as_verb(line: &Line, option: &str) -> Option<Vec<OsString>> {
    let word = option.strip_prefix("--").filter(|word| !["graph", "dot"].contains(word))?;
    let rest = line.without_words(1)?;
    let [program, verb, position @ ..] = rest.as_slice() else { return None };
    if !OF_POSITION.contains(&verb.to_str()?) {
        return None;
    }
    let said = [&[program.clone(), word.into()], position].concat();
    let said = synonyms::replaced(&said, 1, |_| false).unwrap_or(said);
    let verb = said[1].to_str()?;
    ((OF_POSITION.contains(&verb) || verb == "draw") && reads(&said)).then_some(said)
}

/// Whether a line can be read, and the position in it.
fn reads(line: &[OsString]) -> bool {
    let mut command = Cli::command();
    let Ok(mut matches) = Cli::command().try_get_matches_from(line) else { return false };
    if refuse_unused(&mut command, &matches).is_err() {
        return false;
    }
    let Ok(cli) = Cli::from_arg_matches_mut(&mut matches) else { return false };
    let words = match &cli.verb {
        Verb::Solve(own) if own.positions.is_none() => own.verb.line(),
        Verb::Moves(own) => own.verb.line(),
        Verb::Explain(own) => own.verb.line(),
        Verb::Play(own) => own.position.words(),
        Verb::Table(own) => {
            let run = Run::new(Limits::default());
            let (words, misere) = (own.verb.line(), cli.common.misere);
            let is_file = words.first().is_some_and(|game| game.ends_with(".toml") || game.starts_with("graph"));
            return is_file
                || run.table_query(&words, misere).is_ok()
                || run.only_game(&words, misere, "").is_ok()
                || run.square_query(&words, misere, None).is_some();
        }
        Verb::Prove(own) => {
            let words = own.verb.line();
            let is_file = words.first().is_some_and(|game| game.ends_with(".toml"));
            return is_file || Run::new(Limits::default()).only_game(&words, false, "").is_ok();
        }
        _ => return true,
    };
    // Files are the session's, and so are the parameters that options set.
    let is_file =
        |word: &String| word == "-" || [".toml", ".txt", ".dic", ".lst"].iter().any(|end| word.ends_with(end));
    words.iter().any(is_file)
        || !cli.common.set.is_empty()
        || Run::new(Limits::default()).query(&words, cli.common.misere).is_ok()
}

/// Whether a line is refused for another option that has an entry.
fn has_another(line: &[OsString]) -> bool {
    let Err(error) = Cli::command().try_get_matches_from(line) else { return false };
    let Some(ContextValue::String(option)) = error.get(ContextKind::InvalidArg) else { return false };
    let verb = verb(&Cli::command(), line).unwrap_or_default();
    error.kind() == ErrorKind::UnknownArgument && entry(&verb, option).is_some()
}

/// What is said of an option that no entry has: the verbs that have it, with the line of one of
/// them, and the line without it.
fn general(command: &Command, verb: &str, option: &str, line: &Line) -> String {
    let of_all = command.get_arguments().find(|own| is_named(own, option));
    let has = |own: &&Command| match of_all {
        Some(of_all) => own.get_name() != "help" && !unused(own.get_name()).contains(&of_all.get_id().as_str()),
        None => own.get_arguments().any(|own| is_named(own, option)),
    };
    let others: Vec<&str> =
        command.get_subcommands().filter(|own| !own.is_hide_set()).filter(has).map(Command::get_name).collect();
    let quoted = |names: &[&str]| names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>();
    let whose = match others.as_slice() {
        [] => String::new(),
        all if all.len() > 4 => "other verbs have it".to_owned(),
        [all @ .., last] if !all.is_empty() => format!("it is an option of {} and `{last}`", quoted(all).join(", ")),
        one => format!("it is an option of {}", quoted(one).concat()),
    };
    let whose = match line.elsewhere(&others) {
        _ if whose.is_empty() => whose,
        Some(typed) => format!("{whose}: `{typed}`; "),
        None => format!("{whose}; "),
    };
    let words = ["grundy", verb, "--help"].into_iter().filter(|word| !word.is_empty());
    let help = words.collect::<Vec<_>>().join(" ");
    // A word after an unknown option may be its value, or not.
    let used = match (line.takes_value, line.value()) {
        (Some(false), _) | (_, None) => Some(1),
        (Some(true), Some((_, used))) => Some(used),
        (None, Some(_)) => None,
    };
    // A question about a position has one, if it is to be offered.
    let is_plain = |word: &&OsString| !word.to_string_lossy().starts_with('-');
    let words = line.arguments.iter().skip(1).filter(is_plain).count();
    let used = used.filter(|_| !OF_POSITION.contains(&verb) || words > 2);
    match used.and_then(|used| line.without(used)) {
        Some(typed) => format!("{whose}without it: `{typed}`; `{help}` lists what there is"),
        None => format!("{whose}`{help}` lists what there is"),
    }
}

/// The line with standard output in the file that it names as an output.
pub(super) fn redirected(command: &Command, arguments: &[OsString]) -> Option<String> {
    ["--output", "-o", "--tests"].into_iter().find_map(|option| Line::of(command, arguments, option)?.redirected())
}

/// The line without an option of its verb, if it can be read.
pub(super) fn without(command: &Command, arguments: &[OsString], option: &str) -> Option<String> {
    let line = Line::of(command, arguments, option)?;
    let verbs = command.get_subcommands().flat_map(Command::get_arguments);
    let takes_value =
        verbs.chain(command.get_arguments()).any(|own| is_named(own, option) && own.get_action().takes_values());
    let used = if takes_value { line.value().map_or(1, |(_, used)| used) } else { 1 };
    line.without(used)
}

fn is_named(own: &Arg, option: &str) -> bool {
    let long = own.get_long().is_some_and(|name| option.strip_prefix("--") == Some(name));
    long || own.get_short().is_some_and(|short| option.strip_prefix('-') == Some(&short.to_string()))
}

/// The verb of a line, with its part: `tables build`.
pub(super) fn verb(command: &Command, arguments: &[OsString]) -> Option<String> {
    let mut words = arguments.iter().skip(1).filter_map(|word| word.to_str());
    let verb = words.find_map(|word| command.find_subcommand(word))?;
    let part = words.next().and_then(|word| verb.find_subcommand(word));
    Some(part.map_or_else(|| verb.get_name().to_owned(), |part| format!("{} {}", verb.get_name(), part.get_name())))
}

/// A line with an option that the verb does not have.
struct Line<'a> {
    arguments: &'a [OsString],
    /// Which word the option is.
    at: usize,
    /// Whether it has a value, where another verb has the option.
    takes_value: Option<bool>,
    /// Whether a line that is offered may have another such option.
    goes_on: bool,
}

impl Line<'_> {
    /// The line with the option that clap names, which may have been typed by another name.
    fn of<'a>(command: &Command, arguments: &'a [OsString], option: &str) -> Option<Line<'a>> {
        let known = command.get_arguments().find(|own| is_named(own, option));
        let mut names = vec![option.to_owned()];
        names.extend(known.and_then(Arg::get_short).map(|short| format!("-{short}")));
        let aliases = known.and_then(Arg::get_visible_aliases).unwrap_or_default();
        names.extend(aliases.iter().map(|alias| format!("--{alias}")));
        let is_it = |word: &OsString| {
            let rest = |name: &String| word.to_str().and_then(|word| word.strip_prefix(name.as_str()));
            names.iter().filter_map(rest).any(|rest| rest.is_empty() || rest.starts_with('='))
        };
        let at = arguments.iter().position(is_it)?;
        Some(Line { arguments, at, takes_value: known.map(|known| known.get_action().takes_values()), goes_on: false })
    }

    /// The line that alone can be meant by the option, with a remark.
    fn meant(
        &self,
        instead: Option<&Instead>,
        near: Option<&str>,
        option: &str,
    ) -> Option<(Vec<OsString>, &'static str)> {
        let line = match (instead, near) {
            (Some(Without(remark)), _) => return Some((self.line_with(&[], 1)?, remark)),
            (Some(Words(words)), _) if !words.starts_with("-o") && !words.starts_with("--certificate") => {
                self.with_line(&words.replace("OPTION", option.trim_start_matches('-')))
            }
            (Some(Fitting(cases, _)), _) => self.fitting(cases),
            (Some(Table), _) => self.as_table(),
            (Some(Asked(verb)), _) => self.asked(verb),
            (Some(_), _) => None,
            // What is no beginning is a slip: it is offered.
            (None, Some(near)) if near.starts_with(&option.to_lowercase().replace('é', "e")) => self.renamed(near),
            (None, Some(_)) => None,
            (None, None) => as_verb(self, option),
        };
        line.map(|line| (line, ""))
    }

    /// How to redirect the output of a problem, whose input is redirected too: the line with a
    /// file, and that with an example of the input.
    fn judged(&self, typed: &str) -> Option<String> {
        let [_, judge, problem, ..] = self.arguments else { return None };
        let problem = grundy_contest::Format::known_as(problem.to_str()?).filter(|_| judge == "judge")?;
        let example = crate::judge::example_line(problem)?;
        let (before, file) = typed.split_once(" > ")?;
        Some(format!("type `{before} < input.txt > {file}`; with an example of the input, `{example} > {file}`"))
    }

    /// The text with the game of the line, the number that follows the option or ends the line, and
    /// the line without the option, and without its value too.
    fn told(&self, text: &str) -> String {
        let game = self.arguments.iter().skip(1).take(self.at.saturating_sub(1));
        let game = game.filter_map(|word| word.to_str()).find(|word| synonyms::is_of_numbers(word));
        let is_number = |word: &String| word.parse::<u64>().is_ok();
        let last = || self.arguments.iter().rev().filter_map(|word| word.to_str().map(str::to_owned)).find(is_number);
        let number = self.value().map(|(value, _)| value).filter(is_number).or_else(last);
        let plain = self.arguments.get(2).filter(|_| self.at > 2).and_then(|word| word.to_str());
        let plain = plain.filter(|word| !word.starts_with('-')).map(shell_word);
        let game = game.map(str::to_owned).or(plain);
        let mut text = text.replace("GAME", game.as_deref().unwrap_or("kayles"));
        let used = self.value().map_or(1, |(_, used)| used);
        for (name, used) in [("{LINE}", 1), ("{BARE}", used)] {
            if text.contains(name) {
                text = text.replace(name, self.without(used).as_deref().unwrap_or("grundy kayles 5"));
            }
        }
        text.replace("{}", number.as_deref().unwrap_or("3"))
    }

    /// The value of the option if it has one, and how many words the two are.
    fn value(&self) -> Option<(String, usize)> {
        let word = self.arguments[self.at].to_string_lossy();
        if let Some((_, value)) = word.split_once('=') {
            return Some((value.to_owned(), 1));
        }
        let next = self.arguments.get(self.at + 1)?.to_string_lossy().into_owned();
        (!next.starts_with('-') || next == "-").then_some((next, 2))
    }

    /// The line with these words in place of so many, if it can be read.
    fn replaced(&self, words: &[String], used: usize) -> Option<String> {
        self.line_with(words, used).map(|line| synonyms::shown(&line))
    }

    /// As [`Line::replaced`], as words.
    fn line_with(&self, words: &[String], used: usize) -> Option<Vec<OsString>> {
        let words: Vec<OsString> = words.iter().map(OsString::from).collect();
        let (before, after) = (&self.arguments[..self.at], self.arguments.get(self.at + used..)?);
        let line = [before, &words, after].concat();
        if !(reads(&line) || self.goes_on && has_another(&line)) {
            return None;
        }
        // A game with a name needs no verb.
        let is_named = |word: &OsString| word.to_str().is_some_and(|word| Family::find(word).is_some());
        let line = match line.as_slice() {
            [program, verb, game, rest @ ..] if verb == "solve" && is_named(game) => {
                [&[program.clone(), game.clone()], rest].concat()
            }
            _ => line,
        };
        Some(line)
    }

    /// The line with another name of the option.
    fn renamed(&self, name: &str) -> Option<Vec<OsString>> {
        let word = self.arguments[self.at].to_string_lossy();
        let value = word.split_once('=').map(|(_, value)| format!("={value}"));
        self.line_with(&[format!("{name}{}", value.unwrap_or_default())], 1)
    }

    /// The line with another verb, without the option.
    fn asked(&self, verb: &str) -> Option<Vec<OsString>> {
        let rest = self.without_words(1)?;
        let [program, _, words @ ..] = rest.as_slice() else { return None };
        let line = [&[program.clone(), verb.into()], words].concat();
        reads(&line).then_some(line)
    }

    /// The line with these words in place of the option, and of its value where they have one.
    fn with(&self, words: &str) -> Option<String> {
        self.with_line(words).map(|line| synonyms::shown(&line))
    }

    /// As [`Line::with`], as words.
    fn with_line(&self, words: &str) -> Option<Vec<OsString>> {
        let (value, used) = if words.contains("{}") { self.value()? } else { (String::new(), 1) };
        // The next word may be the game.
        let is_text = [
            "-o {}",
            "--certificate {}",
            "--color {}",
            "--exe {}",
            "--positions {}",
            "--where outcome={}",
            "--listen {}",
        ];
        let is_game = ["--game", "--rules", "--ruleset"].iter().any(|own| self.arguments[self.at] == *own);
        let is_count = !is_text.contains(&words) && (words != "{}" || self.is_table()) && !is_game;
        if words.contains("{}") && is_count && !value.starts_with(|digit: char| digit.is_ascii_digit()) {
            return None;
        }
        // A number alone is the one that is missing.
        let is_number = |word: &OsString| word.to_str().is_some_and(|word| word.parse::<u64>().is_ok());
        if words == "{}"
            && self.without_words(used)?.iter().any(is_number)
            && value.parse::<u64>().is_ok_and(|_| self.is_table())
        {
            return None;
        }
        let words: Vec<String> = words.split_whitespace().map(|word| word.replace("{}", &value)).collect();
        self.line_with(&words, used)
    }

    /// The line with the words of the first case that fits, in place of the option and of what
    /// follows it where that is the word of the case, or is written in its words.
    fn fitting(&self, cases: &[(&[&str], &str)]) -> Option<Vec<OsString>> {
        let is_said = |words: &&[&str]| {
            self.arguments
                .iter()
                .filter_map(|word| word.to_str())
                .chain(self.value().as_ref().map(|(value, _)| value.as_str()))
                .any(|word| words.is_empty() || words.iter().any(|own| word.eq_ignore_ascii_case(own)))
        };
        let (said, words) = cases.iter().find(|(said, _)| is_said(said))?;
        // In misère play a value of 0 and a lost position differ.
        let is_misere = self
            .arguments
            .iter()
            .any(|word| ["--misere", "--misère", "misere", "misère"].iter().any(|own| word == own));
        if words.is_empty() && is_misere && said.contains(&"value = 0") {
            return None;
        }
        let value = self.value();
        if words.contains("{}") && value.is_none() {
            return None;
        }
        let used = value.as_ref().filter(|(value, _)| words.contains("{}") || said.contains(&&*value.to_lowercase()));
        let (value, used) = used.cloned().unwrap_or((String::new(), 1));
        let words: Vec<String> = words.split_whitespace().map(|word| word.replace("{}", &value)).collect();
        self.line_with(&words, used)
    }

    /// The table of the game up to the value of the option.
    fn as_table(&self) -> Option<Vec<OsString>> {
        let (end, used) = self.value()?;
        let rest = self.without_words(used)?;
        let [program, _, words @ ..] = rest.as_slice() else { return None };
        let line = [&[program.clone(), "table".into()], words, &[end.into()]].concat();
        reads(&line).then_some(line)
    }

    /// The line with another verb, of these; where it has a game with a name alone, with an example
    /// of a position.
    fn elsewhere(&self, verbs: &[&str]) -> Option<String> {
        let [program, _, words @ ..] = self.arguments else { return None };
        let is_plain = |word: &&OsString| !word.to_string_lossy().starts_with('-');
        let alone = words.iter().filter(is_plain).count() == 1;
        let game = words.iter().position(|word| is_plain(&word))?;
        let family = words[game].to_str().and_then(Family::find).filter(|family| alone && family.parameters.is_empty());
        let known = ["solve", "table", "moves", "explain"].into_iter().filter(|verb| verbs.contains(verb));
        known
            .flat_map(|verb| {
                let position = match (verb, family) {
                    ("table", Some(_)) => vec!["20".to_owned()],
                    (_, Some(family)) => family.words()[1..].to_vec(),
                    _ => Vec::new(),
                };
                let position: Vec<OsString> = position.into_iter().map(OsString::from).collect();
                let (before, after) = words.split_at(game + 1);
                let line = |position: &[OsString]| [&[program.clone(), verb.into()], before, position, after].concat();
                [line(&[]), line(&position)]
            })
            .find(|line| reads(line))
            .map(|line| synonyms::shown(&line))
    }

    /// The words of the line without so many.
    fn without_words(&self, used: usize) -> Option<Vec<OsString>> {
        Some([&self.arguments[..self.at], self.arguments.get(self.at + used..)?].concat())
    }

    /// The line without so many words.
    fn without(&self, used: usize) -> Option<String> {
        self.replaced(&[], used)
    }

    /// Whether the line is about a table, which ends with one number.
    fn is_table(&self) -> bool {
        self.arguments.iter().any(|word| word == "table")
    }

    /// The line whose output a shell sends to the file.
    fn redirected(&self) -> Option<String> {
        let (file, used) = self.value()?;
        if let Some(line) = self.with("-o {}") {
            return Some(line);
        }
        let redirection = if file == "-" { String::new() } else { format!(" > {}", shell_word(&file)) };
        Some(self.without(used)? + &redirection)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is said of an option that a line has.
    fn said(line: &str) -> String {
        let words: Vec<OsString> = line.split(' ').map(OsString::from).collect();
        match super::super::arguments::read(words) {
            Ok(_) => panic!("{line} is read"),
            Err(error) => error.render().to_string(),
        }
    }

    #[test]
    fn every_entry_is_reached() {
        for entry in FOREIGN {
            let verbs = if entry.verbs.is_empty() { &["judge", "moves"] } else { entry.verbs };
            for option in entry.options {
                let general = |verb: &&str| {
                    let game = if *verb == "draw" { "table kayles" } else { "kayles" };
                    let text = said(&format!("grundy {verb} {game} {option} 7"));
                    text.contains("lists what there is") || text.contains("a similar option")
                };
                assert!(
                    !verbs.iter().all(general),
                    "{option}: {}",
                    said(&format!("grundy {} kayles {option} 7", verbs[0]))
                );
            }
        }
    }

    #[test]
    fn options_that_are_verbs_are_lines_of_them() {
        assert!(said("grundy kayles 5 7 --why").contains("type `grundy explain kayles 5 7`"));
        assert!(said("grundy solve kayles 5 --moves").contains("type `grundy moves kayles 5`"));
        assert!(said("grundy table nim 4 --max 5").contains("lists what there is"));
        assert!(said("grundy play nim 3 --normal").contains("type `grundy play nim 3`"));
        assert!(said("grundy nim 3 --jsn --misre").contains("--json"));
        assert!(!said("grundy kayles --man").contains("without it"));
        assert!(said("grundy ghost words.txt --prefix ca").contains("type `grundy ghost words.txt ca`"));
        assert!(said("grundy node-kayles --graph 3x3").contains("type `grundy node-kayles 3x3`"));
        assert!(!said("grundy node-kayles --graph nonsense").contains("type `"));
        assert!(said("grundy ghost words.txt --min 3").contains("type `grundy ghost words.txt --set min=3`"));
        assert!(said("grundy play nim 3 4 5 --first computer").contains("--you second"));
    }
}
