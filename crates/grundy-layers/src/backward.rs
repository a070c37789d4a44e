//! The backward pass: the values of all positions, layer by layer from the lowest one up.
//!
//! The positions of a part are expanded again, in batches. The components of all options of a batch
//! are sorted and looked up in the lower layers in that order, so that each layer is read from its
//! start to its end and nothing is searched for. An option has the exclusive or of the values of
//! its components, a position the least value that no option has (*mex*). No list of options is
//! kept on disk: for Cram on 4x8 it would take 100 times as much as the keys, and to find the
//! options again takes a tenth of the time.
//!
//! Memory: a batch for each thread, and parts of lower layers.
//!
//! *Example.* A position of Cram in layer 4 has options in layer 2. The options of a whole batch,
//! perhaps millions, are sorted together, so layer 2 is read once from its start to its end, and
//! not once for each option.

use std::{
    mem,
    sync::atomic::{AtomicUsize, Ordering},
};

use grundy_core::{MexSet, Nimber};

use crate::{
    cache::Cache,
    error::Error,
    game::{Graded, lower},
    key::{Key, private::Coded},
    keys::{BLOCK, KeyFile, reader::KeyReader},
    manifest::{LayerPart, Manifest, Valued, keys_file, values_file},
    sort::sort_ranked,
    sum::{PairSum, shard},
    values::PackedValues,
    work::{Pass, TableWork},
};

/// Options of a batch, at least: one position may have as many.
const LEAST: usize = 1 << 12;

/// Finds the values of all positions. Resumes from the manifest.
pub(crate) fn backward<G: Graded>(
    game: &G,
    manifest: &Manifest<G::Key>,
    work: &mut TableWork<'_>,
) -> Result<(), Error> {
    let valued = manifest.layers.values().flatten().filter(|part| part.values.get().is_some());
    let (keys, values) = manifest.bytes();
    work.begin(Pass::Backward, valued.map(|part| part.count).sum(), keys + values);
    work.total = Some(manifest.positions());
    let cache = Cache::new(work.folder.clone(), work.share / 4 * work.threads as u64);
    for (&layer, parts) in &manifest.layers {
        work.layer = layer;
        let open: Vec<&LayerPart<G::Key>> = parts.iter().filter(|part| part.values.get().is_none()).collect();
        values_of(game, layer, &open, manifest, &cache, work, || work.save(manifest, false))?;
    }
    work.save(manifest, true)
}

/// Finds and writes the values of parts of a layer; all lower layers have theirs. Calls `then`
/// after each.
pub(crate) fn values_of<G: Graded>(
    game: &G,
    layer: u32,
    parts: &[&LayerPart<G::Key>],
    manifest: &Manifest<G::Key>,
    cache: &Cache<G::Key>,
    work: &TableWork<'_>,
    then: impl Fn() -> Result<(), Error> + Sync,
) -> Result<(), Error> {
    let next = AtomicUsize::new(0);
    work.parallel(parts.len(), || {
        let mut batch = PositionBatch::new(game, layer, manifest, cache, work);
        while let Some(part) = parts.get(next.fetch_add(1, Ordering::Relaxed)) {
            let valued = batch.part(part)?;
            work.wrote(values_file(&work.folder, &part.name));
            work.count(0, valued.bytes)?;
            // No other thread has this part.
            let _ = part.values.set(valued);
            then()?;
        }
        Ok(())
    })
    .map(drop)
}

/// Some positions whose options wait for their values.
struct PositionBatch<'b, G: Graded> {
    /// The rules.
    game: &'b G,
    /// The layer of the positions.
    layer: u32,
    /// The parts of the lower layers, whose values are known.
    manifest: &'b Manifest<G::Key>,
    /// These parts in memory.
    cache: &'b Cache<G::Key>,
    work: &'b TableWork<'b>,
    /// What the game reuses between positions.
    scratch: G::Scratch,
    /// The positions.
    keys: Vec<G::Key>,
    /// How many options there are up to the end of each position.
    ends: Vec<u32>,
    /// The components of options, with the numbers of these.
    wanted: Vec<<G::Key as Coded>::Numbered>,
    /// The value of each option, as far as it is known.
    sums: Vec<u32>,
    /// So many components and options are looked up together.
    most: usize,
    /// The keys of a block.
    block: Vec<G::Key>,
    /// Room for the values of options, for a position whose options have all values below 64.
    large: MexSet,
}

impl<'b, G: Graded> PositionBatch<'b, G> {
    fn new(
        game: &'b G,
        layer: u32,
        manifest: &'b Manifest<G::Key>,
        cache: &'b Cache<G::Key>,
        work: &'b TableWork<'b>,
    ) -> PositionBatch<'b, G> {
        let each = size_of::<<G::Key as Coded>::Numbered>() + size_of::<u32>();
        let room = usize::try_from(work.share / 2).unwrap_or(usize::MAX) / each;
        // With shards, the components are there twice while they are divided.
        let room = if manifest.shards.is_some() { room / 2 } else { room };
        let most = room.clamp(2 * LEAST, u32::MAX as usize);
        PositionBatch {
            game,
            layer,
            manifest,
            cache,
            work,
            scratch: Default::default(),
            keys: Vec::new(),
            ends: Vec::new(),
            wanted: Vec::with_capacity(most),
            sums: Vec::new(),
            most,
            block: Vec::new(),
            large: MexSet::new(),
        }
    }

    /// Finds the values of a part, and writes them.
    ///
    /// A batch is settled when its options nearly fill its share of the memory. A position whose
    /// options alone exceed it is an [`Error::Memory`] with the bytes that it needs.
    fn part(&mut self, part: &LayerPart<G::Key>) -> Result<Valued, Error> {
        let file = KeyFile::load(&keys_file(&self.work.folder, &part.name), &part.checksum)?;
        let mut reader = KeyReader::new(&file, 0, None, None)?;
        let (mut values, mut largest, mut sum) = (PackedValues::default(), 0, PairSum::default());
        let mut take = |key: G::Key, value: u32| {
            values.push(value);
            largest = value.max(largest);
            sum.add(key, value);
        };
        while let Some(key) = reader.next()? {
            match self.add(key) {
                // Alone it may fit.
                Err(Error::Memory { .. }) if !self.keys.is_empty() => {
                    self.settle(&mut take)?;
                    self.add(key)?;
                }
                added => added?,
            }
            if self.wanted.len().max(self.keys.len()) + LEAST > self.most {
                self.settle(&mut take)?;
            }
        }
        self.settle(&mut take)?;
        let (checksum, bytes) = values.save(&values_file(&self.work.folder, &part.name))?;
        Ok(Valued { bytes, largest, sum, checksum })
    }

    /// Adds a position with its options. Adds nothing if memory does not hold them.
    fn add(&mut self, key: G::Key) -> Result<(), Error> {
        let PositionBatch { game, layer, wanted, scratch, most, .. } = self;
        let before = wanted.len();
        let mut options = self.ends.last().copied().unwrap_or(0);
        let added = game.options(key, scratch, |option| {
            let many = (wanted.len() + option.len()).max(options as usize + 1);
            if many > *most {
                let each = size_of::<<G::Key as Coded>::Numbered>() + size_of::<u32>();
                return Err(Error::Memory { needed: (many * each) as u64, allowed: (*most * each) as u64 });
            }
            for &to in option {
                lower(*game, *layer, key, to)?;
                wanted.push(to.number(options));
            }
            options += 1;
            Ok(())
        });
        if let Err(error) = added {
            wanted.truncate(before);
            return Err(error);
        }
        self.keys.push(key);
        self.ends.push(options);
        if self.keys.len().is_multiple_of(256) {
            self.work.count(0, 0)?;
        }
        Ok(())
    }

    /// Looks all options up, and passes each position with its value to `take`, in their order.
    ///
    /// The components of one option may be in different layers and shards; each is looked up in its
    /// own place, and the exclusive or joins them, so the order does not matter.
    fn settle(&mut self, take: &mut impl FnMut(G::Key, u32)) -> Result<(), Error> {
        let mut wanted = mem::take(&mut self.wanted);
        self.sums.clear();
        self.sums.resize(self.ends.last().copied().unwrap_or(0) as usize, 0);
        match self.manifest.shards {
            None => self.look_up_in(None, &mut wanted)?,
            Some(shards) => {
                let mut of_shards = vec![Vec::new(); shards as usize];
                wanted.iter().for_each(|&of| of_shards[shard(G::Key::numbered(of).0, shards) as usize].push(of));
                for (number, wanted) in (0..).zip(&mut of_shards) {
                    self.look_up_in(Some(number), wanted)?;
                }
            }
        }
        wanted.clear();
        self.wanted = wanted;
        let mut from = 0;
        for (&key, &end) in self.keys.iter().zip(&self.ends) {
            let value = mex(&self.sums[from..end as usize], &mut self.large);
            take(key, value);
            from = end as usize;
        }
        self.work.count(self.keys.len() as u64, 0)?;
        self.keys.clear();
        self.ends.clear();
        Ok(())
    }

    /// Adds the values of components, all of one shard, to their options.
    fn look_up_in(&mut self, shard: Option<u32>, wanted: &mut [<G::Key as Coded>::Numbered]) -> Result<(), Error> {
        let layer = |of: <G::Key as Coded>::Numbered| self.game.layer(G::Key::numbered(of).0);
        sort_ranked(wanted, layer);
        let mut from = 0;
        while let Some(&first) = wanted.get(from) {
            let below = layer(first);
            let rest = &wanted[from..];
            let many = rest.partition_point(|&of| layer(of) <= below);
            look_up(self.manifest.parts(below, shard), self.cache, &rest[..many], &mut self.sums, &mut self.block)?;
            from += many;
            self.work.count(0, 0)?;
        }
        Ok(())
    }
}

/// Adds the value of each component, all of the layer and the shard of these parts and sorted, to
/// the value of its option.
///
/// Parts and blocks are read in the order of the keys, so each block is decoded once for all
/// components in it. A component that no part holds means that the table is damaged: the forward
/// pass has found every option.
pub(crate) fn look_up<K: Key>(
    parts: &[LayerPart<K>],
    cache: &Cache<K>,
    mut wanted: &[K::Numbered],
    sums: &mut [u32],
    block: &mut Vec<K>,
) -> Result<(), Error> {
    while let Some(&first) = wanted.first() {
        let (key, _) = K::numbered(first);
        let at = parts.partition_point(|part| part.first <= key).checked_sub(1);
        let part =
            at.and_then(|at| parts.get(at)).filter(|part| key <= part.last).ok_or_else(|| missing(cache, key))?;
        let loaded = cache.get(part)?;
        let Some(section) = loaded.keys.sections.first() else { return Err(missing(cache, key)) };
        let (mut number, mut within) = (usize::MAX, 0);
        let mut next = None;
        while let Some(&of) = wanted.first() {
            let (key, option) = K::numbered(of);
            if key > part.last {
                break;
            }
            if number == usize::MAX || next.is_some_and(|next| next <= key) {
                number = section.block_of(key).ok_or_else(|| missing(cache, key))?;
                next = section.first(number + 1);
                loaded.keys.block(0, number, block)?;
                within = 0;
            }
            while block.get(within).is_some_and(|&known| known < key) {
                within += 1;
            }
            if block.get(within) != Some(&key) {
                return Err(missing(cache, key));
            }
            sums[option as usize] ^= loaded.at(number * BLOCK + within)?;
            wanted = &wanted[1..];
        }
    }
    Ok(())
}

/// The error of an option that no part holds.
#[cold]
fn missing<K: Key>(cache: &Cache<K>, key: K) -> Error {
    Error::damaged(cache.folder(), format!("the position {:#x}, which a move leads to, is not in it", key.wide()))
}

/// The least value that is not among these.
pub(crate) fn mex(values: &[u32], large: &mut MexSet) -> u32 {
    let seen = values.iter().fold(0u64, |seen, &value| if value < 64 { seen | 1 << value } else { seen });
    if seen != u64::MAX {
        return seen.trailing_ones();
    }
    large.clear();
    values.iter().for_each(|&value| large.insert(Nimber(value.into())));
    // A position has fewer than 2^32 options.
    large.mex().0 as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mex_is_that_of_the_definition() {
        let mut large = MexSet::new();
        let mut random = fastrand::Rng::with_seed(3);
        for most in [1, 2, 5, 63, 64, 65, 66, 130, 70_000] {
            for skipped in [None, Some(0), Some(most / 2), Some(most - 1)] {
                let mut values: Vec<u32> = (0..most).filter(|&value| Some(value) != skipped).collect();
                values.extend(values.clone());
                random.shuffle(&mut values);
                let set: std::collections::BTreeSet<u32> = values.iter().copied().collect();
                let plain = (0..).find(|value| !set.contains(value));
                assert_eq!(Some(mex(&values, &mut large)), plain, "{most} without {skipped:?}");
            }
        }
    }
}
