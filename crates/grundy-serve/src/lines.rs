//! Standard input and output as lines of JSON-RPC.
//!
//! A line that is not JSON is answered by an error of the protocol, so that a client learns of it;
//! the transport of the library is silent. Input is read on a thread of its own, which nothing
//! waits for.

use std::io::{self, BufRead, Read, Write};

use grundy_verbs::strict;
use rmcp::{
    RoleServer,
    model::ErrorCode,
    service::{RxJsonRpcMessage, TxJsonRpcMessage},
    transport::Transport,
};
use serde_json::{Value, json};
use tokio::{sync::mpsc, task::spawn_blocking};

/// The most bytes of a line; of a longer one the beginning is read, which is not JSON.
const LINE: usize = 1 << 24;

/// Messages from standard input, and to standard output.
pub struct Lines(mpsc::Receiver<Vec<u8>>);

impl Lines {
    /// Begins to read.
    pub fn new() -> Lines {
        let (sender, lines) = mpsc::channel(1);
        std::thread::spawn(move || {
            let mut input = io::stdin().lock();
            while let Ok(Some(line)) = line(&mut input) {
                if sender.blocking_send(line).is_err() {
                    break;
                }
            }
        });
        Lines(lines)
    }
}

/// The next line; `None` at the end of the input.
fn line(input: &mut impl BufRead) -> io::Result<Option<Vec<u8>>> {
    let mut line = Vec::new();
    input.by_ref().take(LINE as u64).read_until(b'\n', &mut line)?;
    if line.len() == LINE && line.last() != Some(&b'\n') {
        input.skip_until(b'\n')?;
    }
    Ok(Some(line).filter(|line| !line.is_empty()))
}

/// Writes one line as a whole; the writing has begun when this returns.
fn write(line: String) -> impl Future<Output = io::Result<()>> + Send + 'static {
    let written = spawn_blocking(move || {
        let mut out = io::stdout().lock();
        writeln!(out, "{line}")?;
        out.flush()
    });
    async move { written.await.map_err(io::Error::other)? }
}

/// The message of a line. `Err` with the answer to a line that is not one; a notification that is
/// not understood has none.
fn message(line: &[u8]) -> Result<RxJsonRpcMessage<RoleServer>, Option<String>> {
    let line = line.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(line).trim_ascii();
    if line.is_empty() {
        return Err(None);
    }
    let refused = |id: Option<&Value>, ErrorCode(code), message: String| {
        let id = id.filter(|id| id.is_string() || id.is_number());
        json!({"jsonrpc": "2.0", "id": id, "error": {"code": code, "message": message}}).to_string()
    };
    let value: Value = serde_json::from_slice(line)
        .map_err(|why| Some(refused(None, ErrorCode::PARSE_ERROR, format!("a message is JSON on one line: {why}"))))?;
    // The library would take the last one of two fields.
    if let Err(why) = strict(&String::from_utf8_lossy(line)) {
        return Err(Some(refused(value.get("id"), ErrorCode::INVALID_REQUEST, why.to_string())));
    }
    serde_json::from_slice(line).map_err(|_| {
        let (method, id) = (value.get("method"), value.get("id"));
        let is_notification = method.is_some_and(Value::is_string) && id.is_none();
        let message = "this is not a message of JSON-RPC 2.0";
        (!is_notification).then(|| refused(id, ErrorCode::INVALID_REQUEST, message.to_owned()))
    })
}

impl Transport<RoleServer> for Lines {
    type Error = io::Error;

    fn send(&mut self, message: TxJsonRpcMessage<RoleServer>) -> impl Future<Output = io::Result<()>> + Send + 'static {
        let written = serde_json::to_string(&message).map(write);
        async move { written?.await }
    }

    async fn receive(&mut self) -> Option<RxJsonRpcMessage<RoleServer>> {
        loop {
            match message(&self.0.recv().await?) {
                Ok(message) => return Some(message),
                Err(Some(answer)) => write(answer).await.ok()?,
                Err(None) => {}
            }
        }
    }

    async fn close(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_that_are_no_messages_are_answered() {
        for (line, answer) in [
            (&br#"{"jsonrpc": "2.0", "id": 1, "method": "ping"}"#[..], None),
            (b"hello", Some((-32700, Value::Null))),
            (b"\xff", Some((-32700, Value::Null))),
            (b"[1]", Some((-32600, Value::Null))),
            (br#"{"jsonrpc": "2.0", "id": 7}"#, Some((-32600, json!(7)))),
            (
                br#"{"jsonrpc": "2.0", "id": 8, "method": "tools/call", "params": {"name": "solve", "name": "plan"}}"#,
                Some((-32600, json!(8))),
            ),
        ] {
            let found = message(line).err().map(|answer| {
                let answer: Value = serde_json::from_str(&answer.expect("an answer")).expect("JSON");
                assert!(answer.get("id").is_some(), "{answer}");
                (answer["error"]["code"].as_i64().expect("a code"), answer["id"].clone())
            });
            assert_eq!(found, answer, "{}", String::from_utf8_lossy(line));
        }
        assert!(matches!(message(br#"{"jsonrpc": "2.0", "method": 5}"#), Err(Some(_))));
        assert!(matches!(message(b" \r\n"), Err(None)));
        let mut input = &b"ab\ncd"[..];
        let read = || line(&mut input).expect("it is in memory").map(|line| line.len());
        assert_eq!(std::iter::from_fn(read).collect::<Vec<_>>(), [3, 2]);
    }
}
