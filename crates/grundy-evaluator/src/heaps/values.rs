//! Values in as few bytes as they need.

use std::ops::BitXor;

/// One value after another.
pub(super) enum ValueArray {
    Bytes(Vec<u8>),
    Shorts(Vec<u16>),
    Longs(Vec<u32>),
}

/// A value in few bytes.
pub(super) trait SmallValue: Copy + Eq + BitXor<Output = Self> + TryFrom<u32> {
    fn wide(self) -> u32;

    /// The values of an array of this type; `None` if it is of another one.
    fn of(all: &ValueArray) -> Option<&[Self]>;

    /// Whether the values at some place of both lists add to this one.
    fn have_sum(ones: &[Self], others: &[Self], sum: u32) -> bool {
        // Sums fit where the values do.
        let Ok(sum) = Self::try_from(sum) else { return false };
        ones.iter().zip(others).fold(false, |found, (&one, &other)| found | (one ^ other == sum))
    }
}

impl SmallValue for u8 {
    #[inline(always)]
    fn wide(self) -> u32 {
        self.into()
    }

    fn of(all: &ValueArray) -> Option<&[u8]> {
        if let ValueArray::Bytes(all) = all { Some(all) } else { None }
    }
}

impl SmallValue for u16 {
    #[inline(always)]
    fn wide(self) -> u32 {
        self.into()
    }

    fn of(all: &ValueArray) -> Option<&[u16]> {
        if let ValueArray::Shorts(all) = all { Some(all) } else { None }
    }
}

impl SmallValue for u32 {
    #[inline(always)]
    fn wide(self) -> u32 {
        self
    }

    fn of(all: &ValueArray) -> Option<&[u32]> {
        if let ValueArray::Longs(all) = all { Some(all) } else { None }
    }
}

impl ValueArray {
    /// So many zeros, in cells that hold values up to `most`.
    pub(super) fn zeros(count: usize, most: u32) -> ValueArray {
        match most {
            0..=0xff => ValueArray::Bytes(vec![0; count]),
            0x100..=0xffff => ValueArray::Shorts(vec![0; count]),
            _ => ValueArray::Longs(vec![0; count]),
        }
    }

    /// The values in the opposite order.
    pub(super) fn turned(&self) -> ValueArray {
        fn turned<T: Copy>(all: &[T]) -> Vec<T> {
            all.iter().rev().copied().collect()
        }
        match self {
            ValueArray::Bytes(all) => ValueArray::Bytes(turned(all)),
            ValueArray::Shorts(all) => ValueArray::Shorts(turned(all)),
            ValueArray::Longs(all) => ValueArray::Longs(turned(all)),
        }
    }

    pub(super) fn get(&self, at: usize) -> u32 {
        match self {
            ValueArray::Bytes(all) => all[at].wide(),
            ValueArray::Shorts(all) => all[at].wide(),
            ValueArray::Longs(all) => all[at],
        }
    }

    /// Sets the values from a place on. Returns false if one does not fit.
    #[must_use]
    pub(super) fn set(&mut self, from: usize, values: &[u32]) -> bool {
        fn set<T: TryFrom<u32>>(all: &mut [T], values: &[u32]) -> bool {
            all.iter_mut().zip(values).all(|(own, &value)| T::try_from(value).map(|value| *own = value).is_ok())
        }
        match self {
            ValueArray::Bytes(all) => set(&mut all[from..], values),
            ValueArray::Shorts(all) => set(&mut all[from..], values),
            ValueArray::Longs(all) => set(&mut all[from..], values),
        }
    }
}
