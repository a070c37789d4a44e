//! Bits that a word is packed into: 64, 128, or several words of 64.
//!
//! A key holds a word as planes: bit i of plane p is bit p of the number of the letter at place i,
//! and the planes lie one above the other, each as wide as the longest word. Letters are numbered
//! from 1, so the length of a word is that of the union of its planes, and the empty word is 0.
//! A shift of a key moves the letters of all planes at once.
//!
//! [`Key::mix`] permutes keys, so that tables store a part of the mixed key and lose nothing.

use std::{
    fmt::Debug,
    hash::Hash,
    ops::{BitAnd, BitOr, BitXor, Not},
};

/// A fixed number of bits. No shift wraps: what is shifted out is lost.
pub(super) trait KeyBits:
    Copy
    + Eq
    + Ord
    + Hash
    + Debug
    + Default
    + Send
    + Sync
    + 'static
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
{
    /// How many bits there are.
    const BITS: usize;

    /// The bits of these words of 64, from the lowest on.
    fn of_words(word: impl FnMut(usize) -> u64) -> Self;

    /// A word of 64 bits, counted from the lowest; 0 past the end.
    fn word(self, at: usize) -> u64;

    fn up(self, by: usize) -> Self;

    fn down(self, by: usize) -> Self;

    /// The lowest bits, this many, or all.
    #[inline(always)]
    fn low(count: usize) -> Self {
        if count >= Self::BITS { !Self::default() } else { !(!Self::default()).up(count) }
    }

    /// The place of the lowest bit that is set; `BITS` if none is.
    fn first(self) -> usize;

    /// The place after the highest bit that is set.
    fn length(self) -> usize;

    fn ones(self) -> usize;

    #[inline(always)]
    fn is_none(self) -> bool {
        self == Self::default()
    }

    /// Without its lowest bit.
    fn rest(self) -> Self;
}

/// Bits that are the key of a table.
pub(super) trait Key: KeyBits {
    /// A permutation of the keys of this width that changes the lowest word alone: its highest and
    /// its lowest bits depend on all bits of the key.
    fn mix(self, width: KeyWidth) -> Self;

    /// The key whose mixed form this is.
    fn unmix(self, width: KeyWidth) -> Self;

    /// The same with another lowest word.
    fn with_first(self, word: u64) -> Self;

    /// Reads a key from bytes, the lowest first; 0 unless there are `BITS / 8`.
    fn load(bytes: &[u8]) -> Self;

    /// Writes a key to bytes, of which there are at least `BITS / 8`.
    fn store(self, bytes: &mut [u8]);
}

macro_rules! bits {
    ($kind:ty, $bits:expr) => {
        impl KeyBits for $kind {
            const BITS: usize = $bits;

            #[inline(always)]
            fn of_words(mut word: impl FnMut(usize) -> u64) -> $kind {
                (0..$bits / 64).fold(0, |all, at| all | <$kind>::from(word(at)) << (64 * at))
            }

            #[inline(always)]
            fn word(self, at: usize) -> u64 {
                self.down(64 * at) as u64
            }

            #[inline(always)]
            fn up(self, by: usize) -> $kind {
                if by < $bits { self << by } else { 0 }
            }

            #[inline(always)]
            fn down(self, by: usize) -> $kind {
                if by < $bits { self >> by } else { 0 }
            }

            #[inline(always)]
            fn first(self) -> usize {
                self.trailing_zeros() as usize
            }

            #[inline(always)]
            fn length(self) -> usize {
                $bits - self.leading_zeros() as usize
            }

            #[inline(always)]
            fn ones(self) -> usize {
                self.count_ones() as usize
            }

            #[inline(always)]
            fn rest(self) -> $kind {
                self & self.wrapping_sub(1)
            }
        }
    };
}

bits!(u64, 64);
bits!(u128, 128);

/// The width of keys, for [`Key::mix`].
#[derive(Clone, Copy, Debug)]
pub(super) struct KeyWidth {
    /// Half of the bits of the lowest word that are used, at most 32.
    half: u32,
    /// These bits.
    low: u64,
}

impl KeyWidth {
    /// The width of keys below 2^bits.
    pub const fn new(bits: usize) -> KeyWidth {
        let bits = if bits < 64 { bits as u32 } else { 64 };
        KeyWidth { half: bits.div_ceil(2), low: if bits == 0 { 0 } else { u64::MAX >> (64 - bits) } }
    }
}

/// All bits of a word.
const WHOLE: KeyWidth = KeyWidth::new(64);

/// The multiplier of the permutation, which is odd, and its inverse.
const ODD: u64 = 0x9e37_79b9_7f4a_7c15;
const INVERSE: u64 = inverse(ODD);

/// The inverse of an odd number modulo 2^64, by Newton's method.
const fn inverse(odd: u64) -> u64 {
    let mut found = odd;
    let mut round = 0;
    while round < 5 {
        found = found.wrapping_mul(2u64.wrapping_sub(odd.wrapping_mul(found)));
        round += 1;
    }
    found
}

/// Permutes the numbers of this width: the highest bits of the result depend on all bits, and the
/// lowest ones on the highest ones.
#[inline(always)]
fn mix_word(word: u64, KeyWidth { half, low }: KeyWidth) -> u64 {
    let word = (word ^ word.wrapping_shr(half)).wrapping_mul(ODD) & low;
    word ^ word.wrapping_shr(half)
}

#[inline(always)]
fn unmix_word(word: u64, KeyWidth { half, low }: KeyWidth) -> u64 {
    let word = (word ^ word.wrapping_shr(half)).wrapping_mul(INVERSE) & low;
    word ^ word.wrapping_shr(half)
}

/// A number whose highest bits depend on all bits of another one.
#[inline(always)]
fn hash(word: u64) -> u64 {
    (word ^ word >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93)
}

impl Key for u64 {
    #[inline(always)]
    fn mix(self, width: KeyWidth) -> u64 {
        mix_word(self, width)
    }

    #[inline(always)]
    fn unmix(self, width: KeyWidth) -> u64 {
        unmix_word(self, width)
    }

    #[inline(always)]
    fn with_first(self, word: u64) -> u64 {
        word
    }

    #[inline(always)]
    fn load(bytes: &[u8]) -> u64 {
        bytes.first_chunk().map_or(0, |bytes| u64::from_le_bytes(*bytes))
    }

    #[inline(always)]
    fn store(self, bytes: &mut [u8]) {
        bytes[..8].copy_from_slice(&self.to_le_bytes());
    }
}

impl Key for u128 {
    #[inline(always)]
    fn mix(self, _: KeyWidth) -> u128 {
        self.with_first(mix_word(self.word(0) ^ hash(self.word(1)), WHOLE))
    }

    #[inline(always)]
    fn unmix(self, _: KeyWidth) -> u128 {
        self.with_first(unmix_word(self.word(0), WHOLE) ^ hash(self.word(1)))
    }

    #[inline(always)]
    fn with_first(self, word: u64) -> u128 {
        self >> 64 << 64 | u128::from(word)
    }

    #[inline(always)]
    fn load(bytes: &[u8]) -> u128 {
        bytes.first_chunk().map_or(0, |bytes| u128::from_le_bytes(*bytes))
    }

    #[inline(always)]
    fn store(self, bytes: &mut [u8]) {
        bytes[..16].copy_from_slice(&self.to_le_bytes());
    }
}

/// Several words of 64 bits, the highest first, so that the order is that of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct WideKey<const N: usize>([u64; N]);

impl<const N: usize> Default for WideKey<N> {
    fn default() -> WideKey<N> {
        WideKey([0; N])
    }
}

macro_rules! operators {
    ($($operator:ident $name:ident),*) => {$(
        impl<const N: usize> $operator for WideKey<N> {
            type Output = WideKey<N>;

            #[inline(always)]
            fn $name(self, other: WideKey<N>) -> WideKey<N> {
                WideKey(std::array::from_fn(|at| self.0[at].$name(other.0[at])))
            }
        }
    )*};
}

operators!(BitAnd bitand, BitOr bitor, BitXor bitxor);

impl<const N: usize> Not for WideKey<N> {
    type Output = WideKey<N>;

    #[inline(always)]
    fn not(self) -> WideKey<N> {
        WideKey(self.0.map(|word| !word))
    }
}

impl<const N: usize> KeyBits for WideKey<N> {
    const BITS: usize = 64 * N;

    #[inline(always)]
    fn of_words(mut word: impl FnMut(usize) -> u64) -> WideKey<N> {
        let mut words = [0; N];
        words.iter_mut().rev().enumerate().for_each(|(at, own)| *own = word(at));
        WideKey(words)
    }

    #[inline(always)]
    fn word(self, at: usize) -> u64 {
        if at < N { self.0[N - 1 - at] } else { 0 }
    }

    #[inline(always)]
    fn up(self, by: usize) -> WideKey<N> {
        let (words, bits) = (by / 64, by % 64);
        let word = |at: usize| at.checked_sub(words).map_or(0, |at| self.word(at));
        // The bits that come from the word below: none of them if the shift is by whole words.
        let below = |at: usize| at.checked_sub(words + 1).map_or(0, |at| self.word(at) >> 1 >> (63 - bits));
        WideKey::of_words(|at| word(at) << bits | below(at))
    }

    #[inline(always)]
    fn down(self, by: usize) -> WideKey<N> {
        let (words, bits) = (by / 64, by % 64);
        WideKey::of_words(|at| self.word(at + words) >> bits | self.word(at + words + 1) << 1 << (63 - bits))
    }

    #[inline(always)]
    fn first(self) -> usize {
        let zeros = (0..N).find(|&at| self.word(at) != 0);
        zeros.map_or(Self::BITS, |at| 64 * at + self.word(at).trailing_zeros() as usize)
    }

    #[inline(always)]
    fn length(self) -> usize {
        let top = (0..N).rev().find(|&at| self.word(at) != 0);
        top.map_or(0, |at| 64 * at + self.word(at).length())
    }

    #[inline(always)]
    fn ones(self) -> usize {
        self.0.iter().map(|word| word.ones()).sum()
    }

    #[inline(always)]
    fn rest(self) -> WideKey<N> {
        let at = self.first() / 64;
        WideKey::of_words(|own| if own == at { self.word(own).rest() } else { self.word(own) })
    }
}

impl<const N: usize> WideKey<N> {
    /// A number that depends on all words but the lowest.
    #[inline(always)]
    fn others(self) -> u64 {
        self.0[..N - 1].iter().fold(0, |all, &word| hash(all ^ word).rotate_left(23))
    }
}

impl<const N: usize> Key for WideKey<N> {
    #[inline(always)]
    fn mix(self, _: KeyWidth) -> WideKey<N> {
        self.with_first(mix_word(self.word(0) ^ self.others(), WHOLE))
    }

    #[inline(always)]
    fn unmix(self, _: KeyWidth) -> WideKey<N> {
        self.with_first(unmix_word(self.word(0), WHOLE) ^ self.others())
    }

    #[inline(always)]
    fn with_first(mut self, word: u64) -> WideKey<N> {
        self.0[N - 1] = word;
        self
    }

    #[inline(always)]
    fn load(bytes: &[u8]) -> WideKey<N> {
        WideKey::of_words(|at| bytes.get(8 * at..).map_or(0, u64::load))
    }

    fn store(self, bytes: &mut [u8]) {
        for (at, chunk) in bytes.chunks_exact_mut(8).take(N).enumerate() {
            self.word(at).store(chunk);
        }
    }
}
