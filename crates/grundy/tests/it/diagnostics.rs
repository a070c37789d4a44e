//! Golden diagnostics: the mistakes of newcomers, and the messages they get.
//!
//! `testdata/diagnostics/*.txt` holds sections. A section begins with `## ` and a title; then come
//! the lines of what was typed (`game: ..`, `position: ..`, `sum: ..`; `certificate: ..` and `list
//! NAME: ..` with `\n` and `\xNN` escapes); what follows the empty line is the message.
//! `GRUNDY_BLESS=1 cargo test -p grundy diagnostics` writes the messages anew: read them before
//! committing.

use std::{collections::BTreeSet, fmt::Write as _};

use grundy::{
    cert::read,
    games::{Diagnostic, STORIES, no_lists},
    help::Json,
};

use crate::values::testdata;

/// Codes of mistakes that no text can show here: game files are read by the command line.
const ELSEWHERE: &[&str] = &["G050"];

struct Section {
    title: String,
    typed: Vec<(String, String)>,
    reported: String,
}

fn sections(text: &str) -> Vec<Section> {
    let mut all: Vec<Section> = Vec::new();
    let mut telling = false;
    for line in text.lines() {
        if let Some(title) = line.strip_prefix("## ") {
            all.push(Section { title: title.into(), typed: Vec::new(), reported: String::new() });
            telling = false;
        } else if let Some(section) = all.last_mut() {
            if telling {
                writeln!(section.reported, "{line}").expect("strings take all text");
            } else if line.is_empty() {
                telling = true;
            } else {
                let (key, value) = line.split_once(": ").unwrap_or_else(|| panic!("{line}: what was typed?"));
                section.typed.push((key.into(), value.into()));
            }
        }
    }
    for section in &mut all {
        section.reported.truncate(section.reported.trim_end().len());
    }
    all
}

fn unescape(text: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find('\\') {
        bytes.extend_from_slice(&rest.as_bytes()[..at]);
        let skip = match &rest.as_bytes()[at + 1] {
            b'n' => (b'\n', 2),
            b'x' => (u8::from_str_radix(&rest[at + 2..at + 4], 16).expect("two hexadecimal digits"), 4),
            other => panic!("\\{} is no escape", char::from(*other)),
        };
        bytes.push(skip.0);
        rest = &rest[at + skip.1..];
    }
    bytes.extend_from_slice(rest.as_bytes());
    bytes
}

impl Section {
    fn get(&self, key: &str) -> Option<&str> {
        self.typed.iter().find(|(own, _)| own == key).map(|(_, value)| value.as_str())
    }

    fn diagnostic(&self) -> Option<Diagnostic> {
        let lists = |name: &str| match self.get(&format!("list {name}")) {
            Some(text) => Ok(unescape(text)),
            None => Err("there is no such file".to_owned()),
        };
        if let Some(certificate) = self.get("certificate") {
            let text = String::from_utf8(unescape(certificate)).expect("certificates are UTF-8");
            return read(&text, &lists).err();
        }
        if let Some(sum) = self.get("sum") {
            return grundy::games::sum_with(sum, &lists).err();
        }
        let game = self.get("game").expect("a game or a sum");
        match (grundy::games::read(game, &lists), self.get("position")) {
            (Ok(read), Some(position)) => read.position(position, &no_lists).err(),
            (found, None) => found.err(),
            (Err(fault), Some(_)) => panic!("{}: the game itself is refused: {fault}", self.title),
        }
    }
}

/// The message as plain text, with marks under the place.
fn reported(fault: &Diagnostic) -> String {
    let Diagnostic { code, message, origin, source, line, span, label, help, suggestion, readings: _ } = fault;
    let help = help.spelled(&Json);
    assert!(suggestion.iter().all(|text| help.contains(&format!("`{text}`"))), "{fault:?}");
    let before = source[..span.start].chars().count();
    let marks = source[span.clone()].chars().count().max(1);
    let place = if *line == 1 { origin.clone() } else { format!("{origin}, line {line}") };
    format!(
        "error[{code}]: {message}\n  in the {place}\n  | {source}\n  | {}{} {label}\n  help: {help}",
        " ".repeat(before),
        "^".repeat(marks)
    )
}

#[test]
fn mistakes_are_told_well() {
    let bless = std::env::var_os("GRUNDY_BLESS").is_some();
    let (mut faults, mut codes, mut count) = (String::new(), BTreeSet::new(), 0);
    for entry in std::fs::read_dir(testdata("diagnostics")).expect("the folder is there") {
        let path = entry.expect("a file").path();
        let text = std::fs::read_to_string(&path).expect("the file can be read");
        let (head, _) = text.split_once("## ").expect("a section");
        let mut blessed = head.to_owned();
        for section in sections(&text) {
            count += 1;
            let found = match section.diagnostic() {
                Some(fault) => {
                    codes.insert(fault.code);
                    assert!(!fault.label.is_empty() && !fault.help.is_empty(), "{}: {fault}", section.title);
                    reported(&fault)
                }
                None => "no mistake was found".to_owned(),
            };
            if found != section.reported {
                writeln!(faults, "## {}\n{found}\n--- and not ---\n{}\n", section.title, section.reported)
                    .expect("strings take all text");
            }
            let typed: String = section.typed.iter().map(|(key, value)| format!("{key}: {value}\n")).collect();
            write!(blessed, "## {}\n{typed}\n{found}\n\n", section.title).expect("strings take all text");
        }
        if bless {
            std::fs::write(&path, format!("{}\n", blessed.trim_end())).expect("the file can be written");
        }
    }
    assert!(bless || faults.is_empty(), "{faults}");
    assert!(count >= 35, "{count} mistakes are few");
    let missing: Vec<&str> =
        STORIES.iter().map(|story| story.0).filter(|code| !codes.contains(code) && !ELSEWHERE.contains(code)).collect();
    assert!(missing.is_empty(), "no mistake shows {missing:?}");
}

#[test]
fn stories_are_told_once_each() {
    let codes: BTreeSet<&str> = STORIES.iter().map(|story| story.0).collect();
    assert_eq!(codes.len(), STORIES.len());
    assert!(STORIES.iter().all(|(_, title, story)| !title.is_empty() && story.ends_with('.')));
}
