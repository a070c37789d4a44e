//! `cargo xtask bench automata`: what automata of games on words cost, found, proved and checked by
//! the whole program.
//!
//! The table goes to `bench/record/automata.md`. A case with an unexpected machine is an error.

use std::{
    fs,
    path::Path,
    process::{Command, Stdio},
};

use wait4::Wait4;

use super::measure::median;

/// How often each case runs.
const RUNS: usize = 5;

/// A case: its name, the required cost, our arguments, and the expected answer.
struct Case(&'static str, &'static str, &'static [&'static str], Answer);

/// What an answer must be.
#[derive(Clone, Copy)]
enum Answer {
    /// It contains this.
    Holds(&'static str),
    /// At least this many systems of a census are proved.
    Proves(u64),
}

use Answer::{Holds, Proves};

const CASES: &[Case] = &[
    Case(
        "taking 1 of a, 1 or 4 of b",
        "30 ms",
        &["prove", "\"a\" -> \"\", \"b\" -> \"\", \"bbbb\" -> \"\"", "--json"],
        Holds("\"status\":\"proved\",\"states\":100,"),
    ),
    Case(
        "Kayles as words",
        "20 ms",
        &["prove", "row: cut \"x\" or \"xx\"", "--json"],
        Holds("\"status\":\"proved\",\"states\":83,"),
    ),
    Case("Dawson's Kayles as words", "20 ms", &["prove", "row: cut \"xx\"", "--json"], Holds("\"states\":87,")),
    Case(
        "Dawson's chess as words",
        "20 ms",
        &["prove", "octal 0.137", "--automaton", "--json"],
        Holds("\"states\":86,"),
    ),
    Case(
        "`\"ab\" -> \"\"` certified to 1,000 letters",
        "2 s",
        &["prove", "\"ab\" -> \"\"", "--to", "1000", "--json"],
        Holds("\"status\":\"certified\""),
    ),
    Case(
        "octal 0.644, values to 64",
        "",
        &["prove", "octal 0.644", "--automaton", "--json"],
        Holds("\"states\":3698,\"values_max\":64,"),
    ),
    Case(
        "octal 0.356 as an automaton",
        "10 s",
        &["prove", "octal 0.356", "--automaton", "--json"],
        Holds("\"status\":\"proved\",\"states\":7457,"),
    ),
    Case("census of one rule, left sides to 3", "14 of 25", &["census", "--count", "1"], Proves(14)),
    Case(
        "census of two rules, left sides to 3",
        "204 of 721, 60 s with the one above",
        &["census", "--count", "2", "--patience", "0.15"],
        Proves(204),
    ),
    Case(
        "census of three rules, left sides to 3",
        "1,808 of 14,668 within 20 minutes",
        &["census", "--count", "3", "--patience", "0.15"],
        Proves(1808),
    ),
];

/// Measures every case and writes the record.
pub fn bench(root: &Path, grundy: &Path) -> Result<(), String> {
    let mut rows = Vec::new();
    for Case(name, asked, arguments, expected) in CASES {
        let runs = if arguments[0] == "census" { 1 } else { RUNS };
        let mut costs = Vec::new();
        for _ in 0..runs {
            costs.push(run(grundy, arguments, *expected)?);
        }
        let found = costs.last().map_or(String::new(), |cost| cost.2.clone());
        let cpu = median(costs.iter().map(|cost| cost.0));
        let memory = median(costs.iter().map(|cost| cost.1)) / f64::from(1 << 20);
        let row = format!("| {name} | {asked} | {found} | {cpu:.3} | {memory:.0} MiB |");
        println!("{row}");
        rows.push(row);
        // After each case: a run that is ended leaves what it has measured.
        record(root, &rows)?;
    }
    Ok(())
}

fn record(root: &Path, rows: &[String]) -> Result<(), String> {
    let cpu = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = cpu.lines().find_map(|line| line.strip_prefix("model name")).unwrap_or("");
    let text = format!(
        "# Automata of games on words\n\nMade by `cargo xtask bench automata` on: {}. CPU seconds of the whole process (user and \
         system), proof and check included; medians of {RUNS} runs, of one for a census.\n\n\
         | case | asked | found | CPU seconds | memory |\n|---|---|---|---|---|\n{}\n",
        model.trim_start_matches(['\t', ' ', ':']),
        rows.join("\n")
    );
    let path = root.join("bench/record/automata.md");
    fs::write(&path, text).map_err(|error| format!("{}: {error}", path.display()))
}

/// Runs our program; what it prints must be as expected. CPU seconds, bytes, and what was found, in
/// a few words.
fn run(grundy: &Path, arguments: &[&str], expected: Answer) -> Result<(f64, f64, String), String> {
    let shown = arguments.join(" ");
    let output = tempfile::NamedTempFile::new().map_err(|error| error.to_string())?;
    let stdout = output.reopen().map_err(|error| error.to_string())?;
    let child = Command::new(grundy).args(arguments).stdin(Stdio::null()).stdout(stdout).stderr(Stdio::null()).spawn();
    let used = child.map_err(|error| error.to_string())?.wait4().map_err(|error| error.to_string())?;
    let printed = fs::read_to_string(output.path()).map_err(|error| error.to_string())?;
    // What is certified up to a length, and not proved, leaves with 3.
    let right = match expected {
        Holds(text) => printed.contains(text),
        Proves(least) => proved(&printed).is_some_and(|many| many >= least),
    };
    if !matches!(used.status.code(), Some(0 | 3)) || !right {
        return Err(format!("{shown}: {printed}"));
    }
    let found = match expected {
        Proves(_) => format!("{} proved", proved(&printed).unwrap_or(0)),
        Holds(_) => {
            let length = field(&printed, "certified_length").filter(|length| *length != "null");
            let length = length.map_or(String::new(), |length| format!(" to {length} letters"));
            let reported = |name| field(&printed, name).unwrap_or("").trim_matches('"');
            format!("{} states, {}{length}", reported("states"), reported("status"))
        }
    };
    Ok(((used.rusage.utime + used.rusage.stime).as_secs_f64(), used.rusage.maxrss as f64, found))
}

/// How many systems a census reports as proved.
fn proved(text: &str) -> Option<u64> {
    text.split_once(" systems: ")?.1.split_once(" proved")?.0.parse().ok()
}

/// A field of a JSON object on one line.
fn field<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    text.split_once(&format!("\"{name}\":"))?.1.split([',', '}']).next()
}
