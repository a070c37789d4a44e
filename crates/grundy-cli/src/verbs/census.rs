//! `grundy survey words`: the automata of all systems of a class, on all cores, one JSON record
//! a line.
//!
//! The file is written in the order of the class. A run that finds it resumes after its last whole
//! line, so a census may be interrupted and resumed; its first line names the class and the limits.
//! A file with a line that was altered is refused.

use grundy::help::Help;
use grundy_show::census_text;
use grundy_verbs::unfinished;

use crate::{
    cli::Census,
    output::{CliError, VerbOutput, file},
    records::Records,
    session::Session,
};

pub fn run(session: &Session, words: Census) -> Result<VerbOutput, CliError> {
    let (survey, output) = (&words.survey, file(words.output.as_deref()));
    let systems = survey.systems(&session.run)?;
    let head = survey.head(systems.len());
    let _lock = output.map(|path| session.lock(path)).transpose()?;
    let (mut lines, mut kept) = match output {
        Some(path) => {
            let (lines, file) = Records::open(path, &head)?;
            (lines, Some((file, path)))
        }
        None => (Vec::new(), None),
    };
    survey.study(&session.run, &systems, &mut lines, |line| match &mut kept {
        Some((file, path)) => file.append(line).map_err(|error| CliError::file("write", path, &error)),
        None => Ok(()),
    })?;
    session.whole()?;
    if lines.len() < systems.len() {
        let help: Help = match output {
            Some(path) => {
                format!("their records are in {}; the same command goes on from there", path.display()).into()
            }
            None => "allow more with --time SECONDS, or keep the records with -o FILE, to go on from there".into(),
        };
        return Err(unfinished(lines.len(), systems.len(), "systems", help).into());
    }
    if session.common.json {
        return Ok([&head].into_iter().chain(&lines).map(|line| format!("{line}\n")).collect::<String>().into());
    }
    Ok(census_text(&lines).into())
}
