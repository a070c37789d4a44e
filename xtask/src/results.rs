//! `cargo xtask results [PART-OF-A-SECTION]`: the results of `testdata/results.tsv`, of the atlas
//! of octal games and of the misère quotients, computed anew with the program, each with a
//! certificate that its checker and the second one verify. They go to `target/results`, from which
//! `cargo xtask site` makes the pages of results.
//!
//! A line of the file is a cell of a section: its name, its value, the day that it was found on,
//! and the command. A value `?` is filled in; another one that is found is an error. A cell
//! without a command is open, and its value says what is known of it. A line that begins with `==`
//! is the heading of a section, with a sentence about it.

use std::{
    fmt::Write,
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use serde_json::{Value, json};

use crate::{folders::target, start::cargo};

const FILE: &str = "testdata/results.tsv";

/// Where the results are in the target folder, and in the site.
pub const FOLDER: &str = "results";

/// The variable with the program to use, where none is to be built.
const PROGRAM: &str = "GRUNDY";

/// What is known of all results, in their folder.
const LIST: &str = "results.json";

/// The time that the second checker, a plain program, may take for a certificate, and its exit
/// codes.
const SECOND_CHECKER: &str = "20";
const BEYOND_IT: [i32; 2] = [2, 124];

/// Games whose preperiod is longer take hours, and are listed from the records alone.
const LONGEST: u64 = 10_000_000;

/// Larger certificates are not kept: the command makes them.
const MOST_BYTES: u64 = 2_000_000;

/// A section of the page.
struct Section {
    title: String,
    about: String,
    cells: Vec<Cell>,
}

/// A result, or a question that is open.
struct Cell {
    name: String,
    /// `?` if it is to be found.
    value: String,
    since: String,
    /// The words after `grundy`, as a shell reads them; empty where the question is open.
    command: String,
}

/// Computes the results of the sections with this text in their titles.
pub fn run(root: &Path, wanted: &str) -> Result<(), String> {
    let folder = target(root).join(FOLDER);
    fs::create_dir_all(&folder).map_err(|why| format!("{}: {why}", folder.display()))?;
    let own = listed(&read(root, FILE)?)?;
    let many = own.len();
    let mut sections = own;
    sections.extend(recorded(root)?);
    let today = output(Command::new("date").arg("+%F"))?.trim().to_owned();
    let mut shown: Vec<Value> = Vec::new();
    if let Ok(before) = fs::read_to_string(folder.join(LIST)) {
        let before: Value = serde_json::from_str(&before).map_err(|why| format!("{LIST}: {why}"))?;
        shown.extend_from_slice(array(&before["sections"]));
    }
    // Sections of an earlier run stay, in their order.
    let order: Vec<String> = sections.iter().map(|section| section.title.clone()).collect();
    if !order.iter().any(|title| title.contains(wanted)) {
        return Err(format!("no section has `{wanted}` in its title; the sections are: {}", order.join("; ")));
    }
    shown.retain(|own| order.iter().any(|title| own["title"] == **title));
    let program = match std::env::var_os(PROGRAM) {
        Some(program) => PathBuf::from(program),
        None => {
            cargo(root, &["build", "--release", "--locked", "-p", "grundy-cli"])?;
            target(root).join("release/grundy")
        }
    };
    for at in 0..sections.len() {
        let section = &mut sections[at];
        if !section.title.contains(wanted) {
            continue;
        }
        eprintln!("== {}: {} cells", section.title, section.cells.len());
        let (place, mut cells) = (named(&section.title), Vec::new());
        for cell in &mut section.cells {
            let name = format!("{place}-{}", named(&cell.name));
            cells.push(found(root, &program, &folder, &name, cell, &today)?);
        }
        shown.retain(|other| other["title"] != *section.title);
        shown.push(json!({"title": section.title, "about": section.about, "made": today, "cells": cells}));
        shown.sort_by_key(|own| order.iter().position(|title| own["title"] == **title));
        let text = serde_json::to_string(&json!({"sections": shown})).map_err(|why| why.to_string())?;
        fs::write(folder.join(LIST), text).map_err(|why| format!("{LIST}: {why}"))?;
        fs::write(root.join(FILE), written(&sections[..many])).map_err(|why| format!("{FILE}: {why}"))?;
    }
    eprintln!("== results: {}", folder.display());
    Ok(())
}

/// Computes one result, checks its certificate, and compares the value.
fn found(
    root: &Path,
    program: &Path,
    folder: &Path,
    name: &str,
    cell: &mut Cell,
    today: &str,
) -> Result<Value, String> {
    let Cell { name: title, value, since, command } = cell;
    if command.is_empty() {
        let is_open = ["open", "no period", "elements for"].iter().any(|text| value.contains(text));
        let status = if is_open { "open" } else { "not computed anew" };
        return Ok(json!({"name": title, "value": value, "since": since, "status": status}));
    }
    let file = folder.join(format!("{name}.cert"));
    // That of an earlier run is not checked in place of the new one.
    let _ = fs::remove_file(&file);
    let words = shlex::split(command).ok_or_else(|| format!("{command}: a quote is open"))?;
    let answer = output(Command::new(program).args(words).arg("--json").arg("--certificate").arg(&file))?;
    let answer: Value = serde_json::from_str(&answer).map_err(|why| format!("{command}: {why}"))?;
    let status = answer["status"].as_str().unwrap_or_default();
    let new = summary(&answer).ok_or_else(|| format!("{command}: the answer has no value"))?;
    if status != "proved" {
        return Err(format!("{command}: {new} is {status}, not proved"));
    }
    if value == "?" {
        (*value, *since) = (new, today.to_owned());
    } else if *value != new {
        return Err(format!("{command}: {new} was found, and {FILE} has {value}"));
    }
    output(Command::new(program).arg("check").arg(&file))?;
    let second = Command::new("timeout")
        .args([SECOND_CHECKER, "python3", "tools/grundy_check.py"])
        .arg(&file)
        .current_dir(root)
        .output()
        .map_err(|why| format!("the second checker: {why}"))?;
    let verifies = second.status.success();
    if !verifies && !second.status.code().is_some_and(|code| BEYOND_IT.contains(&code)) {
        let why = String::from_utf8_lossy(&second.stdout) + String::from_utf8_lossy(&second.stderr);
        return Err(format!("{command}: the second checker does not verify {}: {}", file.display(), why.trim()));
    }
    let bytes = fs::metadata(&file).map_err(|why| why.to_string())?.len();
    let kept = bytes <= MOST_BYTES;
    if !kept {
        fs::remove_file(&file).map_err(|why| why.to_string())?;
    }
    Ok(json!({
        "name": title, "value": value, "since": since, "status": status, "command": format!("grundy {command}"),
        "certificate": kept.then(|| format!("{name}.cert")), "bytes": bytes,
        "checkers": 1 + usize::from(verifies),
    }))
}

/// The value that an answer is about, in words.
fn summary(answer: &Value) -> Option<String> {
    let field = |name: &str| answer[name].as_u64();
    if let Some(period) = field("period").filter(|_| answer["order"].is_null()) {
        let saltus =
            field("saltus").filter(|saltus| *saltus > 0).map_or(String::new(), |more| format!(", saltus {more}"));
        return Some(format!("period {period} from {}{saltus}", field("preperiod")?));
    }
    if let Some(order) = field("order") {
        return Some(format!("{order} elements"));
    }
    if let Some(states) = field("states") {
        return Some(format!("{states} states"));
    }
    field("value").map(|value| value.to_string()).or_else(|| answer["outcome"].as_str().map(str::to_owned))
}

/// The results that other records have: octal games with three digits, and misère quotients.
fn recorded(root: &Path) -> Result<Vec<Section>, String> {
    let mut sections = Vec::new();
    for (family, hunt) in [("0", true), ("4", false)] {
        let survey = read(root, &format!("testdata/atlas/octal-{family}.csv"))?;
        let hunted = if hunt { read(root, &format!("testdata/atlas/hunt-{family}.csv"))? } else { String::new() };
        let mut cells = Vec::new();
        for line in survey.lines().skip(1) {
            let own: Vec<&str> = line.split(',').collect();
            // Of games that are equal up to a shift the first one stands for all.
            if own[0] != own[1] {
                continue;
            }
            let far = hunted.lines().map(|line| line.split(',').collect::<Vec<_>>()).find(|far| far[0] == own[0]);
            let (proved, period, saltus, heaps) = match &far {
                Some(far) => (far[1] == "proved", [far[2], far[3]], far[4], far[10]),
                None => (own[3] == "proved", [own[4], own[5]], own[6], own[11]),
            };
            let name = own[0].trim_start_matches("octal ").to_owned();
            let [from, period] = period;
            let saltus = if ["", "0"].contains(&saltus) { String::new() } else { format!(", saltus {saltus}") };
            let command = proved && from.parse().is_ok_and(|from: u64| from <= LONGEST);
            cells.push(match proved {
                true => Cell {
                    name,
                    value: format!("period {period} from {from}{saltus}"),
                    since: String::new(),
                    command: if command { format!("prove '{}'", own[0]) } else { String::new() },
                },
                false => Cell {
                    name,
                    value: format!("no period up to {heaps}"),
                    since: String::new(),
                    command: String::new(),
                },
            });
        }
        let about = "Of games that are equal up to a shift only the first is listed; the book's atlas has all.";
        sections.push(Section { title: format!("Octal games {family}.ddd"), about: about.to_owned(), cells });
    }
    let mut cells = Vec::new();
    for line in read(root, "testdata/quotients.csv")?.lines().skip(1) {
        let own: Vec<&str> = line.splitn(8, ',').collect();
        let name = own[0].trim_start_matches("octal ").to_owned();
        let whole = own[6].is_empty();
        let value = if whole {
            format!("{} elements", own[1])
        } else {
            format!("{} elements for heaps up to {}", own[1], own[6])
        };
        let command = if whole { format!("prove 'misère {}'", own[0]) } else { String::new() };
        cells.push(Cell { name, value, since: String::new(), command });
    }
    let about = "The elements of the quotient of all sums; open where the quotient is known for the first heaps alone.";
    sections
        .push(Section { title: "Misère quotients of octal games 0.dd".to_owned(), about: about.to_owned(), cells });
    Ok(sections)
}

/// Reads the file.
fn listed(text: &str) -> Result<Vec<Section>, String> {
    let mut sections: Vec<Section> = Vec::new();
    for line in text.lines().filter(|line| !line.starts_with('#') && !line.is_empty()) {
        if let Some(heading) = line.strip_prefix("== ") {
            let (title, about) =
                heading.split_once('\t').ok_or_else(|| format!("{FILE}: nothing is said of {heading}"))?;
            sections.push(Section { title: title.to_owned(), about: about.to_owned(), cells: Vec::new() });
            continue;
        }
        let fields: Vec<&str> = line.split('\t').collect();
        let ([name, value, since, command], Some(section)) = (&fields[..], sections.last_mut()) else {
            return Err(format!("{FILE}: a line has a name, a value, a day and a command: {line}"));
        };
        let [name, value, since, command] = [name, value, since, command].map(|field| (*field).to_owned());
        section.cells.push(Cell { name, value, since, command });
    }
    Ok(sections)
}

/// The file with what was found.
fn written(sections: &[Section]) -> String {
    let mut text = "# The results of the site: name, value, the day it was found on, command. `cargo xtask results`\n\
                    # computes them anew, fills in values that are `?`, and refuses others.\n"
        .to_owned();
    for Section { title, about, cells } in sections {
        let _ = writeln!(text, "\n== {title}\t{about}");
        for Cell { name, value, since, command } in cells {
            let _ = writeln!(text, "{name}\t{value}\t{since}\t{command}");
        }
    }
    text
}

/// Writes the pages of results below the folder of the site. Returns whether there are any.
pub fn publish(root: &Path, site: &Path) -> Result<bool, String> {
    let made = target(root).join(FOLDER);
    let Ok(list) = fs::read_to_string(made.join(LIST)) else { return Ok(false) };
    let list: Value = serde_json::from_str(&list).map_err(|why| format!("{LIST}: {why}"))?;
    let folder = site.join(FOLDER);
    let fault = |why: std::io::Error| format!("{}: {why}", folder.display());
    fs::create_dir_all(&folder).map_err(fault)?;
    for section in array(&list["sections"]) {
        for cell in array(&section["cells"]) {
            if let Some(name) = cell["certificate"].as_str() {
                fs::copy(made.join(name), folder.join(name)).map_err(fault)?;
            }
        }
    }
    fs::write(folder.join("index.html"), page(&list)).map_err(fault)?;
    Ok(true)
}

/// The page: a table for each section.
fn page(list: &Value) -> String {
    let text = |value: &Value| escaped(value.as_str().unwrap_or_default());
    let sections = array(&list["sections"]);
    let count = |status: &str| {
        sections.iter().flat_map(|section| array(&section["cells"])).filter(|cell| cell["status"] == status).count()
    };
    let mut page = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" \
         content=\"width=device-width, initial-scale=1\">\n<meta name=\"color-scheme\" content=\"light dark\">\n<title>Results \
         of Grundy</title>\n<link rel=\"icon\" href=\"../icon.svg\" type=\"image/svg+xml\">\n<link rel=\"stylesheet\" \
         href=\"../style.css\">\n</head>\n<body>\n<header class=\"top\"><h1><a href=\"../index.html\">Grundy</a></h1></header>\n\
         <main class=\"results\">\n<h2>Results</h2>\n<p>Proved and computed anew: {}. Open here: {}. A certificate is \
         verified in your browser by <em>check</em>, or by <code>grundy check FILE</code> and \
         <code>tools/grundy_check.py FILE</code>; the command makes those that are too large for this page.</p>\n<ul>\n",
        count("proved"),
        count("open"),
    );
    for section in sections {
        let title = section["title"].as_str().unwrap_or_default();
        let _ = writeln!(page, "<li><a href=\"#{}\">{}</a></li>", named(title), escaped(title));
    }
    page.push_str("</ul>\n");
    for section in sections {
        let title = section["title"].as_str().unwrap_or_default();
        let _ = write!(
            page,
            "<h3 id=\"{}\">{}</h3>\n<p>{} Computed on {}.</p>\n<div class=\"wide\" tabindex=\"0\" role=\"group\" aria-label=\"{}\"><table>\n<thead>\
             <tr><th>position or game</th><th>value</th><th>found</th><th>command</th><th>certificate</th></tr></thead>\n<tbody>\n",
            named(title),
            escaped(title),
            text(&section["about"]),
            text(&section["made"]),
            escaped(title),
        );
        for cell in array(&section["cells"]) {
            let certificate = match cell["certificate"].as_str() {
                Some(name) => format!(
                    "<a href=\"{name}\" download>{}</a>, <a href=\"../index.html?check={FOLDER}/{name}\">check</a>{}",
                    size(cell["bytes"].as_u64().unwrap_or(0)),
                    if cell["checkers"] == 2 { "" } else { " (first checker alone)" },
                ),
                None if cell["status"] == "proved" => "made by the command".to_owned(),
                None => text(&cell["status"]),
            };
            let _ = writeln!(
                page,
                "<tr><th scope=\"row\">{}</th><td>{}</td><td>{}</td><td><code>{}</code></td><td>{certificate}</td></tr>",
                text(&cell["name"]),
                text(&cell["value"]),
                text(&cell["since"]),
                text(&cell["command"]),
            );
        }
        page.push_str("</tbody>\n</table></div>\n");
    }
    page.push_str("</main>\n</body>\n</html>\n");
    page
}

fn array(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn size(bytes: u64) -> String {
    if bytes < 10_000 { format!("{bytes} bytes") } else { format!("{} kB", bytes / 1000) }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// A text as a part of the name of a file, or of an address.
fn named(text: &str) -> String {
    let text = text.replace("->", " to ").replace('|', " parted ");
    let words = text.split(|sign: char| !sign.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join("-").to_lowercase()
}

fn read(root: &Path, name: &str) -> Result<String, String> {
    fs::read_to_string(root.join(name)).map_err(|why| format!("{name}: {why}"))
}

/// What a command prints; an error if it fails.
fn output(command: &mut Command) -> Result<String, String> {
    let output = command.output().map_err(|why| format!("{command:?}: {why}"))?;
    match output.status.success() {
        true => Ok(String::from_utf8_lossy(&output.stdout).into_owned()),
        false => Err(format!("{command:?} failed: {}", String::from_utf8_lossy(&output.stderr).trim())),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn root() -> &'static Path {
        Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask lies in the workspace")
    }

    #[test]
    fn the_file_is_as_it_is_written_and_every_result_has_a_value_and_a_file_of_its_own() {
        let text = read(root(), FILE).expect("the file");
        let sections = listed(&text).expect("sections");
        assert_eq!(written(&sections), text);
        let all = sections.into_iter().chain(recorded(root()).expect("records"));
        let mut names = BTreeSet::new();
        for section in all {
            for cell in &section.cells {
                assert!(names.insert(named(&section.title) + "-" + &named(&cell.name)), "{} twice", cell.name);
                assert!(cell.value != "?" && !cell.value.is_empty(), "{} has no value", cell.name);
                assert!(shlex::split(&cell.command).is_some(), "{}", cell.command);
            }
        }
        assert!(names.len() > 300, "{}", names.len());
    }

    #[test]
    fn the_page_has_every_cell_and_no_markup_of_a_text() {
        let list = json!({"sections": [{"title": "Cram & more", "about": "Values.", "made": "2026-11-30", "cells": [
            {"name": "3x4", "value": "1", "since": "2026-11-30", "status": "proved", "command": "grundy a -> b <c>",
             "certificate": "cram-3x4.cert", "bytes": 261, "checkers": 2},
            {"name": "7x7", "value": "not known", "since": "", "status": "open"},
        ]}]});
        let page = page(&list);
        assert!(page.contains("computed anew: 1. Open here: 1.") && page.contains("Computed on 2026-11-30."), "{page}");
        assert!(page.contains("?check=results/cram-3x4.cert") && page.contains("261 bytes"), "{page}");
        assert!(
            page.contains("Cram &amp; more") && page.contains("-&gt; b &lt;c&gt;") && !page.contains("<c>"),
            "{page}"
        );
    }

    #[test]
    fn an_answer_is_said_in_words() {
        let said = |answer: Value| summary(&answer);
        assert_eq!(said(json!({"period": 12, "preperiod": 71, "saltus": 0})).as_deref(), Some("period 12 from 71"));
        assert_eq!(
            said(json!({"period": 5, "preperiod": 0, "saltus": 2})).as_deref(),
            Some("period 5 from 0, saltus 2")
        );
        assert_eq!(said(json!({"order": 6, "period": 3, "preperiod": 1})).as_deref(), Some("6 elements"));
        assert_eq!(said(json!({"value": 0, "outcome": "P"})).as_deref(), Some("0"));
        assert_eq!(said(json!({"value": null, "outcome": "P"})).as_deref(), Some("P"));
        assert_eq!(said(json!({})), None);
    }
}
