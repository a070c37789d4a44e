//! Values in as few bytes as they need.

/// One value after another.
pub(super) enum Values {
    Bytes(Vec<u8>),
    Shorts(Vec<u16>),
    Longs(Vec<u32>),
}

/// A value in few bytes.
pub(super) trait Cell: Copy {
    fn wide(self) -> u32;
}

impl Cell for u8 {
    #[inline(always)]
    fn wide(self) -> u32 {
        self.into()
    }
}

impl Cell for u16 {
    #[inline(always)]
    fn wide(self) -> u32 {
        self.into()
    }
}

impl Cell for u32 {
    #[inline(always)]
    fn wide(self) -> u32 {
        self
    }
}

impl Values {
    /// So many zeros, in cells that hold values up to `most`.
    pub(super) fn zeros(count: usize, most: u32) -> Values {
        match most {
            0..=0xff => Values::Bytes(vec![0; count]),
            0x100..=0xffff => Values::Shorts(vec![0; count]),
            _ => Values::Longs(vec![0; count]),
        }
    }

    pub(super) fn get(&self, at: usize) -> u32 {
        match self {
            Values::Bytes(all) => all[at].wide(),
            Values::Shorts(all) => all[at].wide(),
            Values::Longs(all) => all[at],
        }
    }

    /// Sets the values from a place on. Returns false if one does not fit.
    #[must_use]
    pub(super) fn set(&mut self, from: usize, values: &[u32]) -> bool {
        fn set<T: TryFrom<u32>>(all: &mut [T], values: &[u32]) -> bool {
            all.iter_mut().zip(values).all(|(own, &value)| T::try_from(value).map(|value| *own = value).is_ok())
        }
        match self {
            Values::Bytes(all) => set(&mut all[from..], values),
            Values::Shorts(all) => set(&mut all[from..], values),
            Values::Longs(all) => set(&mut all[from..], values),
        }
    }
}
