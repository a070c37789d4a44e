//! Positions that are made are of the wanted kind, and the same for the same seed.

use grundy::{Limits, Outcome, Run, games::no_lists, lang::read};
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
    let near = of_kind(&run(), &kayles, Kind::NearMiss, 5, 1).unwrap();
    assert_eq!(near.len(), 5);
    for case in near {
        let sizes = kayles.position_of(&run(), &case.input).unwrap();
        let xor = sizes.split(" + ").map(|size| size.parse::<u64>().unwrap()).fold(0, |sum, size| sum ^ size);
        assert_ne!(xor != 0, case.answer.wins, "{sizes}");
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
