//! The same table by tasks that know nothing of each other but a folder: those of an array of jobs.
//!
//! Positions are divided by a hash of their keys into *shards*, and shards among the tasks. A
//! *unit* is what a task does for one layer in one pass: it reads files that are complete, writes
//! files that no other task writes, and at last its *report*, which names them. A task does its
//! units in the order of the layers; for each but the first it needs the reports of all tasks on
//! the layer before. So there are no connections, a unit that was ended is begun again, and it does
//! not matter when the tasks run, or how many at the same time. The task that finds the last report
//! writes the manifest of a complete table.
//!
//! A report is the text of a manifest: in the forward pass with the parts of the layer, the runs
//! that the unit has written for the shards of others, those of its own shards that have keys of
//! lower layers, and these layers, without parts; in the backward pass with the parts and their
//! values.
//!
//! *Example.* Four jobs of an array call [`build_task`] with the numbers 0 to 3. Task 0 ends its
//! unit of layer 20 first, finds that the report of task 2 is missing, waits as long as its
//! patience, and ends; the others do the same later. Each is started again until one finds the last
//! report.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    io::ErrorKind,
    num::NonZero,
    path::{Path, PathBuf},
    sync::atomic::{AtomicUsize, Ordering},
    thread,
    time::{Duration, Instant},
};

use grundy_table::file::{self, Lock};

use crate::{
    Key,
    backward::values_of,
    cache::Cache,
    error::Error,
    forward::{FILTER, Runs, WrittenRun, open, place},
    game::{Graded, lower},
    keys::{KeyFile, reader::KeyReader},
    known, make,
    manifest::{LayerPart, Manifest, OptionRun, keys_file, remove},
    sort::sort,
    sum::shard,
    table::{Summary, summary},
    work::{Pass, Settings, TableWork, Watch},
};

/// One of the tasks that build a table.
///
/// Tasks need no connection: a folder that all of them see is enough.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Task {
    /// Its number, from 0.
    pub number: u32,
    /// How many tasks there are, at most [`MOST_TASKS`]: the same for all.
    pub of: NonZero<u32>,
    /// How long it waits for the reports of the others when it can do nothing more.
    pub patience: Duration,
}

/// The most tasks of a table.
///
/// Each has a report for each layer and pass.
pub const MOST_TASKS: u32 = 1 << 10;

/// Shards for each task: as many as its threads may merge at the same time.
const SHARDS: u32 = 2;

/// Runs that a unit may write for a shard: their numbers are those of no other unit.
const RUNS: u64 = 1 << 22;

/// The time between two looks for reports.
const LOOK: Duration = Duration::from_millis(50);

/// Positions that are expanded between two looks at the limits.
const STRIDE: u64 = 1 << 8;

/// The end of the name of a report.
const REPORT: &str = "report";

/// Builds a table as [`build`](crate::build) does, together with the other tasks, which call this
/// with the same game and start, at any time and in any order; all write to the same folder. A task
/// waits for the others up to its patience; without patience, it does what it can and returns
/// [`Error::Waits`]. It is called again until it returns the summary.
///
/// The positions, the values and [`Summary::sum`] are those of [`build`](crate::build). Each thread
/// has a buffer for the options of its positions, which it writes as a run for each shard: the
/// cost is that of [`build`](crate::build), and a file for each pair of tasks and each layer.
///
/// # Errors
///
/// As [`build`](crate::build); [`Error::Waits`] if the patience is at its end, and [`Error::Tasks`]
/// if the table was begun by another number of tasks, or there is no such task.
pub fn build_task<G: Graded>(
    game: &G,
    start: &[G::Key],
    about: &[String],
    folder: &Path,
    settings: &Settings,
    task: Task,
    watch: Watch<'_>,
) -> Result<Summary, Error> {
    if task.number >= task.of.get() || task.of.get() > MOST_TASKS {
        return Err(Error::Tasks { path: folder.to_path_buf(), expected: task.of.get(), found: None });
    }
    with(game, start, about, task, TableWork::new(folder, settings, watch)?)
}

/// Does the units of this task as far as the reports of others are there.
fn with<G: Graded>(
    game: &G,
    start: &[G::Key],
    about: &[String],
    task: Task,
    work: TableWork<'_>,
) -> Result<Summary, Error> {
    let folder = &work.folder.clone();
    // A folder with something else is refused before anything is written to it.
    known::<G::Key>(folder, about)?;
    make(folder)?;
    let _lock = Lock::take(&folder.join(format!("task-{}", task.number))).map_err(|error| match error.kind() {
        ErrorKind::WouldBlock => Error::Locked(folder.to_path_buf()),
        _ => Error::file("write", folder)(error),
    })?;
    if known::<G::Key>(folder, about)?.is_none() {
        let mut first = Manifest::<G::Key>::new(about.to_vec());
        first.shards = Some((SHARDS * task.of.get()).next_power_of_two());
        first.tasks = Some(task.of.get());
        // Another task may write the same at the same time.
        first.save(folder)?;
    }
    let manifest = known::<G::Key>(folder, about)?.ok_or_else(|| Error::NotATable(folder.to_path_buf()))?;
    if manifest.is_complete() {
        // The task that found the last report may have been killed before it removed all.
        clear(&manifest, folder, task.of)?;
        return Ok(summary(&manifest));
    }
    match manifest.tasks {
        Some(of) if of == task.of.get() => {}
        Some(of) => {
            return Err(Error::Tasks { path: folder.to_path_buf(), expected: task.of.get(), found: Some(of) });
        }
        None => return Err(Error::Begun { path: folder.to_path_buf(), way: manifest.way() }),
    }
    let shards = manifest.shards.unwrap_or(1);
    let mut units = Units { game, start, work, task, shards, manifest, own: BTreeMap::new(), done: 0 };
    match units.all() {
        Ok(()) => units.complete(),
        // Another task has found the last report, and has removed all.
        Err(TaskEnd::Complete(whole)) => Ok(summary(&whole)),
        Err(TaskEnd::Error(error)) => Err(error),
    }
}

/// Why a task does not go on.
enum TaskEnd<K> {
    Complete(Box<Manifest<K>>),
    Error(Error),
}

impl<K> From<Error> for TaskEnd<K> {
    fn from(error: Error) -> TaskEnd<K> {
        TaskEnd::Error(error)
    }
}

/// The number of options of some positions, and the runs that have them.
type Expanded<K> = (u64, Vec<WrittenRun<K>>);

/// A task at work.
struct Units<'t, G: Graded> {
    /// The rules.
    game: &'t G,
    /// The positions to begin with.
    start: &'t [G::Key],
    work: TableWork<'t>,
    /// Which task this is.
    task: Task,
    /// The number of shards, a power of two of at least twice the tasks.
    shards: u32,
    /// What is known of the table: the layers on which all have reported.
    manifest: Manifest<G::Key>,
    /// The runs of the shards of this task.
    own: BTreeMap<u32, Vec<OptionRun>>,
    /// The layers of the forward pass that are done.
    done: u32,
}

impl<G: Graded> Units<'_, G> {
    /// Whether a shard is that of this task.
    fn owns(&self, shard: u32) -> bool {
        shard % self.task.of == self.task.number
    }

    /// The file of a report.
    fn report(&self, pass: Pass, layer: u32, task: u32) -> PathBuf {
        report(&self.work.folder, pass, layer, task)
    }

    /// A manifest without parts, for a report.
    fn empty(&self) -> Manifest<G::Key> {
        let mut empty = Manifest::new(self.manifest.about.clone());
        (empty.shards, empty.tasks) = (self.manifest.shards, self.manifest.tasks);
        empty
    }

    /// Both passes.
    fn all(&mut self) -> Result<(), TaskEnd<G::Key>> {
        let mut open: BTreeSet<u32> = self.start.iter().map(|&key| self.game.layer(key)).collect();
        self.work.begin(Pass::Forward, 0, 0);
        while let Some(layer) = open.pop_last() {
            self.work.layer = layer;
            let reports = self.unit(Pass::Forward, layer, |units| units.forward(layer))?;
            let mut parts = Vec::new();
            // The report of this task has those that are left.
            self.own.clear();
            for (number, mut found) in (0..).zip(reports) {
                let own = found.layers.remove(&layer).unwrap_or_default();
                let (positions, bytes) = own.iter().fold((0, 0), |(n, b), part| (n + part.count, b + part.bytes));
                if number != self.task.number {
                    self.work.count(positions, bytes)?;
                }
                parts.extend(own);
                open.extend(found.layers.into_keys());
                self.manifest.edges += found.edges;
                for run in found.runs {
                    if let Some(shard) = run.shard.filter(|&shard| self.owns(shard)) {
                        self.own.entry(shard).or_default().push(run);
                    }
                }
            }
            parts.sort_unstable_by_key(|part: &LayerPart<G::Key>| (part.shard, part.first));
            self.manifest.layers.insert(layer, parts);
            self.done += 1;
        }
        self.manifest.forward_done = true;
        self.own.clear();
        self.backward()
    }

    /// Does a unit, if it is not done, and waits for the reports of all tasks on it. Returns them
    /// in the order of the tasks.
    fn unit(
        &mut self,
        pass: Pass,
        layer: u32,
        unit: impl FnOnce(&mut Self) -> Result<Manifest<G::Key>, Error>,
    ) -> Result<Vec<Manifest<G::Key>>, TaskEnd<G::Key>> {
        let path = self.report(pass, layer, self.task.number);
        // Its files were complete before it was.
        if !path.exists() {
            // Another task may have completed the table, and have removed the report.
            self.look_for_the_end()?;
            let text = unit(self)?.text();
            self.work.sync()?;
            file::replace(&path, |file| file.write_all(text.as_bytes())).map_err(Error::file("write", &path))?;
        }
        self.work.remove_doomed()?;
        (0..self.task.of.get()).map(|number| self.wait_for(pass, layer, number)).collect()
    }

    /// Waits for the report of a task.
    fn wait_for(&self, pass: Pass, layer: u32, task: u32) -> Result<Manifest<G::Key>, TaskEnd<G::Key>> {
        let path = self.report(pass, layer, task);
        let since = Instant::now();
        loop {
            match fs::read_to_string(&path) {
                Ok(text) => {
                    let found = Manifest::parse(&text, &path)?;
                    if (&found.about, found.tasks) != (&self.manifest.about, self.manifest.tasks) {
                        return Err(Error::damaged(&path, "it is a report on another table").into());
                    }
                    return Ok(found);
                }
                Err(error) if error.kind() == ErrorKind::NotFound => {}
                Err(error) => return Err(Error::file("read", &path)(error).into()),
            }
            self.look_for_the_end()?;
            self.work.wait(task)?;
            if since.elapsed() >= self.task.patience {
                return Err(Error::Waits { task, of: self.task.of.get(), layer }.into());
            }
            thread::sleep(LOOK);
        }
    }

    /// Ends this task if the manifest of the complete table is there.
    fn look_for_the_end(&self) -> Result<(), TaskEnd<G::Key>> {
        match Manifest::load(&self.work.folder)? {
            Some(whole) if whole.is_complete() => Err(TaskEnd::Complete(Box::new(whole))),
            _ => Ok(()),
        }
    }

    /// Merges the layer in the shards of this task, and expands its positions.
    ///
    /// It reads the runs that all units of higher layers have written for these shards. Its report
    /// names the parts, and the runs that are still open; a unit that was killed has no report, so
    /// it is done again from the same inputs, and its files are replaced.
    fn forward(&mut self, layer: u32) -> Result<Manifest<G::Key>, Error> {
        let mut report = self.empty();
        // The numbers of the runs of this unit: below 2^64 for all layers and tasks.
        let unit = u64::from(self.done) * u64::from(self.task.of.get()) + u64::from(self.task.number);
        let mut nexts = vec![unit * RUNS; self.shards as usize];
        let mut parts: Vec<LayerPart<G::Key>> = Vec::new();
        let mut kept: Vec<WrittenRun<G::Key>> = Vec::new();
        let own: Vec<u32> = (0..self.shards).filter(|&number| self.owns(number)).collect();
        for number in own {
            let runs = self.own.remove(&number).unwrap_or_default();
            let files = open(&self.work, runs.iter())?;
            let next = &mut nexts[number as usize];
            let mut runs = Runs::new(&self.work, Some(number), files, *next);
            let in_layer = |key: G::Key| self.game.layer(key) == layer && shard(key, self.shards) == number;
            let mut buffer: Vec<G::Key> = self.start.iter().copied().filter(|&key| in_layer(key)).collect();
            let written = runs.write(self.game, &mut buffer)?;
            runs.files.extend(written);
            runs.compact(layer)?;
            parts.extend(runs.merge(layer)?);
            kept.extend(runs.without(layer));
            *next = runs.done().1;
        }
        let (edges, written) = self.expand(layer, &parts, nexts)?;
        kept.extend(written);
        report.edges = edges;
        let lower = kept.iter().flat_map(|(_, file)| &file.sections).map(|section| section.layer);
        report.layers = lower.filter(|&open| open < layer).map(|open| (open, Vec::new())).collect();
        report.layers.insert(layer, parts);
        report.runs = kept.into_iter().map(|(run, _)| run).collect();
        Ok(report)
    }

    /// Expands parts of a layer. Returns the number of options, and the runs that have them; the
    /// next run of each shard has its number of `nexts`.
    fn expand(&self, layer: u32, parts: &[LayerPart<G::Key>], nexts: Vec<u64>) -> Result<Expanded<G::Key>, Error> {
        let runs: Vec<Runs<'_, G::Key>> =
            (0..).zip(nexts).map(|(number, next)| Runs::new(&self.work, Some(number), Vec::new(), next)).collect();
        let room = usize::try_from(self.work.share / 2).unwrap_or(usize::MAX) / size_of::<G::Key>();
        let next = AtomicUsize::new(0);
        let done = self.work.parallel(parts.len(), || {
            let mut buffers: Vec<Vec<G::Key>> = vec![Vec::new(); runs.len()];
            let mut filter: Vec<Option<G::Key>> = vec![None; FILTER];
            let mut scratch = G::Scratch::default();
            let mut written = Vec::new();
            let (mut edges, mut buffered) = (0u64, 0);
            let mut flush = |buffers: &mut Vec<Vec<G::Key>>| {
                for (runs, buffer) in runs.iter().zip(buffers) {
                    written.extend(runs.write(self.game, buffer)?);
                }
                Ok::<(), Error>(())
            };
            while let Some(part) = parts.get(next.fetch_add(1, Ordering::Relaxed)) {
                let file = KeyFile::load(&keys_file(&self.work.folder, &part.name), &part.checksum)?;
                let mut reader = KeyReader::new(&file, 0, None, None)?;
                let mut count = 0u64;
                while let Some(key) = reader.next()? {
                    self.game.options(key, &mut scratch, |option| {
                        edges += 1;
                        for &to in option {
                            lower(self.game, layer, key, to)?;
                            let seen = &mut filter[place(to)];
                            if *seen == Some(to) {
                                continue;
                            }
                            *seen = Some(to);
                            if buffered >= room {
                                buffers.iter_mut().for_each(|buffer| sort(self.game, buffer));
                                buffered = buffers.iter().map(Vec::len).sum();
                                if buffered > room / 2 {
                                    flush(&mut buffers)?;
                                    buffered = 0;
                                }
                            }
                            buffers[shard(to, self.shards) as usize].push(to);
                            buffered += 1;
                        }
                        Ok(())
                    })?;
                    count += 1;
                    if count.is_multiple_of(STRIDE) {
                        self.work.count(0, 0)?;
                    }
                }
            }
            flush(&mut buffers)?;
            Ok((edges, written))
        })?;
        let edges = done.iter().map(|(edges, _)| edges).sum();
        Ok((edges, done.into_iter().flat_map(|(_, runs)| runs).collect()))
    }

    /// The backward pass.
    fn backward(&mut self) -> Result<(), TaskEnd<G::Key>> {
        self.work.begin(Pass::Backward, 0, self.manifest.bytes().0);
        self.work.total = Some(self.manifest.positions());
        let cache = Cache::new(self.work.folder.clone(), self.work.share / 4 * self.work.threads as u64);
        let layers: Vec<u32> = self.manifest.layers.keys().copied().collect();
        for layer in layers {
            self.work.layer = layer;
            let reports = self.unit(Pass::Backward, layer, |units| {
                let parts = units.manifest.layers.get(&layer).into_iter().flatten();
                let own: Vec<_> = parts.filter(|part| part.shard.is_some_and(|shard| units.owns(shard))).collect();
                values_of(units.game, layer, &own, &units.manifest, &cache, &units.work, || Ok(()))?;
                let mut report = units.empty();
                report.layers.insert(layer, own.into_iter().cloned().collect());
                Ok(report)
            })?;
            let mut parts = Vec::new();
            for (number, mut found) in (0..).zip(reports) {
                let own = found.layers.remove(&layer).unwrap_or_default();
                if number != self.task.number {
                    let bytes = own.iter().filter_map(|part| Some(part.values.get()?.bytes)).sum();
                    self.work.count(own.iter().map(|part| part.count).sum(), bytes)?;
                }
                parts.extend(own);
            }
            parts.sort_unstable_by_key(|part: &LayerPart<G::Key>| (part.shard, part.first));
            self.manifest.layers.insert(layer, parts);
        }
        Ok(())
    }

    /// Writes the manifest of the complete table, and removes what it does not name.
    fn complete(&mut self) -> Result<Summary, Error> {
        self.manifest.tasks = None;
        self.manifest.save(&self.work.folder)?;
        clear(&self.manifest, &self.work.folder, self.task.of)?;
        Ok(summary(&self.manifest))
    }
}

/// The file of a report.
fn report(folder: &Path, pass: Pass, layer: u32, task: u32) -> PathBuf {
    let pass = match pass {
        Pass::Forward => "forward",
        Pass::Backward => "backward",
    };
    folder.join(format!("{pass}-{layer}-{task}.{REPORT}"))
}

/// Removes what the manifest of a complete table does not name.
fn clear<K: Key>(manifest: &Manifest<K>, folder: &Path, tasks: NonZero<u32>) -> Result<(), Error> {
    for pass in [Pass::Forward, Pass::Backward] {
        for &layer in manifest.layers.keys() {
            (0..tasks.get()).try_for_each(|task| remove(&report(folder, pass, layer, task)))?;
        }
    }
    manifest.remove_others(folder)
}

#[cfg(test)]
mod tests;
