//! `cargo xtask bench competition`: games of programming contests at the sizes that their problems
//! allow, each for at most 18 seconds of wall time.
//!
//! `bench/competition.json` lists them. A position is written out (`position`) or made: `repeat` is
//! a text and how often it is repeated, `random` the letters and the length of a word of a fixed
//! sequence, `consecutive` the first heap and the number of heaps, `summit` the number of piles of
//! a line that rises by odd numbers and falls by even ones, `made` a kind of graph and the number
//! of its vertices, with its answer (`made.rs`). `answer` is the value by a method of its own,
//! `winner` the outcome; rows without either are not compared. The table goes to
//! `bench/record/competition.md`.

use std::{fs, io::Write, path::Path, time::Instant};

use serde_json::Value;

use super::{machine, made::made, measure, target};

/// The time that a contestant's program has, in seconds.
const SECONDS: &str = "18";

/// Answers every game once, and writes the record.
pub fn bench(root: &Path) -> Result<(), String> {
    let work = target(root).join("bench");
    fs::create_dir_all(&work).map_err(|error| error.to_string())?;
    super::build(root, &work)?;
    let grundy = target(root).join("release/grundy").display().to_string();
    let path = root.join("bench/competition.json");
    let text = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    let games: Vec<Value> = serde_json::from_str(&text).map_err(|error| format!("{}: {error}", path.display()))?;
    let (mut rows, mut answered, mut compared) = (Vec::new(), 0, 0);
    for game in &games {
        let found = run(game, &grundy)?;
        answered += usize::from(found.answer.is_some());
        compared += usize::from(found.agrees);
        println!("{}", found.row);
        rows.push(found.row);
    }
    let text = format!(
        "# Competition games\n\nMade by `cargo xtask bench competition` on: {}. Each game once, at a size that its problem allows, with \
         `--time {SECONDS}`: {answered} of {} are answered, {compared} of these compared with a method of its own. Seconds of wall time, \
         moves and check included.\n\n| game | answer | compared | status | seconds |\n|---|---|---|---|---|\n{}\n",
        machine(),
        games.len(),
        rows.join("\n")
    );
    let path = root.join("bench/record/competition.md");
    fs::write(&path, text).map_err(|error| format!("{}: {error}", path.display()))
}

/// What became of a game.
struct Found {
    answer: Option<String>,
    /// Whether the answer was compared, and is right.
    agrees: bool,
    row: String,
}

fn run(game: &Value, grundy: &str) -> Result<Found, String> {
    let field = |name: &str| game[name].as_str();
    let name = field("name").ok_or("a game has no name")?;
    let rules = field("rules").ok_or_else(|| format!("{name} has no rules"))?;
    let mut input = tempfile::NamedTempFile::new().map_err(|error| error.to_string())?;
    let (position, own) = position(game, name)?;
    input.write_all(position.as_bytes()).map_err(|error| error.to_string())?;
    let ask = if field("ask") == Some("outcome") { "--outcome" } else { "--value" };
    let words = [grundy, "solve", rules, "-", ask, "--json", "--time", SECONDS].map(str::to_owned);
    let begun = Instant::now();
    let (_, printed, _) = measure::finished(&words, Some(input.path()))?;
    let seconds = begun.elapsed().as_secs_f64();
    let reported: Value = serde_json::from_slice(&printed).unwrap_or(Value::Null);
    let of = |field: &str| match &reported[field] {
        Value::Number(number) => Some(number.to_string()),
        Value::String(text) => Some(text.clone()),
        _ => None,
    };
    let answer = if ask == "--value" { of("value").or_else(|| of("outcome")) } else { of("outcome") };
    let expected =
        own.or(game["answer"].as_u64()).map(|value| value.to_string()).or_else(|| field("winner").map(str::to_owned));
    let expected = match expected {
        Some(won) if ask == "--outcome" && own.is_some() => Some(if won == "1" { "N" } else { "P" }.to_owned()),
        other => other,
    };
    if let (Some(answer), Some(expected)) = (&answer, &expected)
        && answer != expected
    {
        return Err(format!("{name}: {answer}, not {expected}"));
    }
    let agrees = answer.is_some() && expected.is_some();
    let row = format!(
        "| {name} | {} | {} | {} | {seconds:.2} |",
        answer.as_deref().unwrap_or("-"),
        if agrees { "yes" } else { "" },
        of("status").as_deref().unwrap_or("not answered"),
    );
    Ok(Found { answer, agrees, row })
}

/// The position of a game, written out or made, and its answer if one is made with it.
fn position(game: &Value, name: &str) -> Result<(String, Option<u64>), String> {
    let pair = |field: &str| game[field].as_array().and_then(|pair| Some((pair.first()?, pair.get(1)?.as_u64()?)));
    if let Some(text) = game["position"].as_str() {
        return Ok((text.to_owned(), None));
    }
    if let Some((text, count)) = pair("repeat").and_then(|(text, count)| Some((text.as_str()?, count))) {
        return Ok((text.repeat(count as usize), None));
    }
    if let Some((letters, count)) = pair("random").and_then(|(letters, count)| Some((letters.as_str()?, count))) {
        let letters: Vec<char> = letters.chars().collect();
        let mut random = 1u64;
        let next = |_| {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            letters[(random >> 33) as usize % letters.len()]
        };
        return Ok(((0..count).map(next).collect(), None));
    }
    if let Some((first, count)) = pair("consecutive").and_then(|(first, count)| Some((first.as_u64()?, count))) {
        let heaps: Vec<String> = (0..count).map(|at| (first + at).to_string()).collect();
        return Ok((heaps.join(" + "), None));
    }
    if let Some((kind, count)) = pair("made").and_then(|(kind, count)| Some((kind.as_str()?, count))) {
        let found = made(kind, count as usize).ok_or_else(|| format!("{name}: no kind `{kind}` is known"))?;
        return Ok((found.position, Some(found.answer)));
    }
    if let Some(count) = game["summit"].as_u64() {
        let rising = (1..=count).step_by(2);
        let falling = (1..=count / 2).rev().map(|half| 2 * half);
        return Ok((format!("{:?}", rising.chain(falling).collect::<Vec<u64>>()), None));
    }
    Err(format!("{name} has no position"))
}
