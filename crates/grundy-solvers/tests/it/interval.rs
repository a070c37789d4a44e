//! Cuts that leave parts of the start word: every kind of factor and of ending, alone and together,
//! and words with few letters.

use grundy_cert::Claim;
use grundy_core::Nimber;
use grundy_solvers::Budget;

use crate::common::{Random, agree, kernel, meaning, query};

fn rules(random: &mut Random, letters: usize) -> String {
    let moves: Vec<String> = (0..=random.below(2))
        .map(|_| match random.below(10) {
            0 => "cut letter".into(),
            6 => "xyx -> x|y|x for letters x, y".into(),
            7 => "\"aba\" -> \"a\"|\"ba\"".into(),
            8 => "xxy -> xx|xy for letters x, y".into(),
            1 => "cut letter of \"ab\"".into(),
            2 => "cut square".into(),
            3 => format!("cut palindrome {}", 2 + random.below(3)),
            4 => "cut part of run".into(),
            9 => "split into 2 parts".into(),
            _ => format!("cut {}", random.words(3, letters, 3)),
        })
        .collect();
    format!("row: {}{}", moves.join(", "), ending(random, letters))
}

/// An ending, of half of the games.
fn ending(random: &mut Random, letters: usize) -> String {
    match random.below(18) {
        0 => " until distinct".into(),
        1 => " until increasing".into(),
        2 => " until anagram of a palindrome".into(),
        3 => format!(" until length at most {}", random.below(6)),
        4 => format!(" until at most {} distinct letters", random.below(4)),
        5 => format!(" until no letter more than {} times", random.below(4)),
        6 => format!(" until it ends with {}", random.words(3, letters + 1, 3)),
        7 => format!(" until it contains {}", random.words(3, letters + 1, 4)),
        8 => format!(" until it contains word in {{{}}}", random.word(letters, 2, 4)),
        _ => String::new(),
    }
}

#[test]
fn random_games_have_the_values_of_the_definition() {
    let mut random = Random::new(0x1e7);
    for _ in 0..3000 {
        let letters = 1 + random.below(4);
        let rules = rules(&mut random, letters);
        let words: Vec<String> =
            (0..=random.below(2)).map(|_| format!("\"{}\"", random.word(letters, 1, 12))).collect();
        agree("interval", &query(&rules, &words.join(" + ")));
    }
}

/// The endings of long words, at which bounds meet: the value is the one that the plain search
/// finds, at every part.
#[test]
fn long_words_with_endings_have_the_values_of_the_definition() {
    let mut random = Random::new(0xe9d);
    let mut ended = 0;
    for round in 0..120 {
        let letters = 1 + random.below(5);
        let rules = format!(
            "row: cut {}{}",
            ["palindrome 2..", "square", "letter", "\"ab\" or \"a\"", "part of run"][round % 5],
            ending(&mut random, letters)
        );
        let rules = if round % 4 == 0 { rules.replace("row: ", "row: split into 2 parts, ") } else { rules };
        ended += usize::from(rules.contains("until"));
        agree("interval", &query(&rules, &format!("\"{}\"", random.word(letters, 20, 40))));
    }
    assert!(ended > 40, "{ended} games have an ending");
}

/// Cuts of one or two letters out of equal ones: Kayles as a word, and taking a letter, whose parts
/// have values of many sizes. Over 64 letters, sets of values have another representation.
#[test]
fn long_words_have_the_values_of_the_definition() {
    for length in [62, 63, 64, 65, 130] {
        for rules in [
            "row: cut \"x\" or \"xx\"",
            "row: split into 2 parts, cut \"xx\"",
            "row: cut \"xx\"",
            "row: cut part of run",
            "row: cut square",
        ] {
            let query = query(rules, &"x".repeat(length));
            agree("interval", &query);
        }
    }
}

#[test]
fn many_parts_are_told_without_a_claim() {
    let mut random = Random::new(5);
    let word = random.word(2, 200, 200);
    let query = query("row: cut \"ab\" or \"ba\" or \"aa\" or \"bb\"", &word);
    let solution = kernel("interval").solve(&query, &mut Budget::new()).unwrap();
    assert!(matches!(solution.claims[..], [Claim::Unchecked(..)]));
    let expected: Nimber = meaning(&query)[0];
    assert_eq!(solution.value(&query, 0, &query.position[0].component), Some(expected));
}

/// Words that repeat themselves have few different parts, and all of these are recorded.
#[test]
fn words_with_periods_have_few_parts() {
    for period in ["ab", "aab", "abcba"] {
        let word = period.repeat(300);
        let query = query("row: xyx -> x|y|x for letters x, y", &word);
        let solution = kernel("interval").solve(&query, &mut Budget::new()).unwrap();
        let [Claim::Positions(known)] = &solution.claims[..] else { panic!("{:?}", solution.claims) };
        assert!(known.count() <= 2 * period.len() as u64 * word.len() as u64, "{period}: {}", known.count());
    }
    agree("interval", &query("row: xyx -> x|y|x for letters x, y", &"ab".repeat(30)));
}

/// No move extends across some places, so a word of a million letters is the sum of short ones.
#[test]
fn long_words_fall_apart() {
    let mut random = Random::new(6);
    let word = random.word(2, 1_000_000, 1_000_000);
    let query = query("row: cut \"ab\" or \"ba\"", &word);
    let solution = kernel("interval").solve(&query, &mut Budget::new()).unwrap();
    // The side of n letters has the value of n pins from which a throw takes two neighbours.
    let dawson = crate::common::query("octal 0.07", "200");
    let values = meaning_of_heaps(&dawson);
    let mut expected = Nimber::ZERO;
    let letters: Vec<char> = word.chars().collect();
    for side in letters.chunk_by(|before, after| before != after) {
        expected = expected + values[side.len()];
    }
    assert_eq!(solution.value(&query, 0, &query.position[0].component), Some(expected));
}

/// The values of the heaps up to the one of the query, by the solver for tables.
fn meaning_of_heaps(query: &grundy_games::Query) -> Vec<Nimber> {
    let solution = kernel("heap").solve(query, &mut Budget::new()).unwrap();
    let Claim::Values(values) = &solution.claims[0] else { panic!("{:?}", solution.claims) };
    values.clone()
}

#[test]
fn letters_of_several_bytes() {
    agree("interval", &query("row: cut \"äß\" or \"ß\"", "äßßäxß€ßä"));
    for until in ["distinct", "increasing", "it ends with \"€\" or \"ßä\"", "it contains \"xß\"", "length at most 3"]
    {
        agree("interval", &query(&format!("row: cut \"ä\" or \"ß\" until {until}"), "äßßäxß€ßä"));
    }
}

#[test]
fn what_does_not_fit_is_refused() {
    let refusal = |rules: &str, start: &str| kernel("interval").assess(&query(rules, start)).unwrap_err();
    assert!(refusal("row: take letter", "abc").contains("other words than factors"));
    assert!(refusal("row: \"ab\" -> \"b\"|\"a\"", "abc").contains("other words than factors"));
    assert!(refusal("row: cut run", "aab").contains("around"));
    assert!(refusal("row: split into 2..3 parts", "aab").contains("other words than factors"));
    assert!(refusal("row: split into 2 parts", &"a".repeat(1025)).contains("1024"));
    assert!(refusal("row: cut part of run", &"a".repeat(10_000)).contains("8192"));
    let budget = &mut Budget::new().bytes(1000);
    assert!(kernel("interval").solve(&query("row: cut \"ab\" or \"ba\"", &"ab".repeat(100)), budget).is_err());
}
