//! Keys: packed positions of a fixed size, and how sorted keys are written.
//!
//! Sorted keys differ by little, so a file holds the difference of each key to the one before it,
//! less one, in groups of seven bits with the lowest first (LEB128). In Cram on a board of 4x8 a
//! key takes 1.2 bytes.
//!
//! *Example.* After the key 1000 the keys 1001 and 1300 are written as 0 and 298, in one byte and
//! in two.

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

        /// Returns the key as a number of 128 bits.
        fn wide(self) -> u128;

        /// Returns the key of a number; `None` if it does not fit.
        fn of_wide(wide: u128) -> Option<Self>;

        /// Appends the difference to a lesser key.
        fn put_after(self, before: Self, out: &mut Vec<u8>);

        /// Reads a difference from the start of `bytes`, and returns the key and the bytes after
        /// the difference. `None` if the bytes end too early or the key does not fit.
        fn get_after(before: Self, bytes: &[u8]) -> Option<(Self, &[u8])>;
    }
}

use private::Coded;

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
