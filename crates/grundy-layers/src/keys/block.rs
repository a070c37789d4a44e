//! Blocks of sorted keys in the code of Elias and Fano: about two bits a key more than the
//! logarithm of the mean difference, and a key is found without the keys before it.
//!
//! A block is written without its first key, which the index has. Its other keys are differences
//! to that one. The lowest bits of a difference, as many for each key of the block, are written as
//! they are. The higher bits are a number that grows from key to key: key *j*, from 0, sets bit
//! *high + j* of a row, in which each zero is the end of the keys with one value of these bits.
//!
//! ```text
//! row        as many bits as keys, and as the largest number of high bits
//! low bits   for each key
//! padding    to whole bytes
//! ```
//!
//! How long these are follows from the number of keys and from a bound of the differences, which
//! the index has, too: the next block begins above them.
//!
//! *Example.* The keys 10, 12, 13 and 20 after a first key of 9, with a bound of 31 on the
//! differences: these are 1, 3, 4 and 11, each with one low bit and with the high parts 0, 1, 2 and
//! 5.

use crate::{bits::bits, key::Key};

/// How the keys of a block are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct BlockShape {
    /// The keys but the first one.
    count: usize,
    /// The low bits of a difference.
    width: u32,
    /// The length of the row.
    row: usize,
}

impl BlockShape {
    /// The shape of a block with so many keys after its first one, none of which differs from that
    /// by more than `most`.
    #[inline]
    pub fn new<K: Key>(count: usize, most: K) -> BlockShape {
        if count == 0 {
            return BlockShape { count, width: 0, row: 0 };
        }
        // The row has one to two zeros for each key, up to a power of two: no other width takes
        // fewer bits.
        let width = most.bits().saturating_sub(usize::BITS - count.leading_zeros() + 1);
        BlockShape { count, width, row: count + most.high(width) }
    }

    /// The bytes of the block.
    #[inline]
    pub fn bytes(&self) -> usize {
        self.low(self.count).div_ceil(8)
    }

    /// Where the low bits of a key begin.
    #[inline(always)]
    fn low(&self, at: usize) -> usize {
        self.row + at * self.width as usize
    }
}

/// Appends a block: `first`, which is not written, and the keys after it.
pub(super) fn put<K: Key>(first: K, keys: &[K], most: K, out: &mut Vec<u8>) {
    let shape = BlockShape::new(keys.len(), most);
    let from = out.len();
    out.resize(from + shape.bytes(), 0);
    let block = &mut out[from..];
    for (at, &key) in keys.iter().enumerate() {
        let difference = key.minus(first);
        let place = difference.high(shape.width) + at;
        block[place / 8] |= 1 << (place % 8);
        difference.put_low(shape.width, block, shape.low(at));
    }
}

/// Appends the keys of a block, which begins with `bytes` and may end before they do. `None` if it
/// is no block of this shape.
pub(super) fn get<K: Key>(first: K, shape: &BlockShape, bytes: &[u8], keys: &mut Vec<K>) -> Option<()> {
    keys.reserve(shape.count + 1);
    keys.push(first);
    let mut at = 0;
    for from in (0..shape.row).step_by(64) {
        let mut ones = bits(bytes, from) & ones(shape.row - from);
        while ones != 0 {
            let high = from + ones.trailing_zeros() as usize - at;
            ones &= ones - 1;
            let low = K::low(shape.width, bytes, shape.low(at));
            keys.push(first.plus(K::joined(high, low, shape.width))?);
            at += 1;
        }
    }
    (at == shape.count).then_some(())
}

/// The number of keys of a block that are below one that is not below the first; `None` if it is
/// not there.
///
/// The high bits give the place in the row where the keys with them begin, by counting zeros; those
/// few keys are compared by their low bits, which ascend. Cost: the words of the row up to there,
/// and the keys with the same high bits.
#[inline]
pub(super) fn find<K: Key>(first: K, shape: &BlockShape, bytes: &[u8], key: K) -> Option<usize> {
    if key == first {
        return Some(0);
    }
    let difference = key.minus(first);
    let high = difference.high(shape.width);
    if high > shape.row - shape.count {
        return None;
    }
    let wanted = difference.lowest(shape.width);
    let mut place = after_zeros(shape.row, bytes, high)?;
    let mut at = place - high;
    while place < shape.row {
        // Any 57 bits are in one word.
        let room = (shape.row - place).min(57);
        let same = (bits(bytes, place).trailing_ones() as usize).min(room);
        for _ in 0..same {
            let low = K::low(shape.width, bytes, shape.low(at));
            at += 1;
            if low >= wanted {
                return (low == wanted).then_some(at);
            }
        }
        if same < room {
            return None;
        }
        place += same;
    }
    None
}

/// The place in a row after so many zeros.
#[inline(always)]
fn after_zeros(row: usize, bytes: &[u8], zeros: usize) -> Option<usize> {
    let mut left = zeros;
    for from in (0..row).step_by(64) {
        let word = !bits(bytes, from) & ones(row - from);
        let here = word.count_ones() as usize;
        if left <= here {
            return Some(from + left.checked_sub(1).map_or(0, |before| nth_one(word, before as u32) + 1));
        }
        left -= here;
    }
    // All zeros of the row are within it.
    (left == 0).then_some(row)
}

/// The place of a one of a word, after so many others.
#[inline(always)]
fn nth_one(mut word: u64, mut before: u32) -> usize {
    let mut place = 0;
    for half in [32, 16, 8] {
        let low = (word & ((1 << half) - 1)).count_ones();
        if before >= low {
            before -= low;
            word >>= half;
            place += half;
        }
    }
    (0..before).for_each(|_| word &= word.wrapping_sub(1));
    place + word.trailing_zeros() as usize
}

/// A word with this many ones, or with all.
#[inline(always)]
fn ones(count: usize) -> u64 {
    if count >= 64 { u64::MAX } else { (1 << count) - 1 }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Blocks are read as they were written, and each key between them is found or not there.
    fn returns<K: Key>(first: K, keys: &[K], most: K) {
        let mut bytes = Vec::new();
        put(first, keys, most, &mut bytes);
        let shape = BlockShape::new(keys.len(), most);
        assert_eq!(bytes.len(), shape.bytes());
        let whole: Vec<K> = [&[first], keys].concat();
        for after in [&[][..], &[0xff; 20][..]] {
            let bytes = [&bytes[..], after].concat();
            let mut read = Vec::new();
            assert_eq!(get(first, &shape, &bytes, &mut read), Some(()));
            assert_eq!(read, whole);
            for (at, &key) in whole.iter().enumerate() {
                assert_eq!(find(first, &shape, &bytes, key), Some(at), "{key:?}");
                for step in [1, 2, 63, 64, 1 << 20] {
                    let near = [key.wide().checked_sub(step), key.wide().checked_add(step)];
                    for other in near.into_iter().flatten().filter_map(K::of_wide).filter(|&other| other >= first) {
                        assert_eq!(find(first, &shape, &bytes, other), whole.binary_search(&other).ok(), "{other:?}");
                    }
                }
            }
        }
    }

    fn all<K: Key>(bits: u32) {
        let mut random = fastrand::Rng::with_seed(7);
        for count in [0, 1, 2, 3, 31, 32, 62, 63, 64, 200, 1023] {
            for width in (0..bits).step_by(if count > 100 { 17 } else { 3 }).chain([bits - 1]) {
                for tail in [0, 5, bits] {
                    // Keys near together, and one that is up to `tail` bits further.
                    let mut keys: Vec<u128> =
                        (0..count).map(|at| (random.u128(..) >> (127 - width)) + at as u128 + 1).collect();
                    keys.push(random.u128(..).checked_shr(128 - tail).unwrap_or(0));
                    let first = random.u128(..) >> random.u32(128 - bits..=127);
                    let mut keys: Vec<K> =
                        keys.into_iter().filter_map(|key| K::of_wide(key.checked_add(first)?)).collect();
                    keys.push(K::of_wide(first).unwrap());
                    keys.sort_unstable();
                    keys.dedup();
                    let last = keys[keys.len() - 1].minus(keys[0]);
                    let more = last.wide().saturating_add(random.u128(..) >> random.u32(..128));
                    let bounds = [Some(last), K::of_wide(more), K::of_wide(u128::MAX >> (128 - bits))];
                    bounds.into_iter().flatten().for_each(|most| returns(keys[0], &keys[1..], most));
                }
            }
        }
    }

    #[test]
    fn keys_of_all_widths_are_read_as_they_were_written() {
        all::<u64>(64);
        all::<u128>(128);
        let run: Vec<u64> = (0..1000).map(|at| u64::MAX - 999 + at).collect();
        returns(run[0], &run[1..], 999);
        returns(0u128, &[u128::MAX], u128::MAX);
        returns(0u64, &[1, u64::MAX - 1, u64::MAX], u64::MAX);
    }

    #[test]
    fn what_is_no_block_of_the_shape_is_refused() {
        let keys: Vec<u64> = (1..64).map(|at| at * 100).collect();
        let mut bytes = Vec::new();
        put(0, &keys, 6399, &mut bytes);
        let shape = BlockShape::new(63, 6399u64);
        for at in 0..shape.row {
            let mut changed = bytes.clone();
            changed[at / 8] ^= 1 << (at % 8);
            assert_eq!(get(0u64, &shape, &changed, &mut Vec::new()), None, "bit {at}");
        }
        assert_eq!(get(0u64, &shape, &[], &mut Vec::new()), None);
        assert_eq!(get(u64::MAX, &shape, &bytes, &mut Vec::new()), None);
    }
}
