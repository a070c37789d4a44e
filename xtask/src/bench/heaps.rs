//! `cargo xtask bench heaps`: proofs of periods of octal games, compared with programs that compute
//! values.
//!
//! Ours is the whole process up to the written certificate, then the check of it. `ogsolve` (J.
//! Beling; installed with `cargo install ogsolve`, never by us) and the textbook program compute
//! enough values for a rate; they prove nothing. Officers and Grundy's game, of which no period is
//! known, are measured in values a second, and all other settled games in one sum. CPU time of all
//! threads, medians of three runs.

use std::{fs, path::Path, process::Command};

use super::measure::{self, Cost, median};

/// A game and its required CPU seconds up to the certificate.
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

/// Games whose values are computed as a table, the number of heaps, and the required values per
/// second.
const SEQUENCES: &[(&str, &str, u32)] =
    &[("Officers", "octal 0.6", 6_000_000), ("Grundy's game", "grundys-game", 6_000_000)];

/// The last heap of Grundy's game for the comparison with a plain program on an array of bytes.
const BYTES: u32 = 65_536;

/// Values that the others compute.
const OGSOLVE: u32 = 100_000;
const PLAIN: u32 = 30_000;

/// Measures these games, or all if none is named, and writes the record, which keeps the rows of
/// the others.
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
        let (printed, proof) =
            costs(&words(&[&own, "prove", game, "--no-check", "--json", "--certificate", &certificate]))?;
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
    let more = match wanted.is_empty() || wanted.iter().any(|wanted| wanted == "sequences") {
        true => [sequences(grundy, work, there.then_some(&ogsolve))?, together(root, grundy)?].concat(),
        false => old.split_once("\n## ").map_or(String::new(), |(_, rest)| format!("\n## {rest}")),
    };
    let text = format!(
        "# Periods of octal games\n\nMade by `cargo xtask bench heaps` on: {}. CPU seconds from nothing to the written certificate (one thread), peak \
         memory, CPU seconds of the check (all cores); then values a second of that run, of `ogsolve -m rc2` over {OGSOLVE} values, and of the \
         textbook program over {PLAIN}. Medians of {RUNS} runs.\n\n\
         | game | preperiod | period | certificate | asked | memory | check | values/s | ogsolve | textbook |\n\
         |---|---|---|---|---|---|---|---|---|---|\n{}\n{more}",
        super::machine(),
        rows.join("\n")
    );
    fs::write(&path, text).map_err(|error| format!("{}: {error}", path.display()))
}

/// Measures values per second of whole processes that write a table, and of a table of bytes
/// against the plain program.
fn sequences(grundy: &Path, work: &Path, ogsolve: Option<&String>) -> Result<String, String> {
    let own = grundy.display().to_string();
    let words = |words: &[&str]| words.iter().map(ToString::to_string).collect::<Vec<String>>();
    let cpu = |costs: &[Cost]| median(costs.iter().map(|cost| cost.cpu));
    let mut text = "\n## Values a second\n\nWhole processes that write a table of so many values (`grundy table GAME N --npy`), the bootstrap included.\n\n\
        | game | values | CPU seconds | values/s | asked | memory | ogsolve values/s | textbook values/s |\n|---|---|---|---|---|---|---|---|\n"
        .to_owned();
    for &(name, game, many) in SEQUENCES {
        let (_, table) = costs(&words(&[&own, "table", game, &many.to_string(), "--npy", "--no-check"]))?;
        let theirs = match (ogsolve, game.strip_prefix("octal ")) {
            (Some(program), Some(code)) => {
                let (_, costs) = costs(&words(&[program, code, "-m", "rc2", "-n", &OGSOLVE.to_string()]))?;
                format!("{:.1e}", f64::from(OGSOLVE) / cpu(&costs))
            }
            (None, Some(_)) => "not installed".into(),
            (_, None) => "not one of its games".into(),
        };
        let plain = match game.strip_prefix("octal ") {
            Some(code) => words(&[&work.join("octal").display().to_string(), code, &PLAIN.to_string()]),
            None => words(&[&work.join("grundy").display().to_string(), &PLAIN.to_string()]),
        };
        let (_, plain) = costs(&plain)?;
        let memory = median(table.iter().map(|cost| cost.memory as f64)) / f64::from(1 << 20);
        let row = format!(
            "| {name} | {many} | {:.2} | {:.1e} | 2e6 | {memory:.0} MiB | {theirs} | {:.1e} |\n",
            cpu(&table),
            f64::from(many) / cpu(&table),
            f64::from(PLAIN) / cpu(&plain),
        );
        print!("{row}");
        text += &row;
    }
    let (printed, ours) =
        costs(&words(&[&own, "table", "grundys-game", &(BYTES - 1).to_string(), "--npy", "--no-check"]))?;
    let (values, plain) = costs(&words(&[&work.join("grundy").display().to_string(), &BYTES.to_string()]))?;
    if !printed.ends_with(&values) {
        return Err("Grundy's game is answered differently by the textbook program".into());
    }
    text += &format!(
        "\nGrundy's game below {BYTES}, all values, whole processes: {:.2} CPU seconds, the plain program with an array of bytes (`g++ -O3`) {:.2}: \
         {:.2} of its time (asked: at most 1.2).\n",
        cpu(&ours),
        cpu(&plain),
        cpu(&ours) / cpu(&plain)
    );
    Ok(text)
}

/// Every other game of the table of known periods, one after the other, but 0.106.
fn together(root: &Path, grundy: &Path) -> Result<String, String> {
    let path = root.join("testdata/periods/octal.tsv");
    let known = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    let (mut games, mut seconds, mut memory, mut other) = (0, 0.0, 0, Vec::new());
    for line in known.lines().filter(|line| !line.starts_with('#')).skip(1) {
        let fields: Vec<&str> = line.split('\t').collect();
        let (game, preperiod, period) = (fields[0], fields[1], fields[2]);
        if preperiod.is_empty() || game == "0.106" || GAMES.iter().any(|(own, _)| *own == game) {
            continue;
        }
        let own = grundy.display().to_string();
        let command = [&own, "prove", game, "--no-check", "--json", "--time", "60"].map(ToString::to_string);
        let (_, printed, cost) = measure::finished(&command, None)?;
        let printed = String::from_utf8_lossy(&printed).into_owned();
        let same = [("preperiod", preperiod), ("period", period)]
            .iter()
            .all(|(name, wanted)| wanted.parse() == Ok(number(&printed, name)));
        // Without a check the status is `computed`; the theorem is printed if there is a proof.
        let same = same && !printed.contains("\"theorem\":null");
        if !same {
            other.push(game.to_owned());
        }
        (games, seconds, memory) = (games + 1, seconds + cost.cpu, memory.max(cost.memory));
    }
    let other = if other.is_empty() { "none".into() } else { other.join(", ") };
    let text = format!(
        "\n## Every other settled game\n\nAll {games} other games of `testdata/periods/octal.tsv` with a known period, but 0.106, a process each: \
         {seconds:.1} CPU seconds in all (asked: 60), {} MiB at most. Without a proof, or with another period than there: {other}.\n",
        memory >> 20
    );
    print!("{text}");
    Ok(text)
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

/// Returns a number of a JSON object; 0 if there is none.
fn number(json: &str, name: &str) -> u64 {
    let rest = json.split(&format!("\"{name}\":")).nth(1).unwrap_or("");
    let digits: String = rest.trim_start().chars().take_while(char::is_ascii_digit).collect();
    digits.parse().unwrap_or(0)
}
