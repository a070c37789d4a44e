//! Positions that are made are of the wanted kind, and the same for the same seed.

use grundy::{Component, Limits, Outcome, Run, games::no_lists, lang::read, moves::Move};
use grundy_contest::{
    Format,
    generate::{Kind, of_kind, small},
};

fn run() -> Run {
    Run::new(Limits::default())
}

fn format(game: &str) -> Format {
    Format::of_game(&read(game, &no_lists).unwrap(), None, None).unwrap()
}

#[test]
fn positions_are_of_their_kind() {
    for game in ["nim", "kayles", "wythoff", "row: cut \"ab\"", "misère nim"] {
        let format = format(game);
        for (kind, wins) in [(Kind::Losing, Some(false)), (Kind::Winning, Some(true)), (Kind::Any, None)] {
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
    for case in of_kind(&run(), &kayles, Kind::OneMove, 5, 1).unwrap() {
        let position = kayles.position_of(&run(), &case.input).unwrap();
        let query = run().query(&["kayles".into(), position.clone()], false).unwrap();
        assert_eq!(run().solve(query).unwrap().winning_moves().unwrap().len(), 1, "{position}");
    }
    let near = of_kind(&run(), &kayles, Kind::NearMiss, 6, 1).unwrap();
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
    let nim = format("nim").sized(1..=9).counted(2..=3);
    let near = of_kind(&run(), &nim, Kind::NearMiss, 5, 1).unwrap();
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
    let kayles = format("kayles").counted(2..=4);
    let found = of_kind(&run(), &kayles, Kind::Balance, 8, 1).unwrap();
    assert_eq!(found.len(), 8);
    for case in found {
        let position = kayles.position_of(&run(), &case.input).unwrap();
        let mut sizes: Vec<&str> = position.split(" + ").collect();
        assert!(sizes.len() > 1);
        sizes.dedup();
        assert_eq!(sizes.len(), 1, "{position}");
    }
    let words = format("row: cut \"ab\"").counted(1..=1).sized(4..=12);
    let found = of_kind(&run(), &words, Kind::Balance, 8, 1).unwrap();
    assert_eq!(found.len(), 8);
    for case in found {
        let position = words.position_of(&run(), &case.input).unwrap();
        let count = |letter: char| position.chars().filter(|own| *own == letter).count();
        assert!(position.len() >= 4 && (count('a') == count('b') || count('b') == 0), "{position}");
    }
}

#[test]
fn small_tests_are_all_of_them_in_order() {
    let format = format("nim").sized(0..=2).counted(1..=2);
    let cases = small(&run(), &format, 1_000).unwrap();
    let mut inputs: Vec<String> = cases.iter().map(|case| format.position_of(&run(), &case.input).unwrap()).collect();
    assert_eq!(inputs[0], "0");
    assert_eq!(inputs.len(), 3 + 9);
    inputs.sort();
    inputs.dedup();
    assert_eq!(inputs.len(), 3 + 9);
}
