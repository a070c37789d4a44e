//! The predictions of `grundy plan` compared with the cost of `grundy solve`: time, on queries that
//! take long enough to be measured.
//!
//! Positions and memory are tested in `grundy-solvers`; time depends on the machine, so it is
//! measured here.

use std::{fmt::Write, path::Path};

use super::{
    cases::DICTIONARY,
    inputs::{Letters, Random, bag, word},
    measure::{self, median},
};

/// A query: its kernel, game and position.
struct Asked {
    kernel: &'static str,
    game: String,
    position: String,
    /// Whether the question is the outcome only.
    outcome: bool,
}

fn asked() -> Vec<Asked> {
    let mut random = Random::new(11);
    let mut words = |many: usize, letters: usize, longest: usize| {
        let all = (0..many).map(|_| {
            let length = random.between(3, longest);
            word(&mut random, Letters::Uniform(letters), length)
        });
        all.collect::<Vec<_>>().join(", ")
    };
    let tape = format!("tape: append letter of a..j until it ends with word in {{{}}}", words(9000, 10, 12));
    let ghost = format!("tape: append letter within word in {{{}}}", words(9000, 8, 14));
    let cut = format!("row: cut word in {{{}}}", words(6, 3, 4));
    let mut text = |letters: usize, length: usize| word(&mut random, Letters::Uniform(letters), length);
    let every = "row: cut every copy of a letter";
    let asked = |kernel, game: &str, position| Asked { kernel, game: game.to_owned(), position, outcome: false };
    let mut all = vec![
        asked("tape", &tape, "a/1000".into()),
        asked("tape", &ghost, "\"\"".into()),
        asked("letter-cuts", every, text(26, 30_000)),
        asked("letter-cuts", every, text(4, 30_000)),
        asked("interval", &cut, text(3, 700)),
        asked("interval", "row: cut letter of a..b", text(4, 500)),
    ];
    if Path::new(DICTIONARY).exists() {
        let game = format!("bag: take word in \"{DICTIONARY}\"");
        all.extend([25, 30].map(|letters| asked("bag", &game, bag(1, letters))));
        all.extend([25, 36].map(|letters| Asked { outcome: true, ..asked("bag", &game, bag(2, letters)) }));
    }
    all
}

/// The table.
pub fn table(grundy: &Path) -> Result<String, String> {
    let program = grundy.display().to_string();
    let cpu = |arguments: &[&str], answered: bool| -> Result<f64, String> {
        let command: Vec<String> = [&[program.as_str()], arguments].concat().iter().map(|&part| part.into()).collect();
        let costs: Result<Vec<f64>, String> = (0..5)
            .map(|_| {
                let (status, _, cost) = measure::finished(&command, None)?;
                if status.success() == answered { Ok(cost.cpu) } else { Err(format!("a solve ended with {status}")) }
            })
            .collect();
        Ok(median(costs?.into_iter()))
    };
    let mut text = String::from(
        "## Predictions of plans and measurements\n\n\
         Milliseconds of `grundy solve --no-check` with its list of moves, without what the same command takes \
         where it is allowed no memory: it reads the query, plans, and refuses. Of outcomes of bags the most is said that \
         they may take; the search mostly ends sooner.\n\n\
         | kernel | position | said | measured | said / measured |\n|---|---|---|---|---|\n",
    );
    for Asked { kernel, game, position, outcome } in asked() {
        let only: &[&str] = if outcome { &["--outcome"] } else { &[] };
        let plan = [&[&program, "--json", "plan", &game, &position], only].concat();
        let plan: Vec<String> = plan.into_iter().map(str::to_owned).collect();
        let plan = String::from_utf8_lossy(&measure::run(&plan, None)?.0).into_owned();
        let of_kernel = plan.split("\"verdicts\"").next().unwrap_or_default();
        let said =
            of_kernel.split("\"nanoseconds\":").nth(1).and_then(|rest| rest.split('}').next()?.parse::<f64>().ok());
        if !of_kernel.contains(&format!("\"solver\":\"{kernel}\"")) {
            return Err(format!("the plan of a query for {kernel} takes another kernel"));
        }
        let said = said.ok_or("a plan without nanoseconds")? / 1e6;
        let solved = cpu(&[&["solve", "--json", "--no-check", &game, &position], only].concat(), true)?;
        let refused =
            cpu(&[&["solve", "--json", "--no-check", "--memory", "1", &game, &position], only].concat(), false)?;
        let took = 1e3 * (solved - refused).max(1e-5);
        let letters = position.trim_matches(['{', '}', '"']).len();
        let what = if outcome { ", outcome" } else { "" };
        let _ = writeln!(text, "| {kernel} | {letters} letters{what} | {said:.1} | {took:.1} | {:.2} |", said / took);
    }
    Ok(text)
}
