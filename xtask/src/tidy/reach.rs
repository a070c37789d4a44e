//! Dead files: every source file must be reached by `mod` lines from a root of its crate.

use std::collections::{BTreeSet, HashMap};

use super::Source;

pub fn faults(sources: &[Source]) -> Vec<String> {
    let texts: HashMap<&str, &str> =
        sources.iter().map(|source| (source.path.as_str(), source.text.as_str())).collect();
    let mut reached: BTreeSet<String> = BTreeSet::new();
    let mut open: Vec<String> = texts.keys().filter(|path| is_root(path)).map(ToString::to_string).collect();
    while let Some(path) = open.pop() {
        let Some(text) = texts.get(path.as_str()) else { continue };
        if reached.insert(path.clone()) {
            open.extend(modules(text).flat_map(|name| places(&path, name)));
        }
    }
    let dead = sources.iter().filter(|source| !reached.contains(&source.path));
    dead.map(|source| format!("{}: no `mod` line leads here", source.path)).collect()
}

/// Whether cargo builds the file by itself: `src/lib.rs`, `src/main.rs`, `src/bin/x.rs`,
/// `tests/x.rs`, `tests/x/main.rs` and the like.
pub fn is_root(path: &str) -> bool {
    let parts: Vec<&str> = path.split('/').collect();
    let inside = if parts[0] == "crates" { &parts[2..] } else { &parts[1..] };
    matches!(
        inside,
        ["build.rs"]
            | ["src", "lib.rs" | "main.rs"]
            | ["src", "bin", _]
            | ["src", "bin", _, "main.rs"]
            | ["tests" | "benches" | "examples", _]
            | ["tests" | "benches" | "examples", _, "main.rs"]
    )
}

/// The names of `mod name;` lines, whatever their visibility.
fn modules(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter_map(|line| {
        let line = line.trim().strip_suffix(';')?;
        let line = line.strip_prefix("pub ").or_else(|| line.strip_prefix("pub(crate) ")).unwrap_or(line);
        line.strip_prefix("mod ")
    })
}

fn places(path: &str, name: &str) -> [String; 2] {
    let (folder, file) = path.rsplit_once('/').unwrap_or(("", path));
    let holds_modules = file == "mod.rs" || is_root(path);
    let folder = if holds_modules { folder.to_owned() } else { path.trim_end_matches(".rs").to_owned() };
    [format!("{folder}/{name}.rs"), format!("{folder}/{name}/mod.rs")]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_no_line_names_is_dead() {
        let file = |path: &str, text: &str| Source { path: path.into(), text: text.into() };
        let sources = [
            file("crates/x/src/lib.rs", "mod a;\npub mod b;\n"),
            file("crates/x/src/a.rs", "mod c;\n"),
            file("crates/x/src/a/c.rs", ""),
            file("crates/x/src/b/mod.rs", ""),
            file("crates/x/src/d.rs", ""),
            file("crates/x/tests/it/main.rs", "mod e;\n"),
            file("crates/x/tests/it/e.rs", ""),
            file("crates/x/tests/it/f.rs", ""),
        ];
        let expected =
            ["crates/x/src/d.rs", "crates/x/tests/it/f.rs"].map(|path| format!("{path}: no `mod` line leads here"));
        assert_eq!(faults(&sources), expected);
    }
}
