//! `grundy gen GAME`: positions of a wanted kind, or a folder of inputs with their answers.

use std::{fs, io::ErrorKind, path::Path};

use grundy::Run;
use grundy_contest::{
    Case, Format,
    generate::{Kind, of_kind, small},
};
use grundy_show::json_line;
use serde_json::{Value, json};

use crate::{
    cli::Gen,
    output::{CliError, Reply, write_file},
    session::Session,
    verbs::trial,
};

pub fn run(session: &Session, words: Gen) -> Result<Reply, CliError> {
    let (format, run) = trial::format(session, &words.tests)?;
    let count = usize::try_from(words.count).unwrap_or(usize::MAX);
    if let Some(folder) = &words.folder {
        return folder_of_tests(session, &run, &format, folder, count, words.tests.seed);
    }
    let kind = if words.losing {
        Kind::Losing
    } else if words.winning {
        Kind::Winning
    } else if words.winning_by_one_move {
        Kind::OneMove
    } else if words.near_miss {
        Kind::NearMiss
    } else if words.balance {
        Kind::Balance
    } else {
        Kind::Any
    };
    let cases = of_kind(&run, &format, kind, count, words.tests.seed)?;
    if cases.is_empty() && count > 0 {
        let help = "allow other positions: --sizes 0..100, --heaps 1..5, --letters abc";
        return Err(CliError::refused("not-found", "no position of this kind was found", help));
    }
    let positions: Vec<String> =
        cases.iter().map(|case| format.position_of(&run, &case.input)).collect::<Result<_, _>>()?;
    Ok(session.pick(|| lines(&positions), || positions_json(&positions, &cases)).into())
}

fn lines(positions: &[String]) -> String {
    positions.iter().map(|position| format!("{position}\n")).collect()
}

fn positions_json(positions: &[String], cases: &[Case]) -> String {
    let each = positions
        .iter()
        .zip(cases)
        .map(|(position, case)| json!({"position": position, "wins": case.answer.wins, "value": case.answer.value}));
    json_line(json!({"positions": each.collect::<Value>()}))
}

/// Writes inputs and answers: small tests, random ones, lost ones, and those that simple rules get
/// wrong.
fn folder_of_tests(
    session: &Session,
    run: &Run,
    format: &Format,
    folder: &Path,
    count: usize,
    seed: u64,
) -> Result<Reply, CliError> {
    if let Err(error) = fs::create_dir(folder)
        && error.kind() != ErrorKind::AlreadyExists
    {
        return Err(CliError::file("make", folder, &error));
    }
    let kinds = [
        ("small", small(run, format, count)?),
        ("random", of_kind(run, format, Kind::Any, count, seed)?),
        ("losing", of_kind(run, format, Kind::Losing, count, seed)?),
        ("near-miss", of_kind(run, format, Kind::NearMiss, count, seed)?),
    ];
    let mut written = Vec::new();
    for (name, cases) in kinds {
        for (input, output) in format.files(&cases) {
            let stem = format!("{:02}-{name}", written.len() + 1);
            write_file(&folder.join(format!("{stem}.in")), &input)?;
            write_file(&folder.join(format!("{stem}.out")), &output)?;
            written.push(stem);
        }
    }
    let text = || written.iter().map(|stem| format!("{stem}.in {stem}.out\n")).collect();
    Ok(session.pick(text, || json_line(json!({"files": written}))).into())
}
