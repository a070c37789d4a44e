//! A client of HTTP/1.1 in a few lines: what is sent and what comes back is seen as it is.

use std::{
    io::{Read, Write},
    net::{SocketAddr, TcpStream},
    thread,
    time::Duration,
};

use grundy_serve::{Options, Server};
use serde_json::Value;

/// A response.
pub struct Answer {
    pub status: u16,
    pub head: String,
    pub body: String,
}

impl Answer {
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|why| panic!("{why}: {} {}", self.status, self.body))
    }

    pub fn header(&self, name: &str) -> Option<&str> {
        let named = |line: &&str| line.split_once(':').is_some_and(|(own, _)| own.eq_ignore_ascii_case(name));
        self.head.lines().find(named).map(|line| line[name.len() + 1..].trim())
    }
}

/// Starts a server that runs to the end of the tests.
pub fn start(options: &Options) -> SocketAddr {
    let server = Server::bind(options).expect("loopback has a free port");
    let address = server.address();
    thread::spawn(move || server.run());
    address
}

/// A server with the default limits, but for the time of tests on a busy machine.
pub fn plain() -> SocketAddr {
    start(&Options { time: Duration::from_secs(60), ..Options::default() })
}

/// A connection with these bytes sent. What a server that refuses early does not read is no error.
pub fn open(address: SocketAddr, bytes: &[u8]) -> TcpStream {
    let mut stream = TcpStream::connect(address).expect("the server accepts");
    stream.set_read_timeout(Some(Duration::from_secs(120))).expect("a timeout can be set");
    let _ = stream.write_all(bytes);
    stream
}

/// Sends bytes and reads what comes until the server closes.
pub fn raw(address: SocketAddr, bytes: &[u8]) -> Answer {
    let mut stream = open(address, bytes);
    let mut read = Vec::new();
    let _ = stream.read_to_end(&mut read);
    let text = String::from_utf8_lossy(&read).into_owned();
    let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
    let status = head.split(' ').nth(1).and_then(|code| code.parse().ok()).unwrap_or(0);
    Answer { status, head: head.to_owned(), body: body.to_owned() }
}

/// The bytes of a request.
pub fn request(address: SocketAddr, line: &str, headers: &str, body: &str) -> Vec<u8> {
    let length = body.len();
    format!(
        "{line} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\nContent-Length: {length}\r\n{headers}\r\n{body}"
    )
    .into_bytes()
}

pub fn get(address: SocketAddr, path: &str) -> Answer {
    raw(address, &request(address, &format!("GET {path}"), "", ""))
}

pub fn post(address: SocketAddr, path: &str, body: &str) -> Answer {
    raw(address, &request(address, &format!("POST {path}"), "", body))
}

/// A text as the value of a parameter.
pub fn escaped(text: &str) -> String {
    form_urlencoded::byte_serialize(text.as_bytes()).collect()
}
