//! Every verb on a large input of every board keeps to `--time`, to `--memory` and to an interrupt.
//!
//! The table is `testdata/limits.toml`; its verbs and boards are crossed, and each line is run
//! three times: under a limit on time, under one on memory, and with an interrupt at work. Judged
//! are the processor time and the peak of the process, which depend little on what else the machine
//! does, and the exit code: 2 where the table says that the line is refused, and nowhere else. A
//! line that is at fault is run once more at the end, and counts if it is at fault again.
//!
//! All lines take an hour: a test run takes the same sample on every day and every machine.
//! `GRUNDY_LIMITS=7` runs the sample of another seed, `GRUNDY_LIMITS=all` every line
//! (`cargo xtask exact` does), `GRUNDY_LIMITS=2/8` every eighth from the second on, and
//! `GRUNDY_LIMITS='moves on ring'` the lines with this text in their names; each then prints what
//! it does. `GRUNDY_LIMITS_PROGRAM` names another build of the program, with the allowances of this
//! one.

mod files;
mod process;
mod table;

use std::{env, time::Duration};

use files::Folder;
use process::{End, Trial};
use table::{Line, Refused};

/// The limit on time.
const TIME: Duration = Duration::from_secs(1);

/// The limit on memory, in MiB. Work that needs less goes on until [`TIME`] has passed twice.
const MEMORY: u64 = 64;

/// What a process may hold over the limit on memory, in MiB, as the help of `--memory` says.
const OVER: u64 = 16;

/// How long a process may work after a limit on time. The tests' own build of the program is hardly
/// optimised: what takes 50 ms between two looks at the clock in a release takes five times as long
/// in it, and so do the start and the end.
const LATE: Duration = if cfg!(debug_assertions) { Duration::from_millis(600) } else { Duration::from_millis(200) };

/// How long it may work in addition for each GiB that it holds: what was built is freed after the
/// last look at the clock. On a busy machine a release was over the limit and `LATE` by 0.06 s for
/// a GiB in strings (`count --up-to on typed`), 0.6 s in sets of places (`on order`), and 1.0 s in
/// the short lists of compounds.
const FREED: Duration = Duration::from_secs(1);

/// How long a process may work after an interrupt.
const INTERRUPTED: Duration = Duration::from_secs(1);

/// What is left to do of work that ends by itself at an interrupt.
const NEARLY_DONE: Duration = Duration::from_millis(if cfg!(debug_assertions) { 300 } else { 100 });

/// The number of lines in a sample, and the seed of that which a test run takes.
const SAMPLE: usize = 70;
const SEED: u64 = 1;

/// What ends the work of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Limit {
    Time,
    Memory,
    Interrupt,
}

const LIMITS: [Limit; 3] = [Limit::Time, Limit::Memory, Limit::Interrupt];

impl Limit {
    fn name(self) -> &'static str {
        match self {
            Limit::Time => "--time",
            Limit::Memory => "--memory",
            Limit::Interrupt => "interrupt",
        }
    }

    /// The flags that set the limit. A limit on memory that has no end in itself, as where little
    /// is held, gets one on time; the others get one on memory that protects the machine.
    fn flags(self) -> [String; 4] {
        let (time, memory) = match self {
            Limit::Time => (TIME, 2048),
            Limit::Memory => (2 * TIME, MEMORY),
            Limit::Interrupt => (100 * TIME, 2048),
        };
        ["--time".into(), time.as_secs().to_string(), "--memory".into(), format!("{memory}MiB")]
    }

    /// Why this end is not within the limit; `None` if it is.
    fn fault(self, line: &Line, end: &End) -> Option<String> {
        let spans = line.spans;
        let late = LATE + FREED.mul_f64(end.peak as f64 / f64::from(1 << 30));
        let (time, memory) = match self {
            Limit::Time => (spans * TIME + late, 2048 + OVER),
            Limit::Memory => (2 * spans * TIME + late, MEMORY + OVER),
            Limit::Interrupt => (INTERRUPTED, 2048 + OVER),
        };
        let worked = if self == Limit::Interrupt { end.since_interrupt } else { Some(end.worked) };
        // Work that is nearly done when the interrupt comes ends by itself.
        let went_on = end.since_interrupt.is_some_and(|since| since > NEARLY_DONE);
        let code = match (end.code, line.refused) {
            (Some(2), Refused::Yes | Refused::Either) if !went_on => None,
            (Some(0 | 1 | 3), Refused::No | Refused::Either) if !went_on => None,
            (Some(130), Refused::No | Refused::Either) if self == Limit::Interrupt => None,
            (Some(2), Refused::No) => Some("it is refused".to_owned()),
            (code, Refused::Yes) => Some(format!("the exit code {code:?}, though it is to be refused")),
            (code, _) => Some(format!("the exit code {code:?}")),
        };
        let late =
            worked.filter(|worked| *worked > time).map(|worked| format!("{:.2} s of work", worked.as_secs_f64()));
        let large = (end.peak >> 20 > memory).then(|| format!("{} MiB", end.peak >> 20));
        let panicked = end.said.contains("panicked").then(|| "a panic".to_owned());
        let faults: Vec<String> = [code, late, large, panicked].into_iter().flatten().collect();
        (!faults.is_empty()).then(|| faults.join(", "))
    }
}

/// Which lines are run.
enum Chosen {
    /// The first [`SAMPLE`] in an order that this seed gives.
    Sample(u64),
    /// Every `of`-th, from this one on.
    Part { first: usize, of: usize },
    /// Those with this text in their names.
    Named(String),
}

impl Chosen {
    /// What the environment says, else the usual sample.
    fn read(text: String) -> Chosen {
        if text.is_empty() {
            return Chosen::Sample(SEED);
        }
        let part = text.split_once('/').and_then(|(first, of)| Some((first.parse().ok()?, of.parse().ok()?)));
        match (text.as_str(), text.parse(), part) {
            ("all", ..) => Chosen::Part { first: 1, of: 1 },
            (_, Ok(seed), _) => Chosen::Sample(seed),
            (_, _, Some((first, of))) if first > 0 && of > 0 => Chosen::Part { first, of },
            _ => Chosen::Named(text),
        }
    }

    /// The lines with their limits, in the order in which they are run.
    fn of<'l>(&self, lines: &'l [Line]) -> Vec<(&'l Line, Limit)> {
        let all = lines.iter().flat_map(|line| LIMITS.map(|limit| (line, limit)));
        match self {
            Chosen::Sample(seed) => {
                let mut all: Vec<_> = all.collect();
                fastrand::Rng::with_seed(*seed).shuffle(&mut all);
                all.truncate(SAMPLE);
                all
            }
            Chosen::Part { first, of } => all.skip(first - 1).step_by(*of).collect(),
            Chosen::Named(text) => all.filter(|(line, limit)| name(line, *limit).contains(text.as_str())).collect(),
        }
    }
}

fn name(line: &Line, limit: Limit) -> String {
    format!("{}: {}", line.name, limit.name())
}

#[test]
fn every_verb_on_every_board_keeps_to_its_limits() {
    if !cfg!(target_os = "linux") {
        crate::not_run("the work and the peak of a process are read from /proc, which this system does not have");
        return;
    }
    let lines = table::lines();
    let text = env::var("GRUNDY_LIMITS").unwrap_or_default();
    let shown = !text.is_empty();
    let folder = Folder::new();
    let run = |line: &Line, limit: Limit| {
        let words: Vec<String> = line.words.iter().cloned().chain(limit.flags()).collect();
        let interrupt = limit == Limit::Interrupt;
        let end =
            Trial { words: &words, stdin: line.stdin.as_deref(), folder: &folder, one_core: line.one_core, interrupt }
                .run();
        let fault = limit.fault(line, &end);
        if shown {
            eprintln!("{}: {end}{}", name(line, limit), fault.as_ref().map_or("", |_| ": AT FAULT"));
        }
        fault.map(|fault| format!("{}: {fault}: {end}\n    {}", name(line, limit), last(&end.said)))
    };
    let chosen = Chosen::read(text).of(&lines);
    assert!(!chosen.is_empty(), "no line of the table has this name");
    let again: Vec<_> = chosen.iter().filter(|(line, limit)| run(line, *limit).is_some()).collect();
    // A machine that does much else inflates the processor time.
    let faults: Vec<String> = again.iter().filter_map(|(line, limit)| run(line, *limit)).collect();
    eprintln!("{} lines, {} at fault once, {} again", chosen.len(), again.len() - faults.len(), faults.len());
    assert!(faults.is_empty(), "{} of {} lines:\n{}", faults.len(), chosen.len(), faults.join("\n"));
}

/// The end of what a process said.
fn last(said: &str) -> String {
    let signs: Vec<char> = said.trim_end().chars().collect();
    signs[signs.len().saturating_sub(200)..].iter().collect::<String>().replace('\n', "\n    ")
}

/// What ignored its limits for minutes, or went on for ever, and what is refused before it begins:
/// the words, the file that is read, the exit code, and the most seconds of work.
const ENDED: &[(&[&str], Option<&str>, i32, f64)] = &[
    (&["plan", "bag: split into 2.. parts within word in \"big.txt\"", "{<abcdefgh*4>}"], None, 0, 2.0),
    (&["count", "nim", "--heaps", "12", "--up-to", "3000", "--time", "1", "--jobs", "1"], None, 3, 1.6),
    (&["count", "nim", "--heaps", "12", "--up-to", "3000", "--memory", "64MiB"], None, 3, 2.0),
    (&["count", "nim", "--heaps", "4000000000", "--up-to", "3999999999"], None, 3, 1.0),
    (&["play", "cram", "8x8", "--time", "1"], Some("/dev/zero"), 2, 1.6),
    (&["play", "cram", "4x4", "--time", "1"], Some("blank"), 2, 1.6),
    (&["compound", "selective", "take 1", "1000000000", "1000000000", "2", "4", "6"], None, 3, 2.0),
    (&["compound", "conjunctive", "wythoff", "1000000", "999999"], None, 3, 2.0),
    (&["compound", "diminished", "piles: take any from 1..2 piles", "[1000000, 1000000, 1000000]"], None, 3, 2.0),
];

#[test]
fn what_was_long_ends_soon() {
    if !cfg!(target_os = "linux") {
        crate::not_run("the work of a process is read from /proc, which this system does not have");
        return;
    }
    let folder = Folder::new();
    for (words, stdin, code, most) in ENDED {
        let words: Vec<String> = words.iter().map(|word| table::repeated(word)).collect();
        let end = Trial { words: &words, stdin: *stdin, folder: &folder, one_core: false, interrupt: false }.run();
        assert_eq!(end.code, Some(*code), "{words:?}: {end}: {}", end.said);
        assert!(end.worked.as_secs_f64() <= *most, "{words:?}: {end}");
    }
}
