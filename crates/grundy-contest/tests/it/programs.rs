//! Programs that cannot be started are refused with their reason, and what a program starts ends
//! with it.
#![cfg(unix)]

use std::{
    fs,
    os::unix::fs::PermissionsExt,
    path::Path,
    thread,
    time::{Duration, Instant},
};

use grundy::{
    Error, Limits, Run,
    games::{no_lists, read},
    help::{Argument, Fix, Spelling},
};
use grundy_contest::{
    Format,
    trial::{Program, RunEnd, TestPlan, WrongOutput, of_program},
};

use crate::processes::{alive, asleep, has_ps, mark};

fn program(command: &[&str]) -> Program {
    let command = command.iter().map(|word| (*word).to_owned()).collect();
    Program { command, time: Duration::from_secs(3), memory: None }
}

/// Fields as flags of a command line, which alone has programs.
struct Line;

impl Spelling for Line {
    fn field(&self, name: &str) -> String {
        format!("--{name}")
    }

    fn fix(&self, fix: &Fix) -> String {
        match fix {
            Fix::Set(name, value) => format!("--{name} {value}"),
            fix => format!("{fix:?}"),
        }
    }

    fn more(&self, _: &str) -> String {
        String::new()
    }
}

/// The reason for which a program is refused before a test is made, and the way out.
fn refused(name: &str) -> (String, String) {
    for memory in [None, Some(1 << 30)] {
        let format = Format::of_game(&read("nim", &no_lists).unwrap(), None).unwrap();
        let program = Program { memory, ..program(&[name]) };
        let error = of_program(&Run::new(Limits::default()), &format, &program, TestPlan::default()).unwrap_err();
        let Error::Refused(refused) = error else { panic!("{name}: {error}") };
        assert_eq!(refused.argument, Some(Argument::Word(name.to_owned())));
        let reason = refused.message.strip_prefix(&format!("cannot run the program {name}: "));
        let reason = reason.unwrap_or_else(|| panic!("{}", refused.message)).to_owned();
        if memory.is_some() {
            return (reason, refused.help.spelled(&Line));
        }
    }
    unreachable!("the second round returns");
}

fn file(path: &Path, content: &[u8], mode: u32) {
    fs::write(path, content).unwrap();
    fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
}

#[test]
fn what_cannot_be_started_has_its_reason() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let cases: [(&str, &[u8], u32, &str, &str); 11] = [
        ("plain", b"hello\n", 0o644, "it may not be executed", "an interpreter: --exe python3 PATH"),
        ("mine.py", b"print(1)\n", 0o644, "it may not be executed", "its interpreter: --exe python3 PATH"),
        ("script", b"#!/bin/sh\n", 0o644, "it may not be executed", "run `chmod +x PATH`"),
        ("binary", b"\x7fELF\0\0", 0o644, "it may not be executed", "run `chmod +x PATH`"),
        ("own.rb", b"puts 1\n", 0o755, "it is a text, and its first line names no interpreter", "--exe ruby PATH"),
        ("mine.cpp", b"int main(){}", 0o755, "it is a text", "compile it: g++ -O2 -o mine PATH; then --exe ./mine"),
        ("foreign", b"\x7fELF\0\0", 0o755, "it is not a program for this system (exec format error)", "compile it"),
        ("empty", b"", 0o755, "the file is empty", "write the path of a program"),
        (
            "lost.sh",
            b"#!/no/such/shell\n",
            0o755,
            "names the interpreter `/no/such/shell`, which is not there",
            "--exe sh PATH",
        ),
        (
            "lost.py",
            b"#!/usr/bin/env nosuchpython\n",
            0o755,
            "names the interpreter `nosuchpython`, which is not there",
            "--exe python3 PATH",
        ),
        (
            "windows.py",
            b"#!/usr/bin/env python3\r\nprint(1)\r\n",
            0o755,
            "its first line ends with a carriage return",
            "sed -i 's/\\r$//' PATH",
        ),
    ];
    for (name, content, mode, why, way) in cases {
        let path = at(name);
        file(Path::new(&path), content, mode);
        let (reason, help) = refused(&path);
        assert!(reason.contains(why), "{name}: {reason}");
        assert!(help.contains(&way.replace("PATH", &path)), "{name}: {help}");
    }
    for (name, why, way) in [
        (at(""), "it is a folder", "write the path of a program in it"),
        (at("mine.p"), "there is no such file", "did you mean"),
        (at("no/such"), "there is no folder", "write its path"),
        ("no-such-command".to_owned(), "there is no such command in PATH", "write its path, such as --exe ./mine"),
        // In the folder of the test, where it is not a command.
        ("Cargo.toml".to_owned(), "there is no such command in PATH", "--exe ./Cargo.toml"),
        (String::new(), "it has no name", "write its path"),
    ] {
        let (reason, help) = refused(&name);
        assert!(reason.contains(why) && help.contains(way), "{name}: {reason}; {help}");
    }
}

#[test]
fn the_words_of_a_program_are_those_of_a_shell() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("my program");
    file(&path, b"#!/bin/sh\n", 0o755);
    let path = path.to_str().unwrap();
    for (text, words) in [
        ("./mine", &["./mine"][..]),
        ("python3  mine.py", &["python3", "mine.py"]),
        ("sh -c 'echo \"a b\"'", &["sh", "-c", "echo \"a b\""]),
        (path, &[path]),
        ("", &[""]),
    ] {
        assert_eq!(Program::words(text).unwrap(), words, "{text}");
    }
    assert!(Program::words("sh -c 'echo").is_err());
}

/// Waits until no process has this mark; what is ended takes a moment to go.
fn gone(mark: &str) -> bool {
    let begun = Instant::now();
    while alive(mark) > 0 {
        if begun.elapsed() > Duration::from_secs(10) {
            return false;
        }
        thread::sleep(Duration::from_millis(20));
    }
    true
}

/// Five sleepers, then `rest`.
fn sleepers(mark: &str, rest: &str) -> String {
    format!("for at in 1 2 3 4 5; do sleep {mark} & done; {rest}")
}

#[test]
fn what_a_program_starts_ends_with_it() {
    if !has_ps() {
        return;
    }
    type Expected = fn(&RunEnd) -> bool;
    let cases: [(u32, &str, Expected); 5] = [
        (31001, "exit 0", |end| *end == RunEnd::Done),
        (31002, "exit 3", |end| matches!(end, RunEnd::Crash(_))),
        (31003, "wait", |end| *end == RunEnd::Slow),
        (31004, "while :; do echo more; done", |end| *end == RunEnd::Loud),
        (31005, "kill -STOP $$; wait", |end| *end == RunEnd::Slow),
    ];
    for (number, rest, expected) in cases {
        let mark = &mark(number);
        let time = Duration::from_millis(if expected(&RunEnd::Slow) { 500 } else { 60_000 });
        // The sleepers keep the streams open.
        let begun = Instant::now();
        let ran = program(&["sh", "-c", &sleepers(mark, rest)]).run("", time, 100, &|| false).unwrap();
        assert!(expected(&ran.end), "{rest}: {:?}", ran.end);
        assert!(gone(mark), "`{rest}` leaves {} processes", alive(mark));
        assert!(begun.elapsed() < Duration::from_secs(30), "{rest}");
    }
    // One that has begun its sleepers is cancelled.
    let mark = &mark(31006);
    let script = sleepers(mark, "wait");
    let ran = program(&["sh", "-c", &script]).run("", Duration::from_secs(60), 100, &|| asleep(mark) == 5);
    assert_eq!(ran.unwrap().end, RunEnd::Cancelled);
    assert!(gone(mark), "{} processes are left", alive(mark));
}

#[test]
fn a_trial_leaves_no_process() {
    if !has_ps() {
        return;
    }
    let mark = &mark(31007);
    let format = Format::of_game(&read("nim", &no_lists).unwrap(), None).unwrap();
    let script = sleepers(mark, "echo First; echo oops >&2; exit 3");
    let run = Run::new(Limits::default());
    let report = of_program(&run, &format, &program(&["sh", "-c", &script]), TestPlan::default()).unwrap();
    let wrong = report.failure.expect("it fails").wrong;
    assert!(matches!(&wrong, WrongOutput::Crash(status, text) if status.contains('3') && text == "oops"), "{wrong:?}");
    assert!(report.runs > 1 && gone(mark), "{} processes are left", alive(mark));
}
