//! `grundy check FILE..`: the values that game files list, compared with the values computed.

use std::{
    fmt::Write,
    path::{Path, PathBuf},
};

use grundy::{Convention, Error, Event, Wanted};
use grundy_show::{Version, json_line};
use serde::Serialize;

use crate::{
    game_file::{self, GameFile},
    output::{CliError, VerbOutput},
    session::Session,
    verbs::answering::answer,
};

/// What came of the files of games
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "test"))]
pub struct TestJson<'a> {
    /// The files
    files: &'a [Tested],
    schema: Version,
}

/// What came of one file
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "tested"))]
struct Tested {
    /// The name of the game
    name: String,
    /// The path
    file: String,
    /// The number of values that are right
    passed: usize,
    /// The others
    failures: Vec<Failure>,
}

/// A position that differs from what the file states
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "failure"))]
struct Failure {
    /// The position in the language
    position: String,
    /// What the file states
    expected: String,
    /// What was computed
    found: String,
}

pub fn run(session: &Session, files: &[PathBuf], output: Option<&Path>) -> Result<VerbOutput, CliError> {
    let tested: Vec<Tested> = files.iter().map(|path| file(session, path)).collect::<Result<_, _>>()?;
    let failed = tested.iter().any(|file| !file.failures.is_empty());
    let json = || json_line(&TestJson { files: &tested, schema: Version });
    let out = session.pick(|| text(&tested), json);
    answer(output, out).map(|answered| VerbOutput { code: u8::from(failed), ..answered })
}

fn file(session: &Session, path: &Path) -> Result<Tested, CliError> {
    let GameFile { name, game, values } = game_file::read(path, session.run.parameters())?;
    session.run.event(Event::Rules(&game.rules.ruleset));
    let mut rules = game.rules;
    if session.common.misere {
        rules.convention = Convention::Misere;
    }
    let mut tested = Tested { name, file: path.display().to_string(), passed: 0, failures: Vec::new() };
    for (position, expected) in values {
        let query = expected.query(&rules, &position).map_err(|error| in_file(path, error))?;
        let solved = session.settle(session.run.find(query, Wanted::default())?)?;
        let found = expected.found(&solved);
        if found == Some(expected) {
            tested.passed += 1;
        } else {
            let found = found.map(|found| found.to_string()).unwrap_or_default();
            tested.failures.push(Failure { position, expected: expected.to_string(), found });
        }
    }
    Ok(tested)
}

/// The error with the file in which the expectation stands.
fn in_file(path: &Path, error: Error) -> Error {
    match error {
        Error::Refused(mut refused) => {
            refused.message = format!("{}: {}", path.display(), refused.message);
            Error::Refused(refused)
        }
        other => other,
    }
}

fn text(tested: &[Tested]) -> String {
    let mut text = String::new();
    for file in tested {
        for failure in &file.failures {
            let Failure { position, expected, found } = failure;
            let _ = writeln!(text, "{}: {position} is {found}, the file says {expected}", file.file);
        }
        let (right, all) = (file.passed, file.passed + file.failures.len());
        let _ = writeln!(text, "{} ({}): {right} of {all} values right", file.name, file.file);
    }
    text
}
