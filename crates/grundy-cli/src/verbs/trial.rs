//! `grundy try GAME --exe PROGRAM`: a contestant's program against the right answers.

use std::{fmt::Write, time::Duration};

use grundy::Run;
use grundy_contest::{
    Format,
    trial::{Program, Report, TestPlan, WrongOutput, of_program},
};
use grundy_show::{ReasonJson, Version, json_line, reason_json, reason_text};
use serde::Serialize;

use crate::{
    cli::{Tests, Try},
    game, judge,
    output::{CliError, VerbOutput},
    session::Session,
};

pub fn run(session: &Session, words: Try) -> Result<VerbOutput, CliError> {
    let (format, run) = format(session, &words.tests)?;
    let command = Program::words(&words.exe)?;
    let (time, memory) = words.exe_limits;
    let program = Program { command, time: Duration::from_secs_f64(time), memory };
    let count = |usual: usize| words.count.map_or(usual, |count| usize::try_from(count).unwrap_or(usize::MAX));
    let plan = TestPlan { small: count(2_000), random: count(1_000), seed: words.tests.seed, ..TestPlan::default() };
    let report = of_program(&run, &format, &program, plan)?;
    let out = session.pick(|| text(&report), || json(&report));
    Ok(VerbOutput { out, code: u8::from(report.failure.is_some()) })
}

/// The judge format that the flags describe, and the run that answers its tests.
pub fn format(session: &Session, tests: &Tests) -> Result<(Format, Run), CliError> {
    // The values of --set are in the game that is read.
    let run = session.run.clone().set(Vec::new());
    let misere = session.common.misere;
    let mut format = match (&tests.judge, &tests.game) {
        (Some(name), _) => {
            if misere {
                return Err(CliError::usage("a judge format names its convention", "write misere = true in its file"));
            }
            if !session.common.set.is_empty() {
                return Err(CliError::usage("the parameters of a judge format come with its input", "leave --set out"));
            }
            if session.common.fold_case {
                let help = "write `in lower case` after the list in its file";
                return Err(CliError::usage("a judge format says how its word lists are read", help));
            }
            judge::format(name)?
        }
        (None, Some(game)) => {
            let line: Vec<String> = std::iter::once(game.clone()).chain(tests.rest.iter().cloned()).collect();
            let read = session.run.only_read(&line, misere, "tests are made of a game");
            let read = read.map_err(|error| game::hinted(error, &line))?;
            Format::of_game(&read, tests.shape.as_deref())?
        }
        (None, None) => return Err(CliError::usage("which game?", "try `grundy games`")),
    };
    if let Some((win, lose)) = &tests.labels {
        format = format.labelled(win, lose)?;
    }
    Ok((format.limited(tests.sizes.clone(), tests.heaps.clone(), tests.letters.as_deref())?, run))
}

fn text(report: &Report) -> String {
    let Report { tests, runs, failure } = report;
    let Some(failure) = failure else {
        return format!("All right: {tests} tests in {} of the program.\n", times(*runs, "run"));
    };
    let mut text = format!("Wrong: {}.\n", sentence(&failure.wrong));
    let of =
        if failure.tests > 1 { format!(" (it fails only after {} tests)", failure.tests - 1) } else { String::new() };
    let _ = writeln!(text, "The smallest input that was found{of}:");
    indented(&mut text, &failure.input);
    let yours = yours(&failure.wrong);
    if !yours.is_empty() {
        let _ = writeln!(text, "Yours:");
        indented(&mut text, &yours);
    }
    let _ = writeln!(text, "Right:");
    indented(&mut text, &failure.right);
    if let Some(reason) = &failure.reason {
        let _ = writeln!(text, "Why:");
        indented(&mut text, &reason_text(&reason.solved, reason.winning.as_ref()));
    }
    let _ = writeln!(text, "{tests} tests in {} of the program.", times(*runs, "run"));
    text
}

fn times(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

/// The lines, up to some number, each set in.
fn indented(text: &mut String, lines: &str) {
    const MOST: usize = 20;
    for line in lines.lines().take(MOST) {
        let _ = writeln!(text, "  {line}");
    }
    let more = lines.lines().count().saturating_sub(MOST);
    if more > 0 {
        let _ = writeln!(text, "  .. and {more} more lines");
    }
}

/// What is wrong, as a sentence without a full stop.
fn sentence(wrong: &WrongOutput) -> String {
    match wrong {
        WrongOutput::Answer(_) => "the answer is not the right one".into(),
        WrongOutput::Garbage(_) => "the output is not an answer to the problem".into(),
        WrongOutput::Silent => "the program ends without an answer".into(),
        WrongOutput::Loud => "the program prints more than there are answers".into(),
        WrongOutput::Crash(status, _) => format!("the program fails: {status}"),
        WrongOutput::Slow(time) => format!("the program is still running after {} s", time.as_secs_f64()),
    }
}

/// The kind of a failure, for JSON.
fn kind(wrong: &WrongOutput) -> &'static str {
    match wrong {
        WrongOutput::Answer(_) => "answer",
        WrongOutput::Garbage(_) => "garbage",
        WrongOutput::Silent => "silent",
        WrongOutput::Loud => "loud",
        WrongOutput::Crash(..) => "crash",
        WrongOutput::Slow(_) => "slow",
    }
}

/// What the program wrote.
fn yours(wrong: &WrongOutput) -> String {
    match wrong {
        WrongOutput::Answer(text) | WrongOutput::Garbage(text) | WrongOutput::Crash(_, text) => text.clone(),
        WrongOutput::Silent | WrongOutput::Loud | WrongOutput::Slow(_) => String::new(),
    }
}

/// What came of a program
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "try"))]
pub struct TryJson<'a> {
    /// How many tests were tried
    tests: usize,
    /// How often the program ran
    runs: usize,
    /// The smallest failure that was found; null if all tests are right
    failure: Option<FailureJson<'a>>,
    schema: Version,
}

/// A failure of a program
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "try-failure"))]
struct FailureJson<'a> {
    /// The kind of failure
    #[cfg_attr(
        feature = "schema",
        schemars(extend("enum" = ["answer", "garbage", "silent", "loud", "crash", "slow"]))
    )]
    kind: &'static str,
    /// What is wrong
    reason: String,
    /// The input
    input: &'a str,
    /// What the program printed
    yours: String,
    /// The right output
    right: &'a str,
    /// The value of the position; null in misère play and for several tests
    value: Option<u64>,
    /// For one test: why the right output is right
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<ReasonJson<'a>>,
}

fn json(report: &Report) -> String {
    let failure = report.failure.as_ref().map(|failure| FailureJson {
        kind: kind(&failure.wrong),
        reason: sentence(&failure.wrong),
        input: &failure.input,
        yours: yours(&failure.wrong),
        right: &failure.right,
        value: failure.value,
        why: failure.reason.as_ref().map(|reason| reason_json(&reason.solved, reason.winning.as_ref())),
    });
    let Report { tests, runs, .. } = *report;
    json_line(&TryJson { tests, runs, failure, schema: Version })
}
