//! `cargo xtask bench own`: games that a user declares, compared with the textbook programs of
//! `bench/own`.
//!
//! Whole processes, parsing included, all in turn; the answers must agree. The table goes to
//! `bench/record/own.md`. The check of an answer is the difference of runs with it and without.

use std::{fs, path::Path};

use super::{
    compile, machine,
    measure::{self, Cost, median},
    target,
};

/// A game: the program with its arguments, our rules and position, and the ratio of ours to the
/// program's that is asked.
pub(super) type Game = (&'static str, &'static [&'static str], &'static str, &'static str, f64);

/// A letter 140 times.
macro_rules! letters {
    ($letter:literal) => {
        concat!(letters!(10 $letter), letters!(10 $letter), letters!(10 $letter), letters!(10 $letter), letters!(10 $letter),
            letters!(10 $letter), letters!(10 $letter), letters!(10 $letter), letters!(10 $letter), letters!(10 $letter),
            letters!(10 $letter), letters!(10 $letter), letters!(10 $letter), letters!(10 $letter))
    };
    (10 $letter:literal) => {
        concat!($letter, $letter, $letter, $letter, $letter, $letter, $letter, $letter, $letter, $letter)
    };
}

/// An order on 28 elements.
const ORDER: &str = "{0<20 0<25 1<16 1<17 1<21 1<23 1<25 1<26 2<14 2<15 2<22 3<15 3<16 3<17 3<20 4<15 4<17 4<20 4<24 4<25 4<26 5<14 \
     5<22 5<26 6<14 6<23 6<24 6<25 7<14 7<15 7<24 7<26 8<15 8<20 8<22 9<21 10<14 11<20 12<26 13<19}";

/// A word four times.
macro_rules! four {
    ($word:literal) => {
        concat!($word, $word, $word, $word)
    };
}

/// The start of `row_cut`: a word of 32 letters, 16 times.
const REPEATED: &str = concat!(
    four!("abbcabbabcbacbabbcabbabcbacabcab"),
    four!("abbcabbabcbacbabbcabbabcbacabcab"),
    four!("abbcabbabcbacbabbcabbabcbacabcab"),
    four!("abbcabbabcbacbabbcabbabcbacabcab"),
);

pub(super) const GAMES: &[Game] = &[
    ("heap_arrow", &["20000"], "a -> (a-2b) + (a-b) for b in 1..a/2", "20000", 1.0),
    ("heap_split3", &["2000"], "split into 3 unequal heaps", "2000", 1.0),
    ("heap_gcd", &["8000"], "a -> a - b for b in 1..a where gcd(a, b) = 1", "8000", 0.25),
    (
        "wythoff",
        &["300", "300"],
        "W(a, b) -> W(a-k, b) for k in 1..a, W(a, b) -> W(a, b-k) for k in 1..b, W(a, b) -> W(a-k, b-k) for k in 1..min(a, b)",
        "W(300,300)",
        0.3,
    ),
    ("fibonacci", &["600", "599"], "F(n, q) -> F(n-k, 2k) for k in 1..min(n, q)", "F(600,599)", 0.7),
    (
        "chomp3",
        &["80"],
        "C(a,b,c) -> C(k, min(b,k), min(c,k)) for k in 0..a-1, C(a,b,c) -> C(a, k, min(c,k)) for k in 0..b-1, \
         C(a,b,c) -> C(a, b, k) for k in 0..c-1",
        "C(80,80,80)",
        1.0,
    ),
    ("row_letter", &["qwertyuiopasdfghjklz"], "row: take letter until increasing", "qwertyuiopasdfghjklz", 0.016),
    (
        "row_palindrome",
        &["abbcabbabcbacbabbcabbabcbacabcababacabcbba"],
        "row: take palindrome 2..",
        "abbcabbabcbacbabbcabbabcbacabcababacabcbba",
        0.1,
    ),
    (
        "row_run",
        &["abacabbcabacbabcaabbcabc"],
        "row: take run until at most 2 distinct letters",
        "abacabbcabacbabcaabbcabc",
        0.1,
    ),
    (
        "row_rewrite",
        &["abbcabbabcbacbabbcabbabcbacbabcbbabcbaabbcab"],
        "row: \"ab\" -> \"c\", \"cb\" -> \"a\" until length at most 3",
        "abbcabbabcbacbabbcabbabcbacbabcbbabcbaabbcab",
        0.1,
    ),
    ("row_cut", &[REPEATED], "row: cut palindrome 2.. until distinct", REPEATED, 0.3),
    (
        "ring_palindrome",
        &["abbcabbabcbacbabbcabbabcbacabcababacabcb"],
        "ring: take palindrome 2..",
        "(abbcabbabcbacbabbcabbabcbacabcababacabcb)",
        0.1,
    ),
    (
        "bag_misere",
        &["140"],
        "misère bag: take \"ab\" or \"bc\" or \"cda\" or \"dd\" until at most 1 distinct letters",
        concat!("{", letters!("a"), letters!("b"), letters!("c"), letters!("d"), "}"),
        1.0,
    ),
    ("poset", &[ORDER], "poset: take element with all above", ORDER, 1.0),
    (
        "misere_row",
        &["qwertyuiopasdfghjklzxcvbnm"],
        "misère row: take letter until increasing",
        "qwertyuiopasdfghjklzxcvbnm",
        0.3,
    ),
];

const RUNS: usize = 15;

/// The most that checking may take, in times of the solution.
const CHECK_ASKED: f64 = 6.0;

/// Measures every game, and writes the record.
pub fn bench(root: &Path) -> Result<(), String> {
    let work = target(root).join("bench");
    fs::create_dir_all(&work).map_err(|error| error.to_string())?;
    super::build(root, &work)?;
    let grundy = target(root).join("release/grundy").display().to_string();
    let mut rows = Vec::new();
    for game in GAMES {
        let program = work.join(format!("own-{}", game.0));
        compile(&root.join("bench/own").join(format!("{}.cpp", game.0)), &program, &["-O2"])?;
        let row = row(game, &grundy, &program.display().to_string())?;
        println!("{row}");
        rows.push(row);
    }
    let text = format!(
        "# Declared games compared with textbook programs\n\nMade by `cargo xtask bench own` on: {}. CPU seconds of the whole process (user and \
         system), medians of {RUNS} runs in turn; ours is `solve --value --no-check`; the ratio is the median of the pairs, ours to the \
         textbook program's. The column of the check has what a run with it takes longer, and the next one the median of the pairs, that to \
         ours, at most {CHECK_ASKED} asked for heaps, and 1 for words; a check that does not end leaves the answer computed. Memory is the peak \
         of textbook / ours.\n\n\
         | game | position | textbook | ours | ratio | asked | check | check to ours | memory |\n|---|---|---|---|---|---|---|---|---|\n{}\n",
        machine(),
        rows.join("\n")
    );
    let path = root.join("bench/record/own.md");
    fs::write(&path, text).map_err(|error| format!("{}: {error}", path.display()))
}

/// The row of a game that both programs solve in turn.
fn row(&(name, arguments, rules, position, asked): &Game, grundy: &str, program: &str) -> Result<String, String> {
    let words = |first: &str, rest: &[&str]| -> Vec<String> {
        std::iter::once(first).chain(rest.iter().copied()).map(str::to_owned).collect()
    };
    let textbook = words(program, arguments);
    let ours = words(grundy, &["solve", "--value", "--no-check", "--json", rules, position]);
    let checking = words(grundy, &["solve", "--value", "--json", rules, position]);
    let (mut theirs, mut own, mut checks): (Vec<Cost>, Vec<Cost>, Vec<f64>) = Default::default();
    let mut unchecked = 0.0;
    for round in 0..RUNS {
        let (expected, cost) = measure::run(&textbook, None)?;
        theirs.push(cost);
        let (told, cost) = measure::run(&ours, None)?;
        own.push(cost);
        // A check that does not end is tried once.
        if checks.len() == round {
            let (proved, checked) = measure::run(&checking, None)?;
            if String::from_utf8_lossy(&proved).contains("\"proved\"") {
                checks.push((checked.cpu - cost.cpu).max(0.0));
            } else {
                unchecked = (checked.cpu - cost.cpu).max(0.0);
                checks.clear();
            }
        }
        let expected = String::from_utf8_lossy(&expected).trim().to_owned();
        let answer = answer(&String::from_utf8_lossy(&told));
        if answer != expected {
            return Err(format!("{name}: {answer}, not {expected}"));
        }
    }
    let cpu = |costs: &[Cost]| median(costs.iter().map(|cost| cost.cpu));
    let memory = |costs: &[Cost]| median(costs.iter().map(|cost| cost.memory as f64)) / f64::from(1 << 20);
    let ratio = median(own.iter().zip(&theirs).map(|(own, theirs)| own.cpu / theirs.cpu.max(1e-4)));
    let check = if checks.len() < RUNS {
        format!("no end in {unchecked:.1} s | -")
    } else {
        let to_ours = median(checks.iter().zip(&own).map(|(check, own)| check / own.cpu.max(1e-4)));
        format!("{:.4} | {to_ours:.2}", median(checks.iter().copied()))
    };
    Ok(format!(
        "| {name} | {} | {:.4} | {:.4} | {ratio:.2} | {asked} | {check} | {:.0} / {:.0} MiB |",
        shown(position),
        cpu(&theirs),
        cpu(&own),
        memory(&theirs),
        memory(&own)
    ))
}

/// A position, shortened if it is long.
pub(super) fn shown(position: &str) -> String {
    const MOST: usize = 48;
    match position.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}.. ({} letters)", &position[..end], position.chars().count()),
        None => position.to_owned(),
    }
}

/// The value of an answer as JSON, or the outcome in misère play, where there is no value.
pub(super) fn answer(json: &str) -> String {
    let after = |field: &str| json.split_once(field).map_or("", |(_, rest)| rest.trim_start_matches([' ', '"']));
    let value: String = after("\"value\":").chars().take_while(char::is_ascii_digit).collect();
    if value.is_empty() { after("\"outcome\":").chars().take(1).collect() } else { value }
}
