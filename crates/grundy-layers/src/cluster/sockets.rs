//! Connections between processes, by plain TCP, without encryption and without authentication.
//!
//! Each process listens at its address and connects to all with a lower number. A greeting names
//! the table and the place of the process, so that one that works on something else is refused. A
//! process that ends closes its connections; the others notice it by the missing last message, and
//! end too.

use std::{
    io::{self, ErrorKind, Read, Write},
    net::{Shutdown, TcpListener, TcpStream, ToSocketAddrs},
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use timely::communication::allocator::zero_copy::stream::Stream;

use crate::error::Error;

/// The first bytes of a greeting: the kind, and the version of what is sent.
const MAGIC: &[u8; 8] = b"grundyT1";

/// The bytes of a greeting: the kind, the place, the number of processes, and the table.
const GREETING: usize = 8 + 4 + 4 + 32;

/// The message that ends a connection in good order: a head of six words, all zero.
const LAST: usize = 48;

/// How long a connection may take to be made, or to greet, if the patience is no shorter.
const GREETED: Duration = Duration::from_secs(5);

/// The process that has ended early, if one has.
#[derive(Debug)]
pub(super) struct Lost(AtomicUsize);

impl Lost {
    /// No process is lost yet.
    pub fn new() -> Arc<Lost> {
        Arc::new(Lost(AtomicUsize::new(usize::MAX)))
    }

    /// Whether all processes are there; the error names the one that is lost.
    pub fn check(&self) -> Result<(), Error> {
        match self.0.load(Ordering::Relaxed) {
            usize::MAX => Ok(()),
            process => Err(Error::Peer { process }),
        }
    }
}

/// A connection. It never fails for its reader or writer, who would panic: it notes that the other
/// process has ended.
pub(super) struct Socket {
    /// The connection.
    stream: TcpStream,
    /// The process at its other end.
    peer: usize,
    /// Where its end is noted.
    lost: Arc<Lost>,
    /// How many of the last bytes that were read are zero.
    zeros: usize,
}

impl Socket {
    /// Notes that a process is lost.
    fn note(&self) {
        let _ = self.lost.0.compare_exchange(usize::MAX, self.peer, Ordering::Relaxed, Ordering::Relaxed);
    }
}

impl Read for Socket {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        match self.stream.read(to) {
            Ok(0) if self.zeros >= LAST => Ok(0),
            Err(error) if error.kind() == ErrorKind::Interrupted => Err(error),
            Ok(0) | Err(_) => {
                self.note();
                // The workers end the run; this thread has nothing more to do.
                loop {
                    thread::park();
                }
            }
            Ok(read) => {
                let ended = to[..read].iter().rev().take_while(|&&byte| byte == 0).count();
                self.zeros = if ended == read { self.zeros.saturating_add(read) } else { ended };
                Ok(read)
            }
        }
    }
}

impl Write for Socket {
    fn write(&mut self, from: &[u8]) -> io::Result<usize> {
        self.stream.write(from).or_else(|error| match error.kind() {
            ErrorKind::Interrupted => Err(error),
            _ => {
                self.note();
                Ok(from.len())
            }
        })
    }

    fn flush(&mut self) -> io::Result<()> {
        self.stream.flush().or_else(|_| {
            self.note();
            Ok(())
        })
    }
}

impl Stream for Socket {
    fn try_clone(&self) -> io::Result<Socket> {
        Ok(Socket { stream: self.stream.try_clone()?, peer: self.peer, lost: self.lost.clone(), zeros: 0 })
    }

    fn set_nonblocking(&self, nonblocking: bool) -> io::Result<()> {
        self.stream.set_nonblocking(nonblocking)
    }

    fn shutdown(&self, how: Shutdown) -> io::Result<()> {
        let _ = self.stream.shutdown(how);
        Ok(())
    }
}

/// The connections of a process: `None` at its place.
pub(super) struct Sockets {
    /// By the numbers of the processes.
    pub all: Vec<Option<Socket>>,
    /// The process that has ended early, if one has.
    pub lost: Arc<Lost>,
    /// The same connections, for the breaker.
    streams: Vec<TcpStream>,
}

impl Sockets {
    /// Connects all processes, or ends with the reason. `watch` returns an error to end the wait.
    pub fn connect(
        hosts: &[String],
        process: usize,
        table: &[u8; 32],
        patience: Duration,
        watch: &dyn Fn() -> Result<(), Error>,
    ) -> Result<Sockets, Error> {
        let mut joining = Joining { hosts, process, table, watch, end: Instant::now().checked_add(patience), patience };
        let listener = joining.listen()?;
        let mut streams: Vec<Option<TcpStream>> = hosts.iter().map(|_| None).collect();
        for (peer, place) in streams.iter_mut().enumerate().take(process) {
            *place = Some(joining.reach(peer)?);
        }
        while let Some(missing) = (process + 1..hosts.len()).find(|&peer| streams[peer].is_none()) {
            let (peer, stream) = joining.admit(&listener, missing)?;
            streams[peer] = Some(stream);
        }
        let lost = Lost::new();
        let mut clones = Vec::new();
        let mut all = Vec::new();
        for (peer, stream) in streams.into_iter().enumerate() {
            let Some(stream) = stream else {
                all.push(None);
                continue;
            };
            let cannot = |source| joining.failed(peer, source);
            stream.set_nodelay(true).and_then(|()| stream.set_read_timeout(None)).map_err(cannot)?;
            clones.push(stream.try_clone().map_err(cannot)?);
            all.push(Some(Socket { stream, peer, lost: lost.clone(), zeros: 0 }));
        }
        Ok(Sockets { all, lost, streams: clones })
    }

    /// What closes the connections without the last message, so that the others end.
    pub fn breaker(&mut self) -> impl FnOnce() + use<> {
        let streams = std::mem::take(&mut self.streams);
        move || streams.iter().for_each(|stream| drop(stream.shutdown(Shutdown::Both)))
    }
}

/// A process that joins the others.
struct Joining<'j> {
    hosts: &'j [String],
    process: usize,
    table: &'j [u8; 32],
    watch: &'j dyn Fn() -> Result<(), Error>,
    end: Option<Instant>,
    patience: Duration,
}

impl Joining<'_> {
    /// The error of a connection.
    fn failed(&self, process: usize, source: io::Error) -> Error {
        Error::Host { process, address: self.hosts[process].clone(), source }
    }

    /// Listens at the address of this process.
    fn listen(&self) -> Result<TcpListener, Error> {
        let listener = TcpListener::bind(&self.hosts[self.process]).and_then(|listener| {
            listener.set_nonblocking(true)?;
            Ok(listener)
        });
        listener.map_err(|source| self.failed(self.process, source))
    }

    /// Waits a little, until the patience is at its end.
    fn wait(&mut self, missing: usize) -> Result<(), Error> {
        (self.watch)()?;
        if self.end.is_some_and(|end| Instant::now() >= end) {
            return Err(Error::Missing {
                process: missing,
                address: self.hosts[missing].clone(),
                patience: self.patience,
            });
        }
        thread::sleep(Duration::from_millis(20));
        Ok(())
    }

    /// How long one attempt may take now: the rest of the patience, and no longer than a greeting.
    fn attempt(&self) -> Duration {
        let rest = self.end.map_or(GREETED, |end| end.saturating_duration_since(Instant::now()));
        // No time at all would be an error of the system.
        rest.clamp(Duration::from_millis(1), GREETED)
    }

    /// Makes a connection. A host that drops packets would let the system wait for minutes.
    fn dial(&self, peer: usize) -> io::Result<TcpStream> {
        let mut failed = io::Error::other("the name has no address");
        for address in self.hosts[peer].to_socket_addrs()? {
            match TcpStream::connect_timeout(&address, self.attempt()) {
                Ok(stream) => return Ok(stream),
                Err(error) => failed = error,
            }
        }
        Err(failed)
    }

    /// Connects to a process with a lower number.
    fn reach(&mut self, peer: usize) -> Result<TcpStream, Error> {
        loop {
            match self.dial(peer) {
                Ok(mut stream) => match self.greet(&mut stream) {
                    // Without this byte the other one waits for the next connection.
                    Ok(Some(found)) if found == peer => match stream.write_all(&[1]) {
                        Ok(()) => return Ok(stream),
                        Err(_) => self.wait(peer)?,
                    },
                    Ok(_) => return Err(Error::Foreign { process: peer, address: self.hosts[peer].clone() }),
                    // It was not there yet, or has just ended.
                    Err(_) => self.wait(peer)?,
                },
                Err(error) if error.kind() == ErrorKind::InvalidInput => return Err(self.failed(peer, error)),
                Err(_) => self.wait(peer)?,
            }
        }
    }

    /// Admits a process with a higher number.
    fn admit(&mut self, listener: &TcpListener, missing: usize) -> Result<(usize, TcpStream), Error> {
        loop {
            match listener.accept() {
                Ok((mut stream, from)) => {
                    let greeted = stream.set_nonblocking(false).and_then(|()| self.greet(&mut stream));
                    match greeted {
                        // One that has given up the connection sends no byte.
                        Ok(Some(peer)) if peer > self.process && stream.read_exact(&mut [0]).is_ok() => {
                            return Ok((peer, stream));
                        }
                        Ok(Some(_)) => self.wait(missing)?,
                        Ok(None) => return Err(Error::Foreign { process: missing, address: from.to_string() }),
                        // Something else has connected, or it has just ended.
                        Err(_) => self.wait(missing)?,
                    }
                }
                Err(error) if error.kind() == ErrorKind::WouldBlock => self.wait(missing)?,
                Err(source) => return Err(self.failed(self.process, source)),
            }
        }
    }

    /// Sends a greeting, and reads that of the other. Returns its place; `None` if it works on
    /// something else.
    fn greet(&self, stream: &mut TcpStream) -> io::Result<Option<usize>> {
        stream.set_read_timeout(Some(self.attempt()))?;
        let mut greeting = [0; GREETING];
        greeting[..8].copy_from_slice(MAGIC);
        greeting[8..12].copy_from_slice(&(self.process as u32).to_le_bytes());
        greeting[12..16].copy_from_slice(&(self.hosts.len() as u32).to_le_bytes());
        greeting[16..].copy_from_slice(self.table);
        stream.write_all(&greeting)?;
        let mut found = [0; GREETING];
        stream.read_exact(&mut found)?;
        if found[..8] != *MAGIC {
            return Err(io::Error::other("no greeting"));
        }
        let place = u32::from_le_bytes([found[8], found[9], found[10], found[11]]) as usize;
        let known = found[12..] == greeting[12..] && place < self.hosts.len() && place != self.process;
        Ok(known.then_some(place))
    }
}
