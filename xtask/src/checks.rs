//! `cargo xtask test`: every check of the project, and a summary of what ran, what did not and why,
//! and how long each took.
//!
//! The quick checks run first, one after the other, and the workspace is compiled. Then the tests
//! run, and beside them the checks of single threads and other compilers, whose output is shown
//! when they end. After a check that fails no other is started. Each is a process of its own:
//! `cargo xtask test NAME`.
//!
//! A check that a machine cannot run ends with the code 3 and a line `NOT RUN: ..`. Tests that need
//! what a machine lacks print such a line too; the summary repeats them all.

use std::{
    collections::BTreeSet,
    io::{self, BufRead, BufReader, Read, Write},
    path::Path,
    process::{Command, ExitStatus, Stdio},
    sync::{
        atomic::{AtomicBool, Ordering},
        mpsc,
    },
    thread,
    time::{Duration, Instant},
};

use wait4::Wait4;

use crate::{
    api, book, dependencies,
    failure::{Failure, LINE, NOT_RUN},
    fuzz, page, proofs,
    python::{self, WheelProfile},
    site, soundness,
    start::{cargo, cargo_with},
    tidy, workflows,
};

/// A check: its name, and what it does.
type Check = (&'static str, fn(&Path) -> Result<(), Failure>);

/// These run one after the other, the quick ones first.
const IN_TURN: &[Check] = &[
    ("format", |root| Ok(cargo(root, &["fmt", "--all", "--check"])?)),
    ("tidy", |root| Ok(tidy::run(root)?)),
    ("workflows", workflows::run),
    ("dependencies", |root| Ok(dependencies::run(root)?)),
    ("lints", |root| Ok(cargo(root, &["clippy", "--locked", "--workspace", "--all-targets", "--", "-D", "warnings"])?)),
    // The program and the library are both called grundy, and their pages would overwrite each
    // other.
    ("documentation", |root| {
        let others = ["--exclude", "grundy-cli", "--exclude", "xtask"];
        Ok(cargo(root, &[&["doc", "--locked", "--workspace", "--no-deps"][..], &others].concat())?)
    }),
    ("interface", |root| api::run(root, false)),
    ("compile", |root| Ok(cargo(root, &["build", "--locked", "--workspace", "--all-targets"])?)),
];

/// These run beside [`BESIDE`].
const TESTS: &[Check] = &[("tests", |root| Ok(cargo(root, &["test", "--locked", "--workspace"])?))];

/// These run one after the other, beside the tests.
const BESIDE: &[Check] = &[
    ("proofs", proofs::run),
    ("python", python::test),
    ("page", |root| page::run(root, None)),
    ("book", book::check),
    ("site", site::test_if_built),
    ("wheel", |root| python::wheel(root, WheelProfile::Dev)),
    ("fuzz-targets", |root| Ok(fuzz::compile(root)?)),
    ("loom", |root| soundness::LOOM.run(root)),
    ("sanitize", |root| soundness::SANITIZE.run(root)),
    ("miri", |root| soundness::MIRI.run(root)),
];

/// Runs one check.
pub fn one(root: &Path, name: &str) -> Result<(), Failure> {
    let all = || [IN_TURN, TESTS, BESIDE].into_iter().flatten();
    match all().find(|(known, _)| *known == name) {
        Some((_, check)) => check(root),
        None => {
            let names: Vec<&str> = all().map(|(name, _)| *name).collect();
            Err(format!("{name} is not a check; the checks are {}", names.join(", ")).into())
        }
    }
}

/// Runs every check, and prints the summary.
pub fn all(root: &Path) -> Result<(), Failure> {
    // The path of this program now: it is built anew, with the features of the workspace,
    // meanwhile.
    let own = std::env::current_exe().map_err(|why| format!("the path of this program: {why}"))?;
    let (before, start, failed) = (untracked(root), Instant::now(), AtomicBool::new(false));
    let lane = |checks, late| lane(&own, checks, &failed, late);
    let in_turn = lane(IN_TURN, false);
    let (tests, beside) = thread::scope(|scope| {
        let beside = scope.spawn(|| lane(BESIDE, true));
        (lane(TESTS, false), beside.join().unwrap_or_default())
    });
    let ends: Vec<End> = in_turn.into_iter().chain(tests).chain(beside).collect();
    let cpu: f64 = ends.iter().map(|end| end.cpu.as_secs_f64()).sum();
    eprintln!("\n== {:.1} minutes, {:.1} of CPU", start.elapsed().as_secs_f64() / 60.0, cpu / 60.0);
    eprint!("{}", summary(&ends));
    let left: Vec<String> = untracked(root).difference(&before).cloned().collect();
    let faults: Vec<&str> = ends.iter().filter(|end| end.result == Ended::Failed).map(|end| end.name).collect();
    match (faults.is_empty(), left.is_empty()) {
        (false, _) => Err(format!("failed: {}", faults.join(", ")).into()),
        (true, false) => Err(format!("the checks have left files in the work tree: {}", left.join(", ")).into()),
        (true, true) => Ok(()),
    }
}

/// What became of a check.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Ended {
    Passed,
    NotRun,
    Failed,
    /// Another one had failed before.
    NotReached,
}

/// The end of a check.
struct End {
    name: &'static str,
    result: Ended,
    wall: Duration,
    cpu: Duration,
    output: Output,
}

/// Runs checks one after the other until one fails here or elsewhere. Their output is shown as it
/// comes, or when they end.
fn lane(own: &Path, checks: &[Check], failed: &AtomicBool, late: bool) -> Vec<End> {
    let run = |(name, _): &Check| {
        if failed.load(Ordering::Relaxed) {
            let (wall, cpu) = (Duration::ZERO, Duration::ZERO);
            return End { name, result: Ended::NotReached, wall, cpu, output: Output::default() };
        }
        let start = Instant::now();
        let (result, cpu, output) = process(own, name, late).unwrap_or_else(|why| {
            eprintln!("{name} cannot be run: {why}");
            (Ended::Failed, Duration::ZERO, Output::default())
        });
        failed.fetch_or(result == Ended::Failed, Ordering::Relaxed);
        End { name, result, wall: start.elapsed(), cpu, output }
    };
    checks.iter().map(run).collect()
}

/// How long the output of a check may be open after its end, by processes that it has left.
const GRACE: Duration = Duration::from_secs(5);

/// Runs this program on one check. Returns how it ended, the CPU time of all of its processes, and
/// what it printed.
fn process(own: &Path, name: &str, late: bool) -> io::Result<(Ended, Duration, Output)> {
    let mut command = Command::new(own);
    let mut child = command.args(["test", name]).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
    let (stdout, stderr) = (child.stdout.take(), child.stderr.take());
    let (sender, receiver) = mpsc::channel();
    let relayed = |from: Option<Box<dyn Read + Send>>, to: Box<dyn Write + Send>| {
        let sender = sender.clone();
        thread::spawn(move || {
            let mut shown = Vec::new();
            let output = from.map(|from| if late { relay(from, &mut shown) } else { relay(from, to) });
            // Nobody waits for it after the grace.
            let _ = sender.send((shown, output.unwrap_or_default()));
        });
    };
    relayed(stderr.map(|pipe| Box::new(pipe) as _), Box::new(io::stderr()));
    relayed(stdout.map(|pipe| Box::new(pipe) as _), Box::new(io::stdout()));
    let used = child.wait4()?;
    let mut whole = Output::default();
    for _ in 0..2 {
        let Ok((shown, output)) = receiver.recv_timeout(GRACE) else {
            eprintln!("== {name}: a process that it has left keeps its output open");
            break;
        };
        // What nobody reads is not needed.
        let _ = io::stderr().write_all(&shown);
        whole.passed += output.passed;
        whole.ignored += output.ignored;
        whole.lines.extend(output.lines);
    }
    Ok((ended(used.status), used.rusage.utime + used.rusage.stime, whole))
}

fn ended(status: ExitStatus) -> Ended {
    match status.code() {
        Some(0) => Ended::Passed,
        Some(code) if code == i32::from(NOT_RUN) => Ended::NotRun,
        _ => Ended::Failed,
    }
}

/// What a check has printed of tests.
#[derive(Default)]
struct Output {
    passed: u64,
    ignored: u64,
    /// The lines about what did not run.
    lines: BTreeSet<String>,
}

impl Output {
    fn add(&mut self, line: &str) {
        if line.starts_with("test result:") {
            self.passed += before(line, " passed").unwrap_or(0);
            self.ignored += before(line, " ignored").unwrap_or(0);
        }
        self.lines.extend(line.find(LINE).map(|at| line[at..].trim().to_owned()));
    }
}

/// The number that stands before a word.
fn before(line: &str, word: &str) -> Option<u64> {
    line.split(word).next()?.rsplit(' ').next()?.parse().ok()
}

/// Copies lines as they come.
fn relay(from: impl Read, mut to: impl Write) -> Output {
    let (mut output, mut line) = (Output::default(), Vec::new());
    let mut from = BufReader::new(from);
    while from.read_until(b'\n', &mut line).is_ok_and(|read| read > 0) {
        // The lines are counted also where nobody reads them.
        let _ = to.write_all(&line);
        output.add(&String::from_utf8_lossy(&line));
        line.clear();
    }
    output
}

/// One line per check, lines about what did not run, and the count of the checks.
fn summary(ends: &[End]) -> String {
    let mut text = String::new();
    let mut add = |line: String| text.extend([line.trim_end(), "\n"]);
    for End { name, result, wall, cpu, output } in ends {
        let seconds = format!("{:8.1} s {:8.1} s of CPU", wall.as_secs_f64(), cpu.as_secs_f64());
        let tests = match (output.passed, output.ignored) {
            (0, _) => String::new(),
            (passed, ignored) => format!("  {passed} tests passed, {ignored} ignored"),
        };
        add(match result {
            Ended::Passed => format!("{name:14} passed  {seconds}{tests}"),
            Ended::Failed => format!("{name:14} FAILED  {seconds}{tests}"),
            Ended::NotRun => format!("{name:14} NOT RUN"),
            Ended::NotReached => format!("{name:14} not reached"),
        });
        output.lines.iter().for_each(|line| add(format!("    {line}")));
    }
    let count = |wanted: &[Ended]| ends.iter().filter(|end| wanted.contains(&end.result)).count();
    let skipped = count(&[Ended::NotRun, Ended::NotReached]);
    add(format!("checks: {} passed, {} failed, {skipped} skipped", count(&[Ended::Passed]), count(&[Ended::Failed])));
    text
}

/// Files in the work tree that git neither tracks nor ignores; none where there is no git.
fn untracked(root: &Path) -> BTreeSet<String> {
    let files = Command::new("git").args(["ls-files", "--others", "--exclude-standard"]).current_dir(root).output();
    let files = files.ok().filter(|files| files.status.success());
    files
        .map_or_else(BTreeSet::new, |files| String::from_utf8_lossy(&files.stdout).lines().map(str::to_owned).collect())
}

/// Runs the long comparisons with the meaning: of every way to the values of heaps, and of dense
/// tables on random games; that of large boards with published values; fifty kills of a process
/// that builds a table together with another one; and every verb on every board at its limits.
pub fn exact(root: &Path) -> Result<(), String> {
    // The long comparisons of random rules, which the suites leave out.
    let crates = ["-p", "grundy-evaluator", "-p", "grundy-solvers"];
    cargo(root, &[&["test", "--locked", "--release", "--lib"][..], &crates, &["--", "--ignored"]].concat())?;
    let kills = ["-p", "grundy-layers", "--features", "cluster", "--test", "it", "--", "--ignored", "fifty_kills"];
    cargo(root, &[&["test", "--locked", "--release"][..], &kills].concat())?;
    // The suite takes a sample of these.
    let limits = [
        "test",
        "--locked",
        "--release",
        "-p",
        "grundy-cli",
        "--test",
        "it",
        "--",
        "every_verb_on_every_board",
        "panics",
    ];
    cargo_with(root, &limits, &[("GRUNDY_LIMITS", "all")])?;
    let wanted = ["test", "--locked", "--release", "-p", "grundy", "--test", "it", "--", "exactness", "second_checker"];
    cargo_with(root, &wanted, &[("GRUNDY_EXACT", "1")])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn closing_lines_are_counted_and_tests_that_did_not_run_are_named() {
        let text = "test a ... ok\ntest b ... NOT RUN: it needs tmux\nok\n\
                    test result: ok. 12 passed; 0 failed; 3 ignored; 0 measured\nNOT RUN: it needs tmux\n\
                    test result: ok. 30 passed; 0 failed; 1 ignored; 0 measured";
        let mut copy = Vec::new();
        let output = relay(text.as_bytes(), &mut copy);
        assert_eq!(copy, text.as_bytes());
        assert_eq!((output.passed, output.ignored), (42, 4));
        assert_eq!(output.lines.into_iter().collect::<Vec<_>>(), ["NOT RUN: it needs tmux"]);
    }

    #[test]
    fn the_summary_names_what_ran_and_what_did_not() {
        let end = |name, result, output| End {
            name,
            result,
            wall: Duration::from_millis(1500),
            cpu: Duration::from_secs(2),
            output,
        };
        let line = || BTreeSet::from(["NOT RUN: there is no Node".to_owned()]);
        let ends = [
            end("tests", Ended::Passed, Output { passed: 30, ignored: 2, lines: line() }),
            end("page", Ended::NotRun, Output { lines: line(), ..Output::default() }),
            end("loom", Ended::Failed, Output::default()),
            end("miri", Ended::NotReached, Output::default()),
        ];
        let text = "\
tests          passed       1.5 s      2.0 s of CPU  30 tests passed, 2 ignored
    NOT RUN: there is no Node
page           NOT RUN
    NOT RUN: there is no Node
loom           FAILED       1.5 s      2.0 s of CPU
miri           not reached
checks: 1 passed, 1 failed, 2 skipped
";
        assert_eq!(summary(&ends), text);
    }

    #[test]
    fn names_of_checks_are_unique_and_others_are_refused() {
        let names: Vec<&str> = [IN_TURN, TESTS, BESIDE].into_iter().flatten().map(|(name, _)| *name).collect();
        assert_eq!(names.iter().collect::<BTreeSet<_>>().len(), names.len());
        let refused = one(Path::new("."), "nothing").expect_err("it is not a check").to_string();
        assert!(names.iter().all(|name| refused.contains(name)), "{refused}");
    }
}
