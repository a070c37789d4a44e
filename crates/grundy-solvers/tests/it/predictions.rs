//! The estimates of solvers compared with what they use: positions and memory within a factor of
//! three. Times are printed with `--release --nocapture --test-threads=1`, and not tested.

use std::time::Instant;

use grundy_games::{Query, Question};
use grundy_solvers::Budget;

use crate::common::{Random, kernel};

/// The allowed factor, in both directions.
const FACTOR: f64 = 3.0;

fn holds(name: &str, query: &Query) {
    holds_within(name, query, FACTOR);
}

fn holds_within(name: &str, query: &Query, factor: f64) {
    let kernel = kernel(name);
    let estimate = kernel.assess(query).unwrap();
    let mut budget = Budget::new();
    let clock = Instant::now();
    kernel.solve(query, &mut budget).unwrap();
    let took = clock.elapsed().as_nanos() as f64;
    let positions = budget.progress().positions as f64;
    let bytes = budget.peak() as f64;
    let shown: String = query.to_string().chars().take(60).collect();
    println!(
        "{name}: positions {:.2} bytes {:.2} time {:.2} ({positions} {bytes:.0} {took:.0}) {shown}",
        estimate.positions / positions.max(1.0),
        estimate.bytes / bytes,
        estimate.nanoseconds / took
    );
    let near = |predicted: f64, found: f64| predicted <= factor * found && found <= factor * predicted;
    assert!(
        near(estimate.positions.max(1.0), positions.max(1.0)),
        "{} positions, found {positions}: {shown}",
        estimate.positions
    );
    assert!(near(estimate.bytes, bytes), "{} bytes, found {bytes}: {shown}", estimate.bytes);
}

fn query(text: &str, start: &str, words: &[String]) -> Query {
    let list = words.join("\n");
    let rules = grundy_games::game_with(text, &|_| Ok(list.clone().into_bytes())).unwrap();
    Query::new(&rules, grundy_games::position(&rules, start).unwrap(), Question::ValueAndMoves)
}

fn list(random: &mut Random, letters: usize, many: usize, shortest: usize, longest: usize) -> Vec<String> {
    (0..many).map(|_| random.word(letters, shortest, longest)).collect()
}

#[test]
fn tapes() {
    let mut random = Random::new(31);
    for (letters, many, shortest, longest, left) in [
        (2, 40, 3, 8, 30),
        (4, 500, 3, 9, 6),
        (10, 2000, 4, 12, 50),
        (26, 3000, 3, 10, 40),
        (3, 20, 2, 5, 1_000_000),
        (5, 4, 50, 150, 100),
    ] {
        let words = list(&mut random, letters, many, shortest, longest);
        let last = char::from(b'a' + letters as u8 - 1);
        let text = format!("tape: append letter of a..{last} until it ends with word in \"list\"");
        holds("tape", &query(&text, &format!("a/{left}"), &words));
        let text = "tape: append letter within word in \"list\" avoiding whole word in \"list\"";
        holds("tape", &query(text, "\"\"", &words));
        let text = "tape: append letter within factor of word in \"list\"";
        holds("tape", &query(text, "\"\"", &words[..words.len().min(100)]));
    }
}

#[test]
fn bags() {
    let mut random = Random::new(34);
    for (letters, many, shortest, longest, size) in
        [(4, 30, 2, 5, 30), (8, 400, 3, 8, 25), (12, 3000, 3, 9, 22), (20, 5000, 3, 8, 24), (26, 20, 1, 3, 20)]
    {
        let words = list(&mut random, letters, many, shortest, longest);
        let bag = format!("{{{}}}", random.word(letters, size, size));
        holds("bag", &query("bag: take word in \"list\"", &bag, &words));
        holds("bag", &query("bag: take letter, take word in \"list\"", &bag, &words));
    }
}

#[test]
fn letter_cuts() {
    let mut random = Random::new(32);
    for (letters, length) in [(2, 30), (26, 100), (4, 170), (3, 1000), (26, 2000), (26, 100_000)] {
        let word = random.word(letters, length, length);
        holds("letter-cuts", &query("row: cut every copy of a letter", &word, &[]));
    }
    let wide: String = ('\u{4e00}'..'\u{4e40}').cycle().take(3000).collect();
    holds("letter-cuts", &query("row: cut every copy of a letter", &wide, &[]));
}

#[test]
fn intervals() {
    let mut random = Random::new(33);
    for (letters, length) in [(2, 20), (3, 100), (26, 170), (2, 300), (4, 800)] {
        let word = random.word(letters, length, length);
        let words = list(&mut random, letters, 6, 1, 3);
        holds("interval", &query("row: cut word in \"list\"", &word, &words));
        holds("interval", &query("row: cut letter of a..b", &word, &[]));
        if length <= 300 {
            holds("interval", &query("row: cut palindrome 2..", &word, &[]));
            holds("interval", &query("row: cut square", &word, &[]));
        }
    }
}

#[test]
fn geography() {
    for start in ["grid 8x9 from 3", "path 1000 from 7", "complete 60 from 0", "grid 60x61 from 100", "star 500 from 0"]
    {
        let rules = grundy_games::game("geography").unwrap();
        let query = Query::new(&rules, grundy_games::position(&rules, start).unwrap(), Question::Outcome);
        holds("geography", &query);
    }
}

#[test]
fn bars_of_chocolate() {
    for bar in ["3x4", "8x10", "10x11", "2x500", "7.7.7.5.5.2"] {
        holds("chomp", &query("chomp", bar, &[]));
    }
}

/// The positions that a proof needs depend on the values, so boards may be further off than other
/// solvers.
#[test]
fn boards() {
    const WIDE: f64 = 10.0;
    for (game, start) in
        [("cram", "4x5"), ("cram", "4x7"), ("cram", "5x5"), ("cram", "5x6"), ("arc-kayles", "knights 4x5")]
    {
        holds_within("proof-number", &query(game, start, &[]), WIDE);
    }
}

#[test]
fn searches_on_graphs() {
    for (game, start) in [
        ("cram", "3x4"),
        ("node-kayles", "4x4"),
        ("arc-kayles", "complete 7"),
        ("chomp", "{0<1 1<2 0<3 3<4 2<5 4<5}"),
        ("geography", "grid 3x4 from 0"),
        ("edge-geography", "grid 3x3 from 0"),
        ("directed-geography", "{a>b b>c c>a c>d d>e e>a b>e} from a"),
    ] {
        holds("search", &query(game, start, &[]));
    }
}

/// Words of different letters are sets of places, and an array holds all of them.
#[test]
fn sets_of_places() {
    for letters in [12, 16, 18] {
        let word: String = ('a'..='z').take(letters).collect();
        holds("packed", &query("row: take letter", &word, &[]));
    }
}

/// Cuts leave factors of the word, so long words have few words below them. A bound on their number
/// is the estimate, which may be further off.
#[test]
fn cuts_of_runs() {
    const WIDE: f64 = 10.0;
    let mut random = Random::new(35);
    for (letters, length) in [(2, 40), (3, 140), (3, 200)] {
        let word = random.word(letters, length, length);
        holds_within("search", &query("row: cut run until increasing", &word, &[]), WIDE);
        let ring = format!("({})", &word[..40]);
        holds_within("search", &query("ring: cut run", &ring, &[]), WIDE);
    }
}
