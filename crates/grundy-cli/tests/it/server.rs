//! The example server of `grundy-verbs` answers as the program does with `--json`.

use std::process::Command;

use serde_json::Value;
use snapbox::cmd::cargo_bin;

use crate::serve::plain;

#[path = "../../../grundy-verbs/examples/json_server.rs"]
#[expect(dead_code, reason = "the example has a function `main`")]
mod json_server;

/// A request, and the words of the command, separated by `|`.
const REQUESTS: &[(&str, &str)] = &[
    (r#"{"verb": "solve", "game": "kayles", "position": "5 + 7 + 9"}"#, "solve|kayles|5 + 7 + 9"),
    (r#"{"verb": "solve", "game": "kayles", "position": 5, "misere": true}"#, "solve|kayles|5|--misere"),
    (r#"{"verb": "solve", "game": "kayles 5 + nim 3"}"#, "solve|kayles 5 + nim 3"),
    (r#"{"verb": "solve", "game": "cram", "position": "3x3", "question": "outcome"}"#, "solve|cram|3x3|--outcome"),
    (r#"{"verb": "solve", "game": "cram", "position": "3x4", "question": "value"}"#, "solve|cram|3x4|--value"),
    (r#"{"verb": "moves", "game": "take 1..3", "position": "21"}"#, "moves|take 1..3|21"),
    (r#"{"verb": "explain", "game": "nim", "position": "1 + 2"}"#, "explain|nim|1 + 2"),
    (r#"{"verb": "table", "game": "octal 0.77", "to": 20}"#, "table|octal 0.77|20"),
    (r#"{"verb": "table", "game": "kayles", "to": 20, "misere": true}"#, "table|kayles|20|--misere"),
    (r#"{"verb": "plan", "game": "kayles", "position": "5"}"#, "plan|kayles|5"),
    (r#"{"verb": "plan", "game": "kayles"}"#, "plan|kayles"),
    (r#"{"verb": "prove", "game": "kayles"}"#, "prove|kayles"),
    (r#"{"verb": "prove", "game": "misere-kayles"}"#, "prove|misere-kayles"),
    (r#"{"verb": "prove", "game": "octal 0.007", "to": 100}"#, "prove|octal 0.007|--to|100"),
    (r#"{"verb": "prove", "game": "\"aa\" -> \"\", \"b\" -> \"\""}"#, "prove|\"aa\" -> \"\", \"b\" -> \"\""),
    (r#"{"verb": "draw", "what": "table", "game": "kayles", "to": 30}"#, "draw|table|kayles|30"),
    (r#"{"verb": "draw", "what": "period", "game": "kayles"}"#, "draw|period|kayles"),
    (r#"{"verb": "draw", "what": "position", "game": "nim", "position": "3 + 4 + 5"}"#, "draw|position|nim|3|4|5"),
    (
        r#"{"verb": "draw", "what": "graph", "game": "kayles", "position": 5, "misere": true}"#,
        "draw|graph|kayles|5|--misere",
    ),
    (
        r#"{"verb": "draw", "what": "graph", "game": "nim", "position": 2, "format": "dot"}"#,
        "draw|graph|nim|2|--format|dot",
    ),
    (r#"{"verb": "draw", "what": "automaton", "game": "\"aa\" -> \"\""}"#, "draw|automaton|\"aa\" -> \"\""),
    (r#"{"verb": "draw", "what": "table", "game": "cram"}"#, "draw|table|cram"),
    (r#"{"verb": "rules", "game": "kayles"}"#, "rules|kayles"),
    (r#"{"verb": "games"}"#, "games"),
    (r#"{"verb": "games", "game": "ghost"}"#, "games|ghost"),
    (r#"{"verb": "solve", "game": "octal 0.79", "position": "5"}"#, "solve|octal 0.79|5"),
    (r#"{"verb": "solve", "game": "kayles"}"#, "solve|kayles"),
    (r#"{"verb": "table", "game": "cram", "to": 4}"#, "table|cram|4"),
    (r#"{"verb": "prove", "game": "cram"}"#, "prove|cram"),
    (r#"{"verb": "games", "game": "kales"}"#, "games|kales"),
    (r#"{"verb": "count", "game": "nim", "heaps": 3, "up_to": 10}"#, "count|nim|--heaps|3|--up-to|10"),
    (
        r#"{"verb": "count", "game": "\"ab\" -> \"b\"", "size": 6, "letters": "abc", "moves": true}"#,
        r#"count|"ab" -> "b"|--size|6|--letters|abc|--moves"#,
    ),
    (r#"{"verb": "first", "game": "kayles", "where": "value = 7"}"#, "first|kayles|--where|value = 7"),
    (r#"{"verb": "find", "values": [0, 1, 2, 3, 1, 4, 3, 2], "count": 3}"#, "find|0,1,2,3,1,4,3,2|-n|3"),
    (r#"{"verb": "equal", "game": "octal 0.27", "other": "octal 0.26"}"#, "equal|octal 0.27|octal 0.26"),
    (r#"{"verb": "cite", "game": "nim", "position": "3 4 5"}"#, "cite|nim|3 4 5"),
    (
        r#"{"verb": "compound", "compound": "selective", "game": "nim", "position": "3 4", "misere": true}"#,
        "compound|selective|nim|3 4|--misere",
    ),
    (r#"{"verb": "explain-error", "code": "G031"}"#, "explain-error|G031"),
    (r#"{"verb": "explain-error", "code": "G999"}"#, "explain-error|G999"),
    (r#"{"verb": "plan", "game": "cram", "position": "3x3", "question": "outcome"}"#, "plan|cram|3x3|--outcome"),
    (r#"{"verb": "table", "game": "kayles", "up_to": 20, "losing": true}"#, "table|kayles|20|--losing"),
    (
        r#"{"verb": "prove", "game": "\"aa\" -> \"\", \"b\" -> \"\"", "losing": true}"#,
        r#"prove|"aa" -> "", "b" -> ""|--losing"#,
    ),
    (r#"{"verb": "solve", "game": "cram", "position": "30x30", "time": 0}"#, "solve|cram|30x30|--time|0"),
];

fn served(requests: &str) -> Vec<String> {
    let mut answers = Vec::new();
    json_server::serve(requests.as_bytes(), &mut answers).expect("a list can be written");
    String::from_utf8(answers).expect("text").lines().map(str::to_owned).collect()
}

fn printed(line: &str) -> String {
    let words = line.split('|').chain(["--json"]);
    let output = Command::new(cargo_bin!("grundy")).args(words).output().expect("the program runs");
    String::from_utf8(output.stdout).expect("text").trim_end().to_owned()
}

#[test]
fn the_server_answers_as_the_program_does() {
    let requests: Vec<&str> = REQUESTS.iter().map(|(request, _)| *request).collect();
    let answers = served(&requests.join("\n"));
    assert_eq!(answers.len(), REQUESTS.len());
    for (answer, (request, line)) in answers.iter().zip(REQUESTS) {
        assert_eq!(plain(answer), plain(&printed(line)), "{request}");
    }
}

#[test]
fn a_certificate_is_checked_inline() {
    let path = std::env::temp_dir().join(format!("grundy-{}-served.cert", std::process::id()));
    let name = path.to_str().expect("a plain name");
    printed(&format!("prove|kayles|--certificate|{name}"));
    let text = std::fs::read_to_string(&path).expect("the certificate is there");
    let request = |text: &str| serde_json::json!({"verb": "check", "certificate": text}).to_string();
    let altered = text.replacen("12", "13", 1);
    let answers = served(&[request(&text), request(&altered), request("nonsense")].join("\n"));
    assert_eq!(answers[0], printed(&format!("check|{name}")));
    let code = |answer: &str| serde_json::from_str::<Value>(answer).expect("JSON")["error"]["code"].clone();
    assert!(code(&answers[1]).is_string() && code(&answers[2]) == "G051", "{answers:?}");
    std::fs::remove_file(&path).expect("it can be removed");
}

#[test]
fn a_request_that_is_none_is_an_error() {
    for (request, wanted) in [
        ("{", "a request is one JSON object"),
        ("[]", "a request is one JSON object"),
        ("{}", "`verb` is a text"),
        (r#"{"verb": "frob"}"#, "there is no verb `frob`"),
        (r#"{"verb": "solve"}"#, "a request has no `game`, which this verb needs"),
        (r#"{"verb": "solve", "game": "pins.toml", "position": "5"}"#, "there is no game file pins.toml here"),
        (r#"{"verb": "solve", "game": "kayles", "position": "-"}"#, "there is no standard input here"),
        (r#"{"verb": "check"}"#, "there is nothing to check"),
        (r#"{"verb": "check", "certificate": ""}"#, "line 1 of the certificate"),
    ] {
        let [answer] = &served(request)[..] else { panic!("{request} has not one answer") };
        let answer: Value = serde_json::from_str(answer).expect("JSON");
        let message = answer["error"]["message"].as_str().unwrap_or_default();
        assert!(message.starts_with(wanted) && answer["schema"] == 1, "{request}: {answer}");
    }
}
