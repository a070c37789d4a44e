//! What a verification may spend: as long as it is told to go on, and so many bytes.

/// The limits of one verification.
pub(super) struct Limits<'a> {
    go_on: &'a mut dyn FnMut() -> bool,
    left: u64,
    is_full: bool,
}

impl<'a> Limits<'a> {
    pub(super) fn new(most_bytes: u64, go_on: &'a mut dyn FnMut() -> bool) -> Limits<'a> {
        Limits { go_on, left: most_bytes, is_full: false }
    }

    /// Whether there is time for another step.
    pub(super) fn go_on(&mut self) -> bool {
        !self.is_full && (self.go_on)()
    }

    /// Counts memory before it is taken; false where there is too little.
    pub(super) fn hold(&mut self, bytes: u64) -> bool {
        match self.left.checked_sub(bytes) {
            Some(left) => self.left = left,
            None => self.is_full = true,
        }
        !self.is_full
    }

    /// Counts memory as given back.
    pub(super) fn release(&mut self, bytes: u64) {
        self.left = self.left.saturating_add(bytes);
    }

    /// The bytes that are left.
    pub(super) fn left(&self) -> u64 {
        self.left
    }

    /// Whether memory was too little.
    pub(super) fn is_full(&self) -> bool {
        self.is_full
    }
}
