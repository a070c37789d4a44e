//! A server on standard input: each line is a request, and each answer is the line that
//! `grundy .. --json` prints.
//!
//! ```text
//! $ echo '{"verb": "solve", "game": "kayles", "position": "5 + 7"}' |
//!       cargo run -p grundy-show --example json_server
//! ```
//!
//! [`grundy_show::request`] has the verbs and the fields.

use std::{
    io::{self, BufRead, Write},
    sync::Arc,
};

use grundy::{Limits, Run};
use grundy_show::request::{Reply, Request};

fn main() -> io::Result<()> {
    serve(io::stdin().lock(), io::stdout().lock())
}

/// Answers each line of `requests` with a line of `answers`.
pub fn serve(requests: impl BufRead, mut answers: impl Write) -> io::Result<()> {
    for line in requests.lines() {
        answers.write_all(answer(&line?).line.as_bytes())?;
        answers.flush()?;
    }
    Ok(())
}

fn answer(line: &str) -> Reply {
    match Request::read(line) {
        Ok(request) => {
            let limits = Limits { time: request.time(), ..Limits::default() };
            request.answer(&Run::new(limits).host(Arc::new(request.clone())))
        }
        Err(error) => Reply::refused(&error),
    }
}
