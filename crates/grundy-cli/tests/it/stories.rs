//! What users want, as commands: ten stories, each with the content that its answer must have.

use std::{fs, path::PathBuf};

use serde_json::json;

use crate::program::{Run, run};

/// The answer of a command that succeeds, which says all of these.
fn says(words: &[&str], texts: &[&str]) -> Run {
    let answer = run(words);
    assert_eq!(answer.code, Some(0), "{words:?}: {}", answer.narrated);
    for text in texts {
        assert!(answer.out.contains(text), "{words:?} does not say {text}: {}", answer.out);
    }
    answer
}

fn path(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("grundy-{}-stories-{name}", std::process::id()));
    let _ = fs::remove_file(&path);
    path
}

/// 1. Who wins, and what do I play?
#[test]
fn who_wins_and_what_to_play() {
    says(
        &["nim", "3", "4", "5"],
        &[
            "N-position: the player to move wins (nim value 2",
            "Winning move (1 of 12):\n  heap 1 (3): take 2, leave 1\n",
            "11 moves left with best play.",
            "Normal play; proved.",
        ],
    );
}

/// 2. The same for a named game, sums included.
#[test]
fn a_named_game_and_sums() {
    let moves = "Winning moves (3 of 21):\n  heap 2 (7): take 1, leave 3 + 3\n  heap 2 (7): take 2, leave 1 + 4\n  \
                 heap 3 (9): take 2, leave 2 + 5\n";
    says(&["kayles", "5", "7", "9"], &["(nim value 2 = 4 xor 2 xor 4).", moves, "19 moves left", "Kayles."]);
    says(&["kayles", "5", "+", "nim", "4"], &["P-position", "0 = 4 xor 4"]);
    let answer = run(&["kayles", "5", "7", "9", "--json"]).json();
    assert_eq!(answer["moves_left"], 19);
    assert_eq!(answer["name"], "Kayles");
    assert_eq!(answer["winning_moves"][1], json!({"component": 2, "from": "7", "to": "1 + 4", "how": ["take 2"]}));
}

/// 3. My own game in one line.
#[test]
fn a_game_of_ones_own() {
    let game = "heap a -> (a - 2b) + (a - b) for b in 1..a/2";
    let moves = "Winning moves (2 of 8):\n  heap 1 (10): b = 3, leave 4 + 7\n  heap 2 (7): b = 3, leave 1 + 4\n";
    says(&["solve", game, "10", "7"], &["(nim value 2 = 0 xor 2).", moves]);
    says(
        &["rules", game],
        &[
            "A heap of a counters becomes heaps of (a-2*b) and (a-b), for b from 1..a/2.",
            "Ends: Every new heap is smaller than the old one.",
        ],
    );
}

/// 4. Table of values, as text, CSV, JSON, NPY, b-file.
#[test]
fn a_table_of_values_in_every_form() {
    says(
        &["table", "0.77", "24", "--columns", "12"],
        &[" n   0  1  2  3  4  5  6  7  8  9 10 11\n", " 0   0  1  2  3  1  4  3  2  1  4  2  6\n", "24   4\n"],
    );
    says(&["table", "0.77", "10000", "--bfile"], &["\n0 0\n1 1\n", "\n9999 ", "\n10000 "]);
    says(&["table", "0.77", "24", "--csv"], &["n,value\n0,0\n", "11,6\n"]);
    says(&["table", "0.77", "24", "--ndjson"], &["{\"n\":11,\"value\":6}\n"]);
    assert_eq!(run(&["table", "0.77", "24", "--json"]).json()["values"][11], 6);
}

/// 5. Is it periodic, and is that proved?
#[test]
fn the_period_and_its_proof() {
    says(
        &["period", "kayles"],
        &[
            "Kayles (octal 0.77): eventually periodic with period 12. The last exception is at n=70 (preperiod 71).",
            "Exceptions: 0 3 6 9 11 15 18 21 22 28 34 39 57 70. Values 0 to 8.",
            "Proved by the octal periodicity theorem from the values of heaps 0 to ",
            "Guy and Smith 1956",
            "OEIS A002186",
        ],
    );
    says(&["kayles", "1000000000000000000", "--value"], &["nim value 1)"]);
}

/// 6. Explain it to me.
#[test]
fn the_reasons() {
    says(
        &["explain", "kayles", "5"],
        &[
            "Kayles (octal 0.77) at 5",
            "take 1, leave 4     : 1",
            "take 1, leave 2 + 2 : 2 xor 2 = 0    <- a winning move",
            "take 2, leave 1 + 2 : 1 xor 2 = 3",
            "The options have the values {0, 1, 2, 3}; the least number missing is 4.",
            "Step 3, the winning moves: a move wins exactly if it leaves a sum of value 0.",
            "next to a component of value 4 this position is lost, next to any other it is won",
        ],
    );
    let answer = run(&["explain", "nim", "3", "4", "5", "--json"]).json();
    let targets: Vec<_> = (0..3).map(|at| answer["components"][at]["target"].clone()).collect();
    assert_eq!(targets, [json!(1), json!(null), json!(null)]);
}

/// 9. Words with a dictionary; both meanings of removal.
#[test]
fn words_with_a_dictionary() {
    says(
        &["cut word in {fear, chop, arch}", "fearchoparchfearchop"],
        &["(nim value 1)", "Winning move (1 of 7):", "remove \"arch\" at 9..12, leave fearchop + fearchop"],
    );
    says(&["cut \"PAWPAW\"", "PAWPAWPAWPAW"], &["(nim value 2)"]);
    says(&["take \"PAWPAW\"", "PAWPAWPAWPAW"], &["(nim value 0)"]);
    let list = path("words");
    fs::write(&list, "zoom\ntable\n").expect("a temporary file");
    says(&["ghost", list.to_str().expect("a plain path")], &["N-position", "write z -> z"]);
    fs::remove_file(&list).expect("it is there");
}

/// 11. Misère.
#[test]
fn the_last_move_loses() {
    let moves = "Winning moves (2 of 7):\n  heap 1 (7): take 1, leave 1 + 5\n  heap 1 (7): take 1, leave 3 + 3\n";
    says(
        &["misere", "kayles", "7"],
        &["Misère play (who makes the last move loses). N-position: the player to move wins.", moves],
    );
    says(&["table", "kayles", "21", "--misere", "--losing"], &["1 4 9 12 20\n"]);
    says(&["misere", "kayles", "3", "4"], &["Values do not add in misère play"]);
    says(&["prove", "misere", "kayles"], &["40 elements"]);
}

/// 12. Proof and certificate; for a position, a strategy that can be checked.
#[test]
fn a_proof_that_can_be_checked() {
    for (name, words) in [
        ("period", &["prove", "kayles", "--certificate"][..]),
        ("position", &["solve", "kayles", "5", "7", "--certificate"]),
    ] {
        let file = path(name);
        let name = file.to_str().expect("a plain path");
        says(&[words, &[name]].concat(), &[]);
        says(&["check", name], &["Verified: Kayles"]);
        let text = fs::read_to_string(&file).expect("the certificate");
        fs::write(&file, text.replacen("kayles", "nim", 1).replacen("0.77", "0.07", 1)).expect("it is there");
        // The moves that it lists are not those of this game.
        assert_eq!(run(&["check", name]).code, Some(2), "{text}");
        fs::remove_file(&file).expect("it is there");
    }
}

/// Many positions of one game: an object on each line, and a mistake ends no work.
#[test]
fn positions_from_a_file() {
    let file = path("positions");
    fs::write(&file, "5 7\n\nx\n1,000\n3,4\n").expect("a temporary file");
    let name = file.to_str().expect("a plain path");
    let answer = run(&["solve", "kayles", "--positions", name]);
    assert_eq!(answer.code, Some(2), "{}", answer.narrated);
    let lines: Vec<serde_json::Value> =
        answer.out.lines().map(|line| serde_json::from_str(line).expect("one JSON object a line")).collect();
    let seen: Vec<_> =
        lines.iter().map(|line| (line["line"].clone(), line["value"].clone(), line["error"]["code"].clone())).collect();
    let null = json!(null);
    assert_eq!(
        seen,
        [
            (json!(1), json!(6), null.clone()),
            (json!(3), null.clone(), json!("G040")),
            (json!(4), null.clone(), json!("G048")),
            (json!(5), json!(2), null.clone())
        ]
    );
    let written = path("answers");
    let to_file = run(&["solve", "kayles", "--positions", name, "-o", written.to_str().expect("a plain path")]);
    assert_eq!((to_file.code, to_file.out.as_str()), (Some(2), ""));
    assert_eq!(
        (to_file.narrated.as_str(), answer.narrated.as_str()),
        ("2 of 4 lines have errors\n", "2 of 4 lines have errors\n")
    );
    assert_eq!(fs::read_to_string(&written).expect("the answers"), answer.out);
    let limit = run(&["solve", "kayles", "5", "--positions", "1000"]);
    assert!(limit.code == Some(2), "{}", limit.narrated);
    let number = run(&["solve", "kayles", "--positions", "1000"]);
    assert!(number.code == Some(2) && number.narrated.contains("--max-positions 1000"), "{}", number.narrated);
    [file, written].iter().for_each(|file| fs::remove_file(file).expect("it is there"));
}

/// Comments and blank lines are no positions; a picture may begin with a hole.
#[test]
fn lines_that_are_no_positions() {
    let file = path("comments");
    fs::write(&file, "\u{feff}# two heaps\r\n\r\n5 7\r\n#3\n  \n4").expect("a temporary file");
    let name = file.to_str().expect("a plain path");
    let answer = run(&["solve", "kayles", "--positions", name]);
    let lines: Vec<serde_json::Value> =
        answer.out.lines().map(|line| serde_json::from_str(line).expect("one JSON object a line")).collect();
    let seen: Vec<_> = lines.iter().map(|line| (line["line"].clone(), line["value"].clone())).collect();
    assert_eq!(seen, [(json!(3), json!(6)), (json!(6), json!(1))], "{}", answer.out);
    assert_eq!((answer.code, answer.narrated.as_str()), (Some(0), ""));
    fs::write(&file, "# a hole\n#../...\n").expect("a temporary file");
    let answer = run(&["solve", "cram", "--positions", name]);
    assert!(answer.out.lines().count() == 1 && answer.out.contains("\"position\":\"#../...\""), "{}", answer.out);
    fs::write(&file, b"5\n\xff\n7\n").expect("a temporary file");
    let answer = run(&["solve", "kayles", "--positions", name]);
    assert_eq!((answer.code, answer.narrated.as_str()), (Some(2), "1 of 3 lines has an error\n"), "{}", answer.out);
    let late = run(&["solve", "kayles", "--positions", name, "--time", "0"]);
    assert_eq!(late.code, Some(3), "{}", late.narrated);
    fs::remove_file(&file).expect("it is there");
}

/// A pipe is answered while it is written.
#[test]
fn a_pipe_is_answered_line_by_line() {
    use std::io::{BufRead, BufReader, Write};
    let mut program = std::process::Command::new(snapbox::cmd::cargo_bin!("grundy"))
        .args(["solve", "nim", "--positions", "-"])
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .spawn()
        .expect("the program runs");
    let mut input = program.stdin.take().expect("a pipe");
    let mut answers = BufReader::new(program.stdout.take().expect("a pipe")).lines();
    for (number, (line, value)) in [("3 4 5", 2), ("7", 7), ("1 1", 0)].into_iter().enumerate() {
        writeln!(input, "{line}").expect("the program reads");
        let answer = answers.next().expect("an answer to this line, before the next").expect("text");
        let answer: serde_json::Value = serde_json::from_str(&answer).expect("one JSON object a line");
        assert_eq!((&answer["line"], &answer["value"]), (&json!(number + 1), &json!(value)));
    }
    drop(input);
    assert!(answers.next().is_none());
    assert_eq!(program.wait().expect("it ends").code(), Some(0));
}

/// The page of famous games has a line for each, and each line is answered.
#[test]
fn famous_games_are_answered_as_they_are_written() {
    const PAGE: &str = include_str!("../../../../book/src/famous.md");
    let program = snapbox::cmd::cargo_bin!("grundy");
    let folder = program.parent().expect("a folder").to_str().expect("a plain path");
    let path = format!("{folder}:{}", std::env::var("PATH").unwrap_or_default());
    for game in grundy::games::FAMOUS {
        let row = [game.name, &format!("`grundy {}`", game.write), game.note, game.source, game.solved].join(" | ");
        assert!(PAGE.contains(&row.replace("  ", " ")) || PAGE.contains(&row), "{row}");
        let line = format!("grundy {}", game.write);
        let run = std::process::Command::new("sh").args(["-c", &line]).env("PATH", &path).output().expect("a shell");
        assert_eq!(run.status.code(), Some(0), "{line}: {}", String::from_utf8_lossy(&run.stderr));
        if let Some(family) = game.like {
            assert!(grundy::games::Family::find(family).is_some(), "{family}");
        }
    }
    let found = run(&["games", "northcott"]);
    assert!(found.code == Some(0) && found.out.contains("grundy nim 3 4 5"), "{}", found.out);
}

/// Completions know the names of games, with the verb and without it.
#[test]
fn completions_know_the_names() {
    for shell in ["bash", "zsh", "fish"] {
        let script = says(&["completions", shell], &["dawsons-kayles"]);
        assert!(script.out.matches("dawsons-kayles").count() > 1, "{shell}");
    }
    says(&[], &["grundy nim 3 4 5", "grundy explain kayles 5"]);
}

/// 13. Which rule gives these values, are two games equal, and does a b-file agree?
#[test]
fn games_are_found_compared_and_cited() {
    let found = says(&["find", "0,1,2,3,1,4,3,2"], &["Kayles (octal 0.77) from heap 0 on; OEIS A002186"]);
    assert_eq!(run(&["find", "0", "1", "2", "3", "1", "4", "3", "2"]).out, found.out);
    let first = run(&["find", "0,1,2,3,1,4,3,2", "--json"]).json()["rules"][0].clone();
    assert_eq!((&first["name"], &first["first"]), (&json!("Kayles"), &json!(0)));
    let none = run(&["find", "0,7,1,7,2,7"]);
    assert_eq!(none.code, Some(1));
    assert!(none.out.contains("No known rule gives these 6 values.\nSearched: the named games"), "{}", none.out);
    assert_eq!(run(&["find", "0,1,2,3,1", "--misere"]).code, Some(2));

    says(&["equal", "0.27", "0.26"], &["equal: ", "Normal play; proved."]);
    let different = run(&["equal", "0.27", "0.06"]);
    assert_eq!(different.code, Some(1), "{}", different.narrated);
    assert!(different.out.contains("different: at "), "{}", different.out);
    says(&["equal", "octal 0.074", "octal 0.077"], &["equal: ", "Both are periodic", "Normal play; proved."]);

    let file = path("bfile");
    let name = file.to_str().expect("a plain path");
    for (game, offset) in [(".11377", "1"), ("kayles", "0")] {
        assert_eq!(run(&["table", game, "250", "--bfile", "--offset", offset, "-o", name]).code, Some(0));
        says(&["diff", name, game, "--offset", offset], &["no difference: 25"]);
    }
    let other = run(&["diff", name, "octal 0.07"]);
    assert_eq!(other.code, Some(1));
    assert!(other.out.contains("\n  n = 1: 1 in the file, 0 in the game\n"), "{}", other.out);
    fs::write(&file, "1 0\n2 1\n3 2\n4 3\n5 1\n").expect("a temporary file");
    assert!(run(&["diff", name, "kayles"]).out.contains("With a shift of -1 all values agree."));
    says(&["diff", name, "kayles", "--shift", "-1"], &["no difference: 5 values agree"]);
    says(&["find", name], &["Kayles"]);
    fs::remove_file(&file).expect("it is there");

    says(&["cite", "kayles"], &["@article{guysmith1956,", "@article{sprague1935,", "% The game: H. E. Dudeney"]);
    says(&["cite", "wythoff"], &["@article{wythoff1907,"]);
    says(&["cite", "nim", "3", "4", "5"], &["@article{bouton1901,"]);
    says(
        &["table", "kayles", "24", "--latex", "--columns", "12"],
        &["\\begin{tabular}{r|rrrrrrrrrrrr}\n", "\\end{table}\n"],
    );
    assert_eq!(run(&["table", "kayles", "1000", "--latex"]).code, Some(2));
}
