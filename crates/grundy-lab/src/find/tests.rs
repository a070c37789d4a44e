//! Known games are found by their first values.

use grundy::{
    Limits,
    games::{self, FAMILIES},
};

use super::*;

fn run() -> Run {
    Run::new(Limits::default())
}

/// The first values of a game.
fn first(game: &str, many: usize) -> Vec<u64> {
    let rules = games::game(game).expect("a game");
    values_to(&run(), &rules, many - 1).expect("a table")
}

#[test]
fn every_octal_code_to_three_digits_is_found() {
    for code in 1..512u32 {
        let game = format!("octal 0.{code:03o}");
        let values = first(&game, 15);
        let mut budget = run().budget();
        let mut found = Vec::new();
        sets::walk(0, &values, &mut budget, &mut |set| found.push(set.code())).expect("no limit");
        codes::walk(8, 0, &values, &mut budget, &mut |code| found.push(code.digits().to_vec())).expect("no limit");
        let digits: Vec<u8> = format!("0{code:03o}").trim_end_matches('0').bytes().map(|digit| digit - b'0').collect();
        assert!(found.contains(&digits), "{game} is not found by {values:?}");
    }
}

#[test]
fn every_named_game_on_heaps_is_found() {
    let mut tried = 0;
    for family in FAMILIES.iter().filter(|family| family.parameters.is_empty()) {
        let rules = games::game(family.game).expect("a game");
        let Ok((values, _)) = heaps(&run().unchecked(), &rules, 14) else { continue };
        tried += 1;
        let found = find(&run(), &values, 5).expect("a search");
        let here = |found: &Match| found.game == rules.to_string() && found.start == SequenceStart::Heap(0);
        assert!(found.matches.iter().any(here), "{} is not found by {values:?}: {:?}", family.name, found.matches);
        assert!(found.matches.iter().any(|found| found.name == Some(family.title)), "{}", family.name);
    }
    assert!(tried > 15, "{tried} games");
}

#[test]
fn a_sequence_may_begin_elsewhere() {
    let kayles = first("kayles", 20);
    let start = |values: &[u64]| {
        let found = find(&run(), values, 3).expect("a search");
        let first = found.matches.first().expect("a rule");
        (first.game.clone(), first.start, first.name, first.oeis)
    };
    let named = |start| ("octal 0.77".to_owned(), start, Some("Kayles"), Some("A002186"));
    assert_eq!(start(&kayles), named(SequenceStart::Heap(0)));
    assert_eq!(start(&kayles[2..]), named(SequenceStart::Heap(2)));
    // Zeros before it: the same values two heaps later are those of another code, listed after it.
    let mut later = vec![0, 0];
    later.extend(&kayles);
    let found = find(&run(), &later, 50).expect("a search");
    let here = |found: &Match| found.name == Some("Kayles") && found.start == SequenceStart::Zeros(2);
    assert!(found.matches.iter().any(here), "{found:?}");
}

#[test]
fn sets_hexadecimal_codes_and_boards_are_found() {
    let games = |values: &[u64]| {
        let found = find(&run(), values, 200).expect("a search");
        found.matches.into_iter().map(|found| found.game).collect::<Vec<_>>()
    };
    assert!(games(&first("take {2, 5, 11}", 30)).contains(&"take {2, 5, 11}".to_owned()));
    assert!(games(&first("hex 0.9C", 24)).contains(&"hex 0.9C".to_owned()));
    // Node Kayles on a path is Dawson's Chess.
    let paths = find(&run(), &first("octal 0.137", 15), 60).expect("a search");
    assert!(paths.matches.iter().any(|found| found.position.as_deref() == Some("path n")), "{paths:?}");
}

#[test]
fn later_values_tell_rules_apart() {
    // 40 values: those after heap 32 are compared too.
    let mut values = first("octal 0.77", 40);
    let found = find(&run(), &values, 5).expect("a search");
    assert_eq!((found.matches[0].name, found.matches[0].further), (Some("Kayles"), Further::First));
    assert!(found.matches[1..].iter().all(|found| found.further == Further::To(296)), "{found:?}");
    values[39] += 1;
    let found = find(&run(), &values, 5).expect("a search");
    assert_eq!(found.total, 0);
    // Rules that agree with few values differ later.
    let found = find(&run(), &[0, 1, 2, 3], 50).expect("a search");
    assert!(found.total > found.matches.len());
    assert!(found.matches.iter().any(|found| matches!(found.further, Further::Differs(at, ..) if at > 4)));
}

#[test]
fn what_no_rule_gives_is_not_found() {
    let found = find(&run(), &[0, 7, 1, 7, 2, 7], 5).expect("a search");
    assert_eq!((found.total, found.matches.len()), (0, 0));
    assert_eq!(find(&run(), &[0, u64::MAX, 0, 1], 5).expect("a search").total, 0);
}

#[test]
fn too_few_and_too_many_values_and_limits_are_refused() {
    for values in [&[][..], &[1, 2, 3], &[0; MOST_VALUES + 1]] {
        assert!(matches!(find(&run(), values, 5), Err(Error::Refused(_))), "{}", values.len());
    }
    let cancelled = run();
    cancelled.cancel_flag().store(true, std::sync::atomic::Ordering::Relaxed);
    assert!(matches!(find(&cancelled, &[0, 1, 2, 3, 1], 5), Err(Error::Stopped(_))));
}
