//! Rules about the text of a file: its first line, its length, code in comments, forbidden words.

use super::Source;

/// Files may be this long.
const LONGEST: usize = 1_000;

/// Lines of comments may have this many columns.
const WIDEST: usize = 100;

/// Crates that neither print nor open files.
const QUIET: [&str; 5] = ["grundy-core", "grundy-games", "grundy-evaluator", "grundy-cert", "grundy-solvers"];
const LOUD: [&str; 7] = ["println!", "eprintln!", "print!(", "std::fs", "std::env", "std::process", "std::net"];

/// Crates whose interface is promised (`xtask/src/api.rs`).
const PROMISED: [&str; 2] = ["crates/grundy/src/", "crates/grundy-core/src/"];

/// The file with the clock of these crates.
const CLOCK: &str = "crates/grundy-solvers/src/support/clock.rs";

/// Marks of unfinished work, in halves so that this file does not hold them.
const UNFINISHED: [(&str, &str); 6] =
    [("TO", "DO"), ("FIX", "ME"), ("todo", "!("), ("unimplemented", "!("), ("dbg", "!("), ("#[all", "ow(")];

pub fn faults(source: &Source) -> Vec<String> {
    let Source { path, text } = source;
    let mut faults = Vec::new();
    let mut fault = |line: usize, what: &str| faults.push(format!("{path}:{line}: {what}"));
    if !text.starts_with("//! ") {
        fault(1, "the first line says what the file is: `//! ..`");
    }
    let lines = text.lines().count();
    if lines > LONGEST {
        fault(lines, &format!("the file is over {LONGEST} lines long: split it"));
    }
    let quiet =
        QUIET.iter().any(|name| path.starts_with(&format!("crates/{name}/src/"))) && !path.contains("/src/bin/");
    for (number, line) in (1..).zip(text.lines()) {
        let code = line.trim_start();
        if code.starts_with("//") && line.chars().count() > WIDEST && !is_one_word(code) {
            fault(number, &format!("a comment of over {WIDEST} columns"));
        }
        if is_code_in_comment(code) {
            fault(number, "code left in a comment");
        }
        for (first, second) in UNFINISHED {
            if code.contains(&format!("{first}{second}")) {
                fault(number, &format!("`{first}{second}` (for lints write `#[expect(.., reason = \"..\")]`)"));
            }
        }
        if leaves_the_crate(path, code) {
            fault(number, "a file outside of the crate: a published crate would not have it");
        }
        if !quiet || code.starts_with("//") {
            continue;
        }
        if let Some(loud) = LOUD.iter().find(|loud| code.contains(**loud)) {
            fault(number, &format!("`{loud}` in a crate that prints nothing and opens nothing"));
        }
        if (code.contains("Instant::now") || code.contains("SystemTime")) && path != CLOCK {
            fault(number, &format!("a clock besides the one in {CLOCK}"));
        }
    }
    faults.extend(undecided(source));
    faults
}

/// The public enums of promised crates that may not grow and do not say why: a new variant of them
/// breaks every program that matches on them.
fn undecided(Source { path, text }: &Source) -> Vec<String> {
    if !PROMISED.iter().any(|folder| path.starts_with(folder)) {
        return Vec::new();
    }
    let (mut faults, mut is_decided) = (Vec::new(), false);
    for (number, line) in (1..).zip(text.lines()) {
        let code = line.trim_start();
        if code.starts_with("pub enum ") && !is_decided {
            faults.push(format!(
                "{path}:{number}: an enum without `#[non_exhaustive]` or the reason: `/// Exhaustive: ..`"
            ));
        }
        let is_about_next = code.starts_with("///") || code.starts_with("#[");
        is_decided =
            is_about_next && (is_decided || code == "#[non_exhaustive]" || code.starts_with("/// Exhaustive: "));
    }
    faults
}

/// A line of code in `crates/*/src` that includes a file from outside of its crate.
fn leaves_the_crate(path: &str, code: &str) -> bool {
    let mut parts = path.split('/').skip(2);
    let Some((_, from)) = code.split_once("include_").filter(|_| parts.next() == Some("src")) else { return false };
    // Each `../` leaves a folder below that of the crate: `src`, then those in it.
    !code.starts_with("//") && from.matches("../").count() > parts.count()
}

/// A line that cannot be broken: an address, or a row of a table.
fn is_one_word(comment: &str) -> bool {
    let text = comment.trim_start_matches(['/', '!']).trim();
    text.starts_with('|') || !text.contains(' ')
}

/// A plain comment that reads like a statement.
fn is_code_in_comment(line: &str) -> bool {
    let Some(rest) = line.strip_prefix("//").filter(|rest| !rest.starts_with(['/', '!'])) else { return false };
    let rest = rest.trim();
    let ends = rest.ends_with(';') || rest.ends_with('{') || rest == "}" || rest.ends_with(");");
    let begins = ["let ", "fn ", "pub ", "use ", "if ", "for ", "match ", "return ", "assert", "#["]
        .iter()
        .any(|start| rest.starts_with(start));
    ends && (begins || rest == "}" || rest.contains('(') || rest.contains(" = ")) || rest.starts_with("#[")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_published_crate_has_what_it_includes() {
        let outside = r#"const A: &str = include_str!("../../../book/src/a.json");"#;
        let inside = r#"const A: &str = include_str!("../page/a.html");"#;
        assert!(leaves_the_crate("crates/x/src/a.rs", outside));
        assert!(leaves_the_crate("crates/x/src/a/b.rs", outside));
        assert!(!leaves_the_crate("crates/x/tests/it/a.rs", outside));
        assert!(!leaves_the_crate("crates/x/src/a.rs", inside));
    }

    #[test]
    fn prose_is_no_code() {
        for prose in
            ["// The sums go first;", "/// let x = 1;", "//! use it;", "let x = 1; // one", "// for all n {0, 1}"]
        {
            assert!(!is_code_in_comment(prose), "{prose}");
        }
        for code in ["// let x = 1;", "// values.push(1);", "// }", "// #[test]", "// if ready {"] {
            assert!(is_code_in_comment(code), "{code}");
        }
    }

    #[test]
    fn enums_that_users_match_on_are_decided() {
        let faults_of = |path: &str, before: &str| {
            let text = format!("//! A file.\n{before}#[derive(Debug)]\npub enum A {{}}\n");
            faults(&Source { path: path.into(), text }).len()
        };
        for (before, many) in [
            ("/// A.\n", 1),
            ("/// A.\n///\n/// Exhaustive: no more.\n", 0),
            ("#[non_exhaustive]\n", 0),
            ("#[non_exhaustive]\nstruct B;\n", 1),
        ] {
            assert_eq!(faults_of("crates/grundy/src/x.rs", before), many, "{before}");
            assert_eq!(faults_of("crates/grundy-lab/src/x.rs", before), 0, "{before}");
        }
    }

    #[test]
    fn loud_lines_are_found_in_quiet_crates_only() {
        let file =
            |path: &str| Source { path: path.into(), text: "//! A file.\nfn f() { std::fs::read(0); }\n".into() };
        assert_eq!(faults(&file("crates/grundy-core/src/x.rs")).len(), 1);
        assert_eq!(faults(&file("crates/grundy-cert/src/bin/x.rs")).len(), 0);
        assert_eq!(faults(&file("crates/grundy-cli/src/x.rs")).len(), 0);
    }
}
