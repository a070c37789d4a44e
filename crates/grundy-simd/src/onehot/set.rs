//! Sets of small numbers as bits of a word.

use std::{fmt::Debug, ops};

/// A set of numbers below [`Set::WIDTH`], a bit each.
pub trait Set:
    Copy
    + Eq
    + Debug
    + Send
    + Sync
    + 'static
    + ops::BitOr<Output = Self>
    + ops::BitOrAssign
    + ops::BitAnd<Output = Self>
    + ops::Not<Output = Self>
    + sealed::Sealed
{
    /// How many numbers there are.
    const WIDTH: usize;
    /// No number.
    const EMPTY: Self;
    /// Every number.
    const FULL: Self;

    /// The set of one number, taken modulo the width.
    fn one(number: u8) -> Self;

    /// The least number that is not there; the width, if all are.
    fn least_absent(self) -> u8;

    /// The least number that is there; the width, if none is.
    fn least(self) -> u8 {
        (!self).least_absent()
    }

    /// The set of all x xor `value` for its members x.
    fn shifted(self, value: u8) -> Self;

    /// The set of all numbers below `end`.
    fn below(end: usize) -> Self;
}

mod sealed {
    /// Words of bits only, since tracks are read as bytes.
    pub trait Sealed {}
}

macro_rules! sets {
    ($($word:ty),*) => {$(
        impl sealed::Sealed for $word {}

        impl Set for $word {
            const WIDTH: usize = <$word>::BITS as usize;
            const EMPTY: $word = 0;
            const FULL: $word = <$word>::MAX;

            #[inline(always)]
            fn one(number: u8) -> $word {
                1 << (u32::from(number) % <$word>::BITS)
            }

            #[inline(always)]
            fn least_absent(self) -> u8 {
                self.trailing_ones() as u8
            }

            fn shifted(self, value: u8) -> $word {
                let members = (0..Self::WIDTH).filter(|&member| self >> member & 1 == 1);
                members.fold(0, |set, member| set | Self::one(member as u8 ^ value))
            }

            fn below(end: usize) -> $word {
                if end >= Self::WIDTH { <$word>::MAX } else { (1 << end) - 1 }
            }
        }
    )*};
}

sets!(u16, u32, u64, u128);
