//! `grundy test FILE..`: the values that game files list, compared with the values computed.

use std::{fmt::Write, path::Path};

use grundy::{Convention, Query, Question, Solved, Wanted};
use grundy_show::json_line;
use serde_json::{Value, json};

use crate::{
    cli::Test,
    game_file::{self, Expected, GameFile},
    output::{CliError, Reply},
    session::Session,
};

/// What came of one file.
struct Tested {
    name: String,
    path: String,
    passed: usize,
    failures: Vec<Failure>,
}

/// A position that is not what the file says.
struct Failure {
    position: String,
    expected: String,
    found: String,
}

pub fn run(session: &Session, words: Test) -> Result<Reply, CliError> {
    let tested: Vec<Tested> = words.files.iter().map(|path| file(session, path)).collect::<Result<_, _>>()?;
    let failed = tested.iter().any(|file| !file.failures.is_empty());
    let out = session.pick(|| text(&tested), || json(&tested));
    Ok(Reply { out, code: u8::from(failed) })
}

fn file(session: &Session, path: &Path) -> Result<Tested, CliError> {
    let GameFile { name, mut rules, values } = game_file::read(path)?;
    if session.common.misere {
        rules.convention = Convention::Misere;
    }
    let mut tested = Tested { name, path: path.display().to_string(), passed: 0, failures: Vec::new() };
    for (position, expected) in values {
        if let (Expected::Value(_), Convention::Misere) = (expected, rules.convention) {
            return Err(CliError::usage(
                format!("{}: {position} has a value in misère play", path.display()),
                "misère positions have outcomes: \"N\" or \"P\"",
            ));
        }
        let query = Query::new(&rules, grundy::lang::position(&rules, &position)?, Question::ValueAndMoves);
        let solved = session.settle(session.run.find(query, Wanted::default())?)?;
        let (expected, found) = (said(expected), found(&solved, expected));
        if expected == found {
            tested.passed += 1;
        } else {
            tested.failures.push(Failure { position, expected, found });
        }
    }
    Ok(tested)
}

fn said(expected: Expected) -> String {
    match expected {
        Expected::Value(value) => value.to_string(),
        Expected::Outcome(outcome) => outcome.to_string(),
    }
}

fn found(solved: &Solved, expected: Expected) -> String {
    match (expected, solved.value()) {
        (Expected::Value(_), Some(value)) => value.0.to_string(),
        _ => solved.outcome().map(|outcome| outcome.to_string()).unwrap_or_default(),
    }
}

fn text(tested: &[Tested]) -> String {
    let mut text = String::new();
    for file in tested {
        for failure in &file.failures {
            let Failure { position, expected, found } = failure;
            let _ = writeln!(text, "{}: {position} is {found}, the file says {expected}", file.path);
        }
        let (right, all) = (file.passed, file.passed + file.failures.len());
        let _ = writeln!(text, "{} ({}): {right} of {all} values right", file.name, file.path);
    }
    text
}

fn json(tested: &[Tested]) -> String {
    let failure =
        |failure: &Failure| json!({"position": failure.position, "expected": failure.expected, "found": failure.found});
    let file = |file: &Tested| {
        json!({
            "name": file.name,
            "file": file.path,
            "passed": file.passed,
            "failures": file.failures.iter().map(failure).collect::<Value>(),
        })
    };
    json_line(json!({"files": tested.iter().map(file).collect::<Value>()}))
}
