//! The judge formats: samples of the statements, and broken input.

use snapbox::cmd::{Command, cargo_bin};

fn judge(arguments: &[&str], input: &str) -> (String, String, Option<i32>) {
    let command = Command::new(cargo_bin!("grundy")).arg("judge").args(arguments).stdin(input.to_owned());
    let output = command.output().expect("the program runs");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    (text(output.stdout), text(output.stderr), output.status.code())
}

#[track_caller]
fn answers(arguments: &[&str], input: &str, expected: &str) {
    assert_eq!(judge(arguments, input), (expected.into(), String::new(), Some(0)));
}

/// Broken input: nothing on stdout, exit 2, and a message with the line.
#[track_caller]
fn refuses(arguments: &[&str], input: &str, message: &str) {
    let (output, error, code) = judge(arguments, input);
    assert_eq!((output.as_str(), code), ("", Some(2)));
    let (said, help) = error.split_once("\n  help: the input is `").expect("the shape of the input");
    assert_eq!(said, format!("error: {message}"));
    let name = arguments[0];
    assert!(help.ends_with(&format!("; `grundy judge {name} --help` has an example\n")), "{help}");
}

#[test]
fn wplay() {
    answers(&["wplay"], "5\nBED\nBAD\nRED\nBREED\nBEER\n3 3\n2\nDER\nRAD\nFEE\nBAR\nBEE\nRAN\n", "Bob\nAlice\n");
    answers(&["wplay"], "2\nß\né\n1 2\n2\nßé\nxy\n", "Bob\nBob\n");
    answers(&["wplay"], "0\n1 1\n1\nx\n", "Bob\n");
    refuses(&["wplay"], "1\na\n2 2\n1\nab\nabc\n", "line 6: row 2 of board 1 has 3 letters, not 2");
    refuses(&["wplay"], "3\na\nb\n", "line 3: the input ends here; expected word 3 of 3");
    refuses(&["wplay"], "", "line 1: the input ends here; expected the number of words");
}

#[test]
fn strings() {
    answers(&["strings"], "aaab\n2\n1 2\n1 4\n", "Alice\nBob\n");
    answers(&["strings"], "aaccbdb\n2\n5 7\n1 7\n", "Alice\nAlice\n");
    refuses(&["strings"], "ab\n1\n2 1\n", "line 3: l = 2 is greater than r = 1");
    refuses(
        &["strings"],
        "ab\n1\n1 3\n",
        "line 3: expected r of question 1 of 1, a whole number from 1 to 2; found `3`",
    );
    refuses(&["strings"], "ab\n1\n1 2\n7\n", "line 4: expected the end of the input; found `7`");
    refuses(
        &["strings"],
        "ab\n9999999\n1 2\n",
        "line 2: the number of questions is 9999999, but the input is not long enough for that",
    );
}

#[test]
fn trust() {
    answers(&["trust"], "1 2\nb\n1\nba 1\n", "Tyrion\n");
    answers(&["trust-anywhere"], "1 2\nb\n1\nba 1\n", "Daenerys\n");
    answers(&["trust"], "1 1\naaa\n1\na 2\n", "Daenerys\n");
    answers(&["trust"], "0 2\n2\nab 3\na 0\n", "Tyrion\n");
    answers(&["trust"], "1 2\nzebra\n1\na 1\n", "Tyrion\n");
    refuses(&["trust"], "1 27\n", "line 1: expected the number of letters, a whole number from 1 to 26; found `27`");
    refuses(&["trust"], "1 2\nb\n1\nbc 1\n", "line 4: string 1 has the letter `c`, which is not one of a..b");
    refuses(
        &["trust"],
        "1 2\nb\n1\nba -1\n",
        "line 4: expected how many letters string 1 may get, a whole number; found `-1`, a negative number",
    );
}

#[test]
fn apples() {
    answers(&["apples"], "9\n", "0 0 1 1 2 0 0 1 1 2\n");
    answers(&["apples"], "0", "0\n");
    refuses(&["apples"], "nine\n", "line 1: expected the number of apples, a whole number; found `nine`");
}

#[test]
fn wgme() {
    answers(&["wgme"], "3\nabc\naabc\naab\n", "Second 0\nFirst 1\nFirst 2\n");
    refuses(&["wgme"], "2\nab\n\n", "line 2: the input ends here; expected s of test 2");
}
