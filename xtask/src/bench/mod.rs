//! `cargo xtask bench [CASE ..]`: our judge front ends beside the textbook programs of `bench/textbook`.
//!
//! Whole processes, parsing included; both programs in turn; their answers must agree. The table goes to
//! `bench/record/words.md` and says what machine it was made on. Speed lives here and not in tests.

mod cases;
mod inputs;
mod measure;

use std::{
    fs,
    io::{self, Write},
    path::{Path, PathBuf},
    process::Command,
};

use cases::{Case, Versus};
use measure::{Pair, median};

/// Runs the cases whose names contain one of `wanted` (all, if there is none).
pub fn bench(root: &Path, wanted: &[String]) -> Result<(), String> {
    let runs = 5;
    let work = root.join("target/bench");
    fs::create_dir_all(&work).map_err(|error| error.to_string())?;
    build(root, &work)?;
    let grundy = root.join("target/release/grundy");
    let chosen = |case: &Case| wanted.is_empty() || wanted.iter().any(|part| case.name.contains(part.as_str()));
    let mut rows = Vec::new();
    for case in cases::all() {
        if !chosen(&case) {
            continue;
        }
        let input = work.join(format!("{}.in", case.name));
        if !make(case.name, &input)? {
            println!("NOT RUN {}: {}", case.name, case.needs);
            continue;
        }
        let ours: Vec<String> = [&[grundy.display().to_string()], &case.ours(&input)[..]].concat();
        let row = match case.versus {
            Versus::Boards(letters) => boards(&case, &ours, letters)?,
            Versus::Textbook(program) => {
                let theirs = [work.join(program).display().to_string()];
                told(&case, &measure::pair(&ours, &theirs, &input, runs)?)
            }
            Versus::Nobody => {
                let costs: Result<Vec<_>, String> =
                    (0..runs).map(|_| Ok(measure::run(&ours, Some(&input))?.1)).collect();
                alone(&case, &costs?)
            }
        };
        println!("{row}");
        rows.push(row);
    }
    if wanted.is_empty() { record(root, &rows) } else { Ok(()) }
}

/// Prints the input of a case.
pub fn input(name: &str) -> Result<(), String> {
    let case = cases::all().into_iter().find(|case| case.name == name);
    let case = case.ok_or_else(|| format!("there is no case {name}"))?;
    let text = (case.input)().ok_or_else(|| format!("{name} {}", case.needs))?;
    io::stdout().write_all(text.as_bytes()).map_err(|error| error.to_string())
}

/// Writes the input of a case; false where something is missing. It is made in a process of its own, because a
/// process counts the memory of the one that has started it as its own peak.
fn make(name: &str, path: &Path) -> Result<bool, String> {
    let file = fs::File::create(path).map_err(|error| format!("{}: {error}", path.display()))?;
    let own = std::env::current_exe().map_err(|error| error.to_string())?;
    let made = Command::new(own).args(["input", name]).stdout(file).status().map_err(|error| error.to_string())?;
    Ok(made.success())
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
    Ok(format!("| {} | {} | | {cpu:.3} | | {} | {memory:.0} MiB |", case.name, case.about, case.asked))
}

fn told(case: &Case, pair: &Pair) -> String {
    let ours = median(pair.ours.iter().map(|cost| cost.cpu));
    let theirs = median(pair.theirs.iter().map(|cost| cost.cpu));
    let ratio = median(pair.theirs.iter().zip(&pair.ours).map(|(theirs, ours)| theirs.cpu / ours.cpu.max(1e-4)));
    let memory = |costs: &[measure::Cost]| median(costs.iter().map(|cost| cost.memory as f64)) / f64::from(1 << 20);
    format!(
        "| {} | {} | {theirs:.3} | {ours:.3} | {ratio:.1}x | {} | {:.0} / {:.0} MiB |",
        case.name,
        case.about,
        case.asked,
        memory(&pair.theirs),
        memory(&pair.ours)
    )
}

fn alone(case: &Case, costs: &[measure::Cost]) -> String {
    let cpu = median(costs.iter().map(|cost| cost.cpu));
    let memory = median(costs.iter().map(|cost| cost.memory as f64)) / f64::from(1 << 20);
    format!("| {} | {} | | {cpu:.3} | | {} | {memory:.0} MiB |", case.name, case.about, case.asked)
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
        let program = work.join(source.file_stem().unwrap_or_default());
        let built = Command::new("g++")
            .args(["-O3", "-march=native", "-std=c++17", "-o"])
            .arg(&program)
            .arg(source)
            .status()
            .map_err(|error| format!("g++ builds the textbook programs and cannot be started: {error}"))?;
        if !built.success() {
            return Err(format!("{} does not compile", source.display()));
        }
    }
    Ok(())
}

fn record(root: &Path, rows: &[String]) -> Result<(), String> {
    let cpu = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model =
        cpu.lines().find_map(|line| line.strip_prefix("model name")).unwrap_or("").trim_start_matches(['\t', ' ', ':']);
    let text = format!(
        "# Words beside the textbook programs\n\nMade by `cargo xtask bench` on: {model}. CPU seconds of the whole process (user and system), \
         medians of five runs in turn; the ratio is the median of the pairs; memory is the peak of textbook / ours.\n\n\
         | case | input | textbook | ours | ratio | asked | memory |\n|---|---|---|---|---|---|---|\n{}\n",
        rows.join("\n")
    );
    let path = root.join("bench/record/words.md");
    fs::write(&path, text).map_err(|error| format!("{}: {error}", path.display()))
}
