//! The pages of the book on the verbs, one a verb, made of the tree that the help texts are made
//! of.
//!
//! The test fails where a page differs. `GRUNDY_BLESS=1 cargo test -p grundy-cli pages` writes all
//! pages, and removes that of a former verb.

use std::{
    collections::BTreeMap,
    fmt::Write,
    fs,
    path::{Path, PathBuf},
};

use clap::{Arg, Command};

use super::{listed::VERBS, used};

/// The pages of the book that explain a verb.
const EXPLAINED: &[(&str, &str)] = &[
    ("solve", "[ten minutes](../tutorial.md), [the language of games](../language.md)"),
    ("moves", "[ten minutes](../tutorial.md)"),
    ("explain", "[ten minutes](../tutorial.md), [mistakes and their messages](../errors.md)"),
    ("play", "[a game against the computer](../play.md)"),
    ("prove", "[heaps without end](../heaps.md), [every word at once](../every-word.md)"),
    ("table", "[the researcher's bench](../research.md), [heaps without end](../heaps.md)"),
    ("count", "[counting positions](../counting.md)"),
    ("first", "[the researcher's bench](../research.md)"),
    ("games", "[famous games](../famous.md)"),
    ("rules", "[the language of games](../language.md)"),
    ("find", "[the researcher's bench](../research.md)"),
    ("equal", "[the researcher's bench](../research.md)"),
    ("draw", "[pictures](../draw.md)"),
    ("check", "[certificates](../certificates.md), [game files](../game-files.md)"),
    ("judge", "[contests](../contest.md)"),
    ("try", "[contests](../contest.md)"),
    ("gen", "[contests](../contest.md)"),
    ("serve", "[the page and the server](../serve.md), [for teachers](../teachers.md)"),
    ("plan", "[ten minutes](../tutorial.md)"),
    ("tables", "[all positions on disk](../tables.md), [on many machines](../cluster.md)"),
    ("survey", "[the researcher's bench](../research.md), [every word at once](../every-word.md)"),
    ("oeis", "[sequences of the encyclopedia](../oeis.md)"),
    ("cite", "[the researcher's bench](../research.md)"),
    ("mcp", "[tools for language models](../serve.md#tools-for-language-models)"),
];

/// The page of a verb. `json` is the book's page on JSON.
fn page(verb: &mut Command, json: &str) -> String {
    let name = verb.get_name().to_owned();
    let mut page = section(verb, "#");
    for part in verb.get_subcommands_mut().filter(|part| part.get_name() != "help" && !part.is_hide_set()) {
        page.push_str(&section(part, "##"));
    }
    let mut more = vec!["[all verbs, and what the exit codes mean](../verbs.md)".to_owned()];
    more.extend(EXPLAINED.iter().find(|(known, _)| *known == name).map(|(_, pages)| (*pages).to_owned()));
    if json.contains(&format!("\n## {name}\n")) {
        more.push(format!("[the answer as JSON](../json.md#{name})"));
    }
    let _ = writeln!(page, "See {}.", more.join(", "));
    page
}

/// What a verb does, its usage, its options and what else its help says.
fn section(verb: &mut Command, heading: &str) -> String {
    let usage = verb.render_usage().to_string();
    let usage = usage.strip_prefix("Usage: ").expect("clap begins so");
    let name = verb.get_bin_name().expect("the tree is built");
    let about = verb.get_about().map(ToString::to_string).unwrap_or_default();
    let mut section = format!("{heading} {name}\n\n{about}.\n\n```text\n{usage}\n```\n\n");
    let shown = |own: &&Arg| !own.is_hide_set() && own.get_id() != "help";
    let mut tables: Vec<(&str, String)> = Vec::new();
    for option in verb.get_arguments().filter(shown) {
        let of = match option.get_help_heading() {
            Some(own) => own,
            None if option.is_positional() => "Words",
            None => "Options",
        };
        match tables.iter_mut().find(|(known, _)| *known == of) {
            Some((_, rows)) => rows.push_str(&row(option)),
            None => tables.push((of, row(option))),
        }
    }
    // What has no heading comes first; the headings are in the order of the help.
    tables.sort_by_key(|(of, _)| ["Words", "Options"].iter().position(|first| first == of).unwrap_or(2));
    for (of, rows) in tables {
        let _ = write!(section, "| {of} | |\n|---|---|\n{rows}\n");
    }
    if let Some(rest) = verb.get_after_help() {
        section.push_str(&after_options(&rest.to_string()));
    }
    section
}

/// A line of a table: an option as it is written, and what it does.
fn row(option: &Arg) -> String {
    let mut spelled = option.to_string();
    if let Some(short) = option.get_short() {
        spelled = format!("-{short}, {spelled}");
    }
    let mut help = option.get_help().map(ToString::to_string).unwrap_or_default();
    if option.get_action().takes_values() {
        let hidden = option.is_hide_possible_values_set();
        let values: Vec<String> = option
            .get_possible_values()
            .iter()
            .filter(|value| !hidden && !value.is_hide_set())
            .map(|value| format!("`{}`", value.get_name()))
            .collect();
        if !values.is_empty() {
            let _ = write!(help, " ({})", values.join(", "));
        }
        let defaults: Vec<_> = option.get_default_values().iter().map(|value| value.to_string_lossy()).collect();
        if !defaults.is_empty() && !option.is_hide_default_value_set() {
            let _ = write!(help, " [default: {}]", defaults.join(" "));
        }
    }
    if let Some(other) = option.get_visible_aliases().and_then(|all| all.first().copied()) {
        let _ = write!(help, " [also: `--{other}`]");
    }
    format!("| `{}` | {} |\n", spelled.replace('|', "\\|"), plain(&help).replace('|', "\\|"))
}

/// What a help text says after its options: sentences, and blocks of what is indented.
fn after_options(text: &str) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let mut page = String::new();
    for lines in lines.chunk_by(|a, b| a.starts_with("  ") == b.starts_with("  ")) {
        if let Some(first) = lines[0].strip_prefix("  ") {
            let kind = if first.starts_with("grundy ") { "sh" } else { "text" };
            let lines: Vec<&str> = lines.iter().map(|line| line.trim_start()).collect();
            let _ = write!(page, "```{kind}\n{}\n```\n\n", lines.join("\n"));
        } else {
            let _ = write!(page, "{}\n\n", plain(&lines.join("\n")));
        }
    }
    page
}

/// Text as Markdown: what looks like a tag is escaped, outside of spans of code.
fn plain(text: &str) -> String {
    let parts = text.split('`').enumerate();
    let parts = parts.map(|(at, part)| if at % 2 == 0 { part.replace('<', "&lt;") } else { part.to_owned() });
    parts.collect::<Vec<_>>().join("`")
}

/// The pages that there are, by their paths.
fn kept(folder: &Path) -> BTreeMap<PathBuf, String> {
    let entries = fs::read_dir(folder).expect("the folder").map(|entry| entry.expect("a page").path());
    entries.map(|path| (path.clone(), fs::read_to_string(path).expect("text"))).collect()
}

#[test]
fn the_pages_of_the_book_on_the_verbs_are_those_of_the_help() {
    let book = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../book/src");
    let (folder, json) = (book.join("verbs"), fs::read_to_string(book.join("json.md")).expect("the page on JSON"));
    let mut tree = used::tree();
    tree.build();
    let shown = VERBS.iter().filter(|verb| verb.heading.is_some() && verb.name != "help");
    let made: BTreeMap<PathBuf, String> = shown
        .filter_map(|verb| {
            let page = page(tree.find_subcommand_mut(verb.name)?, &json);
            Some((folder.join(format!("{}.md", verb.name)), page))
        })
        .collect();
    if std::env::var_os("GRUNDY_BLESS").is_some() {
        fs::create_dir_all(&folder).expect("the folder can be made");
        kept(&folder).keys().for_each(|page| fs::remove_file(page).expect("it can be removed"));
        made.iter().for_each(|(path, page)| fs::write(path, page).expect("it can be written"));
    }
    let kept = kept(&folder);
    assert_eq!(made.keys().collect::<Vec<_>>(), kept.keys().collect::<Vec<_>>(), "GRUNDY_BLESS=1 writes the pages");
    for (path, page) in made {
        assert_eq!(kept[&path], page, "{} is not made from the help; GRUNDY_BLESS=1 writes it", path.display());
    }
}

#[test]
fn sentences_and_examples_of_a_help_text_are_distinguished() {
    let text = "Examples:\n  grundy nim 3\n  grundy nim 4\nExit codes: 0 if a <b\nA file:\n  a = 1";
    let page = "Examples:\n\n```sh\ngrundy nim 3\ngrundy nim 4\n```\n\nExit codes: 0 if a &lt;b\nA file:\n\n```text\na = 1\n```\n\n";
    assert_eq!(after_options(text), page);
}
