//! A server on standard input: each line is a request, and each answer is the line that
//! `grundy .. --json` prints.
//!
//! ```text
//! $ echo '{"verb": "solve", "game": "kayles", "position": "5 + 7"}' |
//!       cargo run -p grundy-verbs --example json_server
//! ```
//!
//! [`grundy_verbs`] has the verbs and the fields.

use std::io::{self, BufRead, Write};

use grundy::Limits;
use grundy_verbs::ReplyLine;

fn main() -> io::Result<()> {
    serve(io::stdin().lock(), io::stdout().lock())
}

/// Answers each line of `requests` with a line of `answers`.
pub fn serve(requests: impl BufRead, mut answers: impl Write) -> io::Result<()> {
    for line in requests.lines() {
        answers.write_all(ReplyLine::to(&line?, Limits::default()).line.as_bytes())?;
        answers.flush()?;
    }
    Ok(())
}
