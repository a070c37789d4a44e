//! How the arguments become a verb: which one is meant if none is named, and what is said of a
//! mistake.

use std::{
    borrow::Cow,
    ffi::OsString,
    io::{IsTerminal, stderr},
};

use clap::{Command, CommandFactory, FromArgMatches, error::ErrorKind};
use grundy::games::encoding::printable;

use super::{Cli, EXAMPLES, foreign, headings, mistake, moved, plain, synonyms, told, used};
use crate::streams::{fitted_err, narrate, was_written, write_out};

/// How to cite the program, as BibTeX; tidy compares it with `CITATION.cff`.
const CITATION: &str = concat!(
    "@software{grundy,\n  title = {Grundy: a solver for impartial combinatorial games on words and heaps},\n  \
     author = {{The Grundy authors}},\n  version = {",
    env!("CARGO_PKG_VERSION"),
    "}\n}\nThe sources of an answer: grundy cite kayles 5\n"
);

/// The command line with the verb `solve` where it was left out: `grundy kayles 5 7 9`.
///
/// The first argument that is neither a flag nor a flag's value decides. What other words were read
/// as is added to the notes.
fn with_verb(
    command: &Command,
    mut arguments: Vec<OsString>,
    notes: &mut Vec<String>,
) -> Result<Vec<OsString>, clap::Error> {
    let takes_value = |flag: &str| {
        let known = command.get_arguments().find(|known| known.get_long() == flag.strip_prefix("--"));
        known.is_some_and(|known| known.get_action().takes_values())
    };
    if let [_, word] = arguments.as_slice()
        && ["cite", "--cite", "--citation", "--bibtex"].iter().any(|own| word == own)
    {
        return Err(clap::Error::raw(ErrorKind::DisplayHelp, CITATION));
    }
    let mut at = 1;
    while let Some(word) = arguments.get(at).map(|word| word.to_string_lossy().into_owned()) {
        if word == "--" || matches!(word.as_str(), "-h" | "--help" | "-V" | "--version") {
            return Ok(arguments);
        }
        if ["-?", "/?"].contains(&word.as_str()) {
            arguments[at] = "--help".into();
            return Ok(arguments);
        }
        if word == "-v" && arguments.len() == 2 {
            arguments[1] = "--version".into();
            return Ok(arguments);
        }
        if !word.starts_with('-') || word.len() == 1 {
            let is_verb = |word: &str| word == "help" || command.find_subcommand(word).is_some();
            if let Some(answer) = told::answered(&arguments, at) {
                return Err(answer);
            }
            let line = synonyms::unquoted(&arguments, at, is_verb);
            // What a famous game is written as is said of the whole line.
            let is_famous = line.as_ref().and_then(|line| line[at].to_str()).is_some_and(synonyms::is_famous);
            if let Some(line) = line.or_else(|| synonyms::replaced(&arguments, at, is_verb)) {
                if !is_famous {
                    notes.push(format!("note: read as `{}`", synonyms::shown(&line)));
                }
                return with_verb(command, line, notes);
            }
            if let Some(error) = told::told(&arguments, at) {
                return Err(error);
            }
            if !is_verb(&word) && is_verb(&word.to_lowercase()) {
                arguments[at] = word.to_lowercase().into();
            } else if !is_verb(&word) {
                arguments.insert(1, "solve".into());
            }
            // The verbs of `tables` were part of `table`.
            let at = at + usize::from(word == "help");
            let tables = command.find_subcommand("tables");
            let part = |part: &OsString| tables.is_some_and(|tables| tables.find_subcommand(part).is_some());
            let has_part = arguments.get(at + 1).is_some_and(part);
            let names_help =
                arguments.get(at + 1).is_none_or(|word| ["-h", "--help", "help"].iter().any(|help| word == help));
            match arguments.get(at).and_then(|word| word.to_str()) {
                Some("table") if has_part => arguments[at] = "tables".into(),
                Some("tables") if !has_part && !names_help && word != "help" => arguments[at] = "table".into(),
                _ => {}
            }
            if arguments.get(at).is_some_and(|word| word == "survey")
                && arguments.get(at + 1).is_some_and(|word| word.to_string_lossy().contains(['?', '.']))
            {
                arguments.insert(at + 1, "heaps".into());
            }
            return Ok(arguments);
        }
        at += if takes_value(&word) { 2 } else { 1 };
    }
    Ok(arguments)
}

/// Reads the command line; on an error, or a request for help, prints it and returns the exit code.
pub fn parse(arguments: Vec<OsString>) -> Result<Cli, u8> {
    if arguments.len() < 2 {
        return Err(if write_out(EXAMPLES) { 0 } else { 2 });
    }
    if let Some(plain) = plain::read(&arguments) {
        return Ok(plain);
    }
    let json = mistake::wants_json(&arguments);
    let obeyed = arguments.iter().any(|word| matches!(printable(&word.to_string_lossy()), Cow::Owned(_)));
    read_meant(arguments).map_err(|error| {
        if !error.use_stderr() {
            // The help, the version, or an answer, before which clap writes `error: `.
            let text = error.render().to_string();
            let is_written = match text.strip_prefix("error: ") {
                Some(answer) => write_out(answer),
                None => was_written(error.print()),
            };
            return if is_written { 0 } else { 2 };
        }
        if json {
            write_out(&mistake::json(&error));
        } else if obeyed {
            narrate(error.render().to_string().trim_end());
        } else if stderr().is_terminal() {
            eprint!("{}", fitted_err(&error.render().ansi().to_string()));
        } else {
            let _ = error.print();
        }
        2
    })
}

/// As [`read`]; an option that has another name here is read as that, and said.
fn read_meant(arguments: Vec<OsString>) -> Result<Cli, clap::Error> {
    let (mut notes, mut note) = (Vec::new(), None);
    let line = with_verb(&Cli::command(), arguments, &mut notes);
    notes.iter().for_each(|note| narrate(note));
    let mut line = line?;
    let mut read = read_line(line.clone());
    // Each time one option has its name.
    for _ in 0..MOST_RENAMED {
        let Some((other, remark)) = read.as_ref().err().and_then(|error| foreign::meant(error, &line)) else { break };
        line = with_verb(&Cli::command(), other, &mut Vec::new())?;
        let remark = if remark.is_empty() { String::new() } else { format!(": {remark}") };
        note = Some(format!("note: read as `{}`{remark}", synonyms::shown(&line)));
        read = read_line(line.clone());
    }
    note.iter().for_each(|note| narrate(note));
    read
}

/// Options of one line that are read by other names.
const MOST_RENAMED: usize = 4;

/// Reads a command line.
#[cfg(any(test, feature = "entries"))]
pub fn read(arguments: Vec<OsString>) -> Result<Cli, clap::Error> {
    whole(arguments).and_then(read_line)
}

/// A line with its verb, if it is one.
pub(super) fn whole(arguments: Vec<OsString>) -> Result<Vec<OsString>, clap::Error> {
    let line = with_verb(&Cli::command(), arguments, &mut Vec::new())?;
    read_line(line.clone()).map(|_| line)
}

/// Reads a line with its verb.
fn read_line(arguments: Vec<OsString>) -> Result<Cli, clap::Error> {
    let mut command = Cli::command();
    let mut matches = match command.try_get_matches_from_mut(arguments.clone()) {
        // Flags that a verb does not use are hidden from its help only: that takes longer than
        // reading.
        Err(error) if error.kind() == ErrorKind::DisplayHelp => {
            headings::grouped(used::tree()).try_get_matches_from(&arguments)
        }
        matches => matches.map_err(|error| moved::explained(&mut command, error, &arguments)),
    }
    .map_err(|error| mistake::with_tip(error, &Cli::command(), &arguments))?;
    used::refuse_unused(&mut command, &matches)
        .map_err(|error| mistake::with_tip(error, &Cli::command(), &arguments))?;
    Cli::from_arg_matches_mut(&mut matches).map_err(|error| error.format(&mut command))
}
