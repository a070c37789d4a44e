//! The program, run to its end: what it answered, said and left as its code.

use std::process::Command;

use snapbox::cmd::cargo_bin;

pub struct Run {
    pub code: Option<i32>,
    pub out: String,
    pub narrated: String,
}

pub fn run(arguments: &[&str]) -> Run {
    let output = Command::new(cargo_bin!("grundy")).args(arguments).output().expect("the program runs");
    let text = |bytes| String::from_utf8(bytes).expect("text");
    Run { code: output.status.code(), out: text(output.stdout), narrated: text(output.stderr) }
}

impl Run {
    /// What it answered, as JSON.
    pub fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.out).unwrap_or_else(|why| panic!("{why}: {} {}", self.out, self.narrated))
    }

    /// The number before these words on standard error.
    pub fn number(&self, before: &str) -> u64 {
        let number = self.narrated.split(before).next().filter(|head| head.len() < self.narrated.len());
        let number = number.and_then(|head| head.rsplit([' ', '\n']).next()?.parse().ok());
        number.unwrap_or_else(|| panic!("no number before `{before}`: {}", self.narrated))
    }
}
