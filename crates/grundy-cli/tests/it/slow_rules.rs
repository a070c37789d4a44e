//! Rules that compute for long at one position: a limit on time and an interrupt end them on every
//! path.

use std::{
    process::{Command, Stdio},
    time::{Duration, Instant},
};

use snapbox::cmd::cargo_bin;

/// Nine million tests for primes at each heap: minutes for all of them.
const TYPED: &str = "A(n) -> A(n-1) where sum(prime(i + 10^15) for i in 1..9000000) > 0 where n > 0";
const PLAIN: &str = "n -> n-1 where sum(prime(i + 10^15) for i in 1..9000000) > 0";
/// Loops that give no option.
const SILENT: &str = "A(n) -> A(n-1) for a in 1..20 for b in 1..20 for c in 1..20 for d in 1..30 for e in 1..30 \
    where prime(a + e + 10^15 + 2*n)*0 < 0";

/// Far less than the work would take, and more than a loaded machine needs to end it.
const SOON: Duration = Duration::from_secs(20);

/// Runs the program with a limit of a second, and returns its exit code. Kills it if it does not
/// end soon.
fn ends(arguments: &[&str], interrupt: bool) -> Option<i32> {
    let mut command = Command::new(cargo_bin!("grundy"));
    command.args(arguments).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    if !interrupt {
        command.args(["--time", "1"]);
    }
    let mut child = command.spawn().expect("the program starts");
    let clock = Instant::now();
    let mut sent = false;
    while clock.elapsed() < SOON {
        if let Some(status) = child.try_wait().expect("it is there") {
            return status.code();
        }
        std::thread::sleep(Duration::from_millis(20));
        if interrupt && !sent && clock.elapsed() > Duration::from_secs(1) {
            let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
            sent = killed.is_ok_and(|status| status.success());
        }
    }
    child.kill().expect("it is there");
    child.wait().expect("it has ended");
    panic!("{arguments:?} is still at work after {SOON:?}");
}

#[test]
fn the_time_ends_one_long_expression() {
    for verb in ["solve", "moves", "explain"] {
        assert_eq!(ends(&[verb, TYPED, "A(50)"], false), Some(3), "{verb}");
        assert_eq!(ends(&[verb, PLAIN, "50"], false), Some(3), "{verb}");
    }
    for more in [&["--value"][..], &["--outcome"], &["--misere"]] {
        assert_eq!(ends(&[&["solve", TYPED, "A(50)"], more].concat(), false), Some(3), "{more:?}");
        assert_eq!(ends(&[&["solve", PLAIN, "50"], more].concat(), false), Some(3), "{more:?}");
    }
    assert_eq!(ends(&["table", PLAIN, "50"], false), Some(3));
    assert_eq!(ends(&["table", PLAIN, "50", "--misere"], false), Some(3));
    assert_eq!(ends(&["solve", SILENT, "A(50)"], false), Some(3));
}

/// A plan looks at no more work than at options.
#[test]
fn a_plan_is_made_at_once() {
    for words in [["plan", TYPED, "A(50)"], ["plan", PLAIN, "50"], ["plan", SILENT, "A(50)"]] {
        assert_eq!(ends(&words, false), Some(0), "{words:?}");
    }
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_one_long_expression() {
    assert_eq!(ends(&["solve", TYPED, "A(50)"], true), Some(130));
    assert_eq!(ends(&["table", PLAIN, "50"], true), Some(130));
}
