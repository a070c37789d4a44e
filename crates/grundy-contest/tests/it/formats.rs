//! Judge formats: inputs are read as they are written, answers are those of the library, and a
//! mistake names its line.

use grundy::{Error, Limits, Run, help::Json};
use grundy_contest::Format;

fn run() -> Run {
    Run::new(Limits::default())
}

fn lines(format: &str, input: &str) -> Result<Vec<String>, (String, Option<usize>)> {
    let of = |error: Error| match error {
        Error::Refused(refused) => (refused.message, refused.line),
        other => (other.to_string(), None),
    };
    let format = Format::read(format).map_err(of)?;
    let read = format.template().parse(input.as_bytes()).map_err(of)?;
    let written = format.template().write(&read);
    assert!(written.split_whitespace().eq(input.split_whitespace()), "{input:?} is written as {written:?}");
    let answers = format.answers(&run(), input.as_bytes()).map_err(of)?;
    Ok(answers.iter().map(|answer| answer.line().to_owned()).collect())
}

#[test]
fn formats_of_many_shapes_are_answered() {
    for (format, input, expected) in [
        ("game = 'kayles'\ninput = 't; n; a*n'\nposition = 'a'", "2\n1\n5\n2\n3 3\n", vec!["First", "Second"]),
        ("game = 'kayles'\ninput = 'n; a*n'\nposition = 'a'\nwin = '{value}'\nlose = '0'", "2 3 5", vec!["7"]),
        (
            "game = 'piles: take any from 1..2 piles'\ninput = 't; n; a*n'\nposition = '[a*]'",
            "3\n3 1 2 3\n3 5 5 5\n0\n",
            vec!["First", "Second", "Second"],
        ),
        ("game = 'piles: take any from 1..2 piles'\ninput = 'x y z'\nposition = '[x, y, z]'", "5 5 5", vec!["Second"]),
        ("game = 'wythoff'\ninput = 't; x y'\nposition = 'W(x, y)'", "2\n1 2\n1 1", vec!["Second", "First"]),
        ("game = 'nim'\ninput = 'n; (x y)*n'\nposition = 'x'", "2 3 9 3 8", vec!["Second"]),
        // A parameter of each test, of each component, and before the tests.
        (
            "game = 'take 1..k'\ninput = 't; n k'\nposition = 'n'\nparameters = ['k']",
            "3\n4 3\n5 3\n5 4",
            vec!["Second", "First", "Second"],
        ),
        (
            "game = 'take 1..k'\ninput = 'n; (a k)*n'\nposition = 'a'\nparameters = ['k']\nwin = '{value}'",
            "2 5 3 7 4",
            vec!["3"],
        ),
        (
            "game = 'take S'\ninput = 'k S*k; t; n; a*n'\nposition = 'a'\nparameters = ['S']",
            "2 2 3\n2\n1 1\n1 7",
            vec!["Second", "First"],
        ),
        ("game = 'take S'\ninput = '(k S*k; n)*t'\nposition = 'n'", "", vec![]),
        (
            "game = 'row: cut w'\ninput = 'w:word; t; s:word'\nposition = 's'\nparameters = ['w']",
            "ab 2 aab ba",
            vec!["First", "Second"],
        ),
        // To the end of the input, and to a last word.
        ("game = 'nim'\ninput = 'n; a*n'\nposition = 'a'\nend = ''", "1 4\n2 4 4", vec!["First", "Second"]),
        ("game = 'nim'\ninput = 'n; a*n'\nposition = 'a'\nend = '0'", "1 4\n2 4 4\n0", vec!["First", "Second"]),
        // Misère play, the number of the test, moves.
        ("game = 'misère nim'\ninput = 't; n; a*n'\nposition = 'a'", "2\n1 1\n2 1 1", vec!["Second", "First"]),
        ("game = 'nim'\nmisere = true\ninput = 'n; a*n'\nposition = 'a'", "0", vec!["First"]),
        (
            "game = 'nim'\ninput = 't; a'\nposition = 'a'\nwin = 'Case {case}: {moves}'\nlose = '-'",
            "2 0 4",
            vec!["-", "Case 2: 1"],
        ),
        (
            "game = 'take 1..2'\ninput = 'n'\nposition = 'n'\nwin = '{outcomes}'\nlose = '{outcomes}'",
            "7",
            vec!["WWLWWLW"],
        ),
        (
            "game = 'take 1..2'\nmisere = true\ninput = 'n'\nposition = 'n'\nwin = '{outcomes}'\nlose = '{outcomes}'",
            "7",
            vec!["LWWLWWL"],
        ),
        ("game = 'nim'\ninput = 'n; a*n'\nposition = 'a'\nwin = '{heap} {take} {left}'", "2 5 3", vec!["1 2 3"]),
    ] {
        let found = lines(format, input);
        match expected.is_empty() {
            true => assert!(found.is_err(), "{format}"),
            false => assert_eq!(found, Ok(expected.into_iter().map(str::to_owned).collect()), "{format}\n{input}"),
        }
    }
}

/// The number of tests has any name, by a role or a key; `t` is one where nothing is said.
#[test]
fn a_name_may_be_the_number_of_tests() {
    let towers = "game = 'take S'\nparameters = ['S']\nposition = 'n'\n";
    let input = "2 3\n3\n4 5 6";
    let expected = Ok(["First", "Second", "Second"].map(str::to_owned).to_vec());
    let with_set = |format: &str| format.replace("'take S'", "'take 2 or k or 3'").replace("'S'", "'k'");
    for shape in [
        "input = 'j k; m; n*m'\ntests = 'm'",
        "input = 'j k; m; n'\ntests = 'm'",
        "input = 'j k; m:tests; n'",
        "input = 'j k; m:tests; n*m'",
        "input = 'j k; m:tests; (n)*m'",
        "input = 'j k; m:tests; (n;)*m'\ntests = 'm'",
        "input = 'j k t; n*t'",
        "input = 'j k; t; n'",
    ] {
        let format = with_set(&format!("{towers}{shape}"));
        let found = lines(&format, input);
        assert_eq!(found.as_ref().map(Vec::len), Ok(3), "{shape}: {found:?}");
        assert_eq!(found, expected, "{shape}");
    }
    // With another number of tests, t is a number like others.
    let format = "game = 'nim'\ninput = 'm; t'\ntests = 'm'\nposition = 't'";
    assert_eq!(lines(format, "2\n0 4"), Ok(["Second", "First"].map(str::to_owned).to_vec()));
    let format = "game = 'nim'\ninput = 't:count; n*t'\nposition = 'n'";
    assert_eq!(lines(format, "2\n4 4"), Ok(vec!["Second".to_owned()]));
}

/// A count that may be that of the tests is refused with both ways, and each of them is read.
#[test]
fn a_count_that_may_be_the_number_of_tests_is_refused() {
    for (shape, input) in
        [("k l m; n*m", "2 3 2\n4 4"), ("k; m; (n x)*m", "2 2\n4 1 4 1"), ("w:word; m; n*m", "a 2 4 4")]
    {
        let text = |input: &str| format!("game = 'nim'\ninput = '{input}'\nposition = 'n'");
        let Err(Error::Refused(refused)) = Format::read(&text(shape)) else { panic!("`{shape}` is read") };
        let message = format!("the input `{shape}`: m may be the number of tests, or of the components of one sum");
        assert_eq!(refused.message, message);
        let help = refused.help.spelled(&Json);
        let ways: Vec<&str> = help.split('\'').skip(1).step_by(2).collect();
        assert_eq!(ways.len(), 2, "{}", refused.help);
        let first = "First".to_owned();
        assert_eq!(lines(&text(ways[0]), input), Ok(vec![first.clone(), first]), "{}", ways[0]);
        assert_eq!(lines(&text(ways[1]), input), Ok(vec!["Second".to_owned()]), "{}", ways[1]);
        // The flags of `try` and `gen` have the same rule.
        let game = grundy::games::read("nim", &grundy::games::no_lists).unwrap();
        assert!(Format::of_game(&game, Some(&format!("{shape} -> n"))).is_err());
        assert!(Format::of_game(&game, Some(&format!("{} -> n", ways[1]))).is_ok());
    }
    // These say one thing.
    for shape in ["n; a*n", "n k; a*n", "a*2", "n; (a x)*n", "k n; a*n; x"] {
        let text = format!("game = 'nim'\ninput = '{shape}'\nposition = 'a'");
        assert!(Format::read(&text).is_ok(), "{shape}");
    }
}

#[test]
fn roles_that_are_wrong_are_refused() {
    for (shape, message) in [
        ("input = 'm:tests; t:tests; a'", "two names are the number of tests"),
        ("input = 'm:tests; a'\ntests = 'k'", "both `m` and `k` are the number of tests"),
        ("input = 'm; a'\ntests = 'k'", "it has no name `k`, which is to be the number of tests"),
        ("input = 'n:count; a'", "`n:count` counts nothing: write a*n after it"),
        ("input = 'n:size; a*n'", "after `n:` comes `word`, `tests` or `count`; numbers need no mark"),
        ("input = 't; x; a*t; y'", "t is the number of tests, and `*t` stands after the tests alone, at the end"),
        ("input = 'a t'", "a test has no values: t is the number of tests"),
        ("input = 't; a'\nend = '0'", "an input has a number of tests t, or an end, not both"),
    ] {
        let Err(Error::Refused(refused)) = Format::read(&format!("game = 'nim'\nposition = 'a'\n{shape}")) else {
            panic!("{shape} is read");
        };
        assert!(refused.message.ends_with(message), "{shape}: {}", refused.message);
        assert!(!refused.help.is_empty());
    }
}

/// The rows of a grid are one grid.
#[test]
fn a_grid_is_given_row_by_row() {
    let value = |position: &str| {
        let query = run().query(&["cram".into(), position.into()], false).unwrap();
        run().solve(query).unwrap().value().unwrap().0.to_string()
    };
    let text = |position: &str| {
        format!(
            "game = 'cram'\ninput = 't; r c; (row:word;)*r'\nposition = '{position}'\nwin = '{{value}}'\nlose = '0'"
        )
    };
    let input = "3\n2 3\n..#\n...\n3 3\n...\n.#.\n...\n1 4\n....\n";
    let grids = ["..#/...", ".../.#./...", "...."].map(value).to_vec();
    assert_eq!(lines(&text("row*"), input), Ok(grids));
    let rows = ["..# + ...", "... + .#. + ...", "...."].map(value).to_vec();
    assert_eq!(lines(&text("1*row"), input), Ok(rows));
    let (message, _) = lines(&text("row"), input).expect_err("one grid, or several");
    assert_eq!(message, "test 1: the rows row may be one grid, or grids with one row each");
    // Boards that are words of their own are a sum.
    let boards = "game = 'cram'\ninput = 'n; s:word*n'\nposition = 's'\nwin = '{value}'\nlose = '0'";
    assert_eq!(lines(boards, "2 2x3 ..#/..."), Ok(vec![value("2x3 + ..#/...")]));
}

/// A bare word is not a ring in the language, nor here.
#[test]
fn a_ring_is_written_as_one() {
    let text = |position: &str| {
        format!(
            "game = 'ring: cut \"ab\"'\ninput = 't; s:word'\nposition = '{position}'\nwin = '{{value}}'\nlose = '0'"
        )
    };
    let value = |position: &str| {
        let query = run().query(&["ring: cut \"ab\"".into(), position.into()], false).unwrap();
        run().solve(query).unwrap().value().unwrap().0.to_string()
    };
    let words = ["abab", "aabb", "ba"];
    let input = format!("3\n{}", words.join("\n"));
    for (position, open, close) in [("(s)", "(", ")"), ("\"s\"", "\"", "\"")] {
        let expected = words.iter().map(|word| value(&format!("{open}{word}{close}"))).collect();
        assert_eq!(lines(&text(position), &input), Ok(expected), "{position}");
    }
    let (message, _) = lines(&text("s"), &input).expect_err("a ring, or a row");
    assert_eq!(message, "test 1: the word s may be a ring, or a row that a cut has left");
}

#[test]
fn a_list_of_piles_is_no_sum() {
    let format = "game = 'piles: take any from 1..2 piles'\ninput = 't; n; a*n'\nposition = '[a]'";
    let (message, _) = lines(format, "1\n3 1 2 3").expect_err("a sum of piles");
    assert_eq!(message, "a list of piles would be a sum of positions with one pile each");
}

#[test]
fn mistakes_name_the_key_or_the_line() {
    let nim = "game = 'nim'\ninput = 't; n; a*n'\nposition = 'a'\n";
    for (input, message, line) in [
        ("2\n1\n5\n2\n3 x\n", "line 5: expected `a` 2 of 2 of test 2, a whole number; found `x`", 5),
        ("1\n1\n5\n7\n", "line 4: expected the end of the input; found `7`", 4),
        ("1\n9\n5\n", "line 2: n of test 1 is 9, but the input is not long enough for that", 2),
    ] {
        assert_eq!(lines(nim, input), Err((message.to_owned(), Some(line))));
    }
    for (format, message) in [
        ("game = 'nim'\ninput = 't; n; a*n'", "the format has no `position`"),
        ("gme = 'nim'", "the format has an unknown key `gme`"),
        ("game = 'nim'\ninput = 'a'\nposition = 'b'", "the position of the format names no value of the input"),
        ("game = 'nim'\ninput = 'a; a'\nposition = 'a'", "the input `a; a`: the name `a` occurs twice"),
        (
            "game = 'nim'\ninput = 'a*n; n'\nposition = 'a'",
            "the input `a*n; n`: `n` after `*` is no number that comes before it",
        ),
        ("game = 'nim'\ninput = 'a'\nposition = 'a'\nwin = '{vale}'", "unknown field `vale` in `{vale}`"),
        ("game = 'nim'\ninput = 'a'\nposition = 'a'\nparameters = ['k']", "the input has no name `k`"),
        ("game = 'nim'\ninput = 'a'\nposition = 'a'\nranges = { a = 'x' }", "the value of `a` in the format is wrong"),
    ] {
        assert_eq!(lines(format, "1").map_err(|(message, _)| message), Err(message.to_owned()), "{format}");
    }
}

#[test]
fn the_quick_way_to_read_a_position_is_the_plain_one() {
    let quick = "game = 'kayles'\ninput = 't; n; a*n'\nposition = 'a'\nwin = '{value}'\nlose = '{value}'";
    let plain = quick.replace("position = 'a'", "position = '(a)'").replace("'(a)'", "'a + 0'");
    let input: String = format!("40\n{}", (0..40).map(|n| format!("2\n{n} {}\n", n / 3)).collect::<String>());
    assert_eq!(lines(quick, &input), lines(&plain, &input));
    let bags = "game = 'bag: take letter until distinct'\ninput = 't; s:word'\nposition = '{s}'\nwin = '{value}'";
    let sum = bags.replace("'{s}'", "'{s} + {ab}'");
    let words = "4\naab\nabcabc\naaa\nb";
    assert_eq!(lines(bags, words), lines(&sum, words));
}

/// Misère tests of one file share their work: within a limit that is about the largest heap, and
/// not about the number of tests. The answers are those of single questions.
#[test]
fn misere_tests_share_their_work() {
    let sizes = |at: u64| (at * at * 7919 + at) % 90_000;
    for (game, heaps, largest) in
        [("n -> n-1, n -> (n/3)", 1, 90_000), ("n -> n-1, n -> (n/3)", 3, 40), ("take any, split into 2 heaps", 4, 300)]
    {
        let text = format!("game = 'misère {game}'\ninput = 't; n; a*n'\nposition = 'a'\nwin = 'N'\nlose = 'P'");
        let format = Format::read(&text).expect("a format");
        let sums: Vec<Vec<u64>> =
            (0..10_000).map(|test| (0..heaps).map(|at| sizes(3 * test + at) % largest).collect()).collect();
        let mut input = format!("{}\n", sums.len());
        for sum in &sums {
            let numbers: Vec<String> = sum.iter().map(u64::to_string).collect();
            input += &format!("{}\n{}\n", sum.len(), numbers.join(" "));
        }
        let limited = Run::new(Limits { positions: Some(300_000), ..Limits::default() });
        let answers = format.answers(&limited, input.as_bytes()).expect("few positions");
        assert_eq!(answers.len(), sums.len());
        for (answer, sum) in answers.iter().zip(&sums).step_by(997) {
            let position = sum.iter().map(u64::to_string).collect::<Vec<_>>().join(" + ");
            let solved = grundy::solve(&format!("misère {game}"), &position).expect("it is solved");
            assert_eq!(answer.line(), solved.outcome().expect("an outcome").to_string(), "{game} at {position}");
        }
    }
}

/// Names of the input that the text of a game needs are its parameters; those that the rules bind,
/// and those with a value in the game, are not.
#[test]
fn parameters_need_no_list_of_their_names() {
    let text = |game: &str, input: &str| format!("game = '{game}'\ninput = '{input}'\nposition = 'a'");
    let [first, second] = ["First", "Second"].map(str::to_owned);
    for (game, input, numbers, wanted) in [
        ("take 1..k", "a k", "5 4", &second),
        ("take 1..k", "a k", "4 4", &first),
        ("take S", "a m; S*m", "5 2 2 4", &first),
        ("take S", "a m; S*m", "1 2 2 4", &second),
        ("n -> n-d for d in 1..k", "a n k", "4 9 3", &second),
        ("n -> n-d for d in 1..k", "a n k", "4 9 4", &first),
    ] {
        assert_eq!(lines(&text(game, input), numbers), Ok(vec![wanted.clone()]), "{game}: {numbers}");
    }
    for game in ["take 1..k with k = 3", "moore k=2"] {
        let Err(Error::Refused(refused)) = Format::read(&text(game, "a k")) else { panic!("`{game}` is read") };
        assert_eq!(refused.message, "`k` has a value in the game, and another one in the input", "{game}");
    }
}
