//! What `grundy plan` predicts, compared with what `grundy solve` takes, for one query of each
//! solver that has a formula for its cost.

use std::{fmt::Write, path::Path};

use super::{
    cases::DICTIONARY,
    inputs::{Letters, Random, bag, word},
    prediction::Prediction,
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
    let mut text = String::from(
        "## Solvers\n\nWith the list of moves. Of outcomes of bags the most is predicted that they may take; the search mostly ends sooner.\n\n\
         | solver | position | predicted | measured | predicted / measured |\n|---|---|---|---|---|\n",
    );
    for Asked { kernel, game, position, outcome } in asked() {
        let only: &[&str] = if outcome { &["--outcome"] } else { &[] };
        let found = Prediction::of(grundy, &game, &position, only)?.ok_or("a query of the benchmark is refused")?;
        if found.solver != kernel {
            return Err(format!("the plan of a query for {kernel} takes {}", found.solver));
        }
        let letters = position.trim_matches(['{', '}', '"']).len();
        let what = if outcome { ", outcome" } else { "" };
        let measured = found.measured(grundy)?.ok_or_else(|| format!("{kernel} needs no memory"))?;
        let (predicted, measured) = (1e3 * found.predicted, 1e3 * measured);
        let ratio = predicted / measured;
        let _ = writeln!(text, "| {kernel} | {letters} letters{what} | {predicted:.1} | {measured:.1} | {ratio:.2} |");
    }
    Ok(text)
}
