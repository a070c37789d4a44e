//! Questions and their answers; the program's tests compare them with `--json`.

use std::{collections::HashSet, sync::Arc, thread};

use grundy::{Limits, Run};
use grundy_verbs::{FORMER_VERBS, Request, VERBS};
use serde_json::{Value, json};

use crate::client::{escaped, get, plain, post, raw, request};

/// What the library answers to these fields.
fn library(fields: &Value) -> (String, u8) {
    let request = Request::read(&fields.to_string()).expect("a request");
    let reply = request.answer(&Run::new(Limits::default()).host(Arc::new(request.clone())));
    (reply.line, reply.code)
}

#[test]
fn answers_are_those_of_the_library() {
    let server = plain();
    for fields in [
        json!({"verb": "solve", "game": "kayles", "position": "5 + 7 + 9"}),
        json!({"verb": "solve", "game": "nim", "position": "18446744073709551615 + 1"}),
        json!({"verb": "moves", "game": "kayles", "position": "4", "misere": true}),
        json!({"verb": "solve", "game": "cram", "position": "3x4", "question": "value"}),
        json!({"verb": "explain", "game": "row: cut \"a\"", "position": "aba + bb"}),
        json!({"verb": "table", "game": "kayles", "to": 20}),
        json!({"verb": "prove", "game": "octal 0.007", "to": 100}),
        json!({"verb": "plan", "game": "kayles 5 + nim 3"}),
        json!({"verb": "rules", "game": "a -> (a-2b) + (a-b) for b in 0..a/2"}),
        json!({"verb": "count", "game": "nim", "heaps": 3, "up_to": 10}),
        json!({"verb": "first", "game": "nim", "heaps": 4, "where": "winning = 3 and moves > 12"}),
        json!({"verb": "find", "values": "0,1,2,3,1,4,3,2", "count": 3}),
        json!({"verb": "equal", "game": "octal 0.27", "other": "octal 0.26"}),
        json!({"verb": "diff", "game": "kayles", "bfile": "0 0\n1 1\n2 7\n"}),
        json!({"verb": "cite", "game": "nim", "position": "3 4 5"}),
        json!({"verb": "compound", "compound": "selective", "game": "nim", "position": "3 4"}),
        json!({"verb": "explain-error", "code": "G031"}),
        json!({"verb": "check", "game": "kayles", "bfile": "0 0\n1 1\n2 7\n"}),
        json!({"verb": "solve", "compound": "selective", "game": "nim", "position": "3 4"}),
        json!({"verb": "explain", "game": "G031"}),
        json!({"verb": "gen", "game": "kayles", "kind": "near_miss", "count": 4, "sizes": "1..30"}),
        json!({"verb": "judge", "problem": "nim", "input": "1\n3\n3 4 5\n"}),
        json!({"verb": "survey", "pattern": "octal 0.?", "up_to": 300}),
        json!({"verb": "survey", "left": 2, "rules": "1", "each_seconds": 20}),
        json!({"verb": "table", "game": "kayles", "to": 20, "losing": true}),
        json!({"verb": "prove", "game": "\"aa\" -> \"\", \"b\" -> \"\"", "losing": true}),
        json!({"verb": "games"}),
        json!({"verb": "games", "game": "kales"}),
        json!({"verb": "solve", "game": "octal 0.79", "position": "5"}),
    ] {
        let words = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        let named = fields.as_object().expect("an object").iter().filter(|(name, _)| *name != "verb");
        let query: Vec<String> = named.map(|(name, value)| format!("{name}={}", escaped(&words(value)))).collect();
        let verb = fields["verb"].as_str().expect("a verb");
        let answer = get(server, &format!("/api/v1/{verb}?{}", query.join("&")));
        let (line, code) = library(&fields);
        assert_eq!((answer.status, &answer.body), (200, &line), "{fields}");
        assert_eq!(answer.header("grundy-exit-code"), Some(code.to_string().as_str()), "{fields}");
    }
}

#[test]
fn a_picture_comes_as_itself() {
    let server = plain();
    for (fields, media) in [
        (json!({"verb": "draw", "what": "position", "game": "nim", "position": "3 + 4 + 5"}), "image/svg+xml"),
        (json!({"verb": "draw", "what": "period", "game": "kayles"}), "image/svg+xml"),
        (
            json!({"verb": "draw", "what": "graph", "game": "nim", "position": "2", "format": "dot"}),
            "text/vnd.graphviz",
        ),
    ] {
        let words = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        let named = fields.as_object().expect("an object").iter().filter(|(name, _)| *name != "verb");
        let query: Vec<String> = named.map(|(name, value)| format!("{name}={}", escaped(&words(value)))).collect();
        let answer = get(server, &format!("/api/v1/draw?{}", query.join("&")));
        let line: Value = serde_json::from_str(&library(&fields).0).expect("JSON");
        assert_eq!((answer.status, &answer.body[..]), (200, line["picture"].as_str().expect("a picture")), "{fields}");
        assert!(answer.header("content-type").is_some_and(|own| own.starts_with(media)), "{}", answer.head);
        let policy = answer.header("content-security-policy").expect("a policy");
        assert!(policy.contains("default-src 'none'") && policy.contains("sandbox"), "{policy}");
        assert_eq!(answer.header("x-content-type-options"), Some("nosniff"));
    }
    for path in ["what=table&game=cram", "what=position&game=octal%200.79&position=1"] {
        let answer = get(server, &format!("/api/v1/draw?{path}"));
        assert!(answer.status == 422 && answer.json()["error"]["message"].is_string(), "{path}: {}", answer.body);
        assert_eq!(answer.header("content-type"), Some("application/json"));
    }
    for path in ["what=house&game=nim", "game=nim"] {
        assert_eq!(get(server, &format!("/api/v1/draw?{path}")).status, 400, "{path}");
    }
}

/// The fields come as JSON too, alone or with some in the address.
#[test]
fn fields_come_in_a_body() {
    let server = plain();
    let json = "Content-Type: application/json\r\n";
    let fields = json!({"game": "kayles", "position": [5, 7], "lists": {}, "set": {}, "time": 2});
    let sent = |path: &str, body: &str| raw(server, &request(server, &format!("POST {path}"), json, body));
    let answer = sent("/api/v1/solve", &fields.to_string());
    let right = json!({"verb": "solve", "game": "kayles", "position": "5 + 7"});
    assert_eq!((answer.status, answer.body), (200, library(&right).0));
    let mixed = sent("/api/v1/table?game=kayles", r#"{"up_to": 20}"#);
    assert_eq!(mixed.body, library(&json!({"verb": "table", "game": "kayles", "up_to": 20})).0);
    for (path, body, wanted) in [
        ("/api/v1/solve", "[1]", "the body is not a JSON object"),
        ("/api/v1/solve", "{", "the body cannot be read as JSON"),
        ("/api/v1/solve", r#"{"game": "nim", "position": 3, "game": "kayles"}"#, "`game` is given twice"),
        ("/api/v1/solve", r#"{"game": "nim", "position": 3, "lists": {"a": ""}}"#, "names the word list `a`"),
        ("/api/v1/solve?game=nim", r#"{"game": "nim"}"#, "`game` is given twice"),
        ("/api/v1/solve", r#"{"game": "nim", "position": 3, "misere": 1}"#, "`misere` is true or false"),
        ("/api/v1/solve", r#"{"verb": "moves", "game": "nim"}"#, "no field `verb`"),
    ] {
        let answer = sent(path, body);
        assert!(answer.status == 400 && answer.body.contains(wanted), "{path} {body}: {}", answer.body);
    }
    let unread = post(server, "/api/v1/solve?game=nim&position=3", "ab\n");
    assert!(unread.status == 400 && unread.body.contains("names the word list `list.txt`"), "{}", unread.body);
    let bfile = post(server, "/api/v1/diff?game=kayles", "0 0\n1 1\n2 7\n");
    assert_eq!(bfile.header("grundy-exit-code"), Some("1"), "{}", bfile.body);
}

/// No way out is one of the command line.
#[test]
fn the_way_out_is_spelled_as_a_request() {
    for (path, wanted) in [
        ("count?game=cram&size=3&heaps=2", "leave \"heaps\" out"),
        ("count?game=cram&size=3&letters=ab", "leave \"letters\" out"),
        ("table?game=cram&up_to=4", "the verb `solve`"),
        ("solve?game=cram&position=30x30&time=0", "allow more with \"time\""),
        ("games?game=qqqq", "the verb `games`"),
    ] {
        let answer = get(plain(), &format!("/api/v1/{path}")).json();
        let error = &answer["error"];
        assert!(error["help"].as_str().is_some_and(|help| help.contains(wanted)), "{path}: {answer}");
        assert!(error["fix"].is_array() && !answer.to_string().contains("--"), "{path}: {answer}");
    }
}

#[test]
fn a_word_list_and_a_certificate_come_in_the_body() {
    let server = plain();
    let path = format!("/api/v1/moves?game={}&position={}", escaped("ghost \"list.txt\""), escaped("\"gna\""));
    let answer = post(server, &path, "gnaw\ngnat\n");
    assert_eq!(answer.json()["outcome"], "P", "{}", answer.body);
    assert!(get(server, &path).body.contains("the request has no word list"));

    let query = grundy::games::query("kayles", "5 + 7", grundy::Question::Value).expect("a query");
    let run = Run::new(Limits::default());
    let solved = run.solve(query).expect("an answer");
    let text = grundy::certificate::certificate_text(&solved.query, &solved.solution).expect("a certificate");
    let answer = post(server, "/api/v1/check", &text);
    assert_eq!(answer.json()["verified"], true, "{}", answer.body);
    let wrong = post(server, "/api/v1/check", &text.replacen("value", "valeu", 1));
    assert_ne!(wrong.header("grundy-exit-code"), Some("0"), "{}", wrong.body);
}

#[test]
fn parameters_of_a_game_come_in_the_address() {
    let server = plain();
    let answer = get(server, "/api/v1/table?game=n+-%3E+n-d+for+d+in+S+where+n+%25+m+%3D+0&to=6&set=S={1,4}&set=m=2");
    let set = json!({"S": [1, 4], "m": 2});
    let right = json!({"verb": "table", "game": "n -> n-d for d in S where n % m = 0", "to": 6, "set": set});
    assert_eq!(answer.body, library(&right).0);
    assert!(answer.json()["values"].is_array(), "{}", answer.body);
    for wrong in ["set=k", "set=k=1&set=k=2"] {
        assert_eq!(get(server, &format!("/api/v1/rules?game=nim&{wrong}")).status, 400, "{wrong}");
    }
}

#[test]
fn the_description_lists_every_address() {
    let server = plain();
    let description = get(server, "/api/v1/openapi.json").json();
    let paths = description["paths"].as_object().expect("paths");
    for verb in FORMER_VERBS {
        assert!(!paths.contains_key(&format!("/api/v1/{verb}")), "{verb}");
    }
    let kinds = &paths["/api/v1/check"]["get"]["responses"]["200"]["content"]["application/json"]["schema"]["anyOf"];
    assert_eq!(kinds.as_array().map(Vec::len), Some(3), "a certificate, a b-file, an error: {kinds}");
    for verb in VERBS {
        let operation = &paths[&format!("/api/v1/{verb}")]["get"];
        assert!(operation["parameters"].is_array(), "{verb}");
        assert!(paths.contains_key(&format!("/api/v1/jobs/{verb}")), "{verb}");
    }
    // Every reference is to the schema of the answers: what is described here is complete.
    let text = description.to_string();
    let references: Vec<&str> = text.split("\"$ref\":\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    assert!(!references.is_empty() && references.iter().all(|name| name.starts_with("/api/v1/schema.json#/$defs/")));
    let parameter = &paths["/api/v1/solve"]["post"]["parameters"][0];
    assert_eq!((&parameter["name"], &parameter["required"]), (&json!("game"), &json!(false)));
    assert_eq!(paths["/api/v1/solve"]["get"]["parameters"][0]["required"], true);
    for (verb, name) in [("prove", "cap"), ("count", "heaps"), ("first", "heaps"), ("draw", "cap"), ("find", "count")] {
        let all = paths[&format!("/api/v1/{verb}")]["get"]["parameters"].as_array().expect("parameters");
        let field = all.iter().find(|field| field["name"] == name).expect("the field");
        assert_eq!(field["schema"]["minimum"], 1, "{verb} {name}");
    }
    let mut named = HashSet::new();
    for operation in paths.values().flat_map(|path| path.as_object().expect("methods").values()) {
        if let Some(name) = operation["operationId"].as_str() {
            assert!(named.insert(name), "two operations are called {name}");
        }
    }
    let schema = get(server, "/api/v1/schema.json").json();
    let text = description.to_string();
    for found in text.split("schema.json#/$defs/").skip(1) {
        let name = found.split('"').next().expect("a name");
        assert!(schema["$defs"][name].is_object(), "the schema has no {name}");
    }
}

#[test]
fn many_clients_are_answered_at_a_time() {
    let server = plain();
    let wanted = library(&json!({"verb": "solve", "game": "kayles", "position": "5 + 7"})).0;
    let clients: Vec<_> = (0..64)
        .map(|_| {
            let wanted = wanted.clone();
            thread::spawn(move || {
                for _ in 0..4 {
                    assert_eq!(get(server, "/api/v1/solve?game=kayles&position=5+%2B+7").body, wanted);
                }
            })
        })
        .collect();
    assert!(clients.into_iter().all(|client| client.join().is_ok()));
}

#[test]
fn the_page_is_there() {
    let server = plain();
    for (path, kind) in [("/", "text/html"), ("/page.js", "text/javascript"), ("/style.css", "text/css")] {
        let answer = get(server, path);
        assert_eq!(answer.status, 200, "{path}");
        assert!(answer.header("content-type").is_some_and(|own| own.starts_with(kind)), "{path}");
        assert!(
            answer.header("content-security-policy").is_some_and(|policy| policy.starts_with("default-src 'self'"))
        );
    }
    assert_eq!(get(server, "/main.js").status, 404);
}
