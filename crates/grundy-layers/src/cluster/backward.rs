//! The backward pass of several workers: each expands the positions of its shards again and
//! requests the values of their options from the owners.
//!
//! No list of options is kept on disk: it would take 100 times as much as the keys. Positions are
//! gathered in batches; the components of a batch are sorted, each is requested once, and the
//! values come in the order of the request. The value of an option is the exclusive or of those of
//! its components, so values have no limit.

use std::{collections::VecDeque, mem};

use grundy_core::MexSet;

use super::{
    exchange::{Exchange, PacketKind},
    forward::is_due,
    member::{Member, get_values},
};
use crate::{
    backward::mex,
    error::Error,
    game::{Graded, lower},
    key::{Key, private::Coded},
    keys::{KeyFile, reader::KeyReader},
    manifest::{LayerPart, Valued, keys_file, values_file},
    sort::sort_ranked,
    sum::{PairSum, shard},
    values::PackedValues,
    work::Pass,
};

/// Batches that wait for answers at the same time.
const WINDOW: usize = 4;

/// Components of a batch, at least.
const LEAST: usize = 1 << 12;

/// Components of a batch, at most: larger ones are not faster.
const MOST: usize = 1 << 22;

/// Some positions of a part whose options wait for their values.
struct PartBatch<K: Key> {
    /// When the requests were sent.
    time: u64,
    /// The positions.
    keys: Vec<K>,
    /// How many options there are up to the end of each position.
    ends: Vec<u32>,
    /// The components of options in other workers' shards, with the numbers of the options, by
    /// layers and keys.
    wanted: Vec<Vec<K::Numbered>>,
    /// How many answers are missing.
    missing: usize,
    /// The value of each option, as far as it is known.
    sums: Vec<u32>,
}

/// The values of a part, as far as they are known.
#[derive(Default)]
struct PartValues {
    values: PackedValues,
    /// The largest of the values.
    largest: u32,
    sum: PairSum,
    large: MexSet,
}

impl<G: Graded, X: Exchange> Member<'_, G, X> {
    /// Finds all values. Resumes at the lowest layer with a part that has none.
    pub fn backward(&mut self) -> Result<(), Error> {
        let parts = self.manifest.layers.values().flatten();
        let own = parts.filter(|part| part.shard.is_some_and(|of| self.owns(of)));
        let (mut total, mut done, mut disk) = (0, 0, 0);
        for part in own {
            total += part.count;
            done += part.values.get().map_or(0, |_| part.count);
            disk += part.bytes + part.values.get().map_or(0, |valued| valued.bytes);
        }
        self.work.next_pass(Pass::Backward);
        // All have gone over to this pass before anyone counts in it.
        self.report(&[], true)?;
        self.work.add_total(total);
        self.report(&[], true)?;
        self.work.know_total();
        self.work.count(done, disk)?;
        let layers: Vec<u32> = self.manifest.layers.keys().copied().collect();
        let last = layers.last().copied();
        let mut found = self.empty();
        for layer in layers {
            self.work.layer = layer;
            let open = self.own_parts(layer).filter(|part| part.values.get().is_none());
            let mut open: Vec<LayerPart<G::Key>> = open.cloned().collect();
            for part in &mut open {
                let valued = self.value(layer, part)?;
                let known =
                    self.manifest.layers.get(&layer).into_iter().flatten().find(|known| known.name == part.name);
                part.values = valued.clone().into();
                // No other worker has this part.
                known.map(|known| known.values.set(valued));
            }
            found.layers.insert(layer, open);
            // The values of the layer are known to their owners before anyone requests them.
            let reports = self.report(&[u8::from(self.work.is_due())], true)?;
            if is_due(&reports) || Some(layer) == last {
                self.work.sync()?;
                let found = mem::replace(&mut found, self.empty());
                let reports = self.report(found.text().as_bytes(), false)?;
                if self.worker == 0 {
                    self.valued(&reports)?;
                }
            }
        }
        Ok(())
    }

    /// Writes the values that the workers have found to the manifest.
    fn valued(&mut self, reports: &[Vec<u8>]) -> Result<(), Error> {
        for report in reports {
            let found = self.parse(report)?;
            let parts =
                found.layers.into_iter().flat_map(|(layer, parts)| parts.into_iter().map(move |part| (layer, part)));
            for (layer, part) in parts {
                let parts = self.manifest.layers.get(&layer).map_or(&[][..], |parts| parts);
                let at = parts.binary_search_by_key(&(part.shard, part.first), |known| (known.shard, known.first));
                let known = at.ok().and_then(|at| parts.get(at));
                if let (Some(known), Some(valued)) = (known, part.values.into_inner()) {
                    // Its own parts are known already.
                    let _ = known.values.set(valued);
                }
            }
        }
        self.manifest.save(self.folder())?;
        self.work.was_saved();
        Ok(())
    }

    /// Finds the values of a part, and writes them.
    fn value(&mut self, layer: u32, part: &LayerPart<G::Key>) -> Result<Valued, Error> {
        let file = KeyFile::load(&keys_file(self.folder(), &part.name), &part.checksum)?;
        let mut reader = KeyReader::new(&file, 0, None, None)?;
        let each = size_of::<<G::Key as Coded>::Numbered>() + size_of::<u32>();
        let room = usize::try_from(self.work.share / 2).unwrap_or(usize::MAX) / each;
        let (alone, most) = (room, (room / (WINDOW + 1)).clamp(LEAST, MOST));
        let mut scratch = G::Scratch::default();
        let mut written = PartValues::default();
        let mut waiting = VecDeque::new();
        let mut batch = self.batch();
        let mut components: Vec<(G::Key, u32)> = Vec::new();
        let mut gathered = 0;
        while let Some(key) = reader.next()? {
            components.clear();
            let mut options = 0;
            self.game.options(key, &mut scratch, |option| {
                if components.len().max(options as usize) >= alone {
                    let needed = (components.len().max(options as usize) + 1).saturating_mul(each) as u64;
                    return Err(Error::Memory { needed, allowed: (alone * each) as u64 });
                }
                for &to in option {
                    lower(self.game, layer, key, to)?;
                    components.push((to, options));
                }
                options += 1;
                Ok(())
            })?;
            if !batch.keys.is_empty() && gathered + components.len().max(options as usize) > most {
                waiting.push_back(self.request(mem::replace(&mut batch, self.batch()))?);
                gathered = 0;
                while waiting.len() > WINDOW {
                    self.settle(&mut waiting, &mut written, true)?;
                }
            }
            // A batch has fewer options than fit in memory, so fewer than 2^32.
            let before = batch.ends.last().copied().unwrap_or(0);
            for &(to, option) in &components {
                batch.wanted[shard(to, self.shards) as usize].push(to.number(before + option));
            }
            gathered += components.len().max(options as usize).max(1);
            batch.keys.push(key);
            batch.ends.push(before + options);
        }
        waiting.push_back(self.request(batch)?);
        while !waiting.is_empty() {
            self.settle(&mut waiting, &mut written, true)?;
        }
        let path = values_file(self.folder(), &part.name);
        let (checksum, bytes) = written.values.save(&path)?;
        self.work.wrote(path);
        self.work.count(0, bytes)?;
        Ok(Valued { bytes, largest: written.largest, sum: written.sum, checksum })
    }

    /// An empty batch.
    fn batch(&self) -> PartBatch<G::Key> {
        let wanted = vec![Vec::new(); self.shards as usize];
        PartBatch { time: 0, keys: Vec::new(), ends: Vec::new(), wanted, missing: 0, sums: Vec::new() }
    }

    /// Sends the requests of a batch, as a chunk, and looks up what this worker owns.
    fn request(&mut self, mut batch: PartBatch<G::Key>) -> Result<PartBatch<G::Key>, Error> {
        batch.sums.resize(batch.ends.last().copied().unwrap_or(0) as usize, 0);
        let layer = |of: <G::Key as Coded>::Numbered| self.game.layer(G::Key::numbered(of).0);
        batch.wanted.iter_mut().for_each(|wanted| sort_ranked(wanted, layer));
        for (number, wanted) in (0..).zip(&mut batch.wanted) {
            if wanted.is_empty() || self.owns(number) {
                continue;
            }
            let mut keys: Vec<G::Key> = wanted.iter().map(|&of| G::Key::numbered(of).0).collect();
            keys.dedup();
            let mut bytes = Vec::new();
            G::Key::put_all(&keys, &mut bytes);
            self.send(PacketKind::Request, number, bytes);
            batch.missing += 1;
        }
        batch.time = self.close();
        // The others look their keys up meanwhile.
        self.pump(false)?;
        for number in 0..self.shards {
            if self.owns(number) {
                let wanted = mem::take(&mut batch.wanted[number as usize]);
                self.add_values(number, &wanted, &mut batch.sums)?;
            }
        }
        Ok(batch)
    }

    /// Adds the answers that have come to their batches, and writes the values of the batches that
    /// have all, from the first one on. Waits for some if `wait` is set and the first has not all.
    fn settle(
        &mut self,
        waiting: &mut VecDeque<PartBatch<G::Key>>,
        written: &mut PartValues,
        wait: bool,
    ) -> Result<(), Error> {
        let wait = wait && waiting.front().is_some_and(|batch| batch.missing > 0);
        self.pump(wait && self.answers.is_empty())?;
        let mut values = Vec::new();
        while let Some((time, packet)) = self.answers.pop_front() {
            let odd = || Error::damaged(self.folder(), "an answer is not that to a request");
            let batch = waiting.iter_mut().find(|batch| batch.time == time).ok_or_else(odd)?;
            get_values(&packet.bytes, &mut values).ok_or_else(odd)?;
            let wanted = batch.wanted.get_mut(packet.shard as usize).map(mem::take).unwrap_or_default();
            let mut answers = values.iter();
            let (mut last, mut value) = (None, 0);
            for of in wanted {
                let (key, option) = G::Key::numbered(of);
                if last != Some(key) {
                    (last, value) = (Some(key), *answers.next().ok_or_else(odd)?);
                }
                batch.sums[option as usize] ^= value;
            }
            if answers.next().is_some() || batch.missing == 0 {
                return Err(odd());
            }
            batch.missing -= 1;
        }
        while let Some(batch) = waiting.pop_front_if(|batch| batch.missing == 0) {
            let mut from = 0;
            for (&key, &end) in batch.keys.iter().zip(&batch.ends) {
                let value = mex(&batch.sums[from..end as usize], &mut written.large);
                written.values.push(value);
                written.largest = value.max(written.largest);
                written.sum.add(key, value);
                from = end as usize;
            }
            self.work.count(batch.keys.len() as u64, 0)?;
        }
        Ok(())
    }
}
