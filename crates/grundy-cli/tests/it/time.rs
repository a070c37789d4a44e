//! What happens when the time is up, or the user presses Ctrl-C, before the work is done.

use std::{
    io::{BufRead, BufReader, Read},
    process::{Child, Command, Output, Stdio},
    time::{Duration, Instant},
};

use snapbox::cmd::cargo_bin;

use crate::program::run;

/// An answer that takes milliseconds, with a check of two hundred million positions.
const LONG_CHECK: [&str; 3] = [
    "solve",
    // The avoided word has too many beginnings for the tape to be solved as a heap.
    "tape: append letter of a..b avoiding \"\
    aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\
    aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\
    aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\
    \"",
    "\"\"/1000000",
];

/// Far less than what the work would take, and far more than what is allowed after the limit.
const SOON: Duration = Duration::from_secs(30);

fn begin(arguments: &[&str]) -> Child {
    let mut command = Command::new(cargo_bin!("grundy"));
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().expect("the program starts")
}

/// Kills a program that does not end soon.
fn ends(mut child: Child) -> Option<i32> {
    let clock = Instant::now();
    while clock.elapsed() < SOON {
        if let Some(status) = child.try_wait().expect("it is there") {
            return status.code();
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    child.kill().expect("it is there");
    panic!("it is still at work after {SOON:?}");
}

#[test]
fn an_answer_outlasts_its_check() {
    for more in [&["--value"][..], &["--outcome"], &[]] {
        let reported = run(&[&LONG_CHECK[..], more, &["--time", "2", "--json"]].concat());
        assert_eq!(reported.code, Some(0), "{more:?}: {} {}", reported.out, reported.narrated);
        assert_eq!((&reported.json()["outcome"], &reported.json()["status"]), (&"P".into(), &"computed".into()));
        let why = "the answer is computed, not proved: the check did not end: the time is up";
        assert!(reported.narrated.contains(why), "{more:?}: {}", reported.narrated);
    }
    let moves = run(&["moves", LONG_CHECK[1], LONG_CHECK[2], "--time", "2", "--json"]);
    assert_eq!((moves.code, &moves.json()["moves"]), (Some(0), &2.into()), "{}", moves.narrated);
}

#[test]
fn without_an_answer_nothing_is_decided() {
    let reported = run(&["solve", "cram", "8x9", "--value", "--time", "0.2"]);
    assert_eq!((reported.code, reported.out.as_str()), (Some(3), ""), "{}", reported.narrated);
    assert!(reported.narrated.starts_with("error: not decided: the time is up"), "{}", reported.narrated);
}

#[cfg(unix)]
fn interrupt(child: &Child) {
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(sent.is_ok_and(|status| status.success()));
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_the_check_and_leaves_the_answer() {
    let mut child = begin(&[&LONG_CHECK[..], &["--value", "--json", "--stats"]].concat());
    // The work is reported when the answer is there, before the check.
    let mut reported = String::new();
    let mut narrated = BufReader::new(child.stderr.take().expect("a pipe"));
    narrated.read_line(&mut reported).expect("text");
    interrupt(&child);
    let Output { status, stdout, .. } = child.wait_with_output().expect("it ends");
    narrated.read_to_string(&mut reported).expect("text");
    assert_eq!(status.code(), Some(130), "{reported}");
    assert!(reported.contains("the check did not end: it was interrupted"), "{reported}");
    let answer: serde_json::Value = serde_json::from_slice(&stdout).expect("an answer");
    assert_eq!((&answer["value"], &answer["status"]), (&0.into(), &"computed".into()));
}

#[cfg(unix)]
#[test]
fn an_interrupt_leaves_the_certificate() {
    let file = std::env::temp_dir().join(format!("grundy-time-{}-certificate", std::process::id()));
    let path = file.to_str().expect("a plain name");
    let mut child = begin(&["solve", "cram", "5x7", "--value", "--quiet", "--stats", "--certificate", path]);
    let mut reported = String::new();
    let mut narrated = BufReader::new(child.stderr.take().expect("a pipe"));
    while !reported.contains(" positions, ") {
        assert!(narrated.read_line(&mut reported).expect("text") > 0, "{reported}");
    }
    interrupt(&child);
    let status = child.wait().expect("it ends");
    narrated.read_to_string(&mut reported).expect("text");
    assert_eq!(status.code(), Some(130), "{reported}");
    let written = std::fs::read_to_string(&file).expect("the certificate is written");
    assert!(written.starts_with("grundy-certificate"), "{reported}");
    std::fs::remove_file(&file).expect("it is there");
}

/// A table whose values are all in a checkpoint: its check by the plain meaning takes far longer
/// than two seconds.
const LISTED: [&str; 4] = ["table", "octal 0.007", "60000", "--csv"];

#[test]
fn a_known_table_outlasts_its_check() {
    let file = std::env::temp_dir().join(format!("grundy-time-{}-listed", std::process::id()));
    let kept = [&LISTED[..], &["--checkpoint", file.to_str().expect("a plain name")]].concat();
    let whole = run(&[&kept[..], &["--no-check"]].concat());
    assert_eq!(whole.code, Some(0), "{}", whole.narrated);
    let plain = [&kept[..], &["--plain-check"]].concat();
    let late = run(&[&plain[..], &["--time", "2"]].concat());
    assert!(late.code == Some(0) && late.out == whole.out, "{}", late.narrated);
    assert!(late.narrated.contains("the check did not end: the time is up"), "{}", late.narrated);
    #[cfg(unix)]
    {
        let mut child = begin(&plain);
        let mut narrated = BufReader::new(child.stderr.take().expect("a pipe"));
        let mut reported = String::new();
        // This is reported when all values are known, before the check.
        while !reported.contains(" holds ") {
            assert!(narrated.read_line(&mut reported).expect("text") > 0, "{reported}");
        }
        interrupt(&child);
        let Output { status, stdout, .. } = child.wait_with_output().expect("it ends");
        narrated.read_to_string(&mut reported).expect("text");
        assert_eq!(status.code(), Some(130), "{reported}");
        assert!(reported.contains("the check did not end: it was interrupted"), "{reported}");
        assert!(stdout == whole.out.as_bytes(), "the table is whole");
    }
    std::fs::remove_file(&file).expect("it is there");
}

#[test]
fn what_is_read_is_waited_for_no_longer_than_the_time() {
    // Nothing comes on standard input, which stays open.
    assert_eq!(ends(begin(&["solve", "kayles", "-", "--time", "0.5"])), Some(3));
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_the_reading_at_once() {
    let child = begin(&["solve", "kayles", "-"]);
    // Time for the program to start; an interrupt before that ends it as well, by the signal.
    std::thread::sleep(Duration::from_millis(500));
    interrupt(&child);
    assert!(matches!(ends(child), Some(130) | None));
}

/// A check of a window says how many heaps it has verified, and of how many.
#[test]
fn a_check_that_ends_says_what_it_has_verified() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/atlas/octal-0.106.cert");
    let ended = run(&["check", folder, "--time", "1"]);
    assert_eq!((ended.code, ended.out.as_str()), (Some(3), ""));
    let message = "error: not decided: the time is up; ";
    assert!(ended.narrated.starts_with(message), "{}", ended.narrated);
    let (verified, of) = (ended.number(" of "), ended.number(" heaps were verified\n"));
    assert!(verified < of && of > 465_384_263_797 + 328_226_140_474, "{}", ended.narrated);
}

#[test]
fn long_work_looks_at_the_time() {
    let largest = "18446744073709551615";
    let asked: [(&[&str], i32); 6] = [
        (&["plan", "misère octal 0.263", largest, "--time", "1"], 3),
        (&["solve", "misère octal 0.263", largest, "--time", "1"], 3),
        (&["prove", "octal 0.436", "--time", "4"], 3),
        (&["table", "kayles", "100000000000", "--csv", "--time", "1"], 3),
        (&["table", "kayles", "100000000000", "--npy", "--time", "1"], 3),
        (&["table", "nim", "100000000", "--csv", "--time", "1"], 3),
    ];
    for (arguments, code) in asked {
        let mut command = Command::new(cargo_bin!("grundy"));
        let child = command.args(arguments).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
        assert_eq!(ends(child.expect("the program starts")), Some(code), "{arguments:?}");
    }
}
