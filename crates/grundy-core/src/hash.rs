//! Digests and random numbers that are the same on every machine: FNV-1a and SplitMix64.
//!
//! Both are for mistakes and for samples, never against a forger. All products are modulo 2^64 by
//! their definition.
//!
//! ```
//! use grundy_core::hash::{Fnv, SplitMix};
//!
//! assert_eq!(Fnv::of(*b"a"), 0xaf63_dc4c_8601_ec8c);
//! assert_eq!(SplitMix(0).next(), 0xe220_a839_7b1d_cdaf);
//! ```

/// The 64-bit digest FNV-1a of G. Fowler, L. C. Noll and K.-P. Vo, so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fnv(pub u64);

impl Default for Fnv {
    fn default() -> Fnv {
        Fnv(0xcbf2_9ce4_8422_2325)
    }
}

impl Fnv {
    /// The digest of some bytes.
    pub fn of(bytes: impl IntoIterator<Item = u8>) -> u64 {
        Fnv::default().with(bytes).0
    }

    /// The digest of some more bytes.
    #[must_use]
    pub fn with(self, bytes: impl IntoIterator<Item = u8>) -> Fnv {
        let step = |sum: u64, byte| (sum ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        Fnv(bytes.into_iter().fold(self.0, step))
    }
}

/// A generator of random numbers with its state: SplitMix64; G. L. Steele, D. Lea and C. H. Flood,
/// Fast splittable pseudorandom number generators, 2014.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SplitMix(pub u64);

impl SplitMix {
    /// The next number.
    #[expect(clippy::should_implement_trait, reason = "it never ends")]
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        mixed(self.0)
    }

    /// A well-mixed number for this one.
    #[inline]
    pub fn hash(number: u64) -> u64 {
        SplitMix(number).next()
    }
}

/// A permutation of the numbers of 64 bits that mixes their bits: the last part of SplitMix64.
#[inline]
pub fn mixed(number: u64) -> u64 {
    let number = (number ^ number >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ number >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ number >> 31
}
