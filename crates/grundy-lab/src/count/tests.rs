//! Counts against a plain list of all positions, each solved on its own.

use grundy::{Limits, Outcome, games};

use super::*;

fn run() -> Run {
    Run::new(Limits::default())
}

fn query(size: u64) -> CountQuery {
    CountQuery { letters: Vec::new(), heaps: None, size, up_to: false, moves: false, losing: false, modulo: None }
}

/// The numbers of one size by the front door alone.
fn plain(rules: &Declaration, query: &CountQuery) -> Tally {
    let positions = Positions::of(rules, &query.letters, query.heaps).expect("it has sizes");
    let mut tally = Tally::default();
    let one = BigUint::from(1u8);
    for sum in positions.of_size(query.size).expect("it is small") {
        let question = grundy::Question::Outcome;
        let outcome = run().solve(grundy::Query::new(rules, sum.clone(), question)).expect("it is small").outcome();
        match rules.convention {
            Convention::Misere => tally.add_outcome(outcome == Some(Outcome::P), &one),
            Convention::Normal => {
                let value = run().values_of(rules, vec![sum]).expect("it is small")[0];
                assert_eq!(Some(value.outcome()), outcome);
                tally.add(value.0, &one);
            }
        }
    }
    assert_eq!(tally.positions, positions.count(query.size), "{rules} {query:?}");
    tally
}

fn assert_counted(game: &str, letters: &str, heaps: Option<u32>, most: u64, method: &str) {
    let rules = games::game(game).expect("it is a game");
    let mut all = Vec::new();
    for size in 0..=most {
        let query = CountQuery { letters: letters.chars().collect(), heaps, ..query(size) };
        let right = plain(&rules, &query);
        let found = count(&run(), &rules, &query).expect("it is small");
        assert_eq!(found.total, right, "{game} at size {size}");
        assert_eq!(found.method.name(), method, "{game} at size {size}");
        if !right.positions.is_zero() {
            assert!(found.status.is_proved(), "{game} at size {size}");
        }
        let modulo = count(&run(), &rules, &CountQuery { modulo: Some(5), ..query }).expect("it is small");
        assert_eq!(modulo.total.losing, &right.losing % 5u8);
        assert_eq!(modulo.total.sum, &right.sum % 5u8);
        all.push((size, right));
    }
    let query = CountQuery { letters: letters.chars().collect(), heaps, up_to: true, ..query(most) };
    let found = count(&run(), &rules, &query).expect("it is small");
    assert_eq!(found.sizes, all, "{game}");
    assert_eq!(found.total.losing, all.iter().map(|(_, tally)| &tally.losing).sum::<BigUint>(), "{game}");
}

/// The members of a family are paths, which are heaps; far out they are counted by their period.
#[test]
fn members_of_families_are_counted_by_what_is_proved() {
    for size in [40, 5_000, 10u64.pow(12)] {
        let all = CountQuery { up_to: true, ..query(size) };
        let [members, heaps] = ["arc-kayles on path n", "octal 0.07"]
            .map(|game| count(&run(), &games::game(game).expect("it is a game"), &all).expect("it is proved"));
        assert_eq!(members.total.values, heaps.total.values, "{size}");
        assert!(members.status.is_proved() && members.total.positions == BigUint::from(size) + 1u8, "{size}");
    }
}

#[test]
fn words_are_counted_by_an_automaton() {
    assert_counted("row: \"aa\" -> \"\", \"b\" -> \"\"", "", None, 7, "automaton");
    assert_counted("misère row: \"aa\" -> \"\", \"b\" -> \"\"", "", None, 6, "automaton");
    assert_counted("row: take letter", "ab", None, 5, "automaton");
}

#[test]
fn letters_that_no_rule_names_are_walls() {
    assert_counted("row: cut \"aa\" or \"b\"", "abc", None, 5, "automaton");
    assert_counted("row: cut \"aa\" or \"b\"", "ac", None, 6, "automaton");
    assert_counted("row: cut \"aa\" or \"b\"", "a", None, 6, "automaton");
}

#[test]
fn rings_are_counted_by_an_automaton() {
    assert_counted("ring: \"aa\" -> \"\", \"b\" -> \"\"", "", None, 8, "automaton");
    assert_counted("ring: \"ab\" -> \"a\"", "", None, 7, "automaton");
    assert_counted("misère ring: \"aa\" -> \"\", \"b\" -> \"\"", "", None, 6, "automaton");
}

#[test]
fn words_without_an_automaton_are_listed() {
    assert_counted("row: take square", "ab", None, 6, "list");
}

#[test]
fn sums_of_heaps_are_counted_by_their_values() {
    for heaps in 2..5 {
        assert_counted("nim", "", Some(heaps), 9, "table");
        assert_counted("kayles", "", Some(heaps), 9, "table");
    }
    assert_counted("misère kayles", "", Some(2), 7, "list");
}

#[test]
fn other_boards_are_listed() {
    assert_counted("ring: cut \"ab\"", "", None, 5, "list");
    assert_counted("bag: take letter until distinct", "abc", None, 4, "list");
    assert_counted("wythoff", "", None, 5, "list");
    assert_counted("cram", "", None, 3, "list");
    assert_counted("chomp", "", None, 6, "list");
}

#[test]
fn single_heaps_are_a_table() {
    for game in ["kayles", "misère kayles", "nim"] {
        let rules = games::game(game).expect("it is a game");
        let mut right = Tally::default();
        for size in 0..=30 {
            right.include(&plain(&rules, &query(size)));
            assert_eq!(count(&run(), &rules, &query(size)).expect("it is small").total, plain(&rules, &query(size)));
        }
        let found = count(&run(), &rules, &CountQuery { up_to: true, ..query(30) }).expect("it is small");
        assert_eq!((found.total, found.sizes.len()), (right, 0), "{game}");
    }
    // A long table is read off a period.
    let rules = games::game("take 1..3").expect("it is a game");
    let found = count(&run(), &rules, &CountQuery { up_to: true, ..query(99_999) }).expect("it is small");
    assert_eq!((found.total.losing, found.total.sum), (25_000u32.into(), 150_000u32.into()));
    assert!(found.status.is_proved());
}

#[test]
fn winning_moves_are_counted() {
    let rules = games::game("nim").expect("it is a game");
    let pairs = CountQuery { heaps: Some(3), moves: true, ..query(6) };
    let found = count(&run(), &rules, &pairs).expect("it is small").total;
    // 4+1+1: one move; 3+2+1: none; 2+2+2: three moves, but equal heaps are three components.
    let moves = found.moves.expect("they were requested");
    assert_eq!((found.losing, moves.total), (1u8.into(), 4u8.into()));
    assert_eq!(moves.most.map(|(most, _)| most), Some(3));
    assert_eq!(moves.fewest.map(|(fewest, _)| fewest), Some(1));
}

#[test]
fn what_has_no_size_is_refused() {
    let refused = |game: &str, query: &CountQuery| {
        let rules = games::game(game).expect("it is a game");
        count(&run(), &rules, query).expect_err("it has no size").to_string()
    };
    assert_eq!(refused("row: take letter", &query(3)), "the rules name no letters that words could have");
    assert_eq!(refused("geography", &query(3)), "positions on this board (token) have no size: a token needs a graph");
    let heaps = CountQuery { heaps: Some(2), ..query(3) };
    assert_eq!(
        refused("cram", &heaps),
        "a number of heaps is about sums of heaps, and the board of this game is: graph"
    );
    let wide = "a board has at most 64 squares on a side";
    assert_eq!(refused("cram", &query(65)), wide);
    assert_eq!(refused("graph: take all leaves but at most one", &CountQuery { up_to: true, ..query(65) }), wide);
    let many = refused("ring: cut \"ab\"", &query(60));
    let right = "there are more than 4194304 rings of 60 letters over ab: they are not listed; no automaton";
    assert!(many.starts_with(right), "{many}");
}

/// The cheap answer to whether there are few positions is that of the count.
#[test]
fn few_positions_are_told_from_many() {
    let games = [
        ("nim", "", Some(2)),
        ("nim", "", Some(3)),
        ("nim", "", Some(70)),
        ("kayles", "", None),
        ("row: take letter", "abc", None),
        ("ring: \"ab\" -> \"a\"", "", None),
        ("bag: take letter until distinct", "abcd", None),
        ("wythoff", "", None),
        ("cram", "", None),
        ("chomp", "", None),
    ];
    for (game, letters, heaps) in games {
        let rules = games::game(game).expect("it is a game");
        let letters: Vec<char> = letters.chars().collect();
        let positions = Positions::of(&rules, &letters, heaps).expect("it has sizes");
        for size in (0..120).chain([1_000, 2_100]) {
            let count = positions.count(size);
            for most in [1, 10, 1_000, 1 << 22] {
                assert_eq!(positions.are_few(size, most), count <= BigUint::from(most), "{game} {size} {most}");
            }
        }
        let huge = 10u64.pow(18);
        let one_by_one = heaps.is_none() && game == "kayles";
        assert_eq!(positions.are_few(huge, 1 << 22), one_by_one, "{game}");
    }
    // A million heaps of one counter are one sum.
    let nim = games::game("nim").expect("it is a game");
    let ones = Positions::of(&nim, &[], Some(1_000_000)).expect("it has sizes");
    assert!(ones.are_few(1_000_001, 1));
}

/// The lost positions alone are as many as where all values are counted, by whatever method.
#[test]
fn lost_positions_are_counted_without_values() {
    for (text, heaps, size, method) in [
        ("heap: take square", None, 2_000, Some(Method::Sieve)),
        ("misère heap: take prime", None, 2_000, Some(Method::Sieve)),
        ("take 1..3", None, 2_000, Some(Method::Table)),
        ("nim", Some(3), 12, Some(Method::Table)),
        ("\"ab\" -> \"\"", None, 6, None),
    ] {
        let rules = grundy::games::game(text).expect(text);
        let all = CountQuery { heaps, up_to: true, ..query(size) };
        let counted = |query: &CountQuery| count(&run(), &rules, query).expect("it is small");
        let (plain, lost) = (counted(&all), counted(&CountQuery { losing: true, ..all.clone() }));
        assert_eq!(
            (&lost.total.positions, &lost.total.losing),
            (&plain.total.positions, &plain.total.losing),
            "{text}"
        );
        assert!(method.is_none_or(|method| method == lost.method), "{text}: {:?}", lost.method);
        let tallies = || lost.sizes.iter().map(|(_, tally)| tally).chain([&lost.total]);
        assert!(tallies().all(|tally| tally.values.is_empty() && tally.sum.is_zero()), "{text}");
        assert!(lost.status.is_proved(), "{text}");
    }
}
