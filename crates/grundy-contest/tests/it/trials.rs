//! Programs with planted faults: every fault is found, with a small input that shows it.

use std::{
    path::PathBuf,
    process::Command,
    time::{Duration, Instant},
};

use grundy::{
    Limits, Run,
    games::{no_lists, read},
};
use grundy_contest::{
    Format,
    trial::{Program, Report, TestPlan, WrongOutput, of_program},
};

/// The games of `solve.py`, each with its text, the shape of its input and its position.
const GAMES: [(&str, &str, &str, &str); 5] = [
    ("apples", "take 2 or 3", "t; n; a*n", "a"),
    ("letters", "bag: take letter until distinct", "t; n; s:word*n", "{s}"),
    ("copies", "row: cut every copy of a letter", "t; n; s:word*n", "s"),
    ("words", "bag: take word in {ab, a, bb}", "t; n; s:word*n", "{s}"),
    ("tape", "tape: append letter of a..b until it ends with a word in {ab}", "t; n; (s:word k)*n", "s/k"),
];

/// Whether the tests can run programs in Python.
fn python() -> bool {
    let found = Command::new("python3").arg("--version").output().is_ok_and(|ran| ran.status.success());
    if !found {
        crate::not_run("there is no python3");
    }
    found
}

fn format(game: &str, input: &str, position: &str) -> Format {
    let game = read(game, &no_lists).unwrap();
    let format = Format::of_game(&game, Some(&format!("{input} -> {position}"))).unwrap();
    if input.contains("word") { format.sized(1..=7).unwrap() } else { format.sized(0..=900).unwrap() }
}

fn tried(format: &Format, command: &[&str], time: Duration) -> Report {
    let command = command.iter().map(|word| (*word).to_owned()).collect();
    let plan = TestPlan { small: 300, random: 300, hard: 50, seed: 1 };
    let program = Program { command, time, memory: None };
    of_program(&Run::new(Limits::default()), format, &program, plan).unwrap()
}

#[test]
fn fifteen_faults_are_found_and_right_programs_pass() {
    if !python() {
        return;
    }
    let script = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../testdata/trials/solve.py");
    let script = script.to_str().unwrap();
    for (name, game, input, position) in GAMES {
        let format = format(game, input, position);
        for fault in ["none", "overflow", "off-by-one", "rule"] {
            let begun = Instant::now();
            let report = tried(&format, &["python3", script, name, fault], Duration::from_secs(5));
            match (fault, report.failure) {
                ("none", failure) => assert!(failure.is_none(), "{name}: {failure:?}"),
                (_, None) => panic!("{name} with the fault {fault} passes {} tests", report.tests),
                (_, Some(failure)) => {
                    assert!(matches!(failure.wrong, WrongOutput::Answer(_)), "{name} {fault}: {failure:?}");
                    assert_eq!(failure.tests, 1, "{name} {fault}");
                    assert!(failure.input.len() < 40, "{name} {fault}: {}", failure.input);
                    let reason = failure.reason.expect("a small position has a reason");
                    assert_eq!(reason.solved.value().map(|value| value.0), failure.value, "{name} {fault}");
                    assert_eq!(reason.winning.is_some(), failure.value != Some(0), "{name} {fault}");
                }
            }
            assert!(begun.elapsed() < Duration::from_secs(60), "{name} {fault} took {:?}", begun.elapsed());
        }
    }
}

/// The number of the test is that in the input of a run, which has many tests.
#[test]
fn numbers_of_tests_are_compared() {
    if !python() {
        return;
    }
    let text = "game = 'nim'\ninput = 't; a'\nposition = 'a'\nwin = 'Case {case}: N'\nlose = 'Case {case}: P'\n";
    let format = Format::read(text).unwrap();
    let program = |first: &str| {
        let script = format!(
            "n = int(input())\nfor i in range(n): print(f'Case {{i + {first}}}:', 'N' if int(input()) else 'P')"
        );
        tried(&format, &["python3", "-c", &script], Duration::from_secs(5)).failure
    };
    assert_eq!(program("1").map(|failure| failure.right), None);
    let failure = program("2").expect("the numbers are wrong");
    assert_eq!(failure.right, "Case 1: P");
    assert!(matches!(failure.wrong, WrongOutput::Answer(_)), "{:?}", failure.wrong);
    // A list of outcomes that is wrong is an answer too.
    let text = "game = 'take 1..3'\ninput = 'n'\nposition = 'n'\nwin = '{outcomes}'\nlose = '{outcomes}'\n";
    let script = "n = int(input()); print('W' * n)";
    let failure = tried(&Format::read(text).unwrap(), &["python3", "-c", script], Duration::from_secs(5)).failure;
    let failure = failure.expect("the heap of 4 is lost");
    assert_eq!((failure.right.as_str(), failure.wrong), ("WWWL", WrongOutput::Answer("WWWW".into())));
}

#[cfg(unix)]
#[test]
fn every_way_to_fail_has_its_verdict() {
    let format = format("nim", "t; n; a*n", "a");
    let verdict = |script: &str| {
        let report = tried(&format, &["sh", "-c", script], Duration::from_secs(3));
        report.failure.unwrap_or_else(|| panic!("`{script}` passes")).wrong
    };
    assert_eq!(verdict("exit 0"), WrongOutput::Silent);
    assert_eq!(verdict("cat > /dev/null; echo hello"), WrongOutput::Garbage("hello".into()));
    assert_eq!(verdict("cat > /dev/null; echo First"), WrongOutput::Answer("First".into()));
    assert_eq!(verdict("while :; do echo Second; done"), WrongOutput::Loud);
    assert!(
        matches!(verdict("echo oops >&2; exit 3"), WrongOutput::Crash(status, text) if status.contains('3') && text == "oops")
    );
    assert!(matches!(verdict("kill -SEGV $$"), WrongOutput::Crash(status, _) if status.contains("signal")));
    let begun = Instant::now();
    // What the program starts ends with it.
    assert!(matches!(verdict("sleep 1000 & sleep 1000"), WrongOutput::Slow(_)));
    assert!(begun.elapsed() < Duration::from_secs(60));
}

#[cfg(unix)]
#[test]
fn limits_of_the_program_hold() {
    if !python() {
        return;
    }
    let program = |script: &str, memory| Program {
        command: vec!["python3".into(), "-c".into(), script.into()],
        time: Duration::from_secs(20),
        memory,
    };
    let run = |script: &str, memory| program(script, memory).run("", Duration::from_secs(20), 100, &|| false).unwrap();
    use grundy_contest::trial::RunEnd;
    assert_eq!(run("print(len(bytearray(10**8)))", None).end, RunEnd::Done);
    if Program::MEMORY_IS_LIMITED {
        assert!(matches!(run("print(len(bytearray(10**9)))", Some(1 << 29)).end, RunEnd::Crash(_)));
    }
    let cancelled = program("while True: pass", None).run("", Duration::from_secs(20), 100, &|| true).unwrap();
    assert_eq!(cancelled.end, RunEnd::Cancelled);
    let missing = Program { command: vec!["/no/such/program".into()], ..program("", None) };
    assert!(missing.is_there().is_err());
}
