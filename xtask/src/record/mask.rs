//! What differs from run to run is replaced by a word: the folders of the run, seconds, rates,
//! ports, the version, and which of the faults of a certificate is found first.

/// The text with each of these paths replaced by its name, and every measured number by a letter.
pub fn masked(text: &str, paths: &[(String, &str)]) -> String {
    let mut text = text.to_owned();
    for (path, name) in paths {
        text = text.replace(path, name);
    }
    text.split_inclusive('\n').map(line).collect()
}

/// Signs of numbers: `1.0e5`, `0.002`.
fn is_of_number(sign: char) -> bool {
    sign.is_ascii_digit() || ".e-+".contains(sign)
}

fn line(line: &str) -> String {
    let mut line = line.to_owned();
    // The checker looks at claims in an order that changes, and reports the first fault.
    if line.starts_with("error: the check of ")
        && let Some((before, _)) = line.split_once(" failed: ")
    {
        line = format!("{before} failed: REASON\n");
    }
    // The account of `--stats`, and a line of progress.
    if line.contains(" a second, ") {
        line = before(&line, " a second, ");
        line = before(&line, " KiB, ");
        line = before(&line, " s\n");
    }
    for mark in ["\"seconds\":", "\"positions_per_second\":", "http://127.0.0.1:", "http://0.0.0.0:"] {
        line = after(&line, mark);
    }
    for mark in ["grundy ", "grundy/", "\"version\":\"", "\"version\": \""] {
        line = version(&line, mark);
    }
    line
}

/// The line with the number before the first such mark replaced.
fn before(line: &str, mark: &str) -> String {
    let Some(at) = line.find(mark) else { return line.to_owned() };
    format!("{}N{}", line[..at].trim_end_matches(is_of_number), &line[at..])
}

/// The line with the number after each such mark replaced.
fn after(line: &str, mark: &str) -> String {
    let mut parts = line.split(mark);
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |found, part| {
        let rest = part.trim_start_matches(is_of_number);
        let number = if rest.len() < part.len() { "N" } else { "" };
        format!("{found}{mark}{number}{rest}")
    })
}

/// The line with three numbers and two points after each such mark replaced, with the commit and
/// the target in brackets after them.
fn version(line: &str, mark: &str) -> String {
    let mut parts = line.split(mark);
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |found, part| {
        let rest = part.trim_start_matches(|sign: char| sign.is_ascii_digit() || sign == '.');
        let number = &part[..part.len() - rest.len()];
        let is_version = number.split('.').count() == 3 && number.split('.').all(|part| !part.is_empty());
        let built = rest.strip_prefix(" (").and_then(|rest| Some(rest.split_once(')')?.1)).unwrap_or(rest);
        if is_version { format!("{found}{mark}VERSION{built}") } else { format!("{found}{mark}{number}{rest}") }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_measured_is_masked_and_nothing_else() {
        let paths = [("/rooms/0".to_owned(), "FOLDER")];
        let cases = [
            (
                "search: 197 positions, 197 stored, 1.0e5 a second, 32 KiB, 0.002 s\n",
                "search: 197 positions, 197 stored, N a second, N KiB, N s\n",
            ),
            (
                "{\"positions\":197,\"positions_per_second\":4916.0,\"bytes\":5,\"seconds\":1.2e-5}\n",
                "{\"positions\":197,\"positions_per_second\":N,\"bytes\":5,\"seconds\":N}\n",
            ),
            ("listening on http://127.0.0.1:4711/\n", "listening on http://127.0.0.1:N/\n"),
            ("grundy 0.1.0\n", "grundy VERSION\n"),
            ("grundy 0.1.0 (0123456789, x86_64-unknown-linux-gnu)\n", "grundy VERSION\n"),
            ("grundy 0.77 5\n", "grundy 0.77 5\n"),
            ("grundy 5 7.\n", "grundy 5 7.\n"),
            ("error: /rooms/0/a.cert: is a folder\n", "error: FOLDER/a.cert: is a folder\n"),
            ("Solver: heap (about 8 positions, 64 B, 164 ns).", "Solver: heap (about 8 positions, 64 B, 164 ns)."),
            ("the limit of 2 s is reached\n", "the limit of 2 s is reached\n"),
            ("error: the check of a.cert failed: 2 is not 3\n", "error: the check of a.cert failed: REASON\n"),
            ("\"seconds\":null\n", "\"seconds\":null\n"),
        ];
        for (text, expected) in cases {
            assert_eq!(masked(text, &paths), expected);
        }
    }
}
