//! Values in as few bytes as they need.

/// One value after another.
pub(super) enum ValueArray {
    Bytes(Vec<u8>),
    Shorts(Vec<u16>),
    Longs(Vec<u32>),
}

/// A value in few bytes.
pub(super) trait SmallValue: Copy {
    fn wide(self) -> u32;
}

impl SmallValue for u8 {
    #[inline(always)]
    fn wide(self) -> u32 {
        self.into()
    }
}

impl SmallValue for u16 {
    #[inline(always)]
    fn wide(self) -> u32 {
        self.into()
    }
}

impl SmallValue for u32 {
    #[inline(always)]
    fn wide(self) -> u32 {
        self
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
