//! `grundy survey words`: the automata of all systems of a class, on all cores, one JSON record
//! a line.
//!
//! The file is written in the order of the class. A run that finds it resumes after its last whole
//! line, so a census may be interrupted and resumed; its first line names the class and the limits.
//! A file with a line that was altered is refused.

use std::time::Duration;

use grundy::proof::AutomatonQuery;
use grundy_lab::{
    census::{Class, groups, study_all},
    survey::Failure,
};
use grundy_show::{census_head, census_line, census_text};
use serde_json::Value;

use crate::{
    cli::Census,
    output::{CliError, VerbOutput, file},
    records::Records,
    session::Session,
};

pub fn run(session: &Session, mut words: Census) -> Result<VerbOutput, CliError> {
    words.output = words.output.filter(|path| file(Some(path)).is_some());
    let words = &words;
    let (left, rules) = (usize::from(words.left), usize::from(words.rules));
    let class = Class { letters: words.letters, left, rules, splitting: words.splitting };
    let systems =
        class.systems().map_err(|why| CliError::usage(why, "grundy survey words --letters 2 --left 3 --rules 2"))?;
    let systems = match words.shard {
        Some(shard) => shard.of(systems),
        None => systems,
    };
    let head = census_head(class, words.states, words.seconds, systems.len(), words.shard);
    let _lock = words.output.as_deref().map(|path| session.lock(path)).transpose()?;
    let (mut lines, mut kept) = match &words.output {
        Some(path) => {
            let (lines, file) = Records::open(path, &head)?;
            (lines, Some((file, path)))
        }
        None => (Vec::new(), None),
    };
    let wish = AutomatonQuery { most_states: Some(words.states), ..AutomatonQuery::default() };
    let each = Duration::from_secs_f64(words.seconds);
    let fresh = systems.get(lines.len()..).unwrap_or_default();
    let studied = study_all(&session.run, fresh, &wish, each, session.threads(), |system, entry| {
        let line = census_line(system, &entry);
        if let Some((file, path)) = &mut kept {
            file.append(&line).map_err(|error| CliError::file("write", path, &error))?;
        }
        lines.push(line);
        Ok(())
    });
    studied.map_err(|failure| match failure {
        Failure::Study(_, why) => CliError::usage(why, "this is a fault of the program"),
        Failure::Keep(error) => error,
    })?;
    session.whole()?;
    if lines.len() < systems.len() {
        return Err(out_of_time(&lines, systems.len(), words));
    }
    let records: Vec<Value> = lines.iter().filter_map(|line| serde_json::from_str(line).ok()).collect();
    let machines: Vec<(usize, String)> = records
        .iter()
        .enumerate()
        .filter(|(_, record)| record["status"] == "proved" && record["law"].is_null())
        .map(|(at, record)| (at, record["machine"].to_string()))
        .collect();
    if session.common.json {
        let all: Vec<&String> = [&head].into_iter().chain(&lines).collect();
        return Ok(all.iter().map(|line| format!("{line}\n")).collect::<String>().into());
    }
    Ok(census_text(&systems, &records, &groups(&machines)).into())
}

/// The time was up before every system had its turn.
fn out_of_time(lines: &[String], systems: usize, words: &Census) -> CliError {
    let help = match &words.output {
        Some(path) => format!("their records are in {}; the same command goes on from there", path.display()),
        None => "allow more with --time SECONDS, or keep the records with -o FILE, to go on from there".into(),
    };
    let message = format!("not decided: the time is up; {} of {systems} systems are studied", lines.len());
    CliError::Undecided { code: "time", message, help: help.into() }
}
