//! Where moves in words are made, found from their two sides, is what a walk through all moves
//! finds.

use std::collections::{BTreeSet, HashMap};

use grundy::{
    Component, Fault,
    games::{self, Action, Done, Ruleset},
    moves::Moves,
};

/// Rules of every kind on words.
const RULES: [&str; 17] = [
    "row: take letter",
    "row: take letter of a..b",
    "row: cut \"ab\" or \"ba\"",
    "row: take \"ab\", take \"b\"",
    "row: take run",
    "row: cut run",
    "row: take part of run",
    "row: cut palindrome 2..",
    "row: take square",
    "row: take half of square",
    "row: cut every copy of a letter",
    "row: take every copy of a letter",
    "row: \"ab\" -> \"b\"",
    "row: \"a+b\" -> \"b|b\"",
    "row: \"aa\" -> \"b\", ^\"b\" -> \"\", \"b\"$ -> \"\"",
    "row: xyx -> y for letters x, y",
    "row: split into 2..3 parts",
];

fn words(length: usize) -> impl Iterator<Item = String> {
    (0..3usize.pow(length as u32)).map(move |mut code| {
        let letter = |_| {
            let letter = ["a", "b", "é"][code % 3];
            code /= 3;
            letter
        };
        (0..length).map(letter).collect()
    })
}

/// The actions of each sum that can be reached, by a walk.
fn walked(ruleset: &Ruleset, from: &Component) -> HashMap<Vec<Component>, (Vec<Component>, BTreeSet<Action>)> {
    let mut all: HashMap<Vec<Component>, (Vec<Component>, BTreeSet<Action>)> = HashMap::new();
    ruleset
        .actions::<Fault>(from, |done| {
            if let Done::Move(action, to) = done {
                let mut key = to.clone();
                key.sort_unstable();
                all.entry(key).or_insert_with(|| (to, BTreeSet::new())).1.insert(action);
            }
            Ok(())
        })
        .expect("these words are short");
    all
}

#[test]
fn places_from_two_sides_are_those_of_a_walk() {
    let (mut moves, mut ways) = (0, 0);
    for rules in RULES {
        let game = games::game(rules).unwrap_or_else(|why| panic!("{rules}: {why:?}"));
        for word in (1..=6).flat_map(words) {
            let from = Component::Row(word);
            for (to, expected) in walked(&game.ruleset, &from).into_values() {
                let found = game.ruleset.placed::<Fault>(&from, &to, usize::MAX, |_| Ok(()));
                let found = found.expect("no fault").expect("it is a word");
                (moves, ways) = (moves + 1, ways + found.len());
                // The words of a sum of three or more are sought in the order that the first move
                // has.
                let found: BTreeSet<Action> = found.into_iter().collect();
                match to.len() {
                    ..3 => assert_eq!(found, expected, "{rules} from {from} to {to:?}"),
                    _ => assert!(!found.is_empty() && found.is_subset(&expected), "{rules} from {from} to {to:?}"),
                }
            }
        }
    }
    assert!(moves > 20_000 && ways > moves, "{moves} moves, {ways} ways");
}

/// What a place of a long word says is what the move does there.
#[test]
fn every_listed_move_of_a_long_word_has_its_place() {
    for (game, count) in [("cut \"ab\" or \"ba\"", 2_500), ("\"ab\" -> \"b\"", 3_000), ("take \"b\"", 2_200)] {
        let word: String = "aabab".chars().cycle().take(count).collect();
        let solved = grundy::solve(game, &word).unwrap_or_else(|why| panic!("{game}: {why}"));
        let moves = grundy::moves(&solved.query, &solved.solution, true, &mut grundy::Budget::new()).unwrap();
        let Moves::Listed { moves, .. } = moves else { panic!("{game}: the moves are few") };
        assert!(moves.len() > 400, "{game}");
        for made in &moves {
            let Some(Action::Remove { letters, first, .. } | Action::Replace { letters, first, .. }) =
                made.actions.first()
            else {
                panic!("{game}: {:?}", made.actions)
            };
            assert!(word[first - 1..].starts_with(letters), "{game}: {letters} at {first}");
            let left: usize = made.to.iter().map(|part| part.to_string().len()).sum();
            assert!(left < word.len() && left + letters.len() >= word.len(), "{game}");
        }
    }
}
