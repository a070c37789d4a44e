//! What a game has to tell so that its positions can be asked about: their options, as keys, and how large they are.

use crate::support::walk::Halt;

/// A game on positions with keys. Equal keys are equal games.
pub(super) trait Keyed: Sync {
    /// What a worker keeps between two walks over options, to be faster.
    type Notes: Default;

    /// The memory of that, in bytes.
    const NOTES: u64 = 0;

    /// Shows the parts of each option, without parts that are worth 0 because every move in them can be mirrored.
    fn plays(
        &self,
        key: u64,
        notes: &mut Self::Notes,
        visit: impl FnMut(&[u64]) -> Result<(), Halt>,
    ) -> Result<(), Halt>;

    /// How much there is to search below a position, roughly; only the order matters.
    fn weight(&self, key: u64) -> u32;

    /// Whether the position is worth 0 because every move in it can be mirrored.
    fn mirrors(&self, key: u64) -> bool;

    /// The memory that was taken for keys since this was last asked, in bytes.
    fn taken(&self) -> u64 {
        0
    }
}
