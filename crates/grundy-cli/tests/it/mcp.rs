//! `grundy mcp`, asked by a client of the protocol that others have written.

use std::{process::Stdio, time::Duration};

use grundy_verbs::VERBS;
use rmcp::{
    RoleClient, ServiceExt,
    model::{CallToolRequestParams, CallToolResult},
    service::RunningService,
};
use serde_json::{Value, json};
use snapbox::cmd::cargo_bin;
use tokio::{
    process::{Child, Command},
    time::{Instant, timeout},
};

use crate::program::run;

/// The longest that a test waits for an answer.
const PATIENCE: Duration = Duration::from_secs(120);

/// The program with these arguments, and a client that has begun.
async fn started(arguments: &[&str]) -> (Child, RunningService<RoleClient, ()>) {
    let mut command = Command::new(cargo_bin!("grundy"));
    command.arg("mcp").args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).kill_on_drop(true);
    let mut child = command.spawn().expect("the program starts");
    let pipes = (child.stdout.take().expect("a pipe"), child.stdin.take().expect("a pipe"));
    let client = timeout(PATIENCE, ().serve(pipes)).await.expect("it answers").expect("it speaks the protocol");
    (child, client)
}

async fn called(client: &RunningService<RoleClient, ()>, tool: &'static str, fields: Value) -> CallToolResult {
    let Value::Object(fields) = fields else { panic!("fields are an object") };
    let call = client.call_tool(CallToolRequestParams::new(tool).with_arguments(fields));
    timeout(PATIENCE, call).await.expect("it answers in time").expect("it answers")
}

fn text(result: &CallToolResult) -> &str {
    &result.content[0].as_text().expect("a text").text
}

fn in_runtime(test: impl Future<Output = ()>) {
    tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime").block_on(test);
}

#[test]
fn every_verb_is_a_tool_that_answers_as_the_program_prints() {
    in_runtime(async {
        let (mut child, client) = started(&["--time", "60"]).await;
        let tools = client.list_all_tools().await.expect("a list");
        assert_eq!(tools.iter().map(|tool| &*tool.name).collect::<Vec<_>>(), VERBS);
        for tool in &tools {
            let about = tool.description.as_deref().unwrap_or_default();
            assert!(about.len() > 10 && !about.ends_with('.'), "{}: {about}", tool.name);
            let schema = &*tool.input_schema;
            let fields = schema["properties"].as_object().expect("fields");
            assert_eq!(schema["type"], "object");
            for (name, field) in fields {
                assert!(field["description"].is_string(), "{} has no description of {name}", tool.name);
            }
            jsonschema::validator_for(&Value::Object(schema.clone())).expect("a schema");
        }
        for (tool, fields, line) in [
            ("solve", json!({"game": "kayles", "position": "5 7 9"}), &["solve", "kayles", "5", "7", "9"][..]),
            (
                "moves",
                json!({"game": "nim", "position": [3, 4], "misere": true}),
                &["moves", "nim", "3", "4", "--misere"],
            ),
            ("table", json!({"game": "kayles", "up_to": 20}), &["table", "kayles", "20"]),
            ("equal", json!({"game": "kayles", "other": "nim"}), &["equal", "kayles", "nim"]),
            (
                "count",
                json!({"game": "nim", "heaps": 2, "size": "10"}),
                &["count", "nim", "--heaps", "2", "--size", "10"],
            ),
            (
                "solve",
                json!({"compound": "selective", "game": "nim", "position": "3 4"}),
                &["solve", "--compound", "selective", "nim", "3", "4"],
            ),
            ("explain", json!({"game": "G031"}), &["explain", "G031"]),
            (
                "gen",
                json!({"game": "kayles", "kind": "losing", "count": 3, "sizes": "1..20", "seed": 7}),
                &["gen", "kayles", "--kind", "losing", "--count", "3", "--sizes", "1..20", "--seed", "7"],
            ),
            ("games", json!({}), &["games"]),
        ] {
            let answer = called(&client, tool, fields.clone()).await;
            let printed = run(&[line, &["--json"]].concat());
            assert_eq!(text(&answer), printed.out.trim_end(), "{tool} {fields}");
            assert_ne!(answer.is_error, Some(true), "{tool} {fields}");
        }
        let picture = json!({"what": "position", "game": "nim", "position": "3 4 5"});
        assert!(text(&called(&client, "draw", picture).await).starts_with("<svg"));
        let words = json!({"game": "ghost \"my.txt\"", "position": "gna", "lists": {"my.txt": "gnaw\ngnat\n"}});
        assert!(text(&called(&client, "solve", words).await).contains("\"outcome\":\"P\""));
        // The program ends with its input.
        client.cancel().await.expect("it ends");
        let ended = timeout(PATIENCE, child.wait()).await.expect("it ends in time").expect("it has ended");
        assert_eq!(ended.code(), Some(0));
    });
}

#[test]
fn mistakes_are_answers_and_limits_hold() {
    in_runtime(async {
        let (_child, client) = started(&["--time", "0.5", "--memory", "256MiB"]).await;
        for (tool, fields, wanted) in [
            ("solve", json!({"gmae": "nim"}), "no field `gmae`"),
            ("solve", json!({"game": "octal 0.79", "position": "5"}), "G006"),
            ("solve", json!({"game": "nim", "position": "3", "misere": "maybe"}), "`misere` is true or false"),
            ("solve", json!({"game": "ghost \"/etc/hostname\"", "position": "a"}), "no word list"),
            ("check", json!({"game": "kayles", "bfile": "/etc/hostname"}), "error"),
            ("cite", json!({}), "no `game`"),
            ("count", json!({"game": "cram", "size": 3, "heaps": 2}), "leave \\\"heaps\\\" out"),
            ("check", json!({"game": "kayles", "bfile": "0 0", "misere": true}), "`check` does not use `misere`"),
        ] {
            let answer = called(&client, tool, fields.clone()).await;
            assert!(answer.is_error == Some(true) && text(&answer).contains(wanted), "{fields}: {}", text(&answer));
            let spelled_for_the_shell = ["--", "`grundy "].iter().any(|word| text(&answer).contains(word));
            assert!(!spelled_for_the_shell, "{fields}: {}", text(&answer));
        }
        let begun = Instant::now();
        let late = called(&client, "solve", json!({"game": "cram", "position": "9x11", "question": "value"})).await;
        assert!(late.is_error == Some(true) && text(&late).contains("\"code\":\"time\""), "{}", text(&late));
        assert!(!text(&late).contains("--"), "{}", text(&late));
        assert!(begun.elapsed() < Duration::from_secs(30), "{:?}", begun.elapsed());
        let long = called(&client, "solve", json!({"game": "nim", "position": "3", "time": 601})).await;
        assert!(long.is_error == Some(true) && text(&long).contains("may take 600 seconds"), "{}", text(&long));
        let no_tool = client.call_tool(CallToolRequestParams::new("try")).await;
        assert!(no_tool.is_err_and(|why| why.to_string().contains("no tool `try`")));
        // What comes after all that is answered.
        let answer = called(&client, "solve", json!({"game": "nim", "position": "3 4 5"})).await;
        assert!(text(&answer).contains("\"value\":2"), "{}", text(&answer));
    });
}

/// A client that asks for long work and takes its question back: the next one is answered soon.
#[test]
fn a_request_that_is_taken_back_ends() {
    in_runtime(async {
        let (_child, client) = started(&["--time", "300"]).await;
        // One more than are answered at a time.
        let places = std::thread::available_parallelism().map_or(2, usize::from).max(2);
        for _ in 0..=places {
            let fields = json!({"game": "cram", "position": "9x11", "question": "value"});
            let Value::Object(fields) = fields else { unreachable!("an object") };
            let call = client.call_tool(CallToolRequestParams::new("solve").with_arguments(fields));
            assert!(timeout(Duration::from_millis(500), call).await.is_err(), "it takes hours");
        }
        let answer =
            timeout(Duration::from_secs(60), called(&client, "solve", json!({"game": "nim", "position": "3"})));
        assert!(text(&answer.await.expect("the places are free again")).contains("\"value\":3"));
    });
}

/// What the library's client would not send.
#[test]
fn what_is_no_call_is_answered_by_an_error_of_the_protocol() {
    let input = concat!(
        r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","#,
        r#""capabilities":{},"clientInfo":{"name":"test","version":"1"}}}"#,
        "\n{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}\nhello\n",
        r#"{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"solve","arguments":[1]}}"#,
        "\n",
        r#"{"jsonrpc":"2.0","method":"tools/call","params":{"name":"solve","arguments":{}}}"#,
        "\n",
        r#"{"jsonrpc":"2.0","id":3,"method":"tools/cal"}"#,
        "\n",
    );
    let output = snapbox::cmd::Command::new(cargo_bin!("grundy")).arg("mcp").stdin(input).output().expect("it runs");
    let printed = String::from_utf8(output.stdout).expect("text");
    let lines = printed.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
    let errors = lines.filter(|line| line.get("error").is_some());
    let mut errors: Vec<_> = errors.map(|line| json!([line["error"]["code"], line["id"]]).to_string()).collect();
    errors.sort();
    assert_eq!(errors, ["[-32601,3]", "[-32602,2]", "[-32700,null]"], "{printed}");
}
