//! Random numbers for tests: Marsaglia's xorshift, which gives the same numbers on every machine.

/// A generator with its state, which must not be 0.
pub(crate) struct Random(pub u64);

impl Random {
    /// Returns a number below `bound`.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        (self.next() >> 20) as usize % bound
    }

    /// Returns the next 64 bits.
    pub(crate) fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }
}
