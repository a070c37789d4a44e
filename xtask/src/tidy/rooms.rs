//! The page on the architecture: every file and folder that it names is there, so that a reader who
//! follows it arrives.
//!
//! A path may leave out its beginning, as `heaps/period/` does, so a name is right if the path of
//! some file or folder ends with it.

use std::{collections::BTreeSet, fs, path::Path};

use super::entries;

/// The page.
const PAGE: &str = "ARCHITECTURE.md";

/// The table of what is where has at most so many rows: one that needs more is a symptom.
const MOST_ROWS: usize = 40;

/// Endings of names that are files even without a folder.
const FILES: [&str; 7] = [".rs", ".md", ".toml", ".json", ".js", ".v", ".py"];

/// Folders that no page leads to: what is built, and what tools keep.
const LEFT_OUT: [&str; 2] = ["target", "node_modules"];

pub fn faults(root: &Path) -> Result<Vec<String>, String> {
    let text = fs::read_to_string(root.join(PAGE)).map_err(|why| format!("{PAGE}: {why}"))?;
    let rows = text.lines().skip_while(|line| !line.starts_with("| looking for |"));
    let rows = rows.take_while(|line| line.starts_with('|')).count().saturating_sub(2);
    let long = (rows > MOST_ROWS).then(|| format!("{PAGE}: {rows} rows say where things are; at most {MOST_ROWS}"));
    Ok(missing(&text, &paths(root)?).into_iter().chain(long).collect())
}

/// Every file and folder, from the root on.
fn paths(root: &Path) -> Result<BTreeSet<String>, String> {
    let (mut open, mut found) = (vec![root.to_owned()], BTreeSet::new());
    while let Some(folder) = open.pop() {
        for path in entries(&folder)? {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            if name.starts_with('.') || LEFT_OUT.contains(&&*name) {
                continue;
            }
            let from_root = path.strip_prefix(root).expect("the file lies below the root");
            found.insert(from_root.to_string_lossy().replace('\\', "/"));
            if path.is_dir() {
                open.push(path);
            }
        }
    }
    Ok(found)
}

fn missing(text: &str, paths: &BTreeSet<String>) -> Vec<String> {
    let mut faults = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        for name in names(line) {
            if !paths.iter().any(|path| ends_with(path, name)) {
                faults.push(format!("{PAGE}:{number}: there is no file or folder {name}"));
            }
        }
    }
    faults
}

/// The paths that a line names: words of letters, digits and signs of paths with a `/` or an ending
/// of files.
fn names(line: &str) -> impl Iterator<Item = &str> {
    let is_part = |sign: char| sign.is_ascii_alphanumeric() || "_-./*".contains(sign);
    let words = line.split(move |sign: char| !is_part(sign)).map(|word| word.trim_matches('.').trim_end_matches('/'));
    // A folder of the tree is named without its parent, and so has lost its only `/`.
    let is_folder = |word: &str| line.trim_start().starts_with(&format!("{word}/"));
    words.filter(move |word| {
        !word.is_empty() && (word.contains('/') || is_folder(word) || FILES.iter().any(|ending| word.ends_with(ending)))
    })
}

/// Whether the last parts of the path are those of the name; `*` is any one part.
fn ends_with(path: &str, name: &str) -> bool {
    let (mut parts, mut path) = (name.rsplit('/'), path.rsplit('/'));
    parts.all(|part| path.next().is_some_and(|own| part == "*" || part == own))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_lead_nowhere_are_faults() {
        let paths = ["crates/x", "crates/x/api.txt", "crates/x/src/heaps/period.rs", "book", "book/src"];
        let paths: BTreeSet<String> = paths.map(String::from).into();
        let text = "| the search | `heaps/period.rs` and `period.rs` of `crates/x/src/`, by text. |\n  book/  a page\n\
                    all of `crates/*/api.txt`, and one/another in lines.rs\n  books/  none\n";
        let found: Vec<String> = missing(text, &paths);
        let expected = ["crates/x/src", "one/another", "lines.rs", "books"];
        assert!(!paths.contains("crates/x/src"), "a folder is a path of its own");
        assert_eq!(found.len(), expected.len(), "{found:?}");
        for (fault, name) in found.iter().zip(expected) {
            assert!(fault.ends_with(&format!("there is no file or folder {name}")), "{fault}");
        }
    }
}
