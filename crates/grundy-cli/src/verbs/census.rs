//! `grundy census`: the automata of all systems of a class, on all cores, one JSON record a line.
//!
//! The file is written in the order of the class. A run that finds it resumes after its last whole
//! line, so a census may be interrupted and resumed; its first line names the class and the limits.
//! A file with a line that was altered is refused.

use std::{
    collections::BTreeMap,
    path::Path,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use grundy::{AutomatonQuery, Event, Progress, Reason, Stopped};
use grundy_lab::census::{Class, Entry, groups, study};
use grundy_show::{census_head, census_line, census_text};
use serde_json::Value;

use crate::{
    cli::Census,
    output::{CliError, Reply, file},
    records::Records,
    session::Session,
};

pub fn run(session: &Session, mut words: Census) -> Result<Reply, CliError> {
    words.output = words.output.filter(|path| file(Some(path)).is_some());
    let words = &words;
    let (left, rules) = (usize::from(words.left), usize::from(words.rules));
    let class = Class { letters: words.letters, left, rules, splitting: words.splitting };
    let systems =
        class.systems().map_err(|why| CliError::usage(why, "grundy census --letters 2 --left 3 --rules 2"))?;
    let head = census_head(class, words.states, words.seconds, systems.len());
    let _lock = words.output.as_deref().map(|path| session.lock(path)).transpose()?;
    let (mut lines, kept) = match &words.output {
        Some(path) => {
            let (lines, file) = Records::open(path, &head)?;
            (lines, Some((file, path.as_path())))
        }
        None => (Vec::new(), None),
    };
    let fresh = study_all(session, words, &systems, lines.len(), kept)?;
    lines.extend(fresh);
    if lines.len() < systems.len() && !session.interrupted() {
        return Err(out_of_time(&lines, systems.len(), words));
    }
    if session.interrupted() {
        return Err(Stopped { reason: Reason::Interrupted, progress: Progress::default(), known: Vec::new() }.into());
    }
    let records: Vec<Value> = lines.iter().filter_map(|line| serde_json::from_str(line).ok()).collect();
    let machines: Vec<(usize, String)> = records
        .iter()
        .enumerate()
        .filter(|(_, record)| record["status"] == "proved")
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
    CliError::Undecided { code: "time", message, help }
}

/// Records that come out of order, until they can be written.
struct Shelf<'a> {
    next: usize,
    waiting: BTreeMap<usize, String>,
    written: Vec<String>,
    kept: Option<(Records, &'a Path)>,
    trouble: Option<CliError>,
}

fn study_all(
    session: &Session,
    words: &Census,
    systems: &[String],
    from: usize,
    kept: Option<(Records, &Path)>,
) -> Result<Vec<String>, CliError> {
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let jobs = words.jobs.map_or(cores, usize::from);
    let turn = AtomicUsize::new(from);
    let shelf = Mutex::new(Shelf { next: from, waiting: BTreeMap::new(), written: Vec::new(), kept, trouble: None });
    let shown = session.run.begin(None);
    let wish = AutomatonQuery { most_states: Some(words.states), ..AutomatonQuery::default() };
    let work = || {
        while !session.interrupted() {
            let at = turn.fetch_add(1, Ordering::Relaxed);
            let Some(system) = systems.get(at) else { return };
            let each = Duration::from_secs_f64(words.seconds);
            let mut budget = session.run.within(Some(session.run.left().map_or(each, |left| left.min(each)))).budget();
            let entry = study(system, &wish, &mut budget);
            // An interrupt ends a study early; what it says is not kept, and nothing that ends
            // after the time is.
            if session.interrupted() || session.run.left() == Some(Duration::ZERO) {
                return;
            }
            let mut shelf = shelf.lock().unwrap_or_else(PoisonError::into_inner);
            shelf.take(at, system, entry);
            let doing = format!("{} of {} systems", shelf.next, systems.len());
            session.run.event(Event::Progress { doing: &doing, progress: Progress::default() });
            if shelf.trouble.is_some() {
                return;
            }
        }
    };
    std::thread::scope(|scope| {
        (1..jobs).for_each(|_| {
            scope.spawn(work);
        });
        work();
    });
    drop(shown);
    let shelf = shelf.into_inner().unwrap_or_else(PoisonError::into_inner);
    shelf.trouble.map_or(Ok(shelf.written), Err)
}

impl Shelf<'_> {
    fn take(&mut self, at: usize, system: &str, entry: Result<Entry, String>) {
        match entry {
            Ok(entry) => {
                self.waiting.insert(at, census_line(system, &entry));
            }
            Err(why) => {
                self.trouble = Some(CliError::usage(why, "this is a fault of the program"));
                return;
            }
        }
        while let Some(line) = self.waiting.remove(&self.next) {
            if let Some((file, path)) = &mut self.kept
                && let Err(error) = file.append(&line)
            {
                self.trouble = Some(CliError::file("write", path, &error));
                return;
            }
            self.written.push(line);
            self.next += 1;
        }
    }
}
