//! Heaps of kinds as numbers: in the highest bits the layer, then the number of the kind, how many
//! sizes there are, and the sizes, the last one lowest.
//!
//! The layer follows from the rest. It is in the key because a table asks for it some ten times for
//! each option, and since all keys of a file have the same one, it takes no room there.
//!
//! The rules that are compiled and the plain meaning share these keys, and nothing else.

use std::ops::{BitAnd, BitOr, BitXor, Shl, Shr};

use grundy_layers::Key;

/// A key with the operations of a number.
pub(super) trait Word:
    Key
    + From<u64>
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    /// The lowest 64 bits.
    fn low(self) -> u64;
}

impl Word for u64 {
    fn low(self) -> u64 {
        self
    }
}

impl Word for u128 {
    fn low(self) -> u64 {
        self as u64
    }
}

/// How the heaps of a game are packed.
#[derive(Clone, Debug, Default)]
pub(super) struct HeapKeys {
    /// Bits of a size.
    width: u32,
    /// Where the number of sizes, the kind and the layer begin.
    places: [u32; 3],
    /// Bits of a layer.
    layer: u32,
    /// The most sizes of a heap.
    sizes: usize,
    /// By the number of a kind: its rank among heaps of equal sums.
    ranks: Vec<usize>,
}

/// The bits of a number.
fn bits(number: u64) -> u32 {
    u64::BITS - number.leading_zeros()
}

impl HeapKeys {
    /// Keys of heaps with up to so many sizes whose sum is at most `largest`, of the kinds with
    /// these ranks. They have [`HeapKeys::bits`] bits.
    pub fn new(largest: u64, sizes: usize, ranks: Vec<usize>) -> HeapKeys {
        let width = bits(largest).max(1);
        let kinds = ranks.len() as u64;
        let layer = bits(largest.saturating_add(1).saturating_mul(kinds)).max(1);
        let count = (sizes as u32).saturating_mul(width);
        let kind = count.saturating_add(bits(sizes as u64));
        let places = [count, kind, kind.saturating_add(bits(kinds.saturating_sub(1)))];
        HeapKeys { width, places, layer, sizes, ranks }
    }

    /// The bits of a key.
    pub fn bits(&self) -> u32 {
        self.places[2].saturating_add(self.layer)
    }

    /// Whether a key holds so many sizes.
    pub fn holds(&self, sizes: usize) -> bool {
        sizes <= self.sizes
    }

    /// The packed sizes with one more; `None` if it is too large.
    #[inline]
    pub fn with_size<W: Word>(&self, sizes: W, size: u64) -> Option<W> {
        (size.checked_shr(self.width).unwrap_or(0) == 0).then(|| sizes << self.width | W::from(size))
    }

    /// Packed sizes, of which there are so many, with another one at a place; `None` if it is too
    /// large.
    #[inline]
    pub fn replaced<W: Word>(&self, sizes: W, count: usize, at: usize, before: u64, size: u64) -> Option<W> {
        let after = count.checked_sub(at + 1)? as u32;
        let fits = size.checked_shr(self.width).unwrap_or(0) == 0 && self.holds(count);
        fits.then(|| sizes ^ W::from(before ^ size) << (self.width * after))
    }

    /// The packed sizes of a key.
    #[inline]
    pub fn packed<W: Word>(&self, key: W) -> W {
        let all = self.places[0];
        key ^ key >> all << all
    }

    /// The layer of a heap of this kind whose sizes have this sum.
    #[inline]
    pub fn layer_of(&self, sum: u64, kind: usize) -> Option<u32> {
        let rank = *self.ranks.get(kind)? as u64;
        let layer = sum.checked_mul(self.ranks.len() as u64)?.checked_add(rank)?;
        u32::try_from(layer).ok().filter(|layer| layer.checked_shr(self.layer).unwrap_or(0) == 0)
    }

    /// The key of a heap of this layer and kind, with so many packed sizes.
    #[inline]
    pub fn key<W: Word>(&self, layer: u32, kind: usize, count: usize, sizes: W) -> Option<W> {
        let [at_count, at_kind, at_layer] = self.places;
        let head =
            W::from(count as u64) << at_count | W::from(kind as u64) << at_kind | W::from(layer.into()) << at_layer;
        self.holds(count).then(|| head | sizes)
    }

    /// Sets `sizes` to those of a key; returns the number of its kind.
    #[inline]
    pub fn sizes<W: Word>(&self, key: W, sizes: &mut Vec<i64>) -> usize {
        let [at_count, at_kind, at_layer] = self.places;
        let between = |from: u32, to: u32| ((key >> from).low() & mask(to - from)) as usize;
        sizes.clear();
        let count = between(at_count, at_kind) as u32;
        sizes.extend((0..count).rev().map(|at| ((key >> (self.width * at)).low() & mask(self.width)) as i64));
        between(at_kind, at_layer)
    }

    /// The layer of a heap: the sum of its sizes, and among equal sums the rank of its kind.
    #[inline]
    pub fn layer<W: Word>(&self, key: W) -> u32 {
        // Only the keys of plain heaps have more bits: tables of so many layers are refused.
        u32::try_from((key >> self.places[2]).low()).unwrap_or(u32::MAX)
    }
}

/// Ones in the lowest bits, at most 63.
fn mask(width: u32) -> u64 {
    (1 << width) - 1
}
