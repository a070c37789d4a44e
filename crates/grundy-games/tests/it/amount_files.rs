//! Amounts from files: `take number in "practical.txt"`.

use grundy_games::read;

fn lists(name: &str) -> Result<Vec<u8>, String> {
    match name {
        "practical.txt" => Ok(b"# A005153\n1 2 4 6\n8, 12\n".to_vec()),
        "b005153.txt" => Ok(b"1 1\n2 2\n3 4\n4 6\n5 8\n6 12\n".to_vec()),
        "words.txt" => Ok(b"1\nfear\n".to_vec()),
        "empty.txt" => Ok(b"# nothing\n".to_vec()),
        "picture" => Ok(vec![0xff, 0xfe]),
        "zero.txt" => Ok(b"0 1\n2".to_vec()),
        "pair.txt" => Ok(b"1 3".to_vec()),
        "long.txt" => Ok((1..=100_000).map(|n| format!("{}\n", 3 * n - 2)).collect::<String>().into_bytes()),
        _ => Err("there is no such file".into()),
    }
}

#[test]
fn the_numbers_of_a_file_are_a_set() {
    for (game, meant) in [
        ("take number in \"practical.txt\"", "take {1,2,4,6,8,12}"),
        ("take in \"b005153.txt\"", "take {1,2,4,6,8,12}"),
        ("take 3 or number in \"practical.txt\" but {6}", "take {3,1,2,4,6,8,12} but {6}"),
        ("take number in \"practical.txt\" stones leaving 1 heap", "take {1,2,4,6,8,12} leaving 1 heap"),
        ("piles: take number in \"practical.txt\" from 1 pile", "piles: take {1,2,4,6,8,12} from 1 pile"),
        ("take number in \"pair.txt\"", "take 1 or 3"),
        ("take number in \"zero.txt\" but 0", "take 0 or 1 or 2 but {0}"),
    ] {
        let found = read(game, &lists).unwrap_or_else(|mistake| panic!("{game}: {mistake:?}"));
        let plain = read(meant, &lists).unwrap_or_else(|mistake| panic!("{meant}: {mistake:?}"));
        assert_eq!(found.rules.ruleset, plain.rules.ruleset, "{game}");
    }
}

/// Reading takes a time that grows with the number of amounts, not with its square.
#[test]
fn a_hundred_thousand_amounts_are_read() {
    let found = read("take number in \"long.txt\"", &lists).expect("numbers");
    let grundy_games::Ruleset::Heap(rules) = found.rules.ruleset else { panic!("a game on heaps") };
    let amounts = rules.subtraction().expect("amounts");
    assert_eq!((amounts[0].largest(), amounts[0].up_to(20).count()), (Some(Some(299_998)), 7));
}

#[test]
fn other_files_are_refused_with_the_place() {
    for (game, code, said) in [
        ("take number in \"other.txt\"", "G020", "cannot read other.txt: there is no such file"),
        ("take number in \"words.txt\"", "G022", "line 2 of words.txt: `fear` is not a whole number below 2^64"),
        ("take number in \"empty.txt\"", "G021", "empty.txt has no numbers"),
        ("take number in \"picture\"", "G022", "picture is not text"),
        ("take number in \"zero.txt\"", "G032", "has no effect"),
        ("take number in practical", "G004", "the name of a file in quotes"),
    ] {
        let mistake = read(game, &lists).expect_err(game);
        assert!(mistake.code == code && mistake.message.contains(said), "{game}: {mistake:?}");
        assert!(!mistake.help.to_string().is_empty(), "{game}");
    }
}
