//! Values in as few bytes as they need.

use grundy_core::Nimber;

/// The values of all heaps. A table is widened before a value is stored that does not fit.
pub(super) enum DenseTable {
    Bytes(Vec<u8>),
    Shorts(Vec<u16>),
    Longs(Vec<u32>),
}

/// An entry of a table.
pub(super) trait DenseCell: Copy + Default {
    /// Values are below this.
    const END: usize;
    /// Keeps every value, and every value of narrower entries, as it is.
    const MASK: usize;
    fn wide(self) -> usize;

    /// Where the bytes of a set of values begin for options that are left out.
    #[inline(always)]
    fn spare(bound: usize) -> usize {
        if Self::END > SPARE { bound.max(SPARE) } else { SPARE }
    }

    /// Requires that the value is below [`DenseCell::END`].
    fn of(value: usize) -> Self;

    /// The entries, if they are bytes.
    fn bytes(table: &[Self]) -> Option<&[u8]>;
}

macro_rules! cell {
    ($type:ty, $bytes:expr) => {
        impl DenseCell for $type {
            // Where addresses have 32 bits, no table is long enough for the value that is lost.
            const END: usize = (<$type>::MAX as usize).saturating_add(1);
            const MASK: usize = if Self::END > SPARE { <$type>::MAX as usize } else { SPARE - 1 };

            #[inline(always)]
            fn wide(self) -> usize {
                self as usize
            }

            #[inline(always)]
            fn of(value: usize) -> $type {
                <$type>::try_from(value).expect("the value fits")
            }

            #[inline(always)]
            fn bytes(table: &[$type]) -> Option<&[u8]> {
                let bytes: fn(&[$type]) -> Option<&[u8]> = $bytes;
                bytes(table)
            }
        }
    };
}

cell!(u8, |table| Some(table));
cell!(u16, |_| None);
cell!(u32, |_| None);

impl DenseTable {
    /// A table of zeros.
    pub fn new(entries: usize) -> DenseTable {
        DenseTable::Bytes(vec![0; entries])
    }

    pub fn get(&self, index: usize) -> Nimber {
        Nimber(match self {
            DenseTable::Bytes(all) => u64::from(all[index]),
            DenseTable::Shorts(all) => u64::from(all[index]),
            DenseTable::Longs(all) => u64::from(all[index]),
        })
    }

    /// Stores a value; `false` if it does not fit.
    #[must_use]
    pub fn set(&mut self, index: usize, value: usize) -> bool {
        fn set<T: DenseCell>(table: &mut [T], index: usize, value: usize) -> bool {
            let fits = value < T::END;
            if fits {
                table[index] = T::of(value);
            }
            fits
        }
        match self {
            DenseTable::Bytes(all) => set(all, index, value),
            DenseTable::Shorts(all) => set(all, index, value),
            DenseTable::Longs(all) => set(all, index, value),
        }
    }

    /// The bytes of an entry.
    pub fn width(&self) -> u64 {
        match self {
            DenseTable::Bytes(_) => 1,
            DenseTable::Shorts(_) => 2,
            DenseTable::Longs(_) => 4,
        }
    }

    /// The same values, twice as many bytes each; `None` if they cannot be wider.
    pub fn widened(&self) -> Option<DenseTable> {
        match self {
            DenseTable::Bytes(all) => Some(DenseTable::Shorts(all.iter().map(|&value| value.into()).collect())),
            DenseTable::Shorts(all) => Some(DenseTable::Longs(all.iter().map(|&value| value.into()).collect())),
            DenseTable::Longs(_) => None,
        }
    }
}

/// Where the bytes for options begin that are left out, if values are below it.
pub(super) const SPARE: usize = 1 << 16;
