//! A complete table: look-ups, and the check of a sample by the plain meaning.
//!
//! *Example.* After `build` of Cram on a board of 4x4, `value(16, 0)` is the value of the empty
//! board, and `value(15, k)` is `None` for every k, since no play leaves an odd number of cells.

use std::{collections::BTreeSet, path::Path};

use grundy_core::hash::SplitMix;

use crate::{
    cache::Cache,
    error::Error,
    key::Key,
    keys::reader::KeyReader,
    lookup::{self, GROUP},
    manifest::{LayerPart, Manifest, about},
    sum::{PairSum, shard},
};

/// A complete table in a folder.
///
/// It may be asked by several threads.
#[derive(Debug)]
pub struct Table<K> {
    /// The parts, with their checksums.
    manifest: Manifest<K>,
    /// Those that are in memory.
    cache: Cache<K>,
}

/// What a complete table holds.
///
/// Equal tables have equal summaries, whoever built them and with how much memory, except for the
/// bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Summary {
    /// The number of positions.
    pub positions: u64,
    /// The number of layers.
    pub layers: u64,
    /// The number of options of all positions, repeats included. It is a measure of the work: each
    /// of them is looked up once.
    pub options: u64,
    /// The bytes of the files of keys.
    pub key_bytes: u64,
    /// The bytes of the files of values.
    pub value_bytes: u64,
    /// The largest value.
    pub largest: u32,
    /// The checksum over all positions with their values.
    pub sum: PairSum,
}

/// A position whose value in the table is not that of the plain meaning.
///
/// It shows that the table, the packing or the rules are at fault; a caller should build the table
/// again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrongPosition<K> {
    /// The position.
    pub key: K,
    /// Its value in the table.
    pub found: u32,
    /// Its value by the plain meaning; `None` if an option is not in the table.
    pub expected: Option<u64>,
}

/// What a check has found.
///
/// The check is by sample: without a wrong position the table may still be wrong elsewhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verified<K> {
    /// The number of positions that were computed again.
    pub sample: u64,
    /// The first position that is wrong.
    pub wrong: Option<WrongPosition<K>>,
}

/// The options of a position by the plain meaning, each as its components with their layers.
/// `None` if the meaning is not about such a key.
pub type PlainOptions<'p, K> = &'p dyn Fn(K) -> Result<Vec<Vec<(u32, K)>>, Error>;

/// What the manifest of a complete table states.
pub(crate) fn summary<K: Key>(manifest: &Manifest<K>) -> Summary {
    let (key_bytes, value_bytes) = manifest.bytes();
    let (mut largest, mut sum) = (0, PairSum::default());
    for valued in manifest.layers.values().flatten().filter_map(|part| part.values.get()) {
        largest = largest.max(valued.largest);
        sum.merge(valued.sum);
    }
    let (layers, options) = (manifest.layers.len() as u64, manifest.edges);
    Summary { positions: manifest.positions(), layers, options, key_bytes, value_bytes, largest, sum }
}

impl<K: Key> Table<K> {
    /// Opens the table in a folder. Its parts are read, and verified by their checksums, when they
    /// are first needed; at most `memory` bytes of them are held.
    ///
    /// # Errors
    ///
    /// [`Error::NotATable`], [`Error::Unfinished`], [`Error::Damaged`], [`Error::File`].
    pub fn open(folder: &Path, memory: u64) -> Result<Table<K>, Error> {
        about(folder)?;
        let manifest = Manifest::load(folder)?.ok_or_else(|| Error::NotATable(folder.to_path_buf()))?;
        if !manifest.is_complete() {
            return Err(Error::Unfinished(folder.to_path_buf()));
        }
        Ok(Table { manifest, cache: Cache::new(folder.to_path_buf(), memory) })
    }

    /// What the table is of, a line each.
    ///
    /// They are those that the table was begun with.
    pub fn about(&self) -> &[String] {
        &self.manifest.about
    }

    /// What the table holds.
    ///
    /// It is read off the manifest.
    pub fn summary(&self) -> Summary {
        summary(&self.manifest)
    }

    /// The value of a position in a layer; `None` if the position is not in the table. Costs the
    /// reading of a part, if it is not in memory, and three or four places of it.
    ///
    /// # Errors
    ///
    /// [`Error::Damaged`] or [`Error::File`] if a file cannot be read.
    pub fn value(&self, layer: u32, key: K) -> Result<Option<u32>, Error> {
        self.part_of(layer, key).map_or(Ok(None), |part| self.cache.get(part)?.value(key))
    }

    /// The values of many positions, each with its layer, in their order: as [`Table::value`] of
    /// each, several times as fast where the table is in memory and larger than the cache.
    ///
    /// # Errors
    ///
    /// As [`Table::value`].
    pub fn values(&self, wanted: &[(u32, K)]) -> Result<Vec<Option<u32>>, Error> {
        let mut values = Vec::with_capacity(wanted.len());
        for group in wanted.chunks(GROUP) {
            let parts = group.iter().map(|&(layer, key)| match self.part_of(layer, key) {
                Some(part) => self.cache.get(part).map(|part| Some((part, key))),
                None => Ok(None),
            });
            lookup::values(parts, &mut values)?;
        }
        Ok(values)
    }

    /// The part that holds a position if any does.
    fn part_of(&self, layer: u32, key: K) -> Option<&LayerPart<K>> {
        let parts = self.manifest.layers.get(&layer)?;
        let shard = self.manifest.shards.map(|shards| shard(key, shards));
        let at = parts.partition_point(|part| (part.shard, part.first) <= (shard, key)).checked_sub(1)?;
        parts.get(at).filter(|part| part.shard == shard && key <= part.last)
    }

    /// Calls `visit` with the layer, the key and the value of each position, layers ascending, then
    /// keys; in a table of several workers, shards, then keys.
    ///
    /// # Errors
    ///
    /// The first error of `visit`, or of reading a file.
    pub fn each(&self, mut visit: impl FnMut(u32, K, u32) -> Result<(), Error>) -> Result<(), Error> {
        for (&layer, parts) in &self.manifest.layers {
            for part in parts {
                self.part(part, |key, value| visit(layer, key, value))?;
            }
        }
        Ok(())
    }

    /// Calls `visit` with the positions of a part.
    fn part(&self, part: &LayerPart<K>, mut visit: impl FnMut(K, u32) -> Result<(), Error>) -> Result<(), Error> {
        let loaded = self.cache.get(part)?;
        let mut reader = KeyReader::new(&loaded.keys, 0, None, None)?;
        let mut rank = 0;
        while let Some(key) = reader.next()? {
            let value =
                loaded.values.get(rank).ok_or_else(|| Error::damaged(self.cache.folder(), "a value is missing"))?;
            visit(key, value)?;
            rank += 1;
        }
        Ok(())
    }

    /// Reads all files, compares the checksum over all pairs with that of the manifest, and
    /// computes the values of `each` random positions of every layer again: from the options
    /// that `plain` returns, and the values that the table has for these.
    ///
    /// Equal `seed`s select equal samples. `watch` is called for each of them, and returns false to
    /// end the check.
    ///
    /// # Errors
    ///
    /// [`Error::Damaged`] if a file has changed, [`Error::Stopped`], or the error of `plain`.
    pub fn verify(
        &self,
        each: u64,
        seed: u64,
        plain: PlainOptions<'_, K>,
        watch: &dyn Fn() -> bool,
    ) -> Result<Verified<K>, Error> {
        let mut sample = 0;
        let mut random = SplitMix(seed);
        for parts in self.manifest.layers.values() {
            let all: u64 = parts.iter().map(|part| part.count).sum();
            let ranks = ranks(all, each, &mut random);
            let mut rank = 0;
            for part in parts {
                let mut sum = PairSum::default();
                let mut chosen = Vec::new();
                self.part(part, |key, value| {
                    sum.add(key, value);
                    if ranks.contains(&rank) {
                        chosen.push((key, value));
                    }
                    rank += 1;
                    if rank % 4096 == 0 && !watch() { Err(Error::Stopped) } else { Ok(()) }
                })?;
                if part.values.get().map(|valued| valued.sum) != Some(sum) {
                    return Err(Error::damaged(self.cache.folder(), format!("the checksum of {} is wrong", part.name)));
                }
                for (key, found) in chosen {
                    if !watch() {
                        return Err(Error::Stopped);
                    }
                    sample += 1;
                    let expected = self.expected(plain(key)?)?;
                    if expected != Some(found.into()) {
                        return Ok(Verified { sample, wrong: Some(WrongPosition { key, found, expected }) });
                    }
                }
            }
        }
        Ok(Verified { sample, wrong: None })
    }

    /// The value of a position by the values of its options; `None` if one of them has none.
    fn expected(&self, options: Vec<Vec<(u32, K)>>) -> Result<Option<u64>, Error> {
        let mut seen = BTreeSet::new();
        for option in options {
            let mut sum = 0;
            for (layer, key) in option {
                match self.value(layer, key)? {
                    Some(value) => sum ^= u64::from(value),
                    None => return Ok(None),
                }
            }
            seen.insert(sum);
        }
        Ok((0..).zip(&seen).find(|(mex, value)| mex != *value).map(|(mex, _)| mex).or(Some(seen.len() as u64)))
    }
}

/// This many different numbers below `all`, or all of them.
///
/// Fewer than `all`; a number that comes up again is drawn again.
fn ranks(all: u64, each: u64, random: &mut SplitMix) -> BTreeSet<u64> {
    if each >= all {
        return (0..all).collect();
    }
    let mut ranks = BTreeSet::new();
    while (ranks.len() as u64) < each {
        ranks.insert(random.next() % all);
    }
    ranks
}
