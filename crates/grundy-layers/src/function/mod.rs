//! A table as a static function: the value of each position without the positions themselves, in
//! few bits each.
//!
//! Values are written in a prefix code, and each bit of the code is a ribbon over the keys whose
//! code has that bit (M. Genuzio and S. Vigna, *Engineering compressed static functions*, 2018). So
//! a position takes little more than the entropy of the values. A key that is no position gets some
//! value, and nothing shows that it is none: who asks must know that the key is a position.
//!
//! ```text
//! head       "grundy static 1\n"
//! about      number of lines (4 bytes); for each its length (4) and its bytes
//! table      positions (8), sum of the pairs (16)
//! code       number of nodes (4); for each 0 and a value (4), or 1 and two nodes (4 each)
//! shards     number (8); where each begins among the words (8 each), and where the last one ends
//! words      number (8); 8 bytes each
//! checksum   BLAKE3 (32 bytes)
//! ```
//!
//! A shard has the keys of a range of hashes, about 16,384. Its words begin with the length and the
//! seed of the ribbon of each bit of the code, 16 bits each; then come the ribbons. All numbers
//! begin with the lowest byte.
//!
//! Cost: three passes over the table, in one of which all values are compared, and one more for
//! each time that 16 bytes a position fill the memory; a look-up reads some places of one shard.

mod code;
mod file;
mod ribbon;

use code::{CodeNode, CodeTree};
use grundy_core::Fault;
use grundy_simd::prefetch;
use ribbon::{RibbonRow, WIDTH, bit, solve};

use crate::{
    error::Error,
    key::Key,
    sum::{PairSum, mix},
    table::Table,
};

/// Keys of a shard, about.
const SHARD: u64 = 1 << 14;

/// Times that a ribbon is tried, each time a hundredth longer.
const TRIALS: u16 = 100;

/// Values that are compared at a time.
const TOGETHER: usize = 1 << 10;

/// Bits of a code that a look-up alone requests together: more than most codes have.
const AHEAD: usize = 3;

/// Look-ups that are done in turn.
const GROUP: usize = 32;

/// The values of all positions of a table, without the positions.
///
/// It has no positions: a key that is none has a value too, so the caller must know which keys are
/// positions.
#[derive(Debug)]
pub struct Function {
    /// What the table is of, a line each.
    about: Vec<String>,
    /// The number of its positions.
    positions: u64,
    /// The checksum over its positions with their values.
    sum: PairSum,
    /// The prefix code of the values.
    code: CodeTree,
    /// The bits of the longest code.
    longest: usize,
    /// Where each shard begins among the words, and where the last one ends.
    offsets: Vec<u64>,
    /// The shards, one after the other: heads and ribbons.
    words: Vec<u64>,
}

/// A key: its shard, and what its rows follow from.
#[derive(Clone, Copy)]
struct Hash {
    /// The shard of the key, by the high bits of one hash.
    shard: usize,
    /// Another hash, independent of the first.
    rest: u64,
}

impl Hash {
    /// The hash of a key for so many shards.
    fn new<K: Key>(key: K, shards: usize) -> Hash {
        let (low, high) = (key.wide() as u64, (key.wide() >> 64) as u64);
        let first = mix(mix(low, 0x2545_f491_4f6c_dd1d) ^ high, 0x9e6c_63d0_876a_3f6b);
        let rest = mix(mix(high, 0xc2b2_ae3d_27d4_eb4f) ^ low, 0x1656_67b1_9e37_79f9);
        Hash { shard: share(first, shards), rest }
    }

    /// Where the key selects from a ribbon of a length of at least [`WIDTH`], and what.
    #[inline(always)]
    fn row(self, level: usize, seed: u16, length: usize) -> (usize, u64) {
        let own = mix(self.rest, (level as u64) << 32 | u64::from(seed));
        (share(own, length - (WIDTH - 1)), mix(own, 0xff51_afd7_ed55_8ccd) | 1)
    }
}

/// A number below `bound`, evenly by the high bits of a hash.
#[inline(always)]
fn share(hash: u64, bound: usize) -> usize {
    ((u128::from(hash) * bound as u128) >> 64) as usize
}

/// A key that waits for its shard.
#[derive(Clone, Copy)]
struct WaitingKey {
    /// Its shard, less the first one of those that are made together.
    shard: u32,
    /// Its value, which has a code.
    value: u32,
    /// As [`Hash::rest`].
    rest: u64,
}

impl Function {
    /// Makes the function of a table, in `memory` bytes besides the function itself. `watch` is
    /// called now and then, and returns false to end the work.
    ///
    /// # Errors
    ///
    /// [`Error::Stopped`], or an error of reading the table.
    pub fn of<K: Key>(table: &Table<K>, memory: u64, watch: &dyn Fn() -> bool) -> Result<Function, Error> {
        let summary = table.summary();
        let mut count = 0u64;
        let mut polled = || {
            count += 1;
            if count.is_multiple_of(1 << 14) && !watch() { Err(Error::Stopped) } else { Ok(()) }
        };
        let mut counts = vec![0u64; summary.largest as usize + 1];
        table.each(|_, _, value| {
            counts[value as usize] += 1;
            polled()
        })?;
        let counts: Vec<(u32, u64)> = (0..).zip(counts).filter(|&(_, count)| count > 0).collect();
        let code = CodeTree::new(&counts);
        let longest = code.longest();
        let mut codes: Vec<Vec<bool>> = Vec::new();
        for (value, bits) in code.codes() {
            codes.resize(value as usize + 1, Vec::new());
            codes[value as usize] = bits;
        }
        let shards = usize::try_from(summary.positions / SHARD + 1).unwrap_or(usize::MAX);
        let room = memory / (2 * size_of::<WaitingKey>() as u64 * (SHARD + SHARD / 16));
        let together = usize::try_from(room.max(1)).unwrap_or(usize::MAX).min(shards);
        let (mut offsets, mut words) = (vec![0], Vec::new());
        for first in (0..shards).step_by(together) {
            let end = (first + together).min(shards);
            let mut waiting = Vec::new();
            table.each(|_, key, value| {
                let Hash { shard, rest } = Hash::new(key, shards);
                if (first..end).contains(&shard) {
                    waiting.push(WaitingKey { shard: (shard - first) as u32, value, rest });
                }
                polled()
            })?;
            waiting.sort_unstable_by_key(|key| key.shard);
            let mut rest = &waiting[..];
            for shard in 0..(end - first) as u32 {
                let (own, others) = rest.split_at(rest.partition_point(|key| key.shard == shard));
                rest = others;
                put_shard(own, &codes, longest, &mut words)?;
                offsets.push(words.len() as u64);
                if !watch() {
                    return Err(Error::Stopped);
                }
            }
        }
        let (about, positions, sum) = (table.about().to_vec(), summary.positions, summary.sum);
        let function = Function { about, positions, sum, code, longest, offsets, words };
        if function.sum_over(table, &mut polled)? != sum {
            return Err(Fault("the static function has other values than the table".into()).into());
        }
        Ok(function)
    }

    /// The checksum over the positions of a table with the values of the function.
    fn sum_over<K: Key>(
        &self,
        table: &Table<K>,
        polled: &mut impl FnMut() -> Result<(), Error>,
    ) -> Result<PairSum, Error> {
        let (mut sum, mut keys) = (PairSum::default(), Vec::with_capacity(TOGETHER));
        let mut add = |keys: &[K]| keys.iter().zip(self.values(keys)).for_each(|(&key, value)| sum.add(key, value));
        table.each(|_, key, _| {
            keys.push(key);
            if keys.len() == TOGETHER {
                add(&keys);
                keys.clear();
            }
            polled()
        })?;
        add(&keys);
        Ok(sum)
    }

    /// What the function is of, a line each.
    ///
    /// They are those of the table that it was made of.
    pub fn about(&self) -> &[String] {
        &self.about
    }

    /// The number of positions.
    ///
    /// It is that of the table.
    pub fn positions(&self) -> u64 {
        self.positions
    }

    /// The checksum over all positions with their values, of the table.
    ///
    /// It shows of which table the function is.
    pub fn sum(&self) -> PairSum {
        self.sum
    }

    /// The bytes in memory.
    ///
    /// About as many as the file has.
    pub fn bytes(&self) -> u64 {
        8 * (self.offsets.len() + self.words.len()) as u64 + (size_of::<CodeNode>() * self.code.nodes.len()) as u64
    }

    /// The value of a position; of another key, any number.
    pub fn value<K: Key>(&self, key: K) -> u32 {
        let mut step = self.begin(Hash::new(key, self.offsets.len() - 1));
        // The first bits of a code are in different places, which do not depend on each other.
        let ahead: [(usize, u64); AHEAD] = std::array::from_fn(|_| {
            let row = self.row(&mut step);
            prefetch(&self.words, row.0 / 64);
            row
        });
        let mut ahead = ahead.into_iter();
        loop {
            match self.code.nodes.get(step.node as usize) {
                Some(CodeNode::Inner(after)) => {
                    let (place, selects) = ahead.next().unwrap_or_else(|| self.row(&mut step));
                    step.node = after[usize::from(bit(&self.words, place, selects))];
                }
                Some(&CodeNode::Leaf(value)) => return value,
                None => return 0,
            }
        }
    }

    /// The values of many positions, in their order: as [`Function::value`] of each, with the
    /// memory waited for together.
    pub fn values<K: Key>(&self, keys: &[K]) -> Vec<u32> {
        let mut values = vec![0; keys.len()];
        let mut steps: Vec<(usize, PendingLookup)> = Vec::with_capacity(GROUP);
        for (group, first) in keys.chunks(GROUP).zip((0..).step_by(GROUP)) {
            let hashes: Vec<Hash> = group.iter().map(|&key| Hash::new(key, self.offsets.len() - 1)).collect();
            hashes.iter().for_each(|hash| prefetch(&self.offsets, hash.shard));
            steps.extend((first..).zip(hashes.into_iter().map(|hash| self.begin(hash))));
            steps.iter().for_each(|(_, step)| prefetch(&self.words, step.shard));
            while !steps.is_empty() {
                steps.retain_mut(|(place, step)| {
                    let value = self.advance(step);
                    if let Some(value) = value {
                        values[*place] = value;
                    } else {
                        prefetch(&self.words, step.place / 64);
                    }
                    value.is_none()
                });
            }
        }
        values
    }

    /// The first step of the look-up of a key.
    fn begin(&self, hash: Hash) -> PendingLookup {
        let shard = self.offsets.get(hash.shard).map_or(0, |&shard| shard as usize);
        let ribbons = 64 * (shard + self.longest.div_ceil(2));
        PendingLookup { hash, shard, node: 0, level: 0, ribbons, place: 0, selects: None }
    }

    /// Where the next ribbon has the bits of the key, and which of them it selects.
    #[inline(always)]
    fn row(&self, step: &mut PendingLookup) -> (usize, u64) {
        // Codes have at most `longest` bits: there is no ribbon beyond, and no place is read.
        let heads = if step.level < self.longest { self.words.get(step.shard + step.level / 2) } else { None };
        let head = (heads.copied().unwrap_or(0) >> (32 * (step.level % 2))) as u32;
        let (length, seed) = ((head & 0xffff) as usize, (head >> 16) as u16);
        // A shard without such a bit has no ribbon for it: the key is no position.
        let (place, selects) = if length < WIDTH { (0, 0) } else { step.hash.row(step.level, seed, length) };
        let place = step.ribbons + place;
        step.ribbons += length;
        step.level += 1;
        (place, selects)
    }

    /// Reads the bit that was found, and finds the next one; or returns the value.
    #[inline(always)]
    fn advance(&self, step: &mut PendingLookup) -> Option<u32> {
        if let (Some(selects), Some(&CodeNode::Inner(after))) = (step.selects, self.code.nodes.get(step.node as usize))
        {
            step.node = after[usize::from(bit(&self.words, step.place, selects))];
        }
        match self.code.nodes.get(step.node as usize) {
            Some(CodeNode::Inner(_)) => {
                let (place, selects) = self.row(step);
                (step.place, step.selects) = (place, Some(selects));
                None
            }
            Some(&CodeNode::Leaf(value)) => Some(value),
            None => Some(0),
        }
    }
}

/// A look-up in progress.
struct PendingLookup {
    /// The hash of the key.
    hash: Hash,
    /// The first word of the shard.
    shard: usize,
    /// The node of the code that the bits so far lead to.
    node: u32,
    /// How many bits are known.
    level: usize,
    /// The bit where the next ribbon begins.
    ribbons: usize,
    /// Where the bits of the key begin.
    place: usize,
    /// Which of these bits the key selects: the next bit of the code is their sum modulo 2.
    selects: Option<u64>,
}

/// Appends the words of a shard.
fn put_shard(keys: &[WaitingKey], codes: &[Vec<bool>], longest: usize, words: &mut Vec<u64>) -> Result<(), Error> {
    let shard = words.len();
    words.resize(shard + longest.div_ceil(2), 0);
    let (head, mut end) = (shard, 64 * words.len());
    let mut rows = Vec::new();
    for level in 0..longest {
        let bits = keys.iter().filter_map(|key| Some((key.rest, *codes[key.value as usize].get(level)?)));
        let bits: Vec<(u64, bool)> = bits.collect();
        if bits.is_empty() {
            continue;
        }
        let ribbon = (0..TRIALS).find_map(|seed| {
            let length = bits.len() + WIDTH + bits.len() * usize::from(4 + seed) / 100;
            rows.clear();
            rows.extend(bits.iter().map(|&(rest, bit)| {
                let (start, selects) = Hash { shard: 0, rest }.row(level, seed, length);
                RibbonRow { start: start as u32, selects, bit }
            }));
            Some((seed, u16::try_from(length).ok()?, solve(&mut rows, length)?))
        });
        let Some((seed, length, ribbon)) = ribbon else {
            return Err(Fault("two positions have the same hash: the table has no static function".into()).into());
        };
        words[head + level / 2] |= (u64::from(seed) << 16 | u64::from(length)) << (32 * (level % 2));
        end = append(words, end, &ribbon, usize::from(length));
    }
    Ok(())
}

/// Appends bits to words that end at a bit. Returns the new end.
fn append(words: &mut Vec<u64>, end: usize, bits: &[u64], length: usize) -> usize {
    words.resize((end + length).div_ceil(64), 0);
    for (at, &word) in bits.iter().enumerate() {
        let place = end + 64 * at;
        words[place / 64] |= word << (place % 64);
        // The other part of the word, if it has one: bits beyond the length are 0.
        if let Some(next) = words.get_mut(place / 64 + 1) {
            *next |= word >> 1 >> (63 - place % 64);
        }
    }
    end + length
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_are_appended() {
        let mut random = fastrand::Rng::with_seed(1);
        let (mut words, mut end, mut expected) = (Vec::new(), 0, Vec::new());
        for length in [1, 63, 64, 65, 200, 128, 3, 1000] {
            let mut bits: Vec<u64> = (0..usize::div_ceil(length, 64)).map(|_| random.u64(..)).collect();
            if let Some(last) = bits.last_mut().filter(|_| length % 64 != 0) {
                *last &= (1 << (length % 64)) - 1;
            }
            expected.extend((0..length).map(|at| bits[at / 64] >> (at % 64) & 1));
            end = append(&mut words, end, &bits, length);
        }
        assert_eq!(words.len(), end.div_ceil(64));
        assert_eq!((0..end).map(|at| words[at / 64] >> (at % 64) & 1).collect::<Vec<_>>(), expected);
    }
}
