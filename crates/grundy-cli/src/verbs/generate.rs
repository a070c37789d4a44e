//! `grundy gen GAME`: positions of a wanted kind, or a folder of inputs with their answers.

use std::{fs, io::ErrorKind, path::Path};

use grundy::Run;
use grundy_contest::{
    Format,
    generate::{WantedKind, others, small},
};
use grundy_show::{Version, json_line};
use grundy_verbs::{GenReply, made_at_once};
use serde::Serialize;

use crate::{
    cli::Gen,
    output::{CliError, VerbOutput, write_file},
    session::Session,
    streams::narrate,
    verbs::{asked, trial},
};

/// The inputs with their answers that were written
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "gen-files"))]
pub struct FilesJson<'a> {
    /// The names of inputs and outputs without their endings
    files: &'a [String],
    schema: Version,
}

pub fn run(session: &Session, words: Gen) -> Result<VerbOutput, CliError> {
    let (format, run) = trial::format(session, &words.tests)?;
    let seed = words.tests.seed;
    // A hyphen is standard output, which is no folder.
    if let Some(folder) = words.output.as_deref().filter(|folder| *folder != Path::new("-")) {
        return folder_of_tests(session, &run, &format, folder, made_at_once(words.count)?, seed);
    }
    let reply = GenReply::of(&run, &format, words.kind, words.count, seed)?;
    asked::noted(&reply);
    asked::shown(session, &reply, None)
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
) -> Result<VerbOutput, CliError> {
    if let Err(error) = fs::create_dir(folder)
        && error.kind() != ErrorKind::AlreadyExists
    {
        return Err(CliError::file("make", folder, &error));
    }
    let mut known = Vec::new();
    let mut written = Vec::new();
    for (name, kind) in [
        ("small", None),
        ("random", Some(WantedKind::Any)),
        ("losing", Some(WantedKind::Losing)),
        ("near-miss", Some(WantedKind::NearMiss)),
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
    Ok(session.pick(text, || json_line(&FilesJson { files: &written, schema: Version })).into())
}
