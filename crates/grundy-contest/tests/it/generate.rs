//! Positions that are made are of the wanted kind, and the same for the same seed.

use std::collections::{BTreeSet, HashSet};

use grundy::{
    Component, Error, Limits, Outcome, Run,
    games::{no_lists, read},
    moves::Move,
};
use grundy_contest::{
    Case, Format,
    generate::{WantedKind, of_kind, others, small},
};

fn run() -> Run {
    Run::new(Limits::default())
}

fn format(game: &str) -> Format {
    Format::of_game(&read(game, &no_lists).unwrap(), None).unwrap()
}

#[test]
fn positions_are_of_their_kind() {
    for game in ["nim", "kayles", "wythoff", "row: cut \"ab\"", "misère nim"] {
        let format = format(game);
        for (kind, wins) in
            [(WantedKind::Losing, Some(false)), (WantedKind::Winning, Some(true)), (WantedKind::Any, None)]
        {
            let cases = of_kind(&run(), &format, kind, 8, 3).unwrap();
            assert!(!cases.is_empty(), "{game} {kind:?}");
            for case in &cases {
                let position = format.position_of(&run(), &case.input).unwrap();
                let query = run().query(&[game.to_owned(), position.clone()], false).unwrap();
                let solved = run().solve(query).unwrap();
                assert_eq!(solved.outcome() == Some(Outcome::N), case.answer.wins, "{game} {position}");
                assert!(wins.is_none_or(|wins| wins == case.answer.wins), "{game} {position}");
            }
            assert_eq!(of_kind(&run(), &format, kind, 8, 3).unwrap(), cases, "{game}: the seed decides");
        }
    }
}

#[test]
fn one_move_wins_and_simple_rules_are_wrong() {
    let kayles = format("kayles");
    for case in of_kind(&run(), &kayles, WantedKind::OneMove, 5, 1).unwrap() {
        let position = kayles.position_of(&run(), &case.input).unwrap();
        let query = run().query(&["kayles".into(), position.clone()], false).unwrap();
        assert_eq!(run().solve(query).unwrap().winning_moves().unwrap().len(), 1, "{position}");
    }
    let near = of_kind(&run(), &kayles, WantedKind::NearMiss, 6, 1).unwrap();
    assert_eq!(near.len(), 6);
    let mut greedy = 0;
    for case in near {
        let sizes = kayles.position_of(&run(), &case.input).unwrap();
        let xor = sizes.split(" + ").map(|size| size.parse::<u64>().unwrap()).fold(0, |sum, size| sum ^ size);
        if (xor != 0) == case.answer.wins {
            assert!(case.answer.wins && greed_loses("kayles", &sizes), "{sizes}");
            greedy += 1;
        }
    }
    assert!(greedy <= 3, "{greedy} of 6");
    // The exclusive or of the sizes is right in Nim, greed is not.
    let nim = format("nim").sized(1..=9).unwrap().counted(2..=3).unwrap();
    let near = of_kind(&run(), &nim, WantedKind::NearMiss, 5, 1).unwrap();
    assert_eq!(near.len(), 5);
    for case in near {
        let position = nim.position_of(&run(), &case.input).unwrap();
        assert!(greed_loses("nim", &position), "{position}");
    }
}

/// Whether no winning move of a won position of heaps takes as much as another move.
fn greed_loses(game: &str, position: &str) -> bool {
    let query = run().query(&[game.to_owned(), position.to_owned()], false).unwrap();
    let solved = run().solve(query).unwrap();
    let size = |component: &Component| if let Component::Heap(size) = component { *size } else { 0 };
    let taken = |made: &Move| size(&made.from) - made.to.iter().map(size).sum::<u64>();
    // Kayles takes up to two, Nim a heap.
    let sizes = solved.query.position.iter().map(|term| size(&term.component));
    let most = if game == "nim" { sizes.max().unwrap() } else { 2.min(sizes.max().unwrap()) };
    let winning = solved.winning_moves().unwrap();
    !winning.is_empty() && winning.iter().all(|made| taken(made) < most)
}

#[test]
fn positions_in_balance_have_equal_sizes_and_counts() {
    let kayles = format("kayles").counted(2..=4).unwrap();
    let found = of_kind(&run(), &kayles, WantedKind::Balance, 8, 1).unwrap();
    assert_eq!(found.len(), 8);
    for case in found {
        let position = kayles.position_of(&run(), &case.input).unwrap();
        let mut sizes: Vec<&str> = position.split(" + ").collect();
        assert!(sizes.len() > 1);
        sizes.dedup();
        assert_eq!(sizes.len(), 1, "{position}");
    }
    let words = format("row: cut \"ab\"").counted(1..=1).unwrap().sized(4..=12).unwrap();
    let found = of_kind(&run(), &words, WantedKind::Balance, 8, 1).unwrap();
    assert_eq!(found.len(), 8);
    for case in found {
        let position = words.position_of(&run(), &case.input).unwrap();
        let count = |letter: char| position.chars().filter(|own| *own == letter).count();
        assert!(position.len() >= 4 && (count('a') == count('b') || count('b') == 0), "{position}");
    }
}

#[test]
fn small_tests_are_all_of_them_in_order() {
    let format = format("nim").sized(0..=2).unwrap().counted(1..=2).unwrap();
    let cases = small(&run(), &format, 1_000).unwrap();
    let mut inputs: Vec<String> = cases.iter().map(|case| format.position_of(&run(), &case.input).unwrap()).collect();
    assert_eq!(inputs[0], "0");
    assert_eq!(inputs.len(), 3 + 9);
    inputs.sort();
    inputs.dedup();
    assert_eq!(inputs.len(), 3 + 9);
}

/// What the options say is true of every position: its number of components, sizes and letters,
/// who wins, and that no position comes twice.
#[test]
fn every_option_is_kept_by_every_position() {
    let kinds = [
        WantedKind::Any,
        WantedKind::Losing,
        WantedKind::Winning,
        WantedKind::OneMove,
        WantedKind::NearMiss,
        WantedKind::Balance,
    ];
    let mut seen = 0;
    for (game, heaps, sizes) in [
        ("kayles", 3..=3, 0..=20),
        ("nim", 4..=5, 2..=9),
        ("nim", 9..=10, 1..=4),
        ("kayles", 1..=1, 0..=9),
        ("wythoff", 2..=2, 1..=6),
        ("row: cut \"ab\"", 2..=3, 1..=4),
        ("bag: take letter until distinct", 2..=2, 1..=5),
        ("ring: cut \"ab\"", 1..=2, 1..=5),
    ] {
        let format = format(game).counted(heaps.clone()).unwrap().sized(sizes.clone()).unwrap();
        for kind in kinds {
            let cases = of_kind(&run(), &format, kind, 12, 5).unwrap();
            let mut inputs = HashSet::new();
            for case in &cases {
                seen += 1;
                let position = format.position_of(&run(), &case.input).unwrap();
                let query = run().query(&[game.to_owned(), position.clone()], false).unwrap();
                assert!(inputs.insert(query.position.clone()), "{game} {kind:?}: {position} comes twice");
                let many = query.position.len() as u64;
                assert!(heaps.contains(&many), "{game} {kind:?}: {position} has {many} components");
                for term in &query.position {
                    let own: Vec<u64> = match &term.component {
                        Component::Heap(size) => vec![*size],
                        Component::Typed(heap) => heap.sizes.to_vec(),
                        Component::Row(word) | Component::Ring(word) => vec![word.chars().count() as u64],
                        Component::Bag(bag) => vec![bag.counts().iter().map(|&(_, count)| u64::from(count)).sum()],
                        other => panic!("{other}"),
                    };
                    assert!(own.iter().all(|size| sizes.contains(size)), "{game} {kind:?}: {position}");
                }
                let outcome = run().solve(query).unwrap().outcome();
                match kind {
                    WantedKind::Losing => assert_eq!(outcome, Some(Outcome::P), "{game}: {position}"),
                    WantedKind::Winning | WantedKind::OneMove => {
                        assert_eq!(outcome, Some(Outcome::N), "{game}: {position}")
                    }
                    WantedKind::Any | WantedKind::NearMiss | WantedKind::Balance => {}
                }
            }
        }
    }
    assert!(seen > 300, "only {seen} positions");
}

/// A word of other letters than those of the game has no moves.
#[test]
fn words_have_the_letters_of_the_game() {
    for (game, letters, word) in [
        ("cut word in {apple, bat}", "abelpt", "apple"),
        ("\"xy\" -> \"z\"", "xyz", "xy"),
        ("bag: take word in {cab, dog}", "abcdgo", "cab"),
        ("ring: cut \"pq\"", "pq", "pq"),
        ("take letter of u..w", "uvw", "u"),
    ] {
        let format = format(game);
        let random = of_kind(&run(), &format, WantedKind::Any, 40, 2).unwrap();
        let small = small(&run(), &format, 400).unwrap();
        let mut found = BTreeSet::new();
        let mut wins = 0;
        for case in random.iter().chain(&small) {
            wins += usize::from(case.answer.wins);
            let position = format.position_of(&run(), &case.input).unwrap();
            let own = position.chars().filter(|letter| letter.is_alphabetic());
            found.extend(own);
        }
        assert_eq!(found.into_iter().collect::<String>(), letters, "{game}");
        assert!(wins > 4, "{game}: only {wins} positions have a move");
        let has = |case: &Case| format.template().write(&case.input).split_whitespace().any(|own| own == word);
        assert!(word.len() > 3 || small.iter().any(has), "{game}: no small test is {word}");
    }
    // Those that are asked for, and no others.
    let asked = format("cut word in {apple, bat}").lettered("tab").unwrap();
    for case in of_kind(&run(), &asked, WantedKind::Any, 30, 1).unwrap() {
        let position = asked.position_of(&run(), &case.input).unwrap();
        assert!(position.chars().all(|letter| "tab+ ".contains(letter)), "{position}");
    }
    // The words of a format file, whose parameter has words of its own.
    let text = "game = 'row: cut w'\ninput = 'w:word; t; s:word'\nposition = 's'\nparameters = ['w']\n\
                [ranges]\nw = '2..2 of xyz'";
    let format = Format::read(text).unwrap();
    for case in of_kind(&run(), &format, WantedKind::Any, 30, 1).unwrap() {
        let position = format.position_of(&run(), &case.input).unwrap();
        assert!(position.chars().all(|letter| "xyz".contains(letter)), "{position}");
    }
}

#[test]
fn what_cannot_be_kept_is_refused() {
    let judge = |name: &str| Format::built_in(name).unwrap();
    let message = |refused: Result<Format, Error>| match refused {
        Err(Error::Refused(refused)) => refused.message,
        other => panic!("{other:?}"),
    };
    let no_number = "the input has no number of components";
    assert_eq!(message(judge("apples").counted(2..=2)), no_number);
    assert_eq!(message(judge("wplay").counted(2..=2)), no_number);
    assert_eq!(message(judge("strings").sized(2..=2)), "the values of s follow from other values of the input");
    assert_eq!(message(judge("wplay").sized(2..=2)), "the values of row follow from other values of the input");
    assert_eq!(message(format("kayles").lettered("ab")), "the input has no words");
    assert_eq!(message(format("row: cut \"ab\"").sized(0..=3)), "a word of an input has at least one letter");
}

/// Tests of another kind are others.
#[test]
fn no_test_comes_twice_in_several_kinds() {
    for format in
        [format("nim").sized(0..=3).unwrap(), Format::built_in("wgme").unwrap(), format("cut word in {ab, c}")]
    {
        let mut all = small(&run(), &format, 20).unwrap();
        for kind in [WantedKind::Any, WantedKind::Losing, WantedKind::NearMiss] {
            all.extend(others(&run(), &format, kind, 20, 1, &all).unwrap());
        }
        let mut inputs: Vec<String> = all.iter().map(|case| format.template().write(&case.input)).collect();
        let many = inputs.len();
        inputs.sort();
        inputs.dedup();
        assert!(many > 25 && inputs.len() == many, "{} of {many} tests are different", inputs.len());
    }
}
