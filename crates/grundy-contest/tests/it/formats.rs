//! Judge formats: inputs are read as they are written, answers are those of the library, and a
//! mistake names its line.

use grundy::{Error, Limits, Run};
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
        ("game = 'nim'\ninput = 'n; a*n'\nposition = 'a'\nwin = '{heap} {take} {left}'", "2 5 3", vec!["1 2 3"]),
    ] {
        let found = lines(format, input);
        match expected.is_empty() {
            true => assert!(found.is_err(), "{format}"),
            false => assert_eq!(found, Ok(expected.into_iter().map(str::to_owned).collect()), "{format}\n{input}"),
        }
    }
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
        ("2\n1\n5\n2\n3 x\n", "line 5: expected a 2 of 2 of test 2, a whole number; found `x`", 5),
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
