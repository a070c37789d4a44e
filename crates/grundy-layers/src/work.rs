//! What both passes share: the limits, the threads, the watch, and the files that wait for the next
//! manifest.

use std::{
    fs,
    num::NonZero,
    path::{Path, PathBuf},
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use crate::{
    error::Error,
    key::Key,
    manifest::Manifest,
    sealed::{self},
};

/// The least memory that a table can be built in, in bytes.
///
/// With less, buffers would be so small that most of the time is spent on files.
pub const LEAST_MEMORY: u64 = 8 << 20;

/// The least memory of a thread, in bytes.
const LEAST_SHARE: u64 = 2 << 20;

/// The most memory of a thread, in bytes: buffers larger than this make nothing faster.
const MOST_SHARE: u64 = 512 << 20;

/// What the work may use.
///
/// They may differ from run to run of one table.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// The memory, in bytes; at least [`LEAST_MEMORY`].
    pub memory: u64,
    /// The number of threads. Fewer work if the memory is short.
    pub threads: NonZero<usize>,
    /// The time between two manifests, so the work that a kill may lose.
    pub save_every: Duration,
}

impl Settings {
    /// Settings with a manifest every ten seconds.
    ///
    /// They may be changed field by field.
    pub fn new(memory: u64, threads: NonZero<usize>) -> Settings {
        Settings { memory, threads, save_every: Duration::from_secs(10) }
    }
}

/// How far the work is.
///
/// It is copied, and complete at each call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// What is done.
    pub pass: Pass,
    /// The layer.
    pub layer: u32,
    /// The positions that are known, in the forward pass, or have their values, in the backward
    /// pass.
    pub positions: u64,
    /// All positions of the table; known in the backward pass alone.
    pub total: Option<u64>,
    /// The bytes of the files of keys and values.
    pub disk: u64,
    /// The task whose report on the layer this one waits for, from 0.
    pub waits_for: Option<u32>,
}

/// What is done.
///
/// The forward pass comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pass {
    /// Finding all positions, from the highest layer to the lowest.
    Forward,
    /// Finding their values, from the lowest layer to the highest.
    Backward,
}

/// Gets the progress, often and from several threads; returns false to end the work.
///
/// It must return soon, and must not call the table.
pub type Watch<'w> = &'w (dyn Fn(&Progress) -> bool + Sync);

/// How the work is divided. Tests divide small tables as large ones are.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Division {
    /// The most keys of a part, and about its most bytes: it is read as a whole.
    pub part: u64,
    /// A thread merges about this many keys of runs, at least.
    pub range: u64,
    /// This many parts are expanded between two chances to save the work.
    pub wave: usize,
}

/// How the work of a table is divided.
const DIVISION: Division = Division { part: 1 << 20, range: 1 << 16, wave: 64 };

/// The work on a table.
pub(crate) struct TableWork<'w> {
    /// The folder of the table.
    pub folder: PathBuf,
    /// The threads that work, as many as the memory is for.
    pub threads: usize,
    /// How many threads of the process have a share of its memory and open files.
    pub sharers: usize,
    /// The memory of each thread, in bytes.
    pub share: u64,
    pub division: Division,
    /// Gets the progress.
    watch: Watch<'w>,
    /// The pass that is under way.
    pub pass: Pass,
    /// Its layer.
    pub layer: u32,
    /// All positions of the table; known in the backward pass alone.
    pub total: Option<u64>,
    /// What the threads count together.
    counts: Arc<WorkCounts>,
    /// The time between two manifests.
    save_every: Duration,
    /// The files that wait for the next one.
    waiting: Mutex<WaitingManifest>,
}

/// What the workers of a process count together.
#[derive(Default)]
struct WorkCounts {
    /// The positions that are known, or that have values.
    positions: AtomicU64,
    /// The bytes of files.
    disk: AtomicU64,
    /// All positions, if several workers count them together.
    #[cfg(feature = "cluster")]
    total: AtomicU64,
    /// Whether all threads are to end.
    stop: AtomicBool,
}

/// What the next manifest needs.
struct WaitingManifest {
    /// When the last manifest was written.
    saved: Instant,
    /// Files that it names and that may not be on the disk yet.
    unsynced: Vec<PathBuf>,
    /// Files that the last manifest names and the next one does not.
    doomed: Vec<PathBuf>,
}

impl WaitingManifest {
    /// Brings the files that wait to the disk.
    fn sync(&mut self, folder: &Path) -> Result<(), Error> {
        let WaitingManifest { unsynced, doomed, .. } = self;
        unsynced.retain(|path| !doomed.contains(path));
        sealed::sync(folder, unsynced)?;
        unsynced.clear();
        Ok(())
    }

    /// Removes the files that the manifest no longer names.
    fn remove_doomed(&mut self) -> Result<(), Error> {
        self.doomed.drain(..).try_for_each(|path| fs::remove_file(&path).map_err(Error::file("write", &path)))
    }
}

impl<'w> TableWork<'w> {
    /// The work on a table in this folder.
    pub fn new(folder: &Path, settings: &Settings, watch: Watch<'w>) -> Result<TableWork<'w>, Error> {
        if settings.memory < LEAST_MEMORY {
            return Err(Error::Memory { needed: LEAST_MEMORY, allowed: settings.memory });
        }
        let most = usize::try_from(settings.memory / LEAST_SHARE).unwrap_or(usize::MAX);
        let threads = settings.threads.get().min(most).max(1);
        let waiting = WaitingManifest { saved: Instant::now(), unsynced: Vec::new(), doomed: Vec::new() };
        Ok(TableWork {
            folder: folder.to_path_buf(),
            threads,
            sharers: threads,
            share: (settings.memory / threads as u64).min(MOST_SHARE),
            division: DIVISION,
            watch,
            pass: Pass::Forward,
            layer: 0,
            total: None,
            counts: Arc::default(),
            save_every: settings.save_every,
            waiting: Mutex::new(waiting),
        })
    }

    /// Begins a pass at these numbers of positions and of bytes.
    pub fn begin(&mut self, pass: Pass, positions: u64, disk: u64) {
        self.pass = pass;
        self.counts.positions.store(positions, Ordering::Relaxed);
        self.counts.disk.store(disk, Ordering::Relaxed);
    }

    /// Counts positions and bytes, and asks the watch.
    ///
    /// # Errors
    ///
    /// [`Error::Stopped`] if the watch or another thread has ended the work.
    pub fn count(&self, positions: u64, disk: u64) -> Result<(), Error> {
        let positions = self.counts.positions.fetch_add(positions, Ordering::Relaxed) + positions;
        let disk = self.counts.disk.fetch_add(disk, Ordering::Relaxed) + disk;
        self.ask(positions, disk, None)
    }

    /// Asks the watch while this task waits for another one, of this number from 0.
    ///
    /// # Errors
    ///
    /// As [`TableWork::count`].
    pub fn wait(&self, task: u32) -> Result<(), Error> {
        let [positions, disk] = [&self.counts.positions, &self.counts.disk].map(|count| count.load(Ordering::Relaxed));
        self.ask(positions, disk, Some(task))
    }

    /// Reports the progress, and ends the work if the watch returns false.
    fn ask(&self, positions: u64, disk: u64, waits_for: Option<u32>) -> Result<(), Error> {
        let progress = Progress { pass: self.pass, layer: self.layer, positions, total: self.total, disk, waits_for };
        if self.counts.stop.load(Ordering::Relaxed) || !(self.watch)(&progress) {
            self.counts.stop.store(true, Ordering::Relaxed);
            return Err(Error::Stopped);
        }
        Ok(())
    }

    /// Runs the same work on all threads, and returns their results. The first error ends all.
    pub fn parallel<T: Send>(
        &self,
        threads: usize,
        work: impl Fn() -> Result<T, Error> + Sync,
    ) -> Result<Vec<T>, Error> {
        let work = || {
            let done = work();
            if done.is_err() {
                self.counts.stop.store(true, Ordering::Relaxed);
            }
            done
        };
        let results: Vec<Result<T, Error>> = thread::scope(|scope| {
            // Where the system has no more threads, those that it has do all the work.
            let others: Vec<_> = (1..threads.min(self.threads))
                .map_while(|_| thread::Builder::new().spawn_scoped(scope, work).ok())
                .collect();
            let first = work();
            let others =
                others.into_iter().map(|other| other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
            [first].into_iter().chain(others).collect()
        });
        let (done, failed): (Vec<_>, Vec<_>) = results.into_iter().partition(Result::is_ok);
        let mut failed: Vec<Error> = failed.into_iter().filter_map(Result::err).collect();
        // One thread has the reason, and the others have ended because of it.
        failed.sort_by_key(|error| matches!(error, Error::Stopped));
        match failed.into_iter().next() {
            Some(error) => Err(error),
            None => Ok(done.into_iter().filter_map(Result::ok).collect()),
        }
    }

    /// Notes a file that the next manifest names.
    pub fn wrote(&self, path: PathBuf) {
        self.waiting().unsynced.push(path);
    }

    /// Notes a file that is to be removed once a manifest does not name it.
    pub fn doom(&self, path: PathBuf) {
        self.waiting().doomed.push(path);
    }

    /// Removes no file with the next manifest: the work has ended early, and it may name any.
    pub fn keep_all(&self) {
        self.waiting().doomed.clear();
    }

    /// Replaces the manifest if it is time to, or if `now` is set.
    ///
    /// The order matters: first the new files reach the disk, then the manifest that names them
    /// replaces the old one, then the files go that only the old one named. A kill in between
    /// leaves files without a name in the manifest, which the next run removes.
    pub fn save<K: Key>(&self, manifest: &Manifest<K>, now: bool) -> Result<(), Error> {
        let mut waiting = self.waiting();
        if !now && waiting.saved.elapsed() < self.save_every {
            return Ok(());
        }
        // What was merged into another file since then need not be kept.
        waiting.sync(&self.folder)?;
        manifest.save(&self.folder)?;
        waiting.remove_doomed()?;
        waiting.saved = Instant::now();
        Ok(())
    }

    /// Brings the files that were written to the disk, but those that are not needed any more.
    pub fn sync(&self) -> Result<(), Error> {
        self.waiting().sync(&self.folder)
    }

    /// Removes the files that were noted for it.
    pub fn remove_doomed(&self) -> Result<(), Error> {
        self.waiting().remove_doomed()
    }

    /// The files that wait, locked for this thread.
    fn waiting(&self) -> std::sync::MutexGuard<'_, WaitingManifest> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What the workers of a process need that build a table together.
#[cfg(feature = "cluster")]
impl<'w> TableWork<'w> {
    /// The work of another worker of the same process: it has its own files, and counts with this
    /// one.
    pub fn another(&self) -> TableWork<'w> {
        let waiting = WaitingManifest { saved: Instant::now(), unsynced: Vec::new(), doomed: Vec::new() };
        TableWork {
            folder: self.folder.clone(),
            threads: self.threads,
            sharers: self.sharers,
            share: self.share,
            division: self.division,
            watch: self.watch,
            pass: self.pass,
            layer: self.layer,
            total: self.total,
            counts: self.counts.clone(),
            save_every: self.save_every,
            waiting: Mutex::new(waiting),
        }
    }

    /// Whether it is time for a manifest.
    pub fn is_due(&self) -> bool {
        self.waiting().saved.elapsed() >= self.save_every
    }

    /// Notes that a manifest was written.
    pub fn was_saved(&self) {
        self.waiting().saved = Instant::now();
    }

    /// Begins a pass of several workers with nothing counted.
    pub fn next_pass(&mut self, pass: Pass) {
        self.begin(pass, 0, 0);
        self.counts.total.store(0, Ordering::Relaxed);
    }

    /// Adds the positions of a worker to those that the workers of the process have in all.
    pub fn add_total(&mut self, positions: u64) {
        self.counts.total.fetch_add(positions, Ordering::Relaxed);
    }

    /// Takes over what the workers have in all.
    pub fn know_total(&mut self) {
        self.total = Some(self.counts.total.load(Ordering::Relaxed));
    }

    /// Ends the work of all workers of the process.
    pub fn stop(&self) {
        self.counts.stop.store(true, Ordering::Relaxed);
    }
}
