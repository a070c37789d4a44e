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
    assert!(answer["solver"].is_string());
    let winning = json!([
        {"component": 2, "from": "7", "to": "3 + 3", "how": ["take 1"]},
        {"component": 2, "from": "7", "to": "1 + 4", "how": ["take 2"]},
        {"component": 3, "from": "9", "to": "2 + 5", "how": ["take 2"]},
    ]);
    assert_eq!(answer["winning_moves"], winning);
}

#[test]
fn stats_are_told_where_they_are_asked_for() {
    for (game, position, kernel) in
        [("cram", "4x5", "proof-number"), ("misère cram", "3x4", "search"), ("nim", "5", "closed-form")]
    {
        let output = Command::new(cargo_bin!("grundy")).args([game, position, "--json", "--stats"]).output();
        let output = output.expect("the program runs");
        let answer: Value = serde_json::from_slice(&output.stdout).expect("stdout is JSON");
        let line = String::from_utf8(output.stderr).expect("text");
        let stats = &answer["stats"];
        assert_eq!(answer["solver"], kernel);
        let [positions, stored, bytes] = ["positions", "stored", "bytes"].map(|key| stats[key].as_u64());
        assert!(line.starts_with(&format!("{kernel}: {} positions", positions.expect("a number"))), "{line}");
        match kernel {
            "closed-form" => assert!(stored.is_none() && !line.contains("stored"), "{line}"),
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

/// A row on a board of rings reads back wherever it stands in the object.
#[test]
fn rows_that_a_cut_has_left_are_quoted() {
    let game = ["ring: cut \"aa\"", "\"aabaab\" + (aab)", "--json"];
    for verb in ["solve", "moves", "explain", "compound"] {
        let mode = if verb == "compound" { "conjunctive" } else { "" };
        let words: Vec<&str> = [verb, mode].into_iter().filter(|word| !word.is_empty()).chain(game).collect();
        let answer = object(&words, 0);
        let winning = if verb == "compound" { "winning_move" } else { "winning_moves" };
        let [components, options, winning] = ["components", "options", winning].map(|key| answer[key].clone());
        let mut texts = Vec::new();
        for (list, keys) in [(components, &["position"][..]), (options, &["from", "to"]), (winning, &["from", "to"])] {
            for member in list.as_array().into_iter().flatten() {
                texts.extend(keys.iter().map(|key| member[key].as_str().expect("a text").to_owned()));
                let choices = member["options"].as_array().into_iter().flatten();
                texts.extend(choices.map(|choice| choice["to"].as_str().expect("a text").to_owned()));
            }
        }
        assert!(texts.iter().any(|text| text == "\"aabaab\""), "{verb}: {texts:?}");
        for text in texts {
            assert!(text.starts_with(['"', '(']), "{verb}: {text}");
            let read = grundy::solve(game[0], &text);
            assert!(read.is_ok(), "{verb}: {text}");
        }
    }
}

#[test]
fn large_numbers_are_exact_numbers() {
    let answer = object(&["nim", "9007199254740993", "--json"], 0);
    assert_eq!(answer["value"], 9_007_199_254_740_993u64);
    assert_eq!(object(&["nim", "18446744073709551615", "--json"], 0)["value"], u64::MAX);
    let twice = object(&["nim", "18446744073709551615", "1", "--json"], 0);
    assert!(twice["moves"].is_null() && twice["reasons"]["moves"] == "the number is over 2^64 - 1", "{twice}");
}

#[test]
fn every_error_is_an_object() {
    let code = |arguments: &[&str], exit| object(arguments, exit)["error"]["code"].clone();
    assert_eq!(code(&["octal 0.79", "5", "--json"], 2), "G006");
    assert_eq!(code(&["kayles", "--json"], 2), "usage");
    assert_eq!(code(&["kayles", "5", "--frob", "--json"], 2), "usage");
    assert_eq!(code(&["--json", "check", "nowhere.cert"], 2), "file");
    assert_eq!(code(&["bag: take \"abc\"", "{aaaabbbbcccc}", "--max-positions", "1", "--json"], 3), "positions");
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

/// What clap knows of a mistake, by name.
#[test]
fn a_mistake_in_the_command_line_names_its_argument() {
    let parts = |line: &str| {
        let words: Vec<&str> = line.split(' ').chain(["--json"]).collect();
        let error = object(&words, 2)["error"].clone();
        assert_eq!(error["code"], "usage");
        ["message", "argument", "suggestion", "help"].map(|key| error[key].as_str().unwrap_or_default().to_owned())
    };
    for (line, wanted) in [
        (
            "kayles 5 --tiem 3",
            ["unexpected argument '--tiem' found", "--tiem", "--time", "type `grundy kayles 5 --time 3 --json`"],
        ),
        (
            "prove",
            [
                "the following required arguments were not provided: <GAME>",
                "<GAME>",
                "",
                "for example, type `grundy prove kayles`; `grundy prove --help` has all",
            ],
        ),
        (
            "kayles 5 --outcome --value",
            [
                "the argument '--outcome' cannot be used with '--value'",
                "--outcome",
                "",
                "type `grundy kayles 5 --value --json`, or `grundy kayles 5 --outcome --json`",
            ],
        ),
        (
            "judge chess",
            [
                "there is no judge format `chess`",
                "chess",
                "",
                "`grundy judge --list` has the problems, and the lines of a file FILE.toml for others",
            ],
        ),
        (
            "kayles 5 --color nver",
            [
                "invalid value 'nver' for '--color <WHEN>'",
                "--color <WHEN>",
                "never",
                "possible values: auto, always, never",
            ],
        ),
        (
            "kayles 5 --time x",
            [
                "invalid value 'x' for '--time <SECONDS>': expected a number of seconds, such as 2 or 0.5, or a time such as 500ms, 1m, 2h",
                "--time <SECONDS>",
                "",
                "for example, type `grundy solve kayles 5 --time 10 --json`",
            ],
        ),
    ] {
        assert_eq!(parts(line), wanted, "{line}");
    }
    let [message, argument, ..] = parts("table nim 5 --csv --npy");
    assert_eq!(argument, "--csv");
    assert!(["cannot be used with: ", " --npy", " --json"].iter().all(|part| message.contains(part)), "{message}");
    let odd = object(&["--json=3", "nim", "3"], 2);
    assert_eq!(odd["error"]["argument"], "--json");
    let offset = object(&["table", "kayles", "5", "--offset", "3", "--json"], 2);
    assert!(offset["error"]["message"].as_str().is_some_and(|message| message.starts_with("--offset")));
}

/// What is not known is null, and `reasons` has the reason.
#[test]
fn a_null_has_its_reason() {
    let cancelled = ["cram", "4x4 + 4x4 + 3x3", "--value"];
    let answer = object(&[&cancelled[..], &["--json"]].concat(), 0);
    assert_eq!((&answer["value"], &answer["moves"]), (&json!(0), &json!(null)));
    assert!(answer["reasons"]["moves"].is_string() && answer["reasons"]["value"].is_null());
    let components = answer["components"].as_array().expect("a list");
    for component in &components[..2] {
        assert!(component["value"].is_null(), "{component}");
        assert!(
            component["reasons"]["value"].as_str().is_some_and(|why| why.contains("equal component")),
            "{component}"
        );
    }
    assert_eq!(components[2], json!({"component": 3, "position": "3x3", "value": 0}));
    let output = Command::new(cargo_bin!("grundy")).args(cancelled).output().expect("it runs");
    let text = String::from_utf8(output.stdout).expect("text");
    assert!(text.contains("Left out: 2 components that are equal in pairs, each pair worth 0."), "{text}");

    // Where it is cheap, the values of what cancels are reported.
    let cheap = object(&["kayles", "5 + 5 + 7", "--value", "--json"], 0);
    let values: Vec<&Value> = cheap["components"].as_array().expect("a list").iter().map(|own| &own["value"]).collect();
    assert_eq!(values, [4, 4, 2]);
    assert!(cheap["reasons"]["moves_left"].is_string() && cheap["reasons"]["value"].is_null());

    let misere = object(&["moves", "kayles", "4", "--misere", "--json"], 0);
    assert!(misere["reasons"]["value"].is_string() && misere["reasons"]["options.value"].is_string());
    let outcome = object(&["cram", "3x3", "--outcome", "--json"], 0);
    assert!(outcome["value"].is_null() && outcome["reasons"]["value"].is_string());
    let many = object(&["moves", "nim", "10000000", "--json"], 0);
    assert!(["moves", "unknown"].iter().all(|key| many[key].is_null() && many["reasons"][key].is_string()));
    let explained = object(&["explain", "kayles", "3 + 3", "--json"], 0);
    assert!(explained["components"][1]["options"].is_null());
    assert!(explained["components"][1]["reasons"]["options"].is_string());
}
