//! What newcomers type: the commands of `testdata/newcomer.txt`, whose head describes the format.

use std::process::Command;

use snapbox::cmd::cargo_bin;

const FILE: &str = include_str!("../../../../testdata/newcomer.txt");

/// The commands that are answered in another way than the file asks, with the reason.
const OTHERS: &[(&str, &str)] = &[(
    r#"grundy '"++" -> "--"' ++++"#,
    "a plus in a left side is a sign of the language: the message says how to write the letter",
)];

/// A command with what it must answer.
struct Case<'a> {
    command: &'a str,
    exit: i32,
    says: Vec<&'a str>,
    never: Vec<&'a str>,
    instead: Vec<&'a str>,
}

fn cases() -> Vec<Case<'static>> {
    let mut all: Vec<Case<'static>> = Vec::new();
    for line in FILE.lines() {
        let last = all.last_mut();
        match line.split_once(' ') {
            Some(("$", command)) => {
                all.push(Case { command, exit: 0, says: Vec::new(), never: Vec::new(), instead: Vec::new() });
            }
            Some(("exit", code)) => last.expect("a command").exit = code.parse().expect("an exit code"),
            Some(("says", text)) => last.expect("a command").says.push(text),
            Some(("never", text)) => last.expect("a command").never.push(text),
            Some(("or", rest)) => {
                last.expect("a command").instead.push(rest.strip_prefix("refuse with ").expect("a command"));
            }
            _ => assert!(line.is_empty() || line.starts_with('#'), "{line}"),
        }
    }
    all
}

/// Lower case, with one blank for each run of blanks.
fn plain(text: &str) -> String {
    text.to_lowercase().split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The exit code, and both streams together.
fn run(command: &str) -> (Option<i32>, String) {
    let program = cargo_bin!("grundy");
    let folder = program.parent().expect("a folder").to_str().expect("a plain path");
    let path = format!("{folder}:{}", std::env::var("PATH").unwrap_or_default());
    let output = Command::new("sh").args(["-c", command]).env("PATH", path).env("NO_COLOR", "1").output();
    let output = output.expect("a shell");
    let text = [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).concat();
    (output.status.code(), plain(&text))
}

/// Whether the text is there; after a digit at its end, no other digit follows.
fn has(answer: &str, text: &str) -> bool {
    let text = plain(text);
    let digit = text.ends_with(|last: char| last.is_ascii_digit());
    answer.match_indices(&text).any(|(at, _)| {
        let next = answer[at + text.len()..].chars().next();
        !(digit && next.is_some_and(|next| next.is_ascii_digit()))
    })
}

impl Case<'_> {
    /// What is wrong with an answer, or `None`.
    fn fault(&self, answer: &str) -> Option<String> {
        let missing = self.says.iter().find(|text| !has(answer, text)).map(|text| format!("does not say `{text}`"));
        missing.or_else(|| self.never.iter().find(|text| has(answer, text)).map(|text| format!("says `{text}`")))
    }

    /// What is wrong with what the program does, or `None`.
    fn failure(&self) -> Option<String> {
        let (code, answer) = run(self.command);
        let named = || self.instead.iter().find(|command| has(&answer, command));
        let fault = match (code, self.exit) {
            (Some(2), 0) => match named() {
                None => Some("is refused without the line to type instead".to_owned()),
                Some(command) => {
                    let (code, answer) = run(command);
                    let wrong = (code != Some(0)).then(|| format!("names `{command}`, which ends with {code:?}"));
                    wrong.or_else(|| self.fault(&answer).map(|fault| format!("names `{command}`, which {fault}")))
                }
            },
            (Some(code), wanted) if code == wanted => {
                let unnamed = wanted == 2 && !self.instead.is_empty() && named().is_none();
                let unnamed = unnamed.then(|| "does not name the line to type instead".to_owned());
                unnamed.or_else(|| self.fault(&answer))
            }
            _ => Some(format!("ends with {code:?}, not {}", self.exit)),
        };
        fault.map(|fault| format!("$ {}\n  {fault}: {answer}\n", self.command))
    }
}

#[test]
fn what_newcomers_type_is_answered() {
    let cases = cases();
    assert_eq!(cases.len(), 150);
    let mut failed = Vec::new();
    for case in &cases {
        let known = OTHERS.iter().any(|(command, _)| *command == case.command);
        match case.failure() {
            Some(failure) if !known => failed.push(failure),
            None if known => failed.push(format!("$ {}\n  is answered now: leave it out of the list\n", case.command)),
            _ => {}
        }
    }
    assert!(OTHERS.len() <= 10, "at least 140 are answered");
    assert!(failed.is_empty(), "{} of {}:\n{}", failed.len(), cases.len(), failed.concat());
}
