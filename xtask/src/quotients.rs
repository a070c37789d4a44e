//! The book's table of the misère quotients of octal games with two digits, made from what the
//! program proves of each.
//!
//! `cargo xtask quotients` runs `grundy prove` on every code (release build) and records what it
//! says in `testdata/quotients.csv`; the table in the book is made from the records, and a test
//! compares the two.

use std::{fmt::Write, fs, path::Path, process::Command};

use serde_json::Value;

const PAGE: &str = "book/src/misere.md";
const RECORDS: &str = "testdata/quotients.csv";

/// The table lies between these lines.
const MARKS: [&str; 2] = ["<!-- quotients of two digits -->\n", "<!-- end of the quotients -->\n"];

/// The limit on the time of each game.
const SECONDS: &str = "20";

/// The fields of a record, as the program's JSON names them; `stopped` is last, since it is text.
const FIELDS: [&str; 8] = ["game", "order", "lost", "tame", "period", "preperiod", "certified_to", "stopped"];

/// Studies every game, keeps the records, and writes the table.
pub fn run(root: &Path) -> Result<(), String> {
    super::start::cargo(root, &["build", "--release", "--locked", "-p", "grundy-cli"])?;
    let mut csv = FIELDS.join(",") + "\n";
    for code in 1..64 {
        let game = format!("misère octal 0.{code:02o}");
        let output = Command::new(root.join("target/release/grundy"))
            .args(["prove", &game, "--time", SECONDS, "--json"])
            .output()
            .map_err(|why| why.to_string())?;
        let answer: Value = serde_json::from_slice(&output.stdout).map_err(|why| format!("{game}: {why}"))?;
        if !["proved", "certified"].iter().any(|status| answer["status"] == *status) {
            return Err(format!("{game}: the status is {}", answer["status"]));
        }
        let fields = FIELDS.map(|name| match &answer[name] {
            Value::Null => String::new(),
            Value::String(text) => text.clone(),
            other => other.to_string(),
        });
        csv += &(fields.join(",") + "\n");
    }
    fs::write(root.join(RECORDS), csv).map_err(|why| format!("{RECORDS}: {why}"))?;
    let page = page(root)?;
    fs::write(root.join(PAGE), page).map_err(|why| format!("{PAGE}: {why}"))
}

/// The page with the table of the records.
fn page(root: &Path) -> Result<String, String> {
    let read = |name: &str| fs::read_to_string(root.join(name)).map_err(|why| format!("{name}: {why}"));
    let page = read(PAGE)?;
    let place = |mark: &str| page.find(mark).ok_or(format!("{PAGE}: there is no line {mark}"));
    let (from, to) = (place(MARKS[0])? + MARKS[0].len(), place(MARKS[1])?);
    Ok(format!("{}\n{}\n{}", &page[..from], table(&read(RECORDS)?)?, &page[to..]))
}

/// The table. Games with equal entries share a row.
fn table(csv: &str) -> Result<String, String> {
    let mut rows: Vec<(String, Vec<&str>)> = Vec::new();
    for line in csv.lines().skip(1) {
        let fields: Vec<&str> = line.splitn(FIELDS.len(), ',').collect();
        let &[game, order, lost, tame, period, preperiod, to, stopped] = &fields[..] else {
            return Err(format!("{RECORDS}: no record: {line}"));
        };
        let heaps = match (to, stopped) {
            ("", _) => format!("all: period {period} from heap {preperiod}"),
            (to, why) if why.contains("classes") => format!("0 to {to}; with the next over 4,096 elements"),
            (to, _) => format!("0 to {to}"),
        };
        let kind = if tame == "true" { "tame" } else { "wild" };
        let entry = format!("{order} | {lost} | {kind} | {heaps} |");
        let game = game.trim_start_matches("octal ");
        match rows.iter_mut().find(|row| row.0 == entry) {
            Some(row) => row.1.push(game),
            None => rows.push((entry, vec![game])),
        }
    }
    let mut text = "| games | elements | lost | kind | heaps |\n|---|---|---|---|---|\n".to_owned();
    for (entry, games) in rows {
        let _ = writeln!(text, "| {} | {entry}", games.join(" "));
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_made_from_the_records() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
        let kept = fs::read_to_string(root.join(PAGE)).unwrap();
        assert!(kept == page(root).unwrap(), "write it anew: cargo xtask quotients");
        assert_eq!(fs::read_to_string(root.join(RECORDS)).unwrap().lines().count(), 64, "63 games and the heading");
    }
}
