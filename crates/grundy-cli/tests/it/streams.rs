//! What stdout is: a device that is full, a pipe that is closed, a terminal.

use std::{
    fs::OpenOptions,
    io::{BufRead, BufReader},
    process::{Command, Stdio},
};

use snapbox::cmd::cargo_bin;

const EVERY_KIND: [&[&str]; 14] = [
    &["--help"],
    &["-h"],
    &["help"],
    &["help", "solve"],
    &["solve", "--help"],
    &["--version"],
    &["games"],
    &["explain-error", "G012"],
    &["completions", "bash"],
    &["kayles", "5"],
    &["kayles", "5", "--json"],
    &["table", "kayles", "5", "--npy"],
    &["table", "kayles", "20000", "--csv"],
    &["kayles", "5", "--frob", "--json"],
];

#[test]
fn an_answer_that_cannot_be_written_is_a_failure() {
    let Ok(full) = OpenOptions::new().write(true).open("/dev/full") else {
        crate::not_run("this system has no /dev/full");
        return;
    };
    for arguments in EVERY_KIND {
        let full = full.try_clone().expect("another handle");
        let output = Command::new(cargo_bin!("grundy")).args(arguments).stdout(full).output().expect("it runs");
        let why = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {why}");
        assert!(why.contains("error: cannot write the answer: "), "{arguments:?}: {why}");
    }
}

#[test]
fn a_reader_that_has_gone_away_is_none() {
    for (arguments, code) in EVERY_KIND.iter().zip([0; EVERY_KIND.len() - 1].into_iter().chain([2])) {
        let mut child = Command::new(cargo_bin!("grundy"))
            .args(*arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("it starts");
        let mut first = Vec::new();
        BufReader::with_capacity(1, child.stdout.take().expect("a pipe"))
            .read_until(b'\n', &mut first)
            .expect("a line");
        let output = child.wait_with_output().expect("it ends");
        let why = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.code() == Some(code) && !why.contains("error"), "{arguments:?}: {why}");
    }
}

/// `script` of util-linux runs a command on a terminal.
#[test]
fn an_array_is_not_written_to_a_terminal() {
    let grundy = cargo_bin!("grundy").display().to_string();
    let on_terminal = |arguments: &str| {
        let line = format!("'{grundy}' {arguments}");
        Command::new("script").args(["-qec", &line, "/dev/null"]).stdin(Stdio::null()).output()
    };
    let refused = match on_terminal("table kayles 5 --npy") {
        Ok(output) => output,
        Err(why) => {
            crate::not_run(format_args!("`script` of util-linux is missing: {why}"));
            return;
        }
    };
    let reported = String::from_utf8_lossy(&refused.stdout);
    assert_eq!(refused.status.code(), Some(2), "{reported}");
    assert!(
        reported.contains("standard output is a terminal") && reported.contains("--format npy -o values.npy"),
        "{reported}"
    );
    assert!(!reported.contains("NUMPY"), "{reported}");
    let written = on_terminal("table kayles 5 --csv").expect("it runs again");
    assert!(written.status.code() == Some(0) && String::from_utf8_lossy(&written.stdout).contains("5,4"));
}
