//! `cargo xtask bench plans`: the time that `grundy plan` predicts, compared with what `grundy
//! solve` takes.
//!
//! Positions and memory are tested in `grundy-solvers`; time depends on the machine, so it is
//! measured here. Of random games the size grows until an answer takes long enough to be measured.
//! The table goes to `bench/record/plans.md`.

use std::{collections::BTreeMap, fmt::Write, fs, path::Path};

use super::{
    inputs::Random,
    machine,
    measure::median,
    own::{self, shown},
    predicted,
    prediction::Prediction,
    random_games::game,
    target,
};

/// How many random games are measured.
const GAMES: usize = 200;

/// An answer takes at least these seconds.
const MEASURABLE: f64 = 0.03;

/// The most sizes of a game.
const SIZES: usize = 26;

/// What is asked: predictions within this factor.
const FACTOR: f64 = 3.0;

/// Measures all, and writes the record.
pub fn bench(root: &Path) -> Result<(), String> {
    let work = target(root).join("bench");
    fs::create_dir_all(&work).map_err(|error| error.to_string())?;
    super::build(root, &work)?;
    let grundy = target(root).join("release/grundy");
    let solvers = predicted::table(&grundy)?;
    let mut text = format!(
        "# Predictions of plans\n\nMade by `cargo xtask bench plans` on: {}. Milliseconds of CPU (user and system) of `grundy solve --no-check`, \
         medians of five, without what a process takes that reads the query, plans, and is allowed no memory. Asked: a prediction within \
         a factor of {FACTOR}. Of an attempt (`dense`, `automaton`) the most is predicted that it takes.\n\n{solvers}\n",
        machine()
    );
    text += "## Declared games\n\nThe games of `bench own`.\n\n\
             | game | solver | predicted | measured | predicted / measured |\n|---|---|---|---|---|\n";
    for (name, _, rules, position, _) in own::GAMES {
        let found =
            Prediction::of(&grundy, rules, position, &["--value"])?.ok_or("a game of the benchmark is refused")?;
        let predicted = 1e3 * found.predicted;
        let measured = match found.measured(&grundy)? {
            Some(seconds) => format!("{:.1} | {:.2}", 1e3 * seconds, found.predicted / seconds),
            None => "needs no memory | -".into(),
        };
        let row = format!("| {name} | {} | {predicted:.1} | {measured} |", found.solver);
        println!("{row}");
        text += &format!("{row}\n");
    }
    text += &random(&grundy)?;
    let path = root.join("bench/record/plans.md");
    fs::write(&path, text).map_err(|error| format!("{}: {error}", path.display()))
}

/// The section on random games.
fn random(grundy: &Path) -> Result<String, String> {
    let mut numbers = Random::new(17);
    // Of each solver the ratios, and the rows of those beyond the factor.
    let mut ratios: BTreeMap<String, Vec<f64>> = BTreeMap::new();
    let (mut beyond, mut measured, mut short) = (String::new(), 0, 0);
    while measured < GAMES {
        let (rules, sizes) = game(&mut numbers);
        let mut last = None;
        for size in 0..SIZES {
            let position = sizes(size);
            let found = Prediction::of(grundy, &rules, &position, &["--value"])?;
            let found = found.ok_or_else(|| format!("`{rules}` is refused at {position}"))?;
            let Some(cpu) = found.tried(grundy)? else { break };
            last = (cpu > MEASURABLE).then_some((found, position));
            if last.is_some() {
                break;
            }
        }
        let Some((found, position)) = last else {
            short += 1;
            continue;
        };
        let Some(took) = found.measured(grundy)? else {
            short += 1;
            continue;
        };
        measured += 1;
        let ratio = found.predicted / took;
        ratios.entry(found.solver.clone()).or_default().push(ratio);
        let row = format!(
            "| `{rules}` | {} | {} | {:.1} | {:.1} | {ratio:.2} |",
            shown(&position),
            found.solver,
            1e3 * found.predicted,
            1e3 * took
        );
        println!("{row}");
        if !(1.0 / FACTOR..=FACTOR).contains(&ratio) {
            beyond += &format!("{row}\n");
        }
    }
    let within = |all: &[f64]| all.iter().filter(|ratio| (1.0 / FACTOR..=FACTOR).contains(*ratio)).count();
    let all: Vec<f64> = ratios.values().flatten().copied().collect();
    let mut text = format!(
        "\n## Random games\n\n{} of {measured} predictions are within a factor of {FACTOR}. Another {short} games were answered at \
         once at every size, or not within five seconds.\n\n| solver | games | within | median | lowest | highest |\n|---|---|---|---|---|---|\n",
        within(&all)
    );
    for (solver, own) in &ratios {
        let (low, high) = own.iter().fold((f64::MAX, 0.0f64), |(low, high), &ratio| (low.min(ratio), high.max(ratio)));
        let _ = writeln!(
            text,
            "| {solver} | {} | {} | {:.2} | {low:.2} | {high:.2} |",
            own.len(),
            within(own),
            median(own.iter().copied())
        );
    }
    let _ = writeln!(
        text,
        "\nThose beyond it:\n\n| game | position | solver | predicted | measured | predicted / measured |\n|---|---|---|---|---|---|\n{beyond}"
    );
    Ok(text.trim_end().to_owned() + "\n")
}
