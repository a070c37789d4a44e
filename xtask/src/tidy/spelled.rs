//! No text outside of the program names its flags or commands: each front end spells the way out
//! of an error (`grundy_core::help`).

use super::Source;

/// Files whose texts are of a command line, with the reason.
const OF_A_LINE: [(&str, &str); 2] =
    [("crates/grundy-cli/", "the program"), ("crates/grundy-cert/src/bin/", "a program of its own")];

pub fn faults(Source { path, text }: &Source) -> Vec<String> {
    let is_test = path.contains("/tests/") || path.ends_with("/tests.rs");
    if !path.starts_with("crates/") || is_test || OF_A_LINE.iter().any(|(known, _)| path.starts_with(known)) {
        return Vec::new();
    }
    let code = text.split("\n#[cfg(test)]\nmod ").next().unwrap_or_default();
    let named = |(line, literal): (usize, &str)| {
        let word = flag(literal)?;
        Some(format!("{path}:{line}: `{word}` in a text: name fields and verbs (`grundy_core::help`)"))
    };
    literals(code).into_iter().filter_map(named).collect()
}

/// The first flag or command of the program in a text.
fn flag(text: &str) -> Option<&str> {
    if text.contains("`grundy ") {
        return Some("grundy");
    }
    let is_flag = |at: &usize| text[at + 2..].starts_with(|letter: char| letter.is_ascii_lowercase());
    let at = text.match_indices("--").map(|(at, _)| at).find(is_flag)?;
    text[at..].split(|sign: char| !sign.is_ascii_lowercase() && sign != '-').next()
}

/// The string literals of a file, each with its line.
fn literals(code: &str) -> Vec<(usize, &str)> {
    let (mut all, mut at) = (Vec::new(), 0);
    while let Some(found) = code[at..].find(['"', '/', '\'']) {
        let start = at + found;
        let rest = &code[start..];
        at = start
            + match rest.as_bytes() {
                [b'/', b'/', ..] => rest.find('\n').unwrap_or(rest.len()),
                // A quote as a letter; lifetimes and other letters have none.
                [b'\'', b'"', b'\'', ..] => 3,
                [b'\'', b'\\', _, ..] => 3,
                [b'"', ..] => {
                    let hashes = code[..start].bytes().rev().take_while(|byte| *byte == b'#').count();
                    let is_raw = code[..start - hashes].ends_with('r');
                    let length = if is_raw { raw(rest, hashes) } else { escaped(rest) };
                    all.push((1 + code[..start].matches('\n').count(), &rest[1..length.max(2) - 1]));
                    length
                }
                _ => 1,
            };
    }
    all
}

/// The length of a literal with escapes, with its quotes.
fn escaped(rest: &str) -> usize {
    let mut bytes = rest.bytes().enumerate().skip(1);
    while let Some((at, byte)) = bytes.next() {
        match byte {
            b'\\' => drop(bytes.next()),
            b'"' => return at + 1,
            _ => {}
        }
    }
    rest.len()
}

/// The length of a raw literal from its first quote to its last.
fn raw(rest: &str, hashes: usize) -> usize {
    let end = format!("\"{}", "#".repeat(hashes));
    rest[1..].find(&end).map_or(rest.len(), |at| at + 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flags_in_texts_are_found() {
        let many = |path: &str, text: &str| faults(&Source { path: path.into(), text: text.into() }).len();
        let library = "crates/grundy/src/x.rs";
        for text in ["let a = \"give --up-to\";", "let a = \"one\n    --two\";", "f(r#\"`grundy games`\"#)"] {
            assert_eq!(many(library, text), 1, "{text}");
            assert_eq!(many("crates/grundy-cli/src/x.rs", text), 0, "{text}");
            assert_eq!(many("crates/grundy/tests/it/x.rs", text), 0, "{text}");
        }
        for text in ["// \"--json\"", "let a = \"a \\\"--\\\" b\";", "let a = '\"'; // --json", "f::<'a>(\"x -- y\")"] {
            assert_eq!(many(library, text), 0, "{text}");
        }
        assert_eq!(many(library, "f('\"', '\\\\', \"a\"); // --b\ng(\"--c\")"), 1);
    }
}
