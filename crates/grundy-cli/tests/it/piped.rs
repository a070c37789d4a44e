//! Positions on standard input, and results into a pipe that is closed early.

use std::{
    io::{BufRead, BufReader, Write},
    process::{Command, Stdio},
};

fn grundy(arguments: &[&str], input: &str) -> (String, String, Option<i32>) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_grundy"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    child.stdin.take().expect("a pipe").write_all(input.as_bytes()).expect("the program reads");
    let output = child.wait_with_output().expect("the program ends");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    (text(output.stdout), text(output.stderr), output.status.code())
}

#[test]
fn a_dash_reads_the_position() {
    let (reported, _, code) = grundy(&["solve", "take letter", "-"], "abba\n");
    assert!(reported.starts_with("P-position") && code == Some(0), "{reported}");
    let (reported, _, code) = grundy(&["solve", "kayles", "5", "-", "9"], " 7 ");
    assert!(reported.contains("nim value 2 = 4 xor 2 xor 4") && code == Some(0), "{reported}");
}

/// A million letters: more than a shell passes as an argument, and too many positions for the
/// memory that is allowed.
#[test]
fn a_million_letters_end_in_an_answer_or_a_stop() {
    let word = "ab".repeat(500_000);
    let (reported, _, code) = grundy(&["solve", "cut every copy of a letter", "-", "--no-check", "--quiet"], &word);
    assert!(reported.is_empty() && matches!(code, Some(0 | 1)), "{code:?}");
    let (reported, why, code) = grundy(&["solve", "\"ab\" -> \"b\"", "-", "--memory", "64MiB", "--json"], &word);
    assert!(reported.contains("\"solver\":\"closed-form\"") && code == Some(0), "{code:?} {why}");
    let (reported, why, code) = grundy(&["solve", "\"aba\" -> \"bb\"", "-", "--memory", "16MiB"], &word);
    assert!(reported.is_empty() && why.contains("memory") && code == Some(3), "{code:?} {why}");
}

#[test]
fn a_closed_pipe_is_no_error() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_grundy"))
        .args(["table", "nim", "200000", "--csv", "--no-check"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut first = String::new();
    BufReader::new(child.stdout.take().expect("a pipe")).read_line(&mut first).expect("a line");
    let output = child.wait_with_output().expect("the program ends");
    let reported = String::from_utf8_lossy(&output.stderr);
    assert!(!reported.contains("panicked"), "{reported}");
    assert_eq!(first, "n,value\n");
}
