//! The same table by several workers, in several processes: on one machine or on many.
//!
//! Positions are divided by a hash of their keys into *shards*, and shards among the workers. The
//! number of shards is fixed when the table is begun; that of the workers is not. Worker 0 keeps
//! the manifest, and replaces it when all have finished a layer and brought its files to the disk:
//! so whatever ends a process, all processes start again and resume there, as many as there are
//! then. All of them write to the same folder.
//!
//! A worker that fails, a process that ends and processes that stop end the run everywhere; nothing
//! is repaired while it runs.

mod backward;
mod exchange;
mod forward;
mod link;
mod member;
mod sockets;

use std::{
    any::Any,
    io::{self, ErrorKind},
    panic::{AssertUnwindSafe, catch_unwind, resume_unwind},
    path::Path,
    sync::Arc,
    thread,
    time::Duration,
};

use grundy_table::file::Lock;
use timely::communication::{
    Hooks,
    allocator::{AllocatorBuilder, ProcessBuilder, zero_copy::initialize::initialize_networking_from_sockets},
};

use crate::{
    error::{Error, Way},
    game::Graded,
    key::private::Coded,
    known, make,
    manifest::{MANIFEST, Manifest},
    table::{Summary, summary},
    work::{Settings, TableWork, Watch},
};
use link::Link;
use member::Member;
use sockets::{Lost, Sockets};

/// The processes that build a table together.
///
/// The list must be the same for all processes, in the same order.
#[derive(Clone, Debug)]
pub struct Hosts {
    /// The address of each process, `host:port`.
    pub addresses: Vec<String>,
    /// The place of this process among them, from 0.
    pub process: usize,
    /// Processes that make no progress for this long end.
    pub patience: Duration,
}

/// Shards for each worker of the run that begins a table: then a run with some times as many
/// workers has work for all of them.
const SHARDS: usize = 4;

/// The least number of shards.
const LEAST_SHARDS: usize = 16;

/// The most workers.
const MOST_WORKERS: usize = 1 << 16;

/// Builds a table as [`build`](crate::build) does, together with other processes, which call it
/// with the same game, start and addresses; each has `settings.threads` workers. All write to the
/// same folder, which all must see: on one machine, or a shared file system.
///
/// The positions, the values and [`Summary::sum`] are those of [`build`](crate::build). A table
/// that was begun in this way is resumed in this way, with any number of processes and workers.
///
/// # Errors
///
/// As [`build`](crate::build); also [`Error::Host`], [`Error::Missing`] and [`Error::Foreign`] if
/// the processes do not come together, [`Error::Peer`] and [`Error::Stalled`] if another one ends
/// or none makes progress.
///
/// # Panics
///
/// If a worker panics; the others have ended then.
pub fn build_together<G: Graded>(
    game: &G,
    start: &[G::Key],
    about: &[String],
    folder: &Path,
    settings: &Settings,
    hosts: &Hosts,
    watch: Watch<'_>,
) -> Result<Summary, Error> {
    let mut work = TableWork::new(folder, settings, watch)?;
    // One range for each shard, and one thread for each worker.
    work.division.range = u64::MAX;
    let jobs = std::mem::replace(&mut work.threads, 1);
    let workers = jobs.saturating_mul(hosts.addresses.len());
    if hosts.process >= hosts.addresses.len() || workers > MOST_WORKERS {
        let source = io::Error::new(ErrorKind::InvalidInput, "there is no such process, or there are too many workers");
        return Err(Error::Host { process: hosts.process, address: hosts.addresses.join(" "), source });
    }
    // Each process looks, so that none waits for one that has refused the folder.
    if let Some(found) = known::<G::Key>(folder, about)?
        && found.way() != Way::Processes
        && !found.is_complete()
    {
        return Err(Error::Begun { path: folder.to_path_buf(), way: found.way() });
    }
    make(folder)?;
    // The first process has the lock of a run without hosts.
    let locked = if hosts.process == 0 { MANIFEST.to_owned() } else { format!("process-{}", hosts.process) };
    let _lock = Lock::take(&folder.join(locked)).map_err(|error| match error.kind() {
        ErrorKind::WouldBlock => Error::Locked(folder.to_path_buf()),
        _ => Error::file("write", folder)(error),
    })?;
    let manifest = match hosts.process {
        0 => Some(found::<G>(folder, about, workers)?),
        _ => None,
    };
    let mut sockets =
        Sockets::connect(&hosts.addresses, hosts.process, &identity::<G>(about, jobs), hosts.patience, &|| {
            work.count(0, 0)
        })?;
    let breaker = sockets.breaker();
    let lost = sockets.lost.clone();
    let (builders, guard) = allocators(sockets, hosts.process, jobs)?;
    let ended = run(game, start, manifest, &work, builders, &lost, hosts.patience);
    match ended {
        Ok(Ok(summary)) => {
            drop(guard);
            Ok(summary)
        }
        failed => {
            // The threads of the connections wait for what will not come.
            breaker();
            std::mem::forget(guard);
            failed.unwrap_or_else(|panic| resume_unwind(panic))
        }
    }
}

/// The manifest of the folder, or a new one.
fn found<G: Graded>(folder: &Path, about: &[String], workers: usize) -> Result<Manifest<G::Key>, Error> {
    let manifest = match known(folder, about)? {
        Some(manifest) => manifest,
        None => {
            let mut manifest = Manifest::new(about.to_vec());
            let shards = (SHARDS * workers).max(LEAST_SHARDS).next_power_of_two();
            manifest.shards = Some(shards as u32);
            manifest
        }
    };
    manifest.save(folder)?;
    manifest.remove_others(folder)?;
    Ok(manifest)
}

/// What processes must agree on.
fn identity<G: Graded>(about: &[String], jobs: usize) -> [u8; 32] {
    let text = format!("{} {} {jobs}\n{}", env!("CARGO_PKG_VERSION"), G::Key::BYTES, about.join("\n"));
    *blake3::hash(text.as_bytes()).as_bytes()
}

/// What ends the threads of the engine when it is dropped.
type Guard = Option<Box<dyn Any>>;

/// The engines of the workers of this process, and what holds the threads of its connections.
fn allocators(sockets: Sockets, process: usize, jobs: usize) -> Result<(Vec<AllocatorBuilder>, Guard), Error> {
    let Hooks { refill, spill, .. } = Hooks::default();
    let local = ProcessBuilder::new_typed_vector(jobs, refill, spill);
    if sockets.all.len() == 1 {
        return Ok((local.into_iter().map(AllocatorBuilder::Process).collect(), None));
    }
    let (builders, guard) = initialize_networking_from_sockets(local, sockets.all, process, jobs, Hooks::default())
        .map_err(|source| Error::Host { process, address: "its connections".to_owned(), source })?;
    Ok((builders.into_iter().map(AllocatorBuilder::Tcp).collect(), Some(Box::new(guard))))
}

/// Runs the workers of this process. The error of one ends all.
fn run<G: Graded>(
    game: &G,
    start: &[G::Key],
    mut manifest: Option<Manifest<G::Key>>,
    work: &TableWork<'_>,
    builders: Vec<AllocatorBuilder>,
    lost: &Arc<Lost>,
    patience: Duration,
) -> thread::Result<Result<Summary, Error>> {
    let results: Vec<thread::Result<Result<Summary, Error>>> = thread::scope(|scope| {
        let mut workers = Vec::new();
        for builder in builders {
            let manifest = manifest.take();
            let body = move || {
                let worker = || -> Result<Summary, Error> {
                    let link = Link::new(builder, lost.clone(), patience);
                    let mut member = Member::new(game, work.another(), link);
                    match passes(&mut member, start, manifest) {
                        Ok(summary) => member.exchange.finish().map(|()| summary),
                        Err(error) => {
                            // To end the dataflow in good order would look like its end to others.
                            std::mem::forget(member.exchange);
                            Err(error)
                        }
                    }
                };
                let done = catch_unwind(AssertUnwindSafe(worker));
                if !matches!(done, Ok(Ok(_))) {
                    work.stop();
                }
                done
            };
            workers.push(thread::Builder::new().spawn_scoped(scope, body));
        }
        let join = |worker: io::Result<thread::ScopedJoinHandle<'_, _>>| match worker {
            Ok(worker) => worker.join().unwrap_or_else(Err),
            Err(source) => {
                work.stop();
                Ok(Err(Error::file("start", Path::new("a thread"))(source)))
            }
        };
        workers.into_iter().map(join).collect()
    });
    // One worker has the reason, and the others have ended because of it: a process that is lost,
    // or the stop of the run, may follow from a panic.
    let rank = |done: &thread::Result<Result<Summary, Error>>| match done {
        Err(_) => 0,
        Ok(Err(Error::Stopped)) => 3,
        Ok(Err(Error::Peer { .. })) => 2,
        Ok(Err(_)) => 1,
        Ok(Ok(_)) => 4,
    };
    results.into_iter().min_by_key(rank).unwrap_or(Ok(Err(Error::Stopped)))
}

/// Both passes, as far as they are not done.
fn passes<G: Graded>(
    member: &mut Member<'_, G, Link>,
    start: &[G::Key],
    manifest: Option<Manifest<G::Key>>,
) -> Result<Summary, Error> {
    let text = manifest.map(|manifest| manifest.text()).unwrap_or_default();
    let found = member.report(text.as_bytes(), true)?;
    let complete = member.begin(found.first().map_or(&[][..], |text| text))?;
    // All know their shards before anyone sends them keys.
    member.report(&[], true)?;
    if !complete {
        if !member.manifest.forward_done {
            member.forward(start)?;
        }
        member.backward()?;
    }
    let text = if member.worker == 0 { member.manifest.text() } else { String::new() };
    let done = member.report(text.as_bytes(), true)?;
    Ok(summary(&member.parse(done.first().map_or(&[][..], |text| text))?))
}
