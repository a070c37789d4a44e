//! Boards compared with the rules of the game, by plain recursion over the options.

use std::{collections::HashMap, time::Duration};

use fastrand::Rng;
use grundy_core::Game;
use grundy_games::{Bag, BagMove, BagRules, Factor, Origin, WordList};

use super::*;

fn word(random: &mut Rng, kinds: usize, length: usize) -> Vec<u8> {
    (0..length).map(|_| b'!' + 3 * random.usize(..kinds) as u8).collect()
}

fn some_words(random: &mut Rng, kinds: usize, lengths: &[usize], many: usize) -> Vec<Vec<u8>> {
    (0..many)
        .map(|_| {
            let length = lengths[random.usize(..lengths.len())];
            word(random, kinds, length)
        })
        .collect()
}

fn wins(rules: &BagRules, bag: &Bag, known: &mut HashMap<Bag, bool>) -> bool {
    if let Some(&wins) = known.get(bag) {
        return wins;
    }
    let mut options = Vec::new();
    let walked: Result<(), grundy_core::Fault> = rules.options(bag, |parts| {
        options.push(parts.first().cloned().unwrap_or_default());
        Ok(())
    });
    walked.expect("these rules have no faults");
    let found = options.iter().any(|left| !wins(rules, left, known));
    known.insert(bag.clone(), found);
    found
}

fn bag(board: &[u8]) -> Bag {
    Bag::of(board.iter().map(|&letter| char::from(letter)))
}

#[test]
fn boards_have_the_outcomes_of_the_rules() {
    let mut random = Rng::with_seed(3);
    for round in 0..1500 {
        let kinds = 1 + random.usize(..if round % 10 == 0 { 31 } else { 6 });
        let many = random.usize(..30);
        let words = some_words(&mut random, kinds, &[1, 2, 3, 4, 5], many);
        let text = words.join(&b"\n\r  "[..1 + round % 4]);
        let count = 1 + random.usize(..8);
        let boards = some_words(&mut random, kinds, &[1, 3, 6, 9, 12, 15, 16], count);
        let written = words.iter().map(|word| String::from_utf8(word.clone()).expect("ASCII"));
        let moves = match many {
            0 => Vec::new(),
            _ => vec![BagMove::Take(Factor::Word(WordList::written(Origin::Braces, written)))],
        };
        let rules = BagRules { moves, until: None };
        let mut known = HashMap::new();
        let plain: Vec<Outcome> = boards
            .iter()
            .map(|board| if wins(&rules, &bag(board), &mut known) { Outcome::N } else { Outcome::P })
            .collect();
        let mut budget = Budget::new();
        assert_eq!(outcomes(&text, many, &boards, &mut budget).expect("in time"), Some(plain.clone()), "{boards:?}");
        each_way(&text, many, &boards, &plain);
    }
}

/// Asserts that scan and lookup find the same words, and search and lattice the same outcome.
fn each_way(text: &[u8], many: usize, boards: &[Vec<u8>], plain: &[Outcome]) {
    let mut budget = Budget::new();
    let racks: Vec<Rack> = boards.iter().map(|board| Rack::new(board).expect("a small board")).collect();
    // The most copies of each letter on small boards.
    let mut most = [0; 128];
    let small = racks.iter().zip(boards).filter(|(_, board)| board.len() <= MOST_LETTERS);
    for &(letter, count) in small.flat_map(|(rack, _)| &rack.counts) {
        most[usize::from(letter)] = most[usize::from(letter)].max(count as u8);
    }
    let anagrams = Anagrams::new(text, many, most, MOST_LETTERS, &mut budget).expect("in time").expect("few letters");
    let all = scan(text, &racks, &ParallelMap::new(), &mut budget).expect("in time");
    for (((rack, board), words), outcome) in racks.iter().zip(boards).zip(all).zip(plain) {
        if board.len() <= MOST_LETTERS {
            let (mut looked_up, mut sorted) = (Vec::new(), words.clone());
            anagrams.words_on(rack, &mut BoardParts::default(), &mut looked_up);
            looked_up.sort_unstable();
            sorted.sort_unstable();
            assert_eq!(looked_up, sorted, "{board:?}");
        }
        let found = BoardDescent::new().wins(rack.frame.full, rack.frame.guard, &words, f64::INFINITY, &mut budget);
        assert_eq!(found, Ok(Some(*outcome == Outcome::N)));
    }
}

#[test]
fn any_number_of_workers_finds_the_same() {
    let mut random = Rng::with_seed(5);
    // Lookups, scans, and scans of several blocks.
    for (many, lengths, count) in [(40, [3, 4], 90), (200, [9, 16], 40), (9000, [16, 25], 30)] {
        for kinds in [3, 12] {
            let words = some_words(&mut random, kinds, &[2, 3, 4, 5, 6], many);
            let text = words.join(&b' ');
            let boards = some_words(&mut random, kinds, &lengths, count);
            let alone = worked((&text, many), &boards, &ParallelMap::of(1), &mut Budget::new()).expect("in time");
            assert!(alone.as_ref().is_some_and(|found| found.len() == count));
            for workers in [2, 3, 8] {
                let workers = ParallelMap::of(workers);
                assert_eq!(worked((&text, many), &boards, &workers, &mut Budget::new()).as_ref(), Ok(&alone));
                assert!(worked((&text, many), &boards, &workers, &mut Budget::new().positions(1)).is_err());
                assert!(worked((&text, many), &boards, &workers, &mut Budget::new().bytes(10)).is_err());
                assert!(worked((&text, many), &boards, &workers, &mut Budget::new().time(Duration::ZERO)).is_err());
            }
        }
    }
}

#[test]
fn other_boards_are_left_to_others() {
    let mut budget = Budget::new();
    assert!(Anagrams::new(b"a", 1, [1; 128], 15, &mut budget).expect("in time").is_none(), "keys of 128 bits");
    assert_eq!(outcomes(b"a", 1, &["é".as_bytes().to_vec()], &mut budget), Ok(None));
    assert_eq!(outcomes(b"A", 1, &[(b'!'..b'~').collect()], &mut budget), Ok(None));
    let long = vec![b'a'; 1000];
    assert_eq!(outcomes("a é aa".as_bytes(), 3, &[long], &mut budget), Ok(Some(vec![Outcome::N])));
    assert!(outcomes(b"a", 1, &[b"ab".to_vec()], &mut Budget::new().bytes(10)).is_err());
}
