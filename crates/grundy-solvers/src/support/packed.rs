//! A table of values with the least number of bytes per entry.
//!
//! A value is at most the number of options of its position, so a solver knows a bound before it
//! starts and selects the width once. Loops run over plain slices, and every value fits.

use grundy_core::Nimber;

/// A width of table entries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum EntryWidth {
    One,
    Two,
    Four,
    Eight,
}

/// Values, each with as many bytes as their bound needs.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum PackedArray {
    One(Vec<u8>),
    Two(Vec<u16>),
    Four(Vec<u32>),
    Eight(Vec<u64>),
}

/// An entry of a table.
pub(crate) trait PackedCell: Copy + Default {
    /// Packs a value that is at most the bound of the table. Panics over it: a wrong bound is an
    /// error of the solver and must not become a wrong value.
    fn pack(value: u64) -> Self;

    /// Returns the value.
    fn unpack(self) -> u64;
}

macro_rules! cell {
    ($($cell:ty),*) => {$(
        impl PackedCell for $cell {
            fn pack(value: u64) -> $cell {
                <$cell>::try_from(value).expect("the width was chosen for a bound of all values")
            }

            fn unpack(self) -> u64 {
                u64::from(self)
            }
        }
    )*};
}

cell!(u8, u16, u32, u64);

impl EntryWidth {
    /// Returns the least width for values up to `bound`.
    pub(crate) fn holding(bound: u64) -> EntryWidth {
        match bound {
            0..=0xff => EntryWidth::One,
            0x100..=0xffff => EntryWidth::Two,
            0x1_0000..=0xffff_ffff => EntryWidth::Four,
            _ => EntryWidth::Eight,
        }
    }

    /// Returns the bytes of an entry.
    pub(crate) fn bytes(self) -> u64 {
        match self {
            EntryWidth::One => 1,
            EntryWidth::Two => 2,
            EntryWidth::Four => 4,
            EntryWidth::Eight => 8,
        }
    }

    /// Returns a table of zeros.
    pub(crate) fn zeros(self, count: usize) -> PackedArray {
        match self {
            EntryWidth::One => PackedArray::One(vec![0; count]),
            EntryWidth::Two => PackedArray::Two(vec![0; count]),
            EntryWidth::Four => PackedArray::Four(vec![0; count]),
            EntryWidth::Eight => PackedArray::Eight(vec![0; count]),
        }
    }

    /// Returns a table of these values, which are at most the bound.
    pub(crate) fn table(self, values: impl Iterator<Item = u64>) -> PackedArray {
        match self {
            EntryWidth::One => PackedArray::One(values.map(PackedCell::pack).collect()),
            EntryWidth::Two => PackedArray::Two(values.map(PackedCell::pack).collect()),
            EntryWidth::Four => PackedArray::Four(values.map(PackedCell::pack).collect()),
            EntryWidth::Eight => PackedArray::Eight(values.map(PackedCell::pack).collect()),
        }
    }
}

impl PackedArray {
    /// Returns the number of values.
    pub(crate) fn len(&self) -> usize {
        match self {
            PackedArray::One(values) => values.len(),
            PackedArray::Two(values) => values.len(),
            PackedArray::Four(values) => values.len(),
            PackedArray::Eight(values) => values.len(),
        }
    }

    /// Returns the value at an index; `None` past the end.
    pub(crate) fn get(&self, at: usize) -> Option<Nimber> {
        let value = match self {
            PackedArray::One(values) => values.get(at).map(|value| value.unpack()),
            PackedArray::Two(values) => values.get(at).map(|value| value.unpack()),
            PackedArray::Four(values) => values.get(at).map(|value| value.unpack()),
            PackedArray::Eight(values) => values.get(at).map(|value| value.unpack()),
        };
        value.map(Nimber)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_width_holds_the_bound_where_it_changes() {
        for bound in [0, 255, 256, 65_535, 65_536, 0xffff_ffff, 0x1_0000_0000, u64::MAX] {
            let zeros = EntryWidth::holding(bound).zeros(3);
            assert_eq!((zeros.len(), zeros.get(2), zeros.get(3)), (3, Some(Nimber(0)), None));
            let kept = match zeros {
                PackedArray::One(_) => u8::pack(bound).unpack(),
                PackedArray::Two(_) => u16::pack(bound).unpack(),
                PackedArray::Four(_) => u32::pack(bound).unpack(),
                PackedArray::Eight(_) => u64::pack(bound).unpack(),
            };
            assert_eq!(kept, bound);
        }
    }
}
