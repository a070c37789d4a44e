//! The book's page on octal games with three digits, made from the records of `grundy atlas` and
//! compared with what is known.
//!
//! The records are in `testdata/atlas`; `cargo xtask atlas` writes the page, and a test compares it
//! with them.

use std::{collections::BTreeMap, fmt::Write, fs, path::Path};

const PAGE: &str = "book/src/atlas.md";

const OPENING: &str = "# Atlas of octal games with three digits

Every game `octal 0.ddd` and `octal 4.ddd`, 1,024 in all, surveyed by

```sh
grundy atlas 'octal 0.???' --to 2000000 --time 30 --csv > testdata/atlas/octal-0.csv
grundy atlas 'octal 4.???' --to 2000000 --time 30 --csv > testdata/atlas/octal-4.csv
cargo xtask atlas
```

on one busy core, with 2 seconds for most games (and 30 for seven games whose proof was found but not checked within 2). Each period is proved
from the rules alone and verified by the checker. The preperiod is the first heap from which the values repeat; heap 0 counts. `+2` after a game means that
its values are two zeros followed by those of the first game of the row; this is proved for settled games, and observed on
2,000 values for the others. *Rare* counts the heaps with an even number of bits in the mask (with `p`: the parity of the heap added), for the mask that has the fewest.

";

/// A record: the fields of its line.
struct Record(Vec<String>);

impl Record {
    fn game(&self) -> &str {
        self.0[0].trim_start_matches("octal ")
    }

    fn class(&self) -> &str {
        self.0[1].trim_start_matches("octal ")
    }

    fn shift(&self) -> i64 {
        self.0[2].parse().unwrap_or(0)
    }

    fn proved(&self) -> bool {
        self.0[3] == "proved"
    }

    fn rare(&self) -> String {
        if self.0[9].is_empty() {
            String::new()
        } else {
            format!("{} ({})", self.0[9], self.0[10].replace("+position", " p"))
        }
    }
}

/// Writes the page.
pub fn write(root: &Path) -> Result<(), String> {
    let text = page(root)?;
    fs::write(root.join(PAGE), text).map_err(|why| format!("{PAGE}: {why}"))
}

fn page(root: &Path) -> Result<String, String> {
    let read = |name: &str| fs::read_to_string(root.join(name)).map_err(|why| format!("{name}: {why}"));
    let mut text = OPENING.to_owned();
    let mut all = Vec::new();
    for family in ["0", "4"] {
        let records = records(&read(&format!("testdata/atlas/octal-{family}.csv"))?)?;
        section(&mut text, family, &records);
        all.extend(records);
    }
    compare(&mut text, &all, &read("testdata/periods/octal.tsv")?);
    Ok(text)
}

fn records(csv: &str) -> Result<Vec<Record>, String> {
    csv.lines()
        .skip(1)
        .map(|line| {
            let fields: Vec<String> = line.split(',').map(str::to_owned).collect();
            if fields.len() == 12 { Ok(Record(fields)) } else { Err(format!("no record: {line}")) }
        })
        .collect()
}

fn section(text: &mut String, family: &str, records: &[Record]) {
    let mut classes: BTreeMap<&str, Vec<&Record>> = BTreeMap::new();
    for record in records {
        classes.entry(record.class()).or_default().push(record);
    }
    let settled = records.iter().filter(|record| record.proved()).count();
    let _ = writeln!(text, "## {family}.ddd\n\n{settled} of {} games are settled.\n", records.len());
    let rows = |proved: bool| classes.iter().filter(move |(_, members)| members[0].proved() == proved);
    text.push_str("| games | preperiod | period | largest value, first at | rare (mask) |\n|---|---|---|---|---|\n");
    for (class, members) in rows(true) {
        let first = members.iter().find(|member| member.game() == *class).unwrap_or(&members[0]);
        let Record(fields) = first;
        let (start, period) = (&fields[4], &fields[5]);
        let _ = writeln!(
            text,
            "| {} | {start} | {period} | {}, {} | {} |",
            names(members, first),
            fields[7],
            fields[8],
            first.rare()
        );
    }
    text.push_str("\nNot settled within the limits:\n\n| games | largest value, first at | rare (mask) | heaps |\n|---|---|---|---|\n");
    for (class, members) in rows(false) {
        let first = members.iter().find(|member| member.game() == *class).unwrap_or(&members[0]);
        let Record(fields) = first;
        let _ = writeln!(
            text,
            "| {} | {}, {} | {} | {} |",
            names(members, first),
            fields[7],
            fields[8],
            first.rare(),
            fields[11]
        );
    }
    text.push('\n');
}

/// The games of a class, the first one first, each with how many more zeros it starts with.
fn names(members: &[&Record], first: &Record) -> String {
    let others = members.iter().filter(|member| member.game() != first.game()).map(|member| {
        match member.shift() - first.shift() {
            0 => member.game().to_owned(),
            more => format!("{}{more:+}", member.game()),
        }
    });
    std::iter::once(format!("**{}**", first.game())).chain(others).collect::<Vec<_>>().join(" ")
}

/// Row by row against the table of known periods.
fn compare(text: &mut String, records: &[Record], known: &str) {
    let (mut rows, mut agree, mut other, mut open) = (0, 0, Vec::new(), Vec::new());
    for line in known.lines().filter(|line| !line.starts_with('#')).skip(1) {
        let fields: Vec<&str> = line.split('\t').collect();
        let Some(record) = records.iter().find(|record| record.game() == fields[0]) else { continue };
        rows += 1;
        let same = |at: usize, own: usize| fields[at].is_empty() || fields[at] == record.0[own];
        match (fields[1].is_empty(), record.proved()) {
            (false, true) if same(1, 4) && same(2, 5) && same(3, 7) && same(4, 8) => agree += 1,
            (false, true) => other.push(format!("{} ({line})", fields[0])),
            (false, false) => open.push(format!("{} ({}, {})", fields[0], fields[1], fields[2])),
            (true, true) => other.push(format!("{} (not settled there)", fields[0])),
            (true, false) => agree += 1,
        }
    }
    let _ = writeln!(text, "## Compared with what is known\n");
    let _ = writeln!(
        text,
        "`testdata/periods/octal.tsv` has {rows} of these games with their period, or with none known. {agree} rows agree in preperiod, period,\n\
         largest value and where it is first, or in being unsettled.\n"
    );
    let list = |all: &[String]| if all.is_empty() { "none".to_owned() } else { all.join(", ") };
    let _ = writeln!(text, "Disagreements: {}.\n", list(&other));
    let _ = writeln!(
        text,
        "Periods that are known and lie beyond the limits of the survey (preperiod, period): {}. `grundy prove` settles them one by one.",
        list(&open)
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_is_made_from_the_records() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
        let kept = fs::read_to_string(root.join(PAGE)).unwrap();
        assert!(kept == page(root).unwrap(), "write it anew: cargo xtask atlas");
        assert!(kept.contains("Disagreements: none."), "a record disagrees with what is known");
    }
}
