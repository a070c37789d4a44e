//! `cargo xtask bench serve [SECONDS]`: the server under many clients.
//!
//! 200 clients ask small questions over connections that stay open, while a long job works. A lost
//! answer is one that does not come, or is not the answer. Reported are answers a second, the delay
//! that half of them and 99 of 100 do not exceed, and the memory of the process before and after.

use std::{
    fs,
    io::{BufRead, BufReader, Read, Write},
    net::{SocketAddr, TcpStream},
    path::Path,
    process::{Child, Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use crate::folders::target;

const CLIENTS: usize = 200;

/// The questions, each with a part of its answer.
const QUESTIONS: [(&str, &str); 4] = [
    ("solve?game=kayles&position=5+%2B+7+%2B+9", "\"value\":2,"),
    ("solve?game=nim&position=3+%2B+4+%2B+5", "\"value\":2,"),
    ("moves?game=kayles&position=7", "\"value\":2,"),
    ("solve?game=octal+0.77&position=12", "\"value\":4,"),
];

struct Server {
    process: Child,
    address: SocketAddr,
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Measures for this many seconds.
pub fn bench(root: &Path, seconds: &str) -> Result<(), String> {
    let seconds: u64 = seconds.parse().map_err(|_| format!("{seconds} is no number of seconds"))?;
    let status =
        Command::new(env!("CARGO")).args(["build", "--release", "--package", "grundy-cli"]).current_dir(root).status();
    if !status.is_ok_and(|status| status.success()) {
        return Err("the program cannot be built".into());
    }
    let server = start(&target(root).join("release/grundy"))?;
    let idle = memory(&server);
    let long = "POST /api/v1/jobs/solve?game=cram&position=9x9 HTTP/1.1";
    let job = ask(&mut connect(server.address)?, server.address, long).ok_or("the job is not begun")?;
    let end = Instant::now() + Duration::from_secs(seconds);
    let clients: Vec<_> = (0..CLIENTS)
        .map(|at| {
            thread::spawn({
                let address = server.address;
                move || client(address, at, end)
            })
        })
        .collect();
    let (mut delays, mut lost) = (Vec::new(), 0);
    for client in clients {
        let (own, missing) = client.join().map_err(|_| "a client has failed")?;
        delays.extend(own);
        lost += missing;
    }
    delays.sort_unstable();
    let at =
        |share: f64| delays.get((delays.len() as f64 * share) as usize).map_or(0.0, Duration::as_secs_f64) * 1000.0;
    println!("{CLIENTS} clients for {seconds} s, with a job at work ({})", job.trim());
    println!("answers: {} ({:.0} a second), lost: {lost}", delays.len(), delays.len() as f64 / seconds as f64);
    println!("delay: {:.1} ms half, {:.1} ms 99 of 100, {:.1} ms all", at(0.5), at(0.99), at(0.999_999));
    println!("memory: {idle} MiB idle, {} MiB after", memory(&server));
    if lost == 0 { Ok(()) } else { Err(format!("{lost} answers were lost")) }
}

fn start(program: &Path) -> Result<Server, String> {
    let mut command = Command::new(program);
    command.args(["serve", "--listen", "0"]).stdout(Stdio::piped());
    let mut process = command.spawn().map_err(|why| format!("{}: {why}", program.display()))?;
    let mut line = String::new();
    let out = process.stdout.take().ok_or("there is no output")?;
    BufReader::new(out).read_line(&mut line).map_err(|why| why.to_string())?;
    let address = line.trim().strip_prefix("listening on http://").and_then(|address| address.parse().ok());
    let address = address.ok_or_else(|| format!("the first line is {line}"))?;
    Ok(Server { process, address })
}

/// The memory of the process, in MiB.
fn memory(server: &Server) -> u64 {
    let status = fs::read_to_string(format!("/proc/{}/status", server.process.id())).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    line.and_then(|line| line.split_whitespace().next()?.parse().ok()).map_or(0, |kilobytes: u64| kilobytes >> 10)
}

fn connect(address: SocketAddr) -> Result<BufReader<TcpStream>, String> {
    let stream = TcpStream::connect(address).map_err(|why| why.to_string())?;
    let _ = stream.set_nodelay(true);
    let _ = stream.set_read_timeout(Some(Duration::from_secs(30)));
    Ok(BufReader::new(stream))
}

/// Asks until the end. Returns the delays, and how many answers were lost.
fn client(address: SocketAddr, at: usize, end: Instant) -> (Vec<Duration>, u64) {
    let (mut delays, mut lost) = (Vec::new(), 0);
    let Ok(mut stream) = connect(address) else { return (delays, 1) };
    let mut next = at;
    while Instant::now() < end {
        let (question, wanted) = QUESTIONS[next % QUESTIONS.len()];
        next += 1;
        let begun = Instant::now();
        match ask(&mut stream, address, &format!("GET /api/v1/{question} HTTP/1.1")) {
            Some(answer) if answer.contains(wanted) => delays.push(begun.elapsed()),
            _ => {
                lost += 1;
                let Ok(again) = connect(address) else { return (delays, lost) };
                stream = again;
            }
        }
    }
    (delays, lost)
}

/// Sends a request and reads its answer, if one comes.
fn ask(stream: &mut BufReader<TcpStream>, address: SocketAddr, line: &str) -> Option<String> {
    let request = format!("{line}\r\nHost: {address}\r\n\r\n");
    stream.get_mut().write_all(request.as_bytes()).ok()?;
    let mut length = 0;
    let mut fine = false;
    loop {
        let mut line = String::new();
        if stream.read_line(&mut line).ok()? == 0 {
            return None;
        }
        let line = line.trim_end();
        fine |= line.starts_with("HTTP/1.1 20");
        match line.split_once(':') {
            Some((name, value)) if name.eq_ignore_ascii_case("content-length") => length = value.trim().parse().ok()?,
            _ if line.is_empty() => break,
            _ => {}
        }
    }
    let mut body = vec![0; length];
    stream.read_exact(&mut body).ok()?;
    String::from_utf8(body).ok().filter(|_| fine)
}
