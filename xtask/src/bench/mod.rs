//! `cargo xtask bench [CASE ..]`: our judge front ends compared with the textbook programs of
//! `bench/textbook`.
//!
//! Whole processes, parsing included; all programs in turn; their answers must agree. The rows go
//! to `bench/record/words.md`, which keeps those of other cases. Where `GRUNDY_DOCUMENTS` names a
//! folder with the programs of the documents that the problems are from, these run too: the
//! requirements are relative to them. Speed lives here and not in tests; `cargo xtask bench
//! automata` measures [`automata`] instead, `bench heaps` [`heaps`], and `bench plans` [`plans`].

mod automata;
mod cases;
pub mod competition;
pub mod declared;
mod heaps;
mod inputs;
pub mod layers;
mod made;
mod measure;
pub mod own;
pub mod plans;
mod predicted;
mod prediction;
mod random_games;
pub mod search;
pub mod sentences;
pub mod serve;

use std::{
    fs,
    io::{self, Write},
    path::{Path, PathBuf},
    process::Command,
};

use cases::{Case, Versus};
use measure::{Cost, median};

use crate::folders::target;

/// Runs the cases whose names contain one of `wanted`, or all if it is empty.
pub fn bench(root: &Path, wanted: &[String]) -> Result<(), String> {
    let work = target(root).join("bench");
    fs::create_dir_all(&work).map_err(|error| error.to_string())?;
    build(root, &work)?;
    let grundy = target(root).join("release/grundy");
    if let Some((first, games)) = wanted.split_first()
        && first == "heaps"
    {
        return heaps::bench(root, &grundy, &work, games);
    }
    if wanted == ["automata"] {
        return automata::bench(root, &grundy);
    }
    let chosen = |name: &str| wanted.is_empty() || wanted.iter().any(|part| name.contains(part.as_str()));
    let mut rows = Vec::new();
    for case in cases::all().into_iter().filter(|case| chosen(case.name)) {
        let input = work.join(format!("{}.in", case.name));
        if !make(case.name, &input)? {
            println!("NOT RUN {}: {}", case.name, case.needs);
            continue;
        }
        let ours: Vec<String> = [&[grundy.display().to_string()], &case.ours(&input)[..]].concat();
        let row = match case.versus {
            Versus::Boards(letters) => boards(&case, &ours, letters)?,
            Versus::Textbook(program) => versus(&case, ours, Some(program), &work, &input)?,
            Versus::Nobody => versus(&case, ours, None, &work, &input)?,
        };
        println!("{row}");
        rows.push((case.name, row));
    }
    record(root, &rows)
}

/// Prints the input of a case.
pub fn input(name: &str) -> Result<(), String> {
    let case = cases::all().into_iter().find(|case| case.name == name);
    let case = case.ok_or_else(|| format!("there is no case {name}"))?;
    let text = (case.input)().ok_or_else(|| format!("{name} {}", case.needs))?;
    io::stdout().write_all(text.as_bytes()).map_err(|error| error.to_string())
}

/// Writes the input of a case in another process, because the peak memory of a process includes
/// that of its parent at the start. Returns `false` if something is missing.
fn make(name: &str, path: &Path) -> Result<bool, String> {
    let file = fs::File::create(path).map_err(|error| format!("{}: {error}", path.display()))?;
    let own = std::env::current_exe().map_err(|error| error.to_string())?;
    let made = Command::new(own).args(["input", name]).stdout(file).status().map_err(|error| error.to_string())?;
    Ok(made.success())
}

/// The row of a case that ours and other programs answer in turn.
fn versus(case: &Case, ours: Vec<String>, program: Option<&str>, work: &Path, input: &Path) -> Result<String, String> {
    const RUNS: usize = 5;
    let mut commands = vec![ours];
    if let Some(program) = program {
        commands.push(vec![work.join(program).display().to_string()]);
        let documents = work.join(format!("documents-{program}"));
        commands.extend(documents.exists().then(|| vec![documents.display().to_string()]));
    }
    let mut found = measure::turns(&commands, input, RUNS).into_iter();
    let (printed, ours) = found.next().unwrap_or(Err("nothing ran".into()))?;
    let textbook = found.next().transpose()?;
    if textbook.as_ref().is_some_and(|(other, _)| *other != printed) {
        return Err(format!("{} is answered differently by the textbook program", case.name));
    }
    let documents = found.next().map(|other| {
        let (other, costs) = other.ok()?;
        Some((other == printed, costs))
    });
    Ok(row(case, &ours, textbook.as_ref().map(|(_, costs)| &costs[..]), documents))
}

/// The row of a case that is about one board at a time.
fn boards(case: &Case, ours: &[String], letters: usize) -> Result<String, String> {
    const BOARDS: u64 = 10;
    const ROUNDS: usize = 3;
    let game = ours[ours.len() - 2].clone();
    let costs = |command: &[String]| -> Result<(f64, f64), String> {
        let all: Vec<measure::Cost> =
            (0..ROUNDS).map(|_| Ok(measure::run(command, None)?.1)).collect::<Result<_, String>>()?;
        Ok((median(all.iter().map(|cost| cost.cpu)), median(all.iter().map(|cost| cost.memory as f64))))
    };
    let (reading, _) = costs(&[ours[0].clone(), "rules".into(), game])?;
    let mut each = Vec::new();
    for seed in 1..=BOARDS {
        let board = inputs::bag(seed, letters);
        each.push(costs(&ours.iter().map(|part| part.replace("{board}", &board)).collect::<Vec<_>>())?);
    }
    let cpu = median(each.iter().map(|(cpu, _)| (cpu - reading).max(0.0)));
    let memory = median(each.iter().map(|(_, memory)| *memory)) / f64::from(1 << 20);
    Ok(format!("| {} | {} | {cpu:.4} | | | | {} | {memory:.0} MiB |", case.name, case.about, case.asked))
}

/// A row. For the documents' program: `None` if it is missing, no costs if it failed, else whether
/// it agrees.
fn row(case: &Case, ours: &[Cost], textbook: Option<&[Cost]>, documents: Option<Option<(bool, Vec<Cost>)>>) -> String {
    let cpu = |costs: &[Cost]| median(costs.iter().map(|cost| cost.cpu));
    let memory = |costs: &[Cost]| median(costs.iter().map(|cost| cost.memory as f64)) / f64::from(1 << 20);
    let ratio = |theirs: &[Cost]| median(theirs.iter().zip(ours).map(|(theirs, ours)| theirs.cpu / ours.cpu.max(1e-4)));
    let versus = textbook.map_or(" | ".into(), |costs| format!("{:.3} | {:.1}x", cpu(costs), ratio(costs)));
    let documents = match documents {
        None => String::new(),
        Some(None) => "it fails".into(),
        Some(Some((true, costs))) => format!("{:.1}x", ratio(&costs)),
        Some(Some((false, costs))) => format!("{:.1}x, prints otherwise", ratio(&costs)),
    };
    let theirs = textbook.map_or(String::new(), |costs| format!("{:.0} / ", memory(costs)));
    format!(
        "| {} | {} | {:.4} | {versus} | {documents} | {} | {theirs}{:.0} MiB |",
        case.name,
        case.about,
        cpu(ours),
        case.asked,
        memory(ours)
    )
}

/// Builds our program and the textbook programs.
fn build(root: &Path, work: &Path) -> Result<(), String> {
    let cargo =
        Command::new("cargo").args(["build", "--release", "--package", "grundy-cli"]).current_dir(root).status();
    if !cargo.is_ok_and(|status| status.success()) {
        return Err("the release build failed".into());
    }
    let folder = root.join("bench/textbook");
    let entries = fs::read_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut sources: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    sources.sort();
    for source in sources.iter().filter(|path| path.extension().is_some_and(|kind| kind == "cpp")) {
        compile(source, &work.join(source.file_stem().unwrap_or_default()), &["-O3"])?;
    }
    let given = std::env::var_os("GRUNDY_DOCUMENTS").map(PathBuf::from);
    for (program, source) in cases::DOCUMENTS {
        let own = work.join(format!("documents-{program}"));
        match given.as_ref().map(|folder| folder.join(source)).filter(|path| path.exists()) {
            Some(path) => compile(&path, &own, &["-O2", "-DONLINE_JUDGE"])?,
            None => {
                println!(
                    "NOT RUN: the documents' program for {program}; GRUNDY_DOCUMENTS names no folder with {source}"
                );
                let _ = fs::remove_file(own);
            }
        }
    }
    Ok(())
}

fn compile(source: &Path, program: &Path, flags: &[&str]) -> Result<(), String> {
    let built = Command::new("g++")
        .args(["-march=native", "-std=c++17", "-w"])
        .args(flags)
        .arg("-o")
        .args([program, source])
        .status()
        .map_err(|error| {
            format!("g++ builds the programs that ours is compared with and cannot be started: {error}")
        })?;
    if built.success() { Ok(()) } else { Err(format!("{} does not compile", source.display())) }
}

/// What this machine calls itself.
fn machine() -> String {
    let cpu = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = cpu.lines().find_map(|line| line.strip_prefix("model name")).unwrap_or("");
    model.trim_start_matches(['\t', ' ', ':']).to_owned()
}

/// Replaces the rows of these cases.
fn record(root: &Path, rows: &[(&str, String)]) -> Result<(), String> {
    let path = root.join("bench/record/words.md");
    let old = fs::read_to_string(&path).unwrap_or_default();
    let kept = |name: &str| old.lines().find(|line| line.starts_with(&format!("| {name} |"))).map(str::to_owned);
    let new = |name: &str| rows.iter().find(|(own, _)| *own == name).map(|(_, row)| row.clone());
    let all: Vec<String> = cases::all().iter().filter_map(|case| new(case.name).or_else(|| kept(case.name))).collect();
    let model = machine();
    let text = format!(
        "# Words compared with the textbook programs\n\nMade by `cargo xtask bench` on: {model}. CPU seconds of the whole process (user and system), \
         medians of five runs in turn; ratios are medians of the pairs; memory is the peak of textbook / ours. What is asked is \
         asked relative to the documents' programs, which are slower than ours of the textbook; where their column is empty \
         they were not there.\n\n\
         | case | input | ours | textbook | ratio | documents | asked | memory |\n|---|---|---|---|---|---|---|---|\n{}\n",
        all.join("\n")
    );
    fs::write(&path, text).map_err(|error| format!("{}: {error}", path.display()))
}
