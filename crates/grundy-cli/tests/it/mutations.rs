//! The entries with mutated seeds: short deterministic runs of the fuzz targets.

use std::panic::{AssertUnwindSafe, catch_unwind};

use fastrand::Rng;
use grundy::{Budget, Question, plan, solvers::heaps::period::PeriodSearch};
use grundy_cli::entries::ENTRIES;

/// Inputs for each entry, and the most places of a seed that get signs: more with
/// `GRUNDY_LIMITS=all`, which `cargo xtask exact` sets.
fn sizes() -> (usize, usize) {
    if std::env::var("GRUNDY_LIMITS").is_ok_and(|of| of == "all") { (1500, 80) } else { (400, 16) }
}

/// Numbers at which widths change.
const NUMBERS: [&str; 9] = [
    "0",
    "1",
    "255",
    "65536",
    "4294967295",
    "9223372036854775808",
    "18446744073709551615",
    "18446744073709551616",
    "-1",
];

/// Letters of more than one byte, and signs that nobody sees: an accent that combines, an emoji, a
/// letter and a mark of scripts that run from the right, a blank and a joiner without width, NUL,
/// the mark of a file's beginning, a blank, a letter, a digit and a sign of the language.
const SIGNS: [&str; 12] = [
    "\u{301}",
    "\u{1f600}",
    "\u{5d0}",
    "\u{202e}",
    "\u{200b}",
    "\u{200d}",
    "\0",
    "\u{feff}",
    "\u{3000}",
    "\u{e9}",
    "\u{663}",
    "\u{2192}",
];

/// Returns a number below `end`; 0 if that is 0.
fn below(random: &mut Rng, end: usize) -> usize {
    random.usize(..end.max(1))
}

fn mutate(random: &mut Rng, input: &mut Vec<u8>, other: &[u8]) {
    let at = below(random, input.len() + 1);
    let end = (at + below(random, 8)).min(input.len());
    match below(random, 8) {
        0 if at < input.len() => input[at] ^= 1 << below(random, 8),
        1 => drop(input.drain(at..end)),
        2 => input.insert(at, [b'\n', b' ', b'"', b'{', b'.', b'+', 0xff, 0][below(random, 8)]),
        3 => drop(input.splice(at..end, NUMBERS[below(random, NUMBERS.len())].bytes())),
        4 => drop(input.splice(at..at, input[at..end].to_vec())),
        5 => drop(input.splice(at..end, other[below(random, other.len())..].iter().copied().take(20))),
        6 => drop(input.splice(at..at, "\u{e9}\u{1f600}".bytes())),
        _ => input.truncate(at),
    }
}

/// Every sign before, and in place of, letters of a text at so many places, alone and between
/// blanks.
fn signs(text: &str, most: usize) -> impl Iterator<Item = String> {
    let places: Vec<usize> = text.char_indices().map(|(at, _)| at).chain([text.len()]).collect();
    let step = places.len().div_ceil(most);
    places.into_iter().step_by(step).flat_map(move |at| {
        let (before, behind) = text.split_at(at);
        let mut rest = behind.chars();
        rest.next();
        let without = rest.as_str();
        SIGNS.into_iter().flat_map(move |sign| {
            let texts = [("", behind), ("", without), (" ", behind)];
            texts.map(|(blank, behind)| [before, blank, sign, blank, behind].concat())
        })
    })
}

fn attack(name: &str, read: fn(&[u8]), seeds: &[&[u8]]) {
    let (rounds, places) = sizes();
    for text in seeds.iter().filter_map(|seed| str::from_utf8(seed).ok()).flat_map(|text| signs(text, places)) {
        let done = catch_unwind(AssertUnwindSafe(|| read(text.as_bytes())));
        assert!(done.is_ok(), "{name} fails at {text:?}");
    }
    let mut random = Rng::with_seed(0x5eed);
    for round in 0..rounds {
        let seed = seeds[round % seeds.len()];
        let mut input = seed.to_vec();
        if round >= seeds.len() {
            for _ in 0..=below(&mut random, 5) {
                let other = seeds[below(&mut random, seeds.len())];
                mutate(&mut random, &mut input, other);
            }
        }
        let done = catch_unwind(AssertUnwindSafe(|| read(&input)));
        assert!(done.is_ok(), "{name} fails at {:?}", String::from_utf8_lossy(&input));
    }
}

#[test]
fn no_entry_panics() {
    for entry in ENTRIES.iter().filter(|entry| !entry.seeds.is_empty()) {
        let seeds: Vec<&[u8]> = entry.seeds.iter().map(|seed| seed.as_bytes()).collect();
        attack(entry.name, entry.read, &seeds);
    }
}

/// Certificates are made here, so that the seeds are never out of date.
#[test]
fn no_certificate_panics() {
    let games = [
        ("kayles", "5 + 7", Question::ValueAndMoves),
        ("row: take letter", "abc", Question::ValueAndMoves),
        ("bag: take word in {ab, b}", "{abb}", Question::ValueAndMoves),
        ("misère nim", "1 + 2", Question::ValueAndMoves),
        ("geography", "grid 3x4 from 0", Question::Outcome),
        ("geography", "{a-b b-c c-d c-e} from d", Question::Outcome),
    ];
    let seeds = games.map(|(game, position, ask)| {
        let query = grundy::games::query(game, position, ask).unwrap();
        let solution = plan(&query).unwrap().run(&mut Budget::new()).unwrap();
        grundy::cert::write(&query, &solution).unwrap()
    });
    let entry = ENTRIES.iter().find(|entry| entry.name == "certificate").unwrap();
    attack(entry.name, entry.read, &seeds.each_ref().map(String::as_bytes));
}

/// So are states of hunts: of one that lists values still, and of one with a lane of planes.
#[test]
fn no_state_of_a_hunt_panics() {
    let rules = grundy::games::game("octal 0.324").unwrap();
    let seeds = [20_000, 200_000].map(|end| {
        let mut search = PeriodSearch::new(&rules.ruleset, None).unwrap();
        assert_eq!(search.run(end, &mut Budget::new()).unwrap().map(drop), None);
        search
            .running_windows()
            .and_then(|windows| windows.state())
            .expect("a hunt that has made sure of what it knows")
    });
    let entry = ENTRIES.iter().find(|entry| entry.name == "state").unwrap();
    attack(entry.name, entry.read, &seeds.each_ref().map(Vec::as_slice));
}
