//! Standard output and standard error: what is written there, and what becomes of it.

use std::{
    borrow::Cow,
    io::{self, ErrorKind, Write},
};

use anstream::adapter::strip_str;
use terminal_size::{Width, terminal_size_of};

/// A terminal that is narrower has lines of this width all the same.
const NARROWEST: usize = 40;

/// What stands for a blank at which no line is broken: no text has it.
const HELD: char = '\u{f8ff}';

/// A line whose blanks in commands, and in braces, hold: they are copied as a whole.
fn held(line: &str) -> String {
    let (mut quoted, mut depth) = (false, 0_usize);
    let hold = |sign: char| {
        match sign {
            '`' => quoted = !quoted,
            '{' => depth += 1,
            '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if sign == ' ' && (quoted || depth > 0) { HELD } else { sign }
    };
    line.chars().map(hold).collect()
}

/// A text with lines that fit the terminal to which stdout goes; as it is, if it goes elsewhere.
pub fn fitted_out(text: &str) -> Cow<'_, str> {
    fitted(text, terminal_size_of(io::stdout()).map(|(Width(width), _)| width.into()))
}

/// As [`fitted_out`], for stderr.
pub fn fitted_err(text: &str) -> Cow<'_, str> {
    fitted(text, terminal_size_of(io::stderr()).map(|(Width(width), _)| width.into()))
}

/// A text whose longer lines are broken at blanks; what follows is indented by two more. The lines
/// of an excerpt of what was typed stay, since marks stand below them.
fn fitted(text: &str, width: Option<usize>) -> Cow<'_, str> {
    let Some(width) = width.map(|width| width.max(NARROWEST)) else { return Cow::Borrowed(text) };
    let mut fitted = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        let plain = strip_str(line).to_string();
        let is_excerpt =
            plain.trim_start_matches([' ', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9']).starts_with('|');
        if textwrap::core::display_width(plain.trim_end_matches('\n')) <= width || is_excerpt {
            fitted.push_str(line);
            continue;
        }
        let blanks = plain.len() - plain.trim_start_matches(' ').len();
        let indent = " ".repeat(blanks.min(width / 2) + 2);
        let options = textwrap::Options::new(width).subsequent_indent(&indent).break_words(false);
        fitted.push_str(&textwrap::fill(&held(line.trim_end_matches('\n')), options).replace(HELD, " "));
        fitted.push_str(if line.ends_with('\n') { "\n" } else { "" });
    }
    Cow::Owned(fitted)
}

/// Writes to stdout; a reader that has gone away (`| head`) is no error.
pub fn write_out(text: &str) -> bool {
    was_written(io::stdout().lock().write_all(text.as_bytes()))
}

/// Whether stdout took what was written to it, with what it holds back; reports why if not.
pub fn was_written(written: io::Result<()>) -> bool {
    match written.and_then(|()| io::stdout().flush()) {
        Ok(()) => true,
        Err(error) if is_closed(&error) => true,
        Err(error) => {
            let _ = writeln!(io::stderr(), "error: cannot write the answer: {error}");
            false
        }
    }
}

/// Whether a pipe has no reader any more. Windows has a second error for that.
pub fn is_closed(error: &io::Error) -> bool {
    const NOT_CONNECTED: i32 = 233;
    error.kind() == ErrorKind::BrokenPipe || cfg!(windows) && error.raw_os_error() == Some(NOT_CONNECTED)
}

/// One line of narration on stderr.
pub fn narrate(text: &str) {
    let text = grundy::games::encoding::printable(text);
    let _ = writeln!(io::stderr(), "{}", fitted_err(&text));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pipe_without_a_reader_is_closed() {
        assert!(is_closed(&ErrorKind::BrokenPipe.into()) && !is_closed(&ErrorKind::StorageFull.into()));
        assert_eq!(is_closed(&io::Error::from_raw_os_error(233)), cfg!(windows));
    }

    #[test]
    fn long_lines_are_broken_at_blanks_and_excerpts_are_not() {
        let words = "a word and another one that is longer ".repeat(4);
        let text = format!("  heap 1: {words}\n1 | {words}\n  | ^\nshort\n{}\n", "x".repeat(99));
        let fitted = fitted(&text, Some(60));
        let lines: Vec<&str> = fitted.lines().collect();
        assert!(lines[0].starts_with("  heap 1: a word") && lines[1].starts_with("    "), "{fitted}");
        let long = |line: &&&str| line.len() > 60;
        assert_eq!(lines.iter().filter(long).count(), 2, "{fitted}");
        assert_eq!(fitted.split_whitespace().collect::<Vec<_>>(), text.split_whitespace().collect::<Vec<_>>());
        assert_eq!(super::fitted(&text, None), text);
        let command = "  help: write `grundy subtraction '{1,3,4}' 10 20 30 40 50 60`, or another one";
        assert!(super::fitted(command, Some(60)).contains("'{1,3,4}' 10 20 30 40 50 60`"));
        let bold = format!("\u{1b}[1m{}\u{1b}[0m\n", "b".repeat(60));
        assert_eq!(super::fitted(&bold, Some(60)), bold);
    }
}
