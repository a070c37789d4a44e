//! A worker: the shards that it owns, and how it communicates with the others.
//!
//! A shard belongs to one worker, which keeps the keys that others find in it, and looks up the
//! values that others request. It does so whenever it waits, so no worker waits for one that waits
//! for it.

use std::{
    collections::{BTreeMap, VecDeque},
    path::Path,
    time::{Duration, Instant},
};

use super::exchange::{Exchange, Packet, PacketKind, step_of};
use crate::{
    backward::look_up,
    cache::Cache,
    error::Error,
    forward::{Runs, WrittenRun, open},
    game::Graded,
    key::private::Coded,
    manifest::{LayerPart, MANIFEST, Manifest, OptionRun, run_file},
    sort::sort,
    work::TableWork,
};

/// How long a worker waits for packets before it looks at the limits.
const WAIT: Duration = Duration::from_millis(50);

/// The time between two signs that a worker is at work without packets.
const BEAT: Duration = Duration::from_secs(1);

/// The keys of a shard that wait for their layers.
pub(super) struct Shard<K> {
    /// Its number.
    pub number: u32,
    /// Keys that are in no run yet.
    buffer: Vec<K>,
    /// Its runs.
    files: Vec<WrittenRun<K>>,
    /// The number of its next run.
    next: u64,
}

/// A worker with its engine.
pub(super) struct Member<'w, G: Graded, X> {
    pub game: &'w G,
    pub work: TableWork<'w>,
    pub exchange: X,
    /// The number of shards of the table.
    pub shards: u32,
    /// The number of this worker, from 0.
    pub worker: u32,
    /// The number of workers.
    pub workers: u32,
    /// What is known of the table: of other workers' shards only the layers, but for worker 0.
    pub manifest: Manifest<G::Key>,
    /// The shards of this worker, ascending.
    pub own: Vec<Shard<G::Key>>,
    /// How many keys there are in buffers.
    buffered: usize,
    /// How many keys there may be in buffers: half of the memory of a thread.
    room: usize,
    /// The parts of this worker in memory.
    cache: Cache<G::Key>,
    /// The step that is under way: reports come at odd steps, everything else at even ones.
    step: u32,
    /// Reports, by their times.
    reports: BTreeMap<u64, Vec<(u32, Vec<u8>)>>,
    /// Answers, with the times of their requests.
    pub answers: VecDeque<(u64, Packet)>,
    /// The keys of a request.
    keys: Vec<G::Key>,
    /// The keys of a block.
    block: Vec<G::Key>,
    /// The values that answer a request.
    sums: Vec<u32>,
    /// When the others were last shown that this worker is at work.
    beaten: Instant,
}

impl<'w, G: Graded, X: Exchange> Member<'w, G, X> {
    /// A worker before it has any part of the table.
    pub fn new(game: &'w G, work: TableWork<'w>, exchange: X) -> Member<'w, G, X> {
        let (worker, workers) = exchange.place();
        let room = usize::try_from(work.share / 2).unwrap_or(usize::MAX) / size_of::<G::Key>();
        let cache = Cache::new(work.folder.clone(), work.share / 4);
        Member {
            game,
            work,
            exchange,
            shards: 1,
            worker,
            workers,
            manifest: Manifest::new(Vec::new()),
            own: Vec::new(),
            buffered: 0,
            room,
            cache,
            step: 0,
            reports: BTreeMap::new(),
            answers: VecDeque::new(),
            keys: Vec::new(),
            block: Vec::new(),
            sums: Vec::new(),
            beaten: Instant::now(),
        }
    }

    /// Takes over the table as worker 0 has found it, in the text of its manifest. Returns whether
    /// it is complete.
    pub fn begin(&mut self, text: &[u8]) -> Result<bool, Error> {
        self.manifest = self.parse(text)?;
        // Of all shards, before those of others are left out.
        let complete = self.manifest.is_complete();
        self.shards = self.manifest.shards.unwrap_or(1);
        let (worker, workers) = (self.worker, self.workers);
        let owns = |shard: Option<u32>| shard.is_some_and(|shard| shard % workers == worker);
        for number in (0..self.shards).filter(|&shard| owns(Some(shard))) {
            let runs = || self.manifest.runs.iter().filter(|run| run.shard == Some(number));
            let files = open(&self.work, runs())?;
            let next = runs().map(|run| run.number + 1).max().unwrap_or(0);
            self.own.push(Shard { number, buffer: Vec::new(), files, next });
        }
        if worker > 0 {
            self.manifest.layers.values_mut().for_each(|parts| parts.retain(|part| owns(part.shard)));
        }
        self.manifest.runs.clear();
        Ok(complete)
    }

    /// Reads a manifest that another worker has sent.
    pub fn parse(&self, text: &[u8]) -> Result<Manifest<G::Key>, Error> {
        let path = self.work.folder.join(MANIFEST);
        let text = std::str::from_utf8(text).map_err(|_| Error::damaged(&path, "a report of it is no text"))?;
        Manifest::parse(text, &path)
    }

    /// The worker that owns a shard.
    pub fn owner(&self, shard: u32) -> u32 {
        shard % self.workers
    }

    /// The parts of a layer that this worker owns.
    pub fn own_parts(&self, layer: u32) -> impl Iterator<Item = &LayerPart<G::Key>> {
        let parts = self.manifest.layers.get(&layer).into_iter().flatten();
        parts.filter(|part| part.shard.is_some_and(|shard| self.owner(shard) == self.worker))
    }

    /// Sends bytes about a shard to its owner.
    pub fn send(&mut self, kind: PacketKind, shard: u32, bytes: Vec<u8>) {
        self.exchange.send(Packet { kind, from: self.worker, to: self.owner(shard), shard, bytes });
    }

    /// Ends the chunk of a step that was sent. Returns its time.
    pub fn close(&mut self) -> u64 {
        let time = self.exchange.time();
        if time as u32 != u32::MAX {
            self.exchange.advance(time + 1);
        }
        time
    }

    /// Moves packets, and does what they request.
    ///
    /// It also asks the watch, so that a worker that waits can be stopped.
    pub fn pump(&mut self, wait: bool) -> Result<(), Error> {
        self.exchange.step(if wait { WAIT } else { Duration::ZERO })?;
        self.work.count(0, 0)?;
        while let Some((receipt, time, packet)) = self.exchange.arrived() {
            let answer = match packet.kind {
                PacketKind::Report => {
                    self.reports.entry(time).or_default().push((packet.from, packet.bytes));
                    None
                }
                PacketKind::Keys => {
                    let mut keys = std::mem::take(&mut self.keys);
                    self.read_keys(&packet, &mut keys)?;
                    self.keep(packet.shard, &keys)?;
                    self.keys = keys;
                    None
                }
                PacketKind::Request => Some(self.answer(&packet)?),
                PacketKind::Answer => None,
            };
            self.exchange.settle(receipt, answer);
        }
        while let Some(answer) = self.exchange.answered() {
            self.answers.push_back(answer);
        }
        Ok(())
    }

    /// Shows the others, once a second, that this worker is at work.
    pub fn beat(&mut self) -> Result<(), Error> {
        if self.beaten.elapsed() < BEAT {
            return Ok(());
        }
        self.beaten = Instant::now();
        self.close();
        self.pump(false)
    }

    /// Waits until a time has passed.
    pub fn wait(&mut self, time: u64) -> Result<(), Error> {
        self.pump(false)?;
        while !self.exchange.passed(time) {
            self.pump(true)?;
        }
        Ok(())
    }

    /// Sends a report to all workers, or to worker 0 alone, and waits until all have sent theirs
    /// and everything before them has arrived. Returns the reports for this worker, by their
    /// senders.
    pub fn report(&mut self, bytes: &[u8], to_all: bool) -> Result<Vec<Vec<u8>>, Error> {
        let time = step_of(self.step + 1);
        self.step += 2;
        self.exchange.advance(time);
        for to in 0..if to_all { self.workers } else { 1 } {
            let packet = Packet { kind: PacketKind::Report, from: self.worker, to, shard: 0, bytes: bytes.to_vec() };
            self.exchange.send(packet);
        }
        self.exchange.advance(step_of(self.step));
        self.wait(time)?;
        let mut reports = self.reports.remove(&time).unwrap_or_default();
        reports.sort_unstable();
        Ok(reports.into_iter().map(|(_, bytes)| bytes).collect())
    }

    /// The keys in a packet.
    fn read_keys(&self, packet: &Packet, keys: &mut Vec<G::Key>) -> Result<(), Error> {
        keys.clear();
        G::Key::get_all(&packet.bytes, keys).ok_or_else(|| self.odd("a packet ends within a key"))
    }

    /// The error of a packet that no worker of this table sends.
    fn odd(&self, why: &str) -> Error {
        Error::damaged(&self.work.folder, why)
    }

    /// Keeps keys of a shard of this worker for their layers.
    pub fn keep(&mut self, shard: u32, keys: &[G::Key]) -> Result<(), Error> {
        let at = (shard / self.workers) as usize;
        let Some(shard) = self.own.get_mut(at).filter(|own| own.number == shard) else {
            return Err(self.odd("keys of a shard came to a worker that does not own it"));
        };
        shard.buffer.extend_from_slice(keys);
        self.buffered += keys.len();
        if self.buffered >= self.room {
            self.own.iter_mut().for_each(|shard| sort(self.game, &mut shard.buffer));
            self.buffered = self.own.iter().map(|shard| shard.buffer.len()).sum();
            if self.buffered > self.room / 2 {
                self.write_buffers()?;
            }
        }
        Ok(())
    }

    /// Writes the keys of the buffers to runs.
    fn write_buffers(&mut self) -> Result<(), Error> {
        for shard in &mut self.own {
            let runs = Runs::new(&self.work, Some(shard.number), Vec::new(), shard.next);
            shard.files.extend(runs.write(self.game, &mut shard.buffer)?);
            shard.next = runs.done().1;
        }
        self.buffered = 0;
        Ok(())
    }

    /// The highest layer of the keys that is below this one.
    pub fn highest(&mut self, below: Option<u32>) -> Option<u32> {
        self.own.iter_mut().for_each(|shard| sort(self.game, &mut shard.buffer));
        let files = self.own.iter().flat_map(|shard| &shard.files);
        let layers = files.flat_map(|(_, file)| &file.sections).map(|section| section.layer);
        let buffered = self.own.iter().filter_map(|shard| shard.buffer.first()).map(|&key| self.game.layer(key));
        layers.filter(|&layer| below.is_none_or(|below| layer < below)).chain(buffered).max()
    }

    /// The runs of this worker, with all keys that wait.
    pub fn runs(&mut self) -> Result<Vec<OptionRun>, Error> {
        self.write_buffers()?;
        Ok(self.own.iter().flat_map(|shard| &shard.files).map(|(run, _)| run.clone()).collect())
    }

    /// Merges the keys of a layer into parts.
    pub fn merge(&mut self, layer: u32) -> Result<Vec<LayerPart<G::Key>>, Error> {
        let mut parts = Vec::new();
        for at in 0..self.own.len() {
            let shard = &mut self.own[at];
            let files = std::mem::take(&mut shard.files);
            let mut runs = Runs::new(&self.work, Some(shard.number), files, shard.next);
            // The buffer is sorted, from this layer on.
            let now = shard.buffer.partition_point(|&key| self.game.layer(key) >= layer);
            let lower = shard.buffer.split_off(now);
            let written = runs.write(self.game, &mut shard.buffer)?;
            runs.files.extend(written);
            shard.buffer = lower;
            runs.compact(layer)?;
            parts.extend(runs.merge(layer)?);
            let files = runs.without(layer);
            shard.next = runs.done().1;
            shard.files = files;
            self.beat()?;
        }
        self.buffered = self.own.iter().map(|shard| shard.buffer.len()).sum();
        self.manifest.layers.insert(layer, parts.clone());
        Ok(parts)
    }

    /// Removes all runs.
    pub fn drop_runs(&mut self) {
        for (run, _) in self.own.iter_mut().flat_map(|shard| shard.files.drain(..)) {
            self.work.doom(run_file(&self.work.folder, &run));
        }
    }

    /// Adds the values of components, all in a shard of this worker and sorted by their layers and
    /// then keys, to their options.
    pub fn add_values(
        &mut self,
        shard: u32,
        wanted: &[<G::Key as Coded>::Numbered],
        sums: &mut [u32],
    ) -> Result<(), Error> {
        let layer = |of: &<G::Key as Coded>::Numbered| self.game.layer(G::Key::numbered(*of).0);
        for wanted in wanted.chunk_by(|one, next| layer(one) == layer(next)) {
            let Some(first) = wanted.first() else { continue };
            let parts = self.manifest.parts(layer(first), Some(shard));
            look_up(parts, &self.cache, wanted, sums, &mut self.block)?;
        }
        Ok(())
    }

    /// The values of the keys of a request.
    fn answer(&mut self, packet: &Packet) -> Result<Packet, Error> {
        let mut keys = std::mem::take(&mut self.keys);
        let mut sums = std::mem::take(&mut self.sums);
        self.read_keys(packet, &mut keys)?;
        // A request has fewer than 2^32 keys, as a batch has.
        let wanted: Vec<_> = keys.iter().zip(0..).map(|(&key, number)| key.number(number)).collect();
        sums.clear();
        sums.resize(wanted.len(), 0);
        self.add_values(packet.shard, &wanted, &mut sums)?;
        let bytes = put_values(&sums);
        (self.keys, self.sums) = (keys, sums);
        Ok(Packet { kind: PacketKind::Answer, from: self.worker, to: packet.from, shard: packet.shard, bytes })
    }

    /// The folder of the table.
    pub fn folder(&self) -> &Path {
        &self.work.folder
    }
}

/// Values as bytes: 1 or 4 bytes each, which the first byte names.
fn put_values(values: &[u32]) -> Vec<u8> {
    let mut bytes = Vec::new();
    if values.iter().all(|&value| value <= u8::MAX.into()) {
        bytes.push(1);
        bytes.extend(values.iter().map(|&value| value as u8));
    } else {
        bytes.push(4);
        values.iter().for_each(|value| bytes.extend_from_slice(&value.to_le_bytes()));
    }
    bytes
}

/// Reads what [`put_values`] has written. `None` if it is something else.
pub(super) fn get_values(bytes: &[u8], values: &mut Vec<u32>) -> Option<()> {
    values.clear();
    match bytes.split_first()? {
        (1, bytes) => values.extend(bytes.iter().map(|&value| u32::from(value))),
        (4, bytes) => {
            let (words, []) = bytes.as_chunks() else { return None };
            values.extend(words.iter().map(|&word| u32::from_le_bytes(word)));
        }
        _ => return None,
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_of_all_widths_are_sent() {
        let mut read = Vec::new();
        for values in [&[][..], &[0, 255, 3], &[0, 256], &[u32::MAX, 1, 2]] {
            let bytes = put_values(values);
            get_values(&bytes, &mut read).unwrap();
            assert_eq!(read, values);
        }
        assert_eq!(get_values(&[], &mut read), None);
        assert_eq!(get_values(&[2, 1], &mut read), None);
        assert_eq!(get_values(&[4, 1, 2, 3], &mut read), None);
    }
}
