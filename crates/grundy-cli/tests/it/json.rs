//! The shape of the JSON that programs rely on.

use serde_json::{Value, json};
use snapbox::cmd::{Command, cargo_bin};

/// Runs `grundy` and reads its stdout as one JSON object.
fn object(arguments: &[&str], code: i32) -> Value {
    let output = Command::new(cargo_bin!("grundy")).args(arguments).output().expect("the program runs");
    assert_eq!(output.status.code(), Some(code), "{arguments:?}");
    assert!(output.stderr.is_empty(), "{arguments:?} narrates");
    serde_json::from_slice(&output.stdout).expect("stdout is JSON")
}

#[test]
fn solve_has_every_key() {
    let answer = object(&["kayles", "5", "7", "9", "--json"], 0);
    assert_eq!(answer["game"], "octal 0.77");
    assert_eq!(answer["position"], "5 + 7 + 9");
    assert_eq!(answer["convention"], "normal");
    assert_eq!((&answer["value"], &answer["outcome"]), (&json!(2), &json!("N")));
    assert_eq!(answer["moves"], 21);
    assert_eq!(answer["status"], "proved");
    assert!(answer["kernel"].is_string());
    let winning = json!([
        {"component": 2, "from": "7", "to": "3 + 3"},
        {"component": 2, "from": "7", "to": "1 + 4"},
        {"component": 3, "from": "9", "to": "2 + 5"},
    ]);
    assert_eq!(answer["winning_moves"], winning);
}

#[test]
fn stats_are_told_where_they_are_asked_for() {
    for (game, position, kernel) in [("cram", "4x5", "couples"), ("misère cram", "3x4", "search"), ("nim", "5", "law")]
    {
        let output = Command::new(cargo_bin!("grundy")).args([game, position, "--json", "--stats"]).output();
        let output = output.expect("the program runs");
        let answer: Value = serde_json::from_slice(&output.stdout).expect("stdout is JSON");
        let line = String::from_utf8(output.stderr).expect("text");
        let stats = &answer["stats"];
        assert_eq!(answer["kernel"], kernel);
        let [positions, stored, bytes] = ["positions", "stored", "bytes"].map(|key| stats[key].as_u64());
        assert!(line.starts_with(&format!("{kernel}: {} positions", positions.expect("a number"))), "{line}");
        match kernel {
            "law" => assert!(stored.is_none() && !line.contains("stored"), "{line}"),
            _ => {
                assert!(stored > Some(20) && stored <= positions && bytes > stored, "{line} {stats}");
                assert!(line.contains(&format!(", {} stored, ", stored.unwrap_or_default())), "{line}");
            }
        }
        assert!(stats["seconds"].is_f64() && stats["positions_per_second"].is_f64());
        assert!(object(&[game, position, "--json"], 0)["stats"].is_null());
    }
}

#[test]
fn misere_has_no_value() {
    let answer = object(&["--json", "--misere", "kayles", "4"], 0);
    assert_eq!(
        (&answer["convention"], &answer["value"], &answer["outcome"]),
        (&json!("misere"), &json!(null), &json!("P"))
    );
}

#[test]
fn what_is_left_of_nothing_is_written_in_the_language() {
    let empty = |arguments: &[&str]| object(arguments, 0)["winning_moves"][0]["to"].clone();
    assert_eq!(empty(&["nim", "3", "--json"]), "0");
    assert_eq!(empty(&["cut \"ab\"", "ab", "--json"]), "\"\"");
    assert_eq!(empty(&["ring: take \"ab\"", "(ab)", "--json"]), "()");
    assert_eq!(empty(&["bag: take \"ab\"", "{ab}", "--json"]), "{}");
}

#[test]
fn large_numbers_are_strings() {
    let answer = object(&["nim", "9007199254740993", "--json"], 0);
    assert_eq!(answer["value"], "9007199254740993");
    assert_eq!(object(&["nim", "9007199254740992", "--json"], 0)["value"], 9_007_199_254_740_992u64);
}

#[test]
fn every_error_is_an_object() {
    let code = |arguments: &[&str], exit| object(arguments, exit)["error"]["code"].clone();
    assert_eq!(code(&["octal 0.79", "5", "--json"], 2), "G006");
    assert_eq!(code(&["kayles", "--json"], 2), "usage");
    assert_eq!(code(&["kayles", "5", "--frob", "--json"], 2), "usage");
    assert_eq!(code(&["--json", "check", "nowhere.cert"], 2), "file");
    assert_eq!(code(&["bag: take \"abc\"", "{aaaabbbbcccc}", "--positions", "1", "--json"], 3), "positions");
    let mistake = object(&["octal 0.79", "5", "--json"], 2);
    assert_eq!(mistake["error"]["span"], json!([9, 10]));
}

#[test]
fn quiet_tells_by_the_exit_code() {
    let code = |heaps: &[&str]| {
        let output = Command::new(cargo_bin!("grundy")).args(["-q", "nim"]).args(heaps).output().expect("it runs");
        assert!(output.stdout.is_empty() && output.stderr.is_empty());
        output.status.code()
    };
    assert_eq!((code(&["1", "2"]), code(&["1", "1"])), (Some(0), Some(1)));
}
