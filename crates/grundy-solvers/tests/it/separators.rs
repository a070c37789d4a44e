//! Separators: the theorem compared with the meaning of the rules on all short words of random
//! systems, and conditions that must not be left out.

use std::collections::HashMap;

use grundy_games::{Declaration, FactorGame};

use crate::common::{Random, plain};

fn rules(text: &str) -> Declaration {
    grundy_games::game(text).unwrap_or_else(|fault| panic!("{text}: {fault}"))
}

fn game(text: &str) -> FactorGame {
    FactorGame::of(&rules(text).ruleset, &[], true).unwrap_or_else(|why| panic!("{text}: {why}"))
}

/// All words over these letters of up to this length.
fn words(letters: &[char], longest: usize) -> Vec<String> {
    let (mut all, mut last) = (vec![String::new()], vec![String::new()]);
    for _ in 0..longest {
        last = last.iter().flat_map(|word| letters.iter().map(move |letter| format!("{word}{letter}"))).collect();
        all.extend(last.iter().cloned());
    }
    all
}

/// A random system of one or two rules whose sides are over these letters, if it ends. A right side
/// may have two pieces.
fn system(random: &mut Random, letters: &[char]) -> Option<(String, Declaration)> {
    let side = |least: usize, most: usize, random: &mut Random| -> String {
        let length = least + random.below(most - least + 1);
        (0..length).map(|_| letters[random.below(letters.len())]).collect()
    };
    let rule = |random: &mut Random| {
        let (left, right) = (side(1, 3, random), side(0, 3, random));
        if random.below(6) == 0 {
            let other = side(0, 2, random);
            format!("\"{left}\" -> \"{right}|{other}\"")
        } else {
            format!("\"{left}\" -> \"{right}\"")
        }
    };
    let mut all = vec![rule(random)];
    if random.below(3) > 0 {
        all.push(rule(random));
    }
    let text = format!("row: {}", all.join(", "));
    grundy_games::game(&text).ok().map(|declaration| (text, declaration))
}

#[test]
fn letters_separate_under_the_conditions_of_the_theorem() {
    for (text, separators) in [
        ("\"aa\" -> \"a\", \"bb\" -> \"a\"", "a"),
        ("\"aaa\" -> \"b\", \"ab\" -> \"b\"", "b"),
        ("\"aa\" -> \"b\", \"bab\" -> \"bb\"", "b"),
        ("\"acb\" -> \"ab\", \"cc\" -> \"\"", "ab"),
        ("\"aab\" -> \"a\"", ""),
        ("\"bab\" -> \"b\"", "b"),
        ("\"b\" -> \"\", \"aa\" -> \"b\"", ""),
        ("\"bb\" -> \"b\", \"aa\" -> \"ba\"", "b"),
        ("\"ba\" -> \"b|\", \"ab\" -> \"|b\"", "b"),
        ("\"ba\" -> \"|b\"", ""),
        ("\"a+b\" -> \"b\"", "b"),
        ("\"ba+\" -> \"b\", \"b+a\" -> \"b\"", ""),
    ] {
        let game = game(text);
        let found: String =
            game.letters.iter().zip(game.separators()).filter(|(_, own)| *own).map(|own| own.0).collect();
        assert_eq!(found, separators, "{text}");
    }
    // Rings, anchors and misère play have no walls either.
    assert_eq!(game("ring: \"aa\" -> \"a\", \"bb\" -> \"a\"").separators(), [false, false]);
    assert_eq!(game("^\"aa\" -> \"a\", \"bb\" -> \"a\"").separators(), [false, false]);
    let sumless = FactorGame::of(&rules("\"aa\" -> \"a\", \"bb\" -> \"a\"").ruleset, &[], false).unwrap();
    assert_eq!(sumless.separators(), [false, false]);
}

#[test]
fn the_conditions_must_not_be_left_out() {
    let value = |text: &str, word: &str| plain(&rules(text).ruleset, word, &mut HashMap::new()).0;
    // The move loses b.
    let lost = "\"aab\" -> \"a\"";
    assert_eq!((value(lost, "aabab"), value(lost, "aab"), value(lost, "bab")), (0, 1, 0));
    // a stands inside.
    let inside = "\"bab\" -> \"b\"";
    assert_eq!((value(inside, "bab"), value(inside, "ba"), value(inside, "ab")), (1, 0, 0));
    // Without another letter in the left side: a word of one letter is more than its halves.
    let alone = "\"b\" -> \"\"";
    assert_eq!((value(alone, "abb"), value(alone, "ab"), value(alone, "bb")), (0, 1, 0));
}

#[test]
fn words_of_random_systems_are_sums_of_their_pieces() {
    let mut random = Random::new(0x5e9a);
    let (mut separated, mut with_moves) = (0, 0);
    for round in 0..6000 {
        let letters = if round % 2 == 0 { &['a', 'b'][..] } else { &['a', 'b', 'c'] };
        let Some((text, declaration)) = system(&mut random, letters) else { continue };
        let Ok(game) = FactorGame::of(&declaration.ruleset, &[], true) else { continue };
        if !game.separators().contains(&true) {
            continue;
        }
        separated += 1;
        let mut known = HashMap::new();
        for word in words(&game.letters, if game.letters.len() == 2 { 8 } else { 5 }) {
            let numbers = game.read(&word).expect("letters of the game");
            let pieces = game.pieces(&numbers[0]);
            let sum = pieces.iter().map(|piece| plain(&declaration.ruleset, &game.text(piece), &mut known)).sum();
            assert_eq!(plain(&declaration.ruleset, &word, &mut known), sum, "{text} at {word}");
            with_moves += usize::from(pieces.len() > 1);
        }
    }
    assert!(separated > 150 && with_moves > 10_000, "{separated} systems, {with_moves} words");
}
