//! A type is named by the thing that it is: a name of more than a few types says little in a
//! search, in a message of the compiler and in a review.

use std::collections::BTreeMap;

use super::Source;

/// So many types may have the same name.
const MOST: usize = 3;

pub fn faults(sources: &[Source]) -> Vec<String> {
    let mut named: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for Source { path, text } in sources.iter().filter(|source| is_counted(&source.path)) {
        let code = code_of(text);
        for (number, line) in (1..).zip(code.lines()) {
            if let Some(name) = defined(line) {
                named.entry(name).or_default().push(format!("{path}:{number}"));
            }
        }
    }
    let shared = named.into_iter().filter(|(_, places)| places.len() > MOST);
    let fault = |(name, places): (&str, Vec<String>)| {
        let many = places.len();
        format!("`{name}` names {many} types, {MOST} at most: name each by the thing it is ({})", places.join(", "))
    };
    shared.map(fault).collect()
}

/// The text up to its tests, if they are in it.
fn code_of(text: &str) -> &str {
    const TESTS: &str = "\n#[cfg(test)]\nmod ";
    let inline =
        |&(at, _): &(usize, &str)| text[at + TESTS.len()..].lines().next().is_some_and(|line| line.ends_with('{'));
    text.match_indices(TESTS).find(inline).map_or(text, |(at, _)| &text[..at])
}

/// Whether the file is in `crates/*/src`, and holds more than tests.
fn is_counted(path: &str) -> bool {
    let is_test = path.contains("/tests/") || path.ends_with("/tests.rs");
    path.starts_with("crates/") && path.split('/').nth(2) == Some("src") && !is_test
}

/// The name of the type that a line defines. A `type` that is indented belongs to a trait.
fn defined(line: &str) -> Option<&str> {
    let code = line.trim_start();
    let code = match code.strip_prefix("pub") {
        Some(rest) if rest.starts_with('(') => rest.split_once(") ")?.1,
        Some(rest) => rest.strip_prefix(' ')?,
        None => code,
    };
    let (word, rest) = code.strip_prefix("unsafe ").unwrap_or(code).split_once(' ')?;
    let is_type =
        matches!(word, "struct" | "enum" | "trait" | "union") || word == "type" && !line.starts_with([' ', '\t']);
    let name = rest.split(|letter: char| !letter.is_alphanumeric() && letter != '_').next()?;
    (is_type && !name.is_empty()).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn definitions_are_found() {
        for line in [
            "struct Row;",
            "pub struct Row<'a> {",
            "    pub(super) enum Row {",
            "pub(in crate::claims) trait Row: Copy {",
            "unsafe trait Row {}",
            "type Row = Vec<u32>;",
            "pub(crate) type Row<K> = Vec<K>;",
        ] {
            assert_eq!(defined(line), Some("Row"), "{line}");
        }
        for line in [
            "    type Row = u32;",
            "/// struct Row",
            "use a::Row;",
            "impl Row {",
            "pub fn row() -> Row {",
            "public struct",
        ] {
            assert_eq!(defined(line), None, "{line}");
        }
    }

    #[test]
    fn a_name_of_four_types_is_a_fault() {
        let file = |path: &str, text: &str| Source { path: path.into(), text: text.into() };
        let mut sources = vec![
            file("crates/x/src/a.rs", "//! A.\nstruct Row;\n#[cfg(test)]\nmod tests {\n    struct Row;\n}\n"),
            file("crates/x/src/b.rs", "//! B.\n\n#[cfg(test)]\nmod tests;\n\npub enum Row {}\n"),
            file("crates/y/src/a.rs", "//! A.\ntype Row = u32;\n"),
            file("crates/x/src/a/tests.rs", "struct Row;\n"),
            file("crates/x/tests/it/a.rs", "struct Row;\n"),
            file("xtask/src/a.rs", "struct Row;\n"),
        ];
        assert!(faults(&sources).is_empty());
        sources.push(file("crates/z/src/a.rs", "//! A.\npub(crate) trait Row {}\n"));
        let places = "crates/x/src/a.rs:2, crates/x/src/b.rs:6, crates/y/src/a.rs:2, crates/z/src/a.rs:2";
        let expected = format!("`Row` names 4 types, 3 at most: name each by the thing it is ({places})");
        assert_eq!(faults(&sources), [expected]);
    }
}
