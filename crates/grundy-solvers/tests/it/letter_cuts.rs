//! Parts of texts under `cut every copy of a letter`, compared with the definition over all of
//! them.

use std::collections::HashMap;

use grundy_cert::{Claim, Verdict, check};
use grundy_core::{MexSet, Nimber};
use grundy_games::Component;
use grundy_solvers::{
    Budget, Reason,
    words::{letter_cuts, letter_cuts::Text},
};

use crate::common::{Random, agree, kernel, query};

/// The definition, from the values of all shorter parts.
fn plain<T: Ord + Copy>(text: &[T]) -> HashMap<(usize, usize), Nimber> {
    let mut values: HashMap<(usize, usize), Nimber> = HashMap::new();
    for length in 0..=text.len() {
        for start in 0..=text.len() - length {
            let end = start + length;
            let mut letters = text[start..end].to_vec();
            letters.sort_unstable();
            letters.dedup();
            let mut seen = MexSet::new();
            for letter in letters {
                let copies = (start..end).filter(|&place| text[place] == letter).chain([end]);
                let mut sum = Nimber::ZERO;
                let mut from = start;
                for copy in copies {
                    sum = sum + values[&(from, copy)];
                    from = copy + 1;
                }
                seen.insert(sum);
            }
            values.insert((start, end), seen.mex());
        }
    }
    values
}

fn all_parts<T: Ord + Copy + std::hash::Hash + std::fmt::Debug>(text: &[T]) {
    let values = plain(text);
    let parts: Vec<(usize, usize)> = values.keys().copied().collect();
    let found = letter_cuts::ranges(text, &parts, &mut Budget::new()).unwrap();
    for (part, found) in parts.into_iter().zip(found) {
        assert_eq!(found, values[&part], "{part:?} of {text:?}");
    }
}

#[test]
fn every_part_of_short_texts() {
    let mut random = Random::new(1037);
    for round in 0..2000 {
        let letters = 1 + round % 30;
        let text: Vec<usize> = (0..random.below(13)).map(|_| random.below(letters)).collect();
        all_parts(&text);
    }
}

#[test]
fn every_part_of_longer_texts() {
    let mut random = Random::new(7);
    for letters in [2, 3, 5, 8, 13, 26, 40] {
        let text: Vec<usize> = (0..60).map(|_| random.below(letters)).collect();
        all_parts(&text);
        let mut skewed = Vec::new();
        for _ in 0..60 {
            let bound = 1 + random.below(letters);
            skewed.push(random.below(bound));
        }
        all_parts(&skewed);
    }
}

#[test]
fn alphabets_where_the_width_of_a_set_changes() {
    let mut random = Random::new(8);
    for letters in [62, 63, 64, 65, 129] {
        let all = 0..letters;
        let text: Vec<usize> = all.chain((0..15).map(|_| random.below(letters))).collect();
        all_parts(&text);
    }
}

#[test]
fn single_parts_do_without_the_entries_of_others() {
    let mut random = Random::new(9);
    for _ in 0..300 {
        let letters = 1 + random.below(8);
        let text: Vec<usize> = (0..30).map(|_| random.below(letters)).collect();
        let values = plain(&text);
        let parts: Vec<(usize, usize)> = (0..3)
            .map(|_| {
                let start = random.below(31);
                (start, start + random.below(31 - start))
            })
            .collect();
        let expected: Vec<Nimber> = parts.iter().map(|part| values[part]).collect();
        assert_eq!(letter_cuts::ranges(&text, &parts, &mut Budget::new()), Ok(expected), "{parts:?} of {text:?}");
    }
}

#[test]
fn rows_have_the_values_of_the_definition() {
    let mut random = Random::new(10);
    for _ in 0..1000 {
        let letters = 1 + random.below(8);
        let words: Vec<String> = (0..=random.below(3)).map(|_| random.word(letters, 1, 9)).collect();
        let query = query("row: cut every copy of a letter", &words.join(" + "));
        let solution = agree("letter-cuts", &query);
        assert!(matches!(solution.claims[..], [Claim::Positions(_)]));
    }
}

#[test]
fn long_rows_are_not_recorded_and_yet_told() {
    let long = "ab".repeat(200);
    let query = query("row: cut every copy of a letter", &format!("{long} + abca"));
    let solution = kernel("letter-cuts").solve(&query, &mut Budget::new()).unwrap();
    assert!(matches!(solution.claims[..], [Claim::Unchecked(..)]));
    assert_eq!(check(&query, &solution, &mut || true), Ok(Verdict::Unverified));
    let part = Component::Row("abab".into());
    assert_eq!(solution.value(&query, 0, &part), Some(plain(b"abab")[&(0, 4)]));
    // The values of options are available whether or not there is memory to record them.
    let mut random = Random::new(11);
    let word = random.word(5, 300, 300);
    let query = common_query(&word);
    let values = plain(word.as_bytes());
    for budget in [Budget::new(), Budget::new().bytes(200_000)] {
        let mut budget = budget;
        let solution = kernel("letter-cuts").solve(&query, &mut budget).unwrap();
        for (part, value) in first_parts(word.as_bytes()).into_iter().map(|part| (part, values[&part])) {
            let component = Component::Row(word[part.0..part.1].into());
            assert_eq!(solution.value(&query, 0, &component), Some(value));
        }
    }
}

fn common_query(word: &str) -> grundy_games::Query {
    query("row: cut every copy of a letter", word)
}

/// Returns the parts that a first move leaves.
fn first_parts(word: &[u8]) -> Vec<(usize, usize)> {
    let mut parts = Vec::new();
    for letter in b'a'..=b'e' {
        let mut start = 0;
        for (place, &own) in word.iter().enumerate() {
            if own == letter {
                parts.push((start, place));
                start = place + 1;
            }
        }
        parts.push((start, word.len()));
    }
    parts.retain(|(start, end)| start < end);
    parts
}

#[test]
fn what_does_not_fit_is_refused() {
    for rules in [
        "row: take every copy of a letter",
        "row: cut every copy of a letter, take letter",
        "row: cut every copy of a letter until distinct",
        "row: cut letter",
    ] {
        assert!(kernel("letter-cuts").assess(&query(rules, "abca")).is_err(), "{rules}");
    }
    let stopped = letter_cuts::ranges(b"abc", &[(2, 4usize)], &mut Budget::new()).unwrap_err();
    assert!(matches!(stopped.reason, Reason::Fault(_)));
    let wide: Vec<u32> = (0..10_000).collect();
    let stopped = letter_cuts::ranges(&wide, &[(0, 10_000usize)], &mut Budget::new().bytes(1 << 20)).unwrap_err();
    assert_eq!(stopped.reason, Reason::Memory(1 << 20));
}

/// Values and winning letters of all parts at once and of the rules, for few letters and for many.
#[test]
fn winning_letters_are_those_of_the_definition() {
    let mut random = Random::new(0x11e7);
    for round in 0..400 {
        let letters = [1, 2, 4, 7, 31, 32, 33, 40][round % 8];
        let text: Vec<usize> = (0..random.below(40)).map(|_| random.below(letters)).collect();
        let values = plain(&text);
        let worth = |start: usize, end: usize| if start < end { values[&(start, end)].0 } else { 0 };
        let known = Text::new(&text, &mut Budget::new()).unwrap();
        let parts: Vec<(usize, usize)> =
            (0..=text.len()).flat_map(|start| (start..=text.len()).map(move |end| (start, end))).collect();
        let answers = known.moves(&parts, &mut Budget::new()).unwrap();
        for (&(start, end), found) in parts.iter().zip(answers) {
            let wins = |letter: usize| {
                let mut from = start;
                let mut sum = 0;
                for place in (start..end).filter(|&place| text[place] == letter) {
                    sum ^= worth(from, place);
                    from = place + 1;
                }
                text[start..end].contains(&letter) && sum ^ worth(from, end) == 0
            };
            let first = |letter: usize| text.iter().position(|&own| own == letter);
            let mut expected: Vec<usize> = (0..letters).filter(|&letter| wins(letter)).filter_map(first).collect();
            expected.sort_unstable();
            assert_eq!(found, (Nimber(worth(start, end)), expected), "{text:?} {start}..{end}");
        }
    }
}
