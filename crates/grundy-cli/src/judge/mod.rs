//! `grundy judge NAME` and `grundy judge FILE.toml`: contest problems with their original input and
//! output. Most formats are data ([`Format`]); a file each for those whose speed needs code.
//!
//! The size limits of the statements are not enforced. Broken input gives an error with its line
//! and no output.

mod apples;
mod strings;
mod trust;
mod wplay;

use std::{borrow::Cow, path::Path};

use clap::ValueEnum;
use grundy::{
    Component, Convention, Error, Limits, Nimber, Query, Question, Run,
    games::{Family, Ruleset, Term},
    solvers::tapes,
};
use grundy_show::json_line;
use grundy_verbs::JudgeJson;

use crate::{
    cli::{self, Judge, Problem, Subject},
    input,
    output::{CliError, VerbOutput},
    session::Session,
};
use grundy_contest::{Answer, Format, Tokens, generate::small};

/// What follows the list of the problems.
const OWN_FORMAT: &str = "Other problems: grundy judge FILE.toml < INPUT, where the file has such lines:\n\n\
     game = 'take 1..3'\ninput = 't; n; a*n'\nposition = 'a'\nwin = 'first'\nlose = 'second'";

/// The lines of an output.
type OutputLines = Vec<Cow<'static, str>>;

pub fn run(session: &Session, words: Judge) -> Result<VerbOutput, CliError> {
    if session.common.misere {
        return Err(CliError::usage("a judge format says whether play is misère", "leave --misere out"));
    }
    match words.name {
        Some(subject) => answer(session, &subject, whole_input()?).map_err(|error| described(error, &subject)),
        None if words.list => Ok(format!("{}\n{OWN_FORMAT}\n", Format::summary()).into()),
        None => {
            let help = "`grundy judge --list` has their names; a file FILE.toml describes another one";
            Err(CliError::usage("which problem?", help))
        }
    }
}

/// The name of a problem.
fn name(problem: Problem) -> String {
    problem.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned())
}

/// The mistake in an input, with where the input of the problem is described.
fn described(error: CliError, subject: &Subject) -> CliError {
    let is_listed = !matches!(subject, Subject::Format(name) if name.ends_with(".toml"));
    match error {
        CliError::Library(Error::Refused(mut refused))
            if is_listed && refused.code == "input" && refused.help.to_string().is_empty() =>
        {
            let name = match subject {
                Subject::Format(name) => name.clone(),
                Subject::Problem(problem) => name(*problem),
            };
            let input = Format::input_of(&name).unwrap_or_default();
            let tests = if input.starts_with("t;") { ", where t is the number of tests" } else { "" };
            refused.help = format!("the input is `{input}`{tests}; `grundy judge {name} --help` has an example").into();
            CliError::Library(Error::Refused(refused))
        }
        error => error,
    }
}

/// The answers to an input.
pub fn answer(session: &Session, subject: &Subject, input: Vec<u8>) -> Result<VerbOutput, CliError> {
    let problem = match subject {
        Subject::Problem(Problem::Strings) => return strings::answer(session, input),
        Subject::Problem(problem) => *problem,
        Subject::Format(name) => {
            let format = format(name)?;
            let answers = format.answers(&session.run, &input)?;
            drop(input);
            return Ok(words(session, name, answers.iter().map(Answer::line)));
        }
    };
    let mut tokens = Tokens::new(&input)?;
    let lines = match problem {
        Problem::Wplay => wplay::answer(session, &mut tokens),
        Problem::Strings => unreachable!("answered above"),
        Problem::Trust => trust::answer(session, &mut tokens, tapes::Ends::AtEnd),
        Problem::TrustAnywhere => trust::answer(session, &mut tokens, tapes::Ends::Anywhere),
        Problem::Apples => apples::answer(session, &mut tokens),
    }?;
    Ok(words(session, &name(problem), lines.iter().map(|line| &**line)))
}

/// The names of the problems.
fn known() -> Vec<&'static str> {
    cli::formats().collect()
}

/// The format of this name, or of this file.
pub fn format(name: &str) -> Result<Format, CliError> {
    if let Some(format) = Format::built_in(name) {
        return Ok(format);
    }
    let path = Path::new(name);
    if path.extension().is_none() && !path.exists() {
        let known = known();
        if let Some(family) = Family::find(name) {
            return Err(of_a_game(name, family));
        }
        // A problem with another number is another problem.
        let digits = |name: &str| name.chars().filter(char::is_ascii_digit).collect::<String>();
        let near = grundy::games::nearest(name, &known).filter(|near| digits(near) == digits(name));
        let near = near.map(|near| format!("did you mean `grundy judge {near}`?"));
        let site = |name: &str| name.to_lowercase().split(|sign: char| !sign.is_alphabetic()).next().map(str::to_owned);
        let same = known.iter().copied().filter(|other| site(other) == site(name));
        let of_source: Vec<&str> = Format::of_source(name).into_iter().map(|(name, _)| name).collect();
        // The example of another problem would not help with one of its source.
        let example = of_source.iter().find_map(|name| example_line(name));
        let same: Vec<&str> = if of_source.is_empty() { same.collect() } else { of_source };
        let example = example.map_or_else(String::new, |line| format!("`{line}` answers an example; "));
        let same = if same.is_empty() { String::new() } else { format!("those of its source: {}; ", same.join(", ")) };
        let same = same + &example;
        let (own_site, number) = name.split_once(['-', ' ', '_']).unwrap_or((name, ""));
        let problem = cli::told::about_problem(own_site, number).filter(|_| !number.is_empty());
        let help = problem.or(near).unwrap_or_else(|| {
            format!("{same}`grundy judge --list` has the problems, and the lines of a file FILE.toml for others")
        });
        return Err(CliError::about(name, format!("there is no judge format `{name}`"), help));
    }
    let text = input::text(path).map_err(|error| CliError::file("read", path, &error))?;
    Format::read(&text).map_err(|error| match error {
        Error::Refused(mut refused) => {
            refused.message = format!("{name}: {}", refused.message);
            Error::Refused(refused).into()
        }
        Error::Text(mut mistake) => {
            mistake.message = format!("{name}: {}", mistake.message);
            Error::Text(mistake).into()
        }
        error => error.into(),
    })
}

/// An example of the input of a built-in problem, and its output.
fn example(name: &str) -> Option<(String, String)> {
    let (format, run) = (Format::built_in(name)?, Run::new(Limits::default()));
    let cases = small(&run, &format, EXAMPLES).ok()?;
    format.files(&cases).into_iter().next()
}

/// A line for a shell that answers an example of the input.
pub fn example_line(name: &str) -> Option<String> {
    let (input, _) = example(name)?;
    let is_plain = input.chars().all(|sign| sign.is_ascii_alphanumeric() || " \n".contains(sign));
    is_plain.then(|| format!("printf '{}' | grundy judge {name}", input.replace('\n', "\\n")))
}

/// The page of a built-in problem: its input and output, and an example.
pub fn page(words: &str) -> Option<String> {
    let name = Format::known_as(words)?;
    let (input, output) = example(name)?;
    let about = Format::described(name)?;
    Some(format!("{about}\nExample of an input:\n{input}\nIts output:\n{output}\nUsage: grundy judge {name} < INPUT\n"))
}

/// The tests of the example of a page.
const EXAMPLES: usize = 3;

/// The mistake of a game in place of a format: the formats about it, and the file that makes one.
fn of_a_game(name: &str, family: &Family) -> CliError {
    let about = Format::about(family);
    let same: Vec<String> = about.iter().map(|name| format!("`grundy judge {name} --help`")).collect();
    let example = about.iter().find_map(|name| example_line(name));
    let example = example.map_or_else(String::new, |line| format!("`{line}` answers an example; "));
    let formats = if same.is_empty() { String::new() } else { format!("problems about it: {}; ", same.join(", ")) };
    let formats = formats + &example;
    let message = format!("`{name}` is a game, and no judge format has its name");
    let position = grundy::request::shell("", &family.words());
    let help = format!(
        "{formats}one position is `grundy {position}`; for another problem, `grundy judge --list` ends with the lines of a \
         file FILE.toml, here with game = '{}'",
        family.name
    );
    CliError::about(name, message, help)
}

/// All of stdin.
fn whole_input() -> Result<Vec<u8>, CliError> {
    input::stdin().map_err(|error| {
        CliError::refused("file", format!("cannot read the input: {error}"), grundy_show::file_help(error.kind()))
    })
}

/// The answers to a problem, a line each.
fn words<'a>(session: &Session, name: &'a str, lines: impl Iterator<Item = &'a str>) -> VerbOutput {
    if session.common.json {
        return json_line(&JudgeJson::new(name, lines)).into();
    }
    let mut text = String::new();
    for line in lines {
        text.push_str(line);
        text.push('\n');
    }
    text.into()
}

/// The value of each of these components of one board: one query, so that they share what is known.
fn values(session: &Session, ruleset: Ruleset, components: Vec<Component>) -> Result<Vec<Nimber>, CliError> {
    let start = components.into_iter().map(|component| Term { ruleset: 0, component }).collect();
    let query = Query {
        rulesets: vec![ruleset],
        position: start,
        question: Question::ValueAndMoves,
        convention: Convention::Normal,
    };
    let (solution, _, _) = session.run.answer(&query)?;
    let value = |term: &Term| solution.value(&query, 0, &term.component);
    let values: Option<Vec<Nimber>> = query.position.iter().map(value).collect();
    values.ok_or_else(|| CliError::usage("the solution does not hold the value of every component", ""))
}
