//! `grundy gen GAME`: positions of a wanted kind, or a folder of inputs with their answers.

use std::{fs, io::ErrorKind, path::Path};

use grundy::Run;
use grundy_contest::{
    Case, Format,
    generate::{Kind, MOST, of_kind, others, small},
};
use grundy_show::json_line;
use serde_json::{Value, json};

use crate::{
    cli::Gen,
    output::{CliError, Reply, write_file},
    session::Session,
    streams::narrate,
    verbs::trial,
};

pub fn run(session: &Session, words: Gen) -> Result<Reply, CliError> {
    let (format, run) = trial::format(session, &words.tests)?;
    let count = usize::try_from(words.count).ok().filter(|count| *count <= MOST).ok_or_else(|| {
        CliError::usage(
            format!("at most {MOST} positions are made at once"),
            format!("write -n {MOST}; another --seed makes others"),
        )
    })?;
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
    let mut made = Vec::with_capacity(cases.len());
    for (case, position) in cases.iter().zip(format.positions_of(&run, &cases)?) {
        // A sum without components has no text.
        if !position.is_empty() {
            made.push(Made { position, set: format.parameters_of(&case.input)?, case });
        }
    }
    if made.is_empty() && count > 0 {
        return Err(CliError::refused("not-found", "no position of this kind was found", OTHERS));
    }
    if made.len() < count {
        narrate(&format!("note: {} different positions of this kind were found, not {count}; {OTHERS}", made.len()));
    }
    Ok(session.pick(|| lines(&made), || positions_json(&made)).into())
}

/// How other positions are allowed.
const OTHERS: &str = "allow other positions: --sizes 0..100, --heaps 1..5, --letters abc";

/// A position that was made.
struct Made<'c> {
    position: String,
    /// The values of the parameters of its game.
    set: Vec<(String, String)>,
    case: &'c Case,
}

fn lines(made: &[Made<'_>]) -> String {
    let set = |(name, value): &(String, String)| format!("  --set '{name}={value}'");
    made.iter().map(|made| format!("{}{}\n", made.position, made.set.iter().map(set).collect::<String>())).collect()
}

fn positions_json(made: &[Made<'_>]) -> String {
    let each = made.iter().map(|made| {
        let answer = &made.case.answer;
        let mut fields = json!({"position": made.position, "wins": answer.wins, "value": answer.value});
        if !made.set.is_empty() {
            fields["set"] = made.set.iter().map(|(name, value)| (name.clone(), Value::from(value.clone()))).collect();
        }
        fields
    });
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
    let mut known = Vec::new();
    let mut written = Vec::new();
    for (name, kind) in [
        ("small", None),
        ("random", Some(Kind::Any)),
        ("losing", Some(Kind::Losing)),
        ("near-miss", Some(Kind::NearMiss)),
    ] {
        // A test is written once.
        let cases = match kind {
            None => small(run, format, count)?,
            Some(kind) => others(run, format, kind, count, seed, &known)?,
        };
        if cases.len() < count {
            narrate(&format!("note: {name}: {} other tests were found, not {count}", cases.len()));
        }
        for (input, output) in format.files(&cases) {
            let stem = format!("{:02}-{name}", written.len() + 1);
            write_file(&folder.join(format!("{stem}.in")), &input)?;
            write_file(&folder.join(format!("{stem}.out")), &output)?;
            written.push(stem);
        }
        known.extend(cases);
    }
    let text = || written.iter().map(|stem| format!("{stem}.in {stem}.out\n")).collect();
    Ok(session.pick(text, || json_line(json!({"files": written}))).into())
}
