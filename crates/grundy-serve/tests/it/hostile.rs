//! Requests that are to be refused, and requests that are nonsense: the server says what is wrong
//! and answers the next one.

use std::{fs, net::SocketAddr, time::Duration};

use grundy_serve::Options;
use serde_json::Value;

use crate::client::{escaped, get, open, plain, post, raw, request, start};

fn is_alive(server: SocketAddr) {
    let answer = get(server, "/api/v1/solve?game=nim&position=1");
    assert_eq!((answer.status, &answer.json()["value"]), (200, &Value::from(1)));
}

#[test]
fn what_comes_from_elsewhere_is_refused() {
    let server = plain();
    let port = server.port();
    let path = "/api/v1/solve?game=nim&position=1";
    let with = |host: &str, more: &str| {
        raw(server, format!("GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n{more}\r\n").as_bytes()).status
    };
    let own = server.to_string();
    for host in [own.clone(), format!("localhost:{port}"), format!("LOCALHOST:{port}"), format!("[::1]:{port}")] {
        assert_eq!(with(&host, ""), 200, "{host}");
    }
    for host in ["evil.example", "127.0.0.1", "127.0.0.1:1", "localhost", "", "127.0.0.1.evil.example"] {
        assert_eq!(with(host, ""), 403, "{host}");
        assert_eq!(
            with(&format!("{host}:{port}"), ""),
            if host == "127.0.0.1" || host == "localhost" { 200 } else { 403 }
        );
    }
    assert_eq!(with(&own, &format!("Origin: http://{own}\r\n")), 200);
    for origin in
        ["http://evil.example".to_owned(), "null".into(), format!("https://{own}"), "http://127.0.0.1:1".into()]
    {
        assert_eq!(with(&own, &format!("Origin: {origin}\r\n")), 403, "{origin}");
    }
    assert_eq!(with(&own, "Sec-Fetch-Site: cross-site\r\n"), 403);
    assert_eq!(with(&own, "Sec-Fetch-Site: same-origin\r\n"), 200);
    assert_eq!(with(&own, &format!("Host: {own}\r\n")), 403);
    let absolute = format!("GET http://evil.example{path} HTTP/1.1\r\nHost: {own}\r\nConnection: close\r\n\r\n");
    assert_eq!(raw(server, absolute.as_bytes()).status, 403);
    assert_eq!(raw(server, format!("GET {path} HTTP/1.0\r\n\r\n").as_bytes()).status, 403);
}

#[test]
fn no_request_reaches_a_file() {
    let server = plain();
    let folder = std::env::temp_dir().join(format!("grundy-serve-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder can be made");
    let file = |name: &str, text: &str| {
        let path = folder.join(name);
        fs::write(&path, text).expect("a file can be written");
        path.to_str().expect("a plain path").to_owned()
    };
    let list = file("list.txt", "secret\nsecrets\n");
    let game = file("pins.toml", "name = \"secret\"\ngame = \"take 1\"\n");
    let graph = file("graph.csv", "secret,b\nb,c\n");
    for (verb, game, position) in [
        ("moves", format!("ghost \"{list}\""), "\"\"".to_owned()),
        ("rules", format!("bag: take word in \"{list}\""), String::new()),
        ("solve", game.clone(), "5".into()),
        ("rules", game, String::new()),
        ("solve", "node-kayles".into(), graph.clone()),
        ("solve", "node-kayles".into(), format!("in \"{graph}\"")),
        ("solve", "geography".into(), format!("{graph} from b")),
        ("solve", format!("graph \"{graph}\""), "b".into()),
        ("table", format!("graph \"{graph}\""), String::new()),
        ("draw", format!("bag: take word in \"{list}\""), "{a}".into()),
        ("plan", format!("graph \"{graph}\""), String::new()),
        ("solve", format!("@{list}"), "5".into()),
        ("solve", "nim".into(), format!("@{list}")),
        ("solve", "nim".into(), "-".into()),
    ] {
        let position = if position.is_empty() { String::new() } else { format!("&position={}", escaped(&position)) };
        let answer = get(server, &format!("/api/v1/{verb}?game={}{position}", escaped(&game)));
        let code = answer.header("grundy-exit-code");
        assert!(code == Some("2") || answer.status == 400, "{verb} {game}: {}", answer.body);
        // The path is what the request said; what the file holds is not in the answer.
        let reported = answer.body.replace(folder.to_str().expect("a plain path"), "");
        assert!(!reported.contains("secret") && reported.contains("\"error\""), "{verb} {game}: {reported}");
    }
    for path in ["/../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "/..%2fetc%2fpasswd", "//etc/passwd"] {
        assert!([400, 404].contains(&get(server, path).status), "{path}");
    }
    let check = post(server, "/api/v1/check", &list);
    assert!(!check.body.contains("secrets") && check.header("grundy-exit-code") == Some("2"), "{}", check.body);
    fs::remove_dir_all(&folder).expect("it can be removed");
}

#[test]
fn wrong_parameters_are_refused() {
    let server = plain();
    for (path, status) in [
        ("/api/v1/frob", 404),
        ("/api/v1/solve?gmae=nim", 400),
        ("/api/v1/solve?lists=nim", 400),
        ("/api/v1/solve?game=nim&game=nim", 400),
        ("/api/v1/solve?game=nim&position=1&misere=perhaps", 400),
        ("/api/v1/solve?game=nim&position=1&time=-1", 400),
        ("/api/v1/solve?game=nim&position=1&time=NaN", 400),
        ("/api/v1/solve?game=nim&position=1&time=1e9", 400),
        ("/api/v1/solve?game=nim&position=1&time=1e20", 400),
        ("/api/v1/solve?game=nim&position=1&question=all", 400),
        ("/api/v1/jobs/1?key=", 404),
        ("/api/v2/solve", 404),
        ("/api/v1/prove?game=kayles&to=many", 400),
        ("/api/v1/solve", 400),
        ("/api/v1/count?game=nim&heaps=0&size=3", 400),
        ("/api/v1/find?values=1&letters=ab", 400),
    ] {
        let answer = get(server, path);
        assert_eq!(answer.status, status, "{path}: {}", answer.body);
        assert!(answer.json()["error"]["help"].is_string(), "{path}");
    }
    let delete = raw(server, &request(server, "DELETE /api/v1/solve", "", ""));
    assert_eq!(delete.status, 405);
}

#[test]
fn bodies_and_heads_have_a_limit() {
    let server = plain();
    let path = "/api/v1/rules?game=ghost+%22list.txt%22";
    assert_eq!(post(server, path, &"a\n".repeat(1 << 19)).status, 200);
    // The server need not read what it refuses, so the answer may be lost with the connection.
    assert!([413, 0].contains(&post(server, path, &"a\n".repeat((1 << 19) + 1)).status));
    let endless = format!("POST {path} HTTP/1.1\r\nHost: {server}\r\nContent-Length: 99999999999\r\n\r\n");
    assert!([413, 0].contains(&raw(server, endless.as_bytes()).status));
    let long = get(server, &format!("/api/v1/solve?game={}", "a".repeat(70_000))).status;
    assert!([400, 414, 431, 0].contains(&long), "{long}");
    for nonsense in [&b"\0\0\0\0\r\n\r\n"[..], b"GET\r\n\r\n", b"\x16\x03\x01\x02\0\x01\0\x01\xfc\x03\x03\r\n\r\n"] {
        assert!([400, 0].contains(&raw(server, nonsense).status));
    }
    let line = format!("POST {path}");
    assert_eq!(raw(server, &request(server, &line, "", "ab")).status, 200);
    let mut bytes = request(server, &line, "", "ab");
    let at = bytes.len() - 1;
    bytes[at] = 0xff;
    assert_eq!(raw(server, &bytes).status, 400);
    is_alive(server);
}

#[test]
fn nonsense_for_every_parameter_of_the_description_is_answered() {
    let server = plain();
    let description = get(server, "/api/v1/openapi.json").json();
    let long = "9".repeat(20_000);
    let deep = "(".repeat(20_000);
    let sum = "nim 1 + ".repeat(2_000);
    let hostile = [
        "",
        " ",
        "-",
        "\0",
        "\u{1f0a1}",
        "\"",
        "{",
        "}",
        "[",
        "0",
        "-1",
        "10^100000000",
        "18446744073709551616",
        "9999999999999999999*9999999999",
        "null",
        "kayles",
        "nim",
        "1x1000000000",
        "99999x99999",
        "path 99999999",
        "heap a -> a",
        "a -> a+1",
        "cut every copy of a letter",
        "/etc/passwd",
        "../list.toml",
        &long,
        &deep,
        &sum,
    ];
    for (path, methods) in description["paths"].as_object().expect("paths") {
        let Some(parameters) = methods["get"]["parameters"].as_array().filter(|_| !path.contains("jobs")) else {
            continue;
        };
        let names: Vec<&str> = parameters.iter().filter_map(|parameter| parameter["name"].as_str()).collect();
        for (at, name) in names.iter().enumerate().filter(|(_, name)| **name != "time") {
            for value in hostile {
                let usual = |name: &str| match name {
                    "game" => "take 1..k",
                    "set" => "k=2",
                    "position" | "to" => "5",
                    "misere" => "false",
                    "question" => "value",
                    _ => "",
                };
                let own =
                    names.iter().enumerate().filter(|(_, name)| **name != "time").map(|(other, name)| {
                        format!("{name}={}", escaped(if other == at { value } else { usual(name) }))
                    });
                let query: Vec<String> = own.chain(["time=0.2".to_owned()]).collect();
                let answer = get(server, &format!("{path}?{}", query.join("&")));
                assert!([200, 400].contains(&answer.status), "{path} {name}={value:.40}: {}", answer.status);
                assert_eq!(answer.json()["schema"], 1, "{path} {name}={value:.40}");
            }
        }
    }
    is_alive(server);
}

#[test]
fn a_client_that_goes_away_ends_its_work() {
    let server = start(&Options { places: 1, time: Duration::from_secs(600), ..Options::default() });
    // With one place, a question waits until the work of the client that has gone away has ended.
    for _ in 0..3 {
        let asked = request(server, "GET /api/v1/solve?game=cram&position=9x9", "", "");
        let stream = open(server, &asked);
        std::thread::sleep(Duration::from_millis(100));
        drop(stream);
    }
    is_alive(server);
}

#[test]
fn a_question_that_takes_too_long_or_an_answer_that_is_too_long_is_refused() {
    let server = plain();
    let answer = get(server, "/api/v1/solve?game=cram&position=9x9&time=0.1");
    assert_eq!((answer.status, answer.header("grundy-exit-code")), (200, Some("3")), "{}", answer.body);
    assert_eq!(answer.json()["error"]["code"], "time");
    let answer = get(server, "/api/v1/table?game=nim&to=1000000");
    assert_eq!((answer.json()["error"]["code"].as_str(), answer.header("grundy-exit-code")), (Some("size"), Some("3")));
}

/// An address and a body are UTF-8, as every text: nothing is replaced in them.
#[test]
fn other_encodings_are_refused_by_name() {
    let server = plain();
    let path = |position: &str| format!("/api/v1/solve?game=row:+cut+letter&position={position}");
    for position in ["na%EFve", "%E9", "a%FF", "%FE%FF%00a"] {
        let answer = get(server, &path(position));
        let message = answer.json()["error"]["message"].as_str().map(str::to_owned).expect("an error");
        assert_eq!(answer.status, 400, "{position}: {message}");
        assert!(message.starts_with("the address cannot be read: it is"), "{position}: {message}");
    }
    for (position, read) in [("%EF%BB%BFab", "ab"), ("na%C3%AFve", "na\u{ef}ve"), ("a%20%2B%20b", "a + b")] {
        let answer = get(server, &path(position));
        assert_eq!((answer.status, &answer.json()["position"]), (200, &Value::from(read)), "{position}");
    }
    for position in ["a%1B%5B31m", "a%C2%9B31m", "a%EF%BB%BF", "a%E2%80%AEb"] {
        let answer = get(server, &path(position));
        assert_eq!(answer.json()["error"]["code"], "G001", "{position}");
    }
    let game = format!("/api/v1/rules?game={}", escaped("bag: take word in \"list.txt\""));
    let wide: Vec<u8> = "bee\nant\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
    for (body, name) in
        [(&wide[..], "UTF-16 (little-endian, without a mark)"), (b"caf\xe9\n", "Windows-1252 (or Latin-1)")]
    {
        let head = format!(
            "POST {game} HTTP/1.1\r\nHost: {server}\r\nConnection: close\r\nContent-Length: {}\r\n\r\n",
            body.len()
        );
        let answer = raw(server, &[head.as_bytes(), body].concat());
        let message = answer.json()["error"]["message"].as_str().map(str::to_owned).expect("an error");
        assert!(answer.status == 400 && message.contains(name), "{message}");
    }
    let list = format!("/api/v1/solve?game={}&position={}", escaped("cut word in \"list.txt\""), escaped("antbee"));
    let head = |path: &str, body: &str| {
        format!(
            "POST {path} HTTP/1.1\r\nHost: {server}\r\nConnection: close\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        )
    };
    let body = "\u{feff}# insects\r\nAnt\r\nBEE\r\n\r\n";
    for (more, moves) in [("", 0), ("&fold_case=true", 2)] {
        let answer = raw(server, head(&format!("{list}{more}"), body).as_bytes()).json();
        assert_eq!((&answer["moves"], &answer["left_out"][0]["comments"]), (&moves.into(), &1.into()), "{answer}");
    }
}

/// Each of these three questions took two gigabytes and eighteen seconds, for an answer that was
/// then refused; the others wait for none of them.
#[test]
fn a_short_question_has_no_answer_that_takes_all_memory() {
    let server = start(&Options { memory: 300 << 20, places: 2, ..Options::default() });
    let asked: Vec<_> = (0..3)
        .map(|_| open(server, &request(server, "GET /api/v1/explain?game=nim&position=1000000*1", "", "")))
        .collect();
    is_alive(server);
    drop(asked);
    // Two million components do not fit into the share of a question.
    let answer = get(server, "/api/v1/explain?game=nim&position=1000000*1%2B1000000*2");
    assert_eq!(answer.json()["error"]["code"], "memory", "{}", answer.body.len());
    let answer = get(server, "/api/v1/explain?game=nim&position=100000*1%2B3");
    let explained = answer.json();
    assert_eq!((&explained["components"][0]["count"], &explained["value"]), (&100_000.into(), &3.into()));
    assert!(answer.body.len() < 4096, "{}", answer.body.len());
    // No two neighbours are equal: the answer is refused for its size.
    let position = ["1%2B2"; 7_500].join("%2B");
    let answer = get(server, &format!("/api/v1/explain?game=nim&position={position}"));
    assert_eq!(answer.json()["error"]["code"], "size", "{}", answer.body.len());
}
