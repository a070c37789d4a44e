//! `cargo xtask bench heaps`: periods of octal games proved from nothing, beside programs that compute values.
//!
//! Ours is the whole process up to the written certificate, then the check of it. `ogsolve` (J. Beling; installed with
//! `cargo install ogsolve`, never by us) and the textbook program compute so many values that a rate can be told; they
//! prove nothing. CPU time of all threads, medians of three runs.

use std::{fs, path::Path, process::Command};

use super::measure::{self, Cost, median};

/// A game, and what is asked for it: CPU seconds up to the certificate.
const GAMES: &[(&str, &str)] = &[
    ("0.104", "4 s"),
    ("0.454", "9 s"),
    ("0.054", "12 s"),
    ("0.354", "1.5 s"),
    ("0.376", "4 s"),
    ("0.16", "0.5 s"),
    ("0.56", "0.5 s"),
    ("0.127", "0.5 s"),
    ("4.406", "0.5 s"),
    ("4.064", "0.5 s"),
];

const RUNS: usize = 3;

/// Values that the others compute.
const OGSOLVE: u32 = 100_000;
const PLAIN: u32 = 30_000;

/// Measures these games, or all if none is named, and writes the record, which keeps the rows of the others.
pub fn bench(root: &Path, grundy: &Path, work: &Path, wanted: &[String]) -> Result<(), String> {
    let ogsolve = std::env::var("GRUNDY_OGSOLVE").unwrap_or_else(|_| "ogsolve".into());
    let there = Command::new(&ogsolve).arg("--version").output().is_ok();
    if !there {
        println!(
            "OGSOLVE IS MISSING: its column stays empty. Install it with `cargo install ogsolve`, or name it in GRUNDY_OGSOLVE."
        );
    }
    let mut rows = Vec::new();
    let path = root.join("bench/record/heaps.md");
    let old = fs::read_to_string(&path).unwrap_or_default();
    for &(game, asked) in GAMES {
        if !wanted.is_empty() && !wanted.iter().any(|wanted| wanted == game) {
            rows.extend(old.lines().find(|line| line.starts_with(&format!("| {game} |"))).map(str::to_owned));
            continue;
        }
        let certificate = work.join("heaps.cert").display().to_string();
        let words = |words: &[&str]| words.iter().map(ToString::to_string).collect::<Vec<String>>();
        let own = grundy.display().to_string();
        let (printed, proof) = costs(&words(&[&own, "prove", game, "--no-check", "--json", "-o", &certificate]))?;
        let (_, check) = costs(&words(&[&own, "check", &certificate]))?;
        let printed = String::from_utf8_lossy(&printed).into_owned();
        let [preperiod, period, computed] = ["preperiod", "period", "computed_to"].map(|name| number(&printed, name));
        let seconds = median(proof.iter().map(|cost| cost.cpu));
        let rate = |values: f64, costs: &[Cost]| {
            format!("{:.1e}", values / median(costs.iter().map(|cost| cost.cpu)).max(1e-3))
        };
        let theirs = match there {
            true => {
                let (_, costs) = costs(&words(&[&ogsolve, game, "-m", "rc2", "-n", &OGSOLVE.to_string()]))?;
                rate(OGSOLVE.into(), &costs)
            }
            false => "not installed".into(),
        };
        let plain = work.join("octal").display().to_string();
        let (_, plain) = costs(&words(&[&plain, game, &PLAIN.to_string()]))?;
        let memory = median(proof.iter().map(|cost| cost.memory as f64)) / f64::from(1 << 20);
        let row = format!(
            "| {game} | {preperiod} | {period} | {seconds:.2} | {asked} | {memory:.0} MiB | {:.2} | {} | {theirs} | {} |",
            median(check.iter().map(|cost| cost.cpu)),
            rate(computed as f64, &proof),
            rate(PLAIN.into(), &plain),
        );
        println!("{row}");
        rows.push(row);
    }
    let text = format!(
        "# Periods of octal games\n\nMade by `cargo xtask bench heaps` on: {}. CPU seconds from nothing to the written certificate (one thread), peak \
         memory, CPU seconds of the check (all cores); then values a second of that run, of `ogsolve -m rc2` over {OGSOLVE} values, and of the \
         textbook program over {PLAIN}. Medians of {RUNS} runs.\n\n\
         | game | preperiod | period | certificate | asked | memory | check | values/s | ogsolve | textbook |\n\
         |---|---|---|---|---|---|---|---|---|---|\n{}\n",
        super::machine(),
        rows.join("\n")
    );
    fs::write(&path, text).map_err(|error| format!("{}: {error}", path.display()))
}

fn costs(command: &[String]) -> Result<(Vec<u8>, Vec<Cost>), String> {
    let mut printed = Vec::new();
    let mut costs = Vec::new();
    for _ in 0..RUNS {
        let (own, cost) = measure::run(command, None)?;
        printed = own;
        costs.push(cost);
    }
    Ok((printed, costs))
}

/// A number of a JSON object; 0 where there is none.
fn number(json: &str, name: &str) -> u64 {
    let rest = json.split(&format!("\"{name}\":")).nth(1).unwrap_or("");
    let digits: String = rest.trim_start().chars().take_while(char::is_ascii_digit).collect();
    digits.parse().unwrap_or(0)
}
