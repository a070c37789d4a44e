//! What the search requires of a game: the options of a position, as keys, and its size.

use crate::support::walk::Halt;

/// A game on positions with keys. Equal keys are equal games. Keys are opaque to the search: 64
/// bits that the game selects.
pub(super) trait Keyed: Sync {
    /// What a worker keeps between two expansions, to be faster.
    type Scratch: Default;

    /// The bytes of that.
    const SCRATCH_BYTES: u64 = 0;

    /// Passes the parts of each option to `visit`, without parts of value 0 whose moves can all be
    /// mirrored.
    fn options(
        &self,
        key: u64,
        scratch: &mut Self::Scratch,
        visit: impl FnMut(&[u64]) -> Result<(), Halt>,
    ) -> Result<(), Halt>;

    /// Returns roughly how much there is to search below a position; only the order matters.
    fn weight(&self, key: u64) -> u32;

    /// Whether the position has value 0 because every move in it can be mirrored.
    fn mirrors(&self, key: u64) -> bool;

    /// Returns the bytes that expansions with this scratch have allocated for keys since the last
    /// call.
    fn taken(&self, _scratch: &mut Self::Scratch) -> u64 {
        0
    }
}
