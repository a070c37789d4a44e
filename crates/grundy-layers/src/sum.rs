//! A checksum over all positions with their values: equal for equal tables, whatever the order in
//! which they were found, so that runs, numbers of threads and amounts of memory can be compared.

use std::fmt;

use grundy_core::hash::mixed;

use crate::key::Key;

/// The sum of a hash of 128 bits over all pairs of a position and its value.
///
/// It detects accidents; it is no protection against a forger.
///
/// Addition commutes, so any order and any division into parts give the same sum. Two different
/// tables have equal sums with a chance of about 2^-128 if the hash behaves like a random one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PairSum(pub(crate) u128);

impl PairSum {
    /// Adds a position with its value. The sum is one modulo 2^128 by its definition.
    pub fn add<K: Key>(&mut self, key: K, value: u32) {
        let (low, high) = (key.wide() as u64, (key.wide() >> 64) as u64);
        let first = mix(mix(low, 0x9e37_79b9_7f4a_7c15) ^ high, u64::from(value) ^ 0xd6e8_feb8_6659_fd93);
        let second = mix(mix(high, 0xa076_1d64_78bd_642f) ^ low, u64::from(value) ^ 0xe703_7ed1_a0b4_28db);
        self.merge(PairSum(u128::from(first) << 64 | u128::from(second)));
    }

    /// Adds the pairs of another sum.
    pub(crate) fn merge(&mut self, other: PairSum) {
        self.0 = self.0.wrapping_add(other.0);
    }
}

impl fmt::Display for PairSum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", self.0)
    }
}

/// The shard of a key, out of a power of two: bits of a hash, so that each has about as many keys.
#[inline(always)]
pub(crate) fn shard<K: Key>(key: K, shards: u32) -> u32 {
    let (low, high) = (key.wide() as u64, (key.wide() >> 64) as u64);
    let word = mix(low ^ mix(high, 0x8ebc_6af0_9c88_c6e3), 0x5899_65cc_7537_4cc3);
    (word >> 32) as u32 & (shards - 1)
}

/// A permutation of the words of 64 bits for each `seed`.
pub(crate) fn mix(word: u64, seed: u64) -> u64 {
    mixed(word ^ seed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_order_does_not_count_and_every_pair_does() {
        let sum = |pairs: &[(u64, u32)]| {
            let mut sum = PairSum::default();
            pairs.iter().for_each(|&(key, value)| sum.add(key, value));
            sum
        };
        let pairs: Vec<(u64, u32)> = (0..50).flat_map(|key| (0..50).map(move |value| (key, value))).collect();
        let reversed: Vec<(u64, u32)> = pairs.iter().rev().copied().collect();
        assert_eq!(sum(&pairs), sum(&reversed));
        for at in 0..pairs.len() {
            let mut changed = pairs.clone();
            changed[at].1 += 50;
            assert_ne!(sum(&changed), sum(&pairs));
        }
        let mut single: Vec<String> = pairs.iter().map(|&pair| sum(&[pair]).to_string()).collect();
        single.sort_unstable();
        single.dedup();
        assert_eq!(single.len(), pairs.len());
    }
}
