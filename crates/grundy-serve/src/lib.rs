//! The page and the HTTP interface of Grundy: one program that answers on this machine.
//!
//! ```no_run
//! let server = grundy_serve::Server::bind(&grundy_serve::Options::default())?;
//! println!("listening on http://{}", server.address());
//! server.run()?;
//! # Ok::<(), std::io::Error>(())
//! ```
//!
//! A request is read and answered by [`grundy_verbs::Request`], which reaches no file; this crate
//! adds what a network needs: which requests are refused before they are read (`guard`), how much
//! work is done at a time and for how long (`desk`), long work that is watched and cancelled
//! (`jobs`), and the page (`page`). Solving never runs on the threads that serve connections.

mod answers;
mod api;
mod bundle;
mod desk;
mod guard;
mod jobs;
#[cfg(feature = "mcp")]
mod lines;
#[cfg(feature = "mcp")]
pub mod mcp;
mod openapi;
mod page;
mod question;
mod reader;

pub use page::{Notebook, notebook};

use std::{
    convert::Infallible,
    io,
    net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener},
    sync::Arc,
    thread::available_parallelism,
    time::Duration,
};

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::{
    rt::{TokioIo, TokioTimer},
    service::TowerToHyperService,
};
use tokio::sync::Semaphore;

use crate::{desk::Desk, jobs::Jobs, reader::Reader};

/// Connections at a time; further ones wait to be accepted.
const CONNECTIONS: usize = 512;

/// How long a client may take to send the head of a request.
const HEAD: Duration = Duration::from_secs(10);

/// How long a client may take none of an answer that is sent.
const READING: Duration = Duration::from_secs(10);

/// The threads that serve connections.
const THREADS: usize = 2;

/// What a server may do.
#[derive(Clone, Debug)]
pub struct Options {
    /// The address to listen on; only programs on this machine reach the default.
    pub address: IpAddr,
    /// The port; 0 takes one that is free.
    pub port: u16,
    /// The time for an answer.
    pub time: Duration,
    /// The time for a job.
    pub job_time: Duration,
    /// The memory in bytes of all work together.
    pub memory: u64,
    /// How many questions are answered at a time; as many jobs run besides them as half of that.
    pub places: usize,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            address: Ipv4Addr::LOCALHOST.into(),
            port: 0,
            time: Duration::from_secs(2),
            job_time: Duration::from_secs(600),
            memory: 2 << 30,
            places: available_parallelism().map_or(2, usize::from).max(2),
        }
    }
}

/// A server that has its address and does not answer yet.
#[derive(Debug)]
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    options: Options,
}

/// What the handlers share.
struct Service {
    address: SocketAddr,
    desk: Desk,
    jobs: Jobs,
}

impl Server {
    /// Takes the address.
    ///
    /// # Errors
    /// The address cannot be had.
    pub fn bind(options: &Options) -> io::Result<Server> {
        let listener = TcpListener::bind((options.address, options.port))?;
        listener.set_nonblocking(true)?;
        let address = listener.local_addr()?;
        Ok(Server { listener, address, options: options.clone() })
    }

    /// The address with the port.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Answers until the process ends.
    ///
    /// # Errors
    /// The system gives no threads.
    pub fn run(self) -> io::Result<Infallible> {
        let Server { listener, address, options } = self;
        let jobs = (options.places / 2).max(1);
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(THREADS)
            .max_blocking_threads(options.places + jobs)
            .enable_all()
            .build()?;
        let memory = options.memory / (options.places + jobs) as u64;
        let service = Arc::new(Service {
            address,
            desk: Desk::new(options.places, memory, options.time),
            jobs: Jobs::new(jobs, memory, options.job_time),
        });
        runtime.block_on(async {
            let listener = tokio::net::TcpListener::from_std(listener)?;
            tokio::spawn(jobs::sweep(service.clone()));
            accept(listener, api::router(service)).await
        })
    }
}

/// Serves every connection in a task of its own.
async fn accept(listener: tokio::net::TcpListener, router: Router) -> io::Result<Infallible> {
    let places = Arc::new(Semaphore::new(CONNECTIONS));
    loop {
        let place = places.clone().acquire_owned().await.map_err(io::Error::other)?;
        let Ok((stream, _)) = listener.accept().await else {
            // Such as too many open files: those that are open will close.
            tokio::time::sleep(Duration::from_millis(50)).await;
            continue;
        };
        let _ = stream.set_nodelay(true);
        let service = TowerToHyperService::new(router.clone());
        tokio::spawn(async move {
            let mut http = http1::Builder::new();
            http.timer(TokioTimer::new()).header_read_timeout(HEAD);
            // A client that breaks off is no error of the server.
            let _ = http.serve_connection(TokioIo::new(Reader::new(stream, READING)), service).await;
            drop(place);
        });
    }
}
