//! Heaps of kinds as numbers: in the lowest bits the number of the kind, then how many sizes there
//! are, then the sizes, the last one first.
//!
//! The rules that are compiled and the plain meaning share these keys, and nothing else.
//!
//! *Example.* With a width of 4 bits the heap `pair(5, 3)` of kind 0 has the key 5, 3, 2, 0:
//! `0x53_02_00`.

/// Bits of the number of a kind, and of how many sizes there are.
pub(super) const KIND: u32 = 8;

/// How the heaps of a game are packed.
#[derive(Debug)]
pub(super) struct HeapKeys {
    /// Bits of a size.
    pub width: u32,
    /// By the number of a kind: its rank among heaps of equal sums.
    pub ranks: Vec<usize>,
}

impl HeapKeys {
    /// The packed sizes with one more; `None` if it is too large.
    pub fn with_size(&self, sizes: u128, size: u64) -> Option<u128> {
        (size.checked_shr(self.width).unwrap_or(0) == 0).then(|| sizes << self.width | u128::from(size))
    }

    /// The key of a heap of this kind with so many sizes.
    ///
    /// Different heaps have different keys, since the number of sizes is part of the key.
    pub fn of_kind(sizes: u128, count: usize, kind: usize) -> u128 {
        sizes << (2 * KIND) | (count as u128) << KIND | kind as u128
    }

    /// Sets `sizes` to those of a key; returns the number of its kind.
    ///
    /// In the order of the rules.
    pub fn sizes(&self, key: u128, sizes: &mut Vec<i64>) -> usize {
        let (kind, count) = HeapKeys::kind(key);
        sizes.clear();
        sizes.extend((0..count).rev().map(|at| self.size(key, at) as i64));
        kind
    }

    /// The layer of a heap: the sum of its sizes, and among equal sums the rank of its kind.
    pub fn layer(&self, key: u128) -> u32 {
        let (kind, count) = HeapKeys::kind(key);
        let sum: u128 = (0..count).map(|at| u128::from(self.size(key, at))).sum();
        let rank = self.ranks.get(kind).copied().unwrap_or(0) as u128;
        // Tables whose layers do not fit are refused (`Heaps::new`).
        u32::try_from(sum * self.ranks.len() as u128 + rank).unwrap_or(u32::MAX)
    }

    /// A size of a key; 0 is the last one.
    fn size(&self, key: u128, at: usize) -> u64 {
        ((key >> (2 * KIND + self.width * at as u32)) & ((1 << self.width) - 1)) as u64
    }

    /// The number of the kind of a key, and how many sizes it has.
    fn kind(key: u128) -> (usize, usize) {
        let mask = (1 << KIND) - 1;
        ((key & mask) as usize, (key >> KIND & mask) as usize)
    }
}
