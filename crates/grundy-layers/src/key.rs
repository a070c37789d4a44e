//! Keys: packed positions of a fixed size, and what codes need of them.

use std::{fmt::Debug, hash::Hash};

/// A packed position. Equal keys are equal positions; their order has no meaning in the game.
///
/// Sealed: `u64` and `u128` are the keys.
pub trait Key: Copy + Ord + Hash + Debug + Send + Sync + private::Coded + 'static {}

impl Key for u64 {}
impl Key for u128 {}

pub(crate) mod private {
    /// How a key is written to a file, and how it is sorted with a number.
    pub trait Coded: Sized + Copy {
        /// The number of bytes of a key.
        const BYTES: usize;

        /// A key with a number of 32 bits, in the order of the keys.
        type Numbered: Copy + Ord + Send;

        /// Puts a number to a key.
        fn number(self, number: u32) -> Self::Numbered;

        /// Returns a key and its number.
        fn numbered(of: Self::Numbered) -> (Self, u32);

        /// Appends the bytes of keys, in one copy.
        fn put_all(keys: &[Self], out: &mut Vec<u8>);

        /// Reads keys that [`Coded::put_all`] has written, and appends them. `None` if the last one
        /// is cut short.
        fn get_all(bytes: &[u8], keys: &mut Vec<Self>) -> Option<()>;

        /// The least key.
        const ZERO: Self;

        /// The number of bits up to the highest one that is set.
        fn bits(self) -> u32;

        /// Returns the difference to a key that is not greater.
        fn minus(self, lesser: Self) -> Self;

        /// Returns the sum; `None` if it does not fit.
        fn plus(self, difference: Self) -> Option<Self>;

        /// Returns what the lowest `width` bits are not; the greatest number if it does not fit.
        fn high(self, width: u32) -> usize;

        /// Returns the lowest `width` bits.
        fn lowest(self, width: u32) -> Self;

        /// Returns the number with these lowest `width` bits, and with `high` before them.
        fn joined(high: usize, low: Self, width: u32) -> Self;

        /// Reads the lowest `width` bits of a number from this bit on.
        fn low(width: u32, bytes: &[u8], at: usize) -> Self;

        /// Sets the lowest `width` bits from this one on, where there are zeros.
        fn put_low(self, width: u32, bytes: &mut [u8], at: usize);

        /// Returns the key as a number of 128 bits.
        fn wide(self) -> u128;

        /// Returns the key of a number; `None` if it does not fit.
        fn of_wide(wide: u128) -> Option<Self>;

        /// Appends the difference to a lesser key, less one, in groups of seven bits, the lowest
        /// first (LEB128).
        fn put_after(self, before: Self, out: &mut Vec<u8>);

        /// Reads a difference from the start of `bytes`, and returns the key and the bytes after
        /// the difference. `None` if the bytes end too early or the key does not fit.
        fn get_after(before: Self, bytes: &[u8]) -> Option<(Self, &[u8])>;
    }
}

use crate::bits::{bits, put_bits};
use private::Coded;

/// Bits that are read and written together: so many are in a word wherever they begin.
const PIECE: u32 = 56;

macro_rules! coded {
    ($kind:ty, $numbered:ty, $number:expr, $split:expr) => {
        impl Coded for $kind {
            const BYTES: usize = size_of::<$kind>();

            type Numbered = $numbered;

            #[inline(always)]
            fn number(self, number: u32) -> $numbered {
                $number(self, number)
            }

            #[inline(always)]
            fn numbered(of: $numbered) -> ($kind, u32) {
                $split(of)
            }

            fn put_all(keys: &[$kind], out: &mut Vec<u8>) {
                let from = out.len();
                out.resize(from + size_of_val(keys), 0);
                for (place, key) in out[from..].chunks_exact_mut(Self::BYTES).zip(keys) {
                    place.copy_from_slice(&key.to_le_bytes());
                }
            }

            fn get_all(bytes: &[u8], keys: &mut Vec<$kind>) -> Option<()> {
                let (whole, rest) = bytes.as_chunks::<{ size_of::<$kind>() }>();
                keys.extend(whole.iter().map(|&bytes| <$kind>::from_le_bytes(bytes)));
                rest.is_empty().then_some(())
            }

            const ZERO: $kind = 0;

            #[inline(always)]
            fn bits(self) -> u32 {
                <$kind>::BITS - self.leading_zeros()
            }

            #[inline(always)]
            fn minus(self, lesser: $kind) -> $kind {
                self.saturating_sub(lesser)
            }

            #[inline(always)]
            fn plus(self, difference: $kind) -> Option<$kind> {
                self.checked_add(difference)
            }

            #[inline(always)]
            fn high(self, width: u32) -> usize {
                usize::try_from(self.checked_shr(width).unwrap_or(0)).unwrap_or(usize::MAX)
            }

            #[inline(always)]
            fn lowest(self, width: u32) -> $kind {
                self & <$kind>::MAX.checked_shr(<$kind>::BITS - width).unwrap_or(0)
            }

            #[inline(always)]
            fn joined(high: usize, low: $kind, width: u32) -> $kind {
                (high as $kind).checked_shl(width).unwrap_or(0) | low
            }

            #[inline(always)]
            fn low(width: u32, bytes: &[u8], at: usize) -> $kind {
                let mut number = <$kind>::from(bits(bytes, at));
                for from in (PIECE..width).step_by(PIECE as usize) {
                    number = number.lowest(from) | <$kind>::from(bits(bytes, at + from as usize)) << from;
                }
                number.lowest(width)
            }

            #[inline(always)]
            fn put_low(self, width: u32, bytes: &mut [u8], at: usize) {
                for from in (0..width).step_by(PIECE as usize) {
                    put_bits(bytes, at + from as usize, (self >> from) as u64, PIECE.min(width - from));
                }
            }

            #[inline(always)]
            fn wide(self) -> u128 {
                self.into()
            }

            fn of_wide(wide: u128) -> Option<$kind> {
                wide.try_into().ok()
            }

            #[inline]
            fn put_after(self, before: $kind, out: &mut Vec<u8>) {
                let mut rest = self.saturating_sub(before).saturating_sub(1);
                while rest >= 0x80 {
                    out.push(rest as u8 | 0x80);
                    rest >>= 7;
                }
                out.push(rest as u8);
            }

            #[inline(always)]
            fn get_after(before: $kind, bytes: &[u8]) -> Option<($kind, &[u8])> {
                let (&first, mut bytes) = bytes.split_first()?;
                let mut rest = <$kind>::from(first & 0x7f);
                let mut last = first;
                let mut shift = 7;
                while last >= 0x80 {
                    let (&next, after) = bytes.split_first()?;
                    (last, bytes) = (next, after);
                    let part = <$kind>::from(last & 0x7f);
                    if shift >= <$kind>::BITS || part > <$kind>::MAX >> shift {
                        return None;
                    }
                    rest |= part << shift;
                    shift += 7;
                }
                Some((before.checked_add(rest)?.checked_add(1)?, bytes))
            }
        }
    };
}

coded!(u64, u128, |key: u64, number: u32| u128::from(key) << 32 | u128::from(number), |of: u128| (
    (of >> 32) as u64,
    of as u32
));
coded!(u128, (u128, u32), |key, number| (key, number), |of| of);

#[cfg(test)]
mod tests {
    use super::*;

    fn returns<K: Key>(edges: &[K]) {
        for (at, &before) in edges.iter().enumerate() {
            for &key in &edges[at + 1..] {
                let mut bytes = Vec::new();
                key.put_after(before, &mut bytes);
                bytes.push(7);
                assert_eq!(K::get_after(before, &bytes), Some((key, &[7][..])), "{before:?} to {key:?}");
                for end in 0..bytes.len() - 1 {
                    assert_eq!(K::get_after(before, &bytes[..end]), None, "cut at {end}");
                }
                let mut all = vec![9];
                K::put_all(&[before, key], &mut all);
                let mut read = vec![before];
                assert_eq!(K::get_all(&all[1..], &mut read), Some(()));
                assert_eq!(read, [before, before, key]);
                assert_eq!(K::get_all(&all, &mut read), None);
                assert_eq!(K::numbered(key.number(u32::MAX)), (key, u32::MAX));
                assert!(before.number(u32::MAX) < key.number(0));
                assert_eq!(K::of_wide(key.wide()), Some(key));
            }
        }
    }

    #[test]
    fn keys_are_read_as_they_were_written() {
        let near = |of: u128| [of.saturating_sub(1), of, of.saturating_add(1)];
        let mut edges: Vec<u128> = (0..128).step_by(7).flat_map(|bit| near(1 << bit)).chain([u128::MAX]).collect();
        edges.sort_unstable();
        edges.dedup();
        returns(&edges);
        returns(&edges.iter().filter_map(|&key| u64::try_from(key).ok()).chain([u64::MAX]).collect::<Vec<_>>());
    }

    #[test]
    fn numbers_that_do_not_fit_are_refused() {
        let long = [0xff; 40];
        assert_eq!(u64::get_after(0, &long), None);
        assert_eq!(u128::get_after(0, &long), None);
        assert_eq!(u64::get_after(u64::MAX, &[0]), None);
        assert_eq!(u64::get_after(0, &[0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 2]), None);
        assert_eq!(u64::of_wide(1 << 64), None);
    }
}
