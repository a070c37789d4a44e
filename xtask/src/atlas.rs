//! The book's page on octal games with three digits, made from the records of
//! `grundy survey heaps` and compared with what is known.
//!
//! The records are in `testdata/atlas`; `cargo xtask atlas` writes the page, and a test compares it
//! with them. `cargo xtask atlas DIR` first takes over what a hunt has reached
//! (`grundy survey heaps --hunt DIR`): its records replace those of the survey where they go
//! farther.

use std::{collections::BTreeMap, fmt::Write, fs, path::Path};

use serde_json::Value;

const PAGE: &str = "book/src/atlas.md";

const OPENING: &str = "# Atlas of octal games with three digits

Every game `octal 0.ddd` and `octal 4.ddd`, 1,024 in all, surveyed by

```sh
grundy survey heaps 'octal 0.???' --up-to 2000000 --time 30 --format csv > testdata/atlas/octal-0.csv
grundy survey heaps 'octal 4.???' --up-to 2000000 --time 30 --format csv > testdata/atlas/octal-4.csv
cargo xtask atlas
```

on one busy core, with 2 seconds for most games (and 30 for seven games whose proof was found but not checked within 2). Each period is proved
from the rules alone and verified by the checker. The preperiod is the first heap from which the values repeat; heap 0 counts. `+2` after a game means that
its values are two zeros followed by those of the first game of the row; this is proved for settled games, and observed on
2,000 values for the others. *Rare* counts the heaps with an even number of bits in the mask (with `p`: the parity of the heap added), for the mask that has the fewest.

The games `octal 0.ddd` that are not settled so are hunted in turn:

```sh
grundy survey heaps 'octal 0.???' --hunt hunt --time 3600
cargo xtask atlas hunt
```

Each turn of a game lasts as long as all its turns before, so the work is spread evenly whenever the hunt ends; it ends after `--time` or with Ctrl-C, and the same command
resumes it. The folder `hunt` has a checkpoint of each open game (`--hunt hunt,SIZE` limits them), the file `records.ndjson`, and a certificate of each game that was settled, which
`grundy check` verifies, and `tools/grundy_check.py` where a million heaps are enough. No limit is given above but time: a game ends at heap 10^10, or at 10^8 where all values have to be listed. Of games
with the same first values only one is hunted, until it is settled. The last command makes the tables of this page from the records.

0.106 was hunted by itself (`grundy prove 'octal 0.106' --checkpoint hunt --certificate FILE`). Its certificate with 19 states, `testdata/atlas/octal-0.106.cert`, was verified by
`grundy check FILE --checkpoint segments`, which computed all 793,610,421,714 values again with code of its own, in 143 minutes of CPU and 13 MiB.

";

/// The columns of a hunt that the page uses, as its records name them.
const HUNTED: [&str; 12] = [
    "game",
    "status",
    "preperiod",
    "period",
    "saltus",
    "values_max",
    "first_max",
    "rare",
    "mask",
    "by_position",
    "computed_to",
    "last_rare",
];

/// A record: the fields of its line, and the last rare heap at the end.
#[derive(Clone)]
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

/// Takes over the records of a hunt, and writes the page.
pub fn take_over(root: &Path, folder: &Path) -> Result<(), String> {
    let path = folder.join("records.ndjson");
    let text = fs::read_to_string(&path).map_err(|why| format!("{}: {why}", path.display()))?;
    let lines = text.lines().map(|line| serde_json::from_str::<Value>(line).map_err(|why| why.to_string()));
    let lines = lines.collect::<Result<Vec<Value>, String>>()?;
    let pattern = lines.first().and_then(|heading| heading["hunt"].as_str()).unwrap_or_default();
    let Some(family) = pattern.strip_prefix("octal ").and_then(|code| code.strip_suffix(".???")) else {
        return Err(format!("{}: a hunt of 'octal 0.???' or 'octal 4.???' is expected", path.display()));
    };
    let name = format!("testdata/atlas/hunt-{family}.csv");
    // A hunt that began anew may know less of a game than the one before.
    let before = fs::read_to_string(root.join(&name)).unwrap_or_default();
    let mut csv = HUNTED.join(",") + "\n";
    for record in &lines[1..] {
        let field = |name: &&str| match &record[name] {
            Value::Null => String::new(),
            Value::String(text) => text.clone(),
            other => other.to_string(),
        };
        let own = HUNTED.iter().map(field).collect::<Vec<_>>().join(",");
        let old = before.lines().find(|line| line.split(',').next() == own.split(',').next());
        csv += old.filter(|old| reached(old) > reached(&own)).unwrap_or(&own);
        csv.push('\n');
    }
    fs::write(root.join(&name), csv).map_err(|why| format!("{name}: {why}"))?;
    write(root)
}

/// Whether the record of a hunt is a proof, and the last heap that it knows, if any.
fn reached(line: &str) -> (bool, Option<u64>) {
    let fields: Vec<&str> = line.split(',').collect();
    (fields.get(1) == Some(&"proved"), fields.get(10).and_then(|heap| heap.parse().ok()))
}

/// Replaces the fields of records by those of a hunt, where it has reached farther heaps or a
/// proof.
fn overtake(records: &mut [Record], hunt: &str) -> Result<(), String> {
    let mut hunted = BTreeMap::new();
    for line in hunt.lines().skip(1) {
        let fields: Vec<&str> = line.split(',').collect();
        let [game, ..] = fields[..] else { continue };
        if fields.len() != HUNTED.len() {
            return Err(format!("no record of a hunt: {line}"));
        }
        hunted.insert(game.to_owned(), fields);
    }
    for Record(own) in records {
        let Some(found) = hunted.get(&own[0]).filter(|_| own[3] != "proved") else { continue };
        let last = |text: &str| text.parse::<u64>().unwrap_or(0);
        if found[1] != "proved" && last(found[10]) < last(&own[11]) {
            continue;
        }
        // The columns of the survey from the status on.
        let mask = found[8].parse::<u64>().map_or_else(|_| String::new(), |mask| format!("{mask:x}"));
        let mask = if found[9] == "true" { mask + "+position" } else { mask };
        let fields =
            [found[1], found[2], found[3], found[4], found[5], found[6], found[7], &mask, found[10], found[11]];
        own.truncate(3);
        own.extend(fields.map(str::to_owned));
    }
    Ok(())
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
        let mut records = records(&read(&format!("testdata/atlas/octal-{family}.csv"))?)?;
        let hunt = format!("testdata/atlas/hunt-{family}.csv");
        if root.join(&hunt).exists() {
            overtake(&mut records, &read(&hunt)?)?;
        }
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
            let mut fields: Vec<String> = line.split(',').map(str::to_owned).collect();
            fields.push(String::new());
            if fields.len() == 13 { Ok(Record(fields)) } else { Err(format!("no record: {line}")) }
        })
        .collect()
}

fn section(text: &mut String, family: &str, records: &[Record]) {
    // Games of one class are equal as far as is known; some may be settled and others not yet.
    let mut classes: BTreeMap<(&str, bool), Vec<&Record>> = BTreeMap::new();
    for record in records {
        classes.entry((record.class(), record.proved())).or_default().push(record);
    }
    let settled = records.iter().filter(|record| record.proved()).count();
    let _ = writeln!(text, "## {family}.ddd\n\n{settled} of {} games are settled.\n", records.len());
    let rows = |proved: bool| classes.iter().filter(move |((_, settled), _)| *settled == proved);
    text.push_str("| games | preperiod | period | largest value, first at | rare (mask) |\n|---|---|---|---|---|\n");
    for ((class, _), members) in rows(true) {
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
    text.push_str(
        "\nNot settled within the limits:\n\n| games | heaps | rare (mask) | last rare | largest value, first at |\n|---|---|---|---|---|\n",
    );
    for ((class, _), members) in rows(false) {
        let first = members.iter().find(|member| member.game() == *class).unwrap_or(&members[0]);
        let Record(fields) = first;
        let _ = writeln!(
            text,
            "| {} | {} | {} | {} | {}, {} |",
            names(members, first),
            fields[11],
            first.rare(),
            fields[12],
            fields[7],
            fields[8],
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
    fn a_hunt_replaces_what_it_surpasses() {
        let survey = "heading\n\
            octal 0.104,octal 0.104,1,none,,,,27,327725,20,17+position,2000127\n\
            octal 0.106,octal 0.106,1,none,,,,27,52692,15,d+position,2000127\n\
            octal 0.107,octal 0.103,1,proved,0,2,0,1,1,,,63\n";
        let hunt = format!(
            "{}\n\
            octal 0.104,proved,197769598,11770282,0,27,327725,20,23,true,209540000,150\n\
            octal 0.106,none,,,,27,52692,15,13,true,1000000,95\n\
            octal 0.107,none,,,,1,1,,,,5,\n",
            HUNTED.join(",")
        );
        let mut found = records(survey).unwrap();
        overtake(&mut found, &hunt).unwrap();
        assert_eq!(
            found[0].0[3..],
            ["proved", "197769598", "11770282", "0", "27", "327725", "20", "17+position", "209540000", "150"]
        );
        assert_eq!((found[0].0.len(), found[0].rare()), (13, "20 (17 p)".to_owned()));
        assert_eq!((found[1].0[11].as_str(), found[2].0[3].as_str()), ("2000127", "proved"));
        assert!(overtake(&mut found, "heading\noctal 0.104,none\n").is_err());
    }

    #[test]
    fn a_record_of_a_hunt_is_replaced_by_a_proof_or_a_farther_one() {
        let none = |last: u64| format!("octal 0.104,none,,,,27,327725,20,23,true,{last},150");
        let proved = "octal 0.104,proved,197769598,11770282,0,27,327725,20,23,true,209540000,150";
        assert!(reached(proved) > reached(&none(10_000_000_000)));
        assert!(reached(&none(4097)) > reached(&none(4096)));
        assert!(reached(&none(0)) > reached(""), "a record is more than none");
    }

    #[test]
    fn the_certificate_of_106_states_what_its_record_says() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
        let read = |name: &str| fs::read_to_string(root.join("testdata/atlas").join(name)).unwrap();
        let (hunt, certificate) = (read("hunt-0.csv"), read("octal-0.106.cert"));
        let record = hunt.lines().find(|line| line.starts_with("octal 0.106,")).unwrap();
        let fields: Vec<&str> = record.split(',').collect();
        let stated = |name: &str| certificate.lines().find_map(|line| line.strip_prefix(name)).unwrap();
        assert_eq!(stated("board "), fields[0]);
        assert_eq!([stated("preperiod "), stated("period "), stated("largest ")], [fields[2], fields[3], fields[5]]);
        let last = certificate.lines().rfind(|line| line.starts_with("rare ")).unwrap();
        assert_eq!(last.split(' ').nth(1), Some(fields[11]));
    }

    #[test]
    fn the_page_is_made_from_the_records() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
        let kept = fs::read_to_string(root.join(PAGE)).unwrap();
        assert!(kept == page(root).unwrap(), "write it anew: cargo xtask atlas");
        assert!(kept.contains("Disagreements: none."), "a record disagrees with what is known");
    }
}
