//! `cargo xtask record`: what the program prints for some thousands of commands, so that two
//! versions of it can be compared.
//!
//! The commands are those of `testdata/commands.toml`, of the book, of help texts and of tests
//! (`commands.rs`). Each runs without input, in a folder with the same files, on one processor
//! (`trial.rs`); what differs from run to run is replaced by a word (`mask.rs`). An entry
//! (`entry.rs`) is a line of the record; `record --compare` prints what differs between two of them
//! (`compare.rs`).

mod commands;
mod compare;
mod entry;
mod mask;
#[path = "../../../crates/grundy-cli/tests/it/shown.rs"]
mod shown;
mod trial;

use std::{
    fs,
    path::{Path, PathBuf},
    sync::{
        Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
    time::Duration,
};

use commands::Job;
use entry::Entry;

use super::failure::Failure;

/// The file of a record in its folder.
const RECORD: &str = "record.ndjson";

/// How many commands run at a time.
const THREADS: usize = 2;

/// How many of the slowest commands are shown.
const SLOWEST: usize = 5;

const USAGE: &str = "usage: cargo xtask record DIR [--program PATH]
       cargo xtask record --compare A B";

/// Makes a record, or compares two.
pub fn run(root: &Path, arguments: &[String]) -> Result<(), Failure> {
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words[..] {
        ["--compare", a, b] => Ok(compare::run(Path::new(a), Path::new(b))?),
        [folder] if !folder.starts_with('-') => {
            super::start::cargo(root, &["build", "--locked", "-p", "grundy-cli"])?;
            Ok(make(root, Path::new(folder), &super::folders::target(root).join("debug/grundy"))?)
        }
        [folder, "--program", program] if !folder.starts_with('-') => {
            Ok(make(root, Path::new(folder), Path::new(program))?)
        }
        _ => Err(Failure::Usage(USAGE)),
    }
}

/// Runs every command with the program, and writes what it prints to the folder.
fn make(root: &Path, folder: &Path, program: &Path) -> Result<(), String> {
    let program = fs::canonicalize(program).map_err(|why| format!("{}: {why}", program.display()))?;
    let jobs = commands::jobs(root, &program)?;
    let entries = answers(root, &program, &jobs.all)?;
    let mut slow: Vec<&(Entry, Duration)> = entries.iter().collect();
    slow.sort_by_key(|(_, took)| std::cmp::Reverse(*took));
    for (entry, took) in slow.iter().take(SLOWEST) {
        eprintln!("{:.1} s: {}", took.as_secs_f64(), entry.command);
    }
    let late: Vec<&str> = entries.iter().map(|(entry, _)| entry).filter(|own| own.is_late()).map(Entry::name).collect();
    if !late.is_empty() {
        eprintln!("NOT DONE in {} s:\n  {}", trial::LIMIT.as_secs(), late.join("\n  "));
    }
    let lines: String = entries.iter().map(|(entry, _)| entry.line() + "\n").collect();
    fs::create_dir_all(folder).map_err(|why| format!("{}: {why}", folder.display()))?;
    let path = folder.join(RECORD);
    fs::write(&path, lines).map_err(|why| format!("{}: {why}", path.display()))?;
    eprintln!("{}: {} commands", path.display(), entries.len());
    Ok(())
}

/// What each command prints and how long it takes, in the order of the jobs.
fn answers(root: &Path, program: &Path, jobs: &[Job]) -> Result<Vec<(Entry, Duration)>, String> {
    let place = tempfile::tempdir().map_err(|why| why.to_string())?;
    let (next, found) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    let work = |number: usize| -> Result<(), String> {
        let room = trial::Room::new(place.path(), number, root, program)?;
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some(job) = jobs.get(at) else { return Ok(()) };
            let entries = room.run(job)?;
            found.lock().expect("no thread has panicked").push((at, entries));
        }
    };
    thread::scope(|scope| {
        let threads: Vec<_> = (0..THREADS).map(|number| scope.spawn(move || work(number))).collect();
        threads.into_iter().try_for_each(|thread| thread.join().expect("no thread panics"))
    })?;
    let mut found = found.into_inner().expect("no thread has panicked");
    found.sort_by_key(|(at, _)| *at);
    Ok(found.into_iter().flat_map(|(_, entries)| entries).collect())
}

/// The entries of a record: a file, or a folder that holds one.
fn read(path: &Path) -> Result<Vec<Entry>, String> {
    let path: PathBuf = if path.is_dir() { path.join(RECORD) } else { path.into() };
    let text = fs::read_to_string(&path).map_err(|why| format!("{}: {why}", path.display()))?;
    let entries = text
        .lines()
        .enumerate()
        .map(|(number, line)| Entry::read(line).map_err(|why| format!("{}:{}: {why}", path.display(), number + 1)));
    entries.collect()
}
