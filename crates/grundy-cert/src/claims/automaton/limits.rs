//! The limits of one verification: time, which the caller measures, and memory.
//!
//! An exploration counts what it holds before it allocates it, so that it stops before the memory
//! is exceeded.

/// The limits of one verification.
pub(in crate::claims) struct VerificationLimits<'a> {
    /// Returns whether there is time left.
    go_on: &'a mut dyn FnMut() -> bool,
    /// The memory that is left, in bytes.
    left: u64,
    /// Whether more memory was asked for than was left: then no further step is made.
    is_full: bool,
}

impl<'a> VerificationLimits<'a> {
    /// Limits of `most_bytes` of memory, and of time as long as `go_on` returns true.
    pub(in crate::claims) fn new(most_bytes: u64, go_on: &'a mut dyn FnMut() -> bool) -> VerificationLimits<'a> {
        VerificationLimits { go_on, left: most_bytes, is_full: false }
    }

    /// Whether there is time for another step.
    pub(in crate::claims) fn go_on(&mut self) -> bool {
        !self.is_full && (self.go_on)()
    }

    /// Counts memory that will be held; false if there is too little.
    pub(in crate::claims) fn hold(&mut self, bytes: u64) -> bool {
        match self.left.checked_sub(bytes) {
            Some(left) => self.left = left,
            None => self.is_full = true,
        }
        !self.is_full
    }

    /// Counts memory that is no longer held.
    pub(in crate::claims) fn release(&mut self, bytes: u64) {
        self.left = self.left.saturating_add(bytes);
    }

    /// The bytes that are left.
    pub(in crate::claims) fn left(&self) -> u64 {
        self.left
    }

    /// Whether there was too little memory at some time.
    pub(in crate::claims) fn is_full(&self) -> bool {
        self.is_full
    }
}
