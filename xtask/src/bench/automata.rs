//! `cargo xtask bench automata`: what automata of games on words cost, found, proved and checked by the whole program.
//!
//! The table goes to `bench/record/automata.md`. A case that finds another machine than it should is an error.

use std::{
    fs,
    path::Path,
    process::{Command, Stdio},
};

use wait4::Wait4;

use super::measure::median;

/// How often each case runs.
const RUNS: usize = 5;

/// A case: its name, what is asked of it, our arguments, and what the answer must contain.
struct Case(&'static str, &'static str, &'static [&'static str], &'static str);

const PROVED_100: &str = "\"status\":\"proved\",\"states\":100,";
const CASES: &[Case] = &[
    Case(
        "taking 1 of a, 1 or 4 of b",
        "30 ms",
        &["prove", "\"a\" -> \"\", \"b\" -> \"\", \"bbbb\" -> \"\"", "--json"],
        PROVED_100,
    ),
    Case(
        "Kayles as words",
        "20 ms",
        &["prove", "row: cut \"x\" or \"xx\"", "--json"],
        "\"status\":\"proved\",\"states\":83,",
    ),
    Case("Dawson's Kayles as words", "20 ms", &["prove", "row: cut \"xx\"", "--json"], "\"states\":87,"),
    Case("Dawson's chess as words", "20 ms", &["prove", "octal 0.137", "--automaton", "--json"], "\"states\":86,"),
    Case(
        "`\"ab\" -> \"\"` certified to 1,000 letters",
        "2 s",
        &["prove", "\"ab\" -> \"\"", "--to", "1000", "--json"],
        "certified",
    ),
    Case(
        "octal 0.644, values to 64",
        "",
        &["prove", "octal 0.644", "--automaton", "--json"],
        "\"states\":3698,\"values_max\":64,",
    ),
    Case(
        "octal 0.356 as an automaton",
        "10 s",
        &["prove", "octal 0.356", "--automaton", "--json"],
        "\"status\":\"proved\",\"states\":7457,",
    ),
    Case("census of one rule, left sides to 3: 14 of 25", "", &["census", "--rules", "1"], "25 systems: 14 proved"),
    Case(
        "census of two rules, left sides to 3: 204 of 721",
        "60 s with the one above",
        &["census", "--rules", "2", "--seconds", "0.05"],
        "721 systems: 204 proved",
    ),
];

/// Measures every case and writes the record.
pub fn bench(root: &Path, grundy: &Path) -> Result<(), String> {
    let mut rows = Vec::new();
    for Case(name, asked, arguments, expected) in CASES {
        let runs = if arguments[0] == "census" { 1 } else { RUNS };
        let mut costs = Vec::new();
        for _ in 0..runs {
            costs.push(run(grundy, arguments, expected)?);
        }
        let cpu = median(costs.iter().map(|cost| cost.0));
        let memory = median(costs.iter().map(|cost| cost.1)) / f64::from(1 << 20);
        let row = format!("| {name} | {asked} | {cpu:.3} | {memory:.0} MiB |");
        println!("{row}");
        rows.push(row);
    }
    let cpu = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = cpu.lines().find_map(|line| line.strip_prefix("model name")).unwrap_or("");
    let text = format!(
        "# Automata of games on words\n\nMade by `cargo xtask bench automata` on: {}. CPU seconds of the whole process (user and \
         system), proof and check included; medians of {RUNS} runs, of one for a census.\n\n\
         | case | asked | CPU seconds | memory |\n|---|---|---|---|\n{}\n",
        model.trim_start_matches(['\t', ' ', ':']),
        rows.join("\n")
    );
    let path = root.join("bench/record/automata.md");
    fs::write(&path, text).map_err(|error| format!("{}: {error}", path.display()))
}

/// Runs our program; what it prints must contain `expected`. CPU seconds and bytes.
fn run(grundy: &Path, arguments: &[&str], expected: &str) -> Result<(f64, f64), String> {
    let shown = arguments.join(" ");
    let output = tempfile::NamedTempFile::new().map_err(|error| error.to_string())?;
    let stdout = output.reopen().map_err(|error| error.to_string())?;
    let child = Command::new(grundy).args(arguments).stdin(Stdio::null()).stdout(stdout).stderr(Stdio::null()).spawn();
    let used = child.map_err(|error| error.to_string())?.wait4().map_err(|error| error.to_string())?;
    let printed = fs::read_to_string(output.path()).map_err(|error| error.to_string())?;
    // What is certified up to a length, and not proved, leaves with 3.
    if !matches!(used.status.code(), Some(0 | 3)) || !printed.contains(expected) {
        return Err(format!("{shown}: {printed}, and not {expected}"));
    }
    Ok(((used.rusage.utime + used.rusage.stime).as_secs_f64(), used.rusage.maxrss as f64))
}
