//! Packed words against the plain meaning, on random games and at the widths where types change.

use std::{collections::HashMap, ops::ControlFlow};

use grundy_cert::{Verdict, check};
use grundy_games::{Component, Query, Question};

use super::*;
use crate::search::memo;
use random::Random;

mod random;

fn query(game: &str, position: &str) -> Query {
    let rules = grundy_lang::game(game).unwrap_or_else(|fault| panic!("{game}: {fault}"));
    let start = grundy_lang::position(&rules, position).unwrap_or_else(|fault| panic!("{game} at {position}: {fault}"));
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
    let solution = Packed.solve(query, &mut Budget::new()).unwrap_or_else(|stopped| panic!("{query}: {stopped}"));
    let sum: Nimber = query.position.iter().map(|term| known[&term.component]).sum();
    assert_eq!(solution.answer, Answer::Value(sum), "{query}");
    let [Claim::Positions(map)] = &solution.claims[..] else { panic!("one claim about positions") };
    let mut shown = HashMap::new();
    map.each(&mut |component, value| {
        assert_eq!(shown.insert(component.clone(), value), None, "{query}: {component} is shown twice");
        assert_eq!(map.value(component), Some(value), "{query}: {component}");
        ControlFlow::Continue(())
    });
    assert_eq!(map.count(), shown.len() as u64);
    for (component, value) in &shown {
        assert_eq!(known.get(component), Some(value), "{query}: {component}");
    }
    assert_eq!(check(query, &solution, &mut || true), Ok(Verdict::Verified), "{query}");
    true
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
    let (mut read, mut compared) = (0, 0);
    for _ in 0..games {
        let (game, position) = random.game();
        let Ok(rules) = grundy_lang::game(&game) else { continue };
        let start =
            grundy_lang::position(&rules, &position).unwrap_or_else(|fault| panic!("{game} at {position}: {fault}"));
        read += 1;
        let query = Query::new(&rules, start, Question::ValueAndMoves);
        Packed.assess(&query).unwrap_or_else(|why| panic!("{query}: {why}"));
        compared += usize::from(compare(&query));
    }
    assert!(read * 2 > games, "{read} of {games} texts are games");
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
