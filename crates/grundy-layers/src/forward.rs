//! The forward pass: all positions, layer by layer from the highest one down, with delayed
//! duplicate detection (Korf 2004).
//!
//! The options of the positions of a layer are gathered in a buffer of each thread. A full buffer
//! is sorted, freed of repeats, and written as a *run* if that has not made it much smaller. When
//! all higher layers are expanded, the runs have all positions of the next layer: their sections of
//! this layer are merged into its *parts*. Threads merge different ranges of keys. The bounds of
//! these ranges depend on the runs, so the division of a layer into parts may differ from run to
//! run, and its keys may not.
//!
//! Memory: a buffer for each thread, or readers of as many runs as fit. Where there are more runs,
//! some are merged first.
//!
//! *Example.* With a buffer of a million positions and ten million options in a layer, about ten
//! runs are written; the merge of their sections drops the repeats between them.

use std::{
    collections::BTreeSet,
    mem,
    sync::atomic::{AtomicU64, AtomicUsize, Ordering},
};

use crate::{
    error::Error,
    game::{Graded, lower},
    key::Key,
    keys::{BLOCK, KeyFile, RUN_BLOCK, Writer, reader::KeyReader},
    manifest::{LayerPart, Manifest, OptionRun, keys_file, run_file},
    merge::merge,
    sort::sort,
    work::{Pass, TableWork},
};

/// The most ranges of a layer.
const RANGES: u64 = 64;

/// The most runs that all threads read at the same time: each is an open file.
const OPEN: usize = 512;

/// Memory of the reader of a run: what it reads at once, a block of keys, and a share of its index.
const READER: u64 = 1 << 16;

/// Positions that are expanded between two looks at the limits.
const STRIDE: u64 = 1 << 8;

/// The places of the filter of keys that were added last.
pub(crate) const FILTER: usize = 1 << 14;

/// A run, and what is in it.
pub(crate) type WrittenRun<K> = (OptionRun, KeyFile<K>);

/// The runs with what is in them.
pub(crate) struct Runs<'w, K> {
    /// The runs.
    pub files: Vec<WrittenRun<K>>,
    /// The number of the next run.
    next: AtomicU64,
    /// The shard of all their keys, if the table has shards.
    shard: Option<u32>,
    /// The limits, and the files that wait for a manifest.
    work: &'w TableWork<'w>,
}

/// Finds all positions that can be reached from `start`. Resumes from the manifest.
pub(crate) fn forward<G: Graded>(
    game: &G,
    start: &[G::Key],
    manifest: &mut Manifest<G::Key>,
    work: &mut TableWork<'_>,
) -> Result<(), Error> {
    work.begin(Pass::Forward, manifest.positions(), manifest.bytes().0);
    let mut files = open(work, manifest.runs.iter())?;
    let mut number = manifest.runs.iter().map(|run| run.number + 1).max().unwrap_or(0);
    let mut next_layer = match manifest.layers.first_key_value() {
        Some((&layer, _)) => Some(layer),
        None => {
            let runs = Runs::new(work, None, Vec::new(), number);
            let mut buffer = start.to_vec();
            files.extend(runs.write(game, &mut buffer)?);
            number += 1;
            // Work that ends before the next wave needs the lower layers of the start.
            manifest.runs = files.iter().map(|(run, _)| run.clone()).collect();
            None
        }
    };
    loop {
        // The layer that is merged and not expanded, if the work resumes there.
        let layer = match next_layer.take() {
            Some(layer) => layer,
            None => {
                let below = manifest.layers.first_key_value().map(|(&layer, _)| layer);
                let open = files.iter().flat_map(|(_, file)| &file.sections).map(|section| section.layer);
                let Some(layer) = open.filter(|&layer| below.is_none_or(|below| layer < below)).max() else { break };
                work.layer = layer;
                let mut runs = Runs::new(work, None, mem::take(&mut files), number);
                runs.compact(layer)?;
                let parts = runs.merge(layer)?;
                number = runs.next.load(Ordering::Relaxed);
                files = runs.without(layer);
                manifest.layers.insert(layer, parts);
                manifest.expanded = 0;
                layer
            }
        };
        work.layer = layer;
        while let Some(wave) = manifest.layers.get(&layer).and_then(|parts| parts.get(manifest.expanded..)) {
            let wave = wave.get(..work.division.wave).unwrap_or(wave);
            if wave.is_empty() {
                break;
            }
            let many = wave.len();
            let runs = Runs::new(work, None, Vec::new(), number);
            let (edges, written) = runs.expand(game, layer, wave)?;
            number = runs.next.load(Ordering::Relaxed);
            manifest.edges += edges;
            files.extend(written);
            manifest.expanded += many;
            manifest.runs = files.iter().map(|(run, _)| run.clone()).collect();
            work.save(manifest, false)?;
        }
    }
    manifest.runs.clear();
    manifest.forward_done = true;
    files.iter().for_each(|(run, _)| work.doom(run_file(&work.folder, run)));
    work.save(manifest, true)
}

impl<'w, K: Key> Runs<'w, K> {
    /// These runs; `next` is the number of the next one.
    pub fn new(work: &'w TableWork<'w>, shard: Option<u32>, files: Vec<WrittenRun<K>>, next: u64) -> Runs<'w, K> {
        Runs { files, next: AtomicU64::new(next), shard, work }
    }

    /// The runs, and the number of the next one.
    pub fn done(self) -> (Vec<WrittenRun<K>>, u64) {
        (self.files, self.next.into_inner())
    }

    /// Writes a buffer of positions of any layers as a run, and clears it. `None` if it is empty.
    pub fn write<G: Graded<Key = K>>(&self, game: &G, buffer: &mut Vec<K>) -> Result<Option<WrittenRun<K>>, Error> {
        sort(game, buffer);
        if buffer.is_empty() {
            return Ok(None);
        }
        self.run(|writer| {
            for keys in buffer.chunk_by(|&one, &next| game.layer(one) == game.layer(next)) {
                writer.section(keys.first().map_or(0, |&key| game.layer(key)))?;
                keys.iter().try_for_each(|&key| writer.put(key))?;
            }
            Ok(())
        })
        .inspect(|_| buffer.clear())
        .map(Some)
    }

    /// Writes a run.
    fn run(&self, fill: impl FnOnce(&mut Writer<K>) -> Result<(), Error>) -> Result<WrittenRun<K>, Error> {
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        let mut run = OptionRun { number, shard: self.shard, bytes: 0, checksum: Default::default() };
        let path = run_file(&self.work.folder, &run);
        let mut writer = Writer::create(&path, RUN_BLOCK)?;
        fill(&mut writer)?;
        let sections;
        (run.checksum, run.bytes, sections) = writer.finish()?;
        self.work.wrote(path.clone());
        Ok((run, KeyFile::written(&path, RUN_BLOCK, sections)))
    }

    /// The runs with keys of a layer, and the section that has them.
    fn sections(&self, layer: u32) -> impl Iterator<Item = (&KeyFile<K>, usize)> {
        self.files.iter().filter_map(move |(_, file)| {
            let section = file.sections.iter().position(|section| section.layer == layer)?;
            Some((file, section))
        })
    }

    /// Merges runs until each thread can read all that have keys of this layer at the same time.
    pub fn compact(&mut self, layer: u32) -> Result<(), Error> {
        let open = (OPEN / self.work.sharers.max(1)).clamp(8, 256);
        let most = usize::try_from(self.work.share / 2 / READER).unwrap_or(usize::MAX).clamp(8, open);
        while self.sections(layer).count() > most {
            // The shortest ones first: each key is then merged few times.
            self.files.sort_by_key(|(run, _)| std::cmp::Reverse(run.bytes));
            let merged = self.files.split_off(self.files.len() - most);
            let layers: BTreeSet<u32> = merged
                .iter()
                .flat_map(|(_, file)| file.sections.iter().map(|section| section.layer))
                .filter(|&open| open <= layer)
                .collect();
            let merged = Runs::new(self.work, None, merged, 0);
            let one = self.run(|writer| {
                for &layer in layers.iter().rev() {
                    writer.section(layer)?;
                    let mut count = 0;
                    merge(merged.readers(layer, None, None)?, |key| {
                        count += 1;
                        if u32::is_multiple_of(count, 4096) {
                            self.work.count(0, 0)?;
                        }
                        writer.put(key)
                    })?;
                }
                Ok(())
            })?;
            merged.files.iter().for_each(|(run, _)| self.work.doom(run_file(&self.work.folder, run)));
            self.files.push(one);
        }
        Ok(())
    }

    /// A reader of each run that has keys of the layer, over this range of keys.
    fn readers(&self, layer: u32, from: Option<K>, end: Option<K>) -> Result<Vec<KeyReader<'_, K>>, Error> {
        self.sections(layer).map(|(file, section)| KeyReader::new(file, section, from, end)).collect()
    }

    /// Merges the sections of a layer into its parts.
    pub fn merge(&self, layer: u32) -> Result<Vec<LayerPart<K>>, Error> {
        let bounds = self.bounds(layer);
        let next = AtomicUsize::new(0);
        let names = AtomicU64::new(0);
        let ranges = bounds.len() + 1;
        let done = self.work.parallel(ranges, || {
            let mut parts = Vec::new();
            loop {
                let at = next.fetch_add(1, Ordering::Relaxed);
                if at >= ranges {
                    return Ok(parts);
                }
                let from = at.checked_sub(1).and_then(|before| bounds.get(before)).copied();
                self.merge_range(layer, (from, bounds.get(at).copied()), &names, &mut parts)?;
            }
        })?;
        let mut parts: Vec<LayerPart<K>> = done.into_iter().flatten().collect();
        parts.sort_unstable_by_key(|part| part.first);
        Ok(parts)
    }

    /// Merges the keys of a layer in a range, and adds the parts that were written.
    ///
    /// A part ends when it has the most keys, or about the most bytes, of the division.
    fn merge_range(
        &self,
        layer: u32,
        (from, end): (Option<K>, Option<K>),
        names: &AtomicU64,
        parts: &mut Vec<LayerPart<K>>,
    ) -> Result<(), Error> {
        let mut open: Option<(Writer<K>, String, u64, K, K)> = None;
        let mut close = |open: &mut Option<(Writer<K>, String, u64, K, K)>| {
            let Some((writer, name, count, first, last)) = open.take() else { return Ok(()) };
            let (checksum, bytes, _) = writer.finish()?;
            self.work.wrote(keys_file(&self.work.folder, &name));
            let (shard, values) = (self.shard, Default::default());
            parts.push(LayerPart { name, shard, count, first, last, bytes, checksum, values });
            self.work.count(count, bytes)
        };
        let most = self.work.division.part;
        let mut steps = 0u32;
        merge(self.readers(layer, from, end)?, |key| {
            steps += 1;
            if steps == 1 << 12 {
                steps = 0;
                self.work.count(0, 0)?;
            }
            if open.as_ref().is_some_and(|(writer, _, count, ..)| *count == most || writer.written() >= most) {
                close(&mut open)?;
            }
            if open.is_none() {
                let number = names.fetch_add(1, Ordering::Relaxed);
                let of_shard = self.shard.map_or(String::new(), |shard| format!("{shard}-"));
                let name = format!("{layer}-{of_shard}{number}");
                let mut writer = Writer::create(&keys_file(&self.work.folder, &name), BLOCK)?;
                writer.section(layer)?;
                open = Some((writer, name, 0, key, key));
            }
            let Some((writer, _, count, _, last)) = &mut open else { return Ok(()) };
            writer.put(key)?;
            (*count, *last) = (*count + 1, key);
            Ok(())
        })?;
        close(&mut open)
    }

    /// Keys that divide those of a layer into ranges of about equal work.
    ///
    /// Quantiles of the first keys of blocks: each block has about as many keys, so ranges have
    /// about equal numbers of keys. They affect the division into parts, never the keys.
    fn bounds(&self, layer: u32) -> Vec<K> {
        let sections = || self.sections(layer).filter_map(|(file, section)| file.sections.get(section));
        let all: u64 = sections().map(|section| section.count).sum();
        let ranges = (all / self.work.division.range).clamp(1, RANGES) as usize;
        let mut firsts: Vec<K> = sections().flat_map(|section| section.firsts()).collect();
        firsts.sort_unstable();
        let mut bounds: Vec<K> = (1..ranges).filter_map(|at| firsts.get(at * firsts.len() / ranges).copied()).collect();
        bounds.dedup();
        bounds
    }

    /// The runs that have keys of layers below this one; the others are to be removed.
    pub fn without(&mut self, layer: u32) -> Vec<WrittenRun<K>> {
        let is_open = |file: &KeyFile<K>| file.sections.iter().any(|section| section.layer < layer);
        let (open, done): (Vec<_>, Vec<_>) =
            mem::take(&mut self.files).into_iter().partition(|(_, file)| is_open(file));
        done.iter().for_each(|(run, _)| self.work.doom(run_file(&self.work.folder, run)));
        open
    }

    /// Expands parts of a layer. Returns the number of options, and the runs that have them.
    ///
    /// Each thread takes the next part. A small filter, direct-mapped, drops most repeats before
    /// they enter the buffer; the sort drops the others. A buffer is written only if more than half
    /// of it is left after its repeats are dropped.
    fn expand<G: Graded<Key = K>>(
        &self,
        game: &G,
        layer: u32,
        parts: &[LayerPart<K>],
    ) -> Result<(u64, Vec<WrittenRun<K>>), Error> {
        let next = AtomicUsize::new(0);
        let room = usize::try_from(self.work.share / 2).unwrap_or(usize::MAX) / size_of::<K>();
        let done = self.work.parallel(parts.len(), || {
            let mut buffer = Vec::with_capacity(room);
            let mut filter: Vec<Option<K>> = vec![None; FILTER];
            let mut scratch = G::Scratch::default();
            let (mut edges, mut runs) = (0, Vec::new());
            while let Some(part) = parts.get(next.fetch_add(1, Ordering::Relaxed)) {
                let file = KeyFile::load(&keys_file(&self.work.folder, &part.name), &part.checksum)?;
                let mut reader = KeyReader::new(&file, 0, None, None)?;
                let mut count = 0u64;
                while let Some(key) = reader.next()? {
                    game.options(key, &mut scratch, |option| {
                        edges += 1;
                        for &to in option {
                            lower(game, layer, key, to)?;
                            let seen = &mut filter[place(to)];
                            if *seen == Some(to) {
                                continue;
                            }
                            *seen = Some(to);
                            if buffer.len() == room {
                                sort(game, &mut buffer);
                                if buffer.len() > room / 2 {
                                    runs.extend(self.write(game, &mut buffer)?);
                                }
                            }
                            buffer.push(to);
                        }
                        Ok(())
                    })?;
                    count += 1;
                    if count.is_multiple_of(STRIDE) {
                        self.work.count(0, 0)?;
                    }
                }
            }
            runs.extend(self.write(game, &mut buffer)?);
            Ok((edges, runs))
        })?;
        let edges = done.iter().map(|(edges, _)| edges).sum();
        Ok((edges, done.into_iter().flat_map(|(_, runs)| runs).collect()))
    }
}

/// The place of a key in the filter: the highest bits of a product.
#[inline(always)]
pub(crate) fn place<K: Key>(key: K) -> usize {
    let wide = key.wide();
    let word = (wide as u64) ^ (wide >> 64) as u64;
    (word.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - FILTER.trailing_zeros())) as usize
}

/// The runs of a manifest, verified.
pub(crate) fn open<'r, K: Key>(
    work: &TableWork<'_>,
    runs: impl Iterator<Item = &'r OptionRun>,
) -> Result<Vec<WrittenRun<K>>, Error> {
    runs.map(|run| {
        let file = KeyFile::load(&run_file(&work.folder, run), &run.checksum)?;
        Ok((run.clone(), file.on_disk()))
    })
    .collect()
}
