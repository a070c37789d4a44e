//! Packed words against the plain meaning, on random games and at the widths where types change.

use std::{
    collections::HashMap,
    num::NonZero,
    ops::ControlFlow,
    sync::atomic::{AtomicBool, Ordering},
    time::Duration,
};

use grundy_cert::{Verdict, check};
use grundy_games::{Component, Declaration, Query, Question};

use super::*;
use crate::{
    search::memo,
    support::{
        budget::{Progress, Reason},
        clock::Stopwatch,
    },
};
use random::Random;

mod checked;
mod random;

fn query(game: &str, position: &str) -> Query {
    let rules = grundy_games::game(game).unwrap_or_else(|fault| panic!("{game}: {fault}"));
    let start =
        grundy_games::position(&rules, position).unwrap_or_else(|fault| panic!("{game} at {position}: {fault}"));
    Query::new(&rules, start, Question::ValueAndMoves)
}

/// The values of all words that come up, by the definition; `None` if there are too many.
fn meaning(query: &Query) -> Option<HashMap<Component, Nimber>> {
    let start: Vec<Component> = query.position.iter().map(|term| term.component.clone()).collect();
    memo::values(&query.rulesets[0], &start, |_| 0, &mut Budget::new().positions(4_000)).ok()
}

/// Compares the values of all words with the meaning, and has the claim checked. Returns whether
/// there were few enough.
fn compare(query: &Query) -> bool {
    let Some(known) = meaning(query) else { return false };
    for solution in ways(query) {
        compare_solution(query, &known, &solution);
    }
    true
}

/// The solutions of every way that covers a query.
fn ways(query: &Query) -> Vec<Solution> {
    let program = Arc::new(Program::new(query).unwrap_or_else(|why| panic!("{query}: {why}")));
    let places = || StartPlaces::new(&program, query);
    let mut budget = Budget::new();
    let mut found = vec![Packed.solve(query, &mut budget)];
    for threads in [1, 3] {
        let mut budget = Budget::new().threads(NonZero::new(threads).expect("some"));
        let plain = Solve { program: program.clone(), places: None, query, budget: &mut budget };
        found.push(with_widths(&program.widths(), plain));
    }
    if let Some(places) = places().filter(|places| places.bits() <= 12) {
        found.push(of_array(&program, places, query, &mut budget));
    }
    if let Some(places) = places().filter(StartPlaces::are_words) {
        let widths = Widths { bits: places.bits(), ..program.widths() };
        let sets = Solve { program: program.clone(), places: Some(places), query, budget: &mut budget };
        found.push(with_widths(&widths, sets));
    }
    found.into_iter().map(|found| found.unwrap_or_else(|stopped| panic!("{query}: {stopped}"))).collect()
}

fn compare_solution(query: &Query, known: &HashMap<Component, Nimber>, solution: &Solution) {
    let sum: Nimber = query.position.iter().map(|term| known[&term.component]).sum();
    assert_eq!(solution.answer, Answer::Value(sum), "{query}");
    let [Claim::Positions(map)] = &solution.claims[..] else { panic!("one claim about positions") };
    let mut shown = HashMap::new();
    map.each(&mut |component, value| {
        assert_eq!(shown.insert(component.clone(), value), None, "{query}: {component} is shown twice");
        assert_eq!(map.value(component), Some(value), "{query}: {component}");
        ControlFlow::Continue(())
    });
    assert!(map.count() >= shown.len() as u64);
    // An array has words that do not come up, too.
    for (component, value) in known {
        assert!(shown.get(component).is_none_or(|shown| shown == value), "{query}: {component}");
    }
    assert!(query.position.iter().all(|term| shown.contains_key(&term.component)), "{query}");
    assert_eq!(check(query, solution, &mut || true), Ok(Verdict::Verified), "{query}");
}

#[test]
fn random_games_have_the_values_of_the_definition() {
    compare_random_games(0x9e37_79b9_7f4a_7c15, 4_000);
}

#[test]
#[ignore = "it runs for minutes: `cargo xtask exact` runs it, and the test above is its short form"]
fn many_random_games_have_the_values_of_the_definition() {
    for seed in 1..20u64 {
        compare_random_games(seed.wrapping_mul(0x2545_f491_4f6c_dd1d), 20_000);
    }
}

fn compare_random_games(seed: u64, games: usize) {
    let mut random = Random::new(seed);
    let (mut read, mut longer, mut compared, mut misere) = (0, 0, 0, 0);
    for _ in 0..games {
        let (game, position) = random.game();
        let Ok(rules) = grundy_games::game(&game) else { continue };
        let start =
            grundy_games::position(&rules, &position).unwrap_or_else(|fault| panic!("{game} at {position}: {fault}"));
        let query = Query::new(&rules, start.clone(), Question::ValueAndMoves);
        if let Err(why) = Packed.assess(&query) {
            assert_eq!(why, "a rule leaves longer words", "{query}");
            longer += 1;
            continue;
        }
        read += 1;
        compared += usize::from(compare(&query));
        misere += usize::from(compare_misere(&Declaration { convention: Convention::Misere, ..rules }, start));
    }
    assert!(misere * 5 > read, "{misere} of {read} games are compared in misère play");
    assert!(read * 2 > games, "{read} of {games} texts are games that are covered");
    assert!(longer * 100 < read, "{longer} of {read} games leave longer words");
    assert!(compared * 20 > read * 19, "{compared} of {read} games are compared");
}

#[test]
fn keys_of_every_width_give_the_values_of_the_definition() {
    // Over one letter a plane, over three letters two planes, over five three.
    for (game, letters) in [
        ("row: cut \"ab\" or \"ba\", \"aaa\" -> \"b\" until length at most 3", "ab"),
        ("row: take run until at most 1 distinct letters", "abc"),
        ("row: cut palindrome 30..", "ab"),
        ("row: cut half of square", "abcde"),
        ("ring: cut palindrome 25..", "abc"),
        ("row: xyx -> y | x for letters x, y", "abcdefgh"),
    ] {
        let mut compared = 0;
        for length in [1, 2, 3, 20, 21, 22, 31, 32, 33, 42, 43, 63, 64, 65, 85, 86, 127, 128] {
            let mut random = Random::new(length * 77);
            let word: String = (0..length)
                .map(|_| char::from(letters.as_bytes()[random.below(letters.len() as u64) as usize]))
                .collect();
            let position = if game.starts_with("ring") { format!("({word})") } else { word };
            let query = query(game, &position);
            if Program::new(&query).is_ok() {
                compared += usize::from(compare(&query));
            }
        }
        assert!(compared >= 4, "{game}: {compared}");
    }
}

/// Compares the outcomes of all words with the meaning, and has the claim checked. Returns whether
/// the query is covered and small.
fn compare_misere(rules: &Declaration, start: Vec<Component>) -> bool {
    let query = Query::new(rules, start, Question::ValueAndMoves);
    if Packed.assess(&query).is_err() {
        return false;
    }
    let Ok(plain) = memo::MemoSearch.solve(&query, &mut Budget::new().positions(4_000)) else { return false };
    let solution = Packed.solve(&query, &mut Budget::new()).unwrap_or_else(|stopped| panic!("{query}: {stopped}"));
    assert_eq!(solution.answer, plain.answer, "{query}");
    assert_eq!(check(&query, &solution, &mut || true), Ok(Verdict::Verified), "{query}");
    let ([Claim::Outcomes(own)], [Claim::Outcomes(other)]) = (&solution.claims[..], &plain.claims[..]) else {
        panic!("one claim about outcomes each")
    };
    for (sum, outcome) in other.iter() {
        // Each of the two leaves out what it need not know.
        assert!(own.outcome(sum).is_none_or(|own| own == *outcome), "{query}: {sum:?}");
    }
    true
}

#[test]
fn values_beyond_a_byte_are_exact() {
    // As Nim: a run of n letters has the value n.
    let nim = |many: usize| query("row: take part of run", &format!("\"{}\"", "a".repeat(many)));
    for many in [0, 1, 63, 64, 65, 127, 128, 129, 253, 254, 255, 256] {
        let solution = Packed.solve(&nim(many), &mut Budget::new()).expect("no limits");
        assert_eq!(solution.answer, Answer::Value(Nimber(many as u64)));
        if many < 66 {
            assert_eq!(check(&nim(many), &solution, &mut || true), Ok(Verdict::Verified), "{many}");
        }
    }
    assert!(Packed.assess(&nim(257)).is_err(), "a key has 256 bits");
    let sum = query("ring: take part of run", &format!("(\"{}\") + (\"{}\")", "a".repeat(70), "a".repeat(67)));
    assert_eq!(Packed.solve(&sum, &mut Budget::new()).map(|found| found.answer), Ok(Answer::Value(Nimber(70 ^ 67))));
}

#[test]
fn tables_hold_what_was_put_in() {
    fn fill<K: Key>(bits: usize, count: u64) {
        let mut random = Random::new(bits as u64);
        let mut table: KeyTable<K> = KeyTable::new(bits);
        let mut plain: HashMap<K, u64> = HashMap::new();
        let mut budget = Budget::new();
        for at in 0..count {
            let word = |_| random.below(u64::MAX >> 12) << 12 | random.below(1 << 12);
            let key = K::of_words(word) & K::low(bits);
            if key.is_none() || plain.contains_key(&key) {
                continue;
            }
            assert_eq!(table.unmix(table.mix(key)), key);
            assert_eq!(table.get(table.mix(key)), None);
            let value = [at % 7, 252, 253, 254, 255, 256, 1 << 40][(at % 7) as usize];
            table.insert(table.mix(key), value, &mut budget).expect("no limits");
            plain.insert(key, value);
        }
        for (key, value) in &plain {
            assert_eq!(table.get(table.mix(*key)), Some(*value), "{bits} bits: {key:?}");
            let again = table.insert(table.mix(*key), *value, &mut budget);
            assert!(again.is_ok_and(|is_new| !is_new), "{bits} bits: {key:?}");
        }
        let (mut mixed, values): (Vec<K>, Vec<u64>) = plain.iter().map(|(&key, &value)| (key, value)).unzip();
        let mut starts = Vec::new();
        table.begin(&mut mixed, &mut starts);
        for ((mixed, start), value) in mixed.into_iter().zip(starts).zip(values) {
            assert_eq!(table.get_from(start, mixed), Some(value), "{bits} bits: {mixed:?}");
            // From elsewhere on a key may be missed, but has no other value.
            assert!(table.get_from(0, mixed).is_none_or(|found| found == value), "{bits} bits: {mixed:?}");
        }
        let mut shown = HashMap::new();
        table.each(|key, value| shown.insert(key, value).is_none());
        assert_eq!((shown, table.count()), (plain.clone(), plain.len() as u64));
        let bytes = table.bytes() as f64 / plain.len() as f64;
        let most = if bits < 24 { 20.0 } else { (bits as f64 / 8.0 + 2.0) * 2.5 + 4.0 };
        assert!(plain.len() < 20_000 || bytes < most, "{bytes} bytes for each of {} keys of {bits} bits", plain.len());
    }
    for bits in [1, 2, 7, 8, 9, 15, 23, 24, 25, 40, 56, 63, 64] {
        fill::<u64>(bits, 30_000);
    }
    for bits in [65, 66, 72, 100, 127, 128] {
        fill::<u128>(bits, 30_000);
    }
    for bits in [129, 130, 191, 192, 193, 255, 256] {
        fill::<WideKey<4>>(bits, 30_000);
    }
}

#[test]
fn sets_of_places_are_used_where_they_pay() {
    let price =
        |query: &Query| price::assess(query, &Budget::new(), f64::INFINITY).map_or(0.0, |price| price.nanoseconds);
    let array = |game: &str, word: &str| {
        let query = query(game, word);
        let program = Program::new(&query).unwrap_or_else(|why| panic!("{query}: {why}"));
        StartPlaces::new(&program, &query).map(|places| (places.are_words(), places.fit_array(price(&query))))
    };
    assert_eq!(array("row: take letter until increasing", "qwertyuiopasdfghj"), Some((true, true)));
    assert_eq!(
        array("row: take \"qw\" until increasing", "qwertyuiopasdfghj"),
        Some((true, false)),
        "few words come up"
    );
    assert_eq!(array("row: take letter", "aababbaaababbabaa"), Some((false, false)), "few sets differ");
    assert_eq!(array("row: cut letter", "abcdefghijklmnopqrst"), Some((true, false)), "only factors come up");
    assert_eq!(array("row: cut letter, take letter", "abcdefghijklmnop"), Some((true, true)));
    assert_eq!(array("ring: take letter", "(abcdef)"), None);
    assert_eq!(array("row: \"ab\" -> \"\"", "abcdef"), None);
    // Values of the array, and of words with 26 different letters as sets.
    assert!(compare(&query("row: take letter until increasing", "gfedcba")));
    assert!(compare(&query("row: take letter, cut \"ba\" until increasing", "gfedcbagf")));
    let mut long = query("row: take palindrome until length at most 23", "qwertyuiopasdfghjklzxcvbnm");
    assert!(compare(&long));
    long.convention = Convention::Misere;
    let plain = memo::MemoSearch.solve(&long, &mut Budget::new()).map(|found| found.answer);
    assert_eq!(Packed.solve(&long, &mut Budget::new()).map(|found| found.answer), plain);
}

#[test]
fn shifts_of_wide_keys_are_those_of_numbers() {
    let mut random = Random::new(5);
    for _ in 0..200 {
        let low = u128::from(random.below(u64::MAX)) << 64 | u128::from(random.below(u64::MAX));
        let wide: WideKey<2> = WideKey::of_words(|at| low.word(at));
        let number = |wide: WideKey<2>| u128::from(wide.word(1)) << 64 | u128::from(wide.word(0));
        assert_eq!((wide.first(), wide.length(), wide.ones()), (low.first(), low.length(), low.ones()));
        assert_eq!(number(wide.rest()), low.rest());
        for by in [0, 1, 7, 63, 64, 65, 100, 127, 128, 129, 300] {
            assert_eq!((number(wide.up(by)), number(wide.down(by))), (low.up(by), low.down(by)), "{low} by {by}");
            assert_eq!(number(WideKey::low(by)), u128::low(by));
        }
    }
}

#[test]
fn limits_end_the_work() {
    let letters: String = ('a'..='z').cycle().take(40).collect();
    for (game, convention) in
        [("row: take letter", "normal"), ("row: take letter", "misere"), ("row: cut letter", "normal")]
    {
        let mut query = query(game, &letters);
        if convention == "misere" {
            query.convention = Convention::Misere;
        }
        let over = |mut budget: Budget| {
            let begun = Stopwatch::new();
            let stopped = Packed.solve(&query, &mut budget).expect_err("the limit is small");
            assert_eq!(budget.progress().bytes, 0, "the table is gone");
            assert!(begun.passed() < Duration::from_secs(5));
            stopped.reason
        };
        assert_eq!(over(Budget::new().positions(100)), Reason::Positions(100));
        assert_eq!(over(Budget::new().bytes(10_000)), Reason::Memory(10_000));
        assert_eq!(over(Budget::new().time(Duration::ZERO)), Reason::Time);
        assert_eq!(over(Budget::new().interrupt(Arc::new(AtomicBool::new(true)))), Reason::Interrupted);
    }
}

#[test]
fn workers_find_the_same_words_and_end_together() {
    let query = query("row: take palindrome 2.., cut \"abc\"", "abbcabbabcbacbabbcabbabcbacabcab");
    let mut all: Option<HashMap<Component, Nimber>> = None;
    for threads in [1, 2, 3, 5] {
        let mut budget = Budget::new().threads(NonZero::new(threads).expect("some"));
        let solution = Packed.solve(&query, &mut budget).expect("no limits");
        let [Claim::Positions(map)] = &solution.claims[..] else { panic!("one claim about positions") };
        let mut shown = HashMap::new();
        map.each(&mut |component, value| {
            shown.insert(component.clone(), value);
            ControlFlow::Continue(())
        });
        assert!(shown.len() > 3_000, "{} words", shown.len());
        assert_eq!(budget.progress().positions, shown.len() as u64, "{threads} workers");
        assert_eq!(all.get_or_insert_with(|| shown.clone()), &shown, "{threads} workers");
        // An interrupt in the midst of the work ends all of them.
        let flag = Arc::new(AtomicBool::new(false));
        let set = flag.clone();
        let report = move |progress: Progress| set.store(progress.positions > 500, Ordering::Relaxed);
        let mut budget = Budget::new().threads(NonZero::new(threads).expect("some")).interrupt(flag).report(report);
        let stopped = Packed.solve(&query, &mut budget).expect_err("it is interrupted");
        assert_eq!((stopped.reason, budget.progress().bytes), (Reason::Interrupted, 0), "{threads} workers");
        // The memory suffices for few of them.
        let mut budget = Budget::new().threads(NonZero::new(threads).expect("some")).bytes(40 << 20);
        assert_eq!(Packed.solve(&query, &mut budget).map(|found| found.answer), Ok(solution.answer));
    }
}

#[test]
fn tables_absorb_others() {
    fn absorb<K: Key>(bits: usize) {
        let mut random = Random::new(bits as u64);
        let mut all: KeyTable<K> = KeyTable::new(bits);
        let mut plain = HashMap::new();
        let mut budget = Budget::new();
        let mut others = [all.another(), all.another(), all.another()];
        for round in 0..4 {
            for at in 0..3_000u64 {
                let word = |_| random.below(u64::MAX >> 12) << 12 | random.below(1 << 12);
                let key = K::of_words(word) & K::low(bits);
                if key.is_none() || plain.contains_key(&key) {
                    continue;
                }
                let value = [at % 7, 253, 254, 1 << 40][(at % 4) as usize];
                plain.insert(key, value);
                // Some are in two of them.
                for other in &mut others[..1 + (at % 2) as usize] {
                    other.insert(other.mix(key), value, &mut budget).expect("no limits");
                }
            }
            all.absorb(others.iter_mut(), 1 + round, &mut budget).expect("no limits");
            assert_eq!((all.count(), budget.progress().positions), (plain.len() as u64, plain.len() as u64));
            assert!(others.iter().all(|other| other.count() == 0));
        }
        assert!(plain.iter().all(|(key, value)| all.get(all.mix(*key)) == Some(*value)), "{bits} bits");
        let mut shown = HashMap::new();
        all.each(|key, value| shown.insert(key, value).is_none());
        assert_eq!(shown, plain);
    }
    [10, 23, 24, 40, 64].into_iter().for_each(absorb::<u64>);
    [65, 128].into_iter().for_each(absorb::<u128>);
    [129, 256].into_iter().for_each(absorb::<WideKey<4>>);
}

#[test]
fn a_merge_that_a_limit_ends_is_partial() {
    let mut all: KeyTable<u64> = KeyTable::new(40);
    let mut other = all.another();
    let mut budget = Budget::new();
    for key in 1..=20_000 {
        other.insert(other.mix(key), key % 5, &mut budget).expect("no limits");
    }
    let mut short = Budget::new().positions(7_000);
    assert!(all.absorb(std::iter::once(&mut other), 1, &mut short).is_err());
    assert!(all.is_partial() && (1..20_000).contains(&all.count()), "{}", all.count());
    all.absorb(std::iter::once(&mut other), 1, &mut budget).expect("no limits");
    assert!(!all.is_partial() && all.count() == 20_000);
}

#[test]
fn what_is_not_covered_is_refused() {
    let refused = |game: &str, position: &str| Packed.assess(&query(game, position)).expect_err(position).into_owned();
    assert!(refused("kayles", "5").contains("rows"));
    assert!(refused("row: take letter", &"abcdefghijklmnop".repeat(4)).contains("256 bits"));
    assert!(refused("misère row: cut \"ab\"", "abab").contains("misère"));
    assert!(refused("misère row: take \"ab\"", "abab + ab").contains("misère"));
    // Letters that never come up take no bits, and words that never occur are left out.
    assert!(Packed.assess(&query("row: take \"ab\" or \"xyz\", \"uv\" -> \"w\"", &"ab".repeat(64))).is_ok());
    // A rule may bring in more letters than it takes.
    let grows = query("row: \"a\" -> \"bbb\", \"b\" -> \"\"", "aabab");
    assert!(compare(&grows));
    assert_eq!(Program::new(&grows).map(|program| program.longest).ok(), Some(14));
}
