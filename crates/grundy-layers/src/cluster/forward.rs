//! The forward pass of several workers: each expands the positions of its shards and sends their
//! options to the owners, which sort them; when all of a layer has arrived, all merge the next one.

use std::{collections::BTreeMap, mem};

use super::{
    exchange::{Exchange, PacketKind},
    member::Member,
};
use crate::{
    error::Error,
    forward::{FILTER, place},
    game::{Graded, lower},
    key::private::Coded,
    keys::{KeyFile, reader::KeyReader},
    manifest::{Manifest, keys_file},
    sum::shard,
    work::Pass,
};

/// Keys of a chunk, at least.
const CHUNK: usize = 1 << 15;

/// Keys of a chunk for each shard, at least: smaller packets would cost more than they hold.
const PACKET: usize = 1 << 6;

/// Chunks that are under way at the same time.
pub(super) const WINDOW: u64 = 8;

/// Whether worker 0 asks for the manifest to be written, by the first bytes of reports.
pub(super) fn is_due(reports: &[Vec<u8>]) -> bool {
    reports.first().is_some_and(|report| report.first() == Some(&1))
}

impl<G: Graded, X: Exchange> Member<'_, G, X> {
    /// Finds all positions. Resumes at the lowest layer that is known.
    pub fn forward(&mut self, start: &[G::Key]) -> Result<(), Error> {
        let known = self.manifest.layers.values().flatten();
        let own: u64 = known.filter(|part| part.shard.is_some_and(|of| self.owns(of))).map(|part| part.count).sum();
        self.work.pass = Pass::Forward;
        self.work.count(own, 0)?;
        let mut layer = self.manifest.layers.first_key_value().map(|(&layer, _)| layer);
        let mut found = self.empty();
        loop {
            match layer {
                Some(layer) => {
                    self.work.layer = layer;
                    found.edges += self.expand(layer)?;
                }
                None => {
                    for &key in start {
                        let of = shard(key, self.shards);
                        if self.owns(of) {
                            self.keep(of, &[key])?;
                        }
                    }
                }
            }
            // All options have arrived before anyone looks which layer is the next.
            self.report(&[], true)?;
            let highest = self.highest(layer);
            let mut report = vec![u8::from(self.work.is_due())];
            report.extend(highest.into_iter().flat_map(u32::to_le_bytes));
            let reports = self.report(&report, true)?;
            let layers = reports.iter().filter_map(|bytes| Some(u32::from_le_bytes(*bytes.get(1..)?.first_chunk()?)));
            layer = layers.max();
            match layer {
                Some(layer) => drop(found.layers.insert(layer, self.merge(layer)?)),
                None => self.drop_runs(),
            }
            if layer.is_none() || is_due(&reports) {
                found.runs = self.runs()?;
                self.save(mem::replace(&mut found, self.empty()), layer.is_none())?;
            }
            if layer.is_none() {
                return Ok(());
            }
        }
    }

    /// Brings the files of this worker to the disk, and reports them to worker 0, which writes the
    /// manifest.
    fn save(&mut self, found: Manifest<G::Key>, all: bool) -> Result<(), Error> {
        self.work.sync()?;
        let reports = self.report(found.text().as_bytes(), false)?;
        if self.worker == 0 {
            self.found(all, &reports)?;
        }
        self.saved()
    }

    /// Goes on when worker 0 has written the manifest, which does not name the old files.
    pub fn saved(&mut self) -> Result<(), Error> {
        self.report(&[], true)?;
        self.work.remove_doomed()
    }

    /// Whether a shard is this worker's.
    pub fn owns(&self, shard: u32) -> bool {
        self.owner(shard) == self.worker
    }

    /// A manifest without parts, for a report.
    pub fn empty(&self) -> Manifest<G::Key> {
        let mut empty = Manifest::new(Vec::new());
        empty.shards = Some(self.shards);
        empty
    }

    /// Writes what the workers have found to the manifest: some layers, or the last ones.
    fn found(&mut self, all: bool, reports: &[Vec<u8>]) -> Result<(), Error> {
        let mut layers: BTreeMap<u32, Vec<_>> = BTreeMap::new();
        self.manifest.runs.clear();
        for report in reports {
            let found = self.parse(report)?;
            found.layers.into_iter().for_each(|(layer, parts)| layers.entry(layer).or_default().extend(parts));
            self.manifest.runs.extend(found.runs);
            self.manifest.edges += found.edges;
        }
        for (layer, mut parts) in layers {
            parts.sort_unstable_by_key(|part| (part.shard, part.first));
            self.manifest.layers.insert(layer, parts);
        }
        self.manifest.forward_done = all;
        self.manifest.save(self.folder())?;
        self.work.was_saved();
        Ok(())
    }

    /// Expands the positions of a layer that this worker owns, and sends their options. Returns
    /// the number of options.
    fn expand(&mut self, layer: u32) -> Result<u64, Error> {
        let parts: Vec<_> = self.own_parts(layer).map(|part| (part.name.clone(), part.checksum)).collect();
        let mut out: Vec<Vec<G::Key>> = vec![Vec::new(); self.shards as usize];
        let chunk = CHUNK.max(PACKET * out.len());
        let mut filter: Vec<Option<G::Key>> = vec![None; FILTER];
        let mut scratch = G::Scratch::default();
        let (mut edges, mut waiting) = (0, 0);
        for (name, checksum) in parts {
            let file = KeyFile::load(&keys_file(self.folder(), &name), &checksum)?;
            let mut reader = KeyReader::new(&file, 0, None, None)?;
            while let Some(key) = reader.next()? {
                self.game.options(key, &mut scratch, |option| {
                    edges += 1;
                    for &to in option {
                        lower(self.game, layer, key, to)?;
                        let seen = &mut filter[place(to)];
                        if *seen != Some(to) {
                            *seen = Some(to);
                            out[shard(to, self.shards) as usize].push(to);
                            waiting += 1;
                        }
                    }
                    Ok(())
                })?;
                if waiting >= chunk {
                    self.send_keys(&mut out)?;
                    waiting = 0;
                }
            }
        }
        self.send_keys(&mut out)?;
        Ok(edges)
    }

    /// Sends the keys to the owners of their shards, as a chunk.
    fn send_keys(&mut self, out: &mut [Vec<G::Key>]) -> Result<(), Error> {
        for (keys, number) in out.iter_mut().zip(0..) {
            if keys.is_empty() {
                continue;
            }
            if self.owns(number) {
                let own = mem::take(keys);
                self.keep(number, &own)?;
                *keys = own;
            } else {
                let mut bytes = Vec::new();
                G::Key::put_all(keys, &mut bytes);
                self.send(PacketKind::Keys, number, bytes);
            }
            keys.clear();
        }
        let time = self.close();
        match time.checked_sub(WINDOW) {
            Some(earlier) if earlier >> 32 == time >> 32 => self.wait(earlier),
            _ => self.pump(false),
        }
    }
}
