//! `grundy serve` as a process: its first line, and answers that are those of `--json`.

use std::{
    io::{BufRead, BufReader, Read, Write},
    net::TcpStream,
    process::{Child, Command, Stdio},
};

use snapbox::cmd::cargo_bin;

/// The program as a server, until it is dropped.
struct Server {
    process: Child,
    address: String,
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn start() -> Server {
    let mut process = Command::new(cargo_bin!("grundy"))
        .args(["serve", "--listen", "0", "--time", "60"])
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program runs");
    let mut line = String::new();
    let out = process.stdout.take().expect("it is piped");
    BufReader::new(out).read_line(&mut line).expect("text");
    let address = line.trim_end().strip_prefix("listening on http://").expect("the address").to_owned();
    Server { process, address }
}

impl Server {
    /// The exit code and the line that the server answers.
    fn ask(&self, path: &str) -> (i32, String) {
        let mut stream = TcpStream::connect(&self.address).expect("the server accepts");
        let request = format!("GET {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n", self.address);
        stream.write_all(request.as_bytes()).expect("the server reads");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("text");
        let (head, body) = answer.split_once("\r\n\r\n").expect("a head");
        let code = head.lines().find_map(|line| line.strip_prefix("grundy-exit-code: "));
        (code.expect("a code").parse().expect("a number"), body.to_owned())
    }
}

/// The answer without the way out, which each of the two spells in its way.
pub fn plain(line: &str) -> String {
    let Ok(mut answer) = serde_json::from_str::<serde_json::Value>(line) else { return line.to_owned() };
    match answer.get_mut("error").and_then(|error| error.as_object_mut()) {
        None => line.to_owned(),
        Some(error) => {
            let help = error.remove("help").expect("help");
            assert!(help.as_str().is_some_and(|help| !help.is_empty()), "{line}");
            answer.to_string()
        }
    }
}

#[test]
fn the_server_answers_as_the_program_prints() {
    let server = start();
    for (path, words) in [
        ("solve?game=kayles&position=5+%2B+7+%2B+9", &["solve", "kayles", "5 + 7 + 9"][..]),
        ("moves?game=kayles&position=4&misere=true", &["moves", "kayles", "4", "--misere"]),
        ("explain?game=nim&position=1+%2B+2", &["explain", "nim", "1 + 2"]),
        ("table?game=octal+0.77&to=20", &["table", "octal 0.77", "20"]),
        ("plan?game=kayles", &["plan", "kayles"]),
        ("prove?game=octal+0.007&to=100", &["prove", "octal 0.007", "--to", "100"]),
        ("rules?game=kayles", &["rules", "kayles"]),
        ("prove?game=kayles&to=10^3", &["prove", "kayles", "--to", "10^3"]),
        ("games?game=ghost", &["games", "ghost"]),
        ("games?game=moore", &["games", "moore"]),
        ("games?game=cut", &["games", "cut"]),
        ("games?game=chess", &["games", "chess"]),
        ("solve?game=octal+0.79&position=5", &["solve", "octal 0.79", "5"]),
        ("table?game=cram&to=4", &["table", "cram", "4"]),
        ("solve?game=cram&position=30x30&time=0", &["solve", "cram", "30x30", "--time", "0"]),
    ] {
        let output = Command::new(cargo_bin!("grundy")).args(words).arg("--json").output().expect("the program runs");
        let printed = String::from_utf8(output.stdout).expect("text");
        let (code, answer) = server.ask(&format!("/api/v1/{path}"));
        assert_eq!((code, plain(&answer)), (output.status.code().expect("a code"), plain(&printed)), "{path}");
    }
}

#[test]
fn the_address_is_that_of_the_question() {
    for (words, wanted) in [
        (&["wythoff", "6", "9"][..], "#wythoff:W(6,%209)"),
        (&["octal", "0.77", "5", "7"], "#octal%200.77:5+7"),
        (&["kayles", "5", "7", "9"], "#kayles:5+7+9"),
        (&["octal", "0.77"], "#octal%200.77:"),
        (&["kayles", "5", "+", "nim", "3"], "#%5Boctal%200.77%5D%205%20+%20%5Btake%20any%5D%203:"),
        (&["misere", "nim", "3", "4"], "#take%20any:3+4;misere"),
    ] {
        let mut process = Command::new(cargo_bin!("grundy"))
            .args(["serve", "--listen", "0"])
            .args(words)
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program runs");
        let mut line = String::new();
        let reported = process.stderr.take().expect("it is piped");
        BufReader::new(reported).read_line(&mut line).expect("text");
        process.kill().expect("it runs");
        process.wait().expect("it ends");
        let (_, question) = line.trim_end().split_once("/#").expect("an address");
        assert_eq!(format!("#{question}"), wanted, "{words:?}");
    }
    let output = Command::new(cargo_bin!("grundy")).args(["serve", "wythof", "6"]).output().expect("the program runs");
    assert!(output.status.code() == Some(2) && output.stdout.is_empty(), "{output:?}");
}

#[test]
fn a_port_that_is_taken_is_a_mistake_with_a_way_out() {
    let server = start();
    let port = server.address.rsplit_once(':').expect("a port").1;
    let output =
        Command::new(cargo_bin!("grundy")).args(["serve", "--listen", port]).output().expect("the program runs");
    assert_eq!(output.status.code(), Some(2));
    let message = String::from_utf8(output.stderr).expect("text");
    assert!(message.contains("cannot listen on 127.0.0.1:") && message.contains("--listen 0"), "{message}");
}
